"""The picture of Railways of the World: whole, readable, and silent about what its viewer cannot see."""

from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from given import given, play
from pictures import SVG, count_stars
from railways_of_the_world.eager_play import positions
from railways_of_the_world.games import railbot, railways
from reading import reading, view_of

from railgym.envs.core.display import count
from railgym.envs.core.game import Array
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.picture import SEAT_COLOURS
from railgym.envs.core.position import Position
from railgym.envs.core.reading import Reading
from railgym.envs.railways_of_the_world.actions import SIDE_NAMES
from railgym.envs.railways_of_the_world.display import picture, picture_parts
from railgym.envs.railways_of_the_world.game import HexRailways, RailwaysOfTheWorld
from railgym.envs.railways_of_the_world.maps.drawing import FILLS, sketch
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import NO_CARD, NO_PIECE, NOBODY
from railgym.envs.rendering import pixels

OPTIONS = {
    "two": lambda: railways(barons=True),
    "six": lambda: railways(map="eastern_us", num_players=6, barons=True),
    "railbot": lambda: railbot(duel_barons=True),
    "small": lambda: railbot(map="south_sweden"),
}
FORMS = tuple(OPTIONS)


def game_of(form: str) -> HexRailways:
    game: HexRailways = OPTIONS[form]()
    return game


@cache
def places(form: str) -> tuple[Array, ...]:
    """One position of each phase that comes up, and an end."""
    found: dict[Any, Array] = {}
    for seed in range(2):
        for state in positions(game_of(form), seed):
            found["over" if state["terminated"][0] else int(state["phase"][0])] = state
    return tuple(found.values())


def tree(game: HexRailways, view: Array) -> ElementTree.Element:
    return ElementTree.fromstring(reading(game, view).svg())


def titles(element: ElementTree.Element) -> list[str]:
    """What parts are, without the explanations that follow in further lines."""
    return [(title.text or "").partition("\n")[0] for title in element.iter(f"{SVG}title")]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def part(picture: ElementTree.Element, name: str, value: str = "") -> ElementTree.Element:
    found = picture.find(f".//*[@data-{name}='{value}']")
    assert found is not None, (name, value)
    return found


@pytest.mark.parametrize("form", FORMS)
def test_picture__is_drawn_of_every_phase_for_every_viewer(form: str) -> None:
    """Every view is well-formed XML of the same size that names every seat and says what is due."""
    game, sizes = game_of(form), set()
    assert len(places(form)) >= 6
    for state in places(form):
        for viewer in range(PUBLIC, game.num_players):
            view = game.rules.view(state, viewer)
            drawn = tree(game, view)
            assert drawn.tag == f"{SVG}svg" and "nan" not in reading(game, view).svg()
            sizes.add((drawn.get("width"), drawn.get("height")))
            assert reading(game, view).headline() in texts(drawn)
            for seat, name in enumerate(game.display.words.companies):
                box = texts(part(drawn, "seat", str(seat)))
                assert any(text.startswith(name) for text in box)
                assert count(view["scores"][0, seat], "point") in box
    [(width, height)] = sizes
    assert width == "1280" and 720 <= int(height or 0) <= 980


@pytest.mark.parametrize("form", FORMS)
def test_picture__says_nothing_that_is_hidden(form: str) -> None:
    """Worlds that differ in what the viewer cannot see look alike."""
    game = game_of(form)
    for state in places(form):
        if not state["terminated"][0]:
            view = game.rules.view(state, 0)
            worlds = [game.rules.determinize(view, 0, seed) for seed in range(2)]
            assert {view_of(game, world, 0).svg() for world in worlds} == {reading(game, view).svg()}


