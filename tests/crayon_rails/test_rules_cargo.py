"""Loads: picking up, dropping and delivering."""

import pytest
from crayon_rails.moves import COAL, DONE, LONG, end_turn, go, hand, lay, left, loads, offers, player, supply
from given import given, play, written

from railgym.envs.crayon_rails.game import CrayonRails

# --- picking up ----------------------------------------------------------------------------------------------------


def test_good__is_picked_up_where_it_is_supplied(two: CrayonRails) -> None:
    """EB-5.23, RR-5.2, RR-9.1: in each city what it supplies, no matter what is asked for; none between cities."""
    for city in two.board.cities:
        position = given(two, players=[{"train": city.name, "cards": ["Tools to Fir", "..."], "track": LONG}])
        assert offers(position, "pick up") == {two.board.goods[good].name for good in city.goods}
    assert not offers(given(two, players=[{"train": "9.1", "track": LONG}]), "pick up")


def test_good__is_picked_up_without_a_demand(two: CrayonRails) -> None:
    """EB-5.23"""
    position = given(two, players=[{"train": "Fir", "cards": ["Coal to Alder", "Tools to Fir", "Timber to Birch"]}])
    assert not any("Fish" in demand for card in hand(position) for demand in card.split("; "))
    play(position, "pick up Fish")
    assert loads(position) == ["Fish"] and supply(position, "Fish") == 2


def test_cincinnati__has_coal(america: CrayonRails) -> None:
    """EB-5.23"""
    position = given(america, players=[{"train": "Cincinnati"}])
    assert offers(position, "pick up") == {"Coal", "Machinery"}
    assert not offers(given(america, players=[{"train": "Atlanta"}]), "pick up")


def test_train__carries_two_loads_and_the_heavy_ones_three(two: CrayonRails) -> None:
    """EB-5.16, EB-R11.2, RR-10.2, RR-11.1, RR-11.2, RR-11.3, RR-11.4: a load of any good takes one place."""
    for engine, places in zip(two.engines, (2, 2, 3, 3), strict=True):
        position = given(two, players=[{"train": "Gorse", "engine": engine}])
        for good in ("Coal", "Timber", "Coal")[:places]:
            play(position, f"pick up {good}")
        assert len(loads(position)) == places
        assert not offers(position, "pick up")
        assert offers(position, "drop") == set()


def test_good__whose_chips_are_all_on_trains_cannot_be_picked_up(three: CrayonRails) -> None:
    """EB-7.3, EB-5.24: until a player drops or delivers one; there are three of fish."""
    position = given(
        three,
        players=[
            {"train": "Fir"},
            {"train": "Alder", "loads": ["Fish", "Fish"], "cards": ["Fish to Alder", "..."]},
            {"train": "Elm", "loads": ["Fish"]},
        ],
    )
    assert supply(position, "Fish") == 0 and not offers(position, "pick up")
    end_turn(position)
    play(position, "deliver Fish to Alder for 12")
    end_turn(position)
    play(position, "drop Fish")
    end_turn(position)
    assert supply(position, "Fish") == 2
    play(position, "pick up Fish", "pick up Fish")
    assert loads(position) == ["Fish", "Fish"]


def test_chips__that_no_train_carries_are_in_the_supply(two: CrayonRails) -> None:
    """EB-2.9, EB-5.26, EB-R11.1: what is picked up is missing there, and everyone sees how many are left."""
    position = given(two, players=[{"train": "Dogwood", "loads": ["Iron"]}])
    play(position, "pick up Coal")
    assert (supply(position, "Coal"), supply(position, "Iron")) == (3, 2)
    assert written(position.view(1))["supply"] == written(position)["supply"]


# --- dropping ------------------------------------------------------------------------------------------------------


