"""Set-up: cubes, cards, barons, and the first bidder."""

import numpy as np

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.decks import discard, draw, shuffle_deck
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below, shuffle
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
def reset(params, state):
    """Set up a game. Each player begins without money and with an engine of level 1 (RW-1.5). The first bidder is drawn
    at random (RW-2.2, RW-R9). Against the Railbot there are no barons of the map (RS-2.17) and no auction (RS-3.1)."""
    _empty_board(params, state)
    _empty_hands(state)
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
    state.first_seat = below(state, SEATING, params.num_companies)
    if params.barons == 1:
        _deal_barons(params, state)
        state.phase = phases.KEEP_BARON
        state.current_player = 0
    else:
        state.year = 1
        begin_auction(state)


@kernel
def _empty_board(params, state):
    """Remove all track, links and markers. The cheapest links are those of the empty map."""
    state.track[:] = NO_PIECE
    state.owner[:] = NOBODY
    state.link[:] = OPEN_RUN
    state.link_owner[:] = NOBODY
    state.run_owner[:] = NOBODY
    state.hotel[:] = NOBODY
    copy_array(state.near_tiles, params.near_tiles, len(params.near_tiles))
    copy_array(state.near_price, params.near_price, len(params.near_price))
    copy_array(state.near_way, params.near_way, len(params.near_way))
    copy_array(state.near_hexes, params.near_hexes, len(params.near_hexes))
    state.track_changed = params.near_unknown
    state.near_stale[:] = params.near_unknown


@kernel
def _empty_hands(state):
    """Remove cards, bids and pending choices."""
    state.display[:] = NO_CARD
    state.railbot_row[:] = NO_CARD
    state.insured_card = NO_CARD
    state.resolving_card = NO_CARD
    state.first_with_level_8 = NOBODY
    state.bidder = NOBODY
    state.order[:] = NOBODY
    state.duel_barons[:] = -1
    state.duel_owner[:] = NOBODY
    state.resolving_pair = -1
    state.railbot_goal = -1
    for player in range(SEATS):
        state.players[player].barons[:] = NO_CARD


@kernel
def _put_cubes(params, state):
    """Fill the bag with 25 cubes of each color (RW-1.2) and lay out two New City tiles of each color but red (RW-4.3).
    Every city in play gets as many cubes as are printed there (RW-1.3), with two or three players one fewer, but at
    least one (RW-1.4). Against the Railbot it gets the printed number (RS-2.5)."""
    for color in range(COLORS):
        state.bag[color] = CUBES_OF_A_COLOR
        state.new_city_tiles[color] = TILES_OF_A_COLOR if BLUE <= color <= BLACK else 0
    copy_array(state.color, params.city_color, len(params.city_color))
    for city in range(params.num_cities):
        if params.in_play[city] == 1:
            for _ in range(max(1, np.int64(params.city_cubes[city]) - params.fewer_cubes)):
                state.cubes[city, draw_cube(state)] += 1


@kernel
def _put_cards(params, state):
    """Put the start cards on display, and two cards per player from the shuffled deck (RW-1.7)."""
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
    """Deal two barons to each player (RW-1.6)."""
    cards = np.arange(BARONS)
    shuffle(state, DECKS, cards, BARONS)
    for player in range(params.num_companies):
        state.players[player].barons[0] = cards[2 * player]
        state.players[player].barons[1] = cards[2 * player + 1]
