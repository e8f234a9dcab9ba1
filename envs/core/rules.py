"""The compiled rules of one game over position records: for code that handles many records, or edits them."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core import entry_points
from railgym.envs.core.events import Event, new_events, read_events
from railgym.envs.core.library import EntryPoint

if TYPE_CHECKING:
    from railgym.envs.core.game import Game

__all__ = ["Array", "Rules"]

Array = np.ndarray[Any, Any]


class Rules:
    """The rules of a game. A record is a one-element array of ``game.state_dtype``: a state, or a view of one.

    Arguments are not checked: a wrong record, player or action is undefined behaviour. All other code uses
    :class:`railgym.envs.core.position.Position`, which checks them. ``scratch`` is overwritten by every call, so a game
    and its rules are for one thread.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self.scratch: Array = np.zeros(1, game.scratch_dtype)
        self.view_buffer: Array = np.zeros(1, game.state_dtype)
        self._events = new_events()

    def new_state(self, seed: int) -> Array:
        """The state of a new game dealt from ``seed`` (int64)."""
        state = np.zeros(1, self._game.state_dtype)
        self.reset(state, seed)
        return state

    def reset(self, state: Array, seed: int) -> None:
        """Deal a new game in place."""
        self._reset(self._game.params, state, seed)

    def new_listed_state(self, number: int) -> Array:
        """The state of a new game whose random draws are the digits of ``number`` (``core/chance.py``)."""
        state = np.zeros(1, self._game.state_dtype)
        self._reset_listed(self._game.params, state, number)
        return state

    def legal(self, record: Array) -> Array:
        """The action mask of the current player: int8 (A,), all zero once the game is over."""
        mask = np.zeros(len(self._game.actions), np.int8)
        if not record["terminated"][0]:
            self._legal(self._game.params, record, self.scratch, mask)
        return mask

    def apply(self, state: Array, action: int) -> list[Event]:
        """Play a legal action in place; returns what happened."""
        self._apply(self._game.params, state, self.scratch, action, self._events)
        return read_events(self._events, self._game.event_kinds)

    def view(self, state: Array, player: int) -> Array:
        """A copy of the state without what is hidden from ``player`` (-1: the public)."""
        view = np.empty(1, self._game.state_dtype)
        self._redact(self._game.params, state, view, player)
        return view

    def determinize(self, view: Array, player: int, seed: int) -> Array:
        """One state, uniform over those that agree with ``player``'s view (-1: the public's)."""
        state = np.empty(1, self._game.state_dtype)
        self._determinize(self._game.params, view, state, player, seed)
        return state

    def encode(self, view: Array, player: int) -> Array:
        """The observation of ``player``'s view: float32 (F,)."""
        out = np.zeros(self._game.observation_layout.size, np.float32)
        self._encode(self._game.params, view, self.scratch, player, out)
        return out

    def observe(self, state: Array, player: int) -> tuple[Array, Array]:
        """Observation float32 (F,) and action mask int8 (A,) of ``player``; the mask is all zero unless they are the
        current player."""
        out = np.zeros(self._game.observation_layout.size, np.float32)
        mask = np.empty(len(self._game.actions), np.int8)
        self._observe(self._game.params, state, self.view_buffer, self.scratch, player, out, mask)
        return out, mask

    # Entry points are bound when they are first used, so that a game can be made without its library.

    @cached_property
    def _reset(self) -> EntryPoint:
        return self._game.bind(entry_points.call_reset)

    @cached_property
    def _reset_listed(self) -> EntryPoint:
        return self._game.bind(entry_points.call_reset_listed)

    @cached_property
    def _legal(self) -> EntryPoint:
        return self._game.bind(entry_points.call_legal)

    @cached_property
    def _apply(self) -> EntryPoint:
        return self._game.bind(entry_points.call_apply)

    @cached_property
    def _redact(self) -> EntryPoint:
        return self._game.bind(entry_points.call_redact)

    @cached_property
    def _determinize(self) -> EntryPoint:
        return self._game.bind(entry_points.call_determinize)

    @cached_property
    def _encode(self) -> EntryPoint:
        return self._game.bind(entry_points.call_encode).given(self._game.encoder)

    @cached_property
    def _observe(self) -> EntryPoint:
        return self._game.bind(entry_points.call_observe).given(self._game.encoder)
