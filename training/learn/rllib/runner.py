"""What plays games on a cluster: an EnvRunner that steps a compiled batch of games against the league.

RLlib's own runners step games one by one in Python. This one steps all its games at once; what it hands to the learner
are ordinary episodes, one for every game (or its part in this rollout), of the learner's seat alone.
"""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.core import COMPONENT_RL_MODULE
from ray.rllib.core.columns import Columns
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.rllib.utils.metrics import (
    NUM_ENV_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_MODULE_STEPS_SAMPLED,
    NUM_MODULE_STEPS_SAMPLED_LIFETIME,
    WEIGHTS_SEQ_NO,
)

from railgym.envs.core.game import Array
from railgym.envs.core.threads import limit_threads
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.league import LeagueTable, Opponent
from railgym.training.learn.networks import PolicyNetwork, shape_for
from railgym.training.learn.rllib.module import MASK, OBSERVATION
from railgym.training.learn.vec_env import LeagueVecEnv

__all__ = ["LEARNER", "Ended", "LeagueRunner", "Standing", "module_of", "slot_name"]

LEARNER = "learner"


def slot_name(number: int) -> str:
    """The module that past self ``number`` lies in."""
    return f"past_{number}"


def module_of(agent: str, episode: Any = None, **_: Any) -> str:
    """RLlib's policy_mapping_fn: agents are named after the module that plays them, ``learner`` or a past self."""
    return agent


@dataclass(frozen=True)
class Standing:
    """What a runner is told of an opponent; ``agent``: the module of a past self or of the learner; None for a scripted
    bot."""

    name: str
    weight: float
    kind: str
    games: float
    wins: float
    agent: str | None


@dataclass(frozen=True)
class Ended:
    """What a runner tells of a game: against whom, the learner's share of the win, and its score."""

    opponent: str
    win: float
    score: int


class LeagueRunner(EnvRunner):  # type: ignore[misc]  # ray is not typed
    """Plays ``env_config["num_envs"]`` games side by side; ``config`` and ``game`` in ``env_config`` say which."""

    def __init__(self, *, config: Any, **kwargs: Any) -> None:
        super().__init__(config=config, **kwargs)
        self.plan: TrainConfig = config.env_config["config"]
        torch.set_num_threads(1)
        limit_threads(1)
        torch.set_float32_matmul_precision(config.env_config["precision"])
        self.game = config.env_config["game"]()
        self.table = LeagueTable.of(self.plan, self.game)
        self.ended: list[Ended] = []
        self.weights_seq_no = 0
        self.make_module()

    # --- set up -------------------------------------------------------------------------------------------------------

    def make_module(self) -> None:
        spec = self.config.get_multi_rl_module_spec(spaces=self.get_spaces())
        self.module = spec.build()

    def make_env(self) -> None:
        """Deal the first games. It is done late, so that a runner that is started again plays other games."""
        settings, plan = self.config.env_config, self.plan
        seed = np.random.SeedSequence([plan.seed, settings["begun"], self.worker_index, self.weights_seq_no])
        number = int(seed.generate_state(1)[0])
        shape = shape_for(plan, self.game)
        self.env = LeagueVecEnv(
            self.game, settings["num_envs"], number, self.table, plan.reward, 1, None, plan.role, shape
        )
        self.observations = self.env.reset()

    def get_spaces(self) -> dict[str, tuple[gymnasium.Space[Any], gymnasium.Space[Any]]]:
        seen, made = self.config.observation_space, self.config.action_space
        modules = {agent: (seen[agent], made[agent]) for agent in seen}
        return {INPUT_ENV_SPACES: (seen, made), INPUT_ENV_SINGLE_SPACES: (seen, made), **modules}

    def assert_healthy(self) -> None:
        assert self.module

    # --- play ---------------------------------------------------------------------------------------------------------

    def sample(self, **_: Any) -> list[SingleAgentEpisode]:
        """Play ``rollout_fragment_length`` decisions in every game."""
        if self.env is None:
            self.make_env()
        rollout = Rollout(self.env, self.config.rollout_fragment_length)
        learner = self.module[module_of(LEARNER)]
        for t in range(rollout.length):
            seen = {OBSERVATION: self.observations, MASK: self.env.action_masks().copy()}
            tensors = {name: torch.from_numpy(array) for name, array in seen.items()}
            logits = learner.forward_exploration({Columns.OBS: tensors})[Columns.ACTION_DIST_INPUTS]
            chances = learner.get_exploration_action_dist_cls().from_logits(logits)
            actions = chances.sample()
            self.env.step_async(actions.numpy())
            self.observations, rewards, done, infos = self.env.step_wait()
            self.ended += [Ended(i["opponent"].name, i["win"], i["score"]) for i in infos if i and i["opponent"]]
            rollout.note(t, seen, done, actions, rewards, chances.logp(actions), logits)
        self._count(rollout.length * self.env.num_envs)
        return rollout.episodes(self.observations)

    def _count(self, steps: int) -> None:
        for key in (NUM_ENV_STEPS_SAMPLED, (NUM_MODULE_STEPS_SAMPLED, LEARNER)):
            self.metrics.log_value(key, steps, reduce="sum")
        for key in (NUM_ENV_STEPS_SAMPLED_LIFETIME, (NUM_MODULE_STEPS_SAMPLED_LIFETIME, LEARNER)):
            self.metrics.log_value(key, steps, reduce="lifetime_sum")

    def get_metrics(self) -> Any:
        return self.metrics.reduce()

    # --- the league ---------------------------------------------------------------------------------------------------

    def exchange(self, standings: list[Standing], weights: dict[str, Any]) -> list[Ended]:
        """Take over the league as it stands now and new weights of modules; returns the games that ended since the last
        time."""
        for agent, state in weights.items():
            self.module[module_of(agent)].set_state(state)
        before = [opponent.name for opponent in self.table.opponents]
        self.table.opponents[:] = [
            Opponent(s.name, s.weight, self._network(s.agent) if s.agent else None, s.kind, s.games, s.wins)
            for s in standings
        ]
        stay = {s.name for s in standings}
        if self.env is not None:
            for number in reversed(range(len(before))):
                if before[number] not in stay:
                    self.env.drop_opponent(number)
        ended, self.ended = self.ended, []
        return ended

    def _network(self, agent: str) -> PolicyNetwork:
        """The network of a past self, as the batch asks it: observations (N, F) -> logits (N, A)."""
        network = self.module[module_of(agent)].network
        return PolicyNetwork(network.trunk, network.head)

    # --- state --------------------------------------------------------------------------------------------------------

    def get_state(self, *_: Any, **__: Any) -> dict[str, Any]:
        return {COMPONENT_RL_MODULE: self.module.get_state(), WEIGHTS_SEQ_NO: self.weights_seq_no}

    def set_state(self, state: Any) -> None:
        """Take over weights; those of the learner come after every update."""
        state = ray.get(state) if isinstance(state, ray.ObjectRef) else state
        if COMPONENT_RL_MODULE in state:
            modules = state[COMPONENT_RL_MODULE]
            self.module.set_state(ray.get(modules) if isinstance(modules, ray.ObjectRef) else modules)
            self.weights_seq_no = state.get(WEIGHTS_SEQ_NO, 0)


