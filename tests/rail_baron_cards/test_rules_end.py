"""How a game ends, who wins, and what everyone is paid."""

from typing import Any

import numpy as np
import pytest
from rail_baron_cards.positions import STOP, Seat, Table, dealt

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases

RIDE = "ride 1 dot, shortest route"
RICH, LAST_ONE, LIMIT = "a player has the money to win", "all other players are bankrupt", "the last round was played"


def variant(**options: Any) -> Game:
    return make_game("rail_baron_cards_v0", board="small", **options)


def reason(table: Table) -> str:
    return table.game.end_reasons[int(table["end_reason"])]


def arriving(game: Game, cash: int, *others: Seat, **settings: Any) -> Table:
    """Seat 0 is one dot from Chicago, where 4,000 are to be earned."""
    return Table(game, Seat("Madison - Chicago", at="D23", hand="Duluth", cash=cash), *others, **settings)


# --- the money to win ----------------------------------------------------------------------------------------------


def test_game__is_won_by_the_first_with_200_000(two: Game) -> None:
    """RB-1.1, RB-6.2: the moment the payout is there: no purchase, no new destination, no fee."""
    start, at = "Chicago", two.board.dots[neighbour(two, "Louisville")].name
    table = Table(two, Seat(f"{start} - Louisville", at=at, hand="Seattle", cash=197_000), Seat("Miami - Denver"))
    told = table.play(RIDE)
    assert told[-2:] == ["player_0 arrives in Louisville and is paid $3,000", "player_0 wins with $200,000"]
    assert table["terminated"] == 1 and reason(table) == RICH
    assert table.cash[0] == 200_000
    assert not two.rules.legal(table.state).any()


def neighbour(game: Game, city: str) -> int:
    """A dot beside a city."""
    dot = Table(game).dot(city)
    return next(sum((s.a, s.b)) - dot for s in game.board.sections if dot in (s.a, s.b))


def test_game__is_not_won_with_less(small: Game) -> None:
    """RB-6.2: 199,500 are not enough."""
    table = arriving(small, 195_500)
    table.play(RIDE)
    assert table.cash[0] == 199_500
    assert table["terminated"] == 0 and table["phase"] == phases.PURCHASE


def test_game__is_won_by_cash_alone(small: Game) -> None:
    """RB-1.1: railroads do not count towards it."""
    rich = Seat("Milwaukee - Des Moines", cash=190_000, owns="GLP, MV, BLS, NSW, IM, GBS")
    table = arriving(small, 20_000, rich)
    table.play(STOP)
    assert table["terminated"] == 0


def test_winner__need_not_go_home(small: Game) -> None:
    """RB-6.3: a fee received anywhere wins; the train stays where it is."""
    table = Table(
        small,
        Seat("Chicago - Mankato", cash=20_000),
        Seat("Milwaukee - Duluth", at="D10", cash=195_000, owns="GLP, IM, BLS, MV"),
        pips=1,
    )
    table.play(RIDE)
    assert table["terminated"] == 1 and table.at(1) == "D10"
    assert table.payoff == [-1, 1]


def test_game__is_won_on_anothers_turn(small_three: Game) -> None:
    """RB-R9, RB-6.2: by a fee; the mover's turn is the last, nobody else moves."""
    table = Table(
        small_three,
        Seat("Chicago - Mankato", cash=50_000),
        Seat("Milwaukee - Duluth", cash=20_000),
        Seat("Madison - Duluth", cash=195_000, owns="GLP, IM, BLS, MV"),
        pips=1,
    )
    told = table.play(RIDE)
    assert told[-2:] == ["player_0 pays $5,000 to player_2", "player_2 wins with $200,000"]
    assert reason(table) == RICH
    assert table.payoff == [0, -1, 1]  # behind the winner by cash and half the price of railroads


