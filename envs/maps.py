"""``railgym map`` makes random maps, and builds, checks and draws maps made from public geography. ``KINDS`` lists the
kinds of maps.

A kind is an object with the methods of `Kind`. The key ``kind`` in a geography file, or in the ``map.json`` of a
built folder, names the kind.
"""

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Literal, Protocol, cast

from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.data_files import Faults, kind_in, write_files
from railgym.envs.core.errors import DataError, OptionsError, UnknownNameError, meant, plain
from railgym.envs.core.geo.edited_folder import EditedFolder
from railgym.envs.core.geo.editing import Editing, MakeCards
from railgym.envs.core.geo.map_files import HEAD
from railgym.envs.core.geo.worlds.settings import WorldSettings, is_random
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.envs.core.limits import Limits

__all__ = [
    "KINDS",
    "MAKERS",
    "BuildArgs",
    "CardsArgs",
    "CheckArgs",
    "DrawArgs",
    "Editable",
    "Kind",
    "Maker",
    "NewArgs",
    "editable_of",
    "head_of",
    "kind_of",
    "main",
]

# The module of each kind of map, which has it as ``KIND``, and the games that play on it.
KINDS = {
    "crayon": "railgym.envs.crayon_rails.maps.making",
    "railways": "railgym.envs.railways_of_the_world.maps.making",
}
# The modules of all kinds of maps that can be made from a seed.
MAKERS = KINDS | {"rail_baron": "railgym.envs.rail_baron_cards.random_board"}
PLAYED = {
    "crayon": "Empire Builder and Resourceful Rails",
    "railways": "Railways of the World",
    "rail_baron": "Rail Baron",
}


# The file that says what a folder is, and the module of its editor; "": that of the kind named in the file.
EDITABLE = {HEAD: "", "board.json": "railgym.envs.rail_baron_cards.board_editing"}


class Editable(Protocol):
    """A map or a board in a folder: it is edited, checked and drawn."""

    @property
    def editing(self) -> Editing:
        """How it is edited."""

    def check(self, path: Path) -> str:
        """A summary of the map in a folder, in one line; raises DataError with all faults."""

    def draw(self, path: Path) -> str:
        """The picture of the map in a folder, as an SVG document; raises DataError with all faults."""


class Maker(Protocol):
    """A kind of maps that can be made from a seed."""

    def shipped(self) -> dict[str, Path]:
        """The folders of the maps that come with the package, by name."""

    def new(self, settings: WorldSettings, folder: Path) -> str:
        """Make a random map, write its files into a folder, and return a summary."""

    def check_random(self, settings: WorldSettings) -> str:
        """A summary of a random map, in one line; raises DataError with all faults."""

    def draw_random(self, settings: WorldSettings) -> str:
        """The picture of a random map, as an SVG document."""


class Kind(Maker, Editable, Protocol):
    """A kind of maps. All methods but ``shipped`` raise DataError with all faults of a map."""

    def build(self, geography: Path, folder: Path) -> str:
        """Build a map, write its files into a folder, and return a summary."""

    def check(self, path: Path) -> str:
        """A summary of a map, from a folder or a geography file, in one line."""

    def draw(self, path: Path) -> str:
        """The picture of a map, from a folder or a geography file, as an SVG document."""


@dataclass(frozen=True)
class BuildArgs:
    """Build a map from a geography file: the same file gives the same map, to the byte."""

    geography: Annotated[Path, Positional("GEOGRAPHY.yaml")]
    """the geography: outlines, waters, mountains, cities, cards"""
    out: Annotated[Path, Option("FOLDER")]
    """where the files of the map are written"""
    force: bool = False
    """replace the map in this folder, and all changes that were made to it"""


@dataclass(frozen=True)
class NewArgs:
    """Make a random map, the one that the option map="random:SEED" names, as a folder to edit and play on."""

    kind: Annotated[Literal["crayon", "railways", "rail_baron"], Positional()]
    """what is played on it: crayon rails, Railways of the World, or Rail Baron (whose option is board)"""
    seed: Annotated[int, Option("N"), Limits(0, 2**32 - 1)]
    """the same seed gives the same map"""
    out: Annotated[Path, Option("FOLDER")]
    """where the files of the map are written"""
    size: Literal["small", "medium", "large"] = "medium"
    """how much there is on the map"""
    shape: Literal["island", "coast", "peninsula", "isthmus", "inland"] | None = None
    """where land and sea lie (default: by the seed)"""
    climate: Literal["temperate", "dry", "wet", "cold"] | None = None
    """rain: rivers, lakes and goods (default: by the seed)"""
    force: bool = False
    """replace the map in this folder, and all changes that were made to it"""


