"""Random play of many games at once, with every law of the card game checked at every ply."""

from typing import Any

import laws
import numpy as np
from jit import bound

from railgym.envs.core.batch import Batch
from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.game import Array, Game
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, TICKETS

__all__ = ["play_checked"]

FAULTS = (
    "nothing",
    "a count is negative, or the ledger says more than the hand holds",
    "train cards were lost or made",
    "tickets were lost or made",
    "hand_size, track_size or num_tickets is wrong",
    "a deck keeps cards in unused places",
)
NOTHING, COUNTS, TRAINS, LOST, LEDGER, DECK = range(len(FAULTS))


def play_checked(game: Game, seed: int, plies: int, num_envs: int = 100, sample: int = 1) -> int:
    """Play random games for at least ``plies`` plies; returns how many were played.

    All environments are checked after every step; of ``sample`` of them the views, too. Every other game lays cards
    whenever it can, for more robberies.
    """
    check = bound(game, check_states)
    batch = Batch(game, num_envs, seed)
    batch.start()
    rng = np.random.default_rng(seed)
    played = 0
    while played < plies:
        fault, i = divmod(int(check(game.params, batch.states)), num_envs)
        assert fault == NOTHING, f"{FAULTS[fault]}: {where(game, batch, i)}"
        assert batch.masks.any(axis=1).all() and batch.masks.max() == 1
        for i in rng.integers(num_envs, size=sample):
            broken = broken_law(game, batch.states[i : i + 1], check, rng)
            assert not broken, f"{broken}: {where(game, batch, i)}"
        weights = rng.random(batch.masks.shape) + 0.5 * (np.arange(len(game.actions)) / len(game.actions))
        actions = (batch.masks * weights).argmax(axis=1)
        batch.step(actions)
        played += num_envs
    return played


def where(game: Game, batch: Batch, i: int) -> str:
    return f"deal {batch.envs['seed'][i]}, ply {batch.states['ply'][i]}, {game.options!r}"


def broken_law(game: Game, state: Array, check: Any, rng: np.random.Generator) -> str:
    """The law of hidden information that a position breaks for some seat or the public; empty if none."""
    for player in laws.viewers(game):
        seed = int(rng.integers(2**62))
        if law := laws.broken_law(game, state, player, seed):
            return law
        fault = int(check(game.params, game.rules.determinize(game.rules.view(state, player), player, seed)))
        if fault != NOTHING:
            return f"a world is impossible: {FAULTS[fault]}"
    return ""


def check_states(params, states):
    """The first fault in the states, as fault * number of states + index; 0 if there is none."""
    for i in range(len(states)):
        fault = fault_in(params[0], states[i])
        if fault != NOTHING:
            return fault * len(states) + i
    return 0


@kernel
def fault_in(params, state):
    """What is wrong with a full state."""
    cards = np.zeros(KINDS, np.int64)
    fault = NOTHING
    for kind in range(KINDS):
        cards[kind] = state.display[kind] + state.discard[kind]
        if state.display[kind] < 0 or state.discard[kind] < 0:
            fault = COUNTS
    if state.clock >= 0:
        cards[state.clock] += 1
    for p in range(len(state.players)):
        fault = max(fault, fault_in_seat(state.players[p], cards))
    if not count_deck(state.deck, cards) or not count_deck(state.clock_deck, cards):
        fault = DECK
    for kind in range(KINDS):
        if cards[kind] != params.cards_of[kind]:
            fault = TRAINS
    if tickets_are_lost(params, state):
        fault = LOST
    for p in range(params.num_players):
        deciding = state.phase == SETUP_TICKETS or (state.phase == TICKETS_DRAWN and p == state.current_player)
        if not deciding and state.players[p].num_tickets != count_bits(state.players[p].tickets):
            fault = LEDGER
    return fault


@kernel
def fault_in_seat(seat, cards):
    """Adds the seat's train cards to ``cards``."""
    fault = NOTHING
    hand = 0
    track = 0
    for kind in range(KINDS):
        if seat.hand[kind] < 0 or seat.track[kind] < 0 or seat.seen[kind] < 0 or seat.seen[kind] > seat.hand[kind]:
            fault = COUNTS
        hand += seat.hand[kind]
        track += seat.track[kind]
        cards[kind] += seat.hand[kind] + seat.track[kind]
    for colour in range(COLOURS):
        if seat.yard[colour] < 0 or seat.wild[colour] < 0:
            fault = COUNTS
        cards[colour] += seat.yard[colour]
        cards[LOCO] += seat.wild[colour]
    if hand != seat.hand_size or track != seat.track_size:
        fault = LEDGER
    return fault


@kernel
def count_deck(deck, cards):
    """Adds a deck's cards to ``cards``; returns whether its unused places are clean."""
    size = np.int64(deck.size)
    for i in range(size):
        cards[deck.cards[i]] += 1
    for i in range(size, len(deck.cards)):
        if deck.cards[i] != 0 or deck.known[i] != 0:
            return False
    return size >= 0


@kernel
def tickets_are_lost(params, state):
    """Whether any ticket lies in two places, or more of them nowhere than stay in the box (TC-R18)."""
    in_box = TICKETS - params.num_tickets
    if params.tickets_per_draw == 0:
        in_box += params.num_tickets - params.num_players * params.first_tickets
    places = np.zeros(TICKETS, np.int64)
    for i in range(np.int64(state.ticket_deck.size)):
        if state.ticket_deck.cards[i] == UNKNOWN:
            return True
        places[state.ticket_deck.cards[i]] += 1
    for t in range(TICKETS):
        places[t] += 1 if state.opponent_tickets & bit(t) else 0
        for p in range(len(state.players)):
            seat = state.players[p]
            places[t] += 1 if seat.tickets & bit(t) else 0
            places[t] += 1 if seat.done & bit(t) else 0
            places[t] += 1 if seat.offered & bit(t) else 0
            places[t] += 1 if seat.returned & bit(t) else 0
        if places[t] > 1:
            return True
        in_box -= 1 - places[t]
    return in_box != 0
