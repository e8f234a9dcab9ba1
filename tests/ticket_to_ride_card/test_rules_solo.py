"""The solo variant: the station clock, and robberies between the draw area and the player."""

from typing import Any

import numpy as np
import pytest
from ticket_to_ride_card.positions import DRAW, Seat, Table

from railgym.envs.core.game import Game

CLOCK = "draw the card beside the station clock"
KEEP = "keep the ticket"


def table(game: Game, seat: Seat = Seat(), **changes: Any) -> Table:  # noqa: B008
    """A quiet solo position: white and green on display, grey cards to be drawn, purple and orange clock cards."""
    settings = {
        "display": "2 white, 2 green",
        "deck": "2 grey, 2 black",
        "clock": "yellow",
        "clock_deck": "purple, orange",
    }
    return Table(game, seat, **(settings | changes))


def test_clock__turns_its_top_card_every_turn(solo: Game) -> None:
    """TC-4.17: it is a fifth face-up card."""
    t = table(solo)
    told = t.draw_blind()
    assert (t["turn"], t.clock, t["clock_deck"]["size"]) == (6, "purple", 1)
    assert "the station clock shows purple, 1 card left" in told


def test_clock__of_the_setup_serves_the_first_turn(solo: Game) -> None:
    """TC-R15: the card turned at set-up stays for turn 1; turn 2 turns the next."""
    t = table(solo)
    t.state = solo.rules.new_state(4)
    first = t.clock
    t.play(*[KEEP] * 6)
    assert (t["turn"], t.clock, t["clock_deck"]["size"]) == (1, first, 15)
    t.draw_blind()
    assert (t["turn"], t["clock_deck"]["size"]) == (2, 14)


def test_clock__of_the_setup_is_matched_in_the_first_turn(solo: Game) -> None:
    """TC-R15, TC-4.18: the match test of the set-up's card runs at the start of turn 1."""
    for seed in range(50):
        state = solo.rules.new_state(seed)
        if state["display"][0, state["clock"][0]]:
            break
    t = table(solo)
    t.state = state
    told = t.play(*[KEEP] * 6)
    assert any(t.clock in sentence and "the clock and" in sentence for sentence in told)
    assert t["clock"] >= 0


def test_clock__discards_its_card_if_it_was_not_taken(solo: Game) -> None:
    """TC-R15: the yellow card goes when the purple one is turned."""
    t = table(solo)
    t.draw_blind()
    assert t.discard == "1 yellow"


def test_clock__discards_all_matching_cards_and_replaces_them(solo: Game) -> None:
    """TC-4.18: two white cards go, two from the deck come; the clock's card stays (TC-R15)."""
    t = table(solo, clock_deck="white, orange")
    told = t.draw_blind()
    assert "2 face-up white match the clock and are discarded" in told
    assert (t.display, t.discard, t.clock) == ("2 black, 2 green", "2 white, 1 yellow", "white")


def test_clock__does_not_cascade(solo: Game) -> None:
    """TC-4.19: replacements of the clock's colour stay; so do replacements that match one another."""
    t = table(solo, clock_deck="white, orange", deck="2 grey, white, green")
    t.draw_blind()
    assert (t.display, t.clock) == ("1 white, 3 green", "white")


def test_clock__ignores_matches_without_its_card(solo: Game) -> None:
    """TC-4.19: two white cards on display are no match while the clock shows purple."""
    t = table(solo)
    t.draw_blind()
    assert t.display == "2 white, 2 green"


def test_clock__of_a_locomotive_removes_the_other_locomotives(solo: Game) -> None:
    """TC-4.20: the clock's own locomotive stays and may be taken."""
    t = table(solo, clock_deck="locomotive, orange", display="3 locomotive, green", deck="2 grey, 3 black")
    t.draw_blind()
    assert (t.display, t.discard, t.clock) == ("3 black, 1 green", "1 yellow, 3 locomotives", "locomotive")
    assert CLOCK in t.legal


