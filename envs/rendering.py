"""Pictures and texts of a running game, for the render modes of the environments."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Array
from railgym.envs.running import RunningGame

__all__ = ["RENDER_MODES", "pixels", "render", "save_picture"]

RENDER_MODES = ("human", "ansi", "rgb_array")

# Pictures may ask for any font; the first of these that the machine has is taken.
FONTS = "text { font-family: 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', Arial, Helvetica, sans-serif }"


def render(running: RunningGame, mode: str, viewer: int) -> Any:
    """The position as ``viewer`` (a seat; -1: the public) sees it.

    ``human`` prints what happened and the position, and returns None; ``ansi`` returns the position in words;
    ``rgb_array`` returns its picture, uint8 (height, width, 3).
    """
    if mode == "rgb_array":
        return pixels(running.game.svg(running.view(viewer)))
    words = running.game.describe(running.view(viewer))
    if mode == "ansi":
        return words
    print(*running.happened(viewer), words, sep="\n", end="\n\n", flush=True)
    return None


def pixels(svg: str) -> Array:
    """An SVG picture drawn on white, in its own size: uint8 (height, width, 3). No window, no system library."""
    from PIL import Image

    return np.asarray(Image.open(BytesIO(_png(svg))).convert("RGB")).copy()


def save_picture(svg: str, path: Path) -> None:
    """Write an SVG picture, as it is or as PNG. Raises UnknownNameError for a name that ends in neither, OSError."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise UnknownNameError(f"{path}: a picture is a .svg or a .png file; choose such a name")
    path.write_bytes(svg.encode() if path.suffix.lower() == ".svg" else _png(svg))


def _png(svg: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", style_sheet=FONTS))
