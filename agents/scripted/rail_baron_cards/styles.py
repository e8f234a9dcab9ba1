"""The styles of the planner, each as factors of its weights."""

from railgym.envs.rail_baron_cards.weights import MARGIN, MONOPOLY, OPENING, RENT, RESERVE

__all__ = ["STYLES"]

STYLES: dict[str, dict[int, float]] = {
    "saver": {MARGIN: 15.0, RESERVE: 12.0},
    "monopolist": {MONOPOLY: 12.0, RENT: 0.6},
    "landlord": {RENT: 3.0, MONOPOLY: 3.0},
    "bidder": {OPENING: 8.0},
}
