"""Whole games and batches of games in compiled code, on one core or all.

Entry points: besides a game's rules they call ``decide``, the scripted bots. Each runs on one thread, with scratch of
its own: threads share out the games (``core/threads.py``), and what a game does depends on its own seed alone.
"""

from typing import Any

import numpy as np

from railgym.envs.core.choices import random_choice
from railgym.envs.core.header import begin
from railgym.envs.core.kernel import entry_point, kernel
from railgym.envs.core.rng import mix

apply: Any
decide: Any
encode: Any
redact: Any
legal: Any
reset: Any

__all__ = [
    "CALLER",
    "advise_lanes",
    "bot_seed",
    "deal_seed",
    "decide_randomly",
    "hide_lanes",
    "lane_dtype",
    "play_matches",
    "play_random_games",
    "result_dtype",
    "start_lanes",
    "step_lanes",
]

CALLER = -1  # the bot number of a seat that the caller plays


def result_dtype(max_players: int) -> np.dtype:
    """What is kept of a finished game."""
    return np.dtype(
        [
            ("payoff", "f4", (max_players,)),
            ("scores", "i4", (max_players,)),
            ("plies", "i4"),
            ("turns", "i4"),
            ("end_reason", "i1"),
        ]
    )


def lane_dtype(max_players: int) -> np.dtype:
    """One game of a batch and its succession of deals.

    ``bots``: which scripted bot plays each seat (CALLER: the caller does); ``learner``: the seat whose view is the
    final observation; ``next_bots`` and ``next_learner`` hold from the next deal on. ``done`` is 1 if the last step
    finished a game, whose ``result`` is then set; ``seat`` decides now; ``seed`` is the present deal's, ``base`` the
    first deal's.
    """
    return np.dtype(
        [
            ("base", "i8"),
            ("seed", "i8"),
            ("episode", "i8"),
            ("result", result_dtype(max_players)),
            ("done", "i1"),
            ("seat", "i1"),
            ("learner", "i1"),
            ("next_learner", "i1"),
            ("bots", "i1", (max_players,)),
            ("next_bots", "i1", (max_players,)),
        ]
    )


@kernel
def deal_seed(base, number):
    """The seed of deal ``number`` of a succession that begins with ``base``; not negative."""
    bits = mix(np.uint64(base) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(number + 1))
    return np.int64(bits >> np.uint64(1))


@kernel
def bot_seed(seed, ply):
    """What a bot's random choice at a ply hangs on: the deal and the ply, never the key inside the state."""
    return mix(mix(np.uint64(seed) ^ np.uint64(0xD1B54A32D192ED03)) + np.uint64(ply))


@kernel
def decide_randomly(params, view, scratch, mask, player, bot, seed):
    """The ``decide`` of games without bots: a random legal action."""
    return random_choice(scratch, seed)


@kernel
def next_deal(lane):
    """The seed and the seating of the lane's deal number ``episode``."""
    lane.seed = deal_seed(lane.base, lane.episode)
    lane.learner = lane.next_learner
    for p in range(len(lane.bots)):
        lane.bots[p] = lane.next_bots[p]


@kernel
def note_result(state, result):
    for p in range(len(result.payoff)):
        result.payoff[p] = state.payoff[p]
        result.scores[p] = state.scores[p]
    result.plies = state.ply
    result.turns = state.turn
    result.end_reason = state.end_reason


@entry_point("P[1] i8[G] S[1] W[1] E[1] i1[A] R[G]")
def play_random_games(params, seeds, states, scratches, events, mask, results):
    """Random legal play, one core. Dealt from ``seeds``; fills ``results``; returns the number of plies."""
    state, scratch = states[0], scratches[0]
    plies = 0
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        while state.terminated == 0:
            events[0].count = 0
            legal(params[0], state, scratch, mask)
            action = random_choice(scratch, bot_seed(seeds[g], state.ply))
            apply(params[0], state, scratch, action, events[0])
        note_result(state, results[g])
        plies += state.ply
    return plies


