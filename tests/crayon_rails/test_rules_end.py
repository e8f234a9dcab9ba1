"""The end: majors joined, the cash to win, rounds that are finished, ties, and the last round."""

from itertools import pairwise

import pytest
from crayon_rails.moves import COAL, LONG, changed, end_turn, lay, owner
from given import given, play, written

from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.rules.phases import END_REASONS

JOINED = LONG[1:2]  # Alder and Cedar
OTHER = ("Alder 3 - 4.4 - 3.5 - Elm - 3.7 - Birch 5",)  # Alder and Birch
WINNER = {"train": "Elm", "cash": 250, "track": JOINED}
LINKED, ROUND_LIMIT = END_REASONS[1:]


def has_met(told: list[str]) -> list[str]:
    """Who has met the goal, and with how much."""
    return [sentence for sentence in told if "has met the goal" in sentence]


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
    position = given(two, players=[{"train": "Elm", "cash": cash, "track": track}, {"train": "Elm"}])
    told = end_turn(position)
    assert has_met(told) == ([f"player_0 has met the goal, with {cash}"] if met else [])


def test_goal__is_not_met_by_others_track(two: CrayonRails) -> None:
    """EB-6.1: what another owns joins nothing."""
    rival = {"train": "Elm", "track": ["9.3 - 10.4 - 12.4 - Cedar 1"]}
    position = given(two, players=[{"train": "Elm", "cash": 250, "track": ["Alder 4 - 7.3 - 9.3"]}, rival])
    assert has_met(end_turn(position)) == []


def test_goal__is_six_majors_of_seven(america: CrayonRails) -> None:
    """EB-1.3, EB-6.1, EB-R2, RR-1.1: five are not enough, in one line or in two."""
    board = america.board
    middles = [board.cities[i].mileposts[0] for i in board.majors]
    for missing, met in ((1, True), (2, False)):
        track = joining(board, middles[: len(middles) - missing])
        position = given(america, players=[{"train": "Denver", "cash": 250, "track": track}, {"train": "Denver"}])
        assert bool(has_met(end_turn(position))) == met


def joining(board: Map, middles: list[int]) -> list[str]:
    """Track from each milepost to the next, over any edges."""
    place, track = [f"{post.row}.{post.col}" for post in board.mileposts], []
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
            if board.mileposts[end].city < 0 or board.mileposts[end].city != board.mileposts[before[end]].city:
                track.append(f"{place[before[end]]} - {place[end]}")
            end = before[end]
    return track


def test_goal__is_tested_at_the_end_of_the_own_turn(two: CrayonRails) -> None:
    """EB-6.2, EB-R14.1: cash that is spent in the same turn does not count, nor fees of others before it ends."""
    position = given(two, players=[WINNER, {"train": "Elm"}], phase="build")
    lay(position, "Alder 5 - 7.1")
    assert has_met(end_turn(position)) == []
    rival = {"train": "Elm", "cash": 246, "track": [*JOINED, "Dogwood - 9.1"]}
    position = given(two, players=[{"train": "Dogwood"}, rival])
    play(position, "go north-east")
    assert position.scores[1] == 250
    assert has_met(end_turn(position)) == []
    assert has_met(end_turn(position)) == ["player_1 has met the goal, with 250"]


def test_goal__can_be_chosen() -> None:
    """EB-R14.3, EB-R2, RR-R6.3: options goal and majors."""
    game = EmpireBuilder(map="test", goal=80, majors=3)
    for track, met in ((JOINED, False), ((*JOINED, "Alder 3 - 4.4 - 3.5 - Elm", "Elm - 3.7 - Birch 5"), True)):
        position = given(game, players=[{"train": "Elm", "cash": 80, "track": track}, {"train": "Elm"}])
        assert bool(has_met(end_turn(position))) == met
    assert EmpireBuilder().params["goal"][0] == ResourcefulRails().params["goal"][0] == 250


# --- the round is finished -----------------------------------------------------------------------------------------


def test_others__have_as_many_turns_as_who_met_the_goal(three: CrayonRails) -> None:
    """EB-6.3, EB-R14.1: the round is played to its end, in the order of play."""
    position = given(
        three,
        players=[{"train": "Elm"}, WINNER, {"train": "Elm"}],
        order=["player_2", "player_1", "player_0"],
        current_player="player_2",
    )
    end_turn(position, 2)
    assert not position.is_over and position.current_player == 0
    end_turn(position)
    assert position.is_over and position.end_reason == LINKED
    assert position.payoffs == (-0.5, 1.0, -0.5)


def test_last_in_the_round__ends_it_at_once(two: CrayonRails) -> None:
    """EB-6.3"""
    position = given(two, players=[{"train": "Elm"}, WINNER], current_player="player_1")
    told = end_turn(position)
    assert position.is_over and told[-1] == "player_1 wins with 250"


def test_richest__of_those_who_met_the_goal_wins(three: CrayonRails) -> None:
    """EB-6.4, EB-1.3, EB-R14.3: not the first of them, and no player who did not meet it, however rich."""
    later = {"train": "Elm", "cash": 260, "track": OTHER}
    position = given(three, players=[WINNER, later, {"train": "Elm", "cash": 999}])
    end_turn(position, 3)
    assert position.is_over
    assert position.payoffs == (0.0, 1.0, -1.0)


def test_lost_turn__counts_as_a_turn_of_the_round(two: CrayonRails) -> None:
    """EB-R14.1, EB-6.3: the others do not wait for it."""
    position = given(two, players=[WINNER, {"train": "Elm", "turns_lost": 1}])
    end_turn(position)
    assert position.is_over and position.payoffs == (1.0, -1.0)


