"""Purchases on arrival: railroads and engines."""

from collections.abc import Sequence
from typing import Any

import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import ARRIVING, DONE, RIVAL, STOP, beside, owner, player, rolling

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

RIDE = "ride 1 dot, shortest route"
EXPRESS, SUPERCHIEF = "buy the Express", "buy the Superchief"


def arriving(game: Game, cash: int, others: Sequence[str] = (), **settings: Any) -> Position:
    """One dot from Chicago, where 4,000 are to be earned. The other player owns ``others``."""
    mover = {**ARRIVING, "hand": ["Duluth"], "cash": cash, "engine": settings.pop("engine", "Freight")}
    return given(game, players=[mover, {**RIVAL, "railroads": others}], pips=5, **settings)


def variant(**options: Any) -> Game:
    return make_game("rail_baron_cards_v0", board="small", **options)


@pytest.mark.parametrize(
    ("line", "price"),
    [("PA", 35_000), ("UP", 35_000), ("SP", 42_000), ("AT&SF", 40_000), ("NYC", 28_000), ("RF&P", 4_000)],
)
def test_railroad__is_bought_at_the_standard_price(two: Game, line: str, price: int) -> None:
    """RB-4.6: but for PA and UP, which cost 35,000; 500 short it cannot be bought."""
    payout = 3_000
    for cash, enough in ((price - payout, True), (price - payout - 500, False)):
        mover = {"run": ["Chicago", "Louisville"], "at": beside(two.board, "Louisville"), "hand": ["Seattle"]}
        position = given(two, players=[{**mover, "cash": cash}, {"run": ["Miami", "Denver"]}], pips=5)
        play(position, RIDE)
        assert (f"buy {line}" in legal(position)) == enough
        if enough:
            assert position.scores[0] == price
            told = play(position, f"buy {line}")
            assert told[0].startswith("player_0 buys ") and told[0].endswith(f"for ${price:,}")
            assert owner(position, line) == 0


def test_purchases__come_after_the_payout(small: Game) -> None:
    """RB-4.6: with nothing before it, the payout buys the Green Bay Shore Line."""
    position = arriving(small, cash=0)
    play(position, RIDE)
    assert position.phase == "purchase" and position.current_player == 0
    assert legal(position) == {"buy GBS", DONE}
    told = play(position, "buy GBS")
    assert told[0] == "player_0 buys Green Bay Shore Line for $4,000"
    assert "GBS" in player(position, 0)["railroads"]


def test_purchases__are_made_on_arrival_only(small: Game) -> None:
    """RB-4.6: who does not arrive buys nothing, however rich."""
    position = arriving(small, cash=100_000)
    play(position, STOP)
    assert position.current_player == 1 and position.phase == "move"
    assert not any(action.startswith("buy") for action in legal(position))


def test_purchase__is_never_forced(small: Game) -> None:
    """RB-4.6: to buy nothing is always allowed."""
    position = arriving(small, cash=100_000)
    play(position, RIDE, DONE)
    assert [player(position, p)["railroads"] for p in (0, 1)] == [[], []]
    assert player(position, 0)["engine"] == "Freight"


def test_purchase__is_not_asked_for_without_the_cash_for_any(small: Game) -> None:
    """RB-4.6: 4,000 buy nothing once the cheapest railroad is sold."""
    position = arriving(small, cash=0, others=["GBS"])
    play(position, RIDE)
    assert position.phase != "purchase"


def test_railroad__of_another_player_is_not_for_sale(small: Game) -> None:
    """RB-4.6, RB-2.2: only the bank sells."""
    mover = {**ARRIVING, "hand": ["Duluth"], "cash": 100_000, "railroads": ["IM"]}
    position = given(small, players=[mover, {**RIVAL, "railroads": ["GLP", "MV"]}], pips=5)
    play(position, RIDE)
    assert {a for a in legal(position) if a.startswith("buy ")} == {"buy BLS", "buy NSW", "buy GBS", EXPRESS, DONE}


