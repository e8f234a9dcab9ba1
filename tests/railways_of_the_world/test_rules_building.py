"""Building track: where it begins, how far an action goes, when it is a link, what it costs."""

from itertools import product

import numpy as np
from railways_of_the_world.tables import Table, of, railways

from railgym.envs.core.events import Event
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.actions import SIDE_NAMES
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN

WAYS = ("lay left", "lay straight on", "lay right")


def starts(table: Table) -> list[str]:
    return sorted(words for words in table.legal if words.startswith("build from "))


def copy(table: Table) -> Table:
    other = Table(table.game)
    other.state[:] = table.state
    return other


def way(enter: int, leave: int) -> str:
    return WAYS[(leave - enter - 2) % 6]


def start(city: str, enter: int) -> str:
    """Out of a city into the hex beside it that is entered at a side."""
    return f"build from {city} to the {SIDE_NAMES[(enter + 3) % 6]}"


def tiles(events: list[Event]) -> list[tuple[int, int, int]]:
    """Hex, side it was entered at, side it was left through, of all tiles laid."""
    return [(hex, enter, leave) for _, hex, enter, leave, _ in of(events, event_kinds.LAID)]


def test_action__lays_four_tiles_and_five_with_perfect_engineering() -> None:
    """RW-3.1, RW-7.9"""
    first, rng = Table(railways()), np.random.default_rng(1)
    for engineers in (0, 1):
        longest = 0
        for label in starts(first)[::4]:
            table, laid = copy(first), 0
            table.seat(0)["engineers"] = engineers
            table.play(label)
            while int(table["phase"]) == phases.LAY:
                laid += len(
                    of(table.play(str(rng.choice(sorted(table.legal - {"leave the run open"})))), event_kinds.LAID)
                )
            longest = max(longest, laid)
        assert longest == 4 + engineers


def test_track__begins_in_any_city() -> None:
    """RW-3.2"""
    table = Table(railways())
    table.join(0, "Alvesta", "Hässleholm")
    table.join(1, "Oslo", "Hamar")
    table.act(0)
    assert {words[len("build from ") : words.index(" to the ")] for words in starts(table)} == {
        city.name for city in table.board.cities
    }


def test_open_run__is_continued_by_its_owner_only() -> None:
    """RW-3.3: from where it ends, with as many tiles as any action has."""
    table = Table(railways())
    label = next(words for words in starts(table) if words.startswith("build from Stockholm"))
    table.play(label, "lay straight on", "leave the run open")
    assert int(table["current"]) == 1 and not any(words.startswith("continue") for words in table.legal)
    end = int(table["run_hex"][0])
    table.play("pass")
    assert {words for words in table.legal if words.startswith("continue")} == {"continue open run 1"}
    table.play("continue open run 1")
    (laid,) = tiles(table.play(min(table.legal & set(WAYS))))
    assert laid[0] == end and (table["owner"][end] == 0).any() and int(table["num_runs"]) in (0, 1)


def test_link__joins_two_cities_and_ends_the_action() -> None:
    """RW-3.4, RW-3.6: though tiles of the action are left, the next seat is to act."""
    table = Table(railways())
    laid = tiles(table.build("Alvesta", "Hässleholm"))
    assert len(laid) < 4 and int(table["current"]) == 1 and int(table["phase"]) == phases.ACTION
    a, b = table.city("Alvesta"), table.city("Hässleholm")
    assert int(table["num_links"]) == 1 and int(table["link_owner"][0]) == 0
    assert {int(table["link_a"][0]), int(table["link_b"][0])} == {a, b}
    assert int(table["link_tiles"][0]) == len(laid)
    assert int(table["joined"][0, a]) == 1 << b and int(table["joined"][0, b]) == 1 << a
    pieces = table["track"] != NO_PIECE
    assert (table["link"][pieces] == 0).all() and (table["owner"][pieces] == 0).all()


