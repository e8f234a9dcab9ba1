"""The end of a train deck, the second deck, and the end of the standard game."""

import numpy as np
import pytest
from ticket_to_ride_card.positions import DRAW, Seat, Table, last_turn, pile

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.state import KINDS

EXHAUSTED = "train deck 1 is exhausted: everyone has a final turn"
STALLED = "train deck 1 counts as exhausted after a standstill: everyone has a final turn"
DRAW_NO_TICKET = ("draw tickets", *["return the ticket"] * 4)


def test_deck__is_exhausted_by_drawing_its_last_card(two: Game) -> None:
    """TC-6.1, TC-R12: as soon as it leaves, though the turn goes on."""
    table = Table(two, deck="grey", rest="discard", display="5 white")
    assert EXHAUSTED in table.play(DRAW)
    assert table["current"] == 0


def test_deck__is_exhausted_by_refilling_the_display(two: Game) -> None:
    """TC-6.1, TC-R12: the refill after the action takes the last card."""
    table = Table(two, deck="grey", rest="discard", display="5 white")
    told = table.play("draw the face-up white", "draw the face-up white")
    assert EXHAUSTED in told


def test_final_turns__are_one_each_and_end_with_who_drew_the_last_card(three: Game) -> None:
    """TC-6.2: seat 1 took the last card; seats 2, 0 and 1 follow; then the second deck begins."""
    table = Table(three, current=1, deck="grey, blue", rest="discard", ticket_deck=())
    table.draw_blind()
    order = []
    while table["deck_number"] == 1:
        order.append(int(table["current"]))
        table.play("pass")
    assert order == [2, 0, 1]


def test_final_turns__after_a_refill_end_with_who_caused_it(three: Game) -> None:
    """TC-6.2, TC-R12: the player whose action was followed by the refill took the last card."""
    table = Table(three, current=2, deck="grey", rest="discard", ticket_deck=(), display="2 white")
    table.play("draw the face-up white", "draw the face-up white")
    order = []
    for action in ("draw the face-up grey", "pass", "lay white"):
        order.append(int(table["current"]))
        assert table["deck_number"] == 1
        table.play(action)
    assert (order, table["deck_number"]) == ([0, 1, 2], 2)


def test_final_turns__are_not_repeated(two: Game) -> None:
    """TC-6.2: a deck that is already exhausted cannot be exhausted again."""
    table = Table(two, deck="2 grey", rest="discard", ticket_deck=(), display="5 white")
    told = table.draw_blind()
    told += table.play("draw the face-up white", "draw the face-up white")
    assert told.count(EXHAUSTED) == 1


def test_second_deck__is_made_of_discards_railyards_and_tracks(two: Game) -> None:
    """TC-6.3, TC-R4: hands and display stay as they are."""
    seats = Seat(hand="locomotive", yard="2 red", wild="blue", track="3 green"), Seat(yard="2 blue", track="locomotive")
    table = last_turn(two, *seats, deck_number=1, display="5 white")
    told = table.play("draw the face-up white", "draw the face-up white")
    assert "a new train deck of 92 cards is made" in told
    assert table.discard == "none"
    assert [table.yard(seat) for seat in (0, 1)] == ["empty", "empty"]
    assert [table.track(seat) for seat in (0, 1)] == ["none", "none"]
    assert table["players"]["track_size"].tolist() == [0, 0, 0, 0]
    assert table["players"][0]["hand"][[1, 9]].min() >= 1, "the white cards and the locomotive are still in the hand"
    assert table["deck"]["size"] == 106 - 5 - 1 - 2 - 8
    assert table["display"].sum() == 5


def test_second_deck__deals_four_cards_to_everyone(four: Game) -> None:
    """TC-6.4: unseen by the others."""
    table = last_turn(four, Seat(), Seat(), Seat(), Seat(), deck_number=1)
    told = table.play("pass")
    assert "16 train cards are dealt" in told
    assert table["players"]["hand_size"].tolist() == [4, 4, 4, 4]
    assert not table["players"]["seen"].any()


