"""Setting up a game: hands without three of a region, starts and first destinations, sealed bids."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard, draw, shuffle_deck
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, HAND_CARD, HIGHEST_BID
from railgym.envs.rail_baron_cards.event_kinds import BID as BID_SHOWN
from railgym.envs.rail_baron_cards.event_kinds import DISCARDED, DREW, SET_OUT
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.hand import (
    add_card,
    can_follow,
    can_use_others,
    card_region,
    crowded_region,
    draw_card,
    is_repeated,
    prepare_goals,
    remove_card,
)
from railgym.envs.rail_baron_cards.state import BIDS, HAND, NO_CARD, RAILROADS, SEATS, SHUFFLES

__all__ = [
    "START_MONEY",
    "apply_setup",
    "legal_setup",
    "reset",
]

START_MONEY = 20_000
EACH_PAYS, _FIRST_PAYS, NO_BIDS = range(3)


@kernel
def reset(params, state):
    """Deal a game: everyone has 20,000 and four of the shuffled cards (RB-3.1, RB-3.2)."""
    state.mover = -1
    state.lot = -1
    state.lot_bidder = -1
    for railroad in range(RAILROADS):
        state.owner[railroad] = -1
    for player in range(SEATS):
        empty_seat(state.players[player])
    state.deck.size = params.cards
    for card in range(np.int64(state.deck.size)):
        state.deck.cards[card] = card
    shuffle_deck(state, SHUFFLES, state.deck)
    for player in range(params.num_players):
        state.scores[player] = START_MONEY
        state.mode[player] = params.full[player]
        state.order[player] = player
        for _ in range(HAND):
            add_card(state, player, draw(state.deck))
    begin_seat(params, state)


@kernel
def add_reshuffle_cards(params, state):
    """RB-2.3: they are shuffled into the deck when set-up is over, for they are nobody's destination."""
    for card in range(params.cards, params.cards + params.reshuffle_cards):
        state.deck.cards[state.deck.size] = card
        state.deck.size += 1
    if params.reshuffle_cards > 0:
        shuffle_deck(state, SHUFFLES, state.deck)


@kernel
def empty_seat(seat):
    """No train on the board, no run, no card, no bid."""
    seat.bid = -1
    seat.dot = -1
    seat.start = NO_CARD
    seat.goal = NO_CARD
    seat.hand[:] = NO_CARD
    seat.kept = -1


@kernel
def begin_seat(params, state):
    """The current seat discards while it holds three of a region (RB-3.3), then chooses where to start.

    Where no card of another region can be drawn any more, the hand is kept as it is.
    """
    crowd = crowded_region(params, state, state.current_player)
    seat = state.players[state.current_player]
    if crowd >= 0 and can_draw_other(params, state, crowd):
        state.phase = phases.SETUP_DISCARD
        return
    state.phase = phases.SETUP_START
    seat.loose = crowd >= 0
    if seat.kept >= 0:
        seat.kept_left = 2


@kernel
def can_draw_other(params, state, region):
    """Whether a city of another region is among the cards to be drawn and those to be shuffled in."""
    for pile in (state.deck, state.pile):
        for i in range(np.int64(pile.size)):
            card = np.int64(pile.cards[i])
            if card < params.cards and card_region(params, card) != region:
                return True
    return False


