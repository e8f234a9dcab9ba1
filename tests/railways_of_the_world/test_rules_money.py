"""The turn, its auction, money and points, and how a game ends."""

import numpy as np
import pytest
from railways_of_the_world.tables import Table, of, railbot, railways

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.phases import END_REASONS


def last_action(table: Table, player: int = 1) -> None:
    """The last action of the turn."""
    table["round"], table["first"] = 2, (player + 1) % int(table["num_players"])
    table.act(player)


# --- set-up -------------------------------------------------------------------------------------------------------


def test_players__begin_with_nothing_but_an_engine_of_level_1() -> None:
    """RW-1.5"""
    for seed in range(5):
        s = railways(num_players=4).rules.new_state(seed)[0]
        for seat in s["players"][:4]:
            assert int(seat["cash"]) == int(seat["bonds"]) == 0 and int(seat["engine"]) == 1
        assert not s["scores"].any() and not s["num_links"].any()


def test_cubes__are_25_of_each_color_drawn_by_lot() -> None:
    """RW-1.2, RW-1.3: what is not in a city is in the bag, and cities differ from game to game."""
    game, seen = railways(num_players=4), set()
    for seed in range(10):
        s = game.rules.new_state(seed)[0]
        assert (s["bag"] + s["cubes"].sum(0)).tolist() == [25] * 5
        seen.add(s["cubes"].tobytes())
    assert len(seen) == 10


def test_baron__is_one_of_two_and_secret() -> None:
    """RW-1.6: the other is nobody's."""
    game = railways(num_players=3, barons=True)
    state = game.rules.new_state(4)
    dealt = state["players"][0]["barons"][:3].tolist()
    ids = game.actions.ids
    for player, choice in enumerate((2, 1, 2)):
        assert int(state["current"][0]) == player and int(state["phase"][0]) == phases.KEEP_BARON
        game.rules.apply(state, ids[f"keep baron {choice}"])
    kept = [int(seat["barons"][0]) for seat in state["players"][0][:3]]
    assert kept == [dealt[0][1], dealt[1][0], dealt[2][1]]
    view = game.rules.view(state, 0)
    assert view["players"]["barons"][0][0].tolist() == [dealt[0][1], dealt[0][0]]
    assert not set(view["players"]["barons"][0][1:3].ravel().tolist()) & {b for pair in dealt for b in pair}


def test_markers__are_the_map_s_for_so_many_players_unless_given() -> None:
    """RW-1.8"""
    assert [int(railways(num_players=n).params["markers"][0]) for n in range(2, 7)] == [10, 12, 14, 16, 18]
    assert int(railways(markers=3).params["markers"][0]) == 3


def test_map__is_mexico_for_two_and_three_and_the_eastern_us_for_more() -> None:
    """RW-1.1, RW-R2"""
    assert [railways(num_players=n, map=None).board.name for n in range(2, 7)] == ["mexico"] * 2 + ["eastern_us"] * 3


# --- the turn -----------------------------------------------------------------------------------------------------


def test_first_auction__is_opened_by_lot_and_the_next_by_who_was_first() -> None:
    """RW-2.2, RW-R9"""
    game, openers = railways(num_players=3), set()
    for seed in range(20):
        state = game.rules.new_state(seed)
        assert int(state["phase"][0]) == phases.AUCTION
        openers.add(int(state["current"][0]))
    assert openers == {0, 1, 2}
    table = Table(game)
    last_action(table, 1)
    table.play("pass")
    assert int(table["phase"]) == phases.AUCTION and int(table["current"]) == 2


def test_bids__rise_and_who_passes_is_out() -> None:
    """RW-2.3: clockwise, and past whoever has passed."""
    table = Table(railways(num_players=3))
    last_action(table, 2)
    table.play("pass")
    table["current"] = table["first"] = 0
    order = []
    for words in ("bid 3", "pass", "bid 4", "bid 7", "bid 8"):
        order.append(int(table["current"]))
        low = int(table["bid"])
        assert table.legal == {"pass", *(f"bid {n}" for n in range(low + 1, 31))}
        table.play(words)
    assert order == [0, 1, 2, 0, 2] and int(table["current"]) == 0


