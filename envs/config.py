"""The keywords of the environments: each is declared once, for all kinds of environments that take it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

import numpy as np

from railgym.envs.catalog import GAMES, game_type, make_game
from railgym.envs.core import boundary
from railgym.envs.core.errors import OptionsError, UnknownOptionError, plain
from railgym.envs.core.game import Game
from railgym.envs.core.map_shape import MAPS
from railgym.envs.rendering import RENDER_MODES, check_scale
from railgym.envs.rewards import REWARDS, Reward

__all__ = [
    "AEC",
    "INSTEAD",
    "KINDS",
    "SELF_PLAY",
    "SINGLE",
    "VECTOR",
    "Eliminated",
    "EnvConfig",
    "OnIllegal",
    "arguments",
    "keywords",
    "make_game_for",
]

AEC, SINGLE, VECTOR, SELF_PLAY = KINDS = (
    "env(...)",
    "gymnasium.make(...)",
    "gymnasium.make_vec(...)",
    "railgym.make_selfplay(...)",
)
Eliminated = Literal["leave", "stay"]
OnIllegal = Literal["lose", "raise"]
AUTORESET_MODES = ("SameStep", "NextStep")


def about(kinds: tuple[str, ...], meaning: str) -> dict[str, Any]:
    """The metadata of a keyword: the kinds of environments that take it, and what it means, for their pages."""
    return {"kinds": kinds, "meaning": meaning}


RENDER = "`human` prints, `ansi` returns text, `rgb_array` a picture as uint8 (height, width, 3)"
RENDER_SEAT = "whose view to render: a seat, or -1 for the public; unset: the current player's"
RENDER_SCALE = "the size of the picture of `rgb_array` as a multiple of its usual size, up to 8"
CYCLES = "truncate the game after so many actions of all agents together"
TEXT = 'put the position and the legal actions in words into `info["text"]`'
ELIMINATED = "an agent that is out of the game before its end leaves at once (`leave`) or at the end (`stay`)"
COPY = "False: return arrays that the next step overwrites"
ILLEGAL = "an illegal action loses the game (`lose`) or raises an error (`raise`)"
AUTORESET = "when the next game of an environment begins: `SameStep` or `NextStep`"


@dataclass(frozen=True, kw_only=True)
class EnvConfig:
    """The keywords of an environment, beside the options of its game."""

    render_mode: str | None = field(default=None, metadata=about((AEC, SINGLE), RENDER))
    render_seat: int | None = field(default=None, metadata=about((AEC,), RENDER_SEAT))
    render_scale: float = field(default=1.0, metadata=about((AEC, SINGLE), RENDER_SCALE))
    max_cycles: int | None = field(default=None, metadata=about((AEC,), CYCLES))
    reward: Reward = field(default="result", metadata=about(KINDS, "`result`, `margin` or `shaped`, see Rewards"))
    encoder: str = field(default="vector", metadata=about(KINDS, "the encoder of the observations"))
    text: bool = field(default=False, metadata=about((AEC, SINGLE), TEXT))
    eliminated: Eliminated = field(default="leave", metadata=about((AEC,), ELIMINATED))
    seat: int | None = field(default=None, metadata=about((SINGLE, VECTOR), "the learner's seat; unset: it changes"))
    on_illegal: OnIllegal = field(default="lose", metadata=about((SINGLE, VECTOR), ILLEGAL))
    threads: int = field(default=1, metadata=about((VECTOR, SELF_PLAY), "how many threads step the environments"))
    copy: bool = field(default=True, metadata=about((VECTOR, SELF_PLAY), COPY))
    autoreset_mode: Any = field(default="SameStep", metadata=about((VECTOR,), AUTORESET))

    @classmethod
    def of(cls, kind: str, game: Game, given: Mapping[str, Any]) -> "EnvConfig":
        """The config of an environment of a kind, from its keywords; raises OptionsError for one that is unknown or out
        of range."""
        for name in given:
            if name not in keywords(kind):
                raise UnknownOptionError(name, keywords(kind))
        config = cls(**given)
        config._check(game)
        return config

    def _check(self, game: Game) -> None:
        seats = range(game.num_players)
        boundary.choice("render_mode", self.render_mode, (None, *RENDER_MODES))
        boundary.choice("render_seat", self.render_seat, (None, -1, *seats))
        boundary.choice("reward", self.reward, REWARDS)
        boundary.choice("encoder", self.encoder, tuple(game.encoders))
        boundary.choice("eliminated", self.eliminated, get_args(Eliminated))
        boundary.choice("seat", self.seat, (None, *seats))
        boundary.choice("on_illegal", self.on_illegal, get_args(OnIllegal))
        boundary.choice("autoreset_mode", getattr(self.autoreset_mode, "value", self.autoreset_mode), AUTORESET_MODES)
        boundary.truth("text", self.text)
        boundary.truth("copy", self.copy)
        check_scale(self.render_scale)
        cycles = self.max_cycles
        whole = isinstance(cycles, (int, np.integer)) and not isinstance(cycles, bool)
        if cycles is not None and not (whole and cycles >= 1):
            raise OptionsError(f"option max_cycles={plain(cycles)}: give a whole number of at least 1")


def keywords(kind: str) -> dict[str, Any]:
    """The keywords of a kind of environment, with their fields."""
    return {f.name: f for f in fields(EnvConfig) if kind in f.metadata["kinds"]}


# --- games with keywords ----------------------------------------------------------------------------------------------

MAKERS = {  # arguments of the functions that make environments
    AEC: (),
    SELF_PLAY: ("num_envs", "bots", "rotate"),
    SINGLE: ("opponents", "max_episode_steps", "disable_env_checker"),
    VECTOR: ("opponents", "num_envs", "vectorization_mode", "vector_kwargs", "wrappers"),
}
# The alternative, if a kind of environment lacks an argument of the others.
_SINGLE = "use vectorization_mode='sync' or 'async', whose environments take it"
_VECTOR = "for vector environments, give it in gymnasium.make_vec(..., vector_kwargs={...})"
_ALL_SEATS = "here the caller plays every seat"
INSTEAD = {
    (AEC, "opponents"): _ALL_SEATS,
    (AEC, "seat"): _ALL_SEATS,
    (AEC, "on_illegal"): "raw_env(...) raises for an illegal action",
    (AEC, "max_episode_steps"): "give max_cycles, in actions of all agents together",
    (SINGLE, "max_cycles"): "give max_episode_steps, in actions of the learner",
    (SINGLE, "render_seat"): "here the learner's view is rendered",
    (SINGLE, "eliminated"): "here the episode ends when the learner is out",
    (SINGLE, "copy"): _VECTOR,
    (SINGLE, "autoreset_mode"): _VECTOR,
    (VECTOR, "render_mode"): _SINGLE,
    (VECTOR, "render_scale"): _SINGLE,
    (VECTOR, "text"): _SINGLE,
    (VECTOR, "max_episode_steps"): _SINGLE,
    (VECTOR, "disable_env_checker"): _SINGLE,
    (VECTOR, "max_cycles"): "give max_episode_steps and vectorization_mode='sync'",
    (SELF_PLAY, "opponents"): "give bots=[None, 'greedy', ...], one entry for each seat",
    (SELF_PLAY, "seat"): "give bots=[None, 'greedy', ...], one entry for each seat",
    (SELF_PLAY, "on_illegal"): "here an illegal action raises an error",
    (VECTOR, "eliminated"): "here a learner that is out waits for the end of the game",
}


def arguments(kind: str) -> tuple[str, ...]:
    """All that an environment of a kind takes beside the options of its game."""
    return (*keywords(kind), *MAKERS[kind])


def make_game_for(kind: str, id: str, given: Mapping[str, Any]) -> tuple[Game, dict[str, Any]]:
    """The game of an environment and the environment's keywords, from the arguments of both. The error for an unknown
    argument also suggests keywords of this kind, or names the kinds that have such an argument."""
    own = {name: given[name] for name in keywords(kind) if name in given}
    try:
        return make_game(id, **{name: value for name, value in given.items() if name not in own}), own
    except UnknownOptionError as error:
        kinds = [other for other in KINDS if error.name in arguments(other)]
        if not kinds:
            raise UnknownOptionError(error.name, (*error.known, *arguments(kind)), error.note) from None
        instead = INSTEAD.get((kind, error.name), "")
        raise OptionsError(
            f"{error.name!r} is an argument of {' and '.join(kinds)}, not of {kind}{instead and f': {instead}'}"
        ) from None


def known_elsewhere(name: str, id: str) -> str:
    """What else has an option of that name, or the name of the option in game ``id``, in words; empty if nothing."""
    own = MAPS & set(game_type(id).options_type.option_names())
    if name in MAPS and own:
        return f"in this game it is called {', '.join(own)}"
    if name == "encoder":
        return "the encoder is no rule: choose it in Python, env(encoder=...), or in a training config, encoder: ..."
    for kind in KINDS:
        if name in arguments(kind):
            return f"{name} is no rule: give it to an environment in Python, {kind.replace('...', f'{name}=...')}"
    games = [id for id in GAMES if name in game_type(id).options_type.option_names()]
    return f"it is an option of {', '.join(games)}" if games else ""
