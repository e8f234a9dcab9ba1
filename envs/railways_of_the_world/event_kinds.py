"""The kinds of event of Railways of the World; ``words.py`` turns them into sentences.

============ ==================================================================================
kind         data
============ ==================================================================================
KEPT         baron: kept in secret
BID          amount
DROPPED_OUT  amount paid, place in the turn from 1: of the auction; 0 and 0 unless passing costs
WON_AUCTION  amount
PASSED       an action
BONDS        number taken
INCOME       net of the bonds
POINTS       points, why (a place in ``REASONS``)
LAID         hex, side it was entered at, side it was left through, price
LINKED       city, city, tiles
REMOVED      tiles of incomplete runs
UPGRADED     level, price
URBANIZED    city, color
GREW         city, cubes
CUBE         city, color: a cube came out of the bag
TOOK         card
WESTERN      city: its western link
DELIVERED    color, city it came from, city it went to, links
EMPTIED      city: it gets an Empty City Marker
FILLED       city: it loses the marker
LINE         major line
ADDED        card: it came on display
LAST_TURN    turn with which the game will end
REVEALED     baron, points: at the end
INSURED      Railbot card
FLIPPED      Railbot card: it is revealed
RESOLVED     Railbot card, place in the row, 1 if it was insured
TOOK_CUBE    city, color: the Railbot's
EXHAUSTED    city, color
DEADHEAD     operations cards that the display holds now
TAXED        amount
BOT_LINE     major line: the Railbot claims it
DUEL         baron, points: the player claims it
BOT_DUEL     baron: the Railbot claims it
PUSHED       operations card off the display
WON          points
PLACED       place in the turn, from 1: by points
============ ==================================================================================
"""

__all__ = ["EVENT_KINDS", "REASONS"]

EVENT_KINDS = (
    "kept",
    "bid",
    "dropped_out",
    "won_auction",
    "passed",
    "bonds",
    "income",
    "points",
    "laid",
    "linked",
    "removed",
    "upgraded",
    "urbanized",
    "grew",
    "cube",
    "took",
    "western",
    "delivered",
    "emptied",
    "filled",
    "line",
    "added",
    "last_turn",
    "revealed",
    "insured",
    "flipped",
    "resolved",
    "took_cube",
    "exhausted",
    "deadhead",
    "taxed",
    "bot_line",
    "duel",
    "bot_duel",
    "pushed",
    "won",
    "placed",
)
(
    KEPT,
    BID,
    DROPPED_OUT,
    WON_AUCTION,
    PASSED,
    BONDS,
    INCOME,
    POINTS,
    LAID,
    LINKED,
    REMOVED,
    UPGRADED,
    URBANIZED,
    GREW,
    CUBE,
    TOOK,
    WESTERN,
    DELIVERED,
    EMPTIED,
    FILLED,
    LINE,
    ADDED,
    LAST_TURN,
    REVEALED,
    INSURED,
    FLIPPED,
    RESOLVED,
    TOOK_CUBE,
    EXHAUSTED,
    DEADHEAD,
    TAXED,
    BOT_LINE,
    DUEL,
    BOT_DUEL,
    PUSHED,
    WON,
    PLACED,
) = range(len(EVENT_KINDS))

REASONS = (
    "links of the delivery",
    "a hotel",
    "a service bounty",
    "the first delivery of the game",
    "the first delivery over three links",
    "the first engine of level 4",
    "a major line",
    "a delivery of the Railbot over links of the seat",
    "a Duel Baron",
)
FOR_LINKS, FOR_HOTEL, FOR_BOUNTY, FOR_FIRST, FOR_SPEED, FOR_ENGINE, FOR_LINE, FOR_BOT, FOR_DUEL = range(len(REASONS))
