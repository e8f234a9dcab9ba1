"""The best path of a cube: the search behind the plans to deliver.

The best path has the highest value: the points of the seat less the average points of the others. Against the Railbot
only the points of the seat count.
"""

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.params import FIRST_DELIVERY, SERVICE, SPEED
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cards import FAST_LINKS
from railgym.envs.railways_of_the_world.rules.delivery import cities_of, go, go_over, load_cube
from railgym.envs.railways_of_the_world.rules.duel import SELLERS, delivery_penalty, engine_level, has_effect
from railgym.envs.railways_of_the_world.rules.links import neighbors
from railgym.envs.railways_of_the_world.state import FAR, NOBODY, RAILBOT

__all__ = ["best_path", "deliver_along", "prepare_paths", "prize"]

_STEPS = 3000  # of a search, far more than most need; from then on it leaves out what cannot be the best


@kernel
def prepare_paths(params, state, scratch, player):
    """Write what the searches for a seat need until a link is built: the cities at its own links and at those of
    others, and the weight of a point of the seat."""
    for city in range(params.num_cities):
        scratch.own_neighbors[city] = state.joined[player, city]
        scratch.other_neighbors[city] = neighbors(state, city) & ~np.int64(state.joined[player, city])


@kernel
def _measure_goals(params, state, scratch, goals):
    """Write the number of links from each city to the nearest goal; FAR if none leads there."""
    scratch.links_to_goal[:] = FAR
    edge, links = goals, 0
    seen = goals
    while edge != 0:
        reached = np.int64(0)
        while edge != 0:
            city = lowest(edge)
            edge &= edge - 1
            scratch.links_to_goal[city] = links
            reached |= np.int64(scratch.own_neighbors[city]) | np.int64(scratch.other_neighbors[city])
        edge = reached & ~seen
        seen |= edge
        links += 1


@kernel
def prize(params, state, player, goal, links):
    """The points that a delivery to a city brings the seat, and the others, apart from links: hotels, bounties, first
    deliveries."""
    mine, theirs = -delivery_penalty(state, goal), np.int64(0)
    for place in range(np.int64(state.num_displayed)):
        card = np.int64(state.display[place])
        kind = params.card_kind[card]
        if (
            kind == FIRST_DELIVERY
            or (kind == SPEED and links >= FAST_LINKS)
            or (kind == SERVICE and params.card_city[card] == goal)
        ):
            mine += np.int64(params.card_points[card])
    owner = np.int64(state.hotel[goal])
    if owner != NOBODY and not has_effect(state, SELLERS):
        if owner == player:
            mine += 1
        else:
            theirs += 1
    return mine, theirs


@kernel
def _rival_of(params, state, player, a, b):
    """The owner whose link a cube uses instead of the seat's: the rival with the fewest points, and the Railbot only if
    no other has a link."""
    found = np.int64(RAILBOT)
    for p in range(params.num_companies):
        has_link = p != player and state.joined[p, a] & bit(b) != 0
        if has_link and (found == RAILBOT or state.scores[p] < state.scores[found]):
            found = np.int64(p)
    return found


@kernel
def _most_prizes(params, state, player, goals, links, weight):
    """The most that the prizes of any goal add to the value of a path."""
    most = np.int64(-FAR)
    while goals != 0:
        mine, theirs = prize(params, state, player, lowest(goals), links)
        most = max(most, weight * mine - theirs)
        goals &= goals - 1
    return most


@kernel
def best_path(params, state, scratch, player, origin, color):
    """Search for the best path of a cube; returns its value (``-FAR``: there is none), the points of the seat and of
    the others, and the number of links. Writes ``scratch.path_city`` and ``scratch.path_owner``. Needs
    ``prepare_paths``."""
    level = engine_level(state, player)
    weight = max(1, params.num_companies - 1)
    best, best_mine, best_theirs, best_links = np.int64(-FAR), np.int64(0), np.int64(0), np.int64(0)
    if scratch.own_neighbors[origin] == 0:
        return best, best_mine, best_theirs, best_links
    goals = cities_of(params, state, color) & ~bit(origin)
    _measure_goals(params, state, scratch, goals)
    passed = bit(origin)
    depth, steps = 0, 0
    scratch.try_city[0] = origin
    scratch.try_left[0] = scratch.own_neighbors[origin]
    scratch.try_mine[0], scratch.try_theirs[0] = 0, 0
    prizes = np.int64(0)
    while depth >= 0:
        left = np.int64(scratch.try_left[depth]) & ~passed
        if left == 0:
            passed &= ~bit(np.int64(scratch.try_city[depth]))
            depth -= 1
            continue
        here, city = np.int64(scratch.try_city[depth]), lowest(left)
        scratch.try_left[depth] = left & (left - 1)
        if depth + 1 + scratch.links_to_goal[city] > level:
            continue
        steps += 1
        if steps == _STEPS:
            prizes = _most_prizes(params, state, player, goals, level, weight)
        mine, theirs = np.int64(scratch.try_mine[depth]), np.int64(scratch.try_theirs[depth])
        owner = player
        if np.int64(scratch.own_neighbors[here]) & bit(city):
            mine += 1
        else:
            owner = _rival_of(params, state, player, here, city)
            if owner == RAILBOT:
                mine -= 1
            else:
                theirs += 1
        scratch.try_owner[depth] = owner
        if goals & bit(city):
            own_prize, others_prize = prize(params, state, player, city, depth + 1)
            mine += own_prize
            theirs += others_prize
            value = weight * mine - theirs
            if value > best:
                best, best_mine, best_theirs, best_links = value, mine, theirs, np.int64(depth + 1)
                for i in range(depth):
                    scratch.path_city[i], scratch.path_owner[i] = scratch.try_city[i + 1], scratch.try_owner[i]
                scratch.path_city[depth], scratch.path_owner[depth] = city, owner
            continue
        if steps >= _STEPS and weight * (mine + level - depth - 1) - theirs + prizes <= best:
            continue  # not even with own links all the way
        depth += 1
        passed |= bit(city)
        scratch.try_city[depth] = city
        scratch.try_left[depth] = np.int64(scratch.own_neighbors[city]) | np.int64(scratch.other_neighbors[city])
        scratch.try_mine[depth], scratch.try_theirs[depth] = mine, theirs
    return best, best_mine, best_theirs, best_links


@kernel
def deliver_along(params, state, scratch, player, city, color, events):
    """Move a cube along its best path, link by link."""
    prepare_paths(params, state, scratch, player)
    _, _, _, links = best_path(params, state, scratch, player, city, color)
    load_cube(state, city, color, events)
    for i in range(links):
        go(params, state, player, np.int64(scratch.path_city[i]))
        if state.phase == phases.OVER:
            go_over(state, np.int64(scratch.path_owner[i]))