@entry_point("P[1] S[1] S[1] W[1] E[1] i1[A] i8[G] i8[G,P] R[G]")
def play_matches(params, states, views, scratches, events, mask, seeds, bots, results):
    """Whole games of scripted bots over views: ``bots[g, p]`` plays seat p of the game dealt from ``seeds[g]``."""
    state, view, scratch = states[0], views[0], scratches[0]
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        while state.terminated == 0:
            player = np.int64(state.current_player)
            events[0].count = 0
            views[0] = states[0]
            redact(params[0], view, player)
            legal(params[0], view, scratch, mask)
            action = decide(params[0], view, scratch, mask, player, bots[g, player], bot_seed(seeds[g], state.ply))
            apply(params[0], state, scratch, action, events[0])
        note_result(state, results[g])


@entry_point("P[1] S[N] L[N]")
def start_lanes(params, states, lanes):
    """Deal the first game of every lane from ``lanes.base``; bots move only in the next step."""
    for i in range(len(lanes)):
        lane = lanes[i]
        lane.episode = 0
        lane.done = 0
        next_deal(lane)
        begin(params[0], states, i, lane.seed)
        reset(params[0], states[i])


@entry_point("i8 P[1] S[N] L[N] S[1] W[1] E[1] i1[A] f4[N,F] i1[N,A] f4[N,F] i8[K] i8[K]")
def step_lanes(
    encoder, params, states, lanes, views, scratches, events, mask, observations, masks, final_observations,
    indices, actions,
):  # fmt: skip
    """One step of the lanes ``indices``: play ``actions[j]`` (negative: none) in lane ``indices[j]``, then let bots
    move until a seat of the caller's decides; finished games are dealt anew.

    Row i of ``observations`` (N, F), ``masks`` (N, A) and ``final_observations`` (N, F) belongs to lane i; ``views``,
    ``scratches``, ``events`` and ``mask`` (A,) are scratch.
    """
    view, scratch = views[0], scratches[0]
    for j in range(len(indices)):
        i = indices[j]
        state, lane = states[i], lanes[i]
        lane.done = 0
        action = np.int64(actions[j])
        while True:
            if action >= 0:
                events[0].count = 0
                apply(params[0], state, scratch, action, events[0])
            if state.terminated == 1:
                note_result(state, lane.result)
                views[0] = states[i]
                redact(params[0], view, lane.learner)
                encode(encoder, params[0], view, scratch, lane.learner, final_observations[i])
                lane.done = 1
                lane.episode += 1
                next_deal(lane)
                begin(params[0], states, i, lane.seed)
                reset(params[0], state)
            player = np.int64(state.current_player)
            views[0] = states[i]
            redact(params[0], view, player)
            if lane.bots[player] == CALLER:
                legal(params[0], view, scratch, masks[i])
                encode(encoder, params[0], view, scratch, player, observations[i])
                lane.seat = player
                break
            legal(params[0], view, scratch, mask)
            action = decide(params[0], view, scratch, mask, player, lane.bots[player], bot_seed(lane.seed, state.ply))


@entry_point("P[1] S[N] i8[K] S[K]")
def hide_lanes(params, states, indices, views):
    """Write the view of the current player in lane ``indices[j]`` into row j of ``views``."""
    for j in range(len(indices)):
        views[j] = states[indices[j]]
        view = views[j]
        redact(params[0], view, np.int64(view.current_player))


@entry_point("P[1] i8[P] S[1] W[1] i1[A] S[N] L[N] i8[N]")
def advise_lanes(params, bots, views, scratches, mask, states, lanes, actions):
    """Fill ``actions`` (N,) with the choices of scripted bots, ``bots`` (P,) by seat, in all lanes. States are only
    read."""
    view, scratch = views[0], scratches[0]
    for i in range(len(states)):
        player = np.int64(states[i].current_player)
        views[0] = states[i]
        redact(params[0], view, player)
        legal(params[0], view, scratch, mask)
        seed = bot_seed(lanes[i].seed, states[i].ply)
        actions[i] = decide(params[0], view, scratch, mask, player, bots[player], seed)
