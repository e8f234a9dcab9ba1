"""The weights of the estimates of actions (``estimates.py``), found by games against ``greedy`` and the Railbot."""

__all__ = [
    "BID",
    "CASH",
    "COMFORT",
    "DEBT",
    "DELIVER",
    "ENGINE",
    "FOR_AN_ACTION",
    "GRANT",
    "GROWTH",
    "HOTEL_CUBE",
    "INCOME",
    "INTEREST",
    "LINE",
    "LINK",
    "PLAYERS",
    "SHARE",
    "SOLO",
    "SPREAD",
    "TURNS",
    "URBANIZE",
]

(
    DELIVER,  # what a point now counts
    INCOME,  # and a thousand of income in every turn that is left
    LINK,  # points that a link adds to all cubes
    ENGINE,  # points that an engine adds to all cubes
    SHARE,  # of the cubes there are, how many an action that is left can bring home
    DEBT,  # a thousand of debt
    INTEREST,  # and again for every turn that is left, as long as income is short
    CASH,  # a thousand of cash
    HOTEL_CUBE,  # points of a hotel for each cube of its color
    FOR_AN_ACTION,  # of an Executive: an action more
    GRANT,  # a land grant
    GROWTH,  # cubes that are added to a city of the network
    URBANIZE,  # points of a cube that gets a goal
    SPREAD,  # a city more in the network
    BID,  # thousands for the first place
    TURNS,  # of a game among players
    COMFORT,  # thousands of income after interest with which money is no concern
    LINE,  # a point of a major line
) = range(18)

PLAYERS = (1.0, 0.07, 0.57, 2.2, 1.5, 0.17, 0.063, 0.34, 0.072, 2.2, 0.6, 0.36, 1.05, 0.006, 0.35, 1.55, 3.8, 0.74)
SOLO = (0.45, 0.5, 1.1, 2.1, 0.2, 0.55, 0.005, 0.016, 0.01, 1.1, 1.0, 1.4, 0.15, 0.04, 0.5, 39.0, 112.0, 0.5)
