"""Ratings from many games: openskill's Plackett-Luce, game by game, and Bradley-Terry on all of them at once."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.game import Array
from railgym.training.evaluate.statistics import Interval, bootstrap_means, interval, rate_interval, unseen

__all__ = ["Skill", "bradley_terry", "plackett_luce", "rate_all", "rating_model", "shares_won"]

ELO = 400 / np.log(10)  # Elo points per unit of log odds
PRIOR = 0.5  # wins that every pair that met is lent, each way, so that ratings stay finite


@dataclass(frozen=True)
class Skill:
    """An openskill rating: a bell curve with mean ``mu`` and deviation ``sigma``; every agent starts at 25, 8.33."""

    mu: float
    sigma: float


def plackett_luce(agents: int, seating: Array, payoffs: Array, seed: int) -> list[Skill]:
    """Rate agents game by game: ``seating`` int (G, P) and ``payoffs`` (G, P).

    The ratings depend on the order of the games, so they are shuffled, by ``seed``. Raises MissingExtraError.
    """
    model = rating_model()
    ratings = [model.rating() for _ in range(agents)]
    for g in np.random.default_rng(np.random.SeedSequence([seed, 2])).permutation(len(seating)):
        teams = [[ratings[k]] for k in seating[g]]
        for k, [rating] in zip(seating[g], model.rate(teams, scores=[float(p) for p in payoffs[g]]), strict=True):
            ratings[k] = rating
    return [Skill(float(rating.mu), float(rating.sigma)) for rating in ratings]


def rating_model() -> Any:
    """openskill's Plackett-Luce model; raises MissingExtraError."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtraError("eval", "openskill") from None
    return PlackettLuce()


def bradley_terry(wins: Array, handicap: Array | float = 0.0) -> Array:
    """Strengths in Elo points with mean 0, (..., n), from how often each beat each, (..., n, n); ties count half.
    ``handicap`` (n, n), antisymmetric: log odds that the row gives the column before they play.

    Maximum likelihood by Newton's method; leading axes are separate problems. Games of more than two count as one
    comparison for every pair of seats.
    """
    n = wins.shape[-1]
    met = (wins + np.swapaxes(wins, -1, -2)) > 0
    beat = wins + PRIOR * met
    beat[..., range(n), range(n)] = 0
    games = beat + np.swapaxes(beat, -1, -2)
    strength = np.zeros(wins.shape[:-1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(handicap + strength[..., None, :] - strength[..., :, None]))
        gradient = (beat - games * chance).sum(-1)
        weight = games * chance * (1 - chance)
        # Only differences count: the constant 1 fixes the mean at 0, and the tiny one those who never met, even through
        # others.
        curvature = np.eye(n) * (weight.sum(-1)[..., None] + 1e-9) - weight + 1.0
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    strengths: Array = ELO * (strength - strength.mean(-1, keepdims=True))
    return strengths


def rate_all(beaten: Array, wins: Array, games: Array, seed: int) -> list[dict[str, Any]]:
    """``elo`` (Bradley-Terry) and ``win_rate`` of n agents, each with its bootstrap interval ``_ci95`` over paired
    seeds.

    ``beaten`` (D, n, n): how often the row was ahead of the column on a paired seed; ``wins`` and ``games`` (D, n).
    """
    num_seeds, n = wins.shape
    samples = bootstrap_means(np.concatenate([beaten.reshape(num_seeds, -1), wins, games], axis=1), seed)
    beaten_samples = samples[:, : n * n].reshape(-1, n, n)
    rates = samples[:, n * n : -n] / np.maximum(samples[:, -n:], 1 / num_seeds)
    elo, elo_samples = bradley_terry(beaten.sum(0)), bradley_terry(num_seeds * beaten_samples)
    rate = wins.sum(0) / np.maximum(games.sum(0), 1)
    played = (games > 0).sum(0).clip(1)
    ratings: list[dict[str, Any]] = []
    for k in range(n):
        ratings.append({})
        for name, value, of in (("elo", elo[k], elo_samples[:, k]), ("win_rate", rate[k], rates[:, k])):
            if name == "elo":
                found, digits = _elo_interval(value, of, beaten.sum(0), k, played[k]), 1
            else:
                found, digits = rate_interval(value, of, played[k]), 6
            low, high = round(found.low, digits), round(found.high, digits)
            ratings[k] |= {name: round(found.value, digits), f"{name}_ci95": [low, high]}
    return ratings


def _elo_interval(value: float, samples: Array, beaten: Array, k: int, num_seeds: int) -> Interval:
    """The interval of agent k's rating. If all seeds have the same result, the limits assume that a share of them,
    :func:`~railgym.training.evaluate.statistics.unseen`, has the other one."""
    found = interval(value, samples)
    if found.low < found.high:
        return found
    low, high = (bradley_terry(_turned(beaten, k, share))[k] for share in (-unseen(num_seeds), unseen(num_seeds)))
    return Interval(found.value, float(low), float(high))


def _turned(beaten: Array, k: int, share: float) -> Array:
    """How often each beat each if agent k won this share of the comparisons that it lost; below 0: lost of those
    that it won."""
    moved = share * (beaten[:, k] if share > 0 else beaten[k])
    turned = beaten.astype(float)
    turned[k] += moved
    turned[:, k] -= moved
    return turned


def shares_won(beaten: Array, order: list[int]) -> list[list[float | None]]:
    """Shares of comparisons won minus lost, rows and columns in this order; None where two never met. ``beaten``
    (n, n): how often the row was ahead of the column."""
    met = beaten + beaten.T
    payoff = (beaten - beaten.T) / np.maximum(met, 1)
    return [[round(float(payoff[i, j]), 6) if i != j and met[i, j] else None for j in order] for i in order]
