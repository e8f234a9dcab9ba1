"""What the leaves of a search are worth: played out by scripted bots, or judged by a trained agent.

:func:`roll_out` and :func:`observe_leaves` are templates for :func:`railgym.envs.core.kernel.bind`.
"""

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import prange

from railgym.agents.learned import LearnedAgent
from railgym.agents.search.scratch import WIDTH, Scratch
from railgym.agents.seating import best_bot
from railgym.envs.core.chance import mix
from railgym.envs.core.game import Array, Game

apply: Any
decide: Any
encode: Any
hide: Any
legal: Any

__all__ = ["Leaves", "Policy", "Rollouts"]

RESULT = 0.5  # of the worth of a game: who won; the rest is by how much
FAVOUR = 0.7  # prior of the action that a bot would choose


@dataclass(frozen=True)
class Leaves:
    """``movers`` int64 (B,): who decides there, -1 if nobody; ``values`` float64 (B, P): what they are worth to the
    seats, -1 to 1; ``hints`` int64 (B, K): actions worth trying, up to the first -1, and their ``priors``."""

    movers: Array
    values: Array
    hints: Array
    priors: Array

    @property
    def parts(self) -> tuple[Array, Array, Array]:
        return self.values, self.hints, self.priors


def roll_out(params, seed, bots, unit, states, views, works, events, masks, movers, hints, values):
    """Let scripted bots, ``bots`` (P,) by seat, play ``states`` (B,) to their ends.

    Fills ``values`` (B, P) with what the ends are worth, and ``hints`` (B, 1) with the first move that a bot made, for
    the seat ``movers`` (B,); -1 where the game was over. ``unit``: points that count as a clear lead.
    """
    threads = len(views)
    for t in prange(threads):
        thread = np.int64(t)
        view, work, mask = views[thread], works[thread], masks[thread]
        for b in range(len(states) * thread // threads, len(states) * (thread + 1) // threads):
            state = states[b]
            while state.terminated == 0:
                player = np.int64(state.current)
                views[thread] = states[b]
                hide(params[0], view, player)
                legal(params[0], view, work, mask)
                bits = mix(seed ^ mix((np.uint64(b) << np.uint64(32)) + np.uint64(state.ply)))
                action = decide(params[0], view, work, mask, player, bots[player], bits)
                if movers[b] < 0:
                    movers[b], hints[b, 0] = player, action
                events[thread].count = 0
                apply(params[0], state, work, action, events[thread])
            seats = max(2, np.int64(state.num_players))
            total = 0.0
            for p in range(seats):
                total += state.scores[p]
            for p in range(np.int64(state.num_players)):
                lead = (state.scores[p] - (total - state.scores[p]) / (seats - 1)) / unit
                values[b, p] = RESULT * state.payoff[p] + (1 - RESULT) * np.tanh(lead)


def observe_leaves(params, states, works, masks, observations):
    """What the seats that decide in ``states`` see, which become their views: fills ``masks`` (B, A) and
    ``observations`` (B, F) where the game is not over."""
    threads = len(works)
    for t in prange(threads):
        thread = np.int64(t)
        for b in range(len(states) * thread // threads, len(states) * (thread + 1) // threads):
            view = states[b]
            if view.terminated == 0:
                player = np.int64(view.current)
                hide(params[0], view, player)
                legal(params[0], view, works[thread], masks[b])
                encode(params[0], view, works[thread], player, observations[b])


class Rollouts:
    """Leaves played out by a game's best scripted bots, which also say what to try first. All cores take part."""

    hints = 1
    exploration = 0.5  # weight of the prior against values, which lie in [-1, 1]

    def __init__(self, game: Game) -> None:
        self._game, self._scratch = game, Scratch(game)
        self._bots = self._scratch.bots.in_seats(game.roles, best_bot(game))
        scratch = ("states", "states", "works", "events", numba.int8[:, ::1])
        outputs = (numba.int64[::1], numba.int64[:, ::1], numba.float64[:, ::1])
        signature = ("params", numba.uint64, numba.int64[::1], numba.float64, *scratch, *outputs)
        self._roll_out = self._scratch.bind(roll_out, *signature, parallel=True)

    def value(self, states: Array, seed: np.uint64) -> Leaves:
        """Value positions (B,), which are played to their ends."""
        s, n = self._scratch, len(states)
        movers, hints = np.full(n, -1), np.full((n, 1), -1)
        values = np.zeros((n, self._game.max_players))
        self._roll_out(
            self._game.params, seed, self._bots, float(self._game.margin_unit), states,
            s.views, s.works, s.events, s.masks, movers, hints, values,
        )  # fmt: skip
        return Leaves(movers, values, hints, np.full((n, 1), FAVOUR, np.float32))


class Policy:
    """Leaves judged by a trained agent: its value of the position, and its policy as the prior."""

    hints = 16  # actions of a leaf that get a prior of their own
    exploration = 4.0  # its priors deserve more trust than single judgements

    def __init__(self, agent: LearnedAgent) -> None:
        self._agent, self._game = agent, agent.game
        self._scratch = Scratch(self._game)
        self._observations = np.zeros((WIDTH, self._game.observation_layout.size), np.float32)
        self._masks = np.zeros((WIDTH, len(self._game.actions)), np.int8)
        bytes_, floats = numba.int8[:, ::1], numba.float32[:, ::1]
        self._observe = self._scratch.bind(observe_leaves, "params", "states", "works", bytes_, floats, parallel=True)

    def value(self, states: Array, seed: np.uint64) -> Leaves:
        """Value positions (B,), which become views."""
        n, seats = len(states), self._game.num_players
        self._observe(self._game.params, states, self._scratch.works, self._masks, self._observations)
        logits, judged = self._agent.judge(self._observations[:n])
        over = states["terminated"] == 1
        movers = np.where(over, -1, states["current"])
        values = np.where(over[:, None], states["payoff"], -judged[:, None] / max(1, seats - 1)).astype(np.float64)
        values[~over, movers[~over]] = judged[~over]
        hints, priors = _most_likely(logits, self._masks[:n, : logits.shape[1]], self.hints)
        return Leaves(movers, np.clip(values, -1, 1), hints, priors)


def _most_likely(logits: Array, masks: Array, most: int) -> tuple[Array, Array]:
    """The likeliest legal actions of every row, up to ``most`` and then -1, and their probabilities."""
    masked = np.where(masks > 0, logits, -np.inf)
    hints = np.argsort(-masked, axis=1)[:, :most]
    weights = np.exp(masked - masked.max(1, keepdims=True))
    priors = np.take_along_axis(weights / weights.sum(1, keepdims=True), hints, axis=1)
    return np.where(priors > 0, hints, -1), priors.astype(np.float32)
