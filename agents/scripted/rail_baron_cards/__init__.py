"""Scripted bots of Rail Baron."""

from railgym.agents.scripted.rail_baron_cards.dispatch import decide, disturbed
from railgym.agents.scripted.rail_baron_cards.pace import pace
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(("random", "greedy", "planner"), decide, pace=pace, disturbed=disturbed)