def both_paid(game: Game, first: int, second: int, order: tuple[int, ...] = (0, 1, 2)) -> Table:
    """Seats 1 and 2, with this cash, are paid 5,000 each."""
    table = Table(
        game,
        Seat("Chicago - Mankato", cash=50_000),
        Seat("Milwaukee - Duluth", cash=first, owns="GLP, MV"),
        Seat("Madison - Duluth", cash=second, owns="BLS, IM"),
        pips=2,
        order=order,
    )
    table.ride("GLP: Chicago - D26", "BLS: D26 - Chicago")
    assert table["terminated"] == 1
    return table


def test_several_with_the_money__are_ranked_by_cash(small_full_three: Game) -> None:
    """RB-R9: all fees of a turn are paid before anyone's cash is tested; the most wins."""
    assert both_paid(small_full_three, 195_000, 195_500).payoff == [-1, 0, 1]
    assert both_paid(small_full_three, 195_500, 195_000).payoff == [-1, 1, 0]


@pytest.mark.parametrize(
    ("order", "payoff"), [((0, 1, 2), [-1, 1, 0]), ((0, 2, 1), [-1, 0, 1]), ((2, 1, 0), [-1, 0, 1])]
)
def test_several_with_equal_cash__are_ranked_by_the_order_of_play(
    small_full_three: Game, order: tuple[int, ...], payoff: list[int]
) -> None:
    """RB-R9: the first in the order of the bids wins, and alone."""
    assert both_paid(small_full_three, 195_000, 195_000, order).payoff == payoff


def test_debtor__wins_by_a_sale_that_brings_the_money() -> None:
    """RB-R9: a sale is a payment, too; what he owes is not asked for any more."""
    game = variant(num_players=3, goal=25_000)
    rich = Seat("Milwaukee - Wausau", cash=24_500)
    table = Table(game, Seat("Minneapolis - Chicago", cash=500, owns="GLP"), rich, pips=1)
    table.play(RIDE, "auction GLP", "bid 24500 for GLP")
    assert table["terminated"] == 1 and reason(table) == RICH
    assert table.cash[0] == 25_000 and table.payoff[0] == 1


def test_creditor__of_a_bankrupt_can_win(small_three: Game) -> None:
    """RB-R9: what is left of the debtor's cash is a payment, too."""
    table = Table(
        small_three,
        Seat("Chicago - Mankato", cash=4_500),
        Seat("Milwaukee - Duluth", cash=195_500, owns="GLP, IM, BLS, MV"),
        pips=1,
    )
    table.play(RIDE)
    assert reason(table) == RICH
    assert table.payoff == [-1, 1, 0]


def test_goal__can_be_chosen() -> None:
    """RB-6.2: option goal: the game is over with 30,000."""
    table = arriving(variant(goal=30_000), 26_000)
    table.play(RIDE)
    assert table["terminated"] == 1 and reason(table) == RICH


# --- the last round ------------------------------------------------------------------------------------------------


def last_round(game: Game, *seats: Seat, mover: int, **settings: Any) -> Table:
    return Table(game, *seats, mover=mover, round=200, **settings)


def test_game__ends_after_200_rounds(small_three: Game) -> None:
    """RB-R9: when the last in the order of play has had his turn; not before."""
    table = Table(small_three, mover=0, round=200)
    for _ in range(2):
        table.play(STOP)
        assert table["terminated"] == 0
    table.play(STOP)
    assert table["terminated"] == 1 and reason(table) == LIMIT
    table = Table(small_three, mover=2, round=199)
    table.play(STOP)
    assert table["terminated"] == 0 and table["round"] == 200


def test_last_round__can_be_chosen() -> None:
    """RB-R9: option max_rounds."""
    table = Table(variant(max_rounds=3), mover=1, round=3)
    table.play(STOP)
    assert reason(table) == LIMIT


def test_last_round__is_decided_by_cash_and_half_the_price_of_railroads(small_three: Game) -> None:
    """RB-R9: 12,000 with the GLP are worth 20,000, 19,500 alone a little less; 13,000 with the MV less again."""
    seats = Seat(cash=19_500), Seat(cash=12_000, owns="GLP"), Seat(cash=12_500, owns="MV")
    table = last_round(small_three, *seats, mover=2)
    told = table.play(STOP)
    assert told[-1] == "player_1 wins with $12,000"
    assert table.payoff == [0, 1, -1]


