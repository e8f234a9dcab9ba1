"""The record of parameters that the kernels read: the options, the cards of an edition and its tickets."""

from typing import Any

import numpy as np

from railgym.envs.ticket_to_ride_card.editions import EDITIONS
from railgym.envs.ticket_to_ride_card.options import CardGameOptions, SoloOptions
from railgym.envs.ticket_to_ride_card.packing import pack
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SEATS, TICKETS
from railgym.envs.ticket_to_ride_card.tickets import BIG_CITIES, tickets

__all__ = ["PARAMS", "build_params"]

PARAMS = np.dtype(
    [
        ("game", "u8"),  # GameOptions.identity
        ("num_players", "i8"),
        ("num_actions", "i8"),
        ("solo", "i8"),
        ("colours", "i8"),
        ("decks", "i8"),
        ("score_between", "i8"),
        ("shuffle_returns", "i8"),
        ("first_cards", "i8"),
        ("display_size", "i8"),
        ("num_tickets", "i8"),  # in the box
        ("first_tickets", "i8"),
        ("tickets_per_draw", "i8"),  # 0: tickets are dealt only at set-up
        ("human_memory", "i8", (SEATS,)),
        ("cards_of", "i8", (KINDS,)),  # train cards of each kind in the box
        ("value", "i8", (TICKETS,)),
        ("cards", "i8", (TICKETS,)),  # circles on the ticket
        ("circles", "i8", (TICKETS, 5)),  # their colours
        ("need", "i8", (TICKETS, COLOURS)),  # the same, counted by colour
        ("cities", "i8", (TICKETS,)),  # bit mask over the six big cities
        ("packed_need", "i8", (TICKETS,)),  # need and cities, each packed into one number (packing.py)
        ("packed_cities", "i8", (TICKETS,)),
        ("bonus", "i8", (6,)),
        ("bonus_sum", "i8", (64,)),  # bonus points of every set of big cities
    ]
)


def build_params(options: CardGameOptions | SoloOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game: an array of one record of dtype ``PARAMS``.

    TC-2.1: ten train cards of each colour, TC-2.2: sixteen locomotives (TC-R1); TC-2.4: six big cities. The tiny
    edition has fewer cards (TC-R18).
    """
    params = np.zeros(1, PARAMS)
    record = params[0]
    edition = EDITIONS[options.edition]
    record["solo"] = isinstance(options, SoloOptions)
    record["cards_of"][: edition.colours] = edition.cards_of_colour
    record["cards_of"][LOCO] = edition.locomotives
    for name in ("colours", "first_cards", "display_size", "first_tickets", "tickets_per_draw", "shuffle_returns"):
        record[name] = getattr(edition, name)
    record["decks"] = 1 if record["solo"] or options.num_players in edition.one_deck_for else 2
    if record["solo"]:
        record["display_size"] -= 1  # TC-3.10: the fifth card is the clock's
    options.write_params(record)
    memory: tuple[str, ...] | str = options.memory
    for seat in range(options.num_players):
        record["human_memory"][seat] = (memory if isinstance(memory, str) else memory[seat]) == "human"
    _write_tickets(record, options.edition)
    return params


def _write_tickets(record: Any, edition: str) -> None:
    """Write the tickets of an edition and the big cities into the record."""
    record["num_tickets"] = len(tickets(edition))
    for t, ticket in enumerate(tickets(edition)):
        record["value"][t] = ticket.value
        record["cards"][t] = len(ticket.circles)
        record["circles"][t, : len(ticket.circles)] = ticket.circles
        record["need"][t] = ticket.need
        touched = [int(city in (ticket.city_a, ticket.city_b)) for city in BIG_CITIES]
        record["cities"][t] = sum(touches << i for i, touches in enumerate(touched))
        record["packed_need"][t] = pack(ticket.need)
        record["packed_cities"][t] = pack([*touched, 0, 0, 0])
    record["bonus"] = list(BIG_CITIES.values())
    for cities in range(64):
        record["bonus_sum"][cities] = sum(record["bonus"][i] for i in range(6) if cities >> i & 1)
