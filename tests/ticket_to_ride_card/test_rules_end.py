"""The end of a train deck, the second deck, and the end of the standard game."""

from collections.abc import Sequence

import pytest
from given import given, play
from ticket_to_ride_card.moves import (
    DRAW,
    EXHAUSTED,
    RETURN,
    WHITE,
    cards_of,
    draw_blind,
    hand,
    last_turn,
    player,
    table,
    track,
    train_cards,
    yard,
)

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES

DECK_EXHAUSTED = "train deck 1 is exhausted: everyone has a final turn"
STALLED = "train deck 1 counts as exhausted after a standstill: everyone has a final turn"
FACE_UP_WHITE = ["draw the face-up white"] * 2
IDLE = ["draw tickets", *[RETURN] * 4]


def hand_sizes(position: Position) -> list[int]:
    """The number of cards in the hand of each player."""
    return [seat["hand_size"] for seat in table(position, "players")]


def turns_of_deck(position: Position, number: int, action: Sequence[str]) -> list[int]:
    """The players who have the turns to the end of a deck, each with the same action."""
    order = []
    while not position.is_over and table(position, "deck_number") == number:
        order.append(position.current_player)
        play(position, *action)
    return order


def test_deck__is_exhausted_by_drawing_its_last_card(two: Game) -> None:
    """TC-6.1, TC-R12: as soon as it leaves, though the turn goes on."""
    position = given(two, deck=["grey"], discard="...", **WHITE)
    assert DECK_EXHAUSTED in play(position, DRAW)
    assert position.current_player == 0


def test_deck__is_exhausted_by_refilling_the_display(two: Game) -> None:
    """TC-6.1, TC-R12: the refill after the action takes the last card."""
    position = given(two, deck=["grey"], discard="...", **WHITE)
    assert DECK_EXHAUSTED in play(position, *FACE_UP_WHITE)


def test_final_turns__are_one_each_and_end_with_who_drew_the_last_card(three: Game) -> None:
    """TC-6.2: seat 1 took the last card; seats 2, 0 and 1 follow; then the second deck begins."""
    position = given(three, current_player="player_1", deck=["grey", "blue"], **EXHAUSTED)
    draw_blind(position)
    assert turns_of_deck(position, 1, ["pass"]) == [2, 0, 1]


def test_final_turns__after_a_refill_end_with_who_caused_it(three: Game) -> None:
    """TC-6.2, TC-R12: the player whose action was followed by the refill took the last card."""
    position = given(three, current_player="player_2", deck=["grey"], display={"white": 2}, **EXHAUSTED)
    play(position, *FACE_UP_WHITE)
    order = []
    for action in ("draw the face-up grey", "pass", "lay white"):
        order.append(position.current_player)
        assert table(position, "deck_number") == 1
        play(position, action)
    assert (order, table(position, "deck_number")) == ([0, 1, 2], 2)


def test_final_turns__are_not_repeated(two: Game) -> None:
    """TC-6.2: a deck that is already exhausted cannot be exhausted again."""
    position = given(two, deck=["grey", "grey"], **EXHAUSTED, **WHITE)
    told = draw_blind(position) + play(position, *FACE_UP_WHITE)
    assert told.count(DECK_EXHAUSTED) == 1


def test_second_deck__is_made_of_discards_railyards_and_tracks(two: Game) -> None:
    """TC-6.3, TC-R4.2: hands and display stay as they are."""
    mine = {"hand": {"locomotive": 1}, "yard": {"red": 2}, "yard_locomotives": {"blue": 1}, "track": {"green": 3}}
    other = {"yard": {"blue": 2}, "track": {"locomotive": 1}}
    position = last_turn(two, mine, other, deck_number=1, **WHITE)
    assert "a new train deck of 92 cards is made" in play(position, *FACE_UP_WHITE)
    assert table(position, "discard") == {}
    for number in (0, 1):
        assert (yard(position, number), track(position, number)) == ({}, {})
        assert player(position, number)["track_size"] == 0
    assert {"white", "locomotive"} <= set(hand(position)), "the white cards and the locomotive are still in the hand"
    assert len(cards_of(position, "deck")) == 106 - 5 - 1 - 2 - 8
    assert sum(table(position, "display").values()) == 5


