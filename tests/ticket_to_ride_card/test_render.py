"""The card game's picture and description: whole, readable, and silent about what their viewer cannot see."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from given import given
from pictures import SVG, count_stars
from reading import reading, view_of

from railgym.envs.catalog import make_game
from railgym.envs.core.display import count
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES, LAY, THREE
from railgym.envs.ticket_to_ride_card.display import picture_parts, words
from railgym.envs.ticket_to_ride_card.display.words import ticket_numbers
from railgym.envs.ticket_to_ride_card.game import TicketToRideCard
from railgym.envs.ticket_to_ride_card.rules.phases import PHASES, TICKETS_DRAWN

FORMS = ("solo", "two", "three", "four")


def play(game: Game, seed: int, plies: int = 100_000, tickets: float = 0.3) -> list[Array]:
    """All positions of random play that lays gladly and draws tickets now and then."""
    rng = np.random.default_rng(seed)
    state = game.rules.new_state(seed)
    states = [state.copy()]
    while not state["terminated"][0] and len(states) < plies:
        legal = np.flatnonzero(game.rules.legal(state))
        weight = np.where(legal >= THREE, 3.0, np.where(legal >= LAY, 4.0, np.where(legal == 13, tickets, 1.5)))
        game.rules.apply(state, int(rng.choice(legal, p=weight / weight.sum())))
        states.append(state.copy())
    return states


def one_of_each_phase(states: list[Array]) -> dict[Any, Array]:
    """The last position of each phase but the end, and the end."""
    return {"over" if state["terminated"][0] else int(state["phase"][0]): state for state in states}


def tree(game: Game, view: Array) -> ElementTree.Element:
    return ElementTree.fromstring(reading(game, view).svg())


def titles(element: ElementTree.Element) -> list[str]:
    """What parts are, without the explanations that follow in further lines."""
    return [(title.text or "").partition("\n")[0] for title in element.iter(f"{SVG}title")]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def panel(picture: ElementTree.Element, seat: int) -> ElementTree.Element:
    found = picture.find(f".//*[@data-seat='{seat}']")
    assert found is not None
    return found


def rows(game: Game, view: Array, sheet: int) -> dict[str, list[str]]:
    """The rows of a sheet by their labels, as text; the table's is the first, the players' are the last."""
    return {label: [item.text for item in items] for label, items in reading(game, view).sheets()[sheet].rows}


def laid(picture: ElementTree.Element, seat: int) -> ElementTree.Element:
    """What lies before a player on the board."""
    found = picture.find(f".//*[@data-cards='{seat}']")
    assert found is not None
    return found


def shown(element: ElementTree.Element, place: str) -> Counter[str]:
    """The cards of a place as its drawings say, by kind; "unknown" are those face down."""
    cards: Counter[str] = Counter()
    for group in element.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        found = None if title is None else re.match(rf"{place}: (\d+) (\w+)", title.text or "")
        if found:
            assert found[1] in texts(group), "the figure on the card is that of its title"
            cards[found[2].removesuffix("s")] += int(found[1])
    return cards


def named(counts: Any) -> Counter[str]:
    return Counter({KIND_NAMES[kind]: int(n) for kind, n in enumerate(counts) if n})


@pytest.mark.parametrize("form", FORMS)
def test_picture__is_drawn_of_every_phase_for_every_viewer(form: str, request: pytest.FixtureRequest) -> None:
    """Every view of a game, from the first tickets to the end, is well-formed XML that names every seat."""
    game = request.getfixturevalue(form)
    positions = one_of_each_phase([state for seed in range(3) for state in play(game, seed)])
    assert len(positions) == len(PHASES) + 1
    for state in positions.values():
        for view in (state, *(game.rules.view(state, viewer) for viewer in range(PUBLIC, game.num_players))):
            drawn = tree(game, view)
            assert "nan" not in reading(game, view).svg()
            for seat, name in enumerate(game.seat_names):
                assert any(text.startswith(name) for text in texts(panel(drawn, seat)))
            assert reading(game, view).headline() in texts(drawn)


@pytest.mark.parametrize("form", FORMS)
def test_picture__and_description_say_nothing_that_is_hidden(form: str, request: pytest.FixtureRequest) -> None:
    """Worlds that differ in what the viewer cannot see look and read alike, in every phase."""
    game = request.getfixturevalue(form)
    positions = one_of_each_phase(play(game, 2))
    del positions["over"]
    for state in positions.values():
        for viewer in range(PUBLIC, game.num_players):
            view = game.rules.view(state, viewer)
            worlds = [game.rules.determinize(view, viewer, seed) for seed in range(3)]
            assert len({world["deck"].tobytes() for world in worlds}) > 1 or view["deck"]["size"][0] < 2
            assert {view_of(game, world, viewer).svg() for world in worlds} == {reading(game, view).svg()}
            assert {view_of(game, world, viewer).describe() for world in worlds} == {reading(game, view).describe()}


@pytest.mark.parametrize("form", FORMS[1:])
def test_picture__names_no_ticket_that_others_hold(form: str, request: pytest.FixtureRequest) -> None:
    """Open and offered tickets of others appear neither in a picture nor in a description."""
    game = request.getfixturevalue(form)
    for state in one_of_each_phase(play(game, 3)).values():
        if state["terminated"][0]:
            continue
        for viewer in range(PUBLIC, game.num_players):
            view = game.rules.view(state, viewer)
            told = "\n".join(titles(tree(game, view))) + reading(game, view).describe()
            for seat in range(game.num_players):
                place = state["players"][0, seat]
                held = ticket_numbers(place["tickets"] | place["offered"])
                assert all((game.tickets[t].name in told) == (seat == viewer) for t in held)


@pytest.mark.parametrize("form", FORMS)
def test_picture__shows_the_cards_that_the_view_counts(form: str, request: pytest.FixtureRequest) -> None:
    """Railyards, tracks, hands, the display, the discards and the decks, card by card."""
    game = request.getfixturevalue(form)
    for state in play(game, 4)[::40]:
        for viewer in (PUBLIC, 0):
            view = game.rules.view(state, viewer)
            drawn, v = tree(game, view), view[0]
            for seat in range(game.num_players):
                place, box = v["players"][seat], laid(drawn, seat)
                assert shown(box, "railyard") == named(place["yard"] + place["wild"])
                assert shown(box, "on the track") == named(place["track"])
                told, unknown = rows(game, view, seat - game.num_players), int(place["hand_size"] - place["hand"].sum())
                hand = [words.kind_words(n, kind) for kind, n in enumerate(place["hand"]) if n]
                assert told["hand"] == hand + [f"{unknown} unknown"] * bool(unknown)
                assert sum(int(item.split()[0]) for item in told["railyard"]) == (place["yard"] + place["wild"]).sum()
                assert sum(int(item.split()[0]) for item in told["on the track"]) == place["track_size"]
                assert count(v["scores"][seat], "point") in texts(panel(drawn, seat))
            face_up = Counter(title.removeprefix("face up: ") for title in titles(drawn) if title.startswith("face up"))
            assert face_up == named(v["display"])
            assert shown(drawn, "discarded") == named(v["discard"])
            assert count(v["deck"]["size"], "card") + " in the train deck" in titles(drawn)
            assert count(v["ticket_deck"]["size"], "ticket") + " in the deck" in titles(drawn)


def test_picture__marks_the_locomotives_in_a_railyard(two: Game) -> None:
    """A pile says how many of its cards are locomotives."""
    position = given(two, players=[{}, {"yard": {"red": 2}, "yard_locomotives": {"red": 1}}])
    drawn = laid(ElementTree.fromstring(position.view(0).svg()), 1)
    assert "railyard: 3 red (1 of them a locomotive)" in titles(drawn)
    assert "x1" in texts(drawn)


def test_picture__of_human_memory_shows_only_how_many_cards_are_on_the_track() -> None:
    """Every track lies face down, the viewer's own too; once the game is over they are shown."""
    game = make_game("ticket_to_ride_card_v0", memory="human")
    states = play(game, 5)
    view = game.rules.view(states[200], 0)
    sizes = [int(seat["track_size"]) for seat in view[0]["players"][:2]]
    assert min(sizes) > 0
    for seat, size in enumerate(sizes):
        assert shown(laid(tree(game, view), seat), "on the track") == Counter(unknown=size)
        assert f"  on the track: {count(size, 'card')} not remembered" in reading(game, view).describe()
    end = game.rules.view(states[-1], 0)
    assert shown(laid(tree(game, end), 0), "on the track") == named(states[-1]["players"][0, 0]["track"])
    assert "not remembered" not in reading(game, end).describe()


