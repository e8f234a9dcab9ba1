"""``railgym map``: what it prints and writes, and what it refuses."""

import shutil
import sys
from importlib import import_module
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from railgym.cli import main
from railgym.envs import maps
from railgym.envs.core.geo.map_files import GEOGRAPHY
from railgym.envs.crayon_rails.maps.loading import DATA
from railgym.envs.rail_baron_cards import board as boards
from railgym.envs.railways_of_the_world.maps import loading as hexes

Capture = pytest.CaptureFixture[str]
SMALL = DATA / "test"
HEXES = (
    "Southern Sweden, 87 hexes, 22 water, 0 hills, 0 ridges, 10 cities, 24 cubes, 4 major lines, 18 operations cards, "
    "25 Railbot cards"
)
HOLDS = "Twelve by ten, 115 mileposts, 14 mountains, 291 edges, 10 cities, 6 goods, 3 rivers, 36 demand cards, 8 events"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    shutil.copy(SMALL / GEOGRAPHY, "own.yaml")


def run(*words: str) -> int:
    """The exit code of a command line, whichever way it ends."""
    try:
        return main(["map", *words])
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1


def test_build__writes_a_map(capsys: Capture) -> None:
    assert run("build", "own.yaml", "--out", "made") == 0
    assert capsys.readouterr().out == f"ok: {HOLDS}; written to made\n"
    for file in Path("made").iterdir():
        assert file.read_bytes() == (SMALL / file.name).read_bytes()


@pytest.mark.parametrize("words", ["build own.yaml", "new crayon --seed 7 --size small"])
def test_map__that_is_there_is_replaced_only_by_force(words: str, capsys: Capture) -> None:
    """It may have changes by hand."""
    command = [*words.split(), "--out", "made"]
    assert run(*command) == 0
    cities = Path("made/cities.csv")
    made, edited = cities.read_bytes(), cities.read_bytes() + b"Nowhere,small,\n"
    cities.write_bytes(edited)
    assert run(*command) == 2
    assert capsys.readouterr().err == (
        "railgym: --out 'made': a map is there, perhaps with changes of yours: give another folder, or --force to "
        "replace it\n"
    )
    assert cities.read_bytes() == edited
    assert run(*command, "--force") == 0
    assert cities.read_bytes() == made


@pytest.mark.parametrize(("kind", "holds"), [("crayon", "mileposts"), ("railways", "hexes"), ("rail_baron", "dots")])
def test_new__writes_a_random_map(kind: str, holds: str, capsys: Capture) -> None:
    words = "--seed 7 --size small --shape coast --climate wet --out made"
    assert run("new", kind, *words.split()) == 0
    said = capsys.readouterr().out
    assert said.startswith("ok: Coast of ") and holds in said and said.endswith("; written to made\n")


@pytest.mark.parametrize(
    ("words", "says"), [("--seed -7", "--seed -7: give a whole number from 0 to"), ("--seed 7 --size huge", "huge")]
)
def test_new__refuses_what_makes_no_map(words: str, says: str, capsys: Capture) -> None:
    assert run("new", "crayon", *words.split(), "--out", "made") == 2
    out, err = capsys.readouterr()
    assert (out, Path("made").exists()) == ("", False) and says in err


def test_check__knows_boards_by_name(capsys: Capture) -> None:
    assert run("check", "revised") == 0
    assert "dots" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["own.yaml", "test", str(SMALL)])
def test_check__says_what_a_map_holds(words: str, capsys: Capture) -> None:
    """A geography file, a map that comes with railgym, a folder."""
    assert run("check", words) == 0
    assert capsys.readouterr().out == f"ok: {HOLDS}\n"


def test_check__says_what_a_board_holds(capsys: Capture) -> None:
    """A board of Rail Baron is checked like a map."""
    assert run("new", "rail_baron", "--seed", "7", "--size", "small", "--out", "made") == 0
    assert run("check", "made") == 0
    made, checked = capsys.readouterr().out.splitlines()
    assert made == f"{checked}; written to made"


def test_check__says_what_random_maps_hold(capsys: Capture) -> None:
    """Of one kind, or of all in turn."""
    assert run("check", "random:7:size=small", "--kind", "railways") == 0
    assert run("check", "random:7:size=small") == 0
    one, *all_kinds = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in all_kinds] == ["ok, crayon", "ok, railways", "ok, rail_baron"]
    assert one == all_kinds[1] and "hexes" in one


