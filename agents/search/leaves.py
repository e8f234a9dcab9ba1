"""Evaluation of the leaves of a search, by rollouts of scripted bots or by a trained agent."""

from dataclasses import dataclass
from math import tanh

import numpy as np

from railgym.agents.learned import LearnedAgent
from railgym.agents.scripted import scripted_bots
from railgym.agents.search.kernels import observe_leaves, roll_out
from railgym.agents.seating import best_bot
from railgym.envs.core.batch import Scratch
from railgym.envs.core.game import Array, Game
from railgym.envs.core.threads import available_threads, in_ranges

__all__ = ["WIDTH", "Leaves", "Policy", "Rank", "Rollouts"]

WIDTH = 8  # leaves that are evaluated together; fixed, so that no choice depends on the number of cores

Rank = tuple[int, float | None, float | None]  # an action, its share of the visits, and its value, -1 to 1

RESULT = 0.5  # the weight of the result in the value of a finished game; the rest is the weight of the margin
FAVOUR = 0.7  # prior of the action that a bot would choose


@dataclass(frozen=True)
class Leaves:
    """The evaluation of B leaves. ``movers`` int64 (B,): the current players, -1 if the game is over. ``values``
    float64 (B, P): the values for all seats, -1 to 1. ``hints`` int64 (B, K): promising actions, up to the first -1,
    and their ``priors`` float32 (B, K)."""

    movers: Array
    values: Array
    hints: Array
    priors: Array

    @property
    def parts(self) -> tuple[Array, Array, Array]:
        return self.values, self.hints, self.priors


class Rollouts:
    """Evaluates leaves by rollouts of a game's best scripted bots, on up to ``WIDTH`` threads. The first move of a
    rollout is the hint."""

    races = False  # most actions of the root have no prior of their own
    hints = 1
    exploration = 0.5  # weight of the prior against values, which lie in [-1, 1]

    def __init__(self, game: Game) -> None:
        self._game, self._threads = game, min(WIDTH, available_threads())
        self._scratch = Scratch(game, self._threads)
        self._bots = scripted_bots(game).in_seats(game.roles, best_bot(game))
        self._roll_out = game.bind(roll_out).given(game.params)

    def value(self, states: Array, seed: np.uint64) -> Leaves:
        """The evaluation of ``states`` (B,), which are played to the end in place."""
        n = len(states)
        movers, hints = np.full(n, -1), np.full((n, 1), -1)
        leads = np.zeros((n, self._game.max_players))
        play = self._roll_out.given(seed, self._bots, self._game.margin_unit)

        def some(thread: int, part: slice) -> None:
            rows = states[part], movers[part], hints[part], leads[part]
            play(*self._scratch.row(thread), part.start, *rows)

        in_ranges(n, self._threads, some)
        values, seats = np.zeros_like(leads), self._game.num_players
        values[:, :seats] = RESULT * states["payoff"][:, :seats] + (1 - RESULT) * _tanh(leads[:, :seats])
        return Leaves(movers, values, hints, np.full((n, 1), FAVOUR, np.float32))


class Policy:
    """Evaluates leaves with a trained agent: its value head gives the value, and its policy the prior."""

    races = True
    hints = 16  # actions of a leaf that get a prior of their own
    exploration = 4.0  # its priors are more reliable than single values

    def __init__(self, agent: LearnedAgent) -> None:
        self._agent, self._game = agent, agent.game
        self._threads = min(WIDTH, available_threads())
        self._scratch = Scratch(self._game, self._threads)
        self._observations = np.zeros((WIDTH, self._game.observation_layout.size), np.float32)
        self._masks = np.zeros((WIDTH, len(self._game.actions)), np.int8)
        self._observe = self._game.bind(observe_leaves).given(self._game.encoder, self._game.params)

    def value(self, states: Array, seed: np.uint64) -> Leaves:
        """The evaluation of ``states`` (B,), which become views in place."""
        n, seats = len(states), self._game.num_players

        def some(thread: int, part: slice) -> None:
            rows = states[part], self._masks[part], self._observations[part]
            self._observe(self._scratch.scratches[thread : thread + 1], *rows)

        in_ranges(n, self._threads, some)
        logits, judged = self._agent.predict(self._observations[:n])
        over = states["terminated"] == 1
        movers = np.where(over, -1, states["current_player"].astype(np.int64))
        values = np.where(over[:, None], states["payoff"], -judged[:, None] / max(1, seats - 1)).astype(np.float64)
        values[~over, movers[~over]] = judged[~over]
        hints, priors = _most_likely(logits, self._masks[:n, : logits.shape[1]], self.hints)
        return Leaves(movers, np.clip(values, -1, 1), hints, priors)


_tanh = np.vectorize(tanh, otypes=[np.float64])  # NumPy's tanh differs in the last bit between CPUs


def _most_likely(logits: Array, masks: Array, most: int) -> tuple[Array, Array]:
    """The likeliest legal actions of every row, up to ``most`` and then -1, and their probabilities."""
    masked = np.where(masks > 0, logits, -np.inf)
    hints = np.argsort(-masked, axis=1)[:, :most]
    weights = np.exp(masked - masked.max(1, keepdims=True))
    priors = np.take_along_axis(weights / weights.sum(1, keepdims=True), hints, axis=1)
    return np.where(priors > 0, hints, -1), priors.astype(np.float32)
