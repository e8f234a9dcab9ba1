"""Bots that every game has, or that are the planner with other weights.

Nonsense bots and disturbed planners show how robust an agent is:

============ ===================================================================================
``lowest``   takes the legal action with the lowest id
``highest``  takes the legal action with the highest id
``middle``   takes the middle one of the legal actions
``sticky``   draws an order of all actions for each game, and takes the first legal one in it
``hurry``    tries to end the game as soon as possible, by ``pace``
``hoard``    tries to delay the end of the game, by ``pace``
``second``   takes the legal action with the second lowest id
``either``   takes the legal action with the lowest or the highest id, at random
``fraction`` draws a fraction for each game, and takes the legal action at this part of the list
============ ===================================================================================

``disturbed1`` to ``disturbed3`` are the planner with disturbed weights, in the games that have weights for it. There,
``planner:STYLE`` is the planner with the weights of a style: ``STYLES`` of the game's bots has a factor for each weight
that differs.

``pace(params, view, action)`` is a rule of a game package's bots: the lower its value, from 0 to 999, the sooner the
action brings the end of the game.
"""
# ruff: noqa: F821

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix

own_decide: Any
pace: Any
variant: Any

__all__ = [
    "DISTURBED",
    "NONSENSE",
    "constant_pace",
    "decide",
    "keeps_its_seed",
    "no_variant",
    "variants_of",
]

NONSENSE = {
    "lowest": "nonsense: takes the legal action with the lowest id",
    "highest": "nonsense: takes the legal action with the highest id",
    "middle": "nonsense: takes the middle one of the legal actions",
    "sticky": "nonsense: takes the first legal action in an order that it draws for each game",
    "hurry": "nonsense: tries to end the game as soon as possible",
    "hoard": "nonsense: tries to delay the end of the game",
    "second": "nonsense: takes the legal action with the second lowest id",
    "either": "nonsense: takes the legal action with the lowest or the highest id, at random",
    "fraction": "nonsense: draws a fraction for each game, and takes the legal action at this part of the list",
}
"""The nonsense bots, each with a sentence about it."""
DISTURBED = {f"disturbed{k + 1}": f"the planner with disturbed weights, number {k + 1}" for k in range(3)}
"""The disturbed planners, each with a sentence about it."""

LOWEST, HIGHEST, MIDDLE, STICKY, HURRY, HOARD, SECOND, EITHER, FRACTION = range(-2, -2 - len(NONSENSE), -1)
"""Their numbers, below that of a seat that the caller plays; those of the planners with other weights follow."""
SPREAD = 0.4  # the standard deviation of the logarithms of disturbed weights

SLOWEST = 1000  # above all values of ``pace``


def variants_of(weights: Iterable[float], styles: Mapping[str, Mapping[int, float]]) -> list[list[float]]:
    """The weights of the planners with other weights, in the order of their numbers. Each weight of a disturbed planner
    is multiplied by a random factor around 1. A style has factors for some weights, by their places."""
    given = np.array([*weights], np.float64)
    disturbed = [np.exp(SPREAD * np.random.default_rng(k).standard_normal(len(given))) for k in range(len(DISTURBED))]
    styled = [np.array([style.get(place, 1.0) for place in range(len(given))]) for style in styles.values()]
    return [(given * factors).tolist() for factors in (*disturbed, *styled)]


@kernel
def no_variant(params, view, scratch, mask, player, number, seed):
    """The ``variant`` of games without planners with other weights."""
    return np.int64(scratch.choices[0])


@kernel
def constant_pace(params, view, action):
    """The pace of games without a rule for it: all actions are alike."""
    return 0


@kernel
def keeps_its_seed(bot):
    """Whether a bot has one seed for all its decisions in a game."""
    return bot in (STICKY, FRACTION)


@kernel
def place_in_list(bot, legal, seed):
    """Which of its ``legal`` actions, in ascending order, a nonsense bot takes; the lower one of two in the middle."""
    if bot == LOWEST:
        return 0
    if bot == HIGHEST:
        return legal - 1
    if bot == MIDDLE:
        return (legal - 1) // 2
    if bot == SECOND:
        return min(1, legal - 1)
    drawn = mix(seed) >> np.uint64(32)
    if bot == EITHER:
        return (legal - 1) * np.int64(drawn & np.uint64(1))
    return np.int64((drawn * np.uint64(legal)) >> np.uint64(32))


@kernel
def choice_at(mask, place):
    """The legal action at a place, from 0, in ascending order."""
    action = np.int64(0)
    while mask[action] == 0 or place > 0:
        place -= mask[action]
        action += 1
    return action


@kernel
def place_in_order(bot, value, action, seed):
    """The place of an action in the order of a nonsense bot; the first legal one is taken. ``value``: its pace."""
    shuffled = mix(seed ^ (np.uint64(action) << np.uint64(32))) >> np.uint64(10)
    if bot == HURRY:
        return shuffled | (np.uint64(value) << np.uint64(54))
    if bot == HOARD:
        return shuffled | (np.uint64(SLOWEST - value) << np.uint64(54))
    return shuffled


def decide(params: Any, view: Any, scratch: Any, mask: Any, player: Any, bot: Any, seed: Any) -> Any:
    """The template of every game's ``decide``: its own bots, the nonsense bots, and planners with other weights."""
    if bot > LOWEST:
        return own_decide(params, view, scratch, mask, player, bot, seed)
    if bot < FRACTION:
        return variant(params, view, scratch, mask, player, FRACTION - 1 - bot, seed)
    if bot > STICKY or bot < HOARD:
        return choice_at(mask, place_in_list(bot, np.int64(scratch.num_choices), seed))
    best, first = np.int64(scratch.choices[0]), ~np.uint64(0)
    for i in range(scratch.num_choices):
        action = np.int64(scratch.choices[i])
        place = place_in_order(bot, np.int64(pace(params, view, action)), action, seed)
        if place < first:
            best, first = action, place
    return best
