"""The observation by node: the pieces of the vector, then a row for every dot and every section of the map.

The fixed structure of the dots and sections is in ``graph`` of the game.
"""

from functools import cache

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.observation import encode, layout
from railgym.envs.rail_baron_cards.rules.fees import fee_rate, own_all
from railgym.envs.rail_baron_cards.rules.track import is_free
from railgym.envs.rail_baron_cards.state import NO_CARD

__all__ = ["encode_nodes", "graph", "nodes_layout"]

DOT_FACTS = 7
SECTION_FACTS = 5


@cache
def nodes_layout(board: Board) -> ObservationLayout:
    """The pieces for a board, in the order in which :func:`encode_nodes` writes them."""
    vector = [(p.name, p.shape, p.low, p.high, p.meaning) for p in layout(board)]
    return ObservationLayout(
        "nodes",
        [
            *vector,
            ("dots", (len(board.dots), DOT_FACTS), 0, 3, "by dot: own train; rivals' trains / 5; own start; own "
             "destination; cards of it in hand / 4; rivals' destinations / 5; dots to the destination / 40"),
            ("sections", (len(board.sections), SECTION_FACTS), 0, 1, "by section: own track; a rival's; the bank's; "
             "what it costs the observer now / 10,000; ridden in this run of the observer's"),
        ],
    )  # fmt: skip


def graph(board: Board) -> dict[str, np.ndarray]:
    """The fixed structure of the map: ``edges`` int32 (2, sections), the dots of every section; ``railroads`` int32
    (sections,), their railroads; ``positions`` float32 (dots, 2), latitude and longitude in degrees."""
    return {
        "edges": np.array([[s.a for s in board.sections], [s.b for s in board.sections]], np.int32),
        "railroads": np.array([s.railroad for s in board.sections], np.int32),
        "positions": np.array([[dot.latitude, dot.longitude] for dot in board.dots], np.float32),
    }


@kernel
def encode_nodes(params, view, scratch, player, out):
    """Write the observation of ``player`` from their view into ``out``, float32 (F,)."""
    encode(params, view, scratch, player, out)
    sections = len(out) - params.num_sections * SECTION_FACTS
    encode_dots(params, view, player, out, sections - params.num_dots * DOT_FACTS)
    encode_sections(params, view, player, out, sections)


@kernel
def encode_dots(params, view, player, out, begin):
    """Write the piece ``dots`` from ``out[begin]`` on."""
    mine = view.players[player]
    for p in range(params.num_players):
        seat = view.players[p]
        if seat.dot >= 0:
            out[begin + seat.dot * DOT_FACTS + (p != player)] += np.float32(1 if p == player else 0.2)
        if seat.goal != NO_CARD:
            goal = params.city_dot[params.card_city[seat.goal]]
            out[begin + goal * DOT_FACTS + (3 if p == player else 5)] += np.float32(1 if p == player else 0.2)
    if mine.start != NO_CARD:
        out[begin + params.city_dot[params.card_city[mine.start]] * DOT_FACTS + 2] = 1
    for i in range(np.int64(mine.hand_size)):
        out[begin + params.city_dot[params.card_city[mine.hand[i]]] * DOT_FACTS + 4] += np.float32(0.25)
    if mine.goal != NO_CARD:
        goal = params.card_city[mine.goal]
        for dot in range(params.num_dots):
            out[begin + dot * DOT_FACTS + 6] = min(params.away[goal, dot] / np.float32(40), 3)


@kernel
def encode_sections(params, view, player, out, at):
    """Write the piece ``sections`` from ``out[at]`` on."""
    seat = view.players[player]
    all_owned = own_all(params, view, player)
    cost = np.zeros(params.num_railroads, np.float32)
    for railroad in range(params.num_railroads):
        rate = fee_rate(params, view, player, railroad, seat.old_bank_rate, seat.old_owner_rate, all_owned)
        cost[railroad] = rate / np.float32(10_000)
    for section in range(params.num_sections):
        railroad = np.int64(params.section_railroad[section])
        owner = view.owner[railroad]
        out[at + (0 if owner == player else 2 if owner < 0 else 1)] = 1
        out[at + 3] = cost[railroad]
        out[at + 4] = not is_free(params, seat.ridden, section)
        at += SECTION_FACTS