@dataclass(frozen=True)
class CardsArgs:
    """Make new cards by the rules of random maps, for a map whose other tables were changed. Demand cards are made from
    cities, goods and distances; Railbot cards, hotels and bounties from the distances between cities; the cards of
    Rail Baron from the shortest ways.

        railgym map cards maps/mine --seed 8
    """

    map: Annotated[Path, Positional("FOLDER")]
    """the folder of a map or board, as railgym map new writes it; its tables of cards are replaced"""
    seed: Annotated[int | None, Option("N"), Limits(0, 2**32 - 1)] = None
    """a new seed for demand cards, written to map.json (default: the seed there); other cards have no seed"""


@dataclass(frozen=True)
class CheckArgs:
    """Print the contents of a map, or all its faults, each with its file and line."""

    map: Annotated[str, Positional("MAP")]
    """a folder, a geography file, the name of a map that comes with railgym, or random:SEED"""
    kind: Literal["crayon", "railways", "rail_baron"] | None = None
    """the kind of a random map (default: all kinds are checked)"""


@dataclass(frozen=True)
class DrawArgs:
    """Draw a map or a board."""

    map: Annotated[str, Positional("MAP")]
    """a folder, a geography file, the name of a map that comes with railgym, or random:SEED"""
    out: Annotated[Path, Option("FILE.svg")]
    """where the picture is written"""
    kind: Literal["crayon", "railways", "rail_baron"] | None = None
    """the kind of a random map; needed for random:SEED"""


def main(args: BuildArgs | CardsArgs | CheckArgs | DrawArgs | NewArgs) -> int:
    """Do what the arguments say; returns the exit code."""
    match args:
        case BuildArgs(geography, out, force):
            _refuse_maps_there(out, _kind_in_geography(geography, " or ".join(KINDS)), force)
            print(f"ok: {kind_of(geography).build(geography, out)}; written to {out}")
        case NewArgs():
            _refuse_maps_there(args.out, args.kind, args.force)
            settings = WorldSettings(args.seed, args.size, args.shape or "", args.climate or "")
            print(f"ok: {_maker(args.kind).new(WorldSettings.parse(str(settings)), args.out)}; written to {args.out}")
        case CardsArgs(folder, seed):
            print(_renew_cards(folder, "" if seed is None else str(seed)))
        case CheckArgs(name, kind):
            print("\n".join(_summaries(name, kind)))
        case DrawArgs(_, out) if out.suffix.lower() != ".svg" and not out.is_dir():
            raise OptionsError(f"--out {out}: pictures of maps are SVG; give a name that ends in .svg")
        case DrawArgs(name, out, kind):
            out.write_text(_picture(name, kind), encoding="utf-8", newline="\n")
            print(f"ok: drawn to {out}")
    return 0


def _refuse_maps_there(folder: Path, kind: str, force: bool) -> None:
    """Raise OptionsError if a folder holds a map of another kind, whose files would stay there, or tables that belong
    to no map, which would be replaced; without ``force``, if it holds any map."""
    head = head_of(folder)
    if not head and (tables := sorted(file.name for file in folder.glob("*.csv"))):
        raise OptionsError(
            f"--out {plain(str(folder))}: {tables[0]} is there, but no map that it belongs to: give another folder"
        )
    if head and (there := kind_in(folder, HEAD, " or ".join(KINDS)) if head.name == HEAD else "rail_baron") != kind:
        raise OptionsError(
            f"--out {plain(str(folder))}: a map of the kind {plain(there)} is there: give another folder"
        )
    if head and not force:
        raise OptionsError(
            f"--out {plain(str(folder))}: a map is there, perhaps with changes of yours: give another folder, or "
            "--force to replace it"
        )


def _renew_cards(folder: Path, seed: str) -> str:
    """Make new cards for a map; returns what the map holds, and which files were written."""
    folder = folder if folder.exists() else _by_name().get(str(folder), folder)
    head = head_of(folder)
    if not head:
        raise _no_map(folder)
    if folder.resolve().is_relative_to(Path(__file__).resolve().parent):
        raise OptionsError(f"{plain(str(folder))} belongs to railgym itself: copy the folder, and give the copy")
    kind = editable_of(head)
    there = EditedFolder.read(folder, kind.editing)
    texts = there.changed(there.edited([MakeCards(do="make_cards", seed=seed)]))
    write_files(texts, folder)
    written = f"written to {folder}: {', '.join(texts)}" if texts else "the cards are as they were: no file was written"
    return f"ok: {kind.check(folder)}; {written}"


