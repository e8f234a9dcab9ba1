"""The action "play train cards to the railyard", and robbing by it."""

from reading import reading, view_of
from ticket_to_ride_card.positions import DRAW, Seat, Table

from railgym.envs.core.game import Game


def test_lay__takes_more_cards_than_another_player_shows(two: Game) -> None:
    """TC-4.10, TC-R8: against three red cards three are too few and four suffice."""
    assert Table(two, Seat(hand="3 red"), Seat(yard="3 red")).lays == set()
    assert Table(two, Seat(hand="4 red"), Seat(yard="3 red")).lays == {"lay red"}


def test_lay__compares_with_each_other_player_not_with_their_sum(four: Game) -> None:
    """TC-4.10, TC-R8: two, three and one red cards are beaten by four, and not by three."""
    others = (Seat(yard="2 red"), Seat(yard="3 red"), Seat(yard="red"))
    assert Table(four, Seat(hand="3 red"), *others).lays == set()
    assert Table(four, Seat(hand="4 red"), *others).lays == {"lay red"}


def test_lay__counts_locomotives_of_both_sides_as_their_colour(two: Game) -> None:
    """TC-7.5, TC-5.4: two red cards and a locomotive beat a red card laid with a locomotive; two do not."""
    assert Table(two, Seat(hand="2 red"), Seat(yard="red", wild="red")).lays == set()
    table = Table(two, Seat(hand="2 red, locomotive"), Seat(yard="red", wild="red"), display="5 grey")
    table.play("lay red")
    assert table.yard(0) == "3 red (1 of them a locomotive)"
    assert (table.yard(1), table.discard) == ("empty", "1 red, 1 locomotive")


def test_lay__offers_only_numbers_that_beat_the_others(two: Game) -> None:
    """TC-4.10: with four red cards and two locomotives against three, at least two red cards, and four in all."""
    table = Table(two, Seat(hand="4 red, 2 locomotive"), Seat(yard="3 red"))
    table.play("lay red")
    assert table.legal == {f"with {n} of its colour" for n in (2, 3, 4)}
    table.play("with 3 of its colour")
    assert table.legal == {"with 1 locomotive", "with 2 locomotives"}


def test_lay__makes_the_other_player_discard_the_colour(two: Game) -> None:
    """TC-4.11, TC-5.3: all his cards of that colour go, and no others."""
    table = Table(two, Seat(hand="3 red"), Seat(yard="2 red, 4 blue"), display="5 grey")
    told = table.play("lay red")
    assert told[:2] == ["player_0 lays 3 red", "player_1 is robbed of 2 red by player_0"]
    assert (table.yard(1), table.track(1), table.discard) == ("3 blue", "1 blue", "2 red")


def test_lay__robs_every_other_player_who_shows_the_colour(four: Game) -> None:
    """TC-R8, TC-4.11: the manual says "that player"; all of them are outnumbered."""
    others = (Seat(yard="2 red"), Seat(yard="blue"), Seat(yard="red, green"))
    table = Table(four, Seat(hand="3 red"), *others, display="5 grey")
    table.play("lay red")
    assert [table.yard(seat) for seat in range(4)] == ["3 red", "empty", "1 blue", "1 green"]
    assert table.discard == "3 red"


def test_lay__spares_cards_on_the_track(two: Game) -> None:
    """TC-5.3, TC-5.2: only visible cards can be robbed."""
    table = Table(two, Seat(hand="2 red"), Seat(yard="red", track="4 red"), display="5 grey")
    table.play("lay red")
    assert (table.yard(1), table.track(1)) == ("empty", "4 red")


def test_lay__cannot_add_to_a_colour_of_the_own_railyard(two: Game) -> None:
    """TC-4.12, TC-5.5: not even one that is there as a locomotive only; alone or among three."""
    table = Table(two, Seat(hand="5 red, 5 blue, 5 green", yard="red", wild="blue"))
    assert table.lays == {"lay green"}


def test_lay__of_three_takes_one_card_of_each_of_three_colours(two: Game) -> None:
    """TC-4.13: exactly three; two colours are too few, and of four any three."""
    assert Table(two, Seat(hand="red, blue")).lays == set()
    table = Table(two, Seat(hand="red, blue, green, grey"), display="5 white")
    assert table.lays == {
        "lay green, red, blue",
        "lay green, red, grey",
        "lay green, blue, grey",
        "lay red, blue, grey",
    }
    table.play("lay green, red, blue")
    assert (table.yard(0), table.hand(0), table["current"]) == ("1 green, 1 red, 1 blue", "1 grey", 1)


