"""The observation as a vector: its pieces, with the observer's seat first and the others in turn order.

Seats that do not play are zeros, so that one network serves every number of players. A seat that chooses for the
Railbot sees the player's facts as its own, and a flag tells it so. Money is divided by 20, points by 50.
"""

from functools import cache

import numpy as np

from railgym.envs.core.bits import bit, count_bits
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import RAILBOT_KINDS, Map
from railgym.envs.railways_of_the_world.names import DUEL_BARONS, UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.params import GRAY, SERVICE
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.barons import BARONS
from railgym.envs.railways_of_the_world.rules.cities import count_hotels
from railgym.envs.railways_of_the_world.rules.links import largest_network
from railgym.envs.railways_of_the_world.rules.money import income_of
from railgym.envs.railways_of_the_world.rules.near_links import most_tiles, tiles_to_come
from railgym.envs.railways_of_the_world.rules.order import place_of
from railgym.envs.railways_of_the_world.rules.phases import FIRST_TO_PASS, PHASES
from railgym.envs.railways_of_the_world.state import (
    COLORS,
    DUELS,
    NO_CARD,
    NOBODY,
    RAILBOT,
    ROW,
    SEATS,
)

__all__ = ["company_of", "encode", "encode_facts", "layout", "pieces"]

TABLE_FACTS = 32
SEAT_FACTS = 24
CITY_FACTS = 26
PAIR_FACTS = 6
CARD_FACTS = 2
LINE_FACTS = 4
ROW_FACTS = len(RAILBOT_KINDS) + 3 + COLORS + 4


def pieces(board: Map, solo: bool, bids: bool) -> list[tuple[str, tuple[int, ...], float, float, str]]:
    """The pieces that all encoders begin with, in the order in which :func:`encode_facts` writes them; ``bids``: with
    the bid of every seat, where passing costs a part of it."""
    found: list[tuple[str, tuple[int, ...], float, float, str]] = [
        ("phase", (len(PHASES),), 0, 1, "the decision that is due, one-hot"),
        ("table", (TABLE_FACTS,), -1, 3, "bias; the observer decides; it chooses for the Railbot; turn / 20; round / 2;"
         " Empty City Markers / those that bring the end; the last turn is known; turns until it / 2; highest bid / 10;"
         " the observer's; a land grant is used; what is urbanized is paid for; cubes in the bag / 25 by color (5); New"
         " City tiles / 2 by color (5); operations cards in the deck / 20; tiles that the observer may still lay now"
         " turn / 12; cube on its way by color (5), links that it has passed / 8; against the Railbot: cards in its "
         "deck / 20; before its card"),
        ("seats", (SEATS, SEAT_FACTS), -3, 4, "by seat: plays; decides; was first in the auction; out of it; points / "
         "50; points less bonds / 50; income / 25; cash / 20; bonds / 20; income after interest / 20; level of the "
         "engine / 8; actions left / 3; land grants / 2; Perfect Engineering; cubes delivered by color / 10 (5); links "
         "of the longest delivery / 8; major lines / 4; hotels / 4; links / 20; places from the front in the order of "
         "turn / 5"),
        ("baron", (len(UNIVERSAL_BARONS),), 0, 1, "the observer's baron, before the choice both"),
        ("cities", (len(board.cities), CITY_FACTS), 0, 2, "by city: color (6); cubes by color / 2 (5); Empty City "
         "Marker; in play; the observer's hotel; another's; western link; ways out of it by links of the observer / 3; "
         "of rivals / 3; of the Railbot / 3; a Service Bounty is on display; a hotel is; what is chosen is about it; "
         "joined to the largest network of the observer; in each of the three cards of the row"),
        ("pairs", (len(near_pairs(board)), PAIR_FACTS), 0, 3, "by near pair of cities: tiles of the link that could "
         "be built / 4; its price / 10; it can be finished in this turn; a link of the observer; of a rival; of the "
         "Railbot"),
        ("cards", (len(board.operations), CARD_FACTS), 0, 1, "by operations card: on display; how long, from 1 for the "
         "newest down"),
        ("lines", (len(board.lines), LINE_FACTS), 0, 1, "by major line: to be had; the observer's; ends that its "
         "links reach / 2; points / 10"),
    ]  # fmt: skip
    if bids:
        found.append(("bids", (SEATS,), 0, 3, "by seat: its bid in the auction / 10"))
    if solo:
        found += [
            ("row", (ROW, ROW_FACTS), 0, 1, "by card of the Railbot's row: kind (6); slot that it points to (3); color "
             "that it exhausts (5); major line; Duel Baron; insured; there is one"),
            ("duel", (len(DUEL_BARONS), 3), 0, 1, "by Duel Baron: on offer; the player's; the Railbot's"),
        ]  # fmt: skip
    return found


