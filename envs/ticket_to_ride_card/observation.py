"""The observation of a player as a vector of named pieces: their own seat first, the others in turn order.

Seats that do not play are zeros, so one network can read the games for two, three and four players and the solo game.
Numbers of cards and of tickets are divided by 10, points by 100; colours have the order of the action table.
"""

import numpy as np

from railgym.envs.core.bits import bit, count_bits, lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout, write
from railgym.envs.ticket_to_ride_card.packing import count_at, excess, pack, total
from railgym.envs.ticket_to_ride_card.rules.lay_trains import cards_needed
from railgym.envs.ticket_to_ride_card.rules.phases import PHASES, SETUP_TICKETS, TICKETS_DRAWN
from railgym.envs.ticket_to_ride_card.state import CLOCK_CARDS, COLOURS, KINDS, SEATS, TICKETS
from railgym.envs.ticket_to_ride_card.views import count_unseen

__all__ = ["LAYOUT", "encode"]

LAYOUT = ObservationLayout(
    "vector",
    [
        ("bias", (1,), 0, 1, "always 1"),
        ("phase", (len(PHASES),), 0, 1, "the decision that is due, one-hot"),
        ("my_decision", (1,), 0, 1, "1 if the observer decides"),
        ("table", (4,), 0, 1, "one-hot: solo, two, three, four players"),
        ("rules", (3,), 0, 1, "grey in play; two decks; tickets scored between the decks"),
        ("progress", (7,), 0, 2, "second deck; train deck / 100; final turns begun; final turns left / 5; "
         "ticket deck / 46; clock cards / 16; turns without a train card / 12"),
        ("hand", (KINDS,), 0, 2, "own cards by kind / 10"),
        ("yard", (COLOURS,), 0, 2, "own railyard, locomotives included, by colour / 10"),
        ("wild", (COLOURS,), 0, 2, "own locomotives in the railyard by colour / 10"),
        ("track", (KINDS,), 0, 2, "own on-the-track stack by kind / 10"),
        ("known_by_others", (KINDS,), 0, 2, "own cards that the others saw taken / 10"),
        ("display", (KINDS,), 0, 1, "face-up cards by kind / 5, without the clock's"),
        ("clock", (KINDS,), 0, 1, "solo: the clock's card, one-hot"),
        ("discard", (KINDS,), 0, 2, "discarded cards by kind / 10"),
        ("unseen", (KINDS,), 0, 2, "cards in places the observer cannot see, by kind / 10"),
        ("to_lay", (COLOURS,), 0, 2, "cards needed to lay the colour / 10"),
        ("laying", (COLOURS,), 0, 1, "the colour being laid: (1 + cards chosen) / 11"),
        ("demand", (COLOURS,), 0, 3, "circles on own open tickets by colour / 10"),
        ("short_of_track", (COLOURS,), 0, 3, "circles beyond the track / 10"),
        ("short_of_table", (COLOURS,), 0, 3, "circles beyond track and railyard / 10"),
        ("short_of_all", (COLOURS,), 0, 3, "circles beyond track, railyard and hand / 10"),
        ("tickets", (TICKETS,), 0, 1, "own open tickets"),
        ("offered", (TICKETS,), 0, 1, "tickets drawn and not decided upon"),
        ("done", (TICKETS,), 0, 1, "own completed tickets"),
        ("missing_track", (TICKETS,), 0, 1, "own open and offered tickets: circles missing on the track / 5"),
        ("missing_all", (TICKETS,), 0, 1, "the same, with railyard and hand"),
        ("considered", (TICKETS,), 0, 1, "the ticket to decide upon now"),
        ("considered_facts", (13,), 0, 1, "its value / 22, circles / 5, circles missing on the track, with railyard, "
         "with hand / 5, tickets kept and returned in this draw / 6, big cities it touches"),
        ("considered_need", (COLOURS,), 0, 1, "its circles by colour / 2"),
        ("considered_short", (COLOURS,), 0, 3, "short_of_all by colour / 10 if it were kept"),
        ("points", (SEATS,), -6, 7, "by seat: points of completed tickets / 100"),
        ("open_value", (1,), 0, 6, "value of own open tickets / 100"),
        ("cities_done", (SEATS, 6), 0, 2, "by seat: completed tickets that count for each big city / 10"),
        ("cities_open", (6,), 0, 2, "own open tickets that count for each big city / 10"),
        ("num_tickets", (SEATS,), 0, 5, "by seat: tickets held / 10"),
        ("hand_size", (SEATS,), 0, 5, "by seat: cards in hand / 20"),
        ("track_size", (SEATS,), 0, 5, "by seat: cards on the track / 20"),
        ("their_hand", (SEATS - 1, KINDS), 0, 2, "others: cards they were seen to take / 10"),
        ("their_yard", (SEATS - 1, COLOURS), 0, 2, "others: railyard by colour / 10, locomotives included"),
        ("their_track", (SEATS - 1, KINDS), 0, 2, "others: on-the-track stack by kind / 10"),
    ],
)  # fmt: skip

