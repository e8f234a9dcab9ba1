"""The observation of a player, piece by piece; the observer comes first, the others in the order of the seats.

Seats without a player are zeros, so that one network serves every number of players. Cash is divided by the cash that
wins, prices and fees by the number that the piece names, and distances in dots by 40.

Trained agents contain a hash of the meanings of all pieces: a changed word there makes them unusable.
"""

from functools import cache

import numpy as np

from railgym.envs.core.bits import bit, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.rail_baron_cards.board import MAX_REGIONS, Board
from railgym.envs.rail_baron_cards.orders import find_orders
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.end import worth
from railgym.envs.rail_baron_cards.rules.fees import (
    BANK_FEE,
    FULL_FEE,
    OWNER_FEE,
    dues_along,
    fee_rate,
    own_all,
    total_due,
)
from railgym.envs.rail_baron_cards.rules.hand import can_follow
from railgym.envs.rail_baron_cards.rules.routes import find_routes
from railgym.envs.rail_baron_cards.rules.sale import least_bid, still_bids
from railgym.envs.rail_baron_cards.state import EXPRESS, HAND, KINDS, MOST_PIPS, NO_CARD, SEATS, SUPERCHIEF

__all__ = ["encode", "layout"]

OBSERVED_PHASES = phases.EXCHANGE  # later phases, which only variants have, are all zeros: the width stays the same
SEAT_FACTS = 16
RAILROAD_FACTS = SEATS + 7
CITY_FACTS = 9
CARD_FACTS = 11
ORDER_FACTS = 5  # the last of a card's
PAIR_FACTS = 2
HAND_ROW = CARD_FACTS + MAX_REGIONS + PAIR_FACTS * HAND


@cache
def layout(board: Board) -> ObservationLayout:
    """The pieces for a board, in the order in which :func:`encode` writes them."""
    railroads, cities = len(board.railroads), len(board.cities)
    return ObservationLayout(
        "vector",
        [
            ("phase", (OBSERVED_PHASES,), 0, 1, "the decision that is due, one-hot"),
            ("table", (7,), 0, 1, "bias; the observer decides; it is its turn; cards in the deck / all; rounds played "
             "/ the last; railroads that players own / all; all are owned"),
            ("seats", (SEATS, SEAT_FACTS), -1, 2, "by seat: plays; is out; whose turn it is; decides; cash / goal; "
             "cash and half price of railroads / goal, to 2; railroads / all; Express; Superchief; cards in hand / 4; "
             "turns of others until its own / seats; payout to come of its run / 40,000; dots to its destination / 40; "
             "bid / 20,000; still bids at the auction; cash short of the goal / 40,000"),
            ("railroads", (railroads, RAILROAD_FACTS), 0, 2, "by railroad: owned by each seat; by the bank; price "
             "/ 40,000; what it costs the observer now / 10,000; the observer keeps an old rate on it; up for auction; "
             "rivals' destinations that only the observer's track would reach, if the observer owned it / 5; cities of "
             "the observer's hand that it alone serves, of the observer's and the bank's track / 4"),
            ("cities", (cities, CITY_FACTS), 0, 3, "by city: dots from the train / 40; own start; own destination; "
             "cards of it in hand / 2; rivals' destinations / 5; least fee on the railroads that serve it / 10,000; "
             "served by own track; only rivals' track serves it; cards that the observer cannot place / its cards"),
            ("hand", (HAND, HAND_ROW), -3, 3, "by card in hand: there is one; it may be the next; from where the next "
             "run begins: payout / 40,000, dots / 40, payout per dot / 1,000 / 2; least fee there / 10,000; of the "
             "order of all cards that begins with it and pays most per dot: it is the best of all, dollars per dot "
             "/ 1,000 / 2, how many fewer than the best pays / 100, dollars beyond the best's / 10,000, dots beyond "
             "the best's / 10; its region, one-hot; to each card in hand: payout / 40,000, dots / 40"),
            ("move", (7,), 0, 2, "pips left / 12; dice of the second move / 2; fees due to the bank / 1,000; to others "
             "/ 20,000; cash short of them / 20,000; dots to the destination / 40; purchases on this arrival / 5"),
            ("routes", (KINDS, 5 + MOST_PIPS), 0, 3, "by route: dots / 40; of these free / 40; at the bank's fee / 40; "
             "at an owner's / 40; the first number of dots at which it differs from those before / 12; fees due in all "
             "after each number of dots / 20,000"),
            ("auction", (5,), 0, 3, "one is on; price / 40,000; least bid / 20,000; the observer's is the highest; "
             "cash beyond the least bid / 40,000"),
        ],
    )  # fmt: skip


