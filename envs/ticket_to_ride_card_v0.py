"""Ticket to Ride: The Card Game. ``help(ticket_to_ride_card_v0)`` shows the page of the environment."""

from railgym.envs.aec import game_functions
from railgym.envs.pages import show_page

__all__ = ["env", "raw_env"]

env, raw_env = game_functions(__name__)
show_page(__name__)
