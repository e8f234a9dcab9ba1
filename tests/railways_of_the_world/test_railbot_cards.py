"""The Railbot's cards: links and cubes, Deadhead and Taxation, exhaust, major lines."""

from typing import Any

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import about, against, changed, choices, choose, links, player, railbot, the_railbot

from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE

KALMAR = "NO02"  # Kalmar - Alvesta - Malmö
MALMO = "NO03"  # Malmö - Halmstad - Göteborg, and a major line
EXHAUST, PATH = "choose where a cube is exhausted", "choose the way of the Railbot's track"
PASS_TWICE = ("pass", "pass")  # then comes the Railbot's card
OVER_ALVESTA = links("Kalmar", "Alvesta", "Malmö")


def first_card(card: str, top: str = "C07", **position: Any) -> Position:
    """A card in the first place of the row, and one on the deck that picks that place."""
    return given(railbot(), **against(card, "C03", "C06", top=top, **position))


def points(told: list[str]) -> list[str]:
    return about(told, "gains")


# --- which card it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "place"), [("C07", 0), ("C08", 1), ("C10", 2)])
def test_slot__of_the_revealed_card_picks_the_one_that_is_resolved(top: str, place: int) -> None:
    """RS-5.1, RS-5.2, RS-5.3: which goes; those after it slide to the left, the revealed one closes the row, and all
    this is done before the third action."""
    row, names = ["C02", "C04", "C03"], ["red", "yellow", "blue"]
    position = given(railbot(), **against(*row, top=top), cubes={"Oslo": {"red": 2, "yellow": 2, "blue": 2}})
    size = len(the_railbot(position)["deck"])
    assert not about(play(position, "pass"), "reveals") and len(the_railbot(position)["deck"]) == size
    told = play(position, "pass") + choose(position, EXHAUST)
    resolved = f"the Railbot resolves card {place + 1} of the row: exhaust 2 {names[place]} cubes"
    assert about(told, "resolves") == [resolved]
    assert the_railbot(position)["row"] == [*(card for card in row if card != row[place]), top]
    assert len(the_railbot(position)["deck"]) == size - 1 and written(position)["actions"] == 1


def test_turn__is_two_actions_the_railbot_s_card_a_third_and_income() -> None:
    """RS-3.1, RS-3.2, RS-3.3: without an auction."""
    deck = {"deck": ["C07", "C09", "C02", "..."]}
    position = given(railbot(), **against("C04", "C03", "C10", railbot=deck), cubes={"Oslo": {"yellow": 2, "blue": 2}})
    for year in (1, 2, 3):
        assert position.phase == "take an action" and written(position)["actions"] == 2
        told = play(position, *PASS_TWICE)
        assert about(told, "the Railbot resolves") and not about(told, "income")
        choose(position, EXHAUST)
        assert written(position)["year"] == year and written(position)["actions"] == 1
        told = play(position, "pass")
        assert [len(about(told, words)) for words in ("income", "a card comes on display", "reveals")] == [1, 1, 0]
        assert written(position)["year"] == year + 1


def test_display__holds_five_cards_and_the_oldest_is_pushed_off() -> None:
    """RS-3.6, RS-3.7"""
    shown, to_come = (
        ["hotel in Oslo", "hotel in Göteborg", "land grant", "new industry"],
        ["city growth", "city growth 2"],
    )
    third_action = {"part_of_turn": "after its card"}
    position = given(railbot(), display=shown, deck=to_come, railbot=third_action)
    assert not about(play(position, "pass"), "pushed off") and written(position)["display"] == [*shown, to_come[0]]
    position = changed(position, actions=1, railbot=third_action)
    assert about(play(position, "pass"), "pushed off") == ["a card is pushed off the display: hotel in Oslo"]
    assert written(position)["display"] == [*shown[1:], *to_come]


# --- links --------------------------------------------------------------------------------------------------------


def test_cities__apart_are_joined_pair_by_pair_by_the_cheapest_way_for_nothing() -> None:
    """RS-6.1, RS-6.2, RS-6.3, RS-2.16, RS-3.4: the three pairs of a card of four cities."""
    position = first_card("NO13", cubes={"Oslo": {"red": 1}, "Karlstad": {"red": 1}, "Örebro": {"red": 1}})
    told = play(position, *PASS_TWICE) + choose(position, PATH)
    assert not about(told, "takes a") and not points(told) and not about(told, "bond")
    made = written(position)["links"]
    assert len(about(told, "finishes")) == len(made) >= 3 and {link["owner"] for link in made} == {"railbot"}
    reached = {"Oslo"}
    for _ in range(10):
        reached |= {city for link in made if reached & set(link["cities"]) for city in link["cities"]}
    assert {"Oslo", "Karlstad", "Örebro", "Falun"} <= reached and player(position)["cash"] == 0


