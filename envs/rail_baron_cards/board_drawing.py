"""A board without a game on it, in a line of words and as a picture."""

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.map_picture import map_box, map_document
from railgym.envs.core.picture import INK, MUTED, PANEL, Box, number, plate
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.board_sketch import sketch

__all__ = ["describe_board", "draw_board_alone"]

LEGEND = {"city": "city", "dot": "dot", "tag": "a railroad: rest the pointer on its track for its name"}


def describe_board(board: Board) -> str:
    """What a board holds, in a line."""
    return f"{board.title}, {_counts(board)}"


def draw_board_alone(board: Board) -> str:
    """The board as an SVG document with a title and a legend."""
    plan = sketch(board, map_box(0.615, most=1))
    tags = "".join(_tag(box, railroad.abbreviation) for box, railroad in zip(plan.tags, board.railroads))
    drawn = (plan.ground, plan.beds, plan.tracks, plan.stops, tags)
    return map_document(plan.box, board.title, _counts(board), drawn, LEGEND, _sample)


def _counts(board: Board) -> str:
    counts = {
        "regions": len(board.regions),
        "railroads": len(board.railroads),
        "dots": len(board.dots),
        "cities": len(board.cities),
        "cards": sum(city.copies for city in board.cities),
        "sections": len(board.sections),
    }
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _tag(box: Box, abbreviation: str) -> str:
    return plate(box, PANEL, MUTED, abbreviation, box.h - 4, INK)


def _sample(name: str, at: Point) -> str:
    """The mark of one entry of the legend."""
    if name == "tag":
        return _tag(Box(at.x - 10, at.y - 7, 20, 14), "AB")
    radius, width = (5.6, 1.8) if name == "city" else (2.4, 1)
    place = f"cx='{number(at.x)}' cy='{number(at.y)}' r='{radius}'"
    return f"<circle {place} fill='{PANEL}' stroke='{INK}' stroke-width='{width}'/>"
