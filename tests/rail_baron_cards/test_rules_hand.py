"""Destination cards in play: choosing the next destination, drawing, redrawing, and the deck made anew."""

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest
from rail_baron_cards.positions import STOP, Seat, Table

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases

CITIES = [
    ("Duluth", "Mankato", "Minneapolis"),
    ("Wausau", "Madison", "Green Bay"),
    ("Sioux City", "Des Moines", "Cedar Rapids"),
    ("Peoria", "Springfield", "Champaign"),
]


def arriving(game: Game, hand: str = "", **settings: Any) -> Table:
    """One dot from Chicago, without the money to buy anything."""
    mover = Seat("Madison - Chicago", at="D23", hand=hand, cash=0, owns="GLP, GBS")
    return Table(game, mover, Seat("Milwaukee - Des Moines"), **settings)


def choosing(game: Game, start: str, hand: str) -> Table:
    """In ``start``, the next destination is to be chosen."""
    return Table(game, Seat(start, hand=hand), Seat("Milwaukee - Des Moines"), phase=phases.NEXT_GOAL)


# --- the next destination ------------------------------------------------------------------------------------------


def test_arrival__asks_for_a_new_destination(small: Game) -> None:
    """RB-4.8, RB-4.9: it is one of the cards left in hand, and nothing else may be done."""
    table = arriving(small, "Duluth, Wausau, Sioux City")
    table.arrive()
    assert table["phase"] == phases.NEXT_GOAL and table["current"] == 0
    assert table.goals == {"Duluth", "Wausau", "Sioux City"}
    assert len(table.legal) == 3
    told = table.go_to("Wausau")
    assert told[0] == "player_0 goes on from Chicago to Wausau"
    assert table.run(0) == "Chicago - Wausau"
    assert table.hand(0) == ["Duluth", "Sioux City"]


def test_arrival__of_another_seat_asks_for_nothing(small: Game) -> None:
    """RB-4.8: a run that is not complete keeps its destination."""
    table = arriving(small, "Duluth, Wausau, Sioux City")
    table.play(STOP)
    assert table.run(0) == "Madison - Chicago"
    assert len(table.hand(0)) == 3


def test_destination__is_never_in_the_region_of_the_city(small: Game) -> None:
    """RB-4.10, RB-5.11, RB-7.4: in Chicago, Peoria cannot be next."""
    table = arriving(small, "Duluth, Peoria, Sioux City")
    table.arrive()
    assert table.goals == {"Duluth", "Sioux City"}


def test_destination__never_stays_in_a_region_whatever_the_hand(small: Game) -> None:
    """RB-5.11, RB-7.4: for every pattern of regions of one, two and three cards."""
    for start, *rest in [p for n in (2, 3, 4) for p in product(range(4), repeat=n)]:
        hand = [CITIES[region][rest[:i].count(region)] for i, region in enumerate(rest)]
        table = choosing(small, ("St. Paul", "Milwaukee", "Council Bluffs", "Chicago")[start], ", ".join(hand))
        assert not table.goals & set(CITIES[start])


def test_last_card__is_taken_without_a_choice(small: Game) -> None:
    """RB-4.9: with one card left there is nothing to choose."""
    table = arriving(small, "Duluth")
    told = table.arrive()
    assert "player_0 goes on from Chicago to Duluth" in told
    assert table.run(0) == "Chicago - Duluth"
    assert table.hand(0) == [] and table["current"] == 1


def test_two_like_cards__are_offered_once(small: Game) -> None:
    """RB-4.9: two cards of Duluth are the same choice; the other stays in the hand."""
    table = choosing(small, "Chicago", "Duluth, Duluth, Wausau")
    assert small.rules.legal(table.state).sum() == 1  # Wausau first would leave a run from Duluth to Duluth
    table.go_to("Duluth")
    assert table.hand(0) == ["Duluth", "Wausau"]


def test_city_reached__is_the_new_start(small: Game) -> None:
    """RB-4.12: its card lies face up as the start, for all to see; the old start is used."""
    table = arriving(small, "Duluth, Wausau, Sioux City")
    chicago = int(table.seat(0)["goal"])
    table.arrive()
    for viewer in (0, 1, -1):
        assert small.rules.view(table.state, viewer)["players"]["start"][0, 0] == chicago
    assert table.heap("pile") == ["Madison"]


