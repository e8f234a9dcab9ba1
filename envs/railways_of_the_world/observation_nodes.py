"""The observation by node: the pieces of the vector, then a row for every hex of the map.

The fixed structure of the hexes is the game's ``graph``.
"""

from functools import cache
from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.observation import company_of, encode_facts, pieces
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN, RAILBOT, SIDES

__all__ = ["encode_nodes", "graph", "nodes_layout"]

MINE, RIVALS, BOTS = 0, SIDES, 2 * SIDES
OPEN, HERE, ENTERED = 3 * SIDES, 3 * SIDES + 1, 3 * SIDES + 2
HEX_FACTS = ENTERED + SIDES


@cache
def nodes_layout(board: Map, solo: bool, bids: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode_nodes` writes them."""
    return ObservationLayout(
        "nodes",
        [
            *pieces(board, solo, bids),
            ("hexes", (len(board.hexes), HEX_FACTS), 0, 1, "by hex: sides at which track of the observer ends (6); of "
             "rivals (6); of the Railbot (6); track of an open run; the next tile is laid here; the side at which it "
             "is entered (6)"),
        ],
    )  # fmt: skip


def graph(params: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The fixed arrays of a map.

    ``edges`` int32 (2, edges): neighbouring hexes, each pair once; ``ridges`` int32 (edges,): 1 with a ridge between
    them; ``terrain`` int32 (hexes,): 0 open, 1 water, 2 hill, 3 city; ``cities`` int32 (hexes,): the city there, -1:
    none; ``positions`` float32 (hexes, 2): row and column, odd rows half a hex to the right.
    """
    record = params[0]
    hexes = int(record["num_hexes"])
    beside = record["beside"][:hexes]
    pairs = [(a, int(b), side) for a in range(hexes) for side, b in enumerate(beside[a]) if b > a]
    columns = record["hex_col"][:hexes] + 0.5 * (record["hex_row"][:hexes] & 1)
    return {
        "edges": np.array([[a for a, _, _ in pairs], [b for _, b, _ in pairs]], np.int32),
        "ridges": np.array([record["ridge"][a, side] for a, _, side in pairs], np.int32),
        "terrain": record["terrain"][:hexes].astype(np.int32),
        "cities": record["hex_city"][:hexes].astype(np.int32),
        "positions": np.stack([record["hex_row"][:hexes], columns], 1).astype(np.float32),
    }


@kernel
def encode_nodes(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    out[:] = 0
    at = encode_facts(params, view, scratch, player, out)
    company = company_of(params, player)
    for hex in range(params.num_hexes):
        row = at + hex * HEX_FACTS
        for slot in range(2):
            piece = np.int64(view.track[hex, slot])
            if piece == NO_PIECE:
                continue
            owner = view.owner[hex, slot]
            first = MINE if owner == company else BOTS if owner == RAILBOT else RIVALS
            out[row + first + ENDS[piece, 0]] = 1
            out[row + first + ENDS[piece, 1]] = 1
            if view.link[hex, slot] == OPEN_RUN:
                out[row + OPEN] = 1
    if view.phase in (phases.LAY, phases.PATH):
        row = at + np.int64(view.current_place) * HEX_FACTS
        out[row + HERE] = 1
        out[row + ENTERED + view.enter_side] = 1
