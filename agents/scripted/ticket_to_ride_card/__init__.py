"""Scripted bots of the card game, standard and solo."""

from railgym.agents.scripted.ticket_to_ride_card.dispatch import decide, disturbed
from railgym.agents.scripted.ticket_to_ride_card.pace import pace
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(("random", "greedy", "planner"), decide, pace=pace, disturbed=disturbed)