def cheapest(a: int, b: int) -> int:
    """The least that track from one city to another costs on a map without any, counted in another way: forwards, over
    hexes entered at sides, until nothing gets cheaper."""
    board, price = railbot().board, {"open": 2, "water": 3, "hill": 4}
    cost = {}
    at_city = {a: 0}
    while True:
        before = dict(cost), dict(at_city)
        ends = [(board.cities[c].hex, side, paid) for c, paid in at_city.items() if c != b for side in range(6)]
        for (hex, enter), paid in list(cost.items()):
            ends += [(hex, (enter + turn) % 6, paid) for turn in (2, 3, 4)]
        for hex, leave, paid in ends:
            there = board.beside[hex][leave]
            if there < 0:
                continue
            ridge = 4 * board.ridges[hex][leave]
            city = board.hexes[there].city
            if city >= 0:
                at_city[city] = min(at_city.get(city, 9999), paid + ridge * (board.hexes[hex].city < 0))
            else:
                key, total = (there, (leave + 3) % 6), paid + ridge + price[board.hexes[there].terrain]
                cost[key] = min(cost.get(key, 9999), total)
        if before == (cost, at_city):
            return at_city[b]


@pytest.mark.parametrize("name", ["NO08", "NO07", "NO09"])
def test_path__costs_as_little_as_can_be(name: str) -> None:
    """RS-6.2: terrain and ridges count, as they do for players."""
    position, board = first_card(name), railbot().board
    a, b, _ = next(card.cities for card in board.railbot if card.id == name)
    play(position, *PASS_TWICE)
    while position.phase == PATH and the_railbot(position)["path_to"] == board.cities[b].name:
        play(position, min(choices(position)))
    price, spent, reached, record = {"open": 2, "water": 3, "hill": 4}, 0.0, set(), position.record[0]
    for i in range(int(record["num_links"])):  # those of the first pair end with the one that comes to its second city
        for hex, slot in np.argwhere((record["link"] == i) & (record["track"] != NO_PIECE)):
            spent += price[board.hexes[hex].terrain]
            for side in ENDS[int(record["track"][hex, slot])]:
                at_city = board.hexes[board.beside[hex][side]].city >= 0
                spent += (4 if at_city else 2) * board.ridges[hex][side]
        reached |= {int(record["link_a"][i]), int(record["link_b"][i])}
        if b in reached:
            break
    assert b in reached and spent == cheapest(a, b)


def test_pair__that_is_connected_over_anybody_s_links_loses_a_cube() -> None:
    """RS-6.4, RS-6.5, RS-6.7, RW-R5: the way that does not need the player's links keeps the point away."""
    tracks = links("Kalmar", "Karlskrona", owner="railbot") + links("Karlskrona", "Alvesta", "Hässleholm", "Malmö")
    tracks += links("Alvesta", "Halmstad", "Malmö", owner="railbot")
    position = first_card(KALMAR, links=tracks, cubes={"Kalmar": {"blue": 2}, "Alvesta": {"black": 2}})
    told = play(position, *PASS_TWICE)
    taken = ["the Railbot takes a blue cube of Kalmar", "the Railbot takes a black cube of Alvesta"]
    assert about(told, "the Railbot takes") == taken and not about(told, "finishes")
    assert points(told) == ["player_0 gains 1 point for a delivery of the Railbot over links of the seat"]


def test_cube__is_of_the_second_city_s_color_or_of_the_player_s_choice() -> None:
    """RS-6.5, RS-6.6, RW-R4.1: Malmö is black, Alvesta gray."""
    cubes = {"Kalmar": {"red": 1, "purple": 2}, "Alvesta": {"black": 1, "red": 3}}
    position = first_card(KALMAR, links=OVER_ALVESTA, cubes=cubes)
    play(position, *PASS_TWICE)
    assert position.phase == "choose the cube that the Railbot takes"
    assert choices(position) == {"take a red cube", "take a purple cube"}
    told = play(position, "take a purple cube")
    assert about(told, "the Railbot takes")[-1] == "the Railbot takes a black cube of Alvesta"
    assert written(position)["cubes"]["Alvesta"] == {"red": 3}
    position = first_card(KALMAR, links=OVER_ALVESTA, cubes={"Alvesta": {"red": 1, "blue": 1}})
    told = play(position, *PASS_TWICE)
    assert choices(position) == {"take a red cube", "take a blue cube"} and not points(told)


