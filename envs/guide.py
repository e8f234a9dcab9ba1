"""What players of a game read: how it is played, its glossary, and its rules by their tags.

The texts are in the game's package: ``guide/ID.md``, ``guide/glossary.md`` and the tables ``RULES*.md``. The rules page
of the browser, the terminal and the documentation site all show them from here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.glossary import Glossary, Term, read_glossary

__all__ = ["TAG", "Chapter", "Guide", "Rule", "guide_of"]

TAG = re.compile(r"\b[A-Z]{2}-R?\d+(?:\.\d+)?\b")
HEADING = re.compile(r"^#{2,} (.+)$")


@dataclass(frozen=True)
class Rule:
    """One rule, or one ruling: its ``tag``, and what it says, in Markdown."""

    tag: str
    text: str


@dataclass(frozen=True)
class Chapter:
    """The rules of one chapter of a table."""

    title: str
    rules: tuple[Rule, ...]


class Guide:
    """What players of the game ``id`` read."""

    def __init__(self, id: str) -> None:
        if id not in GAMES:
            raise UnknownNameError(f"unknown game {id!r}; there are: {', '.join(GAMES)}")
        self.entry = GAMES[id]
        self._package = files(self.entry.package)

    @cached_property
    def how_to_play(self) -> str:
        """How the game is played, as Markdown that begins with a heading. Tags in brackets name the rules."""
        return self._package.joinpath("guide", f"{self.entry.id}.md").read_text(encoding="utf-8")

    @cached_property
    def glossary(self) -> Glossary:
        """The terms of the game."""
        return read_glossary(self.entry.package).of_rules(self.entry.tags)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The rules, those of the game's own manual first."""
        tables = [tuple(_chapters(table)) for table in self._package.iterdir() if table.name.startswith("RULES")]
        by_letters = {table[0].rules[0].tag.partition("-")[0]: table for table in tables}
        return tuple(chapter for letters in self.entry.tags for chapter in by_letters[letters])

    @cached_property
    def more(self) -> dict[str, str]:
        """Sections of the README of the package that players of this game read, as Markdown, by their headings:
        ``pages/ID.md`` names them."""
        named = _sections(self._package.joinpath("pages", f"{self.entry.id}.md")).get("Sections of the README", "")
        readme = _sections(self._package.joinpath("README.md"))
        return {heading: readme[heading] for heading in map(str.strip, named.split(",")) if heading}

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """All rules by their tags."""
        return {rule.tag: rule for chapter in self.chapters for rule in chapter.rules}

    def look_up(self, words: str) -> str:
        """The terms of this name or the rule with this tag as plain text. Raises UnknownNameError."""
        tag = words.strip().upper()
        if tag in self.rules:
            return f"{tag}: {plain(self.rules[tag].text)}"
        terms = self.glossary.like(words)
        if not terms:
            names = ", ".join(term.name for term in self.glossary.terms)
            raise UnknownNameError(f"no term or rule {words!r}; there are: {names}")
        return "\n".join(map(_in_words, terms))


@cache
def guide_of(id: str) -> Guide:
    """The guide of a game. Raises UnknownNameError."""
    return Guide(id)


def plain(markdown: str) -> str:
    """A line of Markdown without its marks."""
    return re.sub(r"\*\*?|`|(?<=\])\([^)]*\)", "", markdown).replace("[", "").replace("]", "")


def _in_words(term: Term) -> str:
    names = " or ".join(term.names)
    return f"{names}: {plain(term.sentence)} ({', '.join(term.tags)})"


def _sections(file: Traversable) -> dict[str, str]:
    """The sections of a file by their headings of the second level."""
    text = file.read_text(encoding="utf-8")
    return {head: body.strip() for head, body in re.findall(r"^## ([^\n]*)\n(.*?)(?=^#|\Z)", text, re.M | re.S)}


def _chapters(table: Traversable) -> Iterator[Chapter]:
    """The chapters of a table of rules that have rules."""
    title, rules = "", list[Rule]()
    for line in [*table.read_text(encoding="utf-8").splitlines(), "## end"]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and TAG.fullmatch(cells[0]):
            rules.append(Rule(cells[0], cells[1]))
        elif heading := HEADING.match(line):
            if rules:
                yield Chapter(title, tuple(rules))
            title, rules = heading[1], []