@kernel
def encode(params, view, scratch, player, out):
    """Write the observation of ``player`` from their view into ``out``, float32 (F,)."""
    out[:] = 0
    if view.phase < OBSERVED_PHASES:
        out[view.phase] = 1
    at = encode_table(params, view, player, out, OBSERVED_PHASES)
    at = encode_seats(params, view, player, out, at)
    fees = np.zeros(3, np.int64)
    at = encode_railroads(params, view, player, fees, out, at)
    at = encode_cities(params, view, scratch, player, fees, out, at)
    at = encode_hand(params, view, scratch, player, fees, out, at)
    at = encode_move(params, view, player, out, at)
    at = encode_routes(params, view, scratch, player, out, at)
    encode_auction(params, view, player, out, at)


@kernel
def seat_after(params, player, i):
    """The player ``i`` seats after ``player``."""
    return (player + i) % params.num_players


@kernel
def encode_table(params, view, player, out, at):
    """Write the piece ``table`` from ``out[at]`` on; return where the next piece begins."""
    sold = 0
    for railroad in range(params.num_railroads):
        sold += view.owner[railroad] >= 0
    out[at] = 1
    out[at + 1] = view.current_player == player and view.terminated == 0
    out[at + 2] = view.mover == player
    out[at + 3] = view.deck.size / np.float32(params.cards + params.reshuffle_cards)
    out[at + 4] = view.round / np.float32(params.max_rounds)
    out[at + 5] = sold / np.float32(params.num_railroads)
    out[at + 6] = sold == params.num_railroads
    return at + 7


@kernel
def encode_seats(params, view, player, out, at):
    """Write the piece ``seats`` from ``out[at]`` on; return where the next piece begins."""
    for i in range(params.num_players):
        encode_seat(params, view, seat_after(params, player, i), out, at + i * SEAT_FACTS)
    return at + SEATS * SEAT_FACTS


@kernel
def encode_seat(params, view, p, out, at):
    """Write the facts about player ``p`` from ``out[at]`` on."""
    seat = view.players[p]
    cash, owned = np.int64(view.scores[p]), 0
    for railroad in range(params.num_railroads):
        owned += view.owner[railroad] == p
    out[at] = 1
    out[at + 1] = view.out[p]
    out[at + 2] = view.mover == p
    out[at + 3] = view.current_player == p
    out[at + 4] = min(cash / np.float32(params.goal), 2)
    out[at + 5] = min(worth(params, view, p) / np.float32(params.goal), 2)
    out[at + 6] = owned / np.float32(params.num_railroads)
    out[at + 7] = seat.engine == EXPRESS
    out[at + 8] = seat.engine == SUPERCHIEF
    out[at + 9] = seat.hand_size / np.float32(HAND)
    out[at + 10] = turns_until(params, view, p) / np.float32(SEATS)
    if seat.goal != NO_CARD and seat.dot >= 0:
        start, goal = params.card_city[seat.start], params.card_city[seat.goal]
        if seat.dot != params.city_dot[goal]:  # on arrival it has been paid
            out[at + 11] = min(params.payout[start, goal] / np.float32(40_000), 2)
        out[at + 12] = min(params.away[goal, seat.dot] / np.float32(40), 2)
    out[at + 13] = seat.bid / np.float32(20_000)
    out[at + 14] = view.lot >= 0 and still_bids(params, view, p)
    out[at + 15] = min(max(params.goal - cash, 0) / np.float32(40_000), 2)


@kernel
def turns_until(params, view, p):
    """The number of turns of other players before the next turn of player ``p``, the current turn included; 0 in their
    own turn, before the first turn, and for a player who is out."""
    turns = 0
    if view.round > 0 and view.out[p] == 0:
        for i in range(params.num_players):
            other = np.int64(view.order[(view.place + i) % params.num_players])
            if other == p:
                break
            turns += i == 0 or view.out[other] == 0
    return turns


@kernel
def encode_railroads(params, view, player, fees, out, at):
    """Write the piece ``railroads`` from ``out[at]`` on; return where the next piece begins.

    Also writes ``fees``: the railroads that cost the observer nothing, the bank's rate, and the lower owners' rate.
    """
    begin = at
    seat = view.players[player]
    all_owned = own_all(params, view, player)
    for railroad in range(params.num_railroads):
        owner = np.int64(view.owner[railroad])
        if owner >= 0:
            out[at + owner_place(params, player, owner)] = 1
        out[at + SEATS] = owner < 0
        out[at + SEATS + 1] = min(params.price[railroad] / np.float32(40_000), 2)
        rate = fee_rate(params, view, player, railroad, seat.old_bank_rate, seat.old_owner_rate, all_owned)
        out[at + SEATS + 2] = rate / np.float32(10_000)
        out[at + SEATS + 3] = owner != player and (seat.old_bank_rate | seat.old_owner_rate) & bit(railroad) != 0
        out[at + SEATS + 4] = view.lot == railroad
        if rate < FULL_FEE:
            fees[0 if rate == 0 else 1 if rate == BANK_FEE else 2] |= bit(railroad)
        at += RAILROAD_FACTS
    encode_last_ways(params, view, player, out, begin)
    return at


