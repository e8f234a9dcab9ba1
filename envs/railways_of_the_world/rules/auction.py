"""The auction for the first place in the turn, and in the variant ``first_to_pass`` for all places."""

import numpy as np

from railgym.envs.core.bits import count_bits
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import MOST_BID, PASS
from railgym.envs.railways_of_the_world.event_kinds import BID, DROPPED_OUT, WON_AUCTION
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.money import pay
from railgym.envs.railways_of_the_world.rules.phases import FIRST_TO_PASS
from railgym.envs.railways_of_the_world.state import NOBODY

__all__ = ["begin_auction", "bid", "clear_bids", "last_free_place", "legal_bids", "price_of_passing"]


@kernel
def begin_auction(state):
    """Begin the auction: the first player of the turn before opens it (RW-2.2)."""
    clear_bids(state)
    state.order[:] = NOBODY
    state.current_player = state.first_seat
    state.phase = phases.AUCTION


@kernel
def clear_bids(state):
    """Forget the bids of the auction before."""
    state.bid = 0
    state.bidder = NOBODY
    state.passed_auction = 0
    state.bids[:] = 0


@kernel
def legal_bids(params, state, scratch, mask):
    """Allow higher bids, and to pass for the rest of the auction (RW-2.3)."""
    allow(scratch, mask, PASS)
    for amount in range(np.int64(state.bid) + 1, MOST_BID + 1):
        allow(scratch, mask, params.act_bid + amount - 1)


@kernel
def bid(params, state, player, amount, events):
    """Raise the bid, or pass (0); returns whether the auction is over. The last player who has not passed pays their
    bid (RW-2.4) and is first. If all pass, the next seat becomes first (RW-2.5), or the last to pass (RW-R10.2)."""
    if amount > 0:
        _raise_bid(params, state, player, amount, events)
    else:
        _drop_out(params, state, player, events)
    following = _next_bidder(params, state, player)
    if following == NOBODY:
        if params.bidding == FIRST_TO_PASS:
            state.first_seat = player
        else:
            state.first_seat = (state.first_seat + 1) % params.num_companies
        return True
    if following == state.bidder:
        state.first_seat = state.bidder
        if params.bidding == FIRST_TO_PASS:
            state.order[0] = following
        pay(state, following, np.int64(state.bid), events)
        emit(events, EVERYONE, WON_AUCTION, following, state.bid)
        return True
    state.current_player = following
    return False


@kernel
def _raise_bid(params, state, player, amount, events):
    """Make the highest bid (RW-2.3). Only where passing costs a part of it, every seat's own bid is kept."""
    state.bid = amount
    state.bidder = player
    if params.bidding == FIRST_TO_PASS:
        state.bids[player] = amount
    emit(events, EVERYONE, BID, player, amount)


@kernel
def _drop_out(params, state, player, events):
    """Pass, for nothing (RW-2.4); in the variant for half of the bid and the last place that is free (RW-R10.2)."""
    if params.bidding == FIRST_TO_PASS:
        price, place = price_of_passing(state, player), last_free_place(params, state)
        state.order[place] = player
        pay(state, player, price, events)
        emit(events, EVERYONE, DROPPED_OUT, player, price, place + 1)
    else:
        emit(events, EVERYONE, DROPPED_OUT, player)
    state.passed_auction |= 1 << player


@kernel
def price_of_passing(state, player):
    """Half of the bid of a seat, rounded up (RW-R10.2)."""
    return (np.int64(state.bids[player]) + 1) // 2


@kernel
def last_free_place(params, state):
    """The place in the turn of the next seat that passes, from 0 (RW-R10.2)."""
    return params.num_companies - 1 - count_bits(np.int64(state.passed_auction))


@kernel
def _next_bidder(params, state, player):
    """The next seat clockwise that has not passed."""
    for step in range(1, params.num_companies + 1):
        following = (player + step) % params.num_companies
        if not state.passed_auction >> following & 1:
            return following
    return NOBODY
