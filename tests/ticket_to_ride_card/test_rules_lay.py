"""The action "play train cards to the railyard", and robbing by it."""

from typing import Any

from given import given, legal, play
from ticket_to_ride_card.moves import DRAW, hand, lays, table, track, yard

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position


def laying(game: Game, cards: dict[str, int], *others: dict[str, Any]) -> Position:
    """Player 0 has these cards in hand; what the display shows has no part in the test."""
    return given(game, players=[{"hand": cards}, *others], display={"grey": 5})


def test_lay__takes_more_cards_than_another_player_shows(two: Game) -> None:
    """TC-4.10, TC-R8: against three red cards three are too few and four suffice."""
    assert lays(laying(two, {"red": 3}, {"yard": {"red": 3}})) == set()
    assert lays(laying(two, {"red": 4}, {"yard": {"red": 3}})) == {"lay red"}


def test_lay__compares_with_each_other_player_not_with_their_sum(four: Game) -> None:
    """TC-4.10, TC-R8: two, three and one red cards are beaten by four, and not by three."""
    others = [{"yard": {"red": n}} for n in (2, 3, 1)]
    assert lays(laying(four, {"red": 3}, *others)) == set()
    assert lays(laying(four, {"red": 4}, *others)) == {"lay red"}


def test_lay__counts_locomotives_of_both_sides_as_their_colour(two: Game) -> None:
    """TC-7.5, TC-5.4: two red cards and a locomotive beat a red card laid with a locomotive; two do not."""
    other = {"yard": {"red": 1}, "yard_locomotives": {"red": 1}}
    assert lays(laying(two, {"red": 2}, other)) == set()
    position = laying(two, {"red": 2, "locomotive": 1}, other)
    play(position, "lay red")
    assert yard(position) == {"red": 2, "as red": 1}
    assert (yard(position, 1), table(position, "discard")) == ({}, {"red": 1, "locomotive": 1})


def test_lay__offers_only_numbers_that_beat_the_others(two: Game) -> None:
    """TC-4.10: with four red cards and two locomotives against three, at least two red cards, and four in all."""
    position = laying(two, {"red": 4, "locomotive": 2}, {"yard": {"red": 3}})
    play(position, "lay red")
    assert legal(position) == {f"with {n} red" for n in (2, 3, 4)}
    play(position, "with 3 red")
    assert legal(position) == {"with 1 locomotive", "with 2 locomotives"}


def test_lay__makes_the_other_player_discard_the_colour(two: Game) -> None:
    """TC-4.11, TC-5.3: they lose all cards of that colour, and no others."""
    position = laying(two, {"red": 3}, {"yard": {"red": 2, "blue": 4}})
    told = play(position, "lay red")
    assert told[:2] == ["player_0 lays 3 red", "player_1 is robbed of 2 red by player_0"]
    assert (yard(position, 1), track(position, 1)) == ({"blue": 3}, {"blue": 1})
    assert table(position, "discard") == {"red": 2}


def test_lay__robs_every_other_player_who_shows_the_colour(four: Game) -> None:
    """TC-R8, TC-4.11: the manual says "that player"; all of them are outnumbered."""
    others = [{"yard": cards} for cards in ({"red": 2}, {"blue": 1}, {"red": 1, "green": 1})]
    position = laying(four, {"red": 3}, *others)
    play(position, "lay red")
    assert [yard(position, p) for p in range(4)] == [{"red": 3}, {}, {"blue": 1}, {"green": 1}]
    assert table(position, "discard") == {"red": 3}


def test_lay__spares_cards_on_the_track(two: Game) -> None:
    """TC-5.3, TC-5.2: only visible cards can be robbed."""
    position = laying(two, {"red": 2}, {"yard": {"red": 1}, "track": {"red": 4}})
    play(position, "lay red")
    assert (yard(position, 1), track(position, 1)) == ({}, {"red": 4})


def test_lay__cannot_add_to_a_colour_of_the_players_own_railyard(two: Game) -> None:
    """TC-4.12, TC-5.5: not even one that is there as a locomotive only; alone or among three."""
    mine = {"hand": {"red": 5, "blue": 5, "green": 5}, "yard": {"red": 1}, "yard_locomotives": {"blue": 1}}
    assert lays(given(two, players=[mine])) == {"lay green"}


def test_lay__of_three_takes_one_card_of_each_of_three_colours(two: Game) -> None:
    """TC-4.13: exactly three; two colours are too few, and of four any three."""
    assert lays(laying(two, {"red": 1, "blue": 1})) == set()
    position = given(two, players=[{"hand": {"red": 1, "blue": 1, "green": 1, "grey": 1}}], display={"white": 5})
    assert lays(position) == {
        "lay green, red, blue",
        "lay green, red, grey",
        "lay green, blue, grey",
        "lay red, blue, grey",
    }
    play(position, "lay green, red, blue")
    assert (yard(position), hand(position)) == ({"green": 1, "red": 1, "blue": 1}, {"grey": 1})
    assert position.current_player == 1


