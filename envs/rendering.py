"""The render modes of the environments."""

from io import BytesIO
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.errors import OptionsError, UnknownNameError, plain
from railgym.envs.core.position import Array, Position
from railgym.envs.painter import Painter, png

__all__ = ["RENDER_MODES", "Painter", "check_scale", "pixels", "render", "save_picture"]

RENDER_MODES = ("human", "ansi", "rgb_array")
WHITE = "#ffffff"
LARGEST = 8.0  # as a multiple of the usual size of a picture


def check_scale(scale: object) -> float:
    """``render_scale`` as a float; raises OptionsError."""
    if isinstance(scale, bool) or not isinstance(scale, Real) or not 0 < float(scale) <= LARGEST:
        raise OptionsError(f"option render_scale={plain(scale)}: give a number above 0 and up to {LARGEST:g}")
    return float(scale)


def render(position: Position, mode: str, viewer: int, painter: Painter) -> Any:
    """The position as ``viewer`` (a seat; -1: the public) sees it.

    ``human`` prints what happened and the position, and returns None; ``ansi`` returns the position in words;
    ``rgb_array`` returns its picture, uint8 (height, width, 3), as the next frame of ``painter``.
    """
    if mode == "rgb_array":
        return painter.paint(position.view(viewer).svg())
    words = position.view(viewer).describe()
    if mode == "ansi":
        return words
    print(*position.event_words(viewer), words, sep="\n", end="\n\n", flush=True)
    return None


def pixels(svg: str) -> Array:
    """An SVG picture drawn on white, in its own size: uint8 (height, width, 3). No window, no system library."""
    from PIL import Image

    return np.asarray(Image.open(BytesIO(png(svg, background=WHITE))).convert("RGB")).copy()


def save_picture(svg: str, path: Path) -> None:
    """Write an SVG picture, as it is or as PNG. Raises UnknownNameError for a name that ends in neither, OSError."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise UnknownNameError(f"{path}: a picture is a .svg or a .png file; choose such a name")
    path.write_bytes(svg.encode() if path.suffix.lower() == ".svg" else png(svg, background=WHITE))
