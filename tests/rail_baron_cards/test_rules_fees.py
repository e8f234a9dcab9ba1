"""Fees for the use of track."""

from collections.abc import Sequence
from typing import Any

import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import ARRIVING, DONE, STOP, player, ride, rolling

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

RIDE = "ride 1 dot, shortest route"
OTHER = ["GLP", "MV", "BLS", "NSW", "IM"]
ALL = [*OTHER, "GBS"]
RIVAL = {"run": ["Wausau", "Des Moines"]}
Lines = Sequence[str]


def riding(game: Game, *ways: str, owns: Lines = (), others: Sequence[Lines] = ()) -> Position:
    """Seat 0 has ridden these ways from Chicago and stopped. Each of the other seats owns some railroads."""
    rivals = [{"run": ["Milwaukee", "Duluth"], "railroads": lines} for lines in others]
    position = given(game, players=[{"run": ["Chicago", "Mankato"], "railroads": owns}, *rivals], pips=12)
    ride(position, *ways)
    play(position, STOP)
    return position


# --- what is due ---------------------------------------------------------------------------------------------------


def test_fee__is_nothing_for_own_track(small_full: Game) -> None:
    """RB-5.9, RB-R7.2: not even the bank's thousand."""
    position = riding(small_full, "GLP: Chicago - D23 - D20", owns=["GLP"])
    assert position.scores == (20_000, 20_000)


def test_fee__is_nothing_without_a_move(small_full: Game) -> None:
    """RB-R7.2: a train that stands still uses no track."""
    assert riding(small_full, others=[ALL]).scores == (20_000, 20_000)


def test_fee__is_a_thousand_to_the_bank_for_any_of_its_track(small_full: Game) -> None:
    """RB-R7.2: once a turn, however many of its railroads and dots are ridden."""
    assert riding(small_full, "GLP: Chicago - D23").scores == (19_000, 20_000)
    position = riding(small_full, "GLP: Chicago - D26", "BLS: D26 - D27 - Milwaukee - Madison")
    assert position.scores == (19_000, 20_000)


def test_fee__is_5_000_to_each_owner_whose_track_was_used(small_full_three: Game) -> None:
    """RB-R7.2: once to an owner for two of their railroads, and once to each of two owners; the bank's comes on top."""
    one = riding(small_full_three, "GLP: Chicago - D26", "BLS: D26 - D27", others=[["GLP", "BLS"], ["IM"]])
    assert one.scores == (15_000, 25_000, 20_000)
    two = riding(small_full_three, "GLP: Chicago - D26", "BLS: D26 - D27", others=[["GLP"], ["BLS"]])
    assert two.scores == (10_000, 25_000, 25_000)
    bank = riding(
        small_full_three, "GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24", others=[["GLP"], ["BLS"]]
    )
    assert bank.scores == (9_000, 25_000, 25_000)


def test_fee__is_10_000_once_every_railroad_is_owned(small_full_three: Game) -> None:
    """RB-R7.2: owned by any players, the mover included; own track stays free."""
    position = riding(
        small_full_three,
        "GLP: Chicago - D26",
        "BLS: D26 - Chicago",
        "IM: Chicago - D24",
        owns=["IM", "GBS"],
        others=[["GLP", "NSW"], ["BLS", "MV"]],
    )
    assert position.scores == (0, 30_000, 30_000)


def test_fee__is_5_000_again_when_a_railroad_is_the_banks(small_full_three: Game) -> None:
    """RB-R7.2: seat 0 has to sell to the bank; seat 1 then rides for the lower fee."""
    seats = (
        {"run": ["Chicago", "Mankato"], "cash": 8_000, "railroads": ["GBS"]},
        {"run": ["Peoria", "Duluth"]},
        {**RIVAL, "railroads": OTHER},
    )
    position = given(small_full_three, players=seats, pips=1)
    ride(position, "GLP: Chicago - D26")
    play(position, "sell GBS to the bank")
    assert position.scores == (0, 20_000, 30_000)
    ride(position, "IM: Peoria - D24")
    play(position, STOP)
    assert position.scores == (0, 15_000, 35_000)


