"""What a seat cannot see (``redact``), and states that agree with what it sees (``determinize``).

Hidden are the order of the operations deck and the barons of others; against the Railbot also the order of its deck and
the removed cards. Draws from the bag are random.
"""

import numpy as np

from railgym.envs.core.decks import card_at, fill_unknown, redact_deck
from railgym.envs.core.header import begin_view, begin_world
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.railways_of_the_world.rules.barons import BARONS
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD
from railgym.envs.railways_of_the_world.views_bots import deal_railbot

__all__ = ["determinize", "redact"]


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public). A finished game hides only its key."""
    if not begin_view(state, player):
        return
    redact_deck(state.deck, player)
    redact_deck(state.railbot_deck, player)
    redact_deck(state.removed_cards, player)
    for p in range(params.num_companies):
        if p != player and state.players[p].barons[0] != NO_CARD:
            state.players[p].barons[:] = HIDDEN


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one possible state: cards that were never seen are in the deck, in random order,
    and the others have any of the barons that the viewer was not dealt."""
    if not begin_world(view, seed):
        return
    _deal_barons(params, view, mix(view.key ^ np.uint64(1)))
    unseen = np.zeros(256, np.uint8)
    size = 0
    for card in range(params.num_operations):
        if view.card_seen[card] == 0:
            unseen[size] = card
            size += 1
    scramble(mix(view.key), unseen, size)
    fill_unknown(view.deck, unseen[:size], 0)
    if params.solo == 1:
        deal_railbot(params, view, mix(view.key ^ np.uint64(2)))


@kernel
def _deal_barons(params, view, key):
    """Deal the unknown barons at random."""
    dealt = np.zeros(BARONS, np.uint8)
    for p in range(params.num_companies):
        for baron in view.players[p].barons:
            if baron < BARONS:
                dealt[baron] = 1
    left = np.zeros(BARONS, np.uint8)
    size = 0
    for baron in range(BARONS):
        if dealt[baron] == 0:
            left[size] = baron
            size += 1
    scramble(key, left, size)
    for p in range(params.num_companies):
        for i in range(2):
            if view.players[p].barons[i] == HIDDEN:
                size -= 1
                view.players[p].barons[i] = card_at(left, size)
