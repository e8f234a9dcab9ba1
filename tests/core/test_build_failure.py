"""The line that tells why rules do not compile: the place in the package, and the reason."""

import inspect
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from jit import COMPILER

from railgym.build.failure import failure_in_words
from railgym.envs.core import rng
from railgym.envs.core.kernel import kernel

HAND = np.zeros(1, [("hand_size", "i1"), ("seats", [("cash", "i2")], (2,))])[0]


@kernel
def add(hand, number):
    hand.hand_size += number


@kernel
def reads_no_field(hand):
    return hand.hnd_size


@kernel
def writes_no_field(hand):
    hand.hnd_size = 1


@kernel
def reads_no_constant(hand):
    return rng.NOTHING


@kernel
def calls_through_a_module(hand):
    return rng.mix(hand.hand_size)


@kernel
def forgets_an_argument(hand):
    add(hand)


@kernel
def uses_no_name(hand):
    return misspelt  # noqa: F821


@kernel
def adds_words(hand):
    hand.hand_size += "one"


@kernel
def outer(hand):
    return inner(hand)


@kernel
def inner(hand):
    return hand.seats[0].csh


@pytest.mark.parametrize(
    ("rule", "line", "reason"),
    [
        (reads_no_field, "hand.hnd_size", "no field 'hnd_size'"),
        (writes_no_field, "hand.hnd_size = 1", "no field 'hnd_size'"),
        (reads_no_constant, "rng.NOTHING", "AttributeError: module 'railgym.envs.core.rng' has no attribute 'NOTHING'"),
        (calls_through_a_module, "rng.mix(", "TypingError: import mix by name: only constants can be read"),
        (forgets_an_argument, "add(hand)", "TypingError: Cannot bind 'args=(record,) kws={}' to signature"),
        (uses_no_name, "misspelt", "TypingError: NameError: name 'misspelt' is not defined"),
        (adds_words, '"one"', "TypingError: No implementation of function"),
        (outer, ".csh", "no field 'csh'"),
    ],
)
def test_rule_that_does_not_compile__is_named_with_its_line(rule: Any, line: str, reason: str) -> None:
    with pytest.raises(Exception) as caught:
        COMPILER.rule(rule).compile((numba.typeof(HAND),))
    words = failure_in_words(caught.value, Path(__file__).parent)
    place, _, told = words.partition(": ")
    file, _, number = place.partition(":")
    assert file == Path(__file__).name
    assert line in Path(__file__).read_text().splitlines()[int(number) - 1]
    assert told.startswith(reason)
    assert "\n" not in words and len(words) < 400


def test_module_that_is_not_imported__is_named_with_its_line() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018
    number = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    assert failure_in_words(caught.value, Path(__file__).parent) == (
        f"{Path(__file__).name}:{number}: ZeroDivisionError: division by zero"
    )