def test_fees__fall_due_at_the_end_of_the_turn(small: Game) -> None:
    """RB-R7.1: after payout, purchases and the second move; the payout can pay them."""
    mover = {**ARRIVING, "hand": ["Milwaukee"], "cash": 1_000, "engine": "Express"}
    position = given(
        small, players=[mover, {**RIVAL, "railroads": ["GLP", "GBS"]}], pips=5, second_roll=1, random=rolling({0: (2,)})
    )
    told = play(position, RIDE)
    assert position.scores == (5_000, 20_000) and not any("pays" in sentence for sentence in told)
    told = play(position, STOP)
    assert "player_0 pays $5,000 to player_1" in told
    assert position.scores == (0, 25_000)


def test_fees__of_both_moves_are_one_turns(small: Game) -> None:
    """RB-R7.1: 5,000 once, though the owner's track was ridden in both moves."""
    mover = {**ARRIVING, "hand": ["Milwaukee"], "cash": 10_000, "engine": "Express"}
    position = given(
        small,
        players=[mover, {**RIVAL, "railroads": ["GLP", "BLS", "MV", "NSW"]}],
        pips=5,
        second_roll=1,
        random=rolling({0: (2,)}),
    )
    play(position, RIDE, DONE, "ride 2 dots, shortest route")
    assert position.scores == (14_000 - 5_000, 25_000)


# --- purchases and fees --------------------------------------------------------------------------------------------


def test_purchase__does_not_change_this_turns_fee(small: Game) -> None:
    """RB-R7.1: a player who arrived by the bank's track and buys it still owes the thousand."""
    mover = {**ARRIVING, "hand": ["Duluth"], "cash": 20_000}
    position = given(small, players=[mover, RIVAL], pips=5)
    told = play(position, RIDE, "buy GLP", DONE)
    assert "player_0 pays $1,000 to the bank" in told
    assert position.scores[0] == 24_000 - 16_000 - 1_000


@pytest.mark.parametrize("owned", [False, True])
def test_railroad__just_bought_counts_as_the_banks_until_the_turn_ends(small_full: Game, owned: bool) -> None:
    """RB-R7.1: in the second move it costs the thousand, unless it was owned before; in the next turn it is free."""
    mover = {**ARRIVING, "hand": ["Milwaukee"], "cash": 30_000, "engine": "Express", "railroads": ["BLS"] * owned}
    position = given(
        small_full, players=[mover, {**RIVAL, "railroads": ["GLP"]}], pips=5, second_roll=1, random=rolling({0: (1, 1)})
    )
    ride(position, "GLP: D23 - Chicago")
    if not owned:
        play(position, "buy BLS")
    play(position, DONE)
    before = position.scores[0]
    ride(position, "BLS: Chicago - D26")
    assert position.scores == (before - (5_000 if owned else 6_000), 25_000)
    play(position, STOP, "roll one die first")
    before = position.scores[0]
    ride(position, "BLS: D26 - D27")
    play(position, STOP)
    assert position.scores == (before, 25_000)


def test_last_railroad__raises_the_fee_after_this_turn(small_full: Game) -> None:
    """RB-R7.1: its buyer pays 5,000 in the second move of the same turn; later, coming from other track, 10,000."""
    mover = {**ARRIVING, "hand": ["Green Bay"], "cash": 30_000, "railroads": ["GLP"], "engine": "Express"}
    other = {**RIVAL, "railroads": ["BLS", "MV", "NSW", "IM"]}
    position = given(small_full, players=[mover, other], pips=5, second_roll=1, random=rolling({0: (2, 1)}))
    ride(position, "GLP: D23 - Chicago")
    play(position, "buy GBS", DONE)
    ride(position, "GLP: Chicago - D26", "BLS: D26 - D27")
    assert position.scores == (34_000 - 4_000 - 5_000, 25_000)
    play(position, STOP, "roll one die first")
    ride(position, "GLP: D27 - Milwaukee")
    play(position, STOP, STOP, "roll one die first")
    before = position.scores
    ride(position, "BLS: Milwaukee - Madison")
    while written(position)["mover"] == "player_0":
        play(position, STOP)
    assert position.scores == (before[0] - 10_000, before[1] + 10_000)


