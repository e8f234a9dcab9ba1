"""The legal choices of a position: the mask that agents read and, beside it, the list of ids that loops run over."""

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["allow", "choice_fields", "clear_choices", "random_choice"]


def choice_fields(num_actions: int) -> list[tuple[str, str, tuple[int, ...]]]:
    """The fields that every ``scratch`` dtype starts with; ``legal`` fills them together with the mask."""
    return [("num_choices", "i4", ()), ("choices", "i2", (num_actions,))]


@kernel
def clear_choices(scratch, mask):
    """Forbid everything: the first line of every ``legal``."""
    mask[:] = 0
    scratch.num_choices = 0


@kernel
def allow(scratch, mask, action):
    """Make ``action`` legal. Call it once per action."""
    mask[action] = 1
    scratch.choices[scratch.num_choices] = action
    scratch.num_choices += 1


@kernel
def random_choice(scratch, bits):
    """A legal action, uniform in the random ``bits`` (uint64)."""
    return np.int64(
        scratch.choices[np.int64(((bits >> np.uint64(32)) * np.uint64(scratch.num_choices)) >> np.uint64(32))]
    )
