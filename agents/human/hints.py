"""What an agent would play, and what it thinks of that: the hints that people ask for."""

from typing import Any, NamedTuple

import numpy as np

from railgym.agents.registry import make_agent, parse_agent
from railgym.agents.seating import best_bot
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import RailgymError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

__all__ = ["Estimate", "make_adviser", "top_moves", "value_to_string"]


class Estimate(NamedTuple):
    """A move that an agent looked at: its share of the choice (the probability that the agent gives it, or the part of
    a search that went into it), and what it is worth in the end, -1 to 1; None where the agent has no such number."""

    action: int
    share: float | None = None
    worth: float | None = None


def make_adviser(game: Game, role: str, code: str = "") -> Agent:
    """The agent of this code, for a seat of this role; unless one is named: the trained one that ships or, where none
    can be had, the best bot. Raises what ``make_agent`` does, and UnknownNameError for a person."""
    if code and parse_agent(code).kind == "human":
        raise UnknownNameError(f"{code!r} gives no hints; ask a bot: hint {best_bot(game, role)}")
    try:
        return make_agent(code or "trained", game, role)
    except RailgymError:
        if code:
            raise
        return make_agent(best_bot(game, role), game, role)


def top_moves(agent: Agent, view: View, n: int = 3) -> tuple[list[Estimate], float | None]:
    """Up to ``n`` moves that an agent would play, the best first, and the payoff that it expects, -1 to 1, where it has
    such an estimate. The agent must have been reset for the seat. Raises UnknownNameError for one that has no legal
    move to name."""
    with np.errstate(invalid="ignore"):  # of a network that knows none of the legal moves
        moves, value = _ask(agent, view)
    moves = [move for move in moves[:n] if view.is_legal(move.action)]
    if not moves:
        raise UnknownNameError(f"{agent.code} does not know these moves; ask another agent")
    return moves, value


def _ask(agent: Any, view: View) -> tuple[list[Estimate], float | None]:
    if hasattr(agent, "policy_and_value"):
        chances, value = agent.policy_and_value(view)
        best = np.argsort(-chances, kind="stable")
        return [Estimate(int(action), float(chances[action])) for action in best if chances[action] > 0], value
    if hasattr(agent, "rank"):
        return [Estimate(*rank) for rank in agent.rank(view)], None
    return [Estimate(agent.act(view))], None


def value_to_string(game: Game, value: float) -> str:
    """An expected payoff in words: as a chance of winning, and at larger tables as a mean place."""
    if game.num_players <= 2:
        return f"expects to win {(1 + value) / 2:.0%}".replace("%", " %")
    place = 1 + (1 - value) / 2 * (game.num_players - 1)
    return f"expects place {place:.1f} of {game.num_players} on average"
