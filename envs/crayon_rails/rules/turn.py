"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

========== ============= ================ =======================================================
phase      legal         apply            chapter of the manual
========== ============= ================ =======================================================
GIVE_UP    legal_give_up give_up          12 Optional rules of Resourceful Rails (``cards.py``)
PLACE      legal_place   place, operate   none, ruled by EB-R6.2 (``operate.py``)
OPERATE    legal_operate operate          4 Gameplay Flow (``operate.py``, ``cargo.py``)
BUILD      legal_build   apply_build      4 Gameplay Flow (``build.py``)
BUILD_FROM legal_builder apply_build      5 Core Mechanics (``build.py``)
LOSE_LOAD  legal_loss    lose_load        5 Core Mechanics (``incidents.py``)
========== ============= ================ =======================================================

Chapters are those of Empire Builder, unless another is named. ``*`` is any number of times, ``[]`` is only where it
applies::

    opening rounds:    BUILD*, first to last player, then last to first
    a turn:            [GIVE_UP*] -> [PLACE] -> OPERATE* -> BUILD*
    or, instead of it: [GIVE_UP*] -> the hand is discarded
    an event drawn:    [LOSE_LOAD*] of each derailed player, then on with the turn
    a single segment:  BUILD -> BUILD_FROM -> BUILD
"""

import numpy as np

from railgym.envs.core.choices import clear_choices
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import BORROW, DELIVER, DISCARD, DONE, GIVE, OPEN
from railgym.envs.crayon_rails.event_kinds import LOST_TURN
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.best_run import whole_movement
from railgym.envs.crayon_rails.rules.build import apply_build, is_opening, legal_build, legal_builder
from railgym.envs.crayon_rails.rules.cards import (
    CARDS_KEPT,
    borrow,
    discard_hand,
    draw_top,
    give_up,
    legal_give_up,
    take_card,
)
from railgym.envs.crayon_rails.rules.cargo import deliver, drop, legal_loss, pick_up
from railgym.envs.crayon_rails.rules.end import check_goal, end_round
from railgym.envs.crayon_rails.rules.incidents import draw_event, end_events, lose_load, next_loser
from railgym.envs.crayon_rails.rules.operate import (
    can_place,
    legal_operate,
    legal_place,
    place,
    run_towards,
    step,
)
from railgym.envs.crayon_rails.rules.segments import budget

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """Write the legal actions of the current player into ``mask`` and the choices of ``scratch``."""
    clear_choices(scratch, mask)
    if state.phase == phases.GIVE_UP:
        legal_give_up(state, scratch, mask)
    elif state.phase == phases.PLACE:
        legal_place(params, state, scratch, mask)
    elif state.phase == phases.OPERATE:
        legal_operate(params, state, scratch, mask)
    elif state.phase == phases.BUILD:
        legal_build(params, state, scratch, mask)
    elif state.phase == phases.BUILD_FROM:
        legal_builder(params, state, scratch, mask)
    else:
        legal_loss(params, state, scratch, mask)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action and write its events (EB-1.2)."""
    state.ply += 1
    if state.phase == phases.GIVE_UP:
        give_up(params, state, np.int64(state.mover), action - GIVE, events)
        begin_operations(params, state)
    elif state.phase == phases.PLACE and action != DISCARD:
        place(params, state, scratch, action - params.act_place, events)
        state.acted = 1
        begin_operations(params, state)
    elif state.phase == phases.PLACE or state.phase == phases.OPERATE:
        operate(params, state, scratch, action, events)
    elif state.phase == phases.LOSE_LOAD:
        lose_load(params, state, np.int64(state.current_player), action - params.act_drop, events)
        fill_hand(params, state, scratch, events)
    elif apply_build(params, state, scratch, action, events):
        end_turn(params, state, scratch, events)


@kernel
def operate(params, state, scratch, action, events):
    """Play one action of the operations, of which a turn has any number (EB-7.6). After DONE, building follows (EB-4.1,
    RR-5.1, RR-5.4)."""
    player = np.int64(state.mover)
    if action == DONE:
        state.phase = phases.BUILD
        if budget(state, player) <= 0:
            end_turn(params, state, scratch, events)
        return
    state.acted = 1
    if action == DISCARD:
        state.turn_ends = 1
        discard_hand(params, state, player, events)
        fill_hand(params, state, scratch, events)
    elif action == BORROW:
        borrow(state, player, events)
    elif action < OPEN:
        deliver(params, state, player, action - DELIVER, events)
        fill_hand(params, state, scratch, events)
    elif action < params.act_drop:
        pick_up(params, state, player, action - params.act_pick, events)
    elif action < params.act_place:
        drop(params, state, player, action - params.act_drop, events)
    elif action < params.act_pay:
        run_towards(params, state, scratch, action - params.act_run, False, events)
    elif action < params.act_build:
        run_towards(params, state, scratch, action - params.act_pay, True, events)
    else:
        step(params, state, scratch, action - params.act_step, events)


