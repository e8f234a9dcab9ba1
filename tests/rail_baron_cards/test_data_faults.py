"""Boards of one's own: they load, and every fault in one is named with its place and what to do."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from railgym.envs.core.errors import OptionsError
from railgym.envs.rail_baron_cards.board import DATA, load_board, read_board
from railgym.envs.rail_baron_cards.data import fit_cards
from railgym.envs.rail_baron_cards.destination_tables import destination_tables

SMALL = DATA / "small"

Edit = Callable[[str], str]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the small board, to be broken."""
    return Path(shutil.copytree(SMALL, tmp_path / "copy"))


def edit(folder: Path, file: str, change: Edit) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    (folder / file).write_text(changed, encoding="utf-8")


def swap(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new, 1)


def add(*lines: str) -> Edit:
    return lambda text: text + "".join(f"{line}\n" for line in lines)


def widen(text: str) -> str:
    """Cards with columns for six more regions."""
    return "".join(line + (",U,V,W,X,Y,Z" if i == 0 else ",1" * 6) + "\n" for i, line in enumerate(text.splitlines()))


def with_odds(text: str, first: str) -> str:
    """A table with a column of odds, the first of which is given."""
    odds = ["odds", first, *["5"] * text.count("\n")]
    return "".join(f"{line},{cell}\n" for line, cell in zip(text.splitlines(), odds))


def unpaid(text: str) -> str:
    return text.replace("Rapids,2,4,3,,2", "Rapids,2,4,3,,0").replace("Peoria,2,3,3,1", "Peoria,2,3,3,0")


def test_load__names_the_boards_that_exist() -> None:
    with pytest.raises(OptionsError, match=r"no board 'x': there are revised, small, standard, random:SEED. Or give"):
        load_board("x")
    with pytest.raises(OptionsError, match=r"no board 'smal': did you mean small\? Or give the path of a folder"):
        load_board("smal")


def test_load__reads_a_folder(copy: Path) -> None:
    own = load_board(str(copy))
    assert own.name == "copy"
    assert own.digest == load_board("small").digest != load_board("standard").digest
    assert load_board(str(copy)) is own


def test_digest__depends_on_rules_and_not_on_colours(copy: Path) -> None:
    digest = load_board("small").digest
    edit(copy, "railroads.csv", swap("#c8452f", "#112233"))
    assert read_board(copy).digest == digest
    edit(copy, "railroads.csv", swap("16000", "15000"))
    assert read_board(copy).digest != digest


