"""The reasons for illegal actions of the card game, with their numbers."""

import pytest
from reading import reading, view_of
from ticket_to_ride_card.positions import DRAW, Seat, Table

from railgym.envs.core.game import Game

OWN = Seat(hand="red, 2 blue, 2 white, grey, locomotive", yard="2 white")
OTHER = Seat(hand="green", yard="3 blue, red")


def why(table: Table, label: str) -> str:
    """The reason against an action, given by its label, in the current player's view."""
    game, action = table.game, table.game.actions.ids[label]
    assert not game.rules.legal(table.state)[action]
    return view_of(game, table.state, int(table["current"])).why_illegal(action)


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
    assert why(Table(two, OWN, OTHER, display="4 red, locomotive"), label) == reason


def test_draws__from_empty_decks_are_refused(two: Game) -> None:
    """Given no card and no ticket to draw, then the deck is named that is empty."""
    table = Table(two, OWN, OTHER, rest="discard", ticket_deck=())
    assert why(table, DRAW) == "the train deck is empty"
    assert why(table, "draw tickets") == "the ticket deck is empty"


def test_second_card__is_no_face_up_locomotive(two: Game) -> None:
    """Given a first card drawn, a locomotive face up, then it is said to count as two cards; nor can the draw end."""
    table = Table(two, OWN, OTHER, display="4 red, locomotive")
    table.play(DRAW)
    assert why(table, "draw the face-up locomotive").startswith("a face-up locomotive counts as two cards")
    assert why(table, "pass") == "the second card has to be drawn while there is one"
    assert why(table, "lay red") == "a turn has one action, and this one is to draw train cards"


def test_numbers_of_cards__are_refused_with_what_they_make(two: Game) -> None:
    """Given a colour of which another player shows two, numbers that do not outnumber them or are not in hand."""
    table = Table(two, Seat(hand="3 blue, 2 locomotives"), Seat(yard="2 blue"), display="5 red")
    table.play("lay blue")
    assert why(table, "with 4 of its colour") == "the hand has 3 blue cards"
    assert why(table, "with 1 locomotive").startswith("the number of cards of the colour is chosen before")
    table.play("with 2 of its colour")
    outnumber = "3 cards have to be laid to outnumber the 2 blue of another player"
    assert why(table, "with 0 locomotives") == f"that makes 2 cards; {outnumber}"
    assert why(table, "with 3 locomotives") == "the hand has 2 locomotives"
    assert why(table, "with 3 of its colour") == "the number of cards of the colour is chosen already: 2"


def test_number_of_cards__that_locomotives_cannot_make_up_for_is_refused(two: Game) -> None:
    table = Table(two, Seat(hand="4 blue, locomotive"), Seat(yard="2 blue"), display="5 red")
    table.play("lay blue")
    outnumber = "3 cards have to be laid to outnumber the 2 blue of another player"
    assert why(table, "with 1 of its colour") == f"with the 1 locomotive in hand that makes 2 cards; {outnumber}"


def test_solo__compares_with_the_draw_area(solo: Game) -> None:
    """Given two blue cards face up and a third beside the clock, then four have to be laid."""
    table = Table(solo, Seat(hand="3 blue"), display="2 blue, 2 red", clock="blue", clock_deck="red")
    assert why(table, "lay blue").startswith("4 cards have to be laid to outnumber the 3 blue of the draw area")
    table.play("draw the card beside the station clock")
    assert why(table, "draw the card beside the station clock") == "no card lies beside the station clock"


@pytest.mark.parametrize("form", ["solo", "two"])
def test_first_tickets__that_must_stay_are_not_returned(form: str, request: pytest.FixtureRequest) -> None:
    """Given set-up, returning all that may be returned, then the rule of the one that stays; nothing else is begun."""
    game = request.getfixturevalue(form)
    table = Table(game)
    table.state = game.rules.new_state(3)
    while game.rules.legal(table.state)[game.actions.ids["return the ticket"]]:
        game.rules.apply(table.state, game.actions.ids["return the ticket"])
    reason = "a ticket with the highest value has to be kept" if form == "solo" else "at least one of the first tickets"
    assert why(table, "return the ticket").startswith(reason)
    assert why(table, DRAW) == "the first turn begins when all first tickets are chosen"


def test_edition__without_grey_says_so(published: Game) -> None:
    """TC-R1: the published edition has eight colours."""
    table = Table(published, Seat(hand="red"), OTHER)
    assert why(table, "lay grey") == why(table, "draw the face-up grey") == "this edition has no grey cards"


def test_forbidden__is_what_hand_and_table_suggest(two: Game) -> None:
    """Given a hand, the colours in it that cannot be laid are told unasked, with the same reasons, and no others."""
    table = Table(two, OWN, OTHER, display="4 red, locomotive")
    likely_illegal = reading(two, table.state).likely_illegal()
    told = {two.actions.labels[action] for action in likely_illegal}
    assert told == {"lay blue", "lay white"}
    assert all(reason == reading(two, table.state).why_illegal(action) for action, reason in likely_illegal.items())
    table.play(DRAW)
    assert {two.actions.labels[action] for action in reading(two, table.state).likely_illegal()} == {
        "draw the face-up locomotive"
    }
