"""The end of games against plain Python: points from the position before it, barons, ranks, and who has won."""

import numpy as np
import pytest
from railways_of_the_world import eager_play
from railways_of_the_world.checker_end import End
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.state import NO_CARD


def last_step(game: HexRailways, seed: int) -> tuple[Array, int]:
    """The position before the last action of a game by eager play, and the action."""
    *_, (before, action, _) = eager_play.play(game, seed)
    return before, action


def play_last(game: HexRailways, before: Array, action: int) -> tuple[Array, set[int]]:
    """The end of a game, checked; and the barons that gave any points."""
    after = before.copy()
    events = game.rules.apply(after, action)
    assert after["terminated"][0]
    given = check_points(game, before, after, events)
    winners = {event.player for event in events if event.kind == event_kinds.WON}
    payoff = after["payoff"][0, : game.num_players].tolist()
    lost = game.params["solo"][0] and payoff[0] < 0
    assert winners == ({-1} if lost else {seat for seat, pay in enumerate(payoff) if pay == max(payoff)})
    return after, given


def check_points(game: HexRailways, before: Array, after: Array, events: list[Event]) -> set[int]:
    """Points at the end are those before it, what was scored on the way, the baron's, less a point a bond (RW-10.3).
    Returns the barons that gave any."""
    end, given = End(game, after), set[int]()
    for player in end.seats:
        told = sum(event.data[0] for event in events if event.kind == event_kinds.POINTS and event.player == player)
        baron = int(after["players"]["barons"][0, player, 0])
        points = end.baron(player, baron) if baron != NO_CARD else 0
        given |= {baron} if points else set()
        bonds = int(after["players"]["bonds"][0, player])
        assert after["scores"][0, player] == before["scores"][0, player] + told + points - bonds
    return given


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_result__is_points_barons_and_bonds(seats: int) -> None:
    """The last action is played again with other barons in hand, until each one was in a hand."""
    game, given = railways(map="south_sweden", num_players=seats, barons=True), set[int]()
    for seed in range(4):
        before, action = last_step(game, seed)
        for first in range(0, len(UNIVERSAL_BARONS), seats):
            for player in range(seats):
                before["players"]["barons"][0, player, 0] = (first + player) % len(UNIVERSAL_BARONS)
            after, found = play_last(game, before, action)
            np.testing.assert_allclose(after["payoff"][0, :seats], End(game, after).payoffs(), atol=1e-6)
            given |= found
    assert len(given) >= 8, [UNIVERSAL_BARONS[baron] for baron in given]


@pytest.mark.parametrize("target", [110, 125, 135])
@pytest.mark.parametrize("duel_barons", [False, True])
def test_solo_game__is_won_with_the_target(target: int, duel_barons: bool) -> None:
    """RS-10.5, RS-10.6: with any points before the end that may make it just so."""
    game, results = railbot(map="south_sweden", target=target, duel_barons=duel_barons, railbot="agent"), set[bool]()
    for seed in range(2):
        before, action = last_step(game, seed)
        before["players"]["bonds"], before["players"]["cash"] = 3, 100
        for before["scores"][0, 0] in range(target, target + 25):
            after, _ = play_last(game, before, action)
            won = after["scores"][0, 0] >= target + 15 * duel_barons
            assert after["payoff"][0, :2].tolist() == ([1, -1] if won else [-1, 1])
            results.add(bool(won))
    assert len(results) == 2
