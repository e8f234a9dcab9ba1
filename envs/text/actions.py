"""Legal actions as numbered lines: actions that read alike share a line, and the most useful ones come first."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from railgym.envs.core.game import Game
from railgym.envs.core.reading import Reading

__all__ = ["action_lines", "kinds_in_words", "lines_that_fit"]


class _Told(NamedTuple):
    """The words of an action in three parts: what its kind begins with, what it is about, and the rest."""

    action: int
    head: str
    about: str
    rest: str

    @property
    def numbered(self) -> str:
        return f"{self.action}={self.about}"


def action_lines(view: Reading, actions: Sequence[int]) -> list[str]:
    """Legal actions as ``number=words``. Those that differ by a name alone share a line with ``...`` for the name."""
    together: dict[tuple[str, str], list[_Told]] = {}
    for told in (_told(view, action) for action in actions):
        together.setdefault((told.head, told.rest), []).append(told)
    by_head: dict[str, list[tuple[str, list[_Told]]]] = {}
    for (head, rest), alike in together.items():
        by_head.setdefault(head, []).append((rest, alike))
    return [line for head, groups in by_head.items() for line in _block_lines(head, groups)]


def lines_that_fit(view: Reading, budget: int) -> tuple[list[str], list[int]]:
    """The lines of as many legal actions as fit in ``budget`` characters, at least one, and the actions left out."""
    actions = view.legal_actions
    lines = action_lines(view, actions)
    if _size(lines) <= budget or not actions:
        return lines, []
    ranked = view.game.display.rank_actions(view)
    low, high = 1, len(ranked) - 1  # so many fit, or are shown in any case; more may fit
    while low < high:
        middle = (low + high + 1) // 2
        if _size(action_lines(view, sorted(ranked[:middle]))) <= budget:
            low = middle
        else:
            high = middle - 1
    return action_lines(view, sorted(ranked[:low])), ranked[low:]


def kinds_in_words(view: Reading, actions: Sequence[int]) -> str:
    """How many of each kind, such as ``44 link, 24 urbanize``."""
    heads = _heads(view.game)
    kinds = Counter(heads[block.name].strip() or block.name for block in map(view.game.actions.block_of, actions))
    return ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())


def _told(view: Reading, action: int) -> _Told:
    words, label = view.action_words(action), view.game.actions.labels[action]
    head = _heads(view.game)[view.game.actions.block_of(action).name]
    if head and words.startswith(label) and len(label) > len(head):
        return _Told(action, head, label[len(head) :], words[len(label) :])
    return _Told(action, "", words, "")


@lru_cache(maxsize=8)
def _heads(game: Game) -> dict[str, str]:
    """By the name of a block, the whole words with which all its labels begin."""
    return {block.name: _beginning(block.labels) for block in game.actions}


def _beginning(labels: Sequence[str]) -> str:
    """The words with which several labels begin, with a space after the last one; empty if there are none."""
    words = [label.split() for label in labels]
    alike = list(takewhile(lambda same: len(set(same)) == 1, zip(*words)))
    return "".join(f"{word} " for word, *_ in alike) if len(labels) > 1 else ""


def _block_lines(head: str, groups: list[tuple[str, list[_Told]]]) -> list[str]:
    """The lines of actions with the same beginning: below a heading where it saves words."""
    if not head:
        return [told.numbered + told.rest for _, alike in groups for told in alike]
    if len(groups) < 3:
        return [_one_line(head, rest, alike) for rest, alike in groups]
    return [f"{head}...", *(f"  {_one_line('', rest, alike)}" for rest, alike in groups)]


def _one_line(head: str, rest: str, alike: list[_Told]) -> str:
    if len(alike) == 1:
        return f"{alike[0].action}={head}{alike[0].about}{rest}"
    between = "; " if any("," in told.about for told in alike) else ", "
    names = between.join(told.numbered for told in alike)
    return f"{head}...{rest}: {names}" if head or not rest else f"...{rest}: {names}"


def _size(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)
