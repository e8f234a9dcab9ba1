"""stable-baselines3's VecEnv on a batch: one learning seat per environment, the league in the other seats.

Scripted opponents move inside the compiled step. Opponents that are networks choose once per step for all environments
that wait for them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from railgym.agents.scripted import scripted_bots
from railgym.envs.core.batch import Batch
from railgym.envs.core.errors import ArgumentError, ArtifactError
from railgym.envs.core.game import PLAYER, Game
from railgym.envs.core.map_shape import MapShape
from railgym.envs.core.simulate import CALLER
from railgym.training.evaluate.statistics import margin, win_shares
from railgym.training.learn.config import RewardWeights
from railgym.training.learn.experts import adviser
from railgym.training.learn.league import EXTERNAL, LeagueTable, Opponent
from railgym.training.learn.training_env import TrainingEnv

__all__ = ["CHEAPEST", "LeagueVecEnv", "choose", "pay"]

Array = np.ndarray[Any, Any]

CHEAPEST = "vector"  # the encoder without a search
LEAST = np.finfo(np.float32).tiny


def choose(network: torch.nn.Module, observations: Array, masks: Array, rng: np.random.Generator) -> Array:
    """Sample one legal action a row from a network that returns logits: int64 (N,). Gumbel's trick, so that the random
    numbers come from ``rng`` alone."""
    with torch.no_grad():
        logits = network(torch.from_numpy(observations)).numpy()
    noise = -np.log(np.maximum(rng.standard_exponential(size=logits.shape, dtype=np.float32), LEAST))
    actions: Array = np.where(masks > 0, logits + noise, -np.inf).argmax(1)
    return actions


def pay(reward: RewardWeights, payoff: Any, win: Any, margin: Any) -> Any:
    """The learner's reward for a game, or for many: from its payoff, its share of the win, and its margin of points."""
    points = np.clip(margin / reward.margin_scale, -2, 2)
    return reward.result * payoff + reward.win * win + reward.margin * points


