"""Scripted bots of the card game, standard and solo."""

from railgym.agents.scripted.ticket_to_ride_card.dispatch import decide, variant
from railgym.agents.scripted.ticket_to_ride_card.pace import pace
from railgym.agents.scripted.ticket_to_ride_card.styles import STYLES
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(("random", "greedy", "planner"), decide, pace=pace, variant=variant, styles=tuple(STYLES))