def test_load__is_dropped_in_any_city_for_nothing(two: CrayonRails) -> None:
    """EB-R11.1, RR-5.3, EB-4.3: whether it supplies the good or not; its chip goes back to the supply."""
    for city in two.board.cities:
        position = given(two, players=[{"train": city.name, "loads": ["Coal", "Fish"]}])
        assert offers(position, "drop") == {"Coal", "Fish"}
        play(position, "drop Coal")
        assert (loads(position), position.scores[0], supply(position, "Coal")) == (["Fish"], 50, 4)
    assert not offers(given(two, players=[{"train": "9.1", "loads": ["Coal"], "track": LONG}]), "drop")


def test_good__is_not_both_picked_up_and_dropped_before_the_next_step(two: CrayonRails) -> None:
    """EB-R11.1: in neither order; other goods may be."""
    position = given(two, players=[{"train": "Gorse", "loads": ["Coal"], "engine": "Heavy Freight"}])
    play(position, "drop Coal")
    assert offers(position, "pick up") == {"Timber"}
    play(position, "pick up Timber")
    assert not offers(position, "drop")
    position = given(two, players=[{"train": "Gorse", "loads": ["Coal", "Iron"], "engine": "Heavy Freight"}])
    play(position, "pick up Coal")
    assert offers(position, "drop") == {"Iron"}


def test_good__dropped_may_be_picked_up_after_a_step_or_a_turn(two: CrayonRails) -> None:
    """EB-R11.1: then it is another visit."""
    for action in ("go", "turn"):
        position = given(two, players=[{"train": "Dogwood", "loads": ["Coal"], "track": LONG}, {"train": "Elm"}])
        play(position, "drop Coal")
        assert not offers(position, "pick up")
        if action == "go":
            go(position, "Dogwood - 9.1 - 7.1 - Alder 5 - 7.1 - 9.1 - Dogwood")
        else:
            end_turn(position, 2)
        assert offers(position, "pick up") == {"Coal"}


def test_good__picked_up_may_be_dropped_after_a_step(two: CrayonRails) -> None:
    """EB-R11.1: inside of a major city as well."""
    position = given(two, players=[{"train": "Cedar", "loads": ["Iron"]}])
    play(position, "pick up Tools")
    assert offers(position, "drop") == {"Iron"}
    go(position, "Cedar - Cedar 1")
    assert offers(position, "drop") == {"Iron", "Tools"}


def test_loads__are_taken_before_between_and_after_moves(two: CrayonRails) -> None:
    """EB-4.3, EB-5.22, RR-5.2, RR-5.3: in any city on the way, as often as one likes."""
    position = given(two, players=[{"train": "Dogwood", "cards": ["Coal to Alder", "..."], "track": LONG}])
    play(
        position,
        "pick up Coal",
        "run towards Alder",
        "deliver Coal to Alder for 6",
        "run towards Dogwood",
        "pick up Coal",
    )
    go(position, "Dogwood - 9.1 - 7.1 - Alder 5")
    assert left(position) == 0
    assert offers(position, "drop") == {"Coal"} and offers(position, "pick up") == {"Iron"}
    play(position, "pick up Iron", "drop Coal")


# --- delivering ----------------------------------------------------------------------------------------------------


def test_delivery__pays_what_the_demand_names(two: CrayonRails) -> None:
    """EB-4.4, EB-5.25, EB-5.26, EB-5.27, RR-5.3, RR-6.3, RR-6.4, RR-6.5: 6 for coal in Alder by the bank; one load,
    whose chip goes back."""
    position = given(
        two, players=[{"train": "Alder 2", "loads": ["Coal", "Coal"], "cards": ["Coal to Alder", "..."]}, {"cash": 50}]
    )
    told = play(position, "deliver Coal to Alder for 6")
    assert (position.scores, loads(position), supply(position, "Coal")) == ((56, 50), ["Coal"], 3)
    assert told[0] == "player_0 delivers Coal to Alder for 6"
    assert player(position, 0)["delivered"] == 1