def test_solo__moves_cards_as_in_the_standard_game(solo: Game) -> None:
    """TC-4.21: one of each colour, a locomotive first, after the clock has turned."""
    t = table(solo, Seat(yard="2 red, blue", wild="red"))
    told = t.draw_blind()
    assert (t.yard(0), t.track(0)) == ("2 red", "1 blue, 1 locomotive")
    clock = told.index("the station clock shows purple, 1 card left")
    assert told.index("player_0 moves 2 cards on the track: red, blue") > clock


def test_solo__has_the_same_three_actions(solo: Game) -> None:
    """TC-4.22: draw cards, lay cards, draw tickets."""
    t = table(solo, Seat(hand="2 red"))
    assert t.legal == {DRAW, "draw the face-up white", "draw the face-up green", CLOCK, "lay red", "draw tickets"}


def test_solo__never_draws_from_the_clocks_deck(solo: Game) -> None:
    """TC-4.23: with the clock's card gone there is nothing to draw beside the clock, whatever its deck holds."""
    t = table(solo, clock="")
    assert CLOCK not in t.legal
    assert t["clock_deck"]["size"] == 2


@pytest.mark.parametrize("order", [(CLOCK, DRAW), (DRAW, CLOCK), (CLOCK, "draw the face-up white")])
def test_solo__draws_the_clocks_card_like_any_face_up_card(solo: Game, order: tuple[str, str]) -> None:
    """TC-4.24: as the first or the second card."""
    t = table(solo)
    t.play(*order)
    assert "1 yellow" in t.hand(0)
    assert (t["players"][0]["hand_size"], t["turn"]) == (2, 6)


def test_solo__takes_a_locomotive_beside_the_clock_as_the_whole_draw(solo: Game) -> None:
    """TC-4.24, TC-R7: it is face up, so it is never the second card."""
    t = table(solo, clock="locomotive")
    t.play("draw the face-up white")
    assert CLOCK not in t.legal
    t = table(solo, clock="locomotive")
    t.play(CLOCK)
    assert (t.hand(0), t["turn"]) == ("1 locomotive", 6)


def test_solo__does_not_replace_the_clocks_card(solo: Game) -> None:
    """TC-4.25: four cards are left to draw from, and the next card is turned in the next turn only."""
    t = table(solo)
    t.play(CLOCK)
    assert (t.clock, t.display, t["clock_deck"]["size"]) == ("none", "2 white, 2 green", 2)
    t.play(DRAW)
    assert (t.clock, t["clock_deck"]["size"], t.discard) == ("purple", 1, "none")


def test_game__robs_the_player_of_a_colour_it_shows_more_of(solo: Game) -> None:
    """TC-4.26: a third red card on display takes both red cards of the railyard, after a refill (TC-R15)."""
    t = table(solo, Seat(yard="2 red"), display="2 red, 2 white", deck="grey, red")
    told = t.play("draw the face-up white", DRAW)
    assert "player_0 is robbed of 2 red by the draw area" in told
    assert (t.yard(0), t.track(0)) == ("empty", "none")
    assert t.discard == "1 yellow, 2 red"


def test_game__robs_after_the_clock_has_turned(solo: Game) -> None:
    """TC-4.26, TC-R15, TC-R16: the clock's red card and one on display outnumber one red card before it can move."""
    t = table(solo, Seat(yard="red"), display="red, white, 2 green", clock_deck="red, orange", deck="2 grey, red")
    told = t.draw_blind()
    assert "player_0 is robbed of 1 red by the draw area" in told
    assert t.track(0) == "none"


def test_game__robs_after_cards_have_moved(solo: Game) -> None:
    """TC-4.26, TC-R15, TC-R16: two red cards against two are safe until one of them moves."""
    t = table(solo, Seat(yard="2 red"), display="2 red, 2 white")
    told = t.draw_blind()
    moved = told.index("player_0 moves 1 card on the track: red")
    assert told.index("player_0 is robbed of 1 red by the draw area") > moved
    assert (t.yard(0), t.track(0)) == ("empty", "1 red")


