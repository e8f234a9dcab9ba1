"""The solo variant: the station clock, and robberies between the draw area and the player."""

from typing import Any

import numpy as np
import pytest
from given import given, legal, play
from ticket_to_ride_card.moves import (
    DRAW,
    EXHAUSTED,
    KEEP,
    cards_of,
    draw_blind,
    hand,
    lays,
    player,
    table,
    track,
    yard,
)

from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

CLOCK = "draw the card beside the station clock"
RED_WHITE = {"red": 2, "white": 2}
QUIET = {  # white and green on display, grey cards to be drawn, purple and orange clock cards
    "display": {"white": 2, "green": 2},
    "deck": ["grey", "grey", "black", "black", "..."],
    "clock": "yellow",
    "clock_deck": ["purple", "orange"],
    "turn": 5,
}


def alone(game: Game, mine: dict[str, Any] | None = None, **changes: Any) -> Position:
    """A quiet position, but for what is said."""
    return given(game, players=[mine or {}], **(QUIET | changes))


def clock(position: Position) -> tuple[str | None, int]:
    """The card beside the station clock, and how many are left in the clock's deck."""
    return table(position, "clock"), len(cards_of(position, "clock_deck"))


def display(position: Position) -> dict[str, int]:
    return table(position, "display")


def discards(position: Position) -> dict[str, int]:
    return table(position, "discard")


def test_clock__turns_its_top_card_every_turn(solo: Game) -> None:
    """TC-4.17: it is a fifth face-up card."""
    position = alone(solo)
    told = draw_blind(position)
    assert (position.turn, clock(position)) == (6, ("purple", 1))
    assert "the station clock shows purple, 1 card left" in told


def test_clock__of_the_setup_serves_the_first_turn(solo: Game) -> None:
    """TC-R15: the card turned at set-up stays for turn 1; turn 2 turns the next."""
    position = solo.new_position(4)
    first, _ = clock(position)
    play(position, *[KEEP] * 6)
    assert (position.turn, clock(position)) == (1, (first, 15))
    draw_blind(position)
    assert (position.turn, clock(position)[1]) == (2, 14)


def test_clock__of_the_setup_is_matched_in_the_first_turn(solo: Game) -> None:
    """TC-R15, TC-4.18: the match test of the set-up's card runs at the start of turn 1."""
    positions = (solo.new_position(seed) for seed in range(50))
    position = next(found for found in positions if table(found, "clock") in display(found))
    told = play(position, *[KEEP] * 6)
    assert any(table(position, "clock") in sentence and "the clock and" in sentence for sentence in told)


def test_clock__discards_its_card_if_it_was_not_taken(solo: Game) -> None:
    """TC-R15: the yellow card goes when the purple one is turned."""
    position = alone(solo)
    draw_blind(position)
    assert discards(position) == {"yellow": 1}


def test_clock__discards_all_matching_cards_and_replaces_them(solo: Game) -> None:
    """TC-4.18: two white cards go, two from the deck come; the clock's card stays (TC-R15)."""
    position = alone(solo, clock_deck=["white", "orange"])
    assert "2 face-up white match the clock and are discarded" in draw_blind(position)
    assert (display(position), discards(position)) == ({"black": 2, "green": 2}, {"white": 2, "yellow": 1})
    assert table(position, "clock") == "white"


def test_clock__does_not_cascade(solo: Game) -> None:
    """TC-4.19: replacements of the clock's colour stay; so do replacements that match one another."""
    position = alone(solo, clock_deck=["white", "orange"], deck=["grey", "grey", "white", "green", "..."])
    draw_blind(position)
    assert (display(position), table(position, "clock")) == ({"white": 1, "green": 3}, "white")


def test_clock__ignores_matches_without_its_card(solo: Game) -> None:
    """TC-4.19: two white cards on display are no match while the clock shows purple."""
    position = alone(solo)
    draw_blind(position)
    assert display(position) == {"white": 2, "green": 2}


def test_clock__of_a_locomotive_removes_the_other_locomotives(solo: Game) -> None:
    """TC-4.20: the clock's own locomotive stays and may be taken."""
    deck = ["grey", "grey", "black", "black", "black", "..."]
    position = alone(solo, clock_deck=["locomotive", "orange"], display={"locomotive": 3, "green": 1}, deck=deck)
    draw_blind(position)
    assert (display(position), discards(position)) == ({"black": 3, "green": 1}, {"yellow": 1, "locomotive": 3})
    assert table(position, "clock") == "locomotive"
    assert CLOCK in legal(position)


