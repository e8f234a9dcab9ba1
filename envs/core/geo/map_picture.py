"""The picture of a map alone: a title, the drawn map in a frame, and a legend."""

from collections.abc import Callable, Iterable, Mapping

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.picture import INK, LINE, PANEL, PAPER, SANS, Box, legend, number, rect, text

__all__ = ["map_box", "map_document"]

WIDTH, GAP, HEADER, FOOTER = 1280, 10, 40, 34
PALE = "#f6e7c6"


def map_box(ratio: float, most: float) -> Box:
    """The box of a map with this ratio of height to width; at most ``most`` widths high."""
    width = WIDTH - 2 * GAP
    return Box(GAP, HEADER + GAP, width, width * min(ratio, most))


def map_document(
    box: Box,
    title: str,
    counts: str,
    drawn: Iterable[str],
    marks: Mapping[str, str],
    sample: Callable[[str, Point], str],
) -> str:
    """An SVG document of a map; ``drawn`` are the parts in its box.

    ``marks`` and ``sample`` are those of its legend (``core/picture.py``).
    """
    height = box.y + box.h + FOOTER
    frame = rect(Box(box.x - 3, box.y - 3, box.w + 6, box.h + 6), "none", PAPER, 9, 6) + rect(box, "none", LINE)
    size = f"viewBox='0 0 {WIDTH} {number(height)}' width='{WIDTH}' height='{number(height)}'"
    head = [
        rect(Box(0, 0, WIDTH, HEADER), INK, radius=0),
        text(GAP + 6, 26, title, 18, 480, PANEL, True),
        text(WIDTH - GAP - 6, 26, counts, 14, 740, PALE, anchor="end"),
    ]
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} font-family=\"{SANS}\">",
        rect(Box(0, 0, WIDTH, height), PAPER, radius=0),
        "".join(head),
        *drawn,
        frame,
        legend(marks, sample, Point(24, box.y + box.h + 21), WIDTH - 48),
        "</svg>",
    ]
    return "\n".join(parts)
