"""Which players may build into a city, and that all who may can do so."""

import pytest
from crayon_rails.moves import DONE, changed, edge, end_turn, lay, may_lay, offers
from given import given, play

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.model import LIMITS

ELM = ("3.7", "2.6", "3.5", "5.5", "6.6", "5.7")  # the mileposts around it


def ways(city: str, *posts: str) -> tuple[str, ...]:
    """Segments from mileposts into a city."""
    return tuple(f"{post} - {city}" for post in posts)


def building(game: CrayonRails, *tracks: tuple[str, ...], mover: int = 0, at: str = "Alder") -> Position:
    """Players with this track, of whom one is about to build."""
    players = [{"train": at, "track": track, "cash": 100} for track in tracks]
    return given(game, players=players, current_player=f"player_{mover}", phase="build")


# --- how many players ----------------------------------------------------------------------------------------------


def test_small_city__takes_two_players(three: CrayonRails) -> None:
    """EB-5.13, EB-R8.2, RR-9.2, RR-R6.1: a third may not enter, however many ways are free; the two may."""
    tracks = ways("Hazel", "8.8"), ways("Hazel", "11.9"), ("9.7 - 7.7", "9.7 - 8.8")
    position = building(three, *tracks, mover=2)
    assert not may_lay(position, "9.7 - Hazel")
    assert may_lay(building(three, tracks[0], (), tracks[2], mover=2), "9.7 - Hazel")
    tracks = (*ways("Hazel", "8.8"), "9.7 - 8.8"), ways("Hazel", "11.9")
    assert may_lay(building(three, *tracks), "9.7 - Hazel")


def test_medium_city__takes_three_players(four: CrayonRails) -> None:
    """EB-5.12, EB-R8.2, RR-9.4, RR-R6.1"""
    three_in = [ways("Elm", post) for post in ELM[:3]]
    position = building(four, *three_in, ("5.5 - 4.4",), mover=3)
    assert not may_lay(position, "5.5 - Elm")
    position = building(four, *three_in[:2], ("3.5 - 2.4",), ("5.5 - 4.4",), mover=3)
    assert may_lay(position, "5.5 - Elm")


def test_city__takes_no_more_players_than_there_are(two: CrayonRails) -> None:
    """EB-R8.2: of two players both may come into a medium city, and there is no third to keep a way for."""
    position = building(two, (*ways("Elm", *ELM[:2]), "3.5 - 2.4"), ways("Elm", *ELM[3:]))
    assert may_lay(position, "3.5 - Elm")
    free = building(EmpireBuilder(map="test", num_players=3, actions="full"), (*ways("Elm", *ELM[:2]), "3.5 - 2.4"))
    assert may_lay(free, "3.5 - Elm")


def test_major_city__takes_all_players(six: CrayonRails) -> None:
    """EB-R8.2, RR-9.6"""
    entries = ("5.5", "3.7", "5.7", "6.8", "6.10", "7.9")
    into = {"3.7": "Birch 5", "5.7": "Birch 5", "6.8": "Birch 5", "6.10": "Birch 4", "7.9": "Birch 4"}
    tracks = [(f"{post} - {into[post]}",) for post in entries[1:]]
    position = building(six, *tracks, ("5.11 - 3.11",), mover=5)
    assert may_lay(position, "5.11 - Birch 3")
    assert LIMITS["major"] == 6


# --- ways in -------------------------------------------------------------------------------------------------------


def test_ways__into_a_city_are_kept_for_those_who_may_come(three: CrayonRails) -> None:
    """EB-R8.4, RR-9.10, RR-9.11, RR-9.12, RR-R6.1: of the three ways into Gorse the first player takes any two;
    the third is for another player."""
    first = ("17.1 - 18.2 - 19.1", "16.0 - 17.1")
    for post in ("16.0", "17.1", "19.1"):
        assert may_lay(building(three, first), f"{post} - Gorse")
    position = building(three, first)
    lay(position, "17.1 - Gorse", "19.1 - Gorse")
    assert not may_lay(position, "16.0 - Gorse")
    position = building(three, (*first, *ways("Gorse", "17.1", "19.1")), ("16.0 - 14.0",), mover=1)
    assert may_lay(position, "16.0 - Gorse")


def test_flooded_ways__into_a_city_count_as_free(three: CrayonRails) -> None:
    """EB-R8.4, RR-R6.1: what a player may build at a city does not change as a flood comes and goes."""
    for tracks in (
        ((), ()),
        (("17.1 - Gorse", "8.8 - Hazel"), ("19.1 - Gorse",)),
        (("9.7 - Hazel",), ("8.8 - Hazel",)),
    ):
        players = [{"track": track} for track in tracks]
        floods = [event.title for event in three.board.events if event.kind == "flood"]
        position = given(three, players=players)
        flooded = given(three, players=players, events={title: {"drawn_by": "player_2"} for title in floods})
        assert len(floods) == 2 and flooded.record["flooded_rivers"]
        assert (flooded.record["players"]["closed_cities"] == position.record["players"]["closed_cities"]).all()


