"""Scoring: completed tickets, the big-city bonuses and the winner (chapter 6 of the manual).

Which tickets a stack completes is decided in ``ticket_assignment.py``.
"""

import numpy as np

from railgym.envs.core.bits import count_bits, lowest
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.header import pay_by_rank
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.event_kinds import BONUS, COMPLETED, MISSED, TOTAL
from railgym.envs.ticket_to_ride_card.rules.phases import CLOCK_RAN_OUT, DECK_EXHAUSTED, STANDSTILL
from railgym.envs.ticket_to_ride_card.rules.ticket_assignment import best_tickets
from railgym.envs.ticket_to_ride_card.state import SEATS

__all__ = ["complete_tickets", "finish"]


@kernel
def finish(params, state, scratch, events):
    """End the game and score it (TC-1.1): completed tickets add their value (TC-6.10), the others subtract it; then the
    bonuses, then the ranking.

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
        compare_with_opponent(state, events)
    else:
        rank_players(params, state, bonuses)


@kernel
def complete_tickets(params, state, player, scratch, events):
    """Complete the tickets of ``player`` with the cards of their on-the-track stack and add their value (TC-6.9).

    Completed tickets are set aside face up and count for the bonuses (TC-R4.1).
    """
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
def subtract_open_tickets(params, state, player, events):
    """Subtract the value of the tickets that ``player`` has not completed (TC-6.11)."""
    missed = state.players[player].tickets
    state.scores[player] -= value_of(params, missed)
    while missed:
        ticket = lowest(missed)
        emit(events, EVERYONE, MISSED, player, ticket, params.value[ticket])
        missed &= missed - 1


@kernel
def value_of(params, tickets):
    """The total value of a set of tickets."""
    value = 0
    while tickets:
        value += params.value[lowest(tickets)]
        tickets &= tickets - 1
    return value


@kernel
def award_bonuses(params, state, events):
    """Award the bonus of each big city to the most completed tickets there, at least one (TC-6.12, TC-R14); players who
    tie all score it (TC-6.13). Returns the number of bonuses of each seat.

    Solo: the hidden tickets count as completed by an opponent (TC-6.16), whose total is ``scores[1]`` (TC-R15.3).
    """
    bonuses = np.zeros(SEATS, np.int64)
    if params.solo == 1:
        state.scores[1] = value_of(params, state.opponent_tickets)
    for city in range(6):
        most = max(1, tickets_at_city(params, state.opponent_tickets, city))
        for player in range(params.num_players):
            most = max(most, tickets_at_city(params, state.players[player].done, city))
        for player in range(params.num_players):
            if tickets_at_city(params, state.players[player].done, city) == most:
                state.scores[player] += params.bonus[city]
                bonuses[player] += 1
                emit(events, EVERYONE, BONUS, player, city, params.bonus[city])
        if params.solo == 1 and tickets_at_city(params, state.opponent_tickets, city) == most:
            state.scores[1] += params.bonus[city]
            emit(events, EVERYONE, BONUS, -1, city, params.bonus[city])
    return bonuses


@kernel
def tickets_at_city(params, tickets, city):
    """The number of the tickets that count for a big city; some tickets count for two (TC-6.14)."""
    n = 0
    while tickets:
        n += (params.cities[lowest(tickets)] >> city) & 1
        tickets &= tickets - 1
    return n


@kernel
def rank_players(params, state, bonuses):
    """Pay the players by rank: most points, then most completed tickets, then most bonuses, then shared (TC-R14)."""
    keys = np.zeros(SEATS, np.int64)
    for player in range(params.num_players):
        keys[player] = (state.scores[player] * 64 + count_bits(state.players[player].done)) * 8 + bonuses[player]
    pay_by_rank(state, keys)


@kernel
def compare_with_opponent(state, events):
    """Pay the solo player: they win with strictly more points than the hidden opponent (TC-6.17, TC-R15.3)."""
    emit(events, EVERYONE, TOTAL, -1, state.scores[1])
    state.payoff[0] = 1.0 if state.scores[0] > state.scores[1] else -1.0
