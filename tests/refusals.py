"""Wrong arguments, and how they are refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railgym.envs.core.errors import RailgymError

__all__ = ["NUMBERS", "refused"]

NUMBERS = [-(2**70), -(10**9), -3, 10**6, 2**70, 1.5, float("nan"), "0", None, True, [0], (), np.array([0, 1]), b"x"]


def refused(call: Callable[..., Any], *arguments: Any, kinds: Any = RailgymError) -> str:
    """The one line that a call is refused with."""
    with pytest.raises(kinds) as caught:
        call(*arguments)
    line = str(caught.value)
    assert line and "\n" not in line and len(line) < 600, line
    return line
