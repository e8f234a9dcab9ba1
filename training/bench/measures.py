"""What ``railgym bench`` measures: each function makes a workload that :func:`railgym.training.bench.timing.measure`
repeats, or measures something that cannot be repeated in one process."""

import json
import random
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.core.batch import Batch, Scratch, run_matches
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import View
from railgym.envs.core.simulate import play_random_games, result_dtype
from railgym.envs.selfplay import SelfPlayEnv
from railgym.envs.vector import VectorGameEnv
from railgym.training.bench.timing import Stopwatch, Workload
from railgym.training.kernels import copy_states, determinize_views, pick_randomly

__all__ = [
    "BatchSteps",
    "BotGames",
    "RandomGames",
    "SkippedError",
    "agent_decisions",
    "environment_steps",
    "first_reset",
    "frames",
    "own_environment",
    "position_copies",
    "random_choice",
    "sample_positions",
    "sampled_worlds",
    "selfplay_steps",
    "training_in_new_process",
    "vector_steps",
]

POSITIONS = 256  # from the middle of random games
FRAMES = 20  # frames of one measurement: the first two take longer than the others


class SkippedError(RailgymError):
    """Something cannot be measured here; the message says why."""


class RandomGames:
    """Whole random games in compiled code on one core, dealing included. Counts plies: one ``legal``, one ``apply``
    each, also where there is no choice."""

    def __init__(self, game: Game, seed: int, games: int = 2000) -> None:
        self.game, self.plies, self.games = game, 0, 0
        self.seeds = np.arange(seed, seed + games)
        self.results = np.zeros(games, result_dtype(game.max_players))
        self._play = game.bind(play_random_games).given(game.params, self.seeds, *Scratch(game, 1).row(0), self.results)

    def __call__(self, watch: Stopwatch) -> float:
        with watch:
            plies = self._play()
        self.plies += plies
        self.games += len(self.seeds)
        self.seeds += len(self.seeds)
        return float(plies)


class BatchSteps:
    """A batch on some threads, in which the caller plays every seat. A step is one ply per environment; it includes
    masks and observations, and dealing the games that follow finished ones. The choices are compiled, too, and not
    counted: random ones from the masks, or those of the scripted ``bot``."""

    def __init__(self, game: Game, seed: int, num_envs: int, threads: int = 1, bot: str | None = None) -> None:
        self.batch = Batch(game, num_envs, seed, threads, scripted_bots(game))
        self.batch.start()
        self._bot = bot
        self.actions = np.zeros(num_envs, np.int64)
        self._count = seed
        self._pick = game.bind(pick_randomly)

    def choose(self) -> None:
        """Fill ``actions`` with a legal action for every environment."""
        if self._bot:
            self.actions[:] = self.batch.advise(self._bot)
            return
        self._count += 1
        self._pick(self.batch.masks, np.random.SeedSequence(self._count).generate_state(1, np.uint64)[0], self.actions)

    def __call__(self, watch: Stopwatch) -> float:
        for _ in range(16):
            self.choose()
            with watch:
                self.batch.step(self.actions)
        return 16.0 * self.batch.size


class BotGames:
    """Whole games of a scripted bot in every seat, in compiled code on one core. Counts games, and beside them plies
    as :class:`RandomGames` does."""

    def __init__(self, game: Game, seed: int, bot: str, games: int = 32) -> None:
        self.game, self.bots, self.plies, self.games = game, scripted_bots(game), 0, 0
        self.seeds = np.arange(seed, seed + games)
        self.seats = np.tile(self.bots.in_seats(game.roles, bot), (games, 1))

    def __call__(self, watch: Stopwatch) -> float:
        with watch:
            results = run_matches(self.game, self.bots, self.seeds, self.seats)
        self.plies += int(results["plies"].sum())
        self.games += len(self.seeds)
        self.seeds += len(self.seeds)
        return float(len(self.seeds))


def own_environment(game: Game, wrapped: bool, **arguments: Any) -> Any:
    """``env()`` or ``raw_env()`` of the game's PettingZoo module, with the game's options."""
    module = import_module(f"railgym.envs.{game.id}")
    make = module.env if wrapped else module.raw_env
    return make(**game.options.model_dump(), **arguments)


def frames(game: Game, seed: int, scale: float) -> Workload:
    """Pictures of random games, of the first seat's view, one per ply. Counts frames; only ``render()`` is timed."""
    env = own_environment(game, wrapped=False, render_mode="rgb_array", render_seat=0, render_scale=scale)
    rng = random.Random(seed)
    env.reset(seed=seed)

    def workload(watch: Stopwatch) -> float:
        for _ in range(FRAMES):
            if any(env.terminations.values()):
                env.reset()
            env.step(random_choice(env.infos[env.agent_selection]["action_mask"], rng))
            with watch:
                env.render()
        return float(FRAMES)

    return workload


