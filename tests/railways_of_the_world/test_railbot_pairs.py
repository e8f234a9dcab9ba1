"""Pairs of cities on the Railbot's cards of links: New Cities, and what cannot be joined."""

import pytest
from railways_of_the_world.tables import Table, of, railbot

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules import phases

KALMAR, STOCKHOLM = "Kalmar/Alvesta/Malmö", "Stockholm/Norrköping/Kalmar"
BLUE, YELLOW = 1, 2


@pytest.mark.parametrize(("color", "number"), [("blue", BLUE), ("yellow", YELLOW)])
def test_cube__is_of_the_color_of_a_new_city(color: str, number: int) -> None:
    """RS-6.6: the color that the second city has now, not the printed one; else there would be a choice."""
    table = Table(railbot())
    table.lay_row(KALMAR, "C03", "C06", top="C07")
    table.link(0, "Kalmar", "Alvesta", "Malmö")
    table.play("urbanize Alvesta", f"make it {color}")
    table.cubes("Kalmar", red=1, blue=2, yellow=1)
    table.cubes("Alvesta")
    happened = table.play("pass")
    assert of(happened, event_kinds.TOOK_CUBE) == [(-1, table.city("Kalmar"), number, 0, 0)]
    assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 1


@pytest.mark.parametrize(("card", "joined"), [(KALMAR, ("Alvesta", "Malmö")), (STOCKHOLM, ("Stockholm", "Norrköping"))])
def test_pair__that_track_cannot_join_is_skipped(card: str, joined: tuple[str, str]) -> None:
    """RS-6.9: two pieces lie in every hex beside Kalmar; no cube is taken for that, and the other pair is joined."""
    table = Table(railbot())
    table.lay_row(card, "C03", "C06", top="C07")
    kalmar = table.city("Kalmar")
    for hex in table.board.beside[table.board.cities[kalmar].hex]:
        if hex >= 0:
            table["track"][hex], table["owner"][hex] = (0, 1), 0
    happened = table.resolve() + table.choose(phases.PATH)
    ends = {city for _, a, b, *_ in of(happened, event_kinds.LINKED) for city in (a, b)}
    assert {table.city(name) for name in joined} <= ends and kalmar not in ends
    assert not of(happened, event_kinds.TOOK_CUBE) and not of(happened, event_kinds.POINTS)
    assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 1
