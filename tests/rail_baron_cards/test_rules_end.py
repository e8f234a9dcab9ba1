"""How a game ends, who wins, and what everyone is paid."""

from typing import Any

import numpy as np
import pytest
from given import given, play, written
from rail_baron_cards.moves import ARRIVING, RIVAL, STOP, beside, payoffs, player, ride

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

RIDE = "ride 1 dot, shortest route"
RICH, LAST_ONE, LIMIT = "a player has the money to win", "all other players are bankrupt", "the last round was played"


def variant(**options: Any) -> Game:
    return make_game("rail_baron_cards_v0", board="small", **options)


def arriving(game: Game, cash: int, *others: dict[str, Any], **settings: Any) -> Position:
    """Seat 0 is one dot from Chicago, where 4,000 are to be earned."""
    return given(game, players=[{**ARRIVING, "hand": ["Duluth"], "cash": cash}, *others], pips=5, **settings)


# --- the money to win ----------------------------------------------------------------------------------------------


def test_game__is_won_by_the_first_with_200_000(two: Game) -> None:
    """RB-1.1, RB-6.2: the moment the payout is there: no purchase, no new destination, no fee."""
    mover = {"run": ["Chicago", "Louisville"], "at": beside(two.board, "Louisville"), "hand": ["Seattle"]}
    position = given(two, players=[{**mover, "cash": 197_000}, {"run": ["Miami", "Denver"]}], pips=5)
    told = play(position, RIDE)
    assert told[-2:] == ["player_0 arrives in Louisville and is paid $3,000", "player_0 wins with $200,000"]
    assert position.is_over and position.end_reason == RICH
    assert position.scores[0] == 200_000
    assert not position.action_mask.any()


def test_game__is_not_won_with_less(small: Game) -> None:
    """RB-6.2: 199,500 are not enough."""
    position = arriving(small, 195_500)
    play(position, RIDE)
    assert position.scores[0] == 199_500
    assert not position.is_over and position.phase == "purchase"


def test_game__is_won_by_cash_alone(small: Game) -> None:
    """RB-1.1: railroads do not count towards it."""
    rich = {**RIVAL, "cash": 190_000, "railroads": ["GLP", "MV", "BLS", "NSW", "IM", "GBS"]}
    position = arriving(small, 20_000, rich)
    play(position, STOP)
    assert not position.is_over


def test_winner__need_not_go_home(small: Game) -> None:
    """RB-6.3: a fee received anywhere wins; the train stays where it is."""
    position = given(
        small,
        players=[
            {"run": ["Chicago", "Mankato"], "cash": 20_000},
            {**RIVAL, "at": "D10", "cash": 195_000, "railroads": ["GLP", "IM", "BLS", "MV"]},
        ],
        pips=1,
    )
    play(position, RIDE)
    assert position.is_over and player(position, 1)["at"] == "D10"
    assert payoffs(position) == [-1, 1]


def test_game__is_won_on_anothers_turn(small_three: Game) -> None:
    """RB-R9.1, RB-6.2: by a fee; the mover's turn is the last one."""
    position = given(
        small_three,
        players=[
            {"run": ["Chicago", "Mankato"], "cash": 50_000},
            {**RIVAL, "cash": 20_000},
            {**RIVAL, "cash": 195_000, "railroads": ["GLP", "IM", "BLS", "MV"]},
        ],
        pips=1,
    )
    told = play(position, RIDE)
    assert told[-2:] == ["player_0 pays $5,000 to player_2", "player_2 wins with $200,000"]
    assert position.end_reason == RICH
    assert payoffs(position) == [0, -1, 1]  # behind the winner by cash and half the price of railroads


def both_paid(game: Game, first: int, second: int, order: str = "012") -> Position:
    """Seats 1 and 2, with this cash, are paid 5,000 each."""
    position = given(
        game,
        players=[
            {"run": ["Chicago", "Mankato"], "cash": 50_000},
            {**RIVAL, "cash": first, "railroads": ["GLP", "MV"]},
            {**RIVAL, "cash": second, "railroads": ["BLS", "IM"]},
        ],
        order=[f"player_{number}" for number in order],
        pips=2,
    )
    ride(position, "GLP: Chicago - D26", "BLS: D26 - Chicago")
    assert position.is_over
    return position


