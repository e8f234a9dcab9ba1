"""When the clock of a table starts."""

from web_server import Server


def test_a_clock__starts_when_all_people_have_come(server: Server) -> None:
    links = server.deal("ticket_to_ride_card_v0", "human", "human", seed=3, minutes=2)
    first = server.sit(links["seats"][0])
    assert first.wait(lambda message: message["type"] == "turn")
    assert server.table(links).seats[0].left == 120
    assert first.ask(do="see", ply=0)["type"] == "picture"
    assert not any('"running": 0' in text for text in first.seen)
    second = server.sit(links["seats"][1])
    assert second.wait(lambda message: message["type"] == "table" and message["running"] == 0)
