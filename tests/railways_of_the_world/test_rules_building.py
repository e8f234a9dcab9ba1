"""Building track: where it begins, how far an action goes, when it is a link, what it costs."""

from itertools import product

import numpy as np
from given import given, play, written
from railways_of_the_world.games import ALVESTA, about, choices, links, railways

from railgym.envs.core.events import Event
from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE

WAYS = ("lay left", "lay straight on", "lay right")


def starts(position: Position) -> list[str]:
    return sorted(words for words in choices(position) if words.startswith("build from "))


def tiles(events: list[Event]) -> list[tuple[int, ...]]:
    """Hex, side it was entered at, side it was left through and price of all tiles laid."""
    return [event.data for event in events if event.kind == event_kinds.LAID]


def after(position: Position, action: str) -> tuple[Position, list[tuple[int, ...]]]:
    """A copy of a position in which an action is played, and the tiles that it lays."""
    twin = position.copy()
    return twin, tiles(twin.play(action))


def test_action__lays_four_tiles_and_five_with_perfect_engineering() -> None:
    """RW-3.1, RW-7.9"""
    rng = np.random.default_rng(1)
    for engineers in (False, True):
        first, longest = given(railways(), players=[{"perfect_engineering": engineers}]), 0
        for start in starts(first)[::4]:
            position, laid = after(first, start)
            while position.phase == "lay a tile":
                way = str(rng.choice(sorted(choices(position) - {"leave the run open"})))
                position, more = after(position, way)
                laid += more
            longest = max(longest, len(laid))
        assert longest == 4 + engineers


def test_track__begins_in_any_city() -> None:
    """RW-3.2"""
    position = given(railways(), links=[ALVESTA, *links("Oslo", "Hamar", owner="player_1")])
    assert {words[len("build from ") : words.index(" to the ")] for words in starts(position)} == {
        city.name for city in railways().board.cities
    }


def test_open_run__is_continued_by_its_owner_only() -> None:
    """RW-3.3: from where it ends, with as many tiles as any action has."""
    position = given(railways())
    play(position, "build from Stockholm to the north-east", "lay straight on", "leave the run open")
    assert position.current_player == 1 and not any(words.startswith("continue") for words in choices(position))
    run = {"from": "Stockholm", "owner": "player_0", "way": ["north-east", "straight on"]}
    assert written(position)["open_runs"] == [run]
    play(position, "pass")
    assert {words for words in choices(position) if words.startswith("continue")} == {"continue open run 1"}
    play(position, "continue open run 1")
    assert written(position)["open_runs"] == [{**run, "laying": True}]
    play(position, "lay left")
    assert written(position)["open_runs"][0]["way"] == [*run["way"], "left"]


def test_link__joins_two_cities_and_ends_the_action() -> None:
    """RW-3.4, RW-3.6: though tiles of the action are left, the next player is to act."""
    position = given(railways())
    play(position, "build from Alvesta to the south-west", "lay straight on")
    assert position.current_player == 1 and position.phase == "take an action"
    assert written(position)["links"] == [{**ALVESTA, "owner": "player_0"}] and not written(position)["open_runs"]
    joined, ends = position.record["joined"][0, 0], [railways().board.city_of[name] for name in ALVESTA["cities"]]
    assert [int(joined[end]) for end in ends] == [1 << end for end in reversed(ends)]


def test_run__leads_to_no_city_that_it_came_from() -> None:
    """RW-3.4, RW-3.5: in random games no tile lies in a city's hex, a tile that meets a city makes a link of the run,
    and its ends are different."""
    game, rng, linked = railways(num_players=4), np.random.default_rng(8), 0
    cities = np.array([here.city >= 0 for here in game.board.hexes])
    for seed in range(3):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["year"][0] < 8:
            happened = game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
            for hex, _, leave, _ in tiles(happened):
                assert not cities[hex]
                made = [event.data for event in happened if event.kind == event_kinds.LINKED]
                assert not cities[game.board.beside[hex][leave]] or len(made) == 1
                linked += len(made)
                assert all(a != b for a, b, *_ in made)
        assert (state["track"][0][: len(cities)][cities] == NO_PIECE).all()
    assert linked > 20


def test_curves__are_gentle() -> None:
    """RW-3.12, RW-R1: a run leaves a hex straight on or one side beside that, never through a side next to the one that
    it entered at; nine pieces come of that."""
    assert len({frozenset(ends) for ends in ENDS.tolist()}) == 9
    first, turns = given(railways()), set()
    for start in starts(first):
        begun, _ = after(first, start)
        for way in choices(begun):
            ((_, enter, leave, _),) = after(begun, way)[1]
            turns.add((leave - enter) % 6)
    assert turns == {2, 3, 4}


def two_runs(owner: str) -> Position:
    """A run of player 0 out of Malmö, one tile long, and ``owner`` about to lay a tile out of Hässleholm beside it."""
    run = {"from": "Malmö", "way": ["north-east", "left"]}
    step = {"at": "25,11", "enters_at": "north-east", "origin": "Hässleholm"}
    return given(railways(), phase="lay a tile", current_player=owner, open_runs=[run], step=step)


def test_open_runs__of_one_owner_that_meet_are_one() -> None:
    """RW-3.8: both began in cities, so that they are a link now."""
    position = two_runs("player_0")
    told = play(position, "lay left")
    assert about(told, "finishes") == ["player_0 finishes the link Hässleholm - Malmö, 2 tiles"]
    assert written(position)["open_runs"] == [] and len(written(position)["links"]) == 1


def test_open_runs__of_two_owners_do_not_meet() -> None:
    """RW-3.3, RW-3.8"""
    assert "lay left" not in choices(two_runs("player_1"))


def test_ridge__is_paid_with_the_second_of_its_tiles() -> None:
    """RW-3.10: with the first, too, where a city lies beyond it."""
    board, first, seen = railways().board, given(railways()), set()
    price = {"open": 2, "water": 3, "hill": 4}
    for start in starts(first):
        begun, _ = after(first, start)
        for one, two in product(WAYS, WAYS):
            position = begun
            for way in (one, two):
                if position.phase != "lay a tile" or way not in choices(position):
                    break
                position, ((hex, enter, leave, paid),) = after(position, way)
                entered, left = board.ridges[hex][enter], board.ridges[hex][leave]
                at_city = board.hexes[board.beside[hex][leave]].city >= 0
                assert paid == price[board.hexes[hex].terrain] + 4 * entered + 4 * (left and at_city)
                seen |= {("entered", bool(entered)), ("left", bool(left), at_city)}
    assert {("entered", True), ("left", True, False)} <= seen


def test_second_link__between_the_same_two_cities_is_allowed() -> None:
    """RW-3.14"""
    position = given(railways(), links=[ALVESTA])
    play(position, "link Alvesta - Hässleholm")
    first, second = written(position)["links"]
    assert set(first["cities"]) == set(second["cities"]) == {"Alvesta", "Hässleholm"} and first != second
