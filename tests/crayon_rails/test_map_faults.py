"""Maps of one's own: they load, and every fault in one is named with its place and what to do."""

from pathlib import Path

import pytest
from map_edits import Edit, add, copy_tables, drop, edit, faults_of_map, swap

from railgym.envs.core.errors import OptionsError
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.crayon_rails.maps.loading import DATA, MAPS, load_map, read_map
from railgym.envs.crayon_rails.maps.model import MAX_EDGES

SMALL = DATA / "test"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the small map, to be changed."""
    return copy_tables(SMALL, tmp_path)


def faults(folder: Path) -> list[str]:
    return faults_of_map(read_map, folder)


def test_load__says_which_maps_there_are() -> None:
    """RR-R2."""
    with pytest.raises(OptionsError, match=f"no map 'x': there are {', '.join(MAPS.names)}, random:SEED. Or give"):
        load_map("x")
    with pytest.raises(OptionsError, match=r"no map 'tst': did you mean test\? Or give the path of a folder"):
        load_map("tst")


def test_load__reads_a_folder_of_ones_own(copy: Path) -> None:
    own = load_map(str(copy))
    assert own.name == "copy"
    assert own.digest == load_map("test").digest
    assert load_map(str(copy)) is own


def test_load__takes_extra_columns_empty_lines_and_a_byte_order_mark(copy: Path) -> None:
    text = (copy / "goods.csv").read_text(encoding="utf-8")
    lines = [f"{line},{'note' if i == 0 else ''}" for i, line in enumerate(text.splitlines())]
    (copy / "goods.csv").write_text("\ufeff" + "\r\n\r\n".join(lines), encoding="utf-8")
    assert read_map(copy).digest == load_map("test").digest


def test_digest__changes_with_the_rules_and_not_with_the_looks(copy: Path) -> None:
    digest = load_map("test").digest
    edit(copy, "map.json", swap("Twelve by ten", "Another"))
    (copy / "outlines.json").write_text("{}")
    assert read_map(copy).digest == digest
    edit(copy, "mileposts.csv", swap("0,8,mountain", "0,8,clear"))
    assert read_map(copy).digest != digest


def far(number: int) -> list[str]:
    """A block of mileposts, forty in a row, joined to the map's upper left corner."""
    return [f"{20 + k // 40 * 2 + k % 2},{k % 40},clear,,," for k in range(number)]