def test_engines__count_for_nothing_in_the_end(small: Game) -> None:
    """RB-R9"""
    table = last_round(small, Seat(cash=20_000, engine="Superchief"), Seat(cash=20_500), mover=1)
    table.play(STOP)
    assert table.payoff == [-1, 1]


def test_last_round__is_shared_by_equals(small_three: Game) -> None:
    """RB-R9: two of the same worth share the first two ranks, and the third is last."""
    seats = Seat(cash=20_000), Seat(cash=10_000), Seat(cash=12_000, owns="GLP")
    table = last_round(small_three, *seats, mover=2)
    told = table.play(STOP)
    assert told[-2:] == ["player_0 wins with $20,000", "player_2 wins with $12,000"]
    assert table.payoff == [0.5, -1, 0.5]


# --- ranks ---------------------------------------------------------------------------------------------------------


def test_seats__are_paid_by_rank(small_four: Game) -> None:
    """RB-R9: from +1 to -1 in even steps: the winner, then by worth."""
    others = Seat(cash=150_000), Seat(cash=145_000, owns="GLP"), Seat(cash=10_000)
    table = arriving(small_four, 196_000, *others)
    table.play(RIDE)
    assert table.payoff == [1, round(-1 / 3, 4), round(1 / 3, 4), -1]


def test_winner__is_ranked_first_whatever_the_others_are_worth(small: Game) -> None:
    """RB-R9: 200,000 in cash beat 199,500 with all railroads."""
    table = arriving(small, 196_000, Seat("Milwaukee - Des Moines", cash=199_500, owns="MV, BLS, NSW, IM, GBS, GLP"))
    table.play(RIDE)
    assert table.payoff == [1, -1]


def test_bankrupt__is_paid_at_once(small_four: Game) -> None:
    """RB-R9: the first to leave is last for good, the next one before him; at the end they keep their ranks."""
    poor = Seat("Minneapolis - Chicago", cash=0), Seat("St. Paul - Chicago", cash=0)
    table = Table(small_four, *poor, Seat("Madison - Duluth"), Seat("Springfield - Duluth"), pips=1, round=200)
    table.play(RIDE)
    assert table.payoff == [-1, 0, 0, 0]
    table.play(RIDE)
    assert table.payoff == [-1, round(-1 / 3, 4), 0, 0]
    assert table["terminated"] == 0
    table.play(STOP, STOP)
    assert reason(table) == LIMIT
    assert table.payoff == [-1, round(-1 / 3, 4), round(2 / 3, 4), round(2 / 3, 4)]


def test_bankrupt__ranks_behind_all_who_stay_however_poor(small_three: Game) -> None:
    """RB-R9: those who are in the game with nothing come before those who left."""
    seats = Seat(out=1, cash=0), Seat(cash=0), Seat(cash=500)
    table = last_round(small_three, *seats, mover=2)
    table.play(STOP)
    assert table.payoff == [-1, 0, 1]


@pytest.mark.parametrize("players", range(2, 7))
def test_payoffs__sum_to_zero(players: int) -> None:
    """RB-R9: for two to six players, in games won, lost by all others, and played to the last round."""
    seen = set()
    for seed in range(6):
        game = variant(num_players=players, goal=60_000 if seed % 2 else 1_000_000, max_rounds=25)
        table = dealt(game, seed)
        rng = np.random.default_rng(seed)
        while not table["terminated"]:
            game.rules.apply(table.state, int(rng.choice(np.flatnonzero(game.rules.legal(table.state)))))
        payoff = table["payoff"][:players]
        assert payoff.sum() == pytest.approx(0, abs=1e-6)
        assert payoff.max() <= 1 and payoff.min() >= -1
        assert table["payoff"][players:].tolist() == [0] * (6 - players)
        seen.add(reason(table))
    assert seen <= {RICH, LAST_ONE, LIMIT} and seen
