"""A finished game through the eyes of an agent: what it thought the seats could expect, and what it had played."""

from collections.abc import Iterator
from typing import Any

from railgym.agents.human.hints import top_moves
from railgym.agents.human.web.table import WebGame
from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Game

__all__ = ["review"]

MOST = 20  # decisions that are told
TURNING = 0.1  # of the payoff that the agent expected: what a turning point has lost at least


def review(
    table: WebGame, agents: list[Agent], game: Game, whose: int | None = None
) -> Iterator[dict[str, Any] | None]:
    """Let ``agents``, one per seat, evaluate every choice of a finished game from the seat's view; ``game`` is theirs.

    Yields None after each move, for there may be many and agents may be slow, and in the end ``curves``: by seat, [ply,
    expected payoff in -1..1] at each of its choices (empty where the agent estimates nothing); ``differs``: up to MOST
    choices, of the person in the seat ``whose`` or of all, that the agent would have made otherwise, ``ply, seat,
    played, better``, how sure it is of each, ``share_played, share``, and how much less it expected at the next choice
    of the seat, ``lost`` (None where it does not say). First come the turning points, those that lost most, then the
    surest.
    """
    for seat, agent in enumerate(agents):
        agent.reset(seat, 0)
    curves: list[list[tuple[int, float]]] = [[] for _ in agents]
    differs: list[dict[str, Any]] = []
    position = table.recording.header.first_position(game)
    for ply, action in enumerate(table.recording.actions):
        seat, view = position.current_player, position.view()
        if len(view.legal_actions) > 1:
            moves, value = top_moves(agents[seat], view, len(game.actions))
            if value is not None:
                curves[seat].append((ply, round(value, 3)))
            if moves[0].action != action and (whose is None or (seat == whose and ply not in table.seats[seat].by_bot)):
                played, better = (view.action_words(a) for a in (action, moves[0].action))
                shares = {move.action: move.share for move in moves}
                never = None if moves[0].share is None else 0.0  # moves without any chance are not among the top moves
                sure = {"share_played": shares.get(action, never), "share": moves[0].share}
                differs.append({"ply": ply, "seat": seat, "played": played, "better": better, **sure})
        position.play(action)
        yield None
    payoffs = position.payoffs
    for row in differs:
        row["lost"] = _lost(curves[row["seat"]], row["ply"], float(payoffs[row["seat"]]))
        row["turning"] = (row["lost"] or 0.0) >= TURNING
    differs.sort(
        key=lambda row: (-(row["lost"] or 0.0) * row["turning"], (row["share_played"] or 0.0) - (row["share"] or 0.0))
    )
    yield {"type": "review", "curves": curves, "differs": differs[:MOST]}


def _lost(curve: list[tuple[int, float]], ply: int, payoff: float) -> float | None:
    """How much less was expected at the next choice, or what the game ended with, than at the choice of ``ply``."""
    values = [value for at, value in curve if at >= ply]
    return round(values[0] - (values[1] if len(values) > 1 else payoff), 3) if values else None