# --- orders --------------------------------------------------------------------------------------------------------


def test_three_cards__may_be_used_in_any_order(small: Game) -> None:
    """RB-4.14, RB-7.3: of three other regions all six orders are allowed."""
    cities = ["Duluth", "Wausau", "Sioux City"]
    for order in permutations(cities):
        start, left = "Chicago", list(cities)
        for city in order:
            assert city in choosing(small, start, ", ".join(left)).goals
            start = city
            left.remove(city)


def test_order__must_not_lead_to_a_run_inside_a_region(small: Game) -> None:
    """RB-4.15, RB-R4: with two cities of Minnesota, one of them comes first and Des Moines between them."""
    table = arriving(small, "Duluth, Mankato, Sioux City")
    table.arrive()
    assert table.goals == {"Duluth", "Mankato"}
    assert choosing(small, "Duluth", "Mankato, Sioux City").goals == {"Sioux City"}
    assert choosing(small, "Sioux City", "Mankato").goals == {"Mankato"}


def test_example__of_chicago_with_new_york_boston_and_miami(two: Game) -> None:
    """RB-5.12: Miami comes between New York and Boston."""

    def goals(start: str, hand: str) -> set[str]:
        return Table(two, Seat(start, hand=hand), phase=phases.NEXT_GOAL).goals

    assert goals("Chicago", "New York, Boston, Miami") == {"New York", "Boston"}
    assert goals("New York", "Boston, Miami") == {"Miami"}
    assert goals("Boston", "New York, Miami") == {"Miami"}


@pytest.mark.parametrize("start", range(4))
def test_hand__can_be_used_to_its_end_by_all_that_is_allowed(small: Game, start: int) -> None:
    """RB-5.10, RB-4.15: from every hand without three of a region, whatever is chosen, no card is ever stuck; and
    nothing is forbidden that would leave no card stuck."""

    def ends_well(region: int, left: tuple[int, ...]) -> bool:
        return not left or any(
            other != region and ends_well(other, (*left[:i], *left[i + 1 :])) for i, other in enumerate(left)
        )

    starts = ("St. Paul", "Milwaukee", "Council Bluffs", "Chicago")
    for rest in product(range(4), repeat=3):
        if max(Counter((start, *rest)).values()) > 2:
            continue
        assert ends_well(start, rest)
        hand = [CITIES[region][rest[:i].count(region)] for i, region in enumerate(rest)]
        paths = [(starts[start], tuple(hand))]
        for city, left in paths:
            goals = choosing(small, city, ", ".join(left)).goals
            regions = {name: region for region, cities in enumerate(CITIES) for name in cities} | {starts[start]: start}
            rests = {name: tuple(other for other in left if other != name) for name in left}
            assert goals == {
                name
                for name in left
                if regions[name] != regions[city]
                and ends_well(regions[name], tuple(regions[other] for other in rests[name]))
            }
            assert goals
            paths += [(name, rests[name]) for name in goals if rests[name]]


# --- drawing -------------------------------------------------------------------------------------------------------


def test_empty_hand__is_filled_with_three_cards(small: Game) -> None:
    """RB-4.11: three from the top of the deck, seen by nobody else."""
    table = arriving(small, deck="Duluth, Wausau, Sioux City, Peoria")
    told = table.arrive(viewer=1)
    assert table.hand(0) == ["Duluth", "Wausau", "Sioux City"]
    assert table.heap("deck")[0] == "Peoria"
    assert told[-1] == "player_0 draws cards"
    assert small.rules.view(table.state, 1)["players"]["hand_size"][0, 0] == 3
    assert (small.rules.view(table.state, 1)["players"]["hand"][0, 0] == 255).all()
    assert table.goals == {"Duluth", "Wausau", "Sioux City"}


@pytest.mark.parametrize("hand", ["Duluth", "Duluth, Wausau", "Duluth, Wausau, Sioux City"])
def test_hand__is_not_filled_while_a_card_is_left(small: Game, hand: str) -> None:
    """RB-4.11: cards are drawn by those who have none."""
    table = arriving(small, hand)
    deck = table.heap("deck")
    table.arrive()
    assert table.heap("deck") == deck


