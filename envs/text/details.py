"""More about a topic, on request: a player, a city or another name, all actions, the map, or a rule."""

from collections.abc import Sequence
from itertools import chain

from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import UnknownNameError, plain
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import sheet_to_lines
from railgym.envs.guide import guide_of
from railgym.envs.text.actions import action_lines

__all__ = ["PAGE", "TOPICS", "detail"]

PAGE = 5_000  # characters
TOPICS = ("position", "actions", "map", "chart")
WIDTH = 100  # columns of the chart


def detail(view: Reading, topic: str) -> str:
    """What is asked for, a page at a time: ``actions 2`` is the second page. Raises UnknownNameError.

    Topics are ``position`` (all in words), ``actions`` (all legal ones), ``map`` (the facts of the board), ``chart``
    (the board in characters), a sheet such as ``player_1``, the tag of a rule, and any name or word of the position.
    """
    words, _, last = topic.strip().rpartition(" ")
    page = int(last) if words and last.isdecimal() and len(last) < 4 else 1
    name = words if words and last.isdecimal() and len(last) < 4 else topic.strip()
    lines = _lines(view, name)
    if not lines and name != topic.strip():  # the number was part of the name
        lines, page = _lines(view, topic.strip()), 1
    if not lines:
        topics = f"{', '.join(TOPICS)}, a name, or the tag of a rule"
        raise UnknownNameError(f"no detail {plain(topic.strip())}; topics: {topics}")
    return _page(name, lines, page)


def _lines(view: Reading, name: str) -> list[str]:
    display, wanted = view.game.display, name.lower()
    if wanted == "position":
        return view.describe().splitlines()
    if wanted == "actions":
        return action_lines(view, view.legal_actions) or ["you have no legal action now"]
    if wanted == "map":
        return display.describe_board(view) or _chart(view)
    if wanted == "chart":
        return _chart(view)
    for sheet in view.sheets():
        if sheet.title.removesuffix(" (you)").lower() == wanted:
            return list(sheet_to_lines(sheet))
    return _about(view, wanted) or _rule(view, name)


def _chart(view: Reading) -> list[str]:
    lines = ("".join(text for text, _ in line).rstrip() for line in view.chart(WIDTH))
    return list(lines) or ["this game has no board"]


def _about(view: Reading, wanted: str) -> list[str]:
    """All lines of the position in which a word occurs, and the legal actions with it."""
    if not wanted:
        return []
    actions = [action for action in view.legal_actions if wanted in view.action_words(action).lower()]
    found = [line.strip() for line in view.describe().splitlines() if wanted in line.lower()]
    return [*found, *(["Legal actions:", *action_lines(view, actions)] if actions else [])]


def _rule(view: Reading, name: str) -> list[str]:
    if view.game.id not in GAMES or not name:
        return []
    try:
        return guide_of(view.game).look_up(name).splitlines()
    except UnknownNameError:
        return []


def _page(name: str, lines: Sequence[str], page: int) -> str:
    """One page of the lines, and how to see the next one."""
    pages, size = [list[str]()], 0
    for line in chain.from_iterable(map(_pieces, lines)):
        if size + len(line) >= PAGE:
            pages.append([])
            size = 0
        pages[-1].append(line)
        size += len(line) + 1
    number = min(max(page, 1), len(pages))
    more = [f"(page {number} of {len(pages)}; DETAIL {name} {number % len(pages) + 1} shows another)"]
    return "\n".join([*pages[number - 1], *more * (len(pages) > 1)])


def _pieces(line: str) -> list[str]:
    return [line[start : start + PAGE - 1] for start in range(0, max(len(line), 1), PAGE - 1)]
