"""The end of a train deck: scoring between the decks, the second deck, and the end of the game."""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.decks import draw, shuffle_deck, stack
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import BONUS, COMPLETED, DEALT, MISSED, NEW_DECK, TOTAL
from railgym.envs.ticket_to_ride_card.rules.cards import refill_display, take
from railgym.envs.ticket_to_ride_card.rules.phases import CLOCK_RAN_OUT, DECK_EXHAUSTED, STANDSTILL
from railgym.envs.ticket_to_ride_card.rules.scoring import best_tickets, value_of
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO, SEATS, SHUFFLE_TRAINS, TICKETS

__all__ = ["end_deck", "finish"]


@kernel
def end_deck(params, state, scratch, events):
    """TC-6.5: after the final turns of the first of two decks the second begins; after the last the game is over.

    How many decks there are, and that tickets are scored between them, is TC-R4.
    """
    if state.deck_number < params.decks:
        if params.score_between == 1:
            for player in range(params.num_players):
                complete_tickets(params, state, player, scratch, events)
                note_open_tickets(params, state, player)
        deal_second_deck(params, state, events)
    else:
        finish(params, state, scratch, events)


@kernel
def complete_tickets(params, state, player, scratch, events):
    """TC-6.9: the track completes tickets, which are set aside face up and count for the bonuses (TC-R4)."""
    seat = state.players[player]
    completed = best_tickets(params, seat.track, seat.tickets, scratch)
    seat.tickets &= ~completed
    seat.done |= completed
    seat.num_tickets -= count_bits(completed)
    state.scores[player] += value_of(params, completed)
    while completed:
        ticket = lowest(completed)
        emit(events, EVERYONE, COMPLETED, player, ticket, params.value[ticket])
        completed &= completed - 1


@kernel
def note_open_tickets(params, state, player):
    """What all know of the tickets that stay open: none could have been completed together with the others (TC-R13)."""
    seat = state.players[player]
    seat.late = 0
    for viewer in range(params.num_players):
        since = state.players[viewer].since
        since[player] = min(since[player], seat.num_tickets)
    missing = np.zeros(COLOURS, np.int64)  # circles of completed tickets beyond the cards of the colour
    for colour in range(COLOURS):
        missing[colour] = -seat.track[colour]
    done = seat.done
    while done:
        missing += params.need[lowest(done)]
        done &= done - 1
    seat.too_easy = 0
    for ticket in range(TICKETS):
        locomotives = 0
        for colour in range(COLOURS):
            locomotives += max(0, missing[colour] + params.need[ticket, colour])
        if locomotives <= seat.track[LOCO]:
            seat.too_easy |= bit(ticket)


@kernel
def deal_second_deck(params, state, events):
    """TC-6.3: discards, railyards, tracks and what is left of the deck are shuffled into the second deck (TC-R4)."""
    for player in range(params.num_players):
        seat = state.players[player]
        for colour in range(COLOURS):
            state.discard[colour] += seat.yard[colour] + seat.track[colour]
            state.discard[LOCO] += seat.wild[colour]
            seat.yard[colour] = 0
            seat.wild[colour] = 0
        state.discard[LOCO] += seat.track[LOCO]
        for kind in range(KINDS):
            seat.track[kind] = 0
        seat.track_size = 0
        seat.moves = 0
    stack(state.deck, state.discard)
    for kind in range(KINDS):
        state.discard[kind] = 0
    shuffle_deck(state, SHUFFLE_TRAINS, state.deck)
    state.deck_number += 1
    state.final_turns = -1
    state.idle_turns = 0
    state.stalled = 0
    deal_four(params, state, events)
    emit(events, EVERYONE, NEW_DECK, -1, state.deck.size)
    refill_display(params, state, events)
    if state.final_turns > 0:
        state.final_turns -= 1  # exhausted between two turns: there is no present turn to count


@kernel
def deal_four(params, state, events):
    """TC-6.4: four cards each, one by one from the next seat on, as far as they go (TC-R4)."""
    dealt = 0
    while dealt < 4 * params.num_players and state.deck.size > 0:
        player = (state.current_player + 1 + dealt) % params.num_players
        take(state, player, draw(state.deck))
        dealt += 1
    emit(events, EVERYONE, DEALT, -1, dealt)


@kernel
def finish(params, state, scratch, events):
    """Final scoring (TC-1.1): completed tickets add (TC-6.10), the others subtract; then bonuses, then the ranking.

    Solo, the hidden tickets are revealed (TC-6.15): a finished game hides nothing.
    """
    state.terminated = 1
    state.end_reason = CLOCK_RAN_OUT if params.solo == 1 else STANDSTILL if state.stalled == 1 else DECK_EXHAUSTED
    for player in range(params.num_players):
        complete_tickets(params, state, player, scratch, events)
        subtract_open_tickets(params, state, player, events)
    bonuses = award_bonuses(params, state, events)
    for player in range(params.num_players):
        emit(events, EVERYONE, TOTAL, player, state.scores[player])
    if params.solo == 1:
        compare_with_rival(state, events)
    else:
        rank_players(params, state, bonuses)


@kernel
def subtract_open_tickets(params, state, player, events):
    """TC-6.11: tickets that are not completed cost their value."""
    missed = state.players[player].tickets
    state.scores[player] -= value_of(params, missed)
    while missed:
        ticket = lowest(missed)
        emit(events, EVERYONE, MISSED, player, ticket, params.value[ticket])
        missed &= missed - 1


@kernel
def count_at(params, tickets, city):
    """How many of the tickets count for a big city; some count for two (TC-6.14)."""
    n = 0
    while tickets:
        n += (params.cities[lowest(tickets)] >> city) & 1
        tickets &= tickets - 1
    return n


@kernel
def award_bonuses(params, state, events):
    """TC-6.12: most completed tickets at a city, at least one (TC-R14), wins its bonus; TC-6.13: ties all score.

    Solo: the hidden tickets count as completed by an opponent (TC-6.16). Returns the number of bonuses a seat won.
    """
    bonuses = np.zeros(SEATS, np.int64)
    if params.solo == 1:
        state.scores[1] = value_of(params, state.rival)
    for city in range(6):
        most = max(1, count_at(params, state.rival, city))
        for player in range(params.num_players):
            most = max(most, count_at(params, state.players[player].done, city))
        for player in range(params.num_players):
            if count_at(params, state.players[player].done, city) == most:
                state.scores[player] += params.bonus[city]
                bonuses[player] += 1
                emit(events, EVERYONE, BONUS, player, city, params.bonus[city])
        if params.solo == 1 and count_at(params, state.rival, city) == most:
            state.scores[1] += params.bonus[city]
            emit(events, EVERYONE, BONUS, -1, city, params.bonus[city])
    return bonuses


@kernel
def rank_players(params, state, bonuses):
    """Most points, then most completed tickets, then most bonuses, then a shared rank (TC-R14)."""
    keys = np.zeros(SEATS, np.int64)
    for player in range(params.num_players):
        keys[player] = (state.scores[player] * 64 + count_bits(state.players[player].done)) * 8 + bonuses[player]
    pay_by_rank(state, keys)


@kernel
def compare_with_rival(state, events):
    """TC-6.17: the player wins if strictly above the hidden opponent (TC-R15)."""
    emit(events, EVERYONE, TOTAL, -1, state.scores[1])
    state.payoff[0] = 1.0 if state.scores[0] > state.scores[1] else -1.0
