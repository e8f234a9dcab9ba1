"""The sequence of a game: what is legal, what an action leads to, and whose turn comes next."""

from railgym.envs.core.choices import allow, clear_choices
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from toy_game.actions import KEEP, LOOK, PASS
from toy_game.event_kinds import PASSED
from toy_game.rules.end import game_is_over
from toy_game.rules.load import apply_load, legal_load
from toy_game.rules.look import apply_decide, apply_look, legal_decide, legal_look
from toy_game.rules.phases import DECIDE

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """What the current seat may do; pass only if nothing else is legal."""
    clear_choices(scratch, mask)
    if state.phase == DECIDE:
        legal_decide(state, scratch, mask)
        return
    legal_load(state, scratch, mask)
    if legal_look(state):
        allow(scratch, mask, LOOK)
    if scratch.num_choices == 0:
        allow(scratch, mask, PASS)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action; once the turn is over, the next seat that is still in begins."""
    state.ply += 1
    if action == LOOK:
        apply_look(state, events)
        return
    if action == PASS:
        emit(events, EVERYONE, PASSED, state.current)
    elif action >= KEEP:
        apply_decide(state, action, events)
    else:
        apply_load(params, state, action, events)
    if game_is_over(params, state, events):
        return
    state.turn += 1
    state.current = (state.current + 1) % params.num_players
    while state.out[state.current] == 1:
        state.current = (state.current + 1) % params.num_players