@pytest.mark.parametrize(
    ("at", "carried"), [("Birch", ["Coal"]), ("Alder", ["Iron"]), ("Alder", []), ("7.1", ["Coal"])], ids=str
)
def test_delivery__needs_the_city_the_good_and_the_card(two: CrayonRails, at: str, carried: list[str]) -> None:
    """EB-5.25, RR-6.3, RR-6.4: otherwise there is none; another player's card is of no use."""
    cards = ["Coal to Alder", "Coal to Hazel", "Timber to Dogwood"]
    position = given(
        two,
        players=[
            {"train": at, "loads": carried, "cards": cards, "track": LONG},
            {"cards": ["Coal to Birch", "Iron to Birch", "..."]},
        ],
    )
    assert not offers(position, "deliver")


def test_delivery__is_of_any_line_of_any_card(two: CrayonRails) -> None:
    """EB-5.25, EB-4.4: each that can be met is offered."""
    cards = ["Coal to Alder", "Fish to Alder", "Tools to Birch"]
    position = given(
        two, players=[{"train": "Alder", "loads": ["Coal", "Fish", "Tools"], "engine": "Heavy Freight", "cards": cards}]
    )
    demands = [demand.partition(" for ")[0] for card in hand(position) for demand in card.split("; ")]
    expected = {demand for demand in demands if demand.endswith("to Alder")}
    assert {"Coal to Alder", "Fish to Alder"} <= expected
    carried = {d for d in expected if d.split()[0] in ("Coal", "Fish", "Tools")}
    assert offers(position, "deliver") == carried


def test_delivery__uses_up_its_card_with_its_other_demands(two: CrayonRails) -> None:
    """EB-4.4, EB-5.28, EB-5.29, RR-6.1, RR-6.6, RR-6.7, RR-6.8: the card is discarded and a new one drawn at once."""
    position = given(two, players=[COAL], deck=["Iron to Fir", "..."])
    [old, *others], new = hand(position), written(position)["deck"][0]
    play(position, "deliver Coal to Alder for 6")
    assert hand(position) == [*others, new]
    assert written(position)["used"] == [old]
    assert position.phase == "run the train" and position.current_player == 0


def test_deliveries__are_any_number_in_a_turn(two: CrayonRails) -> None:
    """EB-7.6, EB-7.7: each is completed, with its new card, before the next; that may be by the card just drawn."""
    rider = {
        "train": "Alder",
        "loads": ["Coal", "Fish", "Tools"],
        "engine": "Heavy Freight",
        "cards": ["Coal to Alder", "Timber to Dogwood", "Fish to Cedar"],
    }
    position = given(two, players=[rider], deck=["Fish to Alder", "Tools to Alder", "Iron to Fir", "..."])
    assert "Fish to Alder" not in offers(position, "deliver")
    for demand, pay, cash in (("Coal to Alder", 6, 56), ("Fish to Alder", 12, 68), ("Tools to Alder", 9, 77)):
        play(position, f"deliver {demand} for {pay}")
        assert position.scores[0] == cash
        assert len(hand(position)) == 3
    assert loads(position) == []


def test_events__of_a_delivery_come_before_the_next_one(two: CrayonRails) -> None:
    """EB-7.7, EB-5.37: a strike drawn for the first forbids the second."""
    rider = {"train": "Birch", "loads": ["Coal", "Fish"], "cards": ["Coal to Birch", "Fish to Birch", "..."]}
    position = given(two, players=[rider], deck=["Strike of the border guards", "Iron to Fir", "..."])
    assert offers(position, "deliver") >= {"Coal to Birch", "Fish to Birch"}
    play(position, "deliver Coal to Birch for 11")
    assert not offers(position, "deliver")


def test_payout__can_be_spent_in_the_same_turn(two: CrayonRails) -> None:
    """RR-6.9, EB-5.27: for track as for fees."""
    position = given(two, players=[{**COAL, "cash": 0}])
    play(position, "deliver Coal to Alder for 6", DONE)
    assert position.phase == "build"
    lay(position, "Alder 5 - 7.1")
    assert position.scores[0] == 5
