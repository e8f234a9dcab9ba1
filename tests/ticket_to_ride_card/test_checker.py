"""The checker of random play finds what it is there to find."""

from typing import Any

import numpy as np
import pytest
from given import given
from jit import bound
from ticket_to_ride_card import checker

from railgym.envs.core.game import Array, Game


@pytest.fixture(scope="module")
def check(two: Game) -> Any:
    return bound(two, checker.check_states)


def position(game: Game) -> Array:
    cards = {"hand": {"red": 2}, "hand_seen": {"red": 1}, "yard": {"blue": 1}, "track": {"grey": 1}}
    mine = {**cards, "yard_locomotives": {"blue": 1}, "tickets": ["Chicago - Dallas"]}
    return given(game, players=[mine], display={"white": 5}).record.copy()


def break_it(state: Array, fault: int) -> None:
    seat = state["players"][0, :1]
    match fault:
        case checker.COUNTS:
            seat["seen"][0, 0] = 1
        case checker.TRAINS:
            state["display"][0, 0] += 1
        case checker.LOST:
            seat["tickets"] = 0
            seat["num_tickets"] = 0
        case checker.LEDGER:
            seat["track_size"] += 1
        case checker.DECK:
            state["deck"]["cards"][0, -1] = 3


def test_checker__finds_nothing_wrong_with_a_written_position(two: Game, check: Any) -> None:
    assert check(two.params, position(two)) == checker.NOTHING


@pytest.mark.parametrize("fault", range(1, len(checker.FAULTS)), ids=checker.FAULTS[1:])
def test_checker__finds_every_fault_and_says_where(two: Game, check: Any, fault: int) -> None:
    states = np.concatenate([position(two) for _ in range(3)])
    break_it(states[1:2], fault)
    assert divmod(int(check(two.params, states)), 3) == (fault, 1)


def test_checker__finds_a_view_that_keeps_a_secret(two: Game, check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a view that shows the tickets of others, worlds cannot be made to agree with it."""
    redact = two.rules.view

    def leak(state: Array, player: int) -> Array:
        view = redact(state, player)
        view["players"]["tickets"] = state["players"]["tickets"]
        return view

    monkeypatch.setattr(two.rules, "view", leak)
    assert checker.broken_law(two, position(two), check, np.random.default_rng(0))