def test_solo__moves_cards_as_in_the_standard_game(solo: Game) -> None:
    """TC-4.21: one of each colour, a locomotive first, after the clock has turned."""
    position = alone(solo, {"yard": {"red": 2, "blue": 1}, "yard_locomotives": {"red": 1}})
    told = draw_blind(position)
    assert (yard(position), track(position)) == ({"red": 2}, {"blue": 1, "locomotive": 1})
    turned = told.index("the station clock shows purple, 1 card left")
    assert told.index("player_0 moves 2 cards on the track: red, blue") > turned


def test_solo__has_the_same_three_actions(solo: Game) -> None:
    """TC-4.22: draw cards, lay cards, draw tickets."""
    expected = {DRAW, "draw the face-up white", "draw the face-up green", CLOCK, "lay red", "draw tickets"}
    assert legal(alone(solo, {"hand": {"red": 2}})) == expected


def test_solo__never_draws_from_the_clocks_deck(solo: Game) -> None:
    """TC-4.23: with the clock's card gone there is nothing to draw beside the clock, whatever its deck holds."""
    position = alone(solo, clock=None)
    assert CLOCK not in legal(position)
    assert clock(position) == (None, 2)


@pytest.mark.parametrize("order", [(CLOCK, DRAW), (DRAW, CLOCK), (CLOCK, "draw the face-up white")])
def test_solo__draws_the_clocks_card_like_any_face_up_card(solo: Game, order: tuple[str, str]) -> None:
    """TC-4.24: as the first or the second card."""
    position = alone(solo)
    play(position, *order)
    assert hand(position)["yellow"] == 1
    assert (player(position)["hand_size"], position.turn) == (2, 6)


def test_solo__takes_a_locomotive_beside_the_clock_as_the_whole_draw(solo: Game) -> None:
    """TC-4.24, TC-R7: it is face up, so it is never the second card."""
    position = alone(solo, clock="locomotive")
    play(position, "draw the face-up white")
    assert CLOCK not in legal(position)
    position = alone(solo, clock="locomotive")
    play(position, CLOCK)
    assert (hand(position), position.turn) == ({"locomotive": 1}, 6)


def test_solo__does_not_replace_the_clocks_card(solo: Game) -> None:
    """TC-4.25: four cards are left to draw from, and the next card is turned in the next turn only."""
    position = alone(solo)
    play(position, CLOCK)
    assert (clock(position), display(position)) == ((None, 2), {"white": 2, "green": 2})
    play(position, DRAW)
    assert (clock(position), discards(position)) == (("purple", 1), {})


def test_game__robs_the_player_of_a_colour_it_shows_more_of(solo: Game) -> None:
    """TC-4.26: a third red card on display takes both red cards of the railyard, after a refill (TC-R15.1)."""
    position = alone(solo, {"yard": {"red": 2}}, display=RED_WHITE, deck=["grey", "red", "..."])
    told = play(position, "draw the face-up white", DRAW)
    assert "player_0 is robbed of 2 red by the draw area" in told
    assert (yard(position), track(position), discards(position)) == ({}, {}, {"yellow": 1, "red": 2})


def test_game__robs_after_the_clock_has_turned(solo: Game) -> None:
    """TC-4.26, TC-R15.1, TC-R16: the clock's red card and one on display outnumber one red card before it can move."""
    area = {"display": {"red": 1, "white": 1, "green": 2}, "clock_deck": ["red", "orange"]}
    position = alone(solo, {"yard": {"red": 1}}, **area, deck=["grey", "grey", "red", "..."])
    assert "player_0 is robbed of 1 red by the draw area" in draw_blind(position)
    assert track(position) == {}


def test_game__robs_after_cards_have_moved(solo: Game) -> None:
    """TC-4.26, TC-R15.1, TC-R16: two red cards against two are safe until one of them moves."""
    position = alone(solo, {"yard": {"red": 2}}, display=RED_WHITE)
    told = draw_blind(position)
    moved = told.index("player_0 moves 1 card on the track: red")
    assert told.index("player_0 is robbed of 1 red by the draw area") > moved
    assert (yard(position), track(position)) == ({}, {"red": 1})


