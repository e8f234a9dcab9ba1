"""The position of Rail Baron as one record.

Railroads, dots, sections and cities are numbered by their rows in the board's files, cards by city and copy: ``params``
says which city a card names, and cards from ``params.cards`` on are reshuffle cards. Sets of railroads are int64 bit
masks. With destinations by dice there is one card for each city, and none in hands, deck and pile. Money is in dollars.
The cash of a player is in ``scores``, because only cash counts. Letters in shapes: P = 6 players, R = 32 railroads,
H = 4 cards, W = 16 words of 64 pieces of track (see ``track.py``), C = 210 cards.

Players (``players``):

============== ===== ======================================================================================
field          shape meaning
============== ===== ======================================================================================
ridden         (W,)  pieces of track ridden in this run
old_bank_rate  ()    railroads on which the train keeps the bank's rate
old_owner_rate ()    railroads on which the train keeps the lower of the owners' rates
dot            ()    where the train stands; -1 before the start is shown
start          ()    the card of the city where the run began, face up after set-up
goal           ()    the card of the destination, face up after set-up; NO_CARD while it is to be chosen
hand           (H,)  cards still to be used, ascending, then NO_CARD; in the views of other players all NO_CARD
drawn          (H,)  after how many shuffles each card of the hand was drawn; in the views of others ascending
hand_size      ()    the number of cards in the hand; public
engine         ()    FREIGHT, EXPRESS or SUPERCHIEF
bid            ()    the bid for the order of play in dollars; -1 before it is made, and while it is sealed
kept_region    ()    the region of the cards discarded in set-up, of which two cards were kept; -1: none
kept_cards     ()    cards of that region in the hand; during set-up, the most that there can be
not_usable     ()    1 if not all cards of the hand can be used (RB-R3.1, RB-R4)
exit_order     ()    order of elimination: 1 for the first player to leave, 0 while in the game
============== ===== ======================================================================================

The table:

============ ===== ========================================================================================
field        shape meaning
============ ===== ========================================================================================
owner        (R,)  the owner of each railroad; -1: the bank; the number of players: the extra owner
due          (P,)  what the mover owes each player, and the extra owner after them, for this turn
due_bank     ()    what the mover owes the bank for this turn
bought       ()    railroads that left the bank in this turn; they still count as its own for the fees of the mover
order        (P,)  players in the order of play
place        ()    the place of the mover in ``order``
mover        ()    the player whose turn it is
round        ()    rounds begun
pips         ()    dots that may still be ridden with this roll
second_dice  ()    dice of the second roll of this turn; 0 if there is none, or it has been rolled; with the option
                   ``dice_at_once`` its dots, which are known
purchases    ()    purchases on this arrival
num_out      ()    players who are out of the game
lot          ()    the railroad up for auction; -1: none
lot_bid      ()    the highest bid; 0: none
lot_bidder   ()    the player with the highest bid; -1: none
lot_passed   ()    players who do not bid any more, as a bit mask
shuffles     ()    how often the used cards were shuffled into the deck
shuffled_in  (C,)  with which of these shuffles each card came into the deck; 0: it was there from the beginning
deck         deck  destination cards, hidden
pile         deck  used and discarded cards, public
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
KINDS = 4  # of routes, see ``rules/routes.py``
FREIGHT, EXPRESS, SUPERCHIEF = range(3)

# A fork joins at least three dots, so there are no more pieces than sections.
PIECE_WORDS = MAX_SECTIONS // 64

# Random streams; the dice of player p, those for destinations too, come from stream DICE + p.
SHUFFLES, BIDS, DICE = 0, 1, 2

PLAYER = np.dtype(
    [
        ("ridden", "i8", (PIECE_WORDS,)),
        ("old_bank_rate", "i8"),
        ("old_owner_rate", "i8"),
        ("bid", "i4"),
        ("dot", "i2"),
        ("start", "u1"),
        ("goal", "u1"),
        ("hand", "u1", (HAND,)),
        ("drawn", "u2", (HAND,)),
        ("hand_size", "i1"),
        ("engine", "i1"),
        ("kept_region", "i1"),
        ("kept_cards", "i1"),
        ("not_usable", "i1"),
        ("exit_order", "i1"),
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
        ("second_dice", "i1"),
        ("purchases", "i1"),
        ("num_out", "i1"),
        ("lot", "i1"),
        ("lot_bidder", "i1"),
        ("lot_passed", "i1"),
        ("shuffles", "u2"),
        ("shuffled_in", "u2", (CARDS,)),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(CARDS)),
        ("pile", deck_dtype(CARDS)),
    ]
)

# One route of the mover: its first sections and dots, its length, and its dots by the owner of the track.
ROUTE = np.dtype(
    [
        ("sections", "i2", (MOST_PIPS,)),
        ("dots", "i2", (MOST_PIPS,)),
        ("length", "i4"),
        ("own", "i4"),
        ("bank", "i4"),
        ("foreign", "i4"),
        ("fresh", "i4"),  # the least number of dots at which it differs from all routes before it
    ]
)

# Scratch memory, most of it of the route search (``rules/routes.py``): the first ``kinds`` of ``routes`` are those of
# the position with the hash ``stamp``.
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
        ("unseen", "i8", (MAX_CITIES,)),  # this and the fields below: of observations and bots
        ("due", "i8", (SEATS,)),
        ("dues", "i8", (MOST_PIPS,)),
        ("payable", "i1", (MOST_PIPS,)),
        ("order", "i8", (HAND,)),
        ("order_pay", "i8", (HAND,)),
        ("order_dots", "i8", (HAND,)),
    ]
)
