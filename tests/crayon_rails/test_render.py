"""The picture of the crayon-rail games: whole, readable, and silent about what its viewer cannot see."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from crayon_rails.eager_play import positions
from reading import reading, view_of

from railgym.envs.core.game import Array
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.picture import Box, measure
from railgym.envs.crayon_rails.display import picture, picture_parts
from railgym.envs.crayon_rails.display.words import headline
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.drawing import sketch
from railgym.envs.crayon_rails.maps.loading import load_map
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.rendering import pixels

SVG = "{http://www.w3.org/2000/svg}"
FORMS: dict[str, CrayonRails] = {
    "two": EmpireBuilder(num_players=2),
    "three on the small map": EmpireBuilder(num_players=3, map="test", majors=2, goal=80, actions="full", borrow=True),
    "six": ResourcefulRails(num_players=6, events=True, extra_starting_cards=True, actions="full"),
}


@cache
def places(form: str) -> tuple[Array, ...]:
    """One position of each phase that comes up, some with events in force, and an end."""
    found: dict[Any, Array] = {}
    for seed in range(2):
        for state in positions(FORMS[form], seed):
            found[
                "over" if state["terminated"][0] else (int(state["phase"][0]), state["event_turns_left"][0].any())
            ] = state
    return tuple(found.values())


def viewers(game: CrayonRails) -> range:
    return range(PUBLIC, game.num_players)


def tree(game: CrayonRails, view: Array) -> ElementTree.Element:
    return ElementTree.fromstring(reading(game, view).svg())


def titles(element: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in element.iter(f"{SVG}title")]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def part(picture: ElementTree.Element, name: str, value: str = "") -> ElementTree.Element:
    found = picture.find(f".//*[@data-{name}='{value}']")
    assert found is not None, (name, value)
    return found


def written(element: ElementTree.Element) -> Iterator[tuple[str, Box]]:
    """Lines of text that do not lean, with the room that they take in a broad typeface."""
    for text in element.iter(f"{SVG}text"):
        if text.get("transform"):
            continue
        words, size = text.text or "", float(text.get("font-size", "0"))
        width = measure(words, size, text.get("font-weight") == "700")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        y = float(text.get("y", "0"))
        yield words, Box(float(text.get("x", "0")) - shift * width, y - 0.8 * size, width, size)


@pytest.mark.parametrize("form", FORMS)
def test_picture__is_drawn_of_every_phase_for_every_viewer(form: str) -> None:
    """Every view is well-formed XML of the same size that names every seat and says what is due."""
    game, sizes = FORMS[form], set()
    assert len({int(state["phase"][0]) for state in places(form)}) >= (5 if form == "six" else 3)
    for state in places(form):
        for view in (state, *(game.rules.view(state, viewer) for viewer in viewers(game))):
            drawn = tree(game, view)
            assert drawn.tag == f"{SVG}svg" and "nan" not in reading(game, view).svg()
            sizes.add((drawn.get("width"), drawn.get("height")))
            assert headline(game.display.words, view[0]) in texts(drawn)
            for seat, name in enumerate(game.seat_names):
                box = texts(part(drawn, "seat", str(seat)))
                assert any(text.startswith(name) for text in box)
                assert str(view["scores"][0, seat]) in box
    [(width, height)] = sizes
    assert width == "1440" and 900 <= int(height or 0) <= 1250


@pytest.mark.parametrize("form", FORMS)
def test_picture__says_nothing_that_is_hidden(form: str) -> None:
    """Worlds that differ in what the viewer cannot see look alike."""
    game = FORMS[form]
    for state in places(form):
        if not state["terminated"][0]:
            view = game.rules.view(state, 1)
            worlds = [game.rules.determinize(view, 1, seed) for seed in range(2)]
            assert {view_of(game, world, 1).svg() for world in worlds} == {reading(game, view).svg()}


@pytest.mark.parametrize("form", FORMS)
def test_picture__shows_cards_loads_and_major_cities_of_every_seat(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        drawn = tree(game, game.rules.view(state, 0))
        for p in range(game.num_players):
            seat, panel = state["players"][0, p], part(drawn, "seat", str(p))
            words = texts(panel)
            demands = [
                game.display.words.demand(card, line) for card in game.display.words.hand(seat) for line in range(3)
            ]
            for city, good, payout in demands:
                assert {game.display.words.city(city), game.display.words.good(good), str(payout)} <= set(words)
            carries = 2 + int(seat["engine"] >= 2)
            assert words.count("empty") == carries - len(game.display.words.loads(seat))
            gold = [r for r in panel.iter(f"{SVG}rect") if r.get("fill") == "#fbe3a4"]
            assert len(gold) == sum(good in seat["loads"] for _, good, _ in demands)
            networks = game.display.words.networks(state[0], p)
            majors = game.display.words.majors(networks[0]) if networks else []
            assert f"major cities joined: {game.display.words.cities(majors)}" in titles(panel)
            needed, colour = int(game.params["majors"][0]), picture_parts.SEAT_COLOURS[p][0]
            filled = [h for h in panel.iter(f"{SVG}path") if h.get("fill") == colour]
            assert len(filled) == min(len(majors), needed)


@pytest.mark.parametrize("form", FORMS)
def test_map__shows_cities_and_every_segment_once_in_its_owners_colour(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        drawn = part(tree(game, game.rules.view(state, PUBLIC)), "map")
        assert {city.name for city in game.board.cities} <= set(texts(drawn))
        for p in range(game.num_players):
            lines = list(part(drawn, "track", str(p)).iter(f"{SVG}path"))
            assert [line.get("stroke") for line in lines[1:]] == [picture_parts.SEAT_COLOURS[p][0]] * (len(lines) > 0)
            drawn_segments = lines[1].get("d", "").count("M") if lines else 0
            assert drawn_segments == (state["track"][0][: len(game.board.edges)] == p).sum()


@pytest.mark.parametrize("form", FORMS)
def test_map__marks_trains_with_their_loads_and_what_these_bring(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        drawn = part(tree(game, game.rules.view(state, PUBLIC)), "map")
        for p, name in enumerate(game.seat_names):
            seat = state["players"][0, p]
            trains = [title for title in titles(drawn) if title.startswith(f"train of {name} at ")]
            assert len(trains) == (seat["train"] >= 0)
            loads = game.display.words.loads(seat)
            assert not trains or trains[0].endswith(f": {', '.join(loads) or 'none'}")
            assert not loads or ", ".join(loads) in texts(drawn)
            demands = [
                game.display.words.demand(card, line) for card in game.display.words.hand(seat) for line in range(3)
            ]
            for city, good, payout in demands:
                title = f"{game.display.words.good(good)} to {game.display.words.city(city)} for {payout} ({name})"
                assert (title in titles(drawn)) == (good in seat["loads"])


def test_map__shows_events_in_force() -> None:
    """Rivers in flood, zones of snow and storms, cities on strike, and track on which no train moves."""
    game = EmpireBuilder(num_players=2)
    state = list(positions(game, 1, 200))[-1]
    v, board = state[0], game.board
    calm = part(tree(game, state), "map")
    kinds = [event.kind for event in board.events]
    flood, snow, storm = (kinds.index(kind) for kind in ("flood", "snow", "storm"))
    crews = next(i for i, event in enumerate(board.events) if event.border == "drawer")
    v["event_turns_left"][[flood, snow, storm, crews]] = 1
    v["flooded_rivers"], v["striking_crews"], v["struck_cities"] = 1 << board.events[flood].river, 0b10, 0b1001
    picture = tree(game, state)
    drawn = part(picture, "map")
    assert part(drawn, "flood", str(board.events[flood].river)) is not None
    for event in (snow, storm):
        zone = part(drawn, "event", str(event))
        assert zone[0].text == board.events[event].title
        assert zone[1].get("d", "").count("z") == len(board.zone(board.events[event]))
    assert {f"strike in {board.cities[city].name}" for city in (0, 3)} <= set(titles(drawn))
    dashed = [line for line in drawn.iter(f"{SVG}path") if line.get("stroke-dasharray")]
    assert len(dashed) == 1 + len([line for line in calm.iter(f"{SVG}path") if line.get("stroke-dasharray")])
    told = texts(part(picture, "table"))
    assert any(line.startswith(f"{board.events[snow].title}, until the end of player_0's ") for line in told)


@pytest.mark.parametrize("name", ["north_america", "pacific_northwest", "test"])
def test_floods__are_drawn_over_their_rivers(name: str) -> None:
    """Where the flooded river's line is, edges that cross it are near."""
    game = EmpireBuilder(map=name)
    state = game.rules.new_state(1)
    plan = sketch(game.board, picture._map_box(game.board))
    for event in game.board.events:
        if event.kind == "flood":
            state["flooded_rivers"] = 1 << event.river
            path = next(part(tree(game, state), "flood", str(event.river)).iter(f"{SVG}path")).get("d") or ""
            line = np.array([[float(n) for n in point.split()] for point in re.findall(r"[\d.-]+ [\d.-]+", path)])
            for edge in game.board.edges:
                if event.river in edge.rivers:
                    middle = (np.array(plan.spots[edge.a]) + plan.spots[edge.b]) / 2
                    assert np.hypot(*(line - middle).T).min() < 8 * plan.scale


