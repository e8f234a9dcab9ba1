"""Thousands of games at once from Python: batches that are stepped, and whole matches of scripted bots."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from railgym.envs.core import boundary
from railgym.envs.core.bots import RANDOM_BOTS, ScriptedBots
from railgym.envs.core.errors import ArgumentError, OptionsError, RailgymError, plain
from railgym.envs.core.events import EVENTS_DTYPE
from railgym.envs.core.game import Array, Game
from railgym.envs.core.ranges import FLAG, Checker, Range, index
from railgym.envs.core.simulate import (
    CALLER,
    advise_envs,
    deal_seed,
    env_dtype,
    observe_others_of_envs,
    play_matches,
    play_random_games,
    redact_envs,
    result_dtype,
    start_envs,
    step_envs,
)
from railgym.envs.core.threads import in_ranges
from railgym.envs.core.within import first_outside

__all__ = ["Batch", "Scratch", "run_matches", "run_random_games"]


MOST_ENVS, MOST_THREADS = 1_000_000, 1_024  # higher numbers are typing errors


class Scratch:
    """A row of views, scratch records, event buffers and masks for each thread."""

    def __init__(self, game: Game, threads: int) -> None:
        self.views = np.zeros(threads, game.state_dtype)
        self.scratches = np.zeros(threads, game.scratch_dtype)
        self.events = np.zeros(threads, EVENTS_DTYPE)
        self.masks = np.zeros((threads, len(game.actions)), np.int8)

    def row(self, thread: int) -> tuple[Array, Array, Array, Array]:
        """The scratch memory of one thread, as entry points take it."""
        one = slice(thread, thread + 1)
        return self.views[one], self.scratches[one], self.events[one], self.masks[thread]


class Batch:
    """N environments that are stepped together. Each plays one game after the other: the step that finishes a game also
    deals the next one.

    Seats are played by scripted bots inside the step, or by the caller (``CALLER``). Results have one row per
    environment: ``observations`` float32 (N, F) and ``masks`` int8 (N, A) of the seat that decides, ``envs["seat"]``.
    ``envs["done"]`` is 1 if the last step finished a game. Its outcome is in ``envs["result"]``, and the last
    observation of seat ``learner`` in ``final_observations`` (N, F). See :func:`railgym.envs.core.simulate.env_dtype`.

    ``states``, ``envs`` and ``masks`` are read-only: :meth:`seat_next` and :meth:`place` change the seats. All methods
    raise ArgumentError for invalid arguments, before anything has changed.
    """

    def __init__(self, game: Game, size: int, seed: int, threads: int = 1, bots: ScriptedBots = RANDOM_BOTS) -> None:
        _check_kinds("Batch", game, bots)
        size = boundary.whole_number("Batch", "size", size, 1, MOST_ENVS)
        threads = boundary.whole_number("Batch", "threads", threads, 1, MOST_THREADS)
        seed = boundary.whole_number("Batch", "seed", seed, 0, 2**63 - 1)
        self.game, self.bots, self.size = game, bots, size
        self._states = np.zeros(size, game.state_dtype)
        self._envs = np.zeros(size, env_dtype(game.max_players))
        self._envs["base"] = np.random.SeedSequence(seed).generate_state(size, np.uint64) >> np.uint64(1)
        self._envs["next_bots"] = CALLER
        self.observations = np.zeros((size, game.observation_layout.size), np.float32)
        self.final_observations = np.zeros_like(self.observations)
        self._masks = np.zeros((size, len(game.actions)), np.int8)
        self.states, self.envs, self.masks = map(_read_only, (self._states, self._envs, self._masks))
        self._scratch, self._threads = Scratch(game, threads), threads
        self._all, self._dealt = np.arange(size), np.zeros(size, bool)
        step = game.bind(step_envs).given(game.encoder, game.params, self._states, self._envs)
        rows = self.observations, self._masks, self.final_observations
        self._steps = [step.given(*self._scratch.row(thread), *rows) for thread in range(threads)]

    def start(self, bases: Array | None = None) -> None:
        """Deal the first game of every environment and play to the caller's first decision. ``bases``: the seeds of the
        environments, int64 (N,), not negative; by default, they come from the batch's seed."""
        if bases is not None:
            self._envs["base"] = boundary.integers("Batch.start", "bases", bases, (self.size,), 0, 2**63 - 1)
        self.game.bind(start_envs)(self.game.params, self._states, self._envs)
        self._dealt[:] = True
        self.step_unchecked(self._all)

    def step(self, actions: Array, indices: Array | None = None) -> None:
        """Play ``actions`` (integers, legal; -1: none) in the environments ``indices`` (each once; default: all)."""
        rows = self._all if indices is None else self._some("Batch.step", indices)
        chosen = boundary.actions("Batch.step", actions, (len(rows),))
        self._check_started("Batch.step", rows)
        boundary.legal_choices("Batch.step", chosen, self.masks if indices is None else self.masks[rows])
        self.step_unchecked(rows, chosen)

    def seat_next(self, which: Array, learners: Array, bots: Array) -> None:
        """Choose the seating from the next game on in the environments ``which``, integers (K,). ``learners`` (K,): the
        seats whose views are the final observations; ``bots`` (K, P): the bot number of every seat, or CALLER, in at
        least one seat of each environment."""
        rows = self._some("Batch.seat_next", which)
        learners = boundary.integers("Batch.seat_next", "learners", learners, rows.shape, 0, self.game.num_players - 1)
        bots = self._bots_by_seat("Batch.seat_next", bots, len(rows))
        if not (bots == CALLER).any(axis=1).all():  # otherwise a step would never end
            raise ArgumentError(f"Batch.seat_next: bots must leave the caller ({CALLER}) a seat in every environment")
        self._envs["next_learner"][rows] = learners
        self._envs["next_bots"][rows, : self.game.num_players] = bots

    def place(self, which: Array, seeds: Array, bots: Array) -> None:
        """Replace the games of these environments by those dealt from ``seeds``, int64 (K,), with ``bots`` (K, P) in
        the seats, and play to the caller's first decision."""
        rows = self._some("Batch.place", which)
        seeds = boundary.actions("Batch.place", seeds, rows.shape, "seeds")
        bots = self._bots_by_seat("Batch.place", bots, len(rows))
        self._envs["seed"][rows] = seeds
        self._envs["bots"][rows, : self.game.num_players] = bots
        self._deal(rows)

    def abandon(self, which: Array) -> None:
        """Abandon the games of these environments and deal the next game of each."""
        rows = self._some("Batch.abandon", which)
        self._envs["episode"][rows] += 1
        for i in rows:
            with np.errstate(over="ignore"):  # hashes wrap around
                self._envs["seed"][i] = deal_seed(int(self._envs["base"][i]), int(self._envs["episode"][i]))
        self._envs["learner"][rows], self._envs["bots"][rows] = (
            self._envs["next_learner"][rows],
            self._envs["next_bots"][rows],
        )
        self._deal(rows)

    def views(self, which: Array) -> Array:
        """The views of the current players in the environments ``which``: (K,) of ``state_dtype``."""
        rows = self._some("Batch.views", which)
        self._check_started("Batch.views", rows)
        views = np.zeros(len(rows), self.game.state_dtype)
        self.game.bind(redact_envs)(self.game.params, self._states, rows, views)
        return views

    def advise(self, name: str) -> Array:
        """The choice of the scripted bot ``name`` in every environment, int64 (N,); where a seat of another role
        decides, that of the best bot."""
        if not (isinstance(name, str) and name in self.bots.names):
            known = " or ".join(map(repr, self.bots.names))
            raise OptionsError(f"Batch.advise: no bot {plain(name)}; choose {known}, or make the batch with bots=")
        self._check_started("Batch.advise", self._all)
        actions = np.zeros(self.size, np.int64)
        advise = self.game.bind(advise_envs).given(self.game.params, self.bots.in_seats(self.game.roles, name))

        def of(thread: int, part: slice) -> None:
            view, scratch, _, mask = self._scratch.row(thread)
            advise(view, scratch, mask, self._states[part], self._envs[part], actions[part])

        in_ranges(self.size, self._threads, of)
        return actions

    def observe_others(self, encoder: str) -> Array:
        """What the seats other than the current player observe in every environment, through the encoder of that name:
        float32 (N, P - 1, F), in turn order from the next seat on. For training: a player must not see it."""
        self._check_started("Batch.observe_others", self._all)
        game = self.game.encoded_by(encoder)
        found = np.zeros((self.size, game.num_players - 1, game.observation_layout.size), np.float32)
        observe = self.game.bind(observe_others_of_envs).given(game.encoder, self.game.params)

        def of(thread: int, part: slice) -> None:
            view, scratch, _, _ = self._scratch.row(thread)
            observe(self._states[part], view, scratch, found[part])

        if found.size:
            in_ranges(self.size, self._threads, of)
        return found

    def snapshot(self) -> dict[str, Array]:
        """Copies of everything that stepping depends on, and of the current rows."""
        return {name: array.copy() for name, array in self._kept().items()}

    def restore(self, saved: Mapping[str, Array]) -> None:
        """Go back to a :meth:`snapshot` of a batch of the same game and size."""
        boundary.instance("Batch.restore", "the snapshot", saved, Mapping, "what snapshot() returns")
        for name, array in self._kept().items():
            there = saved.get(name)
            if not isinstance(there, np.ndarray) or (there.dtype, there.shape) != (array.dtype, array.shape):
                raise ArgumentError(f"Batch.restore: {name!r} does not fit a batch of this game and size")
        self._check_saved(saved)
        for name, array in self._kept().items():
            array[:] = saved[name]
        self._dealt[:] = True

    def _check_saved(self, saved: Mapping[str, Array]) -> None:
        """Raise ArgumentError unless a snapshot is valid: its numbers are within their ranges, its masks are those of
        its positions, and the caller has a seat in each future deal."""
        states, envs = (np.array(saved[name]) for name in ("states", "envs"))
        for i in self._all:
            boundary.state("Batch.restore", self.game, states[i : i + 1])
            fault = self._env_checker.fault(envs[i : i + 1])
            if fault:
                raise ArgumentError(f"Batch.restore: environment {i} is damaged: {fault}")
        if not (envs["next_bots"][:, : self.game.num_players] == CALLER).any(axis=1).all():
            raise ArgumentError("Batch.restore: an environment leaves no seat to the caller")
        if any(self.game.rules.legal(states[i : i + 1]).tobytes() != saved["masks"][i].tobytes() for i in self._all):
            raise ArgumentError("Batch.restore: the masks are not those of the positions")

    @cached_property
    def _env_checker(self) -> Checker:
        seat, bot = index(self.game.num_players), Range(self.bots.lowest_number, len(self.bots.names) - 1)
        seats, bots = dict.fromkeys(("seat", "learner", "next_learner"), seat), {"bots": bot, "next_bots": bot}
        return Checker(self._envs.dtype, seats | bots | {"done": FLAG}, self.game.bind(first_outside))

    def _kept(self) -> dict[str, Array]:
        names = ("states", "envs", "observations", "masks")
        return dict(zip(names, (self._states, self._envs, self.observations, self._masks)))

    def step_unchecked(self, rows: Array, actions: Array | None = None) -> None:
        """As :meth:`step`, for int64 arrays that are known to be valid; None: no actions."""
        chosen = np.full(len(rows), -1) if actions is None else actions
        in_ranges(len(rows), self._threads, lambda thread, part: self._steps[thread](rows[part], chosen[part]))

    def _deal(self, rows: Array) -> None:
        for i in rows:
            self.game.rules.reset(self._states[i : i + 1], int(self._envs["seed"][i]))
        self._dealt[rows] = True
        self.step_unchecked(rows)

    def _some(self, where: str, which: Array) -> Array:
        """The numbers of environments, each at most once: two threads must not have the same one."""
        rows = boundary.integers(where, "indices", which, (boundary.length(which),), 0, self.size - 1)
        if len(rows) > 1 and not (np.diff(np.sort(rows)) > 0).all():
            raise ArgumentError(f"{where}: indices name an environment twice")
        return rows

    def _bots_by_seat(self, where: str, bots: Array, number: int) -> Array:
        by_seat = boundary.integers(
            where, "bots", bots, (number, self.game.num_players), self.bots.lowest_number, len(self.bots.names) - 1
        )
        self.bots.check_roles(where, self.game.roles, by_seat)
        return by_seat

    def _check_started(self, where: str, rows: Array) -> None:
        if not self._dealt[rows].all():
            raise ArgumentError(f"{where}: call start() first")


