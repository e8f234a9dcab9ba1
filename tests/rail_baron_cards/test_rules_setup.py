"""How a game is set up: hands, starts and first destinations, bids for the order of play."""

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from rail_baron_cards.positions import STOP, Seat, Table, dealt
from reading import reading

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD

SEEDS = range(20)
START = {"phase": phases.SETUP_START}
DISCARD = {"phase": phases.SETUP_DISCARD}
FIRST, SECOND = "Duluth, Wausau, Sioux City, Peoria", "Mankato, Madison, Des Moines, Chicago"
CROWDED = Seat(hand="Duluth, Mankato, Minneapolis, Chicago"), Seat(hand="Wausau")


def bidding(game: Game, key: int = 12345) -> Table:
    """All have shown their runs and are to bid."""
    table = Table(game, *(Seat(hand="Duluth, Wausau, Sioux City, Peoria") for _ in range(2)), **START)
    assert game.num_players == 2
    table.state["key"] = key
    table.play("card 1", "card 1", "card 1", "card 1")
    return table


def bid(game: Game, seed: int, *amounts: int) -> Table:
    """A game whose seats have bid, seat by seat."""
    rng = np.random.default_rng(seed)
    table = dealt(game, seed)
    while table["phase"] < phases.BID:
        game.rules.apply(table.state, int(rng.choice(np.flatnonzero(game.rules.legal(table.state)))))
    table.play(*(f"bid {amount}" for amount in amounts))
    return table


def order(table: Table) -> list[int]:
    return table["order"][: table["num_players"]].tolist()


# --- hands --------------------------------------------------------------------------------------------------------


def test_deck__is_shuffled(small: Game) -> None:
    """RB-3.1: every seed has another deck, none is in order, and any card may be on top or in the first hand."""
    tables = [dealt(small, seed) for seed in range(300)]
    decks = {tuple(table.heap("deck")) for table in tables}
    assert len(decks) == 300
    tops = Counter(int(table["deck"]["cards"][31]) for table in tables)
    assert len(tops) == 40 and max(tops.values()) < 25
    assert {card for table in tables for card in table.seat(0)["hand"].tolist()} == set(range(40))


@pytest.mark.parametrize("players", range(2, 7))
def test_hands__are_of_four_cards(players: int) -> None:
    """RB-3.2"""
    table = dealt(make_game("rail_baron_cards_v0", num_players=players))
    assert [len(table.hand(p)) for p in range(players)] == [4] * players
    assert table["players"]["hand_size"].tolist() == [4] * players + [0] * (6 - players)
    assert len(table.heap("deck")) == 150 - 4 * players


def test_hand__with_three_of_a_region_has_one_of_them_discarded(small: Game) -> None:
    """RB-3.3, RB-R3: the player chooses which of the three goes; a card is drawn for it; no other card may go."""
    hand = "Duluth, Mankato, Minneapolis, Chicago"
    for city in ("Duluth", "Mankato", "Minneapolis"):
        table = Table(small, Seat(hand=hand), Seat(hand="Wausau"), deck="Madison", **DISCARD)
        assert table.legal == {"discard Duluth", "discard Mankato", "discard Minneapolis"}
        told = table.play(f"discard {city}")
        assert told[0] == f"player_0 discards {city}, one too many of its region"
        assert set(table.hand(0)) == {*hand.split(", "), "Madison"} - {city}
        assert table.heap("pile") == [city]
        assert table["phase"] == phases.SETUP_START and table["current"] == 0


def test_hand__with_four_of_a_region_has_two_of_them_discarded(small: Game) -> None:
    """RB-3.3, RB-R3: two stay, two are drawn."""
    hand = "Duluth, Mankato, Minneapolis, St. Paul"
    table = Table(small, Seat(hand=hand), Seat(hand="Wausau"), deck="Madison, Peoria", **DISCARD)
    table.play("discard Mankato")
    assert table.legal == {"discard Duluth", "discard Minneapolis", "discard St. Paul"}
    table.play("discard St. Paul")
    assert table.hand(0) == ["Duluth", "Minneapolis", "Madison", "Peoria"]
    assert table.heap("pile") == ["St. Paul", "Mankato"]
    assert table["phase"] == phases.SETUP_START


