"""The config of a training run: frozen pydantic models read from YAML (``configs/train/*.yaml``)."""

import re
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from railgym.agents.seating import read_word
from railgym.envs.catalog import GAMES, game_type
from railgym.envs.core.data_files import Where, fit
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.training.learn.former_keys import RENAMED, current_name, former_names_in, with_current_names
from railgym.training.learn.step_keys import step_keys
from railgym.training.settings import ConfigError, Section, no_truth, read_settings, shipped_settings, with_full_keys

__all__ = [
    "ConfigError",
    "Evaluation",
    "Exploiters",
    "Imitation",
    "League",
    "Ppo",
    "RewardWeights",
    "TrainConfig",
    "load_config",
    "shipped_configs",
]


MOST = 10**12  # the limit of decisions and other counts: higher numbers are typing errors
Weight = Annotated[float, BeforeValidator(no_truth), Field(ge=0)]
Size = Annotated[int, BeforeValidator(no_truth), Field(gt=0, le=1_000_000)]
MapSeed = Annotated[int, BeforeValidator(no_truth), Field(ge=0, lt=2**32)]
Words = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda given: (given,) if isinstance(given, str) else () if given is None else given),
]
"""A list of words, which may be written as one or none."""


class Ppo(Section):
    """Settings of PPO; learning rate and entropy bonus change linearly to the given final values."""

    n_steps: int = Field(64, gt=0, le=MOST, description="Decisions of every environment in one rollout.")
    batch_size: int = Field(4096, gt=0, le=MOST, description="Decisions in one gradient step.")
    n_epochs: int = Field(3, gt=0, le=MOST, description="Passes over a rollout.")
    learning_rate: float = Field(5e-4, gt=0, le=1, description="The learning rate at the beginning.")
    final_learning_rate: float = Field(5e-5, ge=0, le=1, description="The learning rate at the end.")
    gamma: float = Field(0.999, gt=0, le=1, description="Discount per decision.")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="The lambda of generalised advantage estimation.")
    clip_range: float = Field(0.2, gt=0, description="The clip range of the probability ratio.")
    ent_coef: float = Field(0.01, ge=0, description="The coefficient of the entropy bonus at the beginning.")
    final_ent_coef: float | None = Field(None, ge=0, description="The same at the end; unset: constant.")
    vf_coef: float = Field(0.5, ge=0, description="The coefficient of the value loss.")
    max_grad_norm: float = Field(0.5, gt=0, description="The maximum norm of the gradient.")
    implementation: Literal["railgym", "sb3"] = Field(
        "railgym", description="Whose PPO: `railgym`, which is faster, or `sb3`, that of sb3-contrib."
    )
    magnet: float = Field(
        0.0,
        ge=0,
        description="The coefficient, at the beginning, of the divergence of the policy from the moving average of its "
        "weights; it falls to 0.",
    )
    magnet_decay: float = Field(0.98, gt=0, lt=1, description="Share of the moving average that a rollout keeps.")
    target_kl: float | None = Field(None, gt=0, description="Ends an update early at this divergence; unset: never.")


class Auxiliary(Section):
    """Weights of the losses of auxiliary heads, which only training uses."""

    win: float = Field(0.0, ge=0, description="Weight of predicting the share of the win.")
    margin: float = Field(
        0.0, ge=0, description="Weight of predicting the score margin, in units of `reward.margin_scale`."
    )
    hidden: float = Field(0.0, ge=0, description="Weight of predicting what the other seats observe.")