@kernel
def owner_place(params, player, owner):
    """The place of an owner among the seats, with the observer first; the extra owner has the place after them all."""
    return owner if owner == params.num_players else (owner - player) % params.num_players


@kernel
def encode_last_ways(params, view, player, out, at):
    """Write which railroads are the only way into a city: into a rival's destination without the observer's track, or
    into a city of the observer's hand without rivals' track."""
    mine, theirs = owned_by(params, view, player)
    for p in range(params.num_players):
        if p != player and view.players[p].goal != NO_CARD:
            serve = params.dot_railroads[params.city_dot[params.card_city[view.players[p].goal]]] & ~mine
            if is_single(serve):
                out[at + lowest(serve) * RAILROAD_FACTS + SEATS + 5] += np.float32(0.2)
    seat = view.players[player]
    for i in range(np.int64(seat.hand_size)):
        serve = params.dot_railroads[params.city_dot[params.card_city[seat.hand[i]]]] & ~theirs
        if is_single(serve):
            out[at + lowest(serve) * RAILROAD_FACTS + SEATS + 6] += np.float32(1 / HAND)


@kernel
def owned_by(params, view, player):
    """The railroads of a player, and those of the other players, as bit masks."""
    mine, theirs = np.int64(0), np.int64(0)
    for railroad in range(params.num_railroads):
        owner = view.owner[railroad]
        mine |= bit(railroad) * (owner == player)
        theirs |= bit(railroad) * (owner >= 0 and owner != player)
    return mine, theirs


@kernel
def is_single(railroads):
    """Whether a bit mask has exactly one bit."""
    return railroads != 0 and railroads & (railroads - 1) == 0


@kernel
def least_fee(params, city, fees):
    """The least fee in dollars on the railroads that serve a city."""
    serve = params.dot_railroads[params.city_dot[city]]
    if serve & fees[0]:
        return 0
    if serve & fees[1]:
        return BANK_FEE
    return OWNER_FEE if serve & fees[2] else FULL_FEE


@kernel
def encode_cities(params, view, scratch, player, fees, out, at):
    """Write the piece ``cities`` from ``out[at]`` on; return where the next piece begins."""
    seat = view.players[player]
    mine, theirs = owned_by(params, view, player)
    begin = at
    unseen = scratch.unseen
    for city in range(params.num_cities):
        unseen[city] = params.city_copies[city]
    for city in range(params.num_cities):
        if seat.dot >= 0:
            out[at] = min(params.away[city, seat.dot] / np.float32(40), 3)
        serve = params.dot_railroads[params.city_dot[city]]
        out[at + 5] = least_fee(params, city, fees) / np.float32(10_000)
        out[at + 6] = serve & mine != 0
        out[at + 7] = serve & ~theirs == 0
        at += CITY_FACTS
    if seat.start != NO_CARD:
        out[begin + params.card_city[seat.start] * CITY_FACTS + 1] = 1
    if seat.goal != NO_CARD:
        out[begin + params.card_city[seat.goal] * CITY_FACTS + 2] = 1
    for i in range(np.int64(seat.hand_size)):
        out[begin + params.card_city[seat.hand[i]] * CITY_FACTS + 3] += np.float32(0.5)
        unseen[params.card_city[seat.hand[i]]] -= 1
    for p in range(params.num_players):
        other = view.players[p]
        for card in (other.start, other.goal):
            if card != NO_CARD:
                unseen[params.card_city[card]] -= 1
        if p != player and other.goal != NO_CARD:
            out[begin + params.card_city[other.goal] * CITY_FACTS + 4] += np.float32(0.2)
    for i in range(np.int64(view.pile.size)):
        if view.pile.cards[i] < params.cards:
            unseen[params.card_city[view.pile.cards[i]]] -= 1
    for city in range(params.num_cities):
        out[begin + city * CITY_FACTS + 8] = unseen[city] / np.float32(params.city_copies[city])
    return at


