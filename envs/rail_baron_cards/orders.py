"""The orders in which all cards of a hand can be used, and what they pay; for observations and bots."""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["find_orders", "num_orders", "permute"]


@kernel
def num_orders(n):
    """The number of orders of ``n`` cards."""
    orders = 1
    for i in range(2, n + 1):
        orders *= i
    return orders


@kernel
def permute(number, n, order):
    """Write permutation ``number`` of 0..n-1 into ``order``."""
    for i in range(n):
        order[i] = i
    for i in range(n - 1):
        j = i + number % (n - i)
        number //= n - i
        order[i], order[j] = order[j], order[i]


@kernel
def order_pay(params, seat, here, order, n):
    """The dollars of all runs from the city ``here`` (-1: the first card is the start) through the cards of a hand in
    an order; -1 if one of the runs is inside a region."""
    pay = 0
    for i in range(n):
        city = params.card_city[seat.hand[order[i]]]
        if here >= 0:
            if params.city_region[here] == params.city_region[city]:
                return -1
            pay += params.payout[here, city]
        here = city
    return pay


@kernel
def order_dots(params, seat, here, order, n):
    """The dots of the shortest ways of the same runs as in :func:`order_pay`."""
    dots = 0
    for i in range(n):
        city = params.card_city[seat.hand[order[i]]]
        if here >= 0:
            dots += params.away[city, params.city_dot[here]]
        here = city
    return dots


@kernel
def find_orders(params, seat, here, n, scratch):
    """Write, for each of the ``n`` cards of a hand, the dollars and dots of the order that begins with it and pays most
    per dot into ``scratch.order_pay`` (0: there is no order) and ``scratch.order_dots``. Returns the card that begins
    the best order of all, or -1."""
    for i in range(n):
        scratch.order_pay[i] = 0
        scratch.order_dots[i] = 0
    for number in range(num_orders(n)):
        permute(number, n, scratch.order)
        first = scratch.order[0]
        pay = order_pay(params, seat, here, scratch.order, n)
        dots = order_dots(params, seat, here, scratch.order, n)
        # whether pay / dots is more than the best so far, without a division
        if pay > 0 and (
            scratch.order_pay[first] == 0 or pay * scratch.order_dots[first] > scratch.order_pay[first] * dots
        ):
            scratch.order_pay[first] = pay
            scratch.order_dots[first] = dots
    best = np.int64(-1)
    for i in range(n):
        better = (
            best < 0
            or scratch.order_pay[i] * scratch.order_dots[best] > scratch.order_pay[best] * scratch.order_dots[i]
        )
        if scratch.order_pay[i] > 0 and better:
            best = np.int64(i)
    return best
