"""The record of parameters that the kernels read: a map in arrays, and the numbers of the rules."""

from functools import cache
from typing import Any

import numpy as np

from railgym.envs.core.geo.draws import draw
from railgym.envs.core.graphs import parts
from railgym.envs.crayon_rails.actions import table
from railgym.envs.crayon_rails.maps.model import (
    BORDERS,
    EVENT_KINDS,
    LIMITS,
    MAX_CARDS,
    MAX_CITIES,
    MAX_EDGES,
    MAX_EVENTS,
    MAX_GOODS,
    MAX_MAJORS,
    MAX_MILEPOSTS,
    SIZES,
    Map,
)
from railgym.envs.crayon_rails.options import CrayonOptions
from railgym.envs.crayon_rails.state import DIRECTIONS, NO_REGION, REGIONS, SEATS

__all__ = [
    "CITY_COST",
    "CLEAR_COST",
    "FAR",
    "MAJOR",
    "MAJOR_COST",
    "MOUNTAIN_COST",
    "PARAMS",
    "RING",
    "WATER_COST",
    "build_params",
]

CLEAR_COST, MOUNTAIN_COST, CITY_COST, MAJOR_COST, WATER_COST = 1, 2, 3, 5, 2
MAJOR = SIZES.index("major")
RING = 7  # mileposts of a major city
_ENTRIES = 18  # edges that lead into a major city
_CASH, _CASH_WITH_EXTRA_TURN = 50, 60
FAR = 30_000  # more than any path costs

PARAMS = np.dtype(
    [
        ("game", "u8"),  # GameOptions.identity
        ("num_players", "i8"),
        ("num_actions", "i8"),
        ("num_mileposts", "i8"),
        ("num_edges", "i8"),
        ("num_cities", "i8"),
        ("num_goods", "i8"),
        ("num_majors", "i8"),
        ("num_cards", "i8"),  # demand cards
        ("num_events", "i8"),  # in the deck
        ("cash", "i8"),
        ("goal", "i8"),
        ("raised_goal", "i8"),
        ("majors_needed", "i8"),  # major cities to join
        ("seating", "i8"),  # 0: by payout, 1: at random, 2: in the order of the seats
        ("opening_rounds", "i8"),
        ("cards_dealt", "i8"),
        ("equal_turns", "i8"),
        ("start_on_own_track", "i8"),
        ("reverse_at_dead_ends", "i8"),
        ("upgrade_in_opening", "i8"),
        ("discard_hand", "i8"),
        ("borrow", "i8"),
        ("pool", "i8"),  # 1: all players share one pool of demand cards
        ("late_payment", "i8"),
        ("step_points", "i8"),  # of movement that a step takes: 2 where a slow area halves the rest of the turn
        ("max_rounds", "i8"),
        ("speed", "i8", (4,)),  # of each engine
        ("full", "i8", (SEATS,)),
        ("act_pick", "i8"),  # first ids of the blocks
        ("act_drop", "i8"),
        ("act_place", "i8"),
        ("act_run", "i8"),
        ("act_pay", "i8"),
        ("act_build", "i8"),
        ("act_step", "i8"),
        ("act_from", "i8"),
        ("post_edge", "i2", (MAX_MILEPOSTS, DIRECTIONS)),  # -1: none
        ("post_next", "i2", (MAX_MILEPOSTS, DIRECTIONS)),
        ("post_row", "i2", (MAX_MILEPOSTS,)),
        ("post_col", "i2", (MAX_MILEPOSTS,)),
        ("post_cost", "i1", (MAX_MILEPOSTS,)),
        ("post_city", "i1", (MAX_MILEPOSTS,)),  # -1: none
        ("post_major", "i1", (MAX_MILEPOSTS,)),  # 1 in a major city
        ("post_mountain", "i1", (MAX_MILEPOSTS,)),
        ("edge_a", "i2", (MAX_EDGES,)),
        ("edge_b", "i2", (MAX_EDGES,)),
        ("edge_water", "i1", (MAX_EDGES,)),  # surcharge for water, or for a ferry
        ("edge_ferry", "i1", (MAX_EDGES,)),  # 1: a ferry
        ("dearest", "i8"),  # price of a segment
        ("edge_rivers", "i8", (MAX_EDGES,)),
        ("edge_public", "i1", (MAX_EDGES,)),  # 1 inside a major city
        ("region", "u1", (MAX_MILEPOSTS,)),  # as in the state, before any track is laid
        ("num_regions", "i8"),
        ("city_size", "i1", (MAX_CITIES,)),
        ("city_limit", "i1", (MAX_CITIES,)),  # seats that may build into it
        ("city_goods", "i8", (MAX_CITIES,)),
        ("city_num_posts", "i1", (MAX_CITIES,)),
        ("city_posts", "i2", (MAX_CITIES, RING)),  # the middle first
        ("city_num_ways", "i1", (MAX_CITIES,)),
        ("city_num_entries", "i1", (MAX_CITIES,)),
        ("city_entries", "i2", (MAX_CITIES, _ENTRIES)),  # edges into it, the ways from other cities first
        ("major_city", "i1", (MAX_MAJORS,)),
        ("good_chips", "i1", (MAX_GOODS,)),
        ("good_sources", "i8", (MAX_GOODS,)),
        ("card_city", "i1", (MAX_CARDS, 3)),
        ("card_good", "i1", (MAX_CARDS, 3)),
        ("card_payout", "i2", (MAX_CARDS, 3)),
        ("event_kind", "i1", (MAX_EVENTS,)),
        ("event_river", "i1", (MAX_EVENTS,)),
        ("event_drawer", "i1", (MAX_EVENTS,)),  # 1: a strike of the drawer's crews
        ("event_cities", "i8", (MAX_EVENTS,)),  # with a milepost in its zone
        ("event_zone", "u1", (MAX_EVENTS, MAX_MILEPOSTS)),
        ("build_cost", "i2", (MAX_MILEPOSTS, MAX_CITIES)),  # of the cheapest track from a milepost to a city
        ("build_direction", "i1", (MAX_MILEPOSTS, MAX_CITIES)),  # in which that track begins
    ]
)


