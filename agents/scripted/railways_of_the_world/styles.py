"""The styles of the planner, each as factors of its weights."""

from railgym.envs.railways_of_the_world.weights import BID, DEBT, GROWTH, INTEREST, LINE, LINK, SPREAD, URBANIZE

__all__ = ["STYLES"]

STYLES: dict[str, dict[int, float]] = {
    "builder": {LINK: 1.8, SPREAD: 40.0},
    "cautious": {DEBT: 2.5, INTEREST: 2.0},
    "debtor": {DEBT: 0.1, INTEREST: 0.2},
    "liner": {LINE: 3.0, LINK: 1.5},
    "founder": {URBANIZE: 6.0, GROWTH: 2.0},
    "bidder": {BID: 16.0},
}