TOO_MANY_GOODS = [f"Good {i},3" for i in range(27)]
BREAKS: dict[str, tuple[str, Edit, str]] = {
    "title": ("map.json", swap("title", "name"), "map.json:1: title is missing: add it"),
    "kind": ("map.json", swap("crayon", "wax"), "map.json:1: kind is 'wax': write 'crayon'"),
    "JSON": ("map.json", swap("{", "["), "map.json:2: no JSON"),
    "deck": ("map.json", swap("36", "20"), "map.json:1: deck.number is 20: write a whole number from 36"),
    "outline": ("outlines.json", swap("frame", "fram"), "outlines.json:1: fram is unknown: did you mean frame?"),
    "point": ("outlines.json", swap("[[", "[[null,"), "outlines.json:1: frame.0.0 is [None,"),
    "column": ("goods.csv", swap("chips", "chip"), "goods.csv:1: column 'chips' is missing"),
    "column twice": ("cities.csv", swap("size", "city"), "cities.csv:1: column 'city' is there twice"),
    "comma": ("cities.csv", swap("Iron", "Iron,Wool"), "cities.csv:2: 4 cells under 3 columns: check the commas"),
    # cities, goods, rivers
    "city twice": ("cities.csv", add("Elm,small,"), "cities.csv:12: city 'Elm' is in line 6 already"),
    "no name": ("cities.csv", add(",small,"), "cities.csv:12: no city: fill in that column"),
    "size": ("cities.csv", swap("Elm,medium", "Elm,middle"), "cities.csv:6: size is 'middle': write small or medium"),
    "city's good": ("cities.csv", swap("Iron", "Irn"), "cities.csv:2: unknown goods 'Irn': did you mean Iron"),
    "good of none": ("cities.csv", swap("Iron", "Wool"), "cities.csv:2: unknown goods 'Wool': did you mean"),
    "good at once": ("cities.csv", swap("Timber;Coal", "Coal;Coal"), "cities.csv:8: goods is 'Coal;Coal': write each"),
    "many goods": (
        "cities.csv",
        swap("Timber;Coal", "Timber;Coal;Iron;Fish"),
        "cities.csv:8: 4 goods, but no more than 3 fit: remove some",
    ),
    "majors": ("cities.csv", lambda text: text.replace("major", "small"), "cities.csv: 0 major cities, but a map has"),
    "good twice": ("goods.csv", add("Coal,3"), "goods.csv:8: good 'Coal' is in line 2 already"),
    "chips": ("goods.csv", swap("Coal,4", "Coal,0"), "goods.csv:2: chips is '0': write a whole number from 1 to 9"),
    "no source": ("goods.csv", add("Wool,3"), "goods.csv:8: no city supplies Wool: add it to a city, or remove it"),
    "river twice": ("rivers.csv", add("Otter"), "rivers.csv:5: river 'Otter' is in line 2 already"),
    # mileposts
    "row": ("mileposts.csv", swap("0,0,", "x,0,"), "mileposts.csv:2: row is 'x': write a whole number from 0 to 999"),
    "uneven": ("mileposts.csv", swap("0,0,", "0,1,"), "mileposts.csv:2: row 0 and column 1: their sum has to be even"),
    "place twice": ("mileposts.csv", add("0,0,clear,,,"), "mileposts.csv:117: row 0, column 0 is in line 2 already"),
    "terrain": ("mileposts.csv", swap("0,8,mountain", "0,8,hill"), "terrain is 'hill': write clear or mountain"),
    "border": ("mileposts.csv", swap("coast", "sea"), "border is 'sea': write nothing or coast or frontier or both"),
    "post's city": ("mileposts.csv", swap("Juniper", "Junper"), "mileposts.csv:10: unknown city 'Junper': did you"),
    "city on mountain": ("mileposts.csv", swap("clear,Juniper", "mountain,Juniper"), "Juniper on a mountain: write"),
    "part": ("mileposts.csv", swap("Alder,1,", "Alder,7,"), "part is '7': write a whole number from 0 to 6"),
    "no part": ("mileposts.csv", swap("Juniper,,", "Juniper,0,"), "part is '0': leave it empty, it is for major"),
    "part twice": ("mileposts.csv", swap("Alder,1,", "Alder,2,"), "the parts 0 to 6, Alder has 0, 2, 2, 3, 4, 5, 6"),
    "ring": (
        "mileposts.csv",
        lambda text: text.replace("Alder,1", "Alder,x").replace("Alder,2", "Alder,1").replace("Alder,x", "Alder,2"),
        "cities.csv:2: part 1 of Alder is not where it belongs, clockwise from the north: correct mileposts.csv",
    ),
    "major of six": ("mileposts.csv", swap(",Birch,6,", ",,,"), "cities.csv:3: a major city has the parts 0 to 6,"),
    "city nowhere": ("mileposts.csv", swap("Juniper", ""), "cities.csv:11: 0 mileposts of Juniper, but a small city"),
    "city twice there": ("mileposts.csv", swap("0,0,clear,", "0,0,clear,Juniper"), "cities.csv:11: 2 mileposts of"),
    "neighbours": (
        "mileposts.csv",
        lambda text: text.replace("Juniper", "").replace("1,3,clear,,", "1,3,clear,Juniper,"),
        "Alder is beside Juniper: leave a milepost between two cities",
    ),
    "two maps": (
        "mileposts.csv",
        drop(r"(7,\d+|8,\d+),"),
        "cities.csv: no track can join Juniper and Dogwood: add mileposts, or open some pairs in waters.csv",
    ),
    "isolated land": ("mileposts.csv", add("30,30,clear,,,", "31,31,clear,,,"), "mileposts.csv:117: no city can be"),
    "lonely milepost": ("mileposts.csv", add("40,40,clear,,,"), "mileposts.csv:117: no city can be reached from here"),
    # waters
    "water's place": ("waters.csv", add("0,0,50,50,river,Otter"), "waters.csv:35: no milepost at row 50, column 50:"),
    "no neighbours": ("waters.csv", add("0,0,0,2,river,Otter"), "waters.csv:35: the two mileposts are not neighbours:"),
    "same place": ("waters.csv", add("0,0,0,0,river,Otter"), "waters.csv:35: the two mileposts are not neighbours"),
    "water twice": ("waters.csv", add("1,3,0,4,river,Otter"), "waters.csv:35: Otter is between these two in line 2"),
    "river": ("waters.csv", swap("river,Otter", "river,Oter"), "waters.csv:2: unknown river 'Oter': did you mean"),
    "water's kind": ("waters.csv", swap("inlet", "sound"), "kind is 'sound': write river or lake or inlet"),
    "water's name": ("waters.csv", swap("lake,Mirror", "lake,"), "waters.csv:17: no name: fill in that column"),
    "inside a city": ("waters.csv", add("2,2,4,2,river,Otter"), "waters.csv:35: both are inside one city, where track"),
    "closed city": (
        "waters.csv",
        add(*(f"1,5,{r},{c},inlet,Wall" for r, c in ((0, 4), (0, 6), (2, 4), (2, 6), (3, 5)))),
        "cities.csv:11: 0 edges lead into Juniper, but 2 players may build into it: add mileposts beside it, or open",
    ),
    "blind alley": (
        "waters.csv",
        add(
            *(f"1,5,{r},{c},inlet,Wall" for r, c in ((2, 4), (2, 6), (3, 5))),
            *(f"0,4,{r},{c},inlet,Wall" for r, c in ((1, 3), (2, 4))),
        ),
        "cities.csv:11: 1 edges lead into Juniper, but 2 players may build into it: add mileposts beside it, or open",
    ),
    # cards
    "card's city": ("cards.csv", swap("Alder", "Older"), "cards.csv:2: unknown city_1 'Older': did you mean Alder"),
    "card's good": ("cards.csv", swap("Coal", "Cole"), "cards.csv:2: unknown good_1 'Cole': did you mean Coal"),
    "payout": ("cards.csv", swap("Alder,Coal,6", "Alder,Coal,0"), "cards.csv:2: payout_1 is '0': write a whole number"),
    "supplied": ("cards.csv", swap("Alder,Coal", "Alder,Iron"), "cards.csv:2: Alder asks for Iron, which it supplies"),
    "city again": ("cards.csv", swap("Ivy,Grain", "Alder,Grain"), "cards.csv:2: a city twice on one card (Alder,"),
    "good again": ("cards.csv", swap("Ivy,Grain", "Ivy,Coal"), "cards.csv:2: a good twice on one card (Coal, Coal,"),
    "few cards": ("cards.csv", lambda text: text[: text.rindex("\n", 0, -1) + 1], "cards.csv: 35 rows, but a map"),
    # events
    "event's title": ("events.csv", swap("The Heron rises", ""), "events.csv:2: no title: fill in that column"),
    "event's kind": ("events.csv", swap("tax,,", "levy,,"), "events.csv:9: kind is 'levy': write flood or derailment"),
    "flood": ("events.csv", swap("flood,Heron", "flood,Hern"), "events.csv:2: unknown where 'Hern': did you mean"),
    "struck city": ("events.csv", swap("Birch;Gorse", "Birch;Goose"), "events.csv:4: unknown where 'Goose': did you"),
    "derailment": ("events.csv", swap("Birch;Gorse", ""), "events.csv:4: where is '': write 1 to 6 cities, with"),
    "strike": ("events.csv", swap("strike,border", "strike,Alder"), "where is 'Alder': write border or coast or"),
    "snow": ("events.csv", swap("Dogwood", "Dogwood;Elm"), "events.csv:7: where is 'Dogwood;Elm': write one city"),
    "tax": ("events.csv", swap("tax,,", "tax,Alder,"), "events.csv:9: a tax is everywhere: leave where empty"),
    "radius": ("events.csv", swap("Dogwood,3", "Dogwood,30"), "events.csv:7: radius is '30': write a whole number"),
    "dry flood": ("waters.csv", drop(r".*Heron"), "events.csv:2: no edge crosses Heron: let it run between mileposts,"),
    # room
    "mileposts' room": ("mileposts.csv", add(*far(2200)), "mileposts.csv: 2315 rows, but no more than 2304 fit"),
    "cities' room": ("cities.csv", add(*(f"X{i},small," for i in range(60))), "cities.csv: 70 rows, but no more than"),
    "majors' room": (
        "cities.csv",
        add(*(f"X{i},major," for i in range(6))),
        "cities.csv: 9 major cities, but a map has 2 to 8: change some sizes",
    ),
    "goods' room": ("goods.csv", add(*TOO_MANY_GOODS), "goods.csv: 33 rows, but no more than 32 fit"),
    "rivers' room": ("rivers.csv", add(*(f"R{i}" for i in range(30))), "rivers.csv: 33 rows, but no more than 32 fit"),
    "cards' room": ("cards.csv", lambda text: text + text.split("\n", 1)[1] * 4, "cards.csv: 180 rows, but no more"),
    "events' room": ("events.csv", add(*["Tax,tax,,"] * 25), "events.csv: 33 rows, but no more than 32 fit: remove"),
}  # fmt: skip


