"""Fees for the use of track."""

from typing import Any

import pytest
from rail_baron_cards.positions import DONE, STOP, Seat, Table

from railgym.envs.core.game import Game

RIDE = "ride 1 dot, shortest route"
ALL = "GLP, MV, BLS, NSW, IM, GBS"
OTHER = "GLP, MV, BLS, NSW, IM"


def riding(game: Game, *ways: str, start: str = "Chicago", owns: str = "", others: str = "", **fields: Any) -> Table:
    """Seat 0 has ridden these ways and stopped. Seat 1 owns ``others``, or seats 1 and 2 do, parted by a bar."""
    rivals = [Seat(f"{city} - Duluth", owns=lines) for city, lines in zip(("Milwaukee", "Madison"), others.split("|"))]
    seat = Seat(f"{start} - Mankato", owns=owns, **fields)
    rivals += [Seat("Wausau - Duluth")] * (game.num_players - 1 - len(rivals))
    table = Table(game, seat, *rivals, pips=12)
    table.ride(*ways)
    table.play(STOP)
    return table


# --- what is due ---------------------------------------------------------------------------------------------------


def test_fee__is_nothing_for_own_track(small_full: Game) -> None:
    """RB-5.9, RB-R7: not even the bank's thousand."""
    table = riding(small_full, "GLP: Chicago - D23 - D20", owns="GLP")
    assert table.cash == [20_000, 20_000]


def test_fee__is_nothing_without_a_move(small_full: Game) -> None:
    """RB-R7: a train that stands still uses no track."""
    assert riding(small_full, others=ALL).cash == [20_000, 20_000]


def test_fee__is_a_thousand_to_the_bank_for_any_of_its_track(small_full: Game) -> None:
    """RB-R7: once a turn, however many of its railroads and dots are ridden."""
    assert riding(small_full, "GLP: Chicago - D23").cash == [19_000, 20_000]
    table = riding(small_full, "GLP: Chicago - D26", "BLS: D26 - D27 - Milwaukee - Madison")
    assert table.cash == [19_000, 20_000]


def test_fee__is_5_000_to_each_owner_whose_track_was_used(small_full_three: Game) -> None:
    """RB-R7: once to an owner for two of his railroads, and once to each of two owners; the bank's comes on top."""
    one = riding(small_full_three, "GLP: Chicago - D26", "BLS: D26 - D27", others="GLP, BLS|IM")
    assert one.cash == [15_000, 25_000, 20_000]
    two = riding(small_full_three, "GLP: Chicago - D26", "BLS: D26 - D27", others="GLP|BLS")
    assert two.cash == [10_000, 25_000, 25_000]
    bank = riding(small_full_three, "GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24", others="GLP|BLS")
    assert bank.cash == [9_000, 25_000, 25_000]


def test_fee__is_10_000_once_every_railroad_is_owned(small_full_three: Game) -> None:
    """RB-R7: whoever owns them, the mover among them; own track stays free."""
    table = riding(
        small_full_three,
        "GLP: Chicago - D26",
        "BLS: D26 - Chicago",
        "IM: Chicago - D24",
        owns="IM, GBS",
        others="GLP, NSW|BLS, MV",
    )
    assert table.cash == [0, 30_000, 30_000]


def test_fee__is_5_000_again_when_a_railroad_is_the_banks(small_full_three: Game) -> None:
    """RB-R7: seat 0 has to sell to the bank; seat 1 then rides for the lower fee."""
    seats = (
        Seat("Chicago - Mankato", cash=8_000, owns="GBS"),
        Seat("Peoria - Duluth"),
        Seat("Madison - Duluth", owns=OTHER),
    )
    table = Table(small_full_three, *seats, pips=1)
    table.ride("GLP: Chicago - D26")
    table.play("sell GBS to the bank")
    assert table.cash == [0, 20_000, 30_000]
    table.ride("IM: Peoria - D24")
    table.play(STOP)
    assert table.cash == [0, 15_000, 35_000]


