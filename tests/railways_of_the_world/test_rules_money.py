"""The turn, its auction, money and points, and how a game ends."""

from typing import Any

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import about, changed, choices, links, player, railbot, railways

from railgym.envs.core.position import Position

MARKERS = "all Empty City Markers were on the map"


def last_action(number: int = 1, seats: int = 2, game: Any = None, **position: Any) -> Position:
    """The last action of the turn, which this player has."""
    order = {"current_player": f"player_{number}", "first": f"player_{(number + 1) % seats}", "rounds_played": 2}
    return given(game or railways(num_players=seats), **order, **position)


# --- set-up -------------------------------------------------------------------------------------------------------


def test_players__begin_with_nothing_but_an_engine_of_level_1() -> None:
    """RW-1.5"""
    for seed in range(5):
        dealt = railways(num_players=4).new_position(seed)
        assert dealt.to_dict()["players"] == [{}] * 4 and "links" not in dealt.to_dict()
        assert player(dealt)["engine"] == 1 and dealt.scores == (0, 0, 0, 0)


def test_cubes__are_25_of_each_color_drawn_by_lot() -> None:
    """RW-1.2, RW-1.3: what is not in a city is in the bag, and cities differ from game to game."""
    game, seen = railways(num_players=4), set()
    for seed in range(10):
        s = game.rules.new_state(seed)[0]
        assert (s["bag"] + s["cubes"].sum(0)).tolist() == [25] * 5
        seen.add(s["cubes"].tobytes())
    assert len(seen) == 10


def test_baron__is_one_of_two_and_secret() -> None:
    """RW-1.6: the other is discarded."""
    position = railways(num_players=3, barons=True).new_position(4)
    dealt = [player(position, number)["barons"] for number in range(3)]
    for number, choice in enumerate((2, 1, 2)):
        assert position.current_player == number and position.phase == "keep a baron"
        play(position, f"keep baron {choice}")
    kept = [player(position, number)["barons"][0] for number in range(3)]
    assert kept == [dealt[0][1], dealt[1][0], dealt[2][1]]
    view = position.view(0)
    assert player(view, 0)["barons"] == [dealt[0][1], dealt[0][0]]
    assert player(view, 1)["barons"] == player(view, 2)["barons"] == [None, None]


def test_markers__are_the_map_s_for_so_many_players_unless_given() -> None:
    """RW-1.8"""
    assert [int(railways(num_players=n).params["markers_to_end"][0]) for n in range(2, 7)] == [10, 12, 14, 16, 18]
    assert int(railways(markers=3).params["markers_to_end"][0]) == 3


def test_map__is_mexico_for_two_and_three_and_the_eastern_us_for_more() -> None:
    """RW-1.1, RW-R2"""
    assert [railways(num_players=n, map=None).board.name for n in range(2, 7)] == ["mexico"] * 2 + ["eastern_us"] * 3


# --- the turn -----------------------------------------------------------------------------------------------------


def test_first_auction__is_opened_by_lot_and_the_next_by_who_was_first() -> None:
    """RW-2.2, RW-R9"""
    openers = set()
    for seed in range(20):
        dealt = railways(num_players=3).new_position(seed)
        assert dealt.phase == "bid for the first place"
        openers.add(dealt.current_player)
    assert openers == {0, 1, 2}
    position = last_action(1, seats=3)
    play(position, "pass")
    assert position.phase == "bid for the first place" and position.current_player == 2


def test_bids__rise_and_who_passes_is_out() -> None:
    """RW-2.3: clockwise, without those who have passed."""
    position, order, low = given(railways(num_players=3), phase="bid for the first place"), [], 0
    for words in ("bid 3", "pass", "bid 4", "bid 7", "bid 8"):
        order.append(position.current_player)
        assert choices(position) == {"pass", *(f"bid {n}" for n in range(low + 1, 31))}
        play(position, words)
        low = written(position)["bid"]
    assert order == [0, 1, 2, 0, 2] and position.current_player == 0 and low == 8


def test_turn__is_an_auction_three_rounds_and_income() -> None:
    """RW-2.1, RW-2.7, RW-2.8: an action may be passed."""
    position, told = given(railways()), list[str]()
    for number in range(6):
        now = written(position)
        assert now["year"] == 1 and now["rounds_played"] == number // 2 and "pass" in choices(position)
        assert not about(told, "income")
        told = play(position, "pass")
    assert len(about(told, "income")) == 2
    assert written(position)["year"] == 2 and position.phase == "bid for the first place"


# --- money --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "bonds", "left"), [(0, 2, 0), (1, 2, 1), (5, 1, 0), (9, 1, 4), (10, 0, 0)])
def test_bonds__are_taken_only_for_what_is_short(cash: int, bonds: int, left: int) -> None:
    """RW-8.1, RW-8.2: a New City costs 10. There is no end of bonds."""
    position = given(railways(), players=[{"cash": cash, "bonds": 90}])
    told = play(position, "urbanize Alvesta", "make it blue")
    assert (player(position)["bonds"], player(position)["cash"]) == (90 + bonds, left)
    taken = f"player_0 takes {bonds} bond{'s' * (bonds > 1)} for ${5 * bonds},000"
    assert about(told, "bond") == ([taken] if bonds else [])


