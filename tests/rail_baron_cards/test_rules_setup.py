"""How a game is set up: hands, starts and first destinations, bids for the order of play."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import STOP, cities, deck_of, hand_of, pile_of, player

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

SEEDS = range(20)
START = {"phase": "choose the start", "turn": 0}
DISCARD = {"phase": "choose a card to discard", "turn": 0}
SETUP = {"choose a card to discard", "choose the start", "choose the first destination"}
FIRST = {"hand": ["Duluth", "Wausau", "Sioux City", "Peoria"]}
SECOND = {"hand": ["Mankato", "Madison", "Des Moines", "Chicago"]}
OTHER = {"hand": ["Wausau"]}
CROWDED = {"hand": ["Duluth", "Mankato", "Minneapolis", "Chicago"]}, OTHER


def bidding(game: Game, key: int = 12345) -> Position:
    """All have shown their runs and are to bid."""
    position = given(game, players=[FIRST, FIRST], random={"key": f"{key:x}"}, **START)
    play(position, "card 1", "card 1", "card 1", "card 1")
    return position


def bid(game: Game, seed: int, *amounts: int) -> Position:
    """A game whose seats have bid, seat by seat."""
    position, rng = game.new_position(seed), np.random.default_rng(seed)
    while position.phase in SETUP:
        position.play(int(rng.choice(position.legal_actions)))
    play(position, *(f"bid {amount}" for amount in amounts))
    return position


def order(position: Position) -> list[int]:
    """The order of play by the numbers of the players."""
    return [position.game.seat_names.index(name) for name in written(position)["order"]]


# --- hands --------------------------------------------------------------------------------------------------------


def test_deck__is_shuffled(small: Game) -> None:
    """RB-3.1: every seed has another deck, none is in order, and any card may be on top or in the first hand."""
    dealt = [written(small.new_position(seed)) for seed in range(300)]
    assert len({tuple(cities(found["deck"])) for found in dealt}) == 300
    tops = Counter(found["deck"][0] for found in dealt)
    assert len(tops) == 40 and max(tops.values()) < 25
    assert len({card for found in dealt for card in found["players"][0]["hand"]}) == 40


@pytest.mark.parametrize("players", range(2, 7))
def test_hands__are_of_four_cards(players: int) -> None:
    """RB-3.2"""
    position = make_game("rail_baron_cards_v0", num_players=players).new_position(3)
    assert [len(hand_of(position, p)) for p in range(players)] == [4] * players
    assert position.record["players"]["hand_size"][0].tolist() == [4] * players + [0] * (6 - players)
    assert len(deck_of(position)) == 150 - 4 * players


def test_hand__with_three_of_a_region_has_one_of_them_discarded(small: Game) -> None:
    """RB-3.3, RB-R3.1: the player chooses which of the three goes; a card is drawn for it; no other card may go."""
    hand = CROWDED[0]["hand"]
    for city in ("Duluth", "Mankato", "Minneapolis"):
        position = given(small, players=CROWDED, deck=["Madison", "..."], **DISCARD)
        assert legal(position) == {"discard Duluth", "discard Mankato", "discard Minneapolis"}
        told = play(position, f"discard {city}")
        assert told[0] == f"player_0 discards {city}, one too many of its region"
        assert set(hand_of(position)) == {*hand, "Madison"} - {city}
        assert pile_of(position) == [city]
        assert position.phase == "choose the start" and position.current_player == 0


def test_hand__with_four_of_a_region_has_two_of_them_discarded(small: Game) -> None:
    """RB-3.3, RB-R3.1: two stay, two are drawn."""
    hand = ["Duluth", "Mankato", "Minneapolis", "St. Paul"]
    position = given(small, players=[{"hand": hand}, OTHER], deck=["Madison", "Peoria", "..."], **DISCARD)
    play(position, "discard Mankato")
    assert legal(position) == {"discard Duluth", "discard Minneapolis", "discard St. Paul"}
    play(position, "discard St. Paul")
    assert hand_of(position) == ["Duluth", "Minneapolis", "Madison", "Peoria"]
    assert pile_of(position) == ["St. Paul", "Mankato"]
    assert position.phase == "choose the start"


def test_hand__is_redrawn_until_no_region_has_three(small: Game) -> None:
    """RB-3.3: a card of the same region drawn in place of the third has the player discard again."""
    position = given(small, players=CROWDED, deck=["Duluth", "Peoria", "..."], **DISCARD)
    play(position, "discard Duluth")
    assert legal(position) == {"discard Duluth", "discard Mankato", "discard Minneapolis"}
    play(position, "discard Mankato")
    assert hand_of(position) == ["Duluth", "Minneapolis", "Chicago", "Peoria"]
    assert position.phase == "choose the start"


def test_hand__is_redrawn_after_many_shuffles(small: Game) -> None:
    """RB-3.3: the deck is made of what was discarded until it yields a card of another region."""
    for key in range(1, 11):
        heaps = {"pile": ["Peoria", "St. Paul"], "deck": [], "shuffles": 9, "random": {"key": f"{key:x}"}}
        position = given(small, players=CROWDED, **heaps, **DISCARD)
        while position.phase == "choose a card to discard":
            play(position, "card 1")
        assert "Peoria" in hand_of(position)


def test_hand__stays_crowded_only_where_no_other_region_can_be_drawn(small: Game) -> None:
    """RB-3.3, RB-R3.1: once Peoria is drawn, only cities of Minnesota are left; three of them are kept, and Peoria must
    be the destination."""
    seats = {"hand": ["Duluth", "Duluth", "Mankato", "Mankato"]}, OTHER
    position = given(small, players=seats, deck=["Peoria"], **DISCARD)
    play(position, "discard Duluth", "discard Mankato")
    assert position.phase == "choose the start"
    assert len(hand_of(position)) == 4 and "Peoria" in hand_of(position)
    play(position, "start in Duluth")
    assert legal(position) == {"go to Peoria for $8,000"}


@pytest.mark.parametrize("seed", SEEDS)
def test_hands__have_no_three_of_a_region_once_starts_are_chosen(seed: int) -> None:
    """RB-3.3: whatever was dealt, and with reshuffle cards in the deck, too."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=6, reshuffle_cards=10 * (seed % 2))
    region_of = {city.name: city.region for city in game.board.cities}  # type: ignore[attr-defined]
    position, rng = game.new_position(seed), np.random.default_rng(seed)
    while position.phase in SETUP:
        if position.phase == "choose the start":
            regions = Counter(region_of[city] for city in hand_of(position, position.current_player))
            assert sum(regions.values()) == 4 and max(regions.values()) <= 2
        position.play(int(rng.choice(position.legal_actions)))


