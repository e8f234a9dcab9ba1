"""Which tickets are worth keeping, and whether it is worth drawing some."""

import numpy as np

from railgym.agents.scripted.ticket_to_ride_card.survey import HAND, NEED, TRACK, unknown_tickets
from railgym.envs.core.bits import count_bits, lowest
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["draw_tickets_worth", "hope", "keep_worth"]


@kernel
def spare_cards(table, colour, hand_share):
    """Cards of a colour beyond the needs of the open tickets (negative: so many are missing)."""
    return table[TRACK, colour] + hand_share * table[HAND, colour] - table[NEED, colour]


@kernel
def hope(table, turns, hand_share, w):
    """How many cards beyond all present needs are still to come, in ``turns`` turns; negative if not even enough."""
    total = w.pace * turns + table[TRACK, LOCO] + hand_share * table[HAND, LOCO]
    for colour in range(COLOURS):
        total += min(0.0, spare_cards(table, colour, hand_share))
    return total


@kernel
def keep_worth(params, table, ticket, turns, hand_share, hoped, last, w):
    """What keeping a ticket is worth in points, on average."""
    missing = 0.0
    for i in range(params.cards[ticket]):
        colour = params.circles[ticket, i]
        need = 1.0
        if i > 0 and params.circles[ticket, i - 1] == colour:
            need = 2.0
        if spare_cards(table, colour, hand_share) < need:
            missing += 1.0
    x = (hoped - missing + 0.5) / (w.doubt * min(1.0, turns) + 0.2 + w.doubt_turn * turns)
    chance = 0.5 + 0.5 * x / (1.0 + abs(x))
    value = float(params.value[ticket])
    bonus = w.bonus * params.bonus_sum[params.cities[ticket]]
    stake = w.penalty if last else 0.5 * w.penalty
    return chance * (value + bonus) - (1.0 - chance) * stake * value + w.deny * value


@kernel
def draw_tickets_worth(params, view, player, table, turns, hand_share, last, w):
    """What drawing tickets is worth: for a ticket that the seat cannot place, the mean of all those; each is kept only
    if that is worth it."""
    size = np.int64(view.ticket_deck.size)
    hoped = hope(table, turns, hand_share, w)
    mean = mean_keep_worth(params, view, player, table, turns, hand_share, hoped, last, w)
    total = 0.0
    for i in range(max(np.int64(0), size - 4), size):
        ticket = np.int64(view.ticket_deck.cards[i])
        if ticket == UNKNOWN:
            total += mean
        else:
            total += max(0.0, keep_worth(params, table, ticket, turns, hand_share, hoped, last, w))
    return w.tickets * total


@kernel
def mean_keep_worth(params, view, player, table, turns, hand_share, hoped, last, w):
    """The mean worth of the tickets that the seat cannot place."""
    unknown = unknown_tickets(params, view, player)
    number = count_bits(unknown)
    total = 0.0
    while unknown:
        total += max(0.0, keep_worth(params, table, lowest(unknown), turns, hand_share, hoped, last, w))
        unknown &= unknown - 1
    return total / max(1, number)
