"""Evaluations, tournaments and training where seats have roles."""

import json
from pathlib import Path
from typing import Any

import pytest

from railgym.cli import main
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RoleError
from railgym.envs.core.game import Game
from railgym.training.arguments import evaluate_command
from railgym.training.evaluate.matches import by_agent, paired_seeds, play_games, seated

SMALL = ("--option", "map=south_sweden")
AGENT = ("--option", "railbot=agent")


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game("railbot_v0", map="south_sweden", railbot="agent")


def run(capsys: pytest.CaptureFixture[str], command: str, *words: str) -> tuple[int, str, str]:
    return main([command, "railbot_v0", *SMALL, *words]), *capsys.readouterr()


# --- matches ------------------------------------------------------------------------------------------------------


def test_seats__are_not_rotated(two: Game) -> None:
    seeds, seating = seated(two, paired_seeds(1, 5), (0, 1))
    assert seeds.tolist() == paired_seeds(1, 5).tolist() and seating.tolist() == [[0, 1]] * 5
    assert by_agent(seating, seating, 1).shape == (5, 1, 2)


def test_agent__cannot_play_both_roles(two: Game) -> None:
    _, seating = seated(two, paired_seeds(1, 2), (0, 1))
    seating[1] = [1, 0]
    with pytest.raises(RoleError, match="'random' cannot play as player and railbot"):
        play_games(two, ("random", "random"), paired_seeds(1, 2), seating)


def test_evaluation__plays_every_seed_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = (*AGENT, "--seats", "random,railbot:random", "--games", "21", "--json")
    code, out, err = run(capsys, "evaluate", *words)
    report = json.loads(out)
    assert (code, report["games"], report["differences"]) == (0, 21, []), err
    player, railbot = report["agents"]
    assert (player["agent"], railbot["agent"]) == ("random", "railbot:random")
    assert player["win_rate"] + railbot["win_rate"] == 1
    assert railbot["mean_score"] == 125  # the target


def test_evaluation__of_the_game_for_one_compares_agents(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "evaluate", "--seats", "random,random,random", "--games", "5", "--json")
    report = json.loads(out)
    assert (code, report["games"], len(report["agents"]), len(report["differences"])) == (0, 5, 3, 3)
    assert report["options"]["num_players"] == 1


