"""Docstrings name fields of records that exist."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(rules.parent.name for rules in (ROOT / "envs").glob("*/rules"))
FIELD = re.compile(r"``(scratch|state|view|params)\.(?!py\b)([a-z]\w*)")


def record_names(dtype: np.dtype[Any]) -> set[str]:
    """The fields of a record, and of the records in it."""
    names = set(dtype.names or ())
    return names.union(*(record_names(dtype[name].base) for name in names))


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings__name_fields_that_exist(package: str) -> None:
    """Also those of the scripted agents."""
    state, params = (import_module(f"railgym.envs.{package}.{module}") for module in ("state", "params"))
    fields = {"scratch": record_names(state.SCRATCH), "params": record_names(params.PARAMS)}
    fields["state"] = fields["view"] = record_names(state.STATE)
    wrong = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for folder in ("envs", "agents/scripted")
        for path in sorted((ROOT / folder / package).rglob("*.py"))
        for found in FIELD.finditer(path.read_text(encoding="utf-8"))
        if found[2] not in fields[found[1]]
    ]
    assert wrong == []
