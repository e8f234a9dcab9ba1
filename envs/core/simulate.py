"""Whole games and batches of games in compiled code, on one core or all.

These entry points call a game's rules and ``decide``, its scripted bots. Each call runs on one thread with its own
scratch memory; ``core/threads.py`` divides the games among threads. A game depends only on its own seed.
"""

from typing import Any

import numpy as np

from railgym.envs.core.choices import random_choice
from railgym.envs.core.header import begin
from railgym.envs.core.kernel import entry_point, kernel
from railgym.envs.core.nonsense import keeps_its_seed
from railgym.envs.core.rng import mix

apply: Any
decide: Any
encode: Any
redact: Any
legal: Any
reset: Any

__all__ = [
    "CALLER",
    "advise_envs",
    "bot_seed",
    "deal_seed",
    "decide_randomly",
    "env_dtype",
    "observe_others_of_envs",
    "play_matches",
    "play_random_games",
    "redact_envs",
    "result_dtype",
    "seed_of_choice",
    "start_envs",
    "step_envs",
]

CALLER = -1  # the bot number of a seat that the caller plays


def result_dtype(max_players: int) -> np.dtype:
    """The outcome of a finished game."""
    return np.dtype(
        [
            ("payoff", "f4", (max_players,)),
            ("scores", "i4", (max_players,)),
            ("plies", "i4"),
            ("turns", "i4"),
            ("end_reason", "i1"),
        ]
    )


def env_dtype(max_players: int) -> np.dtype:
    """One environment of a batch, which plays a sequence of games.

    ``bots``: the scripted bot of each seat (CALLER: the caller plays it); ``learner``: the seat whose view is the final
    observation; ``next_bots`` and ``next_learner`` replace them at the next deal. ``done`` is 1 if the last step
    finished a game; ``result`` is then its outcome. ``seat`` is the current player. ``seed`` is the seed of the current
    game; ``base``, from which the seeds of all games are derived, and ``episode``, the number of the current game.
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
    """The seed of game ``number`` in the sequence that ``base`` determines; not negative."""
    bits = mix(np.uint64(base) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(number + 1))
    return np.int64(bits >> np.uint64(1))


@kernel
def bot_seed(seed, ply):
    """The seed of a bot's random choice at a ply, made from the game's seed and the ply, never from the state's key."""
    return mix(mix(np.uint64(seed) ^ np.uint64(0xD1B54A32D192ED03)) + np.uint64(ply))


@kernel
def seed_of_choice(bot, seed, ply):
    """The seed of a bot's choice; some nonsense bots have the same in the whole game."""
    return bot_seed(seed, 0 if keeps_its_seed(bot) else ply)


@kernel
def decide_randomly(params, view, scratch, mask, player, bot, seed):
    """The ``decide`` of games without bots: a random legal action."""
    return random_choice(scratch, seed)


@kernel
def next_deal(env):
    """Set the seed and the seating of game number ``episode``."""
    env.seed = deal_seed(env.base, env.episode)
    env.learner = env.next_learner
    for p in range(len(env.bots)):
        env.bots[p] = env.next_bots[p]


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
    """Play random legal actions in the games dealt from ``seeds``. Fills ``results``; returns the number of plies.

    A game without a legal action stops; the end reason of its result is 0.
    """
    state, scratch = states[0], scratches[0]
    plies = 0
    for g in range(len(seeds)):
        begin(params[0], states, 0, seeds[g])
        reset(params[0], state)
        while state.terminated == 0:
            events[0].count = 0
            legal(params[0], state, scratch, mask)
            if scratch.num_choices == 0:
                break
            action = random_choice(scratch, bot_seed(seeds[g], state.ply))
            apply(params[0], state, scratch, action, events[0])
        note_result(state, results[g])
        plies += state.ply
    return plies


@entry_point("P[1] S[1] S[1] W[1] E[1] i1[A] i8[G] i8[G,P] R[G]")
def play_matches(params, states, views, scratches, events, mask, seeds, bots, results):
    """Whole games of scripted bots over views: ``bots[g, p]`` plays seat p of the game dealt from ``seeds[g]``. A game
    without a legal action stops; the end reason of its result is 0."""
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
            if scratch.num_choices == 0:
                break
            bot = np.int64(bots[g, player])
            seed = seed_of_choice(bot, seeds[g], state.ply)
            action = decide(params[0], view, scratch, mask, player, bot, seed)
            apply(params[0], state, scratch, action, events[0])
        note_result(state, results[g])


