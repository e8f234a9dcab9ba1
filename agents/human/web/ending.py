"""The score sheet of a finished game."""

from typing import Any

import numpy as np

from railgym.agents.human.web.table import WebGame
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.sheets import sheets_to_json

__all__ = ["ending"]


def ending(table: WebGame) -> dict[str, Any]:
    """The ``result`` in a line, the ``winners`` (none in a draw, and none of a lost game alone), the ``seed``, and the
    ``standings`` of the seats, best first, each with the ``sheet`` of its player."""
    position = table.recording.position
    payoff = np.array(position.payoffs)
    sheets = {sheet["player"]: sheet for sheet in sheets_to_json(table.reading(PUBLIC).sheets())}
    rows = [
        {
            "seat": int(seat),
            "place": 1 + int(np.sum(payoff > payoff[seat])),
            "standing": position.standing_words(int(seat)),
            "payoff": round(float(payoff[seat]), 3),
            "sheet": sheets.get(int(seat)),
        }
        for seat in np.argsort(-payoff, kind="stable")
    ]
    winners = [int(seat) for seat in np.flatnonzero((payoff == payoff.max()) & (payoff > 0))]
    return {
        "result": str(position.result),
        "winners": winners,
        "seed": table.recording.header.seed,
        "standings": rows,
    }
