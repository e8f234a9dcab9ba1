"""The game of several: auction, track and its price, deliveries, money, cities, cards, major lines, the end."""

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import ALVESTA, MALMO, about, choices, have, links, player, railways

from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.params import INCOME
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN


def test_income__rises_to_25_and_falls_again() -> None:
    """RW-8.4"""
    assert [int(INCOME[points]) for points in (0, 1, 12, 13, 20, 40, 41, 48, 49, 97, 98)] == [
        0, 3, 14, 15, 18, 24, 25, 25, 24, 10, 9,
    ]  # fmt: skip
    assert len(INCOME) == 99


# --- the auction --------------------------------------------------------------------------------------------------


def at_auction(num_players: int, first: int = 0) -> Position:
    opener = f"player_{first}"
    game = railways(num_players=num_players)
    return given(game, phase="bid for the first place", first=opener, current_player=opener)


def test_winner__pays_the_bid_and_begins() -> None:
    """RW-2.3, RW-2.4, RW-8.1"""
    position = at_auction(3)
    play(position, "bid 2", "pass", "bid 4")
    assert position.current_player == 0
    assert "bid 4" not in choices(position) and "bid 5" in choices(position)
    told = play(position, "pass")
    assert about(told, "goes first") == ["player_2 pays $4,000 and goes first"]
    assert written(position)["first"] == "player_2" and position.current_player == 2
    assert position.phase == "take an action"
    assert (player(position, 2)["cash"], player(position, 2)["bonds"]) == (1, 1)
    assert player(position, 0)["bonds"] == 0


def test_all_pass__and_the_first_place_goes_one_seat_on() -> None:
    """RW-2.5"""
    position = at_auction(3, first=1)
    play(position, "pass", "pass", "pass")
    assert written(position)["first"] == "player_2" and position.current_player == 2


def test_round__is_one_action_of_each_in_clockwise_order() -> None:
    """RW-2.6, RW-2.7"""
    position = at_auction(3, first=1)
    play(position, "bid 1", "pass", "pass")
    order = []
    for _ in range(9):
        order.append(position.current_player)
        play(position, "pass")
    assert order == [1, 2, 0] * 3 and written(position)["year"] == 2


# --- track --------------------------------------------------------------------------------------------------------


def test_price__is_that_of_the_terrain_paid_with_as_few_bonds_as_can_be() -> None:
    """RW-3.9, RW-3.10, RW-8.2"""
    first = given(railways())
    board, terrain = first.game.board, {"open": 2, "water": 3, "hill": 4}
    for start in sorted(words for words in choices(first) if words.startswith("build from "))[:60]:
        begun = first.copy()
        begun.play(start)
        for way in sorted(choices(begun)):
            position = begun.copy()
            (hex, enter, leave, price) = next(e.data for e in position.play(way) if e.kind == event_kinds.LAID)
            beyond = board.hexes[board.beside[hex][leave]]
            ridges = board.ridges[hex][enter] + (board.ridges[hex][leave] if beyond.city >= 0 else 0)
            assert price == terrain[board.hexes[hex].terrain] + 4 * ridges
            assert 5 * player(position)["bonds"] - price == player(position)["cash"] < 5


def test_crossing__costs_two_more_and_keeps_four_sides_apart() -> None:
    """RW-3.11, RW-3.13, RW-R1: random games without land grants: the price is that of the terrain, 2 for a crossing,
    and 4 a ridge; the pieces of a hex have no side in common."""
    game, rng = railways(num_players=4), np.random.default_rng(5)
    terrain, crossings = {"open": 2, "water": 3, "hill": 4}, 0
    for seed in range(3):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["year"][0] < 12:
            before, granted, year = state["track"][0].copy(), bool(state["grant_in_use"][0]), int(state["year"][0])
            action = int(rng.choice(np.flatnonzero(game.rules.legal(state))))
            laid = [event.data for event in game.rules.apply(state, action) if event.kind == event_kinds.LAID]
            for hex, _, _, price in laid:
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
    run = {"from": "Stockholm", "way": ["north-east", "straight on"]}
    position = given(railways(), rounds_played=1, current_player="player_1", open_runs=[run])
    play(position, "pass")
    assert any(words.startswith("continue open run") for words in choices(position))
    position = have(position, 0, cash=3, bonds=1)
    while position.phase == "take an action":
        play(position, "pass")
    assert "open_runs" not in position.to_dict() and (position.record["track"] == NO_PIECE).all()
    assert (player(position)["cash"], player(position)["bonds"]) == (2, 1)  # what the bond costs; nothing is paid back


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

