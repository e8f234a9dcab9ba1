"""The kinds of event of Rail Baron; ``words.py`` turns them into sentences.

================ ==================================================================================
kind             data
================ ==================================================================================
DISCARDED        city, discarded from a hand with three of a region
DREW             up to three cities, then -1 (only for who drew them)
SET_OUT          start city, destination city: shown at set-up
BID              sealed bid, shown; 1 if it is paid
ROLLED           two or one dice, their sum, 1 for the second move
RODE             railroad, dots, from dot, to dot
STOPPED          pips left unused
ARRIVED          city, payout
BOUGHT           railroad, price
BOUGHT_ENGINE    engine, price
NEXT_RUN         start city, destination city
REDREW           up to three cities, then -1: a hand of three discarded for its regions
SKIPPED          city: a card that no run may end at
RESHUFFLED       cards shuffled into the deck
PAID_BANK        amount
PAID             seat, amount
SOLD             railroad, amount: to the bank
PUT_UP           railroad, least bid
BID_FOR          railroad, bid
PASSED           railroad
KNOCKED_DOWN     railroad, price, seat that sold it
BANKRUPT         what is owed in all
WON              cash
================ ==================================================================================
"""

__all__ = ["EVENT_KINDS"]

EVENT_KINDS = (
    "discarded",
    "drew",
    "set_out",
    "bid",
    "rolled",
    "rode",
    "stopped",
    "arrived",
    "bought",
    "bought_engine",
    "next_run",
    "redrew",
    "skipped",
    "reshuffled",
    "paid_bank",
    "paid",
    "sold",
    "put_up",
    "bid_for",
    "passed",
    "knocked_down",
    "bankrupt",
    "won",
)
(
    DISCARDED,
    DREW,
    SET_OUT,
    BID,
    ROLLED,
    RODE,
    STOPPED,
    ARRIVED,
    BOUGHT,
    BOUGHT_ENGINE,
    NEXT_RUN,
    REDREW,
    SKIPPED,
    RESHUFFLED,
    PAID_BANK,
    PAID,
    SOLD,
    PUT_UP,
    BID_FOR,
    PASSED,
    KNOCKED_DOWN,
    BANKRUPT,
    WON,
) = range(len(EVENT_KINDS))
