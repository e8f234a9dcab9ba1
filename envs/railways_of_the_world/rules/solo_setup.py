"""Set-up against the Railbot: its deck and row, the operations cards, the Duel Barons."""

import numpy as np

from railgym.envs.core.decks import discard, draw, put_under, shuffle_deck
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import shuffle
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.params import (
    BOT_DEADHEAD,
    BOT_DEADHEAD_TAXATION,
    BOT_FINAL,
    BOT_TAXATION,
    FIRST_DELIVERY,
    NEW_TRAIN,
    SERVICE,
    SPEED,
)
from railgym.envs.railways_of_the_world.rules.cards import show
from railgym.envs.railways_of_the_world.state import DECKS, DUELS, PUT_BACK, ROW

__all__ = ["set_up_railbot"]

BOUNTIES, HIDDEN_CARDS = 2, 3
NUM_DUEL_BARONS = len(DUEL_BARONS)


@kernel
def set_up_railbot(params, state):
    """Set up the game against the Railbot. The player begins with the cash of the options (RS-11.1). Four Duel Barons
    are on offer (RS-1.2, RS-2.14). The Railbot has no money, bonds or engine (RS-3.4)."""
    state.players[0].cash = params.cash
    state.display_capacity = params.display_capacity
    _deal_row(params, state)
    _stack_bots(params, state)
    _deal_operations(params, state)
    if params.duel_barons == 1:
        barons = np.arange(NUM_DUEL_BARONS)
        shuffle(state, DECKS, barons, NUM_DUEL_BARONS)
        for i in range(DUELS):
            state.duel_barons[i] = barons[i]


@kernel
def _deal_row(params, state):
    """Shuffle the cards of slot 1 (RW-R3); three leave the game unseen (RS-2.7), and three are dealt face up. A
    Taxation or a Deadhead is replaced, and goes back into the deck (RS-2.8)."""
    for card in range(len(params.bot_kind)):
        if params.bot_slot[card] == 1:
            discard(state.railbot_deck, card)
    shuffle_deck(state, DECKS, state.railbot_deck)
    for _ in range(HIDDEN_CARDS):
        _remove_unseen(state)
    refused = np.zeros(len(params.bot_kind), np.int64)
    number, dealt = 0, 0
    while dealt < ROW:
        card = draw(state.railbot_deck)
        if params.bot_kind[card] in (BOT_TAXATION, BOT_DEADHEAD, BOT_DEADHEAD_TAXATION):
            refused[number] = card
            state.railbot_seen[card] = PUT_BACK
            number += 1
        else:
            state.railbot_row[dealt] = card
            state.railbot_seen[card] = 1
            dealt += 1
    for i in range(number):
        discard(state.railbot_deck, refused[i])


@kernel
def _remove_unseen(state):
    """Remove a card from the game; no player sees it (RS-2.7, RW-R6)."""
    discard(state.removed_cards, draw(state.railbot_deck))
    state.removed_cards.known[state.removed_cards.size - 1] = 0


@kernel
def _stack_bots(params, state):
    """Shuffle the remaining cards (RS-2.9). In a harder game one or two more leave the game (RS-11.4). The Final
    Evaluation is shuffled among the last two (RS-2.10)."""
    final = np.int64(-1)
    for card in range(len(params.bot_kind)):
        if params.bot_kind[card] == BOT_FINAL:
            final = np.int64(card)
        elif params.bot_slot[card] > 1:
            discard(state.railbot_deck, card)
    shuffle_deck(state, DECKS, state.railbot_deck)
    for _ in range(params.fewer_railbot_cards):
        _remove_unseen(state)
    put_under(state.railbot_deck, final, np.int64(-1))
    shuffle(state, DECKS, state.railbot_deck.cards, 3)


@kernel
def _deal_operations(params, state):
    """Put two random Service Bounties on display (RS-2.11); the others and the start cards are not in the game
    (RS-2.12). One more card is dealt from the rest (RS-2.13)."""
    for card in range(params.num_operations):
        if params.card_kind[card] == SERVICE:
            discard(state.deck, card)
    shuffle_deck(state, DECKS, state.deck)
    for _ in range(min(BOUNTIES, np.int64(state.deck.size))):
        show(state, draw(state.deck))
    while state.deck.size > 0:
        state.card_seen[draw(state.deck)] = 1
    for card in range(params.num_operations):
        kind = params.card_kind[card]
        if kind in (FIRST_DELIVERY, SPEED, NEW_TRAIN):
            state.card_seen[card] = 1
        elif kind != SERVICE:
            discard(state.deck, card)
    shuffle_deck(state, DECKS, state.deck)
    show(state, draw(state.deck))