def test_player__robs_the_draw_area_by_laying_more(solo: Game) -> None:
    """TC-4.27, TC-4.28: three red cards take two from the display, which is filled up again."""
    t = table(solo, Seat(hand="3 red"), display="2 red, 2 white", deck="2 black")
    told = t.play("lay red")
    assert told[:2] == ["player_0 lays 3 red", "player_0 robs the draw area of 2 red"]
    assert (t.display, t.discard) == ("2 black, 2 white", "1 yellow, 2 red")


def test_player__robs_the_clocks_card_too(solo: Game) -> None:
    """TC-4.27, TC-4.25: two red cards take the one beside the clock, and it is not replaced."""
    t = table(solo, Seat(hand="2 red"), clock="red")
    told = t.play("lay red")
    assert "player_0 robs the draw area of 1 red" in told
    assert (t.discard, t.clock, t["clock_deck"]["size"]) == ("1 red", "purple", 1)


def test_player__robs_the_draw_area_when_a_card_is_drawn_from_it(solo: Game) -> None:
    """TC-4.27, TC-R15, TC-R16: both directions are checked after every refill: two against two, one of them taken."""
    t = table(solo, Seat(yard="2 red"), display="2 red, 2 white", deck="grey, black, black")
    told = t.play("draw the face-up red", DRAW)
    assert "player_0 robs the draw area of 1 red" in told
    assert t.display == "2 black, 2 white"


def test_robberies__wait_for_the_end_of_a_draw(solo: Game) -> None:
    """TC-R16: two red cards against two; one is taken, and until the draw area is filled up again nobody robs."""
    t = table(solo, Seat(yard="2 red"), display="2 red, 2 white", deck="grey, red")
    told = t.play("draw the face-up red")
    assert told == ["player_0 takes the face-up red"]
    assert (t.display, t.yard(0)) == ("2 white, 1 red", "2 red")
    assert not any("robs" in sentence for sentence in t.play(DRAW)[:2])


def test_robberies__go_on_until_nothing_is_out_of_balance(solo: Game) -> None:
    """TC-4.29: red is robbed from the display, its replacements rob blue, and a blue card beside them stays."""
    t = table(solo, Seat(hand="3 red", yard="blue"), display="2 red, 2 white", deck="2 blue")
    told = t.play("lay red")
    assert told[:3] == [
        "player_0 lays 3 red",
        "player_0 robs the draw area of 2 red",
        "player_0 is robbed of 1 blue by the draw area",
    ]
    assert t.display == "2 white, 2 blue"


def test_robberies__repeat_for_the_same_colour(solo: Game) -> None:
    """TC-4.29: a red replacement is robbed again."""
    t = table(solo, Seat(hand="3 red"), display="2 red, 2 white", deck="red, black, black")
    told = t.play("lay red")
    assert told[1:3] == ["player_0 robs the draw area of 2 red", "player_0 robs the draw area of 1 red"]
    assert t.display == "2 black, 2 white"


def test_robberies__do_not_happen_at_equal_counts(solo: Game) -> None:
    """TC-4.30: two red cards against two, in the last turn."""
    t = table(solo, Seat(yard="2 red"), display="2 red, 2 white", clock_deck="")
    t.draw_blind()
    assert t["terminated"]
    assert (t.yard(0), t.display) == ("2 red", "2 white, 2 red")


@pytest.mark.parametrize(
    ("shown", "yard", "display", "discard"),
    [
        ("red, 3 white", "2 red (1 of them a locomotive)", "1 black, 3 white", "1 red"),
        ("2 red, 2 white", "2 red (1 of them a locomotive)", "2 white, 2 red", "none"),
        ("3 red, white", "empty", "1 white, 3 red", "1 red, 1 locomotive"),
    ],
)
def test_robberies__count_locomotives_of_the_railyard(
    solo: Game, shown: str, yard: str, display: str, discard: str
) -> None:
    """TC-7.5, TC-4.30: a red card and a locomotive laid as red are two: more than one, as many as two, fewer than
    three."""
    t = table(solo, Seat(yard="red", wild="red"), display=shown, deck="2 grey, 2 black", clock="", clock_deck="")
    t.draw_blind()
    assert t["terminated"]
    assert (t.yard(0), t.display, t.discard) == (yard, display, discard)


