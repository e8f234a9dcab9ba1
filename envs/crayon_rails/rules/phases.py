"""The kinds of decisions, and the reasons why a game ends."""

__all__ = ["END_REASONS", "PHASES"]

PHASES = (
    "give up a card",
    "place the train",
    "run the train",
    "build",
    "choose where the segment leads",
    "choose the load to lose",
)
(
    GIVE_UP,
    PLACE,
    OPERATE,
    BUILD,
    BUILD_FROM,
    LOSE_LOAD,
) = range(len(PHASES))

END_REASONS = (
    "still running",
    "a player has linked the major cities and has the money to win",
    "the last round was played",
)
RUNNING, LINKED, ROUND_LIMIT = range(len(END_REASONS))
