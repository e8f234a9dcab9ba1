"""Plans are as good as their descriptions say.

Games are played under the referee of checker.py. In their positions, every legal plan is played in a copy. Its cost and
its end are compared with an exhaustive search by single steps.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from crayon_rails.checker import Referee
from crayon_rails.checker_games import pick
from crayon_rails.checker_map import RUN
from reading import reading

from railgym.agents.registry import make_agent
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails

SMALL: dict[str, Any] = {"map": "test", "goal": 120, "raised_goal": 150, "majors": 2, "max_rounds": 30}
FORMS: dict[str, tuple[type[CrayonRails], dict[str, Any]]] = {
    "two": (EmpireBuilder, SMALL),
    "four, waiting at dead ends": (EmpireBuilder, SMALL | {"num_players": 4, "reverse_at_dead_ends": False}),
    "six": (EmpireBuilder, SMALL | {"num_players": 6, "fast_trains": True}),
    "three, orders": (ResourcefulRails, SMALL | {"num_players": 3, "events": True, "extra_build_turn": True}),
    "four, orders": (ResourcefulRails, SMALL | {"num_players": 4, "reverse_at_dead_ends": False, "borrow": True}),
}
PLANS = ("run", "pay", "build")
SEEN = {
    *PLANS, "flood in force", "strike in force", "snow in force", "storm in force", "less than a fee in cash",
    "an opening round", "a run of more than a turn", "a way to build of more than a turn", "a run that costs a fee",
    "a slow step",
}  # fmt: skip


def compare(game: CrayonRails, seed: int, share: float, most: int = 100_000, bot: str = "") -> Counter[str]:
    """Play a game; in a ``share`` of its positions every legal plan is played by a referee in a copy, who fails if
    there is a better one. A scripted bot plays, or players who mostly fetch what they have a card for. Returns what
    was compared, and how often."""
    rng, seen = np.random.default_rng(seed), Counter[str]()
    state = game.rules.new_state(seed)
    referee = Referee(game, state)
    for _ in range(most):
        referee.compare(state)
        if state["terminated"][0]:
            break
        mask = game.rules.legal(state)
        plans = [a for a in np.flatnonzero(mask).tolist() if game.actions.block_of(a).name in PLANS]
        if plans and rng.random() < (share if referee.phase == RUN else min(1, 4 * share)):  # one of a turn builds
            seen += circumstances(referee)
            for plan in plans:
                after, aside = state.copy(), referee.fork()
                aside.notes.clear()
                try:
                    aside.play(plan, game.rules.apply(after, plan), after)
                except AssertionError as error:
                    where = f"seed {seed}, {game.actions.labels[plan]!r} before ply {int(state['ply'][0])}"
                    raise AssertionError(f"{error}\n{where}, {game.options!r}") from error
                seen += aside.notes
                seen["a run that costs a fee"] += aside.notes["paid"] > 0
        action = advice(game, bot, state) if bot else pick(referee, mask, rng, "eager")
        referee.play(action, game.rules.apply(state, action), state)
    return seen


def advice(game: CrayonRails, bot: str, state: Array) -> int:
    """The action of a scripted bot in the seat to act."""
    agent, player = make_agent(bot, game), int(state["current_player"][0])
    agent.reset(player, 0)
    return int(agent.act(reading(game, game.rules.view(state, player))))


def circumstances(referee: Referee) -> Counter[str]:
    """What may make a plan go wrong in a position."""
    kinds = [referee.board.events[there.event].kind for there in referee.in_force]
    seen = Counter(f"{kind} in force" for kind in kinds)
    seen["positions"] += 1
    seen["less than a fee in cash"] += referee.me.cash < 4
    seen["an opening round"] += not referee.round
    return seen


def test_plan__is_never_worse_than_a_search_by_single_steps() -> None:
    """EB-R9.2, EB-R10.2: on the small map, where all the tracks are close together."""
    seen = Counter[str]()
    for form in ("two", "four, waiting at dead ends", "three, orders"):
        kind, options = FORMS[form]
        seen += compare(kind(**options), 3, share=0.03)
    assert not SEEN - set(+seen), SEEN - set(+seen)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_plan__is_never_worse_in_many_games(form: str) -> None:
    kind, options = FORMS[form]
    assert sum((compare(kind(**options), seed, share=0.5) for seed in range(20)), Counter[str]())["positions"] > 1000


@pytest.mark.long
@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_plan__is_never_worse_on_a_large_map(kind: type[CrayonRails]) -> None:
    """In a game of planners: other players soon have no money left on such a map, and nothing to choose."""
    game = kind(num_players=4, events=True)
    assert compare(game, 5, share=0.05, most=1500, bot="planner")["positions"] > 50
