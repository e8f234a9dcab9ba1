"""The ranges of the integers in a position of Rail Baron (``core/ranges.py``).

They are not derived from the notation, because most of its entries are no single field of the record: a run is two
cards, and ``hand_size`` and ``num_out`` are not in the notation at all.
"""

from typing import Any

from railgym.envs.core.ranges import ANY, CURRENT, FLAG, Range, deck_ranges, index, index_or_none, members, upto
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import HAND, MOST_PIPS, STATE, SUPERCHIEF

__all__ = ["rail_baron_ranges", "rail_baron_ranges_in_phase"]

AMOUNTS = ("due", "due_bank", "lot_bid", "round", "purchases", "shuffles", "shuffled_in")


def rail_baron_ranges(params: Any) -> dict[str, Range]:
    """The ranges of the fields; ``params`` is one record."""
    seats, railroads, cards = (int(params[name]) for name in ("num_players", "num_railroads", "cards"))
    deck = cards + int(params["reshuffle_cards"])
    return {
        **{f"players.{name}": ANY for name in ("ridden", "bid", "drawn")},
        **{f"players.{name}": members(railroads) for name in ("old_bank_rate", "old_owner_rate")},
        **{f"players.{name}": index_or_none(cards) for name in ("start", "goal", "hand")},
        "players.dot": index_or_none(int(params["num_dots"])),
        "players.hand_size": upto(HAND),
        "players.engine": index(SUPERCHIEF + 1),
        "players.kept_region": index_or_none(int(params["num_regions"])),
        "players.kept_cards": upto(HAND),
        "players.not_usable": FLAG,
        "players.exit_order": upto(seats),
        **dict.fromkeys(AMOUNTS, ANY),
        "bought": members(railroads),
        "owner": index_or_none(seats + (params["extra_owner"] > 0)),
        "order": index(seats),
        "place": upto(seats),
        "mover": index_or_none(seats),
        "pips": upto(MOST_PIPS),
        "second_dice": upto(MOST_PIPS),
        "num_out": index(seats),
        "lot": index_or_none(railroads),
        "lot_bidder": index_or_none(seats),
        "lot_passed": members(seats),
        **deck_ranges("deck", STATE, deck),
        **deck_ranges("pile", STATE, deck),
    }


def rail_baron_ranges_in_phase(params: Any, phase: int) -> dict[str, Range]:
    """The narrower ranges of a phase: trains are on the board from the phase of bids on, and after it there is a
    mover."""
    seats, cards = index(int(params["num_players"])), index(int(params["cards"]))
    ranges: dict[str, Range] = {}
    if phase >= phases.BID:  # bankrupt players have no train
        some = "players" if phase == phases.BID else "current_player"
        ranges |= {f"{some}.dot": index(int(params["num_dots"])), f"{some}.start": cards}
    if phase > phases.BID:
        ranges |= {"mover": seats, "place": seats}
    if phase in (phases.DICE_ORDER, phases.MOVE, phases.EXCHANGE):
        ranges |= {"current_player.goal": cards, "mover": CURRENT}
    if phase == phases.TURN_GOAL:
        ranges |= {"mover": CURRENT}
    if phase == phases.AUCTION:
        ranges |= {"lot": index(int(params["num_railroads"]))}
    return ranges