@kernel
def fill_hand(params, state, scratch, events):
    """Draw cards until the mover has three demand cards (EB-5.29, RR-6.1, RR-6.8), or the pool has (EB-R16.6), and go
    on with the turn. An event
    drawn takes effect at once (EB-5.30, EB-5.36): derailed players choose the loads they lose before the next card is
    drawn. Nothing else is done before the hand is full (EB-7.7)."""
    player = np.int64(state.mover)
    while True:
        loser = next_loser(params, state)
        if loser >= 0:
            state.phase = phases.LOSE_LOAD
            state.current_player = loser
            return
        if state.players[player].num_cards == CARDS_KEPT:
            break
        card = draw_top(state, events)
        if card < params.num_cards:
            take_card(params, state, player, card, events)
        else:
            draw_event(params, state, scratch, card - params.num_cards, events)
    state.current_player = player
    state.phase = phases.OPERATE
    if state.turn_ends == 1:
        end_turn(params, state, scratch, events)


@kernel
def end_turn(params, state, scratch, events):
    """Test the goal, end events that are over, and begin the next turn that is not lost."""
    while True:
        player = np.int64(state.mover)
        if not is_opening(params, state):
            check_goal(params, state, scratch, player, events)
            end_events(params, state, scratch, player, events)
        if state.terminated == 1:
            return
        _next_place(params, state, events)
        if state.terminated == 1 or _begin_turn(params, state, events):
            return


@kernel
def _next_place(params, state, events):
    """Find the next player in the order of play (EB-R5). Opening rounds go from the first player to the last (RR-3.3),
    then back (EB-4.10, RR-3.4, RR-3.5); a third one goes from the first to the last again (RR-3.6, RR-R1.4). Normal
    turns begin with the first player and go clockwise (EB-4.11, RR-3.7)."""
    last = params.num_players - 1
    if is_opening(params, state):
        backwards = state.opening_rounds_done % 2 == 1
        if state.order_index == (0 if backwards else last):
            state.opening_rounds_done += 1
            if not is_opening(params, state):
                state.order_index = 0
                state.round = 1
            elif not backwards:
                state.order_index = last
            else:
                state.order_index = 0
        else:
            state.order_index += -1 if backwards else 1
    elif state.order_index < last:
        state.order_index += 1
    else:
        end_round(params, state, events)
        state.round += 1 - state.terminated
        state.order_index = 0


@kernel
def _begin_turn(params, state, events):
    """Begin the next player's turn. Returns whether it has a decision: it has none if the player loses the turn
    (EB-R13.3), or has no money to build in an opening round."""
    player = np.int64(state.order[state.order_index])
    seat = state.players[player]
    state.turn += 1
    state.mover = player
    state.current_player = player
    state.fee_paid = 0
    state.picked_up = 0
    state.dropped = 0
    state.acted = 0
    state.turn_ends = 0
    state.spent_in_turn = 0
    state.exits_in_turn = 0
    state.movement_left = whole_movement(params, seat.engine)
    if is_opening(params, state):
        state.phase = phases.BUILD
        return budget(state, player) > 0
    if seat.turns_lost > 0:
        seat.turns_lost -= 1
        emit(events, EVERYONE, LOST_TURN, player)
        return False
    begin_operations(params, state)
    return True


@kernel
def begin_operations(params, state):
    """Set the first phase of the operations: cards of the first hand are given up (RR-12.7, EB-R16.1), then the train
    is placed (EB-R6.2, RR-4.1), then the turn is a normal one (RR-4.3), as it is without a place to begin (RR-R5)."""
    player = np.int64(state.mover)
    seat = state.players[player]
    if seat.num_cards > CARDS_KEPT:
        state.phase = phases.GIVE_UP
    elif seat.train < 0 and can_place(params, state, player):
        state.phase = phases.PLACE
    else:
        state.phase = phases.OPERATE
