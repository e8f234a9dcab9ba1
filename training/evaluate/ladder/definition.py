"""What a ladder is: for each game some opponents, its rungs, with ratings that were measured once.

Two files make a ladder: ``configs/ladders/NAME.yaml`` is a suite, whose tables name the rungs of each game, and
``NAME.json`` has their ratings, which ``python -m railgym.training.release.rungs`` measures.
"""

import hashlib
from importlib.resources import files

import numpy as np
from pydantic import BaseModel, ConfigDict

from railgym.agents.learned import shipped_for
from railgym.agents.learned.artifact import shipped_folder
from railgym.agents.registry import parse_agent
from railgym.envs.core.errors import ArtifactError, OptionsError, meant
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate.matches import play_games
from railgym.training.evaluate.suite.definition import Suite, load_suite
from railgym.training.settings import shipped_settings

__all__ = ["FOLDER", "LATEST", "Ladder", "LadderGame", "Rung", "behaviour", "load_ladder", "weights_of"]

FOLDER = "ladders"
LATEST = "ladder-1"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Rung(_Part):
    """An opponent with its rating in Elo points; the random bot has 0."""

    agent: str
    elo: float
    elo_ci95: tuple[float, float]
    behaviour: str
    """A digest of a few games, which changes when the agent plays differently."""
    weights: str = ""
    """A digest of the weights of a trained agent."""


class LadderGame(_Part):
    """The rungs of a game, the weakest first."""

    game: str
    rungs: tuple[Rung, ...]
    beaten: tuple[tuple[float, ...], ...]
    """How often the rung of a row was ahead of that of a column, in the games that the ratings are fitted to."""

    @property
    def ratings(self) -> Array:
        """float (n,)."""
        return np.array([rung.elo for rung in self.rungs])

    def points(self, elo: float) -> float:
        """A rating on a scale that is comparable between games: 0 for the random bot, 100 for the strongest rung."""
        return 100 * elo / self.rungs[-1].elo

    def check(self, game: Game) -> None:
        """Raise ArtifactError if the weights of a rung are not those that were measured."""
        for rung in self.rungs:
            if (found := weights_of(rung.agent, game)) != rung.weights:
                raise ArtifactError(
                    f"{rung.agent} of {game.id} has other weights ({found}) than the ladder rates ({rung.weights}): "
                    "use the version of railgym that the ladder came with, or a newer ladder"
                )


class Ladder(_Part):
    """The rungs of all games; ``suite``: the digest of its definition."""

    name: str
    suite: str
    command: str
    railgym: str
    games: tuple[LadderGame, ...]

    def of(self, id: str) -> LadderGame:
        """The rungs of a game; raises OptionsError if it has none."""
        for game in self.games:
            if game.game == id:
                return game
        raise OptionsError(f"{self.name} has no rungs for {id}; it has {', '.join(game.game for game in self.games)}")


def load_ladder(name: str) -> tuple[Suite, Ladder]:
    """The definition and the ratings of the ladder of this name. Raises OptionsError."""
    known = [file.removesuffix(".yaml") for file in shipped_settings(FOLDER)]
    if name not in known:
        raise OptionsError(f"no ladder {name!r}; {meant(name, known)}")
    ratings = files("railgym.configs") / FOLDER / f"{name}.json"
    return load_suite(name, FOLDER), Ladder.model_validate_json(ratings.read_text(encoding="utf-8"))


def weights_of(code: str, game: Game) -> str:
    """The digest of the weights of a trained agent that comes with railgym; empty for other agents."""
    spec = parse_agent(code)
    spec = spec.policy or spec
    if spec.kind not in ("trained", "former"):
        return ""
    network = shipped_folder(shipped_for(game, version=spec.version), spec.version) / "policy.onnx"
    return hashlib.sha256(network.read_bytes()).hexdigest()[:16]


def behaviour(code: str, game: Game, seeds: Array) -> str:
    """A digest of the games of an agent on these seeds, against the random bot or alone."""
    results = play_games(game, (code, "random"), seeds, np.tile(np.arange(game.num_players), (len(seeds), 1)))
    parts = [results[name].tobytes() for name in ("scores", "plies")]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]