@pytest.mark.parametrize("kind", maps.MAKERS)
def test_draw__writes_a_picture_of_a_random_map(kind: str, capsys: Capture) -> None:
    """The same picture as of the folder with this map."""
    assert run("draw", "random:7:size=small", "--kind", kind, "--out", "map.svg") == 0
    assert Path("map.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("new", kind, "--seed", "7", "--size", "small", "--out", "made") == 0
    assert run("draw", "made", "--out", "made.svg") == 0
    assert Path("made.svg").read_bytes() == Path("map.svg").read_bytes()


def test_draw__shows_every_city_and_railroad_of_a_board(capsys: Capture) -> None:
    assert run("draw", "revised", "--out", "map.svg") == 0
    picture = Path("map.svg").read_text(encoding="utf-8")
    board = boards.load_board("revised")
    assert all(city.name in picture for city in board.cities)
    assert all(f">{escape(railroad.abbreviation)}<" in picture for railroad in board.railroads)


def test_draw__asks_for_the_kind_of_a_random_map(capsys: Capture) -> None:
    assert run("draw", "random:7", "--out", "map.svg") == 2
    assert "add --kind crayon or --kind railways or --kind rail_baron" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["own.yaml", "test"])
def test_draw__writes_a_picture(words: str, capsys: Capture) -> None:
    assert run("draw", words, "--out", "map.svg") == 0
    assert capsys.readouterr().out == "ok: drawn to map.svg\n"
    picture = Path("map.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg") and "Juniper" in picture


def test_cards__are_made_with_another_seed(capsys: Capture) -> None:
    """The seed is in map.json, so that the same cards can be made again. Without a change no file is written."""
    shutil.copytree(SMALL, "made")
    old = Path("made/cards.csv").read_bytes()
    assert run("cards", "made") == 0
    assert capsys.readouterr().out == f"ok: {HOLDS}; the cards are as they were: no file was written\n"
    assert run("cards", "made", "--seed", "8") == 0
    assert capsys.readouterr().out == f"ok: {HOLDS}; written to made: cards.csv, map.json\n"
    new = Path("made/cards.csv").read_bytes()
    shutil.copy(SMALL / "cards.csv", "made")
    assert run("cards", "made") == 0
    assert Path("made/cards.csv").read_bytes() == new != old


@pytest.mark.parametrize("kind", ["crayon", "railways", "rail_baron"])
def test_cards__of_a_random_map_are_made_again(kind: str, capsys: Capture) -> None:
    """An unchanged map has the cards that this command makes."""
    assert run("new", kind, "--seed", "7", "--size", "small", "--out", "made") == 0
    assert run("cards", "made") == 0
    assert "the cards are as they were" in capsys.readouterr().out


def test_cards__of_a_board_that_states_changes_are_not_made(capsys: Capture) -> None:
    """Its tables are in another folder; the editor does not open it either."""
    shutil.copytree(boards.DATA / "revised", "made")
    assert run("cards", "made") == 2
    assert capsys.readouterr().err == "railgym: dots.csv: the file is missing: only whole boards are edited here\n"


def test_cards__without_a_seed_take_none(capsys: Capture) -> None:
    shutil.copytree(hexes.DATA / "south_sweden", "made")
    assert run("cards", "made", "--seed", "8") == 2
    assert "of this map have no seed: leave it out" in capsys.readouterr().err


def test_faults__are_all_listed(capsys: Capture) -> None:
    """With exit code 2, and nothing is written."""
    text = Path("own.yaml").read_text(encoding="utf-8")
    Path("own.yaml").write_text(text.replace("number: 36", "number: 6").replace("size: small", "size: tiny", 1))
    for words in ("check own.yaml", "build own.yaml --out made", "draw own.yaml --out a.svg"):
        assert run(*words.split()) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.splitlines() == [
            "railgym: the geography in own.yaml has 2 faults:",
            "  own.yaml:60: cities.6.size is 'tiny': write 'small', 'medium' or 'major'",
            "  own.yaml:65: cards.number is 6: write a whole number from 36 to 144",
        ]
    assert sorted(file.name for file in Path().iterdir()) == ["own.yaml"]


def test_faults__of_a_folder_are_all_listed(capsys: Capture) -> None:
    shutil.copytree(SMALL, "made")
    for file, text in {"cities.csv": "city\n", "goods.csv": "good,good,chips\n", "rivers.csv": ""}.items():
        (Path("made") / file).write_text(text)
    assert run("check", "made") == 2
    assert capsys.readouterr().err.splitlines()[:4] == [
        "railgym: the map in made has 3 faults:",
        "  cities.csv:1: columns 'size', 'goods' are missing; needed once each are city, size, goods",
        "  goods.csv:1: column 'good' is there twice; needed once each are good, chips",
        "  rivers.csv:1: there is no line with the names of the columns; needed once each are river",
    ]


