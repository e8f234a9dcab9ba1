"""The action "draw train cards"."""

from collections import Counter

import pytest
from given import given, legal, play
from ticket_to_ride_card.moves import DRAW, hand, table

from railgym.envs.core.game import Game


@pytest.mark.parametrize("first", [DRAW, "draw the face-up red"])
@pytest.mark.parametrize("second", [DRAW, "draw the face-up blue"])
def test_draw__takes_two_cards_from_display_or_deck(two: Game, first: str, second: str) -> None:
    """TC-4.6: both from the display, both from the deck, or one of each."""
    position = given(two, display={"red": 1, "blue": 1, "green": 3}, deck=["grey", "grey", "..."])
    play(position, first)
    assert position.current_player == 0
    play(position, second)
    assert position.current_player == 1
    assert hand(position) == Counter("grey" if action == DRAW else action.split()[-1] for action in (first, second))


def test_draw__offers_only_what_is_there(two: Game) -> None:
    """TC-4.6: the kinds on display, and the deck while it lasts."""
    position = given(two, display={"red": 2, "blue": 1, "locomotive": 1}, discard="...", ticket_deck=[])
    assert legal(position) == {"draw the face-up red", "draw the face-up blue", "draw the face-up locomotive"}


def test_draw__of_a_face_up_locomotive_counts_as_two_cards(two: Game) -> None:
    """TC-4.7, TC-R7: it uses the whole draw."""
    position = given(two, display={"locomotive": 1, "green": 4})
    play(position, "draw the face-up locomotive")
    assert (hand(position), position.current_player) == ({"locomotive": 1}, 1)


def test_draw__of_a_face_up_locomotive_cannot_be_the_second_card(two: Game) -> None:
    """TC-4.7, TC-R7: half a draw is not enough."""
    position = given(two, display={"locomotive": 1, "green": 4})
    play(position, "draw the face-up green")
    assert legal(position) == {DRAW, "draw the face-up green"}


def test_draw__of_a_blind_locomotive_is_an_ordinary_card(two: Game) -> None:
    """TC-R7: first or second, a locomotive from the deck costs one card."""
    position = given(two, display={"green": 5}, deck=["locomotive", "locomotive", "..."])
    play(position, DRAW)
    assert position.current_player == 0
    play(position, DRAW)
    assert (hand(position), position.current_player) == ({"locomotive": 2}, 1)


def test_draw__leaves_the_gap_until_the_action_is_over(two: Game) -> None:
    """TC-4.8: the second card is chosen from four; then the display is filled up from the deck."""
    position = given(two, display={"red": 1, "blue": 1, "green": 3}, deck=["grey", "grey", "..."])
    play(position, "draw the face-up red")
    assert table(position, "display") == {"green": 3, "blue": 1}
    play(position, "draw the face-up blue")
    assert table(position, "display") == {"green": 3, "grey": 2}


def test_display__keeps_three_locomotives_and_fills_its_other_gaps(two: Game) -> None:
    """TC-4.9, TC-R6: nothing is flushed, and gaps beside the locomotives are filled after the action."""
    position = given(two, display={"locomotive": 3, "red": 1, "blue": 1}, deck=["grey", "locomotive", "..."])
    play(position, "draw the face-up red", "draw the face-up blue")
    assert table(position, "display") == {"grey": 1, "locomotive": 4}
    assert table(position, "discard") == {}


def test_display__fills_the_gap_of_a_locomotive_that_was_taken(two: Game) -> None:
    """TC-4.9: the manual's "until one is taken"."""
    position = given(two, display={"locomotive": 3, "red": 1, "blue": 1}, deck=["grey", "..."])
    play(position, "draw the face-up locomotive")
    assert table(position, "display") == {"red": 1, "blue": 1, "grey": 1, "locomotive": 2}


def test_draw__from_the_display_is_seen_and_from_the_deck_is_not(two: Game) -> None:
    """TC-4.6, TC-R13: the other player knows of the red card only."""
    position = given(two, display={"red": 5}, deck=["blue", "..."])
    told = play(position, "draw the face-up red", DRAW, viewer=1)
    assert told[:2] == ["player_0 takes the face-up red", "player_0 draws a card from the deck"]
    assert hand(position.view(1)) == {"red": 1}
    assert hand(position) == {"red": 1, "blue": 1}
