"""Command lines are read into dataclasses; what cannot be read is refused in one line."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest

from railgym.envs.core.command_line import Option, Positional, UsageError, read_command_line

Capture = pytest.CaptureFixture[str]


@dataclass(frozen=True)
class Trip:
    """Plan a trip.

    A first paragraph that is much longer than the narrow terminal of this test, so that it is filled to its width. For
    example:

      rail trip Chicago --num-envs 3      # indented lines stay as they are, however long they may become
    """

    stops: Annotated[tuple[str, ...], Positional("CITY")]
    """cities to stop at"""
    out: Annotated[Path, Option("FOLDER")]
    """where it is written"""
    num_envs: Annotated[int, Option("N", formerly=("--lanes", "--rows"))] = 8
    """environments, of which 5 % are
    watched"""
    share: Annotated[float | Literal["middle"], Option("SHARE|middle")] = 0.5
    """a share"""
    seed: Annotated[int | None, Option("N", default="at random")] = None
    """what is dealt"""
    gauge: Literal["narrow", "standard"] = "standard"
    """width of the track"""
    sizes: Annotated[tuple[int, ...], Option("N")] = (1, 2)
    """sizes"""
    check: Annotated[tuple[Path, ...] | None, Option("FILE")] = None
    """compare"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options"""
    json: bool = False
    """as JSON"""


def read(words: str) -> Trip:
    return read_command_line(Trip, "rail trip", words.split())


BASE = {"stops": ("a",), "out": Path("x")}


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("", {}),
        ("b c", {"stops": ("a", "b", "c")}),
        ("--json b", {"stops": ("a", "b"), "json": True}),
        ("--num-envs 3 --seed -5", {"num_envs": 3, "seed": -5}),
        ("--num-envs=3 --seed=-5", {"num_envs": 3, "seed": -5}),
        ("--num-envs 3 --num-envs 4", {"num_envs": 4}),
        ("--share 0.25", {"share": 0.25}),
        ("--share middle", {"share": "middle"}),
        ("--gauge narrow", {"gauge": "narrow"}),
        ("--sizes 3 4 5", {"sizes": (3, 4, 5)}),
        ("--check", {"check": ()}),
        ("--check a b", {"check": (Path("a"), Path("b"))}),
        ("--option a=1 b=--x --option c=3", {"option": (("a=1", "b=--x"), ("c=3",))}),
    ],
)
def test_words__become_values_of_their_types(words: str, values: dict[str, object]) -> None:
    assert read(f"a --out x {words}") == Trip(**{**BASE, **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "missing: CITY, --out"),
        ("a", "missing: --out"),
        ("--out x", "missing: CITY"),
        ("a --out", "--out: a value is missing"),
        ("a --out=", "--out: a path cannot be empty; write . for the current folder"),
        ("a --out x --check=", "--check: a path cannot be empty; write . for the current folder"),
        ("a --otu x", "unknown option '--otu'; did you mean --out?"),
        ("a --out x --num", "unknown option '--num'"),  # no abbreviations: they would break when options are added
        ("a --out x -q", "unknown option '-q'"),
        ("a --out x --json=1", "--json: takes no value"),
        ("a --out x --num-envs 1.5", "--num-envs: cannot read '1.5': write a whole number"),
        ("a --out x --sizes 1 two", "--sizes: cannot read 'two': write a whole number"),
        ("a --out x --sizes", "--sizes: a value is missing"),
        ("a --out x --share half", "--share: cannot read 'half': write a number or middle"),
        ("a --out x --gauge narow", "--gauge: cannot read 'narow': did you mean narrow?"),
        ("a --out x --gauge wide", "--gauge: cannot read 'wide': write narrow or standard"),
        ("a --out x --lanes many", "--num-envs: cannot read 'many': write a whole number"),
    ],
)
def test_unreadable_words__are_refused_in_one_line(words: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        read(words)
    assert str(error.value) == f"{said}; see rail trip --help"


@pytest.mark.parametrize("words", ["--lanes 3", "--lanes=3", "--rows 3"])
def test_former_flag__is_accepted_and_named(words: str, capsys: Capture) -> None:
    """A line on standard error names the flag of today; standard output stays free for results."""
    assert read(f"a --out x {words}").num_envs == 3
    former = words[: len("--lanes")].strip(" =3")
    assert capsys.readouterr() == ("", f"{former} is called --num-envs now\n")


def test_help__tells_the_value_sentence_and_default_of_every_argument(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit) as stop:
        read("--help")
    assert not stop.value.code
    shown = capsys.readouterr().out
    assert shown.startswith("usage: rail trip CITY ... --out FOLDER [options]\n\nPlan a trip.\n\nA first paragraph")
    assert "\n  rail trip Chicago --num-envs 3      # indented lines stay as they are, however long" in shown
    assert max(map(len, re.sub(r"\n  rail.*", "", shown).splitlines())) <= 60
    entries = re.sub(r"\s+", " ", shown)
    for entry in (
        "CITY cities to stop at (required)",
        "--out FOLDER where it is written (required)",
        "--num-envs N environments, of which 5 % are watched (default: 8)",
        "--share SHARE|middle a share (default: 0.5)",
        "--seed N what is dealt (default: at random)",
        "--gauge {narrow,standard} width of the track (default: standard)",
        "--sizes N [N ...] sizes (default: 1 2)",
        "--check [FILE ...] compare --option KEY=VALUE [KEY=VALUE ...] options (repeatable) --json as JSON",
    ):
        assert entry in entries
    assert "--lanes" not in shown and "None" not in shown
