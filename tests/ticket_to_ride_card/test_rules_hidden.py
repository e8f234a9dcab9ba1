"""Who sees what."""

from typing import Any

import numpy as np
import pytest
from given import given, play
from ticket_to_ride_card.moves import (
    DRAW,
    KEEP,
    RETURN,
    cards_of,
    hand,
    last_turn,
    player,
    table,
    ticket_names,
    track,
    yard,
)

from railgym.envs.catalog import make_game
from railgym.envs.core.events import EVERYONE
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position, View
from railgym.envs.ticket_to_ride_card import event_kinds
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES

PLAYERS: list[dict[str, Any]] = [
    {
        "hand": {"red": 2, "blue": 1},
        "hand_seen": {"red": 1},
        "yard": {"grey": 2},
        "track": {"green": 3, "locomotive": 1},
        "tickets": ["Chicago - Dallas"],
    },
    {"hand": {"orange": 1}, "track": {"purple": 2}, "completed": ["Miami - Boston"]},
]
GREY = {"display": {"grey": 5}}


@pytest.fixture(scope="module")
def human() -> Game:
    return make_game("ticket_to_ride_card_v0", memory="human")


def returned_at_setup(game: Game) -> tuple[Position, set[str]]:
    """A position after a set-up in which everyone kept one ticket, and the five that seat 0 gave back."""
    position = game.new_position(3)
    drawn = set(player(position)["offered"])
    while position.phase == "choose the first tickets":
        play(position, RETURN if position.is_legal(game.actions.ids[RETURN]) else KEEP)
    return position, drawn - set(player(position)["tickets"])


def worlds(view: View, number: int) -> list[Position]:
    """Positions that agree with a view."""
    return [view.sample(seed) for seed in range(number)]


def test_hand__of_another_seat_shows_what_it_was_seen_to_take(two: Game) -> None:
    """TC-R13: one of the two red cards was taken face up."""
    position = given(two, players=PLAYERS)
    for viewer in (1, -1):
        view = position.view(viewer)
        assert (hand(view), player(view)["hand_size"]) == ({"red": 1}, 3)
    assert hand(position.view(0)) == {"red": 2, "blue": 1}


def test_hand__known_cards_are_laid_first(two: Game) -> None:
    """TC-R13: two of three red cards were seen; once two are laid, no other player can be sure of the third."""
    position = given(two, players=[{"hand": {"red": 3}, "hand_seen": {"red": 2}}], **GREY)
    play(position, "lay red", "with 2 red")
    assert (hand(position), hand(position.view(1))) == ({"red": 1}, {})


def test_first_locomotive__is_certain_until_one_is_laid(human: Game) -> None:
    """TC-R13.2, TC-3.1: everyone has one from the set-up, so human memory knows of it as well."""
    cards = {"red": 2, "blue": 1, "locomotive": 2}
    position = given(human, players=[{"hand": cards, "first_locomotive": True}], **GREY)
    assert hand(position.view(1)) == {"locomotive": 1}
    play(position, "lay red", "with 2 red", "with 0 locomotives")
    assert hand(position.view(1)) == {"locomotive": 1}
    play(position, DRAW, DRAW, "lay blue", "with 1 locomotive")
    assert hand(position.view(1)) == {}
    assert hand(given(human).view(1)) == {}


def test_track__of_human_memory_has_a_card_of_a_colour_for_each_turn_at_most(human: Game) -> None:
    """TC-R13.2, TC-4.2: three cards that moved in one turn are of three colours, or locomotives."""
    position = given(human, players=[{"track": {"red": 1, "blue": 1, "grey": 1}, "track_moves": 1}])
    tracks = [track(world) for world in worlds(position.view(1), 300)]
    assert max(found.get(colour, 0) for found in tracks for colour in COLOUR_NAMES) == 1
    assert len(set(map(str, tracks))) > 50


