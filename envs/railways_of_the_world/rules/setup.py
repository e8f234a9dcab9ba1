"""Set-up: cubes, cards, barons, and who opens the first auction."""

import numpy as np

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.decks import clear_deck, discard, draw, shuffle_deck
from railgym.envs.core.header import FULL
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below, key_from_seed, shuffle
from railgym.envs.railways_of_the_world.params import (
    BLACK,
    BLUE,
    CUBES_OF_A_COLOR,
    FIRST_DELIVERY,
    NEW_TRAIN,
    SPEED,
    TILES_OF_A_COLOR,
)
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.auction import begin_auction
from railgym.envs.railways_of_the_world.rules.barons import BARONS
from railgym.envs.railways_of_the_world.rules.cards import show
from railgym.envs.railways_of_the_world.rules.cubes import draw_cube
from railgym.envs.railways_of_the_world.rules.solo import begin_solo_year
from railgym.envs.railways_of_the_world.rules.solo_setup import set_up_railbot
from railgym.envs.railways_of_the_world.state import (
    COLORS,
    DECKS,
    NO_CARD,
    NO_PIECE,
    NOBODY,
    OPEN_RUN,
    SEATING,
    SEATS,
)

__all__ = ["reset"]


@kernel
def reset(params, state, seed):
    """Everybody begins without money and with an engine of level 1 (RW-1.5). A lot says who opens the first auction
    (RW-2.2, RW-R9). Against the Railbot there are no barons of the map (RS-2.17), and no auction (RS-3.1)."""
    _clear(params, state)
    state.game = params.game
    state.key = key_from_seed(seed)
    state.viewer = FULL
    state.num_players = params.num_companies
    for player in range(params.num_companies):
        state.mode[player] = params.full[player]
        state.players[player].engine = 1
    _put_cubes(params, state)
    if params.solo == 0:
        _put_cards(params, state)
    if params.solo == 1:
        set_up_railbot(params, state)
        begin_solo_year(state)
        return
    state.first = below(state, SEATING, params.num_companies)
    if params.barons == 1:
        _deal_barons(params, state)
        state.phase = phases.KEEP_BARON
        state.current = 0
    else:
        state.year = 1
        begin_auction(state)


@kernel
def _clear(params, state):
    """Whatever was in the record before is gone."""
    state.payoff[:] = 0
    state.scores[:] = 0
    state.random_counts[:] = 0
    state.out[:] = 0
    state.mode[:] = 0
    state.ply = 0
    state.turn = 0
    state.terminated = 0
    state.end_reason = 0
    state.joined[:] = 0
    state.claimed = 0
    state.track[:] = NO_PIECE
    state.owner[:] = NOBODY
    state.link[:] = OPEN_RUN
    state.link_a[:] = 0
    state.link_b[:] = 0
    state.link_owner[:] = NOBODY
    state.link_tiles[:] = 0
    state.num_links = 0
    state.num_runs = 0
    state.run_hex[:] = 0
    state.run_side[:] = 0
    state.run_owner[:] = NOBODY
    state.cubes[:] = 0
    state.marker[:] = 0
    state.markers = 0
    state.hotel[:] = NOBODY
    copy_array(state.near_tiles, params.near_tiles, len(params.near_tiles))
    copy_array(state.near_price, params.near_price, len(params.near_price))
    copy_array(state.near_way, params.near_way, len(params.near_way))
    copy_array(state.near_hexes, params.near_hexes, len(params.near_hexes))
    state.track_changed = params.near_unknown
    state.near_stale[:] = params.near_unknown
    state.western[:] = 0
    state.display[:] = NO_CARD
    state.shown = 0
    state.seen[:] = 0
    state.year = 0
    state.round = 0
    state.first = 0
    state.last_year = 0
    state.last_why = 0
    state.first_8 = NOBODY
    state.bid = 0
    state.bidder = NOBODY
    state.passed = 0
    clear_deck(state.deck)
    _clear_steps(state)
    for player in range(SEATS):
        _clear_seat(state.players[player])


@kernel
def _clear_steps(state):
    state.at = 0
    state.enter = 0
    state.origin = 0
    state.laid = 0
    state.grant = 0
    state.free = 0
    state.cube = 0
    state.path = 0
    state.length = 0
    state.over[:] = 0
    state.next_city = 0
    state.row[:] = NO_CARD
    state.insured = NO_CARD
    state.spent[:] = 0
    state.capacity = 0
    state.duel[:] = -1
    state.duel_owner[:] = NOBODY
    state.effects = 0
    state.part = 0
    state.fresh = 0
    state.card = NO_CARD
    state.pair = -1
    state.path_to = -1
    state.exhaust[:] = 0
    state.lines_due = 0
    state.barons_due = 0
    state.third_due = 0
    clear_deck(state.bots)
    clear_deck(state.removed)


@kernel
def _clear_seat(seat):
    seat.lines = 0
    seat.served = 0
    seat.cash = 0
    seat.bonds = 0
    seat.engine = 0
    seat.actions = 0
    seat.grants = 0
    seat.engineers = 0
    seat.longest = 0
    seat.most_own = 0
    seat.delivered[:] = 0
    seat.barons[:] = NO_CARD


@kernel
def _put_cubes(params, state):
    """25 cubes of each color are in the bag (RW-1.2), and two New City tiles of each but red (RW-4.3); every city
    in play gets as many cubes as are printed there (RW-1.3), with two or three players one fewer, but one at least
    (RW-1.4). Against the Railbot it is the printed number (RS-2.5)."""
    for color in range(COLORS):
        state.bag[color] = CUBES_OF_A_COLOR
        state.tiles[color] = TILES_OF_A_COLOR if BLUE <= color <= BLACK else 0
    copy_array(state.color, params.city_color, len(params.city_color))
    for city in range(params.num_cities):
        if params.in_play[city] == 1:
            for _ in range(max(1, np.int64(params.city_cubes[city]) - params.fewer_cubes)):
                state.cubes[city, draw_cube(state)] += 1


@kernel
def _put_cards(params, state):
    """The start cards, and two cards a player from the shuffled deck (RW-1.7)."""
    for card in range(params.num_operations):
        kind = params.card_kind[card]
        if kind in (FIRST_DELIVERY, SPEED, NEW_TRAIN):
            show(state, card)
        else:
            discard(state.deck, card)
    shuffle_deck(state, DECKS, state.deck)
    for _ in range(2 * params.num_companies):
        show(state, draw(state.deck))


@kernel
def _deal_barons(params, state):
    """Two to each player (RW-1.6)."""
    cards = np.arange(BARONS)
    shuffle(state, DECKS, cards, BARONS)
    for player in range(params.num_companies):
        state.players[player].barons[0] = cards[2 * player]
        state.players[player].barons[1] = cards[2 * player + 1]
