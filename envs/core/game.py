"""The contract of a game: an instance made from options that holds metadata, tables, words and compiled kernels."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from railgym.envs.core import boundary, entry_points
from railgym.envs.core.actions import ActionTable
from railgym.envs.core.chart import Line
from railgym.envs.core.errors import IllegalActionError, UnknownNameError
from railgym.envs.core.events import EVENT_DTYPE, EVENTS_DTYPE, Event, new_events, read_events
from railgym.envs.core.header import PLAYER, PUBLIC
from railgym.envs.core.library import EntryPoint, load
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.options import GameOptions
from railgym.envs.core.ranges import PositionChecker, Range
from railgym.envs.core.rows import Rows
from railgym.envs.core.simulate import lane_dtype, result_dtype
from railgym.envs.core.statistics import GameStatistics

__all__ = ["PLAYER", "Array", "Game", "Kernels"]

Array = np.ndarray[Any, Any]


class Kernels(NamedTuple):
    """The compiled rules of a game. Their arguments are records, not arrays (see the table of kernels in
    ``docs/design.md``). ``encoders`` are the encoders of the game by name."""

    reset: Any
    legal: Any
    apply: Any
    redact: Any
    determinize: Any
    encoders: Mapping[str, Any]


class Game(ABC):
    """One game with fixed options. Holds no position: positions are one-element arrays of ``state_dtype``.

    Letters in shapes: A actions, F floats of an observation, P seats the state has room for.
    A ``Game`` keeps scratch memory and is for one thread; games are cheap, make one a thread.
    Arguments are checked (``core/boundary.py``): the public methods raise ArgumentError, with nothing changed, for
    positions of another game, seats that do not exist, and all other values that compiled code cannot take.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    package: ClassVar[str]
    phases: ClassVar[tuple[str, ...]]
    end_reasons: ClassVar[tuple[str, ...]]
    event_kinds: ClassVar[tuple[str, ...]]
    max_players: ClassVar[int]
    margin_unit: ClassVar[float] = 100
    """Points that count 1 where margins are paid."""
    public_actions: ClassVar[bool] = False
    """Whether everybody may know what a seat has chosen, from the action alone."""
    optional_roles: ClassVar[Mapping[str, str]] = {}
    """Roles that only an option brings into the game, and that option."""

    options_type: ClassVar[type[GameOptions]]
    options: GameOptions
    params: Array
    params_dtype: ClassVar[np.dtype[Any]]
    state_dtype: ClassVar[np.dtype[Any]]
    scratch_dtype: ClassVar[np.dtype[Any]]
    actions: ActionTable
    observation_layout: ObservationLayout
    kernels: ClassVar[Kernels]

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        boundary.guard(cls)

    # --- identity -------------------------------------------------------------------------------------------------

    @property
    def num_players(self) -> int:
        return self.options.num_players

    @property
    def roles(self) -> tuple[str, ...]:
        """What every seat plays as, a word each. Seats of one role are alike: agents may change places there."""
        return (PLAYER,) * self.num_players

    @property
    def symmetric_seats(self) -> bool:
        """Whether all seats have the same role."""
        return len(set(self.roles)) == 1

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The PettingZoo names of the seats: their roles, numbered within each."""
        seen: Counter[str] = Counter()
        names = []
        for role in self.roles:
            names.append(f"{role}_{seen[role]}")
            seen[role] += 1
        return tuple(names)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).rebuilt, (self.options.model_dump(), self.observation_layout.encoder)

    @classmethod
    def rebuilt(cls, values: dict[str, Any], encoder: str) -> "Game":
        """Build the game again from ``options.model_dump()`` and the name of its encoder."""
        return cls(**values).encoded_by(encoder)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        """The layouts of the encoders by name."""
        return {self.observation_layout.encoder: self.observation_layout}

    def encoded_by(self, name: str) -> "Game":
        """This game, observed through the encoder of that name; raises OptionsError naming those there are."""
        boundary.choice("encoder", name, tuple(self.encoders))
        if name == self.observation_layout.encoder:
            return self
        game = type(self)(**self.options.model_dump())
        game.observation_layout = self.encoders[name]
        return game

    @property
    def graph(self) -> dict[str, Array]:
        """The fixed structure that encoders by node refer to; empty where a game has no map."""
        return {}

    @property
    def rows(self) -> dict[str, Rows]:
        """What the rows of observations and the actions are about, by kind; pieces may be those of any encoder. Empty
        where a game has no such tables."""
        return {}

    @abstractmethod
    def __init__(self, **options: Any) -> None:
        """Build the game; raises OptionsError."""

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The ranges of the integers of a position, by field, without the header (``core/ranges.py``). A field that is
        not named may have any value."""
        return {}

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        """The narrower ranges of a phase: ``players`` for the seats of this game, and ``current`` for the current
        player. They are not checked in views of other players, in which fields may be hidden."""
        return {}

    @cached_property
    def range_checker(self) -> PositionChecker:
        """Finds the first field of a position that is outside its range."""
        return PositionChecker(self)

    # --- positions ------------------------------------------------------------------------------------------------

    def new_state(self, seed: int) -> Array:
        """Deal a game from ``seed`` (any int64). Returns the state, a one-element array of ``state_dtype``."""
        state = np.zeros(1, self.state_dtype)
        self._reset(self.params, state, seed)
        return state

    def legal(self, state: Array) -> Array:
        """The mask of the seat that decides: int8 (A,), all zero once the game is over. Takes a state or a view."""
        mask = np.zeros(len(self.actions), np.int8)
        if not state["terminated"][0]:
            self._legal(self.params, state, self._scratch, mask)
        return mask

    def apply(self, state: Array, action: int) -> list[Event]:
        """Play one action in place and return what happened; raises IllegalActionError, state untouched."""
        self.check_legal(state, action)
        return self._apply_unchecked(state, action)

    def check_legal(self, state: Array, action: int) -> None:
        """Raise IllegalActionError, which names the rule, unless an action is legal. Takes a state or a view."""
        if not 0 <= action < len(self.actions) or not self.legal(state)[action]:
            raise IllegalActionError(self._why_illegal(state, action))

    def _apply_unchecked(self, state: Array, action: int) -> list[Event]:
        """As :meth:`apply` for an action that is known to be legal."""
        self._apply(self.params, state, self._scratch, action, self._events)
        return read_events(self._events)

    def view(self, state: Array, player: int) -> Array:
        """A copy of the state with all hidden from ``player`` (-1: the public) blanked out."""
        view = np.empty(1, self.state_dtype)
        self._hide(self.params, state, view, player)
        return view

    def determinize(self, view: Array, player: int, seed: int) -> Array:
        """One full state, uniform over those that agree with ``player``'s view (-1: the public's)."""
        boundary.viewed_by(f"{type(self).__name__}.determinize", view, player)
        state = np.empty(1, self.state_dtype)
        self._determinize(self.params, view, state, player, seed)
        return state

    def encode(self, view: Array, player: int) -> Array:
        """The observation of ``player``'s view: float32 (F,)."""
        boundary.viewed_by(f"{type(self).__name__}.encode", view, player)
        out = np.zeros(self.observation_layout.size, np.float32)
        self._encode(self.params, view, self._scratch, player, out)
        return out

    def observe(self, state: Array, player: int) -> tuple[Array, Array]:
        """Observation float32 (F,) and mask int8 (A,) of ``player``; the mask is all zero when another decides."""
        out = np.zeros(self.observation_layout.size, np.float32)
        mask = np.empty(len(self.actions), np.int8)
        self._observe(self.params, state, self._view, self._scratch, player, out, mask)
        return out, mask

    # --- words ----------------------------------------------------------------------------------------------------

    def action_to_string(self, state: Array, action: int) -> str:
        """An action in words, as it reads in this position."""
        return self.actions.labels[action]

    def action_from_string(self, state: Array, words: str) -> int:
        """The legal action with these words; raises UnknownNameError naming the nearest, or IllegalActionError.

        A note in brackets at the end of an action's words may be left out: so games may add one, and replays from
        before still play.
        """
        spoken = {self.action_to_string(state, int(a)): int(a) for a in np.flatnonzero(self.legal(state))}
        if words in spoken:
            return spoken[words]
        if words in self.actions.ids:
            action = self.actions.ids[words]
            if not self.legal(state)[action]:
                raise IllegalActionError(self._why_illegal(state, action))
            return action
        meant = [action for said, action in spoken.items() if _without_note(said) == words]
        if len(meant) == 1:
            return meant[0]
        near = get_close_matches(words, list(spoken), 2) or list(spoken)[:3]
        raise UnknownNameError(f"no legal action {words!r}; try {' or '.join(map(repr, near))}")

    def decision_to_string(self, view: Array) -> str:
        """What the seat that decides is asked: a heading for its legal actions."""
        return self.phases[int(view["phase"][0])]

    def likely_illegal(self, view: Array) -> dict[int, str]:
        """Illegal actions that the current player is likely to look for, each with the rule that forbids it now."""
        return {}

    def why_illegal(self, view: Array, action: int) -> str:
        """The rule that forbids an illegal action now, as a clause. Takes any action of the table, in any phase, and
        the current player's view; empty where a game gives no reasons."""
        return self.likely_illegal(view).get(action, "")

    @abstractmethod
    def describe(self, view: Array) -> str:
        """The position in words, from a view: for people and language models."""

    @abstractmethod
    def event_to_string(self, event: Event, viewer: int = PUBLIC) -> str:
        """What happened as one sentence, as ``viewer`` (a seat; -1: the public) may know it."""

    def chart(self, view: Array, width: int) -> list[Line]:
        """The board in characters, lines of at most ``width``, cut to what matters to the viewer; none where words say
        it all."""
        return []

    @abstractmethod
    def svg(self, view: Array) -> str:
        """The position as a picture, from a view."""

    def standings(self, states: Array) -> Array:
        """What the margins of a game under way are taken from: int (N, P), the scores, or what they are worth."""
        scores: Array = states["scores"]
        return scores

    def standing_to_string(self, state: Array, player: int) -> str:
        """What ranks a seat at the end of a game: its points, or whatever else decides."""
        return str(int(state["scores"][0][player]))

    def result_to_string(self, state: Array) -> str:
        """How a finished game ended, as one line."""
        scores = ", ".join(f"{name} {self.standing_to_string(state, p)}" for p, name in enumerate(self.seat_names))
        return f"{self.end_reasons[int(state['end_reason'][0])]}: {scores}"

    def new_statistics(self) -> GameStatistics:
        """An empty count of what happens in games of this kind."""
        return GameStatistics(self)

    def _why_illegal(self, state: Array, action: int) -> str:
        if state["terminated"][0]:
            return f"action {action}: the game is over"
        if not 0 <= action < len(self.actions):
            return f"action {action} is outside 0..{len(self.actions) - 1}"
        phase = self.phases[int(state["phase"][0])]
        reason = self.why_illegal(self.view(state, int(state["current"][0])), action)
        why = f"{phase}: {reason}" if reason else phase
        legal = [self.action_to_string(state, int(a)) for a in np.flatnonzero(self.legal(state))]
        some = "; ".join(legal[:6]) + (f"; and {len(legal) - 6} more" if len(legal) > 6 else "")
        return f"{self.actions.labels[action]!r} is not legal now ({why}); legal: {some}"

    # --- entry points into compiled code --------------------------------------------------------------------------

    @classmethod
    def record_types(cls) -> dict[str, np.dtype[Any]]:
        """The record types that entry points take, by their letters (``core/kernel.py``)."""
        return {
            "P": cls.params_dtype,
            "S": cls.state_dtype,
            "W": cls.scratch_dtype,
            "E": EVENTS_DTYPE,
            "V": EVENT_DTYPE,
            "L": lane_dtype(cls.max_players),
            "R": result_dtype(cls.max_players),
        }

    def bind(self, template: Any) -> EntryPoint:
        """The compiled form of an entry point, with this game's rules; raises LibraryError."""
        return load(self.package).entry_point(template, self.record_types())

    @property
    def encoder(self) -> int:
        """The number of this game's encoder in entry points."""
        return list(self.kernels.encoders).index(self.observation_layout.encoder)

    @cached_property
    def _scratch(self) -> Array:
        return np.zeros(1, self.scratch_dtype)

    @cached_property
    def _view(self) -> Array:
        return np.zeros(1, self.state_dtype)

    @cached_property
    def _events(self) -> Array:
        return new_events()

    @cached_property
    def _reset(self) -> EntryPoint:
        return self.bind(entry_points.call_reset)

    @cached_property
    def _legal(self) -> EntryPoint:
        return self.bind(entry_points.call_legal)

    @cached_property
    def _apply(self) -> EntryPoint:
        return self.bind(entry_points.call_apply)

    @cached_property
    def _hide(self) -> EntryPoint:
        return self.bind(entry_points.call_redact)

    @cached_property
    def _determinize(self) -> EntryPoint:
        return self.bind(entry_points.call_determinize)

    @cached_property
    def _encode(self) -> EntryPoint:
        return self.bind(entry_points.call_encode).given(self.encoder)

    @cached_property
    def _observe(self) -> EntryPoint:
        return self.bind(entry_points.call_observe).given(self.encoder)


boundary.guard(Game)


def _without_note(words: str) -> str:
    """Words without what stands in brackets at their end."""
    return words.rpartition(" (")[0] if words.endswith(")") else words
