"""N copies of any game as one Gymnasium vector environment: one compiled call steps them, scripted bots included."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from railgym.envs.config import VECTOR, EnvConfig
from railgym.envs.core import boundary
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.simulate import CALLER
from railgym.envs.episodes import valid_seed
from railgym.envs.many_games import ManyGames, Observations
from railgym.envs.single_seat import check_opponents, learning_seat

__all__ = ["VectorGameEnv"]


class VectorGameEnv(ManyGames, VectorEnv[Observations, Array, Array]):
    """N games at once, one learning seat each. Each of them behaves as the single-seat environment.

    ``opponents``: the name of a bot of ``bots`` for every other seat, in turn order from the learner's left.
    ``given``: the keywords of :class:`railgym.envs.config.EnvConfig` for ``gymnasium.make_vec(...)``. If ``seat`` is
    unset, the learner begins in a random seat and moves on by one with every game; where seats have roles, it stays in
    seat 0. Results do not depend on ``threads``.

    Observations are ``{"observation": float32 (N, F), "action_mask": int8 (N, A)}``; the same masks are in
    ``infos["action_mask"]`` and, as bools, in :meth:`action_masks`.

    ``autoreset_mode`` says when the next game of an environment begins. ``SAME_STEP``, the default: in the step that
    ends a game. ``infos["final_obs"]`` then holds the last observation where ``infos["_final_obs"]`` is set,
    ``infos["final_info"]`` their ``scores`` int32 (N, P) and ``end_reason``, or ``illegal_action``: why the action was
    refused. ``NEXT_STEP``: in the step after it, which ignores the action and returns reward 0. The step that ends a
    game returns its last observation, and ``scores``, ``end_reason`` and ``illegal_action`` in ``infos``. Its mask
    allows only action 0, so that every sampler has a legal action. The probability of that action is 1, so it changes
    neither the gradient nor the entropy of a policy.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        bots: ScriptedBots,
        opponents: Sequence[str] = (),
        **given: Any,
    ) -> None:
        boundary.instance("VectorGameEnv", "game", game, Game, "a game, as make_game() makes it")
        boundary.instance(
            "VectorGameEnv", "bots", bots, ScriptedBots, "ScriptedBots, as scripted_bots(game) returns them"
        )
        boundary.instance("VectorGameEnv", "opponents", opponents, Sequence, "a list of names of bots")
        check_opponents(game, opponents)
        config = EnvConfig.of(VECTOR, game, given)
        for name in opponents:
            boundary.choice("opponents", name, bots.all_names)
        self.autoreset_mode = AutoresetMode(config.autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self._set_up(game, num_envs, config, bots)
        self.fixed_seat, self.on_illegal = learning_seat(game, config.seat), config.on_illegal
        self._seating = seating([bots.number(name) for name in opponents])
        self._no_choice = np.arange(len(game.actions)) == 0
        self._waiting = self._rows[:0]  # environments of NEXT_STEP whose next game begins in the next step

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new games in all environments; equal seeds give equal games. ``options`` are ignored."""
        self._check_open()
        boundary.reset_options(options)
        super().reset(seed=None if seed is None else valid_seed(seed))
        bases = self.np_random.integers(2**63, size=self.num_envs)
        seats = self.np_random.integers(self.game.num_players, size=self.num_envs)
        self._seat_next(self._rows, seats if self.fixed_seat is None else np.full_like(seats, self.fixed_seat))
        self.batch.start(bases)
        self._seat_next(self._rows)
        self._rewards.restart()
        self._waiting = self._rows[:0]
        self._dealt = True
        return self._look(self.batch.envs["learner"])

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play one action per environment, integers (N,), and the bots' moves after it. Returns observations, rewards
        float64 (N,), terminations and truncations bool (N,), and infos. Raises ArgumentError for any other actions."""
        self._check_ready()
        actions = boundary.actions("VectorGameEnv.step", actions, (self.num_envs,))
        batch, begun, learners = self.batch, self._waiting, self.batch.envs["learner"].copy()
        refused = self._refused(actions)
        idle = [*refused, *begun]
        played = np.delete(self._rows, idle) if idle else self._rows
        batch.step_unchecked(played, actions[played] if idle else actions)
        ended = batch.envs["done"].astype(bool)
        ended[begun] = False
        ended[list(refused)] = True
        rewards = self._rewards.collect(batch.states, batch.envs["result"], ended)[self._rows, learners]
        rewards[list(refused)] = -1
        rewards[begun] = 0
        self._rewards.forget(begun)
        over = np.flatnonzero(ended)
        endings = self._endings(ended, refused) if len(over) else {}
        if refused:
            batch.abandon(np.array(list(refused)))
        if len(over):
            self._seat_next(over)
        self._waiting = over if self.autoreset_mode is AutoresetMode.NEXT_STEP else begun
        observations, infos = self._look(learners)
        return observations, rewards, ended, np.zeros(self.num_envs, bool), infos | endings

    def action_masks(self) -> Array:
        """The legal actions, bool (N, A), as sb3-contrib asks for them."""
        self._check_ready()
        masks: Array = self.batch.masks.astype(bool)
        masks[self._waiting] = self._no_choice
        return masks

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""

    def _refused(self, actions: Array) -> dict[int, str]:
        """The environments whose action is illegal, and why."""
        legal = self._legal(actions)
        legal[self._waiting] = True
        if legal.all():
            return {}
        reasons = {i: self._refusal(i, int(actions[i])) for i in np.flatnonzero(~legal).tolist()}
        if self.on_illegal == "raise":
            index, reason = next(iter(reasons.items()))
            raise IllegalActionError(f"environment {index}: {reason}")
        return reasons

    def _endings(self, ended: Array, refused: dict[int, str]) -> dict[str, Any]:
        """The entries of ``infos`` for the games that ended, with the keys of Gymnasium's own vector environments."""
        info, batch = self._outcomes(ended, refused), self.batch
        batch.final_observations[list(refused)] = batch.observations[list(refused)]
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            return info
        last = np.full(self.num_envs, None)
        for i in np.flatnonzero(ended).tolist():
            mask = batch.masks[i].copy() if i in refused else np.zeros_like(batch.masks[i])
            last[i] = {"observation": batch.final_observations[i].copy(), "action_mask": mask}
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}

    def _outcomes(self, ended: Array, refused: dict[int, str]) -> dict[str, Any]:
        """The results of the games that ended, and the reasons of refused actions."""
        results = self.batch.envs["result"]
        reasons = np.full(self.num_envs, None)
        reasons[list(refused)] = list(refused.values())
        finished = ended.copy()
        finished[list(refused)] = False
        why = np.array(self.game.end_reasons, object)[results["end_reason"]]
        return {
            "scores": np.where(finished[:, None], results["scores"][:, : self.game.num_players], 0),
            "end_reason": np.where(finished, why, None),
            "illegal_action": reasons,
            "_scores": finished,
            "_end_reason": finished,
            "_illegal_action": ended & ~finished,
        }

    def _seat_next(self, which: Array, seats: Array | None = None) -> None:
        """Choose the seating of the next game in these environments: by default, the learner moves on by one seat."""
        if seats is None:
            seats = (self.batch.envs["learner"][which] + (self.fixed_seat is None)) % self.game.num_players
        self.batch.seat_next(which, seats, self._seating[seats])

    def _look(self, learners: Array) -> tuple[Observations, dict[str, Any]]:
        """Observations and infos; where waiting, the last observation of ``learners`` in the finished game."""
        batch, waiting = self.batch, self._waiting
        observations, masks = batch.observations, batch.masks
        if self.copy or len(waiting):
            observations, masks = observations.copy(), masks.copy()
        everyone = np.ones(self.num_envs, bool)
        seats = batch.envs["learner"].astype(np.int64)
        if len(waiting):
            observations[waiting], masks[waiting] = batch.final_observations[waiting], self._no_choice
            seats[waiting] = learners[waiting]
        infos = {"action_mask": masks, "_action_mask": everyone, "seat": seats, "_seat": everyone}
        return {"observation": observations, "action_mask": masks}, infos


def seating(opponents: Sequence[int]) -> Array:
    """Bot numbers by seat, int8 (P, P): row s for a learner at seat s, opponents in turn order from there."""
    players = len(opponents) + 1
    table = np.full((players, players), CALLER, np.int8)
    for seat in range(players):
        for i, bot in enumerate(opponents):
            table[seat, (seat + 1 + i) % players] = bot
    return table
