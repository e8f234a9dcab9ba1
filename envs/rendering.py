"""Pictures and texts of a running game, for the render modes of the environments."""

from io import BytesIO
from typing import Any

import numpy as np

from railgym.envs.core.game import Array
from railgym.envs.running import RunningGame

__all__ = ["RENDER_MODES", "pixels", "render"]

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
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", style_sheet=FONTS)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).copy()