def test_hand__is_redrawn_until_no_region_has_three(small: Game) -> None:
    """RB-3.3: a card of the same region drawn in place of the third has the player discard again."""
    table = Table(small, *CROWDED, deck="Duluth, Peoria", **DISCARD)
    table.play("discard Duluth")
    assert table.legal == {"discard Duluth", "discard Mankato", "discard Minneapolis"}
    table.play("discard Mankato")
    assert table.hand(0) == ["Duluth", "Minneapolis", "Chicago", "Peoria"]
    assert table["phase"] == phases.SETUP_START


def test_hand__is_redrawn_however_often_the_deck_was_shuffled_anew(small: Game) -> None:
    """RB-3.3: the deck is made of what was discarded until it yields a card of another region."""
    for key in range(1, 11):
        table = Table(small, *CROWDED, pile="Peoria, St. Paul", rest="box", **DISCARD)
        table.state["key"], table.state["generation"] = key, 9
        while table["phase"] == phases.SETUP_DISCARD:
            table.play("card 1")
        assert "Peoria" in table.hand(0)


def test_hand__stays_crowded_only_where_nothing_else_can_be_drawn(small: Game) -> None:
    """RB-3.3: once Peoria is drawn, only cities of Minnesota are left; three of them are kept, and Peoria must be the
    destination."""
    seats = Seat(hand="Duluth, Duluth, Mankato, Mankato"), Seat(hand="Wausau")
    table = Table(small, *seats, deck="Peoria", rest="box", **DISCARD)
    table.play("discard Duluth", "discard Mankato")
    assert table["phase"] == phases.SETUP_START
    assert len(table.hand(0)) == 4 and "Peoria" in table.hand(0)
    table.play("start in Duluth")
    assert table.legal == {"go to Peoria for $8,000"}


