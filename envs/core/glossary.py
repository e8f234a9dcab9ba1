"""The glossary of a game: its terms in one sentence each, read from ``guide/glossary.md`` in the game's package."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import unescape
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Glossary", "Term", "explain_titles", "read_glossary"]

ENTRY = re.compile(r"^- ((?:\*\*[^*\n]+\*\*(?:, )?)+) \(([^)]*)\): (.+(?:\n  .+)*)$", re.M)
TITLE = re.compile(r"<title>([^<]*)</title>")


class Term(NamedTuple):
    """A term of a game."""

    names: tuple[str, ...]
    """The term, and other words for it."""
    tags: tuple[str, ...]
    """The rules that say it, the most important one first."""
    sentence: str

    @property
    def name(self) -> str:
        return self.names[0]


class Glossary:
    """The terms of a game, in alphabetical order."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(sorted(terms, key=lambda term: term.name.lower()))
        self._by_name = {name.lower(): term for term in self.terms for name in term.names}
        # The longest name first, so that "major line" is not read as "line"; also in the plural.
        names = sorted(map(re.escape, self._by_name), key=len, reverse=True)
        self._pattern = re.compile(rf"\b({'|'.join(names)})(?:e?s)?\b" if names else r"(?!)", re.I)

    def find(self, words: str) -> Term | None:
        """The term of this name, in the singular or the plural; None if there is none."""
        found = self._pattern.fullmatch(words.strip())
        return self._by_name[found[1].lower()] if found else None

    def like(self, words: str) -> list[Term]:
        """The term of this name, else all terms whose names or sentences contain the words."""
        term, wanted = self.find(words), words.strip().lower()
        return [term] if term else [term for term in self.terms if wanted in f"{term.names} {term.sentence}".lower()]

    def terms_in(self, text: str) -> list[Term]:
        """The terms that occur in a text, in the order of their first occurrence, each once."""
        return list(dict.fromkeys(self._by_name[found[1].lower()] for found in self._pattern.finditer(text)))

    def of_rules(self, prefixes: tuple[str, ...]) -> "Glossary":
        """The terms of one game of a package: those with rules of its manuals, and only with the tags of these."""
        kept = ((term, tuple(tag for tag in term.tags if tag.partition("-")[0] in prefixes)) for term in self.terms)
        return Glossary(term._replace(tags=tags) for term, tags in kept if tags)


@cache
def read_glossary(package: str) -> Glossary:
    """The glossary in the package of a game; empty if the package has none."""
    file = files(package).joinpath("guide", "glossary.md")
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return Glossary(
        Term(
            tuple(re.findall(r"\*\*([^*]+)\*\*", names)),
            tuple(tags.split(", ")),
            " ".join(sentence.split()),
        )
        for names, tags, sentence in ENTRY.findall(text)
    )


def explain_titles(svg: str, glossary: Glossary) -> str:
    """A picture whose titles also explain the terms in them, a line each."""
    return TITLE.sub(lambda found: f"<title>{_explained(found[1], glossary)}</title>", svg)


@lru_cache(4096)  # titles of trains and cubes are without number
def _explained(title: str, glossary: Glossary) -> str:
    lines = [f"{term.name}: {term.sentence}" for term in glossary.terms_in(unescape(title))]
    return "\n".join([title, *map(escape, lines)])
