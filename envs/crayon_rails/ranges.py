"""The ranges of the integers in a position of a crayon-rail game (``core/ranges.py``)."""

from typing import Any

from railgym.envs.core.ranges import ANY, FLAG, Range, deck_ranges, index, index_or_none, members, upto
from railgym.envs.crayon_rails.maps.model import MAX_RIVERS
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.state import COMPONENTS, HAND, REGIONS, STATE

__all__ = ["crayon_ranges", "crayon_ranges_in_phase"]

MOST_TURNS = 100  # the most turns that a seat loses, or that an event lasts


def crayon_ranges(params: Any) -> dict[str, Range]:
    """The ranges of the fields of a game with ``params``, a record."""
    seats, posts, cities, goods, demands, events = (
        int(params[f"num_{name}"]) for name in ("players", "mileposts", "cities", "goods", "cards", "events")
    )
    return {
        **{f"players.{name}": ANY for name in ("spent_on_track", "deliveries", "join_cost", "debt")},
        **{f"players.{name}": members(cities) for name in ("linked_cities", "closed_cities")},
        "players.closed_goods": members(goods),
        **{f"players.{name}": index_or_none(posts) for name in ("join_from", "train", "came_from", "home_milepost")},
        "players.engine": index(len(params["speed"])),
        "players.loads": index_or_none(goods),
        "players.cards": index_or_none(demands),
        "players.num_cards": upto(HAND),
        "players.turns_lost": upto(MOST_TURNS),
        "players.goal_met": FLAG,
        "players.one_network": FLAG,
        **dict.fromkeys(("goal", "round", "opening_rounds_done", "spent_in_turn", "exits_in_turn"), ANY),
        "flooded_rivers": members(MAX_RIVERS),
        "struck_cities": members(cities),
        "picked_up": members(goods),
        "dropped": members(goods),
        "component_cities": members(cities),
        "segment_start": index_or_none(posts),
        "track": index_or_none(seats),
        **dict.fromkeys(
            ("track_seats", "in_network", "component_seats", "fee_paid", "striking_crews", "must_lose_load"),
            members(seats),
        ),
        "component": index(COMPONENTS),
        "region": index_or_none(REGIONS),
        "weather": members(3),
        "num_regions": upto(REGIONS),
        "event_seat": index_or_none(seats),
        "event_turns_left": upto(MOST_TURNS),
        "chips": upto(int(params["good_chips"].max())),
        "order": index(seats),
        "order_index": index(seats),
        "mover": index_or_none(seats),
        "movement_left": upto(int(params["speed"].max() * params["step_points"])),
        **dict.fromkeys(("acted", "turn_ends", "track_closed"), FLAG),
        **deck_ranges("deck", STATE, demands + events),
        **deck_ranges("pile", STATE, demands + events),
    }


def crayon_ranges_in_phase(params: Any, phase: int) -> dict[str, Range]:
    """The narrower ranges of a phase: some seat is the mover, and a segment begins at a milepost."""
    seats, posts = index(int(params["num_players"])), index(int(params["num_mileposts"]))
    ranges = {"mover": seats} if phase != phases.GIVE_UP else {}
    if phase == phases.BUILD_FROM:
        ranges |= {"segment_start": posts}
    return ranges
