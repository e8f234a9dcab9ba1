"""Options of the card game and the record of parameters that the kernels read."""

import csv
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from railgym.envs.core.options import GameOptions
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES
from railgym.envs.ticket_to_ride_card.packing import pack_counts
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SEATS, TICKETS

__all__ = ["BIG_CITIES", "PARAMS", "CardGameOptions", "SoloOptions", "Ticket", "build_params", "tickets"]

Edition = Literal["manual", "published"]
Memory = Literal["perfect", "human"]


class CardGameOptions(GameOptions):
    """The standard game for 2 to 4 players."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"memory"})

    num_players: int = Field(2, ge=2, le=4, description="How many seats play: 2, 3 or 4.")
    edition: Edition = Field("manual", description="manual: nine colours, two decks. published: the published game.")
    decks: Literal[1, 2] | None = Field(None, description="Train decks played; unset: the edition's rule.")
    score_between: bool = Field(True, description="Score completed tickets between the two decks and set them aside.")
    shuffle_returns: bool | None = Field(
        None, description="Shuffle tickets returned at set-up into the deck; unset: as the edition does."
    )
    memory: Memory | tuple[Memory, ...] = Field(
        "perfect", description="What seats remember of open cards: one word for all, or one a seat."
    )

    @field_validator("memory")
    @classmethod
    def _one_memory_a_seat(
        cls, memory: Memory | tuple[Memory, ...], info: ValidationInfo
    ) -> Memory | tuple[Memory, ...]:
        seats = info.data.get("num_players", 0)
        if seats and not isinstance(memory, str) and len(memory) != seats:
            raise ValueError(f"give one word, or one for each of the {seats} seats")
        return memory


class SoloOptions(GameOptions):
    """The solo variant against the station clock."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"memory"})

    num_players: Literal[1] = Field(1, description="Always 1.")
    edition: Edition = Field("manual", description="manual: nine colours, 106 cards. published: eight, 96.")
    memory: Memory = Field("perfect", description="Whether the player remembers the on-the-track stack.")


PARAMS = np.dtype(
    [
        ("game", "u8"),  # GameOptions.identity
        ("num_players", "i8"),
        ("solo", "i8"),
        ("colours", "i8"),
        ("decks", "i8"),
        ("score_between", "i8"),
        ("shuffle_returns", "i8"),
        ("display_size", "i8"),
        ("human_memory", "i8", (SEATS,)),
        ("cards_of", "i8", (KINDS,)),  # train cards of each kind in the box
        ("value", "i8", (TICKETS,)),
        ("cards", "i8", (TICKETS,)),  # circles on the ticket
        ("circles", "i8", (TICKETS, 5)),  # their colours
        ("need", "i8", (TICKETS, COLOURS)),  # the same, counted by colour
        ("cities", "i8", (TICKETS,)),  # bit mask over the six big cities
        ("packed_need", "i8", (TICKETS,)),  # need and cities packed into one number, see packing.py
        ("packed_cities", "i8", (TICKETS,)),
        ("bonus", "i8", (6,)),
        ("bonus_sum", "i8", (64,)),  # bonus points of every set of big cities
    ]
)


class Ticket:
    """One destination ticket in words: its cities, value and the colours it asks for."""

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
    """The 46 tickets of an edition, in the order of their numbers (TC-2.3, TC-R2)."""
    return tuple(Ticket(row) for row in _rows(f"tickets_{edition}.csv"))


BIG_CITIES: dict[str, int] = {row["city"]: int(row["bonus"]) for row in _rows("big_cities.csv")}


def build_params(options: CardGameOptions | SoloOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game: an array of one record of dtype ``PARAMS``.

    TC-2.1: ten train cards of each colour, TC-2.2: sixteen locomotives (TC-R1); TC-2.4: six big cities.
    """
    params = np.zeros(1, PARAMS)
    record = params[0]
    published = options.edition == "published"
    record["solo"] = isinstance(options, SoloOptions)
    record["colours"] = 8 if published else 9
    record["cards_of"][: record["colours"]] = 10
    record["cards_of"][LOCO] = 16
    record["display_size"] = 4 if record["solo"] else 5
    record["decks"], record["shuffle_returns"] = 1, published
    options.write_params(record)
    memory: tuple[str, ...] | str = options.memory
    if isinstance(options, CardGameOptions) and options.decks is None:
        record["decks"] = 2 if not published or options.num_players == 4 else 1
    for seat in range(options.num_players):
        record["human_memory"][seat] = (memory if isinstance(memory, str) else memory[seat]) == "human"
    for t, ticket in enumerate(tickets(options.edition)):
        record["value"][t] = ticket.value
        record["cards"][t] = len(ticket.circles)
        record["circles"][t, : len(ticket.circles)] = ticket.circles
        record["need"][t] = ticket.need
        record["cities"][t] = sum(1 << i for i, city in enumerate(BIG_CITIES) if city in (ticket.city_a, ticket.city_b))
        record["packed_need"][t] = pack_counts(ticket.need)
        record["packed_cities"][t] = pack_counts([int(record["cities"][t]) >> i & 1 for i in range(6)])
    record["bonus"] = list(BIG_CITIES.values())
    for cities in range(64):
        record["bonus_sum"][cities] = sum(record["bonus"][i] for i in range(6) if cities >> i & 1)
    return params