@entry_point("P[1] S[N] B[N]")
def start_envs(params, states, envs):
    """Deal the first game of every environment from ``base``; bots move only in the next step."""
    for i in range(len(envs)):
        env = envs[i]
        env.episode = 0
        env.done = 0
        next_deal(env)
        begin(params[0], states, i, env.seed)
        reset(params[0], states[i])


@entry_point("i8 P[1] S[N] B[N] S[1] W[1] E[1] i1[A] f4[N,F] i1[N,A] f4[N,F] i8[K] i8[K]")
def step_envs(
    encoder, params, states, envs, views, scratches, events, mask, observations, masks, final_observations,
    indices, actions,
):  # fmt: skip
    """One step of the environments ``indices``: play ``actions[j]`` (negative: none) in environment ``indices[j]``,
    then let bots move until the caller has to decide, or no action is legal. A finished game is followed by the next.

    Row i of ``observations`` (N, F), ``masks`` (N, A) and ``final_observations`` (N, F) is of environment i; ``views``,
    ``scratches``, ``events`` and ``mask`` (A,) are scratch.
    """
    view, scratch = views[0], scratches[0]
    for j in range(len(indices)):
        i = indices[j]
        state, env = states[i], envs[i]
        env.done = 0
        action = np.int64(actions[j])
        while True:
            if action >= 0:
                events[0].count = 0
                apply(params[0], state, scratch, action, events[0])
            if state.terminated == 1:
                note_result(state, env.result)
                views[0] = states[i]
                redact(params[0], view, env.learner)
                encode(encoder, params[0], view, scratch, env.learner, final_observations[i])
                env.done = 1
                env.episode += 1
                next_deal(env)
                begin(params[0], states, i, env.seed)
                reset(params[0], state)
            player = np.int64(state.current_player)
            views[0] = states[i]
            redact(params[0], view, player)
            if env.bots[player] == CALLER:
                legal(params[0], view, scratch, masks[i])
                encode(encoder, params[0], view, scratch, player, observations[i])
                env.seat = player
                break
            legal(params[0], view, scratch, mask)
            if scratch.num_choices == 0:
                masks[i][:] = 0
                env.seat = player
                break
            bot = np.int64(env.bots[player])
            seed = seed_of_choice(bot, env.seed, state.ply)
            action = decide(params[0], view, scratch, mask, player, bot, seed)


@entry_point("P[1] S[N] i8[K] S[K]")
def redact_envs(params, states, indices, views):
    """Write the view of the current player in environment ``indices[j]`` into row j of ``views``."""
    for j in range(len(indices)):
        views[j] = states[indices[j]]
        view = views[j]
        redact(params[0], view, np.int64(view.current_player))


@entry_point("i8 P[1] S[N] S[1] W[1] f4[N,P,F]")
def observe_others_of_envs(encoder, params, states, views, scratches, observations):
    """Fill ``observations`` (N, P, F) with what the seats other than the current player observe, in turn order from the
    next seat on."""
    view = views[0]
    for i in range(len(states)):
        player, seats = np.int64(states[i].current_player), np.int64(states[i].num_players)
        for k in range(observations.shape[1]):
            seat = (player + 1 + k) % seats
            views[0] = states[i]
            redact(params[0], view, seat)
            encode(encoder, params[0], view, scratches[0], seat, observations[i, k])


@entry_point("P[1] i8[P] S[1] W[1] i1[A] S[N] B[N] i8[N]")
def advise_envs(params, bots, views, scratches, mask, states, envs, actions):
    """Fill ``actions`` (N,) with the choices of scripted bots, ``bots`` (P,) by seat, in all environments. States are
    not changed."""
    view, scratch = views[0], scratches[0]
    for i in range(len(states)):
        player = np.int64(states[i].current_player)
        views[0] = states[i]
        redact(params[0], view, player)
        legal(params[0], view, scratch, mask)
        bot = np.int64(bots[player])
        seed = seed_of_choice(bot, envs[i].seed, states[i].ply)
        actions[i] = decide(params[0], view, scratch, mask, player, bot, seed)
