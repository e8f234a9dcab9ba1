"""The board in characters: railroads by their owners, cities, trains and runs, cut to the viewer's run."""

from math import cos, radians
from typing import TYPE_CHECKING, Any

from railgym.envs.core.chart import DIM, SEAT_STYLES, Chart, Line, legend
from railgym.envs.core.geo.hexagons import Point
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.display import RailBaronDisplay

__all__ = ["draw_chart"]

GOAL = "bold yellow"
TRADES = (phases.PURCHASE, phases.SELL, phases.AUCTION)  # when all railroads matter


def draw_chart(display: "RailBaronDisplay", v: Any, width: int) -> list[Line]:
    """The map as its viewer sees it; ``v`` is one record."""
    board, chart = display.board, Chart(most=8)
    spots = [Point(dot.longitude * cos(radians(38)), -dot.latitude) for dot in board.dots]
    sections = [
        [(spots[s.a], spots[s.b]) for s in board.sections if s.railroad == line] for line in range(len(board.railroads))
    ]
    for line in sorted(range(len(board.railroads)), key=lambda line: int(v["owner"][line])):
        owner, name = int(v["owner"][line]), board.railroads[line].abbreviation
        chart.path(sections[line], "." if owner < 0 else str(owner), DIM if owner < 0 else SEAT_STYLES[owner], name)
    goals = _goals(display, v)
    for dot in dict.fromkeys([*goals, *(city.dot for city in board.cities)]):
        name, mark = board.dots[dot].city or "", "*" if dot in goals else "o"
        names = [name, *(name.replace(" ", "")[:n] for n in (6, 4) if len(name) > n)]
        chart.place(spots[dot], mark, GOAL if dot in goals else "", *names)
    for p in range(len(display.names)):
        if v["players"][p]["dot"] >= 0 and not v["out"][p]:
            chart.train(spots[int(v["players"][p]["dot"])], p)
    viewer = int(v["viewer"])
    if 0 <= viewer < len(display.names) and v["phase"] not in TRADES and goals:
        own = int(v["players"][viewer]["dot"])
        chart.focus(*(spots[dot] for dot in {*goals, own} if dot >= 0))
    signs: Line = [("* where you go", GOAL), ("@ train", ""), (". the bank's", DIM)]
    return [*chart.lines(width), *legend(signs, display.words.owners, width)]


def _goals(display: "RailBaronDisplay", v: Any) -> list[int]:
    """The dots of the viewer's destination or, without one, of the cards in their hand."""
    if not 0 <= v["viewer"] < len(display.names):
        return []
    seat = v["players"][int(v["viewer"])]
    cards = [seat["goal"]] if seat["goal"] != NO_CARD else [card for card in seat["hand"] if card != NO_CARD]
    return [display.board.cities[int(display.params["card_city"][0][int(card)])].dot for card in cards]
