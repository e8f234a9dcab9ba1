"""``railgym bench``: every rate is there, or a note says why not."""

import json
import sys

import numpy as np
import pytest

from railgym.agents.scripted import scripted_bots
from railgym.cli import main
from railgym.envs.core.batch import run_matches, run_random_games
from railgym.envs.core.game import Game
from railgym.training.bench import measures
from railgym.training.bench.timing import Stopwatch, measure


@pytest.mark.slow
def test_json__holds_every_rate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo.classic.connect_four_v3", None)
    words = ["--repeats", "2", "--seconds", "0.01", "--num-envs", "64", "--threads", "1", "2", "1000"]
    assert main(["bench", "ticket_to_ride_card_v0", *words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for values in (report, report["median"]):
        assert values["kernel"] > values["games"] > 100
        assert values["bot_plies"] > values["bot_games"] > 10
        for batch in (values["batch"], values["bot_batch"]):
            assert set(batch) == {"1", "2"} and min(batch.values()) > 1000
        assert values["raw_env"] > 100 and values["env"] > 100
        assert values["frames"] > 0
        assert values["copy_ns"] > 0 and values["determinize_us"] > 0
        assert values["connect_four"] is None and values["raw_env_to_connect_four"] is None
    assert report["kernel"] >= report["median"]["kernel"]
    assert {"connect_four", "batch.1000"} <= set(report["skipped"])
    assert (report["decision_us"] is None) == ("decision_us" in report["skipped"])
    assert report["bot"] == "planner"
    assert report["sizes"]["actions"] > 50 and report["sizes"]["state_bytes"] > 100
    assert report["system"]["cpu"] and report["system"]["cores"] and 0 < report["first_reset_s"] < 60
    assert report["command"].startswith("railgym bench ticket_to_ride_card_v0 --num-envs 64 --threads 1 2 1000")


@pytest.mark.slow
def test_table__names_what_was_not_measured(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ticket_to_ride_card_solo_v0", "--repeats", "1", "--seconds", "0", "--num-envs", "8", "--threads", "1"]
    assert main(["bench", *words]) == 0
    out = capsys.readouterr().out
    assert "random games, compiled, one core" in out and "first observation in a new process" in out
    assert f"railgym bench {words[0]} --num-envs 8" in out


def test_bot__is_one_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ticket_to_ride_card_v0", "--bot", "greedi"]) == 2
    assert "--bot greedi: choose random, greedy, planner" in capsys.readouterr().err


def test_bot_games__are_those_of_the_bot(game: Game) -> None:
    games = measures.BotGames(game, 5, "greedy", 20)
    assert games(Stopwatch()) == 20 == games.games
    seats = np.full((20, game.num_players), scripted_bots(game).number("greedy"))
    assert games.plies == run_matches(game, scripted_bots(game), np.arange(5, 25), seats)["plies"].sum()


def test_random_games__counts_the_plies_of_whole_games(game: Game) -> None:
    games = measures.RandomGames(game, 5, 20)
    watch = Stopwatch()
    plies = games(watch)
    assert plies == games.plies == run_random_games(game, np.arange(5, 25))["plies"].sum()
    assert games.games == 20 and watch.seconds > 0


def test_random_choice__is_legal_and_reaches_everything(game: Game) -> None:
    steps = measures.BatchSteps(game, 0, 400)
    masks = np.zeros_like(steps.batch.masks)
    masks[:, 3:8] = 1
    steps.batch.masks, counts = masks, np.zeros(masks.shape[1], np.int64)
    for _ in range(5):
        steps.choose()
        counts += np.bincount(steps.actions, minlength=len(counts))
    assert counts.sum() == counts[3:8].sum() == 2000
    assert counts[3:8].min() > 300


def test_measure__counts_only_what_the_stopwatch_saw() -> None:
    def scratch(watch: Stopwatch) -> float:
        watch.seconds += 0.5
        return 10.0

    rates = measure({"a": scratch, "b": scratch}, repeats=3, seconds=1.0)
    assert set(rates) == {"a", "b"}
    assert rates["a"].best == rates["a"].median == 20.0


@pytest.mark.bounds
def test_kernels__keep_inside_their_arrays(game: Game) -> None:
    """Copies, views and worlds of positions from all parts of random games."""
    states, views = measures.sample_positions(game, 3)
    assert (views["viewer"] == states["current_player"]).all() and not views["key"].any()
    watch = Stopwatch()
    assert measures.position_copies(game, states, 100)(watch) == 100
    assert measures.sampled_worlds(game, views, 300)(watch) == 300
