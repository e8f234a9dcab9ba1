"""Games run as environments of verifiers: tasks, configs and traces are its own, the models are scripted."""

import asyncio
import re
import sys
from contextlib import asynccontextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from railgym.envs.core.errors import OptionsError

vf = pytest.importorskip("verifiers.v1")
pytestmark = pytest.mark.interop

CARD = "ticket_to_ride_card_v0"
NUMBERED = re.compile(r"(?:^ *|: |, |; )(\d+)=", re.M)


class Scripted:
    """A model in a seat, in the place of verifiers' agents: answers each prompt by a function."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.prompts, self.system = answer, [], ""

    @asynccontextmanager
    async def interaction(self, task: Any) -> Any:
        self.system = task.data.system_prompt
        self.trace = SimpleNamespace(rewards={}, metrics={}, info={})
        self.trace.record_reward = self.trace.rewards.__setitem__
        self.trace.record_metric = self.trace.metrics.__setitem__
        yield self

    async def turn(self, prompt: str) -> Any:
        self.prompts.append(prompt)
        return SimpleNamespace(terminated=False, last_reply=self.answer(prompt))


def first(prompt: str) -> str:
    found = NUMBERED.search(prompt[prompt.rindex("Legal actions, ") + len("Legal actions, as number=words") :])
    assert found, prompt
    return f"ACTION {found[1]}"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module at the top level, such as a user writes."""
    from railgym.agents import verifiers_env

    own = ModuleType("railgym_games")
    own.__dict__.update(GameEnv=verifiers_env.GameEnv, GameTaskset=verifiers_env.GameTaskset)
    own.__all__ = ["GameEnv", "GameTaskset"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "railgym_games", own)
    return "railgym_games"


def env_of(module: str, game: str = CARD, options: dict[str, Any] | None = None, **config: Any) -> Any:
    from railgym.agents.verifiers_env import GameConfig, GameEnv, GameEnvConfig

    taskset = GameConfig(id=module, game=game, options=options or {})
    return GameEnv(GameEnvConfig(taskset=taskset, **config))


def play(env: Any, seed: int, *models: Scripted) -> None:
    task = list(env.taskset.take(seed + 1))[seed]
    agents = SimpleNamespace(**{f"player{k}": model for k, model in enumerate(models)})
    asyncio.run(env.run(task, agents))


def test_verifiers__plays_two_models_against_each_other(module: str) -> None:
    """Rewards are zero-sum payoffs; each model reads the rules once and then only what it may know."""
    models = Scripted(first), Scripted(first)
    play(env_of(module), 2, *models)
    rewards = [model.trace.rewards["payoff"] for model in models]
    assert sum(rewards) == 0 and set(rewards) <= {-1.0, 0.0, 1.0}
    for seat, model in enumerate(models):
        assert model.system.startswith(f"You are player_{seat}.\n\n# How to play") and len(model.prompts) > 10
        assert model.trace.metrics == {"forfeit": 0.0}
        assert (model.trace.info["railgym"]["seed"], model.trace.info["railgym"]["seat"]) == (2, seat)


def test_verifiers__plays_a_model_against_an_agent_of_ours(module: str) -> None:
    model = Scripted(first)
    play(env_of(module, "rail_baron_cards_v0", {"board": "small", "goal": 50_000}, opponent="greedy"), 0, model)
    assert model.trace.rewards["payoff"] in (-1.0, 0.0, 1.0)


def test_wrong_replies__are_refused_with_the_rule_and_then_forfeit(module: str) -> None:
    models = Scripted(lambda prompt: "ACTION lay black"), Scripted(first)
    play(env_of(module, illegal=1), 1, *models)
    assert [model.trace.rewards["payoff"] for model in models] == [-1.0, 1.0]
    assert models[0].trace.metrics == {"forfeit": 1.0}
    assert models[0].prompts[1].startswith("Refused: 'lay black' is not legal now")


def test_details__are_shown_and_limited(module: str) -> None:
    replies = iter(["DETAIL player_1", "DETAIL nowhere", "DETAIL player_1", "nothing"])
    models = Scripted(lambda prompt: next(replies)), Scripted(first)
    play(env_of(module, illegal=1, details=2), 1, *models)
    prompts = models[0].prompts
    assert "player_1" in prompts[1] and "nowhere" in prompts[2] and prompts[3] == "No more details. Reply ACTION n."
    assert models[0].trace.metrics == {"forfeit": 1.0}


def test_taskset__is_loaded_by_its_name_and_refuses_other_tables(module: str) -> None:
    from verifiers.v1.utils.loaders import load_taskset

    from railgym.agents.verifiers_env import GameConfig

    tasks = list(load_taskset(GameConfig(id=module)).take(3))
    assert [task.data.info["seed"] for task in tasks] == [0, 1, 2]
    with pytest.raises(OptionsError, match="has 3 seats: choose a game with two"):
        list(load_taskset(GameConfig(id=module, options={"num_players": 3})).take(1))