# --- old rates -----------------------------------------------------------------------------------------------------


def bought_under(game: Game, line: str, at: str, owned: Lines = (), **fields: Any) -> Position:
    """Seat 0 arrives in Chicago and buys a railroad while the train of seat 1 stands at a dot. It is seat 1's turn."""
    mover = {**ARRIVING, "hand": ["Duluth"], "cash": 30_000, "railroads": owned}
    other = {"run": ["Peoria", "Duluth"], "at": at, **fields}
    rest = [{"run": ["Wausau", "Council Bluffs"]}] * (game.num_players - 2)
    position = given(game, players=[mover, other, *rest], pips=5, random=rolling({1: (6, 4)}))
    play(position, RIDE, f"buy {line}")
    if DONE in legal(position):
        play(position, DONE)
    assert position.current_player == 1
    return position


def test_train__keeps_the_banks_rate_where_it_stands(small_full: Game) -> None:
    """RB-R7.3: seat 1 stood on the MV when it was bought: riding it costs 1,000, to the bank, as long as it rides no
    other, in later turns, too."""
    position = bought_under(small_full, "MV", "D10")
    for way in ("MV: D10 - D12", "MV: D12 - D16"):
        before = position.scores
        ride(position, way)
        play(position, STOP)
        assert position.scores == (before[0], before[1] - 1_000)
        play(position, STOP)
        assert position.current_player == 1


def test_old_rate__is_lost_by_riding_another_railroad(small_full: Game) -> None:
    """RB-R7.3: from Cedar Rapids by the GLP and back to the MV: 5,000 to its owner, and the bank's 1,000."""
    position = bought_under(small_full, "MV", "Cedar Rapids")
    before = position.scores
    ride(position, "GLP: Cedar Rapids - D19", "MV: D19 - D16")
    play(position, STOP)
    assert position.scores == (before[0] + 5_000, before[1] - 6_000)


def test_old_rate_of_a_thousand__and_the_banks_are_charged_as_one(small_full: Game) -> None:
    """RB-R10: off the MV, on which the bank's rate was kept, and on by the GLP, which is the bank's: 1,000 in all, and
    nothing for the owner of the MV."""
    position = bought_under(small_full, "MV", "D10")
    before = position.scores
    ride(position, "MV: D10 - D12 - D16 - D19", "GLP: D19 - D20")
    assert (written(position)["due_to_bank"], written(position)["due"]) == (1_000, {})
    play(position, STOP)
    assert position.scores == (before[0], before[1] - 1_000)


def test_old_rate__is_kept_on_all_railroads_at_which_a_train_stands(small_full_three: Game) -> None:
    """RB-R7.3: in Peoria the IM is bought, then the MV; riding one loses the other's rate."""
    found = bought_under(small_full_three, "IM", "Peoria").to_dict()
    found["players"][1]["keeps_bank_rate"].append("MV")
    found["players"][2]["railroads"] = ["MV"]
    position = Position.from_dict(small_full_three, found)
    before = position.scores
    ride(position, "IM: Peoria - D22")
    play(position, STOP)
    assert position.scores == (before[0], before[1] - 1_000, before[2])
    play(position, STOP, STOP)
    before = position.scores
    ride(position, "MV: D22 - Springfield")
    play(position, STOP)
    assert position.scores == (before[0], before[1] - 5_000, before[2] + 5_000)


def test_old_rate__is_not_lost_by_standing_still(small_full: Game) -> None:
    """RB-R7.3: a turn without a move keeps it."""
    position = bought_under(small_full, "MV", "D10")
    play(position, STOP, STOP)
    before = position.scores
    ride(position, "MV: D10 - D12")
    play(position, STOP)
    assert position.scores == (before[0], before[1] - 1_000)


def test_train__that_stands_elsewhere_has_no_old_rate(small_full: Game) -> None:
    """RB-R7.3: a dot beside the MV is not on it; and the buyer, who rides for nothing, has no old rate either."""
    position = bought_under(small_full, "MV", "D08")
    assert [player(position, p)["keeps_bank_rate"] for p in (0, 1)] == [[], []]
    before = position.scores
    ride(position, "GLP: D08 - Cedar Rapids", "MV: Cedar Rapids - D13")
    play(position, STOP)
    assert position.scores == (before[0] + 5_000, before[1] - 6_000)


