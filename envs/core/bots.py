"""The description of a game package's scripted bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.header import PLAYER
from railgym.envs.core.nonsense import DISTURBED, NONSENSE, constant_pace, no_variant
from railgym.envs.core.simulate import CALLER, decide_randomly

__all__ = ["RANDOM_BOTS", "ScriptedBots"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ScriptedBots:
    """The bots of a game as one kernel ``decide(params, view, scratch, mask, player, bot, seed) -> action``.

    ``names[bot]`` is the code of bot number ``bot``; number 0 is ``random``. Every game also has the bots of
    ``core/nonsense.py``, whose numbers are negative; ``pace`` and ``variant`` are the kernels that they call.
    ``variant`` plays the planner with other weights: the disturbed planners, then one for each of ``styles``.

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
    variant: Any = no_variant
    styles: tuple[str, ...] = ()

    @property
    def odd_names(self) -> tuple[str, ...]:
        """The nonsense bots, and the disturbed planners if the game has them. They play all roles."""
        return (*NONSENSE, *(() if self.variant is no_variant else DISTURBED))

    @property
    def styled_names(self) -> tuple[str, ...]:
        """The planners with the weights of a style. They play as a player."""
        return tuple(f"planner:{style}" for style in self.styles)

    @property
    def all_names(self) -> tuple[str, ...]:
        return (*self.names, *self.odd_names, *self.styled_names)

    @property
    def lowest_number(self) -> int:
        """The lowest number of a bot."""
        return CALLER - len(self.odd_names) - len(self.styles)

    def number(self, name: str) -> int:
        """The number of the bot ``name``."""
        return self.names.index(name) if name in self.names else CALLER - 1 - self._below_caller.index(name)

    @property
    def _below_caller(self) -> tuple[str, ...]:
        """The bots whose numbers are below that of the caller, in descending order."""
        return (*self.odd_names, *self.styled_names)

    def able(self, role: str) -> tuple[str, ...]:
        """All bots that may play a role."""
        return (*self.playing_as(role), *self.odd_names, *(self.styled_names if role == PLAYER else ()))

    def playing_as(self, role: str) -> tuple[str, ...]:
        """The bots that can play a role, the strongest last."""
        return tuple(name for name in self.names if name == "random" or self.roles.get(name, PLAYER) == role)

    def check_roles(self, where: str, roles: Sequence[str], seats: Array) -> None:
        """Raise ArgumentError unless each bot of ``seats`` (N, P) plays the role of its seat; CALLER plays any."""
        for seat, role in enumerate(roles):
            able = [*map(self.number, self.able(role))]
            if not np.isin(seats[:, seat], [CALLER, *able]).all():
                raise ArgumentError(f"{where}: seat {seat} has the role {role}; give one of the bots {able}")

    def in_seats(self, roles: Sequence[str], name: str) -> Array:
        """The number of a bot for every seat, int64 (P,): the bot ``name``, or the strongest bot of the seat's role if
        ``name`` does not play that role."""
        return np.array([self.number(name if name in self.able(role) else self.playing_as(role)[-1]) for role in roles])


RANDOM_BOTS = ScriptedBots(("random",), decide_randomly)
