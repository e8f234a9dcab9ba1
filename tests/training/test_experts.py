"""Experts that label the positions which a learner reaches."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railgym.agents import make_agent
from railgym.agents.learned import LearnedAgent
from railgym.agents.learned.artifact import shipped_folder
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.position import View
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.league import LeagueTable
from railgym.training.learn.train import run
from railgym.training.learn.vec_env import LeagueVecEnv

CARD = {"game": "ticket_to_ride_card_v0", "timesteps": 64, "num_envs": 8, "hidden": (16,)}


@pytest.mark.parametrize(("encoder", "code"), [("vector", "trained"), ("advised", "trained"), ("vector", "former:1")])
def test_trained_expert__is_asked_about_its_own_view(encoder: str, code: str) -> None:
    """Whatever the learner observes."""
    game = make_game("ticket_to_ride_card_v0").encoded_by(encoder)
    config = TrainConfig(**CARD)
    env = LeagueVecEnv(game, 8, 1, LeagueTable.of(config, game), config.reward, 1, code)
    expert = make_agent(code, game)
    assert isinstance(expert, LearnedAgent)
    expert.sharpness = None  # best moves are the labels, even of an agent that samples
    env.reset()
    for _ in range(20):
        advice = env.advice()
        for i, view in enumerate(env.batch.views(np.arange(8))):
            expert.reset(int(view["current_player"]), 1)
            assert expert.act(View.unchecked(game, view[None])) == advice[i]
        env.step(advice)


def test_expert_against_an_opponent__labels_the_games_with_it_alone(tmp_path: Path) -> None:
    """Given tables for three that are mixed, the planner labels the games in which both others are `second`."""
    game = make_game("ticket_to_ride_card_v0", num_players=3)
    league = {"scripted": {"greedy": 1.0, "second": 1.0}, "mixed": 0.3}
    config = TrainConfig(**CARD, options={"num_players": 3}, league=league)
    table = LeagueTable.of(config, game)
    against = {"second": "planner"}
    env = LeagueVecEnv(game, 32, 1, table, config.reward, 1, "greedy", against=against)
    env.reset()
    labelled = {"greedy": 0, "planner": 0, "mixed": 0}
    for _ in range(40):
        advice = env.advice()
        met = [{table.opponents[k].name for k in seats if k >= 0} for seats in env.opponents]
        by = {code: env.batch.advise(code).copy() for code in ("greedy", "planner")}
        for i, names in enumerate(met):
            assert advice[i] == by["planner" if names == {"second"} else "greedy"][i]
            labelled["mixed" if len(names) > 1 else "planner" if names == {"second"} else "greedy"] += 1
        env.step(advice)
    assert min(labelled.values()) > 50
    run(TrainConfig(**CARD, league=league, imitation={"against": against, "timesteps": 64}), tmp_path, quiet=True)


def test_learning_rate_of_imitation__changes_linearly(tmp_path: Path) -> None:
    imitation = {"expert": "greedy", "timesteps": 128, "learning_rate": 1e-3, "final_learning_rate": 2e-4}
    run(TrainConfig(**(CARD | {"timesteps": 128, "imitation": imitation, "ppo": {"n_steps": 4}})), tmp_path, quiet=True)
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [line["train/learning_rate"] for line in lines] == pytest.approx([8e-4, 6e-4, 4e-4, 2e-4])


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"imitation": {"expert": "file:nowhere"}}, "imitation.expert: nowhere: no trained agent here"),
        ({"imitation": {"expert": "former:77"}}, "imitation.expert: no former:77 for "),
        ({"imitation": {"against": {"planer": "greedy"}}}, "imitation.against: 'planer' is not in league.scripted or "),
        ({"imitation": {"against": {"planner": "gredy"}}}, "imitation.against.planner: "),
        ({"imitation": {"against": {"planner": "human"}}}, "imitation.against.planner: "),
        (
            {
                "game": "empire_builder_v0",
                "network": "tables",
                "maps": {"at_once": 1},
                "room": {"cities": 64, "goods": 31, "open": 7},
                "imitation": {"expert": f"file:{shipped_folder('empire_builder')}"},
            },
            "maps: imitation.expert: .* made with option map=north_america",
        ),
    ],
)
def test_trained_expert__has_to_play_the_games_of_the_run(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    with pytest.raises(RailgymError, match=fault):
        run(TrainConfig(**(CARD | changes)), tmp_path / "run", quiet=True)
