"""The tiny edition, which is small enough for exact solutions."""

import pytest
from ticket_to_ride_card.moves import train_cards

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES

COLOURS = ("black", "white", "green")


@pytest.fixture
def tiny() -> Game:
    return make_game("ticket_to_ride_card_v0", edition="tiny")


def test_tiny_box__holds_eight_train_cards_and_three_tickets(tiny: Game) -> None:
    """TC-R18: two cards of each of three colours, two locomotives; tickets that ask for black, white or both."""
    position = tiny.new_position(7)
    held = {kind: train_cards(position, kind) for kind in KIND_NAMES}
    assert held == {kind: 2 if kind in (*COLOURS, "locomotive") else 0 for kind in KIND_NAMES}
    assert [ticket.colours for ticket in tiny.tickets] == ["black", "white", "black, white"]


@pytest.mark.parametrize("seed", range(20))
def test_tiny_deal__leaves_one_card_and_no_ticket_to_draw(tiny: Game, seed: int) -> None:
    """TC-R18: a locomotive, two cards and one ticket, which has to be kept; the third ticket is in the box."""
    position = tiny.new_position(seed)
    dealt = position.to_dict()
    assert sum(dealt["display"].values()) == len(dealt["deck"]) == 1
    assert dealt["ticket_deck"] == []
    for player in range(2):
        assert position.legal_actions == [tiny.actions.labels.index("keep the ticket")]
        position.play("keep the ticket")
        seat = position.to_dict()["players"][player]
        assert sum(seat["hand"].values()) == 3 and len(seat["tickets"]) == 1
    assert not position.is_legal(tiny.actions.labels.index("draw tickets"))


def test_tiny_edition__is_for_two() -> None:
    """TC-R18: there are two locomotives to start with; the solo game has no tiny edition."""
    with pytest.raises(OptionsError, match="the tiny edition is for two players: give num_players=2"):
        make_game("ticket_to_ride_card_v0", edition="tiny", num_players=3)
    with pytest.raises(OptionsError, match="edition"):
        make_game("ticket_to_ride_card_solo_v0", edition="tiny")
