"""The base class of all games: an instance made from options that holds tables, record types and compiled rules."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np

from railgym.envs.core import boundary
from railgym.envs.core.actions import ActionTable
from railgym.envs.core.display import Display
from railgym.envs.core.events import EVENT_DTYPE, EVENTS_DTYPE
from railgym.envs.core.header import PLAYER
from railgym.envs.core.library import EntryPoint, load
from railgym.envs.core.notation import Notation
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.options import GameOptions
from railgym.envs.core.position import Position
from railgym.envs.core.ranges import PositionChecker, Range
from railgym.envs.core.records import field_ranges
from railgym.envs.core.rows import Rows
from railgym.envs.core.rules import Rules
from railgym.envs.core.simulate import env_dtype, result_dtype

__all__ = ["PLAYER", "Array", "Game", "Kernels"]

Array = np.ndarray[Any, Any]


class Kernels(NamedTuple):
    """The compiled rules of a game. Their arguments are records, not arrays (see the table of kernels in
    ``docs/design/rules.md``). ``encoders`` are the encoders of the game by name."""

    reset: Any
    legal: Any
    apply: Any
    redact: Any
    determinize: Any
    encoders: Mapping[str, Any]


class Game:
    """One game with fixed options: its tables, records and compiled rules. It holds no position; ``new_position`` deals
    one.

    Letters in shapes: A actions, F floats of an observation, P players that a record has room for. A ``Game`` keeps
    scratch memory and is for one thread; games are cheap: make one per thread.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    package: ClassVar[str]
    display_type: ClassVar[str]
    """The class of its display, as ``module:Class``."""
    notation_maker: ClassVar[str]
    """The function ``(game) -> Notation``, as ``module:function``."""
    phases: ClassVar[tuple[str, ...]]
    end_reasons: ClassVar[tuple[str, ...]]
    event_kinds: ClassVar[tuple[str, ...]]
    max_players: ClassVar[int]
    margin_unit: ClassVar[float] = 100
    """Points that count 1 where margins are paid."""
    public_actions: ClassVar[bool] = False
    """Whether the actions of a player are known to all."""
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

    def without_optional_roles(self) -> "Game":
        """The game with these options, but without the roles that an option brought into it; itself, if it has none."""
        return self

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

    def __init__(self, **options: Any) -> None:
        """Build the game; raises OptionsError. Games whose parameters are more than their options build them here."""
        self.options = self.options_type.parse(**options)
        self.params = np.zeros(1, self.params_dtype)
        self.options.write_params(self.params[0])

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The ranges of the integers of a position, by field, without the header (``core/ranges.py``): by default those
        of the notation. A field that is not named may have any value."""
        return field_ranges(self.notation.fields, self.state_dtype)

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        """The narrower ranges of a phase: ``players`` for the seats of this game, and ``current_player`` for the
        current player. They are not checked in views of other players, in which fields may be hidden."""
        return {}

    @cached_property
    def range_checker(self) -> PositionChecker:
        """Finds the first field of a position that is outside its range."""
        return PositionChecker(self)

    # --- positions and rules --------------------------------------------------------------------------------------

    def new_position(self, seed: int) -> Position:
        """A new game dealt from ``seed`` (any int64); the same seed deals the same game."""
        return Position.deal(self, seed)

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules over records, for code that handles many of them."""
        return Rules(self)

    @cached_property
    def display(self) -> Display:
        """The words and pictures of this game."""
        module, _, name = self.display_type.partition(":")
        display: Display = getattr(import_module(module), name)(self)
        display.check_sentences()
        return display

    @cached_property
    def notation(self) -> Notation:
        """Positions of this game as JSON."""
        module, _, name = self.notation_maker.partition(":")
        notation: Notation = getattr(import_module(module), name)(self)
        return notation

    def standings(self, states: Array) -> Array:
        """The points from which margins are computed: int (N, P), by default the scores."""
        scores: Array = states["scores"]
        return scores

    # --- compiled code --------------------------------------------------------------------------------------------

    @classmethod
    def record_types(cls) -> dict[str, np.dtype[Any]]:
        """The record types that entry points take, by their letters (``core/kernel.py``)."""
        return {
            "P": cls.params_dtype,
            "S": cls.state_dtype,
            "W": cls.scratch_dtype,
            "E": EVENTS_DTYPE,
            "V": EVENT_DTYPE,
            "B": env_dtype(cls.max_players),
            "R": result_dtype(cls.max_players),
        }

    def bind(self, template: Any) -> EntryPoint:
        """The compiled form of an entry point, with this game's rules; raises LibraryError."""
        return load(self.package).entry_point(template, self.record_types())

    @property
    def encoder(self) -> int:
        """The number of this game's encoder in entry points."""
        return list(self.kernels.encoders).index(self.observation_layout.encoder)
