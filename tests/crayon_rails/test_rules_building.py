"""Building track: where it may begin, what it costs, and what no money buys."""

import pytest
from crayon_rails.moves import DONE, LONG, can, changed, end_turn, from_post, lay, may_lay, offers, owner, post
from given import given, play, written

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.actions import WAYS
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder


def builder(game: CrayonRails, *track: str, rival: tuple[str, ...] = (), cash: int = 50, exits: int = 0) -> Position:
    """Seat 0 is about to build."""
    first = {"train": "Alder", "track": track, "cash": cash}
    return given(game, players=[first, {"train": "Alder", "track": rival}], phase="build", exits=exits)


# --- where track begins --------------------------------------------------------------------------------------------


def test_track__begins_at_any_milepost_of_any_major_city(two: CrayonRails) -> None:
    """EB-5.1: wherever one's own track is, or none; the middle leads nowhere, and other cities begin nothing."""
    for track in ((), ("Dogwood - 9.1",)):
        position = builder(two, *track)
        rings = {f"{city} {part}" for city in ("Alder", "Birch", "Cedar") for part in range(1, 7)}
        assert offers(position, "from") == rings | set(("Dogwood", "9.1")[: 2 * len(track)])


def test_track__begins_where_own_track_lies(two: CrayonRails) -> None:
    """EB-5.2: such as was built in the same turn, and not others'."""
    position = builder(two, "9.1 - 8.2", rival=("9.7 - 11.7",))
    assert may_lay(position, "9.1 - 7.1") and may_lay(position, "8.2 - 9.3")
    assert offers(position, "from").isdisjoint({"9.7", "Hazel", "7.1"})
    lay(position, "9.1 - 7.1")
    assert may_lay(position, "7.1 - 6.0")


def test_segment__joins_two_neighbours_on_which_there_is_none(two: CrayonRails) -> None:
    """EB-4.7, EB-R8.1, RR-7.1: a segment has one owner; beside it there may be others."""
    position = builder(two, "9.1 - 8.2", rival=("9.1 - 7.1", "9.1 - Dogwood"))
    assert not any(may_lay(position, f"9.1 - {post}") for post in ("7.1", "Dogwood", "8.2"))
    assert may_lay(position, "9.1 - 8.0")
    assert lay(position, "9.1 - 8.0") == 1
    assert owner(position, "9.1 - 8.0") == 0


# --- prices --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "line", "cost"),
    [
        ("9.1 - 8.2", "9.1 - 7.1", 1),
        ("12.0 - 13.1", "12.0 - 14.0", 1),
        ("9.1 - 8.2", "9.1 - 10.2", 2),
        ("10.2 - 9.1", "10.2 - 11.1", 2),
        ("10.2 - 9.1", "10.2 - 8.2", 1),
        ("8.8 - 7.7", "8.8 - Hazel", 3),
        ("9.1 - 8.2", "9.1 - Dogwood", 3),
        ("8.2 - 9.3", "8.2 - Alder 4", 5),
        ("Dogwood - 8.0", "Dogwood - 9.1", 1),
    ],
)
def test_segment__costs_by_the_milepost_it_is_built_to(two: CrayonRails, track: str, line: str, cost: int) -> None:
    """EB-5.3, EB-5.4, EB-5.5, EB-5.6, RR-7.4, RR-7.5, RR-7.6, RR-7.7, RR-7.8, RR-7.10: clear 1, a mountain 2, a
    small or a medium city 3, a major one 5, whatever it is built from."""
    assert lay(builder(two, track), line) == cost


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
    """EB-5.7, EB-5.8, EB-R9.1, RR-8.1, RR-8.2: whatever the milepost and the direction, out of a major city, too."""
    assert lay(builder(two, *[track] * bool(track)), line) == cost


def test_crossing__of_several_waters_pays_once(america: CrayonRails) -> None:
    """EB-5.8, EB-R1: of an edge that two rivers cross."""
    board = america.board
    edge = next(e for e in board.edges if len(e.rivers) == 2 and board.mileposts[e.b].city < 0)
    before = next(board.edges[e] for e in board.beside[edge.a] if e >= 0 and board.edges[e] != edge)
    place = [f"{post.row}.{post.col}" for post in board.mileposts]
    track = [f"{place[before.a]} - {place[before.b]}"]
    position = given(america, players=[{"train": "Chicago", "track": track}, {"train": "Chicago"}], phase="build")
    assert lay(position, f"{place[edge.a]} - {place[edge.b]}") == (2 if board.mileposts[edge.b].mountain else 1) + 2


