"""What players of a game read: how it is played, its glossary, and its rules by their tags.

The texts are in the game's package: ``guide/ID.md``, ``guide/glossary.md`` and the tables ``RULES*.md``. Where an
option changes much of the game, ``guide/ID.OPTION.VALUE.md`` has the sections that are others with this value. The
rules page of the browser, the terminal and the documentation site all show them from here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from railgym.envs.catalog import entry_of
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.glossary import Glossary, Term, read_glossary

__all__ = ["TAG", "Chapter", "Guide", "Rule", "changed_options", "guide_of"]

TAG = re.compile(r"\b[A-Z]{2}-R?\d+(?:\.\d+)?\b")
HEADING = re.compile(r"^#{2,} (.+)$")
MOST_RULES = 6  # that are shown in full where only their texts have the words
OPTIONS = (
    "## Options of this game\n\nThis game does not have the usual options. The options below override the rest of this "
    "page: where rules or numbers differ, the options apply.\n\n"
)


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
    """What players of the game ``id`` read. ``options`` are those that are not the usual ones, each with its value and
    a sentence."""

    def __init__(self, id: str, options: tuple[tuple[str, str, str], ...] = ()) -> None:
        self.entry = entry_of(id)
        self.options = options
        self._package = files(self.entry.package)

    @cached_property
    def how_to_play(self) -> str:
        """How the game is played, as Markdown that begins with a heading. Tags in brackets name the rules."""
        folder, id = self._package.joinpath("guide"), self.entry.id
        names = {f"{id}.{name}.{value}.md" for name, value, _ in self.options}
        sections = _parts(folder.joinpath(f"{id}.md"))
        for file in folder.iterdir():
            if file.name in names:
                sections |= _parts(file)
        return "".join(sections.values())

    @cached_property
    def page(self) -> str:
        """The same with the options of the game, which follow its title."""
        title, begin, rest = self.how_to_play.partition("## ")
        told = "".join(f"- `{name}={value}`: {sentence}\n" for name, value, sentence in self.options)
        return f"{title}{OPTIONS}{told}\n{begin}{rest}" if told else self.how_to_play

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
        """The rule with this tag, or all whose tags begin so, as plain text; else the terms of this name; else the
        rules with these words. Raises UnknownNameError, which names what is near."""
        tag = words.strip().upper()
        rules = [rule for rule in self.rules.values() if rule.tag == tag or rule.tag.startswith(f"{tag}.")]
        if rules:
            return "\n".join(map(_rule_in_words, rules))
        terms = self.glossary.like(words)
        if terms:
            return "\n".join(map(_in_words, terms))
        return self._rules_with(words)

    def _rules_with(self, words: str) -> str:
        """The rules with these words, the first of them in full. Raises UnknownNameError."""
        wanted = re.compile(rf"(?<!\w){re.escape(words.strip())}(?!\w)", re.I)
        rules = [rule for rule in self.rules.values() if wanted.search(plain(rule.text))] if words.strip() else []
        if not rules:
            names = [name for term in self.glossary.terms for name in term.names]
            near = get_close_matches(words.lower(), [*names, *map(str.lower, self.rules)], 3)
            known = [name.upper() if name.upper() in self.rules else name for name in near]
            hint = f"did you mean {' or '.join(known)}?" if known else f"there are: {self._topics()}"
            raise UnknownNameError(f"no term or rule {words!r}; {hint}")
        more = ", ".join(rule.tag for rule in rules[MOST_RULES:])
        return "\n".join([*map(_rule_in_words, rules[:MOST_RULES]), *([f"Also in {more}."] if more else [])])

    def _topics(self) -> str:
        return ", ".join(term.name for term in self.glossary.terms)


def guide_of(game: Game | str) -> Guide:
    """The guide of a game with its options, or of the game of an id with the usual ones. Raises UnknownNameError."""
    if isinstance(game, str):
        return _guide(game)
    fields, changed = type(game.options).model_fields, changed_options(game)
    told = ((name, str(value), _meaning(value, fields[name].description)) for name, value in changed.items())
    return _guide(game.id, tuple(told))


_guide = lru_cache(64)(Guide)


def changed_options(game: Game) -> dict[str, object]:
    """The options of a game that are not the usual ones, except the number of players."""
    values, usual = game.options.model_dump(), type(game.options)().model_dump()
    return {name: value for name, value in values.items() if value != usual[name] and name != "num_players"}


def _meaning(value: object, description: str | None) -> str:
    """The explanation of a changed option. Descriptions of switches say what happens when they are on, so that of a
    switch that is off gets a prefix."""
    return f"Off. When on: {description}" if value is False else str(description)


def plain(markdown: str) -> str:
    """A line of Markdown without its marks."""
    return re.sub(r"\*\*?|`|(?<=\])\([^)]*\)", "", markdown).replace("[", "").replace("]", "")


def _rule_in_words(rule: Rule) -> str:
    return f"{rule.tag}: {plain(rule.text)}"


def _in_words(term: Term) -> str:
    names = " or ".join(term.names)
    return f"{names}: {plain(term.sentence)} ({', '.join(term.tags)})"


def _parts(file: Traversable) -> dict[str, str]:
    """The title and the sections of a page by their first lines; the title by ""."""
    title, *sections = re.split(r"^(?=## )", file.read_text(encoding="utf-8").strip() + "\n\n", flags=re.M)
    return {"": title} | {section.partition("\n")[0]: section for section in sections}


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