def test_robberies__are_settled_from_the_lowest_colour_on(solo: Game) -> None:
    """TC-4.29, TC-R15: two white cards are robbed and replaced by red ones before the red cards are compared."""
    t = table(solo, Seat(yard="3 white, 2 red"), display="2 white, red, green", deck="2 grey, 2 red", clock_deck="")
    told = t.draw_blind()
    robberies = [sentence for sentence in told if "rob" in sentence]
    assert robberies == ["player_0 robs the draw area of 2 white", "player_0 is robbed of 2 red by the draw area"]


def test_robberies__heed_no_locomotives_on_display(solo: Game) -> None:
    """TC-R15: four locomotives face up count for no colour."""
    t = table(solo, Seat(yard="2 red"), display="4 locomotive")
    t.draw_blind()
    assert (t.yard(0), t.display) == ("1 red", "4 locomotives")


def test_solo__lays_a_colour_on_display_only_with_more_cards(solo: Game) -> None:
    """TC-5.6, TC-7.2, TC-R10: as many are not enough, and the clock's card counts."""
    assert table(solo, Seat(hand="2 red"), display="2 red, 2 white").lays == set()
    assert table(solo, Seat(hand="3 red"), display="2 red, 2 white").lays == {"lay red"}
    assert table(solo, Seat(hand="3 red"), display="2 red, 2 white", clock="red").lays == set()


def test_solo__lays_three_colours_that_are_not_on_display(solo: Game) -> None:
    """TC-5.6, TC-7.2: one card is never more than one."""
    t = table(solo, Seat(hand="red, blue, grey, white, yellow"))
    assert t.lays == {"lay red, blue, grey"}


def test_solo__goes_on_without_train_deck(solo: Game) -> None:
    """TC-7.3: cards are drawn from the display while it lasts, then the player passes; the clock goes on."""
    t = table(solo, display="white, green", deck="", rest="discard", ticket_deck=(), clock="")
    t.play("draw the face-up white", "draw the face-up green")
    assert (t["turn"], t.display, t.clock, t["terminated"]) == (6, "none", "purple", 0)
    t.play(CLOCK)
    assert (t["turn"], t.clock) == (7, "orange")


def test_display__stays_short_without_train_deck(solo: Game, two: Game) -> None:
    """TC-7.6: gaps stay, in the solo game and in the standard game."""
    t = table(solo, deck="", rest="discard", clock_deck="white, orange")
    t.play("draw the face-up green", CLOCK)
    assert (t.display, t["terminated"]) == ("1 green", 0)
    t = Table(two, display="4 white, grey", deck="black", rest="discard")
    t.play("draw the face-up white", "draw the face-up white")
    assert (t.display, t["terminated"]) == ("1 black, 2 white, 1 grey", 0)


@pytest.mark.parametrize("seed", range(5))
def test_solo__lasts_sixteen_turns(solo: Game, seed: int) -> None:
    """TC-6.6, TC-R15: whatever is played."""
    rng = np.random.default_rng(seed)
    state = solo.rules.new_state(seed)
    while not state["terminated"][0]:
        solo.rules.apply(state, int(rng.choice(np.flatnonzero(solo.rules.legal(state)))))
    assert state["turn"][0] == 16
    assert solo.end_reasons[state["end_reason"][0]] == "the station clock ran out"


def test_solo__ends_after_the_turn_of_the_last_clock_card(solo: Game) -> None:
    """TC-6.7: the last card is turned, its turn is played, and the game is over."""
    t = table(solo, turn=15, clock_deck="purple")
    t.draw_blind()
    assert (t["turn"], t.clock, t["clock_deck"]["size"], t["terminated"]) == (16, "purple", 0, 0)
    t.play("draw tickets", *[KEEP] * 4)
    assert t["terminated"] == 1


def test_solo__plays_the_last_turn_to_its_end(solo: Game) -> None:
    """TC-6.8: the second card is still drawn."""
    t = table(solo, turn=16, clock_deck="")
    t.play(CLOCK)
    assert not t["terminated"]
    t.play(DRAW)
    assert t["terminated"]
    assert t.hand(0) == "1 yellow, 1 grey"