class Imitation(Section):
    """A first phase that imitates an expert: from a dataset of its games, and then in positions that the
    learner reaches."""

    dataset: str | None = Field(None, description="A folder that `railgym dataset` wrote; unset: no dataset.")
    games: int | None = Field(
        None, gt=0, le=MOST, description="Games of the expert that the run writes as its dataset first; unset: none."
    )
    passes: int = Field(2, gt=0, le=MOST, description="Passes over the dataset.")
    expert: str = Field(
        "planner",
        description="Code of a scripted bot or a trained agent; `previous` is the agent of the step before. With "
        "`games` or `dataset`, and `timesteps: 0`, any agent, such as `mcts:100:previous`, search with that agent.",
    )
    against: dict[str, str] = Field({}, description="Experts in games against one opponent, as in `{second: planner}`.")
    timesteps: int = Field(1_000_000, ge=0, le=MOST, description="Decisions of the learner that the expert labels.")
    learning_rate: float = Field(1e-3, gt=0, description="The learning rate of imitation at the beginning.")
    final_learning_rate: float | None = Field(
        None, gt=0, description="The same after `imitation.timesteps` decisions; unset: constant."
    )
    batch_size: int = Field(512, gt=0, le=MOST, description="Decisions in one gradient step.")
    n_epochs: int = Field(2, gt=0, le=MOST, description="Passes over the labelled decisions of a rollout.")
    smoothing: float = Field(
        0,
        ge=0,
        lt=1,
        description="Share of every target that is spread over all legal actions, so that exploration continues.",
    )


class Exploiters(Section):
    """Copies of the learner that are trained against one fixed copy of it, and join the league."""

    every: int | None = Field(
        None, gt=0, le=MOST, description="Decisions of the learner between two exploiters; unset: no exploiters."
    )
    timesteps: int = Field(500_000, gt=0, le=MOST, description="Decisions that each exploiter is trained for.")
    weight: float = Field(0.2, ge=0, description="Weight of all exploiters together, once there are any.")
    size: int = Field(
        2, gt=0, le=MOST, description="How many are kept; the one that the learner beats most often is dropped."
    )


class League(Section):
    """The opponents of the learner: scripted bots and external agents with fixed weights, past selves and exploiters
    weighted by how hard they are to beat."""

    scripted: dict[str, Weight] = Field({"planner": 1.0}, description="Weight of each scripted bot.")
    agents: dict[str, Weight] = Field(
        {}, description="Weight of each external trained agent: `trained`, `former:1` or `file:FOLDER/agent`."
    )
    agents_sample: bool = Field(
        True,
        description="Whether external agents sample from their policies with a sharpness of 1; false: they play as in "
        "a match.",
    )
    current: float = Field(0.0, ge=0, description="Weight of the current policy, as it learns.")
    nonsense: float = Field(
        0.0, ge=0, description="Weight of the random and the nonsense bots together, the harder ones more."
    )
    mixed: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of games of more than two players in which an opponent is drawn for each seat.",
    )
    past: float = Field(1.0, ge=0, description="Weight of all past selves together, once there are any.")
    snapshot_every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two snapshots of the learner.")
    size: int = Field(
        8, gt=0, le=MOST, description="Past selves kept; the one that the learner beats most often is dropped."
    )
    exploiters: Exploiters = Exploiters()


class Evaluation(Section):
    """Scripted bots that the learner is evaluated against while it trains, always with the same paired seeds."""

    bots: tuple[str, ...] = Field((), description="Codes of the evaluation opponents; empty: no evaluation.")
    games: int = Field(400, gt=0, le=MOST, description="Games against each opponent.")
    every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two evaluations.")
    seed: int = Field(99, ge=0, le=MOST, description="The seed of the paired seeds.")
    until: float | None = Field(
        None, ge=0, le=1, description="Share of wins against each opponent at which a run ends early; unset: never."
    )


class RewardWeights(Section):
    """The reward at the end of a game: ``result`` x payoff + ``win`` x share of the win + ``margin`` x score
    margin / ``margin_scale``; and after every decision ``progress`` x the change of the score margin /
    ``margin_scale``."""

    result: float = Field(1.0, ge=0, description="Weight of the payoff, which depends on the rank.")
    win: float = Field(0.0, ge=0, description="Weight of the win alone.")
    margin: float = Field(0.0, ge=0, description="Weight of the score margin.")
    progress: float = Field(
        0.0,
        ge=0,
        description="Weight of the change of the score margin from one decision to the next, which shows a beginner "
        "which decisions pay.",
    )
    margin_scale: float = Field(100.0, gt=0, description="Points that count 1; margins are limited to +-2.")

    @model_validator(mode="after")
    def _some_weight_is_positive(self) -> Self:
        if not self.result + self.win + self.margin + self.progress:
            raise ValueError("every reward is zero; give result, win, margin or progress a weight above 0")
        return self