@pytest.mark.parametrize("seed", SEEDS)
def test_hands__have_no_three_of_a_region_once_starts_are_chosen(seed: int) -> None:
    """RB-3.3: whatever was dealt, and with reshuffle cards in the deck, too."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=6, reshuffle_cards=10 * (seed % 2))
    rng = np.random.default_rng(seed)
    table = dealt(game, seed)
    while table["phase"] < phases.BID:
        if table["phase"] == phases.SETUP_START:
            hand = table.seat(int(table["current"]))["hand"]
            regions = Counter(int(game.params[0]["city_region"][table.city_of(card)]) for card in hand)
            assert sum(regions.values()) == 4 and max(regions.values()) <= 2
        game.rules.apply(table.state, int(rng.choice(np.flatnonzero(game.rules.legal(table.state)))))


def test_discard__of_two_like_cards_is_offered_once(small: Game) -> None:
    """RB-3.3: two cards of Duluth are the same choice."""
    table = Table(small, Seat(hand="Duluth, Duluth, Mankato, Chicago"), Seat(hand="Wausau"), **DISCARD)
    assert table.legal == {"discard Duluth", "discard Mankato"}
    assert small.rules.legal(table.state).sum() == 2


def test_discards__are_seen_by_all_and_draws_by_nobody_else(small: Game) -> None:
    """RB-R3, RB-R12: what is discarded lies open; what is drawn for it is hidden."""
    table = Table(small, *CROWDED, deck="Madison", **DISCARD)
    told = table.play("discard Duluth", viewer=1)
    assert told == ["player_0 discards Duluth, one too many of its region", "player_0 draws cards"]
    assert small.rules.view(table.state, 1)["pile"]["size"][0] == 1


# --- starts and destinations ---------------------------------------------------------------------------------------


def test_start__may_be_any_card_of_the_hand(small: Game) -> None:
    """RB-3.4: all four are offered, whatever their regions are."""
    cities = {
        0: ["Duluth", "Mankato"],
        1: ["Wausau", "Madison"],
        2: ["Sioux City", "Des Moines"],
        3: ["Peoria", "Chicago"],
    }
    for regions in product(range(4), repeat=4):
        if max(Counter(regions).values()) > 2:
            continue
        hand = [cities[region][list(regions[:i]).count(region)] for i, region in enumerate(regions)]
        table = Table(small, Seat(hand=", ".join(hand)), Seat(hand="Green Bay"), **START)
        assert table.legal == {f"start in {city}" for city in hand}


def test_start__is_where_the_train_begins(small: Game) -> None:
    """RB-3.4: the card chosen is the start of the run, and the train stands in its city."""
    table = Table(small, Seat(hand=FIRST), Seat(hand=SECOND), **START)
    table.play("start in Sioux City", "card 1", "start in Madison", "card 1")
    assert [table.at(0), table.at(1)] == ["Sioux City", "Madison"]
    assert table.run(0) == "Sioux City - Duluth"


def test_first_destination__is_of_another_region(small: Game) -> None:
    """RB-3.5: the two other cities of other regions are offered, with what they pay; the one of Iowa is not."""
    table = Table(small, Seat(hand="Duluth, Sioux City, Des Moines, Peoria"), Seat(hand=SECOND), **START)
    table.play("start in Sioux City")
    assert table.legal == {"go to Duluth for $6,000", "go to Peoria for $8,000"}
    table.play("go to Peoria for $8,000")
    assert table.run(0) == "Sioux City - Peoria"
    assert table.hand(0) == ["Duluth", "Des Moines"]


def test_first_destination__leaves_cards_that_can_be_used(small: Game) -> None:
    """RB-3.5, RB-R4: with two cities of Wisconsin and Peoria, Peoria cannot come first: the last run would stay in
    Wisconsin."""
    table = Table(small, Seat(hand="Duluth, Wausau, Madison, Peoria"), Seat(hand=SECOND), **START)
    table.play("start in Duluth")
    assert {action.split(" for ")[0] for action in table.legal} == {"go to Wausau", "go to Madison"}


def test_starts__and_destinations_are_unseen_until_all_have_chosen(small: Game) -> None:
    """RB-R3: then they are public, and the other cards stay hidden."""
    table = Table(small, Seat(hand=FIRST), Seat(hand=SECOND), **START)
    told = table.play("start in Duluth", "card 1", viewer=1)
    for viewer in (1, -1):
        seat = small.rules.view(table.state, viewer)["players"][0, 0]
        assert (seat["start"], seat["goal"], seat["dot"], seat["hand_size"]) == (NO_CARD, NO_CARD, -1, 4)
    assert told == []
    assert small.rules.view(table.state, 0)["players"][0, 0]["goal"] != NO_CARD
    told = table.play("start in Chicago", "card 1", viewer=1)
    assert told == ["player_0 starts in Duluth and goes to Wausau", "player_1 starts in Chicago and goes to Mankato"]
    for viewer in (1, -1):
        seat = small.rules.view(table.state, viewer)["players"][0, 0]
        assert table.name_of(seat["start"]) == "Duluth" and table.name_of(seat["goal"]) == "Wausau"
        assert (seat["hand"] == NO_CARD).all() and seat["hand_size"] == 2


def test_start__chosen_does_not_show_in_the_kind_of_decision(small: Game) -> None:
    """RB-R3: whether a seat chooses its start or already its destination, others cannot see."""
    table = Table(small, Seat(hand=FIRST), Seat(hand=SECOND), **START)
    before = small.rules.view(table.state, 1)
    table.play("start in Duluth")
    after = small.rules.view(table.state, 1)
    assert before["phase"][0] == after["phase"][0] == phases.SETUP_START
    assert before["players"].tobytes() == after["players"].tobytes()


# --- bids ----------------------------------------------------------------------------------------------------------


def test_bid__is_any_amount_of_the_starting_money(small: Game) -> None:
    """RB-3.6, RB-R3: from nothing to 20,000 in steps of 500."""
    table = bidding(small)
    assert table["phase"] == phases.BID
    assert table.legal == {f"bid {amount}" for amount in range(0, 20_001, 500)}


@pytest.mark.parametrize("amounts", [(0, 500), (500, 0), (20_000, 19_500), (3_000, 12_500)])
def test_bids__decide_the_order_of_play(small: Game, amounts: tuple[int, int]) -> None:
    """RB-3.6: the higher bid plays first, by however little it is higher; each pays his own (RB-R3)."""
    for key in range(1, 40):
        table = bidding(small, key)
        table.play(*(f"bid {amount}" for amount in amounts))
        first = amounts.index(max(amounts))
        assert order(table) == [first, 1 - first]
        assert table["mover"] == table["current"] == first
        assert table.cash == [20_000 - amount for amount in amounts]


def test_bids__order_all_seats_and_turns_follow_that_order(small_four: Game) -> None:
    """RB-3.6: highest first, down to the lowest; then round and round."""
    for seed in SEEDS:
        table = bid(small_four, seed, 1_000, 4_000, 500, 2_000)
        assert order(table) == [1, 3, 0, 2]
        movers = []
        for _ in range(8):
            movers.append(int(table["mover"]))
            table.play(STOP)
        assert movers == [1, 3, 0, 2] * 2
        assert table["round"] == 3


def test_bids__are_sealed_until_all_have_bid(small_three: Game) -> None:
    """RB-3.6, RB-R3: nobody sees a bid or pays it before the last is made; then all see all."""
    table = bid(small_three, 1)
    told = table.play("bid 7000", viewer=1)
    told += table.play("bid 2500", viewer=2)
    assert told == []
    for viewer in (1, 2, -1):
        bids = small_three.rules.view(table.state, viewer)["players"]["bid"][0, :3].tolist()
        assert bids == [2_500 if viewer == 1 and p == 1 else -1 for p in range(3)]
    assert table.cash == [20_000] * 3
    told = table.play("bid 500")
    assert told[:3] == ["player_0 has bid $7,000", "player_1 has bid $2,500", "player_2 has bid $500"]
    assert small_three.rules.view(table.state, -1)["players"]["bid"][0, :3].tolist() == [7_000, 2_500, 500]
    assert table.cash == [13_000, 17_500, 19_500]


def test_equal_bids__are_ordered_by_chance(small_three: Game) -> None:
    """RB-R3: of three equal bids every order comes up; a higher one is first all the same."""
    orders = Counter(tuple(order(bid(small_three, seed, 1_000, 1_000, 1_000))) for seed in range(240))
    assert len(orders) == 6
    assert min(orders.values()) >= 20 and max(orders.values()) <= 65
    seen = {tuple(order(bid(small_three, seed, 1_000, 1_000, 1_500))) for seed in range(40)}
    assert seen == {(2, 0, 1), (2, 1, 0)}


def test_bids__are_paid_by_the_first_only_where_so_chosen() -> None:
    """RB-R3: option bids="first"."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=3, bids="first")
    table = bid(game, 1, 1_000, 4_000)
    told = table.play("bid 2000")
    assert order(table) == [1, 2, 0]
    assert table.cash == [20_000, 16_000, 20_000]
    assert told[:2] == ["player_1 has bid $4,000", "player_2 has bid $2,000, which is not paid"]


