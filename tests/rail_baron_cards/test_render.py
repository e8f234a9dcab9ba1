"""Rail Baron's picture: whole, readable, and silent about what its viewer cannot see."""

import json
import shutil
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pictures import SVG, count_stars
from reading import reading, view_of

from railgym.envs.catalog import make_game
from railgym.envs.core.display import count
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.picture import SEAT_COLOURS, SHAPES, Box
from railgym.envs.rail_baron_cards import board_sketch
from railgym.envs.rail_baron_cards.board import DATA, load_board
from railgym.envs.rail_baron_cards.display import picture, words
from railgym.envs.rail_baron_cards.game import RailBaron
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD

FORMS = ("two", "small", "small_four")
BOARDS = ("standard", "small")
WEIGHTS = {"ride": 8.0, "stop": 0.2, "buy": 0.4, "engine": 0.4, "done": 0.6, "pass": 3.0}


def play(game: Game, seed: int, plies: int = 4_000) -> list[Array]:
    """All positions of random play that rides far and buys."""
    rng = np.random.default_rng(seed)
    weight = np.ones(len(game.actions.labels))
    for name, block in game.actions.blocks.items():
        weight[block.start : block.stop] = WEIGHTS.get(name, 1)
    state = game.rules.new_state(seed)
    states = [state.copy()]
    while not state["terminated"][0] and len(states) < plies:
        legal = np.flatnonzero(game.rules.legal(state))
        chances = weight[legal] / weight[legal].sum()
        game.rules.apply(state, int(rng.choice(legal, p=chances)))
        states.append(state.copy())
    return states


@cache
def positions(game: RailBaron) -> dict[Any, Array]:
    """One position of each phase, late in a game, and an end."""
    found = {}
    for seed in range(3):
        for state in play(game, seed):
            found["over" if state["terminated"][0] else int(state["phase"][0])] = state
    return found


def viewers(game: Game) -> range:
    return range(PUBLIC, game.num_players)


def tree(game: Game, view: Array) -> ElementTree.Element:
    return ElementTree.fromstring(reading(game, view).svg())


def titles(element: ElementTree.Element) -> list[str]:
    """What parts are, without the explanations that follow in further lines."""
    return [(title.text or "").partition("\n")[0] for title in element.iter(f"{SVG}title")]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def part(picture: ElementTree.Element, name: str, value: str = "") -> ElementTree.Element:
    found = picture.find(f".//*[@data-{name}='{value}']")
    assert found is not None
    return found


def rows(game: Game, view: Array, sheet: int) -> dict[str, list[str]]:
    """The rows of a sheet by their labels, as text; 0: the table's."""
    return {label: [item.text for item in items] for label, items in reading(game, view).sheets()[sheet].rows}


@pytest.mark.parametrize("form", FORMS)
def test_picture__can_be_drawn_in_every_phase_for_every_viewer(form: str, request: pytest.FixtureRequest) -> None:
    """Every view is well-formed XML of the same size that names every seat and says what is due."""
    game = request.getfixturevalue(form)
    found = positions(game)
    assert form != "small_four" or len(found) == len(phases.PHASES) - 1  # all but those of options, and the end
    for state in found.values():
        for view in (state, *(game.rules.view(state, viewer) for viewer in viewers(game))):
            drawn = tree(game, view)
            assert (drawn.tag, drawn.get("width"), drawn.get("height")) == (f"{SVG}svg", "1280", "720")
            assert "nan" not in reading(game, view).svg()
            assert reading(game, view).headline() in texts(drawn)
            for seat, name in enumerate(game.seat_names):
                box = texts(part(drawn, "seat", str(seat)))
                assert any(text.startswith(name) for text in box)
                assert any(words.money(view["scores"][0, seat]) == text for text in box) != view["out"][0, seat]
                assert ("bankrupt" in box) == view["out"][0, seat]


@pytest.mark.parametrize("form", FORMS)
def test_picture__shows_nothing_hidden(form: str, request: pytest.FixtureRequest) -> None:
    """Worlds that differ in what the viewer cannot see look alike, in every phase."""
    game = request.getfixturevalue(form)
    for phase, state in positions(game).items():
        for viewer in viewers(game) if phase != "over" else ():
            view = game.rules.view(state, viewer)
            worlds = [game.rules.determinize(view, viewer, seed) for seed in range(3)]
            assert {view_of(game, world, viewer).svg() for world in worlds} == {reading(game, view).svg()}


