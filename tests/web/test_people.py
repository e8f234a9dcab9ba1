"""What people at a table need of each other: names and chat."""

import json
from typing import Any

import pytest
from web_server import Person, Server

from railgym.agents.human.names import LONGEST_NAME, Names
from railgym.agents.human.web.chat import BURST, LONGEST_TEXT, MOST, SECONDS, Chat
from railgym.agents.human.web.store import Store
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import load_replay

CARD = "ticket_to_ride_card_v0"


@pytest.fixture
def people(server: Server) -> tuple[list[Person], Person, Any]:
    """Two people at a table, one who watches, and the links."""
    links = server.deal(CARD, "human", "human", seed=4)
    return [server.sit(link) for link in links["seats"]], server.sit(links["watch"]), links


def names_at(person: Person) -> list[str]:
    person.ask(do="why")
    tables = [message for message in map(json.loads, person.seen) if message["type"] == "table"]
    return [seat["name"] for seat in tables[-1]["seats"]]


def test_names__are_told_to_all_and_are_in_the_file(people: Any, server: Server) -> None:
    """In the seats, the log and the replay; and after a restart."""
    (first, second), watcher, links = people
    assert first.ask(do="name", name="  Ann   <b> ")["type"] == "done"
    turn = first.turn()
    first.ask(do="play", ply=0, action=turn["moves"][0]["id"])
    told = watcher.wait(lambda m: m["type"] == "moves" and m["moves"])
    assert told["moves"][0]["log"][0].startswith("Ann <b> ")
    for somebody in (first, second, watcher):
        assert names_at(somebody) == ["Ann <b>", "Player 1"]
        assert "player_0" not in somebody.seen[-1]
    store = server.lobby.store
    assert load_replay(store.folder / f"{links['id']}.jsonl").header.names == ("Ann <b>", "Player 1")
    store.put_away(links["id"])
    assert store.open(links["id"]).names.shown == ("Ann <b>", "Player 1")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "at least one character"),
        ("x" * (LONGEST_NAME + 1), f"{LONGEST_NAME} characters at most"),
        ("a\u202eb", "printable"),
        ("PLAYER 1", "is taken"),
        ("player_1", "is taken"),
    ],
)
def test_name__that_cannot_be_used_is_refused(people: Any, name: str, reason: str) -> None:
    (first, _), watcher, _ = people
    assert reason in first.ask(do="name", name=name)["reason"]
    assert "only players" in watcher.ask(do="name", name="Eve")["reason"]
    assert names_at(first) == ["Player 0", "Player 1"]


def test_names__stand_in_pictures_as_text() -> None:
    names = Names(("player_1", "player_10"), ('<i> & "x"', "player_1"))
    assert names.in_text("<svg>player_1, player_10, my_player_1</svg>") == (
        "<svg>&lt;i&gt; &amp; &quot;x&quot;, player_1, my_player_1</svg>"
    )
    assert names.in_message({"log": ["player_1 pays player_10"], "ply": 3}) == {
        "log": ['<i> & "x" pays player_1'],
        "ply": 3,
    }


def test_names__of_bots_are_their_codes_and_differ(server: Server) -> None:
    links = server.deal(CARD, "human", "greedy", "greedy", "random", seed=4)
    assert server.table(links).names.shown == ("Player 0", "greedy 1", "greedy 2", "random")


def test_names__of_a_file_are_kept_as_far_as_they_are_names(server: Server) -> None:
    recording = Recording(make_game(CARD), 4, ("human", "human"))
    recording.name_players(("Ann", "x" * 1000))
    answer = server.http.post("/api/files", json={"file": recording.replay.text()})
    assert server.table(answer.json()).names.shown == ("Ann", "Player 1")


def test_chat__is_read_by_all_written_by_players_and_kept(people: Any, server: Server) -> None:
    (first, second), watcher, links = people
    assert first.ask(do="chat", text=" Hello\n<script> player_1 ")["type"] == "done"
    for somebody in (first, second, watcher):
        somebody.ask(do="why")
        lines: list[Any] = []
        for told in (m for m in map(json.loads, somebody.seen) if m["type"] == "chat"):
            lines = told["lines"] if told["all"] else lines + told["lines"]
        assert [(line["seat"], line["text"]) for line in lines] == [(0, "Hello <script> player_1")]
    assert "only players" in watcher.ask(do="chat", text="psst")["reason"]
    store = server.lobby.store
    store.put_away(links["id"])
    assert [line.text for line in store.open(links["id"]).chat.lines] == ["Hello <script> player_1"]


def test_chat__has_limits() -> None:
    chat = Chat()
    for text in ("", " \u202e ", "x" * (LONGEST_TEXT + 1)):
        with pytest.raises(OptionsError):
            chat.add(0, text)
    for number in range(BURST):
        chat.add(0, str(number), now=100.0)
    with pytest.raises(OptionsError, match="wait a little"):
        chat.add(0, "more", now=100.0 + SECONDS / 2)
    chat.add(1, "others may", now=101.0)
    chat.add(0, "later", now=100.0 + SECONDS)
    for number in range(MOST):
        chat.add(number % 2, "x", now=1000.0 + SECONDS * number)
    assert len(chat.lines) == MOST


def test_table__of_an_older_server_is_opened(server: Server) -> None:
    """Its file has the seats alone."""
    store: Store = server.lobby.store
    table = store.add(Recording(make_game(CARD), 1, ("human", "human")))
    path = store.folder / f"{table.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text())["seats"]))
    store.put_away(table.id)
    assert store.open(table.id).seats == table.seats
