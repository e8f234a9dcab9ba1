"""Whom the learner meets: scripted bots and past selves, the harder the more often."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from railgym.agents.learned.artifact import is_agent
from railgym.agents.roles import other_role
from railgym.agents.scripted import scripted_bots
from railgym.envs.core.errors import UnknownNameError, meant
from railgym.envs.core.game import Game
from railgym.envs.core.nonsense import NONSENSE
from railgym.training.learn.config import ConfigError, Imitation, TrainConfig
from railgym.training.learn.config import League as LeagueConfig
from railgym.training.learn.external_opponents import external_opponent

__all__ = [
    "CURRENT",
    "EXPLOITER",
    "EXTERNAL",
    "PAST",
    "SCRIPTED",
    "LeagueTable",
    "Opponent",
    "check_bots",
    "has_peers",
]

# Kinds of opponents.
SCRIPTED, EXTERNAL, CURRENT, NONSENSICAL = "scripted", "external", "current", "nonsense"
PAST, EXPLOITER = "past", "exploiter"

# A new opponent counts as no better or worse than the learner until this many games' worth of results have come in.
EXPERT = "imitation.expert"  # the key
EXPERTS = (
    "or give trained, former:1 or file:FOLDER, or with imitation: {games: N, timesteps: 0} any agent, such as mcts:100"
)
PRIOR_GAMES = 20.0
FORGET = 0.995


@dataclass
class Opponent:
    """One opponent: a scripted bot (``network`` is None), a trained agent from outside, the present policy, a frozen
    past self, or one that was trained to exploit it."""

    name: str
    weight: float
    network: torch.nn.Module | None = None
    kind: str = SCRIPTED
    games: float = PRIOR_GAMES
    wins: float = PRIOR_GAMES / 2

    @property
    def win_rate(self) -> float:
        """The learner's recent rate of wins where it has all other seats, a win shared by k counting 1/k."""
        return self.wins / self.games

    @property
    def met(self) -> bool:
        """Whether a game against it has ended."""
        return self.games != PRIOR_GAMES

    @classmethod
    def fresh(
        cls, name: str, weight: float, seats: int, network: torch.nn.Module | None = None, kind: str = SCRIPTED
    ) -> "Opponent":
        """One that the learner has not met, at tables for ``seats``: alike, each of these wins as often."""
        return cls(name, weight, network, kind, wins=PRIOR_GAMES / max(seats, 2))

    def note(self, win: float) -> None:
        """Take in one result: the learner's share of the win; old results fade."""
        self.games = self.games * FORGET + 1.0
        self.wins = self.wins * FORGET + win


@dataclass
class LeagueTable:
    """All opponents; scripted ones and external opponents come first and stay."""

    config: LeagueConfig
    seats: int
    opponents: list[Opponent] = field(default_factory=list)

    @classmethod
    def of(cls, config: TrainConfig, game: Game) -> "LeagueTable":
        """Whom the learner of a run meets: the league, where others have its role; else the agents of other roles; in a
        game for one, the game itself. Raises as :func:`external_opponent` does."""
        seats = game.num_players
        if has_peers(config, game):
            met = [Opponent.fresh(name, weight, seats) for name, weight in config.league.scripted.items()]
            if config.league.nonsense:
                met += [Opponent.fresh(name, 0.0, seats, kind=NONSENSICAL) for name in ("random", *NONSENSE)]
            for code, weight in config.league.agents.items():
                network = external_opponent(code, game, config.role, config.league.agents_sample)
                met.append(Opponent.fresh(code, weight, seats, network, EXTERNAL))
        else:
            met = [_of_other_role(name, weight, config, game) for name, weight in config.opponents.items()]
        return cls(config.league, seats, met or [Opponent.fresh("the game", 1.0, seats)])

    def of_kind(self, *kinds: str) -> list[Opponent]:
        """The opponents of these kinds, the newest last."""
        return [o for o in self.opponents if o.kind in kinds]

    def add(self, name: str, network: torch.nn.Module, kind: str = PAST) -> None:
        """Take in a snapshot or an exploiter; the table keeps its length by forgetting the one of its kind that is
        beaten most easily."""
        self.opponents.append(Opponent.fresh(name, 0.0, self.seats, network, kind))
        others = self.of_kind(kind)[:-1]
        if len(others) >= {PAST: self.config.size, EXPLOITER: self.config.exploiters.size}[kind]:
            self.opponents.remove(max(others, key=lambda o: o.win_rate))

    def chances(self) -> np.ndarray[Any, Any]:
        """How often each opponent is met: past selves share their weight by (1 - win rate) squared (prioritised
        fictitious self-play), and so do exploiters and nonsense bots; all others have weights of their own."""
        weights = np.array([o.weight for o in self.opponents])
        league = self.config
        shared = {NONSENSICAL: league.nonsense, PAST: league.past, EXPLOITER: league.exploiters.weight}
        for kind, weight in shared.items():
            hardness = np.array([(1 - o.win_rate) ** 2 + 0.01 if o.kind == kind else 0.0 for o in self.opponents])
            weights = weights + weight * hardness / max(hardness.sum(), 0.01)
        chances: np.ndarray[Any, Any] = weights / weights.sum()
        return chances


