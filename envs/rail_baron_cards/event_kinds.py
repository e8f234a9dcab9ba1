"""The kinds of events of Rail Baron; ``display/words.py`` turns them into sentences.

================ ==================================================================================
kind             data
================ ==================================================================================
DISCARDED        city, discarded from a hand with three of a region
DREW             up to three cities, then -1; visible to the player who drew the cards
SET_OUT          start city, destination city: shown when all players have chosen
BID              sealed bid, shown; 1 if it is paid
ROLLED           two or one dice, their sum, 1 for the second move
RODE             railroad, dots, from dot, to dot
STOPPED          pips left unused
ARRIVED          city, payout
BOUGHT           railroad, price
BOUGHT_ENGINE    engine, price
NEXT_RUN         start city, destination city
REDREW           three cities: cards that were drawn and, with too many of a region, discarded
SKIPPED          city: a card to which there can be no run, discarded
RESHUFFLED       cards shuffled into the deck
PAID_BANK        amount
PAID             player who is paid, amount
SOLD             railroad, amount: to the bank
PUT_UP           railroad, least bid
BID_FOR          railroad, bid
PASSED           railroad
KNOCKED_DOWN     railroad, price, player who sold it: bought at an auction
BANKRUPT         the debt
WON              cash
TAKEN            railroad, the extra owner who takes it from the bank; of no player
OWED             fee for track of the extra owner, the extra owner: to be paid to others
EXCHANGED        start city, destination city: each was the other before
ROLLED_START     city: the start, by dice
ROLLED_REGION    region of the next destination, by dice
CHOSE_REGION     region, chosen because that of the start was rolled
LOST_TURN        city that was rolled as a destination, where the train stands
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
    "taken",
    "owed",
    "exchanged",
    "rolled_start",
    "rolled_region",
    "chose_region",
    "lost_turn",
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
    TAKEN,
    OWED,
    EXCHANGED,
    ROLLED_START,
    ROLLED_REGION,
    CHOSE_REGION,
    LOST_TURN,
) = range(len(EVENT_KINDS))
