"""The memory that a search works in, and how its entry points are bound."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from railgym.agents.scripted import scripted_bots
from railgym.envs.core.events import EVENTS_DTYPE
from railgym.envs.core.game import Game
from railgym.envs.core.kernel import source_stamp
from railgym.envs.host import usable_cores

__all__ = ["WIDTH", "Rank", "Scratch"]

WIDTH = 8  # leaves that are valued together; fixed, so that no choice hangs on the number of cores

Rank = tuple[int, float | None, float | None]  # an action, its share of the tries, and what it is worth, -1 to 1


class Scratch:
    """A row of views, works, event buffers and masks for each thread, and the ``WIDTH`` positions ``states``."""

    def __init__(self, game: Game) -> None:
        self.game, self.bots = game, scripted_bots(game)
        threads = min(WIDTH, numba.get_num_threads(), usable_cores())
        self.states = np.zeros(WIDTH, game.state_dtype)
        self.views = np.zeros(threads, game.state_dtype)
        self.works = np.zeros(threads, game.work_dtype)
        self.events = np.zeros(threads, EVENTS_DTYPE)
        self.masks = np.zeros((threads, len(game.actions)), np.int8)

    def bind(self, template: Callable[..., Any], *signature: Any, parallel: bool = False) -> Any:
        """Bind a template to the game's kernels and its scripted bots; a word in ``signature`` names a record type."""
        types = self.game.record_types
        arguments = [types[part] if isinstance(part, str) else part for part in signature]
        stamp = source_stamp(self.game.package, "railgym.agents.search", *self.bots.packages)
        return self.game.bind(template, *arguments, stamp=stamp, parallel=parallel, decide=self.bots.decide)
