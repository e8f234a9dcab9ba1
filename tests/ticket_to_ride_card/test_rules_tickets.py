"""The action "draw destination tickets"."""

from typing import Any

import pytest
from given import given, legal, play
from ticket_to_ride_card.moves import KEEP, RETURN, cards_of, player

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

FOUR = ["Chicago - Dallas", "Miami - Boston", "Seattle - Denver", "New York - Portland"]


def drawing(game: Game, *deck: str, **position: Any) -> Position:
    """The ticket deck has these tickets, from the top."""
    return given(game, ticket_deck=deck, display={"grey": 5}, **position)


@pytest.mark.parametrize("kept", range(5))
def test_tickets__are_drawn_by_four_and_any_number_kept(two: Game, kept: int) -> None:
    """TC-4.15: none to all four stay."""
    position = drawing(two, *FOUR, "Dallas - Miami")
    play(position, "draw tickets")
    assert set(player(position)["offered"]) == set(FOUR)
    told = play(position, *[KEEP] * kept, *[RETURN] * (4 - kept))
    assert len(player(position)["tickets"]) == player(position)["num_tickets"] == kept
    assert f"player_0 keeps {kept} of 4 tickets" in told
    assert position.current_player == 1


def test_tickets__are_decided_one_by_one_in_the_order_of_their_numbers(two: Game) -> None:
    """TC-4.15: the words name the ticket that is due."""
    position = drawing(two, *FOUR)
    play(position, "draw tickets")
    for ticket in ("Chicago - Dallas (6)", "Seattle - Denver (10)"):
        assert set(map(position.action_words, position.legal_actions)) == {f"keep {ticket}", f"return {ticket}"}
        play(position, f"keep {ticket}")


def test_tickets__that_are_unwanted_go_under_the_deck(two: Game) -> None:
    """TC-4.16, TC-R5: the deck's next tickets stay on top; what came back lies below them."""
    position = drawing(two, *FOUR, "Dallas - Miami", "Los Angeles - Houston")
    play(position, "draw tickets", KEEP, RETURN, RETURN, RETURN)
    deck = cards_of(position, "ticket_deck")
    assert deck[:2] == ["Dallas - Miami", "Los Angeles - Houston"]
    assert sorted(deck[2:]) == sorted(FOUR[1:])


def test_tickets__that_were_returned_are_known_to_their_owner_only(two: Game) -> None:
    """TC-R5, TC-R13.3: a player remembers the tickets that they put under the deck, and their order."""
    position = drawing(two, *FOUR, "Dallas - Miami")
    play(position, "draw tickets", *[RETURN] * 4)
    truth = cards_of(position, "ticket_deck")
    assert cards_of(position.view(0), "ticket_deck") == [None, *truth[1:]]
    assert cards_of(position.view(1), "ticket_deck") == [None] * 5


def test_tickets__that_were_returned_lie_in_a_shuffled_order(two: Game) -> None:
    """TC-R5: all 24 orders of four tickets come up, whatever the order in which they were decided upon."""
    orders = set()
    for key in range(1, 401):
        position = drawing(two, *FOUR, "Dallas - Miami", random={"key": f"{key:x}"})
        play(position, "draw tickets", *[RETURN] * 4)
        orders.add(tuple(cards_of(position, "ticket_deck")[1:]))
    assert len(orders) == 24


def test_tickets__of_a_draw_are_told_to_their_player_only(two: Game) -> None:
    """TC-4.15, TC-R17: the other player hears of the numbers."""
    told = play(drawing(two, *FOUR), "draw tickets", KEEP, RETURN, RETURN, RETURN, viewer=1)
    assert not any(city in sentence for sentence in told for city in ("Dallas", "Boston", "Denver", "Portland"))
    assert "player_0 keeps 1 of 4 tickets" in told


def test_tickets__fewer_than_four_are_drawn_as_far_as_they_go(two: Game) -> None:
    """TC-R11: two tickets left: both are drawn."""
    position = drawing(two, *FOUR[:2])
    play(position, "draw tickets", KEEP, KEEP)
    assert set(player(position)["tickets"]) == set(FOUR[:2])
    assert position.current_player == 1


def test_tickets__cannot_be_drawn_from_an_empty_deck(two: Game) -> None:
    """TC-R11"""
    assert "draw tickets" not in legal(given(two, ticket_deck=[]))
