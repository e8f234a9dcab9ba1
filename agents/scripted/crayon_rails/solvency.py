"""Money that a seat must not be without: for the way on of a train that stands on others' track. A bot that keeps it
can always go on."""

import numpy as np

from railgym.agents.scripted.crayon_rails.survey import best_payout
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.best_run import find_run
from railgym.envs.crayon_rails.rules.paths import least_cost
from railgym.envs.crayon_rails.rules.routes import FEE, reachable
from railgym.envs.crayon_rails.rules.segments import budget
from railgym.envs.crayon_rails.state import DIRECTIONS, NOBODY, SLOW

__all__ = [
    "can_afford_run",
    "can_join",
    "fees_to",
    "is_at_home",
    "is_left",
    "joins_here",
    "money_to_keep",
    "steps_ahead",
    "way_back",
]

NO_WAY = 1 << 20  # more money than anyone has


@kernel
def is_at_home(view, player):
    """Whether the seat's train stands on its own network, or nowhere yet."""
    seat = view.players[player]
    return seat.train < 0 or view.home[seat.train] >> player & 1 == 1


@kernel
def money_to_keep(params, view, work, player):
    """What the seat needs after this turn: to come home, or to join the city where the train stands."""
    if is_at_home(view, player):
        return np.int64(0)
    return min(_way_home(params, view, work, player), _way_here(params, view, work, player))


@kernel
def _way_home(params, view, work, player):
    """The fees for a train to come back upon its owner's network, from the next turn on; NO_WAY."""
    seat = view.players[player]
    if is_at_home(view, player):
        return 0
    if seat.linked == 0 or not find_run(params, view, work, player, True, seat.linked):
        return NO_WAY
    return _fees_there(params, view, work, player, np.int64(params.speed[seat.engine]), np.int64(0))


@kernel
def _way_here(params, view, work, player):
    """What track to the city costs in which the train stands; NO_WAY."""
    seat = view.players[player]
    city = np.int64(params.post_city[seat.train])
    if city < 0 or seat.home < 0:
        return NO_WAY
    return least_cost(params, view, work, player, city)


@kernel
def fees_to(params, view, work, player, city, pay):
    """The fees for the train to run to a city, however many turns that takes; NO_WAY."""
    if params.post_city[view.players[player].train] == city:
        return 0
    if not find_run(params, view, work, player, pay, bit(city)):
        return NO_WAY
    if view.phase == phases.OPERATE:
        return _fees_there(params, view, work, player, np.int64(view.left), np.int64(view.paid))
    return _fees_there(params, view, work, player, np.int64(params.speed[view.players[player].engine]), np.int64(0))


@kernel
def is_left(params, view, work, player, city, keep):
    """Whether so much is left when track towards a city was laid in this turn."""
    rest = np.int64(view.scores[player]) - keep
    if rest >= budget(view, player):
        return True
    return rest > 0 and rest >= least_cost(params, view, work, player, city)


@kernel
def can_join(params, view, work, player, city, keep):
    """Whether there is the money for all of the track to a city, and so much besides."""
    return least_cost(params, view, work, player, city) + keep <= view.scores[player]


@kernel
def steps_ahead(params, view, work, player, ahead):
    """How far the train has to run to each city on its owner's track, and from others' track on anyone's: ``ahead``
    int64 (C,), left as it is where no track leads."""
    seat = view.players[player]
    if seat.train < 0:
        return
    reachable(params, view, work, player, not is_at_home(view, player))
    for city in range(params.num_cities):
        for i in range(np.int64(params.city_num_posts[city])):
            post = np.int64(params.city_posts[city, i])
            if work.seen[post] == work.search and (ahead[city] < 0 or work.steps[post] < ahead[city]):
                ahead[city] = work.steps[post]


