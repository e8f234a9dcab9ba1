"""The lobby's list of games: those that are asked for, and deleting them."""

from typing import Any

from web_server import Message, Server

CARD = "ticket_to_ride_card_v0"


def delete(server: Server, link: str) -> tuple[int, Message]:
    """What the server answers to the wish to delete a game, by the link of a seat."""
    answer = server.http.delete(f"/api/tables/{link.removeprefix('/t/')}")
    told: Any = answer.json()
    return answer.status_code, told


def listed(server: Server, *ids: str) -> set[str]:
    path = f"/api/tables?ids={','.join(ids)}" if ids else "/api/tables"
    return {row["id"] for row in server.http.get(path).json()}


def test_list__has_the_games_that_are_asked_for(server: Server) -> None:
    ids = [server.deal(CARD, "human", "random", seed=seed)["id"] for seed in range(3)]
    assert listed(server, ids[0], ids[2], "../x", "nowhere") == {ids[0], ids[2]}
    assert listed(server) == set(ids)


def test_game__is_deleted_with_all_its_files_by_its_player(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=1)
    assert delete(server, links["seats"][0]) == (200, {"deleted": links["id"]})
    assert not listed(server) and not list(server.lobby.store.folder.glob(f"{links['id']}*"))
    assert delete(server, links["seats"][0])[0] == 400


def test_game__of_several_people_is_deleted_when_it_is_over(server: Server) -> None:
    links = server.deal(CARD, "human", "human", seed=1, options=["decks=1"])
    assert "when it is over" in delete(server, links["seats"][0])[1]["error"]
    table = server.table(links)
    server.play_to_end(table)
    assert delete(server, links["seats"][1])[0] == 200


def test_game__is_not_deleted_by_others_or_while_people_are_there(server: Server) -> None:
    links = server.deal(CARD, "human", "random", seed=1)
    assert "opens no seat" in delete(server, f"{links['watch']}/wrong")[1]["error"]
    watcher = server.sit(links["watch"])
    watcher.ask(do="why")
    assert "people are at this table" in delete(server, links["seats"][0])[1]["error"]
    elsewhere = {"origin": "http://elsewhere.example"}
    foreign = server.http.delete(f"/api/tables/{links['seats'][0].removeprefix('/t/')}", headers=elsewhere)
    assert foreign.status_code == 400 and listed(server) == {links["id"]}