def _of_other_role(code: str, weight: float, config: TrainConfig, game: Game) -> Opponent:
    """A bot or a trained agent in the seats of other roles."""
    if not is_agent(code):
        return Opponent.fresh(code, weight, game.num_players)
    network = external_opponent(code, game, other_role(game, config.role), config.league.agents_sample, "opponents")
    return Opponent.fresh(code, weight, game.num_players, network, EXTERNAL)


def has_peers(config: TrainConfig, game: Game) -> bool:
    """Whether past selves of the learner can sit in other seats."""
    return game.roles.count(config.role) > 1


def check_roles(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError, naming the key, for a role that the game does not have, or opponents that do not fit it."""
    if config.role not in game.roles:
        there = " and ".join(dict.fromkeys(game.roles))
        raise ConfigError(f"role: {game.id} with these options has no {config.role!r}, only {there}")
    if config.opponents and game.symmetric_seats:
        raise ConfigError(f"opponents: all seats of {game.id} are alike with these options; use league.scripted")
    if not config.opponents and not game.symmetric_seats:
        raise ConfigError("opponents: name agents for the seats of other roles, as in {random: 1.0}")
    if config.opponents and sum(config.opponents.values()) <= 0:
        raise ConfigError("opponents: the learner has no opponent; give one of them a weight above 0")
    if not game.symmetric_seats and has_peers(config, game):
        raise ConfigError(f"role: {game.id} has several seats for {config.role!r} and others; that cannot be trained")


def plays_first(imitation: Imitation) -> bool:
    """Whether the expert only plays whole games, before the run or for its dataset, so that it may be any agent."""
    return imitation.timesteps == 0 and bool(imitation.games or imitation.dataset)


def check_bots(config: TrainConfig, game: Game) -> None:
    """Raise UnknownNameError, naming the key, for an opponent or an expert that the game does not have, and ConfigError
    for one of another role, and as :func:`check_roles` does."""
    check_roles(config, game)
    met = config.league.scripted | config.league.agents
    if has_peers(config, game) and sum(met.values()) <= 0:
        raise ConfigError(
            "league: the learner has no opponent at first; give league.scripted or league.agents a weight"
        )
    asked = [("league.scripted", name, config.role) for name in config.league.scripted if has_peers(config, game)]
    asked += [("opponents", name, other_role(game, config.role)) for name in config.opponents if not is_agent(name)]
    if config.imitation and not plays_first(config.imitation) and not is_agent(config.imitation.expert):
        asked += [(EXPERT, config.imitation.expert, config.role)]
    bots = scripted_bots(game)
    for key, name, role in asked:
        if name not in bots.all_names:
            if key == EXPERT and ":" in name:
                raise ConfigError(
                    f"{key}: {name!r} has to play whole games first: give imitation.games or imitation.dataset, and "
                    "imitation.timesteps: 0"
                )
            hint = meant(name, bots.all_names, f"it has {', '.join(bots.all_names)}")
            beside = f"; {EXPERTS}" if key == EXPERT else ""
            raise UnknownNameError(f"{key}: {game.id} has no bot {name!r}; {hint}{beside}")
        if name not in bots.able(role):
            have = ", ".join(bots.playing_as(role))
            raise ConfigError(f"{key}: {name!r} does not play as {role}; these do: {have}")
