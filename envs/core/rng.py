"""Random streams: draw number n of a stream is a hash of (key, stream, n).

The state keeps only the key and one counter per stream. Streams are independent: drawing from one never changes
another. Paired games therefore have the same chance events, whatever the players do.

``core/chance.py`` lists all outcomes of a chance event instead. Its keys are even, which no key from a seed is: an even
key holds the numbers to draw, as the digits of one number.
"""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["MOST_OUTCOMES", "below", "key_from_seed", "listed_key", "mix", "scramble", "shuffle"]

MOST_OUTCOMES = 2**31 - 1  # that an even key can count; a larger number of them is stored as this one


@kernel
def mix(x):
    """One round of the splitmix64 finaliser: uint64 -> uint64, a bijection with good avalanche."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def key_from_seed(seed):
    """The key of a game dealt from ``seed`` (any int64); never 0, which marks a view."""
    return mix(np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


@kernel
def below(state, stream, n):
    """A whole number in 0..n-1, the next of ``stream``. Uses 32 random bits: bias below n / 2**32."""
    if state.key & np.uint64(1) == np.uint64(0):
        return next_digit(state, n)
    count = np.uint64(state.random_counts[stream])
    state.random_counts[stream] += 1
    where = (np.uint64(stream) << np.uint64(40)) | count
    bits = mix(state.key ^ mix(where + np.uint64(0x9E3779B97F4A7C15)))
    return np.int64(((bits >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def listed_key(number):
    """The key under which the random numbers drawn are the digits of ``number``, the first one the lowest digit; each
    has as many values as the draw has results. Bits 1 to 31: the digits left. Bits 32 to 63: the number of equally
    likely results of the draws so far."""
    return np.uint64(1) << np.uint64(32) | np.uint64(number) << np.uint64(1)


@kernel
def next_digit(state, n):
    """Take the next digit, 0..n-1, off a key of listed draws."""
    left = state.key >> np.uint64(1) & np.uint64(MOST_OUTCOMES)
    outcomes = min((state.key >> np.uint64(32)) * np.uint64(n), np.uint64(MOST_OUTCOMES))
    state.key = outcomes << np.uint64(32) | left // np.uint64(n) << np.uint64(1)
    return np.int64(left % np.uint64(n))


@kernel
def shuffle(state, stream, items, size):
    """Shuffle ``items[:size]`` in place (Fisher-Yates)."""
    for i in range(size - 1, 0, -1):
        j = below(state, stream, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel
def scramble(key, items, size):
    """Shuffle ``items[:size]`` in place from a key (uint64) alone, outside any state: a Fisher-Yates shuffle on the
    high bits of a linear congruential generator, three times as fast as hashing every draw."""
    bits = mix(key)
    for i in range(size - 1, 0, -1):
        bits = bits * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        j = np.int64(((bits >> np.uint64(32)) * np.uint64(i + 1)) >> np.uint64(32))
        items[i], items[j] = items[j], items[i]
