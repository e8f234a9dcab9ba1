"""The numbers of the planner: what it thinks things are worth, in points. Found by self-play, rounded."""

from typing import NamedTuple

__all__ = ["WEIGHTS", "Weights"]


class Weights(NamedTuple):
    """One number a judgement. A train card on the track is worth some five points where a ticket needs it."""

    needed: float = 5.0  # a card on the track that an open ticket needs
    spare: float = 2.0  # one that none needs, while there are tickets to draw
    useless: float = 0.3  # one that none needs, with the tickets gone
    wild: float = 6.0  # a locomotive on the track
    hold: float = 0.6  # the share of its worth that a card in hand keeps
    hold_wild: float = 0.8  # the same for locomotives
    carry: float = 0.7  # the share that a hand keeps when it waits for the second deck
    fade: float = 8.0  # turns before the end at which a card in hand begins to lose its worth
    same: float = 0.8  # a drawn card, for each of its colour in hand (up to three)
    queue: float = 0.3  # a drawn card loses so much for each card of its colour in the railyard
    reach: float = 1.0  # a drawn card that brings a robbery within reach
    glut: float = 0.4  # a draw loses so much for each card in hand beyond what the turns left can lay
    blind: float = 1.0  # a blind card, as a share of the mean worth of the unseen cards
    draw: float = 0.0  # any draw of train cards
    rob: float = 3.0  # each card robbed
    lay: float = 0.0  # any lay
    fear: float = 0.8  # the greatest chance that a rival robs a group in his turn
    slope: float = 1.0  # how fast the chance falls as the group outgrows what he may hold
    margin: float = 0.5  # how many cards more than expected he is taken to need
    lurking: float = 0.3  # the share of his locomotives he would spend on it
    pace: float = 1.0  # cards a turn that will still come to the track and fit the tickets
    doubt: float = 2.0  # cards of doubt in that, and
    doubt_turn: float = 0.4  # more for each turn to come
    penalty: float = 0.8  # the share of a ticket's value at stake if it is missed
    penalty_later: float = 0.4  # the same while a second deck is to come
    deny: float = 0.3  # the share of its value that a kept ticket denies the others
    bonus: float = 0.2  # the share of a big city's bonus that one ticket there is worth
    tickets: float = 0.8  # the share of four mean tickets that drawing tickets is worth
    hoarding: float = 0.3  # the share of the first deck that will still be in hands when it ends
    rush: float = 0.5  # each ten cards more that a rival has waiting, to a draw at the very end
    per_turn: float = 1.25  # cards that leave the train deck in a turn


WEIGHTS = Weights()