@pytest.mark.parametrize("form", FORMS)
def test_map__shows_every_tile_once_in_its_owners_colour(form: str) -> None:
    """Open runs are broken lines; the Railbot has sleepers; every link has its owner's mark."""
    game = game_of(form)
    for state in places(form):
        v, drawn = state[0], part(tree(game, game.rules.view(state, PUBLIC)), "map")
        for owner in game.display.words.owners:
            lines, colour = part(drawn, "track", str(owner)), picture_parts.colour_of(owner)[0]
            mine = (v["track"] != NO_PIECE) & (v["owner"] == owner)
            runs = mine & (v["link"] < 0)
            coloured = [line for line in lines.iter(f"{SVG}path") if line.get("stroke") == colour]
            assert sum(line.get("d", "").count("M") for line in coloured) == mine.sum()
            broken = [line for line in coloured if line.get("stroke-dasharray")]
            assert sum(line.get("d", "").count("M") for line in broken) == runs.sum()
            assert sum(title == "open run" for title in titles(drawn)) == v["num_runs"]
            words = game.display.words
            for a, b, tiles in words.links(v, owner):
                said = f"{words.pair(a, b)}, {tiles} tile{'s' * (tiles > 1)}, of {words.owner(owner)}"
                assert said in titles(drawn)


@pytest.mark.parametrize("form", FORMS)
def test_map__shows_every_cube_marker_and_hotel(form: str) -> None:
    """Cubes are squares in their color with its letter; a city has its color, whatever was printed."""
    game = game_of(form)
    for state in places(form):
        v, drawn = state[0], part(tree(game, game.rules.view(state, PUBLIC)), "map")
        assert {city.name for city in game.board.cities} <= set(texts(drawn))
        for i, city in enumerate(game.board.cities):
            mark = part(drawn, "city", str(i))
            cubes = [square.get("fill") for square in mark.iter(f"{SVG}rect")]
            for color, fill in enumerate(list(FILLS.values())[:-1]):
                assert cubes.count(fill) == v["cubes"][i, color]
            own = COLORS[v["color"][i]]
            assert next(mark.iter(f"{SVG}path")).get("fill") == FILLS[own]
            letters = "".join(texts(mark)).strip("0123456789")
            printed = picture_parts.LETTERS[v["color"][i]] if own != "gray" else ""
            assert sorted(letters) == sorted(printed + "".join(
                letter * int(n) for letter, n in zip(picture_parts.LETTERS, v["cubes"][i])
            ))  # fmt: skip
            assert ("Empty City Marker" in titles(mark)[0]) == bool(v["empty_marker"][i])
            hotels = [title for title in titles(mark) if title.startswith("hotel of ")]
            assert len(hotels) == (v["hotel"][i] != NOBODY) and city.name in titles(mark)[0]


def rows_of(position: Reading, title: str) -> dict[str, list[str]]:
    """The rows of a sheet by their labels, as text."""
    [sheet] = [sheet for sheet in position.sheets() if sheet.title == title]
    return {label: [item.text for item in items] for label, items in sheet.rows}


@pytest.mark.parametrize("form", FORMS)
def test_sheets__show_the_display_the_bag_and_what_the_railbot_has(form: str) -> None:
    game = game_of(form)
    words = game.display.words
    for state in places(form):
        v, view = state[0], view_of(game, state, 0)
        table, drawn = rows_of(view, "Table"), titles(tree(game, view.record))
        [cards] = [items for label, items in table.items() if label.startswith("operations cards, the oldest first")]
        assert len(cards) == len(words.shown(v))
        assert all(told.startswith(words.card(card)) for told, card in zip(cards, words.shown(v)))
        assert table["bag"] == [f"{n} {color}" for n, color in zip(v["bag"], COLORS) if n]
        if not v["last_year"]:
            markers = f"Empty City Markers {v['num_empty_markers']} of {words.params['markers_to_end']}"
            assert markers in view.sheets()[0].value
        for i, line in enumerate(game.board.lines):
            owner = words.line_owner(v, i)
            title = f"major line {words.line(i)}: {line.points} points"
            assert (title if owner == NOBODY else f"{title}, of {words.owner(owner)}") in drawn
            whose = "open" if owner == NOBODY else f"of {words.owner(owner)}"
            assert f"{words.line(i)} for {line.points} ({whose})" in table["major lines"]
        railbot = rows_of(view, "Railbot") if words.solo else {}
        for place, card in enumerate(v["railbot_row"] if words.solo else ()):
            told = railbot[f"card {place + 1}"]
            assert bool(told) == (card != NO_CARD)
            assert not told or told[0] == words.bot_card(card)
            assert ("insured: it will do nothing" in told) == (card != NO_CARD and card == v["insured_card"])
        for baron in v["duel_barons"]:
            assert baron < 0 or f"Duel Baron {words.duel(baron)}" in railbot


