"""The sequence of a turn against the Railbot: two actions, the Railbot's card, a third action, income.

There is no auction. Insurance takes the first two actions. Duel Barons are claimed at any time.
"""

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.event_kinds import INSURED
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.duel import OLSEN, any_claim, has_effect, legal_claims
from railgym.envs.railways_of_the_world.rules.railbot import reveal
from railgym.envs.railways_of_the_world.rules.years import close_year
from railgym.envs.railways_of_the_world.state import NO_CARD, ROW

__all__ = ["begin_solo_year", "end_part", "insure", "legal_insurance", "legal_last_claims", "resume"]

BEFORE, AFTER = range(2)  # the Railbot's card


@kernel
def begin_solo_year(state):
    """Begin a turn: two actions come before the Railbot's card (RS-3.2)."""
    state.year += 1
    state.turn_part = BEFORE
    state.turn_untouched = 1
    _begin_part(state, 2)


@kernel
def _begin_part(state, actions):
    """Begin a part of the turn with that number of actions."""
    state.current_player = 0
    state.turn += 1
    state.players[0].actions_left = actions
    state.phase = phases.ACTION


@kernel
def legal_insurance(params, state, scratch, mask):
    """Allow Insurance as the first two actions (RS-4.5, RS-4.7), if both are left (RS-4.12), for the first or the
    second card of the row (RS-4.6), if no card has the token (RS-1.4, RS-4.10); also in the last turn (RS-4.11)."""
    if state.turn_untouched == 1 and state.turn_part == BEFORE and state.insured_card == NO_CARD:
        for place in range(ROW - 1):
            if state.railbot_row[place] != NO_CARD:
                allow(scratch, mask, params.act_insure + place)


@kernel
def insure(state, place, events):
    """Put the token on a card until it is resolved (RS-4.9). Both actions are used (RS-4.5), and the third, too, if the
    Railbot has Olsen (RS-13.8, RW-R7)."""
    state.insured_card = state.railbot_row[place]
    state.players[0].actions_left = 0
    if has_effect(state, OLSEN):
        state.turn_untouched = -1
    emit(events, EVERYONE, INSURED, 0, state.insured_card)


@kernel
def legal_last_claims(params, state, scratch, mask):
    """Allow to claim a baron, or to go on, when the actions are used (RS-8.2, RW-R7)."""
    allow(scratch, mask, PASS)
    legal_claims(params, state, scratch, mask, 0)


@kernel
def end_part(params, state, scratch, declined, events):
    """End a part of the turn when its actions are used. Barons may still be claimed (RS-8.2). Then follows the
    Railbot's card, or the end of the turn. In the last turn there is no card (RS-5.6, RS-10.4)."""
    if params.duel_barons == 1 and not declined and any_claim(params, state, 0):
        state.phase = phases.ACTION
    elif state.turn_part == AFTER:
        _end_turn(params, state, events)
    else:
        state.turn_part = AFTER
        state.current_player = params.chooser
        if state.year == state.last_year or reveal(params, state, scratch, events):
            resume(params, state, events)


@kernel
def _end_turn(params, state, events):
    """End the turn and begin the next one, unless the game is over."""
    if not close_year(params, state, events):
        begin_solo_year(state)


@kernel
def resume(params, state, events):
    """Go on after the Railbot's card with the third action (RS-3.2). If Insurance took it, only barons may be claimed
    (RS-13.8)."""
    forfeited = state.turn_untouched == -1
    state.turn_untouched = 0
    _begin_part(state, 0 if forfeited else 1)
    if forfeited and not (params.duel_barons == 1 and any_claim(params, state, 0)):
        _end_turn(params, state, events)
