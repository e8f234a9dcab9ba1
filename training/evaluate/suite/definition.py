"""What a suite is: frozen models read from YAML (``configs/tournaments/*.yaml``)."""

import hashlib
from functools import cached_property
from itertools import combinations

from pydantic import Field, field_validator

from railgym.agents.seating import game_to_compare
from railgym.envs.core.data_files import Where, fit
from railgym.envs.core.errors import OptionsError, RailgymError
from railgym.envs.core.game import Array, Game
from railgym.training.arguments import benchmark_codes
from railgym.training.evaluate.matches import deal_seeds, make_agents
from railgym.training.settings import ConfigError, Section, read_settings, shipped_settings

__all__ = ["Suite", "SuiteGame", "load_suite", "shipped_suites"]


class SuiteGame(Section):
    """Agents who play one game: every choice of as many as it has seats is a line-up, and plays every deal in every
    rotation. In a game for one each agent is a line-up."""

    name: str = Field(description="What the table is called in results.", pattern=r"^\w[\w.-]*$")
    game: str = Field(description="Id of a game.")
    options: dict[str, str | int | float | bool] = Field({}, description="Options of the game.")
    seats: int = Field(2, ge=1, le=100, description="Players; 1 where the game is for one.")
    agents: tuple[str, ...] = Field(min_length=1, description="Codes, each once.")
    deals: int = Field(gt=0, le=10_000_000, description="Deals; the seed of each depends on ``seed`` and its number.")
    seed: int = Field(ge=0, lt=2**63, description="What all deals come from.")

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
        """Who sits together, by their places in ``agents``."""
        return list(combinations(range(len(self.agents)), self.seats))

    @property
    def seeds(self) -> Array:
        """The seeds of the deals, int64 (D,)."""
        return deal_seeds(self.seed, self.deals)

    def check(self) -> None:
        """Raise RailgymError for a game, an option or an agent that is not there, or for too few agents."""
        game = self.played
        if not game.symmetric_seats:
            raise OptionsError(f"{self.game} with these options has seats of several roles; use: railgym evaluate")
        if len(self.agents) < self.seats:
            raise OptionsError(f"{self.seats} seats need at least {self.seats} agents, got {len(self.agents)}")
        if len(self.agents) == 1:
            raise OptionsError(f"table {self.name}: name two agents at least, or there is nobody to compare")
        make_agents(game, benchmark_codes(",".join(self.agents)))


class Suite(Section):
    """Tables of a name and a version: whatever changes the results of a suite changes its version."""

    name: str = Field(pattern=r"^\w[\w.-]*$")
    version: int = Field(ge=1)
    limit: float = Field(10.0, gt=0, description="Seconds that a decision may take; more forfeits the game.")
    tables: tuple[SuiteGame, ...] = Field(min_length=1)

    @field_validator("tables")
    @classmethod
    def _named_differently(cls, tables: tuple[SuiteGame, ...]) -> tuple[SuiteGame, ...]:
        if len({table.name for table in tables}) < len(tables):
            raise ValueError("give every table a name of its own")
        return tables

    @property
    def digest(self) -> str:
        """A short hash of all that the games hang on, seeds included."""
        parts = [self.model_dump_json(), *(table.seeds.tobytes().hex() for table in self.tables)]
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
                mine, his = getattr(table, field), getattr(theirs[table.name], field)
                if mine != his:
                    return f"table {table.name}: {field} {his}, not {mine}"
        more = [name for name in theirs if name not in {table.name for table in self.tables}]
        return f"table {more[0]} as well" if more else "other seeds of the same deals"


def shipped_suites() -> list[str]:
    """Names of the suites that come with railgym."""
    return [name.removesuffix(".yaml") for name in shipped_settings("tournaments")]


def load_suite(name: str) -> Suite:
    """The suite in a file, or the one of this name that comes with railgym. Raises ConfigError."""
    path = name if name.endswith((".yaml", ".yml")) else f"{name}.yaml"
    file = read_settings(path, "tournaments", "name: standard")
    wrong: list[str] = []

    def note(where: Where, text: str) -> None:
        line = file.line(*where)
        wrong.append(f"{path}:{line}: {text}" if line else f"{path}: {text}")

    suite = fit(Suite, file.value, note)
    if suite is None:
        raise ConfigError(wrong[0])
    return suite
