"""The end: majors joined, the cash to win, rounds that are finished, ties, and the last round."""

from itertools import pairwise

import pytest
from crayon_rails.positions import LONG, Seat, Table, dealt, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases

JOINED = LONG[1:2]  # Alder and Cedar
OTHER = ("Alder 3 - 4.4 - 3.5 - Elm - 3.7 - Birch 5",)  # Alder and Birch
WINNER = Seat("Elm", cash=250, track=JOINED)
LINKED, ROUND_LIMIT = 1, 2


def over(table: Table) -> bool:
    return bool(table["terminated"])


# --- what it takes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "cash", "met"),
    [
        (JOINED, 250, True),
        (JOINED, 249, False),
        (LONG, 1_000, True),
        (("Alder 4 - 7.3 - 9.3 - 10.4",), 1_000, False),
        (("Alder 4 - 7.3 - 9.3", "10.4 - 12.4 - Cedar 1"), 1_000, False),
        ((), 1_000, False),
        ((*JOINED, "7.3 - 8.2 - 9.3 - 11.3 - 12.4", "Alder 5 - 7.1"), 250, True),
        (("Alder 3 - 4.4 - 3.5 - Elm", "Elm - 3.7 - Birch 5"), 250, True),
    ],
    ids=["joined", "too poor", "more", "one major", "a gap", "none", "loops and branches", "through a city"],
)
def test_goal__is_majors_joined_by_own_track_and_cash(
    two: CrayonRails, track: tuple[str, ...], cash: int, met: bool
) -> None:
    """EB-1.3, EB-6.1, EB-6.2, EB-7.8, RR-1.1, RR-1.2: one continuous line of it, loops and branches allowed."""
    table = Table(two, Seat("Elm", cash=cash, track=track), Seat("Elm"))
    told = table.end_turn()
    assert of(told, event_kinds.MET) == ([(0, cash, 0, 0, 0)] if met else [])


def test_goal__is_not_met_by_others_track(two: CrayonRails) -> None:
    """EB-6.1: what another owns joins nothing."""
    rival = Seat("Elm", track=("9.3 - 10.4 - 12.4 - Cedar 1",))
    table = Table(two, Seat("Elm", cash=250, track=("Alder 4 - 7.3 - 9.3",)), rival)
    assert of(table.end_turn(), event_kinds.MET) == []


def test_goal__is_six_majors_of_seven(america: CrayonRails) -> None:
    """EB-1.3, EB-6.1, EB-R2, RR-1.1: five are not enough, in one line or in two."""
    board = america.board
    middles = [board.cities[i].mileposts[0] for i in board.majors]
    for missing, met in ((1, True), (2, False)):
        table = Table(america, Seat("Denver", cash=250), Seat("Denver"))
        join(table, middles[: len(middles) - missing])
        assert bool(of(table.end_turn(), event_kinds.MET)) == met


def join(table: Table, middles: list[int]) -> None:
    """Lay track of seat 0 from each milepost to the next, over any edges."""
    board = table.board
    for start, end in pairwise(middles):
        before, queue = {start: start}, [start]
        for post in queue:
            for i in board.beside[post]:
                if i >= 0:
                    there = board.edges[i].a + board.edges[i].b - post
                    if there not in before:
                        before[there] = post
                        queue.append(there)
        while end != start:
            edge = table.edge(before[end], end)
            if board.edges[edge].city < 0:
                table.state["track"][0, edge] = 0
            end = before[end]
    table.survey()


def test_goal__is_tested_at_the_end_of_the_own_turn(two: CrayonRails) -> None:
    """EB-6.2, EB-R14: cash that is spent again in the turn does not count, nor what others pay meanwhile until then."""
    table = Table(two, WINNER, Seat("Elm"), phase=phases.BUILD)
    table.lay("Alder 5 - 7.1")
    assert of(table.end_turn(), event_kinds.MET) == []
    owner = Seat("Elm", cash=246, track=(*JOINED, "Dogwood - 9.1"))
    table = Table(two, Seat("Dogwood"), owner)
    table.play("go north-east")
    assert table.cash[1] == 250
    assert of(table.end_turn(), event_kinds.MET) == []
    assert of(table.end_turn(), event_kinds.MET) == [(1, 250, 0, 0, 0)]