def build_params(options: CrayonOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game: an array of one record of dtype ``PARAMS``.

    Money is in whole millions (EB-2.8): each player begins with 50 (EB-3.3, RR-2.6), or 60 with an extra build turn
    (RR-12.4). Engines move 9 or 12 (EB-5.17, EB-5.18), fast ones 12 or 16 with any number of players (RR-12.1, RR-12.2,
    RR-12.3). All major cities but one must be linked (EB-R2). With a pool of demands, the order of play is by lot
    instead of by the highest payout in hand (EB-R16.6).
    """
    params = _map_params(options.board).copy()
    record, board = params[0], options.board
    options.write_params(record)
    record["num_events"] = len(board.events) if options.events else 0
    extra = options.extra_build_turn
    record["cash"] = options.cash if options.cash is not None else _CASH_WITH_EXTRA_TURN if extra else _CASH
    record["majors_needed"] = options.majors or len(board.majors) - 1
    record["pool"] = options.pool
    by_lot = options.pool and options.order == "payout"
    record["seating"] = ("payout", "random", "seats").index("random" if by_lot else options.order)
    record["opening_rounds"] = 3 if extra else 2
    record["cards_dealt"] = 5 if options.extra_starting_cards else 4 if options.four_card_start else 3
    record["step_points"] = 2 if options.half_rate == "turn" else 1
    record["start_on_own_track"] = options.train_start == "own"
    record["speed"] = (12, 16, 12, 16) if options.fast_trains else (9, 12, 9, 12)
    record["full"][: options.num_players] = options.full
    limits = [min(LIMITS[city.size], options.num_players) for city in board.cities]
    record["city_limit"][: len(limits)] = limits
    if options.orders == "classic":
        for i, card in enumerate(board.cards):
            record["card_payout"][i] = [_classic_payout(board, demand.city, demand.good) for demand in card.demands]
    blocks = table(board, tuple("ABCD"), True).blocks
    for name in ("pick up", "drop", "place", "run", "pay", "build", "step", "from"):
        record[f"act_{name.split()[0]}"] = blocks[name].start
    return params


def _classic_payout(board: Map, city: int, good: int) -> int:
    """RR-R4: what an order pays by the older formula, in millions: by distance, size of the city, and lot."""
    distance = min(board.distance(city, source) for source in board.sources[good])
    columns = [post.col for post in board.mileposts]
    width = max(columns) - min(columns) + 1
    by_size = 5 * SIZES.index(board.cities[city].size)
    luck = int(5 * draw(0, "classic", board.cities[city].name, board.goods[good].name))
    return min(50, max(15, 35 * distance // width + by_size + luck))


@cache
def _map_params(board: Map) -> np.ndarray[Any, Any]:
    """What the parameters hold of a map."""
    params = np.zeros(1, PARAMS)
    record = params[0]
    _fill_track(record, board)
    _fill_regions(record, board)
    _fill_cities(record, board)
    _fill_cards(record, board)
    _fill_ways(record, board)
    return params


def _fill_track(record: Any, board: Map) -> None:
    """The grid (EB-2.1, RR-7.2, RR-7.3), and what a milepost costs: clear (EB-5.3, RR-7.4), a mountain (EB-5.4,
    RR-7.5), a small or medium city (EB-5.5, RR-7.6, RR-7.7), a major one (EB-5.6, RR-7.8). Ferries add their own price
    (EB-R16.5)."""
    record["num_mileposts"], record["num_edges"] = len(board.mileposts), len(board.edges)
    record["post_edge"], record["post_next"], record["post_city"] = -1, -1, -1
    for i, (post, beside) in enumerate(zip(board.mileposts, board.beside, strict=True)):
        major = post.city >= 0 and board.cities[post.city].size == "major"
        record["post_row"][i], record["post_col"][i] = post.hex
        record["post_edge"][i] = beside
        ends = [board.edges[edge] if edge >= 0 else None for edge in beside]
        record["post_next"][i] = [-1 if end is None else end.b if end.a == i else end.a for end in ends]
        record["post_city"][i], record["post_major"][i], record["post_mountain"][i] = post.city, major, post.mountain
        cost = MAJOR_COST if major else CITY_COST if post.city >= 0 else MOUNTAIN_COST if post.mountain else CLEAR_COST
        record["post_cost"][i] = cost
    for i, edge in enumerate(board.edges):
        record["edge_a"][i], record["edge_b"][i], record["edge_public"][i] = edge.a, edge.b, edge.city >= 0
        record["edge_water"][i] = WATER_COST if edge.rivers or edge.lakes else 0
        record["edge_rivers"][i] = sum(1 << river for river in edge.rivers)
    for ferry in board.ferries:
        record["edge_water"][ferry.edge], record["edge_ferry"][ferry.edge] = ferry.price, 1
    record["dearest"] = max([MAJOR_COST + WATER_COST, *(CITY_COST + ferry.price for ferry in board.ferries)])


def _fill_regions(record: Any, board: Map) -> None:
    """As ``rules/regions.py:label_regions`` numbers them: by their first milepost, the largest exchanged with the
    first."""
    outside = [edge for edge in board.edges if board.mileposts[edge.a].city < 0 and board.mileposts[edge.b].city < 0]
    found = sorted(parts((edge.a, edge.b) for edge in outside), key=min)
    largest = found.index(max(found, key=len))
    found[0], found[largest] = found[largest], found[0]
    record["region"] = NO_REGION
    record["num_regions"] = min(len(found), REGIONS)
    for label, part in enumerate(found[:REGIONS]):
        record["region"][list(part)] = label


def _fill_cities(record: Any, board: Map) -> None:
    record["num_cities"], record["num_majors"] = len(board.cities), len(board.majors)
    record["num_goods"] = len(board.goods)
    record["major_city"][: len(board.majors)] = board.majors
    record["good_chips"][: len(board.goods)] = [good.chips for good in board.goods]
    record["good_sources"][: len(board.goods)] = [_bits(cities) for cities in board.sources]
    for i, city in enumerate(board.cities):
        ways = board.ways_in[i]
        entries = [*ways, *(edge for edge in board.entries[i] if edge not in ways)]
        record["city_size"][i], record["city_goods"][i] = SIZES.index(city.size), _bits(city.goods)
        record["city_num_posts"][i] = len(city.mileposts)
        record["city_num_ways"][i], record["city_num_entries"][i] = len(ways), len(entries)
        record["city_posts"][i, : len(city.mileposts)] = city.mileposts
        record["city_entries"][i, : len(entries)] = entries


def _fill_cards(record: Any, board: Map) -> None:
    """Demand cards (EB-2.5) of three orders (RR-6.2): city (RR-6.3), good (RR-6.4) and payout (RR-6.5); and events.

    The number of cards is that of the map: 136 on ours (RR-R1.5).
    """
    record["num_cards"] = len(board.cards)
    for i, card in enumerate(board.cards):
        record["card_city"][i] = [demand.city for demand in card.demands]
        record["card_good"][i] = [demand.good for demand in card.demands]
        record["card_payout"][i] = [demand.payout for demand in card.demands]
    for i, event in enumerate(board.events):
        zone = board.zone(event)
        record["event_kind"][i], record["event_river"][i] = EVENT_KINDS.index(event.kind), event.river
        record["event_drawer"][i] = event.kind == "strike" and event.border not in BORDERS
        record["event_zone"][i, list(zone)] = 1
        record["event_cities"][i] = _bits({board.mileposts[post].city for post in zone} - {-1})


def _bits(members: Any) -> int:
    """A set of up to 64 numbers as a signed bit mask."""
    return int(np.int64(np.uint64(sum(1 << int(i) for i in members))))


def _fill_ways(record: Any, board: Map) -> None:
    """The cheapest ways over an empty map from everywhere to each city: all cities at once, relaxed until at rest."""
    posts, cities = len(board.mileposts), len(board.cities)
    edge, beyond = record["post_edge"][:posts].astype(int), record["post_next"][:posts].astype(int)
    price = _segment_costs(record, posts)
    away = np.full((cities, posts), FAR, np.int32)
    toward = np.full((cities, posts), -1, np.int8)
    for i, city in enumerate(board.cities):
        away[i, list(city.mileposts)] = 0
    changed = True
    while changed:
        changed = False
        for way in range(DIRECTIONS):
            through = away[:, beyond[:, way]] + price[:, way]
            better = (through < away) & (edge[:, way] >= 0)
            if better.any():
                changed = True
                away[better] = through[better]
                toward[np.nonzero(better)[0], np.nonzero(better)[1]] = way
    record["build_cost"][:posts, :cities] = np.minimum(away, FAR).T
    record["build_direction"][:posts, :cities] = toward.T


def _segment_costs(record: Any, posts: int) -> Any:
    """What a segment costs from each milepost in each direction: into a major city as built out of it, if that is less;
    inside one nothing. int (posts, DIRECTIONS)."""
    edge, beyond = record["post_edge"][:posts].astype(int), record["post_next"][:posts].astype(int)
    cost, major = record["post_cost"][:posts].astype(int), record["post_major"][:posts].astype(bool)
    into = np.where(major[beyond], np.minimum(cost[beyond], cost[:, None]), cost[beyond])
    price: Any = np.where(record["edge_public"][edge] == 1, 0, into + record["edge_water"][edge])
    return price
