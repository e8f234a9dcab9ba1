"""Set-up and the opening rounds: money, cards, who begins, and where trains start."""

from collections import Counter
from typing import Any

import pytest
from crayon_rails.positions import DONE, Seat, Table, dealt

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases

SEEDS = range(40)
CITIES = {"Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper"}


def payouts(table: Table, p: int) -> list[int]:
    """The payouts in a hand, the highest first."""
    cards = table.game.params[0]["card_payout"]
    return sorted((int(pay) for card in table.hand(p) for pay in cards[card]), reverse=True)


def turns(table: Table, number: int) -> list[int]:
    """Whose the next turns are, if nobody does anything but begin."""
    movers = []
    for _ in range(number):
        movers.append(int(table["mover"]))
        table.end_turn()
    return movers


# --- what everyone begins with -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_player__begins_with_50_a_freight_and_no_train_on_the_map(game: type[CrayonRails]) -> None:
    """EB-2.3, EB-3.3, EB-3.4, EB-3.5, RR-2.6, RR-11.5: one train each, not on the map yet, of the base kind."""
    table = dealt(game(map="test", num_players=6))
    assert table.cash == [50] * 6
    assert [table.at(p) for p in range(6)] == [""] * 6
    assert [int(table.seat(p)["engine"]) for p in range(6)] == [0] * 6
    assert [table.loads(p) for p in range(6)] == [[]] * 6
    assert dealt(game(map="test", cash=75)).cash == [75, 75]


def test_board__begins_without_any_track(two: CrayonRails) -> None:
    """EB-3.1: nobody owns a segment, whatever the record held before."""
    table = Table(two, Seat(track=("Dogwood - 9.1",)))
    table.state = two.rules.new_state(4)
    assert (table["track"] == -1).all()
    assert not table["touch"].any()


def test_deck__is_shuffled_of_demands_and_events(two: CrayonRails) -> None:
    """EB-3.6: one deck of both; any of its cards may be on top, and every seed has another order."""
    tables = [dealt(two, seed) for seed in range(300)]
    for table in tables:
        assert sorted(table.heap("deck") + table.hand(0) + table.hand(1)) == list(range(44))
    assert {table.heap("deck")[0] for table in tables} == set(range(44))
    assert len({tuple(table.heap("deck")) for table in tables}) == 300


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_hands__are_of_three_demand_cards(game: type[CrayonRails]) -> None:
    """EB-3.7, EB-3.8, RR-2.7, RR-6.1: no event is ever among them, and none that turned up has an effect (EB-R4)."""
    dealer = game(map="test", num_players=6, events=True)
    for seed in SEEDS:
        table = dealt(dealer, seed)
        assert [len(table.hand(p)) for p in range(6)] == [3] * 6
        assert all(card < 36 for p in range(6) for card in table.hand(p))
        assert not table["event_turns"].any() and not table["weather"].any() and not table["flooded"]
        assert table.cash == [50] * 6


def test_hands__lie_face_up_and_only_the_deck_is_hidden(two: CrayonRails) -> None:
    """EB-3.7, EB-2.9: all see all hands, chips and money; nobody sees the deck, of which any order may be."""
    table = dealt(two)
    for viewer in (-1, 0, 1):
        view = two.rules.view(table.state, viewer)
        for field in ("players", "scores", "chips", "pile", "order"):
            assert (view[field] == table.state[field]).all()
        assert (view["deck"]["cards"][0][: view["deck"]["size"][0]] == 255).all()
        assert view["key"][0] == 0
    worlds = [two.rules.determinize(two.rules.view(table.state, 0), 0, seed) for seed in range(200)]
    tops = {int(world["deck"]["cards"][0][world["deck"]["size"][0] - 1]) for world in worlds}
    assert tops == set(table.heap("deck"))


