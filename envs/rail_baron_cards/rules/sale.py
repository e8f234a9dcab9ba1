"""Debt: forced sales to the bank or at auction, and bankruptcy."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import leave
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, HIGHEST_BID, PASS
from railgym.envs.rail_baron_cards.event_kinds import (
    BANKRUPT,
    BID_FOR,
    KNOCKED_DOWN,
    PAID,
    PAID_BANK,
    PASSED,
    PUT_UP,
    SOLD,
)
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.rules.fees import clear_dues, end_old_rates, total_due
from railgym.envs.rail_baron_cards.rules.hand import remove_card
from railgym.envs.rail_baron_cards.state import NO_CARD

__all__ = [
    "apply_auction",
    "apply_sell",
    "go_bankrupt",
    "has_railroads",
    "least_bid",
    "legal_auction",
    "legal_sell",
    "pay_dues",
    "still_bids",
]


@kernel
def pay_dues(params, state, events):
    """Pay all fees of the turn (RB-R7.1)."""
    if state.due_bank > 0:
        state.scores[state.mover] -= state.due_bank
        emit(events, EVERYONE, PAID_BANK, state.mover, state.due_bank)
    for p in range(params.num_players):
        if state.due[p] > 0:
            state.scores[state.mover] -= state.due[p]
            state.scores[p] += state.due[p]
            emit(events, EVERYONE, PAID, state.mover, p, state.due[p])
    clear_dues(state)


@kernel
def has_railroads(params, state, player):
    """Whether a player owns any railroad."""
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == player:
            return True
    return False


@kernel
def half_price(params, railroad):
    """Half the price of a railroad in dollars: what the bank pays for it, and the first bid at an auction (RB-R8.2)."""
    return params.price[railroad] // 2


@kernel
def has_bidder(params, state, railroad):
    """Whether another player in the game has the cash for the first bid (RB-R8.1)."""
    for p in range(params.num_players):
        if p != state.mover and state.out[p] == 0 and state.scores[p] >= half_price(params, railroad):
            return True
    return False


@kernel
def legal_sell(params, state, scratch, mask):
    """Allow every railroad of the mover to be sold to the bank or, where another player can bid, at auction
    (RB-R8.1)."""
    for railroad in range(params.num_railroads):
        if state.owner[railroad] == state.mover:
            allow(scratch, mask, params.sell + railroad)
            if has_bidder(params, state, railroad):
                allow(scratch, mask, params.auction + railroad)


@kernel
def apply_sell(params, state, action, events):
    """Sell a railroad to the bank at half price, or begin an auction; return whether the sale is over (RB-R8.1)."""
    if action < params.auction:
        sell_to_bank(params, state, action - params.sell, events)
        return True
    state.lot = action - params.auction
    state.lot_bid = 0
    state.lot_bidder = -1
    state.lot_passed = 0
    emit(events, EVERYONE, PUT_UP, state.mover, state.lot, half_price(params, state.lot))
    return find_bidder(params, state, np.int64(state.place), events)


@kernel
def sell_to_bank(params, state, railroad, events):
    """Give a railroad of the mover to the bank for half its price (RB-R8.1); old rates on it end (RB-R7.6)."""
    amount = half_price(params, railroad)
    state.owner[railroad] = -1
    state.scores[state.mover] += amount
    end_old_rates(params, state, railroad)
    emit(events, EVERYONE, SOLD, state.mover, railroad, amount)


@kernel
def least_bid(params, state):
    """The least bid in dollars that may be made now: half the price, then 500 more than the last bid (RB-R8.2)."""
    if state.lot_bid == 0:
        return half_price(params, state.lot)
    return np.int64(state.lot_bid) + BID_STEP


@kernel
def still_bids(params, state, player):
    """Whether a player made the highest bid, or may make a higher one (RB-R8.3)."""
    if player == state.lot_bidder:
        return True
    if player == state.mover or state.out[player] == 1 or state.lot_passed & bit(player):
        return False
    return state.scores[player] >= least_bid(params, state)


@kernel
def find_bidder(params, state, place, events):
    """Ask the next player in the order of play who may bid; if there is none, end the auction. Returns whether it is
    over (RB-R8.2, RB-R8.3)."""
    for i in range(1, params.num_players + 1):
        player = np.int64(state.order[(place + i) % params.num_players])
        if player != state.lot_bidder and still_bids(params, state, player):
            state.current_player = player
            state.phase = phases.AUCTION
            return False
    sell_to_highest_bidder(params, state, events)
    return True


@kernel
def sell_to_highest_bidder(params, state, events):
    """End the auction: the railroad goes to the highest bidder or, without a bid, to the bank (RB-R8.3)."""
    state.current_player = state.mover
    railroad = np.int64(state.lot)
    if state.lot_bidder < 0:
        sell_to_bank(params, state, railroad, events)
    else:
        state.owner[railroad] = state.lot_bidder
        state.scores[state.lot_bidder] -= state.lot_bid
        state.scores[state.mover] += state.lot_bid
        emit(events, EVERYONE, KNOCKED_DOWN, state.lot_bidder, railroad, state.lot_bid, state.mover)
    state.lot = -1
    state.lot_bid = 0
    state.lot_bidder = -1
    state.lot_passed = 0


@kernel
def legal_auction(params, state, scratch, mask):
    """Allow a final pass, and bids from the least one up to 20,000 above it and to the bidder's cash (RB-R8.2)."""
    allow(scratch, mask, PASS)
    raises = (np.int64(state.scores[state.current_player]) - least_bid(params, state)) // BID_STEP
    for i in range(min(raises, HIGHEST_BID // BID_STEP) + 1):
        allow(scratch, mask, BID + i)


@kernel
def apply_auction(params, state, action, events):
    """Make a bid or pass for good; return whether the auction is over (RB-R8.3)."""
    bidder = np.int64(state.current_player)
    if action == PASS:
        state.lot_passed |= bit(bidder)
        emit(events, EVERYONE, PASSED, bidder, state.lot)
    else:
        state.lot_bid = least_bid(params, state) + (action - BID) * BID_STEP
        state.lot_bidder = bidder
        emit(events, EVERYONE, BID_FOR, bidder, state.lot, state.lot_bid)
    place = 0
    while state.order[place] != bidder:
        place += 1
    return find_bidder(params, state, place, events)


@kernel
def go_bankrupt(params, state, events):
    """Take the mover out of the game: the creditors share the cash in proportion, rounded down to 500 (RB-R8.4), the
    bank gets the rest (RB-R11), and the mover ranks behind all who are still in the game (RB-R9.4)."""
    total = total_due(state)
    cash = np.int64(state.scores[state.mover])
    emit(events, EVERYONE, BANKRUPT, state.mover, total)
    for p in range(params.num_players):
        share = cash * state.due[p] // (total * BID_STEP) * BID_STEP
        if share > 0:
            state.scores[p] += share
            emit(events, EVERYONE, PAID, state.mover, p, share)
    state.scores[state.mover] = 0
    clear_dues(state)
    clear_seat(params, state)
    state.num_out += 1
    state.players[state.mover].exit_order = state.num_out
    leave(state, np.int64(state.mover))


@kernel
def clear_seat(params, state):
    """Discard all cards of the mover, who leaves the game, and take their train off the board (RB-R8.4). By dice there
    are no cards (RB-R15.1)."""
    seat = state.players[state.mover]
    while seat.hand_size > 0:
        discard(state.pile, remove_card(state, state.mover, 0))
    for card in (seat.start, seat.goal):
        if card != NO_CARD and params.destinations != BY_DICE:
            discard(state.pile, np.int64(card))
    seat.start = NO_CARD
    seat.goal = NO_CARD
    seat.dot = -1
    seat.old_bank_rate = 0
    seat.old_owner_rate = 0
