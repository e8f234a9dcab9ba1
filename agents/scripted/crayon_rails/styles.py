"""The styles of the planner, each as factors of its weights."""

from railgym.envs.crayon_rails.weights import (
    CREDIT,
    ENGINE_RESERVE,
    FEES,
    INVESTED,
    INVESTED_LATE,
    LAST_ENGINE,
    MAJOR_RESERVE,
)

__all__ = ["STYLES"]

STYLES: dict[str, dict[int, float]] = {
    "builder": {INVESTED: 0.4, INVESTED_LATE: 0.4, CREDIT: 2.0, MAJOR_RESERVE: 0.5},
    "walker": {ENGINE_RESERVE: 20.0, LAST_ENGINE: 20.0},
    "guest": {FEES: 0.2},
}
