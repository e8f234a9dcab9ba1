"""Set-up and the opening rounds: money, cards, who begins, and where trains start."""

from collections import Counter
from typing import Any

import pytest
from crayon_rails.moves import DONE, end_turn, hand, in_force, lay, left, loads, may_lay, offers, player, train
from given import given, legal, play, written

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.notation_kinds import card_names

SEEDS = range(40)
CITIES = {"Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper"}


def payouts(position: Position, p: int) -> list[int]:
    """The payouts in a hand, the highest first."""
    demands = [demand for card in hand(position, p) for demand in card.split("; ")]
    return sorted((int(demand.rpartition(" for ")[2]) for demand in demands), reverse=True)


def order(position: Position) -> list[int]:
    """The players in order of play."""
    return [position.game.seat_names.index(name) for name in written(position)["order"]]


def turns(position: Position, number: int) -> list[int]:
    """The players of the next turns, if each ends the turn at once."""
    movers = []
    for _ in range(number):
        movers.append(position.current_player)
        end_turn(position)
    return movers


# --- what everyone begins with -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_player__begins_with_50_a_freight_and_no_train_on_the_map(game: type[CrayonRails]) -> None:
    """EB-2.3, EB-3.3, EB-3.4, EB-3.5, RR-2.6, RR-11.5: one train each, not on the map yet, of the base kind."""
    position = game(map="test", num_players=6).new_position(3)
    assert position.scores == (50,) * 6
    assert [train(position, p) for p in range(6)] == [None] * 6
    assert [player(position, p)["engine"] for p in range(6)] == [game.engines[0]] * 6
    assert [loads(position, p) for p in range(6)] == [[]] * 6
    assert game(map="test", cash=75).new_position(3).scores == (75, 75)


def test_board__begins_without_any_track(two: CrayonRails) -> None:
    """EB-3.1: no segment has an owner, whatever the record held before."""
    record = given(two, players=[{"track": ["Dogwood - 9.1"]}]).record.copy()
    assert (record["track"] == 0).any()
    two.rules.reset(record, 4)
    assert (record["track"] == -1).all()
    assert not record["track_seats"].any()
    assert not any(player["track"] for player in written(Position(two, record))["players"])


def test_deck__is_shuffled_of_demands_and_events(two: CrayonRails) -> None:
    """EB-3.6: one deck of both; any of its cards may be on top, and every seed has another order."""
    decks, box = [], card_names(two)
    for seed in range(300):
        position = two.new_position(seed)
        decks.append(tuple(written(position)["deck"]))
        assert sorted([*decks[-1], *hand(position), *hand(position, 1)]) == sorted(box)
    assert {deck[0] for deck in decks} == set(box) and len(box) == 44
    assert len(set(decks)) == 300


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_hands__are_of_three_demand_cards(game: type[CrayonRails]) -> None:
    """EB-3.7, EB-3.8, RR-2.7, RR-6.1: no event is ever among them, and none that turned up has an effect (EB-R4.1)."""
    dealer = game(map="test", num_players=6, events=True)
    for seed in SEEDS:
        position = dealer.new_position(seed)
        assert [len(hand(position, p)) for p in range(6)] == [3] * 6
        assert all(" for " in card for p in range(6) for card in hand(position, p))
        assert not in_force(position) and not position.record["weather"].any() and not position.record["flooded_rivers"]
        assert position.scores == (50,) * 6


def test_hands__lie_face_up_and_only_the_deck_is_hidden(two: CrayonRails) -> None:
    """EB-3.7, EB-2.9: all players see all hands, chips and money; the deck is hidden, in any order."""
    position = two.new_position(3)
    known = written(position)
    for viewer in (-1, 0, 1):
        view = position.view(viewer)
        seen = written(view)
        assert view.scores == position.scores
        assert all(seen[part] == known[part] for part in ("players", "supply", "used", "order"))
        assert seen["deck"] == [None] * len(known["deck"])
        assert view.record["key"] == 0
    worlds = [written(position.view(0).sample(seed))["deck"] for seed in range(200)]
    assert {world[0] for world in worlds} == set(known["deck"])


