"""Who sees what."""

import numpy as np
import pytest
from reading import reading
from ticket_to_ride_card.positions import DRAW, Seat, Table, last_turn

from railgym.envs.catalog import make_game
from railgym.envs.core.events import EVERYONE
from railgym.envs.core.game import Array, Game
from railgym.envs.ticket_to_ride_card import event_kinds
from railgym.envs.ticket_to_ride_card.actions import DRAW_TICKETS, KEEP, RETURN
from railgym.envs.ticket_to_ride_card.state import LOCO, TICKETS

SEATS = (
    Seat(hand="2 red, blue", known="red", yard="2 grey", track="3 green, locomotive", tickets=("Chicago - Dallas",)),
    Seat(hand="orange", track="2 purple", done=("Miami - Boston",)),
)


@pytest.fixture(scope="module")
def human() -> Game:
    return make_game("ticket_to_ride_card_v0", memory="human")


def seen(game: Game, table: Table, viewer: int) -> Table:
    """The table as a seat sees it (-1: the public)."""
    view = Table(game)
    view.state = game.rules.view(table.state, viewer)
    return view


def returned_at_setup(game: Game) -> tuple[Array, set[int]]:
    """A position after a set-up in which seat 0 kept one ticket and gave five back."""
    state = game.rules.new_state(3)
    drawn = int(state["players"]["offered"][0][0])
    while game.phases[int(state["phase"][0])].startswith("choose the first"):
        mask = game.rules.legal(state)
        game.rules.apply(state, RETURN if mask[RETURN] else KEEP)
    given_back = drawn & ~int(state["players"]["tickets"][0][0])
    return state, {t for t in range(TICKETS) if given_back >> t & 1}


def test_hand__of_another_seat_shows_what_it_was_seen_to_take(two: Game) -> None:
    """TC-R13: one of the two red cards was taken face up."""
    table = Table(two, *SEATS)
    for viewer in (1, -1):
        view = seen(two, table, viewer)
        assert (view.hand(0), view["players"][0]["hand_size"]) == ("1 red", 3)
    assert seen(two, table, 0).hand(0) == "2 red, 1 blue"


def test_hand__known_cards_are_laid_first(two: Game) -> None:
    """TC-R13: who lays two of three red cards, two of them seen, has one left of which nobody can be sure."""
    table = Table(two, Seat(hand="3 red", known="2 red"), display="5 grey")
    table.play("lay red", "with 2 of its colour")
    assert (table.hand(0), seen(two, table, 1).hand(0)) == ("1 red", "none")


def test_first_locomotive__is_certain_until_one_is_laid(human: Game) -> None:
    """TC-R13, TC-3.1: everyone has one from the set-up, so human memory knows of it as well."""
    table = Table(human, Seat(hand="2 red, blue, 2 locomotives"), Seat(), display="5 grey")
    table["players"][0]["first_loco"] = 1
    assert seen(human, table, 1).hand(0) == "1 locomotive"
    table.play("lay red", "with 2 of its colour", "with 0 locomotives")
    assert seen(human, table, 1).hand(0) == "1 locomotive"
    table.play(DRAW, DRAW, "lay blue", "with 1 locomotive")
    assert seen(human, table, 1).hand(0) == "none"
    assert seen(human, Table(human, Seat()), 1).hand(0) == "none"


def test_track__of_human_memory_has_a_card_of_a_colour_for_each_turn_at_most(human: Game) -> None:
    """TC-R13, TC-4.2: three cards that moved in one turn are of three colours, or locomotives."""
    table = Table(human, Seat(track="red, blue, grey"), Seat())
    table["players"][0]["moves"] = 1
    view = human.rules.view(table.state, 1)
    worlds = [human.rules.determinize(view, 1, seed)["players"]["track"][0, 0] for seed in range(300)]
    assert max(track[:LOCO].max() for track in worlds) == 1
    assert len({track.tobytes() for track in worlds}) > 50