@kernel
def legal_setup(params, state, scratch, mask):
    """Which card to discard (RB-3.3), the start (RB-3.4), a destination in another region (RB-3.5), and any bid from
    the starting money (RB-3.6)."""
    seat = state.players[state.current_player]
    if state.phase == phases.BID:
        for amount in range(0, min(HIGHEST_BID, np.int64(state.scores[state.current_player])) + 1, BID_STEP):
            allow(scratch, mask, BID + amount // BID_STEP)
        return
    crowd = crowded_region(params, state, state.current_player)
    for i in range(np.int64(seat.hand_size)):
        if is_repeated(params, seat, i):
            continue
        if state.phase == phases.SETUP_DISCARD:
            allowed = card_region(params, seat.hand[i]) == crowd
        elif state.phase == phases.SETUP_START:
            allowed = may_start(params, state, i)
        else:
            allowed = can_follow(params, state, state.current_player, i, card_region(params, seat.start))
        if allowed:
            allow(scratch, mask, HAND_CARD + i)


@kernel
def may_start(params, state, i):
    """A card from which all others can be used in some order (RB-3.4, RB-R4)."""
    seat = state.players[state.current_player]
    return seat.loose == 1 or can_use_others(params, seat, i)


@kernel
def apply_setup(params, state, action, events):
    """One decision of set-up. Returns whether set-up is over."""
    if state.phase == phases.BID:
        return make_bid(params, state, (action - BID) * BID_STEP, events)
    i = action - HAND_CARD
    if state.phase == phases.SETUP_DISCARD:
        discard_crowded(params, state, i, events)
        return False
    seat = state.players[state.current_player]
    card = take_for_run(params, state, i)
    if state.phase == phases.SETUP_START:
        seat.start = card
        prepare_goals(params, state, state.current_player, events)
        state.phase = phases.SETUP_GOAL
        return False
    seat.goal = card
    return next_seat(params, state, events)


@kernel
def take_for_run(params, state, i):
    """Take card ``i`` of the current hand as a start or destination."""
    seat = state.players[state.current_player]
    card = remove_card(state, state.current_player, i)
    if card_region(params, card) == seat.kept:
        seat.kept_left -= 1
    return card


@kernel
def discard_crowded(params, state, i, events):
    """RB-3.3: of three or four cards of a region all but two are discarded, for all to see, and as many
    drawn, unseen (RB-R12)."""
    seat = state.players[state.current_player]
    card = remove_card(state, state.current_player, i)
    discard(state.pile, card)
    seat.kept = card_region(params, card)
    seat.kept_left = 2
    emit(events, EVERYONE, DISCARDED, state.current_player, params.card_city[card])
    if crowded_region(params, state, state.current_player) < 0:
        drawn = np.full(2, -1, np.int64)
        number = HAND - np.int64(seat.hand_size)
        for n in range(number):
            card = draw_card(params, state, events)
            drawn[n] = params.card_city[card]
            add_card(state, state.current_player, card)
        seat.kept_left = 2 + number  # the most cards of the region that the hand can hold now
        emit(events, 1 << np.int64(state.current_player), DREW, state.current_player, drawn[0], drawn[1], -1)
    begin_seat(params, state)


@kernel
def next_seat(params, state, events):
    """The next seat chooses; after the last all are shown at once (RB-R3). Returns whether set-up is over."""
    if state.current_player + 1 < params.num_players:
        state.current_player += 1
        begin_seat(params, state)
        return False
    for p in range(params.num_players):
        seat = state.players[p]
        start, goal = params.card_city[seat.start], params.card_city[seat.goal]
        seat.dot = params.city_dot[start]
        emit(events, EVERYONE, SET_OUT, p, start, goal)
    add_reshuffle_cards(params, state)
    state.current_player = 0
    state.phase = phases.BID
    return params.bids == NO_BIDS


@kernel
def make_bid(params, state, amount, events):
    """RB-3.6: bids are sealed until all have bid. Returns whether set-up is over."""
    state.players[state.current_player].bid = amount
    if state.current_player + 1 < params.num_players:
        state.current_player += 1
        return False
    order_by_bid(params, state)
    for place in range(params.num_players):
        player = np.int64(state.order[place])
        paid = params.bids == EACH_PAYS or place == 0
        bid = np.int64(state.players[player].bid)
        emit(events, EVERYONE, BID_SHOWN, player, bid, paid)
        if paid:
            state.scores[player] -= bid
    return True


@kernel
def order_by_bid(params, state):
    """The highest bid is first in the order of play; chance orders equal bids (RB-R3)."""
    shuffle(state, BIDS, state.order, params.num_players)
    for place in range(1, params.num_players):  # insertion sort is stable: ties stay as shuffled
        player = np.int64(state.order[place])
        bid = state.players[player].bid
        i = place
        while i > 0 and state.players[state.order[i - 1]].bid < bid:
            state.order[i] = state.order[i - 1]
            i -= 1
        state.order[i] = player
