"""What a training run is made from: frozen pydantic models read from YAML (``configs/train/*.yaml``)."""

import re
import sys
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from railgym.envs.core.data_files import Where, fit
from railgym.envs.core.geo.yaml_file import YamlFile, read_value
from railgym.training.settings import ConfigError, Section, no_truth, read_settings, shipped_settings

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


RENAMED = {"lanes": "num_envs", "panel": "eval", "imitation.teacher": "imitation.expert"}
"""Keys by their former names, which are accepted until version 0.3."""
MOST = 10**12  # the limit of decisions and other counts: higher numbers are typing errors
Weight = Annotated[float, BeforeValidator(no_truth), Field(ge=0)]
Size = Annotated[int, BeforeValidator(no_truth), Field(gt=0, le=1_000_000)]
Words = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda given: (given,) if isinstance(given, str) else () if given is None else given),
]
"""A list of words, which may be written as one or none."""


class Ppo(Section):
    """Settings of MaskablePPO; learning rate and entropy bonus change linearly to the given final values."""

    n_steps: int = Field(64, gt=0, le=MOST, description="Decisions of every environment in one rollout.")
    batch_size: int = Field(4096, gt=0, le=MOST, description="Decisions in one gradient step.")
    n_epochs: int = Field(3, gt=0, le=MOST, description="Passes over a rollout.")
    learning_rate: float = Field(5e-4, gt=0, le=1)
    final_learning_rate: float = Field(5e-5, ge=0, le=1)
    gamma: float = Field(0.999, gt=0, le=1, description="Discount a decision.")
    gae_lambda: float = Field(0.95, ge=0, le=1)
    clip_range: float = Field(0.2, gt=0)
    ent_coef: float = Field(0.01, ge=0)
    final_ent_coef: float | None = Field(None, ge=0, description="Unset: it stays as it is.")
    vf_coef: float = Field(0.5, ge=0)
    max_grad_norm: float = Field(0.5, gt=0)
    target_kl: float | None = Field(None, gt=0)


class Imitation(Section):
    """A first phase that imitates a scripted expert: in games of its own that were written before, and then in the
    positions that the learner itself reaches."""

    dataset: str | None = Field(None, description="A folder that `railgym dataset` wrote; unset: it is left out.")
    passes: int = Field(2, gt=0, le=MOST, description="Passes over the dataset.")
    expert: str = Field("planner", description="Code of a scripted bot.")
    timesteps: int = Field(1_000_000, ge=0, le=MOST, description="Decisions in which it is asked; 0: none.")
    learning_rate: float = Field(1e-3, gt=0)
    batch_size: int = Field(512, gt=0, le=MOST)
    n_epochs: int = Field(2, gt=0, le=MOST)
    smoothing: float = Field(
        0, ge=0, lt=1, description="Share of every target that is spread over all legal actions, to keep exploring."
    )


class Exploiters(Section):
    """Copies of the learner that are trained against it alone, as it is then, and join the league."""

    every: int | None = Field(
        None, gt=0, le=MOST, description="Decisions of the learner between two of them; unset: none."
    )
    timesteps: int = Field(
        500_000, gt=0, le=MOST, description="Decisions that each is trained for, beside the learner's."
    )
    weight: float = Field(0.2, ge=0, description="Weight of all of them together, once there are any.")
    size: int = Field(2, gt=0, le=MOST, description="How many are kept; the weakest is dropped.")


class League(Section):
    """Whom the learner meets: scripted bots and agents from outside with fixed weights, and its own past and exploiters
    by how hard they are to beat."""

    scripted: dict[str, Weight] = Field({"planner": 1.0}, description="Weight of each scripted bot.")
    agents: dict[str, Weight] = Field(
        {}, description="Weight of each trained agent from outside: `trained`, or `file:FOLDER/agent`."
    )
    agents_sample: bool = Field(
        True, description="Whether trained agents sample from their policies; false: they play their best moves."
    )
    past: float = Field(1.0, ge=0, description="Weight of all past selves together, once there are any.")
    snapshot_every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two snapshots of the learner.")
    size: int = Field(8, gt=0, le=MOST, description="Snapshots kept; the weakest opponent is dropped.")
    exploiters: Exploiters = Exploiters()


