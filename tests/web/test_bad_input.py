"""What is wrong is refused with a reason, and the game goes on."""

import asyncio
import json
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NoReturn

import pytest
from web_server import Server
from websockets.exceptions import ConnectionClosed

from railgym.agents.human.web.bots import IDLE, Bots
from railgym.agents.human.web.lobby import Lobby, NewGame
from railgym.agents.human.web.room import BUSY, Session
from railgym.agents.human.web.store import Store
from railgym.envs.core.errors import ArtifactError, RailgymError
from railgym.envs.core.recording import Recording

CARD = "ticket_to_ride_card_v0"
UNRULY = """
class Quitter:
    def __init__(self, game): pass
    def reset(self, seat, seed): pass
    def act(self, view): raise SystemExit("enough")

class Cheat(Quitter):
    def act(self, view): return 99999
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("garbage", "not understood: Invalid JSON"),
        ("", "not understood"),
        ("[]", "not understood"),
        ('{"do": "fly"}', "Input tag 'fly' found"),
        ('{"do": "play", "ply": 0}', "play.action: Field required"),
        ('{"do": "play", "ply": 0, "action": "1"}', "play.action: Input should be a valid integer"),
        ('{"do": "play", "ply": 0, "action": 99999}', "action 99999 is outside"),
        ('{"do": "play", "ply": -1, "action": 0}', "play.ply"),
        ('{"do": "play", "ply": 7, "action": 0}', "meant for the position after 7 moves, but 0 were made"),
        ('{"do": "play", "ply": 0, "action": 1}', "is not legal now"),
        ('{"do": "preview", "ply": 0, "action": 1}', "is not legal now"),
        ('{"do": "say", "ply": 0, "words": "win at once"}', "no such move 'win at once'"),
        ('{"do": "see", "ply": 5}', "there is no position after 5 moves"),
        ('{"do": "hint", "agent": "py:os:system"}', "this server was not started with it"),
        ('{"do": "hint", "agent": "file:/etc"}', "this server was not started with it"),
        ('{"do": "hint", "agent": "mcts:1:py:os:system"}', "this server was not started with it"),
        ('{"do": "hint", "agent": "mcts:1:file:/etc"}', "this server was not started with it"),
        ('{"do": "hint", "agent": "mcts:99999"}', "thinks too long for a server"),
        ('{"do": "hint", "agent": "mcts:\u00b2"}', "iterations or milliseconds"),
        (json.dumps({"do": "hint", "agent": f"mcts:{'9' * 4000}"}), "iterations or milliseconds"),
        ('{"do": "hint", "agent": "human"}', "this server was not started with it"),
        ('{"do": "seat", "seat": 9, "agent": "random"}', "a seat of the table"),
        ('{"do": "review", "agent": "random"}', "when it is over"),
        ('{"do": "review", "agent": "random", "seat": "0"}', "review.seat"),
        ('{"do": "name"}', "name.name: Field required"),
        ('{"do": "name", "name": ["Ann"]}', "name.name: Input should be a valid string"),
        ('{"do": "name", "name": "\\ud800"}', "not understood: Invalid JSON"),
        ('{"do": "chat", "text": 7}', "chat.text: Input should be a valid string"),
        (json.dumps({"do": "chat", "text": "x" * 301}), "300 characters at most"),
        ('{"do": "ready", "seat": 1}', "ready.seat: Extra inputs are not permitted"),
        ('{"do": "propose", "what": "rematch"}', "once the game is over"),
        ('{"do": "answer", "yes": true}', "there is no proposal"),
        (json.dumps({"do": "say", "ply": 0, "words": "x" * 5000}), "a message has 4096 characters at most"),
    ],
)
def test_message__that_is_wrong_is_refused(server: Server, text: str, reason: str) -> None:
    person = server.sit(server.deal(CARD, "human", "random", seed=1)["seats"][0])
    turn = person.turn()
    person.socket.send(text)
    assert reason in person.wait(lambda m: m["type"] == "refused")["reason"]
    assert person.ask(do="play", ply=0, action=turn["moves"][0]["id"])["type"] == "done"


def test_message__of_ten_megabytes_ends_the_connection_with_a_reason(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=1)
    person = server.sit(links["seats"][0])
    person.turn()
    with pytest.raises(ConnectionClosed, match="too big"):
        person.socket.send("x" * 10**7)
        person.turn()
    again = server.sit(links["seats"][0])
    assert again.turn()["ply"] == 0


def test_seat__of_another_is_not_played(server: Server) -> None:
    """Neither by the other person, nor by who watches."""
    links = server.deal("resourceful_rails_v0", "human", "human", seed=1)
    first = server.sit(links["seats"][0])
    turn = first.turn()
    for link in (links["seats"][1], links["watch"]):
        other = server.sit(link)
        refused = other.ask(do="play", ply=0, action=turn["moves"][0]["id"])
        assert refused["reason"] == "it is the turn of Player 0"
        assert "nothing to decide for you" in other.ask(do="hint")["reason"]


@pytest.mark.parametrize(
    ("host", "own"),
    [("localhost:8642", True), ("192.168.1.7:8642", True), ("[::1]:8642", True), ("rebound.example:8642", False)],
)
def test_server__is_not_reached_by_names_of_others(server: Server, host: str, own: bool) -> None:
    """A foreign page whose name was made to lead here could read all that people can."""
    answer = server.http.get("/api/tables", headers={"Host": host})
    assert answer.status_code == 200 if own else "is no name of this server" in answer.json()["error"]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("nowhere", "there is no game 'nowhere' here"),
        ("{}/x", "opens no seat"),
        ("{}/%C3%A9", "opens no seat"),
    ],
)
def test_link__that_is_wrong_opens_nothing(server: Server, place: str, reason: str) -> None:
    id = server.deal(CARD, "human", "random", seed=1)["id"]
    person = server.sit(f"/t/{place.format(id)}")
    assert reason in person.wait(lambda m: m["type"] == "refused")["reason"]


def test_socket__of_a_page_from_elsewhere_is_refused(server: Server) -> None:
    """Its origin gives it away: secrets are in addresses, and the lobby has none."""
    answer = server.http.post("/api/tables", json={}, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 400 and "is no page of this server" in answer.json()["error"]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ("no json", "Invalid JSON"),
        ({"game": "chess", "seats": ["human"]}, "unknown game 'chess'"),
        ({"game": CARD, "seats": ["human"]}, "has 2-4 seats, not 1"),
        ({"game": CARD, "seats": ["human", "plannr"]}, "did you mean planner?"),
        ({"game": CARD, "seats": ["human", "py:os:system"]}, "was not started with it"),
        ({"game": CARD, "seats": ["human", "random"], "options": ["editon=published"]}, "did you mean edition?"),
        (
            {"game": "empire_builder_v0", "seats": ["human", "random"], "options": ["map=/etc/passwd"]},
            "only what",
        ),
        ({"game": CARD, "seats": ["human", "trained"], "options": ["decks=1"]}, "trained: made with option decks=None"),
        ({"game": CARD, "seats": ["human", "random"], "options": ["decks=[&a [1], *a]"]}, "an alias"),
        ({"game": CARD, "seats": ["human", "random"], "seed": 2**64}, "seed"),
        ({"game": CARD, "seats": ["human", "random"], "minutes": 0}, "minutes"),
        ({"game": CARD, "seats": ["human", "random"], "colour": "red"}, "colour"),
    ],
)
def test_game__that_cannot_be_is_refused(server: Server, wish: object, reason: str) -> None:
    content = wish if isinstance(wish, str) else json.dumps(wish)
    answer = server.http.post("/api/tables", content=content)
    assert answer.status_code == 400 and reason in answer.json()["error"] and "\n" not in answer.json()["error"]
    assert server.http.get("/api/tables").json() == []


def test_file__that_is_no_game_is_refused(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=1)
    text = server.table(links).recording.replay.text()
    for file, reason in (
        ("", "it has no complete first line"),
        ("{}\n", "no replay of railgym"),
        (text.replace(CARD, "chess"), "unknown game 'chess'"),
        (text.replace('"seed":1', '"seed":"x"'), "seed"),
        ("[" * 200_000 + "\n", "damaged line"),
        ("x" * 5_000_000, "more than 4 MB"),
    ):
        answer = server.http.post("/api/files", json={"file": file})
        assert answer.status_code == 400 and reason in answer.json()["error"], answer.text


def test_store__names_a_game_whose_files_are_damaged(server: Server) -> None:
    """In the list of games and to who opens it; the others are there."""
    ids = [server.deal(CARD, "human", "random", seed=seed)["id"] for seed in (1, 2)]
    store = server.lobby.store
    store._open.clear()  # as after a restart
    (store.folder / f"{ids[0]}.jsonl").write_text("?\n")
    listed = {row["id"]: row for row in server.http.get("/api/tables").json()}
    assert "damaged line" in listed[ids[0]]["fault"] and "fault" not in listed[ids[1]]
    person = server.sit(f"/t/{ids[0]}")
    assert "damaged line" in person.wait(lambda m: m["type"] == "refused")["reason"]
    assert server.sit(f"/t/{ids[1]}").ask(do="see", ply=0)["board"]


def test_file__with_an_agent_that_may_not_start_leaves_no_game(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=1)
    text = server.table(links).recording.replay.text().replace('"random"', '"mcts:1:py:sys:exit"')
    answer = server.http.post("/api/files", json={"file": text})
    assert answer.status_code == 400 and "was not started with it" in answer.json()["error"]
    assert [row["id"] for row in server.http.get("/api/tables").json()] == [links["id"]]


def test_fault__names_no_folder_of_the_server(server: Server) -> None:
    id = server.deal(CARD, "human", "random", seed=1)["id"]
    store = server.lobby.store
    store._open.clear()
    (store.folder / f"{id}.json").unlink()
    assert str(store.folder) not in server.sit(f"/t/{id}").wait(lambda m: m["type"] == "refused")["reason"]
    (store.folder / f"{id}.jsonl").write_text("?\n")
    assert str(store.folder) not in server.http.get("/api/tables").text


def test_disk__that_is_full_refuses_the_move_with_the_reason(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it can be made when there is room again."""
    monkeypatch.setattr("web_server.PATIENCE", 30)
    person = server.sit(server.deal(CARD, "human", "random", seed=1)["seats"][0])
    turn = person.turn()

    def full(recording: Recording, last: object) -> NoReturn:
        raise OSError(28, "No space left on device", str(recording.path))

    with monkeypatch.context() as patched:
        patched.setattr(Recording, "_write", full)
        refused = person.ask(do="play", ply=0, action=turn["moves"][0]["id"])
    assert refused["reason"] == "the server cannot keep its files: No space left on device"
    assert person.ask(do="play", ply=0, action=turn["moves"][0]["id"])["type"] == "done"


