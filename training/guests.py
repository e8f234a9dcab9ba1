"""Agents from outside a run that the learner meets: shipped ones, or those of other runs."""

import torch

from railgym.agents import make_agent
from railgym.agents.learned import LearnedAgent
from railgym.envs.core.errors import MissingExtraError, RailgymError
from railgym.envs.core.game import Game
from railgym.training.config import ConfigError

__all__ = ["GuestNetwork", "make_guest"]


class GuestNetwork(torch.nn.Module):
    """The network of a trained agent, run by ONNX Runtime: observations (N, F) -> logits (N, A)."""

    def __init__(self, agent: LearnedAgent) -> None:
        super().__init__()
        self.agent = agent

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(self.agent.logits(observations.numpy()))


def make_guest(code: str, game: Game, role: str) -> GuestNetwork:
    """The network of an agent as a guest of a run's league. Raises ConfigError for an agent that has none or observes
    otherwise than the run does, and as :func:`railgym.agents.make_agent` does."""
    try:
        agent = make_agent(code, game, role)
    except MissingExtraError:
        raise
    except RailgymError as error:
        raise type(error)(f"league.agents: {error}") from None
    if not isinstance(agent, LearnedAgent):
        raise ConfigError(f"league.agents: {code!r} is no trained agent; write trained, or file:FOLDER/agent")
    if agent.encoder != game.observation_layout.encoder:
        raise ConfigError(
            f"league.agents: {code!r} observes through encoder {agent.encoder!r}, this run through "
            f"{game.observation_layout.encoder!r}; write encoder: {agent.encoder}"
        )
    return GuestNetwork(agent)
