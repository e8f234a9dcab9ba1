"""How a game is set up."""

import numpy as np
import pytest
from ticket_to_ride_card.positions import Seat, Table, last_turn

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.ticket_to_ride_card.actions import KEEP, RETURN
from railgym.envs.ticket_to_ride_card.state import LOCO, TICKETS

SEEDS = range(20)
GAMES = ["ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0"]


def dealt(game: Game, seed: int = 3) -> Table:
    """The table of a game just dealt."""
    table = Table(game)
    table.state = game.rules.new_state(seed)
    return table


def offered(table: Table, seat: int) -> list[int]:
    """The tickets a seat may choose from, ascending."""
    mask = int(table["players"][seat]["offered"])
    return [t for t in range(TICKETS) if mask >> t & 1]


def choose(table: Table, *kept: bool) -> None:
    """Decide upon the offered tickets, the lowest first."""
    for keep in kept:
        table.game.rules.apply(table.state, KEEP if keep else RETURN)


def may(table: Table, action: int) -> bool:
    return bool(table.game.rules.legal(table.state)[action])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup__gives_everyone_a_locomotive_that_all_have_seen(players: int) -> None:
    """TC-3.1, TC-R3: the first locomotives come out of the sixteen."""
    table = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    for seat in table["players"][:players]:
        assert seat["hand"][LOCO] >= 1
        assert seat["seen"].tolist() == [0] * LOCO + [1]
    deck = table["deck"]
    in_deck = int((deck["cards"][: deck["size"]] == LOCO).sum())
    assert in_deck + table.cards_on_table()[LOCO] == 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup__deals_seven_more_cards(players: int) -> None:
    """TC-3.2: eight cards in every hand; the rest but for the display is the deck."""
    table = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    assert table["players"]["hand_size"].tolist() == [8] * players + [0] * (4 - players)
    assert table["players"]["hand"].sum(axis=1).tolist() == [8] * players + [0] * (4 - players)
    assert table["deck"]["size"] == 106 - 8 * players - 5


