"""The position of the card game as one record.

Kinds of train card are numbered 0..8 for the colours (in the order of ``actions.COLOUR_NAMES``; the published edition
has no colour 8) and 9 for locomotives. Sets of tickets are int64 bit masks: bit t stands for row t of the ticket table.
Letters in shapes: P = 4 seats, K = 10 kinds, C = 9 colours.

Seats (``players``):

==================== ===== ================================================================================
field                shape meaning
==================== ===== ================================================================================
tickets              ()    tickets held and not completed yet
done                 ()    tickets completed and set aside (open to all)
offered              ()    tickets drawn and not yet decided on
returned             ()    tickets given back in this draw, not under the deck yet
untracked            ()    tickets given back whose place this seat no longer knows: they were shuffled into the
                           deck, or drawn by another seat
untracked_in_draw    ()    those of them that are in the draw that another seat is deciding on
kept_since_untracked (P,)  tickets that each other seat has kept since this seat has any untracked ones
kept_after_setup     ()    tickets held that were kept after set-up or, if tickets were scored between the decks,
                           after that
ruled_out            ()    tickets that this seat cannot have held at the end of the first deck: its stack would
                           have completed them
hand                 (K,)  cards in hand. In the view of another player: only those that they know of
seen                 (K,)  cards in this hand that all others know of, since they were taken face up
first_loco           ()    1 as long as the locomotive of the set-up is in this hand for certain: until one is laid
yard                 (C,)  coloured cards in the railyard, by colour
wild                 (C,)  locomotives in the railyard, by the colour they were laid as
track                (K,)  the on-the-track stack
moves                ()    turns of this deck in which cards moved to the stack
hand_size            ()    cards in hand, open to all
track_size           ()    cards on the stack, open to all
num_tickets          ()    tickets held, as all players count them; changes when a whole draw is decided
==================== ===== ================================================================================

The table (solo, ``scores[1]`` is the hidden opponent's total once the game is over):

================ ===== ====================================================================================
opponent_tickets ()    solo: the six tickets of the hidden opponent
display          (K,)  face-up cards of the draw area, without the station clock's card
discard          (K,)  discarded train cards
deck             deck  train cards, hidden
clock_deck       deck  solo: the station clock's cards, hidden
ticket_deck      deck  tickets; a seat remembers those that it put under the deck
clock            ()    solo: the card beside the clock, -1 if none
deck_number      ()    which train deck is being played: 1 or 2
final_turns      ()    turns left once the deck is exhausted, the current one included; -1 before
idle_turns       ()    turns in a row in which no player drew or laid a train card
moved_cards      ()    1 if a train card was drawn or laid in this turn
drawn            ()    tickets in the draw that is being decided on
undecided        ()    the number of them that are not decided yet
lay_colour       ()    colour being laid, -1 if none
lay_natural      ()    coloured cards chosen for it
stalled          ()    1 if the current deck was ended by a standstill
================ ===== ====================================================================================
"""

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import deck_dtype
from railgym.envs.core.header import header_fields
from railgym.envs.ticket_to_ride_card.actions import NUM_ACTIONS

__all__ = [
    "CLOCK_CARDS",
    "COLOURS",
    "KINDS",
    "LOCO",
    "PLAYER",
    "SCRATCH",
    "SEATS",
    "SHUFFLE_TICKETS",
    "SHUFFLE_TRAINS",
    "STATE",
    "TICKETS",
    "TRAIN_CARDS",
]

SEATS = 4
COLOURS = 9
KINDS = 10
LOCO = 9
TICKETS = 46
TRAIN_CARDS = 106
CLOCK_CARDS = 16

# Random streams.
SHUFFLE_TRAINS, SHUFFLE_TICKETS = 0, 1

PLAYER = np.dtype(
    [
        ("tickets", "i8"),
        ("done", "i8"),
        ("offered", "i8"),
        ("returned", "i8"),
        ("untracked", "i8"),
        ("untracked_in_draw", "i8"),
        ("ruled_out", "i8"),
        ("hand", "i1", (KINDS,)),
        ("seen", "i1", (KINDS,)),
        ("yard", "i1", (COLOURS,)),
        ("wild", "i1", (COLOURS,)),
        ("track", "i1", (KINDS,)),
        ("hand_size", "i1"),
        ("track_size", "i1"),
        ("num_tickets", "i1"),
        ("kept_after_setup", "i1"),
        ("kept_since_untracked", "i1", (SEATS,)),
        ("first_loco", "i1"),
        ("moves", "i1"),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=2),
        ("opponent_tickets", "i8"),
        ("display", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
        ("clock", "i1"),
        ("deck_number", "i1"),
        ("final_turns", "i1"),
        ("idle_turns", "i1"),
        ("moved_cards", "i1"),
        ("drawn", "i1"),
        ("undecided", "i1"),
        ("lay_colour", "i1"),
        ("lay_natural", "i1"),
        ("stalled", "i1"),
        ("players", PLAYER, (SEATS,)),
        ("ticket_deck", deck_dtype(TICKETS)),
        ("clock_deck", deck_dtype(CLOCK_CARDS)),
        ("deck", deck_dtype(TRAIN_CARDS)),
    ]
)

# A branch of the ticket assignment (rules/ticket_assignment.py): the tickets taken, the big cities that these touch,
# and their rank; the undecided tickets; the cards (packed) and locomotives left; the number of decided tickets of the
# order, and the bound of the branch.
BRANCH = np.dtype(
    [
        ("taken", "i8"),
        ("undecided", "i8"),
        ("cities", "i8"),
        ("rank", "i8"),
        ("cards", "i8"),
        ("locos", "i8"),
        ("depth", "i8"),
        ("most", "i8"),
    ]
)

# Scratch: fields for laying three colours and for the observation, then those of the ticket assignment and its prices.
# The branches open before a branch are at most as many as its decided tickets, so TICKETS + 1 of them suffice.
SCRATCH = np.dtype(
    [
        *choice_fields(NUM_ACTIONS),
        ("singles", "i8", (COLOURS,)),
        ("on_table", "i8", (COLOURS,)),
        ("at_hand", "i8", (COLOURS,)),
        ("unseen", "i8", (KINDS,)),
        ("best", "i8"),
        ("best_rank", "i8"),
        ("open", BRANCH, (TICKETS + 1,)),
        ("order", "i8", (TICKETS,)),
        ("need", "i8", (TICKETS,)),
        ("gain", "i8", (TICKETS,)),
        ("key", "i8", (TICKETS,)),
        ("gap", "i8", (COLOURS,)),
        ("price", "f8", (COLOURS,)),
        ("cost", "i8", (COLOURS,)),
        ("top", "i8"),
        ("lumped", "i8"),
        ("apart", "i8", (COLOURS,)),
        ("num_apart", "i8"),
        ("demand_left", "i8", (TICKETS + 1,)),
        ("cities_left", "i8", (TICKETS + 1,)),
        ("undecided", "i8", (TICKETS + 1,)),
        ("bound", "i4", (TICKETS + 1, TRAIN_CARDS + 1)),
        ("tableau", "f8", (KINDS + 1, 2 * COLOURS + 2 + TICKETS)),
        ("ratio", "f8", (2 * COLOURS + 2 + TICKETS,)),
        ("basic", "i8", (KINDS,)),
    ]
)
