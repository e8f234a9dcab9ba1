"""The learner's network as an RLModule: logits of illegal actions are out of reach."""

from typing import Any

import gymnasium
import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from railgym.envs.core.game import Array, Game
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.networks import PolicyNetwork, make_network, shape_for, spaces_of

__all__ = ["MASK", "OBSERVATION", "MaskedModule", "network_of", "spaces_for", "state_of"]

OBSERVATION, MASK = "observation", "action_mask"
NEVER = -1e8  # the logit of an illegal action
NETWORK = "network."


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # ray is not typed
    """A :class:`PolicyNetwork` with its value, of the shape that the run of ``model_config`` asks for: its
    ``config``, and its ``game``, to be called.

    Observations are dicts of OBSERVATION, float32 (N, F), and MASK, int8 (N, A); logits float32 (N, A) come out.
    """

    def setup(self) -> None:
        self.network = make_network(self.model_config["config"], self.model_config["game"]())

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, torch.Tensor]:
        observed = batch[Columns.OBS]
        features = self.network.trunk(observed[OBSERVATION])
        logits = self.network.head(features).masked_fill(observed[MASK] == 0, NEVER)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: torch.Tensor | None = None) -> torch.Tensor:
        """The value of every row, float32 (N,); ``embeddings`` are those that the forward pass gave."""
        network, observations = self.network, batch[Columns.OBS][OBSERVATION]
        if network.value_trunk is not None:
            features = network.value_trunk(observations)
        else:
            features = network.trunk(observations) if embeddings is None else embeddings
        assert network.value is not None
        values: torch.Tensor = network.value(features).squeeze(-1)
        return values


def spaces_for(config: TrainConfig, game: Game) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    """The observation space and the action space of the module of a run."""
    seen, actions = spaces_of(game, shape_for(config, game))
    mask = gymnasium.spaces.Box(0, 1, (int(actions.n),), np.int8)
    return gymnasium.spaces.Dict({OBSERVATION: seen, MASK: mask}), actions


def state_of(network: torch.nn.Module) -> dict[str, Array]:
    """The weights of a network as the state of a module; of one without a value, of the other layers alone."""
    return {NETWORK + name: weights.numpy().copy() for name, weights in network.state_dict().items()}


def network_of(state: dict[str, Array], like: PolicyNetwork) -> PolicyNetwork:
    """The network that has the state of a module; ``like``, which has its shape, is written over."""
    like.load_state_dict({name.removeprefix(NETWORK): torch.tensor(weights) for name, weights in state.items()})
    return like