def test_goal__can_be_chosen() -> None:
    """EB-R14, EB-R2, RR-R6: options goal and majors."""
    game = EmpireBuilder(map="test", goal=80, majors=3)
    for track, met in ((JOINED, False), ((*JOINED, "Alder 3 - 4.4 - 3.5 - Elm", "Elm - 3.7 - Birch 5"), True)):
        table = Table(game, Seat("Elm", cash=80, track=track), Seat("Elm"))
        assert bool(of(table.end_turn(), event_kinds.MET)) == met
    assert EmpireBuilder().params["goal"][0] == ResourcefulRails().params["goal"][0] == 250


# --- the round is finished -----------------------------------------------------------------------------------------


def test_others__have_as_many_turns_as_who_met_the_goal(three: CrayonRails) -> None:
    """EB-6.3, EB-R14: the round is played to its end, in the order of play."""
    table = Table(three, Seat("Elm"), WINNER, Seat("Elm"), order=(2, 1, 0), mover=2)
    table.end_turns(2)
    assert not over(table) and table["mover"] == 0
    table.end_turn()
    assert over(table) and table["end_reason"] == LINKED
    assert table.payoff == [-0.5, 1.0, -0.5]


def test_last_in_the_round__ends_it_at_once(two: CrayonRails) -> None:
    """EB-6.3"""
    table = Table(two, Seat("Elm"), WINNER, mover=1)
    told = table.end_turn()
    assert over(table) and of(told, event_kinds.WON) == [(1, 250, 0, 0, 0)]


def test_richest__of_those_who_met_the_goal_wins(three: CrayonRails) -> None:
    """EB-6.4, EB-1.3, EB-R14: not the first of them, and nobody who did not meet it, however rich."""
    later = Seat("Elm", cash=260, track=OTHER)
    table = Table(three, WINNER, later, Seat("Elm", cash=999))
    table.end_turns(3)
    assert over(table)
    assert table.payoff == [0.0, 1.0, -1.0]


def test_lost_turn__counts_as_a_turn_of_the_round(two: CrayonRails) -> None:
    """EB-R14, EB-6.3: nobody waits for it."""
    table = Table(two, WINNER, Seat("Elm", lost=1))
    table.end_turn()
    assert over(table) and table.payoff == [1.0, -1.0]


def test_goal__once_met_is_not_lost_to_events(two: CrayonRails) -> None:
    """EB-R14: neither by a flood that cuts the line nor by a tax."""
    first = Seat("Elm", cash=250, track=OTHER)
    rival = Seat("Alder", carried="Coal", hand="Coal to Alder", cash=60)
    table = Table(two, first, rival, deck="The Otter rises, Rail tax, Iron to Fir")
    table.end_turn()
    table.play("deliver Coal to Alder")
    assert table.cash[0] == 225 and table.owner("Alder 3 - 4.4") == -1
    table.end_turn()
    assert over(table) and table.payoff == [1.0, -1.0]


@pytest.mark.parametrize("equal_turns", [False, True])
def test_game__ends_at_once_without_equal_turns(equal_turns: bool) -> None:
    """RR-R6, EB-R14: option equal_turns; then the first to meet the goal at the end of his turn wins."""
    assert EmpireBuilder().options.equal_turns and not ResourcefulRails().options.equal_turns
    game = ResourcefulRails(map="test", num_players=3, equal_turns=equal_turns)
    table = Table(game, WINNER, Seat("Elm", cash=999, track=OTHER), Seat("Elm"))
    table.end_turn()
    assert over(table) != equal_turns
    if not equal_turns:
        assert table.payoff == [1.0, 0.0, -1.0]


# --- ties ----------------------------------------------------------------------------------------------------------


