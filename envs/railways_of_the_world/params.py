"""The record of parameters that the kernels read: a map in arrays, and the numbers of the rules."""

from functools import cache
from typing import Any

import numpy as np

from railgym.envs.core.geo.offset import distance
from railgym.envs.railways_of_the_world.actions import table
from railgym.envs.railways_of_the_world.maps.links import near_pairs, shortest_links
from railgym.envs.railways_of_the_world.maps.model import COLORS as COLOR_NAMES
from railgym.envs.railways_of_the_world.maps.model import MAX_RAILBOT, RAILBOT_KINDS, TERRAINS, Map
from railgym.envs.railways_of_the_world.maps.model import OPERATIONS as OPERATION_KINDS
from railgym.envs.railways_of_the_world.options import RailbotOptions, RailwaysOptions
from railgym.envs.railways_of_the_world.rules.phases import BIDDINGS
from railgym.envs.railways_of_the_world.state import CITIES, HEXES, MOST_TILES, OPERATIONS, PAIRS, SEATS, SIDES

__all__ = [
    "CITY_GROWTH",
    "ENGINEERING",
    "ENGINE_PRICE",
    "EXECUTIVE",
    "FIRST_DELIVERY",
    "GRAY",
    "HOTEL",
    "INDUSTRY",
    "LAND_GRANT",
    "NEW_TRAIN",
    "OPEN",
    "PARAMS",
    "RED",
    "SERVICE",
    "SPEED",
    "TERRAIN_PRICE",
    "build_params",
    "build_solo_params",
]

OPEN, WATER, HILL, CITY = range(len(TERRAINS))
TERRAIN_PRICE = np.array([2, 3, 4, 0], np.int64)  # thousands, of a tile in each terrain
ENGINE_PRICE = np.array([0, 0, 5, 10, 10, 15, 15, 20, 20], np.int64)  # to reach each level
RED, BLUE, YELLOW, PURPLE, BLACK, GRAY = range(len(COLOR_NAMES))
(
    LAND_GRANT,
    INDUSTRY,
    EXECUTIVE,
    ENGINEERING,
    CITY_GROWTH,
    FIRST_DELIVERY,
    SPEED,
    NEW_TRAIN,
    HOTEL,
    SERVICE,
) = range(len(OPERATION_KINDS))
(
    BOT_FINAL,
    BOT_EXHAUST,
    BOT_TAXATION,
    BOT_DEADHEAD,
    BOT_DEADHEAD_TAXATION,
    BOT_LINKS,
) = range(len(RAILBOT_KINDS))
CUBES_OF_A_COLOR = 25
TOO_FAR = 254  # tiles: more than a plan has
TILES_OF_A_COLOR = 2  # New City tiles; none is red
LINES = 8
WESTERN = 4
# Income by points, from 0 to 98 and more: up to 25 at 41 points, and down again.
INCOME = np.array(
    [0, *range(3, 15), 15, 15, 16, 16, 17, 17, 18, 18]
    + [n for n, times in ((19, 3), (20, 3), (21, 3), (22, 3), (23, 4), (24, 4), (25, 8), (24, 4)) for _ in range(times)]
    + [n for n, times in ((23, 4), (22, 4), (21, 4)) for _ in range(times)]
    + [n for n in range(20, 10, -1) for _ in range(3)]
    + [10, 10, 10, 9],
    np.int64,
)