@cache
def layout(board: Map, solo: bool, bids: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode` writes them."""
    return ObservationLayout("vector", pieces(board, solo, bids))


@kernel
def encode(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    out[:] = 0
    encode_facts(params, view, scratch, player, out)


@kernel
def company_of(params, player):
    """The seat whose facts a seat sees as its own: the player's if it chooses for the Railbot."""
    return min(player, params.num_companies - 1)


@kernel
def encode_facts(params, view, scratch, player, out):
    """Write the pieces that all encoders begin with; returns the next index."""
    company = company_of(params, player)
    out[view.phase] = 1
    at = _encode_table(params, view, player, company, out, len(PHASES))
    for i in range(params.num_companies):
        _encode_seat(params, view, (company + i) % params.num_companies, out, at + i * SEAT_FACTS)
    at += SEATS * SEAT_FACTS
    for baron in view.players[company].barons:
        if baron < BARONS and (view.phase == phases.KEEP_BARON or baron == view.players[company].barons[0]):
            out[at + baron] = 1
    at += BARONS
    at = _encode_cities(params, view, scratch, company, out, at)
    at = _encode_pairs(params, view, scratch, company, out, at)
    for place in range(np.int64(view.num_displayed)):
        card = np.int64(view.display[place])
        if card < params.num_operations:  # a damaged record may count more cards than it names
            row = at + card * CARD_FACTS
            out[row] = 1
            out[row + 1] = max(np.float32(0), 1 - np.float32(0.1) * (np.int64(view.num_displayed) - 1 - place))
    at += params.num_operations * CARD_FACTS
    at = _encode_lines(params, view, company, out, at)
    if params.bidding == FIRST_TO_PASS:
        for i in range(params.num_companies):
            out[at + i] = view.bids[(company + i) % params.num_companies] / np.float32(10)
        at += SEATS
    return _encode_railbot(params, view, out, at) if params.solo == 1 else at


@kernel
def _encode_table(params, view, player, company, out, at):
    """Write the facts of the table; returns the next index."""
    out[at] = 1
    out[at + 1] = view.current_player == player and view.terminated == 0
    out[at + 2] = player != company
    out[at + 3] = min(2.0, view.year / np.float32(20))
    out[at + 4] = view.round / np.float32(2)
    out[at + 5] = min(2.0, view.num_empty_markers / np.float32(params.markers_to_end))
    if view.last_year > 0:
        out[at + 6] = 1
        out[at + 7] = max(0, np.int64(view.last_year) - np.int64(view.year)) / np.float32(2)
    out[at + 8] = min(3.0, view.bid / np.float32(10))
    out[at + 9] = view.bidder == company
    out[at + 10] = view.grant_in_use
    out[at + 11] = view.new_city_is_free
    for color in range(COLORS):
        out[at + 12 + color] = view.bag[color] / np.float32(25)
        out[at + 17 + color] = view.new_city_tiles[color] / np.float32(2)
    out[at + 22] = view.deck.size / np.float32(20)
    out[at + 23] = min(2.0, tiles_to_come(params, view, company) / np.float32(12))
    if view.phase in (phases.GO, phases.OVER):
        out[at + 24 + view.cube_color] = 1
        out[at + 29] = view.links_passed / np.float32(8)
    out[at + 30] = view.railbot_deck.size / np.float32(20)
    out[at + 31] = params.solo == 1 and view.turn_part == 0
    return at + TABLE_FACTS


@kernel
def _encode_seat(params, view, p, out, at):
    """Write the facts of one seat."""
    seat = view.players[p]
    income = income_of(params, view, p)
    out[at] = 1
    out[at + 1] = view.current_player == p and view.terminated == 0
    out[at + 2] = view.first_seat == p
    out[at + 3] = view.passed_auction >> p & 1
    out[at + 4] = max(-3.0, min(4.0, view.scores[p] / np.float32(50)))
    out[at + 5] = max(-3.0, min(4.0, (view.scores[p] - seat.bonds) / np.float32(50)))
    out[at + 6] = income / np.float32(25)
    out[at + 7] = min(4.0, seat.cash / np.float32(20))
    out[at + 8] = min(4.0, seat.bonds / np.float32(20))
    out[at + 9] = max(-3.0, (income - seat.bonds) / np.float32(20))
    out[at + 10] = seat.engine / np.float32(8)
    out[at + 11] = min(3.0, seat.actions_left / np.float32(3))
    out[at + 12] = min(3.0, seat.land_grants / np.float32(2))
    out[at + 13] = seat.perfect_engineering
    for color in range(COLORS):
        out[at + 14 + color] = min(3.0, seat.delivered[color] / np.float32(10))
    out[at + 19] = seat.longest_delivery / np.float32(8)
    out[at + 20] = count_bits(seat.major_lines) / np.float32(4)
    out[at + 21] = count_hotels(params, view, p) / np.float32(4)
    links = np.int64(0)
    for i in range(np.int64(view.num_links)):
        links += view.link_owner[i] == p
    out[at + 22] = min(4.0, links / np.float32(20))
    out[at + 23] = place_of(params, view, p) / np.float32(5)


@kernel
def _join_rivals(params, view, scratch, player):
    """Write the cities that links of other seats join to each."""
    scratch.rival_neighbors[:] = 0
    for p in range(params.num_companies):
        if p != player:
            for city in range(params.num_cities):
                scratch.rival_neighbors[city] |= view.joined[p, city]


@kernel
def _encode_cities(params, view, scratch, player, out, at):
    """Write the facts of all cities; returns the next index."""
    network = largest_network(params, view, player)
    _join_rivals(params, view, scratch, player)
    for city in range(params.num_cities):
        row = at + city * CITY_FACTS
        out[row + view.color[city]] = 1
        for color in range(COLORS):
            out[row + 6 + color] = min(2.0, view.cubes[city, color] / np.float32(2))
        out[row + 11] = view.empty_marker[city]
        out[row + 12] = params.in_play[city]
        out[row + 13] = view.hotel[city] == player
        out[row + 14] = view.hotel[city] not in (player, NOBODY)
        out[row + 15] = view.western_built[city]
        out[row + 16] = min(2.0, count_bits(view.joined[player, city]) / np.float32(3))
        out[row + 17] = min(2.0, count_bits(scratch.rival_neighbors[city]) / np.float32(3))
        out[row + 18] = min(2.0, count_bits(view.joined[RAILBOT, city]) / np.float32(3))
        out[row + 22] = network & bit(city) != 0
    for place in range(np.int64(view.num_displayed)):
        card = np.int64(view.display[place])
        city = np.int64(params.card_city[card]) if card < params.num_operations else np.int64(-1)
        if city >= 0:
            out[at + city * CITY_FACTS + (19 if params.card_kind[card] == SERVICE else 20)] = 1
    if view.phase in (phases.GO, phases.OVER, phases.COLOR):
        out[at + np.int64(view.current_place) * CITY_FACTS + 21] = 1
    elif view.phase == phases.TAKE_CUBE:
        out[at + np.int64(params.bot_city[view.resolving_card, view.resolving_pair]) * CITY_FACTS + 21] = 1
    elif view.phase == phases.PATH:
        out[at + np.int64(view.railbot_goal) * CITY_FACTS + 21] = 1
    for i in range(ROW if params.solo == 1 else 0):
        if view.railbot_row[i] != NO_CARD:
            for city in params.bot_city[view.railbot_row[i]]:
                if city >= 0:
                    out[at + np.int64(city) * CITY_FACTS + 23 + i] = 1
    return at + params.num_cities * CITY_FACTS


@kernel
def _encode_pairs(params, view, scratch, player, out, at):
    """Write the facts of all near pairs of cities; returns the next index."""
    most = most_tiles(params, view, player)
    for pair in range(params.num_pairs):
        row = at + pair * PAIR_FACTS
        tiles = np.int64(view.near_tiles[pair])
        if tiles > 0:
            out[row] = tiles / np.float32(4)
            out[row + 1] = min(np.float32(3), view.near_price[pair] / np.float32(10))
            out[row + 2] = tiles <= most
        a, b = np.int64(params.pair_a[pair]), np.int64(params.pair_b[pair])
        out[row + 3] = view.joined[player, a] >> b & 1
        out[row + 4] = scratch.rival_neighbors[a] >> b & 1
        out[row + 5] = view.joined[RAILBOT, a] >> b & 1
    return at + params.num_pairs * PAIR_FACTS


@kernel
def _encode_lines(params, view, player, out, at):
    """Write the facts of all major lines; returns the next index."""
    for line in range(params.num_lines):
        row = at + line * LINE_FACTS
        out[row] = params.line_in_play[line] == 1 and not view.claimed_lines & bit(line)
        out[row + 1] = view.players[player].major_lines & bit(line) != 0
        ends = (view.joined[player, params.line_a[line]] != 0) + (view.joined[player, params.line_b[line]] != 0)
        out[row + 2] = ends / np.float32(2)
        out[row + 3] = min(np.float32(1), params.line_points[line] / np.float32(10))
    return at + params.num_lines * LINE_FACTS


@kernel
def _encode_railbot(params, view, out, at):
    """Write the facts of the Railbot and its cards."""
    kinds = len(RAILBOT_KINDS)
    for i in range(ROW):
        card, row = np.int64(view.railbot_row[i]), at + i * ROW_FACTS
        if card == NO_CARD:
            continue
        out[row + params.bot_kind[card]] = 1
        if params.bot_slot[card] > 0:
            out[row + kinds + params.bot_slot[card] - 1] = 1
        if 0 <= params.bot_color[card] < GRAY:
            out[row + kinds + 3 + params.bot_color[card]] = 1
        out[row + kinds + 3 + COLORS] = params.bot_line[card]
        out[row + kinds + 4 + COLORS] = params.bot_baron[card]
        out[row + kinds + 5 + COLORS] = view.insured_card == card
        out[row + kinds + 6 + COLORS] = 1
    at += ROW * ROW_FACTS
    for i in range(DUELS):
        if view.duel_barons[i] >= 0:
            row = at + np.int64(view.duel_barons[i]) * 3
            out[row] = view.duel_owner[i] == NOBODY
            out[row + 1] = view.duel_owner[i] == 0
            out[row + 2] = view.duel_owner[i] == RAILBOT
    return at + len(DUEL_BARONS) * 3
