"""Checks every argument that reaches compiled code, which does not check arguments itself.

Each check takes ``where``, the name of the call for the message, and returns the value in the form that compiled code
takes. It raises ArgumentError with a one-line message before anything has changed. :data:`GAME` lists the checks of the
public methods of a game. :func:`guard` adds them to a class, also to methods that a game overrides.
"""

import operator
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.errors import ArgumentError, OptionsError, RailgymError, plain
from railgym.envs.core.events import Event
from railgym.envs.core.header import FULL, PUBLIC

if TYPE_CHECKING:
    from railgym.envs.core.game import Game

__all__ = [
    "GAME",
    "action",
    "actions",
    "choice",
    "decision",
    "decisions",
    "guard",
    "instance",
    "integers",
    "legal_choices",
    "length",
    "player",
    "position",
    "reset_options",
    "seed",
    "sitting",
    "table",
    "truth",
    "viewed_by",
    "whole_number",
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
        raise ArgumentError(f"{where}: action {chosen[wrong[0]]} at index {wrong[0]} is not legal; see masks")


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


# --- positions ------------------------------------------------------------------------------------------------------


def position(where: str, game: "Game", array: Any) -> Array:
    """A position of this game, a state or a view, for reading. Read-only arrays are copied."""
    if not isinstance(array, np.ndarray) or array.shape != (1,) or array.dtype != game.state_dtype:
        raise ArgumentError(
            f"{where}: a position is an array of one record, as new_state() or view() makes it; got {_shown(array)}"
        )
    if array["game"][0] != game.params["game"][0]:
        what = "is blank" if array["game"][0] == 0 else f"is of another game than {game.id} with these options"
        raise ArgumentError(f"{where}: this position {what}; make one with new_state()")
    checked: Array = array if array.flags.writeable else array.copy()
    fault = game.range_checker.position_fault(checked)
    if fault:
        raise ArgumentError(f"{where}: this position is damaged: {fault}")
    return checked


def state(where: str, game: "Game", array: Any) -> Array:
    """A full state that can be changed in place."""
    checked = position(where, game, array)
    if checked["viewer"][0] != FULL:
        raise ArgumentError(f"{where}: this is a view, which hides what the rules need; call determinize() first")
    if not array.flags.writeable:
        raise ArgumentError(f"{where}: this state is read-only; pass a copy")
    return checked


def viewed_by(where: str, view: Array, player: int) -> None:
    """Raise ArgumentError unless a position is the view of ``player``."""
    viewer = int(view["viewer"][0])
    if viewer == FULL:
        raise ArgumentError(f"{where}: this is a full state, which shows hidden information; pass view(state, player)")
    if viewer != player:
        raise ArgumentError(f"{where}: this is the view of {_seat(viewer)}, not of {_seat(player)}")


def sitting(where: str, game: "Game", seat: Any, seed: Any) -> tuple[int, int]:
    """The seat of an agent, and the seed of its choices as an integer from 0 to 2**64-1."""
    return player(where, game, seat), action(where, seed, "seed") & (2**64 - 1)


def decision(where: str, game: "Game", array: Any, mask: Any, player: int) -> tuple[Array, Array]:
    """The arguments of ``act``: the view of ``player``, who must be the current player, and the mask of legal actions,
    int8 (A,)."""
    view = position(where, game, array)
    viewed_by(where, view, player)
    if view["terminated"][0]:
        raise ArgumentError(f"{where}: the game is over")
    if view["current"][0] != player:
        decider = _seat(int(view["current"][0]))
        raise ArgumentError(f"{where}: {decider} is to move, but reset() was called for {_seat(player)}")
    mask = table(where, "the mask", mask, (len(game.actions),), "iub")
    if not mask.any():
        raise ArgumentError(f"{where}: the mask allows no action")
    return view, mask


def table(where: str, name: str, array: Any, shape: tuple[int, ...], kinds: str) -> Array:
    """An array of a shape, whose dtype has one of the ``kinds`` (``f``: floats, ``iub``: a mask)."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype.kind not in kinds:
        what = "floats" if kinds == "f" else "int8"
        raise ArgumentError(f"{where}: {name} must be {what} of shape {shape}, got {_shown(array)}")
    return array


def decisions(
    where: str, game: "Game", views: Any, masks: Any, observations: Any, seats: Any
) -> tuple[Array, Array, Array, Array]:
    """The arguments of an agent that plays N games at once: views (N,), masks (N, A), observations (N, F) and seats
    (N,)."""
    views = np.ascontiguousarray(_states(where, game, views))
    for i in range(len(views)):
        position(where, game, views[i : i + 1])
    masks = table(where, "masks", masks, (len(views), len(game.actions)), "iub")
    columns = observations.shape[1:] if isinstance(observations, np.ndarray) else ()
    observations = table(where, "observations", observations, (len(views), *columns[:1]), "f")
    return views, masks, observations, integers(where, "seats", seats, (len(views),), 0, game.num_players - 1)


# --- the methods of a game ------------------------------------------------------------------------------------------

Check = Callable[[str, "Game", Any], Any]


def _states(where: str, game: "Game", array: Any) -> Array:
    if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype != game.state_dtype:
        raise ArgumentError(f"{where}: expected an array of positions, shape (N,), got {_shown(array)}")
    return array


def _a_seed(where: str, game: "Game", value: Any) -> int:
    return seed(where, value)


def player(where: str, game: "Game", value: Any) -> int:
    """The number of a seat of the game."""
    return whole_number(where, "player", value, 0, game.num_players - 1)


def _viewer(where: str, game: "Game", value: Any) -> int:
    return whole_number(where, "player", value, PUBLIC, game.num_players - 1)


def _any_action(where: str, game: "Game", value: Any) -> int:
    return action(where, value)


def _known_action(where: str, game: "Game", value: Any) -> int:
    return whole_number(where, "action", value, 0, len(game.actions) - 1)


def _width(where: str, game: "Game", value: Any) -> int:
    return whole_number(where, "width", value, 1, 10_000)


def _words(where: str, game: "Game", value: Any) -> str:
    if not isinstance(value, str):
        raise ArgumentError(f"{where}: the words must be a string, got {_shown(value)}")
    return value


def _event(where: str, game: "Game", value: Any) -> Event:
    if not isinstance(value, Event):
        raise ArgumentError(f"{where}: expected an Event, as apply() returns them, got {_shown(value)}")
    whole_number(where, "the event's kind", value.kind, 0, len(game.event_kinds) - 1)
    return value


GAME: Mapping[str, tuple[Check, ...]] = {
    "new_state": (_a_seed,),
    "legal": (position,),
    "apply": (state, _any_action),
    "check_legal": (position, _any_action),
    "view": (position, _viewer),
    "determinize": (position, _viewer, _a_seed),
    "encode": (position, player),
    "observe": (position, player),
    "action_to_string": (position, _known_action),
    "action_from_string": (position, _words),
    "decision_to_string": (position,),
    "likely_illegal": (position,),
    "why_illegal": (position, _known_action),
    "describe": (position,),
    "event_to_string": (_event, _viewer),
    "chart": (position, _width),
    "svg": (position,),
    "standings": (_states,),
    "standing_to_string": (position, player),
    "result_to_string": (position,),
}
"""The checks of all arguments of a game's public methods, by the name of the method."""


def guard(cls: type[Any]) -> None:
    """Add the checks of :data:`GAME` to the methods that a class defines."""
    for name, checks in GAME.items():
        if name in cls.__dict__:
            setattr(cls, name, _guarded(cls.__dict__[name], checks))


def _guarded(method: Callable[..., Any], checks: tuple[Check, ...]) -> Callable[..., Any]:
    bind = signature(method).bind

    @wraps(method)
    def checked(self: "Game", *arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != len(checks):
            bound = bind(self, *arguments, **named)
            bound.apply_defaults()
            arguments = bound.args[1:]
        where = f"{type(self).__name__}.{method.__name__}"
        right = [check(where, self, given) for check, given in zip(checks, arguments, strict=True)]
        try:
            return method(self, *right)
        except (IndexError, KeyError) as error:
            if isinstance(error, RailgymError):
                raise
            what = f"{type(error).__name__} {' '.join(str(error).split())}"
            raise ArgumentError(f"{where}: this position is inconsistent, or a rule has a bug: {what}") from error

    return checked


# --- words ----------------------------------------------------------------------------------------------------------


def _shown(value: Any) -> str:
    """A short description of a value, on one line."""
    if isinstance(value, np.ndarray):
        kind = "records" if value.dtype.names else str(value.dtype)
        return f"an array of {kind} of shape {value.shape}"
    return f"{type(value).__name__} {plain(value)}"


def _seat(player: int) -> str:
    return "the public" if player == PUBLIC else f"seat {player}"
