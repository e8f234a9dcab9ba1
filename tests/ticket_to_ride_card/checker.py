"""Random play in compiled code with every law of the card game checked at every ply."""

import numba
import numpy as np

from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.chance import mix
from railgym.envs.core.choices import random_choice
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.events import new_events
from railgym.envs.core.game import Game
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.hidden import determinize, hide
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.rules.setup import reset
from railgym.envs.ticket_to_ride_card.rules.turn import apply, legal
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, TICKETS

__all__ = ["play_checked"]

FAULTS = (
    "nothing",
    "the mask is empty, or differs from the list of choices",
    "a count is negative, or the ledger says more than the hand holds",
    "train cards were lost or made",
    "tickets were lost or made",
    "hand_size, track_size or num_tickets is wrong",
    "a deck keeps cards in unused places",
    "the mask of the view differs from that of the state",
    "the view keeps the key",
    "hide, determinize, hide does not give the same bytes",
    "a world that agrees with the view allows no action",
)
NOTHING, MASK, COUNTS, TRAINS, TICKET, LEDGER, DECK, VIEW_MASK, KEY, LAW, WORLD = range(len(FAULTS))


def play_checked(game: Game, first_seed: int, plies: int) -> int:
    """Play random games, dealt from ``first_seed`` on, for at least ``plies`` plies; returns how many were played.

    Fails at the first position that breaks a law. Every other game lays cards whenever it can, for more robberies.
    """
    types = game.record_types
    byte_rows, bytes_ = numba.uint8[:, ::1], numba.int8[::1]
    signature = (types["params"], types["states"], byte_rows, types["works"], types["events"], bytes_, bytes_)
    play = game.bind(check_random_games, *signature, numba.int64[::1])
    states = np.zeros(4, game.state_dtype)
    works = np.zeros(1, game.work_dtype)
    events = new_events()
    masks = np.zeros((2, len(game.actions)), np.int8)
    report = np.array([first_seed, plies, 0, 0])
    play(game.params, states, states.view(np.uint8).reshape(4, -1), works, events, masks[0], masks[1], report)
    seed, _, fault, played = report.tolist()
    assert fault == NOTHING, f"{FAULTS[fault]}: seed {seed}, ply {states['ply'][0]}, options {game.options}"
    return int(played)


def check_random_games(params, states, bytes_, works, events, mask, other_mask, report):
    """``states``: the truth, a view of it, a world, and its view; ``report``: seed, plies wanted, fault, plies."""
    state, work = states[0], works[0]
    played = 0
    while played < report[1]:
        seed = report[0]
        reset(params[0], state, seed)
        while state.terminated == 0:
            bits = mix(np.uint64(seed) * np.uint64(1000003) + np.uint64(state.ply))
            check_views(params, states, bytes_, work, mask, other_mask, bits, report)
            legal(params[0], state, work, mask)
            if not mask_agrees(work, mask):
                report[2] = MASK
            if report[2] != NOTHING:
                return
            action = random_choice(work, bits)
            if seed & 1 and bits & np.uint64(1):
                action = np.int64(work.choices[work.num_choices - 1])
            events[0].count = 0
            apply(params[0], state, work, action, events[0])
            played += 1
            report[2] = fault_in(params[0], state)
            if report[2] != NOTHING:
                return
        report[0] += 1
    report[3] = played


@kernel
def check_views(params, states, bytes_, work, mask, other_mask, bits, report):
    """The laws of hidden information, for every seat and the public."""
    state, view, world, again = states[0], states[1], states[2], states[3]
    legal(params[0], state, work, mask)
    for player in range(-1, params[0].num_players):
        states[1] = states[0]
        hide(params[0], view, player)
        if view.key != 0:
            report[2] = KEY
        if player == state.current:
            legal(params[0], view, work, other_mask)
            if not np.array_equal(mask, other_mask):
                report[2] = VIEW_MASK
        states[2] = states[1]
        determinize(params[0], world, player, np.int64(bits >> np.uint64(1)))
        report[2] = max(report[2], fault_in(params[0], world))
        legal(params[0], world, work, other_mask)
        if work.num_choices == 0:
            report[2] = WORLD
        states[3] = states[2]
        hide(params[0], again, player)
        if not np.array_equal(bytes_[1], bytes_[3]):
            report[2] = LAW


@kernel
def mask_agrees(work, mask):
    if work.num_choices == 0 or work.num_choices != mask.sum():
        return False
    for i in range(work.num_choices):
        if mask[work.choices[i]] != 1:
            return False
    return True


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
    if tickets_are_lost(state):
        fault = TICKET
    for p in range(params.num_players):
        deciding = state.phase == SETUP_TICKETS or (state.phase == TICKETS_DRAWN and p == state.current)
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
def tickets_are_lost(state):
    """Whether any ticket lies nowhere, or in two places."""
    places = np.zeros(TICKETS, np.int64)
    for i in range(np.int64(state.ticket_deck.size)):
        if state.ticket_deck.cards[i] == UNKNOWN:
            return True
        places[state.ticket_deck.cards[i]] += 1
    for t in range(TICKETS):
        if state.rival & bit(t):
            places[t] += 1
        for p in range(len(state.players)):
            seat = state.players[p]
            for mask in (seat.tickets, seat.done, seat.offered, seat.returned):
                if mask & bit(t):
                    places[t] += 1
        if places[t] != 1:
            return True
    return False