def test_several_with_the_money__are_ranked_by_cash(small_full_three: Game) -> None:
    """RB-R9.1: all fees of a turn are paid before anyone's cash is tested; the most wins."""
    assert payoffs(both_paid(small_full_three, 195_000, 195_500)) == [-1, 0, 1]
    assert payoffs(both_paid(small_full_three, 195_500, 195_000)) == [-1, 1, 0]


@pytest.mark.parametrize(("order", "payoff"), [("012", [-1, 1, 0]), ("021", [-1, 0, 1]), ("210", [-1, 0, 1])])
def test_several_with_equal_cash__are_ranked_by_the_order_of_play(
    small_full_three: Game, order: str, payoff: list[int]
) -> None:
    """RB-R9.1: the first in the order of the bids wins, and alone."""
    assert payoffs(both_paid(small_full_three, 195_000, 195_000, order)) == payoff


def test_debtor__wins_by_a_sale_that_brings_the_money() -> None:
    """RB-R9.1: a sale is a payment, too; the debt need not be paid any more."""
    game = variant(num_players=3, goal=25_000)
    rich = {**RIVAL, "cash": 24_500}
    position = given(
        game, players=[{"run": ["Minneapolis", "Chicago"], "cash": 500, "railroads": ["GLP"]}, rich], pips=1
    )
    play(position, RIDE, "auction GLP", "bid 24500 for GLP")
    assert position.is_over and position.end_reason == RICH
    assert position.scores[0] == 25_000 and payoffs(position)[0] == 1


def test_creditor__of_a_bankrupt_can_win(small_three: Game) -> None:
    """RB-R9.1: what is left of the debtor's cash is a payment, too."""
    position = given(
        small_three,
        players=[
            {"run": ["Chicago", "Mankato"], "cash": 4_500},
            {**RIVAL, "cash": 195_500, "railroads": ["GLP", "IM", "BLS", "MV"]},
        ],
        pips=1,
    )
    play(position, RIDE)
    assert position.end_reason == RICH
    assert payoffs(position) == [-1, 1, 0]


def test_goal__can_be_chosen() -> None:
    """RB-6.2: option goal: the game is over with 30,000."""
    position = arriving(variant(goal=30_000), 26_000)
    play(position, RIDE)
    assert position.is_over and position.end_reason == RICH


# --- the last round ------------------------------------------------------------------------------------------------


def last_round(game: Game, *players: dict[str, Any]) -> Position:
    """The turn of the last player in the last round."""
    return given(game, players=players, current_player=f"player_{len(players) - 1}", pips=5, round=200)


def test_game__ends_after_200_rounds(small_three: Game) -> None:
    """RB-R9.2: after the turn of the last player in the order of play; not before."""
    position = given(small_three, pips=5, round=200)
    for _ in range(2):
        play(position, STOP)
        assert not position.is_over
    play(position, STOP)
    assert position.is_over and position.end_reason == LIMIT
    position = given(small_three, current_player="player_2", pips=5, round=199)
    play(position, STOP)
    assert not position.is_over and written(position)["round"] == 200


def test_last_round__can_be_chosen() -> None:
    """RB-R9.2: option max_rounds."""
    position = given(variant(max_rounds=3), current_player="player_1", pips=5, round=3)
    play(position, STOP)
    assert position.end_reason == LIMIT


def test_last_round__is_decided_by_cash_and_half_the_price_of_railroads(small_three: Game) -> None:
    """RB-R9.2: 12,000 with the GLP are worth 20,000, 19,500 alone a little less; 13,000 with the MV less again."""
    seats = {"cash": 19_500}, {"cash": 12_000, "railroads": ["GLP"]}, {"cash": 12_500, "railroads": ["MV"]}
    position = last_round(small_three, *seats)
    told = play(position, STOP)
    assert told[-1] == "player_1 wins with $12,000"
    assert payoffs(position) == [0, 1, -1]


