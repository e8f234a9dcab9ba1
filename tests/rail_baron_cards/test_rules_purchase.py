"""Purchases on arrival: railroads and engines."""

from typing import Any

import pytest
from rail_baron_cards.positions import DONE, STOP, Seat, Table

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases

RIDE = "ride 1 dot, shortest route"
EXPRESS, SUPERCHIEF = "buy the Express", "buy the Superchief"


def arriving(
    game: Game, cash: int, engine: str = "Freight", owns: str = "", others: str = "", **settings: Any
) -> Table:
    """One dot from Chicago, where 4,000 are to be earned."""
    mover = Seat("Madison - Chicago", at="D23", hand="Duluth", cash=cash, engine=engine, owns=owns)
    return Table(game, mover, Seat("Milwaukee - Des Moines", owns=others), **settings)


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
        mover = Seat("Chicago - Louisville", at=neighbour(two, "Louisville"), hand="Seattle", cash=cash)
        table = Table(two, mover, Seat("Miami - Denver"))
        table.play(RIDE)
        assert (f"buy {line}" in table.legal) == enough
        if enough:
            assert table.cash[0] == price
            told = table.play(f"buy {line}")
            assert told[0].startswith("player_0 buys ") and told[0].endswith(f"for ${price:,}")
            assert table.owner(line) == 0


def neighbour(game: Game, city: str) -> str:
    """The name of a dot beside a city."""
    dot = Table(game).dot(city)
    ends = next((s.a, s.b) for s in game.board.sections if dot in (s.a, s.b))
    return game.board.dots[sum(ends) - dot].name


def test_purchases__come_after_the_payout(small: Game) -> None:
    """RB-4.6: with nothing before it, the payout buys the Green Bay Shore Line."""
    table = arriving(small, cash=0)
    table.play(RIDE)
    assert table["phase"] == phases.PURCHASE and table["current"] == 0
    assert table.legal == {"buy GBS", DONE}
    told = table.play("buy GBS")
    assert told[0] == "player_0 buys Green Bay Shore Line for $4,000"
    assert table.owner("GBS") == 0


def test_purchases__are_made_on_arrival_only(small: Game) -> None:
    """RB-4.6: who does not arrive buys nothing, however rich."""
    table = arriving(small, cash=100_000)
    table.play(STOP)
    assert table["current"] == 1 and table["phase"] == phases.MOVE
    assert not any(action.startswith("buy") for action in table.legal)


def test_purchase__is_never_forced(small: Game) -> None:
    """RB-4.6: to buy nothing is always allowed."""
    table = arriving(small, cash=100_000)
    table.play(RIDE, DONE)
    assert (table["owner"] == -1).all()
    assert table.seat(0)["engine"] == 0


def test_purchase__is_not_asked_for_where_there_is_no_money_for_any(small: Game) -> None:
    """RB-4.6: 4,000 buy nothing once the cheapest railroad is sold."""
    table = arriving(small, cash=0, others="GBS")
    table.play(RIDE)
    assert table["phase"] != phases.PURCHASE


def test_railroad__of_another_player_is_not_for_sale(small: Game) -> None:
    """RB-4.6, RB-2.2: only the bank sells."""
    table = arriving(small, cash=100_000, owns="IM", others="GLP, MV")
    table.play(RIDE)
    assert {a for a in table.legal if a.startswith("buy ")} == {"buy BLS", "buy NSW", "buy GBS", EXPRESS, DONE}


def test_purchases__are_of_any_number(small: Game) -> None:
    """RB-R6: the manual's plural: railroads and both engines on one arrival, until the money is gone."""
    table = arriving(small, cash=100_000)
    table.play(RIDE, "buy GLP", EXPRESS, "buy MV", "buy BLS", SUPERCHIEF, "buy NSW", "buy IM")
    assert table["phase"] == phases.PURCHASE
    table.play("buy GBS")
    assert (table["owner"][:6] == 0).all()
    assert table.seat(0)["engine"] == 2
    assert table.cash[0] == 104_000 - 60_000 - 40_000 - 1_000


@pytest.mark.parametrize("number", [1, 2])
def test_purchases__are_so_many_where_so_chosen(number: int) -> None:
    """RB-R6: option purchases_per_arrival; an engine counts like a railroad."""
    table = arriving(variant(purchases_per_arrival=number), cash=100_000)
    table.play(RIDE)
    for purchase in (EXPRESS, "buy GLP")[:number]:
        assert table["phase"] == phases.PURCHASE
        table.play(purchase)
    assert table["phase"] != phases.PURCHASE
    assert table["current"] == 1


def test_purchases__are_counted_anew_on_a_second_arrival() -> None:
    """RB-R6: one on each arrival, two in a turn with two arrivals."""
    game = variant(purchases_per_arrival=1)
    mover = Seat("Madison - Chicago", at="D23", hand="Milwaukee", cash=100_000, engine="Superchief")
    table = Table(game, mover, Seat("Wausau - Des Moines"), second=2, dice={0: (2, 2)}, deck="Duluth, Peoria, Wausau")
    table.play(RIDE, "buy MV", "ride 3 dots, shortest route")
    assert table["phase"] == phases.PURCHASE
    table.play("buy IM")
    assert table["phase"] == phases.NEXT_GOAL


def test_express__costs_20_000(small: Game) -> None:
    """RB-5.4: 500 short it cannot be bought."""
    table = arriving(small, cash=15_500)
    table.play(RIDE)
    assert EXPRESS not in table.legal
    table = arriving(small, cash=16_000, others="GLP")
    table.play(RIDE)
    told = table.play(EXPRESS)
    assert told[0] == "player_0 buys the Express for $20,000"
    assert table.seat(0)["engine"] == 1


def test_superchief__costs_20_000_more_after_the_express(small: Game) -> None:
    """RB-5.6: not before it, but on the same arrival; 500 short it cannot be bought."""
    table = arriving(small, cash=100_000)
    table.play(RIDE)
    assert SUPERCHIEF not in table.legal
    table.play(EXPRESS)
    assert SUPERCHIEF in table.legal and EXPRESS not in table.legal
    told = table.play(SUPERCHIEF)
    assert told[0] == "player_0 buys the Superchief for $20,000"
    assert table.cash[0] == 104_000 - 40_000
    assert not {EXPRESS, SUPERCHIEF} & table.legal
    short = arriving(small, cash=15_500, engine="Express")
    short.play(RIDE)
    assert SUPERCHIEF not in short.legal and EXPRESS not in short.legal


def test_engine__just_bought_moves_from_the_next_turn_on(small: Game) -> None:
    """RB-R6: there is no second roll on the arrival that paid for it, and none more for a Superchief."""
    table = arriving(small, cash=100_000, dice={1: (1, 1)})
    table.play(RIDE, EXPRESS, SUPERCHIEF)
    told = table.play(DONE)
    assert not any("player_0 rolls" in sentence for sentence in told)
    assert table["current"] == 1
    table.play(STOP, STOP)
    assert table["current"] == 0 and table["second"] == 0
    table = arriving(small, cash=100_000, engine="Express", second=1, dice={0: (3,)})
    table.play(RIDE, SUPERCHIEF)
    assert "player_0 rolls 3 dots with one die" in table.play(DONE)


def test_purchase__is_public(small: Game) -> None:
    """RB-4.6, RB-3.7: everyone sees who owns what."""
    table = arriving(small, cash=100_000)
    table.play(RIDE, "buy MV", EXPRESS)
    view = small.rules.view(table.state, 1)
    assert view["owner"][0, 1] == 0 and view["players"]["engine"][0, 0] == 1
