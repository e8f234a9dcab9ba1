"""What laying a group of cards into the railyard is worth."""

import numpy as np

from railgym.agents.scripted.ticket_to_ride_card.survey import EXPOSED, NEED, TRACK
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.lay_trains import cards_needed
from railgym.envs.ticket_to_ride_card.state import LOCO

__all__ = ["best_group", "group_worth"]

# No more locomotives than this are tried beyond the fewest that are needed.
WILDS_TRIED = 3
# No more natural cards than this are tried to be kept in hand.
NATURALS_KEPT = 2
# A group with less chance than this to be still there is given up.
NEGLIGIBLE = 0.05


@kernel
def robbed_cards(params, view, player, colour):
    """How many cards rivals (solo: the display) lose when ``player`` lays the colour."""
    if params.solo == 1:
        return 0.0
    robbed = 0.0
    for p in range(params.num_players):
        if p != player:
            robbed += view.players[p].yard[colour] + view.players[p].wild[colour]
    return robbed


@kernel
def survival(params, player, table, colour, size, w):
    """The chance that a group outlives one round of the rivals' turns."""
    alive = 1.0
    for p in range(1 if params.solo == 1 else params.num_players):
        if p != player or params.solo == 1:
            x = w.slope * (table[EXPOSED + p, colour] - size - w.margin)
            alive *= 1.0 - w.fear * (0.5 + 0.5 * x / (1.0 + abs(x)))
    return alive


@kernel
def group_worth(params, view, player, table, colour, naturals, wilds, moves, spare, w):
    """Points that a group brings to the track in time and robs from others, before the price of its cards."""
    size = naturals + wilds
    open_need = table[NEED, colour] - table[TRACK, colour]
    alive = 1.0
    worth = w.rob * robbed_cards(params, view, player, colour)
    for moved in range(min(size, np.int64(moves + 0.5))):
        alive *= survival(params, player, table, colour, size - moved, w)
        if moved < wilds:
            worth += alive * w.wild
        else:
            worth += alive * (w.needed if moved - wilds < open_need else spare)
        if alive < NEGLIGIBLE:
            break
    return worth


@kernel
def best_group(params, view, player, table, prices, colour, fewest, most, moves, spare, w):
    """The best lay of a colour with ``fewest`` to ``most`` natural cards, as (worth less price, naturals, wilds).
    ``prices`` (K,): what a card is worth while it stays in hand."""
    least = max(2, cards_needed(params, view, player, colour))
    held_wilds = np.int64(view.players[player].hand[LOCO])
    best = -1e9
    best_naturals = np.int64(most)
    best_wilds = np.int64(max(0, least - most))
    for naturals in range(max(fewest, most - NATURALS_KEPT), most + 1):
        first = max(0, least - naturals)
        for wilds in range(first, min(held_wilds, first + WILDS_TRIED) + 1):
            worth = group_worth(params, view, player, table, colour, naturals, wilds, moves, spare, w)
            worth -= naturals * prices[colour] + wilds * prices[LOCO]
            if worth > best:
                best = worth
                best_naturals = np.int64(naturals)
                best_wilds = np.int64(wilds)
    return best, best_naturals, best_wilds
