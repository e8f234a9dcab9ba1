"""Worlds of the Railbot's cards: which were removed unseen, and in which order the others lie."""

import numpy as np

from railgym.envs.core.chance import mix, scramble
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.maps.model import MAX_RAILBOT
from railgym.envs.railways_of_the_world.params import (
    BOT_DEADHEAD,
    BOT_DEADHEAD_TAXATION,
    BOT_FINAL,
    BOT_TAXATION,
)
from railgym.envs.railways_of_the_world.rules.solo_setup import HIDDEN_CARDS

__all__ = ["deal_railbot"]

_TRIES = 256
# How likely the row is to be dealt as it was, with so many Taxation and Deadhead cards among the three removed: two of
# the twelve that the row is dealt from are such, and the row is three of those that are not.
_CHANCE = np.array([1.0, 7 * 6 * 5 / (8 * 7 * 6), 7 * 6 * 5 / (9 * 8 * 7)])


@kernel
def deal_railbot(params, view, key):
    """Fill in the removed cards and the deck. The three that were removed first are of slot 1: a set of them is drawn
    evenly and kept with the chance that the row says. Then come those removed from the whole deck, and the deck, with
    the Final Evaluation, unless it was seen, among the last three."""
    first, others, final = np.empty(MAX_RAILBOT, np.uint8), np.empty(MAX_RAILBOT, np.uint8), -1
    number, rest = 0, 0
    for card in range(MAX_RAILBOT):
        if view.spent[card] == 1:
            continue
        if params.bot_kind[card] == BOT_FINAL:
            final = card
        elif params.bot_slot[card] == 1:
            first[number] = card
            number += 1
        else:
            others[rest] = card
            rest += 1
    _draw_removed(params, first, number, key)
    for i in range(HIDDEN_CARDS, number):
        others[rest] = first[i]
        rest += 1
    scramble(mix(key ^ np.uint64(7)), others, rest)
    for i in range(np.int64(view.removed.size)):
        if i < HIDDEN_CARDS:
            view.removed.cards[i] = first[i]
        else:
            rest -= 1
            view.removed.cards[i] = others[rest]
    _stack(view, others, final, key)


@kernel
def _draw_removed(params, first, number, key):
    """Bring the three cards that were removed to the front."""
    for attempt in range(_TRIES):
        bits = mix(key + np.uint64(attempt))
        scramble(bits, first, number)
        hard = 0
        for i in range(HIDDEN_CARDS):
            kind = params.bot_kind[first[i]]
            hard += kind in (BOT_TAXATION, BOT_DEADHEAD, BOT_DEADHEAD_TAXATION)
        if np.float64(mix(~bits) >> np.uint64(11)) / 2.0**53 < _CHANCE[min(hard, 2)]:
            return


@kernel
def _stack(view, cards, final, key):
    """The deck from the bottom; the Final Evaluation is one of its last three."""
    size = np.int64(view.bots.size)
    place = np.int64(-1)
    if final >= 0:
        place = np.int64(mix(key ^ np.uint64(9)) % np.uint64(min(np.int64(3), size)))
    used = 0
    for i in range(size):
        if i == place:
            view.bots.cards[i] = final
        else:
            view.bots.cards[i] = cards[used]
            used += 1
