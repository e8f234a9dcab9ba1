"""RLlib's PPO as the engine of a run: runners on a cluster play, and the learner learns in this process."""

from functools import partial
from pathlib import Path
from typing import Any

from ray.rllib.core import COMPONENT_LEARNER, COMPONENT_OPTIMIZER, COMPONENT_RL_MODULE
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, LEARNER_RESULTS, NUM_ENV_STEPS_SAMPLED
from stable_baselines3.common.logger import Logger, configure

from railgym.training.bench.timing import Stopwatch
from railgym.training.learn.checkpoint import league_rows, opponents_of, write_checkpoint
from railgym.training.learn.league import CURRENT, Opponent
from railgym.training.learn.networks import PolicyNetwork
from railgym.training.learn.rllib.algorithm import build_algorithm
from railgym.training.learn.rllib.cluster import ClusterError
from railgym.training.learn.rllib.module import network_of, state_of
from railgym.training.learn.rllib.runner import LEARNER, Ended, LeagueRunner, Standing, slot_name
from railgym.training.learn.trainer import Trainer

__all__ = ["RllibEngine"]

ATTEMPTS = 10  # rollouts in a row without a decision after which a run is ended

# The parts of RLlib's learner that a run is taken up with; past selves lie in the league.
LEARNED = [f"{COMPONENT_LEARNER}/{COMPONENT_RL_MODULE}/{LEARNER}", f"{COMPONENT_LEARNER}/{COMPONENT_OPTIMIZER}"]

# What RLlib calls the figures that the other engine writes under these names, and their sign.
FIGURES = {
    "train/policy_gradient_loss": ("policy_loss", 1),
    "train/value_loss": ("vf_loss", 1),
    "train/entropy_loss": ("entropy", -1),
    "train/loss": ("total_loss", 1),
    "train/explained_variance": ("vf_explained_var", 1),
    "train/learning_rate": ("default_optimizer_learning_rate", 1),
    "train/ent_coef": ("curr_entropy_coeff", 1),
}


