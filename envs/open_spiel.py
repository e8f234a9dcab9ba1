"""Every game as an OpenSpiel game, for its Python environment, bots and algorithms."""

from typing import Any

import numpy as np

from railgym.envs.catalog import make_game
from railgym.envs.core import boundary
from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position

try:
    import pyspiel
except ImportError:
    raise MissingExtraError("openspiel", "open-spiel") from None

__all__ = ["OpenSpielGame", "OpenSpielState", "PositionState", "open_spiel_game", "pyspiel"]

CHANCE_NODE = "a chance event is due"  # in place of a position in words


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog with its options as a sequential game of imperfect information.

    The first action is a chance action: it selects one of ``deals`` equally likely starts of the game, which also
    determines every later chance event. A history of actions therefore describes a position in full. Seats that are out
    of the game never move again. All seats get their returns at the end.
    """

    def __init__(self, game: Game, deals: int = 10_000, *, information_states: bool = False) -> None:
        boundary.instance("open_spiel_game", "game", game, Game, "a game, as make_game() makes it")
        self.game, self.deals = game, boundary.whole_number("open_spiel_game", "deals", deals, 1, 10**9)
        solo = game.num_players == 1
        kind = pyspiel.GameType(
            short_name=f"railgym_{game.id}",
            long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM if solo else pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=game.num_players,
            min_num_players=game.num_players,
            provides_information_state_string=information_states,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=deals,
            num_players=game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if solo else 0.0,
            max_game_length=2**31 - 1,  # games end by their rules, after a number of actions that no option states
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> "OpenSpielState":
        """The position before the deal."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        """An observer that gives the observation of railgym's environments."""
        return _Observer(self.game)


class PositionState(pyspiel.State):  # type: ignore[misc]
    """Base class of states: what OpenSpiel reads of a position."""

    @property
    def game(self) -> Game:
        """The game of the catalog. Copies of the state share it."""
        game: OpenSpielGame = self.get_game()
        return game.game

    @property
    def position(self) -> Position | None:
        """The position; None at a chance node."""
        raise NotImplementedError

    def current_player(self) -> int:
        """The seat that decides, or ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.current_player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        """The payoff of every seat; 0 before the end."""
        return list(self.position.payoffs) if self.position and self.is_terminal() else [0.0] * self.game.num_players

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions if self.position and player == self.position.current_player else []

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None or player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.position.action_words(action)

    def __str__(self) -> str:
        return self.position.view().text() if self.position else CHANCE_NODE

    def _to_struct(self) -> dict[str, Any]:  # this and the next three are what OpenSpiel makes JSON structs of
        return self.position.to_dict() if self.position else {"game": self.game.id}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self.position.view(player).to_dict() if self.position else {"game": self.game.id}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": action, "words": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [int(struct["action"])]


class OpenSpielState(PositionState):
    """A position of an :class:`OpenSpielGame`."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.deals = game.deals
        self._position: Position | None = None

    @property
    def position(self) -> Position | None:
        """The position; None before the deal."""
        return self._position

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """A state, with this history, that agrees with what ``player`` knows; ``sampler()`` draws from [0, 1)."""
        twin: OpenSpielState = self.clone()
        if self._position:
            world = self._position.view(player).sample(int(sampler() * 2**62))
            twin._position = Position(self.game, world.record, observing=True)
        return twin

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._position = Position.deal(self.game, action, observing=True)
        else:
            self._position.play(action)


class _Observer:
    """An OpenSpiel observer of positions."""

    def __init__(self, game: Game) -> None:
        self.tensor: Array = np.zeros(game.observation_layout.size, np.float32)
        self.dict: dict[str, Array] = {"observation": self.tensor}

    def set_from(self, state: PositionState, player: int) -> None:
        """Write the observation of ``player`` into ``tensor``."""
        self.tensor[:] = state.position.observe(player)["observation"] if state.position else 0

    def string_from(self, state: PositionState, player: int) -> str:
        """The position in words, as ``player`` sees it."""
        return state.position.view(player).text() if state.position else CHANCE_NODE


def open_spiel_game(id: str, *, deals: int = 10_000, encoder: str = "vector", **options: Any) -> OpenSpielGame:
    """The game of that id with those options, observed through ``encoder``, as an OpenSpiel game."""
    return OpenSpielGame(make_game(id, **options).encoded_by(encoder), deals)