@pytest.mark.parametrize("form", FORMS)
def test_sheets__show_a_hand_only_to_its_player(form: str, request: pytest.FixtureRequest) -> None:
    """Cities in hand stand in the sheet of the viewer, with the copies of their cards (RB-2.5); of other hands only
    the number of cards."""
    game = request.getfixturevalue(form)
    for state in positions(game).values():
        for viewer in viewers(game):
            view = game.rules.view(state, viewer)
            for sheet in reading(game, view).sheets()[1:]:
                if state["out"][0, sheet.player]:
                    continue
                hand = next(row.items for row in sheet.rows if row.label == "hand")
                if sheet.player == viewer or state["terminated"][0]:
                    cards = [card for card in state["players"][0, sheet.player]["hand"] if card != NO_CARD]
                    assert [item.words for item in hand] == [game.display.words.city(card) for card in cards]
                    assert all(game.display.words.copies(card) in item.note for card, item in zip(cards, hand))
                else:
                    size = int(view["players"][0, sheet.player]["hand_size"])
                    assert [item.words for item in hand] == [count(size, "hidden card")] * bool(size)


@pytest.mark.parametrize("form", FORMS)
def test_picture__shows_every_city_and_railroad(form: str, request: pytest.FixtureRequest) -> None:
    """Names of cities, twins as one; every railroad on the map, and as a chip with whom it belongs to."""
    game = request.getfixturevalue(form)
    for state in positions(game).values():
        drawn = tree(game, game.rules.view(state, PUBLIC))
        there = Counter(texts(part(drawn, "map")))
        for dot in game.board.dots:
            assert not dot.city or there[dot.city] >= 1
        for i, railroad in enumerate(game.board.railroads):
            assert there[railroad.abbreviation] == 1
            owner = int(state["owner"][0, i])
            chip = f"{railroad.abbreviation} ${railroad.price // 1000}k ({railroad.name})"
            panels = {p: titles(part(drawn, "seat", str(p))) for p in range(-1, game.num_players)}
            shown = {owner, -1} if state["lot"][0] == i else {owner}  # the table's sheet has it while it is auctioned
            assert {p for p, chips in panels.items() if chip in chips} == shown


@pytest.mark.parametrize("form", FORMS)
def test_picture__marks_trains_starts_and_destinations(form: str, request: pytest.FixtureRequest) -> None:
    """Each that is shown has a mark with its seat's number and a title, and the panel tells the run."""
    game = request.getfixturevalue(form)
    for state in positions(game).values():
        view = game.rules.view(state, PUBLIC)
        drawn = tree(game, view)
        told = titles(part(drawn, "map"))
        for p, name in enumerate(game.seat_names):
            seat = view["players"][0, p]
            here = not view["out"][0, p]
            assert any(title.startswith(f"train of {name} at ") for title in told) == (here and seat["dot"] >= 0)
            for field, word in (("start", "start"), ("goal", "destination")):
                shown = here and seat[field] != NO_CARD
                assert any(title.startswith(f"{word} of {name}: ") for title in told) == shown
                if shown:
                    city = game.display.words.city(seat[field])
                    assert f"{word} of {name}: {city}, {game.display.words.copies(seat[field])}" in told
                    assert any(city in text for text in texts(part(drawn, "seat", str(p))))


def test_picture__highlights_destination_and_track_of_the_mover(two: RailBaron) -> None:
    """Its city has a second, bold label, and the track ridden in the run is drawn once more."""
    state = next(s for s in play(two, 1) if s["phase"][0] == phases.MOVE and s["round"][0] > 3 and _ridden(s))
    drawn = tree(two, two.rules.view(state, PUBLIC))
    goal = two.board.dots[two.board.cities[_city(two, state, "goal")].dot].city
    bold = [text.text for text in part(drawn, "map").iter(f"{SVG}text") if text.get("font-weight")]
    assert goal in bold
    plan = board_sketch.sketch(two.board, picture.MAP)
    path = part(drawn, "ridden", str(state["mover"][0]))[0].get("d") or ""
    assert path.count("M") == len(_ridden(state))
    assert all(plan.pieces[piece] in path for piece in _ridden(state))
    assert rows(two, state, 0)["roll"][0] == f"{count(state['pips'][0], 'dot')} left"


def _ridden(state: Array) -> list[int]:
    ridden = state["players"][0, int(state["mover"][0])]["ridden"]
    return [64 * i + bit for i, word in enumerate(ridden) for bit in range(64) if int(word) >> bit & 1]


def _city(game: RailBaron, state: Array, field: str) -> int:
    return int(game.params["card_city"][0, int(state["players"][0, int(state["mover"][0])][field])])


