"""Scripted bots of Rail Baron."""

from railgym.agents.scripted.rail_baron_cards.dispatch import decide, variant
from railgym.agents.scripted.rail_baron_cards.pace import pace
from railgym.agents.scripted.rail_baron_cards.styles import STYLES
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(("random", "greedy", "planner"), decide, pace=pace, variant=variant, styles=tuple(STYLES))
