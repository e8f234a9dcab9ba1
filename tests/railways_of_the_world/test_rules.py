"""The game of several: auction, track and its price, deliveries, money, cities, cards, major lines, the end."""

from itertools import pairwise

import numpy as np
import pytest
from railways_of_the_world.tables import Table, of, railways

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.params import INCOME
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN


def test_income__rises_to_25_and_falls_again() -> None:
    """RW-8.4"""
    assert [int(INCOME[points]) for points in (0, 1, 12, 13, 20, 40, 41, 48, 49, 97, 98)] == [
        0, 3, 14, 15, 18, 24, 25, 25, 24, 10, 9,
    ]  # fmt: skip
    assert len(INCOME) == 99


# --- the auction --------------------------------------------------------------------------------------------------


def at_auction(num_players: int, first: int = 0) -> Table:
    table = Table(railways(num_players=num_players))
    table["phase"], table["first"], table["current"] = phases.AUCTION, first, first
    table["bid"], table["bidder"], table["passed"] = 0, -1, 0
    return table


def test_winner__pays_the_bid_and_begins() -> None:
    """RW-2.3, RW-2.4, RW-8.1"""
    table = at_auction(3)
    table.play("bid 2", "pass", "bid 4")
    assert int(table["current"]) == 0 and "bid 4" not in table.legal and "bid 5" in table.legal
    happened = table.play("pass")
    assert of(happened, event_kinds.WON_AUCTION) == [(2, 4, 0, 0, 0)]
    assert int(table["first"]) == int(table["current"]) == 2 and int(table["phase"]) == phases.ACTION
    seat = table.seat(2)
    assert (int(seat["cash"]), int(seat["bonds"])) == (1, 1)
    assert not table.seat(0)["bonds"]


def test_all_pass__and_the_first_place_goes_one_seat_on() -> None:
    """RW-2.5"""
    table = at_auction(3, first=1)
    table.play("pass", "pass", "pass")
    assert int(table["first"]) == int(table["current"]) == 2


def test_round__is_one_action_of_each_in_clockwise_order() -> None:
    """RW-2.6, RW-2.7"""
    table = at_auction(3, first=1)
    table.play("bid 1", "pass", "pass")
    order = []
    for _ in range(9):
        order.append(int(table["current"]))
        table.play("pass")
    assert order == [1, 2, 0] * 3 and int(table["year"]) == 2


# --- track --------------------------------------------------------------------------------------------------------


def test_price__is_that_of_the_terrain_paid_with_as_few_bonds_as_can_be() -> None:
    """RW-3.9, RW-3.10, RW-8.2"""
    table = Table(railways())
    terrain = {"open": 2, "water": 3, "hill": 4}
    for label in sorted(words for words in table.legal if words.startswith("build from "))[:60]:
        trial = Table(railways())
        trial.state[:] = table.state
        trial.play(label)
        for way in sorted(trial.legal):
            after = Table(railways())
            after.state[:] = trial.state
            (laid,) = of(after.play(way), event_kinds.LAID)
            _, hex, enter, leave, price = laid
            ridges = int(trial.board.ridges[hex][enter])
            beyond = trial.board.hexes[trial.board.beside[hex][leave]]
            ridges += int(trial.board.ridges[hex][leave]) if beyond.city >= 0 else 0
            assert price == terrain[trial.board.hexes[hex].terrain] + 4 * ridges
            seat = after.seat(0)
            assert 5 * int(seat["bonds"]) - price == int(seat["cash"]) < 5


def test_crossing__costs_two_more_and_keeps_four_sides_apart() -> None:
    """RW-3.11, RW-3.13, RW-R1: random games without land grants: the price is that of the terrain, 2 for a crossing,
    and 4 a ridge; the pieces of a hex have no side in common."""
    game, rng = railways(num_players=4), np.random.default_rng(5)
    terrain, crossings = {"open": 2, "water": 3, "hill": 4}, 0
    for seed in range(3):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["year"][0] < 12:
            before, granted, year = state["track"][0].copy(), bool(state["grant"][0]), int(state["year"][0])
            action = int(rng.choice(np.flatnonzero(game.rules.legal(state))))
            for _, hex, _, _, price in of(game.rules.apply(state, action), event_kinds.LAID):
                crossing = (before[hex] != NO_PIECE).any()
                sides = [side for piece in state["track"][0][hex] if piece != NO_PIECE for side in ENDS[piece]]
                if int(state["year"][0]) == year:  # else it may be gone already
                    assert len(set(sides)) == len(sides) == (4 if crossing else 2)
                crossings += crossing
                if not granted:
                    assert price - terrain[game.board.hexes[hex].terrain] - 2 * crossing in (0, 4, 8)
    assert crossings > 3


