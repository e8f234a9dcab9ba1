"""What tells the styles of Rail Baron apart."""

from railgym.agents.habits import Habit, count, total
from railgym.envs.rail_baron_cards.event_kinds import ARRIVED, BID, BOUGHT, BOUGHT_ENGINE, PAID, PAID_BANK, SOLD

__all__ = ["HABITS"]

HABITS = {
    "railroads": Habit("railroads bought a game", count(BOUGHT)),
    "engines": Habit("engines bought a game", count(BOUGHT_ENGINE)),
    "bid": Habit("dollars bid for the first place", total(BID, 0)),
    "fees": Habit("dollars paid to others a game", total(PAID, 1)),
    "bank": Habit("dollars paid to the bank a game", total(PAID_BANK, 0)),
    "sales": Habit("railroads sold a game", count(SOLD)),
    "runs": Habit("runs a game", count(ARRIVED)),
}
