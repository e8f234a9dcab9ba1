"""The rules page of a game: how to play, the glossary, the options, and every rule with an anchor by its tag."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from railgym.agents.human.web.markdown import inline, to_html
from railgym.envs.catalog import make_game
from railgym.envs.guide import Chapter, Guide
from railgym.envs.spec_card import options_table

__all__ = ["guide_as_json", "rules_page"]

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Rules of {title} - railgym</title>
  <link rel="icon" href="/static/icon.svg">
  <link rel="stylesheet" href="/static/style.css">
  <link rel="stylesheet" href="/static/rules.css">
  <script type="module" src="/static/rules.js"></script>
</head>
<body class="rules">
  <header><a href="/" data-testid="to-lobby">railgym</a><b>{title}</b></header>
  <nav aria-label="Contents">
    <input id="find" type="search" data-testid="find" aria-label="Search the rules" placeholder="Search the rules">
    <p id="found" role="status" data-testid="found"></p>
    <ul>{contents}</ul>
  </nav>
  <main>
{sections}
  </main>
</body>
</html>
"""


@lru_cache(64)
def rules_page(guide: Guide) -> str:
    """The page of a game with its options as HTML."""
    sections = list(_sections(guide))
    contents = "".join(f'<li><a href="#{name}">{inline(title)}</a></li>' for name, title, _ in sections)
    body = "\n".join(f'<section id="{name}">{text}</section>' for name, _, text in sections)
    return PAGE.format(title=escape(guide.entry.title), contents=contents, sections=body)


def guide_as_json(guide: Guide, query: str = "") -> dict[str, Any]:
    """What a client explains at a table: how to play as HTML, and the terms. ``query``: what the address of the rules
    page ends with, as ``?table=ID``."""
    address = f"/rules/{guide.entry.id}{query}"
    terms = [term._asdict() for term in guide.glossary.terms]
    return {
        "title": guide.entry.title,
        "rules": address,
        "how": to_html(guide.page, 2, lambda tag: f"{address}#{tag}"),
        "terms": terms,
    }


def _sections(guide: Guide) -> Iterator[tuple[str, str, str]]:
    """Name, title and HTML of each section."""
    how = to_html(guide.page)
    yield "how-to-play", "How to play", how
    yield "terms", "Terms", f"<h2>Terms</h2><dl>{''.join(_terms(guide))}</dl>"
    for title, text in guide.more.items():
        yield _name(title), title, to_html(f"# {title}\n\n{text}", 2)
    options = to_html(options_table(make_game(guide.entry.id)))
    yield "options", "Options", f"<h2>Options</h2>{options}"
    for chapter in guide.chapters:
        yield _name(f"{chapter.rules[0].tag} {chapter.title}"), chapter.title, _chapter(chapter)


def _terms(guide: Guide) -> Iterator[str]:
    for term in guide.glossary.terms:
        names = ", ".join(f"<dfn>{escape(name)}</dfn>" for name in term.names)
        told = f"{inline(term.sentence)} {inline(', '.join(term.tags))}"
        yield f'<div class="entry"><dt>{names}</dt><dd>{told}</dd></div>'


def _chapter(chapter: Chapter) -> str:
    rows = (
        f'<div class="entry" id="{rule.tag}"><dt><a class="tag" href="#{rule.tag}">{rule.tag}</a></dt>'
        f"<dd>{inline(rule.text)}</dd></div>"
        for rule in chapter.rules
    )
    return f"<h2>{inline(chapter.title)}</h2><dl>{''.join(rows)}</dl>"


def _name(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")