def test_picture__shows_the_viewers_tickets_and_the_one_to_decide_upon(two: Game) -> None:
    """Held tickets, offered tickets and, before all others, the next to be decided upon, as the actions name it."""
    state = next(s for s in play(two, 6) if s["phase"][0] == TICKETS_DRAWN and s["undecided"][0] == 3)
    player = int(state["current_player"][0])
    held = ticket_numbers(state["players"][0, player]["tickets"])
    told = list(rows(two, two.rules.view(state, player), player - two.num_players))
    first, *others = (label for label in told if label.startswith(("to keep or return: ", "offered: ")))
    assert first == f"to keep or return: {reading(two, state).action_words(14).removeprefix('keep ')}"
    assert len(others) == 2 and {two.tickets[t].name for t in held} <= set(told)


def test_picture__escapes_every_text() -> None:
    """Names of seats may hold any character."""

    class Named(TicketToRideCard):
        seat_names = ('<Ann> & "Bo"', "]]>'")  # type: ignore[assignment]

    game = Named()
    drawn = tree(game, game.rules.view(game.rules.new_state(1), 0))
    assert '<Ann> & "Bo" (you)' in texts(drawn)
    assert "]]>'" in texts(drawn)


def test_picture__is_the_same_every_time(three: Game) -> None:
    """The same view gives the same text, however it is drawn, and drawing leaves the view as it was."""
    view = three.rules.view(play(three, 8, 150)[-1], 1)
    before = view.tobytes()
    assert (
        reading(three, view).svg()
        == reading(three, view).svg()
        == reading(make_game("ticket_to_ride_card_v0", num_players=3), view.copy()).svg()
    )
    assert view.tobytes() == before