@pytest.mark.parametrize(
    "crowd", ["Duluth, Mankato, St. Paul", "Peoria, Springfield, Duluth", "Peoria, Peoria, Champaign"]
)
def test_three_of_a_region__are_redrawn(small: Game, crowd: str) -> None:
    """RB-4.13: three of one region, or two of the region of Chicago, where the train stands; all see the redrawn
    cards, which are discarded."""
    table = arriving(small, deck=f"{crowd}, Duluth, Wausau, Sioux City")
    told = table.arrive()
    redrawn = next(sentence for sentence in told if "too many of a region" in sentence)
    assert all(city in redrawn for city in crowd.split(", "))
    assert table.hand(0) == ["Duluth", "Wausau", "Sioux City"]
    assert sorted(table.heap("pile")) == sorted([*crowd.split(", "), "Madison"])


def test_redrawn_cards__are_seen_by_all_and_those_kept_by_their_seat_alone(small: Game) -> None:
    """RB-R12: the three that are redrawn are shown and lie on the pile; the three that are kept are hidden."""
    for viewer in (0, 1):
        table = arriving(small, deck="Duluth, Mankato, St. Paul, Duluth, Wausau, Sioux City")
        told = table.arrive(viewer=viewer)
        [shown] = [sentence for sentence in told if "too many of a region" in sentence]
        assert all(city in shown for city in ("Duluth", "Mankato", "St. Paul"))
        assert ("player_0 draws cards" in told) == (viewer == 1)
        pile = small.rules.view(table.state, viewer)["pile"][0]
        assert sorted(table.cards(pile["cards"][: pile["size"]])) == ["Duluth", "Madison", "Mankato", "St. Paul"]


def test_three_of_a_region__are_redrawn_until_there_are_fewer(small: Game) -> None:
    """RB-7.1: five times in a row."""
    crowds = (
        "Duluth, Duluth, Mankato, Mankato, St. Paul, St. Paul, Wausau, Wausau, Madison, Peoria, Peoria, Springfield"
    )
    table = arriving(
        small, deck=f"{crowds}, Minneapolis, Minneapolis, Minneapolis, Green Bay, Sioux City, Cedar Rapids"
    )
    told = table.arrive()
    assert sum("too many of a region" in sentence for sentence in told) == 5
    assert table.hand(0) == ["Green Bay", "Cedar Rapids", "Sioux City"]
    assert len(table.heap("pile")) == 16


@pytest.mark.parametrize("hand", ["Peoria, Duluth, Mankato", "Duluth, Mankato, Wausau", "Peoria, Duluth, Wausau"])
def test_two_of_a_region__are_not_redrawn(small: Game, hand: str) -> None:
    """RB-4.13: three make a redraw; two of a region, and two of another, do not."""
    table = arriving(small, deck=hand)
    table.arrive()
    assert set(table.hand(0)) == set(hand.split(", "))
    assert table.goals


def test_redraw__is_given_up_where_it_cannot_succeed(small: Game) -> None:
    """RB-R4: with nothing but cards of Illinois left, three of them are kept; from Wisconsin one of them is the
    destination, whatever becomes of the others."""
    mover = Seat("Springfield - Madison", at="D21", cash=0, owns="BLS, GBS")
    table = Table(small, mover, deck="Chicago, Peoria, Peoria", rest="box")
    table.arrive()
    assert len(table.hand(0)) == 3
    assert table.goals == set(table.hand(0))
    assert table.goals <= {"Chicago", "Peoria", "Springfield"}


def test_card__to_which_there_can_be_no_run_is_skipped(small: Game) -> None:
    """RB-R4: left in Illinois with two cards of Illinois after such a redraw, the player discards both, and draws."""
    table = arriving(small, "Peoria, Springfield", deck="Duluth, Wausau, Sioux City")
    table.state["players"]["loose"][0, 0] = 1
    told = table.arrive()
    skipped = [sentence for sentence in told if "to which there can be no run" in sentence]
    assert skipped == [f"player_0 discards {city}, to which there can be no run" for city in ("Peoria", "Springfield")]
    assert table.hand(0) == ["Duluth", "Wausau", "Sioux City"]
    assert table.heap("pile") == ["Springfield", "Peoria", "Madison"]