PARAMS = np.dtype(
    [
        ("game", "u8"),  # GameOptions.identity
        ("num_players", "i8"),
        ("num_actions", "i8"),
        ("num_companies", "i8"),  # seats that build and deliver: all but the Railbot's
        ("solo", "i8"),  # 1 against the Railbot
        ("slot_power", "i8"),  # 1: the chooser picks the card of the row that is resolved
        ("chooser", "i8"),  # the seat that chooses for the Railbot
        ("base_exhaust", "i8"),
        ("display_capacity", "i8"),  # the most operations cards on display
        ("target", "i8"),
        ("cash", "i8"),
        ("fewer_railbot_cards", "i8"),  # Railbot cards removed in addition to the three
        ("duel_barons", "i8"),  # 1 with Duel Barons
        ("num_hexes", "i8"),
        ("num_cities", "i8"),
        ("num_lines", "i8"),
        ("num_operations", "i8"),
        ("markers_to_end", "i8"),  # Empty City Markers that trigger the end
        ("max_years", "i8"),
        ("fewer_cubes", "i8"),  # one cube fewer in every city
        ("bidding", "i8"),  # of BIDDINGS
        ("barons", "i8"),  # 1 with Universal Rail Barons
        ("full", "i8", (SEATS,)),
        ("income", "i8", (len(INCOME),)),
        ("terrain", "i1", (HEXES,)),
        ("hex_city", "i1", (HEXES,)),  # -1: none
        ("beside", "i2", (HEXES, SIDES)),  # -1: none
        ("ridge", "i1", (HEXES, SIDES)),
        ("hex_row", "i2", (HEXES,)),
        ("hex_col", "i2", (HEXES,)),
        ("city_distance", "u1", (CITIES, HEXES)),  # steps over the grid from a city to a hex
        ("city_hex", "i2", (CITIES,)),
        ("city_color", "i1", (CITIES,)),
        ("city_cubes", "i1", (CITIES,)),
        ("in_play", "i1", (CITIES,)),
        ("western_cities", "i1", (WESTERN,)),  # the cities where western links begin; -1: no more
        ("western_goal", "i8"),  # the city that grows when a red cube from the west arrives
        ("line_a", "i1", (LINES,)),
        ("line_b", "i1", (LINES,)),
        ("line_points", "i1", (LINES,)),
        ("line_in_play", "i1", (LINES,)),
        ("card_kind", "i1", (OPERATIONS,)),
        ("card_city", "i1", (OPERATIONS,)),
        ("card_points", "i1", (OPERATIONS,)),
        ("bot_kind", "i1", (MAX_RAILBOT,)),
        ("bot_slot", "i1", (MAX_RAILBOT,)),
        ("bot_color", "i1", (MAX_RAILBOT,)),
        ("bot_city", "i1", (MAX_RAILBOT, 4)),  # -1: none
        ("bot_line", "i1", (MAX_RAILBOT,)),
        ("bot_baron", "i1", (MAX_RAILBOT,)),
        ("tiles_to", "u1", (CITIES, HEXES, SIDES)),  # fewest tiles from a side of a hex to a city
        ("num_pairs", "i8"),
        ("pair_a", "i1", (PAIRS,)),  # the near pairs of cities, and the cheapest links between them on the empty map
        ("pair_b", "i1", (PAIRS,)),
        ("pair_least_tiles", "i1", (PAIRS,)),  # fewest tiles of a link between them on the empty map
        ("city_pairs", "i2", (2 * PAIRS,)),  # the near pairs of city 0, of city 1, ...
        ("city_pairs_from", "i2", (CITIES + 1,)),  # the index at which those of each city begin
        ("near_tiles", "i1", (PAIRS,)),
        ("near_price", "i2", (PAIRS,)),
        ("near_way", "i4", (PAIRS,)),
        ("near_hexes", "i8", (PAIRS,)),
        ("near_unknown", "i8"),  # 1: they are not searched yet
        ("act_keep", "i8"),  # first ids of the blocks
        ("act_bid", "i8"),
        ("act_upgrade", "i8"),
        ("act_take", "i8"),
        ("act_grant", "i8"),
        ("act_western", "i8"),
        ("act_urbanize", "i8"),
        ("act_grow", "i8"),
        ("act_color", "i8"),
        ("act_link", "i8"),
        ("act_deliver", "i8"),
        ("act_start", "i8"),
        ("act_continue", "i8"),
        ("act_lay", "i8"),
        ("act_stop", "i8"),
        ("act_load", "i8"),
        ("act_go", "i8"),
        ("act_over", "i8"),
        ("act_insure", "i8"),
        ("act_duel", "i8"),
        ("act_slot", "i8"),
        ("act_cube", "i8"),
        ("act_city", "i8"),
        ("act_line", "i8"),
        ("act_way", "i8"),
        ("act_side", "i8"),
    ]
)
BLOCKS = {name: name.removeprefix("act_") for name in PARAMS.names or () if name.startswith("act_")}


