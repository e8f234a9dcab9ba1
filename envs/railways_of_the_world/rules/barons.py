"""Universal Rail Barons: the goal of each at the end of the game, and its points.

The first fourteen go to the seat that leads in something. A shared lead gives half the points, rounded down, and a seat
that has none of it does not lead. The others have the same goal for every seat.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.params import GRAY, HILL, RED
from railgym.envs.railways_of_the_world.rules.cities import count_hotels
from railgym.envs.railways_of_the_world.rules.links import largest_network, network_of
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import COLORS, NO_PIECE

__all__ = ["BARONS", "POINTS", "baron_points"]

BARONS = len(UNIVERSAL_BARONS)
(
    LINKS_MOST,
    LONGEST,
    BONDS_LEAST,
    MONEY,
    HOTELS,
    LINES_MOST,
    RED_CUBES,
    _,
    _,
    _,
    BLACK_CUBES,
    NETWORK,
    HILLS,
    RIDGES,
    ENGINE,
    TWO_COLORS,
    FIVE_COLORS,
    TWO_RED,
    GRAY_CITIES,
    NEW_CITIES,
    LONG_LINK,
    NORTH_SOUTH,
    EAST_WEST,
    SERVED,
) = range(BARONS)
LAST_LEAD = RIDGES
POINTS = np.array([5, 5, 6, 4, 5, 5, 5, 5, 5, 5, 5, 6, 4, 5, 6, 6, 4, 5, 4, 4, 4, 6, 6, 5], np.int64)


@kernel
def baron_points(params, state, player, baron):
    """The points of a baron for a seat at the end: for the most of something (RW-11.2), or for a goal (RW-11.3). None
    depends on a map (RW-11.1, RW-R3, RS-1.5, RS-12.1)."""
    if baron > LAST_LEAD:
        return POINTS[baron] if _meets(params, state, player, baron) else np.int64(0)
    own = _measure(params, state, player, baron)
    shared = False
    for other in range(params.num_companies):
        if other != player:
            theirs = _measure(params, state, other, baron)
            if theirs > own:
                return np.int64(0)
            shared = shared or theirs == own
    if own == 0 and baron != BONDS_LEAST:
        return np.int64(0)
    return POINTS[baron] // 2 if shared else POINTS[baron]


@kernel
def _measure(params, state, player, baron):
    """The number by which a baron compares the seats: more is better (RW-11.2)."""
    seat = state.players[player]
    if baron == LINKS_MOST:
        return _count_links(state, player)
    if baron == LONGEST:
        return np.int64(seat.most_own_links)
    if baron == BONDS_LEAST:
        return -np.int64(seat.bonds)
    if baron == MONEY:
        return np.int64(seat.cash)
    if baron == HOTELS:
        return count_hotels(params, state, player)
    if baron == LINES_MOST:
        return np.int64(count_bits(seat.major_lines))
    if RED_CUBES <= baron <= BLACK_CUBES:
        return np.int64(seat.delivered[baron - RED_CUBES])
    if baron == NETWORK:
        return np.int64(count_bits(largest_network(params, state, player)))
    return _count_tiles(params, state, player, baron)


@kernel
def _count_links(state, player):
    """The number of links of a seat."""
    links = np.int64(0)
    for i in range(np.int64(state.num_links)):
        links += state.link_owner[i] == player
    return links


@kernel
def _count_tiles(params, state, player, baron):
    """The number of tiles in hills, or of ridges crossed (RW-11.2), for track of a seat. Each of the two tiles at a
    ridge counts half of it; at a city the only tile counts all."""
    hills, halves = np.int64(0), np.int64(0)
    for hex in range(params.num_hexes):
        for slot in range(2):
            piece = np.int64(state.track[hex, slot])
            if piece == NO_PIECE or state.owner[hex, slot] != player:
                continue
            hills += params.terrain[hex] == HILL
            for end in range(2):
                side = ENDS[piece, end]
                if params.ridge[hex, side]:
                    halves += 2 if params.hex_city[params.beside[hex, side]] >= 0 else 1
    return hills if baron == HILLS else halves // 2


@kernel
def _meets(params, state, player, baron):
    """Whether a seat has reached the goal of a baron (RW-11.3)."""
    seat = state.players[player]
    if baron == ENGINE:
        return state.first_with_level_8 == player
    if baron == LONG_LINK:
        for i in range(np.int64(state.num_links)):
            if state.link_owner[i] == player and state.link_tiles[i] >= 6:
                return True
        return False
    if baron == GRAY_CITIES:
        return _count_gray(params, state, player) >= 6
    if baron == SERVED:
        return count_bits(seat.delivered_to) >= 8
    seen = np.int64(0)
    for city in range(params.num_cities):
        if state.joined[player, city] != 0 and not seen & bit(city):
            cities = network_of(state, player, np.int64(city))
            seen |= cities
            if _network_meets(params, state, cities, baron):
                return True
    return False


@kernel
def _count_gray(params, state, player):
    """The number of gray cities with a link of a seat."""
    gray = 0
    for city in range(params.num_cities):
        gray += state.color[city] == GRAY and state.joined[player, city] != 0
    return gray


@kernel
def _network_meets(params, state, cities, baron):
    """Whether cities joined by own links (RW-R8) meet the goal of a baron (RW-11.3)."""
    if baron in (NORTH_SOUTH, EAST_WEST):
        return _spans(params, cities, baron)
    number = np.zeros(COLORS + 1, np.int64)
    new = 0
    for city in range(params.num_cities):
        if cities & bit(city):
            number[state.color[city]] += 1
            new += state.color[city] != params.city_color[city]
    if baron == TWO_RED:
        return number[RED] >= 2
    if baron == NEW_CITIES:
        return new >= 2
    three, colors = 0, 0
    for color in range(COLORS):
        three += number[color] >= 3
        colors += number[color] >= 1
    return three >= 2 if baron == TWO_COLORS else colors == COLORS


@kernel
def _spans(params, cities, baron):
    """Whether the outermost cities are at least three fifths as far apart as the outermost hexes."""
    least, most = np.int64(1 << 20), np.int64(-1)
    first, last = least, most
    for hex in range(params.num_hexes):
        place = _axis_position(params, hex, baron)
        first, last = min(first, place), max(last, place)
        city = np.int64(params.hex_city[hex])
        if city >= 0 and cities & bit(city):
            least, most = min(least, place), max(most, place)
    return 5 * (most - least) >= 3 * (last - first)


@kernel
def _axis_position(params, hex, baron):
    """How far south or east a hex lies, in half hexes, because odd rows are shifted."""
    row = np.int64(params.hex_row[hex])
    return row if baron == NORTH_SOUTH else 2 * np.int64(params.hex_col[hex]) + row % 2
