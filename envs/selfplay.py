"""N copies of any game as one environment for self-play: the caller acts in every seat, or in some of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from railgym.envs.config import SELF_PLAY, EnvConfig
from railgym.envs.core import boundary
from railgym.envs.core.bots import ScriptedBots
from railgym.envs.core.errors import IllegalActionError, OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.simulate import CALLER
from railgym.envs.episodes import valid_seed
from railgym.envs.many_games import ManyGames, Observations

__all__ = ["SelfPlayEnv"]


class SelfPlayEnv(ManyGames):
    """N games at once. Each step plays one action in each of them: that of the seat whose turn it is.

    ``bots``: for every seat the name of a scripted bot of ``known_bots``, which acts inside the step, or None for a
    seat of the caller's. With ``rotate``, all of them move on by one seat with every game. ``given``: the keywords of
    :class:`railgym.envs.config.EnvConfig` for self-play. Raises OptionsError, UnknownNameError or ArgumentError.

    The interface is that of a Gymnasium vector environment that resets in the same step, with two differences: row i of
    an observation belongs to the seat ``infos["seat"][i]``, which changes from step to step, and rewards have a column
    for every seat. Credit an action with the rewards of its seat from that step on, up to the seat's next action.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        known_bots: ScriptedBots,
        bots: Sequence[str | None] | None = None,
        rotate: bool = False,
        **given: Any,
    ) -> None:
        boundary.instance("SelfPlayEnv", "game", game, Game, "a game, as make_game() makes it")
        boundary.instance(
            "SelfPlayEnv", "known_bots", known_bots, ScriptedBots, "ScriptedBots, as scripted_bots(game) returns them"
        )
        config = EnvConfig.of(SELF_PLAY, game, given)
        boundary.truth("rotate", rotate)
        self._set_up(game, num_envs, config, known_bots)
        self.num_players, self.rotate, self.closed = game.num_players, bool(rotate), False
        self._seating = _seating(game, known_bots, bots)
        self._rng: np.random.Generator | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new games in all environments; equal seeds give equal games. ``options`` are ignored."""
        self._check_open()
        boundary.reset_options(options)
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(None if seed is None else valid_seed(seed))
        bases = self._rng.integers(2**63, size=self.num_envs)
        self._seat(self._rows, np.zeros(self.num_envs, np.int64))
        self.batch.start(bases)
        self._seat_next(self._rows)
        self._rewards.restart()
        self._dealt = True
        return self._look()

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Play one action in every environment, integers (N,), and the bots' moves after it.

        Returns observations of the seats that act next (``observation`` float32 (N, F), ``action_mask`` int8 (N, A)),
        rewards float64 (N, P) of all seats since the last step, terminations bool (N,): a game ended, and the next one
        was dealt; truncations bool (N,), all False; and infos: ``seat`` int64 (N,), ``action_mask``, and where a game
        ended ``payoffs`` float32 (N, P), ``scores`` int32 (N, P) and ``end_reason``, each with a mask of its name with
        an underscore in front. Raises IllegalActionError or ArgumentError, with all games unchanged.
        """
        self._check_ready()
        actions = boundary.actions("SelfPlayEnv.step", actions, (self.num_envs,))
        self._check_legal(actions)
        self.batch.step_unchecked(self._rows, actions)
        ended = self.batch.envs["done"].astype(bool)
        rewards = self._rewards.collect(self.batch.states, self.batch.envs["result"], ended)
        over = np.flatnonzero(ended)
        if len(over):
            self._seat_next(over)
        observations, infos = self._look()
        return observations, rewards, ended, np.zeros(self.num_envs, bool), infos | self._outcomes(ended, over)

    def action_masks(self) -> Array:
        """The legal actions of the seats to act, bool (N, A)."""
        self._check_ready()
        masks: Array = self.batch.masks.astype(bool)
        return masks

    def close(self) -> None:
        """Close the environment: all later calls raise NotReadyError."""
        self.closed = True

    def _check_legal(self, actions: Array) -> None:
        legal = self._legal(actions)
        if not legal.all():
            first = int(np.flatnonzero(~legal)[0])
            raise IllegalActionError(f"environment {first}: {self._refusal(first, int(actions[first]))}")

    def _seat(self, which: Array, turns: Array) -> None:
        """Seat the bots of the next deal of these environments, moved on by ``turns`` seats."""
        self.batch.seat_next(which, np.zeros(len(which), np.int64), self._seating[turns % self.num_players])

    def _seat_next(self, which: Array) -> None:
        games = self.batch.envs["episode"][which] + 1
        self._seat(which, games if self.rotate else np.zeros_like(games))

    def _look(self) -> tuple[Observations, dict[str, Any]]:
        batch, everyone = self.batch, np.ones(self.num_envs, bool)
        observations, masks = batch.observations, batch.masks
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        infos = {
            "action_mask": masks,
            "_action_mask": everyone,
            "seat": batch.envs["seat"].astype(np.int64),
            "_seat": everyone,
        }
        return {"observation": observations, "action_mask": masks}, infos

    def _outcomes(self, ended: Array, over: Array) -> dict[str, Any]:
        """The results of the games that ended; nothing if none did."""
        if not len(over):
            return {}
        results, rows = self.batch.envs["result"], ended[:, None]
        reasons = np.full(self.num_envs, None)
        reasons[over] = np.array(self.game.end_reasons, object)[results["end_reason"][over]]
        return {
            "payoffs": np.where(rows, results["payoff"][:, : self.num_players], np.float32(0)),
            "scores": np.where(rows, results["scores"][:, : self.num_players], 0),
            "end_reason": reasons,
            "_payoffs": ended,
            "_scores": ended,
            "_end_reason": ended,
        }


def _seating(game: Game, known: ScriptedBots, bots: Sequence[str | None] | None) -> Array:
    """The bots' numbers by seat, int8 (P, P): row k is moved on by k seats."""
    seats = [None] * game.num_players if bots is None else list(bots)
    if isinstance(bots, str) or len(seats) != game.num_players:
        raise OptionsError(f"bots: give {game.num_players} entries, for each seat a bot's name or None")
    for name in seats:
        boundary.choice("bots", name, (None, *known.all_names))
    if None not in seats:
        raise OptionsError("bots: leave at least one seat to the caller (None)")
    numbers = np.array([CALLER if name is None else known.number(name) for name in seats], np.int8)
    return np.stack([np.roll(numbers, k) for k in range(game.num_players)])
