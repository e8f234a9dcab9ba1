"""The sequence of a turn with several players: barons are kept once; then follow an auction, three rounds of one action
each, and income, turn after turn."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import KEPT
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.auction import begin_auction, clear_bids
from railgym.envs.railways_of_the_world.rules.cards import add_card
from railgym.envs.railways_of_the_world.rules.end import finish_game
from railgym.envs.railways_of_the_world.rules.money import take_income
from railgym.envs.railways_of_the_world.rules.open_runs import remove_open_runs
from railgym.envs.railways_of_the_world.rules.order import order_by_points, place_of, seat_at
from railgym.envs.railways_of_the_world.rules.phases import ROUNDS, TURN_LIMIT, WORST_IS_FIRST

__all__ = ["begin_actions", "begin_rounds", "close_year", "keep_baron", "legal_barons", "next_seat"]


@kernel
def legal_barons(params, scratch, mask):
    """Allow each of the two barons dealt to be kept (RW-1.6)."""
    allow(scratch, mask, params.act_keep)
    allow(scratch, mask, params.act_keep + 1)


@kernel
def keep_baron(params, state, player, place, events):
    """Keep one of the two barons dealt in secret, and discard the other (RW-1.6)."""
    seat = state.players[player]
    kept = np.int64(seat.barons[place])
    seat.barons[1] = seat.barons[1 - place]
    seat.barons[0] = kept
    emit(events, 1 << player, KEPT, player, seat.barons[0])
    if player + 1 < params.num_companies:
        state.current_player = player + 1
    else:
        _begin_year(params, state, events)


@kernel
def _begin_year(params, state, events):
    """Begin a turn with its auction, or, in the variant ``worst_is_first``, with the order by points (RW-R10.3)."""
    state.year += 1
    if params.bidding == WORST_IS_FIRST and state.year > 1:
        clear_bids(state)
        order_by_points(params, state, events)
        begin_rounds(state)
    else:
        begin_auction(state)


@kernel
def begin_rounds(state):
    """Begin the rounds of a turn with the action of its first seat."""
    state.round = 0
    begin_actions(state, np.int64(state.first_seat))


@kernel
def begin_actions(state, player):
    """Begin the action of a seat."""
    state.current_player = player
    state.players[player].actions_left = 1
    state.turn += 1
    state.phase = phases.ACTION


@kernel
def next_seat(params, state, player, events):
    """Go on with the next seat's action, clockwise (RW-2.6), the next of three rounds (RW-2.7), or the end of the turn
    (RW-2.1)."""
    place = place_of(params, state, player) + 1
    if place < params.num_companies:
        begin_actions(state, seat_at(params, state, place))
        return
    state.round += 1
    if state.round < ROUNDS:
        begin_actions(state, np.int64(state.first_seat))
    elif not close_year(params, state, events):
        _begin_year(params, state, events)


@kernel
def close_year(params, state, events):
    """End a turn: income for all, open runs are removed, a card comes on display (RW-2.8, RS-3.3). Returns whether the
    game is over: one turn after its end was triggered (RW-10.1, RS-10.3), or at the limit (RW-R8)."""
    for player in range(params.num_companies):
        take_income(params, state, player, events)
    if state.num_runs > 0:
        remove_open_runs(params, state, events)
    add_card(params, state, events)
    if state.year == state.last_year:
        finish_game(params, state, np.int64(state.last_year_reason), events)
    elif state.year == params.max_years:
        finish_game(params, state, TURN_LIMIT, events)
    return state.terminated == 1
