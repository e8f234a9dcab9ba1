"""The networks of learners: a plain one, and one over the tables of an observation.

The plain one reads the observation as one row of numbers. The other reads it in a shape that all maps of a game have
(:mod:`railgym.envs.core.map_shape`), and has one set of weights for all rows of a kind and their actions::

    rows of a kind   (n, facts) -> layer -> (n, row_size) --------------------+--> layer -> logits of its actions
                                              | mean, greatest                |
    everything else  (facts,) --------------> + --> hidden layers -> context -+--> logits of the other actions, value
"""

import copy
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from railgym.envs.core.game import Game
from railgym.envs.core.map_shape import MapShape, shape_of
from railgym.training.learn.config import TrainConfig

__all__ = ["PolicyNetwork", "make_network", "policy_of", "shape_for", "spaces_of"]


def layers(sizes: tuple[int, ...]) -> nn.Sequential:
    """Fully connected layers of these sizes, each with ReLU."""
    parts: list[nn.Module] = []
    for a, b in pairwise(sizes):
        parts += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*parts)


class Trunk(BaseFeaturesExtractor):
    """Fully connected layers with ReLU: (N, F) -> (N, hidden[-1])."""

    def __init__(self, observation_space: gymnasium.Space[Any], hidden: tuple[int, ...]) -> None:
        super().__init__(observation_space, hidden[-1])
        assert observation_space.shape is not None
        self.layers = layers((observation_space.shape[0], *hidden))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        output: torch.Tensor = self.layers(observations)
        return output