@pytest.mark.parametrize("id", ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"])
def test_tickets__shuffled_into_the_deck_are_in_no_rivals_hand(id: str) -> None:
    """TC-R13.4: the others were dealt theirs before; so no world gives them what this seat gave back at set-up."""
    position, given_back = returned_at_setup(make_game(id, edition="published"))
    for world in worlds(position.view(0), 200):
        assert given_back <= set(cards_of(world, "ticket_deck"))
        assert given_back.isdisjoint(table(world, "opponent"))


def test_tickets__shuffled_into_the_deck_may_be_drawn_by_a_rival() -> None:
    """TC-R13.4: once a rival has drawn tickets, those given back may be among them."""
    position, given_back = returned_at_setup(make_game("ticket_to_ride_card_v0", edition="published"))
    play(position, DRAW, DRAW, "draw tickets")
    held = [given_back & set(player(world, 1)["offered"]) for world in worlds(position.view(0), 200)]
    assert any(held) and not all(held)


def test_tickets__shuffled_into_the_deck_are_with_none_who_has_drawn_since() -> None:
    """TC-R13.4: given four players, once one has kept tickets of a draw, the two others still hold none of them."""
    position, given_back = returned_at_setup(make_game("ticket_to_ride_card_v0", edition="published", num_players=4))
    play(position, DRAW, DRAW, "draw tickets", *[KEEP] * 4)
    kept = set()
    for world in worlds(position.view(0), 200):
        _, one, *others = (set(seat["tickets"]) for seat in table(world, "players"))
        assert all(given_back.isdisjoint(held) for held in others)
        kept |= given_back & one
    assert kept == given_back


def test_tickets__drawn_by_a_rival_are_known_to_who_put_them_under(two: Game) -> None:
    """TC-R13.3: given tickets that one seat put under the deck, when another seat draws them they are in that draw, and
    afterwards with that seat or in the deck."""
    names = ["Chicago - Dallas", "Miami - Boston", "Seattle - Denver", "Dallas - Miami", "Los Angeles - Houston"]
    deck = {"cards": names, "known": {"3": ["player_0"], "4": ["player_0"]}}
    position = given(two, current_player="player_1", ticket_deck=deck, **GREY)
    play(position, "draw tickets", KEEP)
    for world in worlds(position.view(0), 50):
        drawn = player(world, 1)
        assert names[3] in drawn["offered"] + drawn["tickets"] + drawn["given_back"]
    assert cards_of(position, "ticket_deck") == names[4:]


def test_tickets__that_stay_open_between_the_decks_are_none_that_were_completed(two: Game) -> None:
    """TC-R13.5: given a stack that completes many tickets, a ticket that stays open is none of these."""
    stack, mine = {"red": 6, "green": 6, "blue": 6}, "Seattle - Denver"
    easy = {
        name
        for name, ticket in zip(ticket_names(two), two.tickets, strict=True)  # type: ignore[attr-defined]
        if {COLOUR_NAMES[colour] for colour in ticket.circles} <= set(stack)
    }
    assert easy and mine not in easy
    other = {"track": stack, "tickets": [mine]}
    position = last_turn(two, {}, other, deck_number=1, current_player="player_1")
    play(position, "pass")
    assert table(position, "deck_number") == 2
    held = {ticket for world in worlds(position.view(0), 400) for ticket in player(world, 1)["tickets"]}
    assert held == set(ticket_names(two)) - easy


def test_track__is_remembered_by_perfect_memory(two: Game) -> None:
    """TC-R13: every card in it was seen, so all stacks are known exactly, a player's own as well."""
    position = given(two, players=PLAYERS)
    for viewer in (0, 1, -1):
        view = position.view(viewer)
        assert (track(view, 0), track(view, 1)) == ({"green": 3, "locomotive": 1}, {"purple": 2})


def test_track__is_face_down_to_human_memory(human: Game) -> None:
    """TC-4.4, TC-7.4, TC-R13: players look at no stack, not even at their own; its size may be seen."""
    position = given(human, players=PLAYERS)
    for viewer in (0, 1):
        seats = table(position.view(viewer), "players")
        assert [(seat["track"], seat["track_size"]) for seat in seats] == [({}, 4), ({}, 2)]


def test_track__is_face_down_in_every_word_to_human_memory(human: Game) -> None:
    """TC-4.4, TC-7.4: the description does not tell it either."""
    view = given(human, players=PLAYERS).view(0)
    assert "on the track: 4 cards not remembered" in view.describe()


def test_hand__of_another_seat_is_forgotten_by_human_memory(human: Game) -> None:
    """TC-R13: a player forgets cards that others took, and remembers those that they took themselves."""
    position = given(human, players=PLAYERS)
    assert hand(position.view(1)) == {}
    assert player(position.view(0))["hand_seen"] == {"red": 1}


def test_memory__belongs_to_a_seat() -> None:
    """TC-R13: in one game, one player forgets and the other does not."""
    position = given(make_game("ticket_to_ride_card_v0", memory=["human", "perfect"]), players=PLAYERS)
    assert track(position.view(0), 1) == {}
    assert track(position.view(1), 1) == {"purple": 2}


def test_tickets__of_another_seat_are_hidden_until_completed(two: Game) -> None:
    """TC-R13.1, TC-R4.1: their number is open, and so are completed ones."""
    position = given(two, players=PLAYERS)
    seat = player(position.view(1))
    assert (seat["tickets"], seat["num_tickets"]) == ([], 1)
    assert player(position.view(0), 1)["completed"] == ["Miami - Boston"]


def test_decks__are_hidden_and_the_table_is_open(two: Game) -> None:
    """TC-R13.1: display, discards and railyards are seen by everyone; no card of a deck is."""
    shown = {"display": {"red": 1, "white": 4}, "discard": {"black": 2}}
    position = given(two, players=PLAYERS, **shown)
    for viewer in (0, 1, -1):
        view = position.view(viewer)
        assert set(cards_of(view, "deck")) == {None}
        assert {key: table(view, key) for key in shown} == shown
        assert yard(view) == {"grey": 2}


def test_tickets__put_under_are_remembered_by_human_memory(human: Game) -> None:
    """TC-R13.3: a player knows where the tickets are that they gave back."""
    position = given(human, players=PLAYERS, **GREY)
    play(position, "draw tickets", *[RETURN] * 4)
    truth = cards_of(position, "ticket_deck")[-4:]
    assert cards_of(position.view(0), "ticket_deck")[-4:] == truth
    assert cards_of(position.view(1), "ticket_deck")[-4:] == [None] * 4


def test_draws__in_progress_are_hidden(two: Game) -> None:
    """TC-R13.1: of tickets drawn and being decided the other seat sees the numbers only."""
    position = given(two, players=PLAYERS, **GREY)
    play(position, "draw tickets", KEEP, RETURN)
    view = position.view(1)
    assert [player(view)[key] for key in ("tickets", "offered", "given_back", "num_tickets")] == [[], [], [], 1]
    assert (table(view, "drawn"), table(view, "undecided")) == (4, 2)


def test_blind_draw__is_seen_by_its_player_only(two: Game) -> None:
    """TC-R13.1: the others see only that the hand grows."""
    position = given(two, players=PLAYERS, deck=["white", "..."])
    before = player(position.view(1))
    play(position, DRAW)
    assert player(position.view(1)) == {**before, "hand_size": before["hand_size"] + 1}


def test_written_position__of_an_earlier_version_is_read(two: Game) -> None:
    """TC-R13.3, TC-R13.5: the former keys of what a player knows of tickets mean what the present ones do."""
    former = {
        "loose": ["Chicago - Dallas"],
        "loose_drawn": ["Chicago - Dallas"],
        "not_held_before": ["Miami - Boston"],
        "tickets_kept_late": 1,
        "kept_by_others": [0, 2],
    }
    keys = ("untracked", "untracked_in_draw", "ruled_out", "kept_after_setup", "kept_since_untracked")
    current = dict(zip(keys, former.values(), strict=True))
    assert given(two, players=[former]) == given(two, players=[current]) != given(two)
    assert current.items() <= player(given(two, players=[former])).items()


@pytest.mark.parametrize("id", ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"])
def test_events__are_open_to_all_but_for_what_was_drawn_unseen(id: str) -> None:
    """TC-R17: given whole games, only the kind of a blind card and which tickets were kept or given back are for the
    seat alone; which of the two it did with a ticket the others cannot tell."""
    game, rng, secret = make_game(id), np.random.default_rng(4), set()
    for seed in range(5):
        position = game.new_position(seed)
        while not position.is_over:
            for event in position.play(int(rng.choice(position.legal_actions))):
                if event.visible_to == EVERYONE:
                    continue
                secret.add(game.event_kinds[event.kind])
                assert event.seen_by(event.player) and not event.seen_by(event.player + 1) and not event.seen_by(-1)
                words = (
                    "draws a card from the deck" if event.kind == event_kinds.DREW_BLIND else "decides upon a ticket"
                )
                assert game.display.event_words(event, -1) == f"{game.seat_names[event.player]} {words}"
    assert secret == {"drew_blind", "kept", "gave_back"}