def test_last_cube__that_the_railbot_takes_leaves_a_marker() -> None:
    """RS-6.8, RS-7.7, RS-10.1, RS-10.3: and may bring the end."""
    board = railbot().board
    marked = [city.name for city in board.cities if city.name != "Alvesta"][: board.empty_limit - 1]
    there = {"links": OVER_ALVESTA, "cubes": {"Alvesta": {"black": 1}}, "empty_city_markers": marked}
    position = first_card(KALMAR, **there)
    told = play(position, *PASS_TWICE)
    assert about(told, "Marker") == ["Alvesta gets an Empty City Marker"]
    assert written(position)["last_year"] == 2 and not position.is_over
    told = play(position, "pass", *PASS_TWICE, "pass")
    assert position.is_over and written(position)["year"] == 2 and not about(told, "reveals")


@pytest.mark.parametrize(("card", "color"), [(KALMAR, "black"), ("C02", "red")])
def test_hotel__gains_by_what_the_railbot_takes(card: str, color: str) -> None:
    """RS-9.2: in the city that the cube leaves, by a card of links or of exhaust."""
    there = {"hotels": {"Alvesta": "player_0", "Malmö": "player_0"}, "cubes": {"Alvesta": {color: 1}}}
    bounties = ["service bounty in Kalmar", "service bounty in Malmö"]
    position = first_card(card, links=OVER_ALVESTA, **there, display=bounties)
    told = play(position, *PASS_TWICE) + choose(position, EXHAUST)
    assert about(told, "hotel") == ["player_0 gains 1 point for a hotel"]
    assert written(position)["display"] == bounties


def test_bounty__is_lost_by_what_the_railbot_takes() -> None:
    """RS-9.4: in the city that the cube leaves."""
    bounties = ["service bounty in Malmö", "service bounty in Kalmar", "land grant"]
    position = first_card(KALMAR, links=OVER_ALVESTA, cubes={"Kalmar": {"red": 1}}, display=bounties)
    told = play(position, *PASS_TWICE)
    assert about(told, "pushed off") == ["a card is pushed off the display: service bounty in Kalmar"]
    assert written(position)["display"] == ["service bounty in Malmö", "land grant"]


def test_bounty_and_hotel__of_the_player_s_delivery_are_as_usual() -> None:
    """RS-9.1, RS-9.3, RS-4.1"""
    there = {
        "hotels": {"Malmö": "player_0"},
        "cubes": {"Alvesta": {"black": 2}},
        "display": ["service bounty in Malmö"],
    }
    position = given(railbot(), links=links("Alvesta", "Malmö"), **there)
    assert sorted(points(play(position, "load a black cube in Alvesta", "go to Malmö"))) == [
        "player_0 gains 1 point for a hotel",
        "player_0 gains 1 point for links of the delivery",
        "player_0 gains 2 points for a service bounty",
    ]
    assert written(position)["display"] == []


ONE_OWN = links("Alvesta", "Hässleholm") + links("Hässleholm", "Halmstad", "Malmö", owner="railbot")


@pytest.mark.parametrize(("points", "left"), [(0, 0), (1, 0), (2, 1), (9, 8)])
def test_delivery__over_two_links_of_the_railbot_is_netted_first(points: int, left: int) -> None:
    """RS-4.2, RS-3.5, RW-8.6, RW-R6: one for the own link, two less; never below 0."""
    ready = {"players": [{"engine": 3}], "scores": [points, 0], "cubes": {"Alvesta": {"black": 2}}}
    position = given(railbot(), links=ONE_OWN, **ready)
    play(position, "load a black cube in Alvesta", "go to Hässleholm", "go to Halmstad", "go to Malmö")
    assert written(position)["scores"] == [left, 0]


@pytest.mark.parametrize(
    ("more", "left"),
    [({}, 0), ({"hotels": {"Malmö": "player_0"}}, 0), ({"display": ["service bounty in Malmö"]}, 1)],
    ids=["alone", "a hotel", "a bounty"],
)
def test_delivery__pays_one_sum_before_the_track_ends_at_0(more: dict[str, Any], left: int) -> None:
    """RS-4.2, RS-9.1, RS-9.3, RW-R6: from no points, two links of the Railbot's and an own one cost 1, which the hotel
    or the bounty is in one sum with."""
    ready = {"players": [{"engine": 3}], "cubes": {"Alvesta": {"black": 1}}}
    position = given(railbot(), links=ONE_OWN, **ready, **more)
    told = play(position, "deliver the black cube of Alvesta")
    gained = [int(n) for sentence in about(told, "gains") for n in sentence.split() if n.isdigit()]
    lost = [int(n) for sentence in about(told, "loses", "point") for n in sentence.split() if n.isdigit()]
    assert position.scores[0] == left == sum(gained) - sum(lost)


# --- other cards --------------------------------------------------------------------------------------------------


