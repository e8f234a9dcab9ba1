"""``railgym evaluate GAME --zoo AGENT``: an agent against every member of the zoo, its worst case, and its rating.

The zoo is a fixed, versioned set of opponents: nonsense bots, the scripted bots, disturbed planners, agents that
shipped before, and search where it is fast enough. A change of its members makes a new version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from railgym.agents.learned import formers_of, ships_for
from railgym.agents.roles import other_role
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import line_up
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate.matches import (
    Progress,
    by_agent,
    games_per_seed,
    paired_seeds,
    play_games,
    seated,
)
from railgym.training.evaluate.ratings import bradley_terry
from railgym.training.evaluate.statistics import win_rate_interval, win_shares

__all__ = ["VERSION", "count_games", "measure_zoo", "opponents"]

VERSION = 2
SEARCH = {"ticket_to_ride_card_v0": "mcts:50", "rail_baron_cards_v0": "mcts:50"}
FEWER = 10  # times fewer games against search, and between members of the zoo
BASE = "random"  # its rating is 0


@dataclass(frozen=True)
class Pair:
    """Two agents that met: in how many ``games``, and for each paired seed the share of wins of the first, (D,), and
    the share of comparisons with the other in which it was ahead, (D,)."""

    games: int
    wins: Array
    ahead: Array


def opponents(game: Game, role: str, more: Sequence[str] = ()) -> tuple[str, ...]:
    """The members of the zoo that an agent with this role meets in a game, the weakest kinds first, and ``more``."""
    against = other_role(game, role)
    bots = scripted_bots(game)
    formers = [f"former:{version}" for version in formers_of(game, against)]
    current = ["trained"] if against != role and ships_for(game, against) else []
    search = [SEARCH[game.id]] if game.id in SEARCH and game.num_players == 2 else []
    return (*bots.odd_names, *bots.playing_as(against), *formers, *current, *search, *more)


def count_games(game: Game, members: Sequence[str], games: int) -> int:
    """The number of games that :func:`measure_zoo` plays against these opponents."""
    rounded = [_rounded(game, games // FEWER if code in SEARCH.values() else games) for code in members]
    return sum(rounded) + len(_pool(game, members)) * _rounded(game, games // FEWER)


def measure_zoo(
    game: Game,
    code: str,
    role: str,
    games: int,
    seed: int,
    threads: int = 1,
    progress: Progress = lambda games: None,
    members: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Play an agent against each member of the zoo (or other ``members``): alone among copies of it, with all seats in
    turn.

    Returns ``game, options, seed, agent, version``; ``against``, a row for each member with ``opponent``, ``games``,
    ``win_rate`` and ``ci95``, the lowest rate first; ``worst``, the first row; and ``ratings``, ``agent`` and ``elo``
    of every agent over the pool, by Bradley-Terry, with 0 for the random bot; empty where seats have roles. Raises
    OptionsError for a game for one.
    """
    if game.num_players == 1:
        more = [f"; for a seat of the {role}, give --option {option}" for role, option in game.optional_roles.items()]
        told = f"{game.id} is a game for one, without opponents; use: railgym evaluate --seats"
        raise OptionsError(told + "".join(more))
    members = opponents(game, role) if members is None else members
    pairs: dict[tuple[int, int], Pair] = {}
    for k, member in enumerate(members):
        fewer = FEWER if member in SEARCH.values() else 1
        pairs[0, k + 1] = _play(game, code, role, member, games // fewer, seed, threads, progress)
    for i, j in _pool(game, members):
        pairs[i, j] = _play(game, members[i - 1], role, members[j - 1], games // FEWER, seed, threads, progress)
    rows = [_row(member, pairs[0, k + 1], seed) for k, member in enumerate(members)]
    against = sorted(rows, key=lambda row: row["win_rate"])
    return {
        "game": game.id,
        "options": game.options.model_dump(mode="json"),
        "seed": seed,
        "agent": code,
        "version": VERSION,
        "against": against,
        "worst": against[0],
        "ratings": _ratings((code, *members), pairs) if game.symmetric_seats else [],
    }


def _pool(game: Game, members: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of members that also meet each other, those that play in compiled code; numbered from 1."""
    names = scripted_bots(game).all_names if game.symmetric_seats else ()
    return [*combinations([k + 1 for k, code in enumerate(members) if code in names], 2)]


def _rounded(game: Game, games: int) -> int:
    return max(1, -(-games // games_per_seed(game))) * games_per_seed(game)


def _play(
    game: Game, code: str, role: str, rival: str, games: int, seed: int, threads: int, progress: Progress
) -> Pair:
    """The games of one agent among copies of another."""
    codes = line_up(game, code, role, rival)
    place = game.roles.index(role) if not game.symmetric_seats else 0
    shared = paired_seeds(seed, _rounded(game, games) // games_per_seed(game))
    seeds, seating = seated(game, shared, range(game.num_players))
    results = play_games(game, codes, seeds, seating, threads, progress)
    payoff = by_agent(results["payoff"], seating, games_per_seed(game))
    wins = win_shares(payoff) if game.symmetric_seats else (payoff > 0).astype(float)
    others = np.delete(payoff, place, axis=-1)
    own = payoff[..., place, None]
    ahead = (own > others) + (own == others) / 2
    return Pair(len(seeds), wins[..., place].mean(1), ahead.mean((1, 2)))


def _row(member: str, pair: Pair, seed: int) -> dict[str, Any]:
    found = win_rate_interval(pair.wins, seed)
    ci95 = [round(float(found.low), 6), round(float(found.high), 6)]
    return {"opponent": member, "games": pair.games, "win_rate": round(float(found.value), 6), "ci95": ci95}


def _ratings(agents: Sequence[str], pairs: dict[tuple[int, int], Pair]) -> list[dict[str, Any]]:
    """``agent`` and ``elo`` of each agent, the best first."""
    wins = np.zeros((len(agents), len(agents)))
    for (i, j), pair in pairs.items():
        wins[i, j], wins[j, i] = pair.ahead.mean() * pair.games, (1 - pair.ahead.mean()) * pair.games
    strengths = bradley_terry(wins)
    strengths -= strengths[agents.index(BASE, 1)]
    return [{"agent": agents[k], "elo": round(float(strengths[k]), 1)} for k in np.argsort(-strengths)]
