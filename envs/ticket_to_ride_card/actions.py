"""The action table. Ids never move: the published edition, without grey, leaves its ids unused.

::

      0         pass               only when nothing else is legal
      1         draw blind         the top card of the train deck
      2 ..  11  draw face up       black white green yellow red blue purple orange grey locomotive
     12         draw clock         solo: the card beside the station clock
     13         draw tickets
     14 .. 15  decide             keep, return: the offered ticket with the lowest number
     16 ..  24  lay a colour       black .. grey; then, where there is a choice:
     25 ..  34    of its cards     1 .. 10
     35 ..  51    locomotives      0 .. 16
     52 .. 135  lay three colours  black white green; black white yellow; ... (84 combinations in order)
"""

from itertools import combinations

import numpy as np

from railgym.envs.core.actions import ActionTable

__all__ = [
    "COLOUR_NAMES",
    "DECIDE",
    "DRAW_BLIND",
    "DRAW_CLOCK",
    "DRAW_TICKETS",
    "FACE_UP",
    "KEEP",
    "KIND_NAMES",
    "LAY",
    "LOCOMOTIVES",
    "NATURALS",
    "NUM_ACTIONS",
    "PASS",
    "RETURN",
    "TABLE",
    "THREE",
    "TRIPLES",
    "TRIPLE_NUMBER",
]

COLOUR_NAMES = ("black", "white", "green", "yellow", "red", "blue", "purple", "orange", "grey")
KIND_NAMES = (*COLOUR_NAMES, "locomotive")
_TRIPLES = tuple(combinations(range(len(COLOUR_NAMES)), 3))
TRIPLES = np.array(_TRIPLES, np.int64)
TRIPLE_NUMBER = np.full((9, 9, 9), -1, np.int64)  # ascending colours -> row of TRIPLES
TRIPLE_NUMBER[tuple(TRIPLES.T)] = range(len(TRIPLES))

TABLE = ActionTable(
    [
        ("pass", ["pass"]),
        ("draw_blind", ["draw a card from the deck"]),
        ("draw_face_up", [f"draw the face-up {kind}" for kind in KIND_NAMES]),
        ("draw_clock", ["draw the card beside the station clock"]),
        ("draw_tickets", ["draw tickets"]),
        ("decide", ["keep the ticket", "return the ticket"]),
        ("lay_colour", [f"lay {colour}" for colour in COLOUR_NAMES]),
        ("of_its_cards", [f"with {n} of its colour" for n in range(1, 11)]),
        ("locomotives", [f"with {n} locomotive{'' if n == 1 else 's'}" for n in range(17)]),
        ("lay_three", ["lay " + ", ".join(COLOUR_NAMES[c] for c in triple) for triple in _TRIPLES]),
    ]
)

NUM_ACTIONS = len(TABLE)
PASS, DRAW_BLIND, FACE_UP, DRAW_CLOCK, DRAW_TICKETS, DECIDE, LAY, NATURALS, LOCOMOTIVES, THREE = (
    block.start for block in TABLE
)
KEEP, RETURN = DECIDE, DECIDE + 1
