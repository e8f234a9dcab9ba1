"""The sequence of a turn: operations, then building; a hand discarded in its place, turns lost, and borrowing."""

import pytest
from crayon_rails.moves import COAL, DONE, LONG, can, end_turn, hand, lay, may_lay, offers, player, train
from given import given, play, written

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder

DISCARD = "discard the hand"


# --- two phases ----------------------------------------------------------------------------------------------------


def test_game__is_of_laying_track_running_and_being_paid(two: CrayonRails) -> None:
    """EB-1.2: track is laid from Alder to Dogwood, coal carried over it, and the bank pays for it."""
    position = given(two, players=[{"cards": ["Coal to Alder", "..."]}], opening_rounds=0, phase="build")
    assert lay(position, "Alder 5 - 7.1 - 9.1 - Dogwood") == 5
    end_turn(position, 4)
    play(position, "place the train in Dogwood", "pick up Coal", "run towards Alder")
    play(position, "deliver Coal to Alder for 6", DONE)
    assert position.scores[0] == 50 - 5 + 6
    assert position.phase == "build"


def test_turn__has_operations_and_then_building(two: CrayonRails) -> None:
    """EB-4.1, RR-5.1, RR-5.4: nothing is built before the train has done, and it does nothing after."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG, "loads": ["Coal"]}])
    assert position.phase == "run the train"
    assert not offers(position, "build") and not offers(position, "from") and not offers(position, "upgrade")
    assert offers(position, "run") and offers(position, "drop") and offers(position, "step")
    play(position, DONE)
    assert (position.phase, position.current_player) == ("build", 0)
    assert offers(position, "build") and offers(position, "from") and offers(position, "upgrade")
    assert not offers(position, "run") and not offers(position, "drop") and not offers(position, "step")
    play(position, DONE)
    assert (position.current_player, position.phase) == (1, "place the train")


def test_turns__go_clockwise(three: CrayonRails) -> None:
    """EB-4.11: round by round in the order of play."""
    order = ["player_2", "player_0", "player_1"]
    position = given(three, players=[{"train": "Alder"}] * 3, order=order, current_player="player_2", round=3)
    movers = []
    for _ in range(6):
        movers.append(position.current_player)
        end_turn(position)
    assert movers == [2, 0, 1] * 2
    assert written(position)["round"] == 5


def test_player__may_do_nothing_at_all(two: CrayonRails) -> None:
    """EB-4.2, EB-4.7: neither moving nor building is ever asked for (EB-R15.2)."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}, {"train": "Elm"}])
    play(position, DONE, DONE)
    assert (position.current_player, train(position), position.scores) == (1, "Dogwood", (50, 50))


# --- what is spent in a turn ---------------------------------------------------------------------------------------


def test_building__costs_20_at_most_in_a_turn(two: CrayonRails) -> None:
    """EB-4.6, RR-5.6: surcharges count; what would exceed them is illegal, and at 20 the turn is over."""
    position = given(
        two, players=[{"train": "Alder", "cash": 100, "track": ["Cedar 2 - 13.7 - 14.8"]}], phase="build", spent=16
    )
    assert may_lay(position, "14.8 - 13.9")  # 3 over the Heron
    lay(position, "14.8 - 13.9")
    assert written(position)["spent"] == 19
    assert not may_lay(position, "13.9 - Fir")
    assert may_lay(position, "13.9 - 12.10")
    lay(position, "13.9 - 12.10")
    assert (position.current_player, position.scores[0]) == (1, 96)


def test_limit_of_20__begins_anew_each_turn(two: CrayonRails) -> None:
    """EB-4.6"""
    position = given(two, players=[{"train": "Alder", "cash": 100}, {"train": "Alder"}], phase="build", spent=19)
    assert written(position)["spent"] == 19
    end_turn(position, 2)
    play(position, DONE)
    assert written(position)["spent"] == 0
    lay(position, "Alder 5 - 7.1 - 9.1 - Dogwood")
    assert written(position)["spent"] == 5


def test_fees__do_not_count_among_the_20(two: CrayonRails) -> None:
    """EB-4.6, EB-R10.1: they limit building only."""
    position = given(two, players=[{"train": "Dogwood", "cash": 100}, {"train": "Elm", "track": LONG[:1]}])
    play(position, "run towards Alder, paying fees", DONE)
    assert (position.scores, written(position)["spent"]) == ((96, 54), 0)


# --- a hand discarded in place of the turn -------------------------------------------------------------------------


def test_hand__is_discarded_and_drawn_anew_in_place_of_the_turn(two: CrayonRails) -> None:
    """EB-R12.1, RR-5.7, RR-5.8: all three cards go to the pile, three come, and the turn is over."""
    rider = {"train": "Dogwood", "track": LONG, "cards": ["Coal to Alder", "Timber to Dogwood", "Fish to Alder"]}
    position = given(two, players=[rider, {"train": "Elm"}], deck=["Iron to Fir", "Tools to Fir", "Fish to Elm", "..."])
    old, new = hand(position), written(position)["deck"][:3]
    told = play(position, DISCARD)
    assert hand(position) == new
    assert sorted(written(position)["used"]) == sorted(old)
    assert told[0] == "player_0 discards the hand, 3 cards"
    assert (position.current_player, position.phase) == (1, "run the train")


