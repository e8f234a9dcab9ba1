"""Final scoring."""

from typing import Any

import numpy as np
import pytest
from given import play
from ticket_to_ride_card.moves import last_turn, player, table, ticket_names

from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO, TICKETS

SIX = ["Chicago - Dallas", "Miami - Boston", "Seattle - Denver"]
SIX += ["Los Angeles - Houston", "New York - Portland", "Dallas - Helena"]
SIX_VALUE = 6 + 12 + 10 + 11 + 21 + 10
BONUSES = 12 + 10 + 12 + 8 + 15 + 8


def completed(game: Game, track: dict[str, int], *tickets: str) -> list[str]:
    """The tickets that a track completes at the end of the game."""
    position = last_turn(game, {"track": track, "tickets": tickets})
    play(position, "pass")
    return player(position)["completed"]


def test_tickets__are_completed_by_cards_on_the_track(two: Game) -> None:
    """TC-6.9, TC-R14: neither hand nor railyard complete anything, nor are they worth anything."""
    off = {"yard": {"red": 1, "yellow": 1}, "hand": {"blue": 1}, "tickets": ["Chicago - Miami", "New York - Chicago"]}
    on = {"track": {"red": 1, "yellow": 1}, "tickets": ["Chicago - Miami"]}
    position = last_turn(two, off, on, display={"grey": 1})
    play(position, "draw the face-up grey")
    assert (player(position, 0)["completed"], player(position, 1)["completed"]) == ([], ["Chicago - Miami"])
    assert position.scores == (-10 - 5, 10 + 12 + 8)


def test_tickets__share_no_cards(two: Game) -> None:
    """TC-6.9: one yellow card completes one of two tickets that ask for yellow; the better one."""
    track = {"yellow": 1, "red": 1, "green": 1}
    assert completed(two, track, "Chicago - Miami", "Chicago - Dallas") == ["Chicago - Miami"]


def test_tickets__take_locomotives_for_any_colour(two: Game) -> None:
    """TC-6.9, TC-R9: whatever colour a locomotive was laid as, on the track it is free."""
    assert completed(two, {"black": 1, "locomotive": 1}, "Seattle - Denver") == ["Seattle - Denver"]


def test_tickets__may_be_completed_by_locomotives_alone(two: Game) -> None:
    """TC-7.7: five locomotives complete a ticket of five cards, four do not."""
    assert completed(two, {"locomotive": 5}, "New York - Portland") == ["New York - Portland"]
    assert completed(two, {"locomotive": 4}, "New York - Portland") == []


def test_completed_tickets__add_their_value(two: Game) -> None:
    """TC-6.10: 11 points, and the bonus of Los Angeles."""
    track = {"white": 1, "green": 1, "orange": 1}
    position = last_turn(two, {"track": track, "tickets": ["Los Angeles - Houston"]})
    assert "player_0 completes Los Angeles - Houston (11)" in play(position, "pass")
    assert position.scores == (11 + 12, 0)


def test_open_tickets__cost_their_value(two: Game) -> None:
    """TC-6.11: 12 points each way."""
    position = last_turn(two, {}, {"tickets": ["Miami - Boston"]})
    assert "player_1 fails Miami - Boston (12)" in play(position, "pass")
    assert position.scores == (0, -12)


def test_bonus__goes_to_the_most_completed_tickets_of_a_city(two: Game) -> None:
    """TC-6.12: two tickets of Seattle beat one; their value does not matter."""
    most, fewer = ["Seattle - Denver", "Seattle - Phoenix"], ["Seattle - Toronto"]
    position = last_turn(two, {"completed": most}, {"completed": fewer})
    told = play(position, "pass")
    assert [sentence for sentence in told if "bonus" in sentence] == ["player_0 earns the Seattle bonus of 8"]
    assert position.scores == (8, 0)


def test_bonus__is_scored_by_all_who_tie(three: Game) -> None:
    """TC-6.13: two with one ticket each score it in full, the third nothing."""
    position = last_turn(three, {"completed": ["Seattle - Denver"]}, {}, {"completed": ["Seattle - Toronto"]})
    play(position, "pass")
    assert position.scores == (8, 0, 8)


def test_bonus__counts_a_ticket_for_both_its_big_cities(two: Game) -> None:
    """TC-6.14: Seattle - New York counts for Seattle and for New York."""
    told = play(last_turn(two, {"completed": ["Seattle - New York"]}), "pass")
    assert {s for s in told if "bonus" in s} == {
        "player_0 earns the Seattle bonus of 8",
        "player_0 earns the New York bonus of 15",
    }


def test_bonus__needs_a_completed_ticket(two: Game) -> None:
    """TC-R14: players without a completed ticket at a city do not tie."""
    position = last_turn(two)
    assert not any("bonus" in sentence for sentence in play(position, "pass"))
    assert position.scores == (0, 0)


def test_winner__of_a_tie_has_more_completed_tickets(two: Game) -> None:
    """TC-R14: 20 points and one bonus each: two tickets beat one."""
    more, fewer = ["Miami - Omaha", "Miami - Boston"], ["Dallas - Helena"]
    position = last_turn(two, {"completed": more}, {"completed": fewer}, scores=[12, 10])
    play(position, "pass")
    assert position.scores == (20, 20)
    assert position.payoffs == (1, -1)


