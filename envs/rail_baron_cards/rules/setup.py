"""Set-up: hands without three cards of a region, starts, first destinations and sealed bids."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard, draw, shuffle_deck
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, DICE, HAND_CARD, HIGHEST_BID
from railgym.envs.rail_baron_cards.event_kinds import BID as BID_SHOWN
from railgym.envs.rail_baron_cards.event_kinds import DISCARDED, DREW, EXCHANGED, SET_OUT
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE, roll_starts
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
    "apply_exchange",
    "apply_setup",
    "legal_setup",
    "reset",
]

START_MONEY = 20_000
EACH_PAYS, _FIRST_PAYS, NO_BIDS = range(3)


@kernel
def reset(params, state):
    """Deal a game: every player gets 20,000 dollars and four cards (RB-3.2) of the shuffled deck (RB-3.1). By dice
    there are no cards, and the starts are to be rolled (RB-R15.1)."""
    state.mover = -1
    state.lot = -1
    state.lot_bidder = -1
    for railroad in range(RAILROADS):
        state.owner[railroad] = -1
    for player in range(SEATS):
        empty_seat(state.players[player])
    for player in range(params.num_players):
        state.scores[player] = START_MONEY
        state.mode[player] = params.full[player]
        state.order[player] = player
    if params.destinations == BY_DICE:
        state.phase = phases.SETUP_START
    else:
        deal_hands(params, state)
        begin_seat(params, state)


@kernel
def deal_hands(params, state):
    """Shuffle the deck (RB-3.1) and deal four cards to every player (RB-3.2)."""
    state.deck.size = params.cards
    for card in range(np.int64(state.deck.size)):
        state.deck.cards[card] = card
    shuffle_deck(state, SHUFFLES, state.deck)
    for player in range(params.num_players):
        for _ in range(HAND):
            add_card(state, player, draw(state.deck))


@kernel
def add_reshuffle_cards(params, state):
    """Shuffle the reshuffle cards into the deck after set-up, so that no player is dealt one (RB-2.3)."""
    for card in range(params.cards, params.cards + params.reshuffle_cards):
        state.deck.cards[state.deck.size] = card
        state.deck.size += 1
    if params.reshuffle_cards > 0:
        shuffle_deck(state, SHUFFLES, state.deck)


@kernel
def empty_seat(seat):
    """Give a player no train, no run, no cards and no bid."""
    seat.bid = -1
    seat.dot = -1
    seat.start = NO_CARD
    seat.goal = NO_CARD
    seat.hand[:] = NO_CARD
    seat.kept_region = -1


@kernel
def begin_seat(params, state):
    """Ask the current player to discard, if they hold three cards of a region (RB-3.3), or else to choose the start.

    Where no card of another region can be drawn any more, the hand is kept as it is (RB-R3.1).
    """
    crowd = crowded_region(params, state, state.current_player)
    seat = state.players[state.current_player]
    if crowd >= 0 and can_draw_other(params, state, crowd):
        state.phase = phases.SETUP_DISCARD
        return
    state.phase = phases.SETUP_START
    seat.not_usable = crowd >= 0
    if seat.kept_region >= 0:
        seat.kept_cards = 2


@kernel
def can_draw_other(params, state, region):
    """Whether a card of another region is in the deck or on the pile (RB-R3.1)."""
    for pile in (state.deck, state.pile):
        for i in range(np.int64(pile.size)):
            card = np.int64(pile.cards[i])
            if card < params.cards and card_region(params, card) != region:
                return True
    return False


@kernel
def legal_setup(params, state, scratch, mask):
    """Allow cards to discard (RB-3.3), starts (RB-3.4), destinations in another region (RB-3.5), or every bid from the
    starting money (RB-3.6); by dice, the roll of all starts (RB-R15.1)."""
    seat = state.players[state.current_player]
    if state.phase == phases.BID:
        for amount in range(0, min(HIGHEST_BID, np.int64(state.scores[state.current_player])) + 1, BID_STEP):
            allow(scratch, mask, BID + amount // BID_STEP)
        return
    if params.destinations == BY_DICE:
        allow(scratch, mask, DICE)
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
    """Whether card ``i`` of the current hand may be the start (RB-3.4): all others can be used after it (RB-R4)."""
    seat = state.players[state.current_player]
    return seat.not_usable == 1 or can_use_others(params, seat, i)


@kernel
def apply_setup(params, state, action, events):
    """Play a decision of set-up; return whether set-up is over."""
    if state.phase == phases.BID:
        return make_bid(params, state, (action - BID) * BID_STEP, events)
    if params.destinations == BY_DICE:
        roll_starts(params, state, events)
        state.phase = phases.BID
        return params.bids == NO_BIDS
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
    """Take card ``i`` out of the current hand, as a start or a destination, and return it."""
    seat = state.players[state.current_player]
    card = remove_card(state, state.current_player, i)
    if card_region(params, card) == seat.kept_region:
        seat.kept_cards -= 1
    return card


@kernel
def discard_crowded(params, state, i, events):
    """Discard card ``i`` of three or four cards of a region (RB-3.3, RB-R3.1). When two of them are left, draw as many
    cards as were discarded. All players see the discards, and only the player sees the cards drawn (RB-R12)."""
    seat = state.players[state.current_player]
    card = remove_card(state, state.current_player, i)
    discard(state.pile, card)
    seat.kept_region = card_region(params, card)
    seat.kept_cards = 2
    emit(events, EVERYONE, DISCARDED, state.current_player, params.card_city[card])
    if crowded_region(params, state, state.current_player) < 0:
        drawn = np.full(2, -1, np.int64)
        number = HAND - np.int64(seat.hand_size)
        for n in range(number):
            card = draw_card(params, state, events)
            drawn[n] = params.card_city[card]
            add_card(state, state.current_player, card)
        seat.kept_cards = 2 + number  # the most cards of the region that the hand can hold now
        emit(events, 1 << np.int64(state.current_player), DREW, state.current_player, drawn[0], drawn[1], -1)
    begin_seat(params, state)


@kernel
def next_seat(params, state, events):
    """Let the next player choose; after the last one, show all starts and destinations at once (RB-R3.2). Returns
    whether set-up is over."""
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
    """Make a sealed bid (RB-3.6); after the last one show and pay all bids (RB-R3.3, RB-R3.4). Returns whether set-up
    is over."""
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
def apply_exchange(params, state, action, events):
    """Keep the first run, or exchange its start and destination and put the train on the new start (RB-R14.1)."""
    if action == DICE:
        return
    seat = state.players[state.mover]
    card = np.int64(seat.start)
    seat.start = seat.goal
    seat.goal = card
    start, goal = params.card_city[seat.start], params.card_city[seat.goal]
    seat.dot = params.city_dot[start]
    emit(events, EVERYONE, EXCHANGED, state.mover, start, goal)


@kernel
def order_by_bid(params, state):
    """Sort the order of play by bids, the highest first; chance orders equal bids (RB-R3.3)."""
    shuffle(state, BIDS, state.order, params.num_players)
    for place in range(1, params.num_players):  # insertion sort is stable: ties stay as shuffled
        player = np.int64(state.order[place])
        bid = state.players[player].bid
        i = place
        while i > 0 and state.players[state.order[i - 1]].bid < bid:
            state.order[i] = state.order[i - 1]
            i -= 1
        state.order[i] = player
