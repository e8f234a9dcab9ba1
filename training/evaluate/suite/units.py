"""The units that a suite is divided into: some paired seeds of one line-up, played in all rotations."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from railgym.envs.core.game import Array
from railgym.training.evaluate.matches import games_per_seed, make_agents, play_games, seated
from railgym.training.evaluate.suite.definition import Suite, SuiteGame
from railgym.training.evaluate.suite.referee import Fault, watch

__all__ = ["SEEDS_PER_UNIT", "Played", "Unit", "fits", "play_unit", "units_of"]

SEEDS_PER_UNIT = 20


@dataclass(frozen=True, order=True)
class Unit:
    """Part number ``part`` of the paired seeds of one line-up of one table, both by their numbers."""

    part: int
    table: int
    lineup: int

    def path(self, suite: Suite) -> str:
        """The file of its games in the results folder."""
        return f"games/{suite.tables[self.table].name}/{self.lineup:03}-{self.part:04}.npz"


@dataclass(frozen=True)
class Played:
    """The games of a unit. ``seed_numbers`` int64 (G,): the numbers of their paired seeds; ``seating`` (G, P): the
    agents by seat, as indices of the table's agents; ``results`` (G,); ``decisions`` and ``seconds`` (K,) of each agent
    in Python, 0 for others; ``wall``: seconds of all games; ``faults``: those for which games were lost; ``usage``:
    what agents used, such as tokens, by agent."""

    seed_numbers: Array
    seating: Array
    results: Array
    decisions: Array
    seconds: Array
    wall: float
    faults: tuple[Fault, ...]
    usage: dict[str, dict[str, float]] = field(default_factory=dict)


def units_of(suite: Suite) -> Iterator[Unit]:
    """All units of a suite, the first paired seeds of every line-up first."""
    for part in range(max(-(-table.paired_seeds // SEEDS_PER_UNIT) for table in suite.tables)):
        for number, table in enumerate(suite.tables):
            if part * SEEDS_PER_UNIT < table.paired_seeds:
                yield from (Unit(part, number, lineup) for lineup in range(len(table.lineups)))


def play_unit(suite: Suite, unit: Unit) -> Played:
    """Play a unit in this process, on one thread. The results depend only on the suite and the unit, except for times
    and for agents with a time budget."""
    table = suite.tables[unit.table]
    game, lineup = table.played, table.lineups[unit.lineup]
    numbers, seeds, seating = _games(table, lineup, unit.part)
    codes = [table.agents[k] for k in lineup]
    agents = {codes[k]: watch(codes[k], agent, suite.limit) for k, agent in make_agents(game, codes).items()}
    began = perf_counter()
    results = play_games(game, codes, seeds, np.searchsorted(lineup, seating), given=dict(agents))
    wall = perf_counter() - began
    decisions, seconds = np.zeros(len(table.agents), np.int64), np.zeros(len(table.agents))
    for k, code in zip(lineup, codes, strict=True):
        if code in agents:
            decisions[k], seconds[k] = agents[code].decisions, agents[code].seconds
    faults = tuple(fault for agent in agents.values() for fault in agent.faults)
    usage = {code: dict(used) for code, agent in agents.items() if (used := getattr(agent.agent, "usage", None))}
    return Played(numbers, seating, results, decisions, seconds, wall, faults, usage)


def fits(suite: Suite, unit: Unit, played: Played) -> bool:
    """Whether these are the games of a unit."""
    table = suite.tables[unit.table]
    numbers, _, seating = _games(table, table.lineups[unit.lineup], unit.part)
    return (
        np.array_equal(played.seed_numbers, numbers)
        and np.array_equal(played.seating, seating)
        and played.results.shape == numbers.shape
        and played.results.dtype.names is not None
        and len(played.decisions) == len(played.seconds) == len(table.agents)
    )


def _games(table: SuiteGame, lineup: tuple[int, ...], part: int) -> tuple[Array, Array, Array]:
    """Numbers of the paired seeds, seeds and seating of the games of a part: (G,), (G,) and (G, P)."""
    seeds, seating = seated(table.played, table.seeds, lineup)
    rounds = games_per_seed(table.played)
    numbers = np.repeat(np.arange(table.paired_seeds), rounds)
    which = slice(part * SEEDS_PER_UNIT * rounds, (part + 1) * SEEDS_PER_UNIT * rounds)
    return numbers[which], seeds[which], seating[which]
