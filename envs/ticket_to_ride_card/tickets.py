"""The destination tickets and the big cities, as their data files list them."""

import csv
from functools import cache
from importlib.resources import files

from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES

__all__ = ["BIG_CITIES", "Ticket", "tickets"]


class Ticket:
    """One destination ticket in words: its cities, its value and the colours of its circles."""

    def __init__(self, row: dict[str, str]) -> None:
        self.city_a, self.city_b = row["city_a"], row["city_b"]
        self.value = int(row["value"])
        self.need = tuple(int(row.get(colour, 0)) for colour in COLOUR_NAMES)
        self.circles = tuple(c for c, n in enumerate(self.need) for _ in range(n))

    @property
    def name(self) -> str:
        return f"{self.city_a} - {self.city_b} ({self.value})"

    @property
    def colours(self) -> str:
        return ", ".join(COLOUR_NAMES[c] for c in self.circles)


def _rows(file: str) -> list[dict[str, str]]:
    with (files(__package__) / "data" / file).open(encoding="utf-8", newline="") as stream:  # type: ignore[call-overload]
        return list(csv.DictReader(stream))


@cache
def tickets(edition: str) -> tuple[Ticket, ...]:
    """The tickets of an edition, in the order of their numbers (TC-2.3, TC-R2, TC-R18)."""
    return tuple(Ticket(row) for row in _rows(f"tickets_{edition}.csv"))


BIG_CITIES: dict[str, int] = {row["city"]: int(row["bonus"]) for row in _rows("big_cities.csv")}
