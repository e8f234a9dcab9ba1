"""Any game as a Gymnasium environment for one learning seat; agents in the other seats move inside ``step``."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import logger, spaces

from railgym.envs.config import SINGLE, EnvConfig
from railgym.envs.core import boundary
from railgym.envs.core.agent import Agent, check_agent
from railgym.envs.core.errors import IllegalActionError, OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.episodes import OneGame, valid_seed
from railgym.envs.rendering import RENDER_MODES, Painter, render

__all__ = ["SingleSeatEnv", "action_space", "check_opponents", "learning_seat", "observation_space"]

Observation = dict[str, Array]


def observation_space(game: Game) -> spaces.Dict:
    """``observation`` float32 (F,) within the layout's bounds, and ``action_mask`` int8 (A,)."""
    low, high = game.observation_layout.bounds()
    mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def action_space(game: Game) -> spaces.Discrete:
    """All action ids of the game."""
    return spaces.Discrete(len(game.actions))


def learning_seat(game: Game, seat: int | None) -> int | None:
    """The seat that the learner keeps, None: it changes. Where seats have roles it must not, and is by default 0."""
    return 0 if seat is None and not game.symmetric_seats else seat


def check_opponents(game: Game, opponents: Sequence[Any]) -> None:
    """Raise OptionsError unless there is one opponent for every other seat."""
    if len(opponents) != game.num_players - 1:
        seats = f"{game.num_players} seats, one is yours"
        raise OptionsError(f"opponents: {seats}: give {game.num_players - 1}, not {len(opponents)}")


class SingleSeatEnv(OneGame, gymnasium.Env[Any, Any]):
    """One seat of a game. The reward is that seat's own, also when another seat's move ends the game.

    ``opponents``: an agent for every other seat, in turn order from the learner's left. ``given``: the keywords of
    :class:`railgym.envs.config.EnvConfig` for ``gymnasium.make(...)``. If ``seat`` is unset, it is drawn for every
    game, or is 0 where seats have roles. An action that the mask forbids loses the game: reward -1, ``terminated``, the
    reason in ``info["illegal_action"]``, the position unchanged; with ``on_illegal="raise"`` it raises
    IllegalActionError.

    An action is an integer or an array of one; anything else raises ArgumentError, whatever ``on_illegal`` says.
    Observations are ``{"observation": float32 (F,), "action_mask": int8 (A,)}``; the same mask is in
    ``info["action_mask"]`` and, as bools, in :meth:`action_masks`. ``info["seat"]`` is the learner's seat; after a game
    ``info["scores"]`` and ``info["end_reason"]`` tell how it ended. Raises OptionsError for wrong arguments.
    """

    def __init__(self, game: Game, opponents: Sequence[Agent] = (), **given: Any) -> None:
        boundary.instance("SingleSeatEnv", "game", game, Game, "a game, as make_game() makes it")
        boundary.instance("SingleSeatEnv", "opponents", opponents, Sequence, "a list of agents")
        for opponent in opponents:
            check_agent("SingleSeatEnv", opponent)
        check_opponents(game, opponents)
        config = EnvConfig.of(SINGLE, game, given)
        game = game.encoded_by(config.encoder)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self._set_up(game, config.reward)
        self.opponents, self.fixed_seat = tuple(opponents), learning_seat(game, config.seat)
        self.on_illegal, self.text, self.render_mode = config.on_illegal, bool(config.text), config.render_mode
        self._painter = Painter(config.render_scale)
        self.observation_space = observation_space(game)
        self.action_space = action_space(game)
        self._ended = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, the one of ``game.new_position(seed)``, and play to the learner's first decision.

        Without a seed, the next game of the sequence that the last seed began. ``options={"seat": n}`` chooses the
        learner's seat for this game, if all seats are symmetric.
        """
        deal_seed = None if seed is None else valid_seed(seed)
        seat = boundary.reset_options(options).get("seat", self.fixed_seat)
        boundary.choice(
            "seat", seat, (None, *range(self.game.num_players)) if self.game.symmetric_seats else (self.fixed_seat,)
        )
        self._check_open()
        super().reset(seed=deal_seed)
        deal, random_seat, *seeds = self.np_random.integers(2**63, size=self.game.num_players + 1).tolist()
        self.seat = random_seat % self.game.num_players if seat is None else seat
        self._deal(deal if deal_seed is None else deal_seed)
        for i, opponent in enumerate(self.opponents):
            opponent.reset((self.seat + 1 + i) % self.game.num_players, seeds[i])
        self._ended = False
        self._reward = 0.0
        self._play_to_learner()
        return self._look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the others' until the learner decides again or the game is over."""
        if self._ended:
            self._check_dealt()
            raise gymnasium.error.ResetNeeded("the game is over; call reset() before step()")
        try:
            self.position.play_id(boundary.action("step", action))
        except IllegalActionError as error:
            if self.on_illegal == "raise":
                raise
            self._ended = True
            observation, info = deepcopy(self._look())
            return observation, -1.0, True, False, info | {"illegal_action": str(error)}
        self._collect()
        self._play_to_learner()
        reward, self._reward = self._reward, 0.0
        observation, info = self._look()
        return observation, reward, self._ended, False, info

    def action_masks(self) -> Array:
        """The legal actions, bool (A,), as sb3-contrib asks for them."""
        _, mask = self.position.observation_and_mask(self.seat)
        allowed: Array = mask.astype(bool)
        return allowed

    def render(self) -> Any:
        """The position as the learner sees it: None (printed), text, or a uint8 array (height, width, 3)."""
        if self.render_mode is None:
            logger.warn("render() was called, but the environment was made without a render_mode")
            return None
        return render(self.position, self.render_mode, self.seat, self._painter)

    def close(self) -> None:
        """Close the environment: all later calls raise NotReadyError."""
        self._ended = True
        self._end_use()

    def clone(self) -> "SingleSeatEnv":
        """An independent copy in the same position, opponents and random generator included."""
        return deepcopy(self)

    def _play_to_learner(self) -> None:
        """Let the opponents move. A learner who is out of the game is done."""
        position = self.position
        while not position.finished >> self.seat & 1 and position.mover != self.seat:
            opponent = self.opponents[(position.mover - self.seat - 1) % self.game.num_players]
            try:
                position.play_id(boundary.action(f"the answer of {opponent.code!r}", opponent.act(position.view())))
            except IllegalActionError as error:
                raise IllegalActionError(f"opponent {opponent.code!r} at seat {position.mover}: {error}") from None
            self._collect()
        self._ended = bool(position.finished >> self.seat & 1)
        if self.render_mode == "human":
            self.render()

    def _collect(self) -> None:
        rewards = self._rewards.collect(self.position, self.position.finished)
        if rewards is not None:
            self._reward += rewards[self.seat]

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        """The learner's observation and info."""
        observation, mask = self.position.observation_and_mask(self.seat)
        info: dict[str, Any] = {"action_mask": mask, "seat": self.seat}
        if self.text:
            info["text"] = self.position.view(self.seat).text()
        if self.position.is_over:
            info |= self._ending()
        return {"observation": observation, "action_mask": mask}, info