def test_discard__of_two_like_cards_is_offered_once(small: Game) -> None:
    """RB-3.3: two cards of Duluth are the same choice."""
    position = given(small, players=[{"hand": ["Duluth", "Duluth", "Mankato", "Chicago"]}, OTHER], **DISCARD)
    assert legal(position) == {"discard Duluth", "discard Mankato"}
    assert len(position.legal_actions) == 2


def test_discards__are_public_and_draws_are_hidden(small: Game) -> None:
    """RB-R3.2, RB-R12: what is discarded lies open; what is drawn for it is hidden."""
    position = given(small, players=CROWDED, deck=["Madison", "..."], **DISCARD)
    told = play(position, "discard Duluth", viewer=1)
    assert told == ["player_0 discards Duluth, one too many of its region", "player_0 draws cards"]
    assert pile_of(position.view(1)) == ["Duluth"]


# --- starts and destinations ---------------------------------------------------------------------------------------


def test_start__may_be_any_card_of_the_hand(small: Game) -> None:
    """RB-3.4: all four are offered, whatever their regions are."""
    of_region = {
        0: ["Duluth", "Mankato"],
        1: ["Wausau", "Madison"],
        2: ["Sioux City", "Des Moines"],
        3: ["Peoria", "Chicago"],
    }
    for regions in product(range(4), repeat=4):
        if max(Counter(regions).values()) > 2:
            continue
        hand = [of_region[region][list(regions[:i]).count(region)] for i, region in enumerate(regions)]
        position = given(small, players=[{"hand": hand}, {"hand": ["Green Bay"]}], **START)
        assert legal(position) == {f"start in {city}" for city in hand}


