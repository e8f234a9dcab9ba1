"""Final scoring."""

from typing import Any

import numpy as np
import pytest
from ticket_to_ride_card.positions import Seat, last_turn

from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO, TICKETS

SIX = (
    "Chicago - Dallas",
    "Miami - Boston",
    "Seattle - Denver",
    "Los Angeles - Houston",
    "New York - Portland",
    "Dallas - Helena",
)
SIX_VALUE = 6 + 12 + 10 + 11 + 21 + 10
BONUSES = 12 + 10 + 12 + 8 + 15 + 8


def test_tickets__are_completed_by_cards_on_the_track(two: Game) -> None:
    """TC-6.9, TC-R14: neither hand nor railyard complete anything, nor are they worth anything."""
    off = Seat(yard="red, yellow", hand="blue", tickets=("Chicago - Miami", "New York - Chicago"))
    on = Seat(track="red, yellow", tickets=("Chicago - Miami",))
    table = last_turn(two, off, on, display="grey", discard="")
    table.play("draw the face-up grey")
    assert (table.names(0, "done"), table.names(1, "done")) == (set(), {"Chicago - Miami"})
    assert table.scores == [-10 - 5, 10 + 12 + 8]


def test_tickets__share_no_cards(two: Game) -> None:
    """TC-6.9: one yellow card completes one of two tickets that ask for yellow; the better one."""
    seat = Seat(track="yellow, red, green", tickets=("Chicago - Miami", "Chicago - Dallas"))
    table = last_turn(two, seat)
    table.play("pass")
    assert table.names(0, "done") == {"Chicago - Miami"}


def test_tickets__take_locomotives_for_any_colour(two: Game) -> None:
    """TC-6.9, TC-R9: whatever colour a locomotive was laid as, on the track it is free."""
    table = last_turn(two, Seat(track="black, locomotive", tickets=("Seattle - Denver",)))
    table.play("pass")
    assert table.names(0, "done") == {"Seattle - Denver"}


def test_tickets__may_be_completed_by_locomotives_alone(two: Game) -> None:
    """TC-7.7: five locomotives complete a ticket of five cards, four do not."""
    for locomotives, done in ((5, {"New York - Portland"}), (4, set())):
        table = last_turn(two, Seat(track=f"{locomotives} locomotive", tickets=("New York - Portland",)))
        table.play("pass")
        assert table.names(0, "done") == done


def test_completed_tickets__add_their_value(two: Game) -> None:
    """TC-6.10: 11 points, and the bonus of Los Angeles."""
    table = last_turn(two, Seat(track="white, green, orange", tickets=("Los Angeles - Houston",)))
    told = table.play("pass")
    assert "player_0 completes Los Angeles - Houston (11)" in told
    assert table.scores == [11 + 12, 0]


def test_open_tickets__cost_their_value(two: Game) -> None:
    """TC-6.11: 12 points each way."""
    table = last_turn(two, Seat(), Seat(tickets=("Miami - Boston",)))
    told = table.play("pass")
    assert "player_1 fails Miami - Boston (12)" in told
    assert table.scores == [0, -12]


def test_bonus__goes_to_the_most_completed_tickets_of_a_city(two: Game) -> None:
    """TC-6.12: two tickets of Seattle beat one; their value does not matter."""
    seats = Seat(done=("Seattle - Denver", "Seattle - Phoenix")), Seat(done=("Seattle - Toronto",))
    table = last_turn(two, *seats)
    told = table.play("pass")
    assert [sentence for sentence in told if "bonus" in sentence] == ["player_0 earns the Seattle bonus of 8"]
    assert table.scores == [8, 0]


def test_bonus__is_scored_by_all_who_tie(three: Game) -> None:
    """TC-6.13: two with one ticket each score it in full, the third nothing."""
    table = last_turn(three, Seat(done=("Seattle - Denver",)), Seat(), Seat(done=("Seattle - Toronto",)))
    table.play("pass")
    assert table.scores == [8, 0, 8]


def test_bonus__counts_a_ticket_for_both_its_big_cities(two: Game) -> None:
    """TC-6.14: Seattle - New York counts for Seattle and for New York."""
    table = last_turn(two, Seat(done=("Seattle - New York",)))
    told = table.play("pass")
    assert {s for s in told if "bonus" in s} == {
        "player_0 earns the Seattle bonus of 8",
        "player_0 earns the New York bonus of 15",
    }


def test_bonus__needs_a_completed_ticket(two: Game) -> None:
    """TC-R14: nobody ties at none."""
    table = last_turn(two)
    assert not any("bonus" in sentence for sentence in table.play("pass"))
    assert table.scores == [0, 0]


