"""The ranges of the integers in a position of Railways of the World (``core/ranges.py``)."""

from typing import Any

from railgym.envs.core.ranges import ANY, FLAG, Range, deck_ranges, hideable, index, index_or_none, members, upto
from railgym.envs.railways_of_the_world.actions import MOST_BID
from railgym.envs.railways_of_the_world.maps.model import MAX_RAILBOT
from railgym.envs.railways_of_the_world.names import DUEL_BARONS, UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import COLORS, LINKS, MOST_TILES, OWNERS, PUT_BACK, RUNS, SIDES, STATE

__all__ = ["railways_ranges", "railways_ranges_in_phase"]

PIECES = 9
BEST_ENGINE = 8
AMOUNTS = ("link_tiles", "cubes", "bag", "tiles", "markers", "year", "last_year", "exhaust", "lines_due", "barons_due")


def railways_ranges(params: Any) -> dict[str, Range]:
    """The ranges of the fields, for ``params``, a record."""
    seats, hexes, cities, lines, operations = (
        int(params[f"num_{name}"]) for name in ("players", "hexes", "cities", "lines", "operations")
    )
    return {
        **{f"players.{name}": ANY for name in ("cash", "bonds", "delivered")},
        "players.lines": members(lines),
        "players.served": members(cities),
        "players.engine": upto(BEST_ENGINE),
        **{f"players.{name}": upto(100) for name in ("actions", "grants", "longest", "most_own")},
        "players.engineers": FLAG,
        "players.barons": hideable(index_or_none(len(UNIVERSAL_BARONS))),
        **dict.fromkeys(AMOUNTS, ANY),
        "joined": members(cities),
        "path": members(cities),
        "claimed": members(lines),
        "track": index_or_none(PIECES),
        "owner": index_or_none(OWNERS),
        "link": index_or_none(LINKS),
        "link_a": index(cities),
        "link_b": index(cities),
        "link_owner": index_or_none(OWNERS),
        "num_links": upto(LINKS),
        "color": index(COLORS + 1),
        **dict.fromkeys(("marker", "western", "seen", "part", "third_due", "grant", "free"), FLAG),
        "hotel": index_or_none(seats),
        "near_hexes": ANY,
        "near_price": ANY,
        "track_changed": ANY,
        "near_tiles": upto(MOST_TILES),
        "near_way": upto(SIDES * 3**MOST_TILES - 1),
        "near_stale": index(4),
        "display": index_or_none(operations),
        "shown": upto(operations),
        "round": upto(phases.ROUNDS),
        "first": index(seats),
        "last_why": index(len(phases.END_REASONS)),
        "first_8": index_or_none(seats),
        "bid": upto(MOST_BID),
        "bidder": index_or_none(seats),
        "passed": members(seats),
        "num_runs": upto(RUNS),
        "run_hex": index(hexes),
        "run_side": index(SIDES),
        "run_owner": index_or_none(OWNERS),
        **dict.fromkeys(("path_to", "origin", "next_city"), index_or_none(cities)),
        "at": index_or_none(hexes),
        "enter": index_or_none(SIDES),
        "laid": upto(MOST_TILES),
        "cube": index_or_none(COLORS),
        "length": upto(BEST_ENGINE),
        "over": upto(BEST_ENGINE),
        **deck_ranges("deck", STATE, operations),
        **_railbot_ranges(operations),
    }


def _railbot_ranges(operations: int) -> dict[str, Range]:
    """The ranges of the Railbot's fields, for so many operations cards."""
    return {
        **dict.fromkeys(("row", "insured", "card"), index_or_none(MAX_RAILBOT)),
        "spent": upto(PUT_BACK),
        "capacity": upto(operations),
        "duel": index_or_none(len(DUEL_BARONS)),
        "duel_owner": index_or_none(OWNERS),
        "effects": members(len(DUEL_BARONS)),
        "fresh": Range(-1, 1),
        "pair": Range(-1, 3),
        **deck_ranges("bots", STATE, MAX_RAILBOT),
        **deck_ranges("removed", STATE, MAX_RAILBOT),
    }


def railways_ranges_in_phase(params: Any, phase: int) -> dict[str, Range]:
    """The narrower ranges of a phase: a run or a cube on its way has a place on the map, and the card or the cube of
    the decision exists."""
    city, card = index(int(params["num_cities"])), index(MAX_RAILBOT)
    ranges: dict[str, Range] = {}
    if phase == phases.LAY:
        ranges |= {"at": index(int(params["num_hexes"])), "enter": index(SIDES), "origin": city}
    if phase in (phases.GO, phases.OVER):
        ranges |= {"at": city, "origin": city, "cube": index(COLORS)}
    if phase == phases.OVER:
        ranges |= {"next_city": city}
    if phase in (phases.PICK_SLOT, phases.TAKE_CUBE):
        ranges |= {"card": card}
    if phase == phases.TAKE_CUBE:
        ranges |= {"pair": Range(0, 2)}
    if phase == phases.PATH:
        ranges |= {"path_to": city, "origin": city, "at": index(int(params["num_hexes"]))}
    return ranges
