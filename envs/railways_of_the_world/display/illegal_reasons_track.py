"""Why a tile of track cannot be laid, or a run cannot begin, in words."""

from typing import Any

from railgym.envs.railways_of_the_world.actions import SIDE_NAMES
from railgym.envs.railways_of_the_world.display.words_names import Words
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN, SIDES

__all__ = ["no_start", "no_tile", "runs_of"]

HALF = SIDES // 2
TURNS = (2, 3, 4)  # from the side that a hex is entered at: left, straight on, right


def runs_of(v: Any) -> list[int]:
    """The open runs of the current player, by their number in the position (RW-3.3)."""
    return [run for run in range(int(v["num_runs"])) if v["run_owner"][run] == v["current_player"]]


def no_start(words: Words, v: Any, city: int, side: int) -> str:
    """Why no run begins in a city at a side of its hex (RW-3.2, RW-3.5, RS-4.3)."""
    there = words.board.cities[city]
    if not there.in_play:
        return f"{there.name} is not in play, and no track leads there"
    hex = words.board.beside[there.hex][side]
    if hex < 0:
        return f"the map ends to the {SIDE_NAMES[side]} of {there.name}"
    return _no_entry(words, v, hex, (side + HALF) % SIDES) or "a tile laid there would lead nowhere"


def _no_entry(words: Words, v: Any, hex: int, side: int) -> str:
    """Why a run may not enter a hex at a side (RW-3.5, RW-3.13); empty if it may."""
    city = words.board.hexes[hex].city
    if city >= 0:
        return f"{words.city(city)} lies there: track is laid in the hexes between cities"
    if not (v["track"][hex] == NO_PIECE).any():
        return "two pieces of track lie in that hex, and no more fit in"
    return "track ends at that side of the hex already" if side in _sides_used(v, hex) else ""


def _sides_used(v: Any, hex: int) -> dict[int, int]:
    """The sides at which pieces of a hex end, with the slot of the piece."""
    pieces = ((slot, int(piece)) for slot, piece in enumerate(v["track"][hex]) if piece != NO_PIECE)
    return {int(side): slot for slot, piece in pieces for side in ENDS[piece]}


def no_tile(words: Words, v: Any, way: int) -> str:
    """Why the run does not go on left (0), straight on (1) or right (2) (RW-3.3, RW-3.4, RW-3.8, RW-3.13, RS-4.3)."""
    here = int(v["current_place"])
    leave = (int(v["enter_side"]) + TURNS[way]) % SIDES
    there = words.board.beside[here][leave]
    if there < 0:
        return "the map ends there"
    if leave in _sides_used(v, here):
        return "track ends at that side of the hex already"
    city = words.board.hexes[there].city
    if city == v["origin_city"]:
        return f"the run comes from {words.city(city)}, and has to lead to another city"
    if city >= 0:
        return f"{words.city(city)} is not in play, and no track leads there"
    slot = _sides_used(v, there)[(leave + HALF) % SIDES]
    if v["link"][there, slot] != OPEN_RUN or v["owner"][there, slot] != v["current_player"]:
        return "track that is no open run of the seat ends at that side of the next hex"
    return f"the open run that ends there comes from {words.city(v['origin_city'])}, too"
