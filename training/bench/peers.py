"""Environments of other libraries, to measure beside ours: random games through the interface that each library has for
learners, every decision with an observation and a mask as arrays."""

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from railgym.envs.core.errors import MissingExtraError
from railgym.training.bench.measures import SkippedError, environment_steps, random_choice
from railgym.training.bench.timing import Stopwatch, Workload

__all__ = ["PEERS", "pettingzoo_classic"]


def pettingzoo_classic(name: str) -> Any:
    """``raw_env()`` of a module of ``pettingzoo.classic``; raises SkippedError without the packages it needs."""
    return _import(f"pettingzoo.classic.{name}").raw_env()


def _import(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise SkippedError(str(MissingExtraError("peers", error.name or module))) from None


def _pettingzoo(name: str, seed: int) -> Workload:
    return environment_steps(pettingzoo_classic(name), seed)


def _open_spiel(name: str, seed: int) -> Workload:
    """States of ``pyspiel`` with an observer: quicker than OpenSpiel's ``rl_environment``, which observes for every
    player. What chance decides takes part in the time, and is not counted."""
    game = _import("pyspiel").load_game(name)
    observer = _import("open_spiel.python.observation").make_observation(game)
    rng = random.Random(seed)

    def scratch(watch: Stopwatch) -> float:
        actions = 0
        with watch:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                observer.set_from(state, state.current_player())
                state.apply_action(random_choice(np.array(state.legal_actions_mask(), np.int8), rng))
                actions += 1
        return float(actions)

    return scratch


def _rlcard(name: str, seed: int) -> Workload:
    """RLCard tells the legal actions by number: the mask is made of them here."""
    env = _import("rlcard").make(name, {"seed": seed})
    rng = random.Random(seed)

    def scratch(watch: Stopwatch) -> float:
        actions = 0
        with watch:
            state, _ = env.reset()
            while not env.is_over():
                mask = np.zeros(env.num_actions, np.int8)
                mask[list(state["legal_actions"])] = 1
                state, _ = env.step(random_choice(mask, rng))
                actions += 1
        return float(actions)

    return scratch


PEERS: dict[str, Callable[[int], Workload]] = {
    "PettingZoo connect four": partial(_pettingzoo, "connect_four_v3"),
    "PettingZoo hold'em": partial(_pettingzoo, "texas_holdem_v4"),
    "OpenSpiel connect four": partial(_open_spiel, "connect_four"),
    "OpenSpiel gin rummy": partial(_open_spiel, "gin_rummy"),
    "RLCard hold'em": partial(_rlcard, "limit-holdem"),
    "RLCard gin rummy": partial(_rlcard, "gin-rummy"),
}
"""What makes the random games of a peer from a seed; raises SkippedError where its packages are missing."""