def test_lay__of_three_takes_no_locomotives(two: Game) -> None:
    """TC-4.13: a locomotive is not a third colour."""
    position = laying(two, {"red": 1, "blue": 1, "locomotive": 3})
    assert "lay red, blue, green" not in legal(position)
    assert lays(position) == {"lay red", "lay blue"}


def test_lay__of_three_needs_colours_that_no_other_player_shows(three: Game) -> None:
    """TC-4.10, TC-4.13: one card is not more than one."""
    position = laying(three, {"red": 1, "blue": 1, "green": 1, "grey": 1}, {}, {"yard": {"red": 1}})
    assert lays(position) == {"lay green, blue, grey"}


def test_lay__of_one_colour_takes_two_cards_or_more(two: Game) -> None:
    """TC-4.14: one card is too few, any number from two on is allowed."""
    assert lays(laying(two, {"red": 1})) == set()
    position = laying(two, {"red": 4})
    play(position, "lay red")
    assert legal(position) == {f"with {n} red" for n in (2, 3, 4)}


def test_lay__of_one_colour_may_use_locomotives(two: Game) -> None:
    """TC-4.14: a red card with any number of locomotives that makes two or more, or red cards alone."""
    position = laying(two, {"red": 2, "locomotive": 2})
    play(position, "lay red", "with 1 red")
    assert legal(position) == {"with 1 locomotive", "with 2 locomotives"}
    play(position, "with 2 locomotives")
    assert (yard(position), hand(position)) == ({"red": 1, "as red": 2}, {"red": 1})
    position = laying(two, {"red": 2, "locomotive": 2})
    play(position, "lay red", "with 2 red", "with 0 locomotives")
    assert (yard(position), hand(position)) == ({"red": 2}, {"locomotive": 2})


def test_lay__asks_no_question_with_one_answer(two: Game) -> None:
    """TC-4.14: two red cards are laid at once."""
    position = laying(two, {"red": 2})
    play(position, "lay red")
    assert (yard(position), position.current_player) == ({"red": 2}, 1)


def test_lay__of_locomotives_alone_is_not_allowed(two: Game) -> None:
    """TC-R9: one natural card at least."""
    assert lays(laying(two, {"locomotive": 5})) == set()
    position = laying(two, {"red": 2, "locomotive": 5}, {"yard": {"red": 4}})
    play(position, "lay red")
    assert legal(position) == {"with 1 red", "with 2 red"}


def test_lay__of_locomotives_makes_them_that_colour(two: Game) -> None:
    """TC-R9, TC-7.5: two locomotives among three red cards: a rival's three red cards do not rob them, four do."""
    mine = {"yard": {"red": 1}, "yard_locomotives": {"red": 2}}
    assert lays(laying(two, {"red": 3}, mine)) == set()
    position = laying(two, {"red": 4}, mine)
    play(position, "lay red")
    assert (yard(position, 1), table(position, "discard")) == ({}, {"red": 1, "locomotive": 2})


def test_lay__heeds_no_display_in_the_standard_game(two: Game) -> None:
    """TC-7.1, TC-R10: five red cards face up neither forbid to lay two nor rob them, nor are they robbed."""
    position = given(two, players=[{"hand": {"red": 2}}], display={"red": 5})
    play(position, "lay red")
    assert (yard(position), table(position, "display"), table(position, "discard")) == ({"red": 2}, {"red": 5}, {})


def test_railyard__lies_open_by_colour(two: Game) -> None:
    """TC-5.1: the other player sees every group and what its locomotives were laid as."""
    mine = {"hand": {"red": 2, "locomotive": 1}, "yard": {"blue": 2}}
    position = given(two, players=[mine], display={"grey": 5})
    play(position, "lay red", "with 2 red")
    told = play(position, "with 1 locomotive", viewer=1)
    assert told[0] == "player_0 lays 2 red and 1 locomotive"
    assert "railyard: 3 red (1 of them a locomotive), 2 blue" in position.view(1).describe()


def test_lay__that_is_being_chosen_is_not_seen(two: Game) -> None:
    """TC-5.1: others see cards once they lie in the railyard, not while their number is being thought about."""
    position = laying(two, {"red": 3, "locomotive": 2})
    before = position.view(1).to_dict()
    play(position, "lay red", "with 2 red")
    assert position.view(1).to_dict() == {**before, "ply": 2}
    assert DRAW in {position.action_words(action) for action in range(2)}
