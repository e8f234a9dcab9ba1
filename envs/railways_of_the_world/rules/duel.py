"""Duel Barons: the goal and points of each for the player, and its effect when the Railbot claims it (RS-8.1)."""

import numpy as np

from railgym.envs.core.arrays import lowest
from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import BOT_DUEL, DUEL, FOR_DUEL
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.params import BLACK, BLUE, GRAY, PURPLE, RED, YELLOW
from railgym.envs.railways_of_the_world.rules.cities import count_hotels
from railgym.envs.railways_of_the_world.rules.links import network_of
from railgym.envs.railways_of_the_world.rules.money import score
from railgym.envs.railways_of_the_world.state import CITIES, COLORS, DUELS, NOBODY, RAILBOT

__all__ = [
    "DAINTY",
    "HOWARD",
    "KRANZ_B",
    "KRANZ_C",
    "OLSEN",
    "SELLERS",
    "TURCZI",
    "TYCHOON",
    "any_claim",
    "claim",
    "claim_for_railbot",
    "delivery_penalty",
    "engine_level",
    "has_effect",
    "is_met",
    "legal_claims",
    "legal_railbot_barons",
]

(
    KRANZ_B,
    KRANZ_C,
    TYCHOON,
    TURCZI,
    ALBERTSON,
    HOWARD,
    BERNY,
    OLSEN,
    TOFT,
    DAINTY,
    SELLERS,
    ROSENFELD,
) = range(len(DUEL_BARONS))


@kernel
def has_effect(state, baron):
    """Whether the Railbot has claimed a baron whose effect lasts."""
    return state.baron_effects >> baron & 1 == 1


@kernel
def engine_level(state, player):
    """The level as which the engine counts: one less when the Railbot has Tychoon (RS-13.3), except for the price of
    the next level (RW-R7)."""
    return np.int64(state.players[player].engine) - has_effect(state, TYCHOON)


@kernel
def delivery_penalty(state, goal):
    """The points that a delivery to a city loses when the Railbot has Toft (RS-13.9), Dainty (RS-13.10) or Rosenfeld
    (RS-13.12)."""
    color = state.color[goal]
    points = 2 * (has_effect(state, DAINTY) and color == RED)
    points += has_effect(state, TOFT) and color in (BLUE, YELLOW)
    return points + (has_effect(state, ROSENFELD) and color in (BLACK, PURPLE))


@kernel
def _tier(number, first, a, second, b, third, c):
    """The points of the highest of three tiers that a number reaches."""
    if number >= third:
        return c
    if number >= second:
        return b
    return a if number >= first else 0


@kernel
def goal_points(params, state, player, baron):
    """The points that the player would gain from a baron now (RS-8.1, RS-13.1, RS-13.2, RS-13.3, RS-13.6, RS-13.7,
    RS-13.8, RS-13.9, RS-13.11, RS-13.12); 0 if the goal is not met."""
    seat = state.players[player]
    if baron == KRANZ_B:
        return _tier(count_hotels(params, state, player), 2, 3, 3, 4, 4, 5)
    if baron == KRANZ_C:
        return _tier(engine_level(state, player), 6, 1, 7, 3, 8, 6)
    if baron == TYCHOON:
        return _tier(seat.longest_delivery, 5, 3, 6, 5, 6, 5)
    if baron == HOWARD:
        return _tier(count_bits(seat.major_lines), 2, 4, 3, 7, 3, 7)
    if baron == BERNY:
        return _tier(_purple_links(state, player), 4, 2, 6, 4, 8, 6)
    if baron == OLSEN:
        return _tier(lowest(seat.delivered), 1, 5, 2, 10, 2, 10)
    if baron == TOFT:
        return _tier(min(seat.delivered[PURPLE], seat.delivered[BLACK]), 1, 1, 2, 2, 3, 4)
    if baron == ROSENFELD:
        return _tier(min(seat.delivered[BLUE], seat.delivered[YELLOW]), 1, 1, 2, 2, 3, 4)
    if baron == SELLERS:
        return 4 if _has_double_link(state, player) else 0
    return _network_points(params, state, player, baron)


