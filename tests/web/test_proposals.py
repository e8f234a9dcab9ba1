"""What people settle with each other: moves that are taken back, and resignation."""

import json
from typing import Any

import pytest
from web_server import Message, Person, Server

from railgym.agents.human.web.table import WebGame

CARD = "ticket_to_ride_card_v0"


class Table:
    """Three people at a table of the card game, the last one has no seat."""

    def __init__(self, server: Server, **wish: Any) -> None:
        self.links = server.deal(CARD, "human", "human", seed=4, **wish)
        self.people = [server.sit(link) for link in self.links["seats"]]
        self.watcher = server.sit(self.links["watch"])
        self.game: WebGame = server.table(self.links)

    def play(self, wanted: str = "") -> int:
        """The present player makes a move; returns their seat."""
        seat = self.game.recording.position.current_player
        turn = self.people[seat].turn()
        move = next(move for move in turn["moves"] if wanted in move["words"])
        assert self.people[seat].ask(do="play", ply=turn["ply"], action=move["id"])["type"] == "done"
        return seat

    def play_until_other(self) -> int:
        """Play the opening choices of the first player; returns their seat."""
        first = seat = self.game.recording.position.current_player
        while seat == self.game.recording.position.current_player:
            self.play()
        return first


@pytest.fixture
def table(server: Server) -> Table:
    return Table(server)


def proposal(person: Person) -> Message:
    """What is proposed, as a person was told."""
    person.ask(do="see", ply=0)
    told: list[Message] = [m for m in map(json.loads, person.seen) if m["type"] == "proposal"]
    return told[-1]


def test_takeback__needs_the_consent_of_the_others(table: Table) -> None:
    first = table.play_until_other()
    asking, other = table.people[first], table.people[1 - first]
    before = table.game.ply
    assert asking.ask(do="propose", what="takeback")["type"] == "done"
    for somebody in (asking, other, table.watcher):
        assert (proposal(somebody)["seat"], proposal(somebody)["missing"]) == (first, [1 - first])
    assert "nothing is proposed" in table.watcher.ask(do="answer", yes=True)["reason"]
    assert asking.ask(do="answer", yes=True)["type"] == "done" and table.game.ply == before
    assert other.ask(do="answer", yes=True)["type"] == "done"
    assert table.game.ply == before - 1 and table.game.recording.position.current_player == first
    assert proposal(other)["what"] is None
    table.play()
    assert table.game.recording.replay.verify(table.game.game)


def test_takeback__is_refused_withdrawn_or_ended_by_a_move(table: Table) -> None:
    first = table.play_until_other()
    asking, other = table.people[first], table.people[1 - first]
    before = table.game.ply
    for answering in (other, asking):
        asking.ask(do="propose", what="takeback")
        assert "proposed already" in asking.ask(do="propose", what="takeback")["reason"]
        assert answering.ask(do="answer", yes=False)["type"] == "done"
        assert proposal(asking)["what"] is None and table.game.ply == before
    asking.ask(do="propose", what="takeback")
    table.play()
    assert "nothing is proposed" in other.ask(do="answer", yes=True)["reason"]
    asking.ask(do="propose", what="takeback")
    other.socket.close()
    asking.wait(lambda m: m["type"] == "proposal" and m["what"] is None)
    assert "cannot agree" in asking.ask(do="propose", what="takeback")["reason"]


def test_takeback__stops_at_what_was_revealed(table: Table) -> None:
    """A card from the deck has been seen."""
    while not any("from the deck" in choice.words for choice in table.game.choices(0)):
        table.play()
    table.play("from the deck")
    refused = table.people[0].ask(do="propose", what="takeback")
    assert "showed its player something new" in refused["reason"]


def test_takeback__needs_nobody_where_all_others_are_bots(server: Server) -> None:
    links = server.deal("ticket_to_ride_card_solo_v0", "human", seed=8)
    person = server.sit(links["seats"][0])
    assert "no move yet" in person.ask(do="propose", what="takeback")["reason"]
    turn = person.turn()
    keep = next(move for move in turn["moves"] if move["words"].startswith("keep"))
    person.ask(do="play", ply=0, action=keep["id"])
    assert person.ask(do="propose", what="takeback")["type"] == "done"
    assert server.table(links).ply == 0


def test_resignation__has_a_bot_play_to_the_end(table: Table) -> None:
    first, second = table.people
    assert "only those who play" in table.watcher.ask(do="resign")["reason"]
    assert first.ask(do="resign")["type"] == "done"
    note = second.wait(lambda m: m["type"] == "note")
    assert note["text"] == "Player 0 has resigned; planner plays on"
    assert table.game.seats[0].stand_in == "planner"
    assert "to the end" in first.ask(do="seat", seat=0, agent="")["reason"]
    assert "resigned already" in first.ask(do="resign")["reason"]


@pytest.mark.parametrize("message", [{"do": "propose", "what": "draw"}, {"do": "propose"}, {"do": "answer", "yes": 1}])
def test_wrong_messages__are_refused(table: Table, message: Message) -> None:
    table.people[0].socket.send(json.dumps(message))
    assert "not understood" in table.people[0].wait(lambda m: m["type"] == "refused")["reason"]
