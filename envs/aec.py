"""Any game as a PettingZoo environment (AEC: agents act one after another), written once."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from railgym.envs.catalog import GAMES
from railgym.envs.config import AEC, EnvConfig, make_game_for
from railgym.envs.core import boundary
from railgym.envs.core.errors import UnknownNameError, meant, plain
from railgym.envs.core.game import Game
from railgym.envs.episodes import NotReadyError, OneGame, valid_seed
from railgym.envs.rendering import RENDER_MODES, Painter, render
from railgym.envs.single_seat import action_space, observation_space

__all__ = ["GameEnv", "game_functions", "make_env", "make_raw_env"]

ENV = """A PettingZoo AEC environment of {title}.

``given``: the options of the game, and the keywords of every environment such as ``render_mode``. The page,
``help(railgym.envs.{id})``, lists both. An illegal action loses the game: that agent gets -1, and
``infos[agent]["illegal_action"]`` says why. Raises OptionsError for an argument that is unknown or out of range.
"""
RAW_ENV = """As :func:`env`, without wrappers, and quicker. An illegal action raises IllegalActionError.
"""

# The attributes that an environment has only between reset() and close().
ATTRIBUTES_OF_A_GAME = ("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")


class _NeedsReset:
    """A descriptor for an attribute that exists only while there is a game. (``__getattr__`` would slow down all other
    attributes.)"""

    def __get__(self, env: Any, owner: type) -> Any:
        if env is None:
            return self
        env._check_dealt()
        raise AttributeError("this attribute was deleted; call reset()")


class GameEnv(OneGame, AECEnv):  # type: ignore[misc]
    """A game as an AEC environment, without wrappers.

    ``given``: the keywords of :class:`railgym.envs.config.EnvConfig` for ``env(...)``. Raises OptionsError.

    :meth:`step` raises IllegalActionError for an action that the mask forbids, and ArgumentError for a value that is
    not an action; neither changes the environment. Before :meth:`reset` and after :meth:`close` other methods raise
    NotReadyError. Copies (:meth:`clone`, ``copy.deepcopy``) and pickles keep the position; copies share the compiled
    game, so keep them in one thread.
    """

    def __init__(self, game: Game, **given: Any) -> None:
        super().__init__()
        boundary.instance("GameEnv", "game", game, Game, "a game, as make_game() makes it")
        config = EnvConfig.of(AEC, game, given)
        game = game.encoded_by(config.encoder)
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self._set_up(game, config.reward)
        self.render_mode, self.render_seat, self.max_cycles = config.render_mode, config.render_seat, config.max_cycles
        self.text, self.eliminated = bool(config.text), config.eliminated
        self._painter = Painter(config.render_scale)
        self.possible_agents = list(game.seat_names)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng: np.random.Generator | None = None

    agent_selection = _NeedsReset()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, that of ``game.new_position(seed)``, or without a seed the next one of the sequence that the
        last seed began. ``options`` are ignored."""
        self._check_open()
        boundary.reset_options(options)
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(None if seed is None else valid_seed(seed))
        position = self._deal(int(self._rng.integers(2**63)) if seed is None else valid_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._cycles = 0
        self.agent_selection = self.possible_agents[position.mover]
        self.infos: dict[str, dict[str, Any]] = {}
        self._inform(self.agents, over=False)
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play the action of ``agent_selection``; None for an agent that is done."""
        self._check_playing()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position = self._position or self.position
        over = position.play_id(action if type(action) is int else boundary.action("step", action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._cycles += 1
        closed = over or self._cycles == self.max_cycles
        done = position.finished if closed else position.out if self.eliminated == "leave" else 0
        rewards = self._rewards.collect(position, done)
        if rewards is not None:
            for name in self.agents:
                self.rewards[name] = rewards[self._seats[name]]
            self._accumulate_rewards()
        current = self.possible_agents[position.mover]
        self.agent_selection = current
        if closed or done:
            self._end(done)
        self._inform(self.agents if self.text or over else (agent, current), over)
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of ``agent_selection``. Raises
        NotReadyError once all agents are done."""
        self._check_playing()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, at any time: ``observation`` float32 (F,) and ``action_mask`` int8 (A,), all zero unless
        the agent is to act."""
        try:
            seat = self._seats[agent]
        except (KeyError, TypeError):
            seat = self._seats[self._known(agent)]
        observation, mask = (self._position or self.position).observation_and_mask(seat)
        if agent in self.infos:
            mask = self.infos[agent]["action_mask"]
        return {"observation": observation, "action_mask": mask}

    def render(self) -> Any:
        """The position, as ``render_mode`` says: None (printed), text, or a uint8 array (height, width, 3)."""
        if self.render_mode is None:
            logger.warn("render() was called, but the environment was made without a render_mode")
            return None
        position = self.position
        viewer = position.mover if self.render_seat is None else self.render_seat
        return render(position, self.render_mode, viewer, self._painter)

    def close(self) -> None:
        """Close the environment: all later calls raise NotReadyError."""
        self._end_use()
        for name in ATTRIBUTES_OF_A_GAME:
            self.__dict__.pop(name, None)

    def clone(self) -> "GameEnv":
        """An independent copy in the same position."""
        return deepcopy(self)

    def _check_playing(self) -> None:
        """Raise NotReadyError where no agent is selected: before :meth:`reset`, and once all are done."""
        if not self.agents:
            self._check_dealt()
            raise NotReadyError("the game is over; call reset()")

    def _known(self, agent: str) -> str:
        """``agent``, if the game has an agent of that name; else raises UnknownNameError."""
        if agent not in self.possible_agents:
            raise UnknownNameError(f"no agent {agent!r}; {meant(agent, self.possible_agents)}")
        return agent

    def _end(self, done: int) -> None:
        """Set the flags of agents whose game is over, and let those take their last turn first."""
        for name in self.agents:
            if done >> self._seats[name] & 1:
                self.terminations[name] = True
            elif self._cycles == self.max_cycles:
                self.truncations[name] = True
        self._deads_step_first()

    def _inform(self, agents: Any, over: bool) -> None:
        """Give new infos to these agents."""
        position = self._position or self.position
        for name in agents:
            seat = self._seats[name]
            mask = position.mask if seat == position.mover else np.zeros(len(position.mask), np.int8)
            info: dict[str, Any] = {"action_mask": mask}
            if self.text:
                info["text"] = position.view(seat).text()
            if over:
                info |= self._ending()
            self.infos[name] = info

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameEnv":
        memo[id(self.observation_spaces)] = self.observation_spaces
        twin: GameEnv = super().__deepcopy__(memo)
        return twin


class _IllegalLoses(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """Ends the game at an illegal action; ``infos[agent]["illegal_action"]`` then says why it is illegal."""

    def step(self, action: Any) -> None:
        """Play an action, or lose by it: reward -1."""
        agent, lost_before = self.agent_selection, self._terminated
        super().step(action)
        if self._terminated and not lost_before:  # and the position is as it was
            refusal = str(self.unwrapped.position.refuse(action))
            self.infos[agent] = self.infos[agent] | {"illegal_action": refusal}


class _InBounds(wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """Raises AssertionError for an action that the game does not have, and names those that it has."""

    def step(self, action: Any) -> None:
        """Play an action; None for an agent that is done."""
        agent = self.agent_selection
        space, over = self.action_space(agent), self.terminations[agent] or self.truncations[agent]
        if not (over and action is None) and not space.contains(action):
            raise AssertionError(f"step: expected an action from 0 to {space.n - 1}, got {plain(action)}")
        super().step(action)


class _Ordered(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The outermost of the usual wrappers; a clone keeps them all."""

    def step(self, action: Any) -> None:
        """Play an action: an integer or an array of one; None for an agent that is done."""
        super().step(None if action is None else boundary.action("step", action))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """As :meth:`GameEnv.last`."""
        self.unwrapped._check_playing()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def clone(self) -> "_Ordered":
        """An independent copy in the same position."""
        return deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)


def make_raw_env(id: str, **given: Any) -> GameEnv:
    """The environment of a game of the catalog, without wrappers, from the options of the game and the keywords of
    :class:`railgym.envs.config.EnvConfig`. Raises OptionsError for an argument that is unknown or out of range."""
    game, keywords = make_game_for(AEC, id, given)
    return GameEnv(game, **keywords)


def make_env(id: str, **given: Any) -> AECEnv:
    """The same with PettingZoo's usual wrappers: an illegal action loses the game (-1) instead of raising."""
    env = _IllegalLoses(make_raw_env(id, **given), illegal_reward=-1)
    return _Ordered(_InBounds(env))


def game_functions(module: str) -> tuple[Callable[..., AECEnv], Callable[..., GameEnv]]:
    """``env`` and ``raw_env`` of a module that is named after the id of its game."""
    id = module.rpartition(".")[2]

    def env(**given: Any) -> AECEnv:
        return make_env(id, **given)

    def raw_env(**given: Any) -> GameEnv:
        return make_raw_env(id, **given)

    for function, text in ((env, ENV), (raw_env, RAW_ENV)):
        function.__module__, function.__qualname__ = module, function.__name__
        function.__doc__ = text.format(id=id, title=GAMES[id].title)
    return env, raw_env
