"""Debt: forced sales, auctions and bankruptcy. Seat 0 owes the bank 1,000 for the NSW, or another owner 5,000."""

import pytest
from rail_baron_cards.positions import PASS, STOP, Seat, Table

from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases

RIVALS = "Milwaukee - Wausau", "Madison - Duluth", "Springfield - Duluth"


def debtor(game: Game, *others: Seat, owns: str = "", cash: int = 0, order: tuple[int, ...] = ()) -> Table:
    """Seat 0 has ridden the NSW from Minneapolis and cannot pay."""
    seats = [Seat(run, cash=seat.cash, owns=seat.owns) for run, seat in zip(RIVALS, others, strict=False)]
    seats += [Seat(run) for run in RIVALS[len(seats) : game.num_players - 1]]
    table = Table(game, Seat("Minneapolis - Chicago", owns=owns, cash=cash), *seats, pips=2, order=order or None)
    table.ride("NSW: Minneapolis - D07 - Duluth")
    return table


# --- sales ---------------------------------------------------------------------------------------------------------


def test_debtor__sells_to_the_bank_or_puts_up(small_full: Game) -> None:
    """RB-R8: each of his railroads, either way; nothing else may be done."""
    table = debtor(small_full, owns="GLP, IM")
    assert table["phase"] == phases.SELL and table["current"] == 0
    assert table.legal == {"sell GLP to the bank", "auction GLP", "sell IM to the bank", "auction IM"}


def test_player__with_the_money_is_asked_to_sell_nothing(small_full: Game) -> None:
    """RB-R8: 1,000 are enough to pay 1,000."""
    table = debtor(small_full, owns="GLP", cash=1_000)
    assert table["current"] == 1 and table.cash[0] == 0
    assert table.owner("GLP") == 0


@pytest.mark.parametrize(("line", "half"), [("GLP", 8_000), ("MV", 6_500), ("GBS", 2_000)])
def test_bank__pays_half_the_price(small_full: Game, line: str, half: int) -> None:
    """RB-R8: then the fee is paid and the game goes on; the railroad can be bought again."""
    table = debtor(small_full, owns=line)
    told = table.play(f"sell {line} to the bank")
    assert told[0].endswith(f"to the bank for ${half:,}")
    assert table.owner(line) == -1
    assert table.cash[0] == half - 1_000
    assert table["current"] == 1 and table["phase"] == phases.MOVE


def test_debtor__sells_one_at_a_time_until_he_can_pay(small_full: Game) -> None:
    """RB-R8: 2,000 for the GBS are too little for 5,000; another has to go, and he chooses anew; the third stays."""
    table = debtor(small_full, Seat(owns="NSW"), owns="GBS, IM, MV")
    table.play("sell GBS to the bank")
    assert table["phase"] == phases.SELL and table["current"] == 0
    assert table.legal == {"sell IM to the bank", "auction IM", "sell MV to the bank", "auction MV"}
    table.play("sell IM to the bank")
    assert table.cash == [500, 25_000]
    assert table.owner("MV") == 0
    assert table["current"] == 1


def test_sale__does_not_change_what_is_due(small_full: Game) -> None:
    """RB-R7, RB-R8: once all railroads were owned the fee is 10,000, though one has to go back to the bank for it."""
    table = debtor(small_full, Seat(owns="NSW, MV, BLS, GBS"), owns="GLP, IM", cash=2_000)
    assert table["due"][1] == 10_000
    table.play("sell GLP to the bank")
    assert table.cash == [0, 30_000]


# --- auctions ------------------------------------------------------------------------------------------------------


def test_auction__begins_at_half_the_price(small_full: Game) -> None:
    """RB-R8: the least bid for the GLP is 8,000; higher ones go by 500, up to the bidder's cash."""
    table = debtor(small_full, Seat(cash=10_200), owns="GLP")
    told = table.play("auction GLP")
    assert told[-1] == "player_0 puts Great Lakes & Prairie up for auction from $8,000"
    assert table["phase"] == phases.AUCTION and table["current"] == 1
    assert table.legal == {PASS, *(f"bid {amount} for GLP" for amount in (8_000, 8_500, 9_000, 9_500, 10_000))}


def test_auction__asks_the_others_in_the_order_of_play(small_four: Game) -> None:
    """RB-R8: after the debtor 2 come 1, 0 and 3, round and round, whoever bids 500 more; the debtor is not asked."""
    seats = [Seat("Milwaukee - Wausau"), Seat("Madison - Duluth"), Seat("Minneapolis - Chicago", cash=0, owns="GLP")]
    table = Table(small_four, *seats, Seat("Springfield - Duluth"), mover=2, order=(3, 2, 1, 0), pips=1)
    table.play("ride 1 dot, shortest route")
    table.play("auction GLP")
    asked = []
    for amount in range(8_000, 11_001, 500):
        asked.append(int(table["current"]))
        table.play(f"bid {amount} for GLP")
    assert asked == [1, 0, 3, 1, 0, 3, 1]