def test_winner__of_a_tie_has_more_completed_tickets(two: Game) -> None:
    """TC-R14: 20 points and one bonus each: two tickets beat one."""
    table = last_turn(two, Seat(done=("Miami - Omaha", "Miami - Boston")), Seat(done=("Dallas - Helena",)))
    table.state["scores"][0, :2] = 12, 10
    table.play("pass")
    assert table.scores == [20, 20]
    assert table["payoff"][:2].tolist() == [1, -1]


def test_winner__of_a_tie_in_tickets_has_more_bonuses(two: Game) -> None:
    """TC-R14: equal points, one ticket each: two bonuses beat one."""
    table = last_turn(two, Seat(done=("Seattle - Miami",)), Seat(done=("Dallas - Helena",)))
    table.state["scores"][0, :2] = 4, 10
    table.play("pass")
    assert table.scores == [20, 20]
    assert table["payoff"][:2].tolist() == [1, -1]


def test_winners__who_tie_in_everything_share(three: Game) -> None:
    """TC-R14: two share first place, with the mean of their ranks."""
    table = last_turn(three, Seat(done=("Seattle - Denver",)), Seat(), Seat(done=("Seattle - Toronto",)))
    table.play("pass")
    assert table["payoff"][:3].tolist() == [0.5, -1, 0.5]


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
    rng = np.random.default_rng(14)
    for _ in range(150):
        held = sorted(rng.choice(TICKETS, rng.integers(1, 12), replace=False).tolist())
        track = np.zeros(LOCO + 1, np.int64)
        track[:COLOURS] = rng.integers(0, 4, COLOURS) * (game.params["cards_of"][0][:COLOURS] > 0)
        track[LOCO] = rng.integers(0, 6)
        table = last_turn(game)
        seat = table.state["players"][0, :1]
        seat["track"], seat["track_size"] = track, track.sum()
        seat["tickets"], seat["num_tickets"] = sum(1 << t for t in held), len(held)
        table.play("pass")
        assert table["players"][0]["done"] == best_by_trying(game, track, held)


def test_choice_of_tickets__prefers_more_bonus_points(two: Game) -> None:
    """TC-R14: of two tickets for 10 points the one that touches Chicago and Miami, not the one of Dallas alone."""
    seat = Seat(track="red, locomotive", tickets=("Chicago - Miami", "Dallas - Helena"))
    table = last_turn(two, seat)
    table.play("pass")
    assert table.names(0, "done") == {"Chicago - Miami"}


# --- solo ---------------------------------------------------------------------------------------------------------


def test_solo__reveals_the_hidden_tickets_at_the_end(solo: Game) -> None:
    """TC-6.15: until then the player's view does not have them."""
    table = last_turn(solo, rival=SIX)
    assert solo.rules.view(table.state, 0)["rival"][0] == 0
    table.play("pass")
    assert solo.rules.view(table.state, 0)["rival"][0] == table.tickets(SIX)


def test_solo__gives_the_opponent_his_tickets_and_every_bonus_he_wins(solo: Game) -> None:
    """TC-6.16, TC-R15: as if he had completed all six; here he has every city to himself."""
    table = last_turn(solo, rival=SIX)
    told = table.play("pass")
    assert "the hidden opponent earns the Dallas bonus of 10" in told
    assert f"the hidden opponent ends with {SIX_VALUE + BONUSES} points" in told
    assert table["scores"][1] == SIX_VALUE + BONUSES


def test_solo__gives_a_tied_bonus_to_both(solo: Game) -> None:
    """TC-6.16, TC-6.13, TC-R15: one ticket of Seattle each; in Dallas the opponent's two beat one."""
    table = last_turn(solo, Seat(done=("Seattle - Toronto", "Dallas - Miami")), rival=SIX)
    told = table.play("pass")
    assert "player_0 earns the Seattle bonus of 8" in told
    assert "the hidden opponent earns the Seattle bonus of 8" in told
    assert "player_0 earns the Dallas bonus of 10" not in told


@pytest.mark.parametrize("more, payoff", [(1, 1), (0, -1), (-1, -1)])
def test_solo__is_won_by_strictly_more_points(solo: Game, more: int, payoff: int) -> None:
    """TC-6.17, TC-R15: a tie is lost."""
    table = last_turn(solo, rival=SIX)
    table.state["scores"][0, 0] = SIX_VALUE + BONUSES + more
    table.play("pass")
    assert table["payoff"][0] == payoff
