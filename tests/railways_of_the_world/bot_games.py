"""Plays whole games of planners and counts seats that are ruined or stuck.

    python -m tests.railways_of_the_world.bot_games 4 10000

plays 10,000 games of four planners and prints the counts. Bonds pay for everything, so no seat is ever out of the game
or without a legal action. Three events are counted, by seat and game:

- ruined: the seat ends with fewer than 0 points after its bonds are subtracted. A seat that always passes ends with 0.
- wasted: track is paid for and lost, because it is not a link by the end of the turn.
- stuck: the seat passes ten actions in a row. In each of them it could deliver a cube for its own points, or pay in
  cash for a link or an engine that would make its cubes worth points.
"""

import sys
import time
from typing import Any, NamedTuple

import numpy as np
from jit import bound

from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.header import begin
from railgym.envs.core.kernel import kernel
from railgym.envs.core.simulate import bot_seed
from railgym.envs.railways_of_the_world.event_kinds import REMOVED
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.params import ENGINE_PRICE
from railgym.envs.railways_of_the_world.prospects import survey_prospects
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import BEST_ENGINE
from railgym.envs.railways_of_the_world.state import COLORS, SEATS

__all__ = ["Watched", "watch"]

PATIENCE = 10  # actions in a row that are passed with something useful at hand

# ruff: noqa: F821
apply: Any
decide: Any
redact: Any
legal: Any
reset: Any


class Watched(NamedTuple):
    """What was counted in some games, seats and games together."""

    games: int
    ruined: int
    wasted: int
    stuck: int
    longest: int
    worst: int


@kernel
def could_do_better(params, view, scratch, mask, player):
    """Whether something useful is to be had without a bond."""
    survey_prospects(params, view, scratch, player)
    for city in range(params.num_cities):
        for color in range(COLORS):
            if scratch.now[city, color] > 0 and mask[params.act_deliver + city * COLORS + color]:
                return True
    cash, engine = view.players[player].cash, np.int64(view.players[player].engine)
    if engine < BEST_ENGINE and scratch.engine_gain > 0 and ENGINE_PRICE[engine + 1] <= cash:
        return True
    for pair in range(params.num_pairs):
        if mask[params.act_link + pair] and scratch.gain[pair] > 0 and view.near_price[pair] <= cash:
            return True
    return False


def watch_games(params, seeds, bot, states, views, scratches, events, mask, counts):
    """A template: games of one bot in all seats. Fills ``counts`` (5,): seats ruined, runs wasted, seats stuck, the
    longest run of such passes, the lowest result."""
    state, view, scratch = states[0], views[0], scratches[0]
    passes = np.zeros(SEATS, np.int64)
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        passes[:] = 0
        while state.terminated == 0:
            player = np.int64(state.current_player)
            views[0] = states[0]
            redact(params[0], view, player)
            legal(params[0], view, scratch, mask)
            action = decide(params[0], view, scratch, mask, player, bot, bot_seed(seeds[g], state.ply))
            if state.phase == phases.ACTION and player < params[0].num_companies:
                if action == 0 and mask[1:].any() and could_do_better(params[0], view, scratch, mask, player):
                    passes[player] += 1
                    counts[2] += passes[player] == PATIENCE
                    counts[3] = max(counts[3], passes[player])
                else:
                    passes[player] = 0
            events[0].count = 0
            apply(params[0], state, scratch, action, events[0])
            for i in range(events[0].count):
                counts[1] += events[0].rows[i].kind == REMOVED
        for p in range(params[0].num_companies):
            counts[0] += state.scores[p] < 0
            counts[4] = min(counts[4], state.scores[p])


def watch(game: HexRailways, games: int, seed: int = 1, bot: str = "planner") -> Watched:
    """Play some games of a bot in every seat."""
    bots, play = scripted_bots(game), bound(game, watch_games)
    counts, blank = np.zeros(5, np.int64), (np.zeros(1, game.state_dtype) for _ in range(2))
    seeds = np.random.SeedSequence(seed).generate_state(games, np.uint32).astype(np.int64)
    mask, number = np.zeros(len(game.actions), np.int8), bots.number(bot)
    play(game.params, seeds, number, *blank, np.zeros(1, game.scratch_dtype), game.rules._events.copy(), mask, counts)
    return Watched(games, *counts.tolist())


if __name__ == "__main__":
    seats, number = map(int, sys.argv[1:3])
    table = make_game("railways_of_the_world_v0", num_players=seats)
    watch(table, 1)
    begin = time.perf_counter()
    print(f"{seats} seats:", watch(table, number), f"{number / (time.perf_counter() - begin):.0f} games/s")