@kernel
def _purple_links(state, player):
    """The number of links of the seat with an end in a purple city (RS-13.7)."""
    links = 0
    for i in range(np.int64(state.num_links)):
        purple = state.color[state.link_a[i]] == PURPLE or state.color[state.link_b[i]] == PURPLE
        links += state.link_owner[i] == player and purple
    return links


@kernel
def _has_double_link(state, player):
    """Whether two links of the seat join the same two cities (RS-13.11)."""
    for i in range(np.int64(state.num_links)):
        for j in range(i):
            same = state.link_a[i] == state.link_a[j] and state.link_b[i] == state.link_b[j]
            crossed = state.link_a[i] == state.link_b[j] and state.link_b[i] == state.link_a[j]
            if state.link_owner[i] == player and state.link_owner[j] == player and (same or crossed):
                return True
    return False


@kernel
def _network_points(params, state, player, baron):
    """The points of a goal that asks for cities joined by own links (RW-R8): seven colored cities (RS-13.4), pairs of
    three colors (RS-13.5), two red cities (RS-13.10)."""
    seen, pairs = np.int64(0), np.int64(0)
    for city in range(params.num_cities):
        if state.joined[player, city] == 0 or seen & bit(city):
            continue
        cities = network_of(state, player, np.int64(city))
        seen |= cities
        number = np.zeros(COLORS + 1, np.int64)
        for other in range(CITIES):
            if cities >> other & 1:
                number[state.color[other]] += 1
        if baron == TURCZI and number[:GRAY].sum() >= 7:
            return 7
        if baron == DAINTY and number[RED] >= 2:
            return 5
        for color in range(COLORS):
            if number[color] >= 2:
                pairs |= bit(color)
    return 6 if baron == ALBERTSON and count_bits(pairs) >= 3 else 0


@kernel
def legal_claims(params, state, scratch, mask, player):
    """Allow the barons on offer whose goal is met (RS-8.2)."""
    for i in range(DUELS):
        if is_met(params, state, player, i):
            allow(scratch, mask, params.act_duel + state.duel_barons[i])


@kernel
def any_claim(params, state, player):
    """Whether the player can claim any baron."""
    for i in range(DUELS):
        if is_met(params, state, player, i):
            return True
    return False


@kernel
def is_met(params, state, player, i):
    """Whether a baron on offer can be claimed: it is unclaimed (RS-8.5), and its goal is met."""
    if state.duel_barons[i] < 0 or state.duel_owner[i] != NOBODY:
        return False
    return goal_points(params, state, player, np.int64(state.duel_barons[i])) > 0


@kernel
def claim(params, state, player, baron, events):
    """Claim a baron; the player scores the tier that is met now (RS-8.3)."""
    points = goal_points(params, state, player, baron)
    for i in range(DUELS):
        if state.duel_barons[i] == baron:
            state.duel_owner[i] = player
    emit(events, EVERYONE, DUEL, player, baron, points)
    score(state, player, points, FOR_DUEL, events)


@kernel
def legal_railbot_barons(params, state, scratch, mask):
    """Allow the unclaimed barons (RS-8.4)."""
    for i in range(DUELS):
        if state.duel_barons[i] >= 0 and state.duel_owner[i] == NOBODY:
            allow(scratch, mask, params.act_duel + state.duel_barons[i])


@kernel
def claim_for_railbot(state, baron, events):
    """Note the effect of a baron if it lasts (RS-8.4). The other effects happen at once, in ``railbot.py``."""
    for i in range(DUELS):
        if state.duel_barons[i] == baron:
            state.duel_owner[i] = RAILBOT
    state.baron_effects |= 1 << baron
    emit(events, EVERYONE, BOT_DUEL, -1, baron)
