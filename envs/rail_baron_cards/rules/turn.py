"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

============== =============== =============== =============================================
phase          legal           apply           chapter of the manual
============== =============== =============== =============================================
SETUP_DISCARD  legal_setup     apply_setup     3 Setup (``setup.py``)
SETUP_START    legal_setup     apply_setup     3 Setup (``setup.py``)
SETUP_GOAL     legal_setup     apply_setup     3 Setup (``setup.py``)
BID            legal_setup     apply_setup     3 Setup (``setup.py``)
DICE_ORDER     legal_dice      apply_dice      5 Core Mechanics (``move.py``)
MOVE           legal_move      apply_move      4 Gameplay Flow (``move.py``)
PURCHASE       legal_purchase  apply_purchase  4 Gameplay Flow (``purchase.py``)
NEXT_GOAL      legal_goals     set_goal        4 Gameplay Flow (here and in ``hand.py``)
SELL           legal_sell      apply_sell      none, ruled by RB-R8.1 (``sale.py``)
AUCTION        legal_auction   apply_auction   none, ruled by RB-R8.2 (``sale.py``)
EXCHANGE       legal_dice      apply_exchange  none, a variant: RB-R14.1 (``setup.py``)
TURN_GOAL      legal_goals     apply_region    none, a variant: RB-R15.4 (here)
============== =============== =============== =============================================

``*`` is any number of times, ``[]`` is only where it applies::

    set-up:     each player SETUP_DISCARD* -> SETUP_START -> SETUP_GOAL, then each player BID
    a turn:     [EXCHANGE] -> [DICE_ORDER] -> MOVE* -> [second roll -> MOVE*] -> fees -> [SELL -> AUCTION*]*
    an arrival: payout -> PURCHASE* -> [NEXT_GOAL], then on with the turn

Where destinations are rolled, SETUP_START rolls all starts. In NEXT_GOAL and TURN_GOAL the player chooses a region,
because the region of the start was rolled. A turn of a player without a destination begins with the roll of one.
"""

import numpy as np

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import num_in
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import HAND_CARD
from railgym.envs.rail_baron_cards.event_kinds import NEXT_RUN, SET_OUT
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE, choose_region, roll_destination
from railgym.envs.rail_baron_cards.rules.end import end_if_rich, finish
from railgym.envs.rail_baron_cards.rules.extra_owner import assign_fees, take_for_government
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
from railgym.envs.rail_baron_cards.rules.setup import apply_exchange, apply_setup, legal_setup, take_for_run
from railgym.envs.rail_baron_cards.state import NO_CARD

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """Write the legal actions of the current player into ``mask`` and the choices of ``scratch``."""
    clear_choices(scratch, mask)
    if state.phase <= phases.BID:
        legal_setup(params, state, scratch, mask)
    elif state.phase == phases.DICE_ORDER or state.phase == phases.EXCHANGE:
        legal_dice(scratch, mask)
    elif state.phase == phases.MOVE:
        legal_move(params, state, scratch, mask)
    elif state.phase == phases.PURCHASE:
        legal_purchase(params, state, scratch, mask)
    elif state.phase == phases.NEXT_GOAL or state.phase == phases.TURN_GOAL:
        legal_goals(params, state, scratch, mask)
    elif state.phase == phases.SELL:
        legal_sell(params, state, scratch, mask)
    else:
        legal_auction(params, state, scratch, mask)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action and write its events."""
    state.ply += 1
    if state.phase <= phases.BID:
        if apply_setup(params, state, action, events):
            state.place = 0
            begin_round(params, state, events)
    elif state.phase == phases.DICE_ORDER:
        apply_dice(params, state, action, events)
    elif state.phase == phases.EXCHANGE:
        apply_exchange(params, state, action, events)
        begin_movement(params, state, events)
    elif state.phase == phases.MOVE:
        outcome = apply_move(params, state, scratch, action, events)
        if outcome == ARRIVED_NOW:
            arrive(params, state, events)
        elif outcome == MOVED:
            end_move(params, state, events)
    elif state.phase == phases.PURCHASE:
        if apply_purchase(params, state, action, events):
            begin_run(params, state, events)
    elif params.destinations == BY_DICE and (state.phase == phases.NEXT_GOAL or state.phase == phases.TURN_GOAL):
        apply_region(params, state, action - params.region, events)
    elif state.phase == phases.NEXT_GOAL:
        set_goal(params, state, action - HAND_CARD, events)
    elif state.phase == phases.SELL:
        if apply_sell(params, state, action, events):
            settle(params, state, events)
    elif apply_auction(params, state, action, events):
        settle(params, state, events)


