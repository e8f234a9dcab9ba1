"""The skill of a player, learned from results, and the setting of a trained agent that matches it.

Skills are log odds: a player of skill ``s`` beats a setting of rating ``r`` with probability logistic(s - r). The
ratings of settings were measured once (``training/release/skill_levels.py``). The skill is a normal distribution that
every game moves and narrows, and that widens a little from game to game, so that it can follow a player who learns.
"""

from dataclasses import dataclass

import numpy as np

from railgym.agents.learned.artifact import SkillLevels
from railgym.envs.core.game import Array

__all__ = ["Skill", "SkillCurve", "log_odds"]

DRIFT = 0.1  # deviation by which a strength may change from one game to the next
REACH = 4.0  # log odds beyond the range of skill: who is stronger or weaker wins or loses nearly all games there
BEYOND = 0.7  # log odds by which an agent follows a player beyond its range of skill
UNSURE = 0.8  # the least deviation of an estimate there, so that a few results bring it back
POINTS = 801  # of the grid on which a strength is updated


def log_odds(chance: float) -> float:
    """logistic(log_odds(p)) = p."""
    return float(np.log(chance / (1 - chance)))


@dataclass(frozen=True)
class Skill:
    """An estimate of a strength: a normal distribution."""

    mean: float
    deviation: float


@dataclass(frozen=True)
class SkillCurve:
    """The ratings of the skill levels, each float64 (S,), both increasing."""

    levels: Array
    ratings: Array

    @classmethod
    def of(cls, measured: SkillLevels) -> "SkillCurve":
        """The curve of an agent's skill levels."""
        ratings = np.maximum.accumulate([level.rating or 0.0 for level in measured.levels])  # luck may dent them
        return cls(np.array([level.skill for level in measured.levels]), ratings + 1e-6 * np.arange(len(ratings)))

    def level(self, rating: float) -> float:
        """The level with this rating, or the nearest end of the range."""
        return float(np.interp(rating, self.ratings, self.levels))

    @property
    def neutral(self) -> float:
        """The middle of the range of skill."""
        return float(self.levels[0] + self.levels[-1]) / 2

    def stranger(self) -> Skill:
        """The prior before the first game: somewhere in the range of skill."""
        low, high = self.ratings[0], self.ratings[-1]
        return Skill(float(low + high) / 2, 1.0 + float(high - low) / 4)

    def bounded(self, skill: Skill, handicap: float) -> Skill:
        """The estimate with its rating, its mean less ``handicap``, at most ``BEYOND`` outside the range of skill.

        Beyond the range all results are alike: the level stays at the end of the range whatever the estimate is. A
        player who has lost, or won, many games in a row must not have to win, or lose, as many before the level moves.
        """
        rating = skill.mean - handicap
        kept = float(np.clip(rating, self.ratings[0] - BEYOND, self.ratings[-1] + BEYOND))
        return skill if kept == rating else Skill(kept + handicap, max(skill.deviation, UNSURE))

    def learn(self, skill: Skill, rating: float, result: float) -> Skill:
        """What is known after a game against ``rating``; ``result``: 1 for a win, 0 for a loss, shared wins between.

        The estimate stays within ``REACH`` of the range of ratings. Results of a player who always wins, or always
        loses, add no information, and the estimate must adapt soon when this changes.
        """
        grid = np.linspace(self.ratings[0] - REACH, self.ratings[-1] + REACH, POINTS)
        width = np.hypot(skill.deviation, DRIFT)
        advantage = grid - rating
        weights = -0.5 * ((grid - skill.mean) / width) ** 2 + result * advantage - np.logaddexp(0, advantage)
        weights = np.exp(weights - weights.max())
        weights /= weights.sum()
        mean = float(weights @ grid)
        return Skill(mean, float(np.sqrt(weights @ (grid - mean) ** 2)))
