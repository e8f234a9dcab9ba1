"""Random worlds: the text that names one, its land and rivers, and that they are the same everywhere."""

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.worlds.lattice import Lattice
from railgym.envs.core.geo.worlds.names import LANGUAGES, NameMaker
from railgym.envs.core.geo.worlds.settings import (
    CLIMATES,
    SHAPES,
    SIZES,
    TEST_SEEDS,
    TRAIN_SEEDS,
    WorldSettings,
    canonical,
)
from railgym.envs.core.geo.worlds.world import World, make_world

PLACES = 300
OPTIONS = {
    "empire_builder_v0": "map",
    "resourceful_rails_v0": "map",
    "railways_of_the_world_v0": "map",
    "railbot_v0": "map",
    "rail_baron_cards_v0": "board",
}


def world(text: str, places: int = PLACES) -> World:
    return make_world(WorldSettings.parse(text), places, 1.4, 6)


# --- the text ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("random:7", "random:7"),
        ("random:007:size=medium", "random:7"),
        ("random:7:climate=dry:size=small", "random:7:size=small:climate=dry"),
        ("random:7,size=small,shape=island", "random:7:size=small:shape=island"),
        ("north_america", "north_america"),
    ],
)
def test_name__becomes_the_shortest_that_means_the_same(text: str, same: str) -> None:
    assert canonical(text) == same == canonical(same)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", ["", *SHAPES])
@pytest.mark.parametrize("climate", ["", *CLIMATES])
def test_settings__are_read_as_they_are_written(size: str, shape: str, climate: str) -> None:
    settings = WorldSettings(3, size, shape, climate)
    assert WorldSettings.parse(str(settings)) == settings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("random:", "the seed is ''"),
        ("random:x", "the seed is 'x'"),
        ("random:-1", "the seed is '-1'"),
        ("random:4294967296", "from 0 to 4294967295"),
        ("random:1:size=huge", "no size 'huge': there are: small, medium, large"),
        ("random:1:shape=round", "there are: island, coast, peninsula, isthmus, inland"),
        ("random:1:climate=hot", "there are: temperate, dry, wet, cold"),
        ("random:1:small", "no setting 'small': there are :size="),
        ("random:1:sise=small", "did you mean :size=small|medium|large?"),
        ("random:1:size=small:size=large", "size is there twice"),
        ("random:1:", "no setting ''"),
    ],
)
@pytest.mark.parametrize("game", OPTIONS)
def test_wrong_name__is_refused_in_one_line(game: str, text: str, says: str) -> None:
    with pytest.raises(OptionsError) as caught:
        make_game(game, **{OPTIONS[game]: text})
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_splits__have_no_seed_in_common() -> None:
    """Agents train on the first, and are measured on the second."""
    assert (TRAIN_SEEDS[0], TRAIN_SEEDS[-1], TEST_SEEDS[0]) == (0, 9_999, 1_000_000)


# --- the world --------------------------------------------------------------------------------------------------------


def test_lattice__has_six_neighbours_and_three_around_a_corner() -> None:
    lattice = Lattice(9, 8)
    inner = (lattice.beside >= 0).all(axis=1)
    for place in np.flatnonzero(inner):
        assert all(place in lattice.beside[other] for other in lattice.beside[place])
        assert sorted(lattice.distances(int(place))[lattice.beside[place]]) == [1] * 6
    ends, pairs = lattice.corner_sides
    for corner in np.flatnonzero((ends >= 0).all(axis=1)):
        for end, pair in zip(ends[corner], pairs[corner], strict=True):
            assert set(pair) == set(lattice.corner_places[corner]) & set(lattice.corner_places[end])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("climate", CLIMATES)
def test_world__has_land_of_the_size_that_was_asked_for(shape: str, climate: str) -> None:
    """Within a tenth; it is one piece, inside the map, and no lake."""
    for seed in range(3):
        made = world(f"random:{seed}:shape={shape}:climate={climate}")
        terrain = made.terrain
        assert abs(int(terrain.land.sum()) - PLACES) <= 0.12 * PLACES
        assert not (terrain.land & (terrain.lake | terrain.sea | ~terrain.inside)).any()
        at_edge = (terrain.lattice.around(terrain.inside) < 6) & terrain.inside & terrain.land
        assert (shape == "island") <= (at_edge.sum() < 0.12 * PLACES)


def test_rivers__run_along_neighbours_to_water_or_another_river() -> None:
    """Or off the map, where the land runs on."""
    for seed in range(30):
        made = world(f"random:{seed}")
        corners = made.lattice.corner_places
        passed: set[int] = set()
        for river in made.rivers:
            passed.update(river.corners[:-1])
        for river in made.rivers:
            assert len(set(river.corners)) == len(river.corners) == len(river.sides) + 1
            mouth = corners[river.corners[-1]]
            ends = made.terrain.sea[mouth].any() or (~made.terrain.inside[mouth]).any()
            assert ends or river.corners[-1] in passed


def test_coasts__run_between_land_and_sea() -> None:
    """Every closed line has land on one side: a place is on land if lines cross the way out an odd number of times."""
    made = world("random:4:shape=coast")
    wet = ~(made.terrain.dry | made.terrain.lake)
    for place in range(0, made.lattice.size, 7):
        if (made.lattice.beside[place] < 0).any():
            continue
        x, y = float(made.lattice.x[place]), float(made.lattice.y[place]) + 1e-4
        crossed = 0
        for ring in made.coasts:
            for (a, b), (c, d) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
                    crossed += 1
        assert (crossed % 2 == 0) == wet[place]


def test_names__differ_and_can_be_written() -> None:
    for seed in range(60):
        maker = NameMaker(seed)
        made = [maker.town(bool(i % 2)) for i in range(66)] + [maker.river(bool(i % 2)) for i in range(24)]
        assert len(set(made)) == len(made)
        assert all(name[0].isupper() and name.replace(" ", "").isalpha() and 4 <= len(name) <= 18 for name in made)
    sounds = Counter(root for language in LANGUAGES for root in language.town)
    assert len(LANGUAGES) == 6 and max(sounds.values()) <= 2


def digest(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [(0, "e74be7812e2cf2c0"), (1, "8ec0a5f9c99f2617"), (1_000_000, "72ad14bfd913a3b6")],
)
def test_world__is_the_same_on_every_machine(seed: int, expected: str) -> None:
    made = world(f"random:{seed}", 400)
    terrain = made.terrain
    grounds = [np.flatnonzero(mask).tolist() for mask in (terrain.land, terrain.lake, made.mountains > 0.7)]
    coasts = [[(round(x, 2), round(y, 2)) for x, y in ring] for ring in made.coasts]
    assert digest(made.title, grounds, [river.sides for river in made.rivers], made.river_names, coasts) == expected