def test_purchases__are_of_any_number(small: Game) -> None:
    """RB-R6: the manual's plural: railroads and both engines on one arrival, until the money is gone."""
    position = arriving(small, cash=100_000)
    play(position, RIDE, "buy GLP", EXPRESS, "buy MV", "buy BLS", SUPERCHIEF, "buy NSW", "buy IM")
    assert position.phase == "purchase"
    play(position, "buy GBS")
    assert player(position, 0)["railroads"] == ["GLP", "MV", "BLS", "NSW", "IM", "GBS"]
    assert player(position, 0)["engine"] == "Superchief"
    assert position.scores[0] == 104_000 - 60_000 - 40_000 - 1_000


@pytest.mark.parametrize("number", [1, 2])
def test_purchases__are_limited_by_the_option(number: int) -> None:
    """RB-R6: option purchases_per_arrival; an engine counts like a railroad."""
    position = arriving(variant(purchases_per_arrival=number), cash=100_000)
    play(position, RIDE)
    for purchase in (EXPRESS, "buy GLP")[:number]:
        assert position.phase == "purchase"
        play(position, purchase)
    assert position.phase != "purchase"
    assert position.current_player == 1


def test_purchases__are_counted_anew_on_a_second_arrival() -> None:
    """RB-R6: one on each arrival, two in a turn with two arrivals."""
    game = variant(purchases_per_arrival=1)
    mover = {**ARRIVING, "hand": ["Milwaukee"], "cash": 100_000, "engine": "Superchief"}
    position = given(
        game,
        players=[mover, RIVAL],
        pips=5,
        second_roll=2,
        random=rolling({0: (2, 2)}),
        deck=["Duluth", "Peoria", "Wausau", "..."],
    )
    play(position, RIDE, "buy MV", "ride 3 dots, shortest route")
    assert position.phase == "purchase"
    play(position, "buy IM")
    assert position.phase == "choose the next destination"


def test_express__costs_20_000(small: Game) -> None:
    """RB-5.4: 500 short it cannot be bought."""
    position = arriving(small, cash=15_500)
    play(position, RIDE)
    assert EXPRESS not in legal(position)
    position = arriving(small, cash=16_000, others=["GLP"])
    play(position, RIDE)
    told = play(position, EXPRESS)
    assert told[0] == "player_0 buys the Express for $20,000"
    assert player(position, 0)["engine"] == "Express"


def test_superchief__costs_20_000_more_after_the_express(small: Game) -> None:
    """RB-5.6: not before it, but on the same arrival; 500 short it cannot be bought."""
    position = arriving(small, cash=100_000)
    play(position, RIDE)
    assert SUPERCHIEF not in legal(position)
    play(position, EXPRESS)
    assert SUPERCHIEF in legal(position) and EXPRESS not in legal(position)
    told = play(position, SUPERCHIEF)
    assert told[0] == "player_0 buys the Superchief for $20,000"
    assert position.scores[0] == 104_000 - 40_000
    assert not {EXPRESS, SUPERCHIEF} & legal(position)
    short = arriving(small, cash=15_500, engine="Express")
    play(short, RIDE)
    assert SUPERCHIEF not in legal(short) and EXPRESS not in legal(short)


def test_engine__just_bought_moves_from_the_next_turn_on(small: Game) -> None:
    """RB-R6: there is no second roll on the arrival that paid for it, and none more for a Superchief."""
    position = arriving(small, cash=100_000, random=rolling({1: (1, 1)}))
    play(position, RIDE, EXPRESS, SUPERCHIEF)
    told = play(position, DONE)
    assert not any("player_0 rolls" in sentence for sentence in told)
    assert position.current_player == 1
    play(position, STOP, STOP)
    assert position.current_player == 0 and written(position)["second_roll"] == 0
    position = arriving(small, cash=100_000, engine="Express", second_roll=1, random=rolling({0: (3,)}))
    play(position, RIDE, SUPERCHIEF)
    assert "player_0 rolls 3 dots with one die" in play(position, DONE)


def test_purchase__is_public(small: Game) -> None:
    """RB-4.6, RB-3.7: everyone sees who owns what."""
    position = arriving(small, cash=100_000)
    play(position, RIDE, "buy MV", EXPRESS)
    seen = player(position.view(1), 0)
    assert (seen["railroads"], seen["engine"]) == (["MV"], "Express")
