"""The one registry of agents, and the grammar of their codes: ``name`` or ``name:argument``."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railgym.agents.spec import (
    AgentSpec,
    read_bot,
    read_character,
    read_command,
    read_folder,
    read_model,
    read_nothing,
    read_planner,
    read_python_class,
    read_role,
    read_search,
    read_skill,
    read_target,
    read_version,
)
from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import UnknownNameError, meant, plain
from railgym.envs.core.nonsense import DISTURBED, NONSENSE

if TYPE_CHECKING:  # the list is read by commands that need no compiler
    from railgym.envs.core.agent import Agent
    from railgym.envs.core.game import Game

__all__ = ["AGENTS", "AgentKind", "agent_codes", "build_agent", "make_agent", "other_kinds", "parse_agent"]

SCRIPTED = "railgym.agents.scripted:make_scripted"


@dataclass(frozen=True)
class AgentKind:
    """A kind of agent. ``maker`` names a function ``(game, spec, role) -> Agent`` as ``module:function``, imported when
    the first agent of the kind is made. ``read`` gives the fields of the :class:`AgentSpec` that follow from the code,
    the kind, and what stands after the colon.

    ``on_this_machine``: whether a code runs or reads what is on this machine, so that no visitor of a server may name
    one. ``only_if_named``: whether its being named in a file is not enough to start it."""

    code: str
    name: str
    sentence: str
    maker: str
    read: Callable[[str, str, str], dict[str, Any]]
    example: str
    on_this_machine: bool = False
    only_if_named: bool = False

    @property
    def is_scripted(self) -> bool:
        """Whether its agents are scripted bots."""
        return self.maker == SCRIPTED


AGENTS: dict[str, AgentKind] = {
    kind.code: kind
    for kind in (
        AgentKind(
            "random",
            "Random",
            "plays any legal action",
            SCRIPTED,
            read_bot,
            "random",
        ),
        AgentKind(
            "greedy",
            "Greedy",
            "makes the best-looking single move",
            SCRIPTED,
            read_bot,
            "greedy",
        ),
        AgentKind(
            "planner",
            "Planner",
            "plans ahead by rules of thumb of the game, optionally in a style or at a skill level from 0 to 1",
            SCRIPTED,
            read_planner,
            "planner, planner:STYLE, planner:0.8",
        ),
        AgentKind(
            "character",
            "Character",
            "a named opponent with a level and a style of its own; each game has its characters",
            "railgym.agents.characters:make_character",
            read_character,
            "character:NAME",
        ),
        *(
            AgentKind(code, code.capitalize(), sentence, SCRIPTED, read_bot, code)
            for code, sentence in (NONSENSE | DISTURBED).items()
        ),
        *(
            AgentKind(
                role.code,
                role.name,
                role.sentence,
                "railgym.agents.adaptive:make_for_role",
                read_role,
                f"{role.code}:-0.5, {role.code}:adaptive",
            )
            for entry in GAMES.values()
            for role in entry.roles
        ),
        AgentKind(
            "mc",
            "Flat Monte-Carlo",
            "plays out every move in sampled worlds: iterations or time per decision",
            "railgym.agents.search:make_flat_search",
            read_search,
            "mc:2000, mc:50ms",
        ),
        AgentKind(
            "mcts",
            "Monte-Carlo tree search",
            "grows a tree of moves over sampled worlds: iterations or time per decision; a trained agent may guide it",
            "railgym.agents.search:make_tree_search",
            read_search,
            "mcts:200, mcts:50ms, mcts:200:trained",
        ),
        AgentKind(
            "trained",
            "Trained",
            "the trained agent that comes with railgym; a skill level from 0 to 1 may follow",
            "railgym.agents.learned:make_trained",
            read_skill,
            "trained, trained:0.4",
        ),
        AgentKind(
            "former",
            "Former",
            "a trained agent that came with an earlier version of railgym, optionally at a skill level from 0 to 1",
            "railgym.agents.learned:make_former",
            read_version,
            "former:1, former:1:0.8",
        ),
        AgentKind(
            "adaptive",
            "Adaptive",
            "keeps your win rate near a target, by default a half; your profile shows what it has recorded",
            "railgym.agents.adaptive:make_adaptive",
            read_target,
            "adaptive, adaptive:0.6",
        ),
        AgentKind(
            "file",
            "From a folder",
            "a trained agent from a folder of your own",
            "railgym.agents.learned:make_from_folder",
            read_folder,
            "file:runs/mine/agent",
            on_this_machine=True,
        ),
        AgentKind(
            "py",
            "Python class",
            "your own class: module:Class, built with the game",
            "railgym.agents.own:make_from_python",
            read_python_class,
            "py:mybots:Bot",
            on_this_machine=True,
        ),
        AgentKind(
            "cmd",
            "Program",
            "your own program in any language, by JSON lines; the time for a decision may precede it",
            "railgym.agents.program:make_from_command",
            read_command,
            "cmd:./mybot, cmd:2s:./mybot",
            on_this_machine=True,
            only_if_named=True,
        ),
        AgentKind(
            "llm",
            "Language model",
            "a language model at any address that speaks OpenAI's protocol; settings in the code or in a YAML file",
            "railgym.agents.llm:make_language_model",
            read_model,
            "llm:MODEL, llm:mine.yaml",
            on_this_machine=True,
            only_if_named=True,
        ),
        AgentKind(
            "human",
            "Human",
            "you, at the terminal",
            "railgym.agents.human:make_human",
            read_nothing,
            "human",
        ),
    )
}


def other_kinds(game: "Game") -> list[str]:
    """The codes of the kinds of agents of a game that are no scripted bots."""
    roles = {role.code for entry in GAMES.values() for role in entry.roles} - {*game.roles, *game.optional_roles}
    return [kind.code for kind in AGENTS.values() if not kind.is_scripted and kind.code not in roles]


def agent_codes() -> list[str]:
    """How every kind of agent is called."""
    return [kind.example for kind in AGENTS.values()]


def make_agent(code: str, game: "Game", role: str | None = None) -> "Agent":
    """Build the agent ``code`` for a seat of a game; ``role``: what it plays as there, by default as the first seat.

    Raises UnknownNameError for a code that does not exist (naming the nearest) or that this game has no agent for,
    RoleError for one that plays as something else, ArtifactError for a trained agent made for something else,
    MissingExtraError where a package is missing.
    """
    _check_kinds(code, game, role)
    return build_agent(parse_agent(code), game, role or game.roles[0])


def build_agent(spec: AgentSpec, game: "Game", role: str) -> "Agent":
    """As :func:`make_agent`, from a code that was parsed."""
    module, _, function = AGENTS[spec.kind].maker.partition(":")
    maker: Callable[[Game, AgentSpec, str], Agent] = getattr(import_module(module), function)
    return maker(game, spec, role)


def parse_agent(code: str) -> AgentSpec:
    """Take a code apart. Raises UnknownNameError for a kind that does not exist (naming the nearest), and for an
    argument that the kind does not take."""
    kind, colon, argument = code.partition(":")
    if colon and not argument:
        raise UnknownNameError(f"{code!r}: nothing follows the colon; leave it out, or say more")
    if kind not in AGENTS:
        raise _unknown_kind(code, kind)
    fields = AGENTS[kind].read(code, kind, argument)
    policy = fields.pop("policy_code", "")
    return AgentSpec(code=code, kind=kind, policy=parse_agent(policy) if policy else None, **fields)


def _unknown_kind(code: str, kind: str) -> UnknownNameError:
    hint = meant(kind, AGENTS)
    for folder in (Path(code), Path(code) / "agent"):
        hint = f"for the agent there write file:{folder}" if os.path.isfile(folder / "agent.json") else hint
    return UnknownNameError(f"unknown agent {plain(code, 200)}; {hint}")


def _check_kinds(code: object, game: object, role: object) -> None:
    """Raise ArgumentError unless these are a code, a game, and None or the name of a role."""
    from railgym.envs.core import boundary
    from railgym.envs.core.game import Game

    boundary.instance("make_agent", "code", code, str, "the code of an agent, such as 'planner'")
    boundary.instance("make_agent", "game", game, Game, "a game, as make_game() makes it")
    if role is not None:
        boundary.instance("make_agent", "role", role, str, "the name of a role")
