"""Means and confidence intervals of paired games. The unit is the paired seed with all its rotations."""

from dataclasses import dataclass

import numpy as np

from railgym.envs.core.game import Array

__all__ = [
    "RESAMPLES",
    "Interval",
    "ahead",
    "bootstrap_means",
    "constant_interval",
    "interquartile_mean",
    "interval",
    "margin",
    "mean_interval",
    "rate_interval",
    "unseen",
    "win_rate_interval",
    "win_shares",
]

RESAMPLES = 2000


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    def text(self, form: str = ".3f") -> str:
        """``0.512 [0.490, 0.534]``."""
        return f"{self.value:{form}} [{self.low:{form}}, {self.high:{form}}]"


def win_shares(payoff: Array) -> Array:
    """Wins from payoffs (..., K), one per agent: k winners get 1/k each. Alone, a positive payoff is a win."""
    if payoff.shape[-1] == 1:
        return (payoff > 0).astype(float)
    best = payoff == payoff.max(-1, keepdims=True)
    shares: Array = best / best.sum(-1, keepdims=True)
    return shares


def margin(scores: Array, seat: int) -> float:
    """How far the score of a seat, of those in ``scores`` (P,), lies above the mean of the others'."""
    return float(scores[seat] - np.delete(scores.astype(float), seat).mean())


def ahead(payoff: Array) -> Array:
    """Pairwise results from payoffs (..., K): (..., K, K), 1 where the row is ahead of the column, 1/2 if level."""
    mine, theirs = payoff[..., :, None], payoff[..., None, :]
    points: Array = (mine > theirs) + 0.5 * (mine == theirs)
    return points


def bootstrap_means(values: Array, seed: int, resamples: int = RESAMPLES) -> Array:
    """Means of ``values`` (D, ...) over paired seeds drawn with replacement: (resamples, ...).

    Equal rows are counted together: drawing D seeds is one multinomial draw over the different rows, so a million seeds
    with few possible results cost as little as a hundred. Columns stay paired.
    """
    flat = values.reshape(len(values), -1).astype(float)
    rows, counts = np.unique(flat, axis=0, return_counts=True)
    rng = np.random.default_rng(np.random.SeedSequence([seed, 1]))
    means = np.empty((resamples, flat.shape[1]))
    step = max(1, 1_000_000 // len(rows))  # resamples at a time, to bound the memory
    for start in range(0, resamples, step):
        drawn = rng.multinomial(len(values), counts / counts.sum(), size=min(step, resamples - start))
        means[start : start + step] = drawn @ rows / len(values)
    return means.reshape(resamples, *values.shape[1:])


def interval(value: float, samples: Array) -> Interval:
    """``value`` with the middle 95 % of its bootstrap ``samples`` (B,)."""
    low, high = np.quantile(samples, [0.025, 0.975])
    return Interval(float(value), float(low), float(high))


def rate_interval(value: float, samples: Array, num_seeds: int, worst: float = 0.0) -> Interval:
    """The 95 % interval of a win rate over ``num_seeds`` paired seeds. ``worst`` is the lowest possible value: 0, or -1
    for a difference of two rates. If all seeds have the same result, it is :func:`constant_interval`.
    """
    found = interval(value, samples)
    return found if found.low < found.high else constant_interval(found.value, num_seeds, worst)


def constant_interval(value: float, num_seeds: int, worst: float = 0.0) -> Interval:
    """The 95 % interval of a rate where all seeds have the same result, so that their spread gives it no width. The
    limits assume that a share of seeds, :func:`unseen`, has an extreme result.
    """
    low, high = (value + unseen(num_seeds) * (end - value) for end in (worst, 1))
    return Interval(value, low, high)


def unseen(num_seeds: int) -> float:
    """The share p of seeds with a result that none of ``num_seeds`` had: (1 - p) ** num_seeds = 0.025."""
    return float(1 - 0.025 ** (1 / num_seeds))


def win_rate_interval(shares: Array, seed: int, worst: float = 0.0) -> Interval:
    """The mean of ``shares`` of wins (D,), one per paired seed, with its 95 % interval; with ``worst=-1`` they are
    paired differences."""
    return rate_interval(shares.mean(), bootstrap_means(shares, seed), len(shares), worst)


def mean_interval(values: Array, seed: int, resamples: int = RESAMPLES) -> Interval:
    """The mean of one value per paired seed, (D,). For a paired difference, the values are the differences."""
    return interval(values.mean(), bootstrap_means(values, seed, resamples))


def interquartile_mean(values: Array, seed: int, resamples: int = RESAMPLES) -> Interval:
    """The mean of the middle half of ``values`` (D,), one per paired seed, which few outliers cannot change."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, 3]))
    samples = [_middle_mean(rng.choice(values, len(values))) for _ in range(resamples)]
    return interval(_middle_mean(values), np.array(samples))


def _middle_mean(values: Array) -> float:
    cut = len(values) // 4
    return float(np.sort(values)[cut : len(values) - cut].mean())
