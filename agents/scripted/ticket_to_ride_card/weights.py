"""The weights of the planner, in points. They were found by evolution over many games."""

from typing import NamedTuple

__all__ = ["FOUR", "SOLO", "THREE", "TWO", "Weights"]


class Weights(NamedTuple):
    """One weight per estimate. A train card on the track is worth about five points where a ticket needs it."""

    needed: float  # a card on the track that an open ticket needs
    spare: float  # a card that no ticket needs, while there are tickets to draw
    useless: float  # a card that no ticket needs, once the ticket deck is empty
    wild: float  # a locomotive on the track
    hold: float  # the share of its worth that a card in hand keeps
    hold_wild: float  # the same for locomotives
    carry: float  # the share that a hand keeps when it waits for the second deck
    fade: float  # turns before the end at which a card in hand begins to lose its worth
    same: float  # a drawn card, for each of its colour in hand (up to three)
    queue: float  # a drawn card loses this for each card of its colour in the railyard
    reach: float  # a drawn card that brings a robbery within reach
    glut: float  # a draw loses this for each card in hand beyond what the turns left can lay
    blind: float  # a blind card, as a share of the mean worth of the unseen cards
    draw: float  # any draw of train cards
    rob: float  # each card robbed
    lay: float  # any lay
    fear: float  # the greatest chance that another player robs a group in their turn
    slope: float  # how fast the chance falls as the group outgrows what they may hold
    margin: float  # cards more than expected that they are assumed to need
    lurking: float  # the share of their locomotives that they would spend on it
    pace: float  # cards per turn that will still come to the track and fit the tickets
    doubt: float  # the uncertainty of ``pace``, in cards
    doubt_turn: float  # the same for each turn to come
    penalty: float  # the share of a ticket's value at stake if it is missed
    penalty_later: float  # the same while a second deck is to come
    deny: float  # the share of its value that a kept ticket denies the others
    bonus: float  # the share of a big city's bonus that one ticket there is worth
    tickets: float  # the share of four mean tickets that drawing tickets is worth
    hoarding: float  # the share of the first deck that will still be in hands when it ends
    rush: float  # added to a draw at the very end for each ten cards that another player has waiting beyond one's own
    per_turn: float  # cards that leave the train deck in a turn


TWO = Weights(
    needed=13.0,
    spare=0.382,
    useless=0.0,
    wild=3.22,
    hold=0.382,
    hold_wild=1.99,
    carry=0.903,
    fade=12.6,
    same=2.66,
    queue=0.674,
    reach=0.324,
    glut=0.489,
    blind=1.56,
    draw=-0.123,
    rob=5.54,
    lay=-0.181,
    fear=0.443,
    slope=0.296,
    margin=0.0,
    lurking=0.87,
    pace=0.466,
    doubt=0.946,
    doubt_turn=0.886,
    penalty=2.8,
    penalty_later=0.0133,
    deny=0.369,
    bonus=0.108,
    tickets=0.0494,
    hoarding=0.0,
    rush=1.42,
    per_turn=0.996,
)

THREE = Weights(
    needed=12.5,
    spare=0.762,
    useless=-0.0291,
    wild=16.4,
    hold=0.23,
    hold_wild=1.19,
    carry=1.57,
    fade=13.4,
    same=0.0906,
    queue=0.377,
    reach=0.359,
    glut=-0.0797,
    blind=1.21,
    draw=0.00191,
    rob=2.45,
    lay=-0.0244,
    fear=0.41,
    slope=0.389,
    margin=-0.617,
    lurking=1.46,
    pace=0.378,
    doubt=0.0783,
    doubt_turn=0.839,
    penalty=4.37,
    penalty_later=0.0213,
    deny=0.31,
    bonus=0.221,
    tickets=0.0973,
    hoarding=-0.106,
    rush=0.655,
    per_turn=1.04,
)

FOUR = Weights(
    needed=8.96,
    spare=0.786,
    useless=-0.0213,
    wild=14.4,
    hold=0.196,
    hold_wild=0.906,
    carry=0.78,
    fade=9.89,
    same=-1.55,
    queue=0.0833,
    reach=0.314,
    glut=0.21,
    blind=1.22,
    draw=0.304,
    rob=2.03,
    lay=-0.0448,
    fear=0.3,
    slope=0.594,
    margin=-0.805,
    lurking=1.07,
    pace=0.263,
    doubt=0.248,
    doubt_turn=0.833,
    penalty=3.6,
    penalty_later=0.0868,
    deny=0.274,
    bonus=0.225,
    tickets=0.0665,
    hoarding=-0.28,
    rush=0.314,
    per_turn=1.05,
)

SOLO = Weights(
    needed=8.98,
    spare=1.09,
    useless=0.372,
    wild=9.01,
    hold=0.64,
    hold_wild=0.906,
    carry=0.0,
    fade=6.32,
    same=0.0,
    queue=0.0,
    reach=0.0,
    glut=0.0522,
    blind=0.825,
    draw=-0.31,
    rob=10.4,
    lay=-0.461,
    fear=0.0,
    slope=1.19,
    margin=1.2,
    lurking=0.441,
    pace=0.0,
    doubt=1.69,
    doubt_turn=0.942,
    penalty=1.51,
    penalty_later=0.184,
    deny=0.512,
    bonus=0.384,
    tickets=0.0,
    hoarding=0.585,
    rush=1.13,
    per_turn=0.0,
)