def test_picture__of_an_auction_shows_the_bid_and_the_bidders(small_four: RailBaron) -> None:
    """The lot, the highest bid or the least, who still can bid, and what is due."""
    auctions = [s for seed in range(4) for s in play(small_four, seed) if s["phase"][0] == phases.AUCTION]
    assert any(s["lot_bidder"][0] >= 0 for s in auctions)
    for state in auctions[::7]:
        v, table = state[0], rows(small_four, small_four.rules.view(state, PUBLIC), 0)
        lot = small_four.board.railroads[int(v["lot"])]
        [told] = table[f"up for auction by {small_four.seat_names[int(v['mover'])]}"]
        assert told == f"{lot.abbreviation} ${lot.price // 1000}k ({lot.name})"
        bidder = f"{words.money(v['lot_bid'])} by {small_four.seat_names[int(v['lot_bidder'])]}"
        least = int(v["lot_bid"]) + 500 if v["lot_bidder"] >= 0 else lot.price // 2
        assert table["highest bid"] == [bidder if v["lot_bidder"] >= 0 else "none yet"]
        assert table["least bid"] == [words.money(least)]
        out = [bool(v["out"][p] or p == v["mover"] or int(v["lot_passed"]) >> p & 1) for p in range(4)]
        out = [left or (p != v["lot_bidder"] and v["scores"][p] < least) for p, left in enumerate(out)]
        assert table["still bidding"] == [f"player_{p}" for p in range(4) if not out[p]]
        due = [("the bank", v["due_bank"]), *((f"player_{p}", v["due"][p]) for p in range(4))]
        assert table["due"] == [f"{words.money(amount)} to {who}" for who, amount in due if amount]


@pytest.mark.parametrize("form", FORMS)
def test_picture__shows_the_result(form: str, request: pytest.FixtureRequest) -> None:
    """The winner, the reason, and a star in the winner's panel."""
    game = request.getfixturevalue(form)
    end = positions(game)["over"]
    drawn = tree(game, game.rules.view(end, PUBLIC))
    best = int(np.argmax(end["payoff"][0]))
    why = phases.END_REASONS[int(end["end_reason"][0])]
    assert f"Game over, player_{best} wins: {why}" in texts(drawn)
    stars = [count_stars(part(drawn, "seat", str(p))) for p in range(game.num_players)]
    assert stars == [int(p == best) for p in range(game.num_players)]


@pytest.mark.parametrize("name", BOARDS)
def test_map__labels_do_not_cover_each_other(name: str) -> None:
    """Cities' names and railroads' abbreviations have places of their own on the map."""
    plan = board_sketch.sketch(load_board(name), picture.MAP)
    labels = [place for _, place in plan.labels.values()]
    assert sum(a.overlap(b) for a, b in combinations(labels, 2)) < 20
    assert sum(a.overlap(b) for a, b in combinations(plan.tags, 2)) < 20
    assert sum(a.overlap(b) for a in labels for b in plan.tags) < 60
    for place in (*labels, *plan.tags):
        assert plan.box.x <= place.x <= place.x + place.w <= plan.box.x + plan.box.w
        assert plan.box.y <= place.y <= place.y + place.h <= plan.box.y + plan.box.h


@pytest.mark.parametrize("name", BOARDS)
def test_map__draws_every_piece_of_track_once(name: str) -> None:
    """Railroads between the same two dots run side by side; sections over a fork meet in one point."""
    board = load_board(name)
    plan = board_sketch.sketch(board, picture.MAP)
    assert len(set(plan.pieces)) == len(plan.pieces)
    both = " ".join(plan.lines)
    for piece in plan.pieces:
        a, b = piece[1:].split("L")
        assert f"{a}L{b}" in both or f"{b}L{a}" in both
    assert all("nan" not in line and line for line in plan.lines)


def test_map__keeps_areas_and_north_up() -> None:
    """A degree by a degree is as large everywhere, but for the cosine of the latitude."""
    box = Box(0, 0, 800, 500)
    for places in ([(25, -124), (49, -67), (40, -95)], [(-45, 170), (-35, -175)], [(-10, 20), (10, 50)]):
        projection = board_sketch.Projection(places, box)
        points = [projection(*place) for place in places]
        assert all(-0.01 <= p.x <= 800.01 and -0.01 <= p.y <= 500.01 for p in points)
        areas = []
        for latitude, longitude in places:
            a, b, c = (projection(latitude + i / 100, longitude + j / 100) for i, j in ((0, 0), (0, 1), (1, 0)))
            assert c.y < a.y
            cross = (b.x - a.x) * (a.y - c.y) - (c.x - a.x) * (a.y - b.y)
            areas.append(cross / np.cos(np.radians(latitude)))
        assert max(areas) < 1.02 * min(areas)


