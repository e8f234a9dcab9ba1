"""Sheets and the panels of pictures: who has one, what they keep secret, and that all their text can be read."""

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
from pictures import SVG
from reading import reading, view_of
from scenes import TABLES, actions_by_block, scenes

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.panels import compose
from railgym.envs.core.picture import Box, measure
from railgym.envs.core.sheets import Item, Row, Sheet, sheet_to_lines, sheets_to_json


@pytest.fixture(scope="module", params=TABLES)
def game(request: pytest.FixtureRequest) -> Game:
    name, options = TABLES[request.param]
    return make_game(name, **options)


def planned(game: Game, seed: int) -> Iterator[Array]:
    """Some positions of a game among planners, and its end."""
    agents = [make_agent("planner" if game.symmetric_seats else "random", game) for _ in game.seat_names]
    position, plies = game.new_position(seed), 0
    while not position.is_over and plies < 2_000:
        if plies % 50 == 0:
            yield position.record.copy()
        seat = position.current_player
        agents[seat].reset(seat, plies)
        position.play(agents[seat].act(position.view()))
        plies += 1
    yield position.record.copy()


def boxes(panel: ElementTree.Element) -> Iterator[tuple[str, float, Box]]:
    """The lines of text in a panel: words, size, and the room that they take in a broad typeface."""
    for text in panel.iter(f"{SVG}text"):
        words, size = text.text or "", float(text.get("font-size", "0"))
        width = measure(words, size, text.get("font-weight") == "700")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        x, y = (float(text.get(name, "0")) for name in ("x", "y"))
        yield words, size, Box(x - shift * width, y - 0.8 * size, width, size)


def test_sheets__are_the_tables_first_and_then_one_of_every_player(game: Game) -> None:
    for state in scenes(game, 60):
        players = [sheet.player for sheet in reading(game, state).sheets()]
        own = [player for player in players if player != PUBLIC]
        assert players[0] == PUBLIC and own == list(range(game.num_players))
        assert players[-len(own) :] == own, "players last"


def test_sheets__say_nothing_that_is_hidden(game: Game) -> None:
    """To every viewer another world that agrees with the view has the same sheets, the same board and headline."""
    for state in scenes(game, 200):
        for viewer in range(PUBLIC, game.num_players):
            view = view_of(game, state, viewer)
            world = view_of(game, game.rules.determinize(view.record, viewer, 3), viewer)
            assert world.sheets() == view.sheets()
            assert world.headline() == view.headline()
            assert world.board_svg() == view.board_svg()


def test_board_and_legend__are_those_that_are_drawn_one_by_one(game: Game) -> None:
    for state in scenes(game, 60):
        position = reading(game, state)
        assert position.board_and_legend() == (position.board_svg(), position.legend())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_board__of_the_card_game_holds_all_panels(players: int) -> None:
    """Given a table of any size, then no panel of the board lies outside the picture."""
    root = ElementTree.fromstring(make_game("ticket_to_ride_card_v0", num_players=players).new_position(1).board_svg())
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    panels = [*root.findall(f"{SVG}rect"), *root.findall(f"{SVG}g[@data-cards]/{SVG}rect")]
    assert len(panels) == 2 + players, "the draw area, the discards, and a panel of each player"
    for panel in panels:
        x, y, w, h = (float(panel.get(name, "0")) for name in ("x", "y", "width", "height"))
        assert left <= x and x + w <= left + wide and top <= y and y + h <= top + high


def test_items__name_legal_actions_to_who_decides_alone(game: Game) -> None:
    for state in scenes(game, 200):
        legal = {action for actions in actions_by_block(game, state).values() for action in actions}
        current = int(state["current_player"][0])
        for viewer in range(PUBLIC, game.num_players):
            items = [
                item for sheet in view_of(game, state, viewer).sheets() for row in sheet.rows for item in row.items
            ]
            about = {action for item in items for action in item.actions}
            assert about <= (legal if viewer == current else set())


def test_panels__hold_their_text_apart_and_large_enough(game: Game) -> None:
    """In random games and those of planners no text leaves its panel, covers another or is smaller than 9 units, at
    the width of a broad typeface, and panels stay apart within the picture."""
    for state in [*scenes(game, 300), *planned(game, 5)]:
        picture = ElementTree.fromstring(view_of(game, state, int(state["current_player"][0])).svg())
        frames = []
        assert picture.get("width") == "1280"
        for panel in picture.iterfind(".//*[@data-seat]"):
            frame = Box(*(float(panel[0].get(name, "0")) for name in ("x", "y", "width", "height")))
            frames.append(frame)
            lines = list(boxes(panel))
            for words, size, box in lines:
                assert size >= 9 or words.isdigit(), words  # digits are the marks of players
                assert box.overlap(frame) >= 0.99 * box.w * box.h, words
                assert not re.fullmatch(r"and \d+ more", words), "all items have room in such games"
            for (one, _, a), (other, _, b) in combinations(lines, 2):
                assert a.overlap(b) <= 0.05 * min(a.w * a.h, b.w * b.h), (one, other)
        page = Box(0, 0, *(float(picture.get(name, "0")) for name in ("width", "height")))
        assert all(frame.overlap(page) == pytest.approx(frame.w * frame.h) for frame in frames)
        assert not any(a.overlap(b) for a, b in combinations(frames, 2))


def test_panels__say_how_many_items_they_have_no_room_for() -> None:
    """More than any game has: nothing leaves its panel, and the last line counts the rest."""
    rows = tuple(Row(f"row {i}", tuple(Item(f"thing {i} {j}") for j in range(40))) for i in range(12))
    picture = ElementTree.fromstring(compose("Game", "headline", [Sheet("Ann", p, rows=rows) for p in range(6)]))
    for panel in picture.iterfind(".//*[@data-seat]"):
        frame = Box(*(float(panel[0].get(name, "0")) for name in ("x", "y", "width", "height")))
        told = [(words, box) for words, _, box in boxes(panel)]
        assert all(box.overlap(frame) >= 0.99 * box.w * box.h for _, box in told)
        items = sum(words.count("thing") for words, _ in told)
        assert told[-1][0] == f"and {12 * 40 - items} more"


def test_pictures__of_one_game_have_one_size(game: Game) -> None:
    """Videos are made of them."""
    states = [*scenes(game, 100)]
    sizes = {ElementTree.fromstring(reading(game, state).svg()).get("height") for state in (states[0], states[-1])}
    assert len(sizes) == 1


SHEET = Sheet(
    "Ann", 1, "3 points", "to move", (Row("hand", (Item("coal", "2 of 6", "#333", (4,)), Item("mail"))), Row("train"))
)


def test_text__of_a_sheet_has_a_line_for_each_row() -> None:
    assert list(sheet_to_lines(SHEET)) == ["Ann: 3 points, to move", "  hand: coal (2 of 6), mail", "  train: none"]
    assert list(sheet_to_lines(Sheet("Table"))) == ["Table:"]


def test_json__of_sheets_has_names_for_everything() -> None:
    coal = {"words": "coal", "note": "2 of 6", "color": "#333", "actions": (4,)}
    mail = {"words": "mail", "note": "", "color": "", "actions": ()}
    rows = [{"label": "hand", "items": [coal, mail]}, {"label": "train", "items": []}]
    expected = {"title": "Ann", "player": 1, "value": "3 points", "status": "to move", "rows": rows}
    assert sheets_to_json([SHEET]) == [expected]
