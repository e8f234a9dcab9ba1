"""For maintainers: choose the best of several training runs and put it into the package, with its measured strength.

    python -m railgym.training.ship runs/seed-1/agent runs/seed-2/agent runs/seed-3/agent

All are measured against the scripted bots on the same deals. The best is chosen on one half of the deals' seeds and
its strength is measured on the other, so that luck in the choice does not count.
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
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.training.evaluate import evaluate
from railgym.training.export import write_json
from railgym.training.reports import make_table, show
from railgym.training.system import available_threads

__all__ = ["main", "measure", "ship"]

CHOICE_SEED, REPORT_SEED = 1007, 7


def measure(game: Game, code: str, rival: str, games: int, seed: int) -> dict[str, Any]:
    """How an agent does among bots of one kind, or beside it in a game for one: ``win_rate`` and ``ci95``; ``ahead``,
    the paired difference of win rates, and ``ahead_ci95``; and the ``command`` that prints it once the agent is
    shipped."""
    rivals = (rival,) * max(game.num_players - 1, 1)
    report = evaluate(game, (code, *rivals), -(-games // game.num_players), seed, available_threads())
    difference = report["differences"][0]
    seats = ",".join(("trained", *rivals))
    return {
        "win_rate": report["agents"][0]["win_rate"],
        "ci95": report["agents"][0]["ci95"],
        "ahead": difference["win_rate"],
        "ahead_ci95": difference["win_rate_ci95"],
        "command": f"railgym evaluate {game.id} --seats {seats} --games {report['games']} --seed {seed}",
    }


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
    rivals = [name for name in reversed(scripted_bots(game).names) if name != "random"]
    codes = [f"file:{folder}" for folder in folders]
    choice = [measure(game, code, rivals[0], games, CHOICE_SEED)["ahead"] for code in codes]
    found = [{rival: measure(game, code, rival, games, REPORT_SEED) for rival in rivals} for code in codes]
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
