"""The networks of learners: a plain one, and one over the tables of an observation.

The plain one reads the observation as one row of numbers. The other reads it as the tables that the game names
(``Game.rows``): one set of weights for all rows of a kind, and for all actions that belong to them::

    rows of a kind   (n, facts) -> layer -> (n, row_size) --------------------+--> layer -> logits of its actions
                                              | mean, greatest                |
    everything else  (facts,) --------------> + --> hidden layers -> context -+--> logits of the other actions, value

So its weights fit every map of a game that has as many actions and facts outside of tables. Facts by action
(``BY_ACTION``) are in the rows that the actions belong to.
"""

import copy
from itertools import pairwise
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.rows import BY_ACTION
from railgym.training.learn.config import TrainConfig

__all__ = ["PolicyNetwork", "make_network", "plan_tables", "policy_of", "space_of"]


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

    def without_value(self) -> "PolicyNetwork":
        """The same layers: observations -> logits."""
        return PolicyNetwork(self.trunk, self.head)

    def frozen(self, with_value: bool = False) -> "PolicyNetwork":
        """A copy that learns no more, in main memory."""
        value = (self.value, self.value_trunk) if with_value else ()
        return copy.deepcopy(PolicyNetwork(self.trunk, self.head, *value)).cpu().eval().requires_grad_(False)


class RowTable(NamedTuple):
    """The rows of a kind: ``columns`` int64 (n, facts), where in the observation their facts stand; ``each`` actions
    belong to a row; ``ends``: the kind that it joins two of, and which, int64 (n, 2)."""

    columns: Array
    each: int
    ends: tuple[str, Array] | None


class TablePlan(NamedTuple):
    """How an observation is read: ``rest`` int64 (m,) are the places that are in no table. ``order`` int64 (A,): where
    the logit of each action stands, when those of ``others`` come first, and then those of each table by row."""

    tables: dict[str, RowTable]
    rest: Array
    others: int
    order: Array


def plan_tables(game: Game) -> TablePlan:
    """How a network over tables reads a game as it is observed; raises OptionsError where it has no tables."""
    layout, blocks = game.observation_layout, game.actions.blocks
    by_action = [layout[p] for p in game.rows[BY_ACTION].pieces if p in layout.pieces] if BY_ACTION in game.rows else []
    tables: dict[str, RowTable] = {}
    logits: dict[str, list[Array]] = {}
    for kind, rows in game.rows.items():
        pieces = [layout[name] for name in rows.pieces if name in layout.pieces]
        if kind == BY_ACTION or not pieces:
            continue
        n = pieces[0].shape[0]
        ids = [np.arange(blocks[b].start, blocks[b].stop).reshape(n, -1) for b in rows.blocks if b in blocks]
        columns = [np.arange(p.start, p.stop).reshape(n, -1) for p in pieces]
        columns += [piece.start + own for piece in by_action for own in ids if own.max() < piece.size]
        each = sum(own.shape[1] for own in ids)
        tables[kind] = RowTable(np.concatenate(columns, 1), each, rows.ends)
        logits[kind] = ids
    if not tables:
        raise OptionsError(f"network: tables: {game.id} has none in what it shows; write network: plain")
    read = np.concatenate([table.columns.ravel() for table in tables.values()])
    owned = np.concatenate([np.concatenate(ids, 1).ravel() for ids in logits.values() if ids] or [np.zeros(0, int)])
    others = np.setdiff1d(np.arange(len(game.actions)), owned)
    order = np.argsort(np.concatenate([others, owned]).astype(np.int64))
    return TablePlan(tables, np.setdiff1d(np.arange(layout.size), read), len(others), order)


class TableTrunk(BaseFeaturesExtractor):
    """Observations (N, F) -> (N, hidden[-1] + row_size x rows of all tables): the context, then the rows."""

    def __init__(
        self, observation_space: gymnasium.Space[Any], plan: TablePlan, hidden: tuple[int, ...], row_size: int
    ) -> None:
        rows = sum(len(table.columns) for table in plan.tables.values())
        super().__init__(observation_space, hidden[-1] + row_size * rows)
        self.row_size, self.joins = row_size, {kind: t.ends[0] for kind, t in plan.tables.items() if t.ends}
        self.readers, self.from_ends = nn.ModuleDict(), nn.ModuleDict()
        for kind, table in plan.tables.items():
            self.register_buffer(f"columns_{kind}", torch.from_numpy(table.columns.ravel()), persistent=False)
            self.readers[kind] = nn.Linear(table.columns.shape[1], row_size)
            if table.ends:
                ends = torch.from_numpy(table.ends[1].T.astype(np.int64).copy())
                self.register_buffer(f"ends_{kind}", ends, persistent=False)
                self.from_ends[kind] = nn.Linear(row_size, row_size, bias=False)
        self.register_buffer("rest", torch.from_numpy(plan.rest), persistent=False)
        self.layers = layers((len(plan.rest) + 2 * row_size * len(plan.tables), *hidden))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        rows: dict[str, torch.Tensor] = {}
        for kind, reader in self.readers.items():
            facts = observations[:, self.get_buffer(f"columns_{kind}")].unflatten(1, (-1, reader.in_features))
            read = reader(facts)
            if kind in self.joins:
                one, other = self.get_buffer(f"ends_{kind}")
                ends = rows[self.joins[kind]]
                read = read + self.from_ends[kind](ends[:, one] + ends[:, other])
            rows[kind] = read.relu()
        pooled = [part for table in rows.values() for part in (table.mean(1), table.amax(1))]
        context = self.layers(torch.cat([observations[:, self.get_buffer("rest")], *pooled], 1))
        return torch.cat([context, *(table.flatten(1) for table in rows.values())], 1)


