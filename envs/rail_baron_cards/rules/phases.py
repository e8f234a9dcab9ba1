"""The phases, which are the kinds of decisions, and the reasons why a game ends."""

__all__ = ["END_REASONS", "PHASES"]

PHASES = (
    "choose a card to discard",
    "choose the start",
    "choose the first destination",
    "bid for the order of play",
    "choose which dice to roll first",
    "move",
    "purchase",
    "choose the next destination",
    "sell a railroad",
    "bid for a railroad",
    "keep or exchange start and destination",
    "choose a destination before the move",
)
(
    SETUP_DISCARD,
    SETUP_START,
    SETUP_GOAL,
    BID,
    DICE_ORDER,
    MOVE,
    PURCHASE,
    NEXT_GOAL,
    SELL,
    AUCTION,
    EXCHANGE,
    TURN_GOAL,
) = range(len(PHASES))

END_REASONS = (
    "still running",
    "a player has the money to win",
    "all other players are bankrupt",
    "the last round was played",
)
RUNNING, RICH, LAST_ONE_LEFT, ROUND_LIMIT = range(len(END_REASONS))