def test_bids__are_none_where_so_chosen() -> None:
    """RB-R3: option bids="none": the seats' own order, with all their money."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=3, bids="none")
    for seed in SEEDS:
        table = bid(game, seed)
        assert table["phase"] == phases.MOVE
        assert order(table) == [0, 1, 2]
        assert table["mover"] == 0 and table["round"] == 1
        assert table.cash == [20_000] * 3


def test_money__is_public(small: Game) -> None:
    """RB-3.7: every view shows what everyone has."""
    table = Table(small, Seat("Madison - Chicago", cash=3_500), Seat("Peoria - Duluth", cash=41_000))
    for viewer in (0, 1, -1):
        view = small.rules.view(table.state, viewer)
        assert view["scores"][0, :2].tolist() == [3_500, 41_000]
        assert "player_0: $3,500" in reading(small, view).describe().replace(" (you)", "")


def test_seats__choose_one_after_another(small_three: Game) -> None:
    """RB-3.4, RB-3.5: each seat's start and destination, then the next seat's."""
    table = Table(small_three, Seat(hand=FIRST), Seat(hand=SECOND), Seat(hand=FIRST), **START)
    deciders = []
    while table["phase"] < phases.BID:
        deciders.append((int(table["current"]), int(table["phase"])))
        table.play("card 1")
    starts, goals = phases.SETUP_START, phases.SETUP_GOAL
    assert deciders == [(0, starts), (0, goals), (1, starts), (1, goals), (2, starts), (2, goals)]
    assert all(a <= b for (a, _), (b, _) in pairwise(deciders))
