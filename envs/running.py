"""One running game, as the environments for one table see it: dealt, played and observed by one compiled call a ply."""

from copy import deepcopy
from functools import cached_property
from typing import Any, Literal, get_args

import gymnasium
import numpy as np

from railgym.envs.advance import DEAL, DECIDER, LOOK, advance
from railgym.envs.core import boundary
from railgym.envs.core.errors import IllegalActionError, RailgymError
from railgym.envs.core.events import new_events, read_events
from railgym.envs.core.game import Array, Game
from railgym.envs.core.library import EntryPoint

__all__ = ["REWARDS", "NotReadyError", "Reward", "RunningGame", "margins", "valid_seed"]

Reward = Literal["result", "margin", "shaped"]
REWARDS: tuple[Reward, ...] = get_args(Reward)

CLOSED = "the environment is closed; make another"
NOBODY = -1  # the current seat before a game is dealt


class NotReadyError(RailgymError, gymnasium.error.ResetNeeded, AttributeError):
    """An environment was used before ``reset()`` or after ``close()``. Nothing was changed."""


class RunningGame:
    """A game with a position. ``observation`` float32 (F,) and ``mask`` int8 (A,) are those of ``seat``, which decides;
    every ply makes new arrays, so they may be kept. Once the game is ``over`` the mask is all zero. Before :meth:`deal`
    and after :meth:`close` all other methods raise NotReadyError.

    ``reward`` says what :meth:`earn` pays: ``result``, the payoff at the end; ``margin``, at every step by how much a
    seat's lead over the mean of the others grew, in ``game.margin_unit``; or ``shaped``, the payoff and, as
    potential-based shaping, the same growth, all of which is taken back at the end: best play stays best play (Ng,
    Harada and Russell, "Policy invariance under reward transformations", 1999).
    """

    def __init__(self, game: Game, reward: Reward = "result") -> None:
        boundary.choice("reward", reward, REWARDS)
        self.game, self.reward = game, reward
        self.state = np.zeros(1, game.state_dtype)
        self.seat, self.over, self.out = NOBODY, False, 0
        self.missing = "call reset() first"  # why there is no game; empty while there is one
        self._legal = b""
        self._events = new_events()
        self._sizes = game.observation_layout.size, len(game.actions)

    def deal(self, seed: int) -> None:
        """Begin the game that ``game.new_state(seed)`` deals."""
        self.check_open()
        self.missing = ""
        self._events["count"] = 0
        self._paid_out, self._gone, self._margins = 0, 0, np.zeros(self.game.num_players)
        self._advance(DEAL, seed)

    def play(self, action: Any) -> None:
        """Play one action, an integer or an array of one. Raises ArgumentError for anything else and IllegalActionError
        for an illegal action, with the position unchanged."""
        number = action if type(action) is int else boundary.action("step", action)
        if not (0 <= number < len(self._legal) and self._legal[number]):
            self.check_ready()
            raise IllegalActionError(self.game._why_illegal(self.state, number))
        self._advance(number, 0)

    def observe(self, seat: int) -> tuple[Array, Array]:
        """Observation and mask of any seat; the mask is all zero when it does not decide."""
        if seat == self.seat:
            return self.observation, self.mask
        self.check_ready()
        observation, mask = np.empty(self._sizes[0], np.float32), np.empty(self._sizes[1], np.int8)
        self._door(LOOK, 0, seat, observation, mask)
        return observation, mask

    def view(self, seat: int) -> Array:
        """What a seat (-1: the public) knows of the position, as :meth:`Game.view`."""
        self.check_ready()
        return self.game.view(self.state, seat)

    @property
    def done(self) -> int:
        """The seats that have finished the game, as bits."""
        return (1 << self.game.num_players) - 1 if self.over else self.out

    def earn(self, ended: int) -> list[float] | None:
        """The reward of every seat since the last call; None if all are 0. Call it after every play.

        ``ended``: the seats of ``done``, as bits, that get their final reward. The margin of a seat that is out does
        not change.
        """
        players = range(self.game.num_players)
        due, self._paid_out = ended & ~self._paid_out, ended
        gone, self._gone = self._gone, self.out
        if self.reward == "result" and not due:
            return None
        earned = np.zeros(len(players))
        if due and self.reward != "margin":
            earned += [self.state["payoff"][0][p] if due >> p & 1 else 0.0 for p in players]
        if self.reward != "result":
            now = margins(self.game.standings(self.state), self.game)[0]
            now = np.where([gone >> p & 1 for p in players], self._margins, now)
            if self.reward == "shaped":
                now[[p for p in players if ended >> p & 1]] = 0
            earned += now - self._margins
            self._margins = now
        return earned.tolist() if due or earned.any() else None

    def happened(self, viewer: int) -> list[str]:
        """The last action's events as sentences for a seat (-1: the public)."""
        return [self.game.event_to_string(event, viewer) for event in read_events(self._events)]

    def text(self, seat: int) -> str:
        """The position in words as a seat sees it, with its legal actions if it decides."""
        words = self.game.describe(self.view(seat))
        if seat == self.seat and not self.over:
            legal_actions = (f"  {a}: {self.game.action_to_string(self.state, int(a))}" for a in self.mask.nonzero()[0])
            words = "\n".join([words, "Legal actions:", *legal_actions])
        return words

    def check_ready(self) -> None:
        """Raise NotReadyError before :meth:`deal` and after :meth:`close`."""
        if self.missing:
            raise NotReadyError(self.missing)

    def check_open(self) -> None:
        """Raise NotReadyError after :meth:`close`."""
        if self.missing == CLOSED:
            raise NotReadyError(CLOSED)

    def close(self) -> None:
        """End the use of the game: later calls raise NotReadyError."""
        self.seat, self.missing, self._legal = NOBODY, CLOSED, b""

    def ending(self) -> dict[str, Any]:
        """How a finished game ended, for infos: ``scores`` int32 (P,) and ``end_reason``."""
        scores = self.state["scores"][0][: self.game.num_players].copy()
        return {"scores": scores, "end_reason": self.game.end_reasons[int(self.state["end_reason"][0])]}

    def _advance(self, action: int, seed: int) -> None:
        self.observation, self.mask = np.empty(self._sizes[0], np.float32), np.empty(self._sizes[1], np.int8)
        code = self._door(action, seed, DECIDER, self.observation, self.mask)
        self.seat, self.over, self.out = code & 255, bool(code & 256), code >> 16
        self._legal = self.mask.tobytes()  # a copy of our own: what the caller does to the mask changes no rule

    @cached_property
    def _door(self) -> EntryPoint:
        records = self.game.params, self.state, self.game._view, self.game._scratch, self._events
        return self.game.bind(advance).given(self.game.encoder, *records)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_door"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Raises ArgumentError for a position that was changed by hand."""
        self.__dict__.update(kept)
        if not self.missing:
            boundary.state("unpickling", self.game, self.state)

    def __deepcopy__(self, memo: dict[int, Any]) -> "RunningGame":
        """An independent position. The game with its compiled code is shared: copies stay in their thread."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.__dict__.pop("_door", None)
        for name in ("state", "observation", "mask", "_events"):
            if name in self.__dict__:
                setattr(twin, name, deepcopy(self.__dict__[name], memo))
        return twin


def margins(scores: Array, game: Game) -> Array:
    """Leads over the mean of the other seats in ``game.margin_unit``: scores int (N, P) -> float64 (N, num_players).

    Solo, the other is the game's opponent, whose score stands second.
    """
    seats = scores[:, : max(2, game.num_players)].astype(np.float64)
    others = (seats.sum(1, keepdims=True) - seats) / (seats.shape[1] - 1)
    lead: Array = (seats - others)[:, : game.num_players] / game.margin_unit
    return lead


def valid_seed(seed: int) -> int:
    """Convert any integer seed to the range 0 .. 2**63-1 of deals; seeds in that range do not change. Raises
    ArgumentError."""
    return boundary.action("reset", seed, "seed") & (2**63 - 1)