def test_fees__fall_due_at_the_end_of_the_turn(small: Game) -> None:
    """RB-R7: after payout, purchases and the second move; the payout can pay them."""
    mover = Seat("Madison - Chicago", at="D23", hand="Milwaukee", cash=1_000, engine="Express")
    table = Table(small, mover, Seat("Wausau - Des Moines", owns="GLP, GBS"), second=1, dice={0: (2,)})
    told = table.play(RIDE)
    assert table.cash == [5_000, 20_000] and not any("pays" in sentence for sentence in told)
    told = table.play(STOP)
    assert "player_0 pays $5,000 to player_1" in told
    assert table.cash == [0, 25_000]


def test_fees__of_both_moves_are_one_turns(small: Game) -> None:
    """RB-R7: 5,000 once, though the owner's track was ridden in both moves."""
    mover = Seat("Madison - Chicago", at="D23", hand="Milwaukee", cash=10_000, engine="Express")
    table = Table(small, mover, Seat("Wausau - Des Moines", owns="GLP, BLS, MV, NSW"), second=1, dice={0: (2,)})
    table.play(RIDE, DONE, "ride 2 dots, shortest route")
    assert table.cash == [14_000 - 5_000, 25_000]


# --- purchases and fees --------------------------------------------------------------------------------------------


def test_purchase__does_not_change_this_turns_fee(small: Game) -> None:
    """RB-R7: who arrived by the bank's track and buys it still owes the thousand."""
    mover = Seat("Madison - Chicago", at="D23", hand="Duluth", cash=20_000)
    table = Table(small, mover, Seat("Wausau - Des Moines"))
    told = table.play(RIDE, "buy GLP", DONE)
    assert "player_0 pays $1,000 to the bank" in told
    assert table.cash[0] == 24_000 - 16_000 - 1_000


@pytest.mark.parametrize("owned", [False, True])
def test_railroad__just_bought_is_the_banks_until_the_turn_ends(small_full: Game, owned: bool) -> None:
    """RB-R7: in the second move it costs the thousand, unless it was owned before; in the next turn it is free."""
    mover = Seat("Madison - Chicago", at="D23", hand="Milwaukee", cash=30_000, engine="Express", owns="BLS" * owned)
    table = Table(small_full, mover, Seat("Wausau - Des Moines", owns="GLP"), second=1, dice={0: (1, 1)})
    table.ride("GLP: D23 - Chicago")
    if not owned:
        table.play("buy BLS")
    table.play(DONE)
    before = table.cash[0]
    table.ride("BLS: Chicago - D26")
    assert table.cash == [before - (5_000 if owned else 6_000), 25_000]
    table.play(STOP, "roll one die first")
    before = table.cash[0]
    table.ride("BLS: D26 - D27")
    table.play(STOP)
    assert table.cash == [before, 25_000]


def test_last_railroad__raises_the_fee_after_this_turn(small_full: Game) -> None:
    """RB-R7: its buyer pays 5,000 in the second move of the same turn; later, coming from other track, 10,000."""
    mover = Seat("Madison - Chicago", at="D23", hand="Green Bay", cash=30_000, owns="GLP", engine="Express")
    other = Seat("Wausau - Des Moines", owns="BLS, MV, NSW, IM")
    table = Table(small_full, mover, other, second=1, dice={0: (2, 1)})
    table.ride("GLP: D23 - Chicago")
    table.play("buy GBS", DONE)
    table.ride("GLP: Chicago - D26", "BLS: D26 - D27")
    assert table.cash == [34_000 - 4_000 - 5_000, 25_000]
    table.play(STOP, "roll one die first")
    table.ride("GLP: D27 - Milwaukee")
    table.play(STOP, STOP, "roll one die first")
    before = table.cash
    table.ride("BLS: Milwaukee - Madison")
    while table["mover"] == 0:
        table.play(STOP)
    assert table.cash == [before[0] - 10_000, before[1] + 10_000]