def test_start__is_where_the_train_begins(small: Game) -> None:
    """RB-3.4: the card chosen is the start of the run, and the train stands in its city."""
    position = given(small, players=[FIRST, SECOND], **START)
    play(position, "start in Sioux City", "card 1", "start in Madison", "card 1")
    assert [player(position, 0)["at"], player(position, 1)["at"]] == ["Sioux City", "Madison"]
    assert player(position, 0)["run"] == ["Sioux City", "Duluth"]


def test_first_destination__is_of_another_region(small: Game) -> None:
    """RB-3.5: the two other cities of other regions are offered, with what they pay; the one of Iowa is not."""
    position = given(small, players=[{"hand": ["Duluth", "Sioux City", "Des Moines", "Peoria"]}, SECOND], **START)
    play(position, "start in Sioux City")
    assert legal(position) == {"go to Duluth for $6,000", "go to Peoria for $8,000"}
    play(position, "go to Peoria for $8,000")
    assert player(position, 0)["run"] == ["Sioux City", "Peoria"]
    assert hand_of(position) == ["Duluth", "Des Moines"]


def test_first_destination__leaves_cards_that_can_be_used(small: Game) -> None:
    """RB-3.5, RB-R4: with two cities of Wisconsin and Peoria, Peoria cannot come first: the last run would stay in
    Wisconsin."""
    position = given(small, players=[{"hand": ["Duluth", "Wausau", "Madison", "Peoria"]}, SECOND], **START)
    play(position, "start in Duluth")
    assert {action.split(" for ")[0] for action in legal(position)} == {"go to Wausau", "go to Madison"}


def test_starts_and_destinations__are_hidden_until_all_have_chosen(small: Game) -> None:
    """RB-R3.2: then they are public, and the other cards stay hidden."""
    position = given(small, players=[FIRST, SECOND], **START)
    told = play(position, "start in Duluth", "card 1", viewer=1)
    for viewer in (1, -1):
        seen = player(position.view(viewer), 0)
        assert (seen["run"], seen["at"], seen["hand"]) == ([], None, [None] * 4)
    assert told == []
    assert len(player(position.view(0), 0)["run"]) == 2
    told = play(position, "start in Chicago", "card 1", viewer=1)
    assert told == ["player_0 starts in Duluth and goes to Wausau", "player_1 starts in Chicago and goes to Mankato"]
    for viewer in (1, -1):
        seen = player(position.view(viewer), 0)
        assert (seen["run"], seen["hand"]) == (["Duluth", "Wausau"], [None] * 2)


def test_phase__in_views_of_others_hides_whether_the_start_is_chosen(small: Game) -> None:
    """RB-R3.2: whether a seat chooses its start or already its destination, others cannot see."""
    position = given(small, players=[FIRST, SECOND], **START)
    before = position.view(1)
    play(position, "start in Duluth")
    after = position.view(1)
    assert before.phase == after.phase == "choose the start"
    assert before.record["players"].tobytes() == after.record["players"].tobytes()


# --- bids ----------------------------------------------------------------------------------------------------------


def test_bid__is_any_amount_of_the_starting_money(small: Game) -> None:
    """RB-3.6, RB-R3.3: from nothing to 20,000 in steps of 500."""
    position = bidding(small)
    assert position.phase == "bid for the order of play"
    assert legal(position) == {f"bid {amount}" for amount in range(0, 20_001, 500)}


@pytest.mark.parametrize("amounts", [(0, 500), (500, 0), (20_000, 19_500), (3_000, 12_500)])
def test_bids__decide_the_order_of_play(small: Game, amounts: tuple[int, int]) -> None:
    """RB-3.6: the higher bid plays first, by however little it is higher; each pays their own bid (RB-R3.4)."""
    for key in range(1, 40):
        position = bidding(small, key)
        play(position, *(f"bid {amount}" for amount in amounts))
        first = amounts.index(max(amounts))
        assert order(position) == [first, 1 - first]
        assert (written(position)["mover"], position.current_player) == (f"player_{first}", first)
        assert position.scores == tuple(20_000 - amount for amount in amounts)


