"""Positions of Night Mail as JSON."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Each, Field, Name, Number, Parts
from toy_game.actions import KIND_NAMES
from toy_game.rules.phases import PHASES
from toy_game.state import COPIES, KINDS, WAGONS

if TYPE_CHECKING:
    from toy_game.game import NightMail

__all__ = ["night_mail_notation"]


def night_mail_notation(game: "NightMail") -> Notation:
    """The notation of a game: what it does not mention lies in the deck."""
    seats, wagons = game.seat_names, {"what": "wagon", "names": KIND_NAMES}
    player = Parts([
        Field("hand", Counts("hand", most=WAGONS, **wagons), "wagons in hand", {}),
        Field("hand_size", Number("hand_size", 0, WAGONS), "wagons in hand", lambda seat: int(seat["hand"].sum())),
        Field("train", Counts("train", most=WAGONS, **wagons), "wagons on the train", {}),
        Field("derailments", Number("derailments", 0, 2), "how often the train derailed", 0),
        Field("left", Number("left", 0, 2), "1 for the first player who went out, 2 for the second", 0),
    ])  # fmt: skip
    return Notation(
        game,
        [
            Field("drawn", Name("drawn", others={-1: None, UNKNOWN: "hidden"}, **wagons), "the wagon being looked at"),
            Field("players", Each("players", player, len(seats)), "what each player has", []),
            Field("pile", Deck("pile", players=seats, open=True, **wagons), "discarded wagons, from the top", []),
            Field("deck", Deck("deck", players=seats, rest=_not_placed, **wagons), "wagons, from the top", ["..."]),
        ],
        complete=_count_kinds,
        phase=PHASES[0],
    )


def _not_placed(table: Any) -> list[int]:
    """The wagons that the record does not place yet."""
    placed = table["players"]["hand"].sum(0) + table["players"]["train"].sum(0)
    for deck in (table["pile"], table["deck"]):
        placed = placed + np.bincount(deck["cards"][: deck["size"]], minlength=KINDS)[:KINDS]
    if 0 <= table["drawn"] < KINDS:
        placed[table["drawn"]] += 1
    below: list[int] = np.repeat(np.arange(KINDS), np.maximum(COPIES - placed, 0)).tolist()
    return below


def _count_kinds(state: Any) -> None:
    """The kinds on each train as bits."""
    for seat in state["players"][0]:
        seat["kinds"] = sum(1 << kind for kind, count in enumerate(seat["train"]) if count)
