"""Small games as OpenSpiel games with all chance outcomes, for exact algorithms: exploitability, best response, CFR."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from railgym.envs.catalog import make_game
from railgym.envs.core import boundary
from railgym.envs.core.agent import Agent, check_agent
from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.game_tree import OVER, Node, write_efg
from railgym.envs.open_spiel import OpenSpielGame, PositionState, pyspiel

try:
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.policy import Policy
except ImportError:
    raise MissingExtraError("openspiel", "open-spiel") from None

__all__ = [
    "OpenSpielTree",
    "OpenSpielTreeState",
    "TreePolicy",
    "cfr_exploitability",
    "compiled_tree",
    "exploitability",
    "open_spiel_tree",
]


class OpenSpielTree(OpenSpielGame):
    """A game of the catalog for OpenSpiel's exact algorithms, with explicit chance nodes.

    Every random event of the rules is a chance node with all its outcomes and their probabilities. Information states
    are strings, with perfect recall. The tree is kept in memory, so the game has to be small. Raises ManyOutcomesError
    for a game with more than a million orders of its cards.
    """

    def __init__(self, game: Game) -> None:
        boundary.instance("open_spiel_tree", "game", game, Game, "a game, as make_game() makes it")
        self.root = Node.root(game)
        super().__init__(game, len(self.root.outcomes), information_states=True)

    def new_initial_state(self) -> "OpenSpielTreeState":
        """The chance node of the deal."""
        return OpenSpielTreeState(self)


class OpenSpielTreeState(PositionState):
    """A node of an :class:`OpenSpielTree`."""

    def __init__(self, game: OpenSpielTree) -> None:
        super().__init__(game)
        self.node = game.root

    @property
    def position(self) -> Position | None:
        """The position; None at a chance node."""
        return self.node.position

    def current_player(self) -> int:
        """The seat that decides, or ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the chance event, with their probabilities."""
        return [(number, probability) for number, (_, probability) in enumerate(self.node.outcomes)]

    def information_state_string(self, player: int | None = None) -> str:
        """A digest of all that a player, by default the current one, has seen and done."""
        player = self.node.player if player is None else player
        return f"{player}:{self.node.information_states[player].hex()}"

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal_actions if player == self.node.player else []

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)


class TreePolicy(Policy):  # type: ignore[misc]
    """An agent as a policy: it plays the action that it chooses for the view of the current player.

    The agent is reset before every decision, so it chooses by the view alone; its random choices come from ``seed``.
    """

    def __init__(self, game: OpenSpielTree, agent: Agent, seed: int = 0) -> None:
        check_agent("TreePolicy", agent)
        super().__init__(game, list(range(game.num_players())))
        self._agent, self._seed = agent, seed

    def action_probabilities(self, state: OpenSpielTreeState, player_id: int | None = None) -> dict[int, float]:
        """The chosen action with probability 1, all other legal actions with 0."""
        self._agent.reset(state.node.player, self._seed)
        position = state.position
        chosen = self._agent.act(position.view()) if position else None
        return {action: float(action == chosen) for action in state.node.legal_actions}


def open_spiel_tree(id: str, **options: Any) -> OpenSpielTree:
    """The game of that id with those options as an OpenSpiel game with all chance outcomes."""
    return OpenSpielTree(make_game(id, **options))


def exploitability(game: OpenSpielTree, policy: Policy) -> float:
    """What a best response gains over the policy itself, averaged over the seats (NashConv per player)."""
    players: int = game.num_players()
    return float(nash_conv(game, policy)) / players


def compiled_tree(game: OpenSpielTree) -> Any:
    """The same game as OpenSpiel's ``efg_game``, which keeps the tree in compiled code: its algorithms run many times
    faster. It has other information state strings, and no positions."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.efg"
        write_efg(game.root, file)
        return pyspiel.load_game("efg_game", {"filename": str(file)})


def cfr_exploitability(game: OpenSpielTree, iterations: int) -> list[tuple[int, float]]:
    """The exploitability of the uniform random policy (0 iterations), and of the average policy of CFR+ after a tenth
    of the iterations and after all of them."""
    compiled, players = compiled_tree(game), game.num_players()
    found = [(0, pyspiel.nash_conv(compiled, pyspiel.UniformRandomPolicy(compiled)) / players)]
    solver, done = pyspiel.CFRPlusSolver(compiled), 0
    for number in sorted({iterations // 10, iterations} - {0}):
        for _ in range(number - done):
            solver.evaluate_and_update_policy()
        done = number
        found.append((number, pyspiel.nash_conv(compiled, solver.average_policy()) / players))
    return found
