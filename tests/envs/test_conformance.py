"""The public checkers of PettingZoo, Gymnasium and stable-baselines3 accept every environment without a warning."""

from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from playing import DICTIONARY_WARNINGS, NAMES, TABLES, no_warnings

import railgym  # noqa: F401 (registers the ids)
from railgym.envs.aec import make_env, make_raw_env
from railgym.envs.catalog import GAMES

tables = pytest.mark.parametrize(("id", "options"), TABLES, ids=NAMES)


@tables
@pytest.mark.parametrize("make", [make_env, make_raw_env], ids=["env", "raw_env"])
def test_pettingzoo__api_test_passes(make: Any, id: str, options: dict[str, Any]) -> None:
    """Whole games and the two warnings that every dictionary observation gets, no others."""
    with no_warnings(*DICTIONARY_WARNINGS):
        api_test(make(id, **options), num_cycles=400)


@tables
def test_pettingzoo__seed_test_passes(id: str, options: dict[str, Any]) -> None:
    """Equal seeds give equal games."""
    with no_warnings():
        seed_test(lambda: make_env(id, **options), num_cycles=50)


@tables
def test_pettingzoo__render_test_passes(id: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """All render modes work without a screen; ``human`` prints."""
    with no_warnings():
        render_test(lambda render_mode: make_env(id, render_mode=render_mode, **options))
    assert "player_0" in capsys.readouterr().out


def single_seat(id: str, options: dict[str, Any]) -> Any:
    return gymnasium.make(GAMES[id].gym_id, **options).unwrapped


@tables
def test_gymnasium__check_env_passes(id: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Steps without masks included: an illegal action loses, it does not raise."""
    with no_warnings():
        check_env(single_seat(id, options))


@tables
def test_stable_baselines3__check_env_passes(id: str, options: dict[str, Any]) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with no_warnings():
        checker.check_env(single_seat(id, options))
