"""Ticket to Ride: The Card Game, solo. ``help(ticket_to_ride_card_solo_v0)`` shows the page of the environment."""

from functools import partial

from railgym.envs.aec import make_env, make_raw_env
from railgym.envs.pages import show_page

__all__ = ["env", "raw_env"]

env = partial(make_env, "ticket_to_ride_card_solo_v0")
raw_env = partial(make_raw_env, "ticket_to_ride_card_solo_v0")
show_page(__name__)
