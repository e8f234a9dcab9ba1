"""The results of a suite: ratings, cross tables, seats, cycles and times, from the games played so far."""

from collections import Counter
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from railgym.envs.core.game import Array
from railgym.training.evaluate.matches import FORFEITED
from railgym.training.evaluate.ratings import plackett_luce, rate_all, shares_won
from railgym.training.evaluate.statistics import (
    Interval,
    ahead,
    bootstrap_means,
    interquartile_mean,
    win_rate_interval,
    win_shares,
)
from railgym.training.evaluate.suite.definition import Suite, SuiteGame
from railgym.training.evaluate.suite.folder import ResultsFolder
from railgym.training.evaluate.suite.units import Played, units_of

__all__ = ["Games", "games_of", "summarize", "summarize_table", "worst_words"]


@dataclass(frozen=True)
class Games:
    """The games of a table: ``seed_numbers`` (G,), ``seating`` (G, P) and ``results`` (G,), and their units."""

    table: SuiteGame
    units: tuple[Played, ...]
    seed_numbers: Array
    seating: Array
    results: Array

    @property
    def payoff(self) -> Array:
        """(G, P) by seat."""
        payoff: Array = self.results["payoff"][:, : self.table.seats]
        return payoff

    @property
    def leads(self) -> Array:
        """The score of every seat minus the mean score of the others, (G, P); alone, the score."""
        scores = self.results["scores"][:, : self.table.seats].astype(float)
        others = max(1, self.table.seats - 1)
        leads: Array = scores - (scores.sum(1, keepdims=True) - scores) / others
        return leads


def games_of(suite: Suite, folder: ResultsFolder) -> list[Games]:
    """All games played so far, by table, without tables that have none."""
    found: list[list[Played]] = [[] for _ in suite.tables]
    for unit in units_of(suite):
        if played := folder.load(suite, unit):
            found[unit.table].append(played)
    names = ("seed_numbers", "seating", "results")
    return [
        Games(table, tuple(units), *(np.concatenate([getattr(unit, name) for unit in units]) for name in names))
        for table, units in zip(suite.tables, found, strict=True)
        if units
    ]


def summarize(suite: Suite, folder: ResultsFolder) -> dict[str, Any]:
    """``name``, ``version``, ``digest``, and ``tables``: for each, what :func:`summarize_table` says."""
    tables = [summarize_table(games) for games in games_of(suite, folder)]
    return {"name": suite.name, "version": suite.version, "digest": suite.digest, "tables": tables}


def summarize_table(games: Games) -> dict[str, Any]:
    """The table's own keys; ``games`` and ``planned``; ``ratings``, the best agent first; ``payoffs``, the cross
    table in the same order; ``seats_win``: the share of wins of every seat; ``cycles``; ``plies`` per game;
    ``games_per_second`` of one process, the median over units; and ``faults``."""
    table, seed = games.table, games.table.seed
    beaten, wins, count = _by_seed(games)
    ratings = rate_all(beaten, wins, count, seed)
    skills = plackett_luce(len(table.agents), *_rankings(games), seed)
    for k, rating in enumerate(ratings):
        rating |= {"agent": table.agents[k], "mu": round(skills[k].mu, 3), "sigma": round(skills[k].sigma, 3)}
        rating |= _of_agent(games, k) | {"worst": _worst(beaten.sum(0), table, k)}
    order = sorted(range(len(ratings)), key=lambda k: -ratings[k]["elo"])
    return {
        **table.model_dump(mode="json"),
        "games": len(games.results),
        "planned": len(table.lineups) * table.paired_seeds * table.seats,
        "ratings": [ratings[k] for k in order],
        "payoffs": shares_won(beaten.sum(0), order),
        "seats_win": [_plain(found) for found in _seats(games)],
        "cycles": _cycles(beaten, table.agents, seed),
        "plies": round(float(games.results["plies"].mean()), 2),
        "games_per_second": round(float(np.median([len(unit.results) / unit.wall for unit in games.units])), 3),
        "faults": _faults(games),
    }


def _worst(beaten: Array, table: SuiteGame, k: int) -> dict[str, Any] | None:
    """``against``: the agent that wins most often against agent ``k``, and the ``win_rate`` of ``k``; None at tables
    that are not for two."""
    met = beaten[k] + beaten[:, k]
    if table.seats != 2 or not met.any():
        return None
    rates = np.where(met > 0, beaten[k] / np.maximum(met, 1), np.inf)
    other = int(rates.argmin())
    return {"against": table.agents[other], "win_rate": round(float(rates[other]), 6)}


def worst_words(rating: dict[str, Any]) -> str:
    """The worst case of an agent in words."""
    worst = rating["worst"]
    return f"{worst['win_rate']:.1%} against {worst['against']}" if worst else "not computed"


