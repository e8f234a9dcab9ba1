"""The money that a bot keeps so that its train can leave the track of other players."""

import numpy as np

from railgym.agents.scripted.crayon_rails.survey import best_payout
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.best_run import after_step, find_run, whole_movement
from railgym.envs.crayon_rails.rules.fees import fee_money
from railgym.envs.crayon_rails.rules.paths import least_cost
from railgym.envs.crayon_rails.rules.routes import FEE, reachable
from railgym.envs.crayon_rails.rules.segments import budget
from railgym.envs.crayon_rails.state import DIRECTIONS, NOBODY

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
    """Whether the seat's train stands on its own network, or is not placed yet."""
    seat = view.players[player]
    return seat.train < 0 or view.in_network[seat.train] >> player & 1 == 1


@kernel
def money_to_keep(params, view, scratch, player):
    """The money that the seat needs after this turn: to run home, or to join the city where the train stands."""
    if is_at_home(view, player):
        return np.int64(0)
    return min(_way_home(params, view, scratch, player), _way_here(params, view, scratch, player))


@kernel
def _way_home(params, view, scratch, player):
    """The fees for the train to run back to its owner's network, from the next turn on; NO_WAY if it cannot."""
    seat = view.players[player]
    if is_at_home(view, player):
        return 0
    if seat.linked_cities == 0 or not find_run(params, view, scratch, player, True, seat.linked_cities):
        return NO_WAY
    return _fees_there(params, view, scratch, player, whole_movement(params, seat.engine), np.int64(0))


@kernel
def _way_here(params, view, scratch, player):
    """The cost of track to the city where the train stands; NO_WAY if it is in none."""
    seat = view.players[player]
    city = np.int64(params.post_city[seat.train])
    if city < 0 or seat.home_milepost < 0:
        return NO_WAY
    return least_cost(params, view, scratch, player, city)


@kernel
def fees_to(params, view, scratch, player, city, pay):
    """The fees for the train to run to a city, in any number of turns; NO_WAY if it cannot."""
    if params.post_city[view.players[player].train] == city:
        return 0
    if not find_run(params, view, scratch, player, pay, bit(city)):
        return NO_WAY
    if view.phase == phases.OPERATE:
        return _fees_there(params, view, scratch, player, np.int64(view.movement_left), np.int64(view.fee_paid))
    return _fees_there(params, view, scratch, player, whole_movement(params, view.players[player].engine), np.int64(0))


@kernel
def is_left(params, view, scratch, player, city, keep):
    """Whether at least ``keep`` of the cash is left after track towards a city is laid in this turn."""
    rest = np.int64(view.scores[player]) - keep
    if rest >= budget(view, player):
        return True
    return rest > 0 and rest >= least_cost(params, view, scratch, player, city)


@kernel
def can_join(params, view, scratch, player, city, keep):
    """Whether the cash pays for all of the track to a city and leaves ``keep``."""
    return least_cost(params, view, scratch, player, city) + keep <= view.scores[player]


@kernel
def steps_ahead(params, view, scratch, player, ahead):
    """Write the steps to each city into ``ahead``, int64 (C,): on the owner's track or, if the train is on others'
    track, on anyone's. Cities that no track reaches keep their values."""
    seat = view.players[player]
    if seat.train < 0:
        return
    reachable(params, view, scratch, player, not is_at_home(view, player))
    for city in range(params.num_cities):
        for i in range(np.int64(params.city_num_posts[city])):
            post = np.int64(params.city_posts[city, i])
            if scratch.seen[post] == scratch.search_number and (ahead[city] < 0 or scratch.steps[post] < ahead[city]):
                ahead[city] = scratch.steps[post]


@kernel
def _city_at_home(params, view, scratch, player):
    """The city of the seat's network that is nearest on anyone's track; -1: none."""
    seat = view.players[player]
    if seat.linked_cities == 0 or not find_run(params, view, scratch, player, True, seat.linked_cities):
        return np.int64(-1)
    return np.int64(params.post_city[_end_of_path(params, scratch, np.int64(seat.train))])