def test_agent__that_fails_is_told_to_who_asked_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web_server.PATIENCE", 30)

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(Bots, "best", fail)
    person = server.sit(server.deal(CARD, "human", "random", seed=1)["seats"][0])
    person.turn()
    assert "ZeroDivisionError on the server" in person.ask(do="hint")["reason"]


def test_agents__think_for_one_person_only_so_often_at_once() -> None:
    session = Session(0, lambda message: asyncio.sleep(0))
    with ExitStack() as asked:
        for _ in range(BUSY):
            asked.enter_context(session.asking())
        with pytest.raises(RailgymError, match="not answered yet"):
            asked.enter_context(session.asking())
    with session.asking():
        pass


def test_agents__that_were_asked_are_not_all_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    lobby = Lobby(store)
    bots = Bots(lobby.deal(NewGame(game=CARD, seats=["human", "random"])), lobby)
    bots.call(1, "random", None)
    bot = bots._agents[1, "random", False]
    for number in range(3 * IDLE):
        bots._asked(0, f"mc:{number + 1}")
    assert len(bots._agents) <= IDLE + 2 and bots._agents[1, "random", False] is bot
    store.close()


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        ("Quitter", "Quitter cannot play on: RuntimeError on the server, whose log says more"),
        ("Cheat", "Cheat cannot play on: it chose action 99999, which is not legal"),
    ],
)
def test_bot__that_fails_leaves_its_seat_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str, reason: str
) -> None:
    (tmp_path / "unruly.py").write_text(UNRULY)
    monkeypatch.syspath_prepend(tmp_path)
    server = Server(tmp_path / "games", (f"py:unruly:{agent}",))
    try:
        person = server.sit(server.deal(CARD, f"py:unruly:{agent}", "human", seed=1)["seats"][1])
        assert person.wait(lambda m: m["type"] == "note")["text"].endswith(reason)
        assert person.ask(do="seat", seat=0, agent="planner")["type"] == "done"
        assert person.turn()["ply"] > 0
    finally:
        server.stop()


def test_lobby__refuses_a_folder_without_an_agent(tmp_path: Path) -> None:
    """When the server starts, not when a person chooses the agent."""
    with closing(Store(tmp_path)) as store, pytest.raises(ArtifactError, match="nothing_here"):
        Lobby(store, (f"file:{tmp_path}/nothing_here",))
