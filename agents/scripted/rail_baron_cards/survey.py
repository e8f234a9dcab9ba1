"""What both bots use: the best card by the orders in which all cards of a hand can be used, and the best region."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import DICE, HAND_CARD
from railgym.envs.rail_baron_cards.orders import find_orders, num_orders, permute
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.state import HAND, NO_CARD

__all__ = ["ALL_CARDS", "best_card", "best_region", "exchange"]

ALL_CARDS = (1 << HAND) - 1
_OUT_OF_REACH = 1e9  # more than any order pays per dot


@kernel
def best_card(params, view, scratch, player, ahead, lost, reach):
    """The index of the hand card to go to or, in set-up, to start in: the first card of the order that pays most per
    dot, or any legal card if no order uses all cards.

    Each further run counts ``ahead`` times as much as the one before it, and every arrival loses ``lost`` dots of the
    roll. Cards of the bit mask ``reach`` come before all others.
    """
    seat = view.players[player]
    best, best_rate = np.int64(-1), -1e18
    n = np.int64(seat.hand_size)
    order = scratch.order
    start = np.int64(-1) if seat.start == NO_CARD else params.card_city[seat.start]
    for number in range(num_orders(n)):
        permute(number, n, order)
        if mask_allows(scratch, order[0]):
            rate = order_rate(params, seat, start, order, n, ahead, lost)
            if not reach & bit(order[0]):
                rate -= _OUT_OF_REACH
            if rate > best_rate:
                best, best_rate = order[0], rate
    return best


@kernel
def exchange(params, view, scratch, player):
    """Exchange the ends of the first run if that makes the later runs pay more per dot; otherwise keep them."""
    seat = view.players[player]
    kept = rate_after(params, seat, params.card_city[seat.goal], scratch)
    return DICE + (rate_after(params, seat, params.card_city[seat.start], scratch) > kept)


@kernel
def best_region(params, view, player, lost):
    """The choice of the region whose destinations pay most per dot from the start of the next run (RB-R15.3). Every
    arrival loses ``lost`` dots of the roll."""
    here = params.card_city[view.players[player].start]
    best, best_rate = np.int64(0), -1.0
    for region in range(params.num_regions):
        rate = rate_of_region(params, here, region, lost)
        if rate > best_rate:
            best, best_rate = np.int64(region), rate
    return params.region + best


@kernel
def rate_of_region(params, here, region, lost):
    """The mean dollars per dot of runs from a city to those of a region, by their odds; region -1: to all cities."""
    pay, dots = 0.0, 0.0
    for city in range(params.num_cities):
        if region < 0 or params.city_region[city] == region:
            pay += params.city_copies[city] * params.payout[here, city]
            dots += params.city_copies[city] * (params.away[city, params.city_dot[here]] + lost)
    return pay / max(dots, 1.0)


@kernel
def rate_after(params, seat, city, scratch):
    """The dollars per dot of the best order of a hand from a city, 0 if there is none; by dice, of all runs from it."""
    if params.destinations == BY_DICE:
        return rate_of_region(params, city, -1, 0.0)
    best = find_orders(params, seat, city, np.int64(seat.hand_size), scratch)
    return 0.0 if best < 0 else scratch.order_pay[best] / max(scratch.order_dots[best], 1)


@kernel
def mask_allows(scratch, i):
    """Whether card ``i`` of the hand may be chosen."""
    for k in range(np.int64(scratch.num_choices)):
        if scratch.choices[k] == HAND_CARD + i:
            return True
    return False


@kernel
def order_rate(params, seat, start, order, n, ahead, lost):
    """The dollars per dot of a hand used in an order; less than 0 if one of the runs is inside a region."""
    pay, dots, weight = 0.0, 0.0, 1.0
    here = start
    for i in range(n):
        city = params.card_city[seat.hand[order[i]]]
        if here >= 0:
            if params.city_region[here] == params.city_region[city]:
                return -1.0
            pay += weight * params.payout[here, city]
            dots += weight * (params.away[city, params.city_dot[here]] + lost)
            weight *= ahead
        here = city
    return pay / max(dots, 1.0)
