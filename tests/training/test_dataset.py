"""Datasets: what a bot decided, written to files and learnt from."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import run_matches
from railgym.envs.core.errors import ArtifactError, RailgymError, UnknownNameError
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.dataset import COLUMNS, Dataset, DatasetArgs, main
from railgym.training.learn.train import run

GAME = "ticket_to_ride_card_v0"
CLONING: dict[str, Any] = {
    "game": GAME,
    "timesteps": 64,
    "num_envs": 16,
    "threads": 1,
    "hidden": [64],
    "imitation": {"expert": "greedy", "timesteps": 0, "batch_size": 64, "passes": 4},
    "ppo": {"n_steps": 4, "batch_size": 64, "n_epochs": 1},
    "league": {"scripted": {"random": 1.0}},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "greedy"
    assert main(DatasetArgs(GAME, folder, expert="greedy", games=70, seed=3)) == 0
    return folder


def columns(folder: Path) -> dict[str, Any]:
    parts = [np.load(part) for part in sorted(folder.glob("part-*.npz"))]
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}


def test_dataset__holds_what_it_says(folder: Path) -> None:
    """As many rows in every column as there are decisions, with the card's sizes; choices are legal and were free."""
    card, found = json.loads((folder / "dataset.json").read_text()), columns(folder)
    assert {name: values.dtype for name, values in found.items()} == COLUMNS
    assert {len(values) for values in found.values()} == {card["decisions"]}
    assert (card["games"], card["expert"], card["seed"]) == (70, "greedy", 3)
    assert card["command"] == f"railgym dataset {GAME} --out {folder} --expert greedy --games 70 --seed 3"
    masks = np.unpackbits(found["masks"], axis=1, count=card["num_actions"])
    assert found["observations"].shape[1] == card["observation_size"]
    assert masks[np.arange(len(masks)), found["actions"]].all() and (masks.sum(1) > 1).all()
    assert set(found["games"]) == set(range(70)) and set(found["seats"]) == {0, 1}


def test_dataset__says_how_every_game_ended(folder: Path) -> None:
    """All rows of a seat in a game have one payoff, win and margin, and count its decisions down to the end."""
    found = columns(folder)
    for game in range(70):
        ends = []
        for seat in (0, 1):
            rows = (found["games"] == game) & (found["seats"] == seat)
            assert found["left"][rows].tolist() == list(range(rows.sum()))[::-1]
            [end] = {(p, w, m) for p, w, m in zip(*(found[name][rows] for name in ("payoffs", "wins", "margins")))}
            ends.append(end)
        (payoff, win, margin), (other, lost, behind) = ends
        assert payoff == -other and win + lost == 1 and margin == -behind
        assert (payoff > 0) == (win == 1) and payoff * margin >= 0  # of equal scores one may still win


def test_dataset__is_of_games_as_the_teacher_plays_them(folder: Path) -> None:
    """Scores lie as far apart as in games of two such bots elsewhere, and not as those of other bots do."""
    game = make_game(GAME)
    bots, found = scripted_bots(game), columns(folder)
    number = bots.number("greedy")
    elsewhere = run_matches(game, bots, np.arange(200), np.full((200, 2), number))
    apart = {int(game): abs(margin) for game, margin in zip(found["games"], found["margins"], strict=True)}
    assert np.mean(list(apart.values())) == pytest.approx(np.ptp(elsewhere["scores"][:, :2], axis=1).mean(), rel=0.3)


def test_reader__gives_every_decision_once(folder: Path) -> None:
    game = make_game(GAME)
    dataset, whole = Dataset(folder, game, "player"), columns(folder)
    read = list(dataset.batches(100, np.random.default_rng(1)))
    assert all(len(batch["actions"]) <= 100 for batch in read)
    seen = np.concatenate([batch["observations"] for batch in read])
    assert sorted(map(bytes, seen)) == sorted(map(bytes, whole["observations"]))
    assert all(batch["masks"].shape[1] == game.actions.num_plans for batch in read)


