"""A turn: cards move on the track, then one action; what is done where nothing can be done."""

from given import given, legal, play
from ticket_to_ride_card.moves import DRAW, EXHAUSTED, KEEP, WHITE, draw_blind, hand, player, track, yard

from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.rules import phases, turn


def test_turn__has_a_row_for_every_phase_with_the_functions_that_it_calls() -> None:
    """TC-4.1: the table in the docstring of ``rules/turn.py`` is up to date."""
    rows = [line.split() for line in (turn.__doc__ or "").splitlines()]
    rows = [row for row in rows if row and row[0] in vars(phases)]
    assert [vars(phases)[row[0]] for row in rows] == list(range(len(phases.PHASES)))
    assert {row[1] for row in rows} <= set(turn.legal.__code__.co_names)
    assert {row[2] for row in rows} <= set(turn.apply.__code__.co_names)


def test_turn__moves_cards_before_the_action(two: Game) -> None:
    """TC-4.1: when seat 1 comes to choose its action, its cards have moved already."""
    position = given(two, players=[{}, {"yard": {"red": 2}}], turn=5, **WHITE)
    draw_blind(position)
    assert (position.current_player, position.turn) == (1, 6)
    assert (yard(position, 1), track(position, 1)) == ({"red": 1}, {"red": 1})
    assert {DRAW, "draw tickets"} <= legal(position)


def test_move__takes_one_card_of_each_colour(two: Game) -> None:
    """TC-4.2, TC-5.2: one card of each colour goes on the track, the last of a colour, too."""
    other = {"yard": {"red": 3, "blue": 2, "green": 1}, "track": {"red": 2}}
    position = given(two, players=[{}, other], **WHITE)
    told = draw_blind(position)
    assert yard(position, 1) == {"red": 2, "blue": 1}
    assert track(position, 1) == {"green": 1, "red": 3, "blue": 1}
    assert player(position, 1)["track_size"] == 5
    assert told[-1] == "player_1 moves 3 cards on the track: green, red, blue"


def test_move__leaves_the_others_alone(two: Game) -> None:
    """TC-4.2: only the railyard of the player whose turn it is moves."""
    position = given(two, players=[{"yard": {"red": 2}}, {"yard": {"blue": 2}}], **WHITE)
    draw_blind(position)
    assert (yard(position), track(position)) == ({"red": 2}, {})


def test_move__takes_a_locomotive_of_the_group_first(two: Game) -> None:
    """TC-4.3, TC-5.4: a red group of one red card and two locomotives loses a locomotive; the blue one has none."""
    other = {"yard": {"red": 1, "blue": 2}, "yard_locomotives": {"red": 2}}
    position = given(two, players=[{}, other], **WHITE)
    draw_blind(position)
    assert yard(position, 1) == {"red": 1, "as red": 1, "blue": 1}
    assert track(position, 1) == {"blue": 1, "locomotive": 1}


def test_turn__is_one_action_of_three(two: Game) -> None:
    """TC-4.5: draw cards, lay cards or draw tickets; after any of them it is the next seat's turn."""
    for action in ([DRAW, DRAW], ["lay red"], ["draw tickets", *[KEEP] * 4]):
        position = given(two, players=[{"hand": {"red": 2}}], **WHITE)
        assert action[0] in legal(position)
        play(position, *action)
        assert position.current_player == 1


def test_turn__is_never_passed_while_anything_can_be_done(two: Game) -> None:
    """TC-R11: a single card on display is enough to have to act."""
    assert legal(given(two, display={"grey": 1}, **EXHAUSTED)) == {"draw the face-up grey"}


def test_turn__is_passed_when_nothing_can_be_done(two: Game) -> None:
    """TC-R11: no card to draw, none to lay, no ticket."""
    position = given(two, players=[{"hand": {"grey": 1, "red": 1}}], **EXHAUSTED)
    assert legal(position) == {"pass"}
    assert play(position, "pass")[0] == "player_0 passes"
    assert position.current_player == 1


def test_draw__of_the_only_card_is_the_whole_draw(two: Game) -> None:
    """TC-R11: one card left: draw one."""
    position = given(two, display={"grey": 1}, discard="...")
    play(position, "draw the face-up grey")
    assert (position.current_player, hand(position)) == (1, {"grey": 1})


def test_draw__with_only_a_locomotive_left_ends_after_one_card(two: Game) -> None:
    """TC-R11, TC-R7: a face-up locomotive cannot be the second card, so there is none."""
    position = given(two, display={"grey": 1, "locomotive": 1}, discard="...")
    play(position, "draw the face-up grey")
    assert (position.current_player, hand(position)) == (1, {"grey": 1})
