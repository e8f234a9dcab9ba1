"""What people settle with each other: moves that are taken back, and resignation."""

import json
from typing import Any

import pytest
from web_server import Message, Person, Server

from railgym.agents.human.web.table import WebGame
from railgym.envs.guided_game import guided_game

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
    assert "there is no proposal" in table.watcher.ask(do="answer", yes=True)["reason"]
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
        assert "a proposal already" in asking.ask(do="propose", what="takeback")["reason"]
        assert answering.ask(do="answer", yes=False)["type"] == "done"
        assert proposal(asking)["what"] is None and table.game.ply == before
    asking.ask(do="propose", what="takeback")
    table.play()
    assert "there is no proposal" in other.ask(do="answer", yes=True)["reason"]
    asking.ask(do="propose", what="takeback")
    other.socket.close()
    asking.wait(lambda m: m["type"] == "proposal" and m["what"] is None)
    assert "cannot agree" in asking.ask(do="propose", what="takeback")["reason"]


def test_takeback__stops_at_what_was_revealed(table: Table, server: Server) -> None:
    """A card from the deck has been seen."""
    while not any("from the deck" in choice.words for choice in server.in_its_thread(table.game.choices, 0)):
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
    assert "only players" in table.watcher.ask(do="resign")["reason"]
    assert first.ask(do="resign")["type"] == "done"
    note = second.wait(lambda m: m["type"] == "note")
    assert note["text"] == "Player 0 has resigned; planner plays on"
    assert table.game.seats[0].stand_in == "planner"
    assert "to the end" in first.ask(do="seat", seat=0, agent="")["reason"]
    assert "resigned already" in first.ask(do="resign")["reason"]


def test_review_of_my_moves__leaves_out_those_of_the_bot_that_played_for_me(server: Server) -> None:
    """All of them, after a resignation at the first move, also when the server has been restarted."""
    links = server.deal("ticket_to_ride_card_v0", "human", "random", seed=3, options=["decks=1"])
    person = server.sit(links["seats"][0])
    person.ask(do="resign")
    person.wait(lambda m: m["type"] == "over")
    table = server.table(links)
    assert len(table.seats[0].by_bot) == sum(move.seat == 0 for move in table.recording.moves) > 20
    server.lobby.store.put_away(table.id)
    assert server.lobby.store.open(table.id).seats[0].by_bot == table.seats[0].by_bot
    own = person.ask(do="review", agent="lowest", seat=0)
    assert own["differs"] == [] and person.ask(do="review", agent="lowest")["differs"]


@pytest.mark.parametrize("message", [{"do": "propose", "what": "draw"}, {"do": "propose"}, {"do": "answer", "yes": 1}])
def test_wrong_messages__are_refused(table: Table, message: Message) -> None:
    table.people[0].socket.send(json.dumps(message))
    assert "not understood" in table.people[0].wait(lambda m: m["type"] == "refused")["reason"]


def finish(table: Table) -> None:
    """Play any moves to the end."""
    while not table.game.over:
        table.play()


def test_rematch__takes_all_to_new_seats_moved_on_by_one(server: Server) -> None:
    """With the options, names and clocks of the game; each is told the link of their own seat only."""
    table = Table(server, options=["decks=1"], minutes=600, increment=7)
    first, second = table.people
    first.ask(do="name", name="Ann")
    assert "once the game is over" in first.ask(do="propose", what="rematch")["reason"]
    finish(table)
    assert "only players" in table.watcher.ask(do="propose", what="rematch")["reason"]
    first.ask(do="propose", what="rematch")
    second.ask(do="answer", yes=True)
    told = [next(m for m in map(json.loads, p.seen) if m["type"] == "rematch") for p in (second,)]
    told.append(first.wait(lambda m: m["type"] == "rematch"))
    watching = table.watcher.wait(lambda m: m["type"] == "rematch")
    assert all(message["now"] for message in [*told, watching])
    new = server.lobby.store.find(watching["path"].removeprefix("/t/"))
    assert new and [message["path"] for message in told] == [new.link(0), new.link(1)]
    assert new.names.shown == ("Player 0", "Ann") and new.recording.header.names == new.names.shown
    assert new.game.options == table.game.game.options and new.recording.header.seed != table.game.recording.header.seed
    assert [(seat.left, seat.increment) for seat in new.seats] == [(36000.0, 7.0)] * 2
    assert "a rematch already" in second.ask(do="propose", what="rematch")["reason"]
    secrets = [(first, new.seats[0].token), (second, new.seats[1].token), (table.watcher, new.seats[0].token)]
    assert not [token for person, token in secrets if token in "".join(person.seen)]


def test_rematch__can_be_found_later(server: Server) -> None:
    """By those who were not there, also after a restart."""
    table = Table(server, options=["decks=1"])
    finish(table)
    first, second = table.people
    second.socket.close()
    first.wait(lambda m: m["type"] == "table" and not m["seats"][1]["here"])
    first.ask(do="propose", what="rematch")
    server.lobby.store.put_away(table.links["id"])
    kept = server.lobby.store.open(table.links["id"])
    assert kept.rematch == table.game.rematch
    told = server.sit(table.links["seats"][1]).wait(lambda m: m["type"] == "rematch")
    assert told == {"type": "rematch", "path": kept.rematch[1], "now": False}


def test_rematch__keeps_the_seats_of_different_roles(server: Server) -> None:
    links = server.deal("railbot_v0", "human", "random", options=["railbot=agent", "max_turns=1"])
    new = server.lobby.rematch(server.table(links))
    assert new.recording.header.players == ("human", "random")


def test_guided_game__is_played_by_its_player_and_has_no_rematch(server: Server) -> None:
    links = server.http.post("/api/guided", json={"game": CARD}).json()
    table = server.table(links)
    person = server.sit(links["seats"][0])
    for wish in ({"do": "resign"}, {"do": "seat", "seat": 0, "agent": "random"}):
        assert "steps of a guided game yourself" in person.ask(**wish)["reason"]
    for step in guided_game(CARD).steps:
        assert person.ask(do="say", ply=table.ply, words=step.move)["type"] == "done"
    server.play_to_end(table)
    assert "guided game has no rematch" in person.ask(do="propose", what="rematch")["reason"]


def test_ending__tells_the_winners_and_what_all_have(server: Server) -> None:
    table = Table(server, options=["decks=1"])
    finish(table)
    over = table.people[0].turn()
    best = max(over["standings"], key=lambda row: row["payoff"])
    assert over["winners"] == [best["seat"]]
    assert all(row["sheet"]["player"] == row["seat"] and row["sheet"]["rows"] for row in over["standings"])
    review = table.people[0].ask(do="review", agent="planner", seat=1)
    assert {row["seat"] for row in review["differs"]} == {1}