def test_outline__has_the_cities_on_land() -> None:
    """Cities of both boards lie in the country and in none of the lakes."""
    outline = json.loads((DATA / "outline.json").read_text("utf-8"))
    for name in BOARDS:
        for city in load_board(name).cities:
            dot = load_board(name).dots[city.dot]
            assert any(_inside(ring, dot.longitude, dot.latitude) for ring in outline["country"]), city.name
            assert not any(_inside(ring, dot.longitude, dot.latitude) for ring in outline["lakes"]), city.name


def _inside(ring: list[tuple[float, float]], x: float, y: float) -> bool:
    crossed = 0
    for (a, b), (c, d) in zip(ring, [*ring[1:], ring[0]]):
        crossed += (b > y) != (d > y) and x < (c - a) * (y - b) / (d - b) + a
    return crossed % 2 == 1


@pytest.mark.parametrize("where", ["elsewhere", "across the date line", "in one point"])
def test_map__can_be_drawn_for_a_board_anywhere(where: str, tmp_path: Path) -> None:
    """Without the outline where it does not belong; even where all dots lie in one point."""
    folder = tmp_path / "board"
    shutil.copytree(DATA / "small", folder)
    rows = (folder / "dots.csv").read_text("utf-8").split()
    moved = [rows[0]]
    for row in rows[1:]:
        dot, latitude, longitude = row.split(",")
        place = {
            "elsewhere": f"{float(latitude) - 43.3:.2f},{float(longitude) + 100:.2f}",
            "across the date line": f"{float(latitude)},{(float(longitude) + 92 + 360) % 360 - 180:.2f}",
            "in one point": "45,-93",
        }
        moved.append(f"{dot},{place[where]}")
    (folder / "dots.csv").write_text("\n".join(moved), "utf-8")
    plan = board_sketch.sketch(load_board(str(folder)), picture.MAP)
    assert plan.ground.startswith("<rect") == (where != "in one point")
    for spot in plan.spots:
        assert plan.box.x <= spot.x <= plan.box.x + plan.box.w
        assert plan.box.y <= spot.y <= plan.box.y + plan.box.h
    if where == "across the date line":
        assert max(p.x for p in plan.spots) - min(p.x for p in plan.spots) < 600
    assert "nan" not in plan.tracks + plan.stops + plan.ground + "".join(plan.pieces)


def test_picture__escapes_every_text(small: RailBaron) -> None:
    """Names of seats may hold any character."""

    class Named(RailBaron):
        seat_names = ('<Ann> & "Bo"', "]]>'")

    game = Named(board="small")
    for state in positions(small).values():
        drawn = tree(game, game.rules.view(state, 0))
        assert '<Ann> & "Bo" (you)' in texts(drawn)
        assert "]]>'" in texts(drawn)


def test_picture__is_the_same_every_time(small_four: RailBaron) -> None:
    """The same view gives the same text in every process, and drawing does not change the view."""
    view = small_four.rules.view(positions(small_four)[phases.MOVE], 1)
    before = view.tobytes()
    other = make_game("rail_baron_cards_v0", board="small", num_players=4)
    assert reading(small_four, view).svg() == reading(small_four, view).svg() == reading(other, view.copy()).svg()
    assert view.tobytes() == before


def test_seats__differ_for_people_who_see_fewer_colours() -> None:
    """Any two colours are far apart (CIE76) in simulations of the three kinds of colour blindness, as veils, too."""
    machado = {  # severity 1.0
        "normal": np.eye(3),
        "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    }
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    land = _rgb(board_sketch.LAND)
    for share, least in ((1.0, 36), (0.65, 23)):
        for kind, matrix in machado.items():
            seen = []
            for colour, _ in SEAT_COLOURS:
                rgb = share * _rgb(colour) + (1 - share) * land
                linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
                x, y, z = np.cbrt(to_xyz @ np.clip(np.array(matrix) @ linear, 1e-3, 1) / [0.9505, 1, 1.089])
                seen.append(np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)]))
            assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) > least, kind
    assert len(set(SHAPES)) == len(SEAT_COLOURS)


def _rgb(colour: str) -> Any:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def test_picture__becomes_pixels() -> None:
    """What the environment returns is the picture in its own size."""
    module = pytest.importorskip("railgym.envs.rail_baron_cards_v0")
    env = module.env(render_mode="rgb_array", board="small")
    env.reset(seed=1)
    image = env.render()
    assert image.shape == (720, 1280, 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 100
