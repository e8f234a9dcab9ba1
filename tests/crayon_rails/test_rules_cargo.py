"""Loads: picking up, dropping and delivering."""

import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.rules import phases

# --- picking up ----------------------------------------------------------------------------------------------------


def test_good__is_picked_up_where_it_is_supplied(two: CrayonRails) -> None:
    """EB-5.23, RR-5.2, RR-9.1: in each city what it supplies, no matter what is asked for; none between cities."""
    for city in two.board.cities:
        table = Table(two, Seat(city.name, hand="Tools to Fir", track=LONG))
        assert table.offers("pick up") == {two.board.goods[good].name for good in city.goods}
    assert not Table(two, Seat("9.1", track=LONG)).offers("pick up")


def test_good__is_picked_up_without_a_demand(two: CrayonRails) -> None:
    """EB-5.23"""
    table = Table(two, Seat("Fir", hand="Coal to Alder, Tools to Fir, Timber to Birch"))
    assert not any("Fish" in demand for card in table.hand(0) for demand in table.names_of(card))
    table.play("pick up Fish")
    assert table.loads(0) == ["Fish"] and table.chips("Fish") == 2


def test_cincinnati__has_coal(america: CrayonRails) -> None:
    """EB-5.23"""
    table = Table(america, Seat("Cincinnati"))
    assert table.offers("pick up") == {"Coal", "Machinery"}
    assert not Table(america, Seat("Atlanta")).offers("pick up")


def test_train__carries_two_loads_and_the_heavy_ones_three(two: CrayonRails) -> None:
    """EB-5.16, EB-R11, RR-10.2, RR-11.1, RR-11.2, RR-11.3, RR-11.4: a load of any good takes one place."""
    for engine, places in enumerate((2, 2, 3, 3)):
        table = Table(two, Seat("Gorse", engine=engine))
        for good in ("Coal", "Timber", "Coal")[:places]:
            table.play(f"pick up {good}")
        assert len(table.loads(0)) == places
        assert not table.offers("pick up")
        assert table.offers("drop") == set()


def test_good__whose_chips_are_all_on_trains_cannot_be_picked_up(three: CrayonRails) -> None:
    """EB-7.3, EB-5.24: until somebody drops or delivers one; there are three of fish."""
    table = Table(
        three, Seat("Fir"), Seat("Alder", carried="Fish, Fish", hand="Fish to Alder"), Seat("Elm", carried="Fish")
    )
    assert table.chips("Fish") == 0 and not table.offers("pick up")
    table.end_turn()
    table.play("deliver Fish to Alder")
    table.end_turn()
    table.play("drop Fish")
    table.end_turn()
    assert table.chips("Fish") == 2
    table.play("pick up Fish", "pick up Fish")
    assert table.loads(0) == ["Fish", "Fish"]


def test_chips__that_no_train_carries_are_in_the_supply(two: CrayonRails) -> None:
    """EB-2.9, EB-5.26, EB-R11: what is picked up is missing there, and everyone sees how many are left."""
    table = Table(two, Seat("Dogwood", carried="Iron"))
    table.play("pick up Coal")
    assert (table.chips("Coal"), table.chips("Iron")) == (3, 2)
    assert two.rules.view(table.state, 1)["chips"][0].tolist() == table["chips"].tolist()


# --- dropping ------------------------------------------------------------------------------------------------------


def test_load__is_dropped_in_any_city_for_nothing(two: CrayonRails) -> None:
    """EB-R11, RR-5.3, EB-4.3: whether it supplies the good or not; its chip goes back to the supply."""
    for city in two.board.cities:
        table = Table(two, Seat(city.name, carried="Coal, Fish"))
        assert table.offers("drop") == {"Coal", "Fish"}
        table.play("drop Coal")
        assert (table.loads(0), table.cash[0], table.chips("Coal")) == (["Fish"], 50, 4)
    assert not Table(two, Seat("9.1", carried="Coal", track=LONG)).offers("drop")


def test_good__is_not_both_picked_up_and_dropped_before_the_next_step(two: CrayonRails) -> None:
    """EB-R11: in neither order; other goods may be."""
    table = Table(two, Seat("Gorse", carried="Coal", engine=2))
    table.play("drop Coal")
    assert table.offers("pick up") == {"Timber"}
    table.play("pick up Timber")
    assert not table.offers("drop")
    table = Table(two, Seat("Gorse", carried="Coal, Iron", engine=2))
    table.play("pick up Coal")
    assert table.offers("drop") == {"Iron"}


def test_good__dropped_may_be_picked_up_after_a_step_or_a_turn(two: CrayonRails) -> None:
    """EB-R11: then it is another visit."""
    for action in ("go", "turn"):
        table = Table(two, Seat("Dogwood", carried="Coal", track=LONG), Seat("Elm"))
        table.play("drop Coal")
        assert not table.offers("pick up")
        if action == "go":
            table.go("Dogwood - 9.1 - 7.1 - Alder 5 - 7.1 - 9.1 - Dogwood")
        else:
            table.end_turns(2)
        assert table.offers("pick up") == {"Coal"}


def test_good__picked_up_may_be_dropped_after_a_step(two: CrayonRails) -> None:
    """EB-R11: inside of a major city as well."""
    table = Table(two, Seat("Cedar", carried="Iron"))
    table.play("pick up Tools")
    assert table.offers("drop") == {"Iron"}
    table.go("Cedar - Cedar 1")
    assert table.offers("drop") == {"Iron", "Tools"}