def test_picture__tells_the_end(four: Game, solo: Game) -> None:
    """Final scores with their parts, the winner and, solo, the opponent's tickets."""
    end = play(four, 9)[-1]
    drawn, v = tree(four, four.rules.view(end, 2)), end[0]
    best = int(np.argmax(v["payoff"]))
    assert any(f"player_{best} wins" in text for text in texts(drawn))
    for seat in range(4):
        done, missed = (
            sum(four.tickets[t].value for t in ticket_numbers(v["players"][seat][f])) for f in ("done", "tickets")
        )
        bonuses = int(v["scores"][seat]) - done + missed
        told = rows(four, end, seat - 4)["points"]
        assert told == [f"completed {done}", f"failed {-missed}", f"bonuses {bonuses}"]
        assert count_stars(panel(drawn, seat)) == (seat == best)
    alone = play(solo, 9)[-1]
    opponent = reading(solo, solo.rules.view(alone, 0)).sheets()[1]
    completed = [solo.tickets[ticket].name for ticket in ticket_numbers(alone["opponent_tickets"][0])]
    assert [item.words for item in opponent.rows[0].items] == completed


def test_picture__of_final_turns_counts_them(two: Game) -> None:
    """The header says which deck is played and how many turns are left, the present one included."""
    for left, told in ((1, "the last turn"), (2, "2 turns left, this one included")):
        state = next(s for s in play(two, 10) if s["final_turns"][0] == left)
        header = texts(tree(two, two.rules.view(state, PUBLIC)))
        assert f"deck {state['deck_number'][0]} of 2, {told}" in header
        assert f", {told}\n" in view_of(two, state, PUBLIC).describe()


def test_colours__differ_for_people_who_see_fewer() -> None:
    """Any two faces are at least 15 units apart (CIE76) in simulations of the three kinds of colour blindness."""
    machado = {  # severity 1.0
        "normal": np.eye(3),
        "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    }
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    for kind, matrix in machado.items():
        seen = []
        for face, _, _ in picture_parts.FACES:
            rgb = np.array([int(face[i : i + 2], 16) for i in (1, 3, 5)]) / 255
            linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
            x, y, z = np.cbrt(to_xyz @ np.clip(np.array(matrix) @ linear, 1e-3, 1) / [0.9505, 1, 1.089])
            seen.append(np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)]))
        assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) > 15, kind
    assert len({mark for _, _, mark in picture_parts.FACES}) == len(KIND_NAMES) - 1