def test_events__put_aside_are_shuffled_back_into_the_deck(six: CrayonRails) -> None:
    """EB-3.8, EB-3.10: all are in the deck when play begins, and no oftener on top or at the bottom than others."""
    tables = [dealt(six, seed) for seed in range(300)]
    for table in tables:
        assert table["pile"]["size"] == 0
        assert {card for card in table.heap("deck") if card >= 36} == set(range(36, 44))
    for place in (0, -1):
        share = sum(table.heap("deck")[place] >= 36 for table in tables) / 300
        assert 0.2 < share < 0.42  # 8 of 26 cards


# --- who begins ----------------------------------------------------------------------------------------------------


def test_first_player__holds_the_highest_payout(three: CrayonRails) -> None:
    """EB-3.9, EB-R6: of equals who has the higher second payout, then the lower seat; the others follow clockwise."""
    first, ties = Counter[int](), 0
    for seed in range(200):
        table = dealt(three, seed)
        hands = [payouts(table, p) for p in range(3)]
        best = max(range(3), key=lambda p: (hands[p][:2], -p))
        ties += hands[best][0] in [hands[p][0] for p in range(3) if p != best]
        assert table["order"][:3].tolist() == [best, (best + 1) % 3, (best + 2) % 3]
        first[best] += 1
        assert table["mover"] == table["current"] == best
    assert min(first.values()) > 30 and ties > 20


def test_order__is_by_lot_or_as_seated() -> None:
    """RR-2.4, RR-2.5, RR-3.1, RR-R1, EB-R6: the first in the order begins (option order)."""
    by_lot, seated = (ResourcefulRails(map="test", num_players=3, order=order) for order in ("random", "seats"))
    assert ResourcefulRails(map="test").options.order == "random"
    orders = Counter(tuple(dealt(by_lot, seed)["order"][:3].tolist()) for seed in range(300))
    assert len(orders) == 6 and min(orders.values()) > 25
    for seed in range(20):
        table = dealt(seated, seed)
        assert table["order"][:3].tolist() == [0, 1, 2] and table["current"] == 0
        table = dealt(by_lot, seed)
        assert table["current"] == table["order"][0]


# --- opening rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_opening__goes_forth_and_back_and_then_round_and_round(game: type[CrayonRails]) -> None:
    """EB-4.9, EB-4.10, EB-4.11, EB-R5, RR-3.1, RR-3.3, RR-3.4, RR-3.5, RR-3.6, RR-3.7, RR-R1: the last player has two
    turns in a row, and the first, whose third one is the first of the normal turns; they go clockwise."""
    table = dealt(game(map="test", num_players=3, order="seats", train_start="any"))
    assert turns(table, 12) == [0, 1, 2, 2, 1, 0, 0, 1, 2, 0, 1, 2]
    assert table["round"] == 3


def test_opening__follows_the_order_of_play(three: CrayonRails) -> None:
    """EB-4.10, EB-4.11: wherever it begins."""
    table = dealt(three)
    while table["order"][0] != 2:
        table = dealt(three, int(table["key"] % 1000))
    assert turns(table, 9) == [2, 0, 1, 1, 0, 2, 2, 0, 1]


def test_opening__has_building_only(two: CrayonRails) -> None:
    """EB-4.9, RR-3.2: no train, no loads, no discarding: the first choice of each turn is what to build."""
    table = dealt(two)
    for _ in range(4):
        assert table["phase"] == phases.BUILD
        blocks = {two.actions.block_of(two.actions.ids[label]).name for label in table.legal}
        assert blocks == {"done", "upgrade", "open", "from"}
        table.play(DONE)
    assert table["phase"] == phases.PLACE


def test_opening_turn__has_its_own_20_and_two_exits(two: CrayonRails) -> None:
    """EB-4.6, EB-R9, EB-R5: also for who has two turns in a row."""
    table = Table(two, opening=0, mover=1, phase=phases.BUILD)
    table.lay("Alder 5 - 7.1", "Alder 4 - 7.3")
    assert not table.may_lay("Alder 4 - 8.2")
    table.end_turn()
    assert (table["mover"], table["opening"], table["cost"]) == (1, 1, 0)
    assert table.may_lay("Alder 4 - 8.2")


