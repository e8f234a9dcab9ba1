"""The evaluation of a learner against fixed opponents while it trains: the curve of a run.

All evaluations use the same paired seeds, which training never sees. The learner plays its best moves or, with
``play_sharpness``, samples as its agent will.
"""

import csv
from pathlib import Path

import numpy as np
import torch

from railgym.agents import make_agent
from railgym.agents.learned import LearnedAgent
from railgym.agents.learned.artifact import is_agent
from railgym.agents.roles import other_role
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import line_up
from railgym.envs.core.errors import meant
from railgym.envs.core.game import Array, Game
from railgym.envs.core.map_shape import MapReader
from railgym.training.evaluate.command import evaluate
from railgym.training.evaluate.matches import games_per_seed
from railgym.training.learn.config import ConfigError, TrainConfig
from railgym.training.learn.folder import replace_file
from railgym.training.learn.networks import shape_for

__all__ = ["WORST", "EvaluationLog", "check_evaluation", "evaluate_learner"]

COLUMNS = ("timesteps", "bot", "win_rate", "low", "high")
LEARNER = "learner"
WORST = "worst"

Rate = tuple[float, float, float]  # of wins, with its 95 % interval


def check_evaluation(config: TrainConfig, game: Game) -> None:
    """Raise ConfigError for a bot that the game does not have or that cannot take the seats opposite, and for
    ``eval.until`` without bots; for trained agents, as :func:`railgym.agents.registry.make_agent` does."""
    if config.eval.until is not None and not config.eval.bots:
        raise ConfigError("eval.until: there are no evaluation opponents; name bots in eval.bots")
    against = other_role(game, config.role)
    bots = scripted_bots(game)
    have = bots.able(against)
    for name in config.eval.bots:
        if is_agent(name):
            make_agent(name, game, against)
        elif name not in have:
            hint = meant(name, (*have, "trained"))
            raise ConfigError(f"eval.bots: {game.id} has no bot {name!r} that plays as {against}; {hint}")


def evaluate_learner(config: TrainConfig, game: Game, network: torch.nn.Module) -> dict[str, Rate]:
    """The learner's win rate against each opponent, and with several also the lowest of them, ``worst``. ``network``:
    observations (N, F) -> logits (N, A), in the shape that its config asks for."""

    def answer(observations: Array) -> tuple[Array, Array]:
        with torch.no_grad():
            logits = network(torch.from_numpy(observations))
        return logits.numpy(), np.zeros(len(observations), np.float32)

    shape, rates = shape_for(config, game), {}
    own = MapReader(game, shape).of_network(answer) if shape else answer
    for bot in config.eval.bots:
        codes = line_up(game, LEARNER, config.role, bot)
        num_seeds = -(-config.eval.games // games_per_seed(game))
        learner = LearnedAgent(game, LEARNER, own, sharpness=config.play_sharpness)
        report = evaluate(game, codes, num_seeds, config.eval.seed, config.threads, given={LEARNER: learner})
        found = report["agents"][codes.index(LEARNER)]
        rates[bot] = (found["win_rate"], *found["ci95"])
    return rates | ({WORST: min(rates.values())} if len(rates) > 1 else {})


class EvaluationLog:
    """``eval.csv`` in a result folder: a line for every bot at every measurement."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, timesteps: int, rates: dict[str, Rate]) -> None:
        """Write down one measurement."""
        fresh = not self.file.exists()
        with self.file.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if fresh:
                writer.writerow(COLUMNS)
            writer.writerows((timesteps, bot, *rate) for bot, rate in rates.items())

    def last(self) -> dict[str, float]:
        """The newest rate of wins against each bot."""
        if not self.file.exists():
            return {}
        with self.file.open(newline="", encoding="utf-8") as file:
            return {row["bot"]: float(row["win_rate"]) for row in csv.DictReader(file)}

    def cut(self, timesteps: int) -> None:
        """Forget what was measured later, for the run goes on from there, and half a line that a full disk left."""
        lines = self.file.read_text(encoding="utf-8").splitlines(keepends=True) if self.file.exists() else []
        head, rows = lines[:1], [line for line in lines[1:] if line.endswith("\n")]
        if head == [",".join(COLUMNS) + "\n"]:
            replace_file(self.file, "".join(head + [row for row in rows if int(row.partition(",")[0]) <= timesteps]))
        else:
            self.file.unlink(missing_ok=True)