def test_train__on_the_last_railroads_keeps_the_lower_rate(small_full: Game) -> None:
    """RB-R7.4: when the last railroad is sold, a train on the MV goes on paying 5,000 there until it rides another."""
    position = bought_under(small_full, "GBS", "D10", owned=OTHER)
    before = position.scores
    ride(position, "MV: D10 - D12")
    play(position, STOP)
    assert position.scores == (before[0] + 5_000, before[1] - 5_000)
    play(position, STOP)
    before = position.scores
    ride(position, "MV: D12 - D16 - D19", "GLP: D19 - D20")
    play(position, STOP)
    assert position.scores == (before[0] + 10_000, before[1] - 10_000)


def test_lower_rate__is_lost_by_riding_another_railroad(small_full: Game) -> None:
    """RB-R7.4: off the MV and on it again is 10,000."""
    position = bought_under(small_full, "GBS", "Cedar Rapids", owned=OTHER)
    ride(position, "GLP: Cedar Rapids - D19")
    play(position, STOP, STOP)
    before = position.scores
    ride(position, "MV: D19 - D16")
    play(position, STOP)
    assert position.scores == (before[0] + 10_000, before[1] - 10_000)


def test_last_railroad__bought_under_a_train_keeps_the_banks_rate_on_itself(small_full: Game) -> None:
    """RB-R7.4: where a train stands on the last one itself, its old rate is the bank's."""
    position = bought_under(small_full, "MV", "D10", owned=["GLP", "GBS", "BLS", "NSW", "IM"])
    before = position.scores
    ride(position, "MV: D10 - D12")
    play(position, STOP)
    assert position.scores == (before[0], before[1] - 1_000)


def test_owner__gets_only_the_highest_rate(small_full: Game) -> None:
    """RB-R7.5: 5,000 at the old rate on one of their railroads and 10,000 on another are 10,000."""
    seat = {"run": ["Chicago", "Mankato"], "keeps_lower_rate": ["GLP"]}
    position = given(small_full, players=[seat, {"run": ["Milwaukee", "Duluth"], "railroads": ALL}], pips=5)
    ride(position, "GLP: Chicago - D26", "BLS: D26 - D27")
    play(position, STOP)
    assert position.scores == (10_000, 30_000)


def test_old_rates__end_when_the_railroad_is_the_banks_again(small_full_three: Game) -> None:
    """RB-R7.6: seat 2 kept the bank's rate on the IM and the lower one on all it stood at; seat 0 sells the IM to the
    bank, and after a later purchase only trains that stand on it then have an old rate."""
    debtor = {"run": ["Chicago", "Mankato"], "cash": 0, "railroads": ["IM"]}
    other = {"run": ["Milwaukee", "Wausau"], "at": "Springfield"}
    other |= {"keeps_bank_rate": ["IM"], "keeps_lower_rate": ["IM", "MV"]}
    position = given(small_full_three, players=[debtor, RIVAL, other], pips=1)
    ride(position, "GLP: Chicago - D26")
    play(position, "sell IM to the bank")
    assert (player(position, 2)["keeps_bank_rate"], player(position, 2)["keeps_lower_rate"]) == ([], [])


def test_old_rate__of_one_railroad_outlasts_the_sale_of_another(small_full_three: Game) -> None:
    """RB-R7.6: the bank's rate on the MV stays when the IM is sold back."""
    debtor = {"run": ["Chicago", "Mankato"], "cash": 0, "railroads": ["IM", "MV"]}
    other = {"run": ["Milwaukee", "Wausau"], "at": "Springfield", "keeps_bank_rate": ["MV"]}
    position = given(small_full_three, players=[debtor, RIVAL, other], pips=1)
    ride(position, "GLP: Chicago - D26")
    play(position, "sell IM to the bank")
    assert player(position, 2)["keeps_bank_rate"] == ["MV"]
