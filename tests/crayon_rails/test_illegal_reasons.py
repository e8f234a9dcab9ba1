"""Why something is not to be had now, in words."""

import numpy as np
import pytest
from crayon_rails.forms import FORMS, game_of, play_on
from crayon_rails.positions import LONG, Seat, Table
from reading import reading, view_of

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.rules import phases


def refused(table: Table) -> dict[str, str]:
    """What may be looked for in vain, in words, and why."""
    reasons = reading(table.game, table.state).likely_illegal()
    return {reading(table.game, table.state).action_words(action): reason for action, reason in reasons.items()}


def test_cargo__is_refused_with_the_reason(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", carried="Fish, Fish", hand="Iron to Ivy, Coal to Alder, Grain to Cedar"))
    assert refused(table) == {
        "pick up Timber": "the train is full: it carries 2 loads",
        "pick up Coal": "the train is full: it carries 2 loads",
        "deliver Tools to Gorse for 8 (card 2)": "no Tools is on board",
    }


def test_load__that_was_just_dropped_or_is_not_there_is_refused(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", carried="Coal", hand="Iron to Ivy, Timber to Birch, Grain to Cedar"))
    table["chips"][table.good("Timber")] = 0
    table.play("drop Coal")
    reasons = refused(table)
    assert reasons["pick up Coal"] == "Coal was dropped here, and the train has to move before it takes any"
    assert reasons["pick up Timber"] == "no load of Timber is left in the supply"


def test_strike__refuses_what_a_city_supplies(two: CrayonRails) -> None:
    table = Table(two, Seat(at="Gorse", hand="Iron to Ivy, Timber to Birch, Grain to Cedar"))
    table.state["no_cargo"] = 1 << table.city("Gorse")
    assert set(refused(table).values()) == {"a strike closes Gorse to loads: they may only be dropped"}


@pytest.mark.parametrize(
    ("seat", "spent", "opening", "reason"),
    [
        (Seat(cash=19), 0, None, "an engine costs 20, 1 more than the 19 in cash"),
        (Seat(cash=50), 3, None, "track was built in this turn, and an engine is bought instead of track"),
    ],
)
def test_engines__are_refused_with_the_reason(
    two: CrayonRails, seat: Seat, spent: int, opening: int | None, reason: str
) -> None:
    table = Table(two, seat, phase=phases.BUILD, cost=spent, opening=opening)
    assert list(refused(table).values())[:2] == [reason, reason]
    with pytest.raises(IllegalActionError, match=f"build: {reason}"):
        table.play("upgrade to Fast Freight")


def test_engines__wait_for_the_end_of_the_opening(orders: CrayonRails) -> None:
    table = Table(orders, phase=phases.BUILD, opening=0)
    assert set(refused(table).values()) == {"engines are not bought in the opening rounds"}


RIDER = Seat("Dogwood", cash=3, carried="Iron", hand="Coal to Alder, Grain to Ivy, Fish to Alder", track=LONG)
PHASES = {
    "running": (phases.OPERATE, {}),
    "running, stopped": (phases.OPERATE, {"left": 0}),
    "building": (phases.BUILD, {}),
    "opening": (phases.BUILD, {"opening": 0}),
    "building, both segments out": (phases.BUILD, {"exits": 2}),
    "placing": (phases.PLACE, {}),
}
REASONS = [
    ("running", "build towards Ivy", "track is built after the train has run"),
    ("running", "upgrade to Fast Freight", "an engine is bought after the train has run"),
    ("running", "place the train in Alder", "the train is on the map already"),
    ("running", "give up card 1", "given up only where more than 3 are dealt"),
    ("running", "borrow", "there are no loans in this game"),
    ("running", "pick up Fish", "Dogwood does not supply Fish"),
    ("running", "drop Coal", "no Coal is on board"),
    ("running", "deliver Coal to Alder", "the demand is in Alder, and the train in Dogwood"),
    ("running", "run towards Dogwood", "the train is in Dogwood already"),
    ("running", "run towards Ivy", "no track leads from the train to Ivy"),
    ("running", "run towards Fir, paying fees", "no track that costs a fee"),
    ("running", "go south", "no track leads that way"),
    ("running, stopped", "run towards Fir", "the movement of this turn is used up"),
    ("building", "run towards Fir", "the train runs before track is built"),
    ("building", "drop Iron", "loads change hands before track is built"),
    ("building", "discard the hand", "instead of a whole turn"),
    ("building", "upgrade to Super Freight", "after the Freight comes the Fast Freight or the Heavy Freight"),
    ("building", "open in Alder", "the network is begun already"),
    ("building", "build towards Fir", "the network has Fir already"),
    ("building", "go north", "the milepost at which the segment begins is chosen first"),
    ("building", "build from row 11, column 9", "track begins in a major city or at your own track"),
    ("building, both segments out", "build from row 6, column 2", "no more than 2 segments a turn"),
    ("opening", "run towards Fir", "the opening turns are for building alone"),
    ("opening", "discard the hand", "the opening turns are for building alone"),
    ("placing", "done", "the train is placed before anything else is done"),
]


@pytest.mark.parametrize(("when", "action", "reason"), REASONS)
def test_reason__is_the_rule_that_forbids_an_action(two: CrayonRails, when: str, action: str, reason: str) -> None:
    """Given a position, an action that is illegal there, then the rule."""
    phase, more = PHASES[when]
    table = Table(two, RIDER, phase=phase, **more)
    assert not table.can(action)
    assert reason in view_of(two, table.state, 0).why_illegal(table.action(action))


def test_segment__that_is_too_dear_is_refused_with_what_is_missing(two: CrayonRails) -> None:
    table = Table(two, Seat(cash=1), phase=phases.BUILD)
    dear = [a for a in range(two.actions.blocks["from"].start, len(two.actions)) if not two.rules.legal(table.state)[a]]
    told = {reading(two, table.state).why_illegal(action) for action in dear}
    assert any(why == "the segment costs 2, 1 more than the 1 left to spend" for why in told)


def test_fee__that_cannot_be_paid_is_refused_with_what_is_missing(two: CrayonRails) -> None:
    table = Table(two, Seat("Dogwood", cash=3), Seat("Elm", track=LONG))
    for action in ("run towards Fir, paying fees", f"go {table.way(*table.line('Dogwood - 9.1'))}"):
        assert reading(two, table.state).why_illegal(table.action(action)) == "a fee is 4, 1 more than the 3 in cash"
    assert "the track of others" in reading(two, table.state).why_illegal(table.action("run towards Fir"))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_refused__is_what_is_not_legal_and_can_be_told(form: str) -> None:
    game, rng = game_of(form), np.random.default_rng(3)
    state, told = game.rules.new_state(3), 0
    while not state["terminated"][0] and told < 200:
        play_on(game, state, 1, rng, "eager")
        legal = game.rules.legal(state)
        for action in reading(game, state).likely_illegal():
            assert not legal[action] and reading(game, state).action_words(action)
            told += 1
    assert told