(
    BIAS, PHASE, MY_DECISION, TABLE, RULES, PROGRESS, HAND, YARD, WILD, TRACK, KNOWN_BY_OTHERS, DISPLAY, CLOCK,
    DISCARD, UNSEEN, TO_LAY, LAYING, DEMAND, SHORT_OF_TRACK, SHORT_OF_TABLE, SHORT_OF_ALL, OPEN, OFFERED, DONE,
    MISSING_TRACK, MISSING_ALL, CONSIDERED, CONSIDERED_FACTS, CONSIDERED_NEED, CONSIDERED_SHORT, POINTS, OPEN_VALUE,
    CITIES_DONE, CITIES_OPEN, NUM_TICKETS, HAND_SIZE, TRACK_SIZE, THEIR_HAND, THEIR_YARD, THEIR_TRACK,
) = (piece.start for piece in LAYOUT)  # fmt: skip

TENTH = np.float32(0.1)


@kernel
def encode(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    out[:] = 0
    encode_table(params, view, player, out)
    encode_cards(params, view, scratch, player, out)
    encode_tickets(params, view, scratch, player, out)
    encode_seats(params, view, player, out)


@kernel
def encode_table(params, view, player, out):
    """Write the pieces about the phase, the rules and the decks."""
    out[BIAS] = 1
    out[PHASE + view.phase] = 1
    out[MY_DECISION] = 1 if view.current_player == player else 0
    out[TABLE + params.num_players - 1] = 1
    out[RULES] = 1 if params.colours == COLOURS else 0
    out[RULES + 1] = params.decks - 1
    out[RULES + 2] = params.score_between
    out[PROGRESS] = view.deck_number - 1
    out[PROGRESS + 1] = view.deck.size / np.float32(100)
    if view.final_turns >= 0:
        out[PROGRESS + 2] = 1
        out[PROGRESS + 3] = view.final_turns / np.float32(5)
    out[PROGRESS + 4] = view.ticket_deck.size / np.float32(TICKETS)
    out[PROGRESS + 5] = view.clock_deck.size / np.float32(CLOCK_CARDS)
    out[PROGRESS + 6] = min(view.idle_turns, 12) / np.float32(12)


@kernel
def encode_cards(params, view, scratch, player, out):
    """Write the pieces about train cards: the player's own, those on the table and those that are not seen."""
    seat = view.players[player]
    write(out, HAND, seat.hand, TENTH)
    write(out, TRACK, seat.track, TENTH)
    write(out, KNOWN_BY_OTHERS, seat.seen, TENTH)
    write(out, DISPLAY, view.display, np.float32(0.2))
    write(out, DISCARD, view.discard, TENTH)
    write(out, WILD, seat.wild, TENTH)
    write_railyard(out, YARD, seat)
    if view.clock >= 0:
        out[CLOCK + view.clock] = 1
    count_unseen(params, view, scratch.unseen)
    write(out, UNSEEN, scratch.unseen, TENTH)
    for colour in range(params.colours):
        out[TO_LAY + colour] = cards_needed(params, view, player, colour) * TENTH
    if view.lay_colour >= 0:
        out[LAYING + view.lay_colour] = (1 + view.lay_natural) / np.float32(11)


@kernel
def write_railyard(out, start, seat):
    """Write the cards of a railyard by colour, locomotives included, from entry ``start`` on."""
    for colour in range(COLOURS):
        out[start + colour] = np.float32(seat.yard[colour] + seat.wild[colour]) * TENTH


@kernel
def encode_tickets(params, view, scratch, player, out):
    """Write the pieces about the player's own tickets and the cards that they lack."""
    seat = view.players[player]
    table, everything = scratch.on_table, scratch.at_hand
    for colour in range(COLOURS):
        table[colour] = seat.track[colour] + seat.yard[colour]
        everything[colour] = table[colour] + seat.hand[colour]
    on_track = pack(seat.track)
    at_hand = pack(everything)
    held = seat.tickets
    demand = np.int64(0)
    cities = np.int64(0)
    value = 0
    rest = seat.tickets | seat.offered
    while rest:
        ticket = lowest(rest)
        rest &= rest - 1
        if held & bit(ticket):
            out[OPEN + ticket] = 1
            demand += params.packed_need[ticket]
            cities += params.packed_cities[ticket]
            value += params.value[ticket]
        else:
            out[OFFERED + ticket] = 1
        out[MISSING_TRACK + ticket] = total(excess(params.packed_need[ticket], on_track)) * np.float32(0.2)
        out[MISSING_ALL + ticket] = total(excess(params.packed_need[ticket], at_hand)) * np.float32(0.2)
    for colour in range(COLOURS):
        asked = count_at(demand, colour)
        out[DEMAND + colour] = asked * TENTH
        out[SHORT_OF_TRACK + colour] = max(0, asked - seat.track[colour]) * TENTH
        out[SHORT_OF_TABLE + colour] = max(0, asked - table[colour]) * TENTH
        out[SHORT_OF_ALL + colour] = max(0, asked - everything[colour]) * TENTH
    for city in range(6):
        out[CITIES_OPEN + city] = count_at(cities, city) * TENTH
    out[OPEN_VALUE] = value * np.float32(0.01)
    done = seat.done
    while done:
        out[DONE + lowest(done)] = 1
        done &= done - 1
    if seat.offered and view.current_player == player and (view.phase == SETUP_TICKETS or view.phase == TICKETS_DRAWN):
        encode_considered(params, view, player, lowest(seat.offered), demand, table, everything, out)


@kernel
def encode_considered(params, view, player, ticket, demand, table, everything, out):
    """Write the pieces about the ticket to decide on.

    ``demand``: the packed circles of the open tickets; ``table``, ``everything``: cards by colour on the track and in
    the railyard, and those with the hand.
    """
    seat = view.players[player]
    out[CONSIDERED + ticket] = 1
    out[CONSIDERED_FACTS] = params.value[ticket] / np.float32(22)
    out[CONSIDERED_FACTS + 1] = params.cards[ticket] * np.float32(0.2)
    out[CONSIDERED_FACTS + 2] = out[MISSING_TRACK + ticket]
    out[CONSIDERED_FACTS + 3] = total(excess(params.packed_need[ticket], pack(table))) * np.float32(0.2)
    out[CONSIDERED_FACTS + 4] = out[MISSING_ALL + ticket]
    returned = count_bits(seat.returned)
    out[CONSIDERED_FACTS + 5] = (view.drawn - view.undecided - returned) / np.float32(6)
    out[CONSIDERED_FACTS + 6] = returned / np.float32(6)
    for city in range(6):
        out[CONSIDERED_FACTS + 7 + city] = (params.cities[ticket] >> city) & 1
    for colour in range(COLOURS):
        need = params.need[ticket, colour]
        out[CONSIDERED_NEED + colour] = need * np.float32(0.5)
        asked = count_at(demand, colour) + need
        out[CONSIDERED_SHORT + colour] = max(0, asked - everything[colour]) * TENTH


@kernel
def encode_seats(params, view, player, out):
    """Write the pieces that every seat has: points, completed tickets, numbers of cards; and the others' cards."""
    for i in range(params.num_players):
        p = (player + i) % params.num_players
        seat = view.players[p]
        out[POINTS + i] = view.scores[p] / np.float32(100)
        out[NUM_TICKETS + i] = seat.num_tickets * TENTH
        out[HAND_SIZE + i] = seat.hand_size * np.float32(0.05)
        out[TRACK_SIZE + i] = seat.track_size * np.float32(0.05)
        done = seat.done
        cities = np.int64(0)
        while done:
            cities += params.packed_cities[lowest(done)]
            done &= done - 1
        for city in range(6):
            out[CITIES_DONE + 6 * i + city] = count_at(cities, city) * TENTH
        if i > 0:
            write(out, THEIR_HAND + KINDS * (i - 1), seat.hand, TENTH)
            write(out, THEIR_TRACK + KINDS * (i - 1), seat.track, TENTH)
            write_railyard(out, THEIR_YARD + COLOURS * (i - 1), seat)
