"""Pictures of maps: whole documents in which everything stands that a map has, and names that can be read."""

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest

from railgym.envs.core.geo.outlines import Outlines
from railgym.envs.core.picture import Box
from railgym.envs.railways_of_the_world.maps.drawing import FILLS, draw_map, sketch
from railgym.envs.railways_of_the_world.maps.loading import MAPS, load_map
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map
from railgym.envs.rendering import pixels

BOX = Box(20, 60, 900, 700)


@pytest.fixture(params=MAPS.names)
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


def words(svg: str, tag: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith(tag)]


def test_picture__holds_cities_lines_and_cubes(board: Map) -> None:
    svg = draw_map(board)
    assert {city.name for city in board.cities} <= set(words(svg, "text"))
    titles = [title for title in words(svg, "title") if re.search(r" city, \d+ cubes| - .*: \d+ points$", title)]
    assert len(titles) == len(board.cities) + len(board.lines)
    first = board.cities[0]
    assert f"{first.name}, {first.color} city, {first.cubes} cubes" in titles
    assert ("western link" in set(words(svg, "text"))) == any(city.western for city in board.cities)
    height, width, _ = pixels(svg).shape
    assert width == 1280 and 800 < height < 1800


def test_fills__tell_all_colors_apart() -> None:
    assert tuple(FILLS) == COLORS and len(set(FILLS.values())) == len(COLORS)


def test_sketch__puts_hexes_into_its_box(board: Map) -> None:
    """A step of the grid is as long everywhere, and rows run down."""
    plan = sketch(board, BOX)
    assert all(BOX.x <= x <= BOX.x + BOX.w and BOX.y <= y <= BOX.y + BOX.h for x, y in plan.spots)
    for h, around in list(enumerate(board.beside))[::20]:
        for (x, y), (u, v) in ((plan.spots[h], plan.spots[other]) for other in around if other >= 0):
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(plan.scale)
    assert plan.spots[0].y < plan.spots[-1].y


def test_names__stand_apart_and_inside(board: Map) -> None:
    plan = sketch(board, BOX)
    for one, other in combinations(plan.names, 2):
        assert one.overlap(other) <= 0.15 * min(one.w * one.h, other.w * other.h)
    for i, box in enumerate(plan.names):
        assert box.overlap(BOX) >= 0.99 * box.w * box.h
        for k, city in enumerate(board.cities):
            x, y = plan.spots[city.hex]
            inside = box.x < x < box.x + box.w and box.y < y < box.y + box.h
            assert k == i or not inside, (board.cities[i].name, city.name)


def test_city__out_of_play_is_pale_and_its_line_is_not_drawn() -> None:
    board = load_map("south_sweden")
    cities = (replace(board.cities[0], in_play=False), *board.cities[1:])
    lines = tuple(replace(line, in_play=line.a != 0) for line in board.lines)
    titles = words(draw_map(replace(board, cities=cities, lines=lines)), "title")
    assert "Stockholm, not in play" in titles
    assert not any(title.startswith("Stockholm - ") for title in titles)


def test_map_without_outlines__is_drawn_in_the_sea(board: Map) -> None:
    bare = replace(board, outlines=Outlines((), (), (), (), ()))
    assert {city.name for city in board.cities} <= set(words(draw_map(bare), "text"))