def _check_kinds(where: str, game: Any, bots: Any) -> None:
    boundary.instance(where, "game", game, Game, "a game, as make_game() makes it")
    boundary.instance(where, "bots", bots, ScriptedBots, "ScriptedBots, as scripted_bots(game) returns them")


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view


def run_matches(game: Game, bots: ScriptedBots, seeds: Array, seats: Array, threads: int = 1) -> Array:
    """Play whole games of scripted bots. ``seeds`` int64 (G,); ``seats`` (G, P): the bot number in every seat.

    Returns an array (G,) of :func:`railgym.envs.core.simulate.result_dtype`.
    """
    _check_kinds("run_matches", game, bots)
    seeds = boundary.actions("run_matches", seeds, (boundary.length(seeds),), "seeds")
    shape, strongest = (len(seeds), game.num_players), len(bots.names) - 1
    seats = boundary.integers("run_matches", "seats", seats, shape, bots.lowest_number, strongest)
    if (seats == CALLER).any():
        raise ArgumentError("run_matches: seats: a caller cannot play in compiled games; give the number of a bot")
    bots.check_roles("run_matches", game.roles, seats)
    threads = boundary.whole_number("run_matches", "threads", threads, 1, MOST_THREADS)
    results = np.zeros(len(seeds), result_dtype(game.max_players))
    play, scratch = game.bind(play_matches).given(game.params), Scratch(game, threads)

    def games(thread: int, part: slice) -> None:
        play(np.zeros(1, game.state_dtype), *scratch.row(thread), seeds[part], seats[part], results[part])

    in_ranges(len(seeds), threads, games)
    _check_ended("run_matches", seeds, results)
    return results


def run_random_games(game: Game, seeds: Array) -> Array:
    """Random legal play in compiled code on one core; returns results as :func:`run_matches` does."""
    _check_kinds("run_random_games", game, RANDOM_BOTS)
    seeds = boundary.actions("run_random_games", seeds, (boundary.length(seeds),), "seeds")
    results = np.zeros(len(seeds), result_dtype(game.max_players))
    game.bind(play_random_games)(game.params, seeds, *Scratch(game, 1).row(0), results)
    _check_ended("run_random_games", seeds, results)
    return results


def _check_ended(where: str, seeds: Array, results: Array) -> None:
    """Raise RailgymError for a game that stopped before its end, because its rules allowed no action."""
    stuck = np.flatnonzero(results["end_reason"] == 0)
    if len(stuck):
        seed, ply = seeds[stuck[0]], results["plies"][stuck[0]]
        raise RailgymError(f"{where}: the game dealt from seed {seed} has no legal action at ply {ply}; fix its rules")