def build_params(options: RailwaysOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game for two to six players (RW-1.1): an array of one record of dtype ``PARAMS``.

    The number of markers is the map's for that number of players (RW-1.8). Two and three players have fewer cubes
    (RW-1.4). A game lasts at most a number of turns (RW-R8). The order of a turn is found in one of three ways
    (RW-R10.1).
    """
    board = options.board
    params = _map_params(board, False).copy()
    record = params[0]
    options.write_params(record)
    record["num_companies"] = options.num_players
    record["markers_to_end"] = options.markers or board.markers[options.num_players - 2]
    record["max_years"] = options.max_turns
    record["fewer_cubes"] = options.num_players < 4
    record["bidding"] = BIDDINGS.index(options.bidding)
    record["income"] = INCOME
    record["full"][: options.num_players] = options.full
    return params


@cache
def _map_params(board: Map, solo: bool) -> np.ndarray[Any, Any]:
    """The parameters that depend on a map only."""
    params = np.zeros(1, PARAMS)
    record = params[0]
    _fill_hexes(record, board)
    _fill_cities(record, board)
    _fill_tiles(record)
    record["num_lines"], record["num_operations"] = len(board.lines), len(board.operations)
    for i, line in enumerate(board.lines):
        record["line_a"][i], record["line_b"][i] = line.a, line.b
        record["line_points"][i], record["line_in_play"][i] = line.points, line.in_play
    for i, card in enumerate(board.operations):
        record["card_kind"][i] = OPERATION_KINDS.index(card.kind)
        record["card_city"][i], record["card_points"][i] = card.city, card.points
    _fill_railbot(record, board)
    pairs = near_pairs(board)
    record["num_pairs"], record["near_unknown"] = len(pairs), 1
    for i, (a, b) in enumerate(pairs):
        record["pair_a"][i], record["pair_b"][i] = a, b
        record["pair_least_tiles"][i] = shortest_links(board, a)[b]
    by_city = [[i for i, pair in enumerate(pairs) if city in pair] for city in range(len(board.cities))]
    record["city_pairs"][: 2 * len(pairs)] = [i for of_city in by_city for i in of_city]
    record["city_pairs_from"][1 : len(by_city) + 1] = np.cumsum([len(of_city) for of_city in by_city])
    actions = table(board, solo, True)
    for field, name in BLOCKS.items():  # a block that the game does not have begins behind all others
        record[field] = actions.blocks[name].start if name in actions.blocks else len(actions)
    return params


def _fill_hexes(record: Any, board: Map) -> None:
    """Write the hexes, their terrain and ridges."""
    record["num_hexes"] = len(board.hexes)
    record["hex_city"], record["beside"] = -1, -1
    for i, (here, beside, ridges) in enumerate(zip(board.hexes, board.beside, board.ridges, strict=True)):
        record["terrain"][i], record["hex_city"][i] = TERRAINS.index(here.terrain), here.city
        record["beside"][i], record["ridge"][i] = beside, ridges
        record["hex_row"][i], record["hex_col"][i] = here.row, here.col


def _fill_cities(record: Any, board: Map) -> None:
    """Write the cities, of which some may be out of play (RS-1.3, RS-2.2), and the western links of the map (RW-R2)."""
    record["num_cities"] = len(board.cities)
    record["city_color"] = GRAY
    for i, city in enumerate(board.cities):
        record["city_hex"][i], record["city_color"][i] = city.hex, COLOR_NAMES.index(city.color)
        record["city_cubes"][i], record["in_play"][i] = city.cubes, city.in_play
        here = board.hexes[city.hex].cell
        record["city_distance"][i][: len(board.hexes)] = [distance(here, there.cell) for there in board.hexes]
    western = [i for i, city in enumerate(board.cities) if city.western]
    record["western_cities"] = -1
    record["western_cities"][: len(western)] = western
    record["western_goal"] = board.city_of.get("Chicago", -1) if western else -1


def _fill_tiles(record: Any) -> None:
    """Write the fewest tiles to each city on the empty map, straight on or in gentle curves (RW-3.12), through no other
    city (RW-3.5); TOO_FAR if a plan has fewer."""
    tiles, beside, city = record["tiles_to"], record["beside"], record["hex_city"]
    tiles[:] = TOO_FAR
    for side in range(SIDES):
        there = np.where(beside[:, side] >= 0, city[beside[:, side]], -1)
        tiles[there[there >= 0], np.flatnonzero(there >= 0), side] = 0
    for number in range(1, MOST_TILES + 1):
        before = tiles.copy()
        for side in range(SIDES):
            there = beside[:, side]
            is_land = (there >= 0) & (city[there] < 0)
            for leave in ((side + turn) % SIDES for turn in (5, 0, 1)):
                reached = is_land & (before[:, there, leave] == number - 1) & (tiles[:, :, side] == TOO_FAR)
                tiles[:, :, side][reached] = number


def _fill_railbot(record: Any, board: Map) -> None:
    """Write the Railbot's cards."""
    record["bot_city"] = -1
    for i, card in enumerate(board.railbot):
        record["bot_kind"][i], record["bot_slot"][i] = RAILBOT_KINDS.index(card.kind), card.slot
        record["bot_color"][i] = COLOR_NAMES.index(card.color) if card.color else -1
        record["bot_city"][i][: len(card.cities)] = card.cities
        record["bot_line"][i], record["bot_baron"][i] = card.line, card.baron


def build_solo_params(options: RailbotOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game against the Railbot on a map (RS-2.1, RW-R2).

    They hold how hard it is (RS-11.1, RS-11.2, RS-11.3, RS-11.5, RS-11.6, RS-11.7, RS-11.8, RW-R6) and the target
    (RS-2.15, RS-10.6). With ``railbot="agent"`` seat 1 chooses for the Railbot (RW-R4.2).
    """
    board = options.board
    params = _map_params(board, True).copy()
    record = params[0]
    options.write_params(record)
    record["num_companies"] = record["solo"] = 1
    record["slot_power"], record["chooser"] = options.railbot_power == "slot", options.num_players - 1
    record["markers_to_end"] = board.empty_limit - options.fewer_markers
    record["base_exhaust"] = board.base_exhaust + options.exhaust
    record["display_capacity"], record["target"] = options.display, options.goal
    record["fewer_railbot_cards"] = options.fewer_cards
    record["max_years"], record["income"] = options.max_turns, INCOME
    record["full"][: options.num_players] = options.full
    return params