def test_statistics__plays_the_best_bots_of_other_roles(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "stats", *AGENT, "--agent", "railbot:random", "--games", "3")
    assert code == 0 and "in all seats of its role" in out and "railbot_0" in out, err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("evaluate", *AGENT, "--seats", "railbot:random,random"), "'railbot:random' plays as railbot, not as player"),
        (("evaluate", *AGENT, "--seats", "random,greedy"), "'greedy' plays as player, not as railbot: seat it first"),
        (("evaluate", *AGENT, "--seats", "random"), "'agent' is for 2 seats, not 1"),
        (("evaluate", "--seats", "random,railbot:random"), "railbot_v0 has a seat for it with --option railbot=agent"),
        (("tournament", "--agents", "random,greedy"), "railbot_v0 is a game for one"),
        (
            ("tournament", *AGENT, "--agents", "random,greedy"),
            "railbot_v0 has seats for player and railbot, who cannot",
        ),
    ],
)
def test_mistake__gives_one_line(
    two: Game, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()  # that it was compiled
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and message in err


def test_command__measures_an_agent_among_the_best_bots(two: Game) -> None:
    assert evaluate_command(two, "trained", "railbot") == (
        "railgym evaluate railbot_v0 --seats planner,trained --option map=south_sweden --option railbot=agent"
    )


def test_command__quotes_a_folder_with_a_space(two: Game) -> None:
    assert "--seats 'planner,file:my runs/agent' --option" in evaluate_command(two, "file:my runs/agent", "railbot")


# --- training -----------------------------------------------------------------------------------------------------

CONFIG: dict[str, Any] = {
    "game": "railbot_v0",
    "options": {"map": "south_sweden", "railbot": "agent"},
    "role": "railbot",
    "opponents": {"random": 0.5, "greedy": 0.5},
    "timesteps": 512,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
    "checkpoint_every": 256,
    "imitation": {"expert": "railbot:heuristic", "timesteps": 256, "batch_size": 64},
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1},
    "league": {"snapshot_every": 128},
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sb3_contrib")
    from railgym.training.learn.config import TrainConfig
    from railgym.training.learn.train import run as train

    out = tmp_path_factory.mktemp("runs") / "railbot"
    train(TrainConfig(**CONFIG), out, quiet=True)
    return out


def test_run__trains_an_agent_for_one_role(finished: Path) -> None:
    """It meets the agents of the other role alone, and never its own past."""
    lines = [json.loads(line) for line in (finished / "metrics.jsonl").read_text().splitlines()]
    assert set(lines[-1]["win_rate"]) == {"random", "greedy"}
    card = json.loads((finished / "agent" / "agent.json").read_text())
    assert (card["role"], card["options"]["railbot"]) == ("railbot", "agent")


def test_learner__sits_in_seats_of_its_role_alone(finished: Path, two: Game) -> None:
    from railgym.training.learn.config import TrainConfig
    from railgym.training.learn.league import LeagueTable
    from railgym.training.learn.vec_env import LeagueVecEnv

    for role, seat, rival in (("railbot", 1, "greedy"), ("player", 0, "random")):
        config = TrainConfig(**CONFIG | {"opponents": {rival: 1.0}})
        table = LeagueTable.of(config, two)
        env = LeagueVecEnv(two, 8, 1, table, config.reward, 1, None, role)
        env.reset()
        assert (env.batch.envs["learner"] == seat).all() and (env.batch.envs["seat"] == seat).all()


def test_agent__sits_in_its_role_alone(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnxruntime")
    mine = f"file:{finished / 'agent'}"
    code, out, _ = run(capsys, "evaluate", *AGENT, "--seats", f"random,{mine}", "--games", "4", "--json")
    assert code == 0 and json.loads(out)["agents"][1]["agent"] == mine
    for words, message in (
        ((*AGENT, "--seats", f"{mine},random"), "plays as railbot, not as player: seat it second"),
        (("--seats", mine), "railbot_v0 has a seat for it with --option railbot=agent"),
    ):
        code, _, err = run(capsys, "evaluate", *words)
        assert code == 2 and message in err and err.count("\n") == 1


def test_trained__is_the_agent_of_the_role(finished: Path, two: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from railgym.agents import learned
    from railgym.agents.learned.artifact import read_card

    card = read_card(finished / "agent")
    others = {"railbot_v0-railbot": card}
    monkeypatch.setattr(learned, "shipped_agents", lambda version=0: others)
    assert learned.shipped_for(two, "railbot") == "railbot_v0-railbot"
    with pytest.raises(RoleError, match="'trained' plays as railbot, not as player: seat it second"):
        learned.shipped_for(two)
    options = card.options | {"num_players": 1, "railbot": "deck"}
    others["railbot_v0"] = card.model_copy(update={"role": "player", "options": options})
    assert learned.shipped_for(two) == "railbot_v0" and learned.shipped_for(two, "railbot") == "railbot_v0-railbot"


def test_agent__is_measured_against_the_other_role(two: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from railgym.training.release import ship

    assert ship.rivals_of(two, "railbot") == ["planner", "greedy"]
    assert ship.rivals_of(two, "player") == ["railbot:heuristic", "railbot:random", "railbot:kind"]
    assert ship.rivals_of(make_game("ticket_to_ride_card_v0"), "player") == ["planner", "greedy"]
    found = ship.measure(two, "railbot:random", "railbot", "random", 10, 1)
    assert found["ahead"] == pytest.approx(2 * found["win_rate"] - 1)
    assert "--seats random,trained" in found["command"] and "--games 10" in found["command"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"role": "player"}, "opponents: 'greedy' does not play as railbot"),
        ({"opponents": {}}, "opponents: name agents for the seats of other roles"),
        ({"opponents": {"random": 0}}, "opponents: the learner has no opponent; give one of them a weight above 0"),
        ({"opponents": {"railbot:random": 1}}, "opponents: 'railbot:random' does not play as player"),
        ({"options": {"map": "south_sweden"}}, "role: railbot_v0 with these options has no 'railbot', only player"),
        ({"imitation": {"expert": "greedy"}}, "imitation.expert: 'greedy' does not play as railbot"),
        ({"game": "ticket_to_ride_card_v0", "options": {}, "role": "player"}, "opponents: all seats .* are alike"),
    ],
)
def test_config__that_does_not_fit_the_roles_is_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from railgym.training.learn.config import ConfigError, TrainConfig
    from railgym.training.learn.train import run as train

    with pytest.raises(ConfigError, match=message):
        train(TrainConfig(**CONFIG | change), tmp_path / "x", quiet=True)
    assert not list(tmp_path.iterdir())
