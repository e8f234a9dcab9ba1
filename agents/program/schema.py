"""``railgym bot schema``: the messages between railgym and a program as JSON schema."""

import json
from dataclasses import dataclass

from railgym.agents.program.messages import schema

__all__ = ["BotSchemaArgs", "main"]


@dataclass(frozen=True)
class BotSchemaArgs:
    """Print the JSON schema of the messages between railgym and a program of yours, which docs/bots.md describes."""


def main(args: BotSchemaArgs) -> int:
    """Print the schema; returns the exit code."""
    print(json.dumps(schema(), indent=1))
    return 0
