"""Codes of agents, taken apart: ``name`` or ``name:argument``, as in ``mcts:200:trained``.

:func:`railgym.agents.registry.parse_agent` reads a code. Each kind of agent has one of the functions below, which
returns the fields of :class:`AgentSpec` that the argument says, and raises UnknownNameError, naming the whole code.
"""

import re
import shlex
from dataclasses import dataclass
from typing import Any

from railgym.envs.core.errors import UnknownNameError

__all__ = [
    "HIGHEST_TARGET",
    "LOWEST_TARGET",
    "MOST_ITERATIONS",
    "AgentSpec",
    "number_within",
    "read_bot",
    "read_character",
    "read_command",
    "read_folder",
    "read_model",
    "read_nothing",
    "read_planner",
    "read_python_class",
    "read_role",
    "read_search",
    "read_skill",
    "read_target",
    "read_version",
]

LOWEST_TARGET, HIGHEST_TARGET = 0.05, 0.95
MOST_ITERATIONS = 100_000  # of a search, or milliseconds, for a decision
USUAL_ITERATIONS = 200
USUAL_SECONDS = 10.0  # for a decision of a program

Fields = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class AgentSpec:
    """An agent as its code describes it."""

    code: str
    """The whole code as it was written."""
    kind: str
    """The word before the colon: a key of ``AGENTS``."""
    bot: str = ""
    """The name of a scripted bot."""
    character: str = ""
    """The name of a character in lower-case letters, as in ``character:ada``."""
    skill: float = 1.0
    """From 0, random play, to 1, full strength; for a role that has a kind bot, from -1."""
    target: float | None = None
    """How often the opponent of an adaptive agent is to win."""
    version: int = 0
    """Which set of agents that shipped before, from 1 on."""
    iterations: int = 0
    """What a search spends on a decision; 0 if it spends ``seconds``."""
    seconds: float = 0.0
    """The time of a search, or the limit of a program, for a decision."""
    policy: "AgentSpec | None" = None
    """The trained agent that a search asks."""
    folder: str = ""
    """Where a trained agent of the user's lies."""
    model: str = ""
    """A language model: its name or a YAML file, and settings."""
    command: tuple[str, ...] = ()
    """The words of a command that starts a program."""
    python_class: tuple[str, str] = ("", "")
    """The module and the name of a class of the user's."""