def test_lay__of_three_takes_no_locomotives(two: Game) -> None:
    """TC-4.13: a locomotive is not a third colour."""
    assert "lay red, blue, green" not in Table(two, Seat(hand="red, blue, 3 locomotives")).legal
    assert Table(two, Seat(hand="red, blue, 3 locomotives")).lays == {"lay red", "lay blue"}


def test_lay__of_three_needs_colours_that_nobody_shows(three: Game) -> None:
    """TC-4.10, TC-4.13: one card is not more than one."""
    table = Table(three, Seat(hand="red, blue, green, grey"), Seat(), Seat(yard="red"))
    assert table.lays == {"lay green, blue, grey"}


def test_lay__of_one_colour_takes_two_cards_or_more(two: Game) -> None:
    """TC-4.14: one card is too few, any number from two on is allowed."""
    assert Table(two, Seat(hand="red")).lays == set()
    table = Table(two, Seat(hand="4 red"))
    table.play("lay red")
    assert table.legal == {f"with {n} of its colour" for n in (2, 3, 4)}


def test_lay__of_one_colour_may_use_locomotives(two: Game) -> None:
    """TC-4.14: a red card with any number of locomotives that makes two or more, or red cards alone."""
    table = Table(two, Seat(hand="2 red, 2 locomotive"), display="5 grey")
    table.play("lay red", "with 1 of its colour")
    assert table.legal == {"with 1 locomotive", "with 2 locomotives"}
    table.play("with 2 locomotives")
    assert (table.yard(0), table.hand(0)) == ("3 red (2 of them locomotives)", "1 red")
    table = Table(two, Seat(hand="2 red, 2 locomotive"), display="5 grey")
    table.play("lay red", "with 2 of its colour", "with 0 locomotives")
    assert (table.yard(0), table.hand(0)) == ("2 red", "2 locomotives")


def test_lay__asks_no_question_with_one_answer(two: Game) -> None:
    """TC-4.14: two red cards are laid at once."""
    table = Table(two, Seat(hand="2 red"), display="5 grey")
    table.play("lay red")
    assert (table.yard(0), table["current"]) == ("2 red", 1)


def test_lay__of_locomotives_alone_is_not_allowed(two: Game) -> None:
    """TC-R9: one natural card at least."""
    assert Table(two, Seat(hand="5 locomotives")).lays == set()
    table = Table(two, Seat(hand="2 red, 5 locomotive"), Seat(yard="4 red"))
    table.play("lay red")
    assert table.legal == {"with 1 of its colour", "with 2 of its colour"}


def test_lay__of_locomotives_makes_them_that_colour(two: Game) -> None:
    """TC-R9, TC-7.5: two locomotives among three red cards: a rival's three red cards do not rob them, four do."""
    mine = Seat(yard="red", wild="2 red")
    assert Table(two, mine, Seat(hand="3 red"), current=1).lays == set()
    table = Table(two, mine, Seat(hand="4 red"), current=1, display="5 grey")
    table.play("lay red")
    assert (table.yard(0), table.discard) == ("empty", "1 red, 2 locomotives")


def test_lay__heeds_no_display_in_the_standard_game(two: Game) -> None:
    """TC-7.1, TC-R10: five red cards face up neither forbid to lay two nor rob them, nor are they robbed."""
    table = Table(two, Seat(hand="2 red"), display="5 red")
    table.play("lay red")
    assert (table.yard(0), table.display, table.discard) == ("2 red", "5 red", "none")


def test_railyard__lies_open_by_colour(two: Game) -> None:
    """TC-5.1: the other player sees every group and what its locomotives were laid as."""
    table = Table(two, Seat(hand="2 red, locomotive", yard="2 blue"), display="5 grey")
    table.play("lay red", "with 2 of its colour")
    told = table.play("with 1 locomotive", viewer=1)
    assert told[0] == "player_0 lays 2 red and 1 locomotive"
    assert "railyard: 3 red (1 of them a locomotive), 2 blue" in view_of(two, table.state, 1).describe()


def test_lay__that_is_being_chosen_is_not_seen(two: Game) -> None:
    """TC-5.1: others see cards once they lie in the railyard, not while their number is being thought about."""
    table = Table(two, Seat(hand="3 red, 2 locomotive"))
    before = two.rules.view(table.state, 1)
    table.play("lay red", "with 2 of its colour")
    after = two.rules.view(table.state, 1)
    after["ply"] = before["ply"]
    assert after.tobytes() == before.tobytes()
    assert DRAW in {reading(two, table.state).action_words(a) for a in range(2)}