def test_deadhead__blocks_a_place_that_is_free_without_pushing() -> None:
    """RS-7.1, RS-7.2, RS-7.3: it is never pushed off; in the end nothing is on display any more."""
    position = first_card("C09", display=["hotel in Oslo", "land grant"])
    told = play(position, *PASS_TWICE)
    assert not about(told, "pushed off") and the_railbot(position)["display_holds"] == 4
    full = {"part_of_turn": "after its card", "display_holds": 2}
    position = given(railbot(), display=["hotel in Oslo", "land grant"], deck=["city growth"], railbot=full)
    told = play(position, "pass")
    assert about(told, "pushed off") == ["a card is pushed off the display: hotel in Oslo"]
    assert written(position)["display"] == ["land grant", "city growth"]
    position = first_card("C09", display=["land grant"], deck=["city growth"], railbot={"display_holds": 1})
    assert about(play(position, *PASS_TWICE), "pushed off") == ["a card is pushed off the display: land grant"]
    told = play(position, "pass")
    assert about(told, "pushed off") == ["a card is pushed off the display: city growth"]
    assert written(position)["display"] == [] and the_railbot(position)["display_holds"] == 0


def test_card_of_both__is_a_deadhead_and_a_taxation() -> None:
    """RS-7.1, RS-7.4, RW-R3"""
    position = first_card("C11", scores=[12, 0], players=[{"cash": 30}])
    told = play(position, *PASS_TWICE)
    assert about(told, "has to pay") == ["player_0 has to pay $28,000 in tax"] and player(position)["cash"] == 2
    assert the_railbot(position)["display_holds"] == 4 and not about(told, "bond")


def test_exhaust__is_of_any_cities_and_of_what_there_is() -> None:
    """RS-7.5, RS-7.6, RS-7.7"""
    position = first_card("C02", cubes={"Oslo": {"red": 1}, "Bergen": {"red": 1, "black": 1}})
    play(position, *PASS_TWICE)
    assert choices(position) == {"choose Oslo", "choose Bergen"}
    told = play(position, "choose Bergen")
    assert choices(position) == {"choose Oslo"} and not about(told, "Marker")
    told = play(position, "choose Oslo")
    assert about(told, "Marker") == ["Oslo gets an Empty City Marker"] and position.phase == "take an action"
    position = first_card("C02")
    play(position, *PASS_TWICE)
    assert position.phase == "take an action"


def test_major_line__that_the_railbot_claims_is_nobody_s_any_more() -> None:
    """RS-7.8, RS-7.9, RW-R4.1: one of the player's choice, whatever links there are; it gives the Railbot nothing."""
    board, over = railbot().board, links("Malmö", "Halmstad", "Göteborg", owner="railbot")
    lines = [f"{board.cities[line.a].name} - {board.cities[line.b].name}" for line in board.lines]
    position = first_card(MALMO, links=over, claimed_lines=lines[:1])
    play(position, *PASS_TWICE)
    assert choices(position) == {f"claim {name}" for name in lines[1:]}
    told = play(position, "claim Oslo - Göteborg")
    assert about(told, "claims") == ["the Railbot claims the major line Oslo - Göteborg"]
    assert written(position)["scores"] == [0, 0]
    own = links("Oslo", "Karlskrona", "Hässleholm") + links("Jönköping", "Göteborg", "Alvesta")
    position = changed(position, links=own)
    told = play(position, "link Alvesta - Hässleholm")
    assert about(told, "finishes") and not about(told, "major line") and position.scores[0] == 0
    position = first_card(MALMO, links=over, claimed_lines=lines)
    play(position, *PASS_TWICE)
    assert position.phase == "take an action"


@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("C06", ["exhausts", "exhausts", "claims"]),
        ("C08", ["tax", "claims"]),
        ("NO14", ["takes", "takes", "takes", "claims"]),
        (MALMO, ["takes", "takes", "claims the major line"]),
    ],
)
def test_icons__come_after_the_card_s_own_effect(card: str, order: list[str]) -> None:
    """RS-7.8, RS-8.4: after its last cube, its taxation, its last pair."""
    tracks = links("Stavanger", "Kristiansand", "Skien", "Oslo") + links("Malmö", "Halmstad", "Göteborg")
    cities = ("Stavanger", "Kristiansand", "Skien", "Malmö", "Halmstad")
    there = {"links": tracks, "cubes": {city: {"yellow": 1, "purple": 1, "black": 1} for city in cities}}
    duel = {"duel_barons": [{"name": "Lars Toft"}]}
    position = given(railbot(duel_barons=True), **against(card, "C03", "C10", railbot=duel), **there, scores=[12, 0])
    told = play(position, *PASS_TWICE)
    while position.phase != "take an action":
        told += play(position, min(choices(position)))
    effects = ("the Railbot exhausts", "has to pay", "the Railbot takes", "the Railbot claims")
    done = [sentence for sentence in told if any(words in sentence for words in effects)]
    assert len(done) == len(order) and all(words in sentence for words, sentence in zip(order, done, strict=True))
