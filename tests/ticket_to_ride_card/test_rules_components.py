"""What is in the box."""

import pytest
from given import play
from ticket_to_ride_card.moves import last_turn, ticket_names, train_cards

from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KIND_NAMES


def in_box(game: Game) -> list[int]:
    """The train cards of a dealt game, by kind."""
    position = game.new_position(7)
    return [train_cards(position, kind) for kind in KIND_NAMES]


def test_game__is_won_by_the_most_points(two: Game) -> None:
    """TC-1.1: completed tickets and bonuses add up, open tickets cost; most points win."""
    winner = {"track": {"green": 1, "yellow": 1}, "tickets": ["Chicago - Dallas"]}
    position = last_turn(two, winner, {"tickets": ["Miami - Boston"]})
    play(position, "pass")
    assert position.is_over
    assert position.scores == (6 + 12 + 10, -12)
    assert position.payoffs == (1, -1)


def test_box__holds_ten_cards_of_each_of_nine_colours(two: Game) -> None:
    """TC-2.1, TC-R1: nine colours of ten, 106 cards in all, whatever the manual adds up to."""
    assert in_box(two)[:-1] == [10] * 9
    assert sum(in_box(two)) == 106


def test_box__of_the_published_game_has_eight_colours(published: Game) -> None:
    """TC-R1: 96 cards without grey; so in its solo game."""
    assert in_box(published)[:-1] == [10] * 8 + [0]
    assert sum(in_box(published)) == 96
    solo = type(published)(edition="published")
    assert sum(in_box(solo)) == 96


@pytest.mark.parametrize("game", ["two", "three", "four", "published", "solo"])
def test_box__holds_sixteen_locomotives(game: str, request: pytest.FixtureRequest) -> None:
    """TC-2.2, TC-2.5: sixteen locomotives, the one that each player starts with among them."""
    assert in_box(request.getfixturevalue(game))[-1] == 16


def test_tickets__ask_for_the_colours_of_the_edition(two: Game, published: Game) -> None:
    """TC-2.3, TC-R2: 46 tickets; the manual's edition asks for grey, too, with the same cities and values."""
    for game, colours in ((two, 9), (published, 8)):
        assert len(game.tickets) == 46
        assert {c for ticket in game.tickets for c in ticket.circles} == set(range(colours))
        need = game.params["need"][0]
        assert [tuple(row) for row in need.tolist()] == [ticket.need for ticket in game.tickets]
    assert COLOUR_NAMES[8] == "grey"
    assert [t.name for t in two.tickets] == [t.name for t in published.tickets]


def test_bonuses__are_those_of_six_big_cities(two: Game) -> None:
    """TC-2.4: Chicago, Dallas, Los Angeles, Miami, New York, Seattle; a ticket counts for the ones it names."""
    assert two.params["bonus"][0].tolist() == [12, 10, 12, 8, 15, 8]
    cities = dict(zip(ticket_names(two), two.params["cities"][0], strict=True))
    assert cities["Chicago - Dallas"] == 0b000011
    assert cities["Miami - Boston"] == 0b001000
    assert cities["Seattle - New York"] == 0b110000