def test_turn__is_an_auction_three_rounds_and_income() -> None:
    """RW-2.1, RW-2.7, RW-2.8: an action may be passed."""
    table = Table(railways())
    year, kinds = int(table["year"]), []
    for number in range(6):
        assert int(table["year"]) == year and int(table["round"]) == number // 2 and "pass" in table.legal
        kinds = [event.kind for event in table.play("pass")]
    assert (
        kinds.count(event_kinds.INCOME) == 2
        and int(table["year"]) == year + 1
        and int(table["phase"]) == phases.AUCTION
    )


# --- money --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "bonds", "left"), [(0, 2, 0), (1, 2, 1), (5, 1, 0), (9, 1, 4), (10, 0, 0)])
def test_bonds__are_taken_only_for_what_is_short(cash: int, bonds: int, left: int) -> None:
    """RW-8.1, RW-8.2: a New City costs 10. There is no end of bonds."""
    table = Table(railways())
    table.seat(0)["cash"], table.seat(0)["bonds"] = cash, 90
    happened = table.play("urbanize Alvesta", "make it blue")
    assert (int(table.seat(0)["bonds"]), int(table.seat(0)["cash"])) == (90 + bonds, left)
    assert of(happened, event_kinds.BONDS) == ([(0, bonds, 0, 0, 0)] if bonds else [])


@pytest.mark.parametrize(("points", "bonds", "more", "cash"), [(1, 3, 0, 0), (1, 4, 1, 4), (1, 2, 0, 1), (0, 6, 2, 4)])
def test_income__pays_for_the_bonds_before_new_ones_are_taken(points: int, bonds: int, more: int, cash: int) -> None:
    """RW-8.3, RW-8.5: an income of 3 with one point, of 0 with none; the bonds stay."""
    table = Table(railways())
    table["scores"][0], table.seat(0)["bonds"] = points, bonds
    last_action(table)
    table.play("pass")
    assert (int(table.seat(0)["bonds"]), int(table.seat(0)["cash"])) == (bonds + more, cash)


@pytest.mark.parametrize(("points", "income"), [(0, 0), (1, 3), (12, 14), (41, 25), (60, 22), (98, 9), (140, 9)])
def test_income__is_by_points(points: int, income: int) -> None:
    """RW-8.4"""
    table = Table(railways())
    table["scores"][1] = points
    last_action(table)
    assert (1, income, 0, 0, 0) in of(table.play("pass"), event_kinds.INCOME)


# The income from so many points on, until the next number of points.
INCOME_FROM = {
    0: 0, 1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 9, 8: 10, 9: 11, 10: 12, 11: 13, 12: 14,
    13: 15, 15: 16, 17: 17, 19: 18, 21: 19, 24: 20, 27: 21, 30: 22, 33: 23, 37: 24, 41: 25,
    49: 24, 53: 23, 57: 22, 61: 21, 65: 20, 68: 19, 71: 18, 74: 17, 77: 16, 80: 15, 83: 14,
    86: 13, 89: 12, 92: 11, 95: 10, 98: 9,
}  # fmt: skip


def test_income__is_that_of_the_track_for_every_number_of_points() -> None:
    """RW-8.4: as it is paid, up to 125 points, and as it is known to both games."""
    track = [INCOME_FROM[max(first for first in INCOME_FROM if first <= points)] for points in range(126)]
    for game in (railways(), railbot()):
        assert game.params["income"][0].tolist() == track[:99]
    paid, first = [], Table(railways())
    last_action(first)
    for points in range(0, 126, 2):
        table = Table(railways())
        table.state[:] = first.state
        table["scores"][:2] = points, points + 1
        paid += [income for _, income, *_ in of(table.play("pass"), event_kinds.INCOME)]
    assert paid == track


# --- major lines --------------------------------------------------------------------------------------------------


def test_major_line__is_joined_by_own_links_only_and_scored_once() -> None:
    """RW-9.1, RW-9.2: Stockholm - Göteborg gives 6; the links of others do not join it."""
    table = Table(railways())
    table.link(0, "Stockholm", "Norrköping", "Jönköping", "Alvesta", "Hässleholm")
    table.link(1, "Hässleholm", "Halmstad", "Göteborg")
    table.link(1, "Stockholm", "Hässleholm")
    assert not of(table.build("Alvesta", "Hässleholm"), event_kinds.LINE)
    table.link(0, "Halmstad", "Göteborg")
    table.act(0)
    happened = table.build("Hässleholm", "Halmstad")
    assert of(happened, event_kinds.LINE) == [(0, 1, 0, 0, 0)] and int(table["scores"][0]) == 6
    assert int(table.seat(0)["lines"]) == 2 == int(table["claimed"])
    table.act(1)
    assert not of(table.build("Alvesta", "Hässleholm"), event_kinds.LINE) and int(table["scores"][1]) == 0