def test_run__that_is_open_at_the_end_of_the_turn_is_taken_off() -> None:
    """RW-3.7, RW-2.8"""
    table = Table(railways())
    start = next(words for words in sorted(table.legal) if words.startswith("build from Stockholm"))
    table.play(start, "lay straight on", "leave the run open")
    assert (table["track"] != NO_PIECE).sum() == 1
    bonds = int(table.seat(0)["bonds"])
    cash = int(table.seat(0)["cash"]) - 5 * bonds
    assert any(words.startswith("continue open run") for words in next_own_action(table).legal)
    while int(table["phase"]) == phases.ACTION:
        table.play("pass")
    assert (table["track"] == NO_PIECE).all() and int(table["num_runs"]) == 0
    seat = table.seat(0)
    assert int(seat["cash"]) - 5 * int(seat["bonds"]) == cash - bonds  # what the bonds cost, and nothing paid back


def next_own_action(table: Table) -> Table:
    while int(table["current"]) != 0:
        table.play("pass")
    return table


def test_links__are_what_the_track_says() -> None:
    """RW-3.4: random games: every piece belongs to an open run or to the link of its owner, and links join what they
    say."""
    game, rng = railways(num_players=3), np.random.default_rng(2)
    for seed in range(4):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["year"][0] < 10:
            game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
        s = state[0]
        joined = np.zeros_like(s["joined"])
        for i in range(int(s["num_links"])):
            a, b, owner = int(s["link_a"][i]), int(s["link_b"][i]), int(s["link_owner"][i])
            joined[owner, a] |= 1 << b
            joined[owner, b] |= 1 << a
            pieces = s["link"] == i
            assert a != b and pieces.sum() == int(s["link_tiles"][i]) > 0
            assert (s["owner"][pieces & (s["track"] != NO_PIECE)] == owner).all()
        assert (joined == s["joined"]).all()
        open_pieces = (s["track"] != NO_PIECE) & (s["link"] == OPEN_RUN)
        assert bool(open_pieces.any()) == bool(int(s["num_runs"]))


# --- deliveries ---------------------------------------------------------------------------------------------------


def coast(num_players: int = 2) -> Table:
    """Alvesta - Hässleholm of seat 0, Hässleholm - Malmö of seat 1, and one black cube in Alvesta."""
    table = Table(railways(num_players=num_players))
    table.join(0, "Alvesta", "Hässleholm")
    table.join(1, "Hässleholm", "Malmö")
    table.cubes("Alvesta", black=1)
    table["shown"] = 0
    return table


def test_delivery__pays_the_owner_of_every_link() -> None:
    """RW-6.1, RW-6.6, RW-6.8, RW-6.9"""
    table = coast()
    assert "load a black cube in Alvesta" not in table.legal  # an engine of level 1
    table.seat(0)["engine"] = 2
    black = int(table["bag"][4])
    table.play("load a black cube in Alvesta")
    assert table.legal == {"go to Hässleholm"}
    table.play("go to Hässleholm")
    assert table.legal == {"go to Malmö"}
    happened = table.play("go to Malmö")
    assert table["scores"][:2].tolist() == [1, 1] and int(table["bag"][4]) == black + 1
    assert of(happened, event_kinds.DELIVERED) == [(0, 4, table.city("Alvesta"), table.city("Malmö"), 2)]
    assert of(happened, event_kinds.EMPTIED) == [(-1, table.city("Alvesta"), 0, 0, 0)]


def test_first_link__has_to_be_the_seat_s_own() -> None:
    """RW-6.2"""
    table = coast()
    table.seat(0)["engine"] = table.seat(1)["engine"] = 4
    table["current"] = 1
    table.seat(1)["actions"] = 1
    assert "load a black cube in Alvesta" not in table.legal


def test_cube__stops_in_the_first_city_of_its_color() -> None:
    """RW-6.4: Hässleholm is gray: once it is black, the cube goes no further."""
    table = coast()
    table.seat(0)["engine"] = 4
    table["color"][table.city("Hässleholm")] = 4
    table.play("load a black cube in Alvesta", "go to Hässleholm")
    assert table["scores"][:2].tolist() == [1, 0] and int(table["phase"]) == phases.ACTION


def test_hotel__gains_a_point_by_whoever_delivers() -> None:
    """RW-7.7"""
    table = coast()
    table.seat(0)["engine"] = 2
    table["hotel"][table.city("Malmö")] = 1
    table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")
    assert table["scores"][:2].tolist() == [1, 2]


def test_owner__of_the_next_link_is_chosen_where_there_are_several() -> None:
    """RW-6.7"""
    table = coast(3)
    table.join(2, "Hässleholm", "Malmö")
    table.seat(0)["engine"] = 2
    table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")
    assert table.legal == {"over a link of seat 1", "over a link of seat 2"}
    table.play("over a link of seat 2")
    assert table["scores"][:3].tolist() == [1, 0, 1]


