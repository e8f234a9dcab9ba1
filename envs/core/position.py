"""Positions and views as objects: a game that can be played, read, copied, compared and saved.

A :class:`Position` is the full state, in which actions are played. A :class:`View` is what one player, or the public,
knows of it: agents get views. Both have the attributes of :class:`Reading`. Each wraps one record; batches, search and
scripted bots work on records (``core/rules.py``) and never make these objects.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core import boundary
from railgym.envs.core.entry_points import DEAL, LOOK, advance
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.events import Event, new_events, read_events
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.library import PreparedCall
from railgym.envs.core.reading import NO_PLAYER, Array, Reading, Result

if TYPE_CHECKING:
    from railgym.envs.core.game import Game

__all__ = ["Array", "Position", "Reading", "Result", "View", "reveals", "unpickle_position"]

ACTION, SEED = 6, 7  # the numbers among the arguments of ``advance``
WORLDS = 64  # in which undo() tries an action, to find out whether it revealed something to its player


class View(Reading):
    """What ``player`` (-1: the public) knows of a position. The current player's view has the legal actions of the
    position, every other view has none.

    ``record`` is a view as :meth:`railgym.envs.core.rules.Rules.view` makes it. Raises ArgumentError for any other.
    """

    def __init__(self, game: "Game", record: Array) -> None:
        self.game, self._record = game, boundary.view("View", game, record).copy()

    @classmethod
    def unchecked(cls, game: "Game", record: Array) -> "View":
        """As the constructor, for a record that comes from the rules: not checked, not copied."""
        view = cls.__new__(cls)
        view.game, view._record = game, record
        return view

    @property
    def player(self) -> int:
        """Whose view this is; -1: the public's."""
        return self.viewer

    @cached_property
    def _mask(self) -> Array:
        return self.game.rules.legal(self._record) if self._asks_viewer else np.zeros(len(self.game.actions), np.int8)

    def _legal_mask(self) -> Array:
        return self._mask

    def _for_its_player(self) -> "View":
        return self

    @property
    def observation(self) -> Array:
        """What the player observes: float32 (F,), by the game's encoder. The public observes as player 0."""
        return self.game.rules.encode(self._record, max(self.player, 0))

    def sample(self, seed: int) -> "Position":
        """A position that agrees with this view, uniform over all that do; ``seed``: any int64."""
        seed = boundary.seed("View.sample", seed)
        return Position.unchecked(self.game, self.game.rules.determinize(self._record, self.player, seed))

    @classmethod
    def from_dict(cls, game: "Game", data: Mapping[str, Any]) -> "View":
        """The view that a dictionary describes; as :meth:`Position.from_dict`."""
        return cls(game, game.notation.from_dict(data))

    def copy(self) -> "View":
        return View.unchecked(self.game, self._record.copy())


