"""Whom the learner meets: scripted bots and past selves, the harder the more often."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from railgym.agents.scripted import scripted_bots
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.training.config import League as LeagueConfig
from railgym.training.config import TrainConfig

__all__ = ["PRIOR_GAMES", "LeagueTable", "Opponent", "check_bots"]

# A new opponent counts as even until this many games' worth of results have come in.
PRIOR_GAMES = 20.0
FORGET = 0.995


@dataclass
class Opponent:
    """One opponent: a scripted bot (``network`` is None) or a frozen past self."""

    name: str
    weight: float
    network: torch.nn.Module | None = None
    games: float = PRIOR_GAMES
    wins: float = PRIOR_GAMES / 2

    @property
    def win_rate(self) -> float:
        """The learner's recent rate of wins against it, a shared win counting half."""
        return self.wins / self.games

    def note(self, payoff: float) -> None:
        """Take in one result: the learner's payoff in [-1, 1]; old results fade."""
        self.games = self.games * FORGET + 1.0
        self.wins = self.wins * FORGET + (payoff + 1) / 2


@dataclass
class LeagueTable:
    """All opponents; scripted ones come first and stay."""

    config: LeagueConfig
    opponents: list[Opponent] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.opponents:
            self.opponents = [Opponent(name, weight) for name, weight in self.config.scripted.items()]

    @classmethod
    def solo(cls, config: LeagueConfig) -> "LeagueTable":
        """The table of a game for one: its only opponent is the game itself."""
        return cls(config, [Opponent("the game", 1.0)])

    @property
    def past(self) -> list[Opponent]:
        return [o for o in self.opponents if o.network is not None]

    def add(self, name: str, network: torch.nn.Module) -> None:
        """Take in a snapshot; the table keeps its length by forgetting the past self that is beaten most easily."""
        self.opponents.append(Opponent(name, 0.0, network))
        if len(self.past) > self.config.size:
            self.opponents.remove(max(self.past[:-1], key=lambda o: o.win_rate))

    def chances(self) -> np.ndarray[Any, Any]:
        """How often each opponent is met: past selves share their weight by (1 - win rate) squared (prioritised
        fictitious self-play), scripted bots have weights of their own."""
        hardness = np.array([0.0 if o.network is None else (1 - o.win_rate) ** 2 + 0.01 for o in self.opponents])
        weights = np.array([o.weight for o in self.opponents])
        if self.past:
            weights = weights + self.config.past * hardness / hardness.sum()
        return weights / weights.sum()


def check_bots(config: TrainConfig, game: Game) -> None:
    """Raise UnknownNameError, naming the key, for an opponent or a teacher that the game does not have."""
    have = scripted_bots(game).names
    asked = [("league.scripted", name) for name in config.league.scripted if game.num_players > 1]
    asked += [("imitation.teacher", config.imitation.teacher)] if config.imitation else []
    for key, name in asked:
        if name not in have:
            raise UnknownNameError(f"{key}: {game.id} has no bot {name!r}; it has {', '.join(have)}")
