"""The sequence of a turn: operations, then building; a hand discarded in its place, turns lost, and borrowing."""

import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, dealt, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder
from railgym.envs.crayon_rails.rules import phases

DISCARD = "discard the hand"


# --- two phases ----------------------------------------------------------------------------------------------------


def test_game__is_of_laying_track_running_and_being_paid(two: CrayonRails) -> None:
    """EB-1.2: track is laid from Alder to Dogwood, coal carried over it, and the bank pays for it."""
    table = Table(two, Seat(hand="Coal to Alder"), Seat(), opening=0, phase=phases.BUILD)
    assert table.lay("Alder 5 - 7.1 - 9.1 - Dogwood") == 5
    table.end_turn()
    table.end_turns(3)
    table.play("place the train in Dogwood", "pick up Coal", "run towards Alder", "deliver Coal to Alder", DONE)
    assert table.cash[0] == 50 - 5 + 6
    assert table["phase"] == phases.BUILD


def test_turn__has_operations_and_then_building(two: CrayonRails) -> None:
    """EB-4.1, RR-5.1, RR-5.4: nothing is built before the train has done, and it does nothing after."""
    table = Table(two, Seat("Dogwood", track=LONG, carried="Coal"))
    assert table["phase"] == phases.OPERATE
    assert not table.offers("build") and not table.offers("from") and not table.offers("upgrade")
    assert table.offers("run") and table.offers("drop") and table.offers("step")
    table.play(DONE)
    assert (table["phase"], table["mover"]) == (phases.BUILD, 0)
    assert table.offers("build") and table.offers("from") and table.offers("upgrade")
    assert not table.offers("run") and not table.offers("drop") and not table.offers("step")
    table.play(DONE)
    assert (table["mover"], table["phase"]) == (1, phases.PLACE)


def test_turns__go_clockwise(three: CrayonRails) -> None:
    """EB-4.11: round by round in the order of play."""
    table = Table(three, *(Seat("Alder"),) * 3, order=(2, 0, 1), mover=2)
    movers = []
    for _ in range(6):
        movers.append(int(table["mover"]))
        table.end_turn()
    assert movers == [2, 0, 1] * 2
    assert table["round"] == 5


def test_player__may_do_nothing_at_all(two: CrayonRails) -> None:
    """EB-4.2, EB-4.7: neither moving nor building is ever asked for (EB-R15)."""
    table = Table(two, Seat("Dogwood", track=LONG), Seat("Elm"))
    table.play(DONE, DONE)
    assert (table["mover"], table.at(0), table.cash) == (1, "Dogwood", [50, 50])


# --- what is spent in a turn ---------------------------------------------------------------------------------------


def test_building__costs_20_at_most_in_a_turn(two: CrayonRails) -> None:
    """EB-4.6, RR-5.6: surcharges count; what would exceed them is illegal, and at 20 the turn is over."""
    table = Table(two, Seat("Alder", cash=100, track=("Cedar 2 - 13.7 - 14.8",)), phase=phases.BUILD, cost=16)
    assert table.may_lay("14.8 - 13.9")  # 3 over the Heron
    table.lay("14.8 - 13.9")
    assert table["cost"] == 19
    assert not table.may_lay("13.9 - Fir")
    assert table.may_lay("13.9 - 12.10")
    table.lay("13.9 - 12.10")
    assert (table["mover"], table.cash[0]) == (1, 96)


def test_limit_of_20__begins_anew_each_turn(two: CrayonRails) -> None:
    """EB-4.6"""
    table = Table(two, Seat("Alder", cash=100), Seat("Alder"), phase=phases.BUILD, cost=19)
    assert table["cost"] == 19
    table.end_turns(2)
    table.play(DONE)
    assert table["cost"] == 0
    table.lay("Alder 5 - 7.1 - 9.1 - Dogwood")
    assert table["cost"] == 5


def test_fees__do_not_count_among_the_20(two: CrayonRails) -> None:
    """EB-4.6, EB-R10: they limit building only."""
    table = Table(two, Seat("Dogwood", cash=100), Seat("Elm", track=LONG[:1]))
    table.play("run towards Alder, paying fees", DONE)
    assert (table.cash, table["cost"]) == ([96, 54], 0)


# --- a hand discarded in place of the turn -------------------------------------------------------------------------


def test_hand__is_discarded_and_drawn_anew_in_place_of_the_turn(two: CrayonRails) -> None:
    """EB-R12, RR-5.7, RR-5.8: all three cards go to the pile, three come, and the turn is over."""
    rider = Seat("Dogwood", track=LONG, hand="Coal to Alder, Grain to Ivy, Fish to Alder")
    table = Table(two, rider, Seat("Elm"), deck="Iron to Fir, Tools to Fir, Fish to Elm")
    old, new = table.hand(0), table.heap("deck")[:3]
    told = table.play(DISCARD)
    assert table.hand(0) == new
    assert sorted(table.heap("pile")) == sorted(old)
    assert of(told, event_kinds.DISCARDED) == [(0, 3, 0, 0, 0)]
    assert (table["mover"], table["phase"]) == (1, phases.OPERATE)


