"""What tells the styles of Railways of the World apart."""

from railgym.agents.habits import Habit, average, count, total
from railgym.envs.railways_of_the_world.event_kinds import (
    BONDS,
    DELIVERED,
    LINE,
    LINKED,
    TOOK,
    UPGRADED,
    URBANIZED,
    WON_AUCTION,
)

__all__ = ["HABITS"]

HABITS = {
    "bonds": Habit("bonds a game", total(BONDS, 0)),
    "links": Habit("links a game", count(LINKED)),
    "engines": Habit("engines a game", count(UPGRADED)),
    "cities": Habit("new cities a game", count(URBANIZED)),
    "deliveries": Habit("deliveries a game", count(DELIVERED)),
    "length": Habit("links a delivery", average(DELIVERED, 3)),
    "auctions": Habit("thousands paid in auctions a game", total(WON_AUCTION, 0)),
    "lines": Habit("major lines a game", count(LINE)),
    "cards": Habit("operations cards a game", count(TOOK)),
}
