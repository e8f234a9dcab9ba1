"""What those who reach a server of railgym over a network, or a language model at its tools, may ask for."""

from collections.abc import Collection, Mapping
from typing import Any

from railgym.agents.registry import AGENTS
from railgym.agents.spec import AgentSpec
from railgym.envs.core.errors import OptionsError, UnknownNameError

__all__ = ["SEEDS", "SLOWEST", "check_agent", "check_options"]

SLOWEST = 5_000  # milliseconds, or iterations, a decision of a search agent
SEEDS = 10**15  # too many to find a seed by trial; JavaScript's numbers can represent them
PERSON = "human"


def check_agent(spec: AgentSpec, allowed: Collection[str]) -> None:
    """Raise UnknownNameError for an agent that must not be started for a visitor, also if it is a search that is to ask
    it. ``allowed``: codes that the owner of the server has named."""
    if spec.code in allowed:
        return
    if AGENTS[spec.kind].on_this_machine or spec.kind == PERSON:
        raise UnknownNameError(
            f"{spec.code!r}: this server was not started with it; start it with --agents {spec.code}"
        )
    if max(spec.iterations, 1000 * spec.seconds) > SLOWEST:
        raise UnknownNameError(f"{spec.code!r} thinks too long for a server; {SLOWEST} is the most")
    if spec.policy:
        check_agent(spec.policy, allowed)


def check_options(options: Mapping[str, Any]) -> None:
    """Raise OptionsError for an option that names a file of this machine."""
    for name, value in options.items():
        if isinstance(value, str) and ({"/", "\\"} & set(value) or value.endswith((".yaml", ".json"))):
            raise OptionsError(
                f"option {name}={value!r}: a server plays only what comes with railgym; for a file, use railgym play"
            )