def test_second_deck__is_begun_by_the_next_seat(three: Game) -> None:
    """TC-R4: play goes on clockwise."""
    table = last_turn(three, deck_number=1, current=1)
    table.play("pass")
    assert (table["deck_number"], table["current"], table["final_turns"]) == (2, 2, -1)


def test_second_deck__fills_the_display(two: Game) -> None:
    """TC-R4: the display stays and is filled up."""
    table = last_turn(two, deck_number=1, display="grey, white, red")
    table.play("draw the face-up grey", "draw the face-up white")
    assert table["display"].sum() == 5
    assert table["display"][4] >= 1, "the red card is still there"


def test_second_deck__is_followed_by_the_final_scoring(two: Game) -> None:
    """TC-6.5: exhausted, one final turn each, and the game is over."""
    table = Table(two, deck_number=2, deck="grey, blue", rest="discard", ticket_deck=())
    assert "train deck 2 is exhausted: everyone has a final turn" in table.draw_blind()
    table.play("pass")
    assert not table["terminated"]
    table.play("pass")
    assert table["terminated"]
    assert two.end_reasons[table["end_reason"]] == "the last deck was exhausted"


def test_decks__are_two_in_the_manual_and_by_players_in_the_published_game() -> None:
    """TC-R4: published: twice with four players, once with two or three; `decks` overrules both."""
    decks = {
        (edition, players): int(
            make_game("ticket_to_ride_card_v0", edition=edition, num_players=players).params["decks"][0]
        )
        for edition in ("manual", "published")
        for players in (2, 3, 4)
    }
    assert [decks["manual", n] for n in (2, 3, 4)] == [2, 2, 2]
    assert [decks["published", n] for n in (2, 3, 4)] == [1, 1, 2]
    assert make_game("ticket_to_ride_card_v0", decks=1).params["decks"][0] == 1


def test_one_deck__ends_the_game(published: Game) -> None:
    """TC-R4: in the published game for two the first exhaustion is the last."""
    table = last_turn(published)
    table.play("pass")
    assert (table["terminated"], table["deck_number"]) == (1, 1)


def test_between_the_decks__completed_tickets_score_and_are_set_aside(two: Game) -> None:
    """TC-R4: open to all; open tickets stay without penalty."""
    seat = Seat(track="green, yellow", tickets=("Chicago - Dallas", "Miami - Boston"))
    table = last_turn(two, seat, deck_number=1)
    told = table.play("pass")
    assert "player_0 completes Chicago - Dallas (6)" in told
    assert (table.names(0, "done"), table.names(0)) == ({"Chicago - Dallas"}, {"Miami - Boston"})
    assert (table.scores, table["players"][0]["num_tickets"]) == ([6, 0], 1)
    assert two.rules.view(table.state, 1)["players"]["done"][0, 0] == table.tickets(["Chicago - Dallas"])


def test_between_the_decks__nothing_is_saved_for_the_second(two: Game) -> None:
    """TC-R4: no looking ahead: a track that completes a ticket now is used now."""
    table = last_turn(two, Seat(track="locomotive", tickets=("Chicago - New York",)), deck_number=1)
    table.play("pass")
    assert table.names(0, "done") == {"Chicago - New York"}
    assert table.track(0) == "none"


def test_between_the_decks__nothing_scores_without_the_option() -> None:
    """TC-R4: `score_between=False` follows the manual's letter: the track is shuffled away."""
    game = make_game("ticket_to_ride_card_v0", score_between=False)
    table = last_turn(game, Seat(track="green, yellow", tickets=("Chicago - Dallas",)), deck_number=1)
    table.play("pass")
    assert (table.scores, table.track(0), table.names(0)) == ([0, 0], "none", {"Chicago - Dallas"})


def test_tickets_set_aside__count_for_the_bonuses_at_the_end(two: Game) -> None:
    """TC-R4: the Miami bonus goes to who completed a ticket there with the first deck."""
    table = last_turn(two, Seat(done=("Miami - Boston",)))
    assert "player_0 earns the Miami bonus of 8" in table.play("pass")


