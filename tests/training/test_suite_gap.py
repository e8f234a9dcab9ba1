"""The gap between known and unknown maps, in suites of generalisation and their reports."""

from pathlib import Path

import numpy as np
import pytest

from railgym.cli import main
from railgym.envs.core.geo.worlds.settings import TEST_SEEDS, TRAIN_SEEDS, WorldSettings
from railgym.envs.core.simulate import result_dtype
from railgym.training.evaluate.suite.definition import SuiteGame, load_suite, shipped_suites
from railgym.training.evaluate.suite.gap import KNOWN, UNKNOWN, map_gaps
from railgym.training.evaluate.suite.summary import Games

SUITES = [name for name in shipped_suites() if name.startswith("generalisation-")]
TABLES = """name: maps
version: 1
tables:
  - {name: known-1, game: railbot_v0, options: {map: "random:1:size=small"}, seats: 1, agents: [random, planner],
     paired_seeds: 4, seed: 1}
  - {name: unknown-1000001, game: railbot_v0, options: {map: "random:1000001:size=small"}, seats: 1,
     agents: [random, planner], paired_seeds: 4, seed: 2}
"""


def games(name: str, payoffs: list[list[float]]) -> Games:
    """Games of two agents, a and b, with these payoffs; each has a paired seed of its own."""
    table = SuiteGame(name=name, game="railbot_v0", agents=("a", "b"), paired_seeds=len(payoffs), seed=3)
    results = np.zeros(len(payoffs), result_dtype(2))
    results["payoff"] = payoffs
    return Games(table, (), np.arange(len(payoffs)), np.tile([0, 1], (len(payoffs), 1)), results)


def test_gap__is_the_difference_of_the_shares_of_wins() -> None:
    known, unknown = games("known-0", [[1, -1]] * 4), games("unknown-1", [[1, -1], [-1, 1]] * 2)
    found = map_gaps([known, unknown, games("other", [[-1, 1]])])
    assert [rate.value for rate in found["a"]] == [1, 0.5, 0.5]
    assert [rate.value for rate in found["b"]] == [0, 0.5, -0.5]
    assert found["a"][2].low <= 0.5 <= found["a"][2].high


def test_gap__needs_both_kinds_of_maps() -> None:
    assert map_gaps([games("known-0", [[1, -1]])]) == {}


@pytest.mark.parametrize("name", SUITES)
def test_suites__play_known_maps_of_the_training_seeds_and_unknown_ones_of_the_test_seeds(name: str) -> None:
    tables = load_suite(name).tables
    for prefix, seeds in ((KNOWN, TRAIN_SEEDS), (UNKNOWN, TEST_SEEDS)):
        maps = [next(iter(table.options.values())) for table in tables if table.name.startswith(prefix)]
        assert len(set(maps)) == 5 and all(WorldSettings.parse(str(text)).seed in seeds for text in maps)


def test_suites__are_there_for_all_board_games() -> None:
    played = {table.game for name in SUITES for table in load_suite(name).tables}
    assert len(played) == len(SUITES) == 5


def test_report__shows_the_gap(tmp_path: Path) -> None:
    (tmp_path / "maps.yaml").write_text(TABLES)
    out = tmp_path / "out"
    assert main(["suite", "run", str(tmp_path / "maps.yaml"), "--out", str(out), "--workers", "1"]) == 0
    assert main(["suite", "report", str(out)]) == 0
    text = (out / "report.md").read_text()
    assert "## Known and unknown maps" in text and "| agent | known maps | unknown maps | gap |" in text
