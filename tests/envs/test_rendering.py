"""Render modes: through whose eyes, and pictures without a window."""

from typing import Any

import numpy as np
import pytest
from playing import play_on

from railgym.envs.aec import make_raw_env
from railgym.envs.rendering import pixels


def started(**options: Any) -> Any:
    env = make_raw_env("ticket_to_ride_card_v0", **options)
    env.reset(seed=7)
    play_on(env, np.random.default_rng(7), 40)
    return env


def test_ansi__shows_the_view_of_whoever_decides_or_of_a_chosen_seat() -> None:
    """Hidden cards of others are in no rendering but their owner's."""
    env = started(render_mode="ansi")
    assert f"{env.agent_selection} (you)" in env.render()
    assert "player_1 (you)" in started(render_mode="ansi", render_seat=1).render()
    assert "(you)" not in started(render_mode="ansi", render_seat=-1).render()


def test_human__prints_what_happened_and_returns_none(capsys: pytest.CaptureFixture[str]) -> None:
    env = started(render_mode="human")
    capsys.readouterr()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    printed = capsys.readouterr().out
    assert printed.startswith("player_")
    assert env.game.describe(env._running.view(env._running.seat)) in printed
    assert env.render() is None


def test_render__without_a_mode_warns() -> None:
    with pytest.warns(UserWarning, match="render_mode"):
        assert started().render() is None


def test_pixels__are_the_picture_in_its_own_size_on_white() -> None:
    """``rgb_array`` needs neither a window nor a system library."""
    red = "<rect width='10' height='20' fill='#f00'/>"
    picture = pixels(f"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>{red}</svg>")
    assert picture.shape == (20, 40, 3) and picture.dtype == np.uint8
    assert picture[10, 5].tolist() == [255, 0, 0]
    assert picture[10, 30].tolist() == [255, 255, 255]


def test_pixels__draw_text_in_whatever_font_there_is() -> None:
    """A picture may ask for fonts that the machine lacks."""
    picture = pixels(
        "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='20'>"
        "<text x='2' y='16' font-family='No Such Font' font-size='16'>railway</text></svg>"
    )
    if not (picture < 128).any():
        pytest.skip("the machine has no fonts")
    assert (picture[:, 60:] > 200).any()