def number_within(text: str, low: float, high: float) -> float | None:
    """The number that a text is, if it lies within bounds."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if low <= number <= high else None


def read_nothing(code: str, kind: str, argument: str) -> Fields:
    """``human``."""
    if argument:
        raise UnknownNameError(f"agent {kind!r} takes no argument, got {argument!r}")
    return {}


def read_bot(code: str, kind: str, argument: str) -> Fields:
    """``planner``: a scripted bot."""
    return read_nothing(code, kind, argument) | {"bot": kind}


def read_planner(code: str, kind: str, argument: str) -> Fields:
    """``planner``; ``planner:STYLE``: with the weights of a style of its game; ``planner:0.8``: at a skill level."""
    skill = number_within(argument, 0, 1)
    if skill is not None:
        return {"bot": kind if skill == 1 else code, "skill": skill}
    if argument and not argument.isidentifier():
        hint = f"write a style or a skill level from 0 to 1 after the colon, as in {kind}:builder or {kind}:0.8"
        raise UnknownNameError(f"{code[:100]}: {hint}")
    return {"bot": code}


def read_character(code: str, kind: str, argument: str) -> Fields:
    """``character:NAME``: a named opponent of its game."""
    if not argument:
        raise UnknownNameError(f"write the name of a character, as in {kind}:NAME; railgym list shows them")
    return {"character": argument}


def read_skill(code: str, kind: str, argument: str) -> Fields:
    """``trained`` or ``trained:0.4``."""
    skill = number_within(argument or "1", 0, 1)
    if skill is None:
        raise UnknownNameError(f"{code}: the skill level is a number from 0 to 1, e.g. {kind}:0.4")
    return {"skill": skill}


def read_version(code: str, kind: str, argument: str) -> Fields:
    """``former:1``, and ``former:1:0.8`` at a skill level."""
    version, _, skill = argument.partition(":")
    if not version.isdecimal() or len(version) > 3 or int(version) < 1:
        raise UnknownNameError(f"{code[:100]}: write the number of a version, as in {kind}:1")
    return {"version": int(version)} | read_skill(code, f"{kind}:{version}", skill)


def read_target(code: str, kind: str, argument: str) -> Fields:
    """``adaptive`` or ``adaptive:0.6``."""
    target = number_within(argument or "0.5", LOWEST_TARGET, HIGHEST_TARGET)
    if target is None:
        bounds = f"{LOWEST_TARGET} to {HIGHEST_TARGET}"
        raise UnknownNameError(f"{code}: the person's rate of wins is a number from {bounds}")
    return {"target": target}


def read_role(code: str, kind: str, argument: str) -> Fields:
    """The agents of a role ``ROLE``: ``ROLE:-0.5`` by its skill, ``ROLE:adaptive`` with or without a target, and all
    others are scripted bots."""
    skill = number_within(argument, float("-inf"), float("inf"))
    word, _, rest = argument.partition(":")
    if skill is None:
        return read_target(code, word, rest) if word == "adaptive" else {"bot": code}
    if not -1 <= skill <= 1:
        raise UnknownNameError(f"{code}: the skill is a number from -1 to 1, as in {kind}:-0.5")
    return {"skill": skill}


def read_search(code: str, kind: str, argument: str) -> Fields:
    """``mcts:200`` (iterations for a decision), ``mcts:50ms`` (time), and ``mcts:200:trained``, by a trained agent."""
    budget, _, policy = argument.partition(":")
    number = budget.removesuffix("ms") if budget else f"{USUAL_ITERATIONS}"
    if not number.isdecimal() or len(number) > len(str(MOST_ITERATIONS)) or not 0 < int(number) <= MOST_ITERATIONS:
        most = f"1 to {MOST_ITERATIONS:,}"
        raise UnknownNameError(
            f"{code[:100]}: write {most} iterations or milliseconds, as in {kind}:200 or {kind}:50ms"
        )
    if ":" in argument and not (budget and policy):
        raise UnknownNameError(f"{code[:100]}: write a number and an agent, as in {kind}:200:trained")
    spent = {"seconds": int(number) / 1000} if budget.endswith("ms") else {"iterations": int(number)}
    return spent | {"policy_code": policy}


def read_folder(code: str, kind: str, argument: str) -> Fields:
    """``file:FOLDER``."""
    return {"folder": argument}


def read_model(code: str, kind: str, argument: str) -> Fields:
    """``llm:MODEL``, ``llm:FILE.yaml`` or ``llm:MODEL?temperature=0&seconds=30``."""
    if not argument.partition("?")[0]:
        raise UnknownNameError(f"{code[:100]}: write a model or a file, as in {kind}:MODEL or {kind}:FILE.yaml")
    return {"model": argument}


def read_command(code: str, kind: str, argument: str) -> Fields:
    """``cmd:COMMAND``, and ``cmd:SECONDSs:COMMAND`` with the time for a decision."""
    limit = re.match(r"(\d{1,5}(?:\.\d{1,3})?)s:", argument)
    try:
        words = tuple(shlex.split(argument[limit.end() if limit else 0 :]))
    except ValueError as error:
        raise UnknownNameError(f"{code[:100]}: cannot read the command: {error}") from None
    seconds = float(limit[1]) if limit else USUAL_SECONDS
    if not words or seconds <= 0:
        raise UnknownNameError(f"{code[:100]}: write a command, as in {kind}:./mybot or {kind}:2s:./mybot")
    return {"command": words, "seconds": seconds}


def read_python_class(code: str, kind: str, argument: str) -> Fields:
    """``py:module:Class``."""
    module, _, name = argument.partition(":")
    return {"python_class": (module, name)}
