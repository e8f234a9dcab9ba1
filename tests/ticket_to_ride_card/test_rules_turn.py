"""A turn: cards move on the track, then one action; what is done where nothing can be done."""

from ticket_to_ride_card.positions import DRAW, Seat, Table

from railgym.envs.core.game import Game

FULL_DISPLAY = "5 white"


def test_turn__moves_cards_before_the_action(two: Game) -> None:
    """TC-4.1: when seat 1 comes to choose its action, its cards have moved already."""
    table = Table(two, Seat(), Seat(yard="2 red"), display=FULL_DISPLAY)
    table.draw_blind()
    assert (table["current"], table["turn"]) == (1, 6)
    assert (table.yard(1), table.track(1)) == ("1 red", "1 red")
    assert {DRAW, "draw tickets"} <= table.legal


def test_move__takes_one_card_of_each_colour(two: Game) -> None:
    """TC-4.2, TC-5.2: one card of each colour goes on the track, the last of a colour, too."""
    table = Table(two, Seat(), Seat(yard="3 red, 2 blue, green", track="2 red"), display=FULL_DISPLAY)
    told = table.draw_blind()
    assert table.yard(1) == "2 red, 1 blue"
    assert table.track(1) == "1 green, 3 red, 1 blue"
    assert table["players"][1]["track_size"] == 5
    assert told[-1] == "player_1 moves 3 cards on the track: green, red, blue"


def test_move__leaves_the_others_alone(two: Game) -> None:
    """TC-4.2: only the railyard of the player whose turn it is moves."""
    table = Table(two, Seat(yard="2 red"), Seat(yard="2 blue"), display=FULL_DISPLAY)
    table.draw_blind()
    assert (table.yard(0), table.track(0)) == ("2 red", "none")


def test_move__takes_a_locomotive_of_the_group_first(two: Game) -> None:
    """TC-4.3, TC-5.4: a red group of one red card and two locomotives loses a locomotive; the blue one has none."""
    table = Table(two, Seat(), Seat(yard="red, 2 blue", wild="2 red"), display=FULL_DISPLAY)
    table.draw_blind()
    assert table.yard(1) == "2 red (1 of them a locomotive), 1 blue"
    assert table.track(1) == "1 blue, 1 locomotive"


def test_turn__is_one_action_of_three(two: Game) -> None:
    """TC-4.5: draw cards, lay cards or draw tickets; after any of them it is the next seat's turn."""
    for action in ([DRAW, DRAW], ["lay red"], ["draw tickets", *["keep the ticket"] * 4]):
        table = Table(two, Seat(hand="2 red"), display=FULL_DISPLAY)
        assert action[0] in table.legal
        table.play(*action)
        assert table["current"] == 1


def test_turn__is_never_passed_while_anything_can_be_done(two: Game) -> None:
    """TC-R11: a single card on display is enough to have to act."""
    table = Table(two, rest="discard", ticket_deck=(), display="grey")
    assert table.legal == {"draw the face-up grey"}


def test_turn__is_passed_when_nothing_can_be_done(two: Game) -> None:
    """TC-R11: no card to draw, none to lay, no ticket."""
    table = Table(two, Seat(hand="grey, red"), rest="discard", ticket_deck=())
    assert table.legal == {"pass"}
    assert table.play("pass")[0] == "player_0 passes"
    assert table["current"] == 1


def test_draw__of_the_only_card_is_the_whole_draw(two: Game) -> None:
    """TC-R11: one card left: draw one."""
    table = Table(two, rest="discard", display="grey")
    table.play("draw the face-up grey")
    assert (table["current"], table.hand(0)) == (1, "1 grey")


def test_draw__with_only_a_locomotive_left_ends_after_one_card(two: Game) -> None:
    """TC-R11, TC-R7: a face-up locomotive cannot be the second card, so there is none."""
    table = Table(two, rest="discard", display="grey, locomotive")
    table.play("draw the face-up grey")
    assert (table["current"], table.hand(0)) == (1, "1 grey")