@pytest.mark.parametrize("form", FORMS)
def test_table__says_what_is_left_and_tells_the_end(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        v = state[0]
        drawn = tree(game, game.rules.view(state, PUBLIC))
        told = texts(part(drawn, "table"))
        stars = [len(part(drawn, "seat", str(p)).findall(f"./{SVG}polygon")) for p in range(game.num_players)]
        if v["terminated"]:
            best = [p for p in range(game.num_players) if v["payoff"][p] == v["payoff"][: game.num_players].max()]
            assert told[0] == "Game over" and told[2] == phases.END_REASONS[int(v["end_reason"])]
            assert stars == [int(p in best) for p in range(game.num_players)]
            continue
        assert told[0] == f"turn of {game.seat_names[int(v['mover'])]}" and not any(stars)
        if v["phase"] == phases.OPERATE:
            assert told[1] == str(v["movement_left"])
        elif v["phase"] in (phases.BUILD, phases.BUILD_FROM):
            assert told[1:3] == [str(min(20 - v["spent_in_turn"], v["scores"][v["mover"]])), "left to spend"]
        gone = [good.name for i, good in enumerate(game.board.goods) if v["chips"][i] == 0]
        assert f"no chips left: {', '.join(gone) or 'none'}" in told


def test_milepost_from_which_a_segment_leads__is_ringed() -> None:
    game = FORMS["six"]
    plan = sketch(game.board, picture._map_box(game.board))
    [state] = [state for state in places("six") if state["phase"][0] == phases.BUILD_FROM][:1]
    ring = part(tree(game, state), "builder")[0]
    x, y = plan.spots[int(state["segment_start"][0])]
    assert abs(float(ring.get("cx", 0)) - x) < 0.1 and abs(float(ring.get("cy", 0)) - y) < 0.1


@pytest.mark.parametrize("form", FORMS)
def test_picture__keeps_text_in_its_box_and_apart(form: str) -> None:
    """No line leaves its panel, or covers much of another in it, at the width of a broad typeface."""
    game = FORMS[form]
    for state in places(form):
        drawn = tree(game, game.rules.view(state, 0))
        height = float(drawn.get("height", "0"))
        low = 0.0
        for p in range(game.num_players):
            panel = part(drawn, "seat", str(p))
            frame = Box(*(float(panel[0].get(name, "0")) for name in ("x", "y", "width", "height")))
            assert frame.y > low and frame.x > 1000 and frame.y + frame.h <= height
            low = frame.y + frame.h
            boxes = list(written(panel))
            for words, box in boxes:
                assert box.overlap(frame) >= 0.97 * box.w * box.h, words
            for (one, a), (other, b) in combinations(boxes, 2):
                assert a.overlap(b) <= 0.2 * min(a.w * a.h, b.w * b.h), (one, other)
        for words, box in [*written(part(drawn, "map")), *written(part(drawn, "table"))]:
            assert box.x >= 9 and box.x + box.w <= 1002 and 40 < box.y < height, words


@pytest.mark.parametrize("form", FORMS)
def test_trains__do_not_cover_each_other_or_names_of_cities(form: str) -> None:
    """As well as there is room: in one city with everybody's train, too."""
    game = FORMS[form]
    plan = sketch(game.board, picture._map_box(game.board))
    state = places(form)[0].copy()
    state["players"]["train"][0, : game.num_players] = game.board.cities[-1].mileposts[0]
    spots = []
    for title in ElementTree.fromstring(reading(game, state).svg()).iter(f"{SVG}g"):
        if titles(title)[:1] and titles(title)[0].startswith("train of ") and title.get("data-map") is None:
            figure = next(title.iter(f"{SVG}text"))
            spots.append((float(figure.get("x", "0")), float(figure.get("y", "0"))))
    assert len(spots) == game.num_players
    assert min(np.hypot(a - c, b - d) for (a, b), (c, d) in combinations(spots, 2)) > 10
    covered = [sum(box.x < x < box.x + box.w and box.y < y < box.y + box.h for box in plan.names) for x, y in spots]
    assert sum(covered) <= 1


def test_picture__escapes_every_text() -> None:
    """Names of seats may hold any character."""

    class Named(EmpireBuilder):
        seat_names = ('<Ann> & "Bo"', "]]>'")

    game = Named(map="test")
    for state in list(positions(EmpireBuilder(map="test"), 1, 200))[::40]:
        drawn = tree(game, game.rules.view(state, 0))
        assert '<Ann> & "Bo" (you)' in texts(drawn)
        assert "]]>'" in texts(drawn)


def test_picture__is_the_same_every_time() -> None:
    """The same view gives the same text, whoever draws it, and drawing leaves the view as it was."""
    game = FORMS["two"]
    view = game.rules.view(places("two")[-1], 1)
    before = view.tobytes()
    other = EmpireBuilder(num_players=2)
    assert reading(game, view).svg() == reading(game, view).svg() == reading(other, view.copy()).svg()
    assert view.tobytes() == before


def test_seats__have_colours_and_shapes_of_their_own() -> None:
    assert len({colour for colour, _ in picture_parts.SEAT_COLOURS}) == len(picture_parts.SEAT_COLOURS) == 6
    assert len(set(picture_parts.SHAPES)) == 6


def test_picture__becomes_pixels() -> None:
    game = FORMS["three on the small map"]
    image = pixels(reading(game, places("three on the small map")[0]).svg())
    assert image.shape[1] == 1440 and image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("name", ["north_america", "pacific_northwest", "test"])
def test_map__has_the_shape_of_the_country(name: str) -> None:
    board = load_map(name)
    box = picture._map_box(board)
    plan = sketch(board, box)
    assert max(x for x, _ in plan.spots) - min(x for x, _ in plan.spots) <= box.w
    assert max(y for _, y in plan.spots) - min(y for _, y in plan.spots) <= box.h
    assert box.w == 990 and 600 < box.h <= 1045
