"""Recorded games play again to the last byte, and every way a game can end has one."""

from pathlib import Path

import pytest
from golden.remake import FOLDER, IMPOSSIBLE, RECIPES

from railgym.envs.catalog import GAMES, game_of, make_game
from railgym.envs.core.errors import ReplayError
from railgym.envs.core.replay import RecordedResult, load_replay

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_replay__plays_again_to_the_last_byte(path: Path) -> None:
    """A change of rules, events, words or state layout shows here first."""
    replay = load_replay(path)
    assert replay.result is not None
    problem = ""
    try:
        now = RecordedResult.of(replay.verify(game_of(replay)))
        problem = "" if replay.result == now else "its digest is of positions with other fields"
    except ReplayError as error:
        problem = str(error)
    assert not problem, f"{problem}; if that change is meant: python tests/golden/remake.py {path.stem}"


@pytest.mark.parametrize("id", GAMES)
def test_golden_replays__hold_every_end_of_every_game(id: str) -> None:
    """A new game, or a new way to end, needs a recorded game."""
    replays = [load_replay(path) for path in FILES]
    recorded = {replay.result.end_reason for replay in replays if replay.result and replay.header.game == id}
    possible = {reason for reason in make_game(id).end_reasons[1:] if (id, reason) not in IMPOSSIBLE}
    missing = possible - recorded
    assert not missing, f"{id} has no golden replay of {missing}: add a recipe to tests/golden/remake.py and run it"


def test_golden_replays__have_a_recipe_each() -> None:
    assert {path.stem for path in FILES} == set(RECIPES)