def test_setup__deals_differently_from_every_seed(two: Game) -> None:
    """TC-3.2: the cards are shuffled."""
    assert len({dealt(two, seed)["deck"]["cards"].tobytes() for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("id", GAMES)
def test_train_cards__are_shuffled_before_any_is_dealt(id: str) -> None:
    """TC-3.2, TC-3.7: hands, draw areas and decks differ from seed to seed; solo the clock's deck does, too."""
    tables = [dealt(make_game(id), seed) for seed in SEEDS]
    assert len({table.hand(0) for table in tables}) > 10
    assert len({table.display for table in tables}) > 10
    for name in ("deck", "clock_deck") if "solo" in id else ("deck",):
        assert len({table[name]["cards"].tobytes() for table in tables}) == len(SEEDS)


@pytest.mark.parametrize("id", GAMES)
def test_tickets__are_shuffled_before_any_is_dealt(id: str) -> None:
    """TC-3.3, TC-3.12, TC-3.13: no two seeds have the same deck, none that of the table; any ticket may be dealt."""
    game = make_game(id)
    decks, dealt_to_seat, dealt_to_rival = set(), 0, 0
    for seed in range(200):
        table = dealt(game, seed)
        deck = table["ticket_deck"]["cards"][: table["ticket_deck"]["size"]].tolist()
        assert deck not in (sorted(deck), sorted(deck, reverse=True))
        decks.add(tuple(deck))
        dealt_to_seat |= int(table["players"][0]["offered"])
        dealt_to_rival |= int(table["rival"])
    assert len(decks) == 200
    assert dealt_to_seat.bit_count() == TICKETS
    assert dealt_to_rival.bit_count() == (TICKETS if "solo" in id else 0)


def test_first_tickets__are_six_of_which_one_must_be_kept(two: Game) -> None:
    """TC-3.3: after five returns the sixth ticket has to stay."""
    table = dealt(two)
    assert len(offered(table, 0)) == len(offered(table, 1)) == 6
    last = offered(table, 0)[-1]
    choose(table, *[False] * 5)
    assert may(table, KEEP) and not may(table, RETURN)
    choose(table, True)
    assert table["players"][0]["tickets"] == 1 << last


def test_first_tickets__may_all_be_kept(two: Game) -> None:
    """TC-3.3: there is no upper limit."""
    table = dealt(two)
    choose(table, *[True] * 12)
    assert table["players"]["num_tickets"][:2].tolist() == [6, 6]


def test_first_returns__go_under_the_deck_in_seat_order(two: Game) -> None:
    """TC-3.3, TC-R3, TC-R5: seat 1 gives back last, so its tickets lie lowest."""
    table = dealt(two)
    first, second = offered(table, 0), offered(table, 1)
    top = table["ticket_deck"]["cards"][:34].tolist()
    choose(table, True, *[False] * 5, True, *[False] * 5)
    cards = table["ticket_deck"]["cards"][:44].tolist()
    assert cards[10:] == top
    assert sorted(cards[:5]) == second[1:]
    assert sorted(cards[5:10]) == first[1:]


def test_first_returns__are_shuffled_into_the_deck_in_the_published_game(published: Game) -> None:
    """TC-R5: nobody knows where a returned ticket lies; in the manual's game its owner does."""
    table = dealt(published)
    returned = {*offered(table, 0)[1:], *offered(table, 1)[1:]}
    choose(table, True, *[False] * 5, True, *[False] * 5)
    deck = table["ticket_deck"]
    assert not deck["known"].any()
    assert set(deck["cards"][:10].tolist()) != returned
    assert returned < set(deck["cards"][:44].tolist())


@pytest.mark.parametrize("edition", ["manual", "published"])
def test_solo__shuffles_first_returns_into_the_deck_in_the_published_game(edition: str) -> None:
    """TC-R5: over twenty games they lie anywhere in the deck, and nobody knows where; in the manual's game at its
    bottom, as the player knows."""
    game = make_game("ticket_to_ride_card_solo_v0", edition=edition)
    places = set()
    for seed in SEEDS:
        table = dealt(game, seed)
        returned = offered(table, 0)
        for _ in range(6):
            choose(table, not may(table, RETURN))
        deck = table["ticket_deck"]
        assert deck["size"] == 39
        cards, known = deck["cards"][:39].tolist(), deck["known"][:39].tolist()
        places.update(cards.index(t) for t in returned if t in cards)
        assert known == ([1] * 5 if edition == "manual" else [0] * 5) + [0] * 34
    assert places == set(range(5)) if edition == "manual" else len(places) > 25


def test_first_tickets__are_chosen_unseen(two: Game) -> None:
    """TC-R3: while seat 1 chooses it does not see what seat 0 kept, not even how many."""
    views = []
    for keeps in ([True] * 6, [True] + [False] * 5):
        table = dealt(two)
        choose(table, *keeps)
        views.append(two.rules.view(table.state, 1).tobytes())
    assert views[0] == views[1]


def test_display__shows_five_cards(two: Game) -> None:
    """TC-3.4"""
    assert dealt(two)["display"].sum() == 5


def test_bonuses__wait_for_the_end(two: Game) -> None:
    """TC-3.5: no points before the first ticket, and no bonus when tickets are scored between the decks."""
    assert dealt(two).scores == [0, 0]
    table = last_turn(two, Seat(track="green, yellow", tickets=("Chicago - Dallas",)), deck_number=1)
    table.play("pass")
    assert (table["deck_number"], table.scores) == (2, [6, 0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_turn__is_seat_0s(players: int) -> None:
    """TC-3.6: seats have no age."""
    table = dealt(make_game("ticket_to_ride_card_v0", num_players=players))
    choose(table, *[True] * 6 * players)
    assert (table["turn"], table["current"]) == (1, 0)
    assert two_actions(table)


def two_actions(table: Table) -> bool:
    return {"draw a card from the deck", "draw tickets"} <= table.legal


def test_solo__deals_a_locomotive_and_seven_cards(solo: Game) -> None:
    """TC-3.7"""
    for seed in SEEDS:
        seat = dealt(solo, seed)["players"][0]
        assert seat["hand_size"] == seat["hand"].sum() == 8
        assert seat["hand"][LOCO] >= 1


def test_solo__sets_sixteen_cards_aside_for_the_clock(solo: Game) -> None:
    """TC-3.8: fifteen in its deck and the one that is turned."""
    table = dealt(solo)
    assert table["clock_deck"]["size"] == 15
    assert table["clock"] >= 0


def test_solo__plays_with_the_remaining_train_cards(solo: Game) -> None:
    """TC-3.9: 106 cards without a hand of 8, 16 of the clock and 4 face up."""
    assert dealt(solo)["deck"]["size"] == 78


def test_solo__shows_four_cards_and_the_clocks(solo: Game) -> None:
    """TC-3.10: the clock's card lies apart."""
    table = dealt(solo)
    assert table["display"].sum() == 4
    assert table.clock != "none"


@pytest.mark.parametrize("seed", SEEDS)
def test_solo__keeps_a_ticket_of_the_highest_value(solo: Game, seed: int) -> None:
    """TC-3.11, TC-R15: whatever else goes back, a ticket of the highest value stays; of two, either."""
    rng = np.random.default_rng(seed)
    table = dealt(solo, seed)
    values = solo.params["value"][0]
    highest = max(values[t] for t in offered(table, 0))
    for _ in range(6):
        back = may(table, RETURN) and rng.random() < 0.8
        choose(table, not back)
    kept = int(table["players"][0]["tickets"])
    assert highest in [values[t] for t in range(TICKETS) if kept >> t & 1]


def test_solo__lets_all_lower_tickets_go_or_stay(solo: Game) -> None:
    """TC-3.11: besides the highest, none to five are kept."""
    for keeps in (0, 5):
        table = dealt(solo)
        values = solo.params["value"][0][offered(table, 0)]
        assert (values[:-1] < values[-1]).all(), "a deal with one highest ticket"
        choose(table, *[keeps == 5] * 5)
        assert not may(table, RETURN)
        choose(table, True)
        assert table["players"][0]["num_tickets"] == keeps + 1


def test_solo__of_two_highest_tickets_the_first_may_go(solo: Game) -> None:
    """TC-R15: two of the same highest value: the first may be returned, then the second must stay."""
    table = dealt(solo)
    pair = ("Los Angeles - New York", "Seattle - New York")
    table.state["players"][0, 0]["offered"] = table.tickets(("Chicago - Dallas", *pair))
    table.state["undecided"] = 3
    choose(table, False, False)
    assert may(table, KEEP) and not may(table, RETURN)


def test_solo__of_two_highest_tickets_the_second_may_go(solo: Game) -> None:
    """TC-R15: two of the same highest value: once the first is kept, the second may be returned."""
    table = dealt(solo)
    pair = ("Seattle - New York", "Los Angeles - New York")
    table.state["players"][0, 0]["offered"] = table.tickets(("Chicago - Dallas", *pair))
    table.state["undecided"] = 3
    choose(table, False, True)
    assert may(table, KEEP) and may(table, RETURN)
    choose(table, False)
    assert table.names(0) == {pair[0]}


def test_solo__hides_six_tickets_of_the_opponent(solo: Game) -> None:
    """TC-3.12: six tickets, face down: not the player's, not the deck's, not to be seen."""
    table = dealt(solo)
    assert int(table["rival"]).bit_count() == 6
    assert table["rival"] & table["players"][0]["offered"] == 0
    assert solo.rules.view(table.state, 0)["rival"][0] == 0


def test_solo__draws_from_the_remaining_tickets(solo: Game) -> None:
    """TC-3.13: 46 without the player's six and the opponent's six."""
    table = dealt(solo)
    assert table["ticket_deck"]["size"] == 34
    known = {t for t in range(TICKETS) if int(table["rival"] | table["players"][0]["offered"]) >> t & 1}
    assert known.isdisjoint(table["ticket_deck"]["cards"][:34].tolist())
