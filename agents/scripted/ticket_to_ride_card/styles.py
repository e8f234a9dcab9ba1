"""The styles of the planner, each as factors of its weights."""

from railgym.agents.scripted.ticket_to_ride_card.weights import Weights

__all__ = ["STYLES"]


def _style(**factors: float) -> dict[int, float]:
    """Factors by the places of the weights."""
    return {Weights._fields.index(name): factor for name, factor in factors.items()}


STYLES: dict[str, dict[int, float]] = {
    "collector": _style(penalty=0.6, deny=1.5, tickets=2.0),
    "careful": _style(penalty=2.5, penalty_later=10.0, deny=0.3),
    "gambler": _style(blind=1.8),
    "robber": _style(rob=2.5),
}
