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
AMOUNTS = (
    *("link_tiles", "cubes", "bag", "new_city_tiles", "num_empty_markers", "year", "last_year"),
    *("cubes_to_exhaust", "lines_to_claim", "barons_to_claim"),
)
FLAGS = (
    *("empty_marker", "western_built", "card_seen", "turn_part", "third_card_due"),
    *("grant_in_use", "new_city_is_free"),
)


def railways_ranges(params: Any) -> dict[str, Range]:
    """The ranges of the fields of a game with ``params``, a record."""
    seats, hexes, cities, lines, operations = (
        int(params[f"num_{name}"]) for name in ("players", "hexes", "cities", "lines", "operations")
    )
    return {
        **{f"players.{name}": allowed for name, allowed in _player_ranges(cities, lines).items()},
        **dict.fromkeys(AMOUNTS, ANY),
        "joined": members(cities),
        "cities_passed": members(cities),
        "claimed_lines": members(lines),
        "track": index_or_none(PIECES),
        "owner": index_or_none(OWNERS),
        "link": index_or_none(LINKS),
        "link_a": index(cities),
        "link_b": index(cities),
        "link_owner": index_or_none(OWNERS),
        "num_links": upto(LINKS),
        "color": index(COLORS + 1),
        **dict.fromkeys(FLAGS, FLAG),
        "hotel": index_or_none(seats),
        "near_hexes": ANY,
        "near_price": ANY,
        "track_changed": ANY,
        "near_tiles": upto(MOST_TILES),
        "near_way": upto(SIDES * 3**MOST_TILES - 1),
        "near_stale": index(4),
        "display": index_or_none(operations),
        "num_displayed": upto(operations),
        "round": upto(phases.ROUNDS),
        "first_seat": index(seats),
        "last_year_reason": index(len(phases.END_REASONS)),
        "first_with_level_8": index_or_none(seats),
        "bid": upto(MOST_BID),
        "bidder": index_or_none(seats),
        "passed_auction": members(seats),
        "order": index_or_none(seats),
        "bids": upto(MOST_BID),
        "num_runs": upto(RUNS),
        "run_hex": index(hexes),
        "run_side": index(SIDES),
        "run_owner": index_or_none(OWNERS),
        **dict.fromkeys(("railbot_goal", "origin_city", "next_city"), index_or_none(cities)),
        "current_place": index_or_none(hexes),
        "enter_side": index_or_none(SIDES),
        "tiles_laid": upto(MOST_TILES),
        "cube_color": index_or_none(COLORS),
        "links_passed": upto(BEST_ENGINE),
        "links_by_owner": upto(BEST_ENGINE),
        **deck_ranges("deck", STATE, operations),
        **_railbot_ranges(operations),
    }


def _player_ranges(cities: int, lines: int) -> dict[str, Range]:
    """The ranges of the fields of each player."""
    return {
        **dict.fromkeys(("cash", "bonds", "delivered"), ANY),
        "major_lines": members(lines),
        "delivered_to": members(cities),
        "engine": upto(BEST_ENGINE),
        **dict.fromkeys(("actions_left", "land_grants", "longest_delivery", "most_own_links"), upto(100)),
        "perfect_engineering": FLAG,
        "barons": hideable(index_or_none(len(UNIVERSAL_BARONS))),
    }


def _railbot_ranges(operations: int) -> dict[str, Range]:
    """The ranges of the Railbot's fields with that number of operations cards."""
    return {
        **dict.fromkeys(("railbot_row", "insured_card", "resolving_card"), index_or_none(MAX_RAILBOT)),
        "railbot_seen": upto(PUT_BACK),
        "display_capacity": upto(operations),
        "duel_barons": index_or_none(len(DUEL_BARONS)),
        "duel_owner": index_or_none(OWNERS),
        "baron_effects": members(len(DUEL_BARONS)),
        "turn_untouched": Range(-1, 1),
        "resolving_pair": Range(-1, 3),
        **deck_ranges("railbot_deck", STATE, MAX_RAILBOT),
        **deck_ranges("removed_cards", STATE, MAX_RAILBOT),
    }


def railways_ranges_in_phase(params: Any, phase: int) -> dict[str, Range]:
    """The narrower ranges of a phase: a run or a cube in motion has a place on the map, and the card or the cube of the
    decision exists."""
    city, card = index(int(params["num_cities"])), index(MAX_RAILBOT)
    ranges: dict[str, Range] = {}
    if phase == phases.LAY:
        ranges |= {"current_place": index(int(params["num_hexes"])), "enter_side": index(SIDES), "origin_city": city}
    if phase in (phases.GO, phases.OVER):
        ranges |= {"current_place": city, "origin_city": city, "cube_color": index(COLORS)}
    if phase == phases.OVER:
        ranges |= {"next_city": city}
    if phase in (phases.PICK_SLOT, phases.TAKE_CUBE):
        ranges |= {"resolving_card": card}
    if phase == phases.TAKE_CUBE:
        ranges |= {"resolving_pair": Range(0, 2)}
    if phase == phases.PATH:
        ranges |= {"railbot_goal": city, "origin_city": city, "current_place": index(int(params["num_hexes"]))}
    return ranges
