"""The game tree of a small game, with all chance outcomes and the information states of the players."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from railgym.envs.core.chance import Outcome, action_outcomes, deal_outcomes
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position

__all__ = ["CHANCE", "OVER", "Node", "write_efg"]

CHANCE, OVER = -1, -4  # in place of a player
MOST_RESULTS = 1_000_000  # of the draws of one chance event


class Node:
    """A node of a game tree: a decision, a chance event or the end. Its children are made when they are first needed.

    ``player`` is the current player, CHANCE or OVER. ``state`` is the state record, which is None before the deal.
    ``information_states`` has for every player a digest of all that they have seen and done since the deal: their views
    after every action, the events as they saw them, and their own actions. Players have perfect recall.
    """

    def __init__(self, game: Game, state: Array | None, information_states: tuple[bytes, ...]) -> None:
        self.game, self.state, self.information_states = game, state, information_states
        self.outcomes: list[tuple[Node, float]] = []  # the children of a chance node, with their probabilities
        self._children: dict[int, Node] = {}
        self.player = CHANCE
        if state is not None:
            self.player = OVER if state["terminated"][0] else int(state["current_player"][0])

    def __deepcopy__(self, memo: object) -> "Node":
        """The node itself: nodes never change, so copies of a state share them."""
        return self

    @classmethod
    def root(cls, game: Game) -> "Node":
        """The chance node of the deal. Raises ManyOutcomesError for a game with too many deals to list."""
        return cls._chance(game, deal_outcomes(game, MOST_RESULTS), (b"",) * game.num_players)

    @classmethod
    def _chance(
        cls, game: Game, outcomes: Iterable[Outcome], before: tuple[bytes, ...], mover: int = -1, action: int = -1
    ) -> "Node":
        """The chance node of these outcomes; with only one outcome, the node after it."""
        node = cls(game, None, before)
        for outcome in outcomes:
            after = []
            for player, seen in enumerate(before):
                view = game.rules.view(outcome.state, player)
                after.append(_digest(seen, action if player == mover else -1, outcome, view, player))
            node.outcomes.append((cls(game, outcome.state, tuple(after)), outcome.probability))
        return node.outcomes[0][0] if len(node.outcomes) == 1 else node

    @cached_property
    def legal_actions(self) -> list[int]:
        """The legal actions of the current player; the numbers of the outcomes of a chance node."""
        if self.state is None:
            return list(range(len(self.outcomes)))
        mask: list[int] = self.game.rules.legal(self.game.rules.view(self.state, self.player)).nonzero()[0].tolist()
        return mask

    def child(self, action: int) -> "Node":
        """The node after a legal action, or after an outcome of a chance node."""
        if self.state is None:
            return self.outcomes[action][0]
        if action not in self._children:
            outcomes = action_outcomes(self.game, self.state, action, MOST_RESULTS)
            self._children[action] = self._chance(self.game, outcomes, self.information_states, self.player, action)
        return self._children[action]

    @cached_property
    def position(self) -> Position | None:
        """The position; None at a chance node."""
        return None if self.state is None else Position.unchecked(self.game, self.state.copy())


def _digest(before: bytes, action: int, outcome: Outcome, view: Array, player: int) -> bytes:
    """What a player has seen and done, from what they had before: their action (-1: another player's), the events as
    they saw them, and their view after it."""
    seen = [(event.kind, event.player, event.data if event.seen_by(player) else None) for event in outcome.events]
    return blake2b(before + repr((action, seen)).encode() + view.tobytes(), digest_size=12).digest()


def write_efg(root: Node, file: Path) -> None:
    """Write the tree below a node as an extensive-form game in Gambit's format, which OpenSpiel's ``efg_game`` reads.

    Actions are named by their ids, information sets by their numbers. Payoffs are those of all players at the end.
    """
    file.write_text("\n".join(_efg_lines(root)) + "\n", encoding="utf-8")


def _efg_lines(root: Node) -> Iterator[str]:
    """The header and one line for every node, parents first."""
    yield f'EFG 2 R "{root.game.title}" {{ {_quoted(root.game.seat_names)} }} ""'
    information_sets: list[dict[bytes, int]] = [{} for _ in range(root.game.num_players)]
    numbers = {CHANCE: 0, OVER: 0}
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if node.player == OVER:
            numbers[OVER] += 1
            payoffs = node.state["payoff"][0][: root.game.num_players] if node.state is not None else []
            yield f't "" {numbers[OVER]} "" {{ {" ".join(str(float(payoff)) for payoff in payoffs)} }}'
            continue
        if node.player == CHANCE:
            numbers[CHANCE] += 1
            chances = " ".join(f'"{number}" {chance!r}' for number, (_, chance) in enumerate(node.outcomes))
            yield f'c "" {numbers[CHANCE]} "" {{ {chances} }} 0'
        else:
            sets = information_sets[node.player]
            number = sets.setdefault(node.information_states[node.player], len(sets) + 1)
            yield f'p "" {node.player + 1} {number} "" {{ {_quoted(node.legal_actions)} }} 0'
        nodes.extend(node.child(action) for action in reversed(node.legal_actions))


def _quoted(words: Iterable[object]) -> str:
    return " ".join(f'"{word}"' for word in words)
