"""Any game times N as one Gymnasium vector environment: all lanes step in one compiled call, scripted bots included."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from railgym.envs.core.batch import Batch, ScriptedBots
from railgym.envs.core.errors import IllegalActionError, OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.simulate import CALLER, deal_seed
from railgym.envs.running import REWARDS, Reward, check_choice, margins
from railgym.envs.single_seat import OnIllegal, action_space, learning_seat, observation_space

__all__ = ["VectorGameEnv"]

Observations = dict[str, Array]


class VectorGameEnv(VectorEnv[Observations, Array, Array]):
    """N games at once, one learning seat each. The rules of the single-seat environment hold lane by lane.

    ``opponents``: the name of a bot of ``bots`` for every other seat, in turn order from the learner's left.
    ``seat``: the learner's; unset, it begins at random and moves on by one with every game of a lane, or is the first
    where seats have roles. ``threads``: how many threads step the lanes; results do not depend on it. ``copy=False``
    returns the batch's own arrays, which the next step overwrites.

    Observations are ``{"observation": float32 (N, F), "action_mask": int8 (N, A)}``; the same masks are in
    ``infos["action_mask"]`` and, as bools, in :meth:`action_masks`. Games are dealt anew in the step that ends them
    (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` then holds the last observation of the lanes that
    ``infos["_final_obs"]`` names, ``infos["final_info"]`` their ``scores`` int32 (N, P) and ``end_reason``, or
    ``illegal_action``: why the action was refused.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        bots: ScriptedBots,
        opponents: Sequence[str] = (),
        *,
        seat: int | None = None,
        on_illegal: OnIllegal = "lose",
        reward: Reward = "result",
        encoder: str = "vector",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        if len(opponents) != game.num_players - 1:
            raise OptionsError(f"{game.num_players} seats need {game.num_players - 1} opponents, not {len(opponents)}")
        check_choice("seat", seat, (None, *range(game.num_players)))
        check_choice("on_illegal", on_illegal, ("lose", "raise"))
        check_choice("reward", reward, REWARDS)
        game = game.encoded_by(encoder)
        for name in opponents:
            check_choice("opponents", name, bots.names)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.game, self.num_envs, self.fixed_seat, self.copy = game, num_envs, learning_seat(game, seat), copy
        self.on_illegal, self.reward = on_illegal, reward
        self.single_observation_space = observation_space(game)
        self.single_action_space = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(game, num_envs, 0, threads, bots)
        self._seating = seating([bots.number(name) for name in opponents], game.max_players)
        self._rows = np.arange(num_envs)
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new games in all lanes; equal seeds give equal games. ``options`` are ignored."""
        super().reset(seed=seed)
        lanes, random = self.batch.lanes, self.np_random
        lanes["base"] = random.integers(2**63, size=self.num_envs)
        seats = random.integers(self.game.num_players, size=self.num_envs)
        self._seat_next(self._rows, seats if self.fixed_seat is None else np.full_like(seats, self.fixed_seat))
        self.batch.start()
        self._seat_next(self._rows)
        self._margins = np.zeros(self.num_envs)
        self._dealt = True
        return self._look()

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play one action a lane, int (N,), and the bots' moves after it. Returns observations, rewards float64 (N,),
        terminations and truncations bool (N,), and infos."""
        if not self._dealt:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        actions = np.asarray(actions, np.int64)
        lanes, learners = self.batch.lanes, self.batch.lanes["learner"].copy()
        refused = self._refused(actions)
        untouched = {i: self._row(i, self.batch.observations, self.batch.masks[i].copy()) for i in refused}
        played = np.delete(self._rows, list(refused)) if refused else None
        self.batch.step(actions if played is None else actions[played], played)
        ended = lanes["done"].astype(bool)
        ended[list(refused)] = True
        rewards = self._pay(learners, ended)
        rewards[list(refused)] = -1
        endings = self._endings(ended, refused, untouched) if ended.any() else {}
        for i in refused:
            self._deal_again(i)
        self._seat_next(np.flatnonzero(ended))
        observations, infos = self._look()
        return observations, rewards, ended, np.zeros(self.num_envs, bool), infos | endings

    def action_masks(self) -> Array:
        """The legal actions, bool (N, A), as sb3-contrib asks for them."""
        return self.batch.masks.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""

    def _refused(self, actions: Array) -> dict[int, str]:
        """The lanes whose action is illegal, and why."""
        masks = self.batch.masks
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & (masks[self._rows, np.where(inside, actions, 0)] != 0)
        if legal.all():
            return {}
        states = self.batch.states
        found = np.flatnonzero(~legal).tolist()
        reasons = {i: self.game._why_illegal(states[i : i + 1], int(actions[i])) for i in found}
        if self.on_illegal == "raise":
            raise IllegalActionError(f"lane {found[0]}: {reasons[found[0]]}")
        return reasons

    def _pay(self, learners: Array, ended: Array) -> Array:
        """The rewards of this step, float64 (N,)."""
        results = self.batch.lanes["result"]
        payoffs: Array = np.where(ended, results["payoff"][self._rows, learners], 0.0).astype(np.float64)
        if self.reward == "result":
            return payoffs
        present = margins(self.game.standings(self.batch.states), self.game)[self._rows, learners]
        final = margins(results["scores"], self.game)[self._rows, learners]
        gained: Array = np.where(ended, final if self.reward == "margin" else 0.0, present) - self._margins
        self._margins = np.where(ended, 0.0, present)
        return gained if self.reward == "margin" else payoffs + gained

    def _endings(self, ended: Array, refused: dict[int, str], untouched: dict[int, Observations]) -> dict[str, Any]:
        """``final_obs`` and ``final_info``, as Gymnasium's own vector environments give them."""
        results, nothing = self.batch.lanes["result"], np.zeros(self.batch.masks.shape[1], np.int8)
        last, reasons = np.full(self.num_envs, None), np.full(self.num_envs, None)
        for i in np.flatnonzero(ended).tolist():
            last[i] = untouched.get(i) or self._row(i, self.batch.final_observations, nothing.copy())
            reasons[i] = refused.get(i)
        finished = ended.copy()
        finished[list(refused)] = False
        why = np.array(self.game.end_reasons, object)[results["end_reason"]]
        info = {
            "scores": np.where(finished[:, None], results["scores"][:, : self.game.num_players], 0),
            "end_reason": np.where(finished, why, None),
            "illegal_action": reasons,
            "_scores": finished,
            "_end_reason": finished,
            "_illegal_action": ended & ~finished,
        }
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}

    def _row(self, i: int, observations: Array, mask: Array) -> Observations:
        return {"observation": observations[i].copy(), "action_mask": mask}

    def _deal_again(self, i: int) -> None:
        """Give a lane its next deal before its game is over, and play to the learner's first decision."""
        lane = self.batch.lanes[i]
        lane["episode"] += 1
        lane["seed"] = deal_seed(int(lane["base"]), int(lane["episode"]))
        lane["learner"], lane["bots"] = lane["next_learner"], lane["next_bots"]
        self.game._reset(self.game.params, self.batch.states[i : i + 1], int(lane["seed"]))
        self.batch.step(np.array([-1]), np.array([i]))

    def _seat_next(self, which: Array, seats: Array | None = None) -> None:
        """Say who sits where in the next deal of these lanes: by default, the learner moves on by one seat."""
        lanes = self.batch.lanes
        if seats is None:
            seats = (lanes["learner"][which] + (self.fixed_seat is None)) % self.game.num_players
        lanes["next_learner"][which] = seats
        lanes["next_bots"][which] = self._seating[seats]

    def _look(self) -> tuple[Observations, dict[str, Any]]:
        batch = self.batch
        observations, masks = batch.observations, batch.masks
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        everyone = np.ones(self.num_envs, bool)
        seats = batch.lanes["learner"].astype(np.int64)
        infos = {"action_mask": masks, "_action_mask": everyone, "seat": seats, "_seat": everyone}
        return {"observation": observations, "action_mask": masks}, infos


def seating(opponents: Sequence[int], max_players: int) -> Array:
    """Bot numbers by seat, int8 (P, max_players): row s for a learner at seat s, opponents in turn order from there."""
    players = len(opponents) + 1
    table = np.full((players, max_players), CALLER, np.int8)
    for seat in range(players):
        for i, bot in enumerate(opponents):
            table[seat, (seat + 1 + i) % players] = bot
    return table