def test_short_second_deck__is_dealt_round_by_round_and_exhausted_at_once(two: Game) -> None:
    """TC-R4: five cards: three to the next seat, two to the other; then everyone has a final turn."""
    mine = "10 black, 10 white, 10 green, 10 yellow, 10 red"
    theirs = "10 blue, 10 purple, 10 orange, 10 grey, 6 locomotive"
    table = last_turn(two, Seat(hand=mine), Seat(hand=theirs), display="5 locomotive", deck_number=1)
    told = table.play("draw the face-up locomotive")
    assert "5 train cards are dealt" in told
    assert table["players"]["hand_size"][:2].tolist() == [50 + 1 + 2, 46 + 3]
    assert "train deck 2 is exhausted: everyone has a final turn" in told
    assert table["final_turns"] == 2
    order = []
    while not table["terminated"]:
        order.append(int(table["current"]))
        table.play("draw the face-up locomotive")
    assert order == [1, 0]


def test_standstill__of_three_rounds_exhausts_the_deck(two: Game) -> None:
    """TC-R12: six turns in a row without a train card; then everyone has a final turn."""
    table = Table(two, display="5 white")
    for _ in range(5):
        assert STALLED not in table.play(*DRAW_NO_TICKET)
    assert STALLED in table.play(*DRAW_NO_TICKET)
    table.play(*DRAW_NO_TICKET)
    assert table["deck_number"] == 1
    table.play(*DRAW_NO_TICKET)
    assert (table["deck_number"], table["idle_turns"], table["stalled"]) == (2, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standstill__takes_three_rounds_of_all_players(players: int) -> None:
    """TC-R12: nine turns with three players, twelve with four; who had the last of them has the last final turn."""
    game = make_game("ticket_to_ride_card_v0", num_players=players)
    table = Table(game, display="5 white", current=1)
    for _ in range(3 * players - 1):
        assert STALLED not in table.play(*DRAW_NO_TICKET)
    last = table["current"]
    assert STALLED in table.play(*DRAW_NO_TICKET)
    order = []
    while table["deck_number"] == 1:
        order.append(table["current"])
        table.play(*DRAW_NO_TICKET)
    assert order == [(last + turn) % players for turn in range(1, players + 1)]


def test_standstill__leaves_its_cards_to_the_second_deck(two: Game) -> None:
    """TC-R12, TC-6.3: twenty cards that were not drawn are shuffled into the new deck; none is lost or doubled."""
    left = "10 grey, 10 orange"
    table = Table(two, Seat(hand="3 red"), display="5 white", deck=left, rest="discard", idle_turns=5)
    told = [sentence for _ in range(3) for sentence in table.play(*DRAW_NO_TICKET)]
    assert STALLED in told
    assert "a new train deck of 90 cards is made" in told, "106 without a hand, the display and the cards dealt"
    assert (table["deck_number"], table["deck"]["size"], table.discard) == (2, 90, "none")
    deck = table["deck"]["cards"][:90]
    box = table.cards_on_table() + np.bincount(deck, minlength=KINDS)
    assert box.tolist() == two.params["cards_of"][0].tolist()
    assert 0 < np.isin(deck[:20], pile(left)).sum() < 20, "they lie together"


def test_standstill__is_broken_by_a_card_drawn_or_laid(two: Game) -> None:
    """TC-R12: five idle turns, then a train card: the count starts again."""
    for action in ([DRAW, DRAW], ["lay red"]):
        table = Table(two, Seat(), Seat(hand="2 red"), display="5 white", idle_turns=5, current=1)
        assert STALLED not in table.play(*action)
        assert (table["idle_turns"], table["final_turns"]) == (0, -1)


def test_standstill__of_the_last_deck_ends_the_game(two: Game) -> None:
    """TC-R12: with a reason of its own."""
    table = Table(two, display="5 white", idle_turns=5, deck_number=2)
    for _ in range(3):
        assert not table["terminated"]
        table.play(*DRAW_NO_TICKET)
    assert table["terminated"]
    assert two.end_reasons[table["end_reason"]] == "nobody drew or laid a train card for three rounds"
