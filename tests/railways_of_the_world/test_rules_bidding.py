"""Ways of bidding for the order of the turn (option ``bidding``)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import about, changed, choices, player, railways

from railgym.agents.registry import make_agent
from railgym.envs.core.errors import ArgumentError, OptionsError
from railgym.envs.core.position import Position, Reading
from railgym.envs.railways_of_the_world.game import RailwaysOfTheWorld

BID = "bid for the first place"
PASSING, WORST = "first_to_pass", "worst_is_first"


def auction(bidding: str, seats: int = 3, **position: Any) -> Position:
    """An auction that player 0 opens."""
    return given(railways(num_players=seats, bidding=bidding), phase=BID, year=2, **position)


def rounds(position: Position) -> list[int]:
    """Who takes the actions of a turn, all of which pass."""
    seats, year = [], written(position)["year"]
    while position.phase == "take an action" and written(position)["year"] == year:
        seats.append(position.current_player)
        play(position, "pass")
    return seats


def end_of_turn(scores: Sequence[int], players: Sequence[dict[str, Any]], **position: Any) -> Position:
    """The last action of a turn in which the seats have acted clockwise from player 0, by the way WORST."""
    game = railways(num_players=len(scores), bidding=WORST)
    last = f"player_{len(scores) - 1}"
    entries = {"current_player": last, "rounds_played": 2, "scores": list(scores), "players": list(players)}
    return given(game, **{**entries, **position})


def spent(position: Reading, number: int) -> int:
    """What a player without income has paid: the money of their bonds less their cash."""
    return int(5 * player(position, number)["bonds"] - player(position, number)["cash"])


# --- the option ---------------------------------------------------------------------------------------------------


def test_bidding__is_traditional_unless_asked_for() -> None:
    """RW-R10.1: passing costs nothing, and the others follow clockwise."""
    assert railways().options.bidding == "traditional"
    position = auction("traditional")
    told = play(position, "bid 3", "bid 4", "pass", "pass")
    assert about(told, "drops out") == [f"player_{p} drops out of the auction" for p in (2, 0)]
    assert [spent(position, number) for number in range(3)] == [0, 4, 0]
    assert rounds(position) == [1, 2, 0] * 3 and position.phase == BID


def test_bidding__is_one_of_three_ways() -> None:
    """RW-R10.1"""
    with pytest.raises(OptionsError, match="bidding='last_to_pass'"):
        railways(bidding="last_to_pass")


@pytest.mark.parametrize("bidding", [PASSING, WORST])
def test_records__of_games_without_the_option_name_no_order(bidding: str) -> None:
    """RW-R10.1: and their positions and observations have no entries for it."""
    rng, position = np.random.default_rng(2), railways(num_players=3).new_position(4)
    for _ in range(60):
        position.play(int(rng.choice(position.legal_actions)))
        assert (position.record["order"] == -1).all() and not position.record["bids"].any()
    assert "order" not in written(position) and "order" in written(auction(bidding))
    assert "bids" not in railways(num_players=3).observation_layout.pieces


# --- the first to pass is the last --------------------------------------------------------------------------------


def test_first_to_pass__gives_places_from_the_last_one_on() -> None:
    """RW-R10.2: the first to pass is last, the winner first, in all three rounds."""
    position = auction(PASSING, seats=4)
    play(position, "bid 2", "pass", "bid 3", "bid 4", "pass", "bid 6", "pass")
    assert written(position)["order"] == ["player_2", "player_3", "player_0", "player_1"]
    assert written(position)["first"] == "player_2"
    assert rounds(position) == [2, 3, 0, 1] * 3
    assert position.phase == BID and position.current_player == 2 and written(position)["order"] == []


@pytest.mark.parametrize(("bid", "price"), [(0, 0), (1, 1), (2, 1), (5, 3), (6, 3)])
def test_pass__costs_half_of_the_own_bid_rounded_up(bid: int, price: int) -> None:
    """RW-R10.2, RW-8.2: with bonds where cash is short."""
    position = auction(PASSING)
    play(position, f"bid {bid}" if bid else "pass", "bid 8")
    if bid:
        assert written(position)["bids"] == {"player_0": bid, "player_1": 8}
        play(position, "pass")
        (told,) = about(play(position, "pass"), "player_0 drops out")
        paid = f", pays ${price},000"
        assert told == f"player_0 drops out of the auction{paid} and goes second"
    else:
        play(position, "pass")
    assert spent(position, 0) == price and player(position)["bonds"] == (price > 0)
    assert (spent(position, 1), spent(position, 2)) == (8, 0)


def test_pass__costs_half_of_the_last_bid_of_the_player_alone() -> None:
    """RW-R10.2: not of the highest bid, and not of all their bids."""
    position = auction(PASSING, seats=2)
    play(position, "bid 2", "bid 4", "bid 6", "bid 9")
    assert spent(position, 0) == spent(position, 1) == 0
    play(position, "pass")
    assert (spent(position, 0), spent(position, 1)) == (3, 9)
    assert rounds(position) == [1, 0] * 3


def test_all_pass__and_the_last_one_is_first_for_nothing() -> None:
    """RW-R10.2, in place of RW-2.5"""
    position = auction(PASSING, first="player_1", current_player="player_1")
    told = play(position, "pass", "pass", "pass")
    places = ["player_1 drops out of the auction and goes third", "player_2 drops out of the auction and goes second"]
    assert told == [*places, "player_0 drops out of the auction and goes first"]
    assert rounds(position) == [0, 2, 1] * 3 and sum(spent(position, number) for number in range(3)) == 0


def test_last_player__may_bid_where_no_one_has() -> None:
    """RW-R10.2, RW-2.3: though passing gives the first place for nothing."""
    position = auction(PASSING)
    play(position, "pass", "pass")
    assert {"pass", "bid 1"} <= choices(position)
    assert "goes first" in play(position, "bid 1")[-1]
    assert spent(position, 2) == 1


def test_next_auction__is_opened_by_the_first_and_forgets_all_bids() -> None:
    """RW-2.2, RW-R10.2"""
    position = auction(PASSING)
    play(position, "bid 1", "pass", "bid 2", "pass")
    rounds(position)
    assert position.current_player == 2 and written(position)["bids"] == {}
    play(position, "bid 1", "pass")
    assert position.current_player == 1


# --- the worst is first -------------------------------------------------------------------------------------------


def test_worst_is_first__has_one_auction_by_the_rules_of_the_manual() -> None:
    """RW-R10.3: whose losers pay nothing, and whose places are clockwise."""
    position = given(railways(num_players=3, bidding=WORST), phase=BID)
    play(position, "bid 1", "bid 3", "pass", "pass")
    assert [spent(position, number) for number in range(3)] == [0, 3, 0]
    assert rounds(position) == [1, 2, 0] * 3
    assert written(position)["year"] == 2 and position.phase == "take an action"
    assert "bid 1" not in choices(position)


def test_worst_is_first__orders_later_turns_by_points() -> None:
    """RW-R10.3: from the fewest to the most, for nothing."""
    position = end_of_turn([9, 4, 20, 0], [{}] * 4)
    told = play(position, "pass")
    assert told[-4:] == ["player_3 goes first", "player_1 goes second", "player_0 goes third", "player_2 goes fourth"]
    assert position.current_player == 3 and written(position)["first"] == "player_3"
    assert rounds(position) == [3, 1, 0, 2] * 3


def test_worst_is_first__counts_points_at_the_end_of_the_turn() -> None:
    """RW-R10.3: those of its rounds count, bonds do not unless points are equal."""
    position = end_of_turn([5, 6], [{}, {"bonds": 9}])
    play(position, "pass")
    assert position.current_player == 0
    position = changed(position, scores=[7, 6])
    assert rounds(position) == [0, 1] * 3 and position.current_player == 1


@pytest.mark.parametrize(
    ("players", "order"),
    [
        ([{"bonds": 1}, {"bonds": 3}, {"bonds": 2}], [1, 2, 0]),  # more bonds first
        ([{"cash": 4}, {"cash": 0}, {"cash": 2}], [1, 2, 0]),  # less cash first
        ([{"cash": 90, "bonds": 2}, {}, {"bonds": 1}], [0, 2, 1]),  # bonds count before cash
        ([{}, {}, {}], [0, 1, 2]),  # as in the turn before
    ],
)
def test_ties__go_first_to_those_who_would_lose_them(players: list[dict[str, int]], order: list[int]) -> None:
    """RW-R10.3, RW-R9"""
    position = end_of_turn([12, 12, 12], players)
    play(position, "pass")
    assert rounds(position) == order * 3


def test_ties__that_nothing_breaks_leave_the_order_of_the_turn_before() -> None:
    """RW-R10.3"""
    order = ["player_2", "player_0", "player_1"]
    position = end_of_turn([8, 8, 8], [{}] * 3, order=order, first="player_2", current_player="player_1")
    play(position, "pass")
    assert written(position)["order"] == order and position.current_player == 2


# --- words --------------------------------------------------------------------------------------------------------


def sheet(position: Position) -> list[str]:
    return position.view(0).describe().splitlines()


def test_sheets__tell_bids_and_places_as_far_as_they_are_known() -> None:
    """RW-R10.2"""
    position = auction(PASSING)
    assert not about(sheet(position), "order of this turn")
    play(position, "bid 1", "bid 4", "pass")
    assert "  order of this turn: 1. open, 2. open, 3. player_2" in sheet(position)
    assert "highest bid: $4,000 by player_1; own bid: $1,000; $0 in cash" in sheet(position)[0]
    assert "player_1: 0 points, bids $4,000" in sheet(position)
    assert "player_2: 0 points, out of the auction, third in the turn" in sheet(position)
    words = "pass, out of the auction, second in the turn, for $1,000, with 1 bond"
    assert words in [position.action_words(action) for action in position.legal_actions]
    play(position, "pass")
    assert "  order of this turn: 1. player_1, 2. player_0, 3. player_2" in sheet(position)


def test_sheets__tell_the_order_by_points() -> None:
    """RW-R10.3: and why there is no bid."""
    position = end_of_turn([9, 4, 20], [{}] * 3)
    assert "  order of this turn: 1. player_0, 2. player_1, 3. player_2" in sheet(position)
    play(position, "pass")
    assert "  order of this turn: 1. player_1, 2. player_0, 3. player_2" in sheet(position)
    bid = position.game.actions.ids["bid 1"]
    assert "in later turns the player with the fewest points acts first" in position.why_illegal(bid)


# --- observations and positions -----------------------------------------------------------------------------------


def seen_by(position: Position, player: int) -> dict[str, Any]:
    """The pieces of an observation."""
    game = position.game
    return game.observation_layout.split(game.rules.observe(position.record, player)[0])


def test_observation__has_all_bids_and_places() -> None:
    """RW-R10.2: seats as seen by the observer, themself first."""
    position = auction(PASSING)
    play(position, "bid 2", "bid 4", "pass")
    seen = seen_by(position, 1)
    np.testing.assert_allclose(seen["bids"][:3], [0.4, 0, 0.2])
    np.testing.assert_allclose(seen["seats"][:3, 3], [0, 1, 0])  # has passed
    np.testing.assert_allclose(seen["seats"][1, 23], 2 / 5)  # and will be third
    play(position, "bid 5", "pass")
    np.testing.assert_allclose(seen_by(position, 1)["seats"][:3, 23], [1 / 5, 2 / 5, 0])


def test_observation__has_the_order_by_points_at_the_width_of_other_games() -> None:
    """RW-R10.3"""
    position = end_of_turn([9, 4, 20], [{}] * 3)
    play(position, "pass")
    np.testing.assert_allclose(seen_by(position, 2)["seats"][:3, 23], [2 / 5, 1 / 5, 0])
    assert position.game.observation_layout.hash == railways(num_players=3).observation_layout.hash


def test_position__is_written_with_its_order_and_bids() -> None:
    """RW-R10.2"""
    position = auction(PASSING)
    play(position, "bid 2", "bid 4", "pass")
    found = position.to_dict()
    assert found["order"] == [None, None, "player_2"] and found["bids"] == {"player_0": 2, "player_1": 4}
    assert Position.from_dict(position.game, found).record.tobytes() == position.record.tobytes()


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["player_0", "player_0", "player_1"], "order: expected each player once"),
        (["player_0", None, "player_1"], "order: expected all players"),
        ([None, "player_0", "player_1"], "order: expected all players"),
        (["player_3"], "no player 'player_3'"),
    ],
)
def test_order__that_cannot_be_is_refused(order: list[str | None], message: str) -> None:
    """RW-R10.1"""
    with pytest.raises(ArgumentError, match=message):
        given(railways(num_players=3, bidding=PASSING), order=order)


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("map", ["south_sweden", "random:7:size=small"])
@pytest.mark.parametrize("bidding", [PASSING, WORST])
def test_random_games__end_with_a_result(bidding: str, map: str) -> None:
    """RW-R10.2, RW-R10.3: and every one of them has a bid of more than one player, or none after the first turn."""
    game, rng = railways(map=map, num_players=3, bidding=bidding, barons=True), np.random.default_rng(5)
    for seed in range(5):
        position, years = game.new_position(seed), set[int]()
        while not position.is_over:
            if position.phase == BID:
                years.add(written(position)["year"])
            position.play(int(rng.choice(position.legal_actions)))
        assert sum(position.payoffs) == pytest.approx(0) and max(position.payoffs) == 1
        assert years == ({1} if bidding == WORST else set(range(1, written(position)["year"] + 1)))


def bids_of(bot: str, bidding: str, seats: int) -> list[int]:
    """The bids of bots in some games, which they play to the end."""
    game = RailwaysOfTheWorld(num_players=seats, bidding=bidding)
    agents, bids = [make_agent(bot, game) for _ in range(seats)], list[int]()
    for seed in range(3):
        for seat, agent in enumerate(agents):
            agent.reset(seat, seed)
        position = game.new_position(seed)
        while not position.is_over:
            action = agents[position.current_player].act(position.view(position.current_player))
            block = game.actions.block_of(action)
            bids += [action - block.start + 1] * (block.name == "bid")
            position.play(action)
    return bids


@pytest.mark.parametrize("bidding", [PASSING, WORST])
@pytest.mark.parametrize(("bot", "most"), [("greedy", 0), ("planner", 0), ("planner:bidder", 8)])
def test_bots__play_whole_games_and_bid_little(bot: str, most: int, bidding: str) -> None:
    """RW-R10.2, RW-R10.3: no more than the first place is worth to them, and what passing would cost."""
    bids = bids_of(bot, bidding, 3)
    assert bool(bids) == (most > 0) and max(bids, default=0) <= most


def test_planner__that_values_places_passes_where_it_is_first_for_nothing() -> None:
    """RW-R10.2"""
    position = auction(PASSING)
    play(position, "pass", "pass")
    agent = make_agent("planner:bidder", position.game)
    agent.reset(2, 1)
    assert agent.act(position.view(2)) == position.game.actions.ids["pass"]
