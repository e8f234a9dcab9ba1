"""Agents with a skill level, and the one that adapts its level to the opponent."""

from typing import Protocol

import numpy as np

from railgym.agents.adaptive.skill import Skill, SkillCurve, log_odds
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import View

__all__ = ["AdaptiveAgent", "SkilledAgent"]

LEAD = 2.0  # log odds of winning that a unit of expected payoff is worth, near the middle
MOST = 3.0  # log odds by which what happens within a game moves the skill level at most


class SkilledAgent(Protocol):
    """An agent whose skill can be set at any time, such as a :class:`railgym.agents.learned.LearnedAgent`."""

    code: str
    skill: float
    lowest: float
    """The lowest skill level."""

    def reset(self, seat: int, seed: int) -> None: ...

    def act(self, view: View) -> int: ...

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array: ...

    def policy_and_value(self, view: View) -> tuple[Array, float]: ...


class AdaptiveAgent:
    """Plays so that the person opposite wins with probability ``target``.

    Before a game it takes the skill level whose rating the person is expected to beat at that rate, by what ``skill``
    knows of them. Within a game it follows the position: a person whose position has improved since the start is
    treated as stronger by as much, unless they are weaker, or stronger, than the whole range of skill. Only changes of
    the network's value count, since the value itself assumes play at full strength. After the game ``skill`` learns
    from the result at the rating of the level that the game began with: a person who wins more often than ``target``
    meets a stronger opponent, until they do not.

    ``person``: their seat, or None: in evaluations all opponents are modelled jointly. ``adapts=False``: it plays at
    the middle of its range of skill and learns nothing.
    """

    def __init__(self, game: Game, code: str, hand: SkilledAgent, curve: SkillCurve, target: float = 0.5) -> None:
        self.code, self.curve, self.target, self.skill = code, curve, target, curve.stranger()
        self.person: int | None = None
        self.adapts = True
        self._seats, self._hand, self._seat = game.num_players, hand, 0
        self._opening: float | None = None

    @property
    def rating(self) -> float:
        """The level that the opponent beats at the target rate; it may lie beyond the range of skill."""
        return self.skill.mean - log_odds(self.target)

    @property
    def level(self) -> float:
        """The skill level it begins a game with."""
        return self.curve.level(self.rating) if self.adapts else self.curve.neutral

    @property
    def current_level(self) -> float:
        """The skill level of its last decision, or, before its first one, that which it begins the game with."""
        return self.level if self._opening is None else self._hand.skill

    def reset(self, seat: int, seed: int) -> None:
        self._hand.reset(seat, seed)
        self._seat, self._opening = seat, None

    def act(self, view: View) -> int:
        lead, level = self._lead(view), self.level
        at_an_end = level in (self.curve.levels[0], self.curve.levels[-1])
        self._hand.skill = level if at_an_end or not self.adapts else self.curve.level(self.rating + lead)
        return self._hand.act(view)

    def finish(self, payoffs: Array) -> None:
        """Learn from how a game has ended: the payoffs of all seats, (P,) or longer."""
        if self.adapts:
            self.skill = self.learned(self.skill, self.result(payoffs))

    def learned(self, skill: Skill, result: float) -> Skill:
        """What is known of a person of whom ``skill`` was known, after a game against the level of this agent."""
        low, high = self.curve.ratings[0], self.curve.ratings[-1]
        after = self.curve.learn(skill, float(np.clip(self.rating, low, high)), result)
        return self.curve.bounded(after, log_odds(self.target))

    def result(self, payoffs: Array) -> float:
        """The person's share of the win."""
        best = payoffs[: self._seats] == payoffs[: self._seats].max()
        shares = best / best.sum()
        return float(1 - shares[self._seat] if self.person is None else shares[self.person])

    def _lead(self, view: View) -> float:
        """What the person has gained since this agent's first decision of the game, in log odds of winning."""
        value = self._hand.policy_and_value(view)[1]
        if self._opening is None:
            self._opening = value
        return float(np.clip(LEAD * (self._opening - value), -MOST, MOST))
