"""Experts that label decisions: scripted bots, trained agents, search."""

from collections.abc import Callable
from typing import Any

import numpy as np

from railgym.agents import make_agent
from railgym.agents.learned import LearnedAgent
from railgym.agents.learned.artifact import is_agent
from railgym.agents.roles import check_role
from railgym.agents.scripted import scripted_bots
from railgym.envs.core.batch import Batch
from railgym.envs.core.errors import RailgymError, meant
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.position import View
from railgym.training.arguments import benchmark_codes
from railgym.training.learn.config import ConfigError, TrainConfig

__all__ = ["Adviser", "adviser", "check_expert"]

Adviser = Callable[[Batch, Array], Array]


def check_expert(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError for an expert whose code is wrong, for a person, and for a trained agent that is to label
    decisions in a game for which there is none; and for an expert against an opponent that the league lacks."""
    if not config.imitation:
        return
    met = config.league.scripted | config.league.agents
    experts = {"expert": config.imitation.expert}
    for opponent, expert in config.imitation.against.items():
        if opponent not in met:
            raise ConfigError(
                f"imitation.against: {opponent!r} is not in league.scripted or league.agents; {meant(opponent, met)}"
            )
        experts[f"against.{opponent}"] = expert
    for key, expert in experts.items():
        try:
            (code,) = benchmark_codes(expert)
            if config.imitation.timesteps and (is_agent(code) or key != "expert"):
                adviser(game, code, config.role, 0)
        except RailgymError as error:
            raise ConfigError(f"imitation.{key}: {error}") from None


def adviser(game: Game, expert: str, role: str, seed: int) -> Adviser:
    """The function (batch, environments (K,)) -> actions (K,) that asks the expert. Raises as
    :func:`railgym.agents.registry.make_agent` does."""
    bots = scripted_bots(game)
    if expert in bots.names:
        if expert not in bots.playing_as(role):
            check_role(game, expert, bots.roles.get(expert, PLAYER), role)
        return lambda batch, which: batch.advise(expert)[which]
    agent: Any = make_agent(expert, game, role)
    if isinstance(agent, LearnedAgent):
        agent.sharpness = None  # its best moves are the labels

    def one_by_one(batch: Batch, which: Array) -> Array:
        views, states = batch.views(which), batch.states[which]
        actions = np.zeros(len(which), np.int64)
        for k in range(len(which)):
            agent.reset(int(states["current_player"][k]), (seed + int(which[k])) % 2**31)
            actions[k] = agent.act(View.unchecked(game, views[k : k + 1]))
        return actions

    def at_once(batch: Batch, which: Array) -> Array:
        seats = batch.states["current_player"][which].astype(np.int64)
        chosen: Array = agent.act_batch(batch.views(which), batch.masks[which], batch.observations[which], seats)
        return chosen

    if not hasattr(agent, "act_batch"):
        return one_by_one
    agent.reset(game.roles.index(role), seed)
    return at_once
