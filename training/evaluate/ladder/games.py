"""Games of two agents on the same seeds, and how often one was ahead of the other."""

from collections.abc import Mapping

import numpy as np

from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate.matches import (
    FORFEITED,
    Progress,
    by_agent,
    make_agents,
    paired_seeds,
    play_games,
    seated,
)
from railgym.training.evaluate.statistics import ahead

__all__ = ["RungGames", "compare", "scores_alone"]


def compare(
    game: Game,
    pair: tuple[str, str],
    seeds: Array,
    threads: int = 1,
    progress: Progress = lambda games: None,
    given: Mapping[str, Agent] | None = None,
) -> Array:
    """How the first agent did against the second on each of D paired seeds, in both seats, (D, 2): 1 ahead, 1/2 level,
    0 behind. In a game for one, both play each seed alone and their scores are compared, (D, 1)."""
    if game.num_players == 1:
        scores = np.stack([scores_alone(game, code, seeds, threads, given) for code in pair], axis=-1)[:, None]
        progress(len(seeds))
    else:
        seeds, seating = seated(game, seeds, range(2))
        scores = by_agent(play_games(game, pair, seeds, seating, threads, progress, given)["payoff"], seating)
    found: Array = ahead(scores)[..., 0, 1]
    return found


def scores_alone(
    game: Game, code: str, seeds: Array, threads: int = 1, given: Mapping[str, Agent] | None = None
) -> Array:
    """The scores of an agent in a game for one, (D,); minus infinity where it forfeited."""
    results = play_games(game, (code,), seeds, np.zeros((len(seeds), 1), np.int64), threads, given=given)
    scores: Array = np.where(results["end_reason"] == FORFEITED, -np.inf, results["scores"][:, 0])
    return scores


class RungGames:
    """The games of an agent against the rungs of a ladder. Each agent is made once, so that a program or a network is
    not started again for every few games."""

    def __init__(
        self, game: Game, code: str, rungs: tuple[str, ...], seed: int, threads: int, progress: Progress
    ) -> None:
        self._game, self._seed, self._threads, self._progress = game, seed, threads, progress
        self._codes = (code, *rungs)
        self._names = [f"{k}:{code}" for k, code in enumerate(self._codes)]  # an agent may meet itself as a rung
        self.made: dict[int, Agent | None] = {}
        """Agents by their places, the agent itself first; None where one plays in compiled code."""

    def play(self, rung: int, numbers: Array) -> Array:
        """See :data:`railgym.training.evaluate.ladder.placing.Play`."""
        given: dict[str, Agent] = {}
        pair = []
        for place in (0, rung + 1):
            agent = self._made(place)
            pair.append(self._codes[place] if agent is None else self._names[place])
            given |= {} if agent is None else {self._names[place]: agent}
        seeds = paired_seeds(self._seed, int(numbers[-1]) + 1)[numbers]
        return compare(self._game, (pair[0], pair[1]), seeds, self._threads, self._progress, given).ravel()

    def _made(self, place: int) -> Agent | None:
        if place not in self.made:
            self.made[place] = make_agents(self._game, [self._codes[place]]).get(0)
        return self.made[place]
