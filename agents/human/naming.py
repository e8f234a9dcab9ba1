"""Find the action that a typed line names: a legal one to play, or an illegal one to refuse with its rule."""

import re
from difflib import get_close_matches

from railgym.envs.core.errors import IllegalActionError, UnknownNameError
from railgym.envs.core.position import View

__all__ = ["find_action", "find_all", "find_move", "find_named"]

Moves = list[tuple[int, str]]  # the legal actions, each with its words


def find_action(view: View, line: str, moves: Moves) -> int:
    """The legal action that a line names. Raises IllegalActionError, with the rule, for an illegal action, and
    UnknownNameError for a line that names no action."""
    legal = {action for action, _ in moves}
    named = find_named(view, line, moves)
    if named in legal:
        return named
    if named < 0:
        try:
            return find_move(line, moves)
        except UnknownNameError:
            named = _find_likely(view, line, moves)
            if named < 0:
                raise
    reason = view.why_illegal(named) or view.question()
    raise IllegalActionError(f"{view.action_words(named)} is not legal now: {reason}")


def find_named(view: View, line: str, moves: Moves) -> int:
    """The action of the table that has exactly these words or this label, the legal ones first; -1 if none has."""
    wanted = _plain(line)
    for action, words in moves:
        if _plain(words) == wanted:
            return action
    for action, label in enumerate(view.game.actions.labels):
        if _plain(label) == wanted:
            return action
    for action in range(len(view.game.actions)):
        if _plain(view.action_words(action)) == wanted:
            return action
    return -1


def find_all(view: View, line: str, moves: Moves) -> list[int]:
    """All actions of the table that are not legal and have the line in their words or their label."""
    wanted, legal = _plain(line), {action for action, _ in moves}
    labels = view.game.actions.labels
    illegal = (action for action in range(len(labels)) if action not in legal)
    return [a for a in illegal if wanted in _plain(labels[a]) or wanted in _plain(view.action_words(a))]


def _find_likely(view: View, line: str, moves: Moves) -> int:
    """The first action of ``view.likely_illegal()`` whose words begin with the line; -1 if there is none, or if the
    words of a legal move begin with the line."""
    wanted = _plain(line)
    if any(_begins(wanted, _plain(words)) for _, words in moves):
        return -1
    begins = (a for a in view.likely_illegal() if _begins(wanted, _plain(view.action_words(a))))
    return next(begins, -1)


def find_move(line: str, moves: Moves) -> int:
    """The legal action that a typed line names, by its number, its words, or an unambiguous beginning of its words.
    Raises UnknownNameError."""
    wanted = _plain(line)
    if re.fullmatch(r"[+-]?\d+", wanted):
        number = int(wanted[:10])  # longer numbers are too large as they begin
        if not 1 <= number <= len(moves):
            raise UnknownNameError(f"there is no move {wanted[:40]}: they are numbered from 1 to {len(moves)}")
        return moves[number - 1][0]
    spoken = {_plain(words): (action, words) for action, words in moves}
    if wanted in spoken:
        return spoken[wanted][0]
    begin = [words for words in spoken if _begins(wanted, words)]
    whole = [words for words in begin if words.startswith(f"{wanted} ")]  # the line ends at the end of a word
    if len(begin) == 1 or len(whole) == 1:
        return spoken[(whole or begin)[0]][0]
    if begin:
        some = "; ".join(spoken[words][1] for words in begin[:4]) + ("; ..." if len(begin) > 4 else "")
        raise UnknownNameError(f"{len(begin)} moves begin with {wanted!r}: {some}")
    near = [spoken[words][1] for words in get_close_matches(wanted, spoken, 2)]
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "type its number or words, or ? for help"
    raise UnknownNameError(f"no such move {line!r}; {hint}")


def _plain(words: str) -> str:
    """Words in the form in which they are compared: lower case, single spaces, numbers without $ and commas."""
    return re.sub(r"\$(?=\d)|(?<=\d),(?=\d{3}(?!\d))", "", " ".join(words.lower().split()))


def _begins(wanted: str, words: str) -> bool:
    """Whether words begin with ``wanted``, and ``wanted`` does not end in the middle of a number."""
    return words.startswith(wanted) and not re.match(r"\d\d", words[len(wanted) - 1 :])
