"""Plays whole games of scripted bots in compiled code and counts the turns without progress.

A turn is *idle* if the seat does not run, build, open, upgrade, deliver, discard its hand, or place its train. It is
*waiting* if the seat does no more than discard its hand. A turn is *barren* if it brings no track, no engine and no
delivery; this also counts seats that only run back and forth. Turns that a derailment takes away are not counted.
"""

from typing import Any

import numpy as np
from jit import bound

from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.events import EVENTS_DTYPE
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import begin
from railgym.envs.core.kernel import kernel
from railgym.envs.core.simulate import bot_seed
from railgym.envs.crayon_rails.event_kinds import EVENT_KINDS

apply: Any = None
decide: Any = None
redact: Any = None
legal: Any = None
reset: Any = None

__all__ = ["TURNS", "count_turns"]

TURNS = np.dtype(
    [
        ("turn", "i4"),  # the turn that is being counted
        ("acted", "i1"),  # in that turn
        ("discarded", "i1"),
        ("gained", "i1"),
        ("idle", "i4"),  # turns in a row up to now
        ("waiting", "i4"),
        ("barren", "i4"),
        ("most_idle", "i4"),
        ("most_waiting", "i4"),
        ("most_barren", "i4"),
    ]
)
OPENED, PLACED, RAN, DISCARDED, BUILT, UPGRADED, DELIVERED = map(
    EVENT_KINDS.index, ("opened", "placed", "ran", "discarded", "built", "upgraded", "delivered")
)


def count_turns(game: Game, bots: ScriptedBots, seeds: Array, seats: Array) -> tuple[Array, Array]:
    """Play the games that are dealt from ``seeds`` (G,) with the bot numbers ``seats`` (G, P). Returns the counts,
    TURNS (G, P), and how each game ended, (G,)."""
    seeds, seats = np.ascontiguousarray(seeds, np.int64), np.ascontiguousarray(seats, np.int64)
    counts, ends = np.zeros(seats.shape, TURNS), np.zeros(len(seeds), np.int64)
    play = bound(game, play_and_count)
    state, view = np.zeros(1, game.state_dtype), np.zeros(1, game.state_dtype)
    scratch, events = np.zeros(1, game.scratch_dtype), np.zeros(1, EVENTS_DTYPE)
    play(game.params, seeds, seats, state, view, scratch, events, np.zeros(len(game.actions), np.int8), counts, ends)
    return counts, ends


def play_and_count(
    params: Any, seeds: Any, seats: Any, states: Any, views: Any, scratches: Any, events: Any, mask: Any, counts: Any,
    ends: Any,
) -> None:  # fmt: skip
    state, view = states[0], views[0]
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        while state.terminated == 0:
            player = np.int64(state.current_player)
            events[0].count = 0
            views[0] = states[0]
            redact(params[0], view, player)
            legal(params[0], view, scratches[0], mask)
            seed = bot_seed(seeds[g], state.ply)
            action = decide(params[0], view, scratches[0], mask, player, seats[g, player], seed)
            mover, turn = np.int64(state.mover), np.int64(state.turn)
            apply(params[0], state, scratches[0], action, events[0])
            note_action(counts[g, mover], turn, mover, events[0])
        for p in range(seats.shape[1]):
            close_turn(counts[g, p], 0)
        ends[g] = state.end_reason


@kernel
def note_action(count: Any, turn: Any, mover: Any, events: Any) -> None:
    """Note what the mover has done."""
    if count.turn != turn:
        close_turn(count, turn)
    for i in range(events.count):
        row = events.rows[i]
        if row.player != mover or (row.kind in (RAN, BUILT) and row.data[0] == 0):
            continue
        if row.kind in (BUILT, UPGRADED, DELIVERED):
            count.gained = 1
            count.acted = 1
        elif row.kind in (OPENED, PLACED, RAN):
            count.acted = 1
        elif row.kind == DISCARDED:
            count.discarded = 1


@kernel
def close_turn(count: Any, turn: Any) -> None:
    """End the turn that was being counted."""
    if count.turn > 0:
        count.idle = 0 if count.acted or count.discarded else count.idle + 1
        count.waiting = 0 if count.acted else count.waiting + 1
        count.barren = 0 if count.gained else count.barren + 1
        count.most_idle = max(count.most_idle, count.idle)
        count.most_waiting = max(count.most_waiting, count.waiting)
        count.most_barren = max(count.most_barren, count.barren)
    count.turn = turn
    count.acted = 0
    count.discarded = 0
    count.gained = 0