# --- old rates -----------------------------------------------------------------------------------------------------


def bought_under(game: Game, line: str, at: str, owned: str = "", **fields: Any) -> Table:
    """Seat 0 arrives in Chicago and buys a railroad while the train of seat 1 stands at a dot. It is seat 1's turn."""
    mover = Seat("Madison - Chicago", at="D23", hand="Duluth", cash=30_000, owns=owned)
    other = Seat("Peoria - Duluth", at=at, **fields)
    rest = [Seat("Wausau - Council Bluffs")] * (game.num_players - 2)
    table = Table(game, mover, other, *rest, dice={1: (6, 4)})
    table.play(RIDE, f"buy {line}")
    if DONE in table.legal:
        table.play(DONE)
    assert table["current"] == 1
    return table


def test_train__keeps_the_banks_rate_where_it_stands(small_full: Game) -> None:
    """RB-R7: seat 1 stood on the MV when it was bought: riding it costs 1,000, to the bank, as long as it rides no
    other, in later turns, too."""
    table = bought_under(small_full, "MV", "D10")
    for way in ("MV: D10 - D12", "MV: D12 - D16"):
        before = table.cash
        table.ride(way)
        table.play(STOP)
        assert table.cash == [before[0], before[1] - 1_000]
        table.play(STOP)
        assert table["current"] == 1


def test_old_rate__is_lost_by_riding_another_railroad(small_full: Game) -> None:
    """RB-R7: from Cedar Rapids by the GLP and back to the MV: 5,000 to its owner, and the bank's 1,000."""
    table = bought_under(small_full, "MV", "Cedar Rapids")
    before = table.cash
    table.ride("GLP: Cedar Rapids - D19", "MV: D19 - D16")
    table.play(STOP)
    assert table.cash == [before[0] + 5_000, before[1] - 6_000]


def test_old_rate_of_a_thousand__and_the_banks_are_charged_as_one(small_full: Game) -> None:
    """RB-R10: off the MV, on which the bank's rate was kept, and on by the GLP, which is the bank's: 1,000 in all, and
    nothing for the owner of the MV."""
    table = bought_under(small_full, "MV", "D10")
    before = table.cash
    table.ride("MV: D10 - D12 - D16 - D19", "GLP: D19 - D20")
    assert (table["due_bank"], table["due"].sum()) == (1_000, 0)
    table.play(STOP)
    assert table.cash == [before[0], before[1] - 1_000]


def test_old_rate__is_kept_on_all_railroads_at_which_a_train_stands(small_full_three: Game) -> None:
    """RB-R7: in Peoria the IM is bought, then the MV; riding one loses the other's rate."""
    table = bought_under(small_full_three, "IM", "Peoria")
    table.state["players"]["old_bank"][0, 1] |= table.lines("MV")
    table.state["owner"][0, table.line("MV")] = 2
    before = table.cash
    table.ride("IM: Peoria - D22")
    table.play(STOP)
    assert table.cash == [before[0], before[1] - 1_000, before[2]]
    table.play(STOP, STOP)
    before = table.cash
    table.ride("MV: D22 - Springfield")
    table.play(STOP)
    assert table.cash == [before[0], before[1] - 5_000, before[2] + 5_000]


def test_old_rate__is_not_lost_by_standing_still(small_full: Game) -> None:
    """RB-R7: a turn without a move keeps it."""
    table = bought_under(small_full, "MV", "D10")
    table.play(STOP, STOP)
    before = table.cash
    table.ride("MV: D10 - D12")
    table.play(STOP)
    assert table.cash == [before[0], before[1] - 1_000]


