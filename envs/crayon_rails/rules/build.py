"""Building: towards a city as far as the money lasts, or segment by segment; or an engine instead."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DONE, OPEN, UPGRADE
from railgym.envs.crayon_rails.event_kinds import BUILT, OPENED, UPGRADED
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.joining import INTO
from railgym.envs.crayon_rails.rules.networks import settle_home
from railgym.envs.crayon_rails.rules.paths import find_path, is_short
from railgym.envs.crayon_rails.rules.segments import budget, lay, lowest_price, may_lay, price
from railgym.envs.crayon_rails.state import DIRECTIONS, REGIONS

__all__ = ["UPGRADE_COST", "apply_build", "is_opening", "legal_build", "legal_builder"]

UPGRADE_COST = 20
FREIGHT, FAST, HEAVY, SUPER = range(4)


@kernel
def is_opening(params, state):
    """Whether the turn is one before any train runs (EB-4.9, RR-3.2): each player has two of them, or three
    (RR-12.5)."""
    return state.opening_rounds_done < params.opening_rounds


@kernel
def legal_build(params, state, scratch, mask):
    """Allow what the mover may build, or buy instead."""
    player = np.int64(state.mover)
    seat = state.players[player]
    allow(scratch, mask, DONE)
    _legal_upgrades(params, state, scratch, mask, player)
    money = budget(state, player)
    if money <= 0 or state.striking_crews >> player & 1:
        return
    if seat.home_milepost < 0:
        for i in range(params.num_majors):
            if _can_open(params, state, player, np.int64(params.major_city[i]), money):
                allow(scratch, mask, OPEN + i)
    else:
        _legal_plans(params, state, scratch, mask, player, money)
    if state.mode[player] == 1:
        for post in range(params.num_mileposts):
            if _can_build_from(params, state, player, post, money):
                allow(scratch, mask, params.act_from + post)


@kernel
def _legal_upgrades(params, state, scratch, mask, player):
    """Allow a better engine instead of track, for 20 (EB-4.8, EB-R11.3, RR-5.5, RR-R1.3): the fast or the heavy one
    (EB-5.32, RR-11.6), then the best (EB-5.33, RR-11.7), on either of two paths (EB-5.34, EB-5.35). Engines are never
    sold out (EB-2.7), and none has less room than the one before (EB-R11.2)."""
    if state.spent_in_turn > 0 or state.scores[player] < UPGRADE_COST:
        return
    if is_opening(params, state) and params.upgrade_in_opening == 0:
        return
    engine = state.players[player].engine
    if engine == FREIGHT:
        allow(scratch, mask, UPGRADE + FAST - 1)
        allow(scratch, mask, UPGRADE + HEAVY - 1)
    elif engine != SUPER:
        allow(scratch, mask, UPGRADE + SUPER - 1)


@kernel
def _can_open(params, state, player, city, money):
    """Whether the network can be begun in a major city: a segment can lead out of it."""
    for i in range(np.int64(params.city_num_posts[city])):
        if _can_build_from(params, state, player, np.int64(params.city_posts[city, i]), money):
            return True
    return False


@kernel
def _can_build_from(params, state, player, post, money):
    """Whether a segment can lead out of a milepost: one of a major city (EB-5.1, RR-R1.1), or one with track of the
    seat (EB-5.2)."""
    if params.post_major[post] == 0 and state.track_seats[post] >> player & 1 == 0:
        return False
    for way in range(DIRECTIONS):
        if _can_build(params, state, player, post, way, money):
            return True
    return False


@kernel
def _can_build(params, state, player, post, way, money):
    """Whether a single segment can be laid and paid for (EB-5.15)."""
    edge = np.int64(params.post_edge[post, way])
    if not may_lay(params, state, player, edge):
        return False
    return price(params, state, post, np.int64(params.post_next[post, way]), edge) <= money


@kernel
def legal_builder(params, state, scratch, mask):
    """Allow the directions in which a single segment can lead from the chosen milepost."""
    player = np.int64(state.mover)
    for way in range(DIRECTIONS):
        if _can_build(params, state, player, np.int64(state.segment_start), way, budget(state, player)):
            allow(scratch, mask, params.act_step + way)


# --- plans ------------------------------------------------------------------------------------------------------------


@kernel
def _legal_plans(params, state, scratch, mask, player, money):
    """Allow plans towards every city that is not in the network and towards which a segment can be laid now.

    With enough money for any segment there is a path wherever the network and the city border on the same region. Only
    in the other, rare cases a search is needed.
    """
    seat = state.players[player]
    short = is_short(params, state, money)
    near = np.int64(0) if short else _regions_near(params, state, player, True)
    known_all = False
    for city in range(params.num_cities):
        here = bit(city)
        if seat.linked_cities & here or (seat.closed_cities & here and seat.one_network == 1):
            continue
        if not short:
            beside = _regions_beside(params, state, player, city)
            if beside and not beside & near and not known_all:
                near = _regions_near(params, state, player, False)
                known_all = True
            if beside & near:
                allow(scratch, mask, params.act_build + city)
                continue
        if find_path(params, state, scratch, player, city, money) >= 0:
            allow(scratch, mask, params.act_build + city)


@kernel
def _regions_near(params, state, player, only_main):
    """The regions, as bits, into which a segment can be laid from the network. With ``only_main`` the search stops as
    soon as the largest region is found."""
    regions = np.int64(0)
    for post in range(params.num_mileposts):
        if state.in_network[post] >> player & 1 == 0:
            continue
        for way in range(DIRECTIONS):
            edge = np.int64(params.post_edge[post, way])
            beyond = np.int64(params.post_next[post, way])
            if edge < 0 or params.post_city[beyond] >= 0 or state.region[beyond] >= REGIONS:
                continue
            if may_lay(params, state, player, edge):
                regions |= bit(state.region[beyond])
                if only_main and state.region[beyond] == 0:
                    return regions
    return regions


@kernel
def _regions_beside(params, state, player, city):
    """The regions, as bits, from which a segment can be laid into a city; only the largest, if it is one of them."""
    regions = np.int64(0)
    for i in range(np.int64(params.city_num_entries[city])):
        edge = np.int64(params.city_entries[city, i])
        if may_lay(params, state, player, edge):
            a, b = np.int64(params.edge_a[edge]), np.int64(params.edge_b[edge])
            region = np.int64(state.region[b if params.post_city[a] == city else a])
            if region == 0:
                return np.int64(1)
            if region < REGIONS:
                regions |= bit(region)
    return regions


@kernel
def apply_build(params, state, scratch, action, events):
    """Play one action of building; returns whether the turn is over, as it is after an upgrade (EB-5.31)."""
    player = np.int64(state.mover)
    if action == DONE:
        return True
    if UPGRADE <= action < UPGRADE + 3:
        state.scores[player] -= UPGRADE_COST
        state.players[player].engine = action - UPGRADE + 1
        emit(events, EVERYONE, UPGRADED, player, action - UPGRADE + 1, UPGRADE_COST)
        return True
    if action >= params.act_from:
        state.segment_start = action - params.act_from
        state.phase = phases.BUILD_FROM
        return False
    if action >= params.act_step:
        _build_segment(params, state, scratch, player, action - params.act_step, events)
        state.phase = phases.BUILD
    elif action >= params.act_build:
        _build_towards(params, state, scratch, player, action - params.act_build, events)
    else:
        _open(params, state, scratch, player, np.int64(params.major_city[action - OPEN]), events)
    return budget(state, player) <= 0


@kernel
def _open(params, state, scratch, player, city, events):
    """Begin the network in a major city."""
    state.players[player].home_milepost = params.city_posts[city, 0]
    settle_home(params, state, scratch, player)
    emit(events, EVERYONE, OPENED, player, city)


@kernel
def _build_segment(params, state, scratch, player, way, events):
    """Lay the single segment in a direction."""
    start = np.int64(state.segment_start)
    edge, end = np.int64(params.post_edge[start, way]), np.int64(params.post_next[start, way])
    paid = price(params, state, start, end, edge)
    lay(params, state, scratch, player, start, end, edge, paid)
    state.segment_start = -1
    emit(events, EVERYONE, BUILT, player, 1, paid, start, end)


@kernel
def _build_towards(params, state, scratch, player, city, events):
    """Lay the cheapest track to a city (EB-R9.2), segment by segment while it can be paid for and is legal."""
    start = find_path(params, state, scratch, player, city, budget(state, player))
    post, segments, before = start, 0, np.int64(state.spent_in_turn)
    for i in range(scratch.path_length):
        way = np.int64(scratch.path[i]) % INTO
        edge, beyond = np.int64(params.post_edge[post, way]), np.int64(params.post_next[post, way])
        if state.track[edge] != player and params.edge_public[edge] == 0:
            paid = lowest_price(params, state, post, beyond, edge)
            if scratch.path[i] >= INTO:
                paid = price(params, state, post, beyond, edge)
            if paid > budget(state, player) or not may_lay(params, state, player, edge):
                break
            lay(params, state, scratch, player, post, beyond, edge, paid)
            segments += 1
        post = beyond
    emit(events, EVERYONE, BUILT, player, segments, np.int64(state.spent_in_turn) - before, start, post)