STARS = [f"X{i},40.{i},-90" for i in range(700)]
BREAKS: dict[str, tuple[str, Edit, str]] = {
    "title": ("board.json", swap("title", "name"), 'board.json:1: no title: write {"title": "..."}'),
    "JSON": ("board.json", swap("{", "["), "board.json:2: no JSON"),
    "column": ("regions.csv", swap("name", "title"), "regions.csv:1: column 'name' is missing"),
    "column twice": ("dots.csv", swap("latitude", "longitude"), "dots.csv:1: column 'longitude' is there twice"),
    "region's column": ("cards.csv", swap("WI", "WA"), "cards.csv:1: column 'WI' is missing"),
    "comma": ("railroads.csv", swap("Great ", "Great, "), "railroads.csv:2: 6 cells under 5 columns: check the commas"),
    "dot": ("sections.csv", swap("CED,D08", "CED,D0B"), "sections.csv:4: unknown dot_b 'D0B': did you mean D"),
    "railroad": ("sections.csv", add("DUL,MKT,Xyz,"), "sections.csv:58: unknown railroad 'Xyz': add it to railroads"),
    "region": ("cities.csv", swap("IL,CMP", "OH,CMP"), "cities.csv:14: unknown region 'OH': add it to regions.csv"),
    "city's dot": ("cities.csv", swap("IL,CMP", "IL,CMQ"), "cities.csv:14: unknown dot 'CMQ': did you mean CMP"),
    "city": ("cards.csv", swap("Chicago", "Chikago"), "cards.csv:15: unknown city 'Chikago': did you mean Chicago?"),
    "card": ("cards.csv", swap("Duluth", "Wausau"), "cards.csv: no card for Duluth: add a row"),
    "card twice": ("cards.csv", swap("Duluth", "Wausau"), "cards.csv:9: city 'Wausau' is in line 2 already: rename or"),
    "region twice": ("regions.csv", add("MN,More"), "regions.csv:6: abbreviation 'MN' is in line 2 already"),
    "railroad twice": ("railroads.csv", swap("IM,", "MV,"), "railroads.csv:6: abbreviation 'MV' is in line 3 already"),
    "dot twice": ("dots.csv", add("D01,40,-90"), "dots.csv:45: dot 'D01' is in line 17 already"),
    "city twice": ("cities.csv", add("Duluth,DUX,MN,DUL"), "cities.csv:18: city 'Duluth' is in line 2 already"),
    "abbreviation twice": ("cities.csv", add("Cloquet,DUL,MN,DUL"), "cities.csv:18: abbreviation 'DUL' is in line 2"),
    "no name": ("dots.csv", add(",40,-90"), "dots.csv:45: no dot: fill in that column"),
    "latitude": ("dots.csv", swap("46.79", "146.79"), "dots.csv:2: latitude is '146.79': write a number from -90"),
    "longitude": ("dots.csv", swap("-92.1", "west"), "dots.csv:2: longitude is 'west': write a number from -180"),
    "price below 0": ("railroads.csv", swap("16000", "-1000"), "railroads.csv:2: price is '-1000': write a whole"),
    "odd price": ("railroads.csv", swap("16000", "16500"), "railroads.csv:2: price is 16500: write a multiple of 1000"),
    "colour": ("railroads.csv", swap("#c8452f", "red"), "railroads.csv:2: colour is 'red': write # and six digits"),
    "dashes": ("railroads.csv", swap("6 1", "dotted"), "railroads.csv:5: dashes is 'dotted': write numbers"),
    "copies": ("cards.csv", swap("Duluth,2", "Duluth,0"), "cards.csv:2: copies is '0': write a whole number from 1"),
    "number": ("cards.csv", swap("Chicago,4,4", "Chicago,4,x"), "cards.csv:15: MN is 'x': write a whole number from 0"),
    "number left out": ("cards.csv", swap("Chicago,4,4", "Chicago,4,"), "cards.csv:15: MN is '': write a whole number"),
    "own region": ("cards.csv", swap("Duluth,2,,", "Duluth,2,1,"), "cards.csv:2: MN is Duluth's own region: leave it"),
    "nothing paid": ("cards.csv", unpaid, "cards.csv:10: the run Cedar Rapids - Peoria pays nothing: raise"),
    "odds": ("regions.csv", lambda text: with_odds(text, "0"), "regions.csv:2: odds is '0': write a whole number"),
    "odds left out": ("cities.csv", lambda text: with_odds(text, ""), "cities.csv:2: odds is '': write a whole number"),
    "two regions": ("regions.csv", lambda text: text[:44], "regions.csv: 2 rows, but a game needs 3 regions"),
    "empty region": ("cities.csv", lambda text: text.replace("WI", "MN"), "regions.csv:3: no city in WI: add one"),
    "twins apart": ("cities.csv", swap("STP,MN", "STP,WI"), "cities.csv:5: MSP has a city of another region: put both"),
    "loop": ("sections.csv", add("DUL,DUL,BLS,"), "sections.csv:58: the section joins DUL to itself: write two"),
    "section twice": ("sections.csv", add("D08,CED,GLP,"), "sections.csv:58: GLP joins D08 and CED in line 4 already"),
    "railroad apart": ("sections.csv", swap("D10,D12,MV,\n", ""), "railroads.csv:3: MV is in 2 parts: join, for one,"),
    "no section": ("railroads.csv", add("A,B,1000,#000000,"), "railroads.csv:8: A has no section: add some to"),
    "lonely dot": ("dots.csv", add("D99,40,-90"), "dots.csv:45: no section at D99: add one to sections.csv, or remove"),
    "two maps": ("sections.csv", swap("MIL,D28,GBS,\n", ""), "sections.csv: the map is in 2 parts: join, for one,"),
    "fork": ("sections.csv", swap("D13,D18,MV,F01\n", ""), "sections.csv:26: fork 'F01' does not join D13 and D18:"),
    "fork of two": ("sections.csv", swap("MSP,D11,BLS,", "MSP,D11,BLS,F9"), "fork 'F9' joins two dots only: leave"),
    "shared fork": ("sections.csv", swap("D18,D19,MV,F01", "D18,D19,MV,F02"), "fork 'F02' is of MV and BLS: give each"),
    "regions' room": ("regions.csv", add(*(f"{r},Region" for r in "UVWXYZ")), "regions.csv: 10 rows, but no more"),
    "railroads' room": ("railroads.csv", add(*(f"R{i},R,1000,#000000," for i in range(30))), "csv: 36 rows, but"),
    "dots' room": ("dots.csv", add(*STARS), "dots.csv: 743 rows, but no more than 640 fit"),
    "cities' room": ("cities.csv", add(*(f"X{i},X{i},MN,DUL" for i in range(70))), "cities.csv: 86 rows, but no more"),
    "cards' room": ("cards.csv", swap("Duluth,2", "Duluth,165"), "cards.csv: 203 cards, but no more than 200 fit"),
    "sections' room": ("sections.csv", add(*["DUL,D14,BLS,"] * 969), "sections.csv: 1025 rows, but no more than 1024"),
}  # fmt: skip


@pytest.mark.parametrize("case", BREAKS)
def test_load__names_a_fault_with_its_place(copy: Path, case: str) -> None:
    file, change, fault = BREAKS[case]
    edit(copy, file, change)
    if case == "regions' room":
        edit(copy, "cards.csv", widen)
    with pytest.raises(OptionsError) as error:
        load_board(str(copy))
    head, *lines = str(error.value).split("\n  ")
    assert head == f"the board in {copy} has {'a fault' if len(lines) == 1 else f'{len(lines)} faults'}:"
    assert any(fault in line and line.startswith(tuple(f.name for f in SMALL.iterdir())) for line in lines), lines


