"""The position as a picture."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railgym.envs.ticket_to_ride_card.game import TicketToRideCard

__all__ = ["draw_svg"]


def draw_svg(game: "TicketToRideCard", view: Any) -> str:
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
