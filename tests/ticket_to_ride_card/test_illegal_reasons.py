"""The reasons for illegal actions of the card game, with their numbers."""

import pytest
from given import given, legal, play
from ticket_to_ride_card.moves import DRAW, EXHAUSTED, RETURN

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.ticket_to_ride_card import actions

OWN = {"hand": {"red": 1, "blue": 2, "white": 2, "grey": 1, "locomotive": 1}, "yard": {"white": 2}}
OTHER = {"hand": {"green": 1}, "yard": {"blue": 3, "red": 1}}
DISPLAY = {"red": 4, "locomotive": 1}


def why(position: Position, label: str) -> str:
    """The reason against an action, given by its label, in the current player's view."""
    action = position.game.actions.ids[label]
    assert not position.is_legal(action)
    return position.view().why_illegal(action)


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("pass", "a player passes only when no other action is legal"),
        ("draw the face-up green", "no green is face up"),
        ("draw the card beside the station clock", "only the solo game has a station clock"),
        ("keep the ticket", "tickets are kept or returned only after they are drawn"),
        ("lay green", "no green card is in hand"),
        ("lay white", "white lies in your railyard, and cards cannot be added to a colour there"),
        (
            "lay blue",
            "4 cards have to be laid to outnumber the 3 blue of another player, and 3 can be, locomotives included",
        ),
        ("lay red, blue, grey", "one card does not outnumber the 1 red of another player"),
        ("lay white, red, grey", "white lies in your railyard, and cards cannot be added to a colour there"),
        ("with 2 of its colour", "the colour is chosen before the number of its cards"),
        ("with 1 locomotive", "the colour is chosen before the number of locomotives"),
    ],
)
def test_action__is_refused_with_what_is_missing(two: Game, label: str, reason: str) -> None:
    """Given a hand and two railyards, an action that these forbid, then cards and colours are named."""
    assert why(given(two, players=[OWN, OTHER], display=DISPLAY), label) == reason


def test_draws__from_empty_decks_are_refused(two: Game) -> None:
    """Given no card and no ticket to draw, then the deck is named that is empty."""
    position = given(two, players=[OWN, OTHER], **EXHAUSTED)
    assert why(position, DRAW) == "the train deck is empty"
    assert why(position, "draw tickets") == "the ticket deck is empty"


def test_second_card__is_no_face_up_locomotive(two: Game) -> None:
    """Given a first card drawn, a locomotive face up, then it is said to count as two cards; nor can the draw end."""
    position = given(two, players=[OWN, OTHER], display=DISPLAY)
    play(position, DRAW)
    assert why(position, "draw the face-up locomotive").startswith("a face-up locomotive counts as two cards")
    assert why(position, "pass") == "the second card has to be drawn while there is one"
    assert why(position, "lay red") == "a turn has one action, and this one is to draw train cards"


def test_numbers_of_cards__are_refused_with_what_they_make(two: Game) -> None:
    """Given a colour of which another player shows two, numbers that do not outnumber them or are not in hand."""
    players = [{"hand": {"blue": 3, "locomotive": 2}}, {"yard": {"blue": 2}}]
    position = given(two, players=players, display={"red": 5})
    play(position, "lay blue")
    assert why(position, "with 4 of its colour") == "the hand has 3 blue cards"
    assert why(position, "with 1 locomotive").startswith("the number of cards of the colour is chosen before")
    play(position, "with 2 blue")
    outnumber = "3 cards have to be laid to outnumber the 2 blue of another player"
    assert why(position, "with 0 locomotives") == f"that makes 2 cards; {outnumber}"
    assert why(position, "with 3 locomotives") == "the hand has 2 locomotives"
    assert why(position, "with 3 of its colour") == "the number of cards of the colour is chosen already: 2"


def test_numbers_of_cards__are_said_with_their_colour(two: Game) -> None:
    """The words name the colour being laid. The words of the action table mean the same, so that older replays play."""
    position = given(two, players=[{"hand": {"red": 4}}], display={"white": 5})
    play(position, "lay red")
    assert legal(position) == {"with 2 red", "with 3 red", "with 4 red"}
    for number in range(1, 11):
        assert two.actions.ids[f"with {number} of its colour"] == actions.NATURALS + number - 1
    assert position.action_id("with 3 red") == position.action_id("with 3 of its colour") == actions.NATURALS + 2
    with pytest.raises(
        IllegalActionError, match=r"'with 9 of its colour' is not legal now \(.*the hand has 4 red cards"
    ):
        position.play("with 9 red")


def test_number_of_cards__that_locomotives_cannot_make_up_for_is_refused(two: Game) -> None:
    players = [{"hand": {"blue": 4, "locomotive": 1}}, {"yard": {"blue": 2}}]
    position = given(two, players=players, display={"red": 5})
    play(position, "lay blue")
    outnumber = "3 cards have to be laid to outnumber the 2 blue of another player"
    assert why(position, "with 1 of its colour") == f"with the 1 locomotive in hand that makes 2 cards; {outnumber}"


def test_solo__compares_with_the_draw_area(solo: Game) -> None:
    """Given two blue cards face up and a third beside the clock, then four have to be laid."""
    mine, area = {"hand": {"blue": 3}}, {"display": {"blue": 2, "red": 2}, "clock": "blue", "clock_deck": ["red"]}
    position = given(solo, players=[mine], **area)
    assert why(position, "lay blue").startswith("4 cards have to be laid to outnumber the 3 blue of the draw area")
    play(position, "draw the card beside the station clock")
    assert why(position, "draw the card beside the station clock") == "no card lies beside the station clock"


@pytest.mark.parametrize("form", ["solo", "two"])
def test_first_tickets__that_must_stay_are_not_returned(form: str, request: pytest.FixtureRequest) -> None:
    """Given set-up, returning all that may be returned, then the rule of the one that stays; nothing else is begun."""
    game = request.getfixturevalue(form)
    position = game.new_position(3)
    while position.is_legal(game.actions.ids[RETURN]):
        play(position, RETURN)
    reason = "a ticket with the highest value has to be kept" if form == "solo" else "at least one of the first tickets"
    assert why(position, RETURN).startswith(reason)
    assert why(position, DRAW) == "the first turn begins when all first tickets are chosen"


def test_edition__without_grey_says_so(published: Game) -> None:
    """TC-R1: the published edition has eight colours."""
    position = given(published, players=[{"hand": {"red": 1}}, OTHER])
    assert why(position, "lay grey") == why(position, "draw the face-up grey") == "this edition has no grey cards"


def test_forbidden__is_what_hand_and_table_suggest(two: Game) -> None:
    """Given a hand, the colours in it that cannot be laid are told unasked, with the same reasons, and no others."""
    position = given(two, players=[OWN, OTHER], display=DISPLAY)
    likely_illegal = position.likely_illegal()
    assert {two.actions.labels[action] for action in likely_illegal} == {"lay blue", "lay white"}
    assert all(reason == position.why_illegal(action) for action, reason in likely_illegal.items())
    play(position, DRAW)
    assert {two.actions.labels[action] for action in position.likely_illegal()} == {"draw the face-up locomotive"}