def test_second_deck__deals_four_cards_to_everyone(four: Game) -> None:
    """TC-6.4: unseen by the others."""
    position = last_turn(four, deck_number=1)
    assert "16 train cards are dealt" in play(position, "pass")
    assert hand_sizes(position) == [4, 4, 4, 4]
    assert not any(seat["hand_seen"] for seat in table(position, "players"))


def test_second_deck__is_begun_by_the_next_seat(three: Game) -> None:
    """TC-R4.2: play goes on clockwise."""
    position = last_turn(three, deck_number=1, current_player="player_1")
    play(position, "pass")
    assert position.current_player == 2
    assert (table(position, "deck_number"), table(position, "final_turns")) == (2, None)


def test_second_deck__fills_the_display(two: Game) -> None:
    """TC-R4.2: the display stays and is filled up."""
    position = last_turn(two, deck_number=1, display={"grey": 1, "white": 1, "red": 1})
    play(position, "draw the face-up grey", "draw the face-up white")
    display = table(position, "display")
    assert sum(display.values()) == 5
    assert display["red"] >= 1, "the red card is still there"


def test_second_deck__is_followed_by_the_final_scoring(two: Game) -> None:
    """TC-6.5: exhausted, one final turn each, and the game is over."""
    position = given(two, deck_number=2, deck=["grey", "blue"], **EXHAUSTED)
    assert "train deck 2 is exhausted: everyone has a final turn" in draw_blind(position)
    play(position, "pass")
    assert not position.is_over
    play(position, "pass")
    assert position.end_reason == "the last deck was exhausted"


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
    position = last_turn(published)
    play(position, "pass")
    assert (position.is_over, table(position, "deck_number")) == (True, 1)


def test_between_the_decks__completed_tickets_score_and_are_set_aside(two: Game) -> None:
    """TC-R4.1: open to all; open tickets stay without penalty."""
    mine = {"track": {"green": 1, "yellow": 1}, "tickets": ["Chicago - Dallas", "Miami - Boston"]}
    position = last_turn(two, mine, deck_number=1)
    assert "player_0 completes Chicago - Dallas (6)" in play(position, "pass")
    found = player(position)
    assert (found["completed"], found["tickets"], found["num_tickets"]) == (["Chicago - Dallas"], ["Miami - Boston"], 1)
    assert position.scores == (6, 0)
    assert player(position.view(1))["completed"] == ["Chicago - Dallas"]


def test_between_the_decks__nothing_is_saved_for_the_second(two: Game) -> None:
    """TC-R4.1: no looking ahead: a track that completes a ticket now is used now."""
    mine = {"track": {"locomotive": 1}, "tickets": ["Chicago - New York"]}
    position = last_turn(two, mine, deck_number=1)
    play(position, "pass")
    assert player(position)["completed"] == ["Chicago - New York"]
    assert track(position) == {}


def test_between_the_decks__nothing_scores_without_the_option() -> None:
    """TC-R4.1: `score_between=False` follows the manual's letter: the track is shuffled away."""
    game = make_game("ticket_to_ride_card_v0", score_between=False)
    mine = {"track": {"green": 1, "yellow": 1}, "tickets": ["Chicago - Dallas"]}
    position = last_turn(game, mine, deck_number=1)
    play(position, "pass")
    assert (position.scores, track(position), player(position)["tickets"]) == ((0, 0), {}, ["Chicago - Dallas"])


def test_tickets_set_aside__count_for_the_bonuses_at_the_end(two: Game) -> None:
    """TC-R4.1: the Miami bonus goes to the player who completed a ticket there with the first deck."""
    position = last_turn(two, {"completed": ["Miami - Boston"]})
    assert "player_0 earns the Miami bonus of 8" in play(position, "pass")


