"""Render modes: through whose eyes, and pictures without a window."""

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from playing import play_on
from reading import view_of

import railgym  # noqa: F401 (registers)
from railgym.envs.aec import make_raw_env
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.painter import Painter, png
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
    assert env.position.view().describe() in printed
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


@pytest.mark.parametrize("id", GAMES)
def test_painter__draws_every_frame_as_a_single_drawing_would_be(id: str) -> None:
    """Layers are put together on 255 levels: rounding is at most 5 of them, and on one pixel in 10,000 an antialiased
    edge may fall differently."""
    game, chooser, painter = make_game(id), np.random.default_rng(4), Painter()
    state = game.rules.new_state(4)
    for frame in range(3):
        svg = view_of(game, state, 0).svg()
        painted = painter.paint(svg).astype(int)
        far = np.abs(painted - pixels(svg)).max(axis=-1)
        assert not far.any() if frame == 0 else (far > 5).mean() <= 1e-4, f"frame {frame}"
        for _ in range(0 if state["terminated"][0] else 2):
            game.rules.apply(state, int(chooser.choice(np.flatnonzero(game.rules.legal(state)))))


BOX = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20' width='40' height='20'>{}</svg>"
RED, BLUE = (
    "<rect x='2' y='3' width='9' height='8' fill='#f00'/>",
    "<g data-seat='1'><circle cx='30' cy='9' r='5' fill='#00f'/></g>",
)


def test_painter__keeps_the_order_of_what_is_drawn() -> None:
    """What is new may lie under what was there before."""
    painter, under = Painter(), "<rect width='40' height='20' fill='#0f0'/>"
    for body in (RED + BLUE, under + RED + BLUE, BLUE + RED + under, RED, "", BLUE):
        assert np.array_equal(painter.paint(BOX.format(body)), pixels(BOX.format(body)))


def test_painter__draws_each_layer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    painter = Painter()
    monkeypatch.setattr("railgym.envs.painter.png", lambda svg, **more: drawn.append(svg) or png(svg, **more))
    frames = [RED + BLUE, RED + "<title>1</title>" + BLUE, RED + "<title>1</title>" + BLUE]
    counts = []
    for frame in frames:
        painter.paint(BOX.format(frame))
        counts.append(len(drawn))
    assert counts[0] == 1 and counts[1] == counts[2], "nothing changed in the last frame"


def test_painter__draws_what_has_a_known_box_without_looking_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is cut out of the picture is drawn once, in its box, also at a scale that cuts through pixels."""
    drawn: list[str] = []
    monkeypatch.setattr("railgym.envs.painter.png", lambda svg, **more: drawn.append(svg) or png(svg, **more))
    part = "<svg x='{}' y='3' width='9' height='8' viewBox='{} 3 9 8'><rect x='0' y='0' width='40' height='20'/></svg>"
    painter = Painter(1.5)
    for x in (2, 4):
        frame = BOX.format(RED + f"<g data-seat='1'>{part.format(x, x)}</g>")
        painted = painter.paint(frame)
    assert len(drawn) == 1 + 1 + 2, "the first frame; the part; twice what was in the first frame"
    whole = Painter(1.5).paint(frame)
    assert np.abs(painted.astype(int) - whole).max() <= 5


def test_painter__is_copied_and_pickled_without_its_layers() -> None:
    """Copies of an environment are made for every search; layers are megabytes."""
    painter = Painter(0.5)
    for _ in range(2):
        painter.paint(BOX.format(RED))
    for twin in (deepcopy(painter), pickle.loads(pickle.dumps(painter))):
        assert twin.scale == 0.5 and not twin._layers and not twin._elements


def test_render_scale__is_the_size_of_the_picture_in_every_environment() -> None:
    """Also where the size is no whole number of pixels."""
    small = started(render_mode="rgb_array", render_scale=0.123).render()
    assert small.shape == (round(0.123 * 720), round(0.123 * 1280), 3)
    env: Any = gymnasium.make("railgym/TicketToRideCard-v0", render_mode="rgb_array", render_scale=0.25)
    env.reset(seed=1)
    assert env.render().shape == (180, 320, 3)


@pytest.mark.parametrize("scale", [0, -1, 9, float("nan"), True, "2", None])
def test_render_scale__must_be_a_number_in_range(scale: object) -> None:
    with pytest.raises(OptionsError, match=r"option render_scale=.*: give a number above 0 and up to 8"):
        make_raw_env("ticket_to_ride_card_v0", render_scale=scale)
