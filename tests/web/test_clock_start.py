"""When the clocks of a table start, and what turns add to them."""

from web_server import Server


def test_a_clock__starts_when_all_people_have_come_and_are_ready(server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "human", seed=3, minutes=2)
    first = server.sit(links["seats"][0])
    assert first.wait(lambda message: message["type"] == "turn")
    assert server.table(links).seats[0].left == 120
    assert first.ask(do="see", ply=0)["type"] == "picture"
    assert not any('"running": 0' in text for text in first.seen)
    first.ask(do="ready")
    second = server.sit(links["seats"][1])
    second.ask(do="see", ply=0)
    assert not any('"running": 0' in text for text in second.seen)
    second.ask(do="ready")
    assert first.wait(lambda message: message["type"] == "table" and message["running"] == 0)


def test_a_clock__of_one_person_against_bots_starts_at_once(server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "random", seed=3, minutes=2)
    assert server.sit(links["seats"][0]).wait(lambda message: message["type"] == "table" and message["running"] == 0)


def test_a_move__makes_its_player_ready(server: Server) -> None:
    """Or they could play without a clock."""
    links = server.deal("ticket_to_ride_card_v0", "human", "human", seed=3, minutes=2)
    first, second = (server.sit(link) for link in links["seats"])
    second.ask(do="ready")
    first.ask(do="play", ply=0, action=first.turn()["moves"][0]["id"])
    assert server.table(links).seats[0].ready


def test_a_turn__adds_its_increment_once(server: Server) -> None:
    """However many choices it has."""
    links = server.deal("ticket_to_ride_card_v0", "human", "random", seed=3, minutes=2, increment=50)
    person = server.sit(links["seats"][0])
    table = server.table(links)
    turns = 0
    while turns < 2:
        turn = person.turn()
        before = table.recording.position.record["turn"][0], table.recording.position.current_player
        person.ask(do="play", ply=turn["ply"], action=turn["moves"][0]["id"])
        move = table.recording.moves[turn["ply"]]
        position = server.in_its_thread(table.recording.replay.position, table.game, move.ply + 1)
        turns += (position.record["turn"][0], position.current_player) != before
    left = table.seats[0].left
    assert left is not None and 210 < left <= 220


def test_increment__needs_minutes(server: Server) -> None:
    wish = {"game": "ticket_to_ride_card_v0", "seats": ["human", "random"], "increment": 5}
    assert "need minutes" in server.http.post("/api/tables", json=wish).json()["error"]