@kernel
def begin_round(params, state, events):
    """Begin a round with the first player in the order of play who is in the game; after the last round, end the game
    (RB-R9.2)."""
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
    """Begin the turn of the player at ``state.place`` in the order of play: nothing is bought or due yet (RB-4.1).
    By dice, a player without a destination rolls one first: in the first turn and after a lost one (RB-R15.4)."""
    state.turn += 1
    state.mover = state.order[state.place]
    state.current_player = state.mover
    seat = state.players[state.mover]
    seat.dot = max(np.int64(seat.dot), 0)  # negative only after a record was edited by hand
    state.bought = 0
    clear_dues(state)
    if params.destinations == BY_DICE and seat.goal == NO_CARD:
        seat.start = min(np.int64(seat.start), params.num_cities - 1)  # NO_CARD only after a record was edited
        if not roll_destination(params, state, SET_OUT, events):
            state.phase = phases.TURN_GOAL
            return
    begin_moves(params, state, events)


@kernel
def begin_moves(params, state, events):
    """Roll the dice of the turn (RB-4.1). In the first round, an option first asks whether to exchange the ends of the
    run (RB-R14.1, RB-R15.6)."""
    if params.home_swap == 1 and state.round == 1:
        state.phase = phases.EXCHANGE
    else:
        begin_movement(params, state, events)


@kernel
def arrive(params, state, events):
    """Pay the run (RB-4.3), then let the mover buy (RB-4.6), then begin the next run (RB-4.8)."""
    collect_payout(params, state, events)
    if end_if_rich(params, state, events):
        return
    state.purchases = 0
    if can_purchase(params, state):
        state.phase = phases.PURCHASE
    else:
        begin_run(params, state, events)


@kernel
def begin_run(params, state, events):
    """Make the city reached the new start (RB-4.12) and ask for a new destination (RB-4.8), or roll one (RB-R15.2)."""
    take_for_government(params, state, events)
    seat = state.players[state.mover]
    left = np.int64(seat.start)
    seat.start = seat.goal
    seat.goal = NO_CARD
    if params.destinations == BY_DICE:
        if roll_destination(params, state, NEXT_RUN, events):
            end_move(params, state, events)
        else:
            state.phase = phases.NEXT_GOAL
        return
    discard(state.pile, left)
    prepare_goals(params, state, state.mover, events)
    if seat.hand_size == 1:  # with more cards the player is always asked, so that the others learn nothing
        set_goal(params, state, 0, events)
    else:
        state.phase = phases.NEXT_GOAL


@kernel
def legal_goals(params, state, scratch, mask):
    """Allow the cards of the hand (RB-4.9), in any order (RB-4.14, RB-7.3), that are of another region and leave a hand
    of which all cards can be used (RB-4.10, RB-4.15); by dice, every region (RB-R15.3)."""
    if params.destinations == BY_DICE:
        for region in range(params.num_regions):
            allow(scratch, mask, params.region + region)
        return
    seat = state.players[state.mover]
    region = card_region(params, seat.start)
    for i in range(np.int64(seat.hand_size)):
        if can_follow(params, state, state.mover, i, region) and not is_repeated(params, seat, i):
            allow(scratch, mask, HAND_CARD + i)


@kernel
def set_goal(params, state, i, events):
    """Show card ``i`` of the hand as the destination, and go on with the turn: a second move begins the new run
    (RB-4.7)."""
    seat = state.players[state.mover]
    seat.goal = take_for_run(params, state, i)
    emit(events, EVERYONE, NEXT_RUN, state.mover, params.card_city[seat.start], params.card_city[seat.goal])
    end_move(params, state, events)


@kernel
def apply_region(params, state, region, events):
    """Roll a city of the region that the mover chose (RB-R15.3), and go on with the turn; a roll of the city where the
    train stands ends the turn (RB-R15.4)."""
    before_move = state.phase == phases.TURN_GOAL
    if not choose_region(params, state, region, SET_OUT if before_move else NEXT_RUN, events):
        state.second_dice = 0
        settle(params, state, events)
    elif before_move:
        begin_moves(params, state, events)
    else:
        end_move(params, state, events)


@kernel
def end_move(params, state, events):
    """Begin the second move if the engine has one (RB-4.7); after the last move, settle the fees of the turn."""
    if not second_move(params, state, events):
        settle(params, state, events)


@kernel
def settle(params, state, events):
    """Pay the fees of the turn; while the cash is short ask for a sale, and without railroads go bankrupt (RB-R8.1,
    RB-R8.4)."""
    if end_if_rich(params, state, events):
        return
    assign_fees(params, state, events)
    if total_due(state) <= state.scores[state.mover]:
        pay_dues(params, state, events)
    elif has_railroads(params, state, state.mover):
        state.phase = phases.SELL
        return
    else:
        go_bankrupt(params, state, events)
    if not end_if_rich(params, state, events):
        next_turn(params, state, events)


@kernel
def next_turn(params, state, events):
    """Begin the turn of the next player in the order of play, or end the game where one player is left (RB-R8.5)."""
    if num_in(state) == 1:
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
