"""The phases, the ways of bidding, the number of rounds of a turn, and the reasons why a game ends."""

__all__ = ["BIDDINGS", "END_REASONS", "PHASES", "ROUNDS"]

ROUNDS = 3
BIDDINGS = ("traditional", "first_to_pass", "worst_is_first")
TRADITIONAL, FIRST_TO_PASS, WORST_IS_FIRST = range(len(BIDDINGS))

PHASES = (
    "keep a baron",
    "bid for the first place",
    "take an action",
    "lay a tile",
    "choose the next city of the cube",
    "choose over whose link it goes",
    "choose a city to urbanize",
    "choose the color of the new city",
    "choose a city to grow",
    "choose which card of the row is resolved",
    "choose the way of the Railbot's track",
    "choose the cube that the Railbot takes",
    "choose where a cube is exhausted",
    "choose the major line that the Railbot claims",
    "choose the baron that the Railbot claims",
)
(
    KEEP_BARON,
    AUCTION,
    ACTION,
    LAY,
    GO,
    OVER,
    URBANIZE,
    COLOR,
    GROW,
    PICK_SLOT,
    PATH,
    TAKE_CUBE,
    EXHAUST,
    CLAIM_LINE,
    CLAIM_BARON,
) = range(len(PHASES))

END_REASONS = (
    "still running",
    "all Empty City Markers were on the map",
    "the last turn was played",
    "the Final Evaluation was drawn",
)
RUNNING, MARKERS, TURN_LIMIT, EVALUATED = range(len(END_REASONS))
