"""Scripted bots of the crayon-rail games."""

from railgym.agents.scripted.crayon_rails.dispatch import decide, variant
from railgym.agents.scripted.crayon_rails.pace import pace
from railgym.agents.scripted.crayon_rails.styles import STYLES
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(("random", "greedy", "planner"), decide, pace=pace, variant=variant, styles=tuple(STYLES))
