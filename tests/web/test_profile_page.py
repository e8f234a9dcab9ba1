"""The profile page: the finished games of a name, what adaptive agents know, and whom that is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from recordings import play_on
from web_server import Server, finish

from railgym.agents.adaptive.profile import Played, Profile, ProfileFile, Record
from railgym.envs.catalog import make_game
from railgym.envs.core.recording import Recording

CARD = "ticket_to_ride_card_v0"


@pytest.fixture(autouse=True)
def _own_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield


def profile(server: Server, name: str) -> dict:
    answer = server.http.get("/api/profile", params={"name": name})
    assert answer.status_code == 200, answer.text
    found: dict = answer.json()
    return found


def test_games__are_counted_by_game_and_opponent(server: Server) -> None:
    tables = [finish(server, "Ann", opponent, seed) for opponent, seed in (("random", 5), ("random", 6), ("greedy", 7))]
    finish(server, "Bob")
    (found,) = profile(server, "ann")["games"]
    payoffs = [table.recording.position.payoffs for table in tables]
    won = [1 if mine > other else 0 if mine < other else 0.5 for mine, other in payoffs]
    assert (found["title"], found["played"], found["won"]) == ("Ticket to Ride: The Card Game", 3, sum(won))
    assert [(row["name"], row["played"], row["won"]) for row in found["opponents"]] == [
        ("random", 2, won[0] + won[1]),
        ("greedy", 1, won[2]),
    ]
    assert [row["id"] for row in found["last"]] == [table.id for table in tables[::-1]]


def test_games__that_are_not_over_or_of_others_do_not_count(server: Server) -> None:
    finish(server, "Bob")
    server.deal(CARD, "human", "random")
    server.lobby.store.add(play_on(Recording(make_game(CARD, decks=1), 5, ("human", "random"), "test")))
    assert profile(server, "Ann")["games"] == profile(server, "")["games"] == profile(server, "human")["games"] == []


def test_a_game__that_was_given_up_is_lost_and_one_that_a_bot_ended_does_not_count(server: Server) -> None:
    for resigned in (True, False):
        table = finish(server, "Ann", seed=5 + resigned)
        table.seats[0].stand_in, table.seats[0].resigned = "planner", resigned
        server.lobby.store.save_seats(table)
    (found,) = profile(server, "Ann")["games"]
    assert (found["played"], found["won"]) == (1, 0)


def test_adaptive_record__is_that_of_the_terminal(server: Server) -> None:
    played = Played(date="2026-01-02T03:04:05+00:00", opponent="adaptive", level=0.4, result=1.0)
    record = Record(game=CARD, options={"num_players": 3}, strength=1.0, deviation=0.5, games=1, wins=1, last=(played,))
    ProfileFile().save(Profile(records={"key": record}))
    found = profile(server, "")["adaptive"]
    assert found["on"] and found["records"] == [
        {
            "title": "Ticket to Ride: The Card Game",
            "options": ["num players 3"],
            "games": 1,
            "wins": 1,
            "last": [played.model_dump()],
        }
    ]


def test_adaptive_record__is_told_to_the_person_at_this_machine_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railgym.agents.human.web.app.is_loopback", lambda host: False)
    assert profile(server, "")["adaptive"] is None
