"""The shell commands of a page, run as a test can: shorter, without a server, and with the input at its end."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import processes

ROOT = Path(__file__).parents[1]
SHORTER = {"suite run standard": "suite run smoke"}
GAMES = re.compile(r"--games \d+")
TRAINING = "timesteps=1024 imitation.timesteps=1024 num_envs=16 ppo.batch_size=256 steps=[] eval.games=16"
ELSEWHERE = ("source", "tensorboard")  # commands that are not ours


def shell_lines(text: str) -> list[str]:
    """The commands in the shell blocks of a page, without comments."""
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.splitlines()]
    return [command for line in lines if (command := line.partition("#")[0].strip())]


def run_shell_line(line: str, folder: Path) -> None:
    """Fail unless a command runs: make targets exist, and railgym's commands end well."""
    if line.split()[0] in ELSEWHERE:
        return
    if line.startswith("make"):
        assert re.search(rf"^{line.split()[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        return
    for text, shorter in SHORTER.items():
        line = line.replace(text, shorter)
    line = GAMES.sub("--games 4", line)
    if "tournament" in line:
        line += " --games 4"
    if "train " in line:
        line += f" --quiet --override {TRAINING}"
    if "bench" in line or "serve" in line:
        line += " --help"
    command = [sys.executable, "-m", "railgym.cli", *shlex.split(line)[1:]]
    done = processes.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{line}\n{done.stderr}"
