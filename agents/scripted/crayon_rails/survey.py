"""What both bots consider: possible deliveries, unwanted loads, major cities to join, the way to a city."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DELIVER, LINES
from railgym.envs.crayon_rails.errands import approach
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.rules.cards import is_open
from railgym.envs.crayon_rails.rules.cargo import carries
from railgym.envs.crayon_rails.rules.networks import has_track

__all__ = [
    "POOR",
    "best_delivery",
    "best_payout",
    "cheapest_major",
    "cheapest_piece",
    "missing_majors",
    "rule_out_closed",
    "run_towards",
    "worst_card",
]

POOR = 12  # with less cash any delivery will do, and a loan is taken instead of a new hand


@kernel
def missing_majors(params, view, player):
    """How many major cities the seat's network has yet to join."""
    missing = params.majors_needed
    for i in range(params.num_majors):
        if view.players[player].linked_cities & bit(params.major_city[i]):
            missing -= 1
    return missing


@kernel
def cheapest_major(params, view, mask, player):
    """The major city that is cheapest to join of those towards which track can be laid now; -1: none."""
    best, least = np.int64(-1), np.int64(1 << 20)
    for i in range(params.num_majors):
        city = np.int64(params.major_city[i])
        if mask[params.act_build + city] and view.players[player].join_cost[city] < least:
            best, least = city, np.int64(view.players[player].join_cost[city])
    return best


@kernel
def best_delivery(params, view, mask, player):
    """The delivery that pays most of those that can be made here and now; -1: none."""
    best, most = np.int64(-1), np.int64(-1)
    for i in range(LINES):
        for line in range(LINES):
            if mask[DELIVER + i * LINES + line]:
                payout = np.int64(params.card_payout[view.players[player].cards[i], line])
                if payout > most:
                    best, most = np.int64(DELIVER + i * LINES + line), payout
    return best


@kernel
def best_payout(params, view, player, city):
    """The highest payout in a city for a load on board, the demand for which no other player has locked; 0 if there is
    none."""
    seat = view.players[player]
    most = np.int64(0)
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good = np.int64(params.card_good[card, line])
            if params.card_city[card, line] == city and carries(seat, good) and is_open(seat, good):
                most = max(most, np.int64(params.card_payout[card, line]))
    return most


@kernel
def cheapest_piece(params, view, player, near):
    """The cheapest city to join among those on track of the seat that is apart from its network; -1 if there is none,
    or none that the cash pays for. ``near`` int64 (C,) holds the cost of joining each city."""
    seat = view.players[player]
    best, least = np.int64(-1), np.int64(view.scores[player]) + 1
    if seat.one_network == 1 or view.striking_crews >> player & 1:
        return best
    for city in range(params.num_cities):
        post = np.int64(params.city_posts[city, 0])
        if not seat.linked_cities & bit(city) and has_track(params, view, player, post) and near[city] < least:
            best, least = np.int64(city), near[city]
    return best


@kernel
def rule_out_closed(params, view, player, near):
    """Set the costs in ``near``, int64 (C,), to FAR for cities that take no more track of the seat."""
    seat = view.players[player]
    if seat.one_network == 1:
        for city in range(params.num_cities):
            if seat.closed_cities & ~seat.linked_cities & bit(city):
                near[city] = FAR


@kernel
def run_towards(params, view, mask, player, city):
    """The run to a city, or to where track to it will begin; -1: none."""
    reached = np.int64(0)
    for other in range(params.num_cities):
        if mask[params.act_run + other]:
            reached |= bit(other)
    target = approach(params, view.players[player], reached, city)
    return params.act_run + target if target >= 0 else np.int64(-1)


@kernel
def worst_card(params, seat):
    """The card, as a place in the hand, whose best line pays least."""
    worst, least = np.int64(0), np.int64(1 << 20)
    for i in range(np.int64(seat.num_cards)):
        pay = np.int64(0)
        for line in range(LINES):
            pay = max(pay, np.int64(params.card_payout[seat.cards[i], line]))
        if pay < least:
            worst, least = np.int64(i), pay
    return worst
