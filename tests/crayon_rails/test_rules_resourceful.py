"""Resourceful Rails: its optional rules, and what it leaves to those of Empire Builder."""

from collections import Counter

import pytest
from crayon_rails.moves import DONE, LONG, end_turn, hand, lay, may_lay, offers
from given import given, legal, play, written

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails


def five(**options: object) -> CrayonRails:
    """A game on the small map with five starting cards."""
    return ResourcefulRails(map="test", order="seats", extra_starting_cards=True, **options)


# --- optional rules ------------------------------------------------------------------------------------------------


def test_optional_rules__are_off() -> None:
    """RR-12.1, RR-12.4, RR-12.6, RR-5.5"""
    options = ResourcefulRails().options
    assert not (options.fast_trains or options.extra_build_turn or options.extra_starting_cards)


@pytest.mark.parametrize("players", range(2, 7))
def test_fast_trains__can_be_chosen_with_any_number_of_players(players: int) -> None:
    """RR-12.3, RR-12.1, RR-12.2"""
    game = ResourcefulRails(map="test", num_players=players, fast_trains=True)
    assert game.params["speed"][0].tolist() == [12, 16, 12, 16]


def test_extra_build_turn__brings_60_unless_other_money_is_chosen() -> None:
    """RR-12.4, RR-12.5"""
    assert ResourcefulRails(map="test", extra_build_turn=True).new_position(3).scores == (60, 60)
    assert ResourcefulRails(map="test", extra_build_turn=True, cash=30).new_position(3).scores == (30, 30)


def test_extra_starting_cards__are_five() -> None:
    """RR-12.6, RR-6.1: and three without the option."""
    for players in (2, 6):
        position = five(num_players=players).new_position(3)
        assert [len(hand(position, p)) for p in range(players)] == [5] * players
        assert len(hand(ResourcefulRails(map="test").new_position(3))) == 3


def test_extra_starting_cards__are_given_up_before_the_train_is_placed() -> None:
    """RR-12.7, RR-R1.5: players give up two of the five when their first normal turn begins; the opening is
    played with all five."""
    position = five(train_start="any").new_position(3)
    for _ in range(4):
        assert position.phase == "build" and len(hand(position, position.current_player)) == 5
        play(position, DONE)
    cards = hand(position)
    assert position.phase == "give up a card"
    demands = [", ".join(card.split("; ")) for card in cards]
    assert legal(position) == {f"give up card {i}: {lines}" for i, lines in enumerate(demands, 1)}
    assert play(position, "give up card 2") == [f"player_0 gives up a card: {demands[1]}"]
    assert position.phase == "give up a card" and len(legal(position)) == 4
    play(position, "give up card 4")
    assert hand(position) == [cards[0], cards[2], cards[3]]
    assert written(position)["used"] == [cards[4], cards[1]]
    assert position.phase == "place the train"
    end_turn(position)
    assert (position.current_player, position.phase) == (1, "give up a card")
    play(position, "give up card 1", "give up card 1")
    end_turn(position)
    assert (position.current_player, position.phase, len(hand(position))) == (0, "run the train", 3)


# --- orders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pacific_northwest", "north_america"])
def test_orders__pay_by_the_older_formula_where_so_chosen(name: str) -> None:
    """RR-R4: 35 for the width of the map, half as much again, 0, 5 or 10 by the size of the city, and a lot of 0 to 4;
    from 15 to 50. Width is one and a half times the columns; the distance is that to the nearest source."""
    assert ResourcefulRails().options.orders == "distance"
    game = ResourcefulRails(map=name, orders="classic")
    board, lots, limits = game.board, Counter[int](), Counter[int]()
    columns = 1 + max(post.col for post in board.mileposts) - min(post.col for post in board.mileposts)
    for i, card in enumerate(board.cards):
        for line, demand in enumerate(card.demands):
            away = min(board.distance(demand.city, source) for source in board.sources[demand.good])
            size = {"small": 0, "medium": 5, "major": 10}[board.cities[demand.city].size]
            least = int(35 * away / (1.5 * columns) * 1.5) + size
            pays = int(game.params["card_payout"][0, i, line])
            if 15 < pays < 50:
                lots[pays - least] += 1
            else:
                limits[pays] += 1
                assert least <= 15 if pays == 15 else least >= 46
    assert set(lots) == set(range(5)) and min(lots.values()) > 10
    assert set(limits) <= {15, 50} and limits[15]


def test_orders__pay_by_distance_unless_so_chosen(northwest: CrayonRails) -> None:
    """RR-R4, EB-R3: what the map's cards say."""
    for i, card in enumerate(northwest.board.cards):
        assert northwest.params["card_payout"][0, i].tolist() == [demand.payout for demand in card.demands]


# --- what it shares with Empire Builder ----------------------------------------------------------------------------


def test_defaults__are_those_of_its_manual() -> None:
    """RR-R1.2, RR-R1.5, RR-R2, RR-R5, RR-R6.3: where the two games differ it is by options alone."""
    ours, theirs = (game().options.model_dump() for game in (ResourcefulRails, EmpireBuilder))
    differ = {name: ours[name] for name in ours if ours[name] != theirs[name]}
    assert differ == {
        "map": "pacific_northwest",
        "order": "random",
        "equal_turns": False,
        "events": False,
        "train_start": "own",
        "upgrade_in_opening": False,
    }


def test_building__starts_as_in_empire_builder(orders: CrayonRails) -> None:
    """RR-R1.1, RR-3.2: in major cities, two segments out of them a turn, and on own track."""
    position = given(orders, opening_rounds=0, phase="build")
    assert offers(position, "open") == {"Alder", "Birch", "Cedar"}
    lay(position, "Alder 5 - 7.1", "Alder 4 - 7.3")
    assert not may_lay(position, "Alder 4 - 8.2") and may_lay(position, "7.1 - 9.1")


def test_train__turns_round_in_cities_only_and_drops_what_it_likes(orders: CrayonRails) -> None:
    """RR-R1.1"""
    position = given(orders, players=[{"train": "Dogwood", "loads": ["Iron"], "track": LONG}])
    play(position, "drop Iron", "go north-east")
    assert offers(position, "step") == {"north"}


def test_fee__goes_to_the_owner(orders: CrayonRails) -> None:
    """RR-R6.2"""
    position = given(orders, players=[{"train": "Dogwood"}, {"train": "Elm", "track": LONG}])
    play(position, "run towards Alder, paying fees")
    assert position.scores == (46, 54)
