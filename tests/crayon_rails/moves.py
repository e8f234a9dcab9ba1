"""What tests of the crayon-rail games share: running and building milepost by milepost, and what is read of a position.

Lines are written as track in the notation of positions: "Dogwood - 9.1 - 7.1 - Alder 5".
"""

from functools import cache
from itertools import pairwise
from typing import Any

from given import play, written

from railgym.envs.core.geo.hexagons import direction
from railgym.envs.core.position import Position, Reading
from railgym.envs.crayon_rails.actions import DELIVER, LINES, WAYS
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.notation_kinds import BETWEEN, Names, milepost_names

__all__ = [
    "COAL",
    "DONE",
    "LONG",
    "can",
    "can_go",
    "changed",
    "city",
    "edge",
    "end_turn",
    "from_post",
    "go",
    "good",
    "hand",
    "in_force",
    "lay",
    "left",
    "line",
    "loads",
    "may_lay",
    "offers",
    "owner",
    "player",
    "post",
    "supply",
    "train",
    "way",
]

DONE = "done"
COAL = {"train": "Alder", "loads": ["Coal"], "cards": ["Coal to Alder", "..."]}  # a player who may deliver coal
LONG = [  # fourteen steps over the small map, past Alder and through Cedar
    "Dogwood - 9.1 - 7.1 - Alder 5",
    "Alder 4 - 7.3 - 9.3 - 10.4 - 12.4 - Cedar 1",
    "Cedar 2 - 13.7 - 14.8 - 13.9 - Fir",
]


# --- names ---------------------------------------------------------------------------------------------------------


@cache
def names(board: Map) -> Names:
    return milepost_names(board)


def post(position: Reading, name: str) -> int:
    """The number of a milepost."""
    return names(position.game.board).index(name)


def line(position: Reading, text: str) -> list[int]:
    """The mileposts of a line."""
    return [post(position, name) for name in text.split(BETWEEN)]


def edge(position: Reading, segment: str) -> int:
    """The number of the edge between two mileposts."""
    found = position.game.board.beside[line(position, segment)[0]][WAYS.index(way(position, segment))]
    assert found >= 0, segment
    return found


def way(position: Reading, segment: str) -> str:
    """The direction of a segment, from its first milepost on."""
    a, b = (position.game.board.mileposts[there].hex for there in line(position, segment))
    return WAYS[direction(a, b)]


def segments(line: str) -> list[str]:
    """The segments of a line."""
    return [BETWEEN.join(pair) for pair in pairwise(line.split(BETWEEN))]


def city(position: Reading, name: str) -> int:
    return [city.name for city in position.game.board.cities].index(name)


def good(position: Reading, name: str) -> int:
    return [good.name for good in position.game.board.goods].index(name)


def from_post(position: Reading, name: str) -> str:
    """The action of building a segment from a milepost."""
    here = position.game.board.mileposts[post(position, name)]
    return f"build from row {here.row}, column {here.col}"


# --- what is read --------------------------------------------------------------------------------------------------


def player(position: Reading, number: int) -> dict[str, Any]:
    """What a player has, in the notation of positions."""
    return written(position)["players"][number]


def train(position: Reading, number: int = 0) -> str | None:
    """Where a player's train stands; None: it is not placed yet."""
    return player(position, number)["train"]


def loads(position: Reading, number: int = 0) -> list[str]:
    """The goods on board of a player's train."""
    return player(position, number)["loads"]


def hand(position: Reading, number: int = 0) -> list[str]:
    """The demand cards of a player."""
    return player(position, number)["cards"]


def left(position: Reading) -> int:
    """The mileposts that the train may still run in this turn."""
    return int(written(position)["movement_left"])


def supply(position: Reading, name: str) -> int:
    """How many loads of a good the supply has."""
    return int(written(position)["supply"].get(name, 0))


def in_force(position: Reading) -> set[str]:
    """The titles of the events in force."""
    return {title for title, event in written(position)["events"].items() if event.get("turns", 2)}


def owner(position: Reading, segment: str) -> int:
    """The seat that owns a segment; -1 if none."""
    return int(position.record["track"][0, edge(position, segment)])


def offers(position: Reading, block: str) -> set[str]:
    """What may be done of a block of actions: its cities, goods, engines, mileposts or ways; a delivery as "Coal to
    Alder"."""
    table = position.game.actions
    legal = [action for action in position.legal_actions if table.block_of(action).name == block]
    if block == "deliver":
        cards = written(position).get("pool") or player(position, position.current_player)["cards"]
        lines = [divmod(action - DELIVER, LINES) for action in legal]
        return {cards[i].split("; ")[j].rpartition(" for ")[0] for i, j in lines}
    if block == "from":
        return {names(position.game.board)[action - table.blocks[block].start] for action in legal}
    return {table.labels[action].removeprefix(PREFIX[block]).removesuffix(", paying fees") for action in legal}


PREFIX = {
    **{"run": "run towards ", "pay": "run towards ", "build": "build towards ", "place": "place the train in "},
    **{"open": "open in ", "pick up": "pick up ", "drop": "drop ", "step": "go ", "upgrade": "upgrade to "},
}


def can(position: Reading, words: str) -> bool:
    """Whether an action of the table is legal."""
    return position.is_legal(position.game.actions.ids[words])


def can_go(position: Reading, segment: str) -> bool:
    """Whether a segment, at the first milepost of which the train stands, may be run."""
    assert train(position, position.current_player) == segment.partition(BETWEEN)[0]
    return can(position, f"go {way(position, segment)}")


def may_lay(position: Position, segment: str) -> bool:
    """Whether a single segment may be built."""
    start = from_post(position, segment.partition(BETWEEN)[0])
    if not can(position, start):
        return False
    after = position.copy()
    after.play(start)
    return can(after, f"go {way(position, segment)}")


def changed(position: Position, number: int | None = None, **parts: Any) -> Position:
    """The position with other parts, or with other parts of what a player has."""
    found = position.to_dict()
    (found if number is None else found["players"][number]).update(parts)
    return Position.from_dict(position.game, {key: part for key, part in found.items() if key != "history"})


# --- what is played ------------------------------------------------------------------------------------------------


def go(position: Position, line: str) -> list[str]:
    """Run along a line milepost by milepost; returns what all are told."""
    return play(position, *(f"go {way(position, segment)}" for segment in segments(line)))


def lay(position: Position, *lines: str) -> int:
    """Build lines segment by segment; returns what they cost."""
    player = position.current_player
    before = position.scores[player]
    for segment in [segment for line in lines for segment in segments(line)]:
        play(position, from_post(position, segment.partition(BETWEEN)[0]), f"go {way(position, segment)}")
    return before - position.scores[player]


def end_turn(position: Position, number: int = 1) -> list[str]:
    """Do no more in so many turns; a train that has to be placed is placed in the first city that may be. Returns what
    all are told."""
    told = []
    for _ in range(number):
        turn = position.turn
        while position.turn == turn and not position.is_over:
            legal = position.legal_actions
            placed = [action for action in legal if position.game.actions.block_of(action).name == "place"]
            position.play([*placed, *legal][0])
            told += position.event_words()
    return told