class Evaluation(Section):
    """Scripted bots that the learner is evaluated against while it trains, always with the same paired seeds."""

    bots: tuple[str, ...] = Field((), description="Their codes; none: nothing is measured.")
    games: int = Field(400, gt=0, le=MOST, description="Games against each.")
    every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two measurements.")
    seed: int = Field(99, ge=0, le=MOST, description="What the paired seeds come from.")
    until: float | None = Field(
        None, ge=0, le=1, description="Share of wins against each of them at which a run ends early; unset: never."
    )


class RewardWeights(Section):
    """The reward at the end of a game: ``result`` x payoff + ``win`` x share of the win + ``margin`` x score
    margin / ``margin_scale``."""

    result: float = Field(1.0, ge=0)
    win: float = Field(0.0, ge=0, description="For the win alone; payoffs reward every rank.")
    margin: float = Field(0.0, ge=0)
    margin_scale: float = Field(100.0, gt=0, description="Points that count 1; margins are cut at +-2.")

    @model_validator(mode="after")
    def _some_weight_is_positive(self) -> Self:
        if not self.result + self.win + self.margin:
            raise ValueError("every reward is zero; give result, win or margin a weight above 0")
        return self


class TrainConfig(Section):
    """A whole run."""

    game: str = Field(description="Id of a game, e.g. ticket_to_ride_card_v0.")
    options: dict[str, Any] = Field({}, description="Options of the game.")
    role: str = Field("player", description="What the agent plays as, where seats have roles.")
    opponents: dict[str, Weight] = Field(
        {},
        description="Weight of each bot or trained agent in the seats of other roles; the league sits in its own.",
    )
    encoder: str = Field("vector", description="What the agent observes; see the game's page.")
    name: str = Field("trained", description="Name of the agent that comes out.")
    seed: int = Field(1, ge=0, lt=2**31)
    timesteps: int = Field(gt=0, le=MOST, description="Decisions of the learner in all, imitation included.")
    num_envs: int = Field(512, gt=0, le=MOST, description="Games played side by side.")
    threads: int = Field(2, gt=0, le=256, description="Threads of the games and of torch.")
    device: Literal["cpu", "cuda"] = Field("cpu", description="Where the learner's network is; cuda: on one GPU.")
    network: Literal["plain", "tables"] = Field(
        "plain",
        description="Whether it reads the observation as one row of numbers, or as the game's tables, row by row.",
    )
    hidden: tuple[Size, ...] = Field((256, 256), min_length=1, description="Sizes of the network's hidden layers.")
    row_size: int = Field(
        32, gt=0, le=1_000_000, description="What the network over tables makes of a row, in numbers."
    )
    value_layers: Literal["shared", "own"] = Field(
        "shared", description="Whether the value is read from the policy's layers or from layers of its own."
    )
    precision: Literal["float32", "bfloat16"] = Field(
        "float32",
        description="Of the factors in products of matrices; bfloat16 is faster where the processor has it.",
    )
    start_from: Words = Field(
        (),
        description="A folder of a run, `trained` or `file:FOLDER/agent`, whose network the learner begins with; of "
        "a list of them, with the mean of their weights; none: with a fresh one.",
    )
    checkpoint_every: int = Field(500_000, gt=0, le=MOST, description="Decisions between two checkpoints.")
    ppo: Ppo = Ppo()
    imitation: Imitation | None = None
    league: League = League()
    eval: Evaluation = Evaluation()
    reward: RewardWeights = RewardWeights()

    @model_validator(mode="before")
    @classmethod
    def _former_names_are_accepted(cls, given: Any) -> Any:
        return _with_current_names(given) if isinstance(given, dict) else given

    @field_validator("timesteps", mode="before")
    @classmethod
    def _timesteps_may_be_written_as_1e6(cls, given: Any) -> Any:
        """YAML takes that for a word."""
        try:
            return int(float(given)) if isinstance(given, str) and float(given).is_integer() else given
        except ValueError:
            return given

    @field_validator("ppo")
    @classmethod
    def _no_batch_is_a_single_decision(cls, ppo: Ppo, info: ValidationInfo) -> Ppo:
        """Advantages are divided by their spread within a batch, and one alone has none."""
        decisions = info.data.get("num_envs", 0) * ppo.n_steps
        if ppo.batch_size == 1 or decisions % ppo.batch_size == 1:
            raise ValueError(f"a rollout of {decisions:,} decisions has a batch of one alone; change ppo.batch_size")
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

    Raises ConfigError with one line that names file, line and key.
    """
    file = read_settings(path, "train", "game: ticket_to_ride_card_v0")
    for key in _former_names_in(file.value):
        print(f"{path}:{file.line(*key.split('.'))}: {key} is called {RENAMED[key]} now", file=sys.stderr)
    data = _with_current_names(file.value)
    for override in overrides or []:
        _override(data, override)
    wrong: list[str] = []

    def note(where: Where, text: str) -> None:
        wrong.append(f"{_place(path, file, where, overrides or [])}: {text}")

    config = fit(TrainConfig, data, note)
    if config is None:
        raise ConfigError(wrong[0])
    return config


def _place(path: str, file: YamlFile, where: Where, overrides: list[str]) -> str:
    """Where a value was given: in a line of the file, or in an override; for a key that is missing, the file."""
    for override in reversed(overrides):  # the last one counts
        key = tuple(_current_name(override.partition("=")[0]).split("."))
        common = min(len(key), len(where))
        if common and key[:common] == tuple(map(str, where))[:common]:
            return f"override {override!r}"
    for old in _former_names_in(file.value):
        new = tuple(RENAMED[old].split("."))
        if where[: len(new)] == new:
            where = (*old.split("."), *where[len(new) :])
    line = file.line(*where)
    return f"{path}:{line}" if line else path


def _current_name(key: str) -> str:
    """A dotted key with former names replaced."""
    for old, new in RENAMED.items():
        if key == old or key.startswith(f"{old}."):
            return new + key[len(old) :]
    return key


def _former_names_in(data: dict[str, Any]) -> list[str]:
    """The former names among the keys of a config."""
    names = _dotted(data)
    return [old for old in RENAMED if old in names]


def _dotted(data: dict[str, Any], above: str = "") -> set[str]:
    """All keys of a config, as ``key`` or ``section.key``."""
    inside = (_dotted(value, f"{above}{key}.") for key, value in data.items() if isinstance(value, dict))
    return {f"{above}{key}" for key in data}.union(*inside)


def _with_current_names(data: dict[str, Any], above: str = "") -> dict[str, Any]:
    """A config with former names replaced. Raises ConfigError if a value is given under both names."""
    current: dict[str, Any] = {}
    for key, value in data.items():
        former = f"{above}{key}"
        name = RENAMED[former].rpartition(".")[2] if former in RENAMED else key
        if name in current or (name != key and name in data):
            raise ConfigError(f"the key {former} is called {above}{name} now; give one of them")
        current[name] = _with_current_names(value, f"{former}.") if isinstance(value, dict) else value
    return current


def _override(data: dict[str, Any], override: str) -> None:
    key, equals, value = override.partition("=")
    if not equals or not key:
        raise ConfigError(f"override {override!r}: write key=value, e.g. ppo.n_epochs=4")
    *path, last = _current_name(key).split(".")
    for part in path:
        if data.get(part) is None:
            data[part] = {}
        data = data[part]
        if not isinstance(data, dict):
            raise ConfigError(f"override {override!r}: {part!r} has no parts")
    try:
        data[last] = read_value(value)
    except ValueError as error:
        raise ConfigError(f"override {override!r}: {error}") from None