@kernel
def joins_here(params, view, scratch, player):
    """Whether the cash pays for track to the city where the train stands, but not for the fees home."""
    cash = view.scores[player]
    return _way_here(params, view, scratch, player) <= cash and _way_home(params, view, scratch, player) > cash


@kernel
def way_back(params, view, scratch, mask, player):
    """The run from others' track home, or to a city that track can join; -1 if there is none, or none that the cash
    pays for."""
    if is_at_home(view, player):
        return np.int64(-1)
    home = _city_at_home(params, view, scratch, player)
    if home >= 0 and mask[params.act_run + home]:
        return params.act_run + home
    if home >= 0 and mask[params.act_pay + home] and can_afford_run(params, view, scratch, player, home, True):
        return params.act_pay + home
    if home >= 0 and _way_home(params, view, scratch, player) <= view.scores[player]:
        return np.int64(-1)
    for city in range(params.num_cities):
        if mask[params.act_pay + city] and can_afford_run(params, view, scratch, player, np.int64(city), True):
            return params.act_pay + city
    return np.int64(-1)


@kernel
def can_afford_run(params, view, scratch, player, city, pay):
    """Whether the cash pays for the run to a city, in any number of turns, and then for the run home or for track to
    that city. The payout of a delivery there counts, and away from home one more fee is kept. If the cash does not pay
    for the run home from here, a delivery there is enough. To a delivery the fees may be paid late."""
    if params.post_city[view.players[player].train] == city:
        return True
    home = _way_home(params, view, scratch, player)
    there = fees_to(params, view, scratch, player, city, pay)
    cash, payout = np.int64(view.scores[player]), best_payout(params, view, player, city)
    if there > (fee_money(params, view, player) if payout > 0 else cash):
        return False
    if home > cash and payout > 0:
        return True
    back = _fees_back(params, view, scratch, player, home)
    left = cash - there + payout
    if back == 0 or left >= back + FEE:
        return True
    return left >= least_cost(params, view, scratch, player, city) + FEE


@kernel
def _end_of_path(params, scratch, post):
    """The milepost at the end of ``scratch.path``."""
    for i in range(scratch.path_length):
        post = np.int64(params.post_next[post, scratch.path[i]])
    return post


@kernel
def _fees_there(params, view, scratch, player, left, paid):
    """The fees along ``scratch.path``, with ``left`` movement left and the seats ``paid`` (bits) paid in this turn."""
    fees, post = 0, np.int64(view.players[player].train)
    for i in range(scratch.path_length):
        if left <= 0:
            left, paid = whole_movement(params, view.players[player].engine), np.int64(0)
        way = np.int64(scratch.path[i])
        beyond = np.int64(params.post_next[post, way])
        owner = np.int64(view.track[params.post_edge[post, way]])
        if owner != NOBODY and owner != player and paid >> owner & 1 == 0:
            paid |= 1 << owner
            fees += FEE
        left = after_step(params, view, left, post, way)
        post = beyond
    return fees


@kernel
def _fees_back(params, view, scratch, player, home):
    """The fees along ``scratch.path`` backwards, from a new turn on, up to the seat's network. If the path does not
    reach the network, ``home``, the fees home from the start of the path, is added."""
    post = _end_of_path(params, scratch, np.int64(view.players[player].train))
    fees, paid, left = 0, np.int64(0), np.int64(0)
    for i in range(scratch.path_length - 1, -1, -1):
        if view.in_network[post] >> player & 1:
            return fees
        if left <= 0:
            left, paid = whole_movement(params, view.players[player].engine), np.int64(0)
        way = (np.int64(scratch.path[i]) + DIRECTIONS // 2) % DIRECTIONS
        owner = np.int64(view.track[params.post_edge[post, way]])
        if owner != NOBODY and owner != player and paid >> owner & 1 == 0:
            paid |= 1 << owner
            fees += FEE
        left -= params.step_points
        post = np.int64(params.post_next[post, way])
    return fees + home
