"""The auction for the first place in the turn."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import MOST_BID, PASS
from railgym.envs.railways_of_the_world.event_kinds import BID, DROPPED_OUT, WON_AUCTION
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.money import pay
from railgym.envs.railways_of_the_world.state import NOBODY

__all__ = ["begin_auction", "bid", "legal_bids"]


@kernel
def begin_auction(state):
    """Begin the auction: the first player of the turn before opens it (RW-2.2)."""
    state.bid = 0
    state.bidder = NOBODY
    state.passed_auction = 0
    state.current_player = state.first_seat
    state.phase = phases.AUCTION


@kernel
def legal_bids(params, state, scratch, mask):
    """Allow higher bids, and to pass for the rest of the auction (RW-2.3)."""
    allow(scratch, mask, PASS)
    for amount in range(np.int64(state.bid) + 1, MOST_BID + 1):
        allow(scratch, mask, params.act_bid + amount - 1)


@kernel
def bid(params, state, player, amount, events):
    """Raise the bid, or pass (0); returns whether the auction is over. The last player who has not passed pays their
    bid (RW-2.4) and is first. If all pass, the next seat becomes first (RW-2.5)."""
    if amount > 0:
        state.bid = amount
        state.bidder = player
        emit(events, EVERYONE, BID, player, amount)
    else:
        state.passed_auction |= 1 << player
        emit(events, EVERYONE, DROPPED_OUT, player)
    following = _next_bidder(params, state, player)
    if following == NOBODY:
        state.first_seat = (state.first_seat + 1) % params.num_companies
        return True
    if following == state.bidder:
        state.first_seat = state.bidder
        pay(state, following, np.int64(state.bid), events)
        emit(events, EVERYONE, WON_AUCTION, following, state.bid)
        return True
    state.current_player = following
    return False


@kernel
def _next_bidder(params, state, player):
    """The next seat clockwise that has not passed."""
    for step in range(1, params.num_companies + 1):
        following = (player + step) % params.num_companies
        if not state.passed_auction >> following & 1:
            return following
    return NOBODY
