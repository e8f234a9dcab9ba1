"""The observation as a vector: its pieces, with the observer's seat first and the others in turn order.

Seats that do not play are zeros, so that one network serves every number of players. Money is divided by 50 or by the
goal, distances by 40 steps, as the pieces say.
"""

from functools import cache

import numpy as np

from railgym.envs.core.arrays import sort_lowest_first
from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.errands import ABOARD, best_source, errand_cost, errand_steps
from railgym.envs.crayon_rails.grid import hexes
from railgym.envs.crayon_rails.maps.model import EVENT_KINDS, Map
from railgym.envs.crayon_rails.params import MAJOR
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.best_run import steps_left
from railgym.envs.crayon_rails.rules.cards import is_open, may_discard
from railgym.envs.crayon_rails.rules.cargo import carries, num_loads
from railgym.envs.crayon_rails.rules.end import worth
from railgym.envs.crayon_rails.rules.phases import PHASES
from railgym.envs.crayon_rails.rules.routes import spread
from railgym.envs.crayon_rails.rules.segments import BUILD_LIMIT, EXITS, budget
from railgym.envs.crayon_rails.state import LOADS, NO_LOAD, SEATS

__all__ = [
    "DEMANDS",
    "encode",
    "encode_common",
    "encode_goods",
    "layout",
    "steps_to",
]

DEMANDS = 3 * LINES
SEAT_FACTS = 20
DEMAND_FACTS = 14
CITY_FACTS = 13
CITY_ROW = CITY_FACTS + SEATS + 2 * DEMANDS
GOOD_FACTS = 4
TABLE_FACTS = 14