def test_loads__are_taken_before_between_and_after_moves(two: CrayonRails) -> None:
    """EB-4.3, EB-5.22, RR-5.2, RR-5.3: in any city on the way, as often as one likes."""
    table = Table(two, Seat("Dogwood", hand="Coal to Alder", track=LONG))
    table.play("pick up Coal", "run towards Alder", "deliver Coal to Alder", "run towards Dogwood", "pick up Coal")
    table.go("Dogwood - 9.1 - 7.1 - Alder 5")
    assert table["left"] == 0
    assert table.offers("drop") == {"Coal"} and table.offers("pick up") == {"Iron"}
    table.play("pick up Iron", "drop Coal")


# --- delivering ----------------------------------------------------------------------------------------------------


def test_delivery__pays_what_the_demand_names(two: CrayonRails) -> None:
    """EB-4.4, EB-5.25, EB-5.26, EB-5.27, RR-5.3, RR-6.3, RR-6.4, RR-6.5: 6 for coal in Alder by the bank; one load,
    whose chip goes back."""
    table = Table(two, Seat("Alder 2", carried="Coal, Coal", hand="Coal to Alder"), Seat(cash=50))
    told = table.play("deliver Coal to Alder")
    assert (table.cash, table.loads(0), table.chips("Coal")) == ([56, 50], ["Coal"], 3)
    assert of(told, event_kinds.DELIVERED) == [(0, 0, 0, 6, 0)]
    assert table.seat(0)["carried"] == 1


@pytest.mark.parametrize(
    ("at", "carried"), [("Birch", "Coal"), ("Alder", "Iron"), ("Alder", ""), ("7.1", "Coal")], ids=str
)
def test_delivery__needs_the_city_the_good_and_the_card(two: CrayonRails, at: str, carried: str) -> None:
    """EB-5.25, RR-6.3, RR-6.4: otherwise there is none; another player's card is of no use."""
    hand = "Coal to Alder, Coal to Hazel, Grain to Ivy"
    table = Table(two, Seat(at, carried=carried, hand=hand, track=LONG), Seat(hand="Coal to Birch, Iron to Birch"))
    assert not table.offers("deliver")


def test_delivery__is_of_any_line_of_any_card(two: CrayonRails) -> None:
    """EB-5.25, EB-4.4: each that can be met is offered."""
    hand = "Coal to Alder, Fish to Alder, Tools to Birch"
    table = Table(two, Seat("Alder", carried="Coal, Fish, Tools", engine=2, hand=hand))
    expected = {d for card in table.hand(0) for d in table.names_of(card) if d.endswith("to Alder")}
    assert {"Coal to Alder", "Fish to Alder"} <= expected
    carried = {d for d in expected if d.split()[0] in ("Coal", "Fish", "Tools")}
    assert table.offers("deliver") == carried


def test_delivery__uses_up_its_card_with_its_other_demands(two: CrayonRails) -> None:
    """EB-4.4, EB-5.28, EB-5.29, RR-6.1, RR-6.6, RR-6.7, RR-6.8: the card is discarded and a new one drawn at once."""
    table = Table(two, Seat("Alder", carried="Coal", hand="Coal to Alder"), deck="Iron to Fir")
    [old, *others], new = table.hand(0), table.heap("deck")[0]
    table.play("deliver Coal to Alder")
    assert table.hand(0) == [*others, new]
    assert table.heap("pile") == [old]
    assert table["phase"] == phases.OPERATE and table["mover"] == 0


def test_deliveries__are_any_number_in_a_turn(two: CrayonRails) -> None:
    """EB-7.6, EB-7.7: each is completed, with its new card, before the next; that may be by the card just drawn."""
    rider = Seat("Alder", carried="Coal, Fish, Tools", engine=2, hand="Coal to Alder, Grain to Ivy, Timber to Birch")
    table = Table(two, rider, deck="Fish to Alder, Tools to Alder, Iron to Fir")
    assert "Fish to Alder" not in table.offers("deliver")
    for demand, cash in (("Coal to Alder", 56), ("Fish to Alder", 68), ("Tools to Alder", 77)):
        table.play(f"deliver {demand}")
        assert table.cash[0] == cash
        assert len(table.hand(0)) == 3
    assert table.loads(0) == []


def test_events__of_a_delivery_come_before_the_next_one(two: CrayonRails) -> None:
    """EB-7.7, EB-5.37: a strike drawn for the first forbids the second."""
    rider = Seat("Birch", carried="Coal, Fish", hand="Coal to Birch, Fish to Birch")
    table = Table(two, rider, deck="Strike of the border guards, Iron to Fir")
    assert table.offers("deliver") >= {"Coal to Birch", "Fish to Birch"}
    table.play("deliver Coal to Birch")
    assert not table.offers("deliver")


def test_payout__can_be_spent_in_the_same_turn(two: CrayonRails) -> None:
    """RR-6.9, EB-5.27: for track as for fees."""
    table = Table(two, Seat("Alder", carried="Coal", hand="Coal to Alder", cash=0))
    table.play("deliver Coal to Alder", DONE)
    assert table["phase"] == phases.BUILD
    table.lay("Alder 5 - 7.1")
    assert table.cash[0] == 5
