"""Bots in any language: the protocol, the reference bots, and programs that fail in every way."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

import railgym
from railgym.agents.program.agent import ProgramAgent
from railgym.agents.program.check import DECLINED, FAILED, PASSED, check_program
from railgym.agents.program.messages import schema
from railgym.agents.program.process import Program, ProgramError
from railgym.agents.registry import parse_agent
from railgym.cli import main
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import UnknownNameError
from railgym.training.evaluate.command import evaluate

BOTS = Path(__file__).parents[2] / "docs" / "bots"
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
READY = 'print(json.dumps({"type": "ready"}), flush=True)'
PYTHON = sys.executable


def bot_file(folder: Path, decide: str, hello: str = READY) -> str:
    """The command of a bot that runs ``hello`` and ``decide`` for these requests; ``r`` is the request."""
    file = folder / "bot.py"
    lines = ["import json, os, subprocess, sys, time", "for line in sys.stdin:", "    r = json.loads(line)"]
    lines += [f'    if r["type"] == "hello": {hello}', f'    if r["type"] == "decide": {decide}']
    file.write_text("\n".join(lines) + "\n")
    return f"{PYTHON} {file}"


def answer(words: str) -> str:
    return f"print(json.dumps({words}), flush=True)"


FIRST = answer('{"action": r["legal"][0]["action"]}')


def reference_bots() -> Iterator[str]:
    yield f"{PYTHON} {BOTS / 'first_bot.py'}"
    if shutil.which("node"):
        yield f"node {BOTS / 'first_bot.js'}"


@pytest.mark.parametrize("command", list(reference_bots()), ids=lambda command: command.rpartition(".")[2])
def test_reference_bot__keeps_the_protocol(command: str) -> None:
    found = list(check_program(command, ("ticket_to_ride_card_v0", "rail_baron_cards_v0"), 10))
    assert {check.outcome for check in found} == {PASSED}
    assert len(found) == 8


@pytest.mark.parametrize(
    ("decide", "reason"),
    [
        ("time.sleep(60)", "it took more than 0.5 s"),
        ("sys.exit('no more ideas')", "it ended with exit code 1: no more ideas"),
        ("os._exit(0)", "it ended with exit code 0"),
        ("print('14', flush=True)", "it wrote '14', which is not a JSON object"),
        ("print('{\"action\": 14', flush=True)", "which is not a JSON object"),
        (answer("{}"), "the answer has no key 'action': add it"),
        (answer('{"action": True}'), "action is True: write a whole number, or words"),
        (answer('{"action": 0}'), "is not legal now (choose the first tickets: the first turn begins"),
        (answer('{"action": 99999}'), "action 99999 is outside"),
        (answer('{"action": "lay black"}'), "'lay black' is not legal now"),
        ("sys.stdout.write('x' * 3_000_000)", "without the end of a line"),
        ("subprocess.Popen(['sleep', '60']); time.sleep(60)", "it took more than 0.5 s"),
    ],
)
def test_program_that_fails__forfeits_with_the_reason(decide: str, reason: str, tmp_path: Path) -> None:
    game = railgym.make_game("ticket_to_ride_card_v0")
    command = bot_file(tmp_path, decide)
    agent = ProgramAgent(game, "cmd:bot", parse_agent(f"cmd:{command}").command, 0.5)
    agent.seconds = 10  # Python takes its time to start
    agent.reset(0, 1)
    agent.seconds = 0.5
    process = agent._program._process
    with pytest.raises(ForfeitError, match=r"^cmd:bot forfeits: [^\n]{1,400}$") as error:
        agent.act(game.new_position(1).view())
    assert reason in str(error.value)
    assert process.poll() is not None, "it is dead"
    with pytest.raises(ForfeitError):
        agent.act(game.new_position(1).view())
    assert len(agent.faults) == 2


def test_process_group__is_killed_as_a_whole(tmp_path: Path) -> None:
    """Also what the program has started."""
    note = tmp_path / "pid"
    decide = f"open({str(note)!r}, 'w').write(str(subprocess.Popen(['sleep', '60']).pid)); time.sleep(60)"
    program = Program(parse_agent(f"cmd:{bot_file(tmp_path, decide)}").command)
    program.ask({"type": "hello"}, 20)
    with pytest.raises(ProgramError):
        program.ask({"type": "decide"}, 1)
    child, end = int(note.read_text()), monotonic() + 10
    while Path(f"/proc/{child}").exists() and "zombie" not in Path(f"/proc/{child}/status").read_text():
        assert monotonic() < end, "the child lives on"
        sleep(0.05)


def test_program__that_reads_nothing_is_killed_in_time() -> None:
    """Its pipe is full; writing waits no longer than for an answer."""
    program = Program((PYTHON, "-c", "import time; time.sleep(60)"))
    began = monotonic()
    with pytest.raises(ProgramError, match="it took more than 1 s"):
        program.ask({"type": "decide", "position": "x" * 3_000_000}, 1)
    assert monotonic() - began < 5
    assert not program.running


def test_program__is_started_again_after_a_forfeit_and_used_again_after_a_game(tmp_path: Path) -> None:
    """The table counts the forfeited games and names the reason; the others win."""
    decide = f"sys.exit('tired') if r['ply'] > 20 else {FIRST}"
    game = railgym.make_game("ticket_to_ride_card_v0")
    report = evaluate(game, (f"cmd:{bot_file(tmp_path, decide)}", "random"), 2, seed=1)
    bot, rival = report["agents"]
    assert (bot["forfeits"], bot["win_rate"], rival["win_rate"]) == (4, 0, 1)
    assert bot["reasons"] == ["it ended with exit code 1: tired"]
    assert "forfeits" not in rival


def test_check__tells_a_program_that_declines_and_one_that_fails(tmp_path: Path) -> None:
    decline = answer('{"type": "ready", "error": "only Rail Baron"}')
    hello = f'{READY} if r["game"] == "rail_baron_cards_v0" else {decline}'
    found = list(check_program(bot_file(tmp_path, FIRST, hello), ("ticket_to_ride_card_v0",), 10))
    assert [(check.outcome, check.words) for check in found] == [(DECLINED, "only Rail Baron")]
    found = list(check_program(bot_file(tmp_path, answer("{}")), ("ticket_to_ride_card_v0",), 10))
    assert [check.outcome for check in found] == [FAILED]


@pytest.mark.parametrize(
    ("hello", "fault"),
    [
        ("sys.exit(4)", "it ended with exit code 4"),
        (answer('{"type": "redy"}'), "type is 'redy': write 'ready'"),
        (answer('{"name": ["x"]}'), "name is ['x']: write words, in quotation marks if need be"),
    ],
)
def test_check__ends_with_a_program_that_does_not_answer_hello(hello: str, fault: str, tmp_path: Path) -> None:
    """The same fault is not told for every game."""
    games, begun = ("ticket_to_ride_card_v0", "rail_baron_cards_v0"), list[str]()
    found = list(check_program(bot_file(tmp_path, FIRST, hello), games, 10, begun.append))
    assert [(check.check, check.outcome, check.words) for check in found] == [("hello", FAILED, fault)]
    assert begun == [games[0]]


def test_command__exits_with_3_if_a_check_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "ticket_to_ride_card_v0"]
    assert main(["bot", "check", bot_file(tmp_path, answer("{}")), *game]) == 3
    assert "failed" in capsys.readouterr().out
    assert main(["bot", "check", f"cmd:{bot_file(tmp_path, FIRST)}", *game, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["outcome"] == PASSED
    assert main(["bot", "check", "./no-such-bot"]) == 2
    assert "there is no program './no-such-bot'" in capsys.readouterr().err


def test_page__states_each_key_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    """And the bot that it shows is that of the file."""
    text = PAGE.read_text(encoding="utf-8")
    assert (BOTS / "first_bot.py").read_text(encoding="utf-8") in text
    assert main(["bot", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()
    kinds = {**schema()["requests"]["$defs"], **schema()["answers"]["$defs"]}
    for kind, there in kinds.items():
        for key, field in there["properties"].items():
            if key not in ("type", "protocol", "legal"):
                assert f"| `{key}` | {field['description']} |" in text, (kind, key)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("cmd:'unfinished", "cannot read the command: No closing quotation"),
        ("cmd:2s:", "write a command, as in cmd:./mybot or cmd:2s:./mybot"),
        ("cmd:0s:./mybot", "write a command"),
    ],
)
def test_wrong_command__is_refused_in_one_line(code: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=re.escape(message)):
        parse_agent(code)


def test_saved_game__does_not_start_the_program_that_it_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file from elsewhere may name any program; its reader has to name it too."""
    note, file = tmp_path / "started", tmp_path / "game.jsonl"
    bot = bot_file(tmp_path, f"sys.exit(1) if r['ply'] > 5 else {FIRST}")
    play = ["play", "ticket_to_ride_card_v0", "--quiet"]
    assert main([*play, "--seats", f"cmd:{bot},random", "--seed", "1", "--save", str(file)]) == 3
    assert "forfeits: it ended with exit code 1" in capsys.readouterr().out
    file.write_text(file.read_text().replace(f"cmd:{bot}", f"cmd:touch {note}"))
    assert main(["play", "--resume", str(file)]) == 2
    assert "if you trust it, name it in --seats" in capsys.readouterr().err
    assert not os.path.exists(note)
