"""The gap between known and unknown maps in a suite of generalisation: tables whose names begin with ``known-`` are on
maps that agents may have trained on, those with ``unknown-`` on others."""

from collections.abc import Sequence

import numpy as np

from railgym.envs.core.game import Array
from railgym.training.evaluate.statistics import Interval, bootstrap_means, rate_interval, win_rate_interval, win_shares
from railgym.training.evaluate.suite.summary import Games

__all__ = ["KNOWN", "UNKNOWN", "map_gaps"]

KNOWN, UNKNOWN = "known-", "unknown-"


def map_gaps(games: Sequence[Games]) -> dict[str, tuple[Interval, Interval, Interval]]:
    """For each agent that has played on both kinds of maps: the share of its games that it won on known maps, the share
    on unknown maps, and the first minus the second. Intervals are over the paired seeds of these maps."""
    found = {}
    for agent in dict.fromkeys(agent for there in games for agent in there.table.agents):
        known, unknown = (_wins(games, agent, prefix) for prefix in (KNOWN, UNKNOWN))
        if len(known) and len(unknown):
            seed = games[0].table.seed
            samples = bootstrap_means(known, seed) - bootstrap_means(unknown, seed + 1)
            gap = rate_interval(known.mean() - unknown.mean(), samples, min(len(known), len(unknown)), worst=-1)
            found[agent] = (win_rate_interval(known, seed), win_rate_interval(unknown, seed), gap)
    return found


def _wins(games: Sequence[Games], agent: str, prefix: str) -> Array:
    """The share of its games that an agent won, one number for each paired seed of the tables with this prefix."""
    rates = [np.zeros(0)]
    for there in games:
        if there.table.name.startswith(prefix) and agent in there.table.agents:
            game, seat = np.nonzero(there.seating == there.table.agents.index(agent))
            numbers = there.seed_numbers[game]
            played = np.bincount(numbers, minlength=there.table.paired_seeds)
            wins = np.bincount(numbers, win_shares(there.payoff)[game, seat], minlength=there.table.paired_seeds)
            rates.append(wins[played > 0] / played[played > 0])
    return np.concatenate(rates)
