"""The position of Night Mail: every field once, from which the record, its ranges and its notation follow."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.header import header_fields
from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Each, Field, Name, Number, Parts
from railgym.envs.core.records import cards_left, hidden_cards, record_fields
from toy_game.tables import ACTIONS, WAGON_NAMES

__all__ = ["BOX", "KINDS", "SCRATCH", "SEATS", "SHUFFLE", "SIGNALS", "STATE", "WAGONS", "notation"]

SEATS = 3
KINDS = len(WAGON_NAMES)
BOX = np.full(KINDS, 6)  # wagons of each kind
WAGONS = int(BOX.sum())

# Random streams: one for the deck, and one per seat, so that the actions of one seat never change another's draws.
SHUFFLE, SIGNALS = 0, 1


def fields(seats: Sequence[str]) -> list[Field]:
    """The fields for seats of these names. Wagons that a written position does not mention lie in the deck."""
    wagons = {"what": "wagon", "names": WAGON_NAMES}
    decks = {"players": seats, "capacity": WAGONS, "hidden": hidden_cards("players.hand", "drawn"), **wagons}
    not_placed = cards_left(BOX, "players.hand", "players.train", "drawn", "pile", "deck")
    player = Parts([
        Field("hand", Counts("hand", most=WAGONS, **wagons), "wagons in hand, hidden from other seats", {}),
        Field("hand_size", Number("hand_size", 0, WAGONS), "wagons in hand", lambda seat: int(seat["hand"].sum())),
        Field("train", Counts("train", most=WAGONS, **wagons), "wagons on the train", {}),
        Field("derailments", Number("derailments", 0, 2), "how often the train derailed", 0),
    ])  # fmt: skip
    return [
        Field("drawn", Name("drawn", others={-1: None, UNKNOWN: "hidden"}, **wagons), "the wagon being looked at"),
        Field("players", Each("players", player, len(seats)), "what each player has", []),
        Field("pile", Deck("pile", open=True, **decks), "discarded wagons, from the top", []),
        Field("deck", Deck("deck", rest=not_placed, **decks), "wagons to be drawn, from the top", ["..."]),
    ]


STATE = np.dtype([*header_fields(SEATS, streams=1 + SEATS), *record_fields(fields([""] * SEATS))])
SCRATCH = np.dtype(choice_fields(len(ACTIONS)))


def notation(game: Any) -> Notation:
    """Positions of a game as JSON."""
    return Notation(game, fields(game.seat_names))
