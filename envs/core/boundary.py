"""Checks of every argument that reaches compiled code, which itself checks nothing.

Each check takes ``where``, the name of the call for the message, and returns what compiled code takes. It raises
ArgumentError, one line, before anything has changed.
"""

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.errors import ArgumentError, OptionsError, plain
from railgym.envs.core.header import FULL, PUBLIC

if TYPE_CHECKING:
    from railgym.envs.core.game import Game
    from railgym.envs.core.position import View

__all__ = [
    "action",
    "actions",
    "choice",
    "decision",
    "decisions",
    "instance",
    "integers",
    "known_action",
    "legal_choices",
    "length",
    "player",
    "record",
    "reset_options",
    "seed",
    "sitting",
    "state",
    "table",
    "truth",
    "view",
    "viewer",
    "whole_number",
    "words",
]

Array = np.ndarray[Any, Any]
INT64 = (-(2**63), 2**63 - 1)


# --- numbers --------------------------------------------------------------------------------------------------------


def whole_number(where: str, name: str, value: Any, low: int, high: int) -> int:
    """An integer from ``low`` to ``high``. Accepts arrays of one integer, but no bools and floats."""
    number = action(where, value, name)
    if not low <= number <= high:
        raise ArgumentError(f"{where}: {name}={number}: give a whole number from {low} to {high}")
    return number


def seed(where: str, value: Any) -> int:
    """A seed: any int64."""
    return whole_number(where, "seed", value, *INT64)