TO_MALMO = ("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")


def coast(num_players: int = 2, engine: int = 2, **position: object) -> Position:
    """Alvesta - Hässleholm of player 0, Hässleholm - Malmö of player 1, and one black cube in Alvesta."""
    tracks = [ALVESTA, {**MALMO, "owner": "player_1"}]
    coast = {"players": [{"engine": engine}], "links": tracks, "cubes": {"Alvesta": {"black": 1}}}
    return given(railways(num_players=num_players), **{**coast, **position})


def test_delivery__pays_the_owner_of_every_link() -> None:
    """RW-6.1, RW-6.6, RW-6.8, RW-6.9"""
    assert "load a black cube in Alvesta" not in choices(coast(engine=1))
    position = coast()
    black = written(position)["bag"]["black"]
    play(position, "load a black cube in Alvesta")
    assert choices(position) == {"go to Hässleholm"}
    play(position, "go to Hässleholm")
    assert choices(position) == {"go to Malmö"}
    told = play(position, "go to Malmö")
    assert position.scores == (1, 1) and written(position)["bag"]["black"] == black + 1
    assert about(told, "delivers") == ["player_0 delivers a black cube from Alvesta to Malmö over 2 links"]
    assert about(told, "Empty City Marker") == ["Alvesta gets an Empty City Marker"]


def test_first_link__has_to_be_the_seat_s_own() -> None:
    """RW-6.2"""
    position = coast(players=[{"engine": 4}, {"engine": 4}], current_player="player_1")
    assert "load a black cube in Alvesta" not in choices(position)


def test_cube__stops_in_the_first_city_of_its_color() -> None:
    """RW-6.4: Hässleholm is gray: once it is black, the cube goes no further."""
    position = coast(engine=4, new_cities={"Hässleholm": "black"})
    play(position, *TO_MALMO[:2])
    assert position.scores == (1, 0) and position.phase == "take an action"


def test_hotel__gains_a_point_by_whoever_delivers() -> None:
    """RW-7.7"""
    position = coast(hotels={"Malmö": "player_1"})
    play(position, *TO_MALMO)
    assert position.scores == (1, 2)


def test_owner__of_the_next_link_is_chosen_where_there_are_several() -> None:
    """RW-6.7"""
    several = [ALVESTA, {**MALMO, "owner": "player_1"}, *links("Hässleholm", "Malmö", owner="player_2")]
    position = coast(3, links=several)
    play(position, *TO_MALMO)
    assert choices(position) == {"over a link of seat 1", "over a link of seat 2"}
    play(position, "over a link of seat 2")
    assert position.scores == (1, 0, 1)


# --- money, cities, lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "price"), [(2, 5), (3, 10), (4, 10), (5, 15), (6, 15), (7, 20), (8, 20)])
def test_engine__costs_more_from_level_to_level(level: int, price: int) -> None:
    """RW-5.1, RW-5.2"""
    position = given(railways(), players=[{"engine": level - 1, "cash": price}])
    told = play(position, "upgrade the engine")
    assert told == [f"player_0 upgrades the engine to level {level} for ${price},000"]
    assert (player(position)["engine"], player(position)["cash"], player(position)["bonds"]) == (level, 0, 0)