def test_auction__goes_to_the_highest_bid(small_four: Game) -> None:
    """RB-R8: the bidder pays the debtor his bid; the debtor pays what he owes."""
    table = auction(small_four, "GLP")
    told = table.play("bid 8000 for GLP", "bid 12500 for GLP", PASS, PASS)
    assert "player_2 buys Great Lakes & Prairie from player_0 for $12,500" in told
    assert table.owner("GLP") == 2
    assert table.cash == [11_500, 20_000, 7_500, 20_000]
    assert table["current"] == 1 and table["phase"] == phases.MOVE
    assert (table["lot"], table["lot_bid"], table["lot_bidder"], table["lot_passed"]) == (-1, 0, -1, 0)


def auction(game: Game, line: str, *others: Seat) -> Table:
    """Seat 0 has had to put a railroad up; the dots are ridden along a route."""
    seats = [Seat(run, cash=seat.cash, owns=seat.owns) for run, seat in zip(RIVALS, others, strict=False)]
    seats += [Seat(run) for run in RIVALS[len(seats) : game.num_players - 1]]
    table = Table(game, Seat("Minneapolis - Chicago", cash=0, owns=line), *seats, pips=1)
    table.play("ride 1 dot, shortest route", f"auction {line}")
    return table


def test_pass__is_final(small_four: Game) -> None:
    """RB-R8: who has passed is not asked again, though others go on bidding."""
    table = auction(small_four, "GLP")
    table.play(PASS)
    asked = []
    for amount in (8_000, 8_500, 9_000, 9_500):
        asked.append(int(table["current"]))
        table.play(f"bid {amount} for GLP")
    assert asked == [2, 3, 2, 3]
    table.play(PASS)
    assert table.owner("GLP") == 3  # neither 1 nor 2 is asked once more


def test_bidder__is_not_asked_to_outbid_himself(small_three: Game) -> None:
    """RB-R8: when all others have passed, the railroad is his at his bid."""
    table = auction(small_three, "GLP")
    told = table.play("bid 8000 for GLP", PASS)
    assert "player_1 buys Great Lakes & Prairie from player_0 for $8,000" in told


def test_bid__is_never_above_the_bidders_cash(small_three: Game) -> None:
    """RB-R8: who cannot bid 500 more is not asked any more."""
    table = auction(small_three, "GLP", Seat(cash=9_000), Seat(cash=9_500))
    assert "bid 9000 for GLP" in table.legal and "bid 9500 for GLP" not in table.legal
    told = table.play("bid 8500 for GLP", "bid 9000 for GLP")
    assert "player_2 buys Great Lakes & Prairie from player_0 for $9,000" in told
    assert table.owner("GLP") == 2
    assert table.cash[2] == 500


def test_bid__rises_by_20_000_at_most(small_three: Game) -> None:
    """RB-R8: from 8,000 at once to 28,000, and from there to 48,500."""
    table = auction(small_three, "GLP", Seat(cash=100_000), Seat(cash=100_000))
    assert len(table.legal) == 42
    assert "bid 28000 for GLP" in table.legal and "bid 28500 for GLP" not in table.legal
    table.play("bid 28000 for GLP")
    assert "bid 28500 for GLP" in table.legal and "bid 48500 for GLP" in table.legal
    assert "bid 28000 for GLP" not in table.legal and "bid 49000 for GLP" not in table.legal


def test_auction__without_a_bid_sells_to_the_bank(small_four: Game) -> None:
    """RB-R8: at half the price."""
    table = auction(small_four, "GLP")
    told = table.play(PASS, PASS, PASS)
    assert "player_0 sells Great Lakes & Prairie to the bank for $8,000" in told
    assert table.owner("GLP") == -1
    assert table.cash[0] == 7_000


def test_auction__is_not_held_where_nobody_could_bid(small_full_three: Game) -> None:
    """RB-R8: with 7,500 in every other hand the GLP can only be sold to the bank; the IM could be put up."""
    table = debtor(small_full_three, Seat(cash=7_500), Seat(cash=7_500), owns="GLP, IM")
    assert table.legal == {"sell GLP to the bank", "sell IM to the bank", "auction IM"}


def test_auction__passes_over_those_without_the_money(small_three: Game) -> None:
    """RB-R8: seat 1 cannot bid 8,000, seat 2 is asked."""
    table = auction(small_three, "GLP", Seat(cash=7_500), Seat(cash=8_000))
    assert table["current"] == 2


def test_auction__passes_over_those_who_are_out(small_four: Game) -> None:
    """RB-R8: a bankrupt player is asked for nothing."""
    seats = [Seat("Minneapolis - Chicago", cash=0, owns="GLP"), Seat(out=1, cash=0)]
    table = Table(small_four, *seats, Seat("Madison - Duluth"), Seat("Springfield - Duluth"), pips=1)
    table.play("ride 1 dot, shortest route", "auction GLP")
    assert table["current"] == 2
    table.play(PASS)
    assert table["current"] == 3


