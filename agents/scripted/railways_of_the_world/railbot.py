"""Agents for the Railbot's choices: they take the choice that costs the player most, or least.

They consider what the player's links and engine make of every cube, of the major lines, and of the Duel Barons.
Values are in hundredths of points.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.params import (
    BOT_DEADHEAD,
    BOT_DEADHEAD_TAXATION,
    BOT_EXHAUST,
    BOT_LINKS,
    BOT_TAXATION,
    GRAY,
)
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.best_path import best_path, prepare_paths
from railgym.envs.railways_of_the_world.rules.cubes import cubes_in
from railgym.envs.railways_of_the_world.rules.duel import (
    ALBERTSON,
    DAINTY,
    HOWARD,
    KRANZ_B,
    KRANZ_C,
    ROSENFELD,
    TOFT,
    TURCZI,
    TYCHOON,
    goal_points,
)
from railgym.envs.railways_of_the_world.rules.links import joined_by_others
from railgym.envs.railways_of_the_world.rules.money import BOND, income_of
from railgym.envs.railways_of_the_world.rules.pieces import way_out
from railgym.envs.railways_of_the_world.rules.railbot import next_exhaust
from railgym.envs.railways_of_the_world.state import CITIES, COLORS, DUELS, FAR, NO_CARD, NOBODY

__all__ = ["railbot_heuristic", "railbot_kind"]

PLAYER = 0
LATER = 30  # of a link of a delivery that waits for a better engine
LAST_CUBE = 60  # of an Empty City Marker, which brings the end nearer
HOTEL = 100  # of the point that the player gets for a cube out of their hotel
DEADHEADED = 150
TRACK = 60  # of a link of the Railbot's in the player's way
LOST_ENGINE = 800
LOST_DELIVERIES = 400
LOST_CARDS = 150


@kernel
def railbot_heuristic(params, view, scratch, mask, player):
    """The legal choice that costs the player most; among equals the first."""
    return _first_by_harm(params, view, scratch, np.int64(1))


@kernel
def railbot_kind(params, view, scratch, mask, player):
    """The legal choice that costs the player least; among equals the first."""
    return _first_by_harm(params, view, scratch, np.int64(-1))


@kernel
def _first_by_harm(params, view, scratch, sign):
    """The first legal choice with the most harm to the player; with ``sign`` -1 the least."""
    prepare_paths(params, view, scratch, PLAYER)
    best, most = np.int64(scratch.choices[0]), np.int64(-FAR) * 100
    for i in range(np.int64(scratch.num_choices)):
        action = np.int64(scratch.choices[i])
        value = sign * _harm(params, view, scratch, action)
        if value > most:
            best, most = action, value
    return best


@kernel
def _harm(params, view, scratch, action):
    """The cost of a choice to the player."""
    if view.phase == phases.PICK_SLOT:
        return _harm_of_card(params, view, scratch, np.int64(view.railbot_row[action - params.act_slot]))
    if view.phase == phases.TAKE_CUBE:
        city = np.int64(params.bot_city[view.resolving_card, view.resolving_pair])
        return _cube_value(params, view, scratch, city, action - params.act_cube)
    if view.phase == phases.EXHAUST:
        return _exhaust_value(params, view, scratch, action - params.act_city, next_exhaust(params, view))
    if view.phase == phases.CLAIM_LINE:
        return _line_value(params, view, action - params.act_line)
    if view.phase == phases.CLAIM_BARON:
        return _baron_value(params, view, action - params.act_duel)
    return _way_value(params, view, action)


# --- cubes ---------------------------------------------------------------------------------------------------------


@kernel
def _cube_value(params, view, scratch, city, color):
    """The value of the player's best delivery of a cube; a part of it, if only a better engine can make it."""
    if scratch.own_neighbors[city] == 0:
        return np.int64(0)
    value, mine, _, links = best_path(params, view, scratch, PLAYER, city, color)
    if value > -FAR:
        return 100 * max(np.int64(0), mine) + links
    waits = np.int64(scratch.links_to_goal[city])
    return LATER * waits if waits < CITIES else np.int64(0)


@kernel
def _exhaust_value(params, view, scratch, city, color):
    """The value of the cube, and of the effects of its removal."""
    value = _cube_value(params, view, scratch, city, color)
    if view.hotel[city] == PLAYER:
        value -= HOTEL
    if cubes_in(view, city) == 1 and view.empty_marker[city] == 0:
        value += LAST_CUBE
    return value


@kernel
def _color_value(params, view, scratch, color, times):
    """What the worst ``times`` exhausted cubes of a color cost the player."""
    total, done = np.int64(0), np.int64(0)
    for _ in range(times):
        best, most = np.int64(-1), np.int64(0)
        for city in range(params.num_cities):
            if view.cubes[city, color] > 0 and not done & bit(city):
                value = _exhaust_value(params, view, scratch, np.int64(city), color)
                if best < 0 or value > most:
                    best, most = np.int64(city), value
        if best < 0:
            return total
        done |= bit(best)
        total += most
    return total


# --- lines and barons ----------------------------------------------------------------------------------------------


@kernel
def _line_value(params, view, line):
    """The value of a major line: its points, less for a line that costs the player more to finish."""
    missing = _cost_to_join(params, view, np.int64(params.line_a[line]), np.int64(params.line_b[line]))
    return 100 * np.int64(params.line_points[line]) * 10 // (10 + missing)