def test_engine__of_level_8_is_the_best() -> None:
    """RW-5.1"""
    assert "upgrade the engine" in choices(given(railways(), players=[{"engine": 7}]))
    assert "upgrade the engine" not in choices(given(railways(), players=[{"engine": 8}]))


def test_urbanize__colors_a_gray_city_and_brings_two_cubes() -> None:
    """RW-4.1, RW-4.2, RW-4.3"""
    position = given(railways(), cubes={"Alvesta": {"red": 1}})
    play(position, "urbanize Alvesta")
    assert choices(position) == {f"make it {color}" for color in ("blue", "yellow", "purple", "black")}
    play(position, "make it purple")
    after = written(position)
    assert after["new_cities"] == {"Alvesta": "purple"} and sum(after["cubes"]["Alvesta"].values()) == 1 + 2
    assert after["new_city_tiles"]["purple"] == 1 and player(position)["bonds"] == 2


def test_major_line__is_for_the_first_who_joins_its_cities() -> None:
    """RW-9.2"""
    line = railways().board.lines[0]
    before = links("Stockholm", "Norrköping", "Alvesta") + links("Hässleholm", "Malmö")
    position = given(railways(), links=before)
    told = play(position, "link Alvesta - Hässleholm")
    assert "player_0 completes the major line Stockholm - Malmö" in told
    assert written(position)["claimed_lines"] == player(position)["major_lines"] == ["Stockholm - Malmö"]
    assert position.scores[0] == line.points


def test_income__is_net_of_a_thousand_for_every_bond() -> None:
    """RW-8.3, RW-8.5"""
    position = given(
        railways(), rounds_played=2, current_player="player_1", scores=[12, 0], players=[{"bonds": 4, "cash": 0}]
    )
    told = play(position, "pass")
    assert "player_0 gets $10,000 of income" in told and player(position)["cash"] == 10


def test_end__comes_a_turn_after_the_last_marker_and_bonds_cost_points() -> None:
    """RW-10.1, RW-10.3"""
    emptied = [city.name for city in railways().board.cities if city.name != "Alvesta"]
    position = coast(empty_city_markers=emptied[: int(railways().params["markers_to_end"][0]) - 1])
    year = written(position)["year"]
    play(position, *TO_MALMO)
    assert written(position)["last_year"] == year + 1
    position = have(position, 0, bonds=3)
    while not position.is_over:
        play(position, "pass")
    assert written(position)["year"] == year + 1 and str(position.end_reason).startswith("all Empty")
    assert position.scores[0] == 1 - 3
    assert position.payoffs == (-1, 1)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_set_up__is_that_of_the_number_of_players(num_players: int) -> None:
    """RW-1.1, RW-1.3, RW-1.4, RW-1.6, RW-1.7, RW-1.8"""
    game = railways(num_players=num_players, barons=True)
    dealt = written(game.new_position(3))
    cubes = {city.name: max(1, city.cubes - (num_players < 4)) for city in game.board.cities}
    assert {city: sum(there.values()) for city, there in dealt["cubes"].items()} == cubes
    assert len(dealt["display"]) == 3 + 2 * num_players
    assert len({baron for player in dealt["players"] for baron in player["barons"]}) == 2 * num_players
    assert int(game.params["markers_to_end"][0]) == 8 + 2 * (num_players - 1)


def test_start_cards__lie_on_display_first_and_the_others_by_lot() -> None:
    """RW-1.7: what is not on display is the deck."""
    game, seen = railways(num_players=3), set()
    starts = {"railroad era begins", "speed record", "new train"}
    for seed in range(40):
        dealt = written(game.new_position(seed))
        assert set(dealt["display"][:3]) == starts and dealt["cards_gone"] == []
        cards = [*dealt["display"], *dealt["deck"]]
        assert len(set(cards)) == len(cards) == len(game.board.operations)
        seen.add(tuple(dealt["display"][3:]))
    assert len(seen) > 35 and {card for shown in seen for card in shown} == set(cards) - starts