@pytest.mark.parametrize(("a", "b"), [("9.9", "Hazel"), ("9.9", "11.9"), ("10.10", "12.10"), ("10.10", "11.9")])
def test_inlet__is_crossed_by_no_track(two: CrayonRails, a: str, b: str) -> None:
    """EB-5.9: there is no edge across it, at any price."""
    position = builder(two)
    one, other = post(position, a), post(position, b)
    assert other not in two.params["post_next"][0, one]
    assert one not in two.params["post_next"][0, other]


def test_water__has_no_mileposts(two: CrayonRails) -> None:
    """RR-7.9: where the lake and the sea are there is none to build to."""
    places = {tuple(post.hex) for post in two.board.mileposts}
    assert places.isdisjoint({(7, 5), (8, 6), (9, 5), (9, 11)})
    position = builder(two, "5.5 - 3.5", "8.10 - 6.10")
    assert not can(position, "go south")
    for name, beyond in (("5.5", "go south"), ("8.10", "go south-east")):
        position = builder(two, "5.5 - 3.5", "8.10 - 6.10")
        play(position, from_post(position, name))
        assert offers(position, "step") and not can(position, beyond)


# --- in and out of major cities ------------------------------------------------------------------------------------


def test_exits__are_two_a_turn_over_all_major_cities(two: CrayonRails) -> None:
    """EB-5.10, EB-7.2, EB-R9.1: a third is illegal however much money there is, out of another city as well."""
    position = builder(two, cash=200)
    lay(position, "Alder 5 - 7.1", "Cedar 2 - 13.7")
    assert written(position)["exits"] == 2
    assert offers(position, "from") == {"7.1", "13.7"}
    assert may_lay(position, "7.1 - 9.1")
    end_turn(position)
    end_turn(position)
    play(position, DONE)
    assert may_lay(position, "Birch 5 - 3.7")


def test_entries__into_major_cities_are_any_number_at_5_each(two: CrayonRails) -> None:
    """EB-5.11, EB-7.1, EB-R9.1, EB-5.6: into one and the same city, in one turn, after both exits as well."""
    ways = ("7.1 - 8.2 - 7.3 - 9.3", "8.0 - 6.0")
    position = builder(two, *ways, exits=2)
    assert not may_lay(position, "Alder 5 - 7.1")
    assert lay(position, "7.1 - Alder 5", "8.2 - Alder 4", "7.1 - Alder 4") == 15
    assert written(position)["exits"] == 2
    assert may_lay(position, "6.0 - Alder 5")


def test_edge_of_a_major_city__is_built_either_way(two: CrayonRails) -> None:
    """EB-R9.1: out of it for the price of the other milepost and as one of the two, or into it for 5."""
    for line, cost, exits in (("Alder 5 - 7.1", 1, 1), ("7.1 - Alder 5", 5, 0)):
        position = builder(two, "7.1 - 9.1")
        assert lay(position, line) == cost
        assert written(position)["exits"] == exits
        assert owner(position, "Alder 5 - 7.1") == 0


def test_inside_of_a_major_city__is_never_built(two: CrayonRails) -> None:
    """EB-R1, RR-9.8: between its mileposts nothing is built, as all may use it."""
    inside = set(two.board.cities[0].mileposts)
    assert "Alder" not in offers(builder(two), "from")
    for part in range(1, 7):
        position = builder(two)
        play(position, from_post(position, f"Alder {part}"))
        beside = two.params["post_next"][0, post(position, f"Alder {part}")]
        ends = {int(beside[WAYS.index(way)]) for way in offers(position, "step")}
        assert ends and ends.isdisjoint(inside)
    assert (two.params["edge_public"][0] == 1).sum() == 12 * 3


# --- money ---------------------------------------------------------------------------------------------------------


def test_segment__is_paid_when_it_is_built(two: CrayonRails) -> None:
    """EB-5.14: from the cash of the moment, segment by segment."""
    position = builder(two, cash=10)
    cash = []
    for line in ("Alder 5 - 7.1", "7.1 - 9.1", "9.1 - Dogwood"):
        lay(position, line)
        cash.append(position.scores[0])
    assert cash == [9, 8, 5]


def test_segment__that_cannot_be_paid_is_illegal(two: CrayonRails) -> None:
    """EB-5.14, EB-5.15: with 2 a city for 3 is out of reach, a mountain is not, and nothing is left unpaid."""
    position = builder(two, "9.1 - 8.2", cash=2)
    assert not may_lay(position, "9.1 - Dogwood")
    assert may_lay(position, "9.1 - 10.2")
    lay(position, "9.1 - 10.2")
    assert (position.scores[0], position.current_player) == (0, 1)


# --- plans ---------------------------------------------------------------------------------------------------------


