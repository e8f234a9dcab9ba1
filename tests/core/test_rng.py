"""Chance by counting: every draw is a function of key, stream and count."""

import numpy as np
import pytest
from jit import compiled
from toy_game.state import STATE

from railgym.envs.core import rng
from railgym.envs.core.game import Array

below, key_from_seed, listed_key, mix, scramble, shuffle = map(
    compiled, (rng.below, rng.key_from_seed, rng.listed_key, rng.mix, rng.scramble, rng.shuffle)
)


def fresh(seed: int = 1) -> Array:
    state = np.zeros(1, STATE)
    state["key"] = key_from_seed(seed)
    return state


def draws(state: Array, stream: int, number: int, n: int = 6) -> list[int]:
    return [int(below(state[0], stream, n)) for _ in range(number)]


def uneven(counts: Array) -> float:
    """Chi square of equal chances, in standard deviations from what chance alone gives."""
    expected = counts.sum() / len(counts)
    chi = ((counts - expected) ** 2 / expected).sum()
    return abs(float(chi) - (len(counts) - 1)) / (2 * (len(counts) - 1)) ** 0.5


def test_below__counts_its_draws_and_repeats_them() -> None:
    state = fresh()
    first = draws(state, 0, 20)
    assert state["random_counts"][0].tolist() == [20, 0, 0, 0]
    assert draws(fresh(), 0, 20) == first
    assert draws(fresh(2), 0, 20) != first


def test_below__goes_on_from_a_copy_of_the_state() -> None:
    state = fresh()
    draws(state, 1, 7)
    copy = state.copy()
    assert draws(copy, 1, 10) == draws(state, 1, 10)


def test_listed_draws__are_the_digits_of_their_number() -> None:
    """Under the keys of 0 to 23, a draw of four results and one of six have every pair of results once; the key counts
    the results, and no stream is used."""
    pairs = []
    for number in range(24):
        state = fresh()
        state["key"] = listed_key(number)
        pairs.append((int(below(state[0], 0, 4)), int(below(state[0], 1, 6))))
        assert int(state["key"][0]) == 24 << 32 and not state["random_counts"].any()
    assert sorted(pairs) == [(a, b) for a in range(4) for b in range(6)]


def test_streams__do_not_move_each_other() -> None:
    """The numbers of a stream do not depend on how often others were used."""
    quiet, busy = fresh(), fresh()
    draws(busy, 0, 100)
    draws(busy, 2, 3)
    assert draws(quiet, 1, 50) == draws(busy, 1, 50)


def test_streams__are_independent() -> None:
    """Pairs of draws from two streams, or from two seeds that are neighbours, fall evenly on all 36 pairs."""
    state = fresh()
    pairs = zip(draws(state, 0, 20_000), draws(state, 1, 20_000), strict=True)
    assert uneven(np.bincount([6 * a + b for a, b in pairs], minlength=36)) < 4
    pairs = zip(draws(fresh(10), 0, 20_000), draws(fresh(11), 0, 20_000), strict=True)
    assert uneven(np.bincount([6 * a + b for a, b in pairs], minlength=36)) < 4


@pytest.mark.parametrize("n", [1, 2, 6, 46, 106])
def test_below__is_even_over_its_range(n: int) -> None:
    found = draws(fresh(n), 0, 300 * n, n)
    assert set(found) == set(range(n))
    assert n == 1 or uneven(np.bincount(found)) < 4


def test_keys__are_never_zero_and_differ() -> None:
    """Zero marks a view; any int64 is a seed."""
    seeds = [0, 1, -1, 2**63 - 1, -(2**63), *range(2, 500)]
    keys = {int(key_from_seed(seed)) for seed in seeds}
    assert 0 not in keys
    assert len(keys) == len(seeds)


def test_mix__flips_half_of_the_bits() -> None:
    """Neighbouring counts give unrelated numbers."""
    flipped = [(int(mix(np.uint64(i))) ^ int(mix(np.uint64(i + 1)))).bit_count() for i in range(1_000)]
    assert 31 < np.mean(flipped) < 33


def order_counts(shuffled: list[tuple[int, ...]]) -> Array:
    return np.unique(shuffled, axis=0, return_counts=True)[1]


def test_shuffle__makes_every_order_equally_likely() -> None:
    """All 24 orders of four cards; what lies beyond them stays."""
    state, found = fresh(), []
    for _ in range(12_000):
        cards = np.arange(6, dtype=np.uint8)
        shuffle(state[0], 0, cards, 4)
        assert cards[4:].tolist() == [4, 5]
        found.append(tuple(cards[:4].tolist()))
    counts = order_counts(found)
    assert len(counts) == 24
    assert uneven(counts) < 4


def test_scramble__makes_every_order_equally_likely() -> None:
    found = []
    for seed in range(12_000):
        cards = np.arange(4, dtype=np.uint8)
        scramble(np.uint64(key_from_seed(seed)), cards, 4)
        found.append(tuple(cards.tolist()))
    counts = order_counts(found)
    assert len(counts) == 24
    assert uneven(counts) < 4


def test_chance__heeds_no_global_generator() -> None:
    np.random.seed(1)  # noqa: NPY002
    first = draws(fresh(), 0, 20)
    np.random.seed(2)  # noqa: NPY002
    assert draws(fresh(), 0, 20) == first
