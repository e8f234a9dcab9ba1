"""Delivering a cube, link by link.

A cube moves from city to city over at most as many links as the level of the engine, the first of them the seat's own.
It passes no city twice, and stops in the first city of its color. Every link pays its owner a point.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import DELIVERED, FOR_HOTEL, FOR_LINKS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cubes import return_cube, take_cube
from railgym.envs.railways_of_the_world.rules.duel import SELLERS, delivery_penalty, engine_level, has_effect
from railgym.envs.railways_of_the_world.rules.links import neighbors
from railgym.envs.railways_of_the_world.rules.money import score
from railgym.envs.railways_of_the_world.state import COLORS, NOBODY, OWNERS, RAILBOT

__all__ = [
    "can_deliver",
    "cities_of",
    "finish_delivery",
    "go",
    "go_over",
    "legal_go",
    "legal_loads",
    "legal_over",
    "load_cube",
    "score_links",
]


@kernel
def cities_of(params, state, color):
    """The cities in play of a color, to which cubes of it go (RW-6.4), as bits."""
    cities = np.int64(0)
    for city in range(params.num_cities):
        if state.color[city] == color and params.in_play[city] == 1:
            cities |= bit(city)
    return cities


@kernel
def can_reach_goal(state, first, goals, passed, links):
    """Whether a cube can move from one of the cities ``first`` to one of ``goals`` over at most that number of links,
    without the cities it has ``passed``. The shortest path passes no city twice, and no goal before the last."""
    if links < 0:
        return False
    edge = first & ~passed
    while edge & goals == 0:
        links -= 1
        if edge == 0 or links < 0:
            return False
        passed |= edge
        reached = np.int64(0)
        while edge != 0:
            reached |= neighbors(state, lowest(edge))
            edge &= edge - 1
        edge = reached & ~passed
    return True


@kernel
def can_deliver(params, state, player, city, goals):
    """Whether a cube in a city can be moved to one of the cities ``goals``, over at least one link and at most as many
    as the engine's level (RW-6.1), of which the first is own (RW-6.2). The city itself is not a goal (RW-6.5)."""
    first = np.int64(state.joined[player, city])
    if first == 0:
        return False
    return can_reach_goal(state, first, goals & ~bit(city), bit(city), engine_level(state, player) - 1)


@kernel
def legal_loads(params, state, scratch, mask, player):
    """Allow every cube that can be delivered: along its best path, or link by link."""
    for color in range(COLORS):
        goals = cities_of(params, state, color)
        for city in range(params.num_cities):
            if state.cubes[city, color] > 0 and can_deliver(params, state, player, city, goals):
                allow(scratch, mask, params.act_deliver + city * COLORS + color)
                if state.mode[player] == 1:
                    allow(scratch, mask, params.act_load + city * COLORS + color)


@kernel
def load_cube(state, city, color, events):
    """Take a cube from its city for a delivery."""
    state.origin_city = city
    state.current_place = city
    state.cube_color = color
    state.cities_passed = bit(city)
    state.links_passed = 0
    state.links_by_owner[:] = 0
    state.phase = phases.GO


@kernel
def next_cities(params, state, player):
    """The cities where the cube may move next, so that it can still be delivered (RW-6.1); none twice (RW-6.3). As
    bits."""
    here = np.int64(state.current_place)
    goals = cities_of(params, state, np.int64(state.cube_color)) & ~bit(np.int64(state.origin_city))
    left = engine_level(state, player) - np.int64(state.links_passed) - 1
    ways = np.int64(state.joined[player, here]) if state.links_passed == 0 else neighbors(state, here)
    ways &= ~np.int64(state.cities_passed)
    found = np.int64(0)
    for city in range(params.num_cities):
        if ways & bit(city) and can_reach_goal(state, bit(city), goals, np.int64(state.cities_passed), left):
            found |= bit(city)
    return found


@kernel
def legal_go(params, state, scratch, mask, player):
    """Allow the cities where the cube may move next."""
    cities = next_cities(params, state, player)
    for city in range(params.num_cities):
        if cities & bit(city):
            allow(scratch, mask, params.act_go + city)


@kernel
def owners_between(state, player, a, b):
    """The owners of links from one city to the next, as bits; the first link must be the seat's own (RW-6.2)."""
    owners = np.int64(0)
    for owner in range(OWNERS):
        if state.joined[owner, a] & bit(b) and (state.links_passed > 0 or owner == player):
            owners |= bit(owner)
    return owners


@kernel
def go(params, state, player, city):
    """Move to a city; returns whether the cube has arrived. If links of several owners lead there, the player chooses
    one (RW-6.7)."""
    owners = owners_between(state, player, np.int64(state.current_place), city)
    if count_bits(owners) > 1:
        state.next_city = city
        state.phase = phases.OVER
        return False
    owner = np.int64(0)
    while not owners & bit(owner):
        owner += 1
    return _pass_link(state, owner, city)


@kernel
def legal_over(params, state, scratch, mask, player):
    """Allow the owners of links to the next city."""
    owners = owners_between(state, player, np.int64(state.current_place), np.int64(state.next_city))
    for owner in range(OWNERS):
        if owners & bit(owner):
            allow(scratch, mask, params.act_over + owner)


@kernel
def go_over(state, owner):
    """Move over a link of this owner; returns whether the cube has arrived."""
    return _pass_link(state, owner, np.int64(state.next_city))


@kernel
def _pass_link(state, owner, city):
    """Move over a link; returns whether the cube has arrived: in the first city of its color (RW-6.4)."""
    state.links_by_owner[owner] += 1
    state.links_passed += 1
    state.current_place = city
    state.cities_passed |= bit(city)
    state.phase = phases.GO
    return state.color[city] == state.cube_color


@kernel
def finish_delivery(params, state, player, events):
    """Put the cube back into the bag (RW-6.8) and score the hotel of the city (RW-7.7, RS-9.1)."""
    color, goal = np.int64(state.cube_color), np.int64(state.current_place)
    take_cube(params, state, np.int64(state.origin_city), color, events)
    return_cube(state, color)
    seat = state.players[player]
    seat.delivered[color] += 1
    seat.longest_delivery = max(seat.longest_delivery, state.links_passed)
    seat.most_own_links = max(seat.most_own_links, state.links_by_owner[player])
    seat.delivered_to |= bit(goal)
    emit(events, EVERYONE, DELIVERED, player, color, state.origin_city, goal, state.links_passed)
    if state.hotel[goal] != NOBODY and not has_effect(state, SELLERS):
        score(state, np.int64(state.hotel[goal]), 1, FOR_HOTEL, events)


@kernel
def score_links(params, state, player, events):
    """Score the links for their owners (RW-6.6). Links of the Railbot cost the seat a point each (RS-4.2); the Railbot
    scores nothing (RS-3.5). This is the last score of a delivery and the only one that may be negative: all are added
    before the score ends at 0 (RW-R6)."""
    for p in range(params.num_companies):
        points = np.int64(state.links_by_owner[p])
        if p == player:
            points -= np.int64(state.links_by_owner[RAILBOT]) + delivery_penalty(state, np.int64(state.current_place))
        score(state, p, points, FOR_LINKS, events)
