"""The observation by node: the pieces of the vector, then a row for every milepost and every edge of the map.

The fixed structure of mileposts and edges is the game's ``graph``.
"""

from functools import cache
from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.observation import encode, layout
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.state import NO_BUILDING, NO_MOVING, NOBODY, SEATS, SLOW

__all__ = ["encode_nodes", "graph", "nodes_layout"]

OWN_TRAIN, CAME_FROM, RIVALS, BUILDER, WEATHER = range(1 + SEATS, 6 + SEATS)
POST_FACTS = WEATHER + 3
FREE, FLOODED = SEATS, SEATS + 1
EDGE_FACTS = SEATS + 2


@cache
def nodes_layout(board: Map, pool: bool) -> ObservationLayout:
    """The pieces for a map, in the order in which :func:`encode_nodes` writes them."""
    vector = [(p.name, p.shape, p.low, p.high, p.meaning) for p in layout(board, pool)]
    return ObservationLayout(
        "nodes",
        [
            *vector,
            ("mileposts", (len(board.mileposts), POST_FACTS), 0, 1, "by milepost: in the observer's network; touched "
             "by track of each seat (6); own train; it came from here; rivals' trains / 5; the segment being built "
             "begins here; events forbid building; forbid moving; make trains slow"),
            ("edges", (len(board.edges), EDGE_FACTS), 0, 1, "by edge: track of each seat (6); free for track; crosses "
             "a flood"),
        ],
    )  # fmt: skip


def graph(params: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The fixed arrays of a map.

    ``edges`` int32 (2, edges): the mileposts of every edge; ``water`` int32 (edges,): the surcharge of a segment for
    water; ``inside`` int32 (edges,): 1 inside a major city; ``costs`` int32 (mileposts,): the price of building to
    each; ``mountains`` int32 (mileposts,): 1 in the mountains; ``cities`` int32 (mileposts,): the city of each, -1:
    none; ``positions`` float32 (mileposts, 2): row and column.
    """
    record = params[0]
    posts, edges = int(record["num_mileposts"]), int(record["num_edges"])
    return {
        "edges": np.array([record["edge_a"][:edges], record["edge_b"][:edges]], np.int32),
        "water": record["edge_water"][:edges].astype(np.int32),
        "inside": record["edge_public"][:edges].astype(np.int32),
        "costs": record["post_cost"][:posts].astype(np.int32),
        "mountains": record["post_mountain"][:posts].astype(np.int32),
        "cities": record["post_city"][:posts].astype(np.int32),
        "positions": np.stack([record["post_row"][:posts], record["post_col"][:posts]], 1).astype(np.float32),
    }


@kernel
def encode_nodes(params, view, scratch, player, out):
    """Write the observation of ``player`` (a seat) from its view into ``out``, float32 (F,)."""
    encode(params, view, scratch, player, out)
    edges = len(out) - params.num_edges * EDGE_FACTS
    posts = edges - params.num_mileposts * POST_FACTS
    _encode_posts(params, view, player, out, posts)
    _encode_trains(params, view, player, out, posts)
    _encode_edges(params, view, player, out, edges)


@kernel
def _encode_posts(params, view, player, out, at):
    """Write the rows of the mileposts."""
    for post in range(params.num_mileposts):
        out[at] = view.in_network[post] >> player & 1
        for i in range(params.num_players):
            out[at + 1 + i] = view.track_seats[post] >> ((player + i) % params.num_players) & 1
        weather = np.int64(view.weather[post])
        out[at + WEATHER] = weather & NO_BUILDING != 0
        out[at + WEATHER + 1] = weather & NO_MOVING != 0
        out[at + WEATHER + 2] = weather & SLOW != 0
        at += POST_FACTS


@kernel
def _encode_trains(params, view, player, out, at):
    """Write where trains stand, where the own one came from, and where a single segment begins."""
    for p in range(params.num_players):
        train = np.int64(view.players[p].train)
        if train >= 0:
            place = at + train * POST_FACTS + (OWN_TRAIN if p == player else RIVALS)
            out[place] = min(np.float32(1), out[place] + np.float32(1 if p == player else 0.2))
    came = np.int64(view.players[player].came_from)
    if came >= 0:
        out[at + came * POST_FACTS + CAME_FROM] = 1
    if view.phase == phases.BUILD_FROM:
        out[at + np.int64(view.segment_start) * POST_FACTS + BUILDER] = 1


@kernel
def _encode_edges(params, view, player, out, at):
    """Write the rows of the edges."""
    for edge in range(params.num_edges):
        owner = np.int64(view.track[edge])
        if owner != NOBODY:
            out[at + (owner + params.num_players - player) % params.num_players] = 1
        else:
            out[at + FREE] = params.edge_public[edge] == 0
        out[at + FLOODED] = params.edge_rivers[edge] & view.flooded_rivers != 0
        at += EDGE_FACTS