# --- bankruptcy ----------------------------------------------------------------------------------------------------


def test_bankrupt__is_out_and_what_there_is_is_paid_in_proportion(small_full_three: Game) -> None:
    """RB-R8: of 11,000 owed, 1,000 to the bank and 5,000 to each of two, 7,000 are there: 3,181 to each, rounded down
    to 3,000."""
    seat = Seat("Chicago - Mankato", cash=7_000)
    table = Table(
        small_full_three, seat, Seat("Milwaukee - Wausau", owns="GLP"), Seat("Madison - Duluth", owns="BLS"), pips=3
    )
    told = table.ride("GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24")
    [sentence] = [
        line for line in told if line.startswith("player_0 owes $11,000, cannot pay, and is out of the game: ")
    ]
    assert sentence.endswith("share the cash in proportion, rounded down to $500, and the rest goes to the bank")
    assert table.cash == [0, 23_000, 23_000]
    assert table["out"].tolist() == [1, 0, 0, 0, 0, 0]
    assert table["current"] == table["mover"] == 1


def test_bankrupt__pays_unequal_creditors_in_proportion(small_full_three: Game) -> None:
    """RB-R8: 10,000 to one and 5,000 to the other, at the rate kept on the BLS: of 7,000 they get 4,500 and 2,000."""
    seat = Seat("Chicago - Mankato", cash=7_000, old_five="BLS")
    rivals = Seat("Milwaukee - Wausau", owns="GLP, MV, NSW"), Seat("Madison - Duluth", owns="BLS, IM, GBS")
    table = Table(small_full_three, seat, *rivals, pips=2)
    table.ride("BLS: Chicago - D26", "GLP: D26 - Chicago")
    assert table.cash == [0, 24_500, 22_000]


def test_bankrupt__leaves_the_rest_of_the_cash_to_the_bank(small_full_three: Game) -> None:
    """RB-R11: what the bank is owed and what rounding leaves: of 7,000, 3,000 go to each of two, and 1,000 out of the
    game."""
    seat = Seat("Chicago - Mankato", cash=7_000)
    owners = Seat("Milwaukee - Wausau", owns="GLP"), Seat("Madison - Duluth", owns="BLS")
    table = Table(small_full_three, seat, *owners, pips=3)
    table.ride("GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24")
    assert sum(table.cash) == 47_000 - 1_000 and table.cash[0] == 0
    assert (table["due_bank"], table["due"].sum()) == (0, 0)


def test_bankrupt__sells_everything_first(small_full_three: Game) -> None:
    """RB-R8: only when nothing is left to sell."""
    table = debtor(small_full_three, Seat(owns="NSW"), owns="GBS, IM", cash=0)
    table.state["due"][0, 2] = 5_000  # and another 5,000
    table.play("sell GBS to the bank")
    assert table["out"][0] == 0
    table.play("sell IM to the bank")
    assert table["out"][0] == 1
    assert table.cash == [0, 22_500, 22_500]
    assert (table["owner"] == 0).sum() == 0


def test_bankrupt__discards_all_cards(small_three: Game) -> None:
    """RB-R8: hand, start and destination are shuffled into the next deck like any used card."""
    mover = Seat("Minneapolis - Chicago", cash=0, hand="Peoria, Wausau")
    table = Table(small_three, mover, Seat("Milwaukee - Wausau"), Seat("Madison - Duluth"), pips=1)
    table.play("ride 1 dot, shortest route")
    assert sorted(table.heap("pile")) == ["Chicago", "Minneapolis", "Peoria", "Wausau"]
    assert table.hand(0) == [] and table.run(0) == ""


def test_bankrupt__has_no_more_turns(small_three: Game) -> None:
    """RB-R8: the others go on without him, also where he was the first in the order."""
    mover = Seat("Minneapolis - Chicago", cash=0)
    table = Table(small_three, mover, Seat("Milwaukee - Wausau"), Seat("Madison - Duluth"), pips=1, round=7)
    table.play("ride 1 dot, shortest route")
    movers = []
    for _ in range(5):
        movers.append((int(table["round"]), int(table["mover"])))
        table.play(STOP)
    assert movers == [(7, 1), (7, 2), (8, 1), (8, 2), (9, 1)]


def test_last_one_left__wins(small: Game) -> None:
    """RB-R8: the other is bankrupt; the game is over at once."""
    table = Table(small, Seat("Minneapolis - Chicago", cash=500), Seat("Milwaukee - Wausau", cash=500), pips=1)
    told = table.play("ride 1 dot, shortest route")
    assert table["terminated"] == 1
    assert small.end_reasons[table["end_reason"]] == "all other players are bankrupt"
    assert told[-1] == "player_1 wins with $500"
    assert table.payoff == [-1, 1]
