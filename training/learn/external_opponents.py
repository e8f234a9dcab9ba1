"""Agents from outside a run that the learner meets: shipped ones, or those of other runs."""

from hashlib import sha256

import torch

from railgym.agents import make_agent
from railgym.agents.learned import LearnedAgent
from railgym.agents.learned.artifact import folder_of, is_agent
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.training.learn.config import ConfigError, TrainConfig

__all__ = ["ExternalNetwork", "external_opponent", "opponent_hashes"]

CERTAIN = 1e6  # what logits are multiplied by


class ExternalNetwork(torch.nn.Module):
    """The network of a trained agent, run by ONNX Runtime: observations (N, F) -> logits (N, A). Where it does not
    ``sample``, the logits lie so far apart that who samples by them finds the best move."""

    def __init__(self, agent: LearnedAgent, sample: bool = True) -> None:
        super().__init__()
        self.agent, self.scale = agent, 1.0 if sample else agent.sharpness or CERTAIN

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(self.agent.predict(observations.numpy())[0]) * self.scale


def external_opponent(
    code: str, game: Game, role: str, sample: bool = True, key: str = "league.agents"
) -> ExternalNetwork:
    """The network of an agent that ``key`` of a config names as an opponent. Raises ConfigError for an agent that
    cannot be made, has no network, or has another encoder than the run."""
    try:
        agent = make_agent(code, game, role)
    except RailgymError as error:
        raise ConfigError(f"{key}: {error}") from None
    if not is_agent(code) or not isinstance(agent, LearnedAgent):
        expected = "trained, former:N, or file:FOLDER/agent"
        raise ConfigError(f"{key}: {code!r} is no trained agent as it is; write {expected}")
    if agent.encoder != game.observation_layout.encoder:
        raise ConfigError(
            f"{key}: {code!r} observes through encoder {agent.encoder!r}, this run through "
            f"{game.observation_layout.encoder!r}; write encoder: {agent.encoder}"
        )
    return ExternalNetwork(agent, sample)


def opponent_hashes(config: TrainConfig) -> dict[str, str]:
    """SHA-256 of the files of each opponent ``file:FOLDER`` of a run as they are now, by its code."""
    found = {}
    for code in (*config.league.agents, *config.opponents):
        folder = folder_of(code)
        files = [folder / name for name in ("agent.json", "policy.onnx")] if folder else []
        if files and all(file.is_file() for file in files):
            found[code] = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return found
