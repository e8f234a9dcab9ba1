"""Training environments with several tables, such as those for three and for four players, and with many maps."""

from itertools import chain
from typing import Any

import numpy as np

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.geo.worlds.settings import RANDOM, TEST_SEEDS
from railgym.envs.core.map_shape import shape_of
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.experts import check_expert
from railgym.training.learn.league import LeagueTable
from railgym.training.learn.networks import shape_for
from railgym.training.learn.training_env import TrainingEnv
from railgym.training.learn.vec_env import LeagueVecEnv

__all__ = ["SeveralTables", "check_tables", "make_training_env"]


class SeveralTables(TrainingEnv):
    """Several environments as one: axis 0 of every array holds their games, one environment after the other. All draw
    their opponents from one league, which counts the results of all tables together. First come the fixed ``tables``,
    then those on random maps, if the run has any."""

    def __init__(self, config: TrainConfig, tables: list[Game], league: LeagueTable, expert: str | None) -> None:
        shape, maps = shape_for(config, tables[0]), config.maps
        super().__init__(tables[0], config.num_envs, league, shape)
        self.config, self.tables, self.expert, self.shape = config, tables, expert, shape
        self.rng = np.random.default_rng([config.seed, 3])
        self.seeds = [self._next_seed() for _ in range(maps.at_once if maps else 0)]  # of the random maps
        parts = np.array_split(np.arange(config.num_envs), len(tables) + len(self.seeds))
        self.sizes = [len(part) for part in parts]
        self.ends = np.cumsum(self.sizes)
        self.renewals = 0
        self.parts = [self._part(k) for k in range(len(self.sizes))]

    def _next_seed(self) -> int:
        assert self.config.maps
        first, last = self.config.maps.seeds
        return int(self.rng.integers(first, last + 1))

    def _part(self, k: int) -> LeagueVecEnv:
        """The games of a table, or those on a random map."""
        config, number = self.config, k - len(self.tables)
        game = self.tables[k] if number < 0 else self._on_random_map(number)
        seed = config.seed + 1_000_003 * k + 7_919 * self.renewals
        reward, threads = config.reward, config.threads
        part = LeagueVecEnv(
            game,
            self.sizes[k],
            seed,
            self.table,
            reward,
            threads,
            self.expert,
            config.role,
            self.shape,
            against_of(config),
        )
        part.games, part.answers = self.games, self.answers
        return part

    def _on_random_map(self, number: int) -> Game:
        """The game on a random map: map ``number`` has the options of the tables of the run in turn."""
        assert self.config.maps
        changes = ({}, *self.config.other_tables)[number % (1 + len(self.config.other_tables))]
        return game_at(self.config, changes | {self.config.maps.option: f"{RANDOM}{self.seeds[number]}"})

    def renew(self) -> Array:
        replaced = np.zeros(self.num_envs, bool)
        if self.seeds:
            number = self.renewals % len(self.seeds)
            self.renewals += 1
            self.seeds[number] = self._next_seed()
            k = len(self.tables) + number
            self.parts[k] = self._part(k)
            self.parts[k].reset()
            replaced[self.ends[k] - self.sizes[k] : self.ends[k]] = True
        return replaced

    def reset(self) -> Array:
        return np.concatenate([part.reset() for part in self.parts])

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        steps = []
        for part, actions in zip(self.parts, np.split(self._actions, self.ends[:-1]), strict=True):
            part.step_async(actions)
            steps.append(part.step_wait())
        observations, rewards, dones, infos = zip(*steps, strict=True)
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), list(chain(*infos))

    def action_masks(self) -> Array:
        return np.concatenate([part.action_masks() for part in self.parts])

    @property
    def observations(self) -> Array:
        return np.concatenate([part.observations for part in self.parts])

    def observe_others(self) -> Array:
        return np.concatenate([part.observe_others() for part in self.parts])

    def advice(self) -> Array:
        return np.concatenate([part.advice() for part in self.parts])

    def drop_opponent(self, number: int) -> None:
        for part in self.parts:
            part.drop_opponent(number)

    def snapshot(self) -> dict[str, Any]:
        return {
            "parts": [part.snapshot() for part in self.parts],
            "maps": (list(self.seeds), self.renewals, self.rng.bit_generator.state),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        self.seeds, self.renewals, self.rng.bit_generator.state = saved["maps"]
        for k in range(len(self.tables), len(self.parts)):
            self.parts[k] = self._part(k)
            self.parts[k].reset()
        for part, state in zip(self.parts, saved["parts"], strict=True):
            part.restore(state)


def make_training_env(config: TrainConfig, game: Game, table: LeagueTable, expert: str | None) -> TrainingEnv:
    """The environment of the learner of a run: ``num_envs`` games, divided among all its tables."""
    games = [game, *(game_at(config, changes) for changes in config.other_tables)]
    if config.other_tables or config.maps:
        return SeveralTables(config, games, table, expert)
    seed, threads, shape = config.seed, config.threads, shape_for(config, game)
    against = against_of(config)
    return LeagueVecEnv(game, config.num_envs, seed, table, config.reward, threads, expert, config.role, shape, against)


def against_of(config: TrainConfig) -> dict[str, str]:
    """The experts in games against single opponents."""
    return config.imitation.against if config.imitation else {}


def game_at(config: TrainConfig, changes: dict[str, Any]) -> Game:
    """The game of a run with some options changed."""
    return make_game(config.game, **(config.options | changes)).encoded_by(config.encoder)


def check_tables(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError for other tables, or for maps, that the network for the first table does not fit."""
    parts = 1 + len(config.other_tables) + (config.maps.at_once if config.maps else 0)
    if parts > config.num_envs:
        key = "maps.at_once" if config.maps else "other_tables"
        raise ConfigError(f"{key}: {parts} tables and maps need num_envs: {parts} or more, not {config.num_envs}")
    if config.maps:
        check_maps(config, game)
    for number, changes in enumerate(config.other_tables, start=1):
        key = f"other_tables: number {number}"
        try:
            other = game_at(config, changes)
            check_expert(config, other)
            alike = seen_by(config, other, game) == seen_by(config, game, game)
        except RailgymError as error:
            raise ConfigError(f"{key}: {error}") from None
        if not alike:
            raise ConfigError(f"{key}: {changes} changes what a network sees or plays; train another agent for that")
        if config.critic == "privileged" or config.auxiliary.hidden:
            raise ConfigError(f"{key}: seats differ in number; leave out critic: privileged and auxiliary.hidden")


def seen_by(config: TrainConfig, game: Game, first: Game) -> tuple[Any, ...]:
    """What has to be the same for one network to play a game and the first one. Raises OptionsError if the network has
    no room for a map."""
    if shape := shape_for(config, first):
        return shape_of(game, shape.room).hash, game.symmetric_seats
    return game.observation_layout.hash, game.actions.plans_hash, game.symmetric_seats


def check_maps(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError for random maps that a run cannot learn on."""
    assert config.maps
    option, (first, last) = config.maps.option, config.maps.seeds
    if config.network != "tables":
        raise ConfigError("maps: a plain network fits only one map; write network: tables")
    if option not in type(game.options).model_fields:
        raise ConfigError(f"maps.option: {game.id} has no option {option!r}; name the option for its map")
    if not 0 <= first <= last:
        raise ConfigError(f"maps.seeds: {first} to {last}; give the first and the last seed, not below 0")
    if last >= TEST_SEEDS.start:
        raise ConfigError(f"maps.seeds: seeds from {TEST_SEEDS.start:,} on are for evaluation only; use lower seeds")
    try:
        mapped = game_at(config, {option: f"{RANDOM}{first}"})
        check_expert(config, mapped)
        seen_by(config, mapped, game)
    except RailgymError as error:
        raise ConfigError(f"maps: {error}") from None
    if config.league.agents or config.league.exploiters.every or (config.imitation and config.imitation.dataset):
        keys = "league.agents, league.exploiters.every and imitation.dataset"
        raise ConfigError(f"maps: {keys} need a single map; leave them out")
    if config.critic == "privileged" or config.auxiliary.hidden:
        raise ConfigError("maps: critic: privileged and auxiliary.hidden need a single map; leave them out")