def test_run__leads_to_no_city_that_it_came_from() -> None:
    """RW-3.4, RW-3.5: in random games no tile lies in a city's hex, a tile that meets a city makes a link of the run,
    and its ends are different."""
    game, rng, linked = railways(num_players=4), np.random.default_rng(8), 0
    cities = np.array([here.city >= 0 for here in game.board.hexes])
    for seed in range(3):
        state = game.rules.new_state(seed)
        while not state["terminated"][0] and state["year"][0] < 8:
            happened = game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
            for hex, _, leave in tiles(happened):
                assert not cities[hex]
                links = of(happened, event_kinds.LINKED)
                assert not cities[game.board.beside[hex][leave]] or len(links) == 1
                linked += len(links)
                assert all(a != b for _, a, b, *_ in links)
        assert (state["track"][0][: len(cities)][cities] == NO_PIECE).all()
    assert linked > 20


def test_curves__are_gentle() -> None:
    """RW-3.12, RW-R1: a run leaves a hex straight on or one side beside that, never through a side next to the one that
    it entered at; nine pieces come of that."""
    assert len({frozenset(ends) for ends in ENDS.tolist()}) == 9
    table, turns = Table(railways()), set()
    for label in starts(table):
        trial = copy(table)
        trial.play(label)
        for words in sorted(trial.legal):
            after = copy(trial)
            (laid,) = tiles(after.play(words))
            turns.add((laid[2] - laid[1]) % 6)
    assert turns == {2, 3, 4}


def two_runs(owner: int) -> tuple[Table, str, list[tuple[int, int, int]]]:
    """A run of seat 0 out of Alvesta, one tile long, and of another seat out of Hässleholm, before the tile that would
    join them. Returns what it is called to lay that tile, and the tiles of the link from Alvesta on."""
    trial = Table(railways())
    way_there = tiles(trial.build("Alvesta", "Hässleholm"))
    assert len(way_there) >= 2
    table = Table(railways())
    _, enter, leave = way_there[0]
    table.play(start("Alvesta", enter), way(enter, leave), "leave the run open")
    table.act(owner)
    _, enter, leave = way_there[-1]
    table.play(start("Hässleholm", leave))
    for _, enter, leave in reversed(way_there[2:]):
        table.play(way(leave, enter))
    _, enter, leave = way_there[1]
    return table, way(leave, enter), way_there


def test_open_runs__of_one_owner_that_meet_are_one() -> None:
    """RW-3.8: both began in cities, so that they are a link now."""
    table, last, way_there = two_runs(0)
    happened = table.play(last)
    ends = {table.city("Alvesta"), table.city("Hässleholm")}
    assert [({a, b}, n) for _, a, b, n, _ in of(happened, event_kinds.LINKED)] == [(ends, len(way_there))]
    assert int(table["num_runs"]) == 0 and not ((table["link"] == OPEN_RUN) & (table["track"] != NO_PIECE)).any()


def test_open_runs__of_two_owners_do_not_meet() -> None:
    """RW-3.3, RW-3.8"""
    table, last, _ = two_runs(1)
    assert last not in table.legal


def test_ridge__is_paid_with_the_second_of_its_tiles() -> None:
    """RW-3.10: with the first, too, where a city lies beyond it."""
    game, seen = railways(), set()
    first = Table(game)
    price = {"open": 2, "water": 3, "hill": 4}
    for label in starts(first):
        trial = copy(first)
        trial.play(label)
        for one, two in product(WAYS, WAYS):
            table = copy(trial)
            for words in (one, two):
                if int(table["phase"]) != phases.LAY or words not in table.legal:
                    break
                (laid,) = of(table.play(words), event_kinds.LAID)
                _, hex, enter, leave, paid = laid
                entered, left = game.board.ridges[hex][enter], game.board.ridges[hex][leave]
                at_city = game.board.hexes[game.board.beside[hex][leave]].city >= 0
                assert paid == price[game.board.hexes[hex].terrain] + 4 * entered + 4 * (left and at_city)
                seen |= {("entered", bool(entered)), ("left", bool(left), at_city)}
    assert {("entered", True), ("left", True, False)} <= seen


def test_second_link__between_the_same_two_cities_is_allowed() -> None:
    """RW-3.14"""
    table = Table(railways())
    table.join(0, "Alvesta", "Hässleholm")
    table.join(0, "Alvesta", "Hässleholm")
    ends = [{int(table["link_a"][i]), int(table["link_b"][i])} for i in range(int(table["num_links"]))]
    assert ends == [{table.city("Alvesta"), table.city("Hässleholm")}] * 2
