"""The map in characters: track and trains by seat, and where the viewer's loads come from and go to, cut to their
network and what can be built to soon."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from railgym.envs.core.chart import DIM, SEAT_STYLES, Chart, Line, legend
from railgym.envs.core.geo.hexagons import Point

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["draw_chart"]

GOAL, SOURCE = "bold yellow", "bold green"
SOON = 20  # millions that it costs at most to join a city that is shown


def draw_chart(display: "CrayonDisplay", v: Any, width: int) -> list[Line]:
    """The map as its viewer sees it; ``v`` is one record."""
    board, chart = display.board, Chart(most=4, even=True)
    spots = [Point(post.col, post.row / 2) for post in board.mileposts]
    for post, spot in zip(board.mileposts, spots):
        chart.ground(spot, "^" if post.mountain else ".")
    seats, viewer = list(range(len(display.names))), int(v["viewer"])
    for p in sorted(seats, key=lambda p: p == viewer):
        edges = [board.edges[edge] for edge in display.words.track(v, p)]
        chart.path([(spots[edge.a], spots[edge.b]) for edge in edges], str(p), SEAT_STYLES[p])
    payouts, goods = _wanted(display, v) if viewer in seats else ({}, {})
    for city in sorted(
        range(len(board.cities)), key=lambda c: ("!" not in payouts.get(c, ""), c not in payouts, c not in goods)
    ):
        _draw_city(display, chart, spots, city, payouts.get(city, ""), goods.get(city, ""))
    for p in seats:
        if v["players"][p]["train"] >= 0:
            chart.train(spots[int(v["players"][p]["train"])], p)
    if viewer in seats:
        chart.focus(*(spots[post] for post in _near(display, v, viewer, {*payouts, *goods})))
    signs: Line = [
        ("* your cards pay, ! aboard", GOAL),
        ("+ has their goods", SOURCE),
        ("@ train", ""),
        ("^ mountain", DIM),
    ]
    return [*chart.lines(width), *legend(signs, display.names, width)]


def _draw_city(display: "CrayonDisplay", chart: Chart, spots: list[Point], city: int, payout: str, goods: str) -> None:
    there = display.board.cities[city]
    sign = "*" if payout else "+" if goods else "O" if there.size == "major" else "o"
    note = " ".join(filter(None, (payout, goods)))
    short = [there.name.replace(" ", "")[:n] for n in (6, 4) if len(there.name) > n]
    noted = [f"{name} {note}" for name in (there.name, *short)] if note else []
    style = GOAL if payout else SOURCE if goods else ""
    chart.place(spots[there.mileposts[0]], sign, style, *noted, *([] if note else [there.name]), *short)


def _wanted(display: "CrayonDisplay", v: Any) -> tuple[dict[int, str], dict[int, str]]:
    """By city what the viewer's cards pay there, and which of their goods are to be had there; without demands that
    another player has locked."""
    seat = v["players"][int(v["viewer"])]
    payouts, goods = defaultdict(list), defaultdict(list)
    for city, good, payout in display.words.open_demands(seat):
        payouts[city].append(f"{display.words.good(good)}{'!' * (good in seat['loads'])} {payout}")
        for source in display.board.sources[good] if good not in seat["loads"] else ():
            goods[source].append(display.words.good(good))
    return _joined(payouts), {city: f"+{words}" for city, words in _joined(goods).items()}


def _joined(found: dict[int, list[str]]) -> dict[int, str]:
    return {city: ",".join(dict.fromkeys(words)) for city, words in found.items()}


def _near(display: "CrayonDisplay", v: Any, seat: int, wanted: set[int]) -> list[int]:
    """The mileposts of a seat's train and track, and of the wanted cities that can be joined soon; none before it has
    track."""
    edges = [display.board.edges[edge] for edge in display.words.track(v, seat)]
    if not edges:
        return []
    cost, train = v["players"][seat]["join_cost"], int(v["players"][seat]["train"])
    cities = [display.board.cities[city].mileposts[0] for city in wanted if cost[city] <= SOON]
    return [post for edge in edges for post in (edge.a, edge.b)] + cities + [train] * (train >= 0)
