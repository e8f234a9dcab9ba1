"""Codes of agents: each is taken apart once, and what is wrong with it is told before any game is made."""

from pathlib import Path

import pytest
from toy_game.game import NightMail

from railgym.agents.registry import AGENTS, make_agent, parse_agent
from railgym.agents.spec import AgentSpec
from railgym.envs.core.errors import UnknownNameError


def test_examples_of_every_kind__are_read_as_that_kind() -> None:
    for kind in AGENTS.values():
        for code in kind.example.split(", "):
            spec = parse_agent(code)
            assert (spec.code, spec.kind) == (code, kind.code)


def test_fields__say_what_the_code_says() -> None:
    """Those that a code does not mention have their defaults."""
    found = {
        "planner": {"bot": "planner"},
        "planner:builder": {"bot": "planner:builder"},
        "planner:0.8": {"bot": "planner:0.8", "skill": 0.8},
        "planner:1": {"bot": "planner"},
        "trained": {"skill": 1.0},
        "trained:0.4": {"skill": 0.4},
        "former:1": {"version": 1},
        "former:1:0.8": {"version": 1, "skill": 0.8},
        "adaptive": {"target": 0.5},
        "adaptive:0.6": {"target": 0.6},
        "mc": {"iterations": 200},
        "mc:2000": {"iterations": 2000},
        "mcts:50ms": {"seconds": 0.05},
        "mcts:10:trained:0.5": {"iterations": 10, "policy": parse_agent("trained:0.5")},
        "mcts:10:file:a:b": {"iterations": 10, "policy": parse_agent("file:a:b")},
        "file:runs/mine:2/agent": {"folder": "runs/mine:2/agent"},
        "py:my.bots:Bot": {"python_class": ("my.bots", "Bot")},
        "railbot:kind": {"bot": "railbot:kind"},
        "railbot:-0.5": {"skill": -0.5},
        "railbot:adaptive": {"target": 0.5},
        "railbot:adaptive:0.4": {"target": 0.4},
    }
    for code, fields in found.items():
        assert parse_agent(code) == AgentSpec(code=code, kind=code.partition(":")[0], **fields)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("plannr", "unknown agent 'plannr'; did you mean planner?"),
        ("trained:", "'trained:': nothing follows the colon"),
        ("planner:3", "planner:3: write a style or a skill level from 0 to 1 after the colon, as in planner:builder"),
        ("greedy:3", "agent 'greedy' takes no argument, got '3'"),
        ("character", "write the name of a character, as in character:NAME"),
        ("human:me", "agent 'human' takes no argument, got 'me'"),
        ("trained:2", "trained:2: the skill level is a number from 0 to 1"),
        ("trained:nan", "trained:nan: the skill level is a number from 0 to 1"),
        ("former:0", "former:0: write the number of a version, as in former:1"),
        ("former:1:2", "former:1:2: the skill level is a number from 0 to 1"),
        ("adaptive:0.99", "adaptive:0.99: the person's rate of wins is a number from 0.05 to 0.95"),
        ("railbot:7", "railbot:7: the skill is a number from -1 to 1, as in railbot:-0.5"),
        ("mcts:0", "mcts:0: write 1 to 100,000 iterations or milliseconds, as in mcts:200 or mcts:50ms"),
        ("mcts:1.5ms", "mcts:1.5ms: write 1 to 100,000 iterations or milliseconds"),
        (f"mc:{'9' * 4000}", "mc:999"),
        ("mcts::trained", "mcts::trained: write a number and an agent, as in mcts:200:trained"),
        ("mcts:50:", "mcts:50:: write a number and an agent, as in mcts:200:trained"),
        ("mcts:200:plannr", "unknown agent 'plannr'; did you mean planner?"),
    ],
)
def test_wrong_code__is_refused_in_one_line(code: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=r"^[^\n]{1,300}$") as caught:
        parse_agent(code)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("py:my_bots:Bot", "there is no module 'my_bots' in "),
        ("py:toy_game.nowhere:Bot", "there is no module 'toy_game.nowhere' in "),
        ("py:needs:Bot", "it imports 'no_such_library', which is not installed"),
    ],
)
def test_python_class__in_a_missing_module_is_told_from_a_missing_library(
    code: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needs.py").write_text("import no_such_library\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownNameError, match=f"^cannot load agent '{code}': {reason}"):
        make_agent(code, NightMail())