def test_network__is_begun_in_a_major_city(two: CrayonRails) -> None:
    """EB-5.1, EB-R9.2: who has no track chooses one, at no cost, and then builds towards cities."""
    position = builder(two)
    assert offers(position, "open") == {"Alder", "Birch", "Cedar"} and not offers(position, "build")
    play(position, "open in Cedar")
    assert not offers(position, "open") and position.scores[0] == 50
    assert offers(position, "build") == {city.name for city in two.board.cities} - {"Cedar"}


def test_plan__builds_the_cheapest_way(two: CrayonRails) -> None:
    """EB-4.7, EB-R9.2, RR-7.10: from the network to a city; here out of Alder."""
    position = builder(two, "Cedar 2 - 13.7")
    position = builder(two)
    play(position, "open in Alder")
    told = play(position, "build towards Dogwood")
    assert told == ["player_0 builds 3 segments for 5, from Alder to Dogwood"]
    assert position.scores[0] == 45 and owner(position, "Alder 5 - 7.1") == 0
    [told] = play(position, "build towards Elm")
    assert told.startswith("player_0 builds 3 segments for 7")
    assert written(position)["exits"] == 2 and position.record["players"]["linked_cities"][0, 0] == 0b11001


def test_plan__stops_where_the_money_does(two: CrayonRails) -> None:
    """EB-4.6, EB-5.14, EB-R9.2: at 20 in a turn, or with the last of the cash, and goes on in another turn."""
    position = builder(two, cash=4)
    play(position, "open in Alder", "build towards Dogwood")
    assert (position.scores[0], owner(position, "9.1 - Dogwood")) == (2, -1)
    position = builder(two, cash=100)
    play(position, "open in Alder", "build towards Ivy")
    assert written(position)["spent"] <= 20 and position.scores[0] >= 80 and position.current_player in (0, 1)


def test_plan__goes_round_others_track(two: CrayonRails) -> None:
    """EB-R9.2, EB-R8.1: where the cheapest way is taken, the cheapest of those that are free is built."""
    position = builder(two, rival=("Alder 5 - 7.1", "7.1 - 6.0"))
    play(position, "open in Alder")
    told = play(position, "build towards Dogwood")
    assert told == ["player_0 builds 3 segments for 5, from Alder to Dogwood"]
    assert owner(position, "Alder 5 - 7.1") == 1


def blocked_on_the_way(position: Position, city: int) -> Position:
    """The other player owns a segment of the way to a city that would be cheapest on an empty map."""
    params, a = position.game.params[0], int(position.record["players"]["join_from"][0, 0, city])
    b = int(params["post_next"][a, params["build_direction"][a, city]])
    c = int(params["post_next"][b, params["build_direction"][b, city]])
    b, c = (position.game.board.mileposts[post] for post in (b, c))
    return changed(position, 1, track=[f"{b.row}.{b.col} - {c.row}.{c.col}"])


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
    """EB-R9.3: with less than 7 to spend, or after both exits, a plan follows the way that is cheapest on an empty map;
    if that is not free, another way only if the money pays for all of it, here 4 to Dogwood and far more to Fir."""
    builder = {"train": "Alder", "cash": cash, "track": ["7.1 - 8.2"]}
    position = given(two, players=[builder, {"train": "Alder"}], phase="build", spent=cost, exits=exits)
    assert (city in offers(position, "build")) == free
    position = blocked_on_the_way(position, [city.name for city in two.board.cities].index(city))
    assert (city in offers(position, "build")) == blocked


def test_plan__needs_a_first_segment_that_can_be_laid(two: CrayonRails) -> None:
    """EB-R9.3, EB-5.10: after both exits none begins out of a major city."""
    position = builder(two)
    play(position, "open in Alder")
    assert offers(position, "build")
    assert not offers(changed(position, exits=2), "build")


def test_plan__adds_to_the_network_it_began_with(two: CrayonRails) -> None:
    """EB-5.2, EB-R9.2: towards cities that are not in it."""
    position = builder(two, *LONG)
    linked = {"Alder", "Cedar", "Dogwood", "Fir"}
    assert offers(position, "build") == {city.name for city in two.board.cities} - linked
    play(position, "build towards Elm")
    assert "Elm" not in offers(position, "build")


def test_seat_with_plans_only__builds_towards_cities(two: CrayonRails) -> None:
    """EB-R9.2: option actions; others build single segments as well."""
    plain = EmpireBuilder(map="test", actions=("plans", "full"))
    position = given(
        plain, players=[{"train": "Alder", "track": LONG[:1]}, {"train": "Alder", "track": LONG[1:]}], phase="build"
    )
    assert not offers(position, "from") and offers(position, "build")
    end_turn(position)
    play(position, DONE)
    assert offers(position, "from") and offers(position, "build")
    assert max(position.legal_actions) >= plain.params["act_from"][0]
