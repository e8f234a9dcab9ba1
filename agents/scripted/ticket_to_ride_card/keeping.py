"""The value of keeping a ticket, and of drawing tickets."""

import numpy as np

from railgym.agents.scripted.ticket_to_ride_card.survey import CHANCE, HAND, NEED, SPARE, TRACK, unknown_tickets
from railgym.envs.core.bits import count_bits, lowest
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["draw_tickets_worth", "fill_chances", "keep_worth"]

MOST_CIRCLES = 5  # on a ticket
LEAST_DOUBT = 0.2  # cards of doubt at the very end


@kernel
def fill_chances(table, turns, hand_share, w):
    """Fill CHANCE, for each n the chance to complete a ticket that lacks n cards, and SPARE, the cards beyond the needs
    of the open tickets."""
    hoped = w.pace * turns + table[TRACK, LOCO] + hand_share * table[HAND, LOCO]
    for colour in range(COLOURS):
        spare = table[TRACK, colour] + hand_share * table[HAND, colour] - table[NEED, colour]
        table[SPARE, colour] = spare
        hoped += min(0.0, spare)
    doubt = w.doubt * min(1.0, turns) + LEAST_DOUBT + w.doubt_turn * turns
    for missing in range(MOST_CIRCLES + 1):
        x = (hoped - missing + 0.5) / doubt
        table[CHANCE, missing] = 0.5 + 0.5 * x / (1.0 + abs(x))


@kernel
def keep_worth(params, table, ticket, last, w):
    """The expected points of keeping a ticket, after ``fill_chances``."""
    missing = 0
    before = np.int64(-1)
    for i in range(params.cards[ticket]):
        colour = params.circles[ticket, i]
        if table[SPARE, colour] < (2.0 if colour == before else 1.0):
            missing += 1
        before = colour
    chance = table[CHANCE, missing]
    value = float(params.value[ticket])
    stake = w.penalty if last else w.penalty_later
    return chance * (value + w.bonus * params.bonus_sum[params.cities[ticket]]) + value * (
        w.deny - (1.0 - chance) * stake
    )


@kernel
def draw_tickets_worth(params, view, player, table, turns, hand_share, last, w):
    """The value of drawing tickets: the sum over the top four of the deck, each kept only if that is worth it. A ticket
    that the seat does not know counts as the mean of all those."""
    size = np.int64(view.ticket_deck.size)
    fill_chances(table, turns, hand_share, w)
    mean = mean_keep_worth(params, view, player, table, last, w)
    total = 0.0
    for i in range(max(np.int64(0), size - 4), size):
        ticket = np.int64(view.ticket_deck.cards[i])
        if ticket == UNKNOWN:
            total += mean
        else:
            total += max(0.0, keep_worth(params, table, ticket, last, w))
    return w.tickets * total


@kernel
def mean_keep_worth(params, view, player, table, last, w):
    """The mean value of keeping one of the tickets that the seat cannot place."""
    unknown = unknown_tickets(params, view)
    number = count_bits(unknown)
    total = 0.0
    while unknown:
        total += max(0.0, keep_worth(params, table, lowest(unknown), last, w))
        unknown &= unknown - 1
    return total / max(1, number)
