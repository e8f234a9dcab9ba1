"""The value of laying a group of cards into the railyard."""

import numpy as np

from railgym.agents.scripted.ticket_to_ride_card.survey import EXPOSED, NEED, PRICE, SURVIVAL, TRACK
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.lay_trains import cards_needed
from railgym.envs.ticket_to_ride_card.state import KINDS, LOCO

__all__ = ["best_group", "single_worth"]

# At most this many locomotives are tried beyond the fewest that are needed.
WILDS_TRIED = 3
# At most this many natural cards are tried to be kept in hand.
NATURALS_KEPT = 2
# A group with less chance than this of still being there is not counted further.
NEGLIGIBLE = 0.05


@kernel
def robbed_cards(params, view, player, colour):
    """The number of cards that the other players lose when ``player`` lays the colour; solo, 0."""
    if params.solo == 1:
        return 0.0
    robbed = 0.0
    for p in range(params.num_players):
        if p != player:
            robbed += view.players[p].yard[colour] + view.players[p].wild[colour]
    return robbed


@kernel
def survival(params, player, table, colour, size, w):
    """The chance that a group is still there after one round of the other players' turns."""
    alive = 1.0
    for p in range(1 if params.solo == 1 else params.num_players):
        if p != player or params.solo == 1:
            x = w.slope * (table[EXPOSED + p, colour] - size - w.margin)
            alive *= 1.0 - w.fear * (0.5 + 0.5 * x / (1.0 + abs(x)))
    return alive


@kernel
def fill_survival(params, player, table, colour, largest, w):
    """Fill SURVIVAL: the chances of groups of 1 to ``largest`` cards to outlive one round, from place 0 on."""
    for size in range(1, min(largest, KINDS) + 1):
        table[SURVIVAL, size - 1] = survival(params, player, table, colour, size, w)


@kernel
def single_worth(params, player, table, colour, moves, spare, w):
    """The expected points of laying a single card, before its price."""
    if moves < 1.0:
        return 0.0
    worth = w.needed if table[NEED, colour] > table[TRACK, colour] else spare
    return worth * survival(params, player, table, colour, 1, w)


@kernel
def group_worth(table, colour, naturals, wilds, moves, spare, w):
    """The expected points of the cards of a group that reach the track in time, before their price; after
    ``fill_survival``."""
    size = naturals + wilds
    open_need = table[NEED, colour] - table[TRACK, colour]
    alive = 1.0
    worth = 0.0
    for moved in range(min(size, np.int64(moves + 0.5))):
        alive *= table[SURVIVAL, min(size - moved, KINDS) - 1]
        if moved < wilds:
            worth += alive * w.wild
        else:
            worth += alive * (w.needed if moved - wilds < open_need else spare)
        if alive < NEGLIGIBLE:
            break
    return worth


@kernel
def best_group(params, view, player, table, colour, fewest, most, moves, spare, w):
    """The best lay of a colour with ``fewest`` to ``most`` natural cards, as (worth less price, naturals, wilds)."""
    least = max(2, cards_needed(params, view, player, colour))
    held_wilds = np.int64(view.players[player].hand[LOCO])
    robbery = w.rob * robbed_cards(params, view, player, colour)
    fill_survival(params, player, table, colour, most + max(least - most, 0) + held_wilds, w)
    best = -1e9
    best_naturals = np.int64(most)
    best_wilds = np.int64(max(0, least - most))
    for naturals in range(max(fewest, most - NATURALS_KEPT), most + 1):
        first = max(0, least - naturals)
        for wilds in range(first, min(held_wilds, first + WILDS_TRIED) + 1):
            worth = robbery + group_worth(table, colour, naturals, wilds, moves, spare, w)
            worth -= naturals * table[PRICE, colour] + wilds * table[PRICE, LOCO]
            if worth > best:
                best = worth
                best_naturals = np.int64(naturals)
                best_wilds = np.int64(wilds)
    return best, best_naturals, best_wilds