def test_events__put_aside_are_shuffled_back_into_the_deck(six: CrayonRails) -> None:
    """EB-3.8, EB-3.10: all are in the deck when play begins, and no oftener on top or at the bottom than others."""
    events, decks = {event.title for event in six.board.events}, []
    for seed in range(300):
        found = written(six.new_position(seed))
        assert found["used"] == []
        assert {card for card in found["deck"] if " for " not in card} == events and len(events) == 8
        decks.append(found["deck"])
    for place in (0, -1):
        share = sum(deck[place] in events for deck in decks) / 300
        assert 0.2 < share < 0.42  # 8 of 26 cards


# --- who begins ----------------------------------------------------------------------------------------------------


def test_first_player__holds_the_highest_payout(three: CrayonRails) -> None:
    """EB-3.9, EB-R6.1: of equals who has the higher second payout, then the lower seat; the others follow clockwise."""
    first, ties = Counter[int](), 0
    for seed in range(200):
        position = three.new_position(seed)
        hands = [payouts(position, p) for p in range(3)]
        best = max(range(3), key=lambda p: (hands[p][:2], -p))
        ties += hands[best][0] in [hands[p][0] for p in range(3) if p != best]
        assert order(position) == [best, (best + 1) % 3, (best + 2) % 3]
        first[best] += 1
        assert position.current_player == best and written(position)["turn_of"] == f"player_{best}"
    assert min(first.values()) > 30 and ties > 20


def test_order__is_by_lot_or_as_seated() -> None:
    """RR-2.4, RR-2.5, RR-3.1, RR-R1.2, EB-R6.1: the first in the order begins (option order)."""
    by_lot, seated = (ResourcefulRails(map="test", num_players=3, order=by) for by in ("random", "seats"))
    assert ResourcefulRails(map="test").options.order == "random"
    orders = Counter(tuple(order(by_lot.new_position(seed))) for seed in range(300))
    assert len(orders) == 6 and min(orders.values()) > 25
    for seed in range(20):
        position = seated.new_position(seed)
        assert order(position) == [0, 1, 2] and position.current_player == 0
        position = by_lot.new_position(seed)
        assert position.current_player == order(position)[0]


# --- opening rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_opening__goes_forth_and_back_and_then_round_and_round(game: type[CrayonRails]) -> None:
    """EB-4.9, EB-4.10, EB-4.11, EB-R5, RR-3.1, RR-3.3, RR-3.4, RR-3.5, RR-3.6, RR-3.7, RR-R1.4: the last player has two
    turns in a row, and the first, whose third one is the first of the normal turns; they go clockwise."""
    position = game(map="test", num_players=3, order="seats", train_start="any").new_position(3)
    assert turns(position, 12) == [0, 1, 2, 2, 1, 0, 0, 1, 2, 0, 1, 2]
    assert written(position)["round"] == 3


def test_opening__follows_the_order_of_play(three: CrayonRails) -> None:
    """EB-4.10, EB-4.11: wherever it begins."""
    position = three.new_position(3)
    while order(position)[0] != 2:
        position = three.new_position(int(position.record["key"][0] % 1000))
    assert turns(position, 9) == [2, 0, 1, 1, 0, 2, 2, 0, 1]


def test_opening__has_building_only(two: CrayonRails) -> None:
    """EB-4.9, RR-3.2: no train, no loads, no discarding: the first choice of each turn is what to build."""
    position = two.new_position(3)
    for _ in range(4):
        assert position.phase == "build"
        blocks = {two.actions.block_of(action).name for action in position.legal_actions}
        assert blocks == {"done", "upgrade", "open", "from"}
        play(position, DONE)
    assert position.phase == "place the train"


def test_opening_turn__has_its_own_20_and_two_exits(two: CrayonRails) -> None:
    """EB-4.6, EB-R9.1, EB-R5: also for who has two turns in a row."""
    position = given(two, opening_rounds=0, current_player="player_1", phase="build")
    lay(position, "Alder 5 - 7.1", "Alder 4 - 7.3")
    assert not may_lay(position, "Alder 4 - 8.2")
    end_turn(position)
    assert (position.current_player, written(position)["opening_rounds"], written(position)["spent"]) == (1, 1, 0)
    assert may_lay(position, "Alder 4 - 8.2")