@kernel
def encode_hand(params, view, scratch, player, fees, out, at):
    """Write the piece ``hand`` from ``out[at]`` on; return where the next piece begins."""
    seat = view.players[player]
    here = next_start(params, seat)
    for i in range(np.int64(seat.hand_size)):
        city = params.card_city[seat.hand[i]]
        row = at + i * HAND_ROW
        out[row] = 1
        if here >= 0:
            out[row + 1] = can_follow(params, view, player, i, params.city_region[here])
            payout = params.payout[here, city] / np.float32(40_000)
            away = params.away[city, params.city_dot[here]]
            out[row + 2] = min(payout, 3)
            out[row + 3] = min(away / np.float32(40), 3)
            out[row + 4] = min(payout * 20 / max(away, 1), 3)
        out[row + 5] = least_fee(params, city, fees) / np.float32(10_000)
        out[row + CARD_FACTS + params.city_region[city]] = 1
        for k in range(np.int64(seat.hand_size)):
            other = params.card_city[seat.hand[k]]
            pair = row + CARD_FACTS + MAX_REGIONS + k * PAIR_FACTS
            out[pair] = min(params.payout[city, other] / np.float32(40_000), 3)
            out[pair + 1] = min(params.away[other, params.city_dot[city]] / np.float32(40), 3)
    encode_orders(params, view, scratch, player, out, at + CARD_FACTS - ORDER_FACTS)
    return at + HAND * HAND_ROW


@kernel
def next_start(params, seat):
    """The city where a player's next run begins: the destination or, before it is chosen, the start; -1 before the
    start is chosen."""
    if seat.start == NO_CARD:
        return np.int64(-1)
    return np.int64(params.card_city[seat.start if seat.goal == NO_CARD else seat.goal])


@kernel
def encode_orders(params, view, scratch, player, out, at):
    """Write, for each card, how the best order that begins with it differs from the best of all."""
    seat = view.players[player]
    n = np.int64(seat.hand_size)
    best = find_orders(params, seat, next_start(params, seat), n, scratch)
    for i in range(n if best >= 0 else 0):
        row = at + i * HAND_ROW
        pay, dots = scratch.order_pay[i], scratch.order_dots[i]
        rate = pay / np.float32(max(dots, 1))
        if rate > 0:
            top = scratch.order_pay[best] / np.float32(max(scratch.order_dots[best], 1))
            out[row] = i == best
            out[row + 1] = min(rate / np.float32(2_000), 3)
            out[row + 2] = min((top - rate) / np.float32(100), 3)
            out[row + 3] = max(min((pay - scratch.order_pay[best]) / np.float32(10_000), 3), -3)
            out[row + 4] = max(min((dots - scratch.order_dots[best]) / np.float32(10), 3), -3)


@kernel
def encode_move(params, view, player, out, at):
    """Write the piece ``move`` from ``out[at]`` on, zeros in turns of others; return where the next piece begins."""
    if view.mover == player:
        seat = view.players[player]
        due = total_due(view)
        out[at] = view.pips / np.float32(MOST_PIPS)
        out[at + 1] = view.second_dice / np.float32(MOST_PIPS if params.dice_at_once == 1 else 2)
        out[at + 2] = view.due_bank / np.float32(1_000)
        out[at + 3] = min((due - view.due_bank) / np.float32(20_000), 2)
        out[at + 4] = min(max(due - view.scores[player], 0) / np.float32(20_000), 2)
        if seat.goal != NO_CARD and seat.dot >= 0:
            out[at + 5] = min(params.away[params.card_city[seat.goal], seat.dot] / np.float32(40), 2)
        out[at + 6] = min(view.purchases / np.float32(5), 2)
    return at + 7


@kernel
def encode_routes(params, view, scratch, player, out, at):
    """Write the piece ``routes`` from ``out[at]`` on, zeros if the observer is not choosing a route now; return where
    the next piece begins."""
    if view.phase == phases.MOVE and view.current_player == player and view.terminated == 0:
        find_routes(params, view, scratch, KINDS)
        for kind in range(KINDS):
            route = scratch.routes[kind]
            row = at + kind * (5 + MOST_PIPS)
            out[row] = min(route.length / np.float32(40), 3)
            out[row + 1] = min(route.own / np.float32(40), 3)
            out[row + 2] = min(route.bank / np.float32(40), 3)
            out[row + 3] = min(route.foreign / np.float32(40), 3)
            out[row + 4] = min(route.fresh / np.float32(MOST_PIPS), 2)
            dots = min(np.int64(route.length), MOST_PIPS)
            dues_along(params, view, player, route, dots, scratch.due, scratch.dues)
            for n in range(dots):
                out[row + 5 + n] = min(scratch.dues[n] / np.float32(20_000), 3)
    return at + KINDS * (5 + MOST_PIPS)


@kernel
def encode_auction(params, view, player, out, at):
    """Write the piece ``auction`` from ``out[at]`` on."""
    if view.lot >= 0:
        out[at] = 1
        out[at + 1] = min(params.price[view.lot] / np.float32(40_000), 2)
        out[at + 2] = min(least_bid(params, view) / np.float32(20_000), 3)
        out[at + 3] = view.lot_bidder == player
        out[at + 4] = min(max((view.scores[player] - least_bid(params, view)) / np.float32(40_000), 0), 3)