class Position(Reading):
    """One game in progress; ``game.new_position(seed)`` deals one. ``record``: a state. Raises ArgumentError for a
    view, a record of another game, or impossible values.

    Every change is one call of compiled code, which writes the new state, its action mask and, where ``observing``, the
    observation of the current player into new arrays: they may be kept.

    Environments step by :meth:`play_id` and read these attributes, which follow from that call:

    - ``mover``: the current player; once the game is over, the last one
    - ``mask``: what the mover may do, int8 (A,); the caller may keep the array and write to it
    - ``out``: the players who are out of the game before its end, as bits
    - ``finished``: the players whose game is over, as bits
    """

    mover: int
    mask: Array
    out: int
    finished: int

    def __init__(self, game: "Game", record: Array, *, observing: bool = False) -> None:
        self._begin(game, boundary.state("Position", game, record).copy(), observing)
        self._advance(LOOK)

    @classmethod
    def unchecked(cls, game: "Game", record: Array) -> "Position":
        """As the constructor, for a record that comes from the rules: not checked, not copied."""
        position = cls.__new__(cls)
        position._begin(game, record, False)
        position._advance(LOOK)
        return position

    @classmethod
    def deal(cls, game: "Game", seed: int, *, observing: bool = False) -> "Position":
        """A new game dealt from ``seed`` (any int64). The same seed deals the same game."""
        position = cls.__new__(cls)
        position._begin(game, np.zeros(1, game.state_dtype), observing)
        position.deal_again(boundary.seed("new_position", seed))
        return position

    def _begin(self, game: "Game", record: Array, observing: bool) -> None:
        self.game, self._record, self._observing = game, record, observing
        self._events = new_events()
        self._undoable: tuple[tuple[Array, int], ...] = ()  # this turn's choices: the record before, and the action

    @classmethod
    def from_dict(cls, game: "Game", data: Mapping[str, Any]) -> "Position":
        """The position that a dictionary in the notation of the game describes; what it does not mention has the
        default that the game's schema states. Raises ArgumentError naming what is wrong, and where."""
        return cls(game, game.notation.from_dict(data))

    # --- play -------------------------------------------------------------------------------------------------------

    def play(self, action: int | str) -> list[Event]:
        """Play an action, by its id or in words; returns what happened. Raises IllegalActionError, which names the
        rule, UnknownNameError for words of no action, or ArgumentError, with the position unchanged."""
        number = self.action_id(action) if isinstance(action, str) else boundary.action("Position.play", action)
        before, undoable = self._record.copy(), self._undoable
        self.play_id(number)
        same = before["current_player"][0] == self.mover and before["turn"][0] == self._record["turn"][0]
        self._undoable = (*undoable, (before, number)) if same and not self._over else ()
        return self.events

    def play_id(self, number: int) -> bool:
        """As :meth:`play`, for an int, and quicker: :meth:`undo` cannot take it back, and ``events`` tells what
        happened. Returns whether the game is over."""
        if not (0 <= number < len(self._legal) and self._legal[number]):
            raise self.refuse(number)
        self._undoable = ()
        self._advance(number)
        return self._over

    def deal_again(self, seed: int) -> None:
        """Deal a new game in place, that of ``game.new_position(seed)``; ``seed`` is not checked."""
        self._undoable = ()
        self._events["count"] = 0
        self._advance(DEAL, seed)

    @property
    def events(self) -> list[Event]:
        """What the last action caused."""
        return read_events(self._events, self.game.event_kinds)

    def event_words(self, viewer: int = PUBLIC) -> list[str]:
        """The events of the last action as sentences for a viewer (a player; -1: the public)."""
        viewer = boundary.viewer("Position.event_words", self.game, viewer)
        return [self.game.display.event_words(event, viewer) for event in self.events]

    def undo(self) -> None:
        """Take back the current player's last action of this turn. Raises IllegalActionError, with nothing changed,
        where there is none, or where it revealed something to them."""
        if self._over:
            raise IllegalActionError("nothing to undo: the game is over")
        if not self._undoable:
            raise IllegalActionError("nothing to undo: this is your first choice of the turn")
        before, action = self._undoable[-1]
        if reveals(self.game, before, action):
            raise IllegalActionError("nothing to undo: your last choice showed you something new")
        self._undoable = self._undoable[:-1]
        self._record[:] = before
        self._events["count"] = 0
        self._advance(LOOK)

    def can_undo(self) -> int:
        """How many actions :meth:`undo` takes back, one after another."""
        count = 0
        for before, action in reversed(self._undoable):
            if reveals(self.game, before, action):
                break
            count += 1
        return count

    def copy(self) -> "Position":
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in ("_call", "record"):  # they belong to this record
            twin.__dict__.pop(name, None)
        twin._record, twin._events, twin.mask = self._record.copy(), self._events.copy(), self.mask.copy()
        if self._observing:
            twin._observation = self._observation.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_position, (self.game, self._record, self._observing, self._events)

    # --- views ------------------------------------------------------------------------------------------------------

    def view(self, player: int | None = None) -> View:
        """What a player knows; by default the current player (the last one, once the game is over), -1: the public."""
        player = self.mover if player is None else boundary.viewer("Position.view", self.game, player)
        return View.unchecked(self.game, self.game.rules.view(self._record, player))

    def observe(self, player: int | None = None) -> dict[str, Array]:
        """What a player observes, by default the current one: ``observation`` float32 (F,), by the game's encoder, and
        ``action_mask`` int8 (A,), all zero unless they are to act."""
        player = self.mover if player is None else boundary.player("Position.observe", self.game, player)
        observation, mask = self.observation_and_mask(player)
        return {"observation": observation, "action_mask": mask}

    def observation_and_mask(self, player: int) -> tuple[Array, Array]:
        """As :meth:`observe`, for a player that is not checked."""
        if self._observing and player == self.mover:
            return self._observation, self.mask
        return self.game.rules.observe(self._record, player)

    # --- one compiled call for every change ---------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self._over

    @property
    def current_player(self) -> int:
        return NO_PLAYER if self._over else self.mover

    def _advance(self, action: int, seed: int = 0) -> None:
        call, observation, mask = self._call
        call.words[ACTION], call.words[SEED] = action, seed
        code = call()
        self._observation, self.mask = observation.copy(), mask.copy()
        self.mover, self._over, self.out = code & 255, bool(code & 256), code >> 16
        self.finished = (1 << self.game.num_players) - 1 if self._over else self.out
        self._legal = self.mask.tobytes()  # what a caller writes into the mask changes no rule

    @cached_property
    def _call(self) -> tuple[PreparedCall, Array, Array]:
        """The compiled call, and the arrays into which it writes the observation and the mask."""
        game, rules = self.game, self.game.rules
        observation = np.zeros(game.observation_layout.size if self._observing else 0, np.float32)
        mask = np.zeros(len(game.actions), np.int8)
        records = game.params, self._record, rules.view_buffer, rules.scratch, self._events
        return game.bind(advance).prepared(game.encoder, *records, LOOK, 0, observation, mask), observation, mask

    def _legal_mask(self) -> Array:
        return np.frombuffer(self._legal, np.int8)

    def _for_its_player(self) -> View:
        return self.view()


def unpickle_position(game: "Game", record: Array, observing: bool, events: Array) -> Position:
    """Unpickle a position; raises ArgumentError for a record that was changed by hand."""
    position = Position(game, record, observing=observing)
    position._events[:] = events
    return position


def reveals(game: "Game", state: Array, action: int) -> bool:
    """Whether an action shows its player anything they cannot know beforehand.

    It does if it uses a random number, or if, tried in worlds that agree with the player's view, it does not always
    lead to the same view.
    """
    rules, player = game.rules, int(state["current_player"][0])
    after = state.copy()
    rules.apply(after, action)
    if (after["random_counts"] != state["random_counts"]).any():
        return True
    view, seen = rules.view(state, player), rules.view(after, player).tobytes()
    for seed in range(WORLDS):
        world = rules.determinize(view, player, seed)
        rules.apply(world, action)
        if rules.view(world, player).tobytes() != seen:
            return True
    return False
