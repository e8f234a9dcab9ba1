"""The rewards of environments: ``result``, ``margin`` and ``shaped``. Training runs have their own sum of these parts,
``RewardWeights`` in ``training/learn/config.py``."""

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

if TYPE_CHECKING:
    from railgym.envs.core.game import Game
    from railgym.envs.core.position import Position

__all__ = ["REWARDS", "BatchRewards", "Reward", "RewardTracker", "margins"]

Array = np.ndarray[Any, Any]
Reward = Literal["result", "margin", "shaped"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


class RewardTracker:
    """The rewards of all players of one game at a time.

    ``result``: the payoff at the end. ``margin``: at every step, how much a player's lead over the mean of the others
    grew, in ``game.margin_unit``. ``shaped``: the payoff and, as potential-based shaping, the same growth, all of which
    is taken back at the end: optimal play stays optimal (Ng, Harada and Russell, "Policy invariance under reward
    transformations", 1999).
    """

    def __init__(self, game: "Game", kind: Reward) -> None:
        self.game, self.kind = game, kind
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        self._final, self._out, self._margins = 0, 0, np.zeros(self.game.num_players)

    def collect(self, position: "Position", ended: int) -> list[float] | None:
        """The reward of every player since the last call; None if all are 0. Call it after every action.

        ``ended``: the players, as bits, who get their final reward. The margin of a player who is out of the game does
        not change.
        """
        due, self._final = ended & ~self._final, ended
        out, self._out = self._out, position.out
        if self.kind == "result" and not due:
            return None
        players = range(self.game.num_players)
        rewards = np.zeros(len(players))
        if due and self.kind != "margin":
            payoffs = position.payoffs
            rewards += [payoffs[p] if due >> p & 1 else 0.0 for p in players]
        if self.kind != "result":
            now = margins(self.game.standings(position.record), self.game)[0]
            now = np.where([out >> p & 1 for p in players], self._margins, now)
            if self.kind == "shaped":
                now[[p for p in players if ended >> p & 1]] = 0
            rewards += now - self._margins
            self._margins = now
        return rewards.tolist() if due or rewards.any() else None


class BatchRewards:
    """The rewards of all players of many games. The step that ends a game begins the next one.

    The kinds are those of :class:`RewardTracker`, which pays a player who is out of the game the same. Margins before
    the first action of a game count in its first reward.
    """

    def __init__(self, game: "Game", kind: Reward, num_envs: int) -> None:
        self.game, self.kind = game, kind
        self._margins = np.zeros((num_envs, game.num_players))
        self._out = np.zeros((num_envs, game.num_players), bool)

    def restart(self) -> None:
        """New games begin everywhere."""
        self._margins[:], self._out[:] = 0, False

    def forget(self, which: Array) -> None:
        """New games begin in these environments, without a reward for the games before."""
        self._margins[which] = 0

    def collect(self, states: Array, results: Array, ended: Array) -> Array:
        """The rewards of the last step, float64 (N, P). ``ended``: bool (N,), where the step ended a game with its
        ``results``; ``states`` are then those of the next game."""
        over, players = ended[:, None], self.game.num_players
        payoffs: Array = np.where(over, results["payoff"][:, :players], 0.0).astype(np.float64)
        if self.kind == "result":
            return payoffs
        present = margins(self.game.standings(states), self.game)
        now = np.where(over, margins(results["scores"], self.game), present)
        now = np.where(self._out, self._margins, now)
        if self.kind == "shaped":
            now = np.where(over, 0.0, now)
        gained: Array = now - self._margins
        self._margins = np.where(over, 0.0, now)
        self._out = ~over & (states["out"][:, :players] != 0)
        return gained if self.kind == "margin" else payoffs + gained


def margins(scores: Array, game: "Game") -> Array:
    """Leads over the mean of the other players in ``game.margin_unit``: scores int (N, P) -> float64 (N, num_players).

    In a game for one, the other player is the game's own opponent, whose score stands second.
    """
    seats = scores[:, : max(2, game.num_players)].astype(np.float64)
    others = (seats.sum(1, keepdims=True) - seats) / (seats.shape[1] - 1)
    lead: Array = (seats - others)[:, : game.num_players] / game.margin_unit
    return lead
