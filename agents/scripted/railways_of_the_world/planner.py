"""Planner: the action that looks best by its estimates."""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.estimates import estimate

__all__ = ["best_choice", "planner"]


@kernel
def planner(params, view, work, mask, player, weights):
    """The best legal action by its weights."""
    estimate(params, view, work, player, weights)
    return best_choice(work, mask)


@kernel
def best_choice(work, mask):
    """The legal action of most value; of equal ones the first."""
    best = np.int64(work.choices[0])
    for i in range(np.int64(work.num_choices)):
        action = np.int64(work.choices[i])
        if work.value[action] > work.value[best]:
            best = action
    return best