@pytest.mark.parametrize("first", ["pick up Coal", "drop Iron", "go north-east", "run towards Alder"])
def test_hand__is_not_discarded_after_anything_was_done(two: CrayonRails, first: str) -> None:
    """EB-R12, RR-5.8: nor while building."""
    table = Table(two, Seat("Dogwood", track=LONG, carried="Iron"), Seat("Elm"))
    assert table.can(DISCARD)
    table.play(first)
    assert not table.can(DISCARD)
    table.play(DONE)
    assert not table.can(DISCARD)
    table.play(DONE)
    assert table.can(DISCARD)


@pytest.mark.parametrize("start", ["any", "own"])
def test_hand__is_discarded_instead_of_placing_the_train_and_not_after_it(start: str) -> None:
    """EB-R12, RR-5.8: a player may place the train, or discard; the train is placed in a later turn then."""
    game = EmpireBuilder(map="test", num_players=2, train_start=start)
    table = Table(game, Seat(track=LONG), Seat("Elm"), phase=phases.PLACE)
    placed = Table(game, Seat(track=LONG), Seat("Elm"), phase=phases.PLACE)
    table.play(DISCARD)
    assert table["mover"] == 1 and table.seat(0)["train"] < 0
    table.end_turn()
    assert table["phase"] == phases.PLACE and table.can(DISCARD) and "Dogwood" in table.offers("place")
    placed.play("place the train in Dogwood")
    assert placed["phase"] == phases.OPERATE and not placed.can(DISCARD)


def test_hand__may_be_discarded_in_the_first_turn_until_the_train_is_placed() -> None:
    """EB-R12: in a game as it is dealt."""
    table = dealt(EmpireBuilder(), 1)
    table.play(*[DONE] * 4)
    assert table["phase"] == phases.PLACE and table.can(DISCARD)
    table.play("place the train in Chicago")
    assert not table.can(DISCARD)


def test_hand__is_not_discarded_where_that_is_not_chosen() -> None:
    """EB-R12: option discard_hand."""
    assert EmpireBuilder().options.discard_hand
    table = Table(EmpireBuilder(map="test", discard_hand=False), Seat("Dogwood"))
    assert not table.can(DISCARD)


def test_hand__discarded_is_replaced_through_events(two: CrayonRails) -> None:
    """EB-R12, EB-5.30: an event drawn for a discarded hand strikes as any."""
    table = Table(two, Seat("Dogwood", cash=60), Seat("Elm", cash=120), deck="Rail tax, Iron to Fir")
    table.play(DISCARD)
    assert table.cash == [50, 105]
    assert len(table.hand(0)) == 3 and table["mover"] == 1


# --- lost turns ----------------------------------------------------------------------------------------------------


def test_lost_turn__is_passed_over_whole(three: CrayonRails) -> None:
    """EB-5.43, EB-R12, EB-R13: no operations, no building, no discarding; the one after it is a turn again."""
    table = Table(three, Seat("Alder"), Seat("Alder", lost=1), Seat("Alder"))
    told = table.end_turn()
    assert of(told, event_kinds.LOST_TURN) == [(1, 0, 0, 0, 0)]
    assert table["mover"] == 2
    table.end_turns(2)
    assert table["mover"] == 1 and table.can(DISCARD)


# --- money from the bank -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lenders() -> CrayonRails:
    return EmpireBuilder(map="test", borrow=True, actions="full")


def test_money__is_not_borrowed_unless_so_chosen(two: CrayonRails) -> None:
    """EB-R15, EB-5.14"""
    assert not Table(two, Seat("Alder", cash=0)).can("borrow")
    assert not EmpireBuilder().options.borrow


def test_loan__is_of_20_against_40(lenders: CrayonRails) -> None:
    """EB-R15: in the operations only, and while nothing is owed."""
    table = Table(lenders, Seat("Alder", cash=3), Seat("Alder"))
    table.play("borrow")
    assert (table.cash[0], table.seat(0)["debt"]) == (23, 40)
    assert not table.can("borrow")
    table.play(DONE)
    assert not table.can("borrow")
    table.play(DONE, DONE)
    assert table["phase"] == phases.BUILD and not table.can("borrow")


@pytest.mark.parametrize(
    ("debt", "cash", "owed"), [(40, 0, 34), (3, 3, 0), (0, 6, 0)], ids=["a small payout", "the rest", "nothing"]
)
def test_loan__is_paid_back_out_of_payouts(lenders: CrayonRails, debt: int, cash: int, owed: int) -> None:
    """EB-R15: ten of every payout, of a smaller one all, and never more than is owed."""
    table = Table(lenders, Seat("Alder", carried="Coal", hand="Coal to Alder", cash=0, debt=debt))
    table.play("deliver Coal to Alder")
    assert (table.cash[0], table.seat(0)["debt"]) == (cash, owed)
    assert table.can("borrow") == (owed == 0)


def test_loan__is_paid_back_by_ten_of_a_greater_payout(lenders: CrayonRails) -> None:
    """EB-R15"""
    table = Table(lenders, Seat("Fir", carried="Coal", hand="Coal to Fir", cash=0, debt=40))
    table.play("deliver Coal to Fir")
    assert (table.cash[0], table.seat(0)["debt"]) == (2, 30)


def test_turn__can_always_be_ended(two: CrayonRails) -> None:
    """EB-R15: without money, track or a demand that could be met there is still a choice."""
    table = Table(two, Seat("Elm", cash=0), Seat("Elm", cash=0))
    for _ in range(4):
        mover = int(table["mover"])
        assert table.can(DONE)
        table.play(DONE)
        assert table["mover"] != mover  # there is nothing to build for