def action(where: str, value: Any, name: str = "action") -> int:
    """One action as an int, in or out of range. Accepts arrays of one integer."""
    if isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "iu":
        return int(value.item())
    if not isinstance(value, bool | np.bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise ArgumentError(f"{where}: {name} must be a whole number, got {_shown(value)}")


def actions(where: str, values: Any, shape: tuple[int, ...], name: str = "actions") -> Array:
    """Integers of the given shape, as int64 and contiguous."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # for example lists of different lengths
        array = np.empty(0)
    if array.dtype.kind not in "iu" or array.shape != shape:
        raise ArgumentError(f"{where}: {name} must be integers of shape {shape}, got {_shown(values)}")
    if array.dtype == np.uint64:  # negative actions have a meaning: numbers beyond int64 must not become negative
        array = np.minimum(array, np.uint64(INT64[1]))
    return np.ascontiguousarray(array, np.int64)


def integers(where: str, name: str, values: Any, shape: tuple[int, ...], low: int, high: int) -> Array:
    """Integers of the given shape, each from ``low`` to ``high``, as int64 and contiguous."""
    array = actions(where, values, shape, name)
    if array.size and not (low <= array.min() and array.max() <= high):
        raise ArgumentError(f"{where}: {name} must lie within {low} to {high}, got {array.min()} to {array.max()}")
    return array


def legal_choices(where: str, chosen: Array, masks: Array) -> None:
    """Raise ArgumentError unless every action of ``chosen``, int64 (N,), is legal in its row of ``masks`` (N, A), or is
    -1 for none."""
    inside = chosen.view(np.uint64) < masks.shape[1]
    legal = masks[np.arange(len(chosen)), np.where(inside, chosen, 0)] != 0
    wrong = np.flatnonzero(~(inside & legal) & (chosen != -1))
    if len(wrong):
        hint = "see masks" if masks[wrong[0]].any() else "no action is, and the game is not over: fix its rules"
        raise ArgumentError(f"{where}: action {chosen[wrong[0]]} at index {wrong[0]} is not legal; {hint}")


def length(values: Any) -> int:
    """The number of values in a sequence; 1 for a value that is not a sequence."""
    try:
        return len(values)
    except TypeError:
        return 1


def instance(where: str, name: str, value: Any, kind: type, words: str) -> None:
    """Raise ArgumentError unless a value is an instance of ``kind``; ``words`` describe it in the message."""
    if not isinstance(value, kind):
        raise ArgumentError(f"{where}: {name} must be {words}, got {_shown(value)}")


def choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    """Raise OptionsError if an argument is not one of its choices."""
    kinds = tuple({type(one) for one in choices})
    alike = (isinstance(value, kinds) and not isinstance(value, bool)) or isinstance(value, np.integer)
    if not (alike and value in choices):
        raise OptionsError(f"option {name}={plain(value)}: choose {' or '.join(map(repr, choices))}")


def truth(name: str, value: object) -> bool:
    """A bool; raises OptionsError for any other type."""
    if not isinstance(value, bool | np.bool):
        raise OptionsError(f"option {name}={plain(value)}: give True or False")
    return bool(value)


def reset_options(options: Any) -> Mapping[str, Any]:
    """The ``options`` of a ``reset()``; None becomes an empty mapping."""
    if options is not None and not isinstance(options, Mapping):
        raise ArgumentError(f"reset: options must be a dictionary, got {_shown(options)}")
    return options or {}


# --- players, actions and words -------------------------------------------------------------------------------------


def player(where: str, game: "Game", value: Any) -> int:
    """A player of the game."""
    return whole_number(where, "player", value, 0, game.num_players - 1)


def viewer(where: str, game: "Game", value: Any) -> int:
    """A player of the game, or the public."""
    return whole_number(where, "player", value, PUBLIC, game.num_players - 1)


def known_action(where: str, game: "Game", value: Any) -> int:
    """An action of the game's table."""
    return whole_number(where, "action", value, 0, len(game.actions) - 1)


def words(where: str, value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise ArgumentError(f"{where}: the words must be a string, got {_shown(value)}")
    return value


# --- records --------------------------------------------------------------------------------------------------------


def record(where: str, game: "Game", array: Any) -> Array:
    """A record of this game, a state or a view, every number of which is possible."""
    if not isinstance(array, np.ndarray) or array.shape != (1,) or array.dtype != game.state_dtype:
        raise ArgumentError(f"{where}: expected an array of one record of {game.id}, got {_shown(array)}")
    if array["game"][0] != game.params["game"][0]:
        what = "is blank" if array["game"][0] == 0 else f"is of another game than {game.id} with these options"
        raise ArgumentError(f"{where}: this record {what}; make a position with game.new_position(seed)")
    checked: Array = array if array.flags.writeable else array.copy()
    fault = game.range_checker.position_fault(checked)
    if fault:
        raise ArgumentError(f"{where}: this record is damaged: {fault}")
    return checked


def state(where: str, game: "Game", array: Any) -> Array:
    """The record of a position."""
    checked = record(where, game, array)
    if checked["viewer"][0] != FULL:
        raise ArgumentError(f"{where}: this is the record of a view, which hides what the rules need; use View")
    return checked


def view(where: str, game: "Game", array: Any) -> Array:
    """The record of a view."""
    checked = record(where, game, array)
    if checked["viewer"][0] == FULL:
        raise ArgumentError(f"{where}: this record shows hidden information; use Position(...).view(player)")
    return checked


# --- agents ---------------------------------------------------------------------------------------------------------


def sitting(where: str, game: "Game", seat: Any, seed: Any) -> tuple[int, int]:
    """The player that an agent is, and the seed of its choices as a number from 0 to 2**64-1."""
    return player(where, game, seat), action(where, seed, "seed") & (2**64 - 1)


def decision(where: str, game: "Game", view: Any, player: int | None) -> "View":
    """The view of the current player in a game with these options; they are ``player``, unless it is None: an agent
    that was not reset plays for any player."""
    from railgym.envs.core.position import View

    if not isinstance(view, View):
        raise ArgumentError(f"{where}: expected a View, as position.view() makes it, got {_shown(view)}")
    if view.game.params["game"][0] != game.params["game"][0]:
        raise ArgumentError(f"{where}: this view is of another game than {game.id} with these options")
    if view.is_over:
        raise ArgumentError(f"{where}: the game is over")
    if player is not None and view.player != player:
        raise ArgumentError(f"{where}: this is the view of {_seat(view.player)}; the agent is {_seat(player)}")
    if view.current_player != view.player:
        raise ArgumentError(f"{where}: {_seat(view.current_player)} is to act, not {_seat(view.player)}")
    return view


def table(where: str, name: str, array: Any, shape: tuple[int, ...], kinds: str) -> Array:
    """An array of a shape, whose dtype has one of the ``kinds`` (``f``: floats, ``iub``: a mask)."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype.kind not in kinds:
        what = "floats" if kinds == "f" else "int8"
        raise ArgumentError(f"{where}: {name} must be {what} of shape {shape}, got {_shown(array)}")
    return array


def decisions(
    where: str, game: "Game", views: Any, masks: Any, observations: Any, seats: Any
) -> tuple[Array, Array, Array, Array]:
    """What an agent is asked in N games at once: views (N,), masks (N, A), observations (N, F) and seats (N,)."""
    if not isinstance(views, np.ndarray) or views.ndim != 1 or views.dtype != game.state_dtype:
        raise ArgumentError(f"{where}: expected an array of records, shape (N,), got {_shown(views)}")
    views = np.ascontiguousarray(views)
    for i in range(len(views)):
        record(where, game, views[i : i + 1])
    masks = table(where, "masks", masks, (len(views), len(game.actions)), "iub")
    columns = observations.shape[1:] if isinstance(observations, np.ndarray) else ()
    observations = table(where, "observations", observations, (len(views), *columns[:1]), "f")
    return views, masks, observations, integers(where, "seats", seats, (len(views),), 0, game.num_players - 1)


# --- words ----------------------------------------------------------------------------------------------------------


def _shown(value: Any) -> str:
    """A short description of a value, on one line."""
    if isinstance(value, np.ndarray):
        kind = "records" if value.dtype.names else str(value.dtype)
        return f"an array of {kind} of shape {value.shape}"
    return f"{type(value).__name__} {plain(value)}"


def _seat(player: int) -> str:
    return "the public" if player == PUBLIC else f"player {player}"