def test_description__begins_with_what_is_due_or_how_it_ended(four: Game, solo: Game) -> None:
    """The decision that is due, or the winners and the reason of the end."""
    begun = four.new_position(11).view(0).describe()
    assert begun.startswith("Set-up, player_0 to decide: choose the first tickets (6 to go).\n")
    end = reading(four, play(four, 11)[-1]).describe()
    assert re.match(r"Game over, player_\d wins: the last deck was exhausted\.\n", end)
    assert "turn left" not in end and "turns left" not in end
    shared = given(four, over="the last deck was exhausted", payoffs=[1 / 3, 1 / 3, 1 / 3, -1]).describe()
    assert shared.startswith("Game over, player_0, player_1 and player_2 share the win: ")
    lost = given(solo, over="the station clock ran out", payoffs=[-1.0]).describe()
    assert lost.startswith("Game over, the hidden opponent wins: the station clock ran out.\n")


def test_description__hides_the_solo_opponent_up_to_the_end(solo: Game) -> None:
    """Six unknown tickets; then the tickets by name and the total."""
    states = play(solo, 12)
    assert "Hidden opponent:\n  tickets: 6, unknown up to the end" in view_of(solo, states[10], 0).describe()
    end = reading(solo, states[-1]).describe()
    assert f"Hidden opponent: {count(states[-1]['scores'][0, 1], 'point')}\n" in end
    hidden = ticket_numbers(states[-1]["opponent_tickets"][0])
    assert all(solo.tickets[t].name in end.split("Hidden opponent")[-1] for t in hidden)


def test_description__counts_what_the_view_counts(three: Game) -> None:
    """Sizes of hands, tracks and decks; of the hands of others the cards that were seen."""
    for state in play(three, 13)[::60]:
        view = three.rules.view(state, 1)
        told, v = reading(three, view).describe(), view[0]
        assert f"  train deck: {count(v['deck']['size'], 'card')}\n" in told
        face_up = ", ".join(words.kind_words(n, kind) for kind, n in enumerate(v["display"]) if n)
        assert f"  face up: {face_up or 'none'}\n" in told
        for seat in range(3):
            place = v["players"][seat]
            told = rows(three, view, seat - 3)
            assert sum(int(item.split()[0]) for item in told["hand"]) == place["hand_size"]
            unknown = [item for item in told["hand"] if item.endswith(" unknown")]
            assert bool(unknown) == (place["hand_size"] > place["hand"].sum())
            colours = zip(place["yard"], place["wild"], KIND_NAMES)
            assert told["railyard"] == [words.with_wilds(n + w, w, name) for n, w, name in colours if n + w]


def test_words__count_one_thing_in_the_singular(solo: Game) -> None:
    """One card, two cards; one locomotive, two locomotives."""
    assert count(1, "card") == "1 card"
    assert count(2, "card") == "2 cards"
    assert [words.kind_words(3, 4), words.kind_words(1, 9), words.kind_words(2, 9)] == [
        "3 red", "1 locomotive", "2 locomotives"
    ]  # fmt: skip
    assert words.with_wilds(2, 2, "red") == "2 red (all locomotives)"
    told = [view_of(solo, state, 0).describe() for state in play(solo, 14)[::10]]
    assert not any(
        re.search(r"\b1 (cards|tickets|points|open tickets|clock cards|locomotives)\b", text) for text in told
    )


def test_image__of_the_documentation_is_a_picture_of_the_game() -> None:
    """The image in the documentation is small, whole and shows two seats."""
    file = Path(__file__).parents[2] / "docs" / "images" / "ticket_to_ride_card.svg"
    assert file.stat().st_size < 200_000
    drawn = ElementTree.parse(file).getroot()
    assert {element.get("data-seat") for element in drawn.iter(f"{SVG}g")} >= {"0", "1"}
    assert drawn.tag == f"{SVG}svg"
