"""Why something is not to be had now, in words."""

import numpy as np
import pytest
from crayon_rails.forms import FORMS, game_of, play_on
from crayon_rails.moves import LONG, can, city, way
from given import given, play
from reading import reading

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails


def refused(position: Position) -> dict[str, str]:
    """What may be looked for in vain, in words, and why."""
    return {position.action_words(action): reason for action, reason in position.likely_illegal().items()}


def test_cargo__is_refused_with_the_reason(two: CrayonRails) -> None:
    position = given(
        two,
        players=[
            {"train": "Gorse", "loads": ["Fish", "Fish"], "cards": ["Iron to Ivy", "Coal to Alder", "Grain to Cedar"]}
        ],
    )
    assert refused(position) == {
        "pick up Timber": "the train is full: it carries 2 loads",
        "pick up Coal": "the train is full: it carries 2 loads",
        "deliver Tools to Gorse for 8 (card 2)": "no Tools is on board",
    }


def test_load__that_was_just_dropped_or_is_not_there_is_refused(two: CrayonRails) -> None:
    position = given(
        two,
        players=[{"train": "Gorse", "loads": ["Coal"], "cards": ["Iron to Ivy", "Timber to Birch", "Grain to Cedar"]}],
        supply={"Coal": 3},
    )
    play(position, "drop Coal")
    reasons = refused(position)
    assert reasons["pick up Coal"] == "Coal was dropped here, and the train has to move before it takes any"
    assert reasons["pick up Timber"] == "no load of Timber is left in the supply"


def test_strike__refuses_what_a_city_supplies(two: CrayonRails) -> None:
    position = given(two, players=[{"train": "Gorse", "cards": ["Iron to Ivy", "Timber to Birch", "Grain to Cedar"]}])
    record = position.record.copy()
    record["struck_cities"] = 1 << city(position, "Gorse")
    position = Position(two, record)
    assert set(refused(position).values()) == {"a strike closes Gorse to loads: they may only be dropped"}


@pytest.mark.parametrize(
    ("cash", "spent", "reason"),
    [
        (19, 0, "an engine costs 20, 1 more than the 19 in cash"),
        (50, 3, "track was built in this turn, and an engine is bought instead of track"),
    ],
)
def test_engines__are_refused_with_the_reason(two: CrayonRails, cash: int, spent: int, reason: str) -> None:
    position = given(two, players=[{"cash": cash}], phase="build", spent=spent)
    assert list(refused(position).values())[:2] == [reason, reason]
    with pytest.raises(IllegalActionError, match=f"build: {reason}"):
        play(position, "upgrade to Fast Freight")


def test_engines__wait_for_the_end_of_the_opening(orders: CrayonRails) -> None:
    position = given(orders, phase="build", opening_rounds=0)
    assert set(refused(position).values()) == {"engines are not bought in the opening rounds"}


RIDER = {
    "train": "Dogwood",
    "cash": 3,
    "loads": ["Iron"],
    "cards": ["Coal to Alder", "Timber to Dogwood", "Fish to Alder"],
    "track": LONG,
}
PHASES = {
    "running": ("run the train", {}),
    "running, stopped": ("run the train", {"movement_left": 0}),
    "building": ("build", {}),
    "opening": ("build", {"opening_rounds": 0}),
    "building, both segments out": ("build", {"exits": 2}),
    "placing": ("place the train", {}),
}
REASONS = [
    ("running", "build towards Ivy", "track is built after the train has run"),
    ("running", "upgrade to Fast Freight", "an engine is bought after the train has run"),
    ("running", "place the train in Alder", "the train is on the map already"),
    ("running", "give up card 1", "given up only where more than 3 are dealt"),
    ("running", "borrow", "there are no loans in this game"),
    ("running", "pick up Fish", "Dogwood does not supply Fish"),
    ("running", "drop Coal", "no Coal is on board"),
    ("running", "deliver card 1, line 1", "the demand is in Alder, and the train in Dogwood"),
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
    position = given(two, players=[RIDER], phase=phase, **more)
    assert not can(position, action)
    assert reason in position.view(0).why_illegal(two.actions.ids[action])


def test_segment__that_is_too_dear_is_refused_with_what_is_missing(two: CrayonRails) -> None:
    position = given(two, players=[{"cash": 1}], phase="build")
    told = {position.why_illegal(action) for action in range(two.actions.blocks["from"].start, len(two.actions))}
    assert any(why == "the segment costs 2, 1 more than the 1 left to spend" for why in told)


def test_fee__that_cannot_be_paid_is_refused_with_what_is_missing(two: CrayonRails) -> None:
    position = given(two, players=[{"train": "Dogwood", "cash": 3}, {"train": "Elm", "track": LONG}])
    for action in ("run towards Fir, paying fees", f"go {way(position, 'Dogwood - 9.1')}"):
        assert position.why_illegal(two.actions.ids[action]) == "a fee is 4, 1 more than the 3 in cash"
    assert "the track of others" in position.why_illegal(two.actions.ids["run towards Fir"])


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
