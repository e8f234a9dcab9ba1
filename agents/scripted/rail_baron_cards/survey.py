"""What both bots look at: cities by the odds of their cards, routes as actions, orders of a hand."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import HAND_CARD
from railgym.envs.rail_baron_cards.orders import num_orders, permute
from railgym.envs.rail_baron_cards.state import EXPRESS, MOST_PIPS, NO_CARD, SUPERCHIEF

__all__ = [
    "best_card",
    "dots_a_turn",
    "network",
    "new_access",
    "new_monopoly",
    "ride_action",
    "stretch",
]


@kernel
def dots_a_turn(engine):
    """How many dots an engine rides on average."""
    return 14.0 if engine == SUPERCHIEF else 10.5 if engine == EXPRESS else 7.0


@kernel
def network(params, view, player):
    """The railroads of a seat as a bit mask."""
    owned = np.int64(0)
    for railroad in range(params.num_railroads):
        if view.owner[railroad] == player:
            owned |= bit(railroad)
    return owned


@kernel
def new_access(params, owned, railroad):
    """The share of all cards whose city the railroad serves and the railroads ``owned`` do not."""
    cards = 0
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if serve & bit(railroad) and not serve & owned:
            cards += params.city_copies[city]
    return cards / params.cards


@kernel
def new_monopoly(params, owned, railroad):
    """The share of all cards whose city is served by no other railroads than this and those ``owned``, but was."""
    cards = 0
    with_it = owned | bit(railroad)
    for city in range(params.num_cities):
        serve = params.dot_railroads[params.city_dot[city]]
        if not serve & ~with_it and serve & ~owned:
            cards += params.city_copies[city]
    return cards / params.cards


@kernel
def ride_action(params, work, kind, dots):
    """The action that rides the first dots of a route: that of the first route which is the same so far."""
    route = work.routes[kind]
    for earlier in range(kind):
        other = work.routes[earlier]
        same = 0
        while same < dots and route.sections[same] == other.sections[same]:
            same += 1
        if same == dots:
            return params.ride + earlier * MOST_PIPS + dots - 1
    return params.ride + kind * MOST_PIPS + dots - 1


@kernel
def stretch(params, view, route):
    """How many dots of a route this roll reaches."""
    return min(np.int64(view.pips), np.int64(route.length), MOST_PIPS)


@kernel
def best_card(params, view, work, player, ahead, lost):
    """The place in the hand of the card to go to (or, at set-up, to start in): the first of the order of all cards that
    pays most per dot, where runs after the first count ``ahead`` and every arrival loses ``lost`` dots of the roll;
    any that may be chosen, if no order uses them all."""
    seat = view.players[player]
    best, best_rate = np.int64(-1), -2.0
    n = np.int64(seat.hand_size)
    order = work.order
    start = np.int64(-1) if seat.start == NO_CARD else params.card_city[seat.start]
    for number in range(num_orders(n)):
        permute(number, n, order)
        if mask_allows(work, order[0]):
            rate = order_rate(params, seat, start, order, n, ahead, lost)
            if rate > best_rate:
                best, best_rate = order[0], rate
    return best


@kernel
def mask_allows(work, i):
    """Whether a card of the hand may be chosen."""
    for k in range(np.int64(work.num_choices)):
        if work.choices[k] == HAND_CARD + i:
            return True
    return False


@kernel
def order_rate(params, seat, start, order, n, ahead, lost):
    """Dollars per dot of a hand used in an order; less than 0 if a run would lie inside a region."""
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
