"""Building track: where it may begin, what it costs, and what no money buys."""

import numpy as np
import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.actions import WAYS
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder
from railgym.envs.crayon_rails.rules import phases


def builder(game: CrayonRails, *track: str, rival: tuple[str, ...] = (), cash: int = 50, exits: int = 0) -> Table:
    """Seat 0 is about to build."""
    first = Seat("Alder", track=track, cash=cash)
    return Table(game, first, Seat("Alder", track=rival), phase=phases.BUILD, exits=exits)


# --- where track begins --------------------------------------------------------------------------------------------


def test_track__begins_at_any_milepost_of_any_major_city(two: CrayonRails) -> None:
    """EB-5.1: wherever one's own track is, or none; the middle leads nowhere, and other cities begin nothing."""
    for track in ((), ("Dogwood - 9.1",)):
        table = builder(two, *track)
        own = {table.build_from(table.post(name)) for name in ("Dogwood", "9.1")[: 2 * len(track)]}
        rings = {m for city in two.board.majors for m in two.board.cities[city].mileposts[1:]}
        assert table.offers("from") == {table.build_from(m) for m in rings} | own


def test_track__begins_where_own_track_lies(two: CrayonRails) -> None:
    """EB-5.2: such as was built in the same turn, and not others'."""
    table = builder(two, "9.1 - 8.2", rival=("9.7 - 11.7",))
    assert table.may_lay("9.1 - 7.1") and table.may_lay("8.2 - 9.3")
    assert not table.can(table.build_from(table.post("9.7")))
    assert not table.can(table.build_from(table.post("Hazel")))
    assert not table.can(table.build_from(table.post("7.1")))
    table.lay("9.1 - 7.1")
    assert table.may_lay("7.1 - 6.0")


def test_segment__joins_two_neighbours_on_which_there_is_none(two: CrayonRails) -> None:
    """EB-4.7, EB-R8, RR-7.1: a segment has one owner; beside it there may be others."""
    table = builder(two, "9.1 - 8.2", rival=("9.1 - 7.1", "9.1 - Dogwood"))
    assert not table.may_lay("9.1 - 7.1") and not table.may_lay("9.1 - Dogwood") and not table.may_lay("9.1 - 8.2")
    assert table.may_lay("9.1 - 8.0")
    assert table.lay("9.1 - 8.0") == 1
    assert table.owner("9.1 - 8.0") == 0


# --- prices --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "line", "cost"),
    [
        ("9.1 - 8.2", "9.1 - 7.1", 1),
        ("12.0 - 13.1", "12.0 - 14.0", 1),
        ("9.1 - 8.2", "9.1 - 10.2", 2),
        ("10.2 - 9.1", "10.2 - 11.1", 2),
        ("10.2 - 9.1", "10.2 - 8.2", 1),
        ("8.8 - 8.10", "8.8 - Hazel", 3),
        ("9.1 - 8.2", "9.1 - Dogwood", 3),
        ("8.2 - 9.3", "8.2 - Alder 4", 5),
        ("Dogwood - 8.0", "Dogwood - 9.1", 1),
    ],
)
def test_segment__costs_by_the_milepost_it_is_built_to(two: CrayonRails, track: str, line: str, cost: int) -> None:
    """EB-5.3, EB-5.4, EB-5.5, EB-5.6, RR-7.4, RR-7.5, RR-7.6, RR-7.7, RR-7.8, RR-7.10: clear 1, a mountain 2, a
    small or a medium city 3, a major one 5, whatever it is built from."""
    assert builder(two, track).lay(line) == cost


@pytest.mark.parametrize(
    ("track", "line", "cost"),
    [
        ("6.4 - 5.5", "6.4 - 7.3", 1 + 2),
        ("12.0 - 14.0", "12.0 - 11.1", 2 + 2),
        ("11.7 - 10.6", "11.7 - Hazel", 3 + 2),
        ("4.4 - 3.5", "4.4 - Alder 3", 5 + 2),
        ("", "Alder 3 - 4.4", 1 + 2),
        ("10.4 - 9.3", "10.4 - 11.5", 1 + 2),
    ],
)
def test_crossing__of_a_river_or_a_lake_costs_two_more(two: CrayonRails, track: str, line: str, cost: int) -> None:
    """EB-5.7, EB-5.8, EB-R9, RR-8.1, RR-8.2: whatever the milepost and the direction, out of a major city, too."""
    assert builder(two, *[track] * bool(track)).lay(line) == cost


def test_crossing__of_several_waters_pays_once(america: CrayonRails) -> None:
    """EB-5.8, EB-R1: of an edge that two rivers cross."""
    board = america.board
    edge = next(e for e in board.edges if len(e.rivers) == 2 and board.mileposts[e.b].city < 0)
    before = next(board.edges[e] for e in board.beside[edge.a] if e >= 0 and board.edges[e] != edge)
    table = Table(america, Seat("Chicago"), Seat("Chicago"), phase=phases.BUILD)
    table.state["track"][0, board.edges.index(before)] = 0
    table.survey()
    a, b = (f"{board.mileposts[m].row}.{board.mileposts[m].col}" for m in (edge.a, edge.b))
    assert table.lay(f"{a} - {b}") == (2 if board.mileposts[edge.b].mountain else 1) + 2


