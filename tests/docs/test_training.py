"""The page about training knows every key of a config."""

import json
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from railgym.training.learn.config import TrainConfig, load_config
from railgym.training.learn.make_learner import check_learner
from railgym.training.learn.rllib.cluster import check_keys

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


def rows(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """A row of the table for every key, sections key by key."""
    for name, field in model.model_fields.items():
        kinds: list[Any] = [field.annotation, *typing.get_args(field.annotation)]
        sections = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        if sections:
            yield from rows(sections[0], f"{prefix}{name}.")
        else:
            default = "" if field.is_required() else f"`{json.dumps(field.default)}`"
            shown = "unset" if default == "`null`" else default
            yield f"| `{prefix}{name}` | {shown} | {field.description or ''} |"


def test_training_page__lists_every_key_with_its_default() -> None:
    table = [line for line in PAGE.splitlines() if line.startswith("| `") and PAGE.index(line) > PAGE.index("## Keys")]
    assert table == list(rows(TrainConfig))


@pytest.mark.parametrize("command", [line for line in PAGE.splitlines() if "--engine rllib" in line and "yaml" in line])
def test_training_page__trains_on_a_cluster_only_what_its_engine_can(command: str) -> None:
    config = load_config(command.split()[2])
    assert not config.steps
    check_keys(config)
    check_learner(config, fast=False)
