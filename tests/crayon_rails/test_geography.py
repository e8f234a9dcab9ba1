"""Building a map from a geography file: what comes of it, and every fault with its line."""

import sys
from pathlib import Path

import pytest
from map_edits import Edit, faults_of_geography, line_of, swap, write_geography

from railgym.envs.core.data_files import write_files
from railgym.envs.core.errors import DataError, MissingExtraError
from railgym.envs.core.geo.hexagons import distance
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.crayon_rails.maps.build import build_map
from railgym.envs.crayon_rails.maps.loading import DATA, read_map
from railgym.envs.crayon_rails.maps.model import Map

SMALL = (DATA / "test" / GEOGRAPHY).read_text(encoding="utf-8")

FERRY = "\nferries:\n  - {name: Coaster, cities: [Juniper, Ivy], price: 3}\n"


def at(words: str) -> int:
    """The line of the geography that contains some words."""
    return line_of(SMALL, words)


def build(folder: Path, *changes: Edit) -> Map:
    return build_map(write_geography(SMALL, folder, *changes)).board


def place(board: Map, name: str) -> int:
    return next(city.mileposts[0] for city in board.cities if city.name == name)


# --- what comes of it -------------------------------------------------------------------------------------------------


def test_build__writes_what_it_made(tmp_path: Path) -> None:
    (tmp_path / GEOGRAPHY).write_text(SMALL, encoding="utf-8")
    built = build_map(tmp_path / GEOGRAPHY)
    write_files(built.files, tmp_path / "made" / "here")
    assert read_map(tmp_path / "made" / "here").digest == built.board.digest


def test_build__asks_for_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(MissingExtraError, match=r"install it with: pip install 'railgym\[maps\]'"):
        build(tmp_path)


def test_seed__moves_mountains_and_cards_only(tmp_path: Path) -> None:
    one, other = build(tmp_path), build(tmp_path, swap("seed: 1", "seed: 2"))
    assert (one.edges, one.cities, one.goods, one.events) == (other.edges, other.cities, other.goods, other.events)
    assert one.cards != other.cards
    assert [post.mountain for post in one.mileposts] != [post.mountain for post in other.mileposts]


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_mountains__have_their_share(tmp_path: Path, share: float) -> None:
    """Of all mileposts of the region, if its cities leave so many free."""
    everywhere = build(tmp_path, swap("share: 0.7", "share: 1.0"), swap("share: 0.5", "share: 0.0"))
    region = sum(post.mountain for post in everywhere.mileposts)
    some = build(tmp_path, swap("share: 0.7", f"share: {share}"), swap("share: 0.5", "share: 0.0"))
    mountains = sum(post.mountain for post in some.mileposts)
    assert mountains <= region
    if share < 1:
        assert round(share * region) <= mountains <= round(share * (region + 8))


def test_cities__keep_a_milepost_between_them(tmp_path: Path) -> None:
    """Two at the same place: the larger one stays, the other moves."""
    board = build(tmp_path, swap("lat: 38.26, lon: -102.87", "lat: 39.13, lon: -98.06"))
    fir, gorse = (board.mileposts[place(board, name)].hex for name in ("Fir", "Gorse"))
    assert distance(fir, gorse) == 2
    plain = build(tmp_path)
    assert fir == plain.mileposts[place(plain, "Fir")].hex


def test_islands__get_no_mileposts(tmp_path: Path) -> None:
    island = "\n  island: [[-96.5, 41], [-95.5, 41], [-95.5, 40], [-96.5, 40]]\n\nlakes:"
    assert build(tmp_path, swap("\n\nlakes:", island)).mileposts == build(tmp_path).mileposts


def test_bridge__is_closed_where_its_line_leaves_the_land(tmp_path: Path) -> None:
    """A notch between two mileposts keeps them apart, without an inlet's line."""
    notch = "[-103.3, 42.28], [-100.37, 42.28], [-100.3, 41.1], [-100.12, 42.28], "
    board = build(tmp_path, swap("[-103.3, 42.28], ", notch))
    assert any(name == "open sea" for _, _, name in board.closed)
    assert len(board.mileposts) == len(build(tmp_path).mileposts)


def test_frontier__is_where_a_line_to_a_neighbour_crosses_it(tmp_path: Path) -> None:
    """EB-R13.4."""
    board = build(tmp_path)
    rows = {post.row for post in board.mileposts if post.frontier}
    assert rows <= {6, 7, 8, 9, 10, 11}
    assert not any(post.frontier for post in build(tmp_path, lambda text: _without(text, "frontiers")).mileposts)