# --- where trains start --------------------------------------------------------------------------------------------


def test_train__is_placed_in_any_city_when_its_first_operations_begin(two: CrayonRails) -> None:
    """EB-R6.2, EB-3.4: at no cost, and once; in the middle of a major city."""
    position = given(two, opening_rounds=1, phase="build")
    play(position, DONE)
    assert position.phase == "place the train" and position.current_player == 0
    assert offers(position, "place") == CITIES and len(position.legal_actions) == 10 + 1  # or the hand is discarded
    play(position, "place the train in Cedar")
    assert (train(position), position.scores[0], position.phase) == ("Cedar", 50, "run the train")
    end_turn(position)
    assert (position.phase, position.current_player) == ("place the train", 1)
    play(position, "place the train in Ivy")
    end_turn(position)
    assert (position.phase, position.current_player) == ("run the train", 0)


def test_train__has_its_whole_turn_after_it_was_placed(orders: CrayonRails) -> None:
    """RR-4.3, RR-4.1: the first normal turn begins with placing; then it may run, load and build as always."""
    position = given(orders, players=[{"track": ["Dogwood - 9.1 - 7.1 - Alder 5"]}], phase="place the train")
    play(position, "place the train in Dogwood", "pick up Coal")
    assert left(position) == 9
    play(position, "run towards Alder", DONE)
    assert (train(position), position.phase) == ("Alder 5", "build")
    assert lay(position, "Alder 4 - 7.3") == 1


def test_train__starts_in_a_city_that_own_track_reaches(orders: CrayonRails) -> None:
    """RR-4.2, RR-R5, EB-R6.2: option train_start; others' track does not count."""
    rival = {"track": ["Cedar 2 - 13.7"]}
    position = given(
        orders, players=[{"track": ["Dogwood - 9.1 - 7.1 - Alder 5"]}, rival], opening_rounds=1, phase="build"
    )
    play(position, DONE)
    assert (position.current_player, offers(position, "place")) == (0, {"Alder", "Dogwood"})
    free = EmpireBuilder(map="test", train_start="own", order="seats")
    position = given(free, players=[{"track": ["Elm - 3.7"]}], opening_rounds=1, phase="build")
    play(position, DONE)
    assert offers(position, "place") == {"Elm"}


def test_train__without_a_place_to_start_waits_for_track(orders: CrayonRails) -> None:
    """RR-R5: its player builds, and places it when the next operations phase begins."""
    position = given(orders, opening_rounds=1, phase="build")
    play(position, DONE)
    assert (position.current_player, position.phase) == (0, "run the train")
    assert legal(position) == {"done running", "discard the hand, instead of the turn"}
    play(position, DONE)
    lay(position, "Cedar 2 - 13.7")
    end_turn(position)
    end_turn(position)
    assert (position.current_player, position.phase) == (0, "place the train")
    assert offers(position, "place") == {"Cedar"}


@pytest.mark.parametrize(
    ("options", "cash", "rounds"), [({}, 50, 2), ({"extra_build_turn": True}, 60, 3), ({"fast_trains": True}, 50, 2)]
)
def test_opening__is_of_two_rounds_unless_a_third_is_chosen(options: dict[str, Any], cash: int, rounds: int) -> None:
    """RR-12.4, RR-12.5, RR-R1.4: with three, 60 in cash, and the third goes from the first player to the last again;
    normal turns begin with the first, either way."""
    game = ResourcefulRails(map="test", num_players=3, order="seats", train_start="any", **options)
    position = game.new_position(3)
    assert position.scores == (cash,) * 3
    forth, back = [0, 1, 2], [2, 1, 0]
    assert turns(position, 3 * rounds + 3) == (forth + back + forth)[: 3 * rounds] + forth
    assert written(position)["round"] == 2