def drawing_of(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(position.svg())


def test_insurance_token__is_shown_on_its_card() -> None:
    there = rows_of(given(railbot(), railbot={"row": ["C02", "C03", "C04"], "insured": "C03"}), "Railbot")
    assert "insured: it will do nothing" in there["card 2"] and "insured: it will do nothing" not in there["card 1"]
    assert there["Insurance token"] == [f"on {there['card 2'][0]}"]


def test_hex_where_the_next_tile_lies__is_ringed() -> None:
    position, board = given(railways()), railways().board
    play(position, "build from Oslo to the west")
    hex = board.beside[board.cities[board.city_of["Oslo"]].hex][SIDE_NAMES.index("west")]
    x, y = sketch(board, picture.board_of(board)[0]).spots[hex]
    ring = part(drawing_of(position), "focus", str(hex))[0]
    assert abs(float(ring.get("cx", 0)) - x) < 0.1 and abs(float(ring.get("cy", 0)) - y) < 0.1


def test_hotel_and_new_city__are_drawing_of() -> None:
    alvesta = railways().board.city_of["Alvesta"]
    there = drawing_of(given(railways(), hotels={"Oslo": "player_1"}, new_cities={"Alvesta": "purple"}))
    assert "hotel of player_1 in Oslo" in titles(there)
    assert titles(part(there, "city", str(alvesta)))[0].startswith("Alvesta, purple, a New City: ")


@pytest.mark.parametrize("form", FORMS)
def test_picture__tells_the_end(form: str) -> None:
    game = game_of(form)
    [state] = [state for state in places(form) if state["terminated"][0]]
    drawn = tree(game, state)
    stars = [count_stars(part(drawn, "seat", str(p))) for p in range(len(game.display.words.companies))]
    best = float(state["payoff"][0].max())
    won = [float(state["payoff"][0, p]) == best and best > 0 for p in range(len(stars))]
    assert stars == [int(star) for star in won]
    assert any(phases.END_REASONS[int(state["end_reason"][0])] in text for text in texts(drawn))


def test_picture__escapes_every_text() -> None:
    """Names of seats may hold any character."""

    class Named(RailwaysOfTheWorld):
        seat_names = ('<Ann> & "Bo"', "]]>'")

    game = Named(map="nordic", actions="full", barons=False)
    for state in list(positions(game, 1, 100))[::20]:
        drawn = tree(game, game.rules.view(state, 0))
        assert '<Ann> & "Bo" (you)' in texts(drawn) and "]]>'" in texts(drawn)


def test_picture__is_the_same_every_time_and_becomes_pixels() -> None:
    """Drawing leaves the view as it was."""
    game = game_of("two")
    view = game.rules.view(places("two")[-1], 1)
    before = view.tobytes()
    svg = reading(game, view).svg()
    assert svg == reading(game, view.copy()).svg() and view.tobytes() == before
    image = pixels(svg)
    assert image.shape[1] == 1280 and len(np.unique(image.reshape(-1, 3), axis=0)) > 100


def test_owners_and_colors__can_be_told_apart() -> None:
    owners = [picture_parts.colour_of(owner)[0] for owner in range(len(SEAT_COLOURS))]
    assert len(set(owners)) == 6 and len(set(picture_parts.LETTERS)) == 5