class PolicyNetwork(nn.Module):
    """A learner, frozen: observations (N, F) -> logits (N, A); with ``value`` also (N,), from the action head's
    ``trunk`` or from a ``value_trunk``."""

    def __init__(
        self,
        trunk: nn.Module,
        head: nn.Module,
        value: nn.Module | None = None,
        value_trunk: nn.Module | None = None,
    ) -> None:
        super().__init__()
        self.trunk, self.head, self.value, self.value_trunk = trunk, head, value, value_trunk

    def forward(self, observations: torch.Tensor) -> Any:
        features = self.trunk(observations)
        if self.value is None:
            return self.head(features)
        value_features = features if self.value_trunk is None else self.value_trunk(observations)
        return self.head(features), self.value(value_features).squeeze(-1)

    def parts(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The features of the policy (N, H), logits (N, A) and values (N,); without a value, zeros."""
        features = self.trunk(observations)
        if self.value is None:
            return features, self.head(features), features.new_zeros(len(features))
        value_features = features if self.value_trunk is None else self.value_trunk(observations)
        return features, self.head(features), self.value(value_features).squeeze(-1)

    def sharpen(self, factor: float) -> None:
        """Multiply all logits by a factor."""
        with torch.no_grad():
            for layer in self.head.last_layers if isinstance(self.head, PointerHead) else [self.head]:
                for weights in layer.parameters():
                    weights.mul_(factor)

    def without_value(self) -> "PolicyNetwork":
        """The same layers: observations -> logits."""
        return PolicyNetwork(self.trunk, self.head)

    def frozen(self, with_value: bool = False) -> "PolicyNetwork":
        """A copy that learns no more, in main memory."""
        value = (self.value, self.value_trunk) if with_value else ()
        return copy.deepcopy(PolicyNetwork(self.trunk, self.head, *value)).cpu().eval().requires_grad_(False)


class TableTrunk(BaseFeaturesExtractor):
    """Observations of a shape (N, F) -> (N, hidden[-1] + row_size x rows of all tables): the context, then the rows.
    Those that a map does not have are zeros."""

    def __init__(
        self, observation_space: gymnasium.Space[Any], shape: MapShape, hidden: tuple[int, ...], row_size: int
    ) -> None:
        super().__init__(observation_space, hidden[-1] + row_size * sum(table.room for table in shape.tables))
        self.shape, self.row_size = shape, row_size
        self.readers = nn.ModuleDict({table.kind: nn.Linear(table.facts, row_size) for table in shape.tables})
        joining = [table.kind for table in shape.tables if table.joins]
        self.from_ends = nn.ModuleDict({kind: nn.Linear(row_size, row_size, bias=False) for kind in joining})
        self.layers = layers((shape.context + 2 * row_size * len(shape.tables), *hidden))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        parts = [self.shape.context, *(table.room * table.width for table in self.shape.tables)]
        context, *tables = observations.split(parts, 1)
        rows: dict[str, torch.Tensor] = {}
        pooled = [context]
        for table, flat in zip(self.shape.tables, tables, strict=True):
            facts, there, *ends = flat.unflatten(1, (table.room, table.width)).split(table.columns, 2)
            read = self.readers[table.kind](facts)
            if table.joins:
                joined = sum(self._picked(rows[table.joins], end) for end in ends)
                read = read + self.from_ends[table.kind](joined)
            rows[table.kind] = read.relu() * there
            pooled += [rows[table.kind].sum(1) / there.sum(1).clamp(min=1), rows[table.kind].amax(1)]
        seen = self.layers(torch.cat(pooled, 1))
        return torch.cat([seen, *(table.flatten(1) for table in rows.values())], 1)

    def _picked(self, rows: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """The rows (N, R, row_size) of these numbers (N, K, 1): (N, K, row_size)."""
        return rows.gather(1, numbers.long().expand(-1, -1, self.row_size))


class PointerHead(nn.Module):
    """The output of :class:`TableTrunk` -> logits of the shape (N, A). Each row, with the context, gives the logits of
    its own actions."""

    def __init__(self, shape: MapShape, context: int, row_size: int) -> None:
        super().__init__()
        self.tables, self.context, self.row_size = shape.tables, context, row_size
        self.others = nn.Linear(context, shape.num_others)
        self.of_row, self.of_context, self.pointers = nn.ModuleDict(), nn.ModuleDict(), nn.ModuleDict()
        for table in shape.tables:
            if table.actions:
                self.of_row[table.kind] = nn.Linear(row_size, row_size)
                self.of_context[table.kind] = nn.Linear(context, row_size, bias=False)
                self.pointers[table.kind] = nn.Linear(row_size, table.actions)
        for last in self.last_layers:
            assert isinstance(last, nn.Linear)
            nn.init.orthogonal_(last.weight, 0.01)
            nn.init.zeros_(last.bias)

    @property
    def last_layers(self) -> list[nn.Module]:
        """The layers whose outputs are logits."""
        return [self.others, *self.pointers.values()]

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        context, *tables = features.split([self.context, *(t.room * self.row_size for t in self.tables)], 1)
        logits = [self.others(context)]
        for table, flat in zip(self.tables, tables, strict=True):
            if table.actions:
                rows = self.of_row[table.kind](flat.unflatten(1, (table.room, self.row_size)))
                seen = (rows + self.of_context[table.kind](context)[:, None]).relu()
                logits.append(self.pointers[table.kind](seen).flatten(1))
        return torch.cat(logits, 1)


class ValueHead(nn.Module):
    """What :class:`TableTrunk` gives -> value (N, 1), from the context."""

    def __init__(self, context: int) -> None:
        super().__init__()
        self.context = context
        self.last = nn.Linear(context, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        value: torch.Tensor = self.last(features[:, : self.context])
        return value


class TablePolicy(MaskableActorCriticPolicy):
    """A policy over tables: ``shape`` and ``row_size`` as those of its features extractor, ``context`` its last hidden
    size."""

    def __init__(self, *args: Any, shape: MapShape, context: int, row_size: int, **kwargs: Any) -> None:
        self._heads = shape, context, row_size
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        shape, context, row_size = self._heads
        self.action_net = PointerHead(shape, context, row_size)
        self.value_net = ValueHead(context)  # type: ignore[assignment]
        make_optimizer: Any = self.optimizer_class
        self.optimizer = make_optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def shape_for(config: TrainConfig, game: Game) -> MapShape | None:
    """The shape in which the network of a config reads a game; None for a plain one. Raises OptionsError where the
    game shows no tables, or more rows than there is room for."""
    return None if config.network == "plain" else shape_of(game, config.room)


def policy_of(config: TrainConfig, game: Game) -> tuple[Any, dict[str, Any]]:
    """The policy class of stable-baselines3 with the network that a config asks for, and its arguments; raises as
    :func:`shape_for` does."""
    shape = shape_for(config, game)
    if shape is None:
        extractor = {"features_extractor_class": Trunk, "features_extractor_kwargs": {"hidden": config.hidden}}
        return "MlpPolicy", extractor
    tables = {"shape": shape, "row_size": config.row_size}
    return TablePolicy, {
        "features_extractor_class": TableTrunk,
        "features_extractor_kwargs": {"hidden": config.hidden, **tables},
        "context": config.hidden[-1],
        **tables,
    }


def make_network(config: TrainConfig, game: Game) -> PolicyNetwork:
    """A network of the shape that a learner has, with its value."""
    shape, context = shape_for(config, game), config.hidden[-1]
    (space, actions), twice = spaces_of(game, shape), range(1 + (config.value_layers == "own"))
    if shape is None:
        trunks = [Trunk(space, config.hidden) for _ in twice]
        return PolicyNetwork(trunks[0], nn.Linear(context, int(actions.n)), nn.Linear(context, 1), *trunks[1:])
    readers = [TableTrunk(space, shape, config.hidden, config.row_size) for _ in twice]
    return PolicyNetwork(readers[0], PointerHead(shape, context, config.row_size), ValueHead(context), *readers[1:])


def spaces_of(game: Game, shape: MapShape | None) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Discrete]:
    """The observation space and the action space of a network for a game, in the shape of a network over tables."""
    if shape:
        box = gymnasium.spaces.Box(-np.inf, np.inf, (shape.size,), np.float32)
        return box, gymnasium.spaces.Discrete(shape.num_actions)
    low, high = game.observation_layout.bounds()
    return gymnasium.spaces.Box(low, high, dtype=np.float32), gymnasium.spaces.Discrete(len(game.actions))