@pytest.mark.parametrize(("points", "bonds", "more", "cash"), [(1, 3, 0, 0), (1, 4, 1, 4), (1, 2, 0, 1), (0, 6, 2, 4)])
def test_income__pays_for_the_bonds_before_new_ones_are_taken(points: int, bonds: int, more: int, cash: int) -> None:
    """RW-8.3, RW-8.5: an income of 3 with one point, of 0 with none; the bonds stay."""
    position = last_action(scores=[points, 0], players=[{"bonds": bonds}])
    play(position, "pass")
    assert (player(position)["bonds"], player(position)["cash"]) == (bonds + more, cash)


def income_of(points: int) -> int:
    """What player 1 gets at the end of a turn."""
    position = last_action(scores=[0, points])
    (told,) = about(play(position, "pass"), "player_1", "income")
    amount = player(position, 1)["cash"]
    assert told == (f"player_1 gets ${amount},000 of income" if amount else "player_1 gets no income")
    return int(amount)


@pytest.mark.parametrize(("points", "income"), [(0, 0), (1, 3), (12, 14), (41, 25), (60, 22), (98, 9), (140, 9)])
def test_income__is_by_points(points: int, income: int) -> None:
    """RW-8.4"""
    assert income_of(points) == income


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
    assert [income_of(points) for points in range(126)] == track


# --- major lines --------------------------------------------------------------------------------------------------


def test_major_line__is_joined_by_own_links_only_and_scored_once() -> None:
    """RW-9.1, RW-9.2: Stockholm - Göteborg gives 6; the links of others do not join it."""
    own = links("Stockholm", "Norrköping", "Jönköping", "Alvesta") + links("Hässleholm", "Halmstad")
    theirs = links("Hässleholm", "Halmstad", "Göteborg", owner="player_1")
    theirs += links("Stockholm", "Hässleholm", owner="player_1")
    position = given(railways(), links=own + theirs)
    assert not about(play(position, "link Alvesta - Hässleholm"), "major line")
    position = given(railways(), links=own + theirs + links("Halmstad", "Göteborg"))
    told = play(position, "link Alvesta - Hässleholm")
    assert about(told, "major line", "completes") == ["player_0 completes the major line Stockholm - Göteborg"]
    assert position.scores[0] == 6
    assert player(position)["major_lines"] == written(position)["claimed_lines"] == ["Stockholm - Göteborg"]
    assert position.current_player == 1  # whose next link joins it, too
    position = changed(position, links=[*theirs, *links("Stockholm", "Alvesta", owner="player_1")])
    assert not about(play(position, "link Alvesta - Hässleholm"), "major line") and position.scores[1] == 0


# --- the end ------------------------------------------------------------------------------------------------------


def test_end__stays_near_when_a_marker_is_removed() -> None:
    """RW-10.1, RW-10.2: and comes no later when another one is put there."""
    cubes, deliver = {"Hässleholm": {"black": 1}}, ("load a black cube in Hässleholm", "go to Malmö")
    start = {"links": links("Hässleholm", "Malmö"), "display": ["city growth"], "actions": 2}
    position = given(railways(markers=1), cubes=cubes, **start)
    told = play(position, *deliver)
    assert about(told, "the game will end") == ["the game will end with turn 2"]
    (growth,) = [words for words in choices(position) if words.startswith("take card")]
    play(position, growth, "add cubes in Hässleholm")
    assert written(position)["empty_city_markers"] == []
    while written(position)["year"] == 1 or position.phase != "take an action":
        play(position, "pass")
    position = changed(position, current_player="player_0", cubes=cubes)
    told = play(position, *deliver)
    assert written(position)["empty_city_markers"] == ["Hässleholm"] and not about(told, "the game will end")
    while not position.is_over:
        play(position, "pass")
    assert written(position)["year"] == 2 and position.end_reason == MARKERS


def finish(scores: list[int], bonds: list[int], cash: list[int]) -> Position:
    """The last action of the game."""
    have = [{"bonds": number, "cash": money} for number, money in zip(bonds, cash, strict=True)]
    return last_action(scores=scores, players=have, last_year=1, ends_because=MARKERS)


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
    position = finish(scores, bonds, cash)
    play(position, "pass")
    assert position.is_over and list(position.scores) == [a - b for a, b in zip(scores, bonds, strict=True)]
    income = [INCOME_FROM[19] if points == 20 else INCOME_FROM[17] for points in scores]
    left = [player(position, number)["cash"] for number in range(2)]
    assert left == [a + b - c for a, b, c in zip(cash, income, bonds, strict=True)]
    assert list(position.payoffs) == payoff


def test_points__fall_below_0_for_bonds_only() -> None:
    """RW-10.3, RW-R6"""
    position = finish([1, 0], [4, 9], [9, 9])
    play(position, "pass")
    assert position.scores == (-3, -9)


def test_turns__are_40_at_most() -> None:
    """RW-R8: then comes the final scoring."""
    assert int(railways().params["max_years"][0]) == 40
    position = last_action(year=40)
    play(position, "pass")
    assert position.is_over and position.end_reason == "the last turn was played"
    rng, ends = np.random.default_rng(3), []
    for seed in range(3):
        position = railways(max_turns=2).new_position(seed)
        while not position.is_over:
            position.play(int(rng.choice(position.legal_actions)))
        ends.append(written(position)["year"])
    assert ends == [2, 2, 2]