def test_short_second_deck__is_dealt_round_by_round_and_exhausted_at_once(two: Game) -> None:
    """TC-R4.2: five cards: three to the next seat, two to the other; then everyone has a final turn."""
    mine = dict.fromkeys(("black", "white", "green", "yellow", "red"), 10)
    theirs = {**dict.fromkeys(("blue", "purple", "orange", "grey"), 10), "locomotive": 6}
    position = last_turn(two, {"hand": mine}, {"hand": theirs}, display={"locomotive": 5}, deck_number=1)
    told = play(position, "draw the face-up locomotive")
    assert "5 train cards are dealt" in told
    assert hand_sizes(position) == [50 + 1 + 2, 46 + 3]
    assert "train deck 2 is exhausted: everyone has a final turn" in told
    assert table(position, "final_turns") == 2
    assert turns_of_deck(position, 2, ["draw the face-up locomotive"]) == [1, 0]
    assert position.is_over


def test_standstill__of_three_rounds_exhausts_the_deck(two: Game) -> None:
    """TC-R12: six turns in a row without a train card; then everyone has a final turn."""
    position = given(two, **WHITE)
    for _ in range(5):
        assert STALLED not in play(position, *IDLE)
    assert STALLED in play(position, *IDLE)
    play(position, *IDLE)
    assert table(position, "deck_number") == 1
    play(position, *IDLE)
    assert [table(position, key) for key in ("deck_number", "idle_turns", "stalled")] == [2, 0, False]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standstill__takes_three_rounds_of_all_players(players: int) -> None:
    """TC-R12: nine turns with three players, twelve with four; the player of the last one has the last final turn."""
    game = make_game("ticket_to_ride_card_v0", num_players=players)
    position = given(game, current_player="player_1", **WHITE)
    for _ in range(3 * players - 1):
        assert STALLED not in play(position, *IDLE)
    last = position.current_player
    assert STALLED in play(position, *IDLE)
    assert turns_of_deck(position, 1, IDLE) == [(last + turn) % players for turn in range(1, players + 1)]


def test_standstill__leaves_its_cards_to_the_second_deck(two: Game) -> None:
    """TC-R12, TC-6.3: twenty cards that were not drawn are shuffled into the new deck; none is lost or doubled."""
    left = ["grey"] * 10 + ["orange"] * 10
    position = given(two, players=[{"hand": {"red": 3}}], deck=left, discard="...", idle_turns=5, **WHITE)
    told = [sentence for _ in range(3) for sentence in play(position, *IDLE)]
    assert STALLED in told
    assert "a new train deck of 90 cards is made" in told, "106 without a hand, the display and the cards dealt"
    deck = cards_of(position, "deck")
    assert (table(position, "deck_number"), len(deck), table(position, "discard")) == (2, 90, {})
    assert [train_cards(position, kind) for kind in KIND_NAMES] == two.params["cards_of"][0].tolist()
    assert 0 < sum(card in left for card in deck[-20:]) < 20, "they lie together"


def test_standstill__is_broken_by_a_card_drawn_or_laid(two: Game) -> None:
    """TC-R12: five idle turns, then a train card: the count starts again."""
    for action in ([DRAW, DRAW], ["lay red"]):
        position = given(two, players=[{"hand": {"red": 2}}], idle_turns=5, **WHITE)
        assert STALLED not in play(position, *action)
        assert (table(position, "idle_turns"), table(position, "final_turns")) == (0, None)


def test_standstill__of_the_last_deck_ends_the_game(two: Game) -> None:
    """TC-R12: with a reason of its own."""
    position = given(two, idle_turns=5, deck_number=2, **WHITE)
    for _ in range(3):
        assert not position.is_over
        play(position, *IDLE)
    assert position.end_reason == "nobody drew or laid a train card for three rounds"
