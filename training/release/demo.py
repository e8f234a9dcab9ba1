"""``make demo``: train a small agent, evaluate it against the bots, and print how to play against it."""

import sys
from pathlib import Path

from railgym.agents.human.play import PlayArgs
from railgym.agents.human.play import main as play
from railgym.agents.learned.artifact import shipped_agents
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.training.evaluate.tournament import TournamentArgs
from railgym.training.evaluate.tournament import main as tournament
from railgym.training.learn.config import load_config
from railgym.training.learn.train import run

__all__ = ["main"]

GAME = "ticket_to_ride_card_v0"


def main(folder: Path = Path("runs/demo")) -> int:
    """Train, benchmark, record a game; everything is written into a fresh folder ``folder`` or ``folder-N``."""
    out = fresh_folder(folder)
    say(f"1. Training a small agent (about two minutes on two cores); results go to {out}")
    agent = run(load_config("demo.yaml"), out, command="make demo")
    mine = f"file:{agent}"

    say("2. Playing it against the others: every pair on the same seeds, seats swapped")
    game = make_game(GAME)
    others = ["trained"] if any(card.game == game.id for card in shipped_agents().values()) else []
    codes = ",".join([mine, *others, "planner", "greedy", "random"])
    tournament(TournamentArgs(GAME, codes, games=200, seed=1, out=out / "tournament"))

    say("3. Recording a game of it against the planner")
    replay = out / "game.jsonl"
    replay.unlink(missing_ok=True)
    play(PlayArgs(GAME, f"{mine},planner", seed=1, save=replay, quiet=True))

    say("Done. Look at the plot, watch the recorded game, or play against your agent:")
    print(f"  {out / 'tournament' / 'tournament.png'}")
    print(f"  .venv/bin/railgym replay {replay}")
    print(f"  .venv/bin/railgym play {GAME} --seats human,{mine}")
    return 0


def fresh_folder(folder: Path) -> Path:
    """``folder``, or the first of ``folder-2``, ``folder-3`` ... that holds no run yet."""
    number, found = 1, folder
    while (found / "checkpoint.pt").exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


def say(text: str) -> None:
    print(f"\n{text}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
