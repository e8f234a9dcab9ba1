"""Numbers in pictures and words agree with the observation, in every phase, both editions and both decks."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from reading import reading
from ticket_to_ride_card.test_render import panel, play, texts, tree

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game

CARD, SOLO = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"
FORMS: list[tuple[str, dict[str, Any]]] = [
    *((CARD, {"num_players": n, "edition": edition}) for n in (2, 3, 4) for edition in ("manual", "published")),
    (CARD, {"num_players": 3, "memory": "human"}),
    (SOLO, {}),
    (SOLO, {"edition": "published", "memory": "human"}),
]
NAMES = ["-".join(map(str, (id, *options.values()))) for id, options in FORMS]


def planner_game(game: Game, seed: int) -> Iterator[Array]:
    """All positions of a game among planners."""
    agent, state = make_agent("planner", game), game.rules.new_state(seed)
    while not state["terminated"][0]:
        yield state.copy()
        seat = int(state["current_player"][0])
        agent.reset(seat, seed)
        view = game.rules.view(state, seat)
        game.rules.apply(state, int(agent.act(reading(game, view))))
    yield state


def positions(game: Game) -> list[Array]:
    """Of a random and a planner game: the end, every set-up decision, and every seventh of the others."""
    games = (play(game, 21), list(planner_game(game, 22)))
    return [state for states in games for state in (*states[:12], *states[12::7], states[-1])]


def drawn_tickets(picture: ElementTree.Element) -> dict[str, tuple[int, int]]:
    """The undone tickets of a picture by name: how many circles have no card on the track, and how many none at all."""
    found = {}
    for group in picture.iter("{http://www.w3.org/2000/svg}g"):
        title = group.findtext("{http://www.w3.org/2000/svg}title", "")
        named = re.match(r"(?:open|offered|next|missed) ticket: (.*?): ", title)
        if named:
            circles = list(group.iter("{http://www.w3.org/2000/svg}circle"))
            empty = sum("stroke-dasharray" in circle.attrib for circle in circles)
            found[named[1]] = empty + sum(circle.get("r") == "6.5" for circle in circles), empty
    return found


def observed(game: Game, view: Array, player: int) -> dict[str, Array]:
    """The observation in its pieces."""
    return game.observation_layout.split(game.rules.encode(view, player))


def whole(number: Any) -> int:
    return int(np.rint(number))


@pytest.mark.parametrize(("id", "options"), FORMS, ids=NAMES)
def test_circles__are_what_the_observation_counts(id: str, options: dict[str, Any]) -> None:
    """Given a position of a real game, every ticket whose circles are drawn lacks as many as ``missing_track`` and
    ``missing_all`` say."""
    game = make_game(id, **options)
    decks, compared = set[int](), 0
    for state in positions(game):
        decks.add(int(state["deck_number"][0]))
        for player in range(game.num_players):
            view = game.rules.view(state, player)
            pieces, drawn = observed(game, view, player), drawn_tickets(tree(game, view))
            for number, ticket in enumerate(game.tickets):  # type: ignore[attr-defined]
                if ticket.name in drawn and (pieces["tickets"] + pieces["offered"])[number]:
                    missing = whole(5 * pieces["missing_track"][number]), whole(5 * pieces["missing_all"][number])
                    assert drawn[ticket.name] == missing, ticket.name
                    compared += 1
    assert len(decks) == game.params["decks"][0]
    assert compared > 100


@pytest.mark.parametrize(("id", "options"), FORMS, ids=NAMES)
def test_numbers__are_those_of_the_observation(id: str, options: dict[str, Any]) -> None:
    """Points, tickets held and offered, cards, decks and turns left, in words, picture and chart."""
    game = make_game(id, **options)
    for state in positions(game):
        player = int(state["current_player"][0])
        view = game.rules.view(state, player)
        pieces, told, picture = observed(game, view, player), reading(game, view).describe(), tree(game, view)
        over, progress = bool(state["terminated"][0]), pieces["progress"]
        held, offered = whole(pieces["tickets"].sum()), whole(pieces["offered"].sum())
        tickets = f"{held} {'failed' if over else 'open'} ticket{'' if held == 1 else 's'}"
        assert f"{game.seat_names[player]} (you): {_count(pieces['points'][0] * 100, 'point')}, {tickets}" in told
        plate = " ".join(texts(panel(picture, player)))
        if not over:
            assert f"{tickets}, {whole(pieces['done'].sum())} completed" in plate
            strip = f"Your tickets: {held} open" + (f", {offered} to decide upon" if offered else "")
            assert strip in texts(picture)
            last = whole(progress[3] * 5)
            assert ("turns left" in told or "the last turn" in told) == (last > 0)
            assert last < 2 or f", {last} turns left, this one included" in told
        assert told.count("  offered: ") == offered
        assert f"{_count(progress[1] * 100, 'card')} in the train deck" in told
        assert f"{_count(progress[4] * 46, 'ticket')} in the ticket deck" in told
        chart = ["".join(words for words, _ in line) for line in reading(game, view).chart(120)]
        for i in range(game.num_players):
            seat = (player + i) % game.num_players
            for label, piece in (("hand", "hand_size"), ("on track", "track_size")):
                row = rf"{game.seat_names[seat]} {label} {whole(pieces[piece][i] * 20)}\b"
                assert sum(bool(re.match(row, line)) for line in chart) == 1
            lines = told[told.index(f"\n{game.seat_names[seat]}") :]
            for label, piece in (("hand", "hand_size"), ("on the track", "track_size")):
                size = _count(pieces[piece][i] * 20, "card")
                assert re.search(rf"\n  {label}: (.*)", lines)[1].startswith("empty" if size[0] == "0" else size)  # type: ignore[index]


def _count(number: Any, noun: str) -> str:
    return f"{whole(number)} {noun}{'' if whole(number) == 1 else 's'}"


def test_open_tickets__of_set_up_are_those_kept(three: Game) -> None:
    """Given a seat that has kept two first tickets: it reads two, the full position too; the others do not know."""
    position = three.new_position(1)
    for _ in range(2):
        position.play("keep the ticket")
    assert "player_0 (you): 0 points, 2 open tickets" in position.view(0).describe()
    assert "player_0: 0 points, 2 open tickets" in position.describe()
    for viewer in (-1, 1):
        view = position.view(viewer)
        assert "player_0: 0 points, first tickets not known yet" in view.describe()
        assert "first tickets not known yet, 0 completed" in texts(panel(tree(three, view.record), 0))