# --- the end ------------------------------------------------------------------------------------------------------


def test_end__stays_near_when_a_marker_is_removed() -> None:
    """RW-10.1, RW-10.2: and comes no later when another one is put there."""
    table = Table(railways(markers=1))
    table.link(0, "Hässleholm", "Malmö")
    table.cubes("Hässleholm", black=1)
    (growth,) = table.show("city growth")
    year = int(table["year"])
    happened = table.play("load a black cube in Hässleholm", "go to Malmö")
    assert of(happened, event_kinds.LAST_TURN) == [(-1, year + 1, 0, 0, 0)]
    table.act()
    table.play(growth, "add cubes in Hässleholm")
    assert int(table["markers"]) == 0
    while int(table["year"]) == year or int(table["phase"]) != phases.ACTION:
        table.play("pass")
    table.act()
    table.cubes("Hässleholm", black=1)
    happened = table.play("load a black cube in Hässleholm", "go to Malmö")
    assert int(table["markers"]) == 1 and not of(happened, event_kinds.LAST_TURN)
    while not table["terminated"]:
        table.play("pass")
    assert int(table["year"]) == year + 1 and END_REASONS[int(table["end_reason"])].startswith("all Empty")


def finish(scores: list[int], bonds: list[int], cash: list[int], **options: bool) -> Table:
    """The last action of the game; nobody has an income any more."""
    table = Table(railways(num_players=len(scores), **options))
    table["last_year"], table["last_why"] = int(table["year"]), 1
    last_action(table, len(scores) - 1)
    for p, seat in enumerate(table["players"][: len(scores)]):
        table["scores"][p], seat["bonds"] = scores[p], bonds[p]
        seat["cash"] = cash[p] - int(table.game.params["income"][0][scores[p]]) + bonds[p]
        seat["barons"] = 255
    return table


@pytest.mark.parametrize(
    ("scores", "bonds", "cash", "payoff"),
    [
        ([20, 18], [3, 0], [50, 0], [-1, 1]),  # 17 to 18 points
        ([20, 18], [2, 0], [50, 0], [-1, 1]),  # as many points, fewer bonds
        ([20, 20], [2, 2], [50, 0], [1, -1]),  # as many bonds, more cash
        ([20, 20], [2, 2], [9, 9], [0, 0]),
    ],
)
def test_winner__has_most_points_less_bonds(
    scores: list[int], bonds: list[int], cash: list[int], payoff: list[int]
) -> None:
    """RW-10.3, RW-10.4, RW-R9: ties go to fewer bonds, then more cash, and are shared."""
    table = finish(scores, bonds, cash)
    table.play("pass")
    assert table["terminated"] and table["scores"][:2].tolist() == [a - b for a, b in zip(scores, bonds, strict=True)]
    assert [int(seat["cash"]) for seat in table["players"][:2]] == cash
    assert table["payoff"][:2].tolist() == payoff


def test_points__fall_below_0_for_bonds_only() -> None:
    """RW-10.3, RW-R6"""
    table = finish([1, 0], [4, 9], [0, 0])
    table.play("pass")
    assert table["scores"][:2].tolist() == [-3, -9]


def test_turns__are_40_at_most() -> None:
    """RW-R8: then comes the final scoring."""
    game = railways()
    assert int(game.params["max_years"][0]) == 40
    table = Table(game)
    table["year"] = 40
    last_action(table)
    table.play("pass")
    assert table["terminated"] and END_REASONS[int(table["end_reason"])] == "the last turn was played"
    rng, ends = np.random.default_rng(3), []
    short = railways(max_turns=2)
    for seed in range(3):
        state = short.rules.new_state(seed)
        while not state["terminated"][0]:
            short.rules.apply(state, int(rng.choice(np.flatnonzero(short.rules.legal(state)))))
        ends.append(int(state["year"][0]))
    assert ends == [2, 2, 2]