def test_train__that_stands_elsewhere_has_no_old_rate(small_full: Game) -> None:
    """RB-R7: a dot beside the MV is not on it; and the buyer, who rides for nothing, has no old rate either."""
    table = bought_under(small_full, "MV", "D08")
    assert table["players"]["old_bank"].tolist() == [0] * 6
    before = table.cash
    table.ride("GLP: D08 - Cedar Rapids", "MV: Cedar Rapids - D13")
    table.play(STOP)
    assert table.cash == [before[0] + 5_000, before[1] - 6_000]


def test_train__on_the_last_railroads_keeps_the_lower_rate(small_full: Game) -> None:
    """RB-R7: when the last railroad is sold, a train on the MV goes on paying 5,000 there until it rides another."""
    table = bought_under(small_full, "GBS", "D10", owned=OTHER)
    before = table.cash
    table.ride("MV: D10 - D12")
    table.play(STOP)
    assert table.cash == [before[0] + 5_000, before[1] - 5_000]
    table.play(STOP)
    before = table.cash
    table.ride("MV: D12 - D16 - D19", "GLP: D19 - D20")
    table.play(STOP)
    assert table.cash == [before[0] + 10_000, before[1] - 10_000]


def test_lower_rate__is_lost_by_riding_another_railroad(small_full: Game) -> None:
    """RB-R7: off the MV and on it again is 10,000."""
    table = bought_under(small_full, "GBS", "Cedar Rapids", owned=OTHER)
    table.ride("GLP: Cedar Rapids - D19")
    table.play(STOP, STOP)
    before = table.cash
    table.ride("MV: D19 - D16")
    table.play(STOP)
    assert table.cash == [before[0] + 10_000, before[1] - 10_000]


def test_last_railroad__bought_under_a_train_keeps_the_banks_rate_on_itself(small_full: Game) -> None:
    """RB-R7: where a train stands on the last one itself, its old rate is the bank's."""
    table = bought_under(small_full, "MV", "D10", owned="GLP, GBS, BLS, NSW, IM")
    before = table.cash
    table.ride("MV: D10 - D12")
    table.play(STOP)
    assert table.cash == [before[0], before[1] - 1_000]


def test_owner__gets_no_more_than_his_highest_rate(small_full: Game) -> None:
    """RB-R7: 5,000 at the old rate on one of his railroads and 10,000 on another are 10,000."""
    seat = Seat("Chicago - Mankato", old_five="GLP")
    table = Table(small_full, seat, Seat("Milwaukee - Duluth", owns=ALL), pips=5)
    table.ride("GLP: Chicago - D26", "BLS: D26 - D27")
    table.play(STOP)
    assert table.cash == [10_000, 30_000]


def test_old_rates__end_when_the_railroad_is_the_banks_again(small_full_three: Game) -> None:
    """RB-R7: seat 2 kept the bank's rate on the IM and the lower one on all it stood at; seat 0 sells the IM to the
    bank, and whoever buys it later finds nobody with an old rate but those who stand there then."""
    debtor = Seat("Chicago - Mankato", cash=0, owns="IM")
    other = Seat("Milwaukee - Wausau", at="Springfield", old_bank="IM", old_five="IM, MV")
    table = Table(small_full_three, debtor, Seat("Madison - Duluth"), other, pips=1)
    table.ride("GLP: Chicago - D26")
    table.play("sell IM to the bank")
    assert (table.seat(2)["old_bank"], table.seat(2)["old_five"]) == (0, 0)


def test_old_rate__of_one_railroad_outlasts_the_sale_of_another(small_full_three: Game) -> None:
    """RB-R7: the bank's rate on the MV stays when the IM is sold back."""
    debtor = Seat("Chicago - Mankato", cash=0, owns="IM, MV")
    other = Seat("Milwaukee - Wausau", at="Springfield", old_bank="MV")
    table = Table(small_full_three, debtor, Seat("Madison - Duluth"), other, pips=1)
    table.ride("GLP: Chicago - D26")
    table.play("sell IM to the bank")
    assert table.seat(2)["old_bank"] == table.lines("MV")
