"""For maintainers: choose the best of several training runs and put it into the package, with its measured strength.

    python -m railgym.training.release.ship runs/seed-1/agent runs/seed-2/agent runs/seed-3/agent

All are measured against the scripted bots on the same seeds. The best is chosen on one set of seeds and its strength is
measured on another, so that luck in the choice does not count.
"""

import json
import shutil
import sys
from collections.abc import Sequence
from importlib.resources import as_file
from pathlib import Path
from typing import Any

from railgym.agents.learned.artifact import AgentCard, read_card, shipped_folder
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import line_up
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.host import usable_cores
from railgym.training.arguments import evaluate_command
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed
from railgym.training.learn.folder import write_json
from railgym.training.reports import make_table, show

__all__ = ["main", "measure", "ship"]

CHOICE_SEED, REPORT_SEED = 1007, 7


def measure(game: Game, code: str, role: str, rival: str, games: int, seed: int) -> dict[str, Any]:
    """How an agent does among bots of one kind, or beside it in a game for one: ``win_rate`` and ``ci95``; ``ahead``,
    the paired difference of win rates (against another role: wins less losses), and ``ahead_ci95``; and the ``command``
    that prints it once the agent is shipped."""
    codes = line_up(game, code, role, rival)
    report = evaluate(game, codes, -(-games // games_per_seed(game)), seed, usable_cores())
    agent = report["agents"][codes.index(code)]
    low, high = agent["ci95"]
    ahead = {"win_rate": 2 * agent["win_rate"] - 1, "win_rate_ci95": [2 * low - 1, 2 * high - 1]}
    difference = next(iter(report["differences"]), ahead)
    return {
        "win_rate": agent["win_rate"],
        "ci95": agent["ci95"],
        "ahead": difference["win_rate"],
        "ahead_ci95": difference["win_rate_ci95"],
        "command": f"{evaluate_command(game, 'trained', role, rival)} --games {report['games']} --seed {seed}",
    }


def rivals_of(game: Game, role: str) -> list[str]:
    """The bots that an agent is measured against, the strongest first: of its role, or else of the first other one."""
    against = next((other for other in game.roles if other != role), role)
    return [name for name in reversed(scripted_bots(game).playing_as(against)) if name != "random"]


def ship(folder: Path, card: AgentCard, strength: dict[str, Any]) -> Path:
    """Copy an agent into the package; returns the folder there."""
    with as_file(shipped_folder(card.name)) as target:
        target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / "policy.onnx", target / "policy.onnx")
    write_json(target / "agent.json", json.loads(card.model_copy(update={"strength": strength}).model_dump_json()))
    return target


def main(folders: Sequence[Path], games: int = 4000) -> int:
    """Measure, choose and ship; raises ArtifactError for a folder that holds no agent of the first one's game."""
    cards = [read_card(folder) for folder in folders]
    game = make_game(cards[0].game, **cards[0].options)
    role = cards[0].role
    rivals, codes = rivals_of(game, role), [f"file:{folder}" for folder in folders]
    choice = [measure(game, code, role, rivals[0], games, CHOICE_SEED)["ahead"] for code in codes]
    found = [{rival: measure(game, code, role, rival, games, REPORT_SEED) for rival in rivals} for code in codes]
    rows = [
        (f"seed {card.seed}", rival, *(f"{x:.1%}" for x in (r["win_rate"], *r["ci95"], r["ahead"], *r["ahead_ci95"])))
        for card, strength in zip(cards, found, strict=True)
        for rival, r in strength.items()
    ]
    show(make_table(game.id, ("training", "rival", "wins", "from", "to", "ahead by", "from", "to"), rows))
    best = choice.index(max(choice))
    print(f"shipped seed {cards[best].seed}: {ship(folders[best], cards[best], found[best])}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main([Path(word) for word in sys.argv[1:]]))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
