"""A moving picture and a still of each game, played by its planners."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image

from railgym.agents.registry import make_agent
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.painter import Painter
from site_builder.places import ROOT, SOURCE

__all__ = ["MOST_BYTES", "PICTURES", "draw", "figure", "still_link"]

PICTURES = SOURCE / "extra" / "pictures"
"""Sphinx copies the folder above it to the root of the site."""
SEED = 1
FRAMES = 48
MILLISECONDS = 400  # a frame
LAST = 3000  # the last frame
WIDTH = 840  # pixels
COLORS = 128
STILL = 0.6  # of a game
MOST_BYTES = 1_500_000
DRAWN_FROM = ("envs", "agents/scripted", "docs/site_builder/pictures.py")


def draw(id: str) -> None:
    """Write the pictures of a game, unless those there are newer than the code that draws them."""
    moving, still = PICTURES / f"{id}.webp", PICTURES / f"{id}-still.webp"
    if moving.exists() and still.exists() and still.stat().st_mtime > _newest_source():
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    shown = [position.svg() for position in _spread(_played(id), FRAMES)]
    width = float(shown[0].partition("width='")[2].partition("'")[0])
    painter = Painter(WIDTH / width)
    frames = [Image.fromarray(painter.paint(svg)) for svg in shown]
    palette = frames[-1].quantize(COLORS)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for frame in frames]
    moving.write_bytes(_webp(frames))
    still.write_bytes(_webp([frames[round(STILL * (len(frames) - 1))]]))


def _newest_source() -> float:
    files = [file for path in DRAWN_FROM for file in (ROOT / path, *(ROOT / path).rglob("*.py"))]
    return max(file.stat().st_mtime for file in files if file.is_file())


def _table(id: str) -> Game:
    """The game for one, or for three."""
    entry = GAMES[id]
    return make_game(id) if entry.fewest == 1 else make_game(id, num_players=min(3, entry.most))


def _played(id: str) -> list[Position]:
    """The positions of a game between planners."""
    game = _table(id)
    agents = [make_agent("planner", game, role) for role in game.roles]
    for seat, agent in enumerate(agents):
        agent.reset(seat, SEED + seat)
    position = game.new_position(SEED)
    positions = [position.copy()]
    while not position.is_over:
        position.play(agents[position.current_player].act(position.view()))
        positions.append(position.copy())
    return positions


def _spread(items: list[Position], most: int) -> list[Position]:
    """At most so many items, evenly spread from the first to the last."""
    count = min(most, len(items))
    return [items[round(i * (len(items) - 1) / (count - 1))] for i in range(count)]


def _webp(frames: list[Image.Image]) -> bytes:
    """A lossless WebP file of one or several frames."""
    durations = [MILLISECONDS] * (len(frames) - 1) + [LAST]
    file = BytesIO()
    more = {"save_all": True, "append_images": frames[1:], "duration": durations, "loop": 0} if frames[1:] else {}
    frames[0].save(file, "WEBP", lossless=True, quality=80, method=4, **more)
    return file.getvalue()


def still_link(name: str, target: str) -> str:
    """The link from the page ``name`` to a file of the built site."""
    return os.path.relpath(target, Path(name).parent)


def figure(id: str) -> str:
    """The moving picture on the page of its game, and the still for readers who want no movement."""
    game = _table(id)
    players = "one planner" if game.num_players == 1 else f"{game.num_players} planners"
    with Image.open(PICTURES / f"{id}.webp") as picture:
        width, height = picture.size
    return f"""<figure class="game"><picture>
<source srcset="../pictures/{id}-still.webp" media="(prefers-reduced-motion: reduce)">
<img src="../pictures/{id}.webp" width="{width}" height="{height}" alt="The board in the course of a game">
</picture><figcaption>A game of {players}, seed {SEED}, with all hidden cards shown</figcaption></figure>"""