def test_tie__raises_the_goal_for_all(three: CrayonRails) -> None:
    """EB-6.5, EB-R14: to 300, and play goes on; what was met before is met no longer."""
    table = Table(three, WINNER, Seat("Elm", cash=250, track=OTHER), Seat("Elm"))
    told = table.end_turns(3)
    assert of(told, event_kinds.RAISED) == [(-1, 300, 0, 0, 0)]
    assert not over(table) and table["goal"] == 300
    assert not table["players"]["met"].any()
    table.end_turns(3)
    assert not over(table)
    table.state["scores"][0, 1] = 300
    table.end_turns(3)
    assert over(table) and table.payoff[1] == 1.0


def test_tie__of_poorer_ones_does_not_matter(three: CrayonRails) -> None:
    """EB-6.5: only one for the most cash does."""
    track = ("Birch 4 - 7.9 - 8.8 - Hazel - 11.9 - 12.10 - Fir - 13.9 - 14.8 - 13.7 - Cedar 2",)
    third = Seat("Elm", cash=251, track=track)
    table = Table(three, WINNER, Seat("Elm", cash=250, track=OTHER), third)
    table.end_turns(3)
    assert over(table) and table.payoff == [-0.5, -0.5, 1.0]


def test_raised_goal__can_be_chosen() -> None:
    """EB-R14"""
    game = EmpireBuilder(map="test", raised_goal=400)
    table = Table(game, WINNER, Seat("Elm", cash=250, track=OTHER))
    table.end_turns(2)
    assert table["goal"] == 400


# --- debts and the last round --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "debt", "met"), [(289, 40, False), (290, 40, True), (250, 0, True)])
def test_goal__counts_cash_less_debt(cash: int, debt: int, met: bool) -> None:
    """EB-R14, RR-R6, EB-R15"""
    for game in (EmpireBuilder(map="test", borrow=True), ResourcefulRails(map="test", borrow=True)):
        table = Table(game, Seat("Elm", cash=cash, debt=debt, track=JOINED), Seat("Elm"))
        assert bool(of(table.end_turn(), event_kinds.MET)) == met


def test_last_round__goes_to_the_most_cash() -> None:
    """EB-R15, RR-R6: less debt; equals share their ranks; option max_rounds, of 150."""
    assert EmpireBuilder().options.max_rounds == ResourcefulRails().options.max_rounds == 150
    game = EmpireBuilder(map="test", num_players=4, max_rounds=7)
    seats = Seat("Elm", cash=90), Seat("Elm", cash=70), Seat("Elm", cash=70), Seat("Elm", cash=99, debt=40)
    table = Table(game, *seats, round=6)
    table.end_turns(4)
    assert not over(table) and table["round"] == 7
    table.end_turns(3)
    assert not over(table)
    told = table.end_turn()
    assert over(table) and table["end_reason"] == ROUND_LIMIT
    assert of(told, event_kinds.WON) == [(0, 90, 0, 0, 0)]
    assert table.payoff == [1.0, 0.0, 0.0, -1.0]


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_opening_rounds__do_not_count_among_the_last(kind: type[CrayonRails]) -> None:
    """EB-R15, RR-R6: with one round to play, everyone has the two opening turns and a whole one."""
    table = dealt(kind(map="test", max_rounds=1, order="seats"))
    table.end_turns(4)
    assert not over(table) and (table["round"], table["turn"]) == (1, 5)
    table.end_turns(2)
    assert over(table) and table["end_reason"] == ROUND_LIMIT


def test_goal__met_in_the_last_round_goes_before_cash() -> None:
    """EB-R14, EB-R15: who has linked the cities wins, though another is richer."""
    game = EmpireBuilder(map="test", max_rounds=3)
    table = Table(game, WINNER, Seat("Elm", cash=999))
    table.end_turns(2)
    assert over(table) and table["end_reason"] == LINKED
    assert table.payoff == [1.0, -1.0]


def test_game__that_is_over_asks_for_nothing_more(two: CrayonRails) -> None:
    """EB-6.3, EB-6.4"""
    table = Table(two, Seat("Elm"), WINNER, mover=1)
    table.end_turn()
    assert not table.legal
