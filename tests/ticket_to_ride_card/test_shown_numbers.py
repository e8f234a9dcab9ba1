"""Numbers in pictures and words agree with the observation, in every phase, both editions and both decks."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from reading import reading
from ticket_to_ride_card.test_render import play, rows

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


def shown_tickets(rows: dict[str, list[str]]) -> dict[str, tuple[int, int]]:
    """The open and offered tickets of a sheet by name: how many circles have no card on the track, and how many none at
    all."""
    found = {}
    for label, items in rows.items():
        if named := re.fullmatch(r"(?:to keep or return: |offered: |failed: )?(.* - .* \(\d+\))", label):
            numbers = [(int(item.split()[0]) if item[0].isdigit() else 1, item) for item in items]
            missing = sum(n for n, item in numbers if item.endswith(" missing"))
            found[named[1]] = missing + sum(n for n, item in numbers if " at hand" in item), missing
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
            pieces = observed(game, view, player)
            drawn = shown_tickets(rows(game, view, player - game.num_players))
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
        pieces, told = observed(game, view, player), reading(game, view).describe()
        sheet, table = rows(game, view, player - game.num_players), rows(game, view, 0)
        over, progress = bool(state["terminated"][0]), pieces["progress"]
        held, offered = whole(pieces["tickets"].sum()), whole(pieces["offered"].sum())
        tickets = f"{held} {'failed' if over else 'open'} ticket{'' if held == 1 else 's'}"
        assert f"{game.seat_names[player]} (you): {_count(pieces['points'][0] * 100, 'point')}" in told
        assert sheet["tickets"] == [tickets, f"{whole(pieces['done'].sum())} completed"]
        assert sum(label.startswith(("to keep or return: ", "offered: ")) for label in sheet) == offered
        if not over:
            last = whole(progress[3] * 5)
            assert ("turns left" in told or "the last turn" in told) == (last > 0)
            assert last < 2 or f"{last} turns left, this one included" in told
        assert table["train deck"] == [_count(progress[1] * 100, "card")]
        assert table["ticket deck"] == [_count(progress[4] * 46, "ticket")]
        chart = ["".join(words for words, _ in line) for line in reading(game, view).chart(120)]
        for i in range(game.num_players):
            seat = (player + i) % game.num_players
            for label, piece in (("hand", "hand_size"), ("on track", "track_size")):
                row = rf"{game.seat_names[seat]} {label} {whole(pieces[piece][i] * 20)}\b"
                assert sum(bool(re.match(row, line)) for line in chart) == 1
            for label, piece in (("hand", "hand_size"), ("on the track", "track_size")):
                items = rows(game, view, seat - game.num_players)[label]
                assert sum(int(item.split()[0]) for item in items) == whole(pieces[piece][i] * 20)


def _count(number: Any, noun: str) -> str:
    return f"{whole(number)} {noun}{'' if whole(number) == 1 else 's'}"


def test_open_tickets__of_set_up_are_those_kept(three: Game) -> None:
    """Given a seat that has kept two first tickets: it reads two, the full position too; the others do not know."""
    position = three.new_position(1)
    for _ in range(2):
        position.play("keep the ticket")
    for shown in (position.view(0), position):
        assert "tickets: 2 open tickets, 0 completed" in shown.describe()
    for viewer in (-1, 1):
        assert "tickets: first tickets not known yet, 0 completed" in position.view(viewer).describe()
