"""Orders in which a hand can be used up, and what they pay: for observations and bots."""

from railgym.envs.core.kernel import kernel

__all__ = ["num_orders", "order_dots", "order_pay", "permute"]


@kernel
def num_orders(n):
    """How many orders ``n`` cards have."""
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
    """Dollars of all runs from city ``here`` (-1: the first card is where it begins) through a hand in an order; -1 if
    one would lie inside a region."""
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
    """The dots of the shortest ways of all runs, as :func:`order_pay` takes them."""
    dots = 0
    for i in range(n):
        city = params.card_city[seat.hand[order[i]]]
        if here >= 0:
            dots += params.away[city, params.city_dot[here]]
        here = city
    return dots