def test_learner__follows_the_teacher_after_its_study(folder: Path, tmp_path: Path) -> None:
    """A few passes over 70 games teach more than the share of legal actions; the same again is the same."""
    config = TrainConfig(**CLONING | {"imitation": CLONING["imitation"] | {"dataset": str(folder)}})
    lines = []
    for name in ("one", "two"):
        run(config, tmp_path / name, quiet=True)
        lines.append((tmp_path / name / "metrics.jsonl").read_text().splitlines()[0])
    study = json.loads(lines[0])
    assert lines[0] == lines[1]
    assert (study["phase"], study["timesteps"]) == ("cloning", 0)
    assert study["agreement_with_expert"] > 0.4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"out": "taken"}, "taken: holds files already; choose another folder"),
        ({"expert": "plan"}, "unknown agent 'plan'; did you mean planner"),
        ({"expert": "human"}, "'human' cannot play a benchmark"),
        ({"role": "railbot"}, "--role railbot: .* with these options has player"),
        ({"encoder": "nodes"}, "option encoder='nodes': choose 'vector'"),
    ],
)
def test_command__refuses_what_cannot_be(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").touch()
    arguments = {"game": GAME, "out": "new", **change}
    with pytest.raises(RailgymError, match=message):
        main(DatasetArgs(**arguments | {"out": tmp_path / arguments["out"]}))


def test_training__refuses_a_dataset_that_does_not_fit(folder: Path, tmp_path: Path) -> None:
    """Another game's, another encoder's, a damaged card, and none at all: before anything is written."""
    for game, dataset, message in (
        ("ticket_to_ride_card_solo_v0", folder, "made for game|made with option"),
        (GAME, tmp_path, "no dataset here: No such file or directory: dataset.json"),
        (GAME, folder, "observed with the encoder 'vector', the config has 'advised'; write the dataset again with"),
    ):
        config = CLONING | {"game": game, "imitation": {"expert": "greedy", "dataset": str(dataset)}}
        config |= {"encoder": "advised" if "encoder" in message else "vector"}
        with pytest.raises(ArtifactError, match=message):
            run(TrainConfig(**config), tmp_path / "run", quiet=True)
        assert not (tmp_path / "run").exists()
    (tmp_path / "dataset.json").write_text("{}")
    with pytest.raises(ArtifactError, match=r"dataset\.json: not the card of a dataset"):
        Dataset(tmp_path, make_game(GAME), "player")


def test_reader__names_a_damaged_part(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "dataset.json").write_text((folder / "dataset.json").read_text())
    with pytest.raises(ArtifactError, match=r"no part-0000\.npz here"):
        Dataset(tmp_path, make_game(GAME), "player")
    with np.load(folder / "part-0000.npz") as part:  # half of it, as if there had been another
        np.savez(tmp_path / "part-0000.npz", allow_pickle=False, **{n: v[: len(v) // 2] for n, v in part.items()})
    with pytest.raises(ArtifactError, match=r"its parts hold [\d,]+ of the [\d,]+ decisions that dataset\.json"):
        Dataset(tmp_path, make_game(GAME), "player")
    for damaged in (b"no archive", (folder / "part-0000.npz").read_bytes()[:5000]):
        (tmp_path / "part-0000.npz").write_bytes(damaged)
        with pytest.raises(ArtifactError, match=r"part-0000\.npz: cannot be read"):
            list(Dataset(tmp_path, make_game(GAME), "player").batches(10, np.random.default_rng(1)))


@pytest.mark.parametrize("expert", ["mcts:4", "trained"])
def test_expert__may_search_or_be_a_trained_agent(expert: str, tmp_path: Path) -> None:
    """Each choice is legal, and the same again with the same seed; trained agents decide in all games at once."""
    if expert == "trained":
        pytest.importorskip("onnxruntime")
    solo = "ticket_to_ride_card_solo_v0"
    assert main(DatasetArgs(solo, tmp_path / "a", expert=expert, games=2, seed=3)) == 0
    assert main(DatasetArgs(solo, tmp_path / "b", expert=expert, games=2, seed=3)) == 0
    found, again = columns(tmp_path / "a"), columns(tmp_path / "b")
    assert (found["actions"] == again["actions"]).all() and len(found["actions"]) > 20
    masks = np.unpackbits(found["masks"], axis=1, count=len(make_game(solo).actions))
    assert masks[np.arange(len(masks)), found["actions"]].all()


def test_run__plays_the_games_of_its_expert_first(tmp_path: Path) -> None:
    """Search, which cannot label positions inside of a batch, plays whole games before the run."""
    imitation = {"expert": "mcts:4", "games": 2, "timesteps": 0, "passes": 1}
    given: dict[str, Any] = {"game": "ticket_to_ride_card_solo_v0", "timesteps": 128, "num_envs": 8, "threads": 1}
    given |= {"hidden": [8], "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1}}
    run(TrainConfig(**given, imitation=imitation), tmp_path / "run", quiet=True)
    assert json.loads((tmp_path / "run" / "dataset" / "dataset.json").read_text())["expert"] == "mcts:4"
    first = json.loads((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()[0])
    assert first["phase"] == "cloning" and first["agreement_with_expert"] > 0
    dataset = str(tmp_path / "run" / "dataset")
    run(TrainConfig(**given, imitation=imitation | {"games": None, "dataset": dataset}), tmp_path / "again", quiet=True)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"games": None}, "imitation.expert: .mcts:4. has to play whole games first: give imitation.games or imit"),
        ({"games": None, "dataset": dataset, "timesteps": 64}, "has to play whole games first"),
        ({"timesteps": 64}, "has to play whole games first"),
        ({"dataset": "x"}, "leave out imitation.dataset or imitation.games"),
    ]
    for changes, told in wrong:
        with pytest.raises((ConfigError, UnknownNameError), match=told):
            run(TrainConfig(**given, imitation=imitation | changes), tmp_path / "wrong", quiet=True)
