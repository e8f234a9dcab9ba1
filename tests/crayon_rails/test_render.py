"""The picture of the crayon-rail games: whole, readable, and silent about what its viewer cannot see."""

import re
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from crayon_rails.eager_play import positions
from pictures import SVG
from reading import reading, view_of

from railgym.envs.core.game import Array
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.picture import SEAT_COLOURS, SHAPES
from railgym.envs.crayon_rails.display import picture
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.drawing import Sketch, sketch
from railgym.envs.crayon_rails.maps.loading import load_map
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.rendering import pixels

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


def plan_of(game: CrayonRails) -> Sketch:
    """The map as it is drawn in pictures."""
    box = picture.board_of(game.board)
    return sketch(game.board, box)


def viewers(game: CrayonRails) -> range:
    return range(PUBLIC, game.num_players)


def tree(game: CrayonRails, view: Array) -> ElementTree.Element:
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
    game, sizes = FORMS[form], set()
    assert len({int(state["phase"][0]) for state in places(form)}) >= (5 if form == "six" else 3)
    for state in places(form):
        for view in (state, *(game.rules.view(state, viewer) for viewer in viewers(game))):
            drawn = tree(game, view)
            assert drawn.tag == f"{SVG}svg" and "nan" not in reading(game, view).svg()
            sizes.add((drawn.get("width"), drawn.get("height")))
            assert reading(game, view).headline() in texts(drawn)
            for seat, name in enumerate(game.seat_names):
                box = texts(part(drawn, "seat", str(seat)))
                assert any(text.startswith(name) for text in box)
                assert f"{view['scores'][0, seat]} million" in box
    [(width, height)] = sizes
    assert width == "1280" and 720 <= int(height or 0) <= 920


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
def test_sheets__show_cards_loads_and_major_cities_of_every_player(form: str) -> None:
    """A demand has a swatch if its good is aboard."""
    game = FORMS[form]
    for state in places(form):
        for sheet in reading(game, game.rules.view(state, 0)).sheets()[1:]:
            seat, rows = state["players"][0, sheet.player], dict(sheet.rows)
            words = game.display.words
            loads = words.loads(seat)
            carries = 2 + int(seat["engine"] >= 2)
            assert [item.words for item in rows["loads"]] == loads + ["empty"] * (carries - len(loads))
            for i, card in enumerate(words.hand(seat)):
                demands = rows[f"card {i + 1}"]
                assert [item.words for item in demands] == words.demands(card)
                goods = [words.demand(card, line)[1] for line in range(3)]
                assert [bool(item.color) for item in demands] == [good in seat["loads"] for good in goods]
            networks = words.networks(state[0], sheet.player)
            majors = words.majors(networks[0]) if networks else []
            told = f"{len(majors)} of {game.params['majors_needed'][0]} major cities"
            assert not networks or (told, words.cities(majors)) in [item[:2] for item in rows["track"]]


@pytest.mark.parametrize("form", FORMS)
def test_map__shows_cities_and_every_segment_once_in_its_owners_colour(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        drawn = part(tree(game, game.rules.view(state, PUBLIC)), "map")
        assert {city.name for city in game.board.cities} <= set(texts(drawn))
        for p in range(game.num_players):
            lines = list(part(drawn, "track", str(p)).iter(f"{SVG}path"))
            assert [line.get("stroke") for line in lines[1:]] == [SEAT_COLOURS[p][0]] * (len(lines) > 0)
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
        assert titles(zone)[0] == board.events[event].title
        assert zone[1].get("d", "").count("z") == len(board.zone(board.events[event]))
    assert {f"strike in {board.cities[city].name}" for city in (0, 3)} <= set(titles(drawn))
    dashed = [line for line in drawn.iter(f"{SVG}path") if line.get("stroke-dasharray")]
    assert len(dashed) == 1 + len([line for line in calm.iter(f"{SVG}path") if line.get("stroke-dasharray")])
    table = dict(reading(game, state).sheets()[0].rows)
    told = [item.words for item in table["events in force"]]
    assert any(line.startswith(f"{board.events[snow].title}, until the end of player_0's ") for line in told)


@pytest.mark.parametrize("name", ["north_america", "pacific_northwest", "test"])
def test_floods__are_drawn_over_their_rivers(name: str) -> None:
    """Where the flooded river's line is, edges that cross it are near."""
    game = EmpireBuilder(map=name)
    state = game.rules.new_state(1)
    plan = plan_of(game)
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
def test_sheets__say_what_is_left_and_who_has_won(form: str) -> None:
    game = FORMS[form]
    for state in places(form):
        v = state[0]
        table, *players = reading(game, game.rules.view(state, PUBLIC)).sheets()
        won = [sheet.player for sheet in players if sheet.status.startswith("won")]
        if v["terminated"]:
            most = v["payoff"][: game.num_players].max()
            assert won == [p for p in range(game.num_players) if v["payoff"][p] == most]
            continue
        assert not won
        rows = {label: [item.words for item in items] for label, items in table.rows}
        turn = rows[f"turn of {game.seat_names[int(v['mover'])]}"]
        if v["phase"] == phases.OPERATE:
            assert turn[0].split()[0] == str(v["movement_left"])
        elif v["phase"] in (phases.BUILD, phases.BUILD_FROM):
            left = min(20 - v["spent_in_turn"], v["scores"][v["mover"]])
            assert turn[0] == f"{left} million left to spend"
        assert rows["goods left"] == [f"{good.name} {n}" for good, n in zip(game.board.goods, v["chips"])]


def test_milepost_from_which_a_segment_leads__is_ringed() -> None:
    game = FORMS["six"]
    plan = plan_of(game)
    [state] = [state for state in places("six") if state["phase"][0] == phases.BUILD_FROM][:1]
    ring = part(tree(game, state), "builder")[0]
    x, y = plan.spots[int(state["segment_start"][0])]
    assert abs(float(ring.get("cx", 0)) - x) < 0.1 and abs(float(ring.get("cy", 0)) - y) < 0.1


@pytest.mark.parametrize("form", FORMS)
def test_trains__do_not_cover_each_other_or_names_of_cities(form: str) -> None:
    """As well as there is room: in one city with everybody's train, too."""
    game = FORMS[form]
    plan = plan_of(game)
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
    """The same view always gives the same text, and drawing does not change the view."""
    game = FORMS["two"]
    view = game.rules.view(places("two")[-1], 1)
    before = view.tobytes()
    other = EmpireBuilder(num_players=2)
    assert reading(game, view).svg() == reading(game, view).svg() == reading(other, view.copy()).svg()
    assert view.tobytes() == before


def test_seats__have_colours_and_shapes_of_their_own() -> None:
    assert len({colour for colour, _ in SEAT_COLOURS}) == len(SEAT_COLOURS) == 6
    assert len(set(SHAPES)) == 6


def test_picture__becomes_pixels() -> None:
    game = FORMS["three on the small map"]
    image = pixels(reading(game, places("three on the small map")[0]).svg())
    assert image.shape[1] == 1280 and image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("name", ["north_america", "pacific_northwest", "test"])
def test_map__has_the_shape_of_the_country(name: str) -> None:
    board = load_map(name)
    box = picture.board_of(board)
    plan = sketch(board, box)
    assert max(x for x, _ in plan.spots) - min(x for x, _ in plan.spots) <= box.w
    assert max(y for _, y in plan.spots) - min(y for _, y in plan.spots) <= box.h
    assert 650 < box.w <= 800 and 550 < box.h <= 720