def test_player__robs_the_draw_area_by_laying_more(solo: Game) -> None:
    """TC-4.27, TC-4.28: three red cards take two from the display, which is filled up again."""
    position = alone(solo, {"hand": {"red": 3}}, display=RED_WHITE, deck=["black", "black", "..."])
    told = play(position, "lay red")
    assert told[:2] == ["player_0 lays 3 red", "player_0 robs the draw area of 2 red"]
    assert (display(position), discards(position)) == ({"black": 2, "white": 2}, {"yellow": 1, "red": 2})


def test_player__robs_the_clocks_card_too(solo: Game) -> None:
    """TC-4.27, TC-4.25: two red cards take the one beside the clock, and it is not replaced."""
    position = alone(solo, {"hand": {"red": 2}}, clock="red")
    assert "player_0 robs the draw area of 1 red" in play(position, "lay red")
    assert (discards(position), clock(position)) == ({"red": 1}, ("purple", 1))


def test_player__robs_the_draw_area_when_a_card_is_drawn_from_it(solo: Game) -> None:
    """TC-4.27, TC-R15.1, TC-R16: both directions are checked after every refill: two against two, one of them taken."""
    position = alone(solo, {"yard": {"red": 2}}, display=RED_WHITE, deck=["grey", "black", "black", "..."])
    assert "player_0 robs the draw area of 1 red" in play(position, "draw the face-up red", DRAW)
    assert display(position) == {"black": 2, "white": 2}


def test_robberies__wait_for_the_end_of_a_draw(solo: Game) -> None:
    """TC-R16: two red cards against two; one is taken, but there is no robbery until the draw area is refilled."""
    position = alone(solo, {"yard": {"red": 2}}, display=RED_WHITE, deck=["grey", "red", "..."])
    assert play(position, "draw the face-up red") == ["player_0 takes the face-up red"]
    assert (display(position), yard(position)) == ({"white": 2, "red": 1}, {"red": 2})
    assert not any("robs" in sentence for sentence in play(position, DRAW)[:2])


def test_robberies__go_on_until_nothing_is_out_of_balance(solo: Game) -> None:
    """TC-4.29: red is robbed from the display, its replacements rob blue, and a blue card beside them stays."""
    mine = {"hand": {"red": 3}, "yard": {"blue": 1}}
    position = alone(solo, mine, display=RED_WHITE, deck=["blue", "blue", "..."])
    assert play(position, "lay red")[:3] == [
        "player_0 lays 3 red",
        "player_0 robs the draw area of 2 red",
        "player_0 is robbed of 1 blue by the draw area",
    ]
    assert display(position) == {"white": 2, "blue": 2}


def test_robberies__repeat_for_the_same_colour(solo: Game) -> None:
    """TC-4.29: a red replacement is robbed again."""
    position = alone(solo, {"hand": {"red": 3}}, display=RED_WHITE, deck=["red", "black", "black", "..."])
    told = play(position, "lay red")
    assert told[1:3] == ["player_0 robs the draw area of 2 red", "player_0 robs the draw area of 1 red"]
    assert display(position) == {"black": 2, "white": 2}


def test_robberies__do_not_happen_at_equal_counts(solo: Game) -> None:
    """TC-4.30: two red cards against two, in the last turn."""
    position = alone(solo, {"yard": {"red": 2}}, display=RED_WHITE, clock_deck=[])
    draw_blind(position)
    assert position.is_over
    assert (yard(position), display(position)) == ({"red": 2}, RED_WHITE)


@pytest.mark.parametrize(
    ("shown", "kept", "after", "discarded"),
    [
        ({"red": 1, "white": 3}, {"red": 1, "as red": 1}, {"black": 1, "white": 3}, {"red": 1}),
        ({"red": 2, "white": 2}, {"red": 1, "as red": 1}, {"red": 2, "white": 2}, {}),
        ({"red": 3, "white": 1}, {}, {"red": 3, "white": 1}, {"red": 1, "locomotive": 1}),
    ],
)
def test_robberies__count_locomotives_of_the_railyard(
    solo: Game, shown: dict[str, int], kept: dict[str, int], after: dict[str, int], discarded: dict[str, int]
) -> None:
    """TC-7.5, TC-4.30: a red card and a locomotive laid as red are two: more than one, as many as two, fewer than
    three."""
    mine = {"yard": {"red": 1}, "yard_locomotives": {"red": 1}}
    position = alone(solo, mine, display=shown, clock=None, clock_deck=[])
    draw_blind(position)
    assert position.is_over
    assert (yard(position), display(position), discards(position)) == (kept, after, discarded)