def environment_steps(env: Any, seed: int) -> Workload:
    """Random games through PettingZoo's interface. Counts actions; ``last()`` with observation and mask, the random
    choice, ``reset`` and the closing steps of agents that are done take part in the time."""
    rng = random.Random(seed)
    env.reset(seed=seed)  # and never again: some environments are built again for every seed

    def workload(watch: Stopwatch) -> float:
        actions = 0
        with watch:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(random_choice(observation["action_mask"], rng))
                actions += 1
        return float(actions)

    return workload


def random_choice(mask: Array, rng: random.Random) -> int:
    """A legal action."""
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def vector_steps(game: Game, seed: int, num_envs: int) -> Workload:
    """A vector environment on one thread, random bots in the other seats. Counts decisions of the learning seats, whose
    random choices are compiled and take no part in the time."""
    return _steps(VectorGameEnv(game, num_envs, scripted_bots(game), ["random"] * (game.num_players - 1)), seed)


def selfplay_steps(game: Game, seed: int, num_envs: int) -> Workload:
    """The environment for self-play on one thread, the caller in every seat. Counts plies, whose random choices are
    compiled and take no part in the time."""
    return _steps(SelfPlayEnv(game, num_envs, scripted_bots(game)), seed)


def _steps(env: VectorGameEnv | SelfPlayEnv, seed: int) -> Workload:
    game, num_envs = env.game, env.num_envs
    env.reset(seed=seed)
    pick = game.bind(pick_randomly)
    seeds, actions = np.random.default_rng(seed), np.zeros(num_envs, np.int64)

    def workload(watch: Stopwatch) -> float:
        for _ in range(16):
            pick(env.batch.masks, seeds.integers(2**63, dtype=np.uint64), actions)
            with watch:
                env.step(actions)
        return 16.0 * num_envs

    return workload


def sample_positions(game: Game, seed: int) -> tuple[Array, Array]:
    """States and the views of those who decide there, (POSITIONS,) each, from all parts of random games."""
    steps = BatchSteps(game, seed, POSITIONS)
    for i in range(POSITIONS):
        steps.choose()
        later = np.arange(i, POSITIONS)
        steps.batch.step(steps.actions[later], later)
    return steps.batch.states.copy(), steps.batch.views(np.arange(POSITIONS))


def position_copies(game: Game, states: Array, times: int = 100_000) -> Workload:
    """Copies of positions inside compiled code."""
    copy = game.bind(copy_states)
    rows = states[:64].copy()  # they fit in the processor's cache, as positions do in a search

    def workload(watch: Stopwatch) -> float:
        with watch:
            copy(rows, times)
        return float(times)

    return workload


def sampled_worlds(game: Game, views: Array, times: int = 20_000) -> Workload:
    """Views filled with a possible world inside compiled code, the copy of the view included."""
    determinize = game.bind(determinize_views)
    worlds = views.copy()
    seed = 0

    def workload(watch: Stopwatch) -> float:
        nonlocal seed
        seed += times
        with watch:
            determinize(game.params, views, worlds, times, seed)
        return float(times)

    return workload


def agent_decisions(game: Game, views: Array) -> Workload:
    """Decisions of the shipped agent from Python, one by one; raises SkippedError where there is none."""
    try:
        agent = make_agent("trained", game)
    except RailgymError as error:
        raise SkippedError(str(error)) from None

    def workload(watch: Stopwatch) -> float:
        for i in range(len(views)):
            view = View.unchecked(game, views[i : i + 1])
            agent.reset(view.player, i)
            with watch:
                agent.act(view)
        return float(len(views))

    return workload


FIRST_RESET = """
import json, sys, time
began = time.perf_counter()
from importlib import import_module
env = import_module("railgym.envs." + sys.argv[1]).raw_env(**json.loads(sys.argv[2]))
env.reset(seed=0)
env.last()
print(time.perf_counter() - began)
"""

COMMAND = "import sys; from railgym.cli import main; sys.exit(main(sys.argv[1:]))"


def first_reset(game: Game) -> float:
    """The seconds from ``import railgym`` to the first observation in a new process, the best of three."""
    options = json.dumps(game.options.model_dump(mode="json"))
    return min(float(_in_new_process(FIRST_RESET, game.id, options)) for _ in range(3))


def training_in_new_process(
    config: str, run: Path, changes: dict[str, Any], words: tuple[str, ...] = (), limit: float | None = None
) -> None:
    """Train the first step of a config with some keys changed, for ``limit`` seconds at most; raises SkippedError if
    that fails."""
    overrides = [f"--override={key}={value}" for key, value in {"steps": [], **changes}.items()]
    with suppress(subprocess.TimeoutExpired):
        _in_new_process(COMMAND, "train", config, "--out", str(run), "--quiet", *words, *overrides, limit=limit)


def _in_new_process(code: str, *arguments: str, limit: float | None = None) -> str:
    """What the code prints; raises SkippedError with its last words if it fails."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
    if done.returncode:
        raise SkippedError(
            f"the measurement's process failed: {(done.stderr.strip() or 'no message').splitlines()[-1]}"
        )
    return done.stdout