@kernel
def _city_at_home(params, view, work, player):
    """The nearest city of the seat's network on anyone's track; -1: none."""
    seat = view.players[player]
    if seat.linked == 0 or not find_run(params, view, work, player, True, seat.linked):
        return np.int64(-1)
    return np.int64(params.post_city[_end_of_path(params, work, np.int64(seat.train))])


@kernel
def joins_here(params, view, work, player):
    """Whether a train on others' track, or on none, is best joined by track to its city: there is the money for that,
    and none for the fees."""
    cash = view.scores[player]
    return _way_here(params, view, work, player) <= cash and _way_home(params, view, work, player) > cash


@kernel
def way_back(params, view, work, mask, player):
    """From others' track: the run home, or to where track can be laid to the train; -1: none, or none that can be
    paid."""
    if is_at_home(view, player):
        return np.int64(-1)
    home = _city_at_home(params, view, work, player)
    if home >= 0 and mask[params.run + home]:
        return params.run + home
    if home >= 0 and mask[params.pay + home] and can_afford_run(params, view, work, player, home, True):
        return params.pay + home
    if home >= 0 and _way_home(params, view, work, player) <= view.scores[player]:
        return np.int64(-1)
    for city in range(params.num_cities):
        if mask[params.pay + city] and can_afford_run(params, view, work, player, np.int64(city), True):
            return params.pay + city
    return np.int64(-1)


@kernel
def can_afford_run(params, view, work, player, city, pay):
    """Whether the train can run all the way to a city, however many turns that takes, and then home, or on by track
    that is laid to the city; what it delivers there helps, and away from home the money for another fee is kept.
    Without the money to come home from where it is, anything helps that brings money, or leads to where track can be
    laid."""
    if params.post_city[view.players[player].train] == city:
        return True
    home = _way_home(params, view, work, player)
    there = fees_to(params, view, work, player, city, pay)
    cash = np.int64(view.scores[player])
    if there > cash:
        return False
    payout = best_payout(params, view, player, city)
    if home > cash and payout > 0:
        return True
    back = _fees_back(params, view, work, player, home)
    left = cash - there + payout
    if back == 0 or left >= back + FEE:
        return True
    return left >= least_cost(params, view, work, player, city) + FEE


@kernel
def _end_of_path(params, work, post):
    for i in range(work.length):
        post = np.int64(params.post_next[post, work.path[i]])
    return post


@kernel
def _fees_there(params, view, work, player, left, paid):
    """The fees along ``work.path`` with so much movement left and these seats paid, up to the seat's own network."""
    fees, post = 0, np.int64(view.players[player].train)
    for i in range(work.length):
        if left <= 0:
            left, paid = np.int64(params.speed[view.players[player].engine]), np.int64(0)
        way = np.int64(work.path[i])
        beyond = np.int64(params.post_next[post, way])
        owner = np.int64(view.track[params.post_edge[post, way]])
        if owner != NOBODY and owner != player and paid >> owner & 1 == 0:
            paid |= 1 << owner
            fees += FEE
        left -= 2 if (view.weather[post] | view.weather[beyond]) & SLOW else 1
        post = beyond
    return fees


@kernel
def _fees_back(params, view, work, player, home):
    """The fees along ``work.path`` the other way, in turns of their own, up to the seat's network; if it is nowhere on
    it, with those that lead ``home`` from the beginning."""
    post = _end_of_path(params, work, np.int64(view.players[player].train))
    fees, paid, left = 0, np.int64(0), np.int64(0)
    for i in range(work.length - 1, -1, -1):
        if view.home[post] >> player & 1:
            return fees
        if left <= 0:
            left, paid = np.int64(params.speed[view.players[player].engine]), np.int64(0)
        way = (np.int64(work.path[i]) + DIRECTIONS // 2) % DIRECTIONS
        owner = np.int64(view.track[params.post_edge[post, way]])
        if owner != NOBODY and owner != player and paid >> owner & 1 == 0:
            paid |= 1 << owner
            fees += FEE
        left -= 1
        post = np.int64(params.post_next[post, way])
    return fees + home
