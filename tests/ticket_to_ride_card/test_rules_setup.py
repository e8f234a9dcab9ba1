"""How a game is set up."""

import numpy as np
import pytest
from given import given, legal, play
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
    train_cards,
)

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

SEEDS = range(20)
GAMES = ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"]
LOWEST = [KEEP, *[RETURN] * 5]  # keep the ticket with the lowest number only


def dealt(game: Game, seed: int = 3) -> Position:
    return game.new_position(seed)


def offered(position: Position, number: int = 0) -> list[str]:
    """The tickets that a player may choose from, by their numbers."""
    return player(position, number)["offered"]


def may(position: Position, action: str) -> bool:
    return position.is_legal(position.game.actions.ids[action])


def value_of(game: Game, ticket: str) -> int:
    return int(game.params["value"][0][ticket_names(game).index(ticket)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup__gives_everyone_a_locomotive_that_all_have_seen(players: int) -> None:
    """TC-3.1, TC-R3: the first locomotives come out of the sixteen."""
    position = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    for seat in table(position, "players"):
        assert seat["hand"]["locomotive"] >= 1
        assert seat["hand_seen"] == {"locomotive": 1}
    assert train_cards(position, "locomotive") == 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup__deals_seven_more_cards(players: int) -> None:
    """TC-3.2: eight cards in every hand; the rest but for the display is the deck."""
    position = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    assert position.record["players"]["hand_size"].tolist() == [[8] * players + [0] * (4 - players)]
    assert [sum(hand(position, p).values()) for p in range(players)] == [8] * players
    assert len(cards_of(position, "deck")) == 106 - 8 * players - 5


def test_setup__deals_differently_from_every_seed(two: Game) -> None:
    """TC-3.2: the cards are shuffled."""
    assert len({tuple(cards_of(dealt(two, seed), "deck")) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("id", GAMES)
def test_train_cards__are_shuffled_before_any_is_dealt(id: str) -> None:
    """TC-3.2, TC-3.7: hands, draw areas and decks differ from seed to seed; solo the clock's deck does, too."""
    positions = [dealt(make_game(id), seed) for seed in SEEDS]
    assert len({str(hand(position)) for position in positions}) > 10
    assert len({str(table(position, "display")) for position in positions}) > 10
    for name in ("deck", "clock_deck") if "solo" in id else ("deck",):
        assert len({tuple(cards_of(position, name)) for position in positions}) == len(SEEDS)


@pytest.mark.parametrize("id", GAMES)
def test_tickets__are_shuffled_before_any_is_dealt(id: str) -> None:
    """TC-3.3, TC-3.12, TC-3.13: no two seeds have the same deck, none that of the table; any ticket may be dealt."""
    game = make_game(id)
    number, positions = ticket_names(game).index, [dealt(game, seed) for seed in range(200)]
    decks = [[number(ticket) for ticket in cards_of(position, "ticket_deck")] for position in positions]
    assert all(deck not in (sorted(deck), sorted(deck, reverse=True)) for deck in decks)
    assert len(set(map(tuple, decks))) == 200
    assert len({ticket for position in positions for ticket in offered(position)}) == 46
    hidden = {ticket for position in positions for ticket in table(position, "opponent")}
    assert len(hidden) == (46 if "solo" in id else 0)


def test_first_tickets__are_six_of_which_one_must_be_kept(two: Game) -> None:
    """TC-3.3: after five returns the sixth ticket has to stay."""
    position = dealt(two)
    assert len(offered(position, 0)) == len(offered(position, 1)) == 6
    last = offered(position)[-1]
    play(position, *[RETURN] * 5)
    assert may(position, KEEP) and not may(position, RETURN)
    play(position, KEEP)
    assert player(position)["tickets"] == [last]


def test_first_tickets__may_all_be_kept(two: Game) -> None:
    """TC-3.3: there is no upper limit."""
    position = dealt(two)
    play(position, *[KEEP] * 12)
    assert [player(position, p)["num_tickets"] for p in (0, 1)] == [6, 6]


def test_first_returns__go_under_the_deck_in_seat_order(two: Game) -> None:
    """TC-3.3, TC-R3, TC-R5: seat 1 gives back last, so its tickets lie lowest."""
    position = dealt(two)
    first, second, top = offered(position, 0), offered(position, 1), cards_of(position, "ticket_deck")
    play(position, *LOWEST, *LOWEST)
    deck = cards_of(position, "ticket_deck")
    assert (len(deck), deck[:34]) == (44, top)
    assert sorted(deck[34:39]) == sorted(first[1:])
    assert sorted(deck[39:]) == sorted(second[1:])


def test_first_returns__are_shuffled_into_the_deck_in_the_published_game(published: Game) -> None:
    """TC-R5: no player knows where a returned ticket is; in the manual's game its owner does."""
    position = dealt(published)
    returned = {*offered(position, 0)[1:], *offered(position, 1)[1:]}
    play(position, *LOWEST, *LOWEST)
    deck = table(position, "ticket_deck")
    assert isinstance(deck, list), "no player knows a card of it"
    assert set(deck[-10:]) != returned
    assert len(deck) == 44 and returned < set(deck)


@pytest.mark.parametrize("edition", ["manual", "published"])
def test_solo__shuffles_first_returns_into_the_deck_in_the_published_game(edition: str) -> None:
    """TC-R5: over twenty games they lie anywhere in the deck, and no player knows where; in the manual's game at its
    bottom, as the player knows."""
    game = make_game("ticket_to_ride_card_solo_v0", edition=edition)
    places, bottom = set(), range(34, 39)
    for seed in SEEDS:
        position = dealt(game, seed)
        returned = offered(position)
        for _ in range(6):
            play(position, RETURN if may(position, RETURN) else KEEP)
        deck = cards_of(position, "ticket_deck")
        assert len(deck) == 39
        places.update(deck.index(ticket) for ticket in returned if ticket in deck)
        known = {str(place): ["player_0"] for place in bottom}
        assert table(position, "ticket_deck") == ({"cards": deck, "known": known} if edition == "manual" else deck)
    assert places == set(bottom) if edition == "manual" else len(places) > 25


def test_first_tickets__are_chosen_unseen(two: Game) -> None:
    """TC-R3: while seat 1 chooses it does not see what seat 0 kept, not even how many."""
    positions = dealt(two), dealt(two)
    for position, choice in zip(positions, ([KEEP] * 6, LOWEST), strict=True):
        play(position, *choice)
    assert positions[0].view(1) == positions[1].view(1)


def test_display__shows_five_cards(two: Game) -> None:
    """TC-3.4"""
    assert sum(table(dealt(two), "display").values()) == 5


def test_bonuses__wait_for_the_end(two: Game) -> None:
    """TC-3.5: no points before the first ticket, and no bonus when tickets are scored between the decks."""
    assert dealt(two).scores == (0, 0)
    mine = {"track": {"green": 1, "yellow": 1}, "tickets": ["Chicago - Dallas"]}
    position = last_turn(two, mine, deck_number=1)
    play(position, "pass")
    assert (table(position, "deck_number"), position.scores) == (2, (6, 0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_turn__is_seat_0s(players: int) -> None:
    """TC-3.6: seats have no age."""
    position = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    play(position, *[KEEP] * 6 * players)
    assert (position.turn, position.current_player) == (1, 0)
    assert {DRAW, "draw tickets"} <= legal(position)


def test_solo__deals_a_locomotive_and_seven_cards(solo: Game) -> None:
    """TC-3.7"""
    for seed in SEEDS:
        seat = player(dealt(solo, seed))
        assert seat["hand_size"] == sum(seat["hand"].values()) == 8
        assert seat["hand"]["locomotive"] >= 1


def test_solo__sets_sixteen_cards_aside_for_the_clock(solo: Game) -> None:
    """TC-3.8: fifteen in its deck and the one that is turned."""
    position = dealt(solo)
    assert len(cards_of(position, "clock_deck")) == 15
    assert table(position, "clock") is not None


def test_solo__plays_with_the_remaining_train_cards(solo: Game) -> None:
    """TC-3.9: 106 cards without a hand of 8, 16 of the clock and 4 face up."""
    assert len(cards_of(dealt(solo), "deck")) == 78


def test_solo__shows_four_cards_and_the_clocks(solo: Game) -> None:
    """TC-3.10: the clock's card lies apart."""
    position = dealt(solo)
    assert sum(table(position, "display").values()) == 4
    assert table(position, "clock") is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_solo__keeps_a_ticket_of_the_highest_value(solo: Game, seed: int) -> None:
    """TC-3.11, TC-R15.2: whatever else goes back, a ticket of the highest value stays; of two, either."""
    rng, position = np.random.default_rng(seed), dealt(solo, seed)
    highest = max(value_of(solo, ticket) for ticket in offered(position))
    for _ in range(6):
        play(position, RETURN if may(position, RETURN) and rng.random() < 0.8 else KEEP)
    assert highest in [value_of(solo, ticket) for ticket in player(position)["tickets"]]


def test_solo__lets_all_lower_tickets_go_or_stay(solo: Game) -> None:
    """TC-3.11: besides the highest, none to five are kept."""
    for keeps in (0, 5):
        position = dealt(solo)
        *lower, highest = (value_of(solo, ticket) for ticket in offered(position))
        assert max(lower) < highest, "a deal with one highest ticket"
        play(position, *[KEEP if keeps == 5 else RETURN] * 5)
        assert not may(position, RETURN)
        play(position, KEEP)
        assert player(position)["num_tickets"] == keeps + 1


def choosing_of_two_highest(game: Game) -> Position:
    """Set-up with three tickets to decide upon: a lower one, then two of the same highest value."""
    tickets = ["Chicago - Dallas", "Seattle - New York", "Los Angeles - New York"]
    return given(game, phase="choose the first tickets", players=[{"offered": tickets}], drawn=6, undecided=3)


def test_solo__of_two_highest_tickets_the_first_may_go(solo: Game) -> None:
    """TC-R15.2: two of the same highest value: the first may be returned, then the second must stay."""
    position = choosing_of_two_highest(solo)
    play(position, RETURN, RETURN)
    assert may(position, KEEP) and not may(position, RETURN)


def test_solo__of_two_highest_tickets_the_second_may_go(solo: Game) -> None:
    """TC-R15.2: two of the same highest value: once the first is kept, the second may be returned."""
    position = choosing_of_two_highest(solo)
    first = offered(position)[1]
    play(position, RETURN, KEEP)
    assert may(position, KEEP) and may(position, RETURN)
    play(position, RETURN)
    assert player(position)["tickets"] == [first] == ["Seattle - New York"]


def test_solo__hides_six_tickets_of_the_opponent(solo: Game) -> None:
    """TC-3.12: six tickets, face down: not the player's, not the deck's, not to be seen."""
    position = dealt(solo)
    hidden = table(position, "opponent")
    assert len(hidden) == 6
    assert set(hidden).isdisjoint(offered(position))
    assert table(position.view(0), "opponent") == []


def test_solo__draws_from_the_remaining_tickets(solo: Game) -> None:
    """TC-3.13: 46 without the player's six and the opponent's six."""
    position = dealt(solo)
    deck = cards_of(position, "ticket_deck")
    assert len(deck) == 34
    assert set(deck).isdisjoint({*table(position, "opponent"), *offered(position)})