class RllibEngine:
    """Trains with PPO on ``runners`` processes, after ``trainer``'s learner has imitated as it does without them.

    The learner's network is the module ``learner``; every past self lies in a module of its own, which is not trained.
    """

    def __init__(self, trainer: Trainer, runners: int) -> None:
        self.trainer, self.runners, self.run_logger, self.config = trainer, runners, trainer.run_logger, trainer.config
        self.table = trainer.table
        self.num_timesteps, self.imitating = 0, False
        self.network = trainer.freeze(with_value=True)
        """The learner as it is now."""
        self.learned: dict[str, Any] | None = None
        """The state of RLlib's learner that a run is taken up with."""
        self.slots: dict[str, int] = {}
        """Which module a past self lies in."""
        self.watch = Stopwatch()

    @property
    def seconds(self) -> dict[str, float]:
        return {"games, policy and learning": self.watch.seconds}

    def resume(self, checkpoint: dict[str, Any]) -> None:
        """Take up the run at a checkpoint."""
        self.num_timesteps, self.learned = checkpoint["num_timesteps"], checkpoint["learner"]
        self.table.opponents[:] = opponents_of(checkpoint["league"], self.trainer.learner, self.table)
        self._look_at(self.learned[COMPONENT_LEARNER][COMPONENT_RL_MODULE][LEARNER])

    def train(self, until: int) -> None:
        """Train up to ``until`` decisions in all."""
        imitated = self.config.imitation.timesteps if self.config.imitation else 0
        if not self.num_timesteps and imitated:
            self.trainer.train(min(imitated, until))
            self.num_timesteps = self.trainer.num_timesteps
        self.network = self.network if self.learned else self.trainer.freeze(with_value=True)
        self.logger: Logger = configure(str(self.run_logger.out / "tensorboard" / "run_1"), ["tensorboard"])
        self.algorithm = build_algorithm(
            self.config, self.trainer.env.game, self.runners, self.num_timesteps, max(until, self.num_timesteps + 1)
        )
        try:
            self._hand_over()
            self.run_logger.begin(self.num_timesteps)
            self._learn(until)
        finally:
            self.algorithm.stop()

    def _hand_over(self) -> None:
        """Give the learner and its past selves to the cluster."""
        group = self.algorithm.learner_group
        if self.learned:
            group.set_state(self.learned)
        weights = {LEARNER: state_of(self.network)}
        for opponent in self.table.opponents:
            if opponent.network is not None and opponent.kind != CURRENT:
                weights[self._slot(opponent.name)] = state_of(opponent.network)
        group.set_weights(weights)
        self._exchange(weights)

    def _learn(self, until: int) -> None:
        if self.num_timesteps >= until or self.run_logger.reached:  # imitation was all there was to do
            self.save(self.run_logger.checkpoint)
        empty, group = 0, self.algorithm.env_runner_group
        while self.num_timesteps < until and not self.run_logger.reached:
            alive = group.num_healthy_remote_workers()
            with self.watch:
                result = self.algorithm.train()
            if group.num_healthy_remote_workers() < alive:
                self.run_logger.say("a runner has stopped; training goes on without it until it was started again")
            played = int(result.get(ENV_RUNNER_RESULTS, {}).get(NUM_ENV_STEPS_SAMPLED, 0))
            empty = 0 if played else empty + 1
            if empty == ATTEMPTS:
                raise ClusterError("no runner answers any more; --resume goes on from the last checkpoint")
            self.num_timesteps += played
            if played:
                self._after_update(result[LEARNER_RESULTS][LEARNER], self.num_timesteps >= until)
                self.run_logger.stop_key.check()

    def _after_update(self, figures: dict[str, Any], last: bool) -> None:
        self._look_at(self.algorithm.learner_group.get_weights([LEARNER])[LEARNER])
        names = {opponent.name: opponent for opponent in self.table.opponents}
        for ended in self._exchange():
            names[ended.opponent].note(ended.win)
            self.run_logger.scores.append(ended.score)
        for name, (theirs, sign) in FIGURES.items():
            self.logger.record(name, sign * float(figures[theirs]))
        self.run_logger.take_snapshot(self)
        self.run_logger.after_update(self, last)
        self.logger.dump(self.num_timesteps)

    # --- the league ---------------------------------------------------------------------------------------------------

    def _slot(self, name: str) -> str:
        """The module of a past self; one that is new gets the first that is free."""
        there = {opponent.name for opponent in self.table.opponents}
        self.slots = {past: slot for past, slot in self.slots.items() if past in there}
        free = (slot for slot in range(self.config.league.size) if slot not in self.slots.values())
        if name not in self.slots:
            self.slots[name] = next(free)
        return slot_name(self.slots[name])

    def _module(self, opponent: Opponent) -> str | None:
        """The module that plays an opponent; None for a scripted bot."""
        if opponent.kind == CURRENT:
            return LEARNER
        return None if opponent.network is None else self._slot(opponent.name)

    def _exchange(self, weights: dict[str, Any] | None = None) -> list[Ended]:
        """Tell every runner the league as it stands now, and new weights of modules; returns the games that ended."""
        standings = [Standing(o.name, o.weight, o.kind, o.games, o.wins, self._module(o)) for o in self.table.opponents]
        tell = partial(LeagueRunner.exchange, standings=standings, weights=weights or {})
        told = self.algorithm.env_runner_group.foreach_env_runner(tell, local_env_runner=False)
        return [ended for games in told for ended in games]

    def add_opponent(self, name: str, network: PolicyNetwork, kind: str) -> None:
        self.table.add(name, network, kind)
        weights = {self._slot(name): state_of(network)}
        self.algorithm.learner_group.set_weights(weights)  # whence runners that are started again get them
        self._exchange(weights)

    # --- what the run logger asks -----------------------------------------------------------------------------------

    def _look_at(self, state: dict[str, Any]) -> None:
        self.network = network_of(state, self.network)

    def freeze(self, with_value: bool = False) -> PolicyNetwork:
        return self.network.frozen(with_value)

    def save(self, file: Path) -> None:
        data = {
            "num_timesteps": self.num_timesteps,
            "learner": self.algorithm.learner_group.get_state(components=LEARNED),
            "league": league_rows(self.table.opponents),
        }
        write_checkpoint(file, self.config, "rllib", data)
