"""What a suite is: frozen models read from YAML (``configs/tournaments/*.yaml``)."""

import hashlib
import sys
from functools import cached_property
from itertools import combinations

from pydantic import Field, field_validator

from railgym.agents.seating import game_to_compare
from railgym.envs.core.data_files import Where, fit
from railgym.envs.core.errors import OptionsError, RailgymError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.geo.yaml_file import YamlFile
from railgym.training.arguments import benchmark_codes
from railgym.training.evaluate.matches import make_agents, paired_seeds
from railgym.training.settings import ConfigError, Section, read_settings, shipped_settings

__all__ = ["Suite", "SuiteGame", "load_suite", "shipped_suites"]

FORMER = "deals"  # the former name of ``paired_seeds``, which is accepted until version 0.3


class SuiteGame(Section):
    """Agents that play one game. Every choice of agents that fills the seats is a line-up, and plays every paired seed
    in every rotation. In a game for one, each agent is a line-up."""

    name: str = Field(description="What the table is called in results.", pattern=r"^\w[\w.-]*$")
    game: str = Field(description="Id of a game.")
    options: dict[str, str | int | float | bool] = Field({}, description="Options of the game.")
    seats: int = Field(2, ge=1, le=100, description="Players; 1 where the game is for one.")
    agents: tuple[str, ...] = Field(min_length=1, description="Codes, each once.")
    paired_seeds: int = Field(
        gt=0,
        le=10_000_000,
        serialization_alias=FORMER,
        description="How many; each depends on ``seed`` and its number.",
    )
    seed: int = Field(ge=0, lt=2**63, description="The seed of all paired seeds.")

    @field_validator("agents")
    @classmethod
    def _each_once(cls, agents: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(agents)) < len(agents):
            raise ValueError("name every agent once")
        return agents

    @cached_property
    def played(self) -> Game:
        """The game; raises UnknownNameError or OptionsError."""
        return game_to_compare(self.game, self.seats, dict(self.options))

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """The agents that play together, as indices of ``agents``."""
        return list(combinations(range(len(self.agents)), self.seats))

    @property
    def seeds(self) -> Array:
        """The paired seeds, int64 (D,)."""
        return paired_seeds(self.seed, self.paired_seeds)

    def check(self) -> None:
        """Raise RailgymError for a game, an option or an agent that is not there, for too few agents, or a wrong
        number of seats."""
        players = self.options.get("num_players", self.seats)
        if players != self.seats:
            raise OptionsError(f"options.num_players: leave it out, and write seats: {players}")
        game = self.played
        if game.num_players != self.seats:
            raise OptionsError(f"{game.id} with these options has one seat, not {self.seats}; write seats: 1")
        if not game.symmetric_seats:
            raise OptionsError(f"{self.game} with these options has seats of several roles; use: railgym evaluate")
        if len(self.agents) < self.seats:
            raise OptionsError(f"{self.seats} seats need at least {self.seats} agents, got {len(self.agents)}")
        if len(self.agents) == 1:
            raise OptionsError(f"table {self.name}: name at least two agents to compare")
        make_agents(game, benchmark_codes(",".join(self.agents)))


class Suite(Section):
    """Tables under a name and a version. A change that affects the results of a suite changes its version."""

    name: str = Field(pattern=r"^\w[\w.-]*$")
    version: int = Field(ge=1)
    limit: float = Field(10.0, gt=0, description="Seconds that a decision may take; more forfeits the game.")
    tables: tuple[SuiteGame, ...] = Field(min_length=1)

    @field_validator("tables")
    @classmethod
    def _named_differently(cls, tables: tuple[SuiteGame, ...]) -> tuple[SuiteGame, ...]:
        if len({table.name for table in tables}) < len(tables):
            raise ValueError("give every table a different name")
        return tables

    @property
    def digest(self) -> str:
        """A short hash of everything that the games depend on, seeds included. It uses the former names of keys, so
        that earlier results folders stay valid."""
        parts = [self.model_dump_json(by_alias=True), *(table.seeds.tobytes().hex() for table in self.tables)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def check(self) -> None:
        """Raise ConfigError naming the first table that cannot be played."""
        for table in self.tables:
            try:
                table.check()
            except RailgymError as error:
                raise ConfigError(f"suite {self.name}, table {table.name}: {error}") from None

    def difference(self, other: "Suite") -> str:
        """The first thing in which another suite differs, in words."""
        for field in ("name", "version", "limit"):
            if getattr(self, field) != getattr(other, field):
                return f"{field} {getattr(other, field)}, not {getattr(self, field)}"
        theirs = {table.name: table for table in other.tables}
        for table in self.tables:
            if table.name not in theirs:
                return f"no table {table.name}"
            for field in SuiteGame.model_fields:
                mine, other_value = getattr(table, field), getattr(theirs[table.name], field)
                if mine != other_value:
                    return f"table {table.name}: {field} {other_value}, not {mine}"
        more = [name for name in theirs if name not in {table.name for table in self.tables}]
        return f"table {more[0]} as well" if more else "other paired seeds"


def shipped_suites() -> list[str]:
    """Names of the suites that come with railgym."""
    return [name.removesuffix(".yaml") for name in shipped_settings("tournaments")]


def _rename_former(path: str, file: YamlFile) -> None:
    """Write the former key ``deals`` of tables as ``paired_seeds``, and print one line that names both."""
    tables = file.value.get("tables")
    for place, table in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(table, dict) and FORMER in table and "paired_seeds" not in table:
            print(f"{path}:{file.line('tables', place, FORMER)}: {FORMER} is called paired_seeds now", file=sys.stderr)
            table["paired_seeds"] = table.pop(FORMER)


def load_suite(name: str, folder: str = "tournaments") -> Suite:
    """The suite in a file, or the one of this name that comes with railgym, in this ``folder`` of its settings. Raises
    ConfigError."""
    path = name if name.endswith((".yaml", ".yml")) else f"{name}.yaml"
    file = read_settings(path, folder, "name: standard")
    wrong: list[str] = []

    def note(where: Where, text: str) -> None:
        line = file.line(*where)
        wrong.append(f"{path}:{line}: {text}" if line else f"{path}: {text}")

    _rename_former(path, file)
    suite = fit(Suite, file.value, note)
    if suite is None:
        raise ConfigError(wrong[0])
    return suite