def test_goal__once_met_is_not_lost_to_events(two: CrayonRails) -> None:
    """EB-R14.2: neither by a flood that cuts the line nor by a tax."""
    first = {"train": "Elm", "cash": 250, "track": OTHER}
    rival = {**COAL, "cash": 60}
    position = given(two, players=[first, rival], deck=["The Otter rises", "Rail tax", "Iron to Fir", "..."])
    end_turn(position)
    play(position, "deliver Coal to Alder for 6")
    assert position.scores[0] == 225 and owner(position, "Alder 3 - 4.4") == -1
    end_turn(position)
    assert position.is_over and position.payoffs == (1.0, -1.0)


@pytest.mark.parametrize("equal_turns", [False, True])
def test_game__ends_at_once_without_equal_turns(equal_turns: bool) -> None:
    """RR-R6.3, EB-R14.1: option equal_turns; the first player to meet the goal at the end of a turn wins."""
    assert EmpireBuilder().options.equal_turns and not ResourcefulRails().options.equal_turns
    game = ResourcefulRails(map="test", num_players=3, equal_turns=equal_turns)
    position = given(game, players=[WINNER, {"train": "Elm", "cash": 999, "track": OTHER}, {"train": "Elm"}])
    end_turn(position)
    assert position.is_over != equal_turns
    if not equal_turns:
        assert position.payoffs == (1.0, 0.0, -1.0)


# --- ties ----------------------------------------------------------------------------------------------------------


def test_tie__raises_the_goal_for_all(three: CrayonRails) -> None:
    """EB-6.5, EB-R14.3: to 300, and play goes on; what was met before is met no longer."""
    position = given(three, players=[WINNER, {"train": "Elm", "cash": 250, "track": OTHER}, {"train": "Elm"}])
    told = end_turn(position, 3)
    assert told.count("a tie: everyone needs 300 from now on") == 1
    assert not position.is_over and written(position)["goal"] == 300
    assert not any(player["goal_met"] for player in written(position)["players"])
    end_turn(position, 3)
    assert not position.is_over
    position = changed(position, 1, cash=300)
    end_turn(position, 3)
    assert position.is_over and position.payoffs[1] == 1.0


def test_tie__of_poorer_ones_does_not_matter(three: CrayonRails) -> None:
    """EB-6.5: only one for the most cash does."""
    track = ("Birch 4 - 7.9 - 8.8 - Hazel - 11.9 - 12.10 - Fir - 13.9 - 14.8 - 13.7 - Cedar 2",)
    third = {"train": "Elm", "cash": 251, "track": track}
    position = given(three, players=[WINNER, {"train": "Elm", "cash": 250, "track": OTHER}, third])
    end_turn(position, 3)
    assert position.is_over and position.payoffs == (-0.5, -0.5, 1.0)


def test_raised_goal__can_be_chosen() -> None:
    """EB-R14.3"""
    game = EmpireBuilder(map="test", raised_goal=400)
    position = given(game, players=[WINNER, {"train": "Elm", "cash": 250, "track": OTHER}])
    end_turn(position, 2)
    assert written(position)["goal"] == 400


# --- debts and the last round --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "debt", "met"), [(289, 40, False), (290, 40, True), (250, 0, True)])
def test_goal__counts_cash_less_debt(cash: int, debt: int, met: bool) -> None:
    """EB-R14.3, RR-R6.4, EB-R15.1"""
    for game in (EmpireBuilder(map="test", borrow=True), ResourcefulRails(map="test", borrow=True)):
        position = given(
            game, players=[{"train": "Elm", "cash": cash, "debt": debt, "track": JOINED}, {"train": "Elm"}]
        )
        assert bool(has_met(end_turn(position))) == met


def test_last_round__goes_to_the_most_cash() -> None:
    """EB-R15.2, RR-R6.4: less debt; equals share their ranks; option max_rounds, of 150."""
    assert EmpireBuilder().options.max_rounds == ResourcefulRails().options.max_rounds == 150
    game = EmpireBuilder(map="test", num_players=4, max_rounds=7)
    players = [{"train": "Elm", "cash": cash} for cash in (90, 70, 70)]
    position = given(game, players=[*players, {"train": "Elm", "cash": 99, "debt": 40}], round=6)
    end_turn(position, 4)
    assert not position.is_over and written(position)["round"] == 7
    end_turn(position, 3)
    assert not position.is_over
    told = end_turn(position)
    assert position.is_over and position.end_reason == ROUND_LIMIT
    assert [sentence for sentence in told if " wins " in sentence] == ["player_0 wins with 90"]
    assert position.payoffs == (1.0, 0.0, 0.0, -1.0)


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_opening_rounds__do_not_count_among_the_last(kind: type[CrayonRails]) -> None:
    """EB-R15.2, RR-R6.4: with one round to play, everyone has the two opening turns and a whole one."""
    position = kind(map="test", max_rounds=1, order="seats").new_position(3)
    end_turn(position, 4)
    assert not position.is_over and (written(position)["round"], position.turn) == (1, 5)
    end_turn(position, 2)
    assert position.is_over and position.end_reason == ROUND_LIMIT


def test_goal__met_in_the_last_round_goes_before_cash() -> None:
    """EB-R14.3, EB-R15.2: who has linked the cities wins, though another is richer."""
    game = EmpireBuilder(map="test", max_rounds=3)
    position = given(game, players=[WINNER, {"train": "Elm", "cash": 999}], round=3)
    end_turn(position, 2)
    assert position.is_over and position.end_reason == LINKED
    assert position.payoffs == (1.0, -1.0)


def test_game__that_is_over_asks_for_nothing_more(two: CrayonRails) -> None:
    """EB-6.3, EB-6.4"""
    position = given(two, players=[{"train": "Elm"}, WINNER], current_player="player_1")
    end_turn(position)
    assert not position.legal_actions
