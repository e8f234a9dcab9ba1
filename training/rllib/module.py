"""The learner's network as an RLModule: logits of illegal actions are out of reach."""

from typing import Any

import gymnasium
import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from railgym.envs.core.game import Array, Game
from railgym.training.learner import PolicyNetwork, make_network

__all__ = ["MASK", "OBSERVATION", "MaskedModule", "network_of", "observation_space", "state_of"]

OBSERVATION, MASK = "observation", "action_mask"
NEVER = -1e8  # the logit of an illegal action
NETWORK = "network."


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # ray is not typed
    """A :class:`PolicyNetwork` with its value, of the shape that ``model_config`` gives (``hidden``,
    ``value_layers``).

    Observations are dicts of OBSERVATION, float32 (N, F), and MASK, int8 (N, A); logits float32 (N, A) come out.
    """

    def setup(self) -> None:
        hidden, value_layers = self.model_config["hidden"], self.model_config["value_layers"]
        self.network = make_network(self.observation_space[OBSERVATION], self.action_space.n, hidden, value_layers)

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
        values: torch.Tensor = network.value(features).squeeze(-1)
        return values


def observation_space(game: Game) -> gymnasium.spaces.Dict:
    """What the module observes of a game."""
    low, high = game.observation_layout.bounds()
    mask = gymnasium.spaces.Box(0, 1, (len(game.actions),), np.int8)
    return gymnasium.spaces.Dict({OBSERVATION: gymnasium.spaces.Box(low, high, dtype=np.float32), MASK: mask})


def state_of(network: PolicyNetwork) -> dict[str, Array]:
    """The weights of a network as the state of a module; of one without a value, of the other layers alone."""
    return {NETWORK + name: weights.numpy().copy() for name, weights in network.state_dict().items()}


def network_of(state: dict[str, Array], like: PolicyNetwork) -> PolicyNetwork:
    """The network that has the state of a module; ``like``, which has its shape, is written over."""
    like.load_state_dict({name.removeprefix(NETWORK): torch.tensor(weights) for name, weights in state.items()})
    return like