@kernel
def _cost_to_join(params, view, a, b):
    """What it costs the player, in thousands, to join two cities by their own links."""
    cost = np.full(CITIES, FAR, np.int64)
    cost[a] = 0
    changed = True
    while changed:
        changed = False
        for city in range(params.num_cities):
            for other in range(params.num_cities):
                if view.joined[PLAYER, city] >> other & 1 and cost[city] < cost[other]:
                    cost[other] = cost[city]
                    changed = True
        for i in range(params.num_pairs):
            if view.near_tiles[i] > 0:
                one, two, price = params.pair_a[i], params.pair_b[i], np.int64(view.near_price[i])
                if cost[one] + price < cost[two]:
                    cost[two] = cost[one] + price
                    changed = True
                elif cost[two] + price < cost[one]:
                    cost[one] = cost[two] + price
                    changed = True
    return cost[b]


@kernel
def _best_line(params, view):
    """The value of the best unclaimed major line in play."""
    most = np.int64(0)
    for line in range(params.num_lines):
        if params.line_in_play[line] == 1 and not view.claimed_lines & bit(line):
            most = max(most, _line_value(params, view, np.int64(line)))
    return most


@kernel
def _baron_value(params, view, baron):
    """The points that the player could have for a baron now, and what its effect costs them."""
    value = 100 * np.int64(goal_points(params, view, PLAYER, baron))
    if baron == TYCHOON:
        return value + LOST_ENGINE
    if baron in (DAINTY, ROSENFELD, TOFT):
        return value + LOST_DELIVERIES
    if baron == KRANZ_B:
        return value + _tax_value(params, view)
    if baron == HOWARD:
        return value + _best_line(params, view)
    if baron in (ALBERTSON, KRANZ_C, TURCZI):
        return value + DEADHEADED
    return value + LOST_CARDS


@kernel
def _best_baron(params, view):
    """The value of the best unclaimed Duel Baron."""
    most = np.int64(0)
    for i in range(DUELS):
        if view.duel_barons[i] >= 0 and view.duel_owner[i] == NOBODY:
            most = max(most, _baron_value(params, view, np.int64(view.duel_barons[i])))
    return most


# --- track ---------------------------------------------------------------------------------------------------------


@kernel
def _way_value(params, view, action):
    """The possible links of the player through the hex that a way enters; for a city, how many cities of the player it
    is joined to."""
    if params.act_way <= action < params.act_way + 3:
        side = way_out(np.int64(view.enter_side), action - params.act_way)
        return _blocked(params, view, np.int64(params.beside[view.current_place, side]))
    if params.act_city <= action < params.act_city + params.num_cities:
        return np.int64(count_bits(np.int64(view.joined[PLAYER, action - params.act_city])))
    return _blocked(params, view, np.int64(params.beside[params.city_hex[view.next_city], action - params.act_side]))


@kernel
def _blocked(params, view, hex):
    """How many of the cheapest links from the player's cities pass through a hex."""
    links = np.int64(0)
    for i in range(params.num_pairs):
        a, b = params.pair_a[i], params.pair_b[i]
        if view.near_tiles[i] > 0 and view.near_hexes[i] & bit(hex & 63):
            links += 1 + (view.joined[PLAYER, a] != 0) + (view.joined[PLAYER, b] != 0)
    return links


# --- cards of the row ----------------------------------------------------------------------------------------------


@kernel
def _harm_of_card(params, view, scratch, card):
    """What it costs the player that a card is resolved now; 0 if it is insured."""
    if card == NO_CARD or card == view.insured_card:
        return np.int64(0)
    kind = params.bot_kind[card]
    value = np.int64(0)
    if kind == BOT_LINKS:
        for pair in range(3):
            if params.bot_city[card, pair + 1] >= 0:
                a, b = np.int64(params.bot_city[card, pair]), np.int64(params.bot_city[card, pair + 1])
                value += _pair_value(params, view, scratch, a, b)
    if kind == BOT_EXHAUST:
        value += _color_value(params, view, scratch, np.int64(params.bot_color[card]), params.base_exhaust)
    if kind in (BOT_TAXATION, BOT_DEADHEAD_TAXATION):
        value += _tax_value(params, view)
    if kind in (BOT_DEADHEAD, BOT_DEADHEAD_TAXATION):
        value += DEADHEADED
    if params.bot_line[card] > 0:
        value += _best_line(params, view)
    if params.bot_baron[card] > 0:
        value += _best_baron(params, view)
    return value


@kernel
def _tax_value(params, view):
    """The cost of bonds: a point each, and interest."""
    return 150 * 2 * income_of(params, view, PLAYER) // BOND


@kernel
def _pair_value(params, view, scratch, a, b):
    """Two cities of a card: a link in the player's way, or a cube, minus a point if the
    player's own links alone join the cities."""
    if params.in_play[a] == 0 or params.in_play[b] == 0:
        return np.int64(0)
    if not joined_by_others(view, a, NOBODY) & bit(b):
        return np.int64(TRACK)
    most = np.int64(0)
    color = np.int64(view.color[b])
    if color != GRAY and view.cubes[a, color] > 0:
        most = _cube_value(params, view, scratch, a, color)
    else:
        for other in range(COLORS):
            if view.cubes[a, other] > 0:
                most = max(most, _cube_value(params, view, scratch, a, np.int64(other)))
    alone = not joined_by_others(view, a, PLAYER) & bit(b)
    return most - 100 * alone
