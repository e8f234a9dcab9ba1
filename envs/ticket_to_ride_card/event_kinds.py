"""The kinds of event of the card game; ``display/words.py`` turns them into sentences.

======================= ==========================================================================
kind                    data
======================= ==========================================================================
DREW_BLIND              kind of card (only for the player)
DREW_FACE_UP            kind of card
DREW_CLOCK              kind of card
LAID                    colour, cards of it, locomotives
LOST                    colour, cards of it, locomotives, seat that robbed them (-1: the display)
ROBBED_DISPLAY          colour, cards of it
MOVED                   cards moved on the track, colours they came from as a bit mask
DREW_TICKETS            number of tickets
KEPT, GAVE_BACK         ticket (only for the player)
DECIDED                 tickets kept, tickets given back
PASSED                  -
CLOCK_TURNED            kind of card, cards left beside the clock
CLOCK_MATCHED           kind of card, cards discarded from the display
EXHAUSTED               number of the deck, 1 after a standstill
NEW_DECK                cards in it after the deal
DEALT                   number of train cards
COMPLETED, MISSED       ticket, value
BONUS                   big city, points
TOTAL                   points (player -1: the hidden opponent)
======================= ==========================================================================
"""

__all__ = ["EVENT_KINDS"]

EVENT_KINDS = (
    "drew_blind",
    "drew_face_up",
    "drew_clock",
    "laid",
    "lost",
    "robbed_display",
    "moved",
    "drew_tickets",
    "kept",
    "gave_back",
    "decided",
    "passed",
    "clock_turned",
    "clock_matched",
    "exhausted",
    "new_deck",
    "dealt",
    "completed",
    "missed",
    "bonus",
    "total",
)
(
    DREW_BLIND,
    DREW_FACE_UP,
    DREW_CLOCK,
    LAID,
    LOST,
    ROBBED_DISPLAY,
    MOVED,
    DREW_TICKETS,
    KEPT,
    GAVE_BACK,
    DECIDED,
    PASSED,
    CLOCK_TURNED,
    CLOCK_MATCHED,
    EXHAUSTED,
    NEW_DECK,
    DEALT,
    COMPLETED,
    MISSED,
    BONUS,
    TOTAL,
) = range(len(EVENT_KINDS))
