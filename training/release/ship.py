"""For maintainers: choose the best of several training runs and put it into the package, with its measured strength.

    python -m railgym.training.release.ship runs/seed-1/agent runs/seed-2/agent runs/seed-3/agent

The agent that is to be replaced first becomes a former one, with its weights in 8 bits. Then all play against the zoo,
the scripted bots and that one, on the same seeds. The best has the highest rating over the zoo (where there is none:
the best result against the strongest bot) on one set of seeds. Its strength is measured on another, so that luck in the
choice does not count. An agent for all maps is measured on a map that no agent has trained on. ``python -m
railgym.training.release.pages`` then writes the results into the pages.
"""

import json
import shutil
import sys
from collections.abc import Sequence
from importlib.resources import as_file
from itertools import count
from pathlib import Path
from typing import Any

from railgym.agents.learned.artifact import AgentCard, read_card, shipped_agents, shipped_folder
from railgym.agents.roles import other_role
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import line_up
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.geo.worlds.settings import RANDOM, TEST_SEEDS
from railgym.envs.core.host import usable_cores
from railgym.envs.core.map_shape import MAPS
from railgym.training.arguments import evaluate_command
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed
from railgym.training.evaluate.zoo import measure_zoo
from railgym.training.learn.export import in_eight_bits
from railgym.training.learn.folder import write_json
from railgym.training.reports import make_table, show

__all__ = ["main", "measure", "retire", "robustness", "ship"]

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
    return [name for name in reversed(scripted_bots(game).playing_as(other_role(game, role))) if name != "random"]


def robustness(game: Game, code: str, role: str, games: int, seed: int) -> dict[str, Any]:
    """The results of an agent against the zoo, with its ``elo``, the ``ratings`` of the others, and the ``command``
    that prints them once it is shipped; empty in a game for one."""
    if game.num_players == 1:
        return {}
    report = measure_zoo(game, code, role, games, seed, usable_cores())
    words = [f"railgym evaluate {game.id} --zoo trained --games {games} --seed {seed}"]
    words += [f"--role {role}"] if role != game.roles[0] else []
    words += [f"--option {name}={value}" for name, value in changed_options(game).items()]
    ratings = {row["agent"]: row["elo"] for row in report["ratings"]}
    kept = {name: report[name] for name in ("version", "worst", "against")}
    return {"command": " ".join(words), **kept, "elo": ratings.pop(code, None), "ratings": ratings}


def changed_options(game: Game) -> dict[str, Any]:
    """The rule options of a game that are not the default."""
    usual = make_game(game.id).options.rules()
    return {name: value for name, value in game.options.rules().items() if value != usual.get(name)}


def on_unknown_map(card: AgentCard) -> AgentCard:
    """The card of an agent for all maps, with a map that no agent has trained on among its options; others as they
    are."""
    if not card.room:
        return card
    [option] = MAPS & card.options.keys()
    return card.model_copy(update={"options": card.options | {option: f"{RANDOM}{TEST_SEEDS.start}"}})


def retire(name: str) -> Path | None:
    """Keep the agent that ships under a name as a former one, with its weights in 8 bits; returns its folder. One that
    is kept already is not kept twice."""
    there = shipped_agents()
    if name not in there:
        return None
    version = next(n for n in count(1) if name not in (kept := shipped_agents(n)) or kept[name] == there[name])
    with as_file(shipped_folder(name)) as folder, as_file(shipped_folder(name, version)) as target:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / "agent.json", target / "agent.json")
        (target / "policy.onnx").write_bytes(in_eight_bits((folder / "policy.onnx").read_bytes()))
        return Path(target)


def ship(folder: Path, card: AgentCard, strength: dict[str, Any], found: dict[str, Any]) -> Path:
    """Copy an agent into the package, with its ``strength`` against bots and its robustness, ``found``; returns the
    folder there. The exponent of its skill is that of the agent that it replaces: it was chosen for the game."""
    before = shipped_agents().get(card.name, card)
    with as_file(shipped_folder(card.name)) as target:
        target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / "policy.onnx", target / "policy.onnx")
    card = card.model_copy(update={"strength": strength, "robustness": found, "exponent": before.exponent})
    write_json(target / "agent.json", json.loads(card.model_dump_json()))
    return target


def main(folders: Sequence[Path], games: int = 4000) -> int:
    """Measure, choose and ship; raises ArtifactError for a folder that holds no agent of the first one's game."""
    cards = [on_unknown_map(read_card(folder)) for folder in folders]
    game = make_game(cards[0].game, **cards[0].options)
    role = cards[0].role
    rivals, codes = rivals_of(game, role), [f"file:{folder}" for folder in folders]
    if (former := retire(cards[0].name)) and game.symmetric_seats and game.num_players > 1:
        rivals.append(f"former:{former.parent.name}")
    best = max(range(len(codes)), key=lambda k: _merit(game, codes[k], role, rivals[0], games)) if codes[1:] else 0
    found = [{rival: measure(game, code, role, rival, games, REPORT_SEED) for rival in rivals} for code in codes]
    robust = [robustness(game, code, role, games // 4, REPORT_SEED) for code in codes]
    rows = [
        (f"seed {card.seed}", rival, *(f"{x:.1%}" for x in (r["win_rate"], *r["ci95"], r["ahead"], *r["ahead_ci95"])))
        for card, strength in zip(cards, found, strict=True)
        for rival, r in strength.items()
    ]
    show(make_table(game.id, ("training", "rival", "wins", "from", "to", "ahead by", "from", "to"), rows))
    for card, result in zip(cards, robust, strict=True):
        if result:
            worst = result["worst"]
            print(f"seed {card.seed}: worst case {worst['win_rate']:.1%} against {worst['opponent']}")
    print(f"shipped seed {cards[best].seed}: {ship(folders[best], cards[best], found[best], robust[best])}")
    return 0


def _merit(game: Game, code: str, role: str, rival: str, games: int) -> float:
    """What the choice goes by: the rating over the zoo, or how far the agent is ahead of the strongest bot."""
    elo = robustness(game, code, role, games // 4, CHOICE_SEED).get("elo") if game.symmetric_seats else None
    return float(measure(game, code, role, rival, games, CHOICE_SEED)["ahead"] if elo is None else elo)


if __name__ == "__main__":
    try:
        sys.exit(main([Path(word) for word in sys.argv[1:]]))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
