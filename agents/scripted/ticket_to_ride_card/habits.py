"""What tells the styles of the card game apart."""

from typing import Any

from railgym.agents.habits import Habit, average, count, total
from railgym.envs.core.game import Array
from railgym.envs.ticket_to_ride_card.event_kinds import (
    COMPLETED,
    DREW_BLIND,
    DREW_FACE_UP,
    DREW_TICKETS,
    KEPT,
    LAID,
    LOST,
    MISSED,
)

__all__ = ["HABITS"]


def _robbed(events: Array, last: Any, seat: int) -> float:
    lost = events["data"][events["kind"] == LOST]
    return float(lost[lost[:, 3] == seat][:, 1:3].sum())


HABITS = {
    "robbed": Habit("cards robbed from others a game", _robbed),
    "group": Habit("cards laid at once", average(LAID, 1, 2)),
    "lays": Habit("lays a game", count(LAID)),
    "tickets": Habit("tickets kept a game", count(KEPT)),
    "missed": Habit("tickets missed a game", count(MISSED)),
    "blind": Habit("blind draws a game", count(DREW_BLIND)),
    "open": Habit("open cards a game", count(DREW_FACE_UP)),
    "draws": Habit("draws of tickets a game", count(DREW_TICKETS)),
    "wilds": Habit("locomotives laid a game", total(LAID, 2)),
    "completed": Habit("tickets completed a game", count(COMPLETED)),
}