@pytest.mark.parametrize(("a", "b"), [("9.9", "Hazel"), ("9.9", "11.9"), ("10.10", "12.10"), ("10.10", "11.9")])
def test_inlet__is_crossed_by_no_track(two: CrayonRails, a: str, b: str) -> None:
    """EB-5.9: there is no edge across it, at any price."""
    table = builder(two)
    one, other = table.post(a), table.post(b)
    assert other not in two.params["post_next"][0, one]
    assert one not in two.params["post_next"][0, other]


def test_water__has_no_mileposts(two: CrayonRails) -> None:
    """RR-7.9: where the lake and the sea are there is none to build to."""
    places = {tuple(post.hex) for post in two.board.mileposts}
    assert places.isdisjoint({(7, 5), (8, 6), (9, 5), (9, 11)})
    table = builder(two, "5.5 - 3.5", "8.10 - 6.10")
    assert not table.can("go south")
    for name, beyond in (("5.5", "go south"), ("8.10", "go south-east")):
        table = builder(two, "5.5 - 3.5", "8.10 - 6.10")
        table.play(table.build_from(table.post(name)))
        assert table.offers("step") and not table.can(beyond)


# --- in and out of major cities ------------------------------------------------------------------------------------


def test_exits__are_two_a_turn_over_all_major_cities(two: CrayonRails) -> None:
    """EB-5.10, EB-7.2, EB-R9: a third is illegal however much money there is, out of another city as well."""
    table = builder(two, cash=200)
    table.lay("Alder 5 - 7.1", "Cedar 2 - 13.7")
    assert table["exits"] == 2
    rings = [m for city in two.board.majors for m in two.board.cities[city].mileposts]
    assert not any(table.can(table.build_from(m)) for m in rings)
    assert table.may_lay("7.1 - 9.1")
    table.end_turn()
    table.end_turn()
    table.play(DONE)
    assert table.may_lay("Birch 5 - 3.7")


def test_entries__into_major_cities_are_any_number_at_5_each(two: CrayonRails) -> None:
    """EB-5.11, EB-7.1, EB-R9, EB-5.6: into one and the same city, in one turn, after both exits as well."""
    ways = ("7.1 - 8.2 - 7.3 - 9.3", "8.2 - 8.0 - 6.0")
    table = builder(two, *ways, exits=2)
    assert not table.may_lay("Alder 5 - 7.1")
    assert table.lay("7.1 - Alder 5", "8.2 - Alder 4", "7.1 - Alder 4") == 15
    assert table["exits"] == 2
    assert table.may_lay("6.0 - Alder 5")


def test_edge_of_a_major_city__is_built_either_way(two: CrayonRails) -> None:
    """EB-R9: out of it for the price of the other milepost and as one of the two, or into it for 5."""
    for line, cost, exits in (("Alder 5 - 7.1", 1, 1), ("7.1 - Alder 5", 5, 0)):
        table = builder(two, "7.1 - 9.1")
        assert table.lay(line) == cost
        assert table["exits"] == exits
        assert table.owner("Alder 5 - 7.1") == 0


def test_inside_of_a_major_city__is_never_built(two: CrayonRails) -> None:
    """EB-R1, RR-9.8: between its mileposts nothing is built, as all may use it."""
    inside = set(two.board.cities[0].mileposts)
    assert not builder(two).can(builder(two).build_from(builder(two).post("Alder")))
    for part in range(1, 7):
        table = builder(two)
        post = table.post(f"Alder {part}")
        table.play(table.build_from(post))
        ends = {int(two.params["post_next"][0, post, WAYS.index(way)]) for way in table.offers("step")}
        assert ends and ends.isdisjoint(inside)
    assert (two.params["edge_public"][0] == 1).sum() == 12 * 3


# --- money ---------------------------------------------------------------------------------------------------------


def test_segment__is_paid_when_it_is_built(two: CrayonRails) -> None:
    """EB-5.14: from the cash of the moment, segment by segment."""
    table = builder(two, cash=10)
    cash = []
    for line in ("Alder 5 - 7.1", "7.1 - 9.1", "9.1 - Dogwood"):
        table.lay(line)
        cash.append(table.cash[0])
    assert cash == [9, 8, 5]


def test_segment__that_cannot_be_paid_is_illegal(two: CrayonRails) -> None:
    """EB-5.14, EB-5.15: with 2 a city for 3 is out of reach, a mountain is not, and nothing is left unpaid."""
    table = builder(two, "9.1 - 8.2", cash=2)
    assert not table.may_lay("9.1 - Dogwood")
    assert table.may_lay("9.1 - 10.2")
    table.lay("9.1 - 10.2")
    assert (table.cash[0], table["mover"]) == (0, 1)


# --- plans ---------------------------------------------------------------------------------------------------------