@pytest.mark.parametrize("first", ["pick up Coal", "drop Iron", "go north-east", "run towards Alder"])
def test_hand__is_not_discarded_after_anything_was_done(two: CrayonRails, first: str) -> None:
    """EB-R12.1, RR-5.8: nor while building."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG, "loads": ["Iron"]}, {"train": "Elm"}])
    assert can(position, DISCARD)
    play(position, first)
    assert not can(position, DISCARD)
    play(position, DONE)
    assert not can(position, DISCARD)
    play(position, DONE)
    assert can(position, DISCARD)


@pytest.mark.parametrize("start", ["any", "own"])
def test_hand__is_discarded_instead_of_placing_the_train_and_not_after_it(start: str) -> None:
    """EB-R12.2, RR-5.8: a player may place the train, or discard; the train is placed in a later turn then."""
    game = EmpireBuilder(map="test", num_players=2, train_start=start)
    position = given(game, players=[{"track": LONG}, {"train": "Elm"}], phase="place the train")
    placed = position.copy()
    play(position, DISCARD)
    assert position.current_player == 1 and train(position) is None
    end_turn(position)
    assert position.phase == "place the train" and can(position, DISCARD) and "Dogwood" in offers(position, "place")
    play(placed, "place the train in Dogwood")
    assert placed.phase == "run the train" and not can(placed, DISCARD)


def test_hand__may_be_discarded_in_the_first_turn_until_the_train_is_placed() -> None:
    """EB-R12.2: in a game as it is dealt."""
    position = EmpireBuilder().new_position(1)
    play(position, *[DONE] * 4)
    assert position.phase == "place the train" and can(position, DISCARD)
    play(position, "place the train in Chicago")
    assert not can(position, DISCARD)


def test_hand__is_not_discarded_where_that_is_not_chosen() -> None:
    """EB-R12.1: option discard_hand."""
    assert EmpireBuilder().options.discard_hand
    position = given(EmpireBuilder(map="test", discard_hand=False), players=[{"train": "Dogwood"}])
    assert not can(position, DISCARD)


def test_hand__discarded_is_replaced_through_events(two: CrayonRails) -> None:
    """EB-R12.1, EB-5.30: an event drawn for a discarded hand strikes as any."""
    position = given(
        two,
        players=[{"train": "Dogwood", "cash": 60}, {"train": "Elm", "cash": 120}],
        deck=["Rail tax", "Iron to Fir", "..."],
    )
    play(position, DISCARD)
    assert position.scores == (50, 105)
    assert len(hand(position)) == 3 and position.current_player == 1


# --- lost turns ----------------------------------------------------------------------------------------------------


def test_lost_turn__is_passed_over_whole(three: CrayonRails) -> None:
    """EB-5.43, EB-R12.2, EB-R13.3: no operations, no building, no discarding; the one after it is a turn again."""
    position = given(three, players=[{"train": "Alder"}, {"train": "Alder", "turns_lost": 1}, {"train": "Alder"}])
    told = end_turn(position)
    assert told.count("player_1 loses this turn") == 1
    assert position.current_player == 2
    end_turn(position, 2)
    assert position.current_player == 1 and can(position, DISCARD)


# --- money from the bank -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lenders() -> CrayonRails:
    return EmpireBuilder(map="test", borrow=True, actions="full")


def test_money__is_not_borrowed_unless_so_chosen(two: CrayonRails) -> None:
    """EB-R15.1, EB-5.14"""
    assert not can(given(two, players=[{"train": "Alder", "cash": 0}]), "borrow")
    assert not EmpireBuilder().options.borrow


def test_loan__is_of_20_against_40(lenders: CrayonRails) -> None:
    """EB-R15.1: in the operations only, and while nothing is owed."""
    position = given(lenders, players=[{"train": "Alder", "cash": 3}, {"train": "Alder"}])
    play(position, "borrow")
    assert (position.scores[0], player(position, 0)["debt"]) == (23, 40)
    assert not can(position, "borrow")
    play(position, DONE)
    assert not can(position, "borrow")
    play(position, DONE, DONE)
    assert position.phase == "build" and not can(position, "borrow")


@pytest.mark.parametrize(
    ("debt", "cash", "owed"), [(40, 0, 34), (3, 3, 0), (0, 6, 0)], ids=["a small payout", "the rest", "nothing"]
)
def test_loan__is_paid_back_out_of_payouts(lenders: CrayonRails, debt: int, cash: int, owed: int) -> None:
    """EB-R15.1: ten of every payout, of a smaller one all, and never more than is owed."""
    position = given(lenders, players=[{**COAL, "cash": 0, "debt": debt}])
    play(position, "deliver Coal to Alder for 6")
    assert (position.scores[0], player(position, 0)["debt"]) == (cash, owed)
    assert can(position, "borrow") == (owed == 0)


def test_loan__is_paid_back_by_ten_of_a_greater_payout(lenders: CrayonRails) -> None:
    """EB-R15.1"""
    position = given(
        lenders, players=[{"train": "Fir", "loads": ["Coal"], "cards": ["Coal to Fir", "..."], "cash": 0, "debt": 40}]
    )
    play(position, "deliver Coal to Fir for 12")
    assert (position.scores[0], player(position, 0)["debt"]) == (2, 30)


def test_turn__can_always_be_ended(two: CrayonRails) -> None:
    """EB-R15.2: without money, track or a demand that could be met there is still a choice."""
    position = given(two, players=[{"train": "Elm", "cash": 0}, {"train": "Elm", "cash": 0}])
    for _ in range(4):
        mover = position.current_player
        assert can(position, DONE)
        play(position, DONE)
        assert position.current_player != mover  # there is nothing to build for