def test_parts__that_may_be_left_out_are(tmp_path: Path) -> None:
    names = ("lakes", "mountains", "rivers", "inlets", "frontiers", "events")

    def bare(text: str) -> str:
        for name in names:
            text = _without(text, name)
        return text

    board = build(tmp_path, bare)
    assert (board.rivers, board.lakes, board.closed, board.events) == ((), (), (), ())
    assert not any(post.mountain for post in board.mileposts)


def test_ferries__join_the_cities_that_they_name(tmp_path: Path) -> None:
    """EB-R16.5: and are written with the other tables."""
    built = build_map(write_geography(SMALL, tmp_path, swap("\ncards:", f"{FERRY}\ncards:")))
    [ferry] = built.board.ferries
    assert (ferry.name, ferry.price) == ("Coaster", 3)
    assert set(built.board.ports(ferry)) == {place(built.board, name) for name in ("Juniper", "Ivy")}
    write_files(built.files, tmp_path / "made")
    assert read_map(tmp_path / "made").digest == built.board.digest
    assert "ferries.csv" not in build_map(write_geography(SMALL, tmp_path)).files


def _without(text: str, part: str) -> str:
    """The geography without one of its parts."""
    kept, skipping = [], False
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "\n")):
            skipping = line.startswith(f"{part}:")
        if not skipping:
            kept.append(line)
    return "".join(kept)


# --- what is wrong with it --------------------------------------------------------------------------------------------

