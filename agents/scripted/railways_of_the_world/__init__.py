"""Scripted bots of Railways of the World, and of the Railbot."""

from railgym.agents.scripted.railways_of_the_world.dispatch import decide, variant
from railgym.agents.scripted.railways_of_the_world.pace import pace
from railgym.agents.scripted.railways_of_the_world.styles import STYLES
from railgym.envs.core.bots import ScriptedBots

__all__ = ["BOTS"]

BOTS = ScriptedBots(
    ("random", "greedy", "planner", "railbot:kind", "railbot:random", "railbot:heuristic"),
    decide,
    roles={"railbot:kind": "railbot", "railbot:random": "railbot", "railbot:heuristic": "railbot"},
    skilled={"railbot": "railgym.agents.scripted.railways_of_the_world.skilled_railbot:make_skilled_railbot"},
    pace=pace,
    variant=variant,
    styles=tuple(STYLES),
)
