"""Thousands of games at once from Python: stepping lanes, and playing matches of scripted bots to their ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numba
import numpy as np

from railgym.envs.core.events import EVENTS_DTYPE
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.kernel import array_of, source_stamp
from railgym.envs.core.simulate import (
    CALLER,
    advise_lanes,
    decide_randomly,
    lane_dtype,
    play_matches,
    play_random_games,
    result_dtype,
    start_lanes,
    step_lanes,
)

__all__ = ["RANDOM_BOTS", "Batch", "ScriptedBots", "run_matches", "run_random_games"]


@dataclass(frozen=True)
class ScriptedBots:
    """Bots of a game as one kernel ``decide(params, view, work, mask, player, bot, seed) -> action``.

    ``names[bot]`` is the code of bot number ``bot``; ``packages`` are the Python packages whose sources the kernel
    depends on, besides the game's. ``legal`` has filled ``work`` and ``mask`` for ``view`` when ``decide`` is called;
    ``seed`` is a fresh uint64. ``roles`` are those of bots that play as something else than a player; ``random`` plays
    as anything. Weaker bots stand before stronger ones of their role.
    """

    names: tuple[str, ...]
    decide: Any
    packages: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)

    def number(self, name: str) -> int:
        return self.names.index(name)

    def playing_as(self, role: str) -> tuple[str, ...]:
        """The bots that may sit in a seat of a role, the strongest last."""
        return tuple(name for name in self.names if name == "random" or self.roles.get(name, PLAYER) == role)

    def in_seats(self, roles: Sequence[str], name: str) -> Array:
        """The number of the bot ``name`` for every seat, and of the strongest one where it plays as something else:
        int64 (P,)."""
        playing = map(self.playing_as, roles)
        return np.array([self.number(name if name in names else names[-1]) for names in playing])


RANDOM_BOTS = ScriptedBots(("random",), decide_randomly)


def _bind(game: Game, bots: ScriptedBots, template: Callable[..., Any], *signature: Any, parallel: bool) -> Any:
    stamp = source_stamp(game.package, *bots.packages)
    return game.bind(template, *signature, stamp=stamp, decide=bots.decide, parallel=parallel)


class _Scratch:
    """A row of views, works, event buffers and masks for each thread."""

    def __init__(self, game: Game, threads: int) -> None:
        self.views = np.zeros(threads, game.state_dtype)
        self.works = np.zeros(threads, game.work_dtype)
        self.events = np.zeros(threads, EVENTS_DTYPE)
        self.masks = np.zeros((threads, len(game.actions)), np.int8)


class Batch:
    """N lanes: games that are stepped together, each dealt anew in the step that finishes it.

    A lane's seats are played by scripted bots inside the step, or by the caller (``CALLER``). Results are rows:
    ``observations`` float32 (N, F) and ``masks`` int8 (N, A) of the seat that decides, ``lanes["seat"]``;
    ``lanes["done"]`` says that the last step finished a game, of which ``lanes["result"]`` and
    ``final_observations`` (N, F; of seat ``learner``) are kept. See :func:`railgym.envs.core.simulate.lane_dtype`.
    """

    def __init__(self, game: Game, size: int, seed: int, threads: int = 1, bots: ScriptedBots = RANDOM_BOTS) -> None:
        self.game, self.bots, self.size = game, bots, size
        self.states = np.zeros(size, game.state_dtype)
        self.lanes = np.zeros(size, lane_dtype(game.max_players))
        self.lanes["base"] = np.random.SeedSequence(seed).generate_state(size, np.uint64) >> np.uint64(1)
        self.lanes["next_bots"] = CALLER
        self.observations = np.zeros((size, game.observation_layout.size), np.float32)
        self.final_observations = np.zeros_like(self.observations)
        self.masks = np.zeros((size, len(game.actions)), np.int8)
        self._scratch = _Scratch(game, threads)
        self._everyone = np.arange(size)
        types = game.record_types
        lanes, integers, floats, bytes_ = array_of(self.lanes.dtype), numba.int64[::1], numba.float32, numba.int8
        self._start = _bind(game, bots, start_lanes, types["params"], types["states"], lanes, parallel=False)
        signature = (types["params"], types["states"], lanes, integers, integers, types["states"], types["works"])
        outputs = (types["events"], bytes_[:, ::1], floats[:, ::1], bytes_[:, ::1], floats[:, ::1])
        self._step = _bind(game, bots, step_lanes, *signature, *outputs, parallel=True)

    def start(self) -> None:
        """Deal the first game of every lane and play on to the first decision of the caller's."""
        self._start(self.game.params, self.states, self.lanes)
        self.step(np.full(self.size, -1))

    def step(self, actions: Array, indices: Array | None = None) -> None:
        """Play ``actions`` (int64, legal; -1: none) in the lanes ``indices`` (default: all)."""
        lanes = self._everyone if indices is None else np.ascontiguousarray(indices, np.int64)
        s = self._scratch
        self._step(
            self.game.params, self.states, self.lanes, lanes, np.ascontiguousarray(actions, np.int64),
            s.views, s.works, s.events, s.masks, self.observations, self.masks, self.final_observations,
        )  # fmt: skip

    def advise(self, name: str) -> Array:
        """What the scripted bot ``name`` would do in every lane, or the best one where a seat of another role decides:
        int64 (N,)."""
        actions = np.zeros(self.size, np.int64)
        s = self._scratch
        bots = self.bots.in_seats(self.game.roles, name)
        self._advise(self.game.params, self.states, self.lanes, bots, s.views, s.works, s.masks, actions)
        return actions

    @cached_property
    def _advise(self) -> Any:
        types = self.game.record_types
        signature = (types["params"], types["states"], array_of(self.lanes.dtype), numba.int64[::1], types["states"])
        outputs = (types["works"], numba.int8[:, ::1], numba.int64[::1])
        return _bind(self.game, self.bots, advise_lanes, *signature, *outputs, parallel=True)


def run_matches(game: Game, bots: ScriptedBots, seeds: Array, seats: Array, threads: int = 1) -> Array:
    """Play whole games of scripted bots. ``seeds`` int64 (G,); ``seats`` (G, P): the bot number in every seat.

    Returns an array (G,) of :func:`railgym.envs.core.simulate.result_dtype`.
    """
    types, integers, bytes_ = game.record_types, numba.int64, numba.int8
    results = np.zeros(len(seeds), result_dtype(game.max_players))
    signature = (types["params"], integers[::1], integers[:, ::1], types["states"], types["states"], types["works"])
    outputs = (types["events"], bytes_[:, ::1], array_of(results.dtype))
    play = _bind(game, bots, play_matches, *signature, *outputs, parallel=True)
    s = _Scratch(game, threads)
    states = np.zeros(threads, game.state_dtype)
    seeds, seats = np.ascontiguousarray(seeds, np.int64), np.ascontiguousarray(seats, np.int64)
    play(game.params, seeds, seats, states, s.views, s.works, s.events, s.masks, results)
    return results


def run_random_games(game: Game, seeds: Array) -> Array:
    """Random legal play in compiled code on one core; returns results as :func:`run_matches` does."""
    types = game.record_types
    results = np.zeros(len(seeds), result_dtype(game.max_players))
    signature = (types["params"], numba.int64[::1], types["states"], types["works"], types["events"])
    play = _bind(
        game, RANDOM_BOTS, play_random_games, *signature, numba.int8[::1], array_of(results.dtype), parallel=False
    )
    s = _Scratch(game, 1)
    play(game.params, np.ascontiguousarray(seeds, np.int64), s.views, s.works, s.events, s.masks[0], results)
    return results
