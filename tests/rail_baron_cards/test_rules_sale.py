"""Debt: forced sales, auctions and bankruptcy. Seat 0 owes the bank 1,000 for the NSW, or another owner 5,000."""

from collections.abc import Sequence
from typing import Any

import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import PASS, RIVAL, STOP, cities, owner, payoffs, player, ride

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

DEBTOR = {"run": ["Minneapolis", "Chicago"], "cash": 0}
RIDER = {"run": ["Chicago", "Mankato"], "cash": 7_000}
RIDE = "ride 1 dot, shortest route"


def rivals(game: Game, others: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """All players but seat 0, with what the first of them have."""
    return [{**RIVAL, **other} for other in (*others, *[{}] * (game.num_players - 1 - len(others)))]


def debtor(game: Game, *others: dict[str, Any], **fields: Any) -> Position:
    """Seat 0 has ridden the NSW from Minneapolis and cannot pay."""
    position = given(game, players=[{**DEBTOR, **fields}, *rivals(game, others)], pips=2)
    ride(position, "NSW: Minneapolis/St. Paul - D07 - Duluth")
    return position


# --- sales ---------------------------------------------------------------------------------------------------------


def test_debtor__sells_to_the_bank_or_at_auction(small_full: Game) -> None:
    """RB-R8.1: each of their railroads, either way; nothing else is legal."""
    position = debtor(small_full, railroads=["GLP", "IM"])
    assert position.phase == "sell a railroad" and position.current_player == 0
    assert legal(position) == {"sell GLP to the bank", "auction GLP", "sell IM to the bank", "auction IM"}


def test_player__with_enough_cash_need_not_sell(small_full: Game) -> None:
    """RB-R8.1: 1,000 are enough to pay 1,000."""
    position = debtor(small_full, railroads=["GLP"], cash=1_000)
    assert position.current_player == 1 and position.scores[0] == 0
    assert "GLP" in player(position, 0)["railroads"]


@pytest.mark.parametrize(("line", "half"), [("GLP", 8_000), ("MV", 6_500), ("GBS", 2_000)])
def test_bank__pays_half_the_price(small_full: Game, line: str, half: int) -> None:
    """RB-R8.1: then the fee is paid and the game goes on; the railroad can be bought again."""
    position = debtor(small_full, railroads=[line])
    told = play(position, f"sell {line} to the bank")
    assert told[0].endswith(f"to the bank for ${half:,}")
    assert owner(position, line) == -1
    assert position.scores[0] == half - 1_000
    assert position.current_player == 1 and position.phase == "move"


def test_debtor__sells_one_at_a_time_until_the_debt_is_covered(small_full: Game) -> None:
    """RB-R8.1: 2,000 for the GBS are too little for 5,000; another has to go, by a new choice; the third stays."""
    position = debtor(small_full, {"railroads": ["NSW"]}, railroads=["GBS", "IM", "MV"])
    play(position, "sell GBS to the bank")
    assert position.phase == "sell a railroad" and position.current_player == 0
    assert legal(position) == {"sell IM to the bank", "auction IM", "sell MV to the bank", "auction MV"}
    play(position, "sell IM to the bank")
    assert position.scores == (500, 25_000)
    assert "MV" in player(position, 0)["railroads"]
    assert position.current_player == 1


def test_sale__does_not_change_what_is_due(small_full: Game) -> None:
    """RB-R7.2, RB-R8.1: once all railroads were owned the fee is 10,000, though one has to go back to the bank for
    it."""
    position = debtor(small_full, {"railroads": ["NSW", "MV", "BLS", "GBS"]}, railroads=["GLP", "IM"], cash=2_000)
    assert written(position)["due"] == {"player_1": 10_000}
    play(position, "sell GLP to the bank")
    assert position.scores == (0, 30_000)


# --- auctions ------------------------------------------------------------------------------------------------------


def test_auction__begins_at_half_the_price(small_full: Game) -> None:
    """RB-R8.2: the least bid for the GLP is 8,000; higher ones go by 500, up to the bidder's cash."""
    position = debtor(small_full, {"cash": 10_200}, railroads=["GLP"])
    told = play(position, "auction GLP")
    assert told[-1] == "player_0 puts Great Lakes & Prairie up for auction from $8,000"
    assert position.phase == "bid for a railroad" and position.current_player == 1
    assert legal(position) == {PASS, *(f"bid {amount} for GLP" for amount in (8_000, 8_500, 9_000, 9_500, 10_000))}


def test_auction__asks_the_others_in_the_order_of_play(small_four: Game) -> None:
    """RB-R8.2: after the debtor 2 come 1, 0 and 3, round and round, while they bid 500 more; the debtor is not
    asked."""
    position = given(
        small_four,
        players=[RIVAL, RIVAL, {**DEBTOR, "railroads": ["GLP"]}, RIVAL],
        current_player="player_2",
        order=["player_3", "player_2", "player_1", "player_0"],
        pips=1,
    )
    play(position, RIDE, "auction GLP")
    asked = []
    for amount in range(8_000, 11_001, 500):
        asked.append(position.current_player)
        play(position, f"bid {amount} for GLP")
    assert asked == [1, 0, 3, 1, 0, 3, 1]


def test_auction__goes_to_the_highest_bid(small_four: Game) -> None:
    """RB-R8.3: the bidder pays the debtor, and the debtor pays the fees."""
    position = auction(small_four)
    told = play(position, "bid 8000 for GLP", "bid 12500 for GLP", PASS, PASS)
    assert "player_2 buys Great Lakes & Prairie from player_0 for $12,500" in told
    assert "GLP" in player(position, 2)["railroads"]
    assert position.scores == (11_500, 20_000, 7_500, 20_000)
    assert position.current_player == 1 and position.phase == "move"
    assert "auction" not in position.to_dict()


def auction(game: Game, *others: dict[str, Any]) -> Position:
    """Seat 0 has had to put the GLP up; the dots are ridden along a route."""
    position = given(game, players=[{**DEBTOR, "railroads": ["GLP"]}, *rivals(game, others)], pips=1)
    play(position, RIDE, "auction GLP")
    return position


def test_pass__is_final(small_four: Game) -> None:
    """RB-R8.3: who has passed is not asked again, though others go on bidding."""
    position = auction(small_four)
    play(position, PASS)
    asked = []
    for amount in (8_000, 8_500, 9_000, 9_500):
        asked.append(position.current_player)
        play(position, f"bid {amount} for GLP")
    assert asked == [2, 3, 2, 3]
    play(position, PASS)
    assert "GLP" in player(position, 3)["railroads"]  # neither 1 nor 2 is asked once more


def test_bidder__is_not_asked_to_outbid_their_own_bid(small_three: Game) -> None:
    """RB-R8.3: when all others have passed, the bidder gets the railroad."""
    position = auction(small_three)
    told = play(position, "bid 8000 for GLP", PASS)
    assert "player_1 buys Great Lakes & Prairie from player_0 for $8,000" in told


def test_bid__is_never_above_the_bidders_cash(small_three: Game) -> None:
    """RB-R8.2: who cannot bid 500 more is not asked any more."""
    position = auction(small_three, {"cash": 9_000}, {"cash": 9_500})
    assert "bid 9000 for GLP" in legal(position) and "bid 9500 for GLP" not in legal(position)
    told = play(position, "bid 8500 for GLP", "bid 9000 for GLP")
    assert "player_2 buys Great Lakes & Prairie from player_0 for $9,000" in told
    assert "GLP" in player(position, 2)["railroads"]
    assert position.scores[2] == 500


def test_bid__rises_by_20_000_at_most(small_three: Game) -> None:
    """RB-R8.2: from 8,000 at once to 28,000, and from there to 48,500."""
    position = auction(small_three, {"cash": 100_000}, {"cash": 100_000})
    assert len(legal(position)) == 42
    assert "bid 28000 for GLP" in legal(position) and "bid 28500 for GLP" not in legal(position)
    play(position, "bid 28000 for GLP")
    assert "bid 28500 for GLP" in legal(position) and "bid 48500 for GLP" in legal(position)
    assert "bid 28000 for GLP" not in legal(position) and "bid 49000 for GLP" not in legal(position)


def test_auction__without_a_bid_sells_to_the_bank(small_four: Game) -> None:
    """RB-R8.3: at half the price."""
    position = auction(small_four)
    told = play(position, PASS, PASS, PASS)
    assert "player_0 sells Great Lakes & Prairie to the bank for $8,000" in told
    assert owner(position, "GLP") == -1
    assert position.scores[0] == 7_000


def test_auction__is_illegal_where_no_player_could_bid(small_full_three: Game) -> None:
    """RB-R8.1: with 7,500 in every other hand the GLP can only be sold to the bank; the IM could be put up."""
    position = debtor(small_full_three, {"cash": 7_500}, {"cash": 7_500}, railroads=["GLP", "IM"])
    assert legal(position) == {"sell GLP to the bank", "sell IM to the bank", "auction IM"}


def test_auction__skips_players_without_the_cash(small_three: Game) -> None:
    """RB-R8.3: seat 1 cannot bid 8,000, seat 2 is asked."""
    position = auction(small_three, {"cash": 7_500}, {"cash": 8_000})
    assert position.current_player == 2


def test_auction__skips_players_who_are_out(small_four: Game) -> None:
    """RB-R8.3: a bankrupt player is asked for nothing."""
    players = [{**DEBTOR, "railroads": ["GLP"]}, {"out": 1, "cash": 0}, RIVAL, RIVAL]
    position = given(small_four, players=players, pips=1)
    play(position, RIDE, "auction GLP")
    assert position.current_player == 2
    play(position, PASS)
    assert position.current_player == 3


# --- bankruptcy ----------------------------------------------------------------------------------------------------


def test_bankrupt__is_out_and_pays_in_proportion(small_full_three: Game) -> None:
    """RB-R8.4: of 11,000 owed, 1,000 to the bank and 5,000 to each of two, 7,000 are there: 3,181 to each, rounded down
    to 3,000."""
    owners = {**RIVAL, "railroads": ["GLP"]}, {**RIVAL, "railroads": ["BLS"]}
    position = given(small_full_three, players=[RIDER, *owners], pips=3)
    told = ride(position, "GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24")
    [sentence] = [
        line for line in told if line.startswith("player_0 owes $11,000, cannot pay, and is out of the game: ")
    ]
    assert sentence.endswith("share the cash in proportion, rounded down to $500, and the rest goes to the bank")
    assert position.scores == (0, 23_000, 23_000)
    assert [player(position, p)["out"] for p in range(3)] == [1, 0, 0]
    assert (position.current_player, written(position)["mover"]) == (1, "player_1")


def test_bankrupt__pays_unequal_creditors_in_proportion(small_full_three: Game) -> None:
    """RB-R8.4: 10,000 to one and 5,000 to the other, at the rate kept on the BLS: of 7,000 they get 4,500 and 2,000."""
    seat = {**RIDER, "keeps_lower_rate": ["BLS"]}
    owners = {**RIVAL, "railroads": ["GLP", "MV", "NSW"]}, {**RIVAL, "railroads": ["BLS", "IM", "GBS"]}
    position = given(small_full_three, players=[seat, *owners], pips=2)
    ride(position, "BLS: Chicago - D26", "GLP: D26 - Chicago")
    assert position.scores == (0, 24_500, 22_000)


def test_bankrupt__leaves_the_rest_of_the_cash_to_the_bank(small_full_three: Game) -> None:
    """RB-R11: what the bank is owed and what rounding leaves: of 7,000, 3,000 go to each of two, and 1,000 out of the
    game."""
    owners = {**RIVAL, "railroads": ["GLP"]}, {**RIVAL, "railroads": ["BLS"]}
    position = given(small_full_three, players=[RIDER, *owners], pips=3)
    ride(position, "GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24")
    assert sum(position.scores) == 47_000 - 1_000 and position.scores[0] == 0
    assert (written(position)["due_to_bank"], written(position)["due"]) == (0, {})


def test_bankrupt__sells_everything_first(small_full_three: Game) -> None:
    """RB-R8.4: only when nothing is left to sell."""
    found = debtor(small_full_three, {"railroads": ["NSW"]}, railroads=["GBS", "IM"]).to_dict()
    found["due"]["player_2"] = 5_000  # and another 5,000
    position = Position.from_dict(small_full_three, found)
    play(position, "sell GBS to the bank")
    assert player(position, 0)["out"] == 0
    play(position, "sell IM to the bank")
    assert player(position, 0)["out"] == 1
    assert position.scores == (0, 22_500, 22_500)
    assert player(position, 0)["railroads"] == []


def test_bankrupt__discards_all_cards(small_three: Game) -> None:
    """RB-R8.4: hand, start and destination are shuffled into the next deck like any used card."""
    mover = {**DEBTOR, "hand": ["Peoria", "Wausau"]}
    position = given(small_three, players=[mover, RIVAL, RIVAL], pips=1)
    play(position, RIDE)
    assert sorted(cities(written(position)["pile"])) == ["Chicago", "Minneapolis", "Peoria", "Wausau"]
    assert player(position, 0)["hand"] == player(position, 0)["run"] == []


def test_bankrupt__has_no_more_turns(small_three: Game) -> None:
    """RB-R8.4: the others go on, even if the bankrupt player was the first in the order."""
    position = given(small_three, players=[DEBTOR, RIVAL, RIVAL], pips=1, round=7)
    play(position, RIDE)
    movers = []
    for _ in range(5):
        movers.append((written(position)["round"], position.current_player))
        play(position, STOP)
    assert movers == [(7, 1), (7, 2), (8, 1), (8, 2), (9, 1)]


def test_last_one_left__wins(small: Game) -> None:
    """RB-R8.5: the other is bankrupt; the game is over at once."""
    position = given(small, players=[{**DEBTOR, "cash": 500}, {**RIVAL, "cash": 500}], pips=1)
    told = play(position, RIDE)
    assert position.end_reason == "all other players are bankrupt"
    assert told[-1] == "player_1 wins with $500"
    assert payoffs(position) == [-1, 1]