class Rollout:
    """The learner's decisions in ``length`` steps of all games of an env, and how they are cut into episodes."""

    def __init__(self, env: LeagueVecEnv, length: int) -> None:
        self.env, self.length = env, length
        games, features, actions = env.num_envs, env.batch.observations.shape[1], env.batch.masks.shape[1]
        # Of every game there is a row for each decision, and one for the position after the last.
        self.seen = {
            OBSERVATION: np.zeros((games, length + 1, features), np.float32),
            MASK: np.zeros((games, length + 1, actions), np.int8),
        }
        self.made: dict[str, Array] = {
            Columns.ACTIONS: np.zeros((games, length), np.int64),
            Columns.REWARDS: np.zeros((games, length), np.float32),
            Columns.ACTION_LOGP: np.zeros((games, length), np.float32),
            Columns.ACTION_DIST_INPUTS: np.zeros((games, length, actions), np.float32),
        }
        self.done = np.zeros((games, length), bool)

    def note(self, t: int, seen: dict[str, Array], done: Array, *made: Any) -> None:
        """Store step ``t``: ``made`` has one value per game for every column, in their order."""
        for name, array in seen.items():
            self.seen[name][:, t] = array
        for name, values in zip(self.made, made):
            self.made[name][:, t] = values
        self.done[:, t] = done

    def episodes(self, observations: Array) -> list[SingleAgentEpisode]:
        """One for every game or its part in this rollout; ``observations`` (N, F) are those after the last step."""
        self.seen[OBSERVATION][:, -1], self.seen[MASK][:, -1] = observations, self.env.batch.masks
        found = []
        for game in range(len(self.done)):
            start = 0
            for end in (*(np.flatnonzero(self.done[game]) + 1), self.length):
                if start < end:
                    found.append(self._episode(game, start, int(end)))
                start = int(end)
        return found

    def _episode(self, game: int, start: int, end: int) -> SingleAgentEpisode:
        """The decisions from ``start`` up to ``end``. What follows a game's last one counts for nothing."""
        seen = {name: array[game, start : end + 1] for name, array in self.seen.items()}
        made = {name: InfiniteLookbackBuffer(array[game, start:end]) for name, array in self.made.items()}
        return SingleAgentEpisode(
            observations=InfiniteLookbackBuffer(seen),
            actions=made.pop(Columns.ACTIONS),
            rewards=made.pop(Columns.REWARDS),
            extra_model_outputs=made,
            terminated=bool(self.done[game, end - 1]),
            len_lookback_buffer=0,
            agent_id=LEARNER,
            module_id=module_of(LEARNER),
            multi_agent_episode_id=uuid4().hex,
        )
