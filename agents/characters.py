"""Characters: named opponents, each an agent of its game with a level, a style, and a sentence on how it plays.

Each game package has a table of them, ``CHARACTERS`` in the module ``characters`` beside its scripted bots. A character
is played by an agent that the game has anyway, so it needs no code of its own, and it stays valid when a trained agent
is replaced.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from railgym.agents.learned import shipped_for
from railgym.agents.registry import build_agent, parse_agent
from railgym.agents.spec import AgentSpec
from railgym.envs.catalog import GAMES, Entry
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import RailgymError, UnknownNameError, meant
from railgym.envs.core.game import PLAYER, Game

__all__ = [
    "KIND",
    "LEVELS",
    "Character",
    "about",
    "agent_name",
    "character_of",
    "characters_of",
    "make_character",
    "playable",
    "played_by",
]

KIND = "character"  # the word before the colon in the code of a character
LEVELS = ("beginner", "casual", "solid", "strong", "expert")


@dataclass(frozen=True, kw_only=True)
class Character:
    """A named opponent of a game."""

    key: str
    """Its code is ``character:KEY``."""
    name: str
    level: str
    """One of ``LEVELS``, within the characters of its game."""
    style: str
    """A word or two, such as "cautious"."""
    sentence: str
    """How it plays, after its name: "borrows money for every link"."""
    agent: str
    """The code of the agent that plays it."""
    role: str = PLAYER
    games: tuple[str, ...] = ()
    """The ids of the games that it plays; empty: all of its package."""
    habit: str = ""
    """The habit by which its style shows: a key of ``HABITS`` of the module ``habits`` beside it. Empty: none."""
    more: bool = True
    """Whether it has more of the habit than the planner, or less."""

    @property
    def code(self) -> str:
        return f"{KIND}:{self.key}"


def characters_of(entry: Entry) -> tuple[Character, ...]:
    """The characters of a game, from the weakest to the strongest."""
    module = f"railgym.agents.scripted.{entry.package.rpartition('.')[2]}.characters"
    if not find_spec(module):
        return ()
    table: tuple[Character, ...] = import_module(module).CHARACTERS
    return tuple(character for character in table if not character.games or entry.id in character.games)


def character_of(game: str, key: str) -> Character:
    """The character ``key`` of the game with this id. Raises UnknownNameError, naming those that there are."""
    known = {character.key: character for character in characters_of(GAMES[game])} if game in GAMES else {}
    if key not in known:
        raise UnknownNameError(f"{game} has no character {key[:50]!r}; {meant(key, known)}")
    return known[key]


def played_by(code: str, game: Game) -> str:
    """The code of the agent that plays as ``code``: that of its character, or the code itself. Raises
    UnknownNameError."""
    kind, _, key = code.partition(":")
    return character_of(game.id, key).agent if kind == KIND else code


def agent_name(code: str, game: str) -> str:
    """What an agent is called: the name of a character of the game with this id, or its code."""
    kind, _, key = code.partition(":")
    known = {character.key: character.name for character in characters_of(GAMES[game])} if kind == KIND else {}
    return known.get(key, code)


def about(code: str, game: str) -> str:
    """Level, style and sentence of a character of the game with this id, or of the agent that plays one; empty for any
    other agent."""
    found = next((known for known in characters_of(GAMES[game]) if code in (known.code, known.agent)), None)
    return f"{found.level}, {found.style}: {agent_name(code, game)} {found.sentence}" if found else ""


def playable(game: Game, role: str) -> list[Character]:
    """The characters that can take a seat of a role in a game with its options and number of seats."""
    return [character for character in characters_of(GAMES[game.id]) if _can_play(character, game, role)]


def _can_play(character: Character, game: Game, role: str) -> bool:
    """Whether the role is that of a character, and the trained agent that it needs was trained for these options."""
    if character.role != role:
        return False
    if not parse_agent(character.agent).bot:
        try:
            shipped_for(game, role)
        except RailgymError:
            return False
    return True


def make_character(game: Game, spec: AgentSpec, role: str) -> Agent:
    """``character:NAME``: the agent that plays the character, under the character's code."""
    agent = parse_agent(character_of(game.id, spec.character).agent)
    built = build_agent(agent, game, role)
    built.code = spec.code
    return built