@pytest.mark.parametrize("file", sorted(file.name for file in SMALL.iterdir()))
def test_load__names_a_file_that_is_missing_or_not_in_utf_8(copy: Path, file: str) -> None:
    (copy / file).write_bytes("Málaga".encode("latin-1"))
    with pytest.raises(OptionsError, match=f"{file}: .*not in UTF-8"):
        load_board(str(copy))
    (copy / file).unlink()
    missing = "it has no file board.json" if file == "board.json" else f"{file}: the file is missing"
    with pytest.raises(OptionsError, match=missing):
        load_board(str(copy))


PAIRS = (
    (
        "printed.csv",
        ("city,region,thousands", "Duluth,WI,4", "Duluth,WI,5"),
        "printed.csv:3: that is in line 2 already",
    ),
    ("printed.csv", ("city,region,thousands", "Duluth,MN,4"), "printed.csv:2: Duluth lies in MN, and no run stays in"),
    ("payoffs.csv", ("city_a,city_b,thousands", "DUL,CHI,9", "CHI,DUL,8"), "payoffs.csv:3: that is in line 2 already"),
)


@pytest.mark.parametrize(("file", "lines", "fault"), PAIRS)
def test_fit__names_double_and_useless_rows(copy: Path, file: str, lines: tuple[str, ...], fault: str) -> None:
    (copy / file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(OptionsError) as error:
        fit_cards.Fit(copy)
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("DUL,CHX,9", "payoffs.csv:2: unknown city_b 'CHX': did you mean CHI?"),
        ("DUL,CHI,-1", "payoffs.csv:2: thousands is '-1': write 0 or more"),
        ("DUL,CHI,a lot", "payoffs.csv:2: thousands is 'a lot': write a number from"),
    ],
)
def test_load__names_faulty_payoffs(copy: Path, line: str, fault: str) -> None:
    (copy / "payoffs.csv").write_text(f"city_a,city_b,thousands\n{line}\n", encoding="utf-8")
    with pytest.raises(OptionsError) as error:
        load_board(str(copy))
    assert fault in str(error.value)


def test_board__with_odds_and_payoffs_plays_cards_as_without(copy: Path) -> None:
    """The digest of boards is that of games with cards; the tables of destinations have their own."""
    board = load_board("small")
    edit(copy, "regions.csv", lambda text: with_odds(text, "9"))
    edit(copy, "cities.csv", lambda text: with_odds(text, "7"))
    (copy / "payoffs.csv").write_text("city_a,city_b,thousands\nCHI,DUL,9.5\n", encoding="utf-8")
    own = read_board(copy)
    assert own.digest == board.digest
    tables = destination_tables(own)
    assert tables.regions == (9, 5, 5, 5) and tables.cities[:3] == (7, 5, 5)
    duluth, chicago = (next(i for i, city in enumerate(own.cities) if city.abbreviation == c) for c in ("DUL", "CHI"))
    assert tables.payoffs[duluth][chicago] == tables.payoffs[chicago][duluth] == 9_500
    assert tables.digest != destination_tables(board).digest


def test_load__allows_24_sections_at_a_dot(copy: Path) -> None:
    names = [f"X{i}" for i in range(20)]
    edit(copy, "dots.csv", add(*(f"{name},4{i / 10},-90" for i, name in enumerate(names))))
    edit(copy, "sections.csv", add(*(f"MSP,{name},MV," for name in names)))
    with pytest.raises(OptionsError, match=r"dots.csv:4: 25 sections at MSP, but no more than 24 fit"):
        load_board(str(copy))


def test_load__lists_all_faults_at_once(copy: Path) -> None:
    edit(copy, "railroads.csv", swap("16000", "1"))
    edit(copy, "sections.csv", swap("D10,D12,MV,\n", ""))
    edit(copy, "cards.csv", swap("Duluth,2", "Duluth,0"))
    with pytest.raises(OptionsError, match=r"has 3 faults:\n") as error:
        load_board(str(copy))
    assert [line.split(":")[:2] for line in str(error.value).split("\n  ")[1:]] == [
        ["cards.csv", "2"],
        ["railroads.csv", "2"],
        ["railroads.csv", "3"],
    ]


def test_load__takes_extra_columns_empty_lines_and_a_byte_order_mark(copy: Path) -> None:
    text = (copy / "regions.csv").read_text(encoding="utf-8")
    lines = [f"{line},{'note' if i == 0 else ''}" for i, line in enumerate(text.splitlines())]
    (copy / "regions.csv").write_text("\ufeff" + "\r\n\r\n".join(lines), encoding="utf-8")
    assert load_board(str(copy)).digest == load_board("small").digest