def test_engines__count_for_nothing_in_the_end(small: Game) -> None:
    """RB-R9.2"""
    position = last_round(small, {"cash": 20_000, "engine": "Superchief"}, {"cash": 20_500})
    play(position, STOP)
    assert payoffs(position) == [-1, 1]


def test_last_round__is_shared_by_equals(small_three: Game) -> None:
    """RB-R9.3: two of the same worth share the first two ranks, and the third is last."""
    seats = {"cash": 20_000}, {"cash": 10_000}, {"cash": 12_000, "railroads": ["GLP"]}
    position = last_round(small_three, *seats)
    told = play(position, STOP)
    assert told[-2:] == ["player_0 wins with $20,000", "player_2 wins with $12,000"]
    assert payoffs(position) == [0.5, -1, 0.5]


# --- ranks ---------------------------------------------------------------------------------------------------------


def test_seats__are_paid_by_rank(small_four: Game) -> None:
    """RB-R9.3: from +1 to -1 in even steps: the winner, then by worth."""
    others = {"cash": 150_000}, {"cash": 145_000, "railroads": ["GLP"]}, {"cash": 10_000}
    position = arriving(small_four, 196_000, *others)
    play(position, RIDE)
    assert payoffs(position) == [1, round(-1 / 3, 4), round(1 / 3, 4), -1]


def test_winner__is_ranked_first_whatever_the_others_are_worth(small: Game) -> None:
    """RB-R9.3: 200,000 in cash beat 199,500 with all railroads."""
    position = arriving(
        small, 196_000, {**RIVAL, "cash": 199_500, "railroads": ["MV", "BLS", "NSW", "IM", "GBS", "GLP"]}
    )
    play(position, RIDE)
    assert payoffs(position) == [1, -1]


def test_bankrupt__is_paid_at_once(small_four: Game) -> None:
    """RB-R9.4: the first to leave is last for good, the next one ranks before them; at the end they keep their
    ranks."""
    poor = {"run": ["Minneapolis", "Chicago"], "cash": 0}, {"run": ["St. Paul", "Chicago"], "cash": 0}
    position = given(small_four, players=[*poor, RIVAL, RIVAL], pips=1, round=200)
    play(position, RIDE)
    assert payoffs(position) == [-1, 0, 0, 0]
    play(position, RIDE)
    assert payoffs(position) == [-1, round(-1 / 3, 4), 0, 0]
    assert not position.is_over
    play(position, STOP, STOP)
    assert position.end_reason == LIMIT
    assert payoffs(position) == [-1, round(-1 / 3, 4), round(2 / 3, 4), round(2 / 3, 4)]


def test_bankrupt__ranks_behind_all_who_stay_however_poor(small_three: Game) -> None:
    """RB-R9.4: those who are in the game with nothing come before those who left."""
    seats = {"out": 1, "cash": 0}, {"cash": 0}, {"cash": 500}
    position = last_round(small_three, *seats)
    play(position, STOP)
    assert payoffs(position) == [-1, 0, 1]


@pytest.mark.parametrize("players", range(2, 7))
def test_payoffs__sum_to_zero(players: int) -> None:
    """RB-R9.3: for two to six players, in games won, lost by all others, and played to the last round."""
    seen = set()
    for seed in range(6):
        game = variant(num_players=players, goal=60_000 if seed % 2 else 1_000_000, max_rounds=25)
        position, rng = game.new_position(seed), np.random.default_rng(seed)
        while not position.is_over:
            position.play(int(rng.choice(position.legal_actions)))
        assert sum(position.payoffs) == pytest.approx(0, abs=1e-6)
        assert max(position.payoffs) <= 1 and min(position.payoffs) >= -1
        assert position.record["payoff"][0, players:].tolist() == [0] * (6 - players)
        seen.add(position.end_reason)
    assert seen <= {RICH, LAST_ONE, LIMIT} and seen
