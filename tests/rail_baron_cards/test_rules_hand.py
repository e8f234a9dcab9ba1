"""Destination cards in play: choosing the next destination, drawing, redrawing, and the deck made anew."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import pytest
from given import given, legal, play, written
from rail_baron_cards.moves import ARRIVING, RIVAL, STOP, arrive, deck_of, go_to, goals, hand_of, pile_of, player

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

CITIES = [
    ("Duluth", "Mankato", "Minneapolis"),
    ("Wausau", "Madison", "Green Bay"),
    ("Sioux City", "Des Moines", "Cedar Rapids"),
    ("Peoria", "Springfield", "Champaign"),
]
THREE = ["Duluth", "Wausau", "Sioux City"]
STARTS = ("St. Paul", "Milwaukee", "Council Bluffs", "Chicago")
MOVER = {**ARRIVING, "cash": 0, "railroads": ["GLP", "GBS"]}


def arriving(game: Game, hand: Sequence[str] = (), **settings: Any) -> Position:
    """One dot from Chicago, without the money to buy anything."""
    return given(game, players=[{**MOVER, "hand": hand}, RIVAL], pips=5, **settings)


def choosing(game: Game, start: str, hand: Sequence[str]) -> Position:
    """In ``start``, the next destination is to be chosen."""
    return given(game, players=[{"run": [start], "hand": hand}], phase="choose the next destination")


# --- the next destination ------------------------------------------------------------------------------------------


def test_arrival__asks_for_a_new_destination(small: Game) -> None:
    """RB-4.8, RB-4.9: it is one of the cards left in hand, and nothing else may be done."""
    position = arriving(small, THREE)
    arrive(position)
    assert position.phase == "choose the next destination" and position.current_player == 0
    assert goals(position) == {"Duluth", "Wausau", "Sioux City"}
    assert len(legal(position)) == 3
    told = go_to(position, "Wausau")
    assert told[0] == "player_0 goes on from Chicago to Wausau"
    assert player(position, 0)["run"] == ["Chicago", "Wausau"]
    assert hand_of(position) == ["Duluth", "Sioux City"]


def test_arrival__of_another_seat_asks_for_nothing(small: Game) -> None:
    """RB-4.8: a run that is not complete keeps its destination."""
    position = arriving(small, THREE)
    play(position, STOP)
    assert player(position, 0)["run"] == ["Madison", "Chicago"]
    assert len(hand_of(position)) == 3


def test_destination__is_never_in_the_region_of_the_city(small: Game) -> None:
    """RB-4.10, RB-5.11, RB-7.4: in Chicago, Peoria cannot be next."""
    position = arriving(small, ["Duluth", "Peoria", "Sioux City"])
    arrive(position)
    assert goals(position) == {"Duluth", "Sioux City"}


def test_destination__never_stays_in_a_region_whatever_the_hand(small: Game) -> None:
    """RB-5.11, RB-7.4: for every pattern of regions of one, two and three cards."""
    for start, *rest in [p for n in (2, 3, 4) for p in product(range(4), repeat=n)]:
        hand = [CITIES[region][rest[:i].count(region)] for i, region in enumerate(rest)]
        position = choosing(small, STARTS[start], hand)
        assert not goals(position) & set(CITIES[start])


def test_last_card__is_taken_without_a_choice(small: Game) -> None:
    """RB-4.9: with one card left there is nothing to choose."""
    position = arriving(small, ["Duluth"])
    told = arrive(position)
    assert "player_0 goes on from Chicago to Duluth" in told
    assert player(position, 0)["run"] == ["Chicago", "Duluth"]
    assert hand_of(position) == [] and position.current_player == 1


def test_two_like_cards__are_offered_once(small: Game) -> None:
    """RB-4.9: two cards of Duluth are the same choice; the other stays in the hand."""
    position = choosing(small, "Chicago", ["Duluth", "Duluth", "Wausau"])
    assert len(position.legal_actions) == 1  # Wausau first would leave a run from Duluth to Duluth
    go_to(position, "Duluth")
    assert hand_of(position) == ["Duluth", "Wausau"]


def test_city_reached__is_the_new_start(small: Game) -> None:
    """RB-4.12: its card lies face up as the start, for all to see; the old start is used."""
    position = arriving(small, THREE)
    arrive(position)
    for viewer in (0, 1, -1):
        assert player(position.view(viewer), 0)["run"] == ["Chicago"]
    assert pile_of(position) == ["Madison"]


# --- orders --------------------------------------------------------------------------------------------------------


def test_three_cards__may_be_used_in_any_order(small: Game) -> None:
    """RB-4.14, RB-7.3: of three other regions all six orders are allowed."""
    for order in permutations(THREE):
        start, left = "Chicago", list(THREE)
        for city in order:
            assert city in goals(choosing(small, start, left))
            start = city
            left.remove(city)


def test_order__must_not_lead_to_a_run_inside_a_region(small: Game) -> None:
    """RB-4.15, RB-R4: with two cities of Minnesota, one of them comes first and Des Moines between them."""
    position = arriving(small, ["Duluth", "Mankato", "Sioux City"])
    arrive(position)
    assert goals(position) == {"Duluth", "Mankato"}
    assert goals(choosing(small, "Duluth", ["Mankato", "Sioux City"])) == {"Sioux City"}
    assert goals(choosing(small, "Sioux City", ["Mankato"])) == {"Mankato"}


def test_example__of_chicago_with_new_york_boston_and_miami(two: Game) -> None:
    """RB-5.12: Miami comes between New York and Boston."""

    assert goals(choosing(two, "Chicago", ["New York", "Boston", "Miami"])) == {"New York", "Boston"}
    assert goals(choosing(two, "New York", ["Boston", "Miami"])) == {"Miami"}
    assert goals(choosing(two, "Boston", ["New York", "Miami"])) == {"Miami"}


@pytest.mark.parametrize("start", range(4))
def test_hand__can_be_used_up_after_every_legal_choice(small: Game, start: int) -> None:
    """RB-5.10, RB-4.15: from every hand without three of a region, whatever is chosen, no card is ever stuck; and
    nothing is forbidden that would leave no card stuck."""

    def ends_well(region: int, left: tuple[int, ...]) -> bool:
        return not left or any(
            other != region and ends_well(other, (*left[:i], *left[i + 1 :])) for i, other in enumerate(left)
        )

    for rest in product(range(4), repeat=3):
        if max(Counter((start, *rest)).values()) > 2:
            continue
        assert ends_well(start, rest)
        hand = [CITIES[region][rest[:i].count(region)] for i, region in enumerate(rest)]
        paths = [(STARTS[start], tuple(hand))]
        for city, left in paths:
            found = goals(choosing(small, city, left))
            regions = {name: region for region, those in enumerate(CITIES) for name in those} | {STARTS[start]: start}
            rests = {name: tuple(other for other in left if other != name) for name in left}
            assert found == {
                name
                for name in left
                if regions[name] != regions[city]
                and ends_well(regions[name], tuple(regions[other] for other in rests[name]))
            }
            assert found
            paths += [(name, rests[name]) for name in found if rests[name]]


# --- drawing -------------------------------------------------------------------------------------------------------


def test_empty_hand__is_filled_with_three_cards(small: Game) -> None:
    """RB-4.11: three from the top of the deck, hidden from others."""
    position = arriving(small, deck=["Duluth", "Wausau", "Sioux City", "Peoria", "..."])
    told = arrive(position, viewer=1)
    assert hand_of(position) == THREE
    assert deck_of(position)[0] == "Peoria"
    assert told[-1] == "player_0 draws cards"
    assert player(position.view(1), 0)["hand"] == [None] * 3
    assert goals(position) == {"Duluth", "Wausau", "Sioux City"}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_hand__is_not_filled_while_a_card_is_left(small: Game, size: int) -> None:
    """RB-4.11: cards are drawn by those who have none."""
    position = arriving(small, THREE[:size])
    deck = deck_of(position)
    arrive(position)
    assert deck_of(position) == deck


@pytest.mark.parametrize(
    "crowd", [["Duluth", "Mankato", "St. Paul"], ["Peoria", "Springfield", "Duluth"], ["Peoria", "Peoria", "Champaign"]]
)
def test_three_of_a_region__are_redrawn(small: Game, crowd: list[str]) -> None:
    """RB-4.13: three of one region, or two of the region of Chicago, where the train stands; all see the redrawn
    cards, which are discarded."""
    position = arriving(small, deck=[*crowd, *THREE, "..."])
    told = arrive(position)
    redrawn = next(sentence for sentence in told if "too many of a region" in sentence)
    assert all(city in redrawn for city in crowd)
    assert hand_of(position) == THREE
    assert sorted(pile_of(position)) == sorted([*crowd, "Madison"])


def test_redrawn_cards__are_public_and_kept_cards_are_hidden(small: Game) -> None:
    """RB-R12: the three that are redrawn are shown and lie on the pile; the three that are kept are hidden."""
    for viewer in (0, 1):
        position = arriving(small, deck=["Duluth", "Mankato", "St. Paul", *THREE, "..."])
        told = arrive(position, viewer=viewer)
        [shown] = [sentence for sentence in told if "too many of a region" in sentence]
        assert all(city in shown for city in ("Duluth", "Mankato", "St. Paul"))
        assert ("player_0 draws cards" in told) == (viewer == 1)
        assert sorted(pile_of(position.view(viewer))) == ["Duluth", "Madison", "Mankato", "St. Paul"]


def test_three_of_a_region__are_redrawn_until_there_are_fewer(small: Game) -> None:
    """RB-7.1: five times in a row."""
    crowds = ["Duluth", "Duluth", "Mankato", "Mankato", "St. Paul", "St. Paul", "Wausau", "Wausau", "Madison"]
    crowds += ["Peoria", "Peoria", "Springfield", "Minneapolis", "Minneapolis", "Minneapolis"]
    position = arriving(small, deck=[*crowds, "Green Bay", "Sioux City", "Cedar Rapids", "..."])
    told = arrive(position)
    assert sum("too many of a region" in sentence for sentence in told) == 5
    assert hand_of(position) == ["Green Bay", "Cedar Rapids", "Sioux City"]
    assert len(pile_of(position)) == 16


@pytest.mark.parametrize(
    "hand", [["Peoria", "Duluth", "Mankato"], ["Duluth", "Mankato", "Wausau"], ["Peoria", "Duluth", "Wausau"]]
)
def test_two_of_a_region__are_not_redrawn(small: Game, hand: list[str]) -> None:
    """RB-4.13: three make a redraw; two of a region, and two of another, do not."""
    position = arriving(small, deck=[*hand, "..."])
    arrive(position)
    assert set(hand_of(position)) == set(hand)
    assert goals(position)


def test_redraw__is_given_up_where_it_cannot_succeed(small: Game) -> None:
    """RB-R4: with nothing but cards of Illinois left, three of them are kept; from Wisconsin one of them is the
    destination, whatever becomes of the others."""
    mover = {"run": ["Springfield", "Madison"], "at": "D21", "cash": 0, "railroads": ["BLS", "GBS"]}
    position = given(small, players=[mover], pips=5, deck=["Chicago", "Peoria", "Peoria"])
    arrive(position)
    assert len(hand_of(position)) == 3
    assert goals(position) == set(hand_of(position))
    assert goals(position) <= {"Chicago", "Peoria", "Springfield"}


def test_card__to_which_there_can_be_no_run_is_skipped(small: Game) -> None:
    """RB-R4: left in Illinois with two cards of Illinois after such a redraw, the player discards both, and draws."""
    mover = {**MOVER, "hand": ["Peoria", "Springfield"], "stuck": True}
    position = given(small, players=[mover, RIVAL], pips=5, deck=[*THREE, "..."])
    told = arrive(position)
    skipped = [sentence for sentence in told if "to which there can be no run" in sentence]
    assert skipped == [f"player_0 discards {city}, to which there can be no run" for city in ("Peoria", "Springfield")]
    assert hand_of(position) == THREE
    assert pile_of(position) == ["Springfield", "Peoria", "Madison"]


def test_card__that_can_be_used_is_not_skipped(small: Game) -> None:
    """RB-R4: of Peoria and Duluth after such a redraw, Duluth is next; Peoria stays."""
    position = given(small, players=[{**MOVER, "hand": ["Peoria", "Duluth"], "stuck": True}, RIVAL], pips=5)
    arrive(position)
    assert goals(position) == {"Duluth"}
    go_to(position, "Duluth")
    assert hand_of(position) == ["Peoria"]


# --- the deck made anew --------------------------------------------------------------------------------------------


def test_empty_deck__gets_the_used_cards(small: Game) -> None:
    """RB-4.16: only when a card is to be drawn and none is there."""
    position = arriving(small, deck=["Duluth"], pile=["Wausau", "Sioux City", "Peoria", "Mankato"])
    told = arrive(position, viewer=0)
    assert "5 used cards are shuffled into the deck" in told  # Madison, the old start, is used, too
    assert pile_of(position) == []
    assert "Duluth" in hand_of(position) and len(hand_of(position)) == 3
    assert len(deck_of(position)) == 3


def test_deck__is_not_refilled_before_it_is_needed(small: Game) -> None:
    """RB-4.16: three cards are there, three are drawn, the deck is empty; the pile stays."""
    found = arriving(small, deck=[*THREE, "..."]).to_dict()
    position = Position.from_dict(small, {**found, "deck": found["deck"][:3], "pile": found["deck"][3:]})
    pile = pile_of(position)
    assert not any("shuffled" in sentence for sentence in arrive(position))
    assert deck_of(position) == []
    assert pile_of(position) == ["Madison", *pile]


def test_new_deck__is_shuffled(small: Game) -> None:
    """RB-4.16: another order from every key."""
    decks = set()
    for key in range(1, 41, 2):
        position = arriving(small, pile=["..."], deck=[], random={"key": f"{key:x}"})
        arrive(position)
        decks.add(tuple(deck_of(position)))
    assert len(decks) == 20


def test_new_deck__holds_no_card_that_lies_face_up_or_is_held(small: Game) -> None:
    """RB-7.5, RB-4.16: the starts and destinations on the table and the hands of others stay where they are."""
    other = {**RIVAL, "hand": ["Mankato", "Wausau", "Peoria"]}
    position = given(small, players=[MOVER, other], pips=5, pile=["..."], deck=[])
    arrive(position)
    kept = [*player(position, 0)["run"], *player(position, 0)["hand"], *player(position, 1)["run"]]
    kept += player(position, 1)["hand"]
    assert len(kept) == 1 + 3 + 2 + 3
    copies = [
        f"{city.name} #{i}" if i > 1 else city.name for city in small.board.cities for i in range(1, city.copies + 1)
    ]
    assert sorted([*kept, *written(position)["deck"]]) == sorted(copies)
    assert pile_of(position) == []


def test_reshuffle_card__has_the_used_cards_shuffled_in(small: Game) -> None:
    """RB-4.17: the deck still has cards, but a reshuffle card came up; it goes back into the deck with the others."""
    game = make_game("rail_baron_cards_v0", board="small", reshuffle_cards=2)
    position = arriving(game, deck=["Duluth", "reshuffle", "Wausau", "..."], pile=["Peoria", "Mankato"])
    told = arrive(position, viewer=0)
    assert "4 used cards are shuffled into the deck" in told  # Peoria, Mankato, the old start and the card itself
    hand = hand_of(position)
    assert "Duluth" in hand and len(hand) == 3 and "reshuffle" not in hand
    assert pile_of(position) == []
    assert sorted([*deck_of(position), *hand]).count("reshuffle") == 2
    assert len(deck_of(position)) + len(hand) == 42 - 3  # Chicago and the other's run lie face up


def test_shuffles__are_counted_beyond_255(small: Game) -> None:
    """RB-4.17: shuffle 256 is counted, and in every world that agrees with a view the other player holds cards."""
    other = {**RIVAL, "hand": ["Mankato", "Peoria"], "hand_drawn": [255, 255]}
    entered = dict.fromkeys(small.notation.schema()["properties"]["shuffled_in"]["properties"], 255)
    heaps = {"pile": ["..."], "deck": [], "shuffles": 255, "shuffled_in": entered}
    position = given(small, players=[MOVER, other], pips=5, **heaps)
    arrive(position)
    assert written(position)["shuffles"] == 256
    for seed in range(20):
        assert len(hand_of(position.view(0).sample(seed), 1)) == 2
