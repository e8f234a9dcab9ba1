"""Plain technical English: words that are not used here, in pages, docstrings, comments and messages."""

import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(table.parent for table in (ROOT / "envs").glob("*/rules"))
PYTHON = [file for folder in ("src", "envs", "agents", "training", "tests/toy_game") for file in
          sorted((ROOT / folder).rglob("*.py"))]  # fmt: skip
PAGES = sorted({
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/toy_game/README.md")),
    *(ROOT / "docs").rglob("*.md"), *(page for game in GAMES for page in game.rglob("*.md")),
})  # fmt: skip
SETTINGS = sorted({*(ROOT / "configs").rglob("*.yaml"), *(ROOT / "envs").glob("*/guide/*.yaml")})
CLIENT = [file for file in sorted((ROOT / "agents" / "human" / "web" / "static").iterdir()) if
          file.suffix in (".js", ".html")]  # fmt: skip

RETIRED = (
    r"he|his|him|himself|whoever|nobody|anybody|everybody|somebody",  # they, the player, no player, another player
    r"hangs? on|stands? in|standing in",  # depends on; is in, is stored in
    r"lessons?|doors?|nought|kinder|anew|succession|thereof|how-manieth",  # demonstrations, entry points, 0, again
    r"keeper|journal|tally|dials?",  # trainer, run logger, statistics, skill levels
)
PER = r"(?:game|seat|player|action|turn|decision|ply|step|call|seed|thread|core|second|unit|chapter|colou?r|milepost)"
COUNTED = r"once|one|games|plies|decisions|actions|steps|rollouts|seconds|milliseconds|values?|codes?|folder|module"
PHRASES = rf"\b(?:{'|'.join(RETIRED)}|(?:{COUNTED}) an? {PER})\b"
WORDS = re.compile(PHRASES.replace(" ", r"(?: +|\n *)"), re.I)  # also over the end of a line
MOST_WORDS = 35  # of a sentence
FIXED = ("nobody drew or laid a train card for three rounds",)  # replays have it as the reason of an end
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.S | re.M)
IN_CODE = re.compile(r"``.*?``|`[^`]*`", re.S)


def without(pattern: re.Pattern[str], text: str) -> str:
    """A text without the matches of a pattern, but with the line breaks in them."""
    return pattern.sub(lambda found: "\n" * found.group().count("\n"), text)


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """The comments and strings of a Python file, docstrings included, each with its line; other files as a whole."""
    source = file.read_text(encoding="utf-8")
    for words in FIXED:
        source = source.replace(words, "")
    if file.suffix != ".py":
        yield 1, without(IN_CODE, without(FENCED, source) if file.suffix == ".md" else source)
        return
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in kinds:
            yield token.start[0], without(IN_CODE, token.string)


def is_code(before: str, after: str) -> bool:
    """Whether a word between these texts is an attribute, a name in quotes or braces, or a part of an identifier."""
    return bool(
        re.search(r"[\w\])]\.\Z", before) or (re.search(r"[\w./\"'={-]\Z", before) and re.match(r"[\w./\"'=}-]", after))
    )


def retired_words(files: list[Path]) -> list[str]:
    """The retired words of some files, each with its place. Code and constants do not count."""
    return [
        f"{file.relative_to(ROOT)}:{line + text[: found.start()].count(chr(10))}: {' '.join(found.group().split())}"
        for file in files
        for line, text in texts(file)
        for found in WORDS.finditer(text)
        if not found.group().isupper() and not is_code(text[: found.start()], text[found.end() :])
    ]


def of_game(file: Path) -> str:
    """The folder of the game that a file belongs to; empty for a file outside those folders."""
    return next((game.name for game in GAMES if file.is_relative_to(game)), "")


@pytest.mark.parametrize("game", ["", *(game.name for game in GAMES)])
def test_texts__have_no_retired_words(game: str) -> None:
    """Of each game, and ("") of everything else."""
    found = retired_words([file for file in [*PYTHON, *PAGES, *SETTINGS, *CLIENT] if of_game(file) == game])
    assert found == []


@pytest.mark.parametrize("page", [page for page in PAGES if not page.name.startswith("RULES")],
                         ids=lambda page: page.relative_to(ROOT).as_posix())  # fmt: skip
def test_page__has_no_long_sentence(page: Path) -> None:
    """Of all pages but the tables of rules, whose rows are longer."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if not line.startswith(("|", "#"))]
    for sentence in re.split(r"[.:;!?](?:\s|$)|\n\s*(?:-|\d\.|\n)", "\n".join(lines)):
        assert len(sentence.split()) <= MOST_WORDS, sentence


def test_retired_words__are_found_in_each_kind_of_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file, page = tmp_path / "rules.py", tmp_path / "page.md"
    file.write_text('"""Whoever deals."""\n\n# a card; one a seat\nraise ValueError(f"it hangs on {1}: {\'his\'}")\n')
    page.write_text("The player `he` keeps\na card per turn, or stands\nin.\n")
    assert retired_words([file, page]) == [
        "rules.py:1: Whoever", "rules.py:3: one a seat", "rules.py:4: hangs on", "page.md:2: stands in"
    ]  # fmt: skip