@cache
def layout(board: Map, pool: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode` writes them. With a pool of demands, the players who
    have locked them follow the demands."""
    locks = ("locks", (DEMANDS, SEATS), 0, 1, "by card and line: the player who has locked the demand, one-hot (6)")
    return ObservationLayout(
        "vector",
        [
            ("phase", (len(PHASES),), 0, 1, "the decision that is due, one-hot"),
            ("table", (TABLE_FACTS,), 0, 2, "bias; the observer decides; it is its turn; opening rounds left / 3; "
             "rounds played / the last; cards in the deck / all; movement left / 16; spent on track in this turn / 20; "
             "what it may still spend / 20; segments out of major cities / 2; it has done something; the goal was met "
             "by someone; goal / 300; the hand may be given up"),
            ("events", (len(EVENT_KINDS),), 0, 1, "kinds of event in force"),
            ("seats", (SEATS, SEAT_FACTS), -1, 3, "by seat: plays; whose turn it is; decides; turns until its own / "
             "seats; cash / 50, to 3; cash less debt / goal, to 2; debt / 40; engine, one-hot (4); loads / 3; train is "
             "placed; loses a turn; met the goal; major cities joined / those needed; what the missing ones cost / "
             "100, to 3; spent on track / 300; loads delivered / 30; its crews are on strike"),
            ("demands", (DEMANDS, DEMAND_FACTS), -3, 3, "by card and line: there is one; payout / 50; the load is "
             "aboard; a load can be had; what the track for it costs / 50, to 3; that is beyond the cash; steps over "
             "the grid / 40; the city is joined; the source is joined; the train is in the city; at the source; profit "
             "(payout less 0.4 of the cost) per turn / 10; it is the best of all by that; how much less than the best "
             "/ 5"),
            *([locks] if pool else []),
            ("cities", (len(board.cities), CITY_ROW), 0, 3, "by city: joined; what joining it costs / 50, to 3; "
             "closed to the observer; steps over the grid from the train / 40; while the train runs, it can be "
             "reached without further fees, in so many steps / 40; the train is there; size: medium, major; no loads"
             " may change hands; players that built into it / 3; goods it supplies that a demand asks for / 3; "
             "rivals' trains there / 5; joined by each seat (6); payout of each demand if it is to be met here / 50 "
             "(9); profit per turn / 10 of each demand whose good is best had here, and 0.05 where it can be had too "
             "(9)"),
            ("goods", (len(board.goods), GOOD_FACTS), 0, 3, "by good: loads in the supply / 4; aboard / 3; the best "
             "payout in hand for it / 50; rivals that carry it / 5"),
        ],
    )  # fmt: skip


@kernel
def encode(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    sources = np.zeros(DEMANDS, np.int64)
    profits = np.zeros(DEMANDS, np.float32)
    at = encode_common(params, view, player, sources, profits, out)
    at = _encode_cities(params, view, scratch, player, sources, profits, out, at)
    encode_goods(params, view, player, out, at)


@kernel
def encode_common(params, view, player, sources, profits, out):
    """Write the pieces with which both encoders begin, up to the demands; returns the next index."""
    out[:] = 0
    out[view.phase] = 1
    at = _encode_table(params, view, player, out, len(PHASES))
    at = _encode_events(params, view, out, at)
    at = _encode_seats(params, view, player, out, at)
    at = _encode_demands(params, view, player, sources, profits, out, at)
    return _encode_locks(params, view, player, out, at) if params.pool == 1 else at


@kernel
def _encode_table(params, view, player, out, at):
    """Write the facts of the table; returns the next index."""
    met = 0
    for p in range(params.num_players):
        met |= view.players[p].goal_met
    out[at] = 1
    out[at + 1] = view.current_player == player and view.terminated == 0
    out[at + 2] = view.mover == player
    out[at + 3] = (params.opening_rounds - view.opening_rounds_done) / np.float32(3)
    out[at + 4] = view.round / np.float32(params.max_rounds)
    out[at + 5] = view.deck.size / np.float32(params.num_cards + params.num_events)
    out[at + 6] = steps_left(params, view) / np.float32(16)
    out[at + 7] = view.spent_in_turn / np.float32(BUILD_LIMIT)
    out[at + 8] = max(0, budget(view, np.int64(view.mover))) / np.float32(BUILD_LIMIT)
    out[at + 9] = view.exits_in_turn / np.float32(EXITS)
    out[at + 10] = view.acted
    out[at + 11] = met
    out[at + 12] = min(2.0, view.goal / np.float32(300))
    out[at + 13] = may_discard(params, view) and (view.phase == phases.OPERATE or view.phase == phases.PLACE)
    return at + TABLE_FACTS


@kernel
def _encode_events(params, view, out, at):
    """Write which kinds of event are in force; returns the next index."""
    for event in range(params.num_events):
        if view.event_turns_left[event] > 0:
            out[at + params.event_kind[event]] = 1
    return at + len(EVENT_KINDS)


@kernel
def _encode_seats(params, view, player, out, at):
    """Write the facts of all seats; returns the next index."""
    for i in range(params.num_players):
        _encode_seat(params, view, (player + i) % params.num_players, out, at + i * SEAT_FACTS)
    return at + SEATS * SEAT_FACTS


@kernel
def _encode_seat(params, view, p, out, at):
    """Write the facts of one seat."""
    seat = view.players[p]
    joined, dear = _majors(params, view, p)
    out[at] = 1
    out[at + 1] = view.mover == p
    out[at + 2] = view.current_player == p and view.terminated == 0
    out[at + 3] = _turns_until(params, view, p) / np.float32(params.num_players)
    out[at + 4] = max(-1.0, min(3.0, view.scores[p] / np.float32(50)))
    out[at + 5] = max(-1.0, min(2.0, worth(view, p) / np.float32(view.goal)))
    out[at + 6] = seat.debt / np.float32(40)
    out[at + 7 + seat.engine] = 1
    out[at + 11] = num_loads(seat) / np.float32(LOADS)
    out[at + 12] = seat.train >= 0
    out[at + 13] = seat.turns_lost > 0
    out[at + 14] = seat.goal_met
    out[at + 15] = min(1.0, joined / np.float32(params.majors_needed))
    out[at + 16] = min(3.0, dear / np.float32(100))
    out[at + 17] = min(3.0, seat.spent_on_track / np.float32(300))
    out[at + 18] = min(3.0, seat.deliveries / np.float32(30))
    out[at + 19] = view.striking_crews >> p & 1


@kernel
def _turns_until(params, view, p):
    """The number of turns until that of a seat."""
    place = 0
    while view.order[place] != p:
        place += 1
    return (place - np.int64(view.order_index)) % params.num_players


@kernel
def _majors(params, view, p):
    """The number of major cities in the seat's network, and the cost of the cheapest of those still needed."""
    costs = np.zeros(8, np.int64)
    joined, missing = 0, 0
    for i in range(params.num_majors):
        city = np.int64(params.major_city[i])
        if view.players[p].linked_cities & bit(city):
            joined += 1
        else:
            costs[missing] = view.players[p].join_cost[city]
            missing += 1
    sort_lowest_first(costs, missing)
    dear = np.int64(0)
    for i in range(max(0, min(missing, params.majors_needed - joined))):
        dear += min(costs[i], np.int64(300))
    return joined, dear


@kernel
def _encode_demands(params, view, player, sources, profits, out, at):
    """Write the demands in hand; returns the next index. ``sources`` and ``profits`` get those of each demand."""
    seat = view.players[player]
    best = np.float32(-1e9)
    for i in range(DEMANDS):
        sources[i], profits[i] = -2, 0
        if i // LINES < seat.num_cards:
            _encode_demand(params, view, player, i, sources, profits, out, at + i * DEMAND_FACTS)
            if sources[i] != -2:
                best = max(best, profits[i])
    for i in range(DEMANDS):
        if sources[i] != -2:
            out[at + i * DEMAND_FACTS + 12] = profits[i] == best
            out[at + i * DEMAND_FACTS + 13] = min(3.0, (best - profits[i]) / np.float32(5))
    return at + DEMANDS * DEMAND_FACTS


@kernel
def _encode_demand(params, view, player, i, sources, profits, out, at):
    """Write one line of a card, with the errand for it from the best source. A demand that another player has locked
    has none."""
    seat = view.players[player]
    card, line = np.int64(seat.cards[i // LINES]), i % LINES
    city, good = np.int64(params.card_city[card, line]), np.int64(params.card_good[card, line])
    payout = np.float32(params.card_payout[card, line])
    aboard = carries(seat, good)
    out[at] = 1
    out[at + 1] = min(np.float32(3), payout / np.float32(50))
    out[at + 2] = aboard
    out[at + 3] = view.chips[good] > 0
    out[at + 7] = seat.linked_cities & bit(city) != 0
    source = np.int64(ABOARD) if aboard else best_source(params, view, player, good, city, np.int64(-1))
    if (source < 0 and not aboard) or not is_open(seat, good):
        return
    cost, steps = errand_cost(params, view, player, source, city), errand_steps(params, view, player, source, city)
    cost = min(cost, 1000)
    time = 1.0 + max(1.2 * steps / params.speed[seat.engine], cost / BUILD_LIMIT)
    sources[i] = source
    profits[i] = (payout - 0.4 * cost) / time
    here = np.int64(params.post_city[seat.train]) if seat.train >= 0 else np.int64(-1)
    out[at + 4] = min(3.0, cost / np.float32(50))
    out[at + 5] = cost > view.scores[player]
    out[at + 6] = min(3.0, steps / np.float32(40))
    out[at + 8] = source >= 0 and seat.linked_cities & bit(max(source, 0)) != 0
    out[at + 9] = here == city
    out[at + 10] = source >= 0 and here == source
    out[at + 11] = max(np.float32(-3), min(np.float32(3), profits[i] / np.float32(10)))


@kernel
def _encode_locks(params, view, player, out, at):
    """Write who has locked each demand of the pool; returns the next index."""
    for i in range(params.num_players):
        seat = view.players[(player + i) % params.num_players]
        for demand in range(np.int64(seat.num_cards) * LINES):
            good = np.int64(params.card_good[seat.cards[demand // LINES], demand % LINES])
            out[at + demand * SEATS + i] = carries(seat, good) and is_open(seat, good)
    return at + DEMANDS * SEATS


@kernel
def _encode_cities(params, view, scratch, player, sources, profits, out, at):
    """Write the facts of all cities; returns the next index."""
    seat = view.players[player]
    train = np.int64(seat.train)
    here = np.int64(params.post_city[train]) if train >= 0 else np.int64(-1)
    running = train >= 0 and view.phase == phases.OPERATE and view.mover == player
    if running:
        spread(params, view, scratch, player)
    rivals = np.full(SEATS, -1, np.int64)
    for i in range(1, params.num_players):
        rival = np.int64(view.players[(player + i) % params.num_players].train)
        if rival >= 0:
            rivals[i - 1] = params.post_city[rival]
    asked = _goods_asked(params, seat)
    for city in range(params.num_cities):
        row = at + city * CITY_ROW
        middle = np.int64(params.city_posts[city, 0])
        joined = seat.linked_cities & bit(city) != 0
        out[row] = joined
        if not joined:
            out[row + 1] = min(3.0, seat.join_cost[city] / np.float32(50))
        out[row + 2] = seat.closed_cities & bit(city) != 0
        if train >= 0:
            out[row + 3] = min(3.0, hexes(params, train, middle) / np.float32(40))
        if running:
            steps = steps_to(params, scratch, city)
            out[row + 4] = steps >= 0
            out[row + 5] = min(3.0, max(steps, 0) / np.float32(40))
        out[row + 6] = here == city
        out[row + 7] = params.city_size[city] == MAJOR - 1
        out[row + 8] = params.city_size[city] == MAJOR
        out[row + 9] = view.struck_cities & bit(city) != 0
        out[row + 11] = min(3, count_bits(asked & params.city_goods[city])) / np.float32(3)
        _encode_city_seats(params, view, player, city, rivals, out, row)
    _encode_errands(params, view, player, sources, profits, out, at)
    return at + params.num_cities * CITY_ROW


@kernel
def _goods_asked(params, seat):
    """The goods of the demands in hand that no other player has locked, as bits."""
    goods = np.int64(0)
    for i in range(min(np.int64(seat.num_cards), 3)):
        for line in range(LINES):
            goods |= bit(params.card_good[seat.cards[i], line])
    return goods & ~seat.closed_goods


@kernel
def steps_to(params, scratch, city):
    """The steps to a city on free track, by the search done last; -1 if it cannot be reached."""
    best = -1
    for i in range(np.int64(params.city_num_posts[city])):
        post = np.int64(params.city_posts[city, i])
        if scratch.seen[post] == scratch.search_number and (best < 0 or scratch.steps[post] < best):
            best = np.int64(scratch.steps[post])
    return best


@kernel
def _encode_city_seats(params, view, player, city, rivals, out, row):
    """Write which seats have joined a city to their network, how many have built into it, and the rivals' trains
    there."""
    touched = np.int64(0)
    for k in range(np.int64(params.city_num_posts[city])):
        touched |= np.int64(view.track_seats[params.city_posts[city, k]])
    for i in range(params.num_players):
        p = player + i if player + i < params.num_players else player + i - params.num_players
        out[row + CITY_FACTS + i] = view.players[p].linked_cities >> np.int64(city) & 1
    out[row + 10] = min(np.float32(3), count_bits(touched) / np.float32(3))
    for i in range(params.num_players - 1):
        if rivals[i] == city:
            out[row + 12] += np.float32(0.2)


@kernel
def _encode_errands(params, view, player, sources, profits, out, at):
    """Write for each demand that no other player has locked its payout at its city, and its profit at the sources of
    its good."""
    seat = view.players[player]
    first = CITY_FACTS + SEATS
    for i in range(DEMANDS):
        if i // LINES >= seat.num_cards:
            continue
        card, line = np.int64(seat.cards[i // LINES]), i % LINES
        good = params.card_good[card, line]
        if not is_open(seat, good):
            continue
        row = at + np.int64(params.card_city[card, line]) * CITY_ROW
        out[row + first + i] = min(3.0, params.card_payout[card, line] / np.float32(50))
        for city in range(params.num_cities):
            if params.good_sources[good] & bit(city) and view.chips[good] > 0:
                place = at + city * CITY_ROW + first + DEMANDS + i
                out[place] = 0.05
                if sources[i] == city:
                    out[place] = max(np.float32(0.1), min(np.float32(3), profits[i] / np.float32(10)))


@kernel
def encode_goods(params, view, player, out, at):
    """Write the facts of all goods."""
    seat = view.players[player]
    for good in range(params.num_goods):
        out[at + good * GOOD_FACTS] = view.chips[good] / np.float32(4)
    for p in range(params.num_players):
        for i in range(LOADS):
            good = np.int64(view.players[p].loads[i])
            if good != NO_LOAD:
                out[at + good * GOOD_FACTS + (1 if p == player else 3)] += np.float32(1 / 3 if p == player else 1 / 5)
    for i in range(min(np.int64(seat.num_cards), 3)):
        for line in range(LINES):
            good = np.int64(params.card_good[seat.cards[i], line])
            if is_open(seat, good):
                place, payout = at + good * GOOD_FACTS + 2, params.card_payout[seat.cards[i], line] / np.float32(50)
                out[place] = max(out[place], min(np.float32(3), payout))
