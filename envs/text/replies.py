"""Replies in words: an action, a request for details, or what is wrong with the reply."""

import json
import re
from dataclasses import dataclass

from railgym.envs.core.display import without_note
from railgym.envs.core.errors import RailgymError, plain
from railgym.envs.core.reading import Reading

__all__ = ["Choice", "Refusal", "Reply", "Request", "read_reply"]

LINE = re.compile(r"^[\s>*_`#-]*(ACTION|DETAIL)\b[\s:=*_`]*(.*?)[\s*_`.]*$", re.I)
INSIDE = re.compile(r"(?<!\[)\b(ACTION|DETAIL)\b[\s:=*_`]*(.*?)[\s*_`.]*$")  # in capitals, after other words
BRACKETS = re.compile(r"\[([^\[\]\n]{1,200})\]")
BRACKETED = re.compile(r"^[\[(](.*)[\])]$")
NUMBER = re.compile(r"(?:action\s*)?#?(\d{1,6})(?:\s*=.*)?", re.I)
LONGEST = 20_000  # characters of a reply that are read, from its end


@dataclass(frozen=True)
class Choice:
    """A legal action, by its id."""

    action: int


@dataclass(frozen=True)
class Request:
    """A topic about which the player wants to know more."""

    topic: str


@dataclass(frozen=True)
class Refusal:
    """What is wrong with a reply, in one line; for an illegal action the rule that forbids it."""

    reason: str
    illegal: bool = False
    """Whether the reply named an action, but not a legal one."""


Reply = Choice | Request | Refusal


def read_reply(view: Reading, reply: str) -> Reply:
    """Read the reply of the player whose ``view`` it is.

    The last line ``ACTION n`` or ``DETAIL topic`` counts, else the last ``[...]``, else a JSON object with the key
    ``action``, else the whole reply if it is one line. An action is a number or the words of a legal action.
    """
    text = reply[-LONGEST:].strip()
    if not text:
        return Refusal("the reply is empty; its last line must be: ACTION n")
    kind, words = _answer(text)
    if kind == "detail":
        return Request(words) if words else Refusal("write what you want to know: DETAIL topic")
    if not words:
        return Refusal("no action found; the last line of the reply must be: ACTION n")
    return _action(view, words)


def _answer(text: str) -> tuple[str, str]:
    """What kind of answer a reply holds, ``action`` or ``detail``, and its words."""
    lines = [line for line in text.splitlines() if line.strip()]
    for line in reversed(lines):
        if found := LINE.match(line) or INSIDE.search(line):
            return found[1].lower(), BRACKETED.sub(r"\1", found[2]).strip()
    if action := _object(text):
        return "action", action
    if brackets := BRACKETS.findall(text):
        inner = LINE.match(brackets[-1])
        return (inner[1].lower(), inner[2]) if inner else ("action", brackets[-1].strip())
    return "action", lines[0].strip(" .*`") if len(lines) == 1 else ""


def _object(text: str) -> str:
    """The action of the last JSON object in a text; empty if there is none."""
    start, end = text.rfind("{"), text.rfind("}")
    try:
        data = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except ValueError:
        return ""
    action = data.get("action") if isinstance(data, dict) else None
    return str(action) if isinstance(action, int | str) and not isinstance(action, bool) else ""


def _action(view: Reading, words: str) -> Reply:
    number = NUMBER.fullmatch(words)
    if number:
        action = int(number[1])
        return Choice(action) if view.is_legal(action) else Refusal(str(view.refuse(action)), illegal=True)
    try:
        return Choice(view.action_id(words))
    except RailgymError as error:
        told = {view.action_words(action).lower(): action for action in view.legal_actions}
        for said, action in told.items():
            if words.lower() in (said, without_note(said)):
                return Choice(action)
        return Refusal(str(error) if len(words) < 200 else f"{plain(words, 100)} is no legal action", illegal=True)
