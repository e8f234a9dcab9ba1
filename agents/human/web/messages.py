"""The messages about a game that a table sends to a viewer: the moves, and the decision that is due."""

from dataclasses import asdict
from typing import Any

from railgym.agents.human.web.ending import ending
from railgym.agents.human.web.table import WebGame
from railgym.envs.core.header import PUBLIC

__all__ = ["Message", "moves_message", "turn_message"]

Message = dict[str, Any]


def moves_message(table: WebGame, viewer: int, first: int) -> Message:
    """The moves from ``first`` on, with what ``viewer`` may know of them."""
    moves = table.recording.moves[first:]
    return {"type": "moves", "from": first, "moves": [table.told(move, viewer) for move in moves]}


def turn_message(table: WebGame, viewer: int) -> Message:
    """The decision that is due, with the choices of ``viewer``; at the end, the score sheet."""
    if table.over:
        return {"type": "over", "ply": table.ply, "guide": table.guide, **ending(table)}
    choices = [asdict(choice) for choice in table.choices(viewer)]
    seat = table.recording.position.current_player
    told = {"title": table.decision(viewer), "moves": choices, "joint": table.joint_choice(viewer)}
    early = len(table.seats[viewer].early) if viewer != PUBLIC else 0
    return {"type": "turn", "ply": table.ply, "seat": seat, "early": early, "guide": table.guide, **told}