def _summaries(name: str, kind: str | None) -> list[str]:
    """What a map holds; without a kind, what the random maps of all kinds hold, each in a line."""
    if is_random(name):
        settings = WorldSettings.parse(name)
        return [f"ok, {of}: {_maker(of).check_random(settings)}" for of in ([kind] if kind else MAKERS)]
    _refuse_kind(name, kind)
    path = _find(name)
    return [f"ok: {_in_file(path).check(path)}"]


def _picture(name: str, kind: str | None) -> str:
    """The picture of a map."""
    if is_random(name):
        if not kind:
            raise OptionsError(f"{name} fits several kinds of map: add --kind {' or --kind '.join(MAKERS)}")
        return _maker(kind).draw_random(WorldSettings.parse(name))
    _refuse_kind(name, kind)
    path = _find(name)
    return _in_file(path).draw(path)


def _in_file(path: Path) -> Editable:
    """The map or board in a folder or a geography file; raises DataError."""
    head = head_of(path)
    return editable_of(head) if head else kind_of(path)


def _refuse_kind(name: str, kind: str | None) -> None:
    """Raise OptionsError if a kind is given for a map that is of one kind."""
    if kind:
        raise OptionsError(f"--kind {kind} is only for random maps: leave it out, {plain(name)} has a kind already")


def _find(name: str) -> Path:
    """The file or folder of a map; raises UnknownNameError if there is none."""
    if Path(name).exists():
        return Path(name)
    there = _by_name()
    if name in there:
        return there[name]
    families = [f"{', '.join(maps)} (of {PLAYED.get(kind, kind)})" for kind, maps in _shipped().items()]
    hint = meant(name, there, f"there are {', '.join(families)}.")
    raise UnknownNameError(f"no map {name!r}: {hint} Or give a geography file, or the folder of a map")


def _shipped() -> dict[str, dict[str, Path]]:
    """The folders of the maps that come with railgym, by kind and name."""
    return {kind: cast(Maker, import_module(module).KIND).shipped() for kind, module in (KINDS | MAKERS).items()}


def _by_name() -> dict[str, Path]:
    """The folders of the maps that come with railgym."""
    return {name: folder for maps in _shipped().values() for name, folder in maps.items()}


def kind_of(path: Path) -> Kind:
    """The kind of map that a folder or a geography file says it is; raises DataError."""
    if path.is_dir() and not head_of(path):
        raise _no_map(path)
    kinds = " or ".join(KINDS)
    file, kind = (path / HEAD, kind_in(path, HEAD, kinds)) if path.is_dir() else (path, _kind_in_geography(path, kinds))
    if kind not in KINDS:
        raise DataError(f"{file}: there is no kind of map {plain(kind)}: write {kinds}")
    return _kind(kind)


def head_of(folder: Path) -> Path | None:
    """The file that says what a folder is; None if the folder is not a map or a board."""
    return next((folder / head for head in EDITABLE if (folder / head).is_file()), None)


def _no_map(folder: Path) -> OptionsError:
    """The error for a folder that is not a map; it names one of the maps in it, if there are some."""
    inside = [path for path in sorted(folder.iterdir()) if head_of(path)] if folder.is_dir() else []
    if inside:
        return OptionsError(f"{plain(str(folder))} holds maps, and is none itself: give one of them, as in {inside[0]}")
    heads = "a map has the file map.json, a board of Rail Baron board.json"
    return OptionsError(f"no map in {plain(str(folder))}: {heads}; make one with railgym map new")


def editable_of(head: Path) -> Editable:
    """The map or board in the folder of a head file, for the editor; raises DataError if it names no kind of map."""
    module = EDITABLE[head.name]
    return cast(Editable, import_module(module).KIND) if module else kind_of(head.parent)


def _kind_in_geography(file: Path, kinds: str) -> str:
    """The kind of map that a geography file is for; raises DataError if it does not say one."""
    found = re.search(r"^kind\s*:\s*(\S*)", file.read_text(encoding="utf-8-sig", errors="replace"), re.M)
    if found:
        return found[1]
    _check_form(file)
    raise DataError(f"{file}: it does not say what kind of map it is: write kind with the value {kinds}")


def _check_form(file: Path) -> None:
    """Raise DataError, with the line, if a geography file cannot be read at all."""
    faults = Faults(file.parent, "the map")
    YamlFile(file, faults)
    try:
        faults.stop()
    except DataError as error:
        raise DataError(str(file.parent / error.faults[0])) from None


def _kind(kind: str) -> Kind:
    return cast(Kind, import_module(KINDS[kind]).KIND)


def _maker(kind: str) -> Maker:
    return cast(Maker, import_module(MAKERS[kind]).KIND)
