"""Pairs of cities on the Railbot's cards of links: New Cities, and what cannot be joined."""

import pytest
from given import given, play, written
from railways_of_the_world.games import about, against, choose, links, railbot

from railgym.envs.core.position import Position

KALMAR, STOCKHOLM = "NO02", "NO01"  # Kalmar - Alvesta - Malmö, Stockholm - Norrköping - Kalmar


@pytest.mark.parametrize("color", ["blue", "yellow"])
def test_cube__is_of_the_color_of_a_new_city(color: str) -> None:
    """RS-6.6: the color that the second city has now, not the printed one; else there would be a choice."""
    there = {"cubes": {"Kalmar": {"red": 1, "blue": 2, "yellow": 1}}, "new_cities": {"Alvesta": color}}
    position = given(railbot(), **against(KALMAR, "C03", "C06"), links=links("Kalmar", "Alvesta", "Malmö"), **there)
    told = play(position, "pass", "pass")
    assert about(told, "the Railbot takes") == [f"the Railbot takes a {color} cube of Kalmar"]
    assert position.phase == "take an action" and written(position)["actions"] == 1


@pytest.mark.parametrize(("card", "joined"), [(KALMAR, ("Alvesta", "Malmö")), (STOCKHOLM, ("Stockholm", "Norrköping"))])
def test_pair__that_track_cannot_join_is_skipped(card: str, joined: tuple[str, str]) -> None:
    """RS-6.9: two pieces lie in every hex beside Kalmar; no cube is taken for that, and the other pair is joined."""
    board, cubes = railbot().board, {city: {"red": 1} for city in ("Kalmar", *joined)}
    record = given(railbot(), **against(card, "C03", "C06"), cubes=cubes).record.copy()
    for hex in board.beside[board.cities[board.city_of["Kalmar"]].hex]:
        if hex >= 0:  # as no game leaves them: the notation has no words for track that comes from no city
            record["track"][0, hex], record["owner"][0, hex] = (0, 1), 0
    position = Position(railbot(), record)
    told = play(position, "pass", "pass") + choose(position, "choose the way of the Railbot's track")
    ends = {city for link in written(position)["links"] for city in link["cities"]}
    assert set(joined) <= ends and "Kalmar" not in ends
    assert not about(told, "the Railbot takes") and not about(told, "gains")
    assert position.phase == "take an action" and written(position)["actions"] == 1
