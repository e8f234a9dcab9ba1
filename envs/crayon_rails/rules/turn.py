"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

::

    opening rounds, forth and back:  BUILD*
    a turn:  [GIVE_UP*] -> [PLACE] -> OPERATE* -> BUILD*
    or, as the first thing after GIVE_UP:  the hand is discarded, and the turn is over
    an event drawn on the way:  LOSE_LOAD*, of whoever is derailed, then on with the turn
    a single segment:  BUILD -> BUILD_FROM -> BUILD
"""

import numpy as np

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import BORROW, DELIVER, DISCARD, DONE, GIVE, OPEN
from railgym.envs.crayon_rails.event_kinds import LOST_TURN
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.build import apply_build, is_opening, legal_build, legal_builder
from railgym.envs.crayon_rails.rules.cards import (
    CARDS_KEPT,
    borrow,
    discard_hand,
    draw_top,
    give_up,
    take_card,
)
from railgym.envs.crayon_rails.rules.cargo import deliver, drop, legal_loss, pick_up
from railgym.envs.crayon_rails.rules.end import end_round, test_goal
from railgym.envs.crayon_rails.rules.incidents import lose_load, next_loser, pass_events, strike
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
    """What the current seat may do."""
    clear_choices(scratch, mask)
    if state.phase == phases.GIVE_UP:
        for i in range(np.int64(state.players[state.mover].num_cards)):
            allow(scratch, mask, GIVE + i)
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
    """Play one legal action: of laying track, of running, of loads and pay (EB-1.2)."""
    state.ply += 1
    if state.phase == phases.GIVE_UP:
        give_up(state, np.int64(state.mover), action - GIVE, events)
        begin_operations(params, state)
    elif state.phase == phases.PLACE and action != DISCARD:
        place(params, state, scratch, action - params.act_place, events)
        state.acted = 1
        begin_operations(params, state)
    elif state.phase == phases.PLACE or state.phase == phases.OPERATE:
        operate(params, state, scratch, action, events)
    elif state.phase == phases.LOSE_LOAD:
        lose_load(state, np.int64(state.current_player), action - params.act_drop, events)
        fill_hand(params, state, scratch, events)
    elif apply_build(params, state, scratch, action, events):
        end_turn(params, state, scratch, events)


@kernel
def operate(params, state, scratch, action, events):
    """Play one action of the operations, as many as one likes (EB-7.6); when they are done, building follows (EB-4.1,
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
        discard_hand(state, player, events)
        fill_hand(params, state, scratch, events)
    elif action == BORROW:
        borrow(state, player, events)
    elif action < OPEN:
        deliver(params, state, player, action - DELIVER, events)
        fill_hand(params, state, scratch, events)
    elif action < params.act_drop:
        pick_up(state, player, action - params.act_pick, events)
    elif action < params.act_place:
        drop(state, player, action - params.act_drop, events)
    elif action < params.act_pay:
        run_towards(params, state, scratch, action - params.act_run, False, events)
    elif action < params.act_build:
        run_towards(params, state, scratch, action - params.act_pay, True, events)
    else:
        step(params, state, scratch, action - params.act_step, events)


@kernel
def fill_hand(params, state, scratch, events):
    """Draw until the mover has three demand cards (EB-5.29, RR-6.1, RR-6.8); an event on the way takes effect at once
    (EB-5.30, EB-5.36), and those whose trains are derailed choose what they lose before the next card is drawn. Only
    then does anything else go on (EB-7.7)."""
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
            take_card(state, player, card, events)
        else:
            strike(params, state, scratch, card - params.num_cards, events)
    state.current_player = player
    state.phase = phases.OPERATE
    if state.turn_ends == 1:
        end_turn(params, state, scratch, events)


@kernel
def end_turn(params, state, scratch, events):
    """The goal is tested and events pass; then the next turn that is not lost begins."""
    while True:
        player = np.int64(state.mover)
        if not is_opening(params, state):
            test_goal(params, state, scratch, player, events)
            pass_events(params, state, scratch, player, events)
        if state.terminated == 1:
            return
        _next_place(params, state, events)
        if state.terminated == 1 or _begin_turn(params, state, events):
            return


@kernel
def _next_place(params, state, events):
    """EB-R5: opening rounds go forth (RR-3.3) and back (EB-4.10, RR-3.4, RR-3.5), a third one forth again (RR-3.6,
    RR-R1); the turns after them begin with the first player and go clockwise (EB-4.11, RR-3.7)."""
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
    """Returns whether there is anything to decide in it: a turn may be lost (EB-R13), or there is no money to build."""
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
    state.movement_left = params.speed[seat.engine]
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
    """RR-12.7: cards of the first hand are given up; EB-R6, RR-4.1: the train is placed; then the turn is one as all
    others (RR-4.3), also if there is no place to begin yet (RR-R5)."""
    player = np.int64(state.mover)
    seat = state.players[player]
    if seat.num_cards > CARDS_KEPT:
        state.phase = phases.GIVE_UP
    elif seat.train < 0 and can_place(params, state, player):
        state.phase = phases.PLACE
    else:
        state.phase = phases.OPERATE
