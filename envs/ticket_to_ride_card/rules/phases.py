"""The kinds of decisions, and the reasons why a game ends."""

__all__ = [
    "ACTION",
    "END_REASONS",
    "LAY_NATURAL",
    "LAY_WILD",
    "PHASES",
    "SECOND_CARD",
    "SETUP_TICKETS",
    "TICKETS_DRAWN",
]

PHASES = (
    "choose the first tickets",
    "take one action",
    "draw the second card",
    "how many cards of the colour",
    "how many locomotives",
    "decide upon drawn tickets",
)
SETUP_TICKETS, ACTION, SECOND_CARD, LAY_NATURAL, LAY_WILD, TICKETS_DRAWN = range(len(PHASES))

END_REASONS = (
    "still running",
    "the last deck was exhausted",
    "nobody drew or laid a train card for three rounds",
    "the station clock ran out",
)
RUNNING, DECK_EXHAUSTED, STANDSTILL, CLOCK_RAN_OUT = range(len(END_REASONS))
