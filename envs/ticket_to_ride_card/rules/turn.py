"""The sequence of a game: whose decision it is, what is legal, and what an action leads to."""

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import (
    DRAW_TICKETS,
    LAY,
    LOCOMOTIVES,
    NATURALS,
    PASS,
    THREE,
)
from railgym.envs.ticket_to_ride_card.event_kinds import PASSED
from railgym.envs.ticket_to_ride_card.rules.cards import exhaust, refill_display
from railgym.envs.ticket_to_ride_card.rules.decks import end_deck, finish
from railgym.envs.ticket_to_ride_card.rules.draw_tickets import (
    apply_decide,
    apply_draw_tickets,
    legal_decide,
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
from railgym.envs.ticket_to_ride_card.rules.phases import (
    ACTION,
    LAY_NATURAL,
    LAY_WILD,
    SECOND_CARD,
    SETUP_TICKETS,
)
from railgym.envs.ticket_to_ride_card.rules.solo import advance_clock, settle_robberies

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """What the current seat may do: one action of three (TC-4.5, solo TC-4.22); pass only if nothing else is legal
    (TC-R11)."""
    clear_choices(scratch, mask)
    if state.phase == ACTION:
        legal_draw(state, scratch, mask)
        legal_lay(params, state, scratch, mask)
        if state.ticket_deck.size > 0:
            allow(scratch, mask, DRAW_TICKETS)
        if scratch.num_choices == 0:
            allow(scratch, mask, PASS)
    elif state.phase == SECOND_CARD:
        legal_draw(state, scratch, mask)
    elif state.phase == LAY_NATURAL:
        legal_lay_natural(params, state, scratch, mask)
    elif state.phase == LAY_WILD:
        legal_lay_wild(params, state, scratch, mask)
    else:
        legal_decide(params, state, scratch, mask)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action. Once the turn's action is over, the turn ends and the next begins."""
    state.ply += 1
    if action == PASS:
        emit(events, EVERYONE, PASSED, state.current_player)
        over = True
    elif action < DRAW_TICKETS:
        over = apply_draw(params, state, action, events)
    elif action == DRAW_TICKETS:
        apply_draw_tickets(state, events)
        over = False
    elif action < LAY:
        over = decide(params, state, action, events)
    elif action < NATURALS:
        over = apply_lay_colour(params, state, action, events)
    elif action < LOCOMOTIVES:
        over = apply_lay_natural(params, state, action, events)
    elif action < THREE:
        over = apply_lay_wild(params, state, action, events)
    else:
        over = apply_lay_three(params, state, action, events)
    if over:
        end_turn(params, state, scratch, events)


@kernel
def decide(params, state, action, events):
    """A ticket is kept or returned. At set-up the next seat chooses, and the first turn begins after the last."""
    if not apply_decide(state, action, events):
        return False
    if state.phase != SETUP_TICKETS:
        return_tickets(params, state, state.current_player, False, events)
        return True
    state.undecided = 6
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
    """TC-4.1: solo, the station clock advances; then cards move on the track; then the player takes one action.

    Robberies are settled after both steps (TC-R16).
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
    """The display is refilled, robberies are settled (TC-R16), a standstill ends the deck, and the next seat's turn
    begins, if there is one.

    Solo: TC-6.6 the game lasts sixteen turns, TC-6.7 and ends with the turn of the clock's last card, TC-6.8 which is
    played to its end; an empty train deck ends nothing (TC-7.3).
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
    """Count the turn that just ended; returns whether it was the deck's last.

    Three rounds in a row in which nobody drew or laid a train card exhaust the deck, too (TC-R12).
    """
    state.idle_turns = 0 if state.moved_cards == 1 else state.idle_turns + 1
    if state.final_turns < 0 and state.idle_turns >= 3 * params.num_players:
        state.stalled = 1
        exhaust(params, state, events)
    if state.final_turns > 0:
        state.final_turns -= 1
    return state.final_turns == 0
