"""Statistics and ratings against cases whose truth is known."""

import sys

import numpy as np
import pytest

from railgym.envs.core.errors import MissingExtraError
from railgym.training.evaluate.ratings import bradley_terry, plackett_luce, rate_all
from railgym.training.evaluate.statistics import (
    ahead,
    bootstrap_means,
    mean_interval,
    win_rate_interval,
    win_shares,
)


def test_win__that_is_shared_counts_its_share() -> None:
    payoff = np.array([[1.0, -1.0, 0.0], [0.5, 0.5, -1.0], [0.0, 0.0, 0.0]], np.float32)
    assert win_shares(payoff) == pytest.approx(np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]))


def test_win__alone_is_a_positive_payoff() -> None:
    assert win_shares(np.array([[1.0], [-1.0], [0.0]])).tolist() == [[1], [0], [0]]


def test_ahead__counts_a_tie_half() -> None:
    assert ahead(np.array([1.0, -1.0, -1.0])).tolist() == [[0.5, 1, 1], [0, 0.5, 0.5], [0, 0.5, 0.5]]


@pytest.mark.parametrize("discrete", [True, False])
def test_interval__covers_the_truth_nineteen_times_in_twenty(discrete: bool) -> None:
    """Both for few different values, which are counted together, and for many."""
    rng = np.random.default_rng(4)
    trials, covered = 200, 0
    for trial in range(trials):
        values = rng.choice([0, 0.5, 1], 120, p=[0.3, 0.3, 0.4]) if discrete else rng.exponential(0.55, 120)
        found = mean_interval(values, trial, 300)
        covered += found.low <= 0.55 <= found.high
    assert 0.9 < covered / trials < 0.985


def test_interval__takes_the_seed_as_its_unit() -> None:
    """Four games of one seed with equal results have the same interval as one of them."""
    wins = np.random.default_rng(1).integers(2, size=200).astype(float)
    once = mean_interval(wins, 0)
    alike = mean_interval(np.repeat(wins[:, None], 4, axis=1).mean(1), 0)
    assert (alike.low, alike.high) == (once.low, once.high)
    assert once.high - once.low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(200), rel=0.1)


@pytest.mark.parametrize("won", [True, False])
def test_win_rate__of_all_games_or_none_still_has_an_interval(won: bool) -> None:
    """At its limit, such a result has a probability of 2.5 %; 200 games tell less than 2,000."""
    few, many = (win_rate_interval(np.full(games, float(won)), 0) for games in (200, 2000))
    limit = (few.low, 1 - few.high)[not won]
    assert limit**200 == pytest.approx(0.025)
    assert (few.high, few.low)[not won] == float(won)
    assert few.high - few.low > 5 * (many.high - many.low) > 0


def test_win_rate__that_is_alike_on_all_seeds_is_open_to_both_sides() -> None:
    """One win in each seed's three games, and differences of nothing: other seeds may still be won or lost."""
    third, level = win_rate_interval(np.full(20, 1 / 3), 0), win_rate_interval(np.zeros(20), 0, worst=-1)
    unseen = 1 - 0.025 ** (1 / 20)
    assert (third.low, third.high) == pytest.approx((1 / 3 - unseen / 3, 1 / 3 + unseen * 2 / 3))
    assert (level.low, level.high) == pytest.approx((-unseen, unseen))


def test_win_rate__of_some_games_has_the_interval_of_a_mean() -> None:
    wins = np.random.default_rng(1).integers(2, size=200).astype(float)
    assert win_rate_interval(wins, 0) == mean_interval(wins, 0)


def test_difference__within_seeds_is_surer_than_between_them() -> None:
    """Luck that both agents have on a seed cancels out."""
    rng = np.random.default_rng(2)
    luck = rng.normal(size=300)
    mine, theirs = luck + 0.1 + 0.1 * rng.normal(size=300), luck
    found = mean_interval(mine - theirs, 0)
    assert found.low > 0.05 and found.high < 0.15


def test_bootstrap__keeps_columns_of_a_seed_together() -> None:
    values = np.random.default_rng(3).normal(size=(50, 1))
    means = bootstrap_means(np.concatenate([values, -values], axis=1), 0, 100)
    assert means.sum(1) == pytest.approx(np.zeros(100))
    assert means[:, 0].std() > 0.05


def test_bradley_terry__finds_the_strengths_that_made_the_games() -> None:
    truth = np.array([150.0, 50.0, 0.0, -200.0])
    chance = 1 / (1 + 10 ** ((truth[None] - truth[:, None]) / 400))
    assert bradley_terry(10_000 * chance) == pytest.approx(truth, abs=0.5)


def test_bradley_terry__stays_finite_for_an_agent_that_always_wins() -> None:
    found = bradley_terry(np.array([[[0.0, 1000], [0, 0]], [[0, 0], [10, 0]]]))
    assert found[0, 0] == pytest.approx(200 * np.log10(1000.5 / 0.5), abs=0.01)
    assert found[1, 0] < 0 and np.isfinite(found).all()


@pytest.mark.parametrize("won", [0.0, 0.5, 1.0])
def test_elo__of_seeds_with_one_result_still_has_an_interval(won: float) -> None:
    """It contains the rating and lies open to what could have happened; more seeds make it narrower."""
    widths = []
    for seeds in (10, 1000):
        beaten = np.tile(np.array([[0, won], [1 - won, 0]]), (seeds, 1, 1))
        ratings = rate_all(beaten, beaten.sum(2), np.ones((seeds, 2)), seed=1)
        for k, rate in enumerate((won, 1 - won)):
            low, high = ratings[k]["elo_ci95"]
            assert low <= ratings[k]["elo"] <= high
            assert (low < ratings[k]["elo"]) == (rate > 0) and (high > ratings[k]["elo"]) == (rate < 1)
        widths.append(high - low)
    assert widths[1] < widths[0]


def test_plackett_luce__ranks_the_better_agent_first_and_ties_alike() -> None:
    rng = np.random.default_rng(0)
    seating = np.array([rng.permutation(3) for _ in range(300)])
    payoffs = np.where(seating == 0, 1.0, -0.5)  # agent 0 always wins, 1 and 2 are level
    best, one, two = plackett_luce(3, seating, payoffs, 0)
    assert best.mu - 3 * best.sigma > max(one.mu, two.mu)
    assert one.mu == pytest.approx(two.mu, abs=0.5)
    assert best == plackett_luce(3, seating, payoffs, 0)[0]


@pytest.mark.parametrize(
    "payoffs", [(0, 0), (1, 1), (-1, -1), (0, 0, -1), (1, 0, 0), (0, 0, 0, 0), (2, 0, 0, -1), (-3, 5, 5, 5)]
)
def test_rating__of_a_tie_does_not_depend_on_the_seats(payoffs: tuple[int, ...]) -> None:
    """In one game seats that are level are rated alike, wherever they sit and whatever they score."""
    for turn in range(len(payoffs)):
        paid = np.roll(np.array(payoffs, float), turn)
        ratings = plackett_luce(len(paid), np.arange(len(paid))[None], paid[None], 0)
        for level in set(paid.tolist()):
            first, *others = ((ratings[seat].mu, ratings[seat].sigma) for seat in np.flatnonzero(paid == level))
            assert all(other == pytest.approx(first, abs=1e-9) for other in others)


def test_plackett_luce__names_the_extra_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'railgym\[eval\]'"):
        plackett_luce(2, np.zeros((0, 2), int), np.zeros((0, 2)), 0)