def test_ways__are_kept_for_as_many_as_may_still_come(four: CrayonRails) -> None:
    """EB-R8.4, RR-9.10: the four ways into Dogwood have to last for three players; the first may take two, and when two
    are there with one each, one of them a second, but none the last."""
    around = ("8.0 - 9.1", "9.1 - 8.2", "11.1 - 10.2", "12.0 - 14.0")
    position = building(four, (*around, *ways("Dogwood", "8.0")))
    assert may_lay(position, "9.1 - Dogwood")
    position = building(four, (*around, *ways("Dogwood", "8.0", "9.1")))
    assert not may_lay(position, "11.1 - Dogwood")
    position = building(four, (*around, *ways("Dogwood", "8.0")), ways("Dogwood", "9.1"))
    assert may_lay(position, "11.1 - Dogwood")
    position = building(four, (*around, *ways("Dogwood", "8.0", "11.1")), ways("Dogwood", "9.1"))
    assert not may_lay(position, "12.0 - Dogwood")
    position = building(four, ways("Dogwood", "8.0", "11.1"), ways("Dogwood", "9.1"), around[-1:], mover=2)
    assert may_lay(position, "12.0 - Dogwood")


def test_blind_alley__is_no_way_in() -> None:
    """EB-R8.4, RR-9.10, RR-9.11, RR-R6.1: one of the four edges of New Orleans leads to a spit of
    land without track; the other three are for three players, so that no player takes a second of them."""
    game = ResourcefulRails(map="north_america", num_players=3, actions="full")
    spit, first, *others = "74.40", "71.39", "72.38", "74.38"
    tracks = ways("New Orleans", first), (f"{others[0]} - {others[1]}",)
    position = building(game, *tracks, at="Chicago")
    assert not any(may_lay(position, f"New Orleans - {post}") for post in others)
    position = building(game, *tracks, mover=1, at="Chicago")
    assert all(may_lay(position, f"{post} - New Orleans") for post in others)
    there = [city.name for city in game.board.cities].index("New Orleans")
    assert game.params["city_num_ways"][0, there] == 3 and game.params["city_num_entries"][0, there] == 4
    assert edge(position, f"{spit} - New Orleans") in game.board.entries[there]


def test_ways__into_a_major_city_are_never_all_taken(two: CrayonRails) -> None:
    """EB-R8.4: of eighteen the last is the other player's; three of one player are no limit there."""
    params, board = two.params[0], two.board
    lines = []
    for i in params["city_entries"][0, : params["city_num_entries"][0]].tolist():
        ends = sorted((board.edges[i].a, board.edges[i].b), key=lambda m: board.mileposts[m].city < 0)
        lines.append(" - ".join(f"{board.mileposts[m].row}.{board.mileposts[m].col}" for m in ends))
    assert len(lines) == 18
    *others, line = lines
    position = building(two, others, ())
    assert not may_lay(position, line)
    end_turn(position)
    play(position, DONE)
    assert may_lay(position, line)
    position = changed(position, 0, track=others[:-1])
    assert may_lay(position, line)
    end_turn(position)
    play(position, DONE)
    assert position.current_player == 0 and may_lay(position, line)


@pytest.mark.parametrize("outwards", [False, True])
def test_player__has_three_segments_at_a_city_at_most(two: CrayonRails, outwards: bool) -> None:
    """EB-R8.3, RR-R6.1: small or medium, in whichever direction they were built."""
    position = building(two, ("Elm - 3.7", "3.5 - 2.4", "2.6 - 1.5", "5.7 - 7.7"))
    for post in ("3.5", "2.6"):
        lay(position, f"Elm - {post}" if outwards else f"{post} - Elm")
    assert not may_lay(position, "5.7 - Elm") and not may_lay(position, "Elm - 5.7")
    assert may_lay(position, "3.7 - 1.7")


def test_segment__built_out_of_a_city_counts_as_a_way_in(three: CrayonRails) -> None:
    """EB-R8.3, EB-5.13: who leaves Hazel by a second way takes one of the ways into it."""
    position = building(three, ways("Hazel", "8.8"), ways("Hazel", "9.7"), mover=0)
    lay(position, "Hazel - 11.9", "Hazel - 12.8")
    assert not may_lay(position, "Hazel - 11.7")
    position = building(three, ways("Hazel", "8.8", "9.7", "11.7"), mover=0)
    assert not may_lay(position, "Hazel - 11.9")


def test_plan__goes_to_cities_that_are_open_only(three: CrayonRails) -> None:
    """EB-5.13, EB-R8.2: towards a city that is full nothing is built."""
    rivals = ways("Hazel", "8.8"), ways("Hazel", "11.9")
    position = building(three, ("Cedar 2 - 13.7",), *rivals)
    assert "Hazel" not in offers(position, "build")
    assert "Hazel" in offers(building(three, ("Cedar 2 - 13.7",), rivals[0]), "build")


def test_city__of_a_map_can_be_entered_by_as_many_as_it_takes(america: CrayonRails) -> None:
    """EB-5.12, EB-5.13, EB-R8.4, RR-9.2, RR-9.4, RR-9.6: two into a small one, three into a medium,
    all into a major one."""
    game = EmpireBuilder(num_players=5)
    for i, city in enumerate(game.board.cities):
        assert game.params["city_limit"][0, i] == {"small": 2, "medium": 3, "major": 5}[city.size]
        assert game.params["city_num_ways"][0, i] >= LIMITS[city.size]
    assert set(america.params["city_limit"][0, : len(america.board.cities)].tolist()) == {2}