def _faults(games: Games) -> list[dict[str, Any]]:
    """By ``agent`` and ``reason``, how many ``games`` were forfeited so, and the ``seed`` of the first."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for fault in (fault for unit in games.units for fault in unit.faults):
        row = found.setdefault((fault.agent, fault.reason), {**asdict(fault), "games": 0})
        row["games"] += 1
    return list(found.values())


def _by_seed(games: Games) -> tuple[Array, Array, Array]:
    """For every paired seed: how often the row was ahead of the column, (D, n, n), and wins and games of all agents,
    (D, n)."""
    n, num_seeds = len(games.table.agents), games.table.paired_seeds
    beaten, wins, count = np.zeros((num_seeds, n, n)), np.zeros((num_seeds, n)), np.zeros((num_seeds, n))
    who, when = games.seating, games.seed_numbers[:, None]
    np.add.at(wins, (when, who), win_shares(games.payoff))
    np.add.at(count, (when, who), 1)
    ranked, scores = _rankings(games)
    points = ahead(scores)
    points[:, range(scores.shape[1]), range(scores.shape[1])] = 0
    of = games.seed_numbers if games.table.seats > 1 else _whole(games)
    np.add.at(beaten, (of[:, None, None], ranked[:, :, None], ranked[:, None, :]), points)
    played = count.any(1)
    return beaten[played], wins[played], count[played]


def _rankings(games: Games) -> tuple[Array, Array]:
    """The agents and their payoffs in each comparison, (R, P). In a game for one, all agents are compared by their
    scores on the same seed, (R, n); those that forfeited rank last."""
    if games.table.seats > 1:
        return games.seating, games.payoff
    whole = _whole(games)
    scores = np.zeros((games.table.paired_seeds, len(games.table.agents)))
    lost = games.results["end_reason"] == FORFEITED
    scores[games.seed_numbers, games.seating[:, 0]] = np.where(lost, -np.inf, games.results["scores"][:, 0])
    return np.tile(np.arange(scores.shape[1]), (len(whole), 1)), scores[whole]


def _whole(games: Games) -> Array:
    """The paired seeds that all agents have played."""
    played = np.bincount(games.seed_numbers, minlength=games.table.paired_seeds)
    return np.flatnonzero(played == len(games.table.lineups))


def _of_agent(games: Games, k: int) -> dict[str, Any]:
    """The results of one agent: games, score, lead, wins by seat, and time."""
    game, seat = np.nonzero(games.seating == k)
    if not len(game):
        return {"games": 0}
    lead = np.bincount(games.seed_numbers[game], games.leads[game, seat], minlength=games.table.paired_seeds)
    each = np.bincount(games.seed_numbers[game], minlength=games.table.paired_seeds)
    shares = win_shares(games.payoff)[game, seat]
    decisions = sum(int(unit.decisions[k]) for unit in games.units)
    seconds = sum(float(unit.seconds[k]) for unit in games.units)
    return {
        "games": len(game),
        "mean_score": round(float(games.results["scores"][game, seat].mean()), 3),
        "lead_iqm": _plain(interquartile_mean(lead[each > 0] / each[each > 0], games.table.seed)),
        "wins_by_seat": [round(float(shares[seat == s].mean()), 4) for s in range(games.table.seats)],
        "decisions": decisions or None,
        "ms_per_decision": round(1000 * seconds / decisions, 4) if decisions else None,
        "forfeits": sum(fault.agent == games.table.agents[k] for unit in games.units for fault in unit.faults),
        **_usage(games, games.table.agents[k]),
    }


def _usage(games: Games, agent: str) -> dict[str, dict[str, float]]:
    """``usage``: what an agent used in all units, such as tokens; nothing for agents that do not report it."""
    total: Counter[str] = Counter()
    for unit in games.units:
        total.update(unit.usage.get(agent, {}))
    return {"usage": {name: round(value, 6) for name, value in total.items()}} if total else {}


def _seats(games: Games) -> list[Interval]:
    """The share of wins of every seat, over all agents: each agent had each seat equally often."""
    shares = win_shares(games.payoff)
    each = np.bincount(games.seed_numbers, minlength=games.table.paired_seeds)
    sums = [np.bincount(games.seed_numbers, column, minlength=len(each)) for column in shares.T]
    return [win_rate_interval(wins[each > 0] / each[each > 0], games.table.seed) for wins in sums]


def _cycles(beaten: Array, agents: tuple[str, ...], seed: int) -> list[dict[str, Any]]:
    """Triples in which the first agent beats the second, the second the third, and the third the first, with the share
    of bootstrap samples in which they do."""
    samples = bootstrap_means(beaten, seed)
    total, found = beaten.sum(0), []
    for a, b, c in permutations(range(len(agents)), 3):
        pairs = ((a, b), (b, c), (c, a))
        if a < min(b, c) and all(total[i, j] > total[j, i] for i, j in pairs):
            support = np.all([samples[:, i, j] > samples[:, j, i] for i, j in pairs], axis=0).mean()
            found.append({"agents": [agents[a], agents[b], agents[c]], "support": round(float(support), 4)})
    return found


def _plain(found: Interval) -> list[float]:
    """Value, low and high."""
    return [round(value, 6) for value in (found.value, found.low, found.high)]
