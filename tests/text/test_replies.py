"""Replies in words: every usual form is understood, and every other one is refused in one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railgym.envs.catalog import make_game
from railgym.envs.core.position import View
from railgym.envs.text import Choice, Refusal, Request, read_reply

GAME = make_game("ticket_to_ride_card_v0")
VIEW: View = GAME.new_position(seed=1).view()  # keep or return a ticket: 14, 15


@pytest.mark.parametrize(
    "reply",
    [
        "ACTION 14",
        "action: 14",
        "**ACTION 14**",
        "> ACTION #14.",
        "The long one is worth it. ACTION 14",
        "I think 15 is bad.\nSo I keep it.\n\nACTION 14",
        "ACTION 15 was my first idea\nACTION 14\n",
        "ACTION keep Dallas - New York (11)",
        "ACTION keep Dallas - New York",
        "action KEEP dallas - new york",
        "ACTION 14=keep Dallas - New York (11)",
        "[14]",
        "First [15], no: [14]",
        "[ACTION 14]",
        "ACTION [14]",
        '{"action": 14}',
        '```json\n{"thought": "it is long", "action": "keep Dallas - New York"}\n```',
        "14",
        "keep Dallas - New York (11)",
    ],
)
def test_reply__is_read_as_its_action(reply: str) -> None:
    assert read_reply(VIEW, reply) == Choice(14)


@pytest.mark.parametrize(
    ("reply", "topic"),
    [("DETAIL map", "map"), ("I need more.\nDETAIL: New York", "New York"), ("[DETAIL actions 2]", "actions 2")],
)
def test_reply__is_read_as_a_request(reply: str, topic: str) -> None:
    assert read_reply(VIEW, reply) == Request(topic)


@pytest.mark.parametrize(
    ("reply", "reason", "illegal"),
    [
        ("", "the reply is empty", False),
        (" \n\n", "the reply is empty", False),
        ("ACTION", "no action found", False),
        ("DETAIL", "write what you want to know", False),
        ("Let me think. The best move is\nprobably to", "no action found", False),
        ("ACTION 0", "not legal now (choose the first tickets: the first turn begins when", True),
        ("ACTION 999999", "outside 0..", True),
        ("ACTION lay black", "'lay black' is not legal now (choose the first tickets", True),
        ("ACTION keep Dallas - New Yorc", "no legal action 'keep Dallas - New Yorc'; try", True),
        ("ACTION 14 or 15", "no legal action '14 or 15'", True),
        ("ACTION " + "x" * 5_000, "is no legal action", True),
        ('{"action": null}', "no legal action", True),
        ("[true]", "no legal action", True),
    ],
)
def test_reply__is_refused_with_the_reason(reply: str, reason: str, illegal: bool) -> None:
    answer = read_reply(VIEW, reply)
    assert isinstance(answer, Refusal)
    assert reason in answer.reason
    assert "\n" not in answer.reason
    assert answer.illegal == illegal


@given(st.text(max_size=200) | st.from_regex(r"(ACTION|DETAIL|\[|\{)[ -~\n]{0,60}"))
def test_any_reply__is_an_answer(reply: str) -> None:
    """Whatever a model writes is a legal action, a topic, or a reason of one line."""
    match read_reply(VIEW, reply):
        case Choice(action):
            assert VIEW.is_legal(action)
        case Request(topic):
            assert topic
        case Refusal(reason):
            assert reason and "\n" not in reason