def test_robberies__are_settled_from_the_lowest_colour_on(solo: Game) -> None:
    """TC-4.29, TC-R15.1: two white cards are robbed and replaced by red ones before the red cards are compared."""
    area = {"display": {"white": 2, "red": 1, "green": 1}, "deck": ["grey", "grey", "red", "red", "..."]}
    told = draw_blind(alone(solo, {"yard": {"white": 3, "red": 2}}, **area, clock_deck=[]))
    robberies = [sentence for sentence in told if "rob" in sentence]
    assert robberies == ["player_0 robs the draw area of 2 white", "player_0 is robbed of 2 red by the draw area"]


def test_robberies__heed_no_locomotives_on_display(solo: Game) -> None:
    """TC-R15.1: four locomotives face up count for no colour."""
    position = alone(solo, {"yard": {"red": 2}}, display={"locomotive": 4})
    draw_blind(position)
    assert (yard(position), display(position)) == ({"red": 1}, {"locomotive": 4})


def test_solo__lays_a_colour_on_display_only_with_more_cards(solo: Game) -> None:
    """TC-5.6, TC-7.2, TC-R10: as many are not enough, and the clock's card counts."""
    assert lays(alone(solo, {"hand": {"red": 2}}, display=RED_WHITE)) == set()
    assert lays(alone(solo, {"hand": {"red": 3}}, display=RED_WHITE)) == {"lay red"}
    assert lays(alone(solo, {"hand": {"red": 3}}, display=RED_WHITE, clock="red")) == set()


def test_solo__lays_three_colours_that_are_not_on_display(solo: Game) -> None:
    """TC-5.6, TC-7.2: one card is never more than one."""
    cards = dict.fromkeys(("red", "blue", "grey", "white", "yellow"), 1)
    assert lays(alone(solo, {"hand": cards})) == {"lay red, blue, grey"}


def test_solo__goes_on_without_train_deck(solo: Game) -> None:
    """TC-7.3: cards are drawn from the display while it lasts, then the player passes; the clock goes on."""
    position = alone(solo, display={"white": 1, "green": 1}, deck=[], **EXHAUSTED, clock=None)
    play(position, "draw the face-up white", "draw the face-up green")
    assert (position.turn, display(position), clock(position)[0], position.is_over) == (6, {}, "purple", False)
    play(position, CLOCK)
    assert (position.turn, clock(position)[0]) == (7, "orange")


def test_display__stays_short_without_train_deck(solo: Game, two: Game) -> None:
    """TC-7.6: gaps stay, in the solo game and in the standard game."""
    position = alone(solo, deck=[], discard="...", clock_deck=["white", "orange"])
    play(position, "draw the face-up green", CLOCK)
    assert (display(position), position.is_over) == ({"green": 1}, False)
    position = given(two, display={"white": 4, "grey": 1}, deck=["black"], discard="...")
    play(position, "draw the face-up white", "draw the face-up white")
    assert (display(position), position.is_over) == ({"black": 1, "white": 2, "grey": 1}, False)


@pytest.mark.parametrize("seed", range(5))
def test_solo__lasts_sixteen_turns(solo: Game, seed: int) -> None:
    """TC-6.6, TC-R15: whatever is played."""
    rng, position = np.random.default_rng(seed), solo.new_position(seed)
    while not position.is_over:
        position.play(int(rng.choice(position.legal_actions)))
    assert (position.turn, position.end_reason) == (16, "the station clock ran out")


def test_solo__ends_after_the_turn_of_the_last_clock_card(solo: Game) -> None:
    """TC-6.7: the last card is turned, its turn is played, and the game is over."""
    position = alone(solo, turn=15, clock_deck=["purple"])
    draw_blind(position)
    assert (position.turn, clock(position), position.is_over) == (16, ("purple", 0), False)
    play(position, "draw tickets", *[KEEP] * 4)
    assert position.is_over


def test_solo__plays_the_last_turn_to_its_end(solo: Game) -> None:
    """TC-6.8: the second card is still drawn."""
    position = alone(solo, turn=16, clock_deck=[])
    play(position, CLOCK)
    assert not position.is_over
    play(position, DRAW)
    assert position.is_over
    assert hand(position) == {"yellow": 1, "grey": 1}
