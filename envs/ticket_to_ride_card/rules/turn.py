"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

============= ================= ================= =====================================
phase         legal             apply             chapter of the manual
============= ================= ================= =====================================
SETUP_TICKETS legal_decide      decide            3 Setup (``draw_tickets.py``)
ACTION        legal_action      begin_action      4 Gameplay Flow (the table below)
SECOND_CARD   legal_draw        apply_draw        4 Gameplay Flow (``draw_trains.py``)
LAY_NATURAL   legal_lay_natural apply_lay_natural 4 Gameplay Flow (``lay_trains.py``)
LAY_WILD      legal_lay_wild    apply_lay_wild    4 Gameplay Flow (``lay_trains.py``)
TICKETS_DRAWN legal_decide      decide            4 Gameplay Flow (``draw_tickets.py``)
============= ================= ================= =====================================

In ACTION the player begins one of three actions:

================ ================== ========================================= ===================
action           legal              apply                                     module
================ ================== ========================================= ===================
draw train cards legal_draw         apply_draw, then SECOND_CARD              ``draw_trains.py``
lay train cards  legal_lay          apply_lay_colour, then LAY_NATURAL and    ``lay_trains.py``
                                    LAY_WILD; or apply_lay_three
draw tickets     legal_draw_tickets apply_draw_tickets, then TICKETS_DRAWN    ``draw_tickets.py``
================ ================== ========================================= ===================

Steps in ``[]`` are of the solo game only::

    a game:     each player SETUP_TICKETS, then turns
    a turn:     [advance_clock] -> move_cards -> the action -> refill_display
    a deck:     turns until it is exhausted, then the final turns -> end_deck (``decks.py``)
    the end:    finish (``scoring.py``)
"""

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import DRAW_TICKETS, PASS, THREE
from railgym.envs.ticket_to_ride_card.event_kinds import PASSED
from railgym.envs.ticket_to_ride_card.rules.cards import exhaust, refill_display
from railgym.envs.ticket_to_ride_card.rules.decks import end_deck
from railgym.envs.ticket_to_ride_card.rules.draw_tickets import (
    apply_decide,
    apply_draw_tickets,
    legal_decide,
    legal_draw_tickets,
    return_tickets,
)
from railgym.envs.ticket_to_ride_card.rules.draw_trains import apply_draw, legal_draw
from railgym.envs.ticket_to_ride_card.rules.lay_trains import (
    apply_lay_colour,
    apply_lay_natural,
    apply_lay_three,
    apply_lay_wild,
    legal_lay,
    legal_lay_natural,
    legal_lay_wild,
)
from railgym.envs.ticket_to_ride_card.rules.move import move_cards
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, LAY_NATURAL, LAY_WILD, SECOND_CARD, SETUP_TICKETS
from railgym.envs.ticket_to_ride_card.rules.scoring import finish
from railgym.envs.ticket_to_ride_card.rules.solo import advance_clock, settle_robberies

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """Write what the current player may do in this phase into ``mask`` and the list of choices."""
    clear_choices(scratch, mask)
    if state.phase == ACTION:
        legal_action(params, state, scratch, mask)
    elif state.phase == SECOND_CARD:
        legal_draw(state, scratch, mask)
    elif state.phase == LAY_NATURAL:
        legal_lay_natural(params, state, scratch, mask)
    elif state.phase == LAY_WILD:
        legal_lay_wild(params, state, scratch, mask)
    else:
        legal_decide(params, state, scratch, mask)


@kernel
def legal_action(params, state, scratch, mask):
    """Allow one action of three (TC-4.5, solo TC-4.22), and to pass only if no other action is legal (TC-R11)."""
    legal_draw(state, scratch, mask)
    legal_lay(params, state, scratch, mask)
    legal_draw_tickets(state, scratch, mask)
    if scratch.num_choices == 0:
        allow(scratch, mask, PASS)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action. When it completes the action of the turn, the turn ends and the next one begins."""
    state.ply += 1
    if state.phase == ACTION:
        over = begin_action(params, state, action, events)
    elif state.phase == SECOND_CARD:
        over = apply_draw(params, state, action, events)
    elif state.phase == LAY_NATURAL:
        over = apply_lay_natural(params, state, action, events)
    elif state.phase == LAY_WILD:
        over = apply_lay_wild(params, state, action, events)
    else:
        over = decide(params, state, action, events)
    if over:
        end_turn(params, state, scratch, events)


@kernel
def begin_action(params, state, action, events):
    """Begin one action of three (TC-4.5), or pass; returns whether it is over already."""
    if action == PASS:
        emit(events, EVERYONE, PASSED, state.current_player)
        return True
    if action < DRAW_TICKETS:
        return apply_draw(params, state, action, events)
    if action == DRAW_TICKETS:
        return apply_draw_tickets(params, state, events)
    if action < THREE:
        return apply_lay_colour(params, state, action, events)
    return apply_lay_three(params, state, action, events)


@kernel
def decide(params, state, action, events):
    """Keep or return a ticket; returns whether the action of a turn is over.

    At set-up the next player then chooses first tickets; after the last of them the first turn begins.
    """
    if not apply_decide(state, action, events):
        return False
    if state.phase != SETUP_TICKETS:
        return_tickets(params, state, state.current_player, False, events)
        return True
    state.undecided = params.first_tickets
    state.current_player += 1
    if state.current_player == params.num_players:
        state.current_player = 0
        state.undecided = 0
        for player in range(params.num_players):
            return_tickets(params, state, player, params.shuffle_returns == 1, events)
        begin_turn(params, state, events)
    return False


@kernel
def begin_turn(params, state, events):
    """Begin the turn of the current player (TC-4.1): solo, the station clock advances; cards move to the on-the-track
    stack; then the player takes one action. Robberies are settled after both steps (TC-R16).
    """
    state.turn += 1
    state.moved_cards = 0
    state.drawn = 0
    if params.solo == 1:
        advance_clock(params, state, events)
    move_cards(state, state.current_player, events)
    settle_robberies(params, state, events)
    state.phase = ACTION


@kernel
def end_turn(params, state, scratch, events):
    """End the current turn: refill the draw area, settle robberies (TC-R16), end the deck after its final turns, and
    begin the next player's turn if the game goes on.

    Solo: the game lasts sixteen turns (TC-6.6). It ends with the turn of the clock's last card (TC-6.7), which is
    played to its end (TC-6.8); an empty train deck ends nothing (TC-7.3).
    """
    refill_display(params, state, events)
    settle_robberies(params, state, events)
    if params.solo == 1:
        if state.clock_deck.size == 0:
            finish(params, state, scratch, events)
            return
    elif end_of_final_turns(params, state, events):
        end_deck(params, state, scratch, events)
        if state.terminated == 1:
            return
    state.current_player = (state.current_player + 1) % params.num_players
    begin_turn(params, state, events)


@kernel
def end_of_final_turns(params, state, events):
    """Count the turn that just ended; returns whether it was the last of the deck.

    Three rounds in a row in which no player drew or laid a train card exhaust the deck, too (TC-R12).
    """
    state.idle_turns = 0 if state.moved_cards == 1 else state.idle_turns + 1
    if state.final_turns < 0 and state.idle_turns >= 3 * params.num_players:
        state.stalled = 1
        exhaust(params, state, events)
    if state.final_turns > 0:
        state.final_turns -= 1
    return state.final_turns == 0
