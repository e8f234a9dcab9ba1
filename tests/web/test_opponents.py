"""Opponents in the browser: characters with their names and sentences, and the level of adaptive ones."""

from pathlib import Path

import pytest

pytest.importorskip("onnxruntime")

from web_server import Server

from railgym.agents.characters import characters_of
from railgym.envs.catalog import GAMES
from railgym.envs.core.game import PLAYER

CARD = "ticket_to_ride_card_v0"


def test_lobby__offers_characters_with_their_sentences(server: Server) -> None:
    games = {game["id"]: game for game in server.http.get("/api/games").json()}
    for id, entry in GAMES.items():
        offered = next(iter(games[id]["tables"].values()))["characters"][0]
        players = [who for who in characters_of(entry) if who.role == PLAYER]
        assert [row["code"] for row in offered] == [who.code for who in players]
        assert [row["sentence"] for row in offered] == [who.sentence for who in players]


def test_a_character__has_its_name_at_the_table_and_in_the_list(server: Server) -> None:
    links = server.deal(CARD, "human", "character:nell", seed=3)
    table = server.sit(links["seats"][0]).wait(lambda message: message["type"] == "table")
    assert table["seats"][1]["name"] == "Nell Barrow"
    assert "blocker: Nell Barrow lays large groups" in table["seats"][1]["about"]
    (row,) = server.http.get("/api/tables").json()
    assert row["names"][1] == "Nell Barrow"


def test_the_level__of_an_adaptive_opponent_is_told(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as it moves, and again when it changes; other bots have none."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    person = server.sit(server.deal(CARD, "adaptive", "human", seed=3)["seats"][1])
    table = person.wait(lambda message: message["type"] == "table" and message["seats"][0]["level"] is not None)
    assert 0 <= table["seats"][0]["level"] <= 1 and table["seats"][1]["level"] is None