# --- where trains start --------------------------------------------------------------------------------------------


def test_train__is_placed_in_any_city_when_its_first_operations_begin(two: CrayonRails) -> None:
    """EB-R6, EB-3.4: at no cost, and once; in the middle of a major city."""
    table = Table(two, opening=1, phase=phases.BUILD)
    table.play(DONE)
    assert table["phase"] == phases.PLACE and table["mover"] == 0
    assert table.offers("place") == CITIES and len(table.legal) == 10 + 1  # or the hand is discarded
    table.play("place the train in Cedar")
    assert (table.at(0), table.cash[0], table["phase"]) == ("Cedar", 50, phases.OPERATE)
    table.end_turn()
    assert (table["phase"], table["mover"]) == (phases.PLACE, 1)
    table.play("place the train in Ivy")
    table.end_turn()
    assert (table["phase"], table["mover"]) == (phases.OPERATE, 0)


def test_train__has_its_whole_turn_after_it_was_placed(orders: CrayonRails) -> None:
    """RR-4.3, RR-4.1: the first normal turn begins with placing; then it may run, load and build as always."""
    table = Table(orders, Seat(track=("Dogwood - 9.1 - 7.1 - Alder 5",)), phase=phases.PLACE)
    table.play("place the train in Dogwood", "pick up Coal")
    assert table["left"] == 9
    table.play("run towards Alder", DONE)
    assert (table.at(0), table["phase"]) == ("Alder 5", phases.BUILD)
    assert table.lay("Alder 4 - 7.3") == 1


def test_train__starts_in_a_city_that_own_track_reaches(orders: CrayonRails) -> None:
    """RR-4.2, RR-R5, EB-R6: option train_start; others' track does not count."""
    rival = Seat(track=("Cedar 2 - 13.7",))
    table = Table(orders, Seat(track=("Dogwood - 9.1 - 7.1 - Alder 5",)), rival, opening=1, phase=phases.BUILD)
    table.play(DONE)
    assert (table["mover"], table.offers("place")) == (0, {"Alder", "Dogwood"})
    free = EmpireBuilder(map="test", train_start="own", order="seats")
    table = Table(free, Seat(track=("Elm - 3.7",)), opening=1, phase=phases.BUILD)
    table.play(DONE)
    assert table.offers("place") == {"Elm"}


def test_train__without_a_place_to_start_waits_for_track(orders: CrayonRails) -> None:
    """RR-R5: its player builds, and places it when his next operations phase begins."""
    table = Table(orders, opening=1, phase=phases.BUILD)
    table.play(DONE)
    assert (table["mover"], table["phase"]) == (0, phases.OPERATE)
    assert table.legal == {DONE, "discard the hand"}
    table.play(DONE)
    table.lay("Cedar 2 - 13.7")
    table.end_turn()
    table.end_turn()
    assert (table["mover"], table["phase"]) == (0, phases.PLACE)
    assert table.offers("place") == {"Cedar"}


@pytest.mark.parametrize(
    ("options", "cash", "rounds"), [({}, 50, 2), ({"extra_build_turn": True}, 60, 3), ({"fast_trains": True}, 50, 2)]
)
def test_opening__is_of_two_rounds_unless_a_third_is_chosen(options: dict[str, Any], cash: int, rounds: int) -> None:
    """RR-12.4, RR-12.5, RR-R1: with three, 60 in cash, and the third goes from the first player to the last again;
    normal turns begin with the first, either way."""
    table = dealt(ResourcefulRails(map="test", num_players=3, order="seats", train_start="any", **options))
    assert table.cash == [cash] * 3
    forth, back = [0, 1, 2], [2, 1, 0]
    assert turns(table, 3 * rounds + 3) == (forth + back + forth)[: 3 * rounds] + forth
    assert table["round"] == 2