class PointerHead(nn.Module):
    """What :class:`TableTrunk` gives -> logits (N, A): each row, seen in the context, points to its own actions."""

    def __init__(self, plan: TablePlan, context: int, row_size: int) -> None:
        super().__init__()
        self.context, self.row_size = context, row_size
        self.sizes = [len(table.columns) * row_size for table in plan.tables.values()]
        self.others = nn.Linear(context, plan.others)
        self.of_row, self.of_context, self.pointers = nn.ModuleDict(), nn.ModuleDict(), nn.ModuleDict()
        for kind, table in plan.tables.items():
            if table.each:
                self.of_row[kind] = nn.Linear(row_size, row_size)
                self.of_context[kind] = nn.Linear(context, row_size, bias=False)
                self.pointers[kind] = nn.Linear(row_size, table.each)
        self.kinds = list(plan.tables)
        self.register_buffer("order", torch.from_numpy(plan.order), persistent=False)
        for last in (self.others, *self.pointers.values()):
            assert isinstance(last, nn.Linear)
            nn.init.orthogonal_(last.weight, 0.01)
            nn.init.zeros_(last.bias)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        context, *tables = features.split([self.context, *self.sizes], 1)
        logits = [self.others(context)]
        for kind, flat in zip(self.kinds, tables, strict=True):
            if kind in self.pointers:
                rows = self.of_row[kind](flat.unflatten(1, (-1, self.row_size)))
                seen = (rows + self.of_context[kind](context)[:, None]).relu()
                logits.append(self.pointers[kind](seen).flatten(1))
        return torch.cat(logits, 1)[:, self.get_buffer("order")]


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
    """A policy over tables: ``plan`` and ``row_size`` as those of its features extractor, ``context`` its last hidden
    size."""

    def __init__(self, *args: Any, plan: TablePlan, context: int, row_size: int, **kwargs: Any) -> None:
        self._heads = plan, context, row_size
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        plan, context, row_size = self._heads
        self.action_net = PointerHead(plan, context, row_size)
        self.value_net = ValueHead(context)  # type: ignore[assignment]
        make_optimizer: Any = self.optimizer_class
        self.optimizer = make_optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def policy_of(config: TrainConfig, game: Game) -> tuple[Any, dict[str, Any]]:
    """The policy class of stable-baselines3 with the network that a config asks for, and its arguments; raises
    OptionsError where the game shows no tables to one over tables."""
    if config.network == "plain":
        extractor = {"features_extractor_class": Trunk, "features_extractor_kwargs": {"hidden": config.hidden}}
        return "MlpPolicy", extractor
    tables = {"plan": plan_tables(game), "row_size": config.row_size}
    return TablePolicy, {
        "features_extractor_class": TableTrunk,
        "features_extractor_kwargs": {"hidden": config.hidden, **tables},
        "context": config.hidden[-1],
        **tables,
    }


def make_network(config: TrainConfig, game: Game) -> PolicyNetwork:
    """A network of the shape that a learner has, with its value."""
    space, context, twice = space_of(game), config.hidden[-1], range(1 + (config.value_layers == "own"))
    if config.network == "plain":
        trunks = [Trunk(space, config.hidden) for _ in twice]
        return PolicyNetwork(trunks[0], nn.Linear(context, len(game.actions)), nn.Linear(context, 1), *trunks[1:])
    plan, size = plan_tables(game), config.row_size
    readers = [TableTrunk(space, plan, config.hidden, size) for _ in twice]
    return PolicyNetwork(readers[0], PointerHead(plan, context, size), ValueHead(context), *readers[1:])


def space_of(game: Game) -> gymnasium.spaces.Box:
    """What a network observes of a game."""
    low, high = game.observation_layout.bounds()
    return gymnasium.spaces.Box(low, high, dtype=np.float32)
