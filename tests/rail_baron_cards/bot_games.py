"""Plays whole games of one scripted bot against itself, and counts bankruptcies and seats that stand still.

``python -m tests.rail_baron_cards.bot_games planner 4 10000`` plays 10,000 games of four planners with the seeds 0, 1,
2 and so on, and prints the counts.
"""

import sys

import numpy as np
from jit import bound

from railgym.agents.scripted.rail_baron_cards import BOTS
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import begin
from railgym.envs.core.kernel import kernel
from railgym.envs.core.simulate import bot_seed
from railgym.envs.rail_baron_cards.event_kinds import ARRIVED, BANKRUPT, RODE, ROLLED
from railgym.envs.rail_baron_cards.state import SEATS

__all__ = ["COUNTS", "watch_games"]

COUNTS = np.dtype(
    [
        ("bankruptcies", "i4"),
        ("avoidable", "i4"),  # of these: the seat rode in the turn that ruined it, where it might have stopped
        ("idle", "i4", (SEATS,)),  # by seat: the most rounds in a row in which it did not ride
        ("rounds", "i4"),
    ]
)


@kernel
def count_events(events, rode_now, rode, count):
    """Who rides, since its roll and since the round began, and who goes bankrupt."""
    for e in range(np.int64(events.count)):
        kind, player = events.rows[e].kind, np.int64(events.rows[e].player)
        if kind == ROLLED and events.rows[e].data[3] == 0:
            rode_now[player] = 0
        elif kind in (RODE, ARRIVED):
            rode_now[player] = 1
            rode[player] = 1
        elif kind == BANKRUPT:
            count.bankruptcies += 1
            count.avoidable += rode_now[player]


@kernel
def end_round(params, state, rode, idle, count):
    """Count the rounds in a row in which each seat stood still."""
    for p in range(params.num_players):
        idle[p] = 0 if rode[p] == 1 or state.out[p] == 1 else idle[p] + 1
        rode[p] = 0
        count.idle[p] = max(np.int64(count.idle[p]), idle[p])


def play_watched(params, seeds, bot, states, views, scratches, events, mask, counts):
    """The template: games of one bot in every seat, and what is counted in each."""
    state, view, scratch = states[0], views[0], scratches[0]
    rode_now, rode, idle = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        rode_now[:] = 0
        rode[:] = 0
        idle[:] = 0
        while state.terminated == 0:
            player, round_before = np.int64(state.current_player), np.int64(state.round)
            events[0].count = 0
            views[0] = states[0]
            redact(params[0], view, player)
            legal(params[0], view, scratch, mask)
            action = decide(params[0], view, scratch, mask, player, bot, bot_seed(seeds[g], state.ply))
            apply(params[0], state, scratch, action, events[0])
            count_events(events[0], rode_now, rode, counts[g])
            if state.round > round_before > 0:
                end_round(params[0], state, rode, idle, counts[g])
        counts[g].rounds = state.round


def watch_games(game: Game, bot: str, seeds: Array) -> Array:
    """Play a game of ``bot`` in every seat from each seed; returns what was counted, an array of ``COUNTS``."""
    counts = np.zeros(len(seeds), COUNTS)
    play = bound(game, play_watched)
    mask = np.zeros(len(game.actions), np.int8)
    scratch = (np.zeros(1, game.state_dtype), np.zeros(1, game.state_dtype), game.rules.scratch, game.rules._events)
    play(game.params, np.ascontiguousarray(seeds, np.int64), BOTS.number(bot), *scratch, mask, counts)
    return counts


if __name__ == "__main__":
    bot, num_players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    counts = watch_games(make_game("rail_baron_cards_v0", num_players=num_players), bot, np.arange(games))
    longest = counts["idle"][:, :num_players]
    print(
        f"{bot} x {num_players}, {games} games of {counts['rounds'].mean():.1f} rounds: "
        f"{counts['bankruptcies'].sum()} bankruptcies, {counts['avoidable'].sum()} avoidable by stopping; "
        f"{(longest >= 10).sum()} of {longest.size} seats stood still for 10 rounds or more in a row, "
        f"{(longest >= 5).sum()} for 5 or more; the longest {longest.max()}"
    )