def test_winner__of_a_tie_in_tickets_has_more_bonuses(two: Game) -> None:
    """TC-R14: equal points, one ticket each: two bonuses beat one."""
    position = last_turn(two, {"completed": ["Seattle - Miami"]}, {"completed": ["Dallas - Helena"]}, scores=[4, 10])
    play(position, "pass")
    assert position.scores == (20, 20)
    assert position.payoffs == (1, -1)


def test_winners__who_tie_in_everything_share(three: Game) -> None:
    """TC-R14: two share first place, with the mean of their ranks."""
    position = last_turn(three, {"completed": ["Seattle - Denver"]}, {}, {"completed": ["Seattle - Toronto"]})
    play(position, "pass")
    assert position.payoffs == (0.5, -1, 0.5)


# --- the exact choice of tickets ----------------------------------------------------------------------------------


def best_by_trying(game: Game, track: Any, tickets: list[int]) -> int:
    """The best set of tickets by trying all (TC-R14), as a bit mask over the tickets."""
    need = game.params["need"][0][tickets]
    value, cities = game.params["value"][0][tickets], game.params["cities"][0][tickets]
    number = np.arange(1 << len(tickets))
    chosen = (number[:, None] >> np.arange(len(tickets)) & 1).astype(np.int64)
    payable = np.maximum(chosen @ need - track[:COLOURS], 0).sum(axis=1) <= track[LOCO]
    touched = np.zeros(len(number), np.int64)
    for i in range(len(tickets)):
        touched |= chosen[:, i] * cities[i]
    bonus = game.params["bonus_sum"][0][touched]
    lowest_first = chosen @ (1 << np.arange(len(tickets))[::-1])
    order = np.lexsort((lowest_first, chosen.sum(axis=1), bonus, chosen @ value))
    best = order[payable[order]][-1]
    return sum(1 << t for i, t in enumerate(tickets) if best >> i & 1)


@pytest.mark.parametrize("edition", ["two", "published"])
def test_choice_of_tickets__is_the_best_of_all(edition: str, request: pytest.FixtureRequest) -> None:
    """TC-R14, TC-6.9: highest value, then bonus points of the big cities touched, then more tickets, then lowest."""
    game = request.getfixturevalue(edition)
    names, rng = ticket_names(game), np.random.default_rng(14)
    for _ in range(150):
        held = sorted(rng.choice(TICKETS, rng.integers(1, 12), replace=False).tolist())
        track = np.zeros(LOCO + 1, np.int64)
        track[:COLOURS] = rng.integers(0, 4, COLOURS) * (game.params["cards_of"][0][:COLOURS] > 0)
        track[LOCO] = rng.integers(0, 6)
        best = best_by_trying(game, track, held)
        cards = dict(zip(KIND_NAMES, track.tolist(), strict=True))
        assert completed(game, cards, *[names[t] for t in held]) == [
            name for t, name in enumerate(names) if best >> t & 1
        ]


def test_choice_of_tickets__prefers_more_bonus_points(two: Game) -> None:
    """TC-R14: of two tickets for 10 points the one that touches Chicago and Miami, not the one of Dallas alone."""
    track = {"red": 1, "locomotive": 1}
    assert completed(two, track, "Chicago - Miami", "Dallas - Helena") == ["Chicago - Miami"]


# --- solo ---------------------------------------------------------------------------------------------------------


def test_solo__reveals_the_hidden_tickets_at_the_end(solo: Game) -> None:
    """TC-6.15: until then the player's view does not have them."""
    position = last_turn(solo, opponent=SIX)
    assert table(position.view(0), "opponent") == []
    play(position, "pass")
    assert sorted(table(position.view(0), "opponent")) == sorted(SIX)


def test_solo__gives_the_opponent_their_tickets_and_every_bonus_they_win(solo: Game) -> None:
    """TC-6.16, TC-R15.3: the opponent counts as having completed all six; here they have every city alone."""
    position = last_turn(solo, opponent=SIX)
    told = play(position, "pass")
    assert "the hidden opponent earns the Dallas bonus of 10" in told
    assert f"the hidden opponent ends with {SIX_VALUE + BONUSES} points" in told
    assert table(position, "scores")[1] == SIX_VALUE + BONUSES


def test_solo__gives_a_tied_bonus_to_both(solo: Game) -> None:
    """TC-6.16, TC-6.13, TC-R15.3: one ticket of Seattle each; in Dallas the opponent's two beat one."""
    told = play(last_turn(solo, {"completed": ["Seattle - Toronto", "Dallas - Miami"]}, opponent=SIX), "pass")
    assert "player_0 earns the Seattle bonus of 8" in told
    assert "the hidden opponent earns the Seattle bonus of 8" in told
    assert "player_0 earns the Dallas bonus of 10" not in told


@pytest.mark.parametrize("more, payoff", [(1, 1), (0, -1), (-1, -1)])
def test_solo__is_won_by_strictly_more_points(solo: Game, more: int, payoff: int) -> None:
    """TC-6.17, TC-R15.3: a tie is lost."""
    position = last_turn(solo, opponent=SIX, scores=[SIX_VALUE + BONUSES + more])
    play(position, "pass")
    assert position.payoffs[0] == payoff
