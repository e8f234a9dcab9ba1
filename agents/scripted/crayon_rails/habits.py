"""What tells the styles of the crayon-rail games apart."""

from railgym.agents.habits import Habit, average, count, total
from railgym.envs.crayon_rails.event_kinds import BORROWED, BUILT, DELIVERED, DISCARDED, PAID, UPGRADED

__all__ = ["HABITS"]

HABITS = {
    "track": Habit("millions for track a game", total(BUILT, 1)),
    "fees": Habit("millions in fees a game", total(PAID, 1)),
    "discards": Habit("hands discarded a game", count(DISCARDED)),
    "engines": Habit("engines a game", count(UPGRADED)),
    "loans": Habit("loans a game", count(BORROWED)),
    "payout": Habit("millions a delivery", average(DELIVERED, 2)),
    "deliveries": Habit("deliveries a game", count(DELIVERED)),
}
