"""The keys of each step of a run: those of the step before, with what the step changes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railgym.training.learn.former_keys import with_current_names

__all__ = ["merged", "step_keys"]

PREVIOUS = "previous"
WHOLE = ("scripted", "agents", "opponents", "options")


def step_keys(config: Mapping[str, Any], out: Path) -> list[dict[str, Any]]:
    """The keys of each step of a run in the folder ``out``, from those of its config. Steps after the first neither
    imitate nor sharpen the policy unless they say so."""
    found = [{key: value for key, value in config.items() if key != "steps"}]
    for number, changes in enumerate(map(with_current_names, config["steps"]), start=1):
        before = out / f"step-{number}"
        begin = {"start_from": [str(before)], "sharpness": 1.0, "imitation": None}
        found.append(merged(found[-1] | begin, _with_previous(changes, before / "agent")))
    return found


def _with_previous(changes: Mapping[str, Any], agent: Path) -> dict[str, Any]:
    """Changes in which ``previous``, an expert or the policy of one that searches, is the agent of the step before."""
    imitation = changes.get("imitation")
    if not isinstance(imitation, Mapping) or str(imitation.get("expert")).split(":")[-1] != PREVIOUS:
        return dict(changes)
    expert = f"{imitation['expert'].removesuffix(PREVIOUS)}file:{agent}"
    return {**changes, "imitation": {**imitation, "expert": expert}}


def merged(given: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Keys with changes; sections are changed key by key, except weights of opponents, which are replaced."""
    found = dict(given)
    for key, value in changes.items():
        inside = isinstance(value, Mapping) and isinstance(found.get(key), Mapping) and key not in WHOLE
        found[key] = merged(found[key], value) if inside else value
    return found