def test_network__is_begun_in_a_major_city(two: CrayonRails) -> None:
    """EB-5.1, EB-R9: who has no track chooses one, at no cost, and then builds towards cities."""
    table = builder(two)
    assert table.offers("open") == {"Alder", "Birch", "Cedar"} and not table.offers("build")
    table.play("open in Cedar")
    assert not table.offers("open") and table.cash[0] == 50
    assert table.offers("build") == {city.name for city in two.board.cities} - {"Cedar"}


def test_plan__builds_the_cheapest_way(two: CrayonRails) -> None:
    """EB-4.7, EB-R9, RR-7.10: from the network to a city; here out of Alder."""
    table = builder(two, "Cedar 2 - 13.7")
    table = builder(two)
    table.play("open in Alder")
    told = table.play("build towards Dogwood")
    assert of(told, event_kinds.BUILT) == [(0, 3, 5, table.post("Alder 5"), table.post("Dogwood"))]
    assert table.cash[0] == 45
    told = table.play("build towards Elm")
    assert [event[1:3] for event in of(told, event_kinds.BUILT)] == [(3, 7)]
    assert table["exits"] == 2 and table.seat(0)["linked"] == 0b11001


def test_plan__stops_where_the_money_does(two: CrayonRails) -> None:
    """EB-4.6, EB-5.14, EB-R9: at 20 in a turn, or with the last of the cash, and goes on in another turn."""
    table = builder(two, cash=4)
    table.play("open in Alder", "build towards Dogwood")
    assert (table.cash[0], table.owner("9.1 - Dogwood")) == (2, -1)
    table = builder(two, cash=100)
    table.play("open in Alder", "build towards Ivy")
    assert table["cost"] <= 20 and table.cash[0] >= 80 and table["mover"] in (0, 1)


def test_plan__goes_round_others_track(two: CrayonRails) -> None:
    """EB-R9, EB-R8: where the cheapest way is taken, the cheapest of those that are free is built."""
    table = builder(two, rival=("Alder 5 - 7.1", "7.1 - 6.0"))
    table.play("open in Alder")
    told = table.play("build towards Dogwood")
    [(_, segments, cost, _, end)] = of(told, event_kinds.BUILT)
    assert (segments, cost, end) == (3, 5, table.post("Dogwood"))
    assert table.owner("Alder 5 - 7.1") == 1


def block(table: Table, city: int) -> None:
    """The other player owns a segment of the way to a city that would be cheapest on an empty map."""
    params, a = table.game.params[0], int(table.seat(0)["near_post"][city])
    b = int(params["post_next"][a, params["toward"][a, city]])
    c = int(params["post_next"][b, params["toward"][b, city]])
    table.state["track"][0, table.edge(b, c)] = 1
    table.survey()


@pytest.mark.parametrize(
    ("city", "cash", "cost", "exits", "free", "blocked"),
    [
        ("Dogwood", 50, 0, 0, True, True),
        ("Dogwood", 4, 0, 0, True, True),
        ("Dogwood", 3, 0, 0, True, False),
        ("Dogwood", 50, 16, 2, True, True),
        ("Dogwood", 50, 17, 2, True, False),
        ("Fir", 7, 0, 1, True, True),
        ("Fir", 6, 0, 1, True, False),
    ],
)
def test_plan__that_is_short_goes_round_others_only_to_the_end(
    two: CrayonRails, city: str, cash: int, cost: int, exits: int, free: bool, blocked: bool
) -> None:
    """EB-R9: with less than 7 to spend, or after both exits, a plan follows the way that is cheapest on an empty map;
    if that is not free, another way only if the money pays for all of it, here 4 to Dogwood and far more to Fir."""
    seats = Seat("Alder", cash=cash, track=("7.1 - 8.2",)), Seat("Alder")
    table = Table(two, *seats, phase=phases.BUILD, cost=cost, exits=exits)
    assert (city in table.offers("build")) == free
    block(table, table.city(city))
    assert (city in table.offers("build")) == blocked


def test_plan__needs_a_first_segment_that_can_be_laid(two: CrayonRails) -> None:
    """EB-R9, EB-5.10: after both exits none begins out of a major city."""
    table = builder(two)
    table.play("open in Alder")
    assert table.offers("build")
    table.state["exits"] = 2
    assert not table.offers("build")


def test_plan__adds_to_the_network_it_began_with(two: CrayonRails) -> None:
    """EB-5.2, EB-R9: towards cities that are not in it."""
    table = builder(two, *LONG)
    linked = {"Alder", "Cedar", "Dogwood", "Fir"}
    assert table.offers("build") == {city.name for city in two.board.cities} - linked
    table.play("build towards Elm")
    assert "Elm" not in table.offers("build")


def test_seat_with_plans_only__builds_towards_cities(two: CrayonRails) -> None:
    """EB-R9: option actions; others build single segments as well."""
    plain = EmpireBuilder(map="test", actions=("plans", "full"))
    table = Table(plain, Seat("Alder", track=LONG[:1]), Seat("Alder", track=LONG[1:]), phase=phases.BUILD)
    assert not table.offers("from") and table.offers("build")
    table.end_turn()
    table.play(DONE)
    assert table.offers("from") and table.offers("build")
    assert np.flatnonzero(plain.rules.legal(table.state)).max() >= plain.params["builder"][0]