@pytest.mark.parametrize("id", ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"])
def test_tickets__shuffled_into_the_deck_are_in_no_rivals_hand(id: str) -> None:
    """TC-R13: the others were dealt theirs before; so no world gives them what this seat gave back at set-up."""
    game = make_game(id, edition="published")
    state, given_back = returned_at_setup(game)
    for seed in range(200):
        world = game.rules.determinize(game.rules.view(state, 0), 0, seed)
        in_deck = {int(t) for t in world["ticket_deck"]["cards"][0][: int(world["ticket_deck"]["size"][0])]}
        assert given_back <= in_deck
        assert int(world["rival"][0]) & sum(1 << t for t in given_back) == 0


def test_tickets__shuffled_into_the_deck_may_be_drawn_by_a_rival() -> None:
    """TC-R13: once a rival has drawn tickets, those given back may be among them."""
    game = make_game("ticket_to_ride_card_v0", edition="published")
    state, given_back = returned_at_setup(game)
    game.rules.apply(state, reading(game, state).action_id("draw a card from the deck"))
    game.rules.apply(state, reading(game, state).action_id("draw a card from the deck"))
    game.rules.apply(state, reading(game, state).action_id("draw tickets"))
    worlds = [game.rules.determinize(game.rules.view(state, 0), 0, seed) for seed in range(200)]
    held = [int(w["players"]["offered"][0][1]) & sum(1 << t for t in given_back) for w in worlds]
    assert any(held) and not all(held)


def test_tickets__shuffled_into_the_deck_are_with_none_who_has_drawn_since() -> None:
    """TC-R13: given four players, once one has kept tickets of a draw, the two others still hold none of them."""
    game = make_game("ticket_to_ride_card_v0", edition="published", num_players=4)
    state, given_back = returned_at_setup(game)
    game.rules.apply(state, reading(game, state).action_id("draw a card from the deck"))
    game.rules.apply(state, reading(game, state).action_id("draw a card from the deck"))
    for action in (DRAW_TICKETS, *[KEEP] * 4):
        game.rules.apply(state, action)
    mask, kept = sum(1 << t for t in given_back), set()
    for seed in range(200):
        seats = game.rules.determinize(game.rules.view(state, 0), 0, seed)["players"][0]
        assert not int(seats["tickets"][2] | seats["tickets"][3]) & mask
        kept |= {t for t in given_back if int(seats["tickets"][1]) >> t & 1}
    assert kept == given_back


def test_tickets__drawn_by_a_rival_are_known_to_who_put_them_under(two: Game) -> None:
    """TC-R13: given tickets that lie known under the deck, when another seat draws them they are in that draw, and with
    that seat or in the deck afterwards."""
    names = ("Chicago - Dallas", "Miami - Boston", "Seattle - Denver", "Dallas - Miami", "Los Angeles - Houston")
    table = Table(two, Seat(), Seat(), ticket_deck=names, display="5 grey")
    table["ticket_deck"]["known"][:2] = 1  # of seat 0: the last two of the names
    known = {table.ticket(name) for name in names[3:]}
    table.state["current"] = 1
    table.play("draw tickets", "keep the ticket")
    for seed in range(50):
        seat = two.rules.determinize(two.rules.view(table.state, 0), 0, seed)["players"][0, 1]
        drawn = int(seat["offered"] | seat["tickets"] | seat["returned"])
        assert drawn >> table.ticket(names[3]) & 1
    assert known - {table.ticket(names[3])} == {int(table["ticket_deck"]["cards"][0])}


def test_tickets__that_stay_open_between_the_decks_are_none_that_were_completed(two: Game) -> None:
    """TC-R13: given a stack that completes many tickets, who comes out of it with one open ticket has none of these."""
    stack = "6 red, 6 green, 6 blue"
    table = last_turn(two, Seat(), Seat(track=stack, tickets=("Seattle - Denver",)), deck_number=1, current=1)
    track, need = table["players"][1]["track"].astype(int), two.params["need"][0]
    easy = {t for t in range(TICKETS) if (need[t] <= track[:LOCO]).all()}
    assert easy and table.ticket("Seattle - Denver") not in easy
    table.play("pass")
    assert table["deck_number"] == 2
    view = two.rules.view(table.state, 0)
    worlds = [two.rules.determinize(view, 0, seed)["players"]["tickets"][0, 1] for seed in range(400)]
    held = {t for tickets in worlds for t in range(TICKETS) if int(tickets) >> t & 1}
    assert held == set(range(TICKETS)) - easy


def test_track__is_remembered_by_perfect_memory(two: Game) -> None:
    """TC-R13: every card in it was seen, so all stacks are known exactly, the own one, too."""
    table = Table(two, *SEATS)
    for viewer in (0, 1, -1):
        view = seen(two, table, viewer)
        assert (view.track(0), view.track(1)) == ("3 green, 1 locomotive", "2 purple")


def test_track__is_face_down_to_human_memory(human: Game) -> None:
    """TC-4.4, TC-7.4, TC-R13: nobody looks at a stack, not even at his own; its size may be seen."""
    table = Table(human, *SEATS)
    for viewer in (0, 1):
        view = seen(human, table, viewer)
        assert (view.track(0), view.track(1)) == ("none", "none")
        assert view["players"]["track_size"].tolist() == [4, 2, 0, 0]


def test_track__is_face_down_in_every_word_to_human_memory(human: Game) -> None:
    """TC-4.4, TC-7.4: the description does not tell it either."""
    view = human.rules.view(Table(human, *SEATS).state, 0)
    assert "on the track: 4 cards: not remembered" in reading(human, view).describe()


def test_hand__of_another_seat_is_forgotten_by_human_memory(human: Game) -> None:
    """TC-R13: cards that rivals took are forgotten, what one has taken oneself is not."""
    table = Table(human, *SEATS)
    assert seen(human, table, 1).hand(0) == "none"
    assert seen(human, table, 0).cards(0, "seen") == "1 red"


def test_memory__belongs_to_a_seat() -> None:
    """TC-R13: one forgets, the other does not, at the same table."""
    game = make_game("ticket_to_ride_card_v0", memory=["human", "perfect"])
    table = Table(game, *SEATS)
    assert seen(game, table, 0).track(1) == "none"
    assert seen(game, table, 1).track(1) == "2 purple"


def test_tickets__of_another_seat_are_hidden_until_completed(two: Game) -> None:
    """TC-R13, TC-R4: their number is open, and so are completed ones."""
    table = Table(two, *SEATS)
    view = seen(two, table, 1)
    assert (view.names(0), view["players"][0]["num_tickets"]) == (set(), 1)
    assert seen(two, table, 0).names(1, "done") == {"Miami - Boston"}


def test_decks__are_hidden_and_the_table_is_open(two: Game) -> None:
    """TC-R13: display, discards and railyards are seen by everyone; no card of a deck is."""
    table = Table(two, *SEATS, display="red, 4 white", discard="2 black")
    for viewer in (0, 1, -1):
        view = seen(two, table, viewer)
        assert set(view["deck"]["cards"][: view["deck"]["size"]].tolist()) == {255}
        assert (view.display, view.discard, view.yard(0)) == (table.display, table.discard, table.yard(0))


def test_tickets__put_under_are_remembered_by_human_memory(human: Game) -> None:
    """TC-R13: one's own returns are known until they are drawn."""
    table = Table(human, *SEATS, display="5 grey")
    table.play("draw tickets", *["return the ticket"] * 4)
    truth = table["ticket_deck"]["cards"][:4].tolist()
    assert seen(human, table, 0)["ticket_deck"]["cards"][:4].tolist() == truth
    assert seen(human, table, 1)["ticket_deck"]["cards"][:4].tolist() == [255] * 4


def test_draws__in_progress_are_hidden(two: Game) -> None:
    """TC-R13: of tickets drawn and being decided the other seat sees the numbers only."""
    table = Table(two, *SEATS, display="5 grey")
    table.play("draw tickets", "keep the ticket", "return the ticket")
    view = seen(two, table, 1)
    for field in ("tickets", "offered", "returned"):
        assert view["players"][0][field] == 0
    assert (view["drawn"], view["undecided"], view["players"][0]["num_tickets"]) == (4, 2, 1)


def test_blind_draw__is_seen_by_nobody_else(two: Game) -> None:
    """TC-R13: the hand grows, that is all."""
    table = Table(two, *SEATS, deck="white")
    before = seen(two, table, 1)["players"][0].copy()
    table.play(DRAW)
    after = seen(two, table, 1)["players"][0]
    assert (before["hand_size"] + 1, before["hand"].tolist()) == (after["hand_size"], after["hand"].tolist())


@pytest.mark.parametrize("id", ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"])
def test_events__are_open_to_all_but_for_what_was_drawn_unseen(id: str) -> None:
    """TC-R17: given whole games, only the kind of a blind card and which tickets were kept or given back are for the
    seat alone; which of the two it did with a ticket the others cannot tell."""
    game, rng, secret = make_game(id), np.random.default_rng(4), set()
    for seed in range(5):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            for event in game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state))))):
                if event.visible_to == EVERYONE:
                    continue
                secret.add(game.event_kinds[event.kind])
                assert event.seen_by(event.player) and not event.seen_by(event.player + 1) and not event.seen_by(-1)
                words = (
                    "draws a card from the deck" if event.kind == event_kinds.DREW_BLIND else "decides upon a ticket"
                )
                assert game.display.event_words(event, -1) == f"{game.seat_names[event.player]} {words}"
    assert secret == {"drew_blind", "kept", "gave_back"}
