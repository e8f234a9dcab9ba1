"""The position of Rail Baron as one record.

Railroads, dots, sections and cities are numbered by their rows in the board's files, cards by city and copy: ``params``
says which city a card names, those from ``params.cards`` on are reshuffle cards. Sets of railroads are int64 bit masks.
Money is in dollars; a seat's cash is ``scores``, for it is all that counts. Letters in shapes: P = 6 seats,
R = 32 railroads, H = 4 cards, W = 16 words of 64 pieces of track (see ``track.py``), C = 210 cards.

Seats (``players``):

========== ===== ==========================================================================================
field      shape meaning
========== ===== ==========================================================================================
ridden     (W,)  pieces of track ridden in this run
old_bank   ()    railroads on which the train keeps the bank's rate
old_five   ()    railroads on which the train keeps the lower of the owners' rates
dot        ()    where the train stands; -1 before the start is shown
start      ()    the card the run began with, face up from the end of set-up on
goal       ()    the card of the destination, likewise; NO_CARD while it is to be chosen
hand       (H,)  cards still to be used, ascending, then NO_CARD; in another seat's view all are NO_CARD
drawn      (H,)  in which generation of the deck each was drawn; in another seat's view ascending
hand_size  ()    how many they are, open to all
engine     ()    FREIGHT, EXPRESS or SUPERCHIEF
bid        ()    the sealed bid in dollars; -1 before it is made or for whom it is sealed
kept       ()    the region of which cards were discarded at set-up, so that two of it were kept; -1: none
kept_left  ()    how many of these two are still in the hand; of a hand crowded again, how many there may be
loose      ()    1 if the hand cannot be used without a run inside a region, for want of cards to redraw
place_out  ()    the how-manieth to leave the game, 0 for those in it
========== ===== ==========================================================================================

The table:

============ ===== ========================================================================================
owner        (R,)  the seat that owns each railroad, -1: the bank
due          (P,)  what the mover owes each seat for this turn
due_bank     ()    and the bank
bought       ()    railroads the mover bought in this turn: fees take them for the bank's still
order        (P,)  seats in order of play
place        ()    whose turn it is, an index into ``order``
mover        ()    whose turn it is
round        ()    rounds begun
pips         ()    dots that may still be ridden with this roll
second       ()    dice of the second move of this turn, 0 if there is none to come
purchases    ()    purchases on this arrival
num_out      ()    seats that are out of the game
lot          ()    the railroad being auctioned, -1: none
lot_bid      ()    the highest bid, 0: none
lot_bidder   ()    who made it
lot_passed   ()    seats that do not bid any more, as a bit mask
generation   ()    how often the deck was shuffled anew
entered      (C,)  in which generation each card was shuffled into the deck
deck         deck  destination cards, hidden
pile         deck  used and discarded cards, open
============ ===== ========================================================================================
"""

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import UNKNOWN, deck_dtype
from railgym.envs.core.header import header_fields
from railgym.envs.rail_baron_cards.board import (
    MAX_CARDS,
    MAX_CITIES,
    MAX_DOTS,
    MAX_RAILROADS,
    MAX_SECTIONS,
)

__all__ = [
    "BIDS",
    "CARDS",
    "DICE",
    "EXPRESS",
    "FREIGHT",
    "HAND",
    "KINDS",
    "MOST_PIPS",
    "NO_CARD",
    "PIECE_WORDS",
    "PLAYER",
    "RAILROADS",
    "SCRATCH",
    "SEATS",
    "SHUFFLES",
    "STATE",
    "SUPERCHIEF",
]

SEATS = 6
RAILROADS = MAX_RAILROADS
CARDS = MAX_CARDS + 10  # with reshuffle cards
HAND = 4
NO_CARD = UNKNOWN
MOST_PIPS = 12  # of one roll
KINDS = 4  # of routes, see rules/routes.py
FREIGHT, EXPRESS, SUPERCHIEF = range(3)

# A fork joins at least three dots, so there are no more pieces than sections.
PIECE_WORDS = MAX_SECTIONS // 64

# Streams of chance; the dice of seat p come from stream DICE + p.
SHUFFLES, BIDS, DICE = 0, 1, 2

PLAYER = np.dtype(
    [
        ("ridden", "i8", (PIECE_WORDS,)),
        ("old_bank", "i8"),
        ("old_five", "i8"),
        ("bid", "i4"),
        ("dot", "i2"),
        ("start", "u1"),
        ("goal", "u1"),
        ("hand", "u1", (HAND,)),
        ("drawn", "u2", (HAND,)),
        ("hand_size", "i1"),
        ("engine", "i1"),
        ("kept", "i1"),
        ("kept_left", "i1"),
        ("loose", "i1"),
        ("place_out", "i1"),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=DICE + SEATS),
        ("bought", "i8"),
        ("due", "i4", (SEATS,)),
        ("due_bank", "i4"),
        ("lot_bid", "i4"),
        ("round", "i2"),
        ("owner", "i1", (RAILROADS,)),
        ("order", "i1", (SEATS,)),
        ("place", "i1"),
        ("mover", "i1"),
        ("pips", "i1"),
        ("second", "i1"),
        ("purchases", "i1"),
        ("num_out", "i1"),
        ("lot", "i1"),
        ("lot_bidder", "i1"),
        ("lot_passed", "i1"),
        ("generation", "u2"),
        ("entered", "u2", (CARDS,)),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(CARDS)),
        ("pile", deck_dtype(CARDS)),
    ]
)

# One route of the mover's: its first sections and dots, its length, and how many dots of it lie on whose track.
ROUTE = np.dtype(
    [
        ("sections", "i2", (MOST_PIPS,)),
        ("dots", "i2", (MOST_PIPS,)),
        ("length", "i4"),
        ("own", "i4"),
        ("bank", "i4"),
        ("foreign", "i4"),
        ("fresh", "i4"),  # the first number of dots at which it differs from all routes before it
    ]
)

# Scratch of the route search (rules/routes.py): the first ``kinds`` of ``routes`` belong to the
# position with the hash ``stamp``.
SCRATCH = np.dtype(
    [
        *choice_fields(num_actions=2048),
        ("stamp", "u8"),
        ("kinds", "i8"),
        ("routes", ROUTE, (KINDS,)),
        ("ridden", "i8", (PIECE_WORDS,)),
        ("blocked", "u1", (MAX_SECTIONS,)),
        ("owned_by", "i8", (RAILROADS,)),
        ("num_own", "i8"),
        ("search", "i8"),
        ("limit", "i8"),
        ("searched", "i8", (MAX_DOTS,)),
        ("cost", "i8", (MAX_DOTS,)),
        ("came_from", "i2", (MAX_DOTS,)),
        ("came_by", "i2", (MAX_DOTS,)),
        ("backwards", "i1", (MAX_DOTS,)),
        ("heap", "i8", (2 * MAX_SECTIONS + 2,)),
        ("heap_size", "i8"),
        ("path", "i2", (MAX_DOTS,)),
        ("unseen", "i8", (MAX_CITIES,)),  # of the observation, too
        ("due", "i8", (SEATS,)),
        ("dues", "i8", (MOST_PIPS,)),
        ("payable", "i1", (MOST_PIPS,)),
        ("order", "i8", (HAND,)),
        ("order_pay", "i8", (HAND,)),
        ("order_dots", "i8", (HAND,)),
    ]
)