def test_check__says_that_a_file_has_other_separators(capsys: Capture) -> None:
    """Spreadsheets save semicolons in some locales."""
    assert run("new", "crayon", "--seed", "7", "--size", "small", "--out", "made") == 0
    cities = Path("made", "cities.csv")
    cities.write_text(cities.read_text(encoding="utf-8").replace(",", ";"), encoding="utf-8")
    assert run("check", "made") == 2
    assert "cities.csv:1: columns are separated by semicolons: save the file with commas" in capsys.readouterr().err


WRONG = {
    "": "missing: one of new, build, check, cards, draw; see railgym map --help",
    "biuld own.yaml": "unknown command 'biuld'; did you mean build? See railgym map --help",
    "build own.yaml": "missing: --out; see railgym map build --help",
    "build": "missing: GEOGRAPHY.yaml",
    "check": "missing: MAP",
    "check tset": "no map 'tset': did you mean test? Or give a geography file, or the folder of a map",
    "check nowhere": "there are europe, india, north_america, pacific_northwest, test (of Empire Builder and "
    "Resourceful Rails), "
    "eastern_us, great_britain, mexico, nordic, south_sweden, western_europe, western_us (of Railways of the World), "
    "revised, small, standard (of Rail Baron). Or give a geography file",
    "check .": "'.' holds maps, and is none itself: give one of them, as in words",
    "draw . --out map.svg": "'.' holds maps, and is none itself: give one of them, as in words",
    "cards .": "'.' holds maps, and is none itself: give one of them, as in words",
    "check empty": "no map in 'empty': a map has the file map.json, a board of Rail Baron board.json; make one with",
    "build none.yaml --out made": "none.yaml: No such file or directory",
    "draw test --out no/such.svg": "no/such.svg: No such file or directory",
    "check random:x": "random map 'random:x': the seed is 'x': write random:SEED",
    "check test --kind crayon": "--kind crayon is only for random maps: leave it out, 'test' has a kind already",
    f"cards {SMALL}": "belongs to railgym itself: copy the folder, and give the copy",
    "cards mexico": "belongs to railgym itself: copy the folder, and give the copy",
    "cards none": "no map in 'none': a map has the file map.json, a board of Rail Baron board.json",
    "cards made --seed": "--seed: a value is missing",
    "cards made --seed -1": "--seed -1: give a whole number from 0 to",
    "draw random:7 --out map.svg": "random:7 fits several kinds of map: add --kind crayon or --kind railways",
    "draw test --out .": ".: Is a directory",
    "draw test --out map.png": "--out map.png: pictures of maps are SVG; give a name that ends in .svg",
    "check kindless": "kindless: it does not say what kind of map it is: write kind with the value crayon or railways",
    "check words": "words/map.json:2: no JSON (Expecting ':' delimiter): write {\"kind\": ",
    "check tabs.yaml": "tabs.yaml:2: no YAML: a tab: indent with spaces",
    "check strange": "strange: there is no kind of map 'wax': write crayon or railways",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_input__gets_one_clear_line(words: str, capsys: Capture) -> None:
    Path("kindless").write_text("title: A map\n")
    Path("strange").write_text("kind: wax\n")
    Path("tabs.yaml").write_text("title:\n\tkind\n")
    Path("empty").mkdir()
    Path("words").mkdir()
    Path("words/map.json").write_text('{"title": "A map",\n "kind" "crayon"}')
    assert run(*words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("railgym: ") and WRONG[words] in err


@pytest.mark.parametrize(("text", "more"), [("good,chip\n", ""), ("good,good\n", "and 1 more, ")])
def test_play__tells_the_first_fault_of_a_map(text: str, more: str, capsys: Capture) -> None:
    """In one line, with the command that lists all."""
    shutil.copytree(SMALL, "my map")
    Path("my map/goods.csv").write_text(text)
    assert main(["play", "empire_builder_v0", "--option", "map=my map"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("railgym: option map='my map': goods.csv:1: column ") and err.count("\n") == 1
    assert err.endswith(f"; {more}see: railgym map check 'my map'\n")


def test_play__tells_the_first_fault_of_a_map_of_hexes(capsys: Capture) -> None:
    shutil.copytree(hexes.DATA / "south_sweden", "made")
    Path("made/lines.csv").write_text("city_a,city_b,points\n")
    assert main(["play", "railways_of_the_world_v0", "--option", "map=made"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("railgym: option map='made': lines.csv:1: column ") and err.count("\n") == 1
    assert err.endswith("see: railgym map check made\n")


def test_kinds__are_told_by_the_files(capsys: Capture) -> None:
    """A map of hexes is built, checked and drawn by the same words."""
    shutil.copy(hexes.DATA / "south_sweden" / GEOGRAPHY, "sweden.yaml")
    assert run("build", "sweden.yaml", "--out", "made") == 0
    assert capsys.readouterr().out == f"ok: {HEXES}; written to made\n"
    for words in ("sweden.yaml", "made", "south_sweden"):
        assert run("check", words) == 0
        assert capsys.readouterr().out == f"ok: {HEXES}\n"
    assert run("draw", "made", "--out", "map.svg") == 0
    assert "Hässleholm" in Path("map.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("there", ["crayon", "railways", "rail_baron"])
def test_folder__with_a_map_of_another_kind_is_left_alone(there: str, capsys: Capture) -> None:
    """Its files would stay beside those of the new map, so that ``--force`` does not help."""
    words = ("--size", "small", "--out", "made", "--force")
    assert run("new", there, "--seed", "7", *words) == run("new", there, "--seed", "8", *words) == 0
    files = {file: file.read_bytes() for file in Path("made").iterdir()}
    capsys.readouterr()
    others = [("new", kind, "--seed", "7", *words) for kind in maps.MAKERS if kind != there]
    for command in [*others, *([] if there == "crayon" else [("build", "own.yaml", "--out", "made", "--force")])]:
        assert run(*command) == 2
        said = f"railgym: --out 'made': a map of the kind {there!r} is there: give another folder\n"
        assert capsys.readouterr().err == said
    assert files == {file: file.read_bytes() for file in Path("made").iterdir()}


@pytest.mark.parametrize("command", ["new crayon --seed 7", "new rail_baron --seed 7", "build own.yaml"])
def test_folder__with_tables_of_no_map_is_left_alone(command: str, capsys: Capture) -> None:
    """A table such as cities.csv may be another one's work."""
    Path("mine").mkdir()
    Path("mine/cities.csv").write_text("my,own\n")
    assert run(*command.split(), "--out", "mine") == 2
    assert "--out 'mine': cities.csv is there, but no map that it belongs to" in capsys.readouterr().err
    assert [file.read_text() for file in Path("mine").iterdir()] == ["my,own\n"]


def test_names__of_shipped_maps_are_of_one_kind() -> None:
    names = [name for kind in maps.MAKERS for name in import_module(maps.MAKERS[kind]).KIND.shipped()]
    assert len(set(names)) == len(names)


def test_missing_library__names_the_extra(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Building needs it; what is built is checked and drawn without."""
    monkeypatch.setitem(sys.modules, "shapely", None)
    assert run("check", "own.yaml") == 2
    assert "install it with: pip install 'railgym[maps]'" in capsys.readouterr().err
    assert run("check", "test") == run("draw", "test", "--out", "a.svg") == 0


def test_kinds__are_open_to_more(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game's maps need an object with the four methods, and a line in the registry."""
    Path("hexes.py").write_text(
        "from pathlib import Path\n"
        "class Hexes:\n"
        "    def shipped(self): return {'island': Path('island.yaml')}\n"
        "    def build(self, geography, folder): return f'built {geography}'\n"
        "    def check(self, path): return f'checked {path}'\n"
        "    def draw(self, path): return '<svg/>'\n"
        "KIND = Hexes()\n"
    )
    Path("island.yaml").write_text("kind: hexes\n")
    monkeypatch.syspath_prepend(str(Path.cwd()))
    monkeypatch.delitem(sys.modules, "hexes", raising=False)
    monkeypatch.setitem(maps.KINDS, "hexes", "hexes")
    assert run("check", "island") == run("build", "island.yaml", "--out", "made") == 0
    assert run("draw", "island", "--out", "island.svg") == run("check", "test") == 0
    assert capsys.readouterr().out.splitlines() == [
        "ok: checked island.yaml",
        "ok: built island.yaml; written to made",
        "ok: drawn to island.svg",
        f"ok: {HOLDS}",
    ]
    assert Path("island.svg").read_text() == "<svg/>"
