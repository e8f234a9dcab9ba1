"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

::

    SETUP_DISCARD* -> SETUP_START -> SETUP_GOAL, each seat; BID, each seat
    a turn:   [DICE_ORDER] -> MOVE* -> second roll, if the engine has one -> MOVE* -> fees -> [SELL -> AUCTION*]*
    arriving in a MOVE:  payout -> PURCHASE* -> [NEXT_GOAL]
"""

import numpy as np

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import HAND_CARD
from railgym.envs.rail_baron_cards.event_kinds import NEXT_RUN
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.end import finish, test_cash
from railgym.envs.rail_baron_cards.rules.fees import clear_dues, total_due
from railgym.envs.rail_baron_cards.rules.hand import can_follow, card_region, is_repeated, prepare_goals
from railgym.envs.rail_baron_cards.rules.move import (
    ARRIVED_NOW,
    MOVED,
    apply_dice,
    apply_move,
    begin_movement,
    collect_payout,
    legal_dice,
    legal_move,
    second_move,
)
from railgym.envs.rail_baron_cards.rules.purchase import apply_purchase, can_purchase, legal_purchase
from railgym.envs.rail_baron_cards.rules.sale import (
    apply_auction,
    apply_sell,
    go_bankrupt,
    has_railroads,
    legal_auction,
    legal_sell,
    pay_dues,
)
from railgym.envs.rail_baron_cards.rules.setup import apply_setup, legal_setup, take_for_run
from railgym.envs.rail_baron_cards.state import NO_CARD

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """What the current seat may do."""
    clear_choices(scratch, mask)
    if state.phase <= phases.BID:
        legal_setup(params, state, scratch, mask)
    elif state.phase == phases.DICE_ORDER:
        legal_dice(scratch, mask)
    elif state.phase == phases.MOVE:
        legal_move(params, state, scratch, mask)
    elif state.phase == phases.PURCHASE:
        legal_purchase(params, state, scratch, mask)
    elif state.phase == phases.NEXT_GOAL:
        legal_goals(params, state, scratch, mask)
    elif state.phase == phases.SELL:
        legal_sell(params, state, scratch, mask)
    else:
        legal_auction(params, state, scratch, mask)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action."""
    state.ply += 1
    if state.phase <= phases.BID:
        if apply_setup(params, state, action, events):
            state.place = 0
            begin_round(params, state, events)
    elif state.phase == phases.DICE_ORDER:
        apply_dice(state, action, events)
    elif state.phase == phases.MOVE:
        outcome = apply_move(params, state, scratch, action, events)
        if outcome == ARRIVED_NOW:
            arrive(params, state, events)
        elif outcome == MOVED:
            end_move(params, state, events)
    elif state.phase == phases.PURCHASE:
        if apply_purchase(params, state, action, events):
            begin_run(params, state, events)
    elif state.phase == phases.NEXT_GOAL:
        set_goal(params, state, action - HAND_CARD, events)
    elif state.phase == phases.SELL:
        if apply_sell(params, state, action, events):
            settle(params, state, events)
    elif apply_auction(params, state, action, events):
        settle(params, state, events)


@kernel
def begin_round(params, state, events):
    """The first in the order of play who is still in the game begins a round, unless the last was played (RB-R9)."""
    if state.round == params.max_rounds:
        finish(params, state, phases.ROUND_LIMIT, -1, events)
        return
    state.round += 1
    state.place = 0
    while state.out[state.order[state.place]] == 1:
        state.place += 1
    begin_turn(params, state, events)


@kernel
def begin_turn(params, state, events):
    state.turn += 1
    state.mover = state.order[state.place]
    state.current_player = state.mover
    seat = state.players[state.mover]
    seat.dot = max(np.int64(seat.dot), 0)  # less in no game, but in a position that was changed by hand
    state.bought = 0
    clear_dues(state)
    begin_movement(params, state, events)


@kernel
def arrive(params, state, events):
    """RB-4.3: payout, RB-4.6: purchases, RB-4.8: a new destination, in this order."""
    collect_payout(params, state, events)
    if test_cash(params, state, events):
        return
    state.purchases = 0
    if can_purchase(params, state):
        state.phase = phases.PURCHASE
    else:
        begin_run(params, state, events)


@kernel
def begin_run(params, state, events):
    """RB-4.12: the card of the city reached is the new start; RB-4.8: a new destination has to be chosen."""
    seat = state.players[state.mover]
    discard(state.pile, seat.start)
    seat.start = seat.goal
    seat.goal = NO_CARD
    prepare_goals(params, state, state.mover, events)
    if seat.hand_size == 1:  # any other hand is asked, so that the others learn nothing of it
        set_goal(params, state, 0, events)
    else:
        state.phase = phases.NEXT_GOAL


@kernel
def legal_goals(params, state, scratch, mask):
    """Cards of the hand (RB-4.9), in any order (RB-4.14, RB-7.3), that are of another region and leave a hand which can
    be used up (RB-4.10, RB-4.15)."""
    seat = state.players[state.mover]
    region = card_region(params, seat.start)
    for i in range(np.int64(seat.hand_size)):
        if can_follow(params, state, state.mover, i, region) and not is_repeated(params, seat, i):
            allow(scratch, mask, HAND_CARD + i)


@kernel
def set_goal(params, state, i, events):
    """The destination is shown, and the second move begins the new run (RB-4.7)."""
    seat = state.players[state.mover]
    seat.goal = take_for_run(params, state, i)
    emit(events, EVERYONE, NEXT_RUN, state.mover, params.card_city[seat.start], params.card_city[seat.goal])
    end_move(params, state, events)


@kernel
def end_move(params, state, events):
    """After the first move comes the second, if the engine has one (RB-4.7); then the turn's fees."""
    if not second_move(state, events):
        settle(params, state, events)


@kernel
def settle(params, state, events):
    """Pay the turn's fees; sell railroads one at a time while the cash is short, or go bankrupt (RB-R8)."""
    if test_cash(params, state, events):
        return
    if total_due(state) <= state.scores[state.mover]:
        pay_dues(params, state, events)
    elif has_railroads(params, state, state.mover):
        state.phase = phases.SELL
        return
    else:
        go_bankrupt(params, state, events)
    if not test_cash(params, state, events):
        next_turn(params, state, events)


@kernel
def next_turn(params, state, events):
    """The next in the order of play, if anyone else is left."""
    if state.num_out + 1 == params.num_players:
        finish(params, state, phases.LAST_ONE_LEFT, -1, events)
        return
    while True:
        state.place += 1
        if state.place == params.num_players:
            begin_round(params, state, events)
            return
        if state.out[state.order[state.place]] == 0:
            begin_turn(params, state, events)
            return
