"""What players are called. The rules know seats, such as "player_0"; people read names."""

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

from railgym.agents.characters import agent_name
from railgym.envs.core.errors import OptionsError

__all__ = ["LONGEST_NAME", "PERSON", "Names", "called", "checked_name"]

PERSON = "human"  # the code of a seat that a person plays
LONGEST_NAME = 20  # characters: a row of the page, and the boards, have room for so many


def checked_name(name: str, taken: Sequence[str]) -> str:
    """The name without superfluous blanks; raises OptionsError for one that cannot be used."""
    name = " ".join(name.split())
    if not name:
        raise OptionsError("a name has at least one character")
    if len(name) > LONGEST_NAME:
        raise OptionsError(f"a name has {LONGEST_NAME} characters at most")
    if not name.isprintable():
        raise OptionsError("a name has printable characters only")
    if name.casefold() in {other.casefold() for other in taken}:
        raise OptionsError(f"the name {name!r} is taken at this table; choose another one")
    return name


def called(game: str, codes: Sequence[str], given: Mapping[int, str] | None = None) -> list[str]:
    """What the players in the seats of a game are called: people by the names that they have ``given``, or else the
    numbers of their seats; characters by their names; other bots by their codes. Equal names of bots have the number
    behind."""
    names = [agent_name(code, game) for code in codes]

    def name_of(seat: int) -> str:
        if codes[seat] == PERSON:
            return (given or {}).get(seat) or f"Player {seat}"
        name = names[seat]
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        return short if names.count(name) == 1 else f"{short} {seat}"

    return [name_of(seat) for seat in range(len(codes))]


class Names:
    """The ``shown`` name of each seat in place of the name that the rules have for it (``of_rules``)."""

    def __init__(self, of_rules: Sequence[str], shown: Sequence[str]) -> None:
        self.shown = tuple(shown)
        self._by_seat = dict(zip(of_rules, shown, strict=True))
        self._pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, of_rules))})(?!\w)", re.I)

    def in_text(self, text: str) -> str:
        """A text of the rules with the shown names; in SVG they are escaped."""
        is_markup = text.startswith("<svg")

        def name(found: re.Match[str]) -> str:
            shown = self._by_seat[found[0].lower()]  # a sentence may begin with it
            return html.escape(shown) if is_markup else shown

        return self._pattern.sub(name, text)

    def in_message(self, message: Any) -> Any:
        """A message with the shown names in all of its texts."""
        if isinstance(message, str):
            return self.in_text(message)
        if isinstance(message, dict):
            return {key: self.in_message(value) for key, value in message.items()}
        if isinstance(message, list | tuple):
            return [self.in_message(value) for value in message]
        return message
