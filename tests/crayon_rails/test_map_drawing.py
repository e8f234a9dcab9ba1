"""Pictures of maps: whole documents in which everything stands that a map has, and names that can be read."""

import re
from dataclasses import replace
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from railgym.envs.core.geo.hexagons import Point
from railgym.envs.core.geo.labels import Thing, label_line, label_places
from railgym.envs.core.geo.outlines import Outlines
from railgym.envs.core.picture import Box
from railgym.envs.crayon_rails.maps.drawing import draw_map, sketch
from railgym.envs.crayon_rails.maps.loading import MAPS, load_map
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.rendering import pixels

BOX = Box(20, 60, 900, 600)


@pytest.fixture(params=MAPS.names)
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


def texts(svg: str) -> set[str]:
    return {"".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")}


def gap(box: Box, at: Point) -> float:
    """How far a point is from a box."""
    right, down = abs(at.x - box.x - box.w / 2) - box.w / 2, abs(at.y - box.y - box.h / 2) - box.h / 2
    return hypot(max(right, 0), max(down, 0))


def covers(box: Box, at: Point) -> bool:
    return box.x < at.x < box.x + box.w and box.y < at.y < box.y + box.h


def test_picture__holds_every_name_and_is_drawn(board: Map) -> None:
    svg = draw_map(board)
    shown = texts(svg)
    assert {city.name for city in board.cities} <= shown
    assert len(shown & set(board.rivers)) >= 0.6 * len(board.rivers)
    titles = [
        title
        for title in re.findall(r"<title>(.*?)</title>", svg)
        if re.search(r"(major|medium|small) city: \D", title)
    ]
    assert len(titles) == len(board.cities)
    assert any(board.goods[board.cities[-1].goods[0]].name in title for title in titles)
    height, width, _ = pixels(svg).shape
    assert width == 1280 and 800 < height < 1500


def test_picture__names_every_river_that_a_flood_names(board: Map) -> None:
    floods = {board.rivers[event.river] for event in board.events if event.kind == "flood"}
    assert floods and floods <= texts(draw_map(board))


@pytest.mark.parametrize("wide", [Box(10, 50, 1260, 1334), Box(16, 56, 620, 700), Box(0, 0, 760, 820)])
def test_name__of_a_city_is_nearer_to_it_than_to_any_other(board: Map, wide: Box) -> None:
    plan = sketch(board, wide)
    for city, name in zip(board.cities, plan.names, strict=True):
        apart = {other.name: min(gap(name, plan.spots[m]) for m in other.mileposts) for other in board.cities}
        assert min(apart, key=lambda other: apart[other]) == city.name, apart


def test_legend__says_that_strikes_close_cities_on_a_frontier(board: Map) -> None:
    assert any("frontier" in words and "strikes" in words for words in texts(draw_map(board)))


def test_picture__is_the_same_every_time(board: Map) -> None:
    sketch.cache_clear()
    first = draw_map(board)
    sketch.cache_clear()
    assert draw_map(board) == first


def test_sketch__puts_mileposts_into_its_box(board: Map) -> None:
    """A step of the grid is as long everywhere, and rows run down."""
    plan = sketch(board, BOX)
    assert all(BOX.x <= x <= BOX.x + BOX.w and BOX.y <= y <= BOX.y + BOX.h for x, y in plan.spots)
    for edge in board.edges[::50]:
        (x, y), (u, v) = plan.spots[edge.a], plan.spots[edge.b]
        assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(plan.scale)
    assert plan.spots[0].y < plan.spots[-1].y


def test_names__stand_apart_and_inside(board: Map) -> None:
    plan = sketch(board, BOX)
    for one, other in combinations(plan.names, 2):
        assert one.overlap(other) <= 0.1 * min(one.w * one.h, other.w * other.h)
    for i, box in enumerate(plan.names):
        assert box.overlap(BOX) >= 0.99 * box.w * box.h
        for k, city in enumerate(board.cities):
            x, y = plan.spots[city.mileposts[0]]
            if k != i:
                assert not covers(box, Point(x, y)), (board.cities[i].name, city.name)


def test_map_without_outlines__is_drawn_on_plain_land(board: Map) -> None:
    bare = replace(board, outlines=Outlines((), (), (), tuple(() for _ in board.rivers), ()))
    assert {city.name for city in board.cities} <= texts(draw_map(bare))


def test_names__of_two_neighbours_turn_away_from_each_other() -> None:
    wanted = [("Aberdeen", Point(100, 100), 10.0, 5.0), ("Bristol", Point(125, 100), 10.0, 5.0)]
    things = [Thing(at, 30) for _, at, _, _ in wanted]
    one, other = label_places(wanted, things, Box(0, 0, 300, 200))
    assert one.overlap(other) == 0
    assert not any(covers(box, at) for box in (one, other) for _, at, _, _ in wanted)


def test_name__of_a_river_follows_it() -> None:
    rising = [Point(0, 300), Point(300, 0)]
    place = label_line("Otter", 12, rising, [Thing(Point(0, 0), 1)])
    assert place is not None
    assert place.turn == pytest.approx(-45)
    assert abs(place.at.x + place.at.y - 300) < 30
    crowded = [Thing(Point(5 * i, 300 - 5 * i), 500) for i in range(61)]
    assert label_line("Otter", 12, rising, crowded) is None
    assert label_line("Otter", 12, rising[:1] * 2, crowded) is None