class LeagueVecEnv(TrainingEnv):
    """``config.num_envs`` games side by side. Observations float32 (N, F); ``action_masks`` int8 (N, A).

    An episode is one game of one learning seat, of those of ``role``; its reward comes with the end (see
    :class:`RewardWeights`). ``expert`` labels decisions; ``against`` maps the name of an opponent to the expert in
    games where all other seats are this opponent.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int,
        table: LeagueTable,
        reward: RewardWeights,
        threads: int,
        expert: str | None,
        role: str = PLAYER,
        shape: MapShape | None = None,
        against: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(game, num_envs, table, shape)
        self.reward, self.expert = reward, adviser(game, expert, role, seed) if expert else None
        against = against if expert and against else {}
        self.experts = {name: adviser(game, code, role, seed) for name, code in against.items()}  # by opponent
        self.seats = np.flatnonzero([there == role for there in game.roles])  # those that the learner may have
        self.batch = Batch(game, num_envs, seed, threads, scripted_bots(game))
        self.rng = np.random.default_rng([seed, 1])
        # Of each seat, of the present game and the next: index into the table; -1 in the learner's own seat.
        self.opponents = np.full((num_envs, game.num_players), -1)
        self.next_opponents = self.opponents.copy()

    def reset(self) -> Array:
        everyone = np.arange(self.num_envs)
        self._seat_next(everyone)
        self.batch.start()
        self.opponents[:] = self.next_opponents
        self._seat_next(everyone)
        self._play_to_learner()
        self._margins = self._present_margins()
        return self.observations.copy()

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        envs = self.batch.envs
        learners = envs["learner"].copy()
        with self.games:
            self.batch.step(self._in_the_game(self._actions))
        done = envs["done"].astype(bool)
        self._note_ends(done)
        self._play_to_learner(done)
        rewards, present = np.zeros(self.num_envs, np.float32), self._present_margins()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        seats = self.game.num_players
        for i in np.flatnonzero(done).tolist():
            result = envs["result"][i]
            payoff, points = result["payoff"][:seats], margin(result["scores"][: max(2, seats)], learners[i])
            win = float(win_shares(payoff)[learners[i]])
            rewards[i] = pay(self.reward, payoff[learners[i]], win, points)
            infos[i] = {
                "terminal_observation": self._seen(self.batch.final_observations[i : i + 1])[0],
                "episode": {"r": float(result["payoff"][learners[i]]), "l": int(result["turns"]), "t": 0.0},
                "opponent": self._ended_against[i],
                "win": win,
                "score": int(result["scores"][learners[i]]),
                "margin": float(points),
            }
            if opponent := self._ended_against[i]:
                opponent.note(win)
            present[i] = points
        if self.reward.progress:
            rewards += self.reward.progress * np.clip((present - self._margins) / self.reward.margin_scale, -2, 2)
            self._margins = self._present_margins()
        return self.observations.copy(), rewards, done, infos

    def _present_margins(self) -> Array:
        """The score margins of the learners in games that go on: float (N,)."""
        scores = self.batch.states["scores"][:, : max(2, self.game.num_players)].astype(float)
        own = scores[np.arange(self.num_envs), self.batch.envs["learner"]]
        margins: Array = own - (scores.sum(1) - own) / (scores.shape[1] - 1)
        return margins

    def _note_ends(self, done: Array) -> None:
        ended = np.flatnonzero(done)
        self._ended_against = {int(i): self._only_opponent(self.opponents[i]) for i in ended}
        self.opponents[ended] = self.next_opponents[ended]
        if len(ended):
            self._seat_next(ended)

    def _only_opponent(self, seats: Array) -> Opponent | None:
        """The opponent that has all other seats of a game; None if there are several."""
        numbers = np.unique(seats[seats >= 0])
        return self.table.opponents[numbers[0]] if len(numbers) == 1 else None

    def _play_to_learner(self, done: Array | None = None) -> None:
        """Let the league's networks move until the learner decides in every environment."""
        envs = self.batch.envs
        while len(waiting := np.flatnonzero(envs["seat"] != envs["learner"])):
            actions = np.zeros(len(waiting), np.int64)
            deciding = self.opponents[waiting, envs["seat"][waiting]]
            for number in np.unique(deciding):
                rows = np.flatnonzero(deciding == number)
                with self.answers:
                    actions[rows] = self._chosen_by(self.table.opponents[number], waiting[rows])
            with self.games:
                self.batch.step(actions, waiting)
            ended = np.zeros(self.num_envs, bool)
            ended[waiting] = envs["done"][waiting] == 1
            if ended.any() and done is not None:
                before = self._ended_against
                self._note_ends(ended)
                self._ended_against |= before
                done |= ended

    def _chosen_by(self, opponent: Opponent, where: Array) -> Array:
        """The actions of an opponent with a network in these environments. External agents observe the game itself."""
        assert opponent.network is not None
        seen, masks = self.batch.observations[where], self.batch.masks[where]
        if opponent.kind == EXTERNAL:
            return choose(opponent.network, seen, masks, self.rng)
        return self._in_the_game(choose(opponent.network, self._seen(seen), self._masks(masks), self.rng))

    def _seat_next(self, which: Array) -> None:
        """Draw learning seat and opponent of the next game in these environments."""
        n, players, chances = len(which), self.game.num_players, self.table.chances()
        numbers = np.repeat(self.rng.choice(len(chances), (n, 1), p=chances), players, 1)
        if self.table.config.mixed and players > 2:
            mixed = self.rng.random(n) < self.table.config.mixed
            numbers[mixed] = self.rng.choice(len(chances), (n, players), p=chances)[mixed]
        seats = self.seats[self.rng.integers(len(self.seats), size=n)]
        bots, met = self.batch.bots, self.table.opponents
        codes = [bots.number(o.name) if o.network is None and o.name in bots.all_names else CALLER for o in met]
        seating = np.array(codes, np.int8)[numbers]
        seating[np.arange(n), seats], numbers[np.arange(n), seats] = CALLER, -1
        self.batch.seat_next(which, seats, seating)
        self.next_opponents[which] = numbers

    def drop_opponent(self, number: int) -> None:
        for opponents in (self.opponents, self.next_opponents):
            opponents[opponents == number] = len(self.table.opponents)
            opponents[opponents > number] -= 1

    def action_masks(self) -> Array:
        return self._masks(self.batch.masks)

    @property
    def observations(self) -> Array:
        return self._seen(self.batch.observations)

    # --- between the game and the shape in which a network over tables reads it --------------------------------------

    def _seen(self, observations: Array) -> Array:
        return self.reader.observe(observations) if self.reader else observations

    def _masks(self, masks: Array) -> Array:
        return self.reader.mask(masks) if self.reader else masks

    def _in_the_game(self, actions: Array) -> Array:
        return self.reader.own[actions] if self.reader else actions

    def observe_others(self) -> Array:
        return self.batch.observe_others(CHEAPEST).reshape(self.num_envs, -1)

    def advice(self) -> Array:
        assert self.expert is not None
        advice = self.expert(self.batch, np.arange(self.num_envs))
        for name, expert in self.experts.items():
            numbers = [-1, *(k for k, opponent in enumerate(self.table.opponents) if opponent.name == name)]
            if len(which := np.flatnonzero(np.isin(self.opponents, numbers).all(1))):
                advice[which] = expert(self.batch, which)
        return self.reader.places[advice] if self.reader else advice

    def snapshot(self) -> dict[str, Any]:
        return self.batch.snapshot() | {
            "opponents": self.opponents.copy(),
            "next_opponents": self.next_opponents.copy(),
            "rng": self.rng.bit_generator.state,
            "margins": self._margins.copy(),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        try:
            self.batch.restore(saved)
        except ArgumentError:
            raise ArtifactError("this checkpoint has positions of other rules; start a new run") from None
        self.opponents[:] = saved["opponents"]
        self.next_opponents[:] = saved["next_opponents"]
        self.rng.bit_generator.state = saved["rng"]
        self._margins = saved["margins"].copy()