class Maps(Section):
    """Random maps that a `tables` network learns on, beside the map of ``options``."""

    option: str = Field("map", description="The option of the game that names its map.")
    seeds: tuple[MapSeed, MapSeed] = Field((0, 9_999), description="The first and the last seed of the random maps.")
    at_once: int = Field(
        8,
        gt=0,
        le=MOST,
        description="The number of random maps in use at the same time; after every rollout the oldest is replaced.",
    )


class TrainConfig(Section):
    """The config of a run."""

    game: str = Field(description="Id of a game, e.g. ticket_to_ride_card_v0.")
    options: dict[str, Any] = Field({}, description="Options of the game.")
    role: str = Field("player", description="The role of the agent, where seats have roles.")
    opponents: dict[str, Weight] = Field(
        {},
        description="Weight of each bot or trained agent in the seats of other roles.",
    )
    other_tables: tuple[dict[str, Any], ...] = Field(
        (),
        description="Options that other tables change, as in `[{num_players: 3}]`: the games are shared out evenly "
        "among these and the first one.",
    )
    encoder: str = Field("vector", description="The encoder of the observations; see the game's page.")
    name: str = Field("trained", description="Name of the trained agent.")
    seed: int = Field(1, ge=0, lt=2**31, description="The seed of the run.")
    timesteps: int = Field(gt=0, le=MOST, description="Decisions of the learner in total, imitation included.")
    num_envs: int = Field(512, gt=0, le=MOST, description="Number of environments in the batch.")
    threads: int = Field(2, gt=0, le=256, description="Threads of the games and of torch.")
    device: Literal["cpu", "cuda"] = Field(
        "cpu", description="The device of the learner's network: `cpu`, or `cuda`, one GPU."
    )
    network: Literal["plain", "tables"] = Field(
        "plain",
        description="How the network reads the observation: `plain`, as one vector, or `tables`, row by row.",
    )
    room: dict[str, int] = Field(
        {},
        description="The numbers of rows that a `tables` network has room for, as in `{cities: 55, pairs: 160}`, so "
        "that it fits other maps; by default as many of each kind as the map of the run has.",
    )
    maps: Maps | None = None
    hidden: tuple[Size, ...] = Field((256, 256), min_length=1, description="Sizes of the network's hidden layers.")
    row_size: int = Field(32, gt=0, le=1_000_000, description="The size of a row's encoding in a `tables` network.")
    value_layers: Literal["shared", "own"] = Field(
        "shared", description="The layers of the value head: `shared` with the policy, or its `own`."
    )
    critic: Literal["public", "privileged"] = Field(
        "public",
        description="What advantages are computed from: `public`, the agent's own value, or `privileged`, a critic "
        "that sees what all seats observe.",
    )
    precision: Literal["float32", "bfloat16"] = Field(
        "float32",
        description="The precision of factors in matrix products: `float32`, or `bfloat16`, faster on processors that "
        "have it.",
    )
    start_from: Words = Field(
        (),
        description="The first weights: a folder of a run, `trained` or `file:FOLDER/agent`; for a list, the mean of "
        "their weights; empty: random weights.",
    )
    sharpness: float = Field(
        1.0,
        gt=0,
        le=MOST,
        description="With `start_from`: the factor of all logits. Above 1, the run begins with a policy that plays its "
        "best moves more often.",
    )
    play_sharpness: float | None = Field(
        None,
        gt=0,
        le=MOST,
        description="The agent and its evaluations sample from the policy, with logits times this factor; unset: the "
        "agent plays its best moves.",
    )
    checkpoint_every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two checkpoints.")
    ppo: Ppo = Ppo()
    auxiliary: Auxiliary = Auxiliary()
    imitation: Imitation | None = None
    league: League = League()
    eval: Evaluation = Evaluation()
    reward: RewardWeights = RewardWeights()
    steps: tuple[dict[str, Any], ...] = Field(
        (),
        description="Further steps: the keys that each changes. A step begins with the network of the one before, and "
        "imitates only if it has an `imitation` of its own.",
    )

    @model_validator(mode="before")
    @classmethod
    def _former_names_are_accepted(cls, given: Any) -> Any:
        return with_current_names(given) if isinstance(given, dict) else given

    @field_validator("timesteps", mode="before")
    @classmethod
    def _timesteps_may_be_written_as_1e6(cls, given: Any) -> Any:
        """YAML reads that as a string."""
        try:
            return int(float(given)) if isinstance(given, str) and float(given).is_integer() else given
        except ValueError:
            return given

    @field_validator("ppo")
    @classmethod
    def _no_batch_is_a_single_decision(cls, ppo: Ppo, info: ValidationInfo) -> Ppo:
        """Advantages are divided by their standard deviation within a batch, which is 0 for a single decision."""
        decisions = info.data.get("num_envs", 0) * ppo.n_steps
        if ppo.batch_size == 1 or decisions % ppo.batch_size == 1:
            raise ValueError(f"a rollout of {decisions:,} decisions has a batch of a single one; change ppo.batch_size")
        return ppo

    @field_validator("name")
    @classmethod
    def _name_is_a_files(cls, name: str) -> str:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError("write letters, digits, points, hyphens and underscores, and begin with a letter or digit")
        return name