CASES: dict[str, tuple[Edit, int, str]] = {
    "kind": (swap("kind: crayon", "kind: wax"), at("kind: crayon"), "kind is 'wax': write 'crayon'"),
    "ferry's city": (
        swap("\ncards:", f"{FERRY.replace('Ivy', 'Ivo')}\ncards:"),
        at("cards:") + 1,
        "ferries.0: there is no city 'Ivo'",
    ),
    "ferry's port": (
        swap("\ncards:", f"{FERRY.replace('Ivy', 'Alder')}\ncards:"),
        at("cards:") + 1,
        "Alder is a major city: let the ferry land beside it",
    ),
    "no title": (swap("title: Twelve by ten\n", ""), 1, "title is missing: add it"),
    "unknown": (swap("lakes:", "lake:"), at("lakes:"), "lake is unknown: did you mean lakes"),
    "spacing": (swap("spacing: 30", "spacing: wide"), at("spacing:"), "spacing is 'wide': write a number"),
    "parallels": (
        swap("parallels: [38, 42]", "parallels: [-38, 42]"),
        at("projection:"),
        "projection is {'parallels': [-38, 42], ",
    ),
    "latitude": (swap("42.39]", "99]"), at("frame:"), "frame.0.1 is 99: write a number from -85 to 85"),
    "key twice": (swap("  Brook:", "  Heron:"), at("  Brook:"), "rivers.Heron is given twice, first in line"),
    "crossed ring": (
        swap("[-103.3, 42.28], [-97.21, 42.28]", "[-97.21, 42.28], [-103.3, 42.28]"),
        at("  country:"),
        "land.country: the line crosses or touches itself: draw it round the area, point by point",
    ),
    "short ring": (
        swap("[[-100.69, 40.61], ", "[[-100, 40], [-100, 40], [-100, 40]]\n  Pond: [[-100.69, 40.61], "),
        at("  Mirror:"),
        "lakes.Mirror: fewer than three different points",
    ),
    "short line": (swap(", [-98.33, 39.89], [-98.82, 40.09]]", "]"), at("Seal"), "inlets.Seal Sound is [[-97.84,"),
    "no land": (swap("frame: [", "frame: [[1, 1], [2, 1], [2, 2]]  # ["), at("land:"), "land: none of it is"),
    "too fine": (swap("spacing: 30", "spacing: 2"), at("spacing:"), "spacing: about 26508 mileposts, but no more than"),
    "a little too fine": (swap("spacing: 30", "spacing: 6.6"), at("spacing:"), "spacing: 23"),
    "share": (swap("share: 0.7", "share: 1.7"), at("share: 0.7"), "mountains.High Range.share is 1.7: write a number"),
    "range at sea": (
        swap("[[-99.24, 42.32], [-98.27, 42.32], [-98.71, 40.87], [-99.41, 40.65]]", "[[1, 1], [2, 1], [1, 2]]"),
        at("  Stone Hills:"),
        "mountains.Stone Hills holds no milepost: enlarge or remove it",
    ),
    "dry river": (
        swap("[[-101.7, 39.46], [-102.25, 39.67], [-102.69, 39.67], [-103.22, 39.52]]", "[[1, 1], [2, 1]]"),
        at("  Brook:"),
        "rivers.Brook runs between no two mileposts: lengthen or remove it",
    ),
    "chips": (swap("Coal: 4", "Coal: 12"), at("Coal: 4"), "chips is '12': write a whole number from 1 to 9"),
    "no source": (swap("Coal: 4", "Coal: 4\n  Wool: 3"), at("Coal: 4") + 1, "no city supplies Wool: add it to a city,"),
    "size": (swap("size: small", "size: tiny"), at("name: Gorse"), "cities.6.size is 'tiny': write 'small', 'medium'"),
    "city's good": (swap("goods: [Iron]", "goods: [Irn]"), at("name: Alder"), "unknown goods 'Irn': did you mean Iron"),
    "city twice": (swap("name: Gorse", "name: Elm"), at("name: Gorse"), "city 'Elm' is in line"),
    "latitude of a city": (swap("lat: 38.26", "lat: north"), at("lat: 38.26"), "cities.6.lat is 'north': write a"),
    "city at sea": (
        swap("lat: 39.13, lon: -98.06", "lat: 40.5, lon: -95"),
        at("name: Fir"),
        "cities.5: no room for Fir within 3 mileposts: widen the land there, or move the city",
    ),
    "no room": (
        swap("lat: 38.91, lon: -100.48", "lat: 41.3, lon: -100.6"),
        at("name: Cedar"),
        "cities.2: no room for Cedar within 3 mileposts",
    ),
    "cards": (swap("number: 36", "number: 12"), at("cards:"), "cards.number is 12: write a whole number from 36"),
    "deck": (swap("nearest: 4", "nearest: 14"), at("cards:"), "cards: no deck was found that keeps its rules: lower"),
    "event's kind": (swap("kind: tax", "kind: levy"), at("kind: tax"), "kind is 'levy': write flood or derailment or"),
    "event's river": (swap("where: Heron", "where: Hern"), at("where: Heron"), "unknown where 'Hern': did you mean"),
    "event's cities": (swap("[Birch, Gorse]", "[Birch, Goose]"), at("[Birch, Gorse]"), "unknown where 'Goose': did"),
    "radius": (swap("radius: 3", "radius: 10"), at("[Birch, Gorse]"), "radius is '10': write a whole number from 0 to"),
    "strike": (swap("where: border", "where: Alder"), at("where: border"), "where is 'Alder': write border or coast"),
    "name": (swap("name: Gorse", "name: 'Gorse; Elm'"), at("name: Gorse"), "cities.6.name is 'Gorse; Elm': write"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_build__names_a_fault_with_its_line(tmp_path: Path, case: str) -> None:
    change, line, fault = CASES[case]
    found = faults_of_geography(build_map, write_geography(SMALL, tmp_path, change))
    assert any(told.startswith(f"geography.yaml:{line}: {fault}") for told in found), found


def test_build__lists_all_faults_at_once(tmp_path: Path) -> None:
    changes = (
        swap("[-103.3, 42.28], [-97.21, 42.28]", "[-97.21, 42.28], [-103.3, 42.28]"),
        swap("Coal: 4", "Coal: 0"),
        swap("goods: [Iron]", "goods: [Irn]"),
        swap("where: Heron", "where: Hern"),
        swap("where: border", "where: nowhere"),
    )
    found = faults_of_geography(build_map, write_geography(SMALL, tmp_path, *changes))
    lines = [int(fault.split(":")[1]) for fault in found]
    wanted = ("Coal: 4", "name: Alder", "Iron: 3", "where: Heron", "where: border", "  country:")
    assert lines == sorted(at(words) for words in wanted)


def test_build__refuses_more_of_anything_than_fits(tmp_path: Path) -> None:
    """By the name of what is too many."""
    goods = "".join(f"  Good {i}: 3\n" for i in range(30))
    rivers = "".join(f"  River {i}: [[-101, 39], [-100, 41]]\n" for i in range(30))
    events = "".join(f"  - {{title: Tax {i}, kind: tax}}\n" for i in range(30))
    cities = "".join(f"  - {{name: X{i}, size: small, lat: 40, lon: -100}}\n" for i in range(60))
    changes = (
        swap("goods:\n", f"goods:\n{goods}"),
        swap("rivers:\n", f"rivers:\n{rivers}"),
        swap("events:\n", f"events:\n{events}"),
        swap("cities:\n", f"cities:\n{cities}"),
    )
    with pytest.raises(DataError) as error:
        build(tmp_path, *changes)
    lines = (tmp_path / GEOGRAPHY).read_text(encoding="utf-8").splitlines()
    line = {part: i for i, part in enumerate(lines, 1)}
    told = [line for line in str(error.value).split("\n  ") if "fit" in line]
    assert told == [
        f"geography.yaml:{line[part + ':']}: {number} rows, but no more than {most} fit: remove some"
        for part, number, most in (("rivers", 33, 32), ("goods", 36, 32), ("cities", 70, 64), ("events", 38, 32))
    ]
