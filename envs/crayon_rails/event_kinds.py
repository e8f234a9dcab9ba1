"""The kinds of event of the crayon-rail games; ``display/words.py`` turns them into sentences.

================ ==================================================================================
kind             data
================ ==================================================================================
BEGINS           highest payout in hand: who goes first; -1 where it does not decide
GAVE             card: one of the first hand given up
OPENED           city: the network is begun there
BUILT            segments, what they cost, milepost the way began at, milepost it led to
UPGRADED         engine, price
PLACED           city
RAN              steps, from milepost, to milepost
PAID             seat, fee
PICKED_UP        good
DROPPED          good
DELIVERED        city, good, payout
REPAID           amount, what is still owed
BORROWED         amount, what is owed
DREW             card
DISCARDED        cards: the whole hand
RESHUFFLED       cards
STRUCK           event: it was drawn
PASSED           event: it is over
WASHED_AWAY      segments of the seat's track
DERAILED         good that was lost, -1: none was on board
TAXED            amount, cash before
LOST_TURN
MET              cash: the goal is met, the round is finished
RAISED           cash that is needed from now on, after a tie
WON              cash
================ ==================================================================================
"""

__all__ = ["EVENT_KINDS"]

EVENT_KINDS = (
    "begins",
    "gave",
    "opened",
    "built",
    "upgraded",
    "placed",
    "ran",
    "paid",
    "picked_up",
    "dropped",
    "delivered",
    "repaid",
    "borrowed",
    "drew",
    "discarded",
    "reshuffled",
    "struck",
    "passed",
    "washed_away",
    "derailed",
    "taxed",
    "lost_turn",
    "met",
    "raised",
    "won",
)
(
    BEGINS,
    GAVE,
    OPENED,
    BUILT,
    UPGRADED,
    PLACED,
    RAN,
    PAID,
    PICKED_UP,
    DROPPED,
    DELIVERED,
    REPAID,
    BORROWED,
    DREW,
    DISCARDED,
    RESHUFFLED,
    STRUCK,
    PASSED,
    WASHED_AWAY,
    DERAILED,
    TAXED,
    LOST_TURN,
    MET,
    RAISED,
    WON,
) = range(len(EVENT_KINDS))