def shipped_configs() -> list[str]:
    """Names of the training configs that come with railgym."""
    return shipped_settings("train")


def load_config(path: str, overrides: list[str] | None = None) -> TrainConfig:
    """Read a config from a file, or by the name of a shipped one, and apply ``key.sub=value`` overrides.

    Raises ConfigError with one line that names file, line and key, also for a wrong key in a later step.
    """
    file = read_settings(path, "train", "game: ticket_to_ride_card_v0")
    for key in former_names_in(file.value):
        print(f"{path}:{file.line(*key.split('.'))}: {key} is called {RENAMED[key]} now", file=sys.stderr)
    data = with_current_names(file.value)
    for override in overrides or []:
        _override(data, override)

    def read(keys: dict[str, Any], above: Where = (), step: str = "") -> TrainConfig:
        wrong: list[str] = []

        def note(where: Where, text: str) -> None:
            place = _place(path, file, (*above, *where), overrides or [])
            wrong.append(f"{place}: {step}{with_full_keys(where, _with_option(where, text, keys.get('game')))}")

        config = fit(TrainConfig, keys, note)
        if config is None:
            raise ConfigError(wrong[0])
        return config

    config = read(data)
    for number, keys in enumerate(step_keys(config.model_dump(), Path())[1:]):
        read(keys, ("steps", number), f"step {number + 2}: ")
    return config


def _with_option(where: Where, text: str, game: Any) -> str:
    """A message for a key; if an unknown one is an option of the game, it says so."""
    unknown = len(where) == 1 and where[0] not in TrainConfig.model_fields and game in GAMES
    if not unknown or where[0] not in game_type(game).options_type.option_names():
        return text
    return f"{where[0]} is unknown: did you mean options.{where[0]}?"


def _place(path: str, file: YamlFile, where: Where, overrides: list[str]) -> str:
    """Where a value was given: in a line of the file, or in an override; for a key that is missing, the file."""
    for override in reversed(overrides):  # the last one counts
        key = tuple(current_name(override.partition("=")[0]).split("."))
        common = min(len(key), len(where))
        if common and key[:common] == tuple(map(str, where))[:common]:
            return f"override {override!r}"
    for old in former_names_in(file.value):
        new = tuple(RENAMED[old].split("."))
        if where[: len(new)] == new:
            where = (*old.split("."), *where[len(new) :])
    line = file.line(*where)
    return f"{path}:{line}" if line else path


def _override(data: dict[str, Any], override: str) -> None:
    key, equals, value = override.partition("=")
    if not equals or not key:
        raise ConfigError(f"override {override!r}: write key=value, e.g. ppo.n_epochs=4")
    *path, last = current_name(key).split(".")
    for part in path:
        if data.get(part) is None:
            data[part] = {}
        data = data[part]
        if not isinstance(data, dict):
            raise ConfigError(f"override {override!r}: {part!r} has no parts")
    try:
        data[last] = read_word(value)
    except ValueError as error:
        raise ConfigError(f"override {override!r}: {error}") from None
