"""Why something is not to be had now, in words."""

import numpy as np
import pytest
from crayon_rails.forms import FORMS, game_of, play_on
from crayon_rails.positions import Seat, Table

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.rules import phases


def refused(table: Table) -> dict[str, str]:
    """What may be looked for in vain, in words, and why."""
    reasons = table.game.forbidden(table.state)
    return {table.game.action_to_string(table.state, action): reason for action, reason in reasons.items()}


def test_cargo__is_refused_with_the_reason(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", carried="Fish, Fish", hand="Iron to Ivy, Coal to Alder, Grain to Cedar"))
    assert refused(table) == {
        "pick up Timber": "the train is full",
        "pick up Coal": "the train is full",
        "deliver Tools to Gorse for 8 (card 2)": "no Tools is on board",
    }


def test_load__that_was_just_dropped_or_is_not_there_is_refused(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", carried="Coal", hand="Iron to Ivy, Timber to Birch, Grain to Cedar"))
    table["chips"][table.good("Timber")] = 0
    table.play("drop Coal")
    reasons = refused(table)
    assert reasons["pick up Coal"] == "you have just dropped one here"
    assert reasons["pick up Timber"] == "no load of it is left"


def test_strike__refuses_what_a_city_supplies(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", hand="Iron to Ivy, Timber to Birch, Grain to Cedar"))
    table.state["no_cargo"] = 1 << table.city("Gorse")
    assert set(refused(table).values()) == {"a strike closes the city"}


@pytest.mark.parametrize(
    ("seat", "spent", "opening", "reason"),
    [
        (Seat(cash=19), 0, None, "an engine costs 20"),
        (Seat(cash=50), 3, None, "track was built in this turn"),
    ],
)
def test_engines__are_refused_with_the_reason(
    two: CrayonRails, seat: Seat, spent: int, opening: int | None, reason: str
) -> None:
    table = Table(two, seat, phase=phases.BUILD, cost=spent, opening=opening)
    assert list(refused(table).values()) == [reason, reason]
    with pytest.raises(IllegalActionError, match=f"build: {reason}"):
        table.play("upgrade to Fast Freight")


def test_engines__wait_for_the_end_of_the_opening(orders: CrayonRails) -> None:
    table = Table(orders, phase=phases.BUILD, opening=0)
    assert set(refused(table).values()) == {"not in the opening rounds"}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_refused__is_what_is_not_legal_and_can_be_told(form: str) -> None:
    game, rng = game_of(form), np.random.default_rng(3)
    state, told = game.new_state(3), 0
    while not state["terminated"][0] and told < 200:
        play_on(game, state, 1, rng, "eager")
        legal = game.legal(state)
        for action in game.forbidden(state):
            assert not legal[action] and game.action_to_string(state, action)
            told += 1
    assert told
