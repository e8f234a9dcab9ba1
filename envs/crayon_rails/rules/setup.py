"""Set-up: money, cards, and the order of play."""

import numpy as np

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.decks import discard, draw, reshuffle, shuffle_deck
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cards import share_cards
from railgym.envs.crayon_rails.rules.networks import close_city
from railgym.envs.crayon_rails.state import NO_CARD, NO_LOAD, NOBODY, SEATING, SEATS, SHUFFLES

__all__ = ["reset"]

BY_PAYOUT, BY_LOT, AS_SEATED = range(3)


@kernel
def reset(params, state):
    """Deal a new game into a blank state. All players get money, an engine and their cards (RR-2.1); no track is laid
    (EB-3.1). The first player in the order of play begins the opening rounds (RR-3.1)."""
    state.track[:] = NOBODY
    state.segment_start = -1
    for player in range(SEATS):
        _empty_seat(state.players[player])
    state.goal = params.goal
    copy_array(state.region, params.region, len(params.region))
    state.num_regions = params.num_regions
    for good in range(params.num_goods):
        state.chips[good] = params.good_chips[good]
    for player in range(params.num_players):
        state.scores[player] = params.cash
        state.mode[player] = params.full[player]
    for city in range(params.num_cities):
        close_city(params, state, city)
    _deal(params, state)
    _order_seats(params, state)
    state.mover = state.order[0]
    state.current_player = state.mover
    state.turn = 1
    state.phase = phases.BUILD


@kernel
def _empty_seat(seat):
    """Clear a seat: the base engine (EB-3.5, RR-11.5), no train on the map (EB-3.4), no track, no loads."""
    seat.train = -1
    seat.came_from = -1
    seat.home_milepost = -1
    seat.one_network = 1
    seat.join_cost[:] = FAR
    seat.join_from[:] = -1
    seat.loads[:] = NO_LOAD
    seat.cards[:] = NO_CARD


@kernel
def _deal(params, state):
    """Shuffle demand cards and events into one deck (EB-3.6) and deal three demand cards to each player (RR-2.7), or
    five (RR-12.6) or four (EB-R16.1), or three to the pool of all (EB-R16.6). Events that turn up have no effect
    (EB-R4.1): they are replaced (EB-3.8) and shuffled into the deck when all hands are dealt (EB-3.10)."""
    for card in range(params.num_cards + params.num_events):
        discard(state.pile, card)
    reshuffle(state, SHUFFLES, state.pile, state.deck)
    for player in range(1 if params.pool == 1 else params.num_players):
        seat = state.players[player]
        while seat.num_cards < params.cards_dealt:
            card = draw(state.deck)
            if card < params.num_cards:
                seat.cards[seat.num_cards] = card
                seat.num_cards += 1
            else:
                discard(state.pile, card)
    share_cards(params, state, 0)
    while state.pile.size > 0:
        state.deck.cards[state.deck.size] = draw(state.pile)
        state.deck.size += 1
    shuffle_deck(state, SHUFFLES, state.deck)


@kernel
def _order_seats(params, state):
    """Set the order of play (EB-R6.1, RR-R1.2): clockwise from the player with the highest payout in hand (EB-3.9), by
    lot (RR-2.4), or as seated (RR-2.5)."""
    for i in range(params.num_players):
        state.order[i] = i
    if params.seating == BY_LOT:
        shuffle(state, SEATING, state.order, params.num_players)
    elif params.seating == BY_PAYOUT:
        first = 0
        for player in range(1, params.num_players):
            if _has_higher_payouts(params, state, player, first):
                first = player
        for i in range(params.num_players):
            state.order[i] = (first + i) % params.num_players


@kernel
def _has_higher_payouts(params, state, one, other):
    """Whether the highest payout in one hand is higher than in the other, or equal and the second highest is higher."""
    limit = np.int64(1) << 40
    more, less = limit, limit  # payouts below these are still to be compared, with their place in the hand
    for _ in range(2):
        more = _next_payout(params, state.players[one], more)
        less = _next_payout(params, state.players[other], less)
        if more // 64 != less // 64:
            return more > less
    return False


@kernel
def _next_payout(params, seat, below):
    """The highest payout of a hand below a bound, as 64 x payout + its place in the hand; -1: none."""
    best = np.int64(-1)
    for i in range(np.int64(seat.num_cards)):
        for line in range(LINES):
            key = 64 * np.int64(params.card_payout[seat.cards[i], line]) + i * LINES + line
            if best < key < below:
                best = key
    return best
