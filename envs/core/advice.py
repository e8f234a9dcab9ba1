"""Observations with advice: those of another encoder, then the action that the game's best bot would take.

A network that reads them corrects the bot. It need not learn what the bot plans, and begins on maps that it has never
seen with the bot's strength.
"""
# ruff: noqa: F821

from typing import Any, NamedTuple

import numpy as np

from railgym.envs.core.observation import ObservationLayout

encode_base: Any
legal: Any
decide: Any
ADVISOR: Any

__all__ = ["Advised", "advise", "with_advice"]


class Advised(NamedTuple):
    """In place of an encoder: the encoder ``base``, followed by advice."""

    base: Any


def with_advice(base: ObservationLayout, num_actions: int) -> ObservationLayout:
    """The pieces of an encoder, and the advice."""
    pieces = [(piece.name, piece.shape, piece.low, piece.high, piece.meaning) for piece in base]
    meaning = "by action: the bot planner would take it; zeros unless the observer decides"
    return ObservationLayout("advised", [*pieces, ("advice", (num_actions,), 0, 1, meaning)])


def advise(params: Any, view: Any, scratch: Any, player: Any, out: Any) -> None:
    """The template of encoders with advice, ``out`` float32 (F,). ``encode_base`` is the other encoder, ``ADVISOR`` the
    number of the bot."""
    first = len(out) - params.num_actions
    encode_base(params, view, scratch, player, out[:first])
    out[first:] = 0
    if view.terminated == 1 or view.current_player != player or view.viewer != player:
        return
    mask = np.zeros(params.num_actions, np.int8)
    legal(params, view, scratch, mask)
    if scratch.num_choices > 0:
        action = decide(params, view, scratch, mask, player, ADVISOR, np.uint64(0))
        out[first + action] = 1