def test_card__that_can_be_used_is_not_skipped(small: Game) -> None:
    """RB-R4: of Peoria and Duluth after such a redraw, Duluth is next; Peoria stays."""
    table = arriving(small, "Peoria, Duluth")
    table.state["players"]["loose"][0, 0] = 1
    table.arrive()
    assert table.goals == {"Duluth"}
    table.go_to("Duluth")
    assert table.hand(0) == ["Peoria"]


# --- the deck made anew --------------------------------------------------------------------------------------------


def test_empty_deck__is_made_anew_from_the_used_cards(small: Game) -> None:
    """RB-4.16: only when a card is to be drawn and none is there."""
    table = arriving(small, deck="Duluth", pile="Wausau, Sioux City, Peoria, Mankato", rest="box")
    told = table.arrive(viewer=0)
    assert "5 used cards are shuffled into the deck" in told  # Madison, the old start, is used, too
    assert table.heap("pile") == []
    assert "Duluth" in table.hand(0) and len(table.hand(0)) == 3
    assert len(table.heap("deck")) == 3


def test_deck__is_not_made_anew_before_it_is_needed(small: Game) -> None:
    """RB-4.16: three cards are there, three are drawn, the deck is empty; the pile stays."""
    table = arriving(small, deck="Duluth, Wausau, Sioux City", rest="pile")
    pile = table.heap("pile")
    assert not any("shuffled" in sentence for sentence in table.arrive())
    assert table.heap("deck") == []
    assert table.heap("pile") == ["Madison", *pile]


def test_new_deck__is_shuffled(small: Game) -> None:
    """RB-4.16: another order from every key."""
    decks = set()
    for key in range(1, 41, 2):
        table = arriving(small, rest="pile")
        table.state["key"] = key
        table.arrive()
        decks.add(tuple(table.heap("deck")))
    assert len(decks) == 20


def test_new_deck__holds_no_card_that_lies_face_up_or_is_held(small: Game) -> None:
    """RB-7.5, RB-4.16: the starts and destinations on the table and the hands of others stay where they are."""
    mover = Seat("Madison - Chicago", at="D23", cash=0, owns="GLP, GBS")
    other = Seat("Milwaukee - Des Moines", hand="Mankato, Wausau, Peoria")
    table = Table(small, mover, other, rest="pile")
    table.arrive()
    kept = [table.seat(0)["start"], *table.seat(0)["hand"][:3], table.seat(1)["start"], table.seat(1)["goal"]]
    kept += list(table.seat(1)["hand"][:3])
    deck = table["deck"]["cards"][: table["deck"]["size"]].tolist()
    assert sorted([*map(int, kept), *deck]) == list(range(40))
    assert table.heap("pile") == []


def test_reshuffle_card__has_the_used_cards_shuffled_in(small: Game) -> None:
    """RB-4.17: the deck still has cards, but a reshuffle card came up; it goes back into the deck with the others."""
    game = make_game("rail_baron_cards_v0", board="small", reshuffle_cards=2)
    table = arriving(game, deck="Duluth, reshuffle, Wausau", pile="Peoria, Mankato")
    told = table.arrive(viewer=0)
    assert "4 used cards are shuffled into the deck" in told  # Peoria, Mankato, the old start and the card itself
    hand = table.hand(0)
    assert "Duluth" in hand and len(hand) == 3 and "reshuffle" not in hand
    assert table.heap("pile") == []
    assert sorted([*table.heap("deck"), *hand]).count("reshuffle") == 2
    assert len(table.heap("deck")) + len(hand) == 42 - 3  # Chicago and the other's run lie face up


def test_new_decks__are_more_than_255_in_a_long_game(small: Game) -> None:
    """RB-4.17, RB-R3: the next one is counted; in every world that agrees with a view the other holds cards."""
    mover = Seat("Madison - Chicago", at="D23", cash=0, owns="GLP, GBS")
    table = Table(small, mover, Seat("Milwaukee - Des Moines", hand="Mankato, Peoria"), rest="pile")
    table.state["generation"], table.state["entered"], table.state["players"]["drawn"][0, 1, :2] = 255, 255, 255
    table.arrive()
    assert table["generation"] == 256
    view = small.rules.view(table.state, 0)
    for seed in range(20):
        assert len(table.cards(small.rules.determinize(view, 0, seed)["players"]["hand"][0, 1])) == 2
