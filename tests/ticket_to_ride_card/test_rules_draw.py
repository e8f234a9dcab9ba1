"""The action "draw train cards"."""

import pytest
from ticket_to_ride_card.positions import DRAW, Seat, Table

from railgym.envs.core.game import Game


@pytest.mark.parametrize("first", [DRAW, "draw the face-up red"])
@pytest.mark.parametrize("second", [DRAW, "draw the face-up blue"])
def test_draw__takes_two_cards_from_display_or_deck(two: Game, first: str, second: str) -> None:
    """TC-4.6: both from the display, both from the deck, or one of each."""
    table = Table(two, display="red, blue, 3 green", deck="grey, grey")
    table.play(first)
    assert table["current"] == 0
    table.play(second)
    assert table["current"] == 1
    expected = {DRAW: "grey"}
    taken = [expected.get(action, action.split()[-1]) for action in (first, second)]
    assert table["players"][0]["hand_size"] == 2
    assert sorted(table.hand(0).replace("2 grey", "1 grey, 1 grey").split(", ")) == sorted(f"1 {c}" for c in taken)


def test_draw__offers_only_what_is_there(two: Game) -> None:
    """TC-4.6: the kinds on display, and the deck while it lasts."""
    table = Table(two, display="2 red, blue, locomotive", rest="discard", ticket_deck=())
    assert table.legal == {"draw the face-up red", "draw the face-up blue", "draw the face-up locomotive"}


def test_draw__of_a_face_up_locomotive_counts_as_two_cards(two: Game) -> None:
    """TC-4.7, TC-R7: it uses the whole draw."""
    table = Table(two, display="locomotive, 4 green")
    table.play("draw the face-up locomotive")
    assert (table.hand(0), table["current"]) == ("1 locomotive", 1)


def test_draw__of_a_face_up_locomotive_cannot_be_the_second_card(two: Game) -> None:
    """TC-4.7, TC-R7: half a draw is not enough."""
    table = Table(two, display="locomotive, 4 green")
    table.play("draw the face-up green")
    assert table.legal == {DRAW, "draw the face-up green"}


def test_draw__of_a_blind_locomotive_is_an_ordinary_card(two: Game) -> None:
    """TC-R7: first or second, a locomotive from the deck costs one card."""
    table = Table(two, display="5 green", deck="2 locomotive")
    table.play(DRAW)
    assert table["current"] == 0
    table.play(DRAW)
    assert (table.hand(0), table["current"]) == ("2 locomotives", 1)


def test_draw__leaves_the_gap_until_the_action_is_over(two: Game) -> None:
    """TC-4.8: the second card is chosen from four; then the display is filled up from the deck."""
    table = Table(two, display="red, blue, 3 green", deck="2 grey")
    table.play("draw the face-up red")
    assert table.display == "3 green, 1 blue"
    table.play("draw the face-up blue")
    assert table.display == "3 green, 2 grey"


def test_display__keeps_three_locomotives_and_fills_its_other_gaps(two: Game) -> None:
    """TC-4.9, TC-R6: nothing is flushed, and gaps beside the locomotives are filled after the action."""
    table = Table(two, display="3 locomotive, red, blue", deck="grey, locomotive")
    table.play("draw the face-up red", "draw the face-up blue")
    assert table.display == "1 grey, 4 locomotives"
    assert table.discard == "none"


def test_display__fills_the_gap_of_a_locomotive_that_was_taken(two: Game) -> None:
    """TC-4.9: the manual's "until one is taken"."""
    table = Table(two, display="3 locomotive, red, blue", deck="grey")
    table.play("draw the face-up locomotive")
    assert table.display == "1 red, 1 blue, 1 grey, 2 locomotives"


def test_draw__from_the_display_is_seen_and_from_the_deck_is_not(two: Game) -> None:
    """TC-4.6, TC-R13: the other player knows of the red card only."""
    table = Table(two, Seat(), Seat(), display="5 red", deck="blue")
    told = table.play("draw the face-up red", DRAW, viewer=1)
    assert told[:2] == ["player_0 takes the face-up red", "player_0 draws a card from the deck"]
    assert two.rules.view(table.state, 1)["players"][0, 0]["hand"].sum() == 1
    assert table.hand(0) == "1 red, 1 blue"
