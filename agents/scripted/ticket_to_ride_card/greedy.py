"""The greedy bot: the best-looking single move by simple counting, fast enough to serve in rollouts."""

import numpy as np

from railgym.envs.core.bits import lowest
from railgym.envs.core.choices import random_choice
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import (
    DRAW_BLIND,
    DRAW_CLOCK,
    DRAW_TICKETS,
    FACE_UP,
    KEEP,
    LAY,
    NATURALS,
    RETURN,
    THREE,
    TRIPLE_NUMBER,
)
from railgym.envs.ticket_to_ride_card.rules.lay_trains import cards_needed
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, LAY_NATURAL, LAY_WILD, SECOND_CARD
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["greedy"]

# Cards per turn that are expected to reach the track. Tickets are kept and drawn while these cover all they lack.
PACE = 1
# Cards that tickets of a new draw are expected to ask for in addition.
MISSING_OF_FOUR = 4
# Turns that a second deck is expected to last, all seats together.
SECOND_DECK = 48
# Cards that a lay has at least, the robbed ones included.
GROUP = 3
# With fewer turns of the deck left than this, two cards are enough.
LATE = 6


@kernel
def greedy(params, view, scratch, mask, player, seed):
    """The action that the greedy bot chooses for ``player``, the seat that decides."""
    spare = np.zeros(COLOURS, np.int64)
    phase = view.phase
    if phase == LAY_NATURAL:
        return NATURALS + np.int64(view.players[player].hand[view.lay_colour]) - 1
    if phase == LAY_WILD:
        return np.int64(scratch.choices[0])
    missing = count_spare(params, view, player, spare)
    turns = turns_left(params, view)
    if phase == ACTION:
        return act(params, view, scratch, mask, player, spare, missing, turns, seed)
    if phase == SECOND_CARD:
        return draw_card(params, view, mask, player, spare)
    if mask[RETURN] == 0:
        return np.int64(KEEP)
    ticket = lowest(np.int64(view.players[player].offered))
    lacking = missing + lacks(params, spare, ticket)
    later = SECOND_DECK // params.num_players if view.deck_number < params.decks else 0
    return np.int64(KEEP if lacking <= PACE * (turns + later) else RETURN)


@kernel
def turns_left(params, view):
    """The seat's own turns while the current deck lasts: three cards leave it in two turns."""
    if params.solo == 1:
        return np.int64(view.clock_deck.size)
    if view.final_turns > 0:
        return np.int64((view.final_turns - 1) // params.num_players)
    return np.int64(2 * view.deck.size // (3 * params.num_players) + 1)


@kernel
def count_spare(params, view, player, spare):
    """Write into ``spare`` the cards of each colour beyond what the open tickets ask for; returns the number of missing
    cards."""
    seat = view.players[player]
    for colour in range(COLOURS):
        spare[colour] = np.int64(seat.track[colour]) + seat.yard[colour] + seat.hand[colour]
    open_tickets = seat.tickets
    while open_tickets:
        ticket = lowest(open_tickets)
        for i in range(params.cards[ticket]):
            spare[params.circles[ticket, i]] -= 1
        open_tickets &= open_tickets - 1
    missing = np.int64(0)
    for colour in range(COLOURS):
        missing += max(0, -spare[colour])
    return missing


@kernel
def lacks(params, spare, ticket):
    """The number of circles of a ticket that no spare card fills."""
    lacking = 0
    for i in range(params.cards[ticket]):
        if spare[params.circles[ticket, i]] <= 0:
            lacking += 1
    return lacking


@kernel
def act(params, view, scratch, mask, player, spare, missing, turns, seed):
    """The action of a turn: draw tickets while there is time for them, else the largest lay if it is large enough, else
    draw train cards."""
    later = SECOND_DECK // params.num_players if view.deck_number < params.decks else 0
    if mask[DRAW_TICKETS] == 1 and missing + MISSING_OF_FOUR <= PACE * (turns + later):
        return np.int64(DRAW_TICKETS)
    best, action = largest_group(params, view, mask, player)
    if best < GROUP + 1:
        three = best_three(params, view, player, spare)
        if three >= 0:
            best, action = 3, three
    if best >= (2 if turns < LATE else GROUP):
        return action
    return draw_action(params, view, scratch, mask, player, spare, seed)


@kernel
def largest_group(params, view, mask, player):
    """The largest lay of one colour without needless locomotives, cards robbed included, as (size, action)."""
    best = np.int64(0)
    action = np.int64(-1)
    for colour in range(COLOURS):
        if mask[LAY + colour] == 1:
            needed = np.int64(cards_needed(params, view, player, colour))
            size = max(np.int64(view.players[player].hand[colour]), needed) + needed - 1
            if size > best:
                best, action = size, np.int64(LAY + colour)
    return best, action


@kernel
def best_three(params, view, player, spare):
    """The lay of the three colours with the fewest spare cards; -1 if there is none."""
    seat = view.players[player]
    chosen = 0
    for _ in range(3):
        top = -1
        for colour in range(COLOURS):
            if chosen >> colour & 1 or seat.hand[colour] == 0 or seat.yard[colour] + seat.wild[colour] > 0:
                continue
            if (top < 0 or spare[colour] < spare[top]) and cards_needed(params, view, player, colour) == 1:
                top = colour
        if top < 0:
            return np.int64(-1)
        chosen |= 1 << top
    a = lowest(chosen)
    b = lowest(chosen & (chosen - 1))
    c = lowest(chosen & ~(1 << a) & ~(1 << b))
    return np.int64(THREE + TRIPLE_NUMBER[a, b, c])


@kernel
def draw_action(params, view, scratch, mask, player, spare, seed):
    """A face-up locomotive, else the best card; anything legal if no card can be drawn."""
    if mask[FACE_UP + LOCO] == 1:
        return np.int64(FACE_UP + LOCO)
    action = draw_card(params, view, mask, player, spare)
    return action if action >= 0 else random_choice(scratch, seed)


@kernel
def draw_card(params, view, mask, player, spare):
    """The draw of a face-up card that is missing, or else held most; blind if there is no such card; -1 if there is no
    card."""
    seat = view.players[player]
    best = np.int64(-1)
    action = np.int64(DRAW_BLIND if mask[DRAW_BLIND] == 1 else -1)
    for colour in range(COLOURS):
        if mask[FACE_UP + colour] == 0 and not (mask[DRAW_CLOCK] == 1 and view.clock == colour):
            continue
        worth = (8 if spare[colour] < 0 else 0) + 2 * np.int64(seat.hand[colour])
        if worth > best and (worth >= 4 or action < 0):
            best = worth
            action = np.int64(FACE_UP + colour if mask[FACE_UP + colour] == 1 else DRAW_CLOCK)
    if action < 0 and mask[DRAW_CLOCK] == 1:
        return np.int64(DRAW_CLOCK)
    return action