# --- money, cities, lines -----------------------------------------------------------------------------------------


def test_engine__costs_more_from_level_to_level() -> None:
    """RW-5.1, RW-5.2"""
    table = Table(railways())
    prices = []
    for _ in range(7):
        next_own_action(table)
        if int(table["phase"]) != phases.ACTION:
            break
        (upgraded,) = of(table.play("upgrade the engine"), event_kinds.UPGRADED)
        prices.append(upgraded[2])
        table["year"], table["round"], table["current"], table["phase"] = 1, 0, 0, phases.ACTION
        table.seat(0)["actions"] = 1
    assert prices == [5, 10, 10, 15, 15, 20, 20] and "upgrade the engine" not in table.legal


def test_urbanize__colors_a_gray_city_and_brings_two_cubes() -> None:
    """RW-4.1, RW-4.2, RW-4.3"""
    table = Table(railways())
    city = table.city("Alvesta")
    cubes = int(table["cubes"][city].sum())
    table.play("urbanize Alvesta")
    assert table.legal == {f"make it {color}" for color in ("blue", "yellow", "purple", "black")}
    table.play("make it purple")
    assert int(table["color"][city]) == 3 and int(table["cubes"][city].sum()) == cubes + 2
    assert int(table["tiles"][3]) == 1 and int(table.seat(0)["bonds"]) == 2


def test_major_line__is_for_the_first_who_joins_its_cities() -> None:
    """RW-9.2"""
    table = Table(railways())
    line = table.board.lines[0]
    a, b = (table.board.cities[city].name for city in (line.a, line.b))
    before = table["claimed"].copy()
    names = [a, "Norrköping", "Alvesta", "Hässleholm", b] if {a, b} == {"Stockholm", "Malmö"} else [a, b]
    happened = [event for pair in pairwise(names) for event in table.join(0, *pair)]
    assert (0, 0, 0, 0, 0) in of(happened, event_kinds.LINE) and int(table["claimed"]) & ~int(before) & 1
    assert int(table["scores"][0]) >= line.points


def test_income__is_net_of_a_thousand_for_every_bond() -> None:
    """RW-8.3, RW-8.5"""
    table = Table(railways())
    table["scores"][0], table["round"], table["current"], table["first"] = 12, 2, 1, 0
    table.seat(0)["bonds"], table.seat(0)["cash"], table.seat(1)["actions"] = 4, 0, 1
    happened = table.play("pass")
    assert (0, 10, 0, 0, 0) in of(happened, event_kinds.INCOME) and int(table.seat(0)["cash"]) == 10


def test_end__comes_a_turn_after_the_last_marker_and_bonds_cost_points() -> None:
    """RW-10.1, RW-10.3"""
    table = coast()
    table.seat(0)["engine"] = 2
    table["markers"] = int(table.game.params["markers"][0]) - 1
    year = int(table["year"])
    table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")
    assert int(table["last_year"]) == year + 1
    table.seat(0)["bonds"] = 3
    while not table["terminated"]:
        table.play("pass")
    assert int(table["year"]) == year + 1 and table.game.end_reasons[int(table["end_reason"])].startswith("all Empty")
    assert int(table["scores"][0]) == 1 - 3
    assert table["payoff"][:2].tolist() == [-1, 1]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_set_up__is_that_of_the_number_of_players(num_players: int) -> None:
    """RW-1.1, RW-1.3, RW-1.4, RW-1.6, RW-1.7, RW-1.8"""
    game = railways(num_players=num_players, barons=True)
    s = game.rules.new_state(3)[0]
    cubes = [max(1, city.cubes - (num_players < 4)) for city in game.board.cities]
    assert s["cubes"][: len(cubes)].sum(1).tolist() == cubes
    assert int(s["shown"]) == 3 + 2 * num_players
    assert len({int(b) for seat in s["players"][:num_players] for b in seat["barons"]}) == 2 * num_players
    assert int(game.params["markers"][0]) == 8 + 2 * (num_players - 1)


def test_start_cards__lie_on_display_first_and_the_others_by_lot() -> None:
    """RW-1.7: what is not on display is the deck."""
    game, seen = railways(num_players=3), set()
    kinds = [card.kind for card in game.board.operations]
    starts = {kinds.index(kind) for kind in ("railroad_era_begins", "speed_record", "new_train")}
    for seed in range(40):
        s = game.rules.new_state(seed)[0]
        there, deck = s["display"][: int(s["shown"])].tolist(), s["deck"]["cards"][: int(s["deck"]["size"])].tolist()
        assert set(there[:3]) == starts
        assert sorted(there + deck) == list(range(len(kinds)))
        seen.add(tuple(there[3:]))
    assert len(seen) > 35 and {card for cards in seen for card in cards} == set(range(len(kinds))) - starts