def test_bids__order_all_players_and_turns_follow_that_order(small_four: Game) -> None:
    """RB-3.6: highest first, down to the lowest; then round and round."""
    for seed in SEEDS:
        position = bid(small_four, seed, 1_000, 4_000, 500, 2_000)
        assert order(position) == [1, 3, 0, 2]
        movers = []
        for _ in range(8):
            movers.append(written(position)["mover"])
            play(position, STOP)
        assert movers == ["player_1", "player_3", "player_0", "player_2"] * 2
        assert written(position)["round"] == 3


def test_bids__are_sealed_until_all_have_bid(small_three: Game) -> None:
    """RB-3.6, RB-R3.3: no bid is seen or paid before the last one is made; then all are public."""
    position = bid(small_three, 1)
    told = play(position, "bid 7000", viewer=1)
    told += play(position, "bid 2500", viewer=2)
    assert told == []
    for viewer in (1, 2, -1):
        bids = [player(position.view(viewer), p)["bid"] for p in range(3)]
        assert bids == [2_500 if viewer == 1 and p == 1 else None for p in range(3)]
    assert position.scores == (20_000, 20_000, 20_000)
    told = play(position, "bid 500")
    assert told[:3] == ["player_0 has bid $7,000", "player_1 has bid $2,500", "player_2 has bid $500"]
    assert [player(position.view(-1), p)["bid"] for p in range(3)] == [7_000, 2_500, 500]
    assert position.scores == (13_000, 17_500, 19_500)


def test_equal_bids__are_ordered_by_chance(small_three: Game) -> None:
    """RB-R3.3: of three equal bids every order comes up; a higher one is first all the same."""
    orders = Counter(tuple(order(bid(small_three, seed, 1_000, 1_000, 1_000))) for seed in range(240))
    assert len(orders) == 6
    assert min(orders.values()) >= 20 and max(orders.values()) <= 65
    seen = {tuple(order(bid(small_three, seed, 1_000, 1_000, 1_500))) for seed in range(40)}
    assert seen == {(2, 0, 1), (2, 1, 0)}


def test_bids__are_paid_by_the_first_only_with_the_option() -> None:
    """RB-R3.4: option bids="first"."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=3, bids="first")
    position = bid(game, 1, 1_000, 4_000)
    told = play(position, "bid 2000")
    assert order(position) == [1, 2, 0]
    assert position.scores == (20_000, 16_000, 20_000)
    assert told[:2] == ["player_1 has bid $4,000", "player_2 has bid $2,000, which is not paid"]


def test_bids__are_not_made_with_the_option() -> None:
    """RB-R3.4: option bids="none": the seats' own order, with all their money."""
    game = make_game("rail_baron_cards_v0", board="small", num_players=3, bids="none")
    for seed in SEEDS:
        position = bid(game, seed)
        assert position.phase == "move"
        assert order(position) == [0, 1, 2]
        assert (written(position)["mover"], written(position)["round"]) == ("player_0", 1)
        assert position.scores == (20_000, 20_000, 20_000)


def test_money__is_public(small: Game) -> None:
    """RB-3.7: every view shows what everyone has."""
    rich = {"run": ["Peoria", "Duluth"], "cash": 41_000}
    position = given(small, players=[{"run": ["Madison", "Chicago"], "cash": 3_500}, rich], pips=5)
    for viewer in (0, 1, -1):
        view = position.view(viewer)
        assert view.scores == (3_500, 41_000)
        assert "player_0: $3,500" in view.describe().replace(" (you)", "")


def test_players__choose_one_after_another(small_three: Game) -> None:
    """RB-3.4, RB-3.5: each seat's start and destination, then the next seat's."""
    position = given(small_three, players=[FIRST, SECOND, FIRST], **START)
    deciders = []
    while position.phase in SETUP:
        deciders.append((position.current_player, position.phase))
        play(position, "card 1")
    phases = ("choose the start", "choose the first destination")
    assert deciders == [(number, phase) for number in range(3) for phase in phases]