@pytest.mark.parametrize("case", BREAKS)
def test_load__names_a_fault_with_its_place(copy: Path, case: str) -> None:
    """RR-9.1 ("many goods"), EB-R8.4 ("blind alley")"""
    file, change, fault = BREAKS[case]
    edit(copy, file, change)
    if case == "two maps":
        edit(copy, "waters.csv", drop(r"[78],|\d+,\d+,[78],"))
    lines = faults(copy)
    assert any(fault in line for line in lines), lines
    assert all(line.startswith(tuple(f.name for f in SMALL.iterdir())) for line in lines), lines


def test_load__blames_no_milepost_for_a_city_without_a_name(copy: Path) -> None:
    edit(copy, "cities.csv", add(",major,"))
    assert [line for line in faults(copy) if line.startswith("mileposts.csv")] == []


def test_load__refuses_more_edges_than_fit(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No map of so many mileposts has more edges: three a milepost, and less at the coast."""
    assert MAX_EDGES > 0.96 * 3 * 2304
    monkeypatch.setattr("railgym.envs.crayon_rails.maps.checks.MAX_EDGES", 200)
    assert faults(copy) == ["mileposts.csv: 291 edges, but no more than 200 fit: remove some mileposts"]


@pytest.mark.parametrize("file", sorted(file.name for file in SMALL.iterdir() if file.name != GEOGRAPHY))
def test_load__names_a_file_that_is_missing_or_not_in_utf_8(copy: Path, file: str) -> None:
    (copy / file).write_bytes("Málaga".encode("latin-1"))
    assert any(line.startswith(file) and "not in UTF-8" in line for line in faults(copy))
    (copy / file).unlink()
    assert any(line.startswith(f"{file}: the file is missing") for line in faults(copy))


def test_load__lists_all_faults_at_once(copy: Path) -> None:
    edit(copy, "mileposts.csv", swap("0,8,mountain", "0,8,hill"))
    edit(copy, "waters.csv", swap("river,Otter", "river,Oter"))
    edit(copy, "cards.csv", swap("Alder,Coal,6", "Older,Coal,0"))
    edit(copy, "goods.csv", swap("Coal,4", "Coal,0"))
    assert [line.split(":")[:2] for line in faults(copy)] == [
        ["cards.csv", "2"],
        ["cards.csv", "2"],
        ["goods.csv", "2"],
        ["mileposts.csv", "6"],
        ["waters.csv", "2"],
    ]


def test_read__without_cards_needs_no_file_of_them(copy: Path) -> None:
    (copy / "cards.csv").unlink()
    assert read_map(copy, cards=False).cards == ()
