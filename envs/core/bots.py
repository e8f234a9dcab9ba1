"""The description of a game package's scripted bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.header import PLAYER
from railgym.envs.core.nonsense import DISTURBED, NONSENSE, constant_pace, not_disturbed
from railgym.envs.core.simulate import CALLER, decide_randomly

__all__ = ["RANDOM_BOTS", "ScriptedBots"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ScriptedBots:
    """The bots of a game as one kernel ``decide(params, view, scratch, mask, player, bot, seed) -> action``.

    ``names[bot]`` is the code of bot number ``bot``; number 0 is ``random``. Every game also has the bots of
    ``core/nonsense.py``, whose numbers are negative; ``pace`` and ``disturbed`` are the kernels that they call.

    When ``decide`` is called, ``legal`` has filled ``scratch`` and ``mask`` for ``view``; ``seed`` is a new uint64 for
    each call. ``roles`` has the roles of bots that do not play as a player; ``random`` plays all roles. Within a role,
    weaker bots come before stronger ones.

    ``skilled`` has, by role, what extends the range of skill of the trained agent that ships: the function ``(game,
    trained, role, skill) -> agent`` as ``module:function``.
    """

    names: tuple[str, ...]
    decide: Any
    roles: Mapping[str, str] = field(default_factory=dict)
    skilled: Mapping[str, str] = field(default_factory=dict)
    pace: Any = constant_pace
    disturbed: Any = not_disturbed

    @property
    def odd_names(self) -> tuple[str, ...]:
        """The nonsense bots, and the disturbed planners if the game has them. They play all roles."""
        return (*NONSENSE, *(() if self.disturbed is not_disturbed else DISTURBED))

    @property
    def all_names(self) -> tuple[str, ...]:
        return (*self.names, *self.odd_names)

    def number(self, name: str) -> int:
        return -2 - self.odd_names.index(name) if name in self.odd_names else self.names.index(name)

    def playing_as(self, role: str) -> tuple[str, ...]:
        """The bots that can play a role, the strongest last."""
        return tuple(name for name in self.names if name == "random" or self.roles.get(name, PLAYER) == role)

    def check_roles(self, where: str, roles: Sequence[str], seats: Array) -> None:
        """Raise ArgumentError unless each bot of ``seats`` (N, P) plays the role of its seat; CALLER plays any."""
        for seat, role in enumerate(roles):
            able = [*map(self.number, (*self.playing_as(role), *self.odd_names))]
            if not np.isin(seats[:, seat], [CALLER, *able]).all():
                raise ArgumentError(f"{where}: seat {seat} has the role {role}; give one of the bots {able}")

    def in_seats(self, roles: Sequence[str], name: str) -> Array:
        """The number of a bot for every seat, int64 (P,): the bot ``name``, or the strongest bot of the seat's role if
        ``name`` does not play that role."""
        playing = map(self.playing_as, roles)
        return np.array([self.number(name if name in names else names[-1]) for names in playing])


RANDOM_BOTS = ScriptedBots(("random",), decide_randomly)
