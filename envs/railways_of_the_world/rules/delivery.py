"""Delivering a cube, link by link.

A cube goes from city to city over no more links than the level of the engine, the first of them the seat's own, through
no city twice, and stops in the first city of its color. Every link pays its owner a point.
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
    """The cities in play of a color, where cubes of it go (RW-6.4), bits."""
    cities = np.int64(0)
    for city in range(params.num_cities):
        if state.color[city] == color and params.in_play[city] == 1:
            cities |= bit(city)
    return cities


@kernel
def comes_home(state, first, goals, passed, links):
    """Whether a cube can come from one of the cities ``first`` to one of ``goals`` over so many links at most, without
    the cities that it has ``passed``. The shortest way passes none twice, and no goal before the last."""
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
    """Whether a cube in a city can be brought to one of the cities ``goals``, over one link to as many as the
    engine's level (RW-6.1), of which the first is own (RW-6.2). The city itself is none of them (RW-6.5)."""
    first = np.int64(state.joined[player, city])
    if first == 0:
        return False
    return comes_home(state, first, goals & ~bit(city), bit(city), engine_level(state, player) - 1)


@kernel
def legal_loads(params, state, scratch, mask, player):
    """Every cube that can be brought anywhere: along its best path, or link by link."""
    for color in range(COLORS):
        goals = cities_of(params, state, color)
        for city in range(params.num_cities):
            if state.cubes[city, color] > 0 and can_deliver(params, state, player, city, goals):
                allow(scratch, mask, params.act_deliver + city * COLORS + color)
                if state.mode[player] == 1:
                    allow(scratch, mask, params.act_load + city * COLORS + color)


@kernel
def load_cube(state, city, color, events):
    """The cube is on its way."""
    state.origin_city = city
    state.current_place = city
    state.cube_color = color
    state.cities_passed = bit(city)
    state.links_passed = 0
    state.links_by_owner[:] = 0
    state.phase = phases.GO


@kernel
def next_cities(params, state, player):
    """Where the cube may go now, such that it can still be delivered (RW-6.1); to no city twice (RW-6.3)."""
    here = np.int64(state.current_place)
    goals = cities_of(params, state, np.int64(state.cube_color)) & ~bit(np.int64(state.origin_city))
    left = engine_level(state, player) - np.int64(state.links_passed) - 1
    ways = np.int64(state.joined[player, here]) if state.links_passed == 0 else neighbors(state, here)
    ways &= ~np.int64(state.cities_passed)
    found = np.int64(0)
    for city in range(params.num_cities):
        if ways & bit(city) and comes_home(state, bit(city), goals, np.int64(state.cities_passed), left):
            found |= bit(city)
    return found


@kernel
def legal_go(params, state, scratch, mask, player):
    cities = next_cities(params, state, player)
    for city in range(params.num_cities):
        if cities & bit(city):
            allow(scratch, mask, params.act_go + city)


@kernel
def owners_between(state, player, a, b):
    """Whose links lead from one city to the next, bits of owners; the first link has to be the seat's own (RW-6.2)."""
    owners = np.int64(0)
    for owner in range(OWNERS):
        if state.joined[owner, a] & bit(b) and (state.links_passed > 0 or owner == player):
            owners |= bit(owner)
    return owners


@kernel
def go(params, state, player, city):
    """Go to a city; where links of several owners lead there, it is chosen over whose (RW-6.7). Returns whether the
    cube has arrived."""
    owners = owners_between(state, player, np.int64(state.current_place), city)
    if count_bits(owners) > 1:
        state.next_city = city
        state.phase = phases.OVER
        return False
    owner = np.int64(0)
    while not owners & bit(owner):
        owner += 1
    return _pass(state, owner, city)


@kernel
def legal_over(params, state, scratch, mask, player):
    owners = owners_between(state, player, np.int64(state.current_place), np.int64(state.next_city))
    for owner in range(OWNERS):
        if owners & bit(owner):
            allow(scratch, mask, params.act_over + owner)


@kernel
def go_over(state, owner):
    """Go on over a link of this owner; returns whether the cube has arrived."""
    return _pass(state, owner, np.int64(state.next_city))


@kernel
def _pass(state, owner, city):
    """Over a link; in the first city of its color the cube has arrived (RW-6.4)."""
    state.links_by_owner[owner] += 1
    state.links_passed += 1
    state.current_place = city
    state.cities_passed |= bit(city)
    state.phase = phases.GO
    return state.color[city] == state.cube_color


@kernel
def finish_delivery(params, state, player, events):
    """The cube goes back to the bag (RW-6.8); the owner of the city's hotel scores (RW-7.7, RS-9.1)."""
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
    """The owners of the links score (RW-6.6). Links of the Railbot cost the seat a point each (RS-4.2); the Railbot
    scores nothing (RS-3.5). It is the last that a delivery pays, and all that may cost points: what is scored before
    is in one sum with it when the track ends at 0 (RW-R6)."""
    for p in range(params.num_companies):
        points = np.int64(state.links_by_owner[p])
        if p == player:
            points -= np.int64(state.links_by_owner[RAILBOT]) + delivery_penalty(state, np.int64(state.current_place))
        score(state, p, points, FOR_LINKS, events)
