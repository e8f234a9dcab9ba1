"""The action "draw destination tickets"."""

import pytest
from ticket_to_ride_card.positions import Table

from railgym.envs.core.game import Game

FOUR = ("Chicago - Dallas", "Miami - Boston", "Seattle - Denver", "New York - Portland")
KEEP, RETURN = "keep the ticket", "return the ticket"


@pytest.mark.parametrize("kept", range(5))
def test_tickets__are_drawn_by_four_and_any_number_kept(two: Game, kept: int) -> None:
    """TC-4.15: none to all four stay."""
    table = Table(two, ticket_deck=(*FOUR, "Dallas - Miami"), display="5 grey")
    table.play("draw tickets")
    assert table.names(0, "offered") == set(FOUR)
    told = table.play(*[KEEP] * kept, *[RETURN] * (4 - kept))
    assert len(table.names(0)) == table["players"][0]["num_tickets"] == kept
    assert f"player_0 keeps {kept} of 4 tickets" in told
    assert table["current"] == 1


def test_tickets__are_decided_one_by_one_in_the_order_of_their_numbers(two: Game) -> None:
    """TC-4.15: the words name the ticket that is due."""
    table = Table(two, ticket_deck=FOUR, display="5 grey")
    table.play("draw tickets")
    assert table.legal == {"keep Chicago - Dallas (6)", "return Chicago - Dallas (6)"}
    table.play("keep Chicago - Dallas (6)")
    assert table.legal == {"keep Seattle - Denver (10)", "return Seattle - Denver (10)"}


def test_tickets__that_are_unwanted_go_under_the_deck(two: Game) -> None:
    """TC-4.16, TC-R5: the deck's next tickets stay on top; what came back lies below them."""
    table = Table(two, ticket_deck=(*FOUR, "Dallas - Miami", "Los Angeles - Houston"), display="5 grey")
    table.play("draw tickets", KEEP, RETURN, RETURN, RETURN)
    deck = table["ticket_deck"]
    assert deck["size"] == 5
    assert deck["cards"][3:5].tolist() == [table.ticket("Los Angeles - Houston"), table.ticket("Dallas - Miami")]
    assert set(deck["cards"][:3].tolist()) == {table.ticket(name) for name in FOUR[1:]}


def test_tickets__that_were_returned_are_known_to_their_owner_only(two: Game) -> None:
    """TC-R5, TC-R13: who put tickets under the deck remembers them and their order."""
    table = Table(two, ticket_deck=(*FOUR, "Dallas - Miami"), display="5 grey")
    table.play("draw tickets", *[RETURN] * 4)
    truth = table["ticket_deck"]["cards"][:4].tolist()
    assert two.rules.view(table.state, 0)["ticket_deck"]["cards"][0, :5].tolist() == [*truth, 255]
    assert two.rules.view(table.state, 1)["ticket_deck"]["cards"][0, :5].tolist() == [255] * 5


def test_tickets__that_were_returned_lie_in_a_shuffled_order(two: Game) -> None:
    """TC-R5: all 24 orders of four tickets come up, whatever the order in which they were decided upon."""
    orders = set()
    for key in range(1, 401):
        table = Table(two, ticket_deck=(*FOUR, "Dallas - Miami"), display="5 grey")
        table.state["key"] = key
        table.play("draw tickets", *[RETURN] * 4)
        orders.add(tuple(table["ticket_deck"]["cards"][:4].tolist()))
    assert len(orders) == 24


def test_tickets__of_a_draw_are_told_to_nobody_else(two: Game) -> None:
    """TC-4.15, TC-R17: the other player hears of the numbers."""
    table = Table(two, ticket_deck=FOUR, display="5 grey")
    told = table.play("draw tickets", KEEP, RETURN, RETURN, RETURN, viewer=1)
    assert not any(city in sentence for sentence in told for city in ("Dallas", "Boston", "Denver", "Portland"))
    assert "player_0 keeps 1 of 4 tickets" in told


def test_tickets__fewer_than_four_are_drawn_as_far_as_they_go(two: Game) -> None:
    """TC-R11: two tickets left: both are drawn."""
    table = Table(two, ticket_deck=FOUR[:2], display="5 grey")
    table.play("draw tickets", KEEP, KEEP)
    assert table.names(0) == set(FOUR[:2])
    assert table["current"] == 1


def test_tickets__cannot_be_drawn_from_an_empty_deck(two: Game) -> None:
    """TC-R11"""
    assert "draw tickets" not in Table(two, ticket_deck=()).legal
