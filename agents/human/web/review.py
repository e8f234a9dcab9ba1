"""A finished game through the eyes of an agent: what it thought the seats could expect, and what it had played."""

from collections.abc import Iterator
from typing import Any

from railgym.agents.human.hints import top_moves
from railgym.agents.human.web.table import WebGame
from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Game

__all__ = ["review"]

MOST = 20  # decisions that are told


def review(
    table: WebGame, agents: list[Agent], game: Game, whose: int | None = None
) -> Iterator[dict[str, Any] | None]:
    """Let ``agents``, one per seat, evaluate every choice of a finished game from the seat's view; ``game`` is theirs.

    Yields None after each move, for there may be many and agents may be slow, and in the end ``curves``: by seat, [ply,
    expected payoff in -1..1] at each of its choices (empty where the agent estimates nothing); ``differs``: up to MOST
    choices, of the seat ``whose`` or of all, that the agent would have made otherwise, ``ply, seat, played, better``
    and how sure it is of each, ``share_played, share`` (None where it does not say), the surest first.
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
            if moves[0].action != action and whose in (None, seat):
                played, better = (view.action_words(a) for a in (action, moves[0].action))
                shares = {move.action: move.share for move in moves}
                sure = {"share_played": shares.get(action), "share": moves[0].share}
                differs.append({"ply": ply, "seat": seat, "played": played, "better": better, **sure})
        position.play(action)
        yield None
    differs.sort(key=lambda row: (row["share_played"] or 0.0) - (row["share"] or 0.0))
    yield {"type": "review", "curves": curves, "differs": differs[:MOST]}
