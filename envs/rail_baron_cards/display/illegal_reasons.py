"""The rules that forbid illegal actions, found from a view alone. The tags lead to ``RULES.md`` (`git grep -nw`)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.rail_baron_cards.actions import BID_STEP, BUY, ENGINE, ENGINES, HAND_CARD, ROUTES
from railgym.envs.rail_baron_cards.display.words import least_bid, money
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.purchase import ENGINE_PRICE
from railgym.envs.rail_baron_cards.state import MOST_PIPS, NO_CARD

if TYPE_CHECKING:
    from railgym.envs.rail_baron_cards.display import RailBaronDisplay

__all__ = ["likely_illegal", "why_illegal"]

CARDS = (phases.SETUP_DISCARD, phases.SETUP_START, phases.SETUP_GOAL, phases.NEXT_GOAL)
# The phases of each block of the action table, and the rule that forbids it in all other phases.
BLOCKS: dict[str, tuple[tuple[int, ...], str]] = {
    "stop": ((phases.MOVE,), "a train stops during a move, after the roll"),  # RB-4.2
    "dice": (
        (phases.DICE_ORDER, phases.EXCHANGE),
        "the owner of an Express chooses the first dice before the turn's first roll",
    ),  # RB-5.5
    "hand": (CARDS, "cards are chosen in set-up, and after an arrival when the purchases are done"),  # RB-3.4, RB-4.8
    "bid": (
        (phases.BID, phases.AUCTION),
        "bids are made in set-up for the order of play, and at auctions",
    ),  # RB-3.6, RB-R8.2
    "pass": ((phases.AUCTION,), "only the bidders of an auction may stop bidding"),  # RB-R8.3
    "done": ((phases.PURCHASE,), "purchases are made, and ended, on arrival at a destination"),  # RB-4.6
    "engine": ((phases.PURCHASE,), "engines are bought on arrival at a destination"),  # RB-5.4, RB-R6
    "buy": ((phases.PURCHASE,), "railroads are bought on arrival at a destination"),  # RB-4.6
    "sell": ((phases.SELL,), "railroads are sold only while the fees of a turn cannot be paid"),  # RB-R8.1
    "auction": ((phases.SELL,), "railroads are auctioned only while the fees of a turn cannot be paid"),  # RB-R8.1
    "ride": ((phases.MOVE,), "a train rides during a move, after the roll"),  # RB-4.1
    "region": (
        (phases.NEXT_GOAL, phases.TURN_GOAL),
        "a region can be chosen only after the roll gave the region of the start",
    ),  # RB-R15.3
    "step": ((phases.MOVE,), "a train rides during a move, after the roll"),  # RB-4.1
}


def likely_illegal(display: "RailBaronDisplay", v: Any, mask: Any) -> dict[int, str]:
    """The illegal actions that the current player is likely to try, each with the rule that forbids it.

    These are cards in hand (RB-4.15), railroads and engines to buy (RB-4.6), railroads to auction (RB-R8.1), and track
    at the train (RB-R5.4). ``v`` is one record, ``mask`` its legal actions.
    """
    return {action: why_illegal(display, v, mask, action) for action in _likely(display, v) if not mask[action]}


def _likely(display: "RailBaronDisplay", v: Any) -> Iterator[int]:
    """The actions that a player is likely to try, legal or not (RB-4.15, RB-4.6, RB-R8.1, RB-R5.4)."""
    seat, phase, blocks = v["players"][int(v["current_player"])], int(v["phase"]), display.actions.blocks
    if phase in CARDS:
        cities = [display.words.city(card) for card in seat["hand"] if card != NO_CARD]
        yield from (HAND_CARD + i for i, city in enumerate(cities) if city not in cities[:i])
    elif phase == phases.PURCHASE:
        yield from range(ENGINE + int(seat["engine"]), BUY)
        yield from (BUY + i for i in range(len(display.board.railroads)) if v["owner"][i] < 0)
    elif phase == phases.SELL:
        first = blocks["auction"].start
        yield from (first + i for i in range(len(display.board.railroads)) if v["owner"][i] == v["mover"])
    elif phase == phases.MOVE and v["mode"][int(v["mover"])]:
        first, dot = blocks["step"].start, int(seat["dot"])
        yield from (first + i for i, section in enumerate(display.board.sections) if dot in (section.a, section.b))


def why_illegal(display: "RailBaronDisplay", v: Any, mask: Any, action: int) -> str:
    """The rule that forbids an action now, as a clause; empty for a legal one. In another phase, the rule in
    ``BLOCKS`` forbids it; after the end, that the game is over (RB-6.2)."""
    if v["terminated"]:
        return "the game is over"
    if mask[action]:
        return ""
    block = display.actions.block_of(action)
    in_phases, placed = BLOCKS[block.name]
    if int(v["phase"]) not in in_phases:
        return placed
    i = action - block.start
    match block.name:
        case "hand":
            return _card(display, v, mask, i)
        case "bid":
            return _bid(display, v, i)
        case "engine":
            return _engine(v, i + 1)
        case "buy":
            return _purchase(display, v, i)
        case "sell" | "auction":
            return _sale(display, v, i)
        case "ride":
            return _ride(v, display.game.rules.scratch["routes"][0], *divmod(i, MOST_PIPS))
        case "step":
            return _step(display, v, i)
    raise AssertionError(f"{block.name} is legal throughout its phase")


def _card(display: "RailBaronDisplay", v: Any, mask: Any, i: int) -> str:
    """Why a card of the hand may not be chosen: RB-3.3 and RB-R3.1 for discards, RB-3.4 and RB-R4 for starts, RB-4.10
    and RB-4.15 for destinations."""
    words, seat = display.words, v["players"][int(v["current_player"])]
    cards = [card for card in seat["hand"] if card != NO_CARD]
    if i >= len(cards):
        return f"your hand has {count(len(cards), 'card')}"
    if any(mask[HAND_CARD + k] for k, card in enumerate(cards) if words.city(card) == words.city(cards[i])):
        return "another card of the same city is offered instead"
    if int(v["phase"]) == phases.SETUP_DISCARD:
        return "only cards of the region that you hold too many of are discarded"
    if seat["start"] != NO_CARD and words.region(seat["start"]) == words.region(cards[i]):
        return f"the run begins in {words.card(seat['start'])}, and no run stays in one region"
    return "the other cards could not all be used then, because no run stays in one region"


def _bid(display: "RailBaronDisplay", v: Any, i: int) -> str:
    """Why a bid may not be made: it is above the cash (RB-3.6, RB-R8.2)."""
    cash, least = int(v["scores"][int(v["current_player"])]), 0 if v["lot"] < 0 else least_bid(display.words, v)
    return f"it is above your cash: {_missing(least + i * BID_STEP, cash)}"


def _missing(price: int, cash: int) -> str:
    """How much cash is missing for a price (RB-4.6, RB-5.4, RB-5.6) or a bid (RB-R8.2)."""
    return f"you lack {money(price - cash)}"


def _engine(v: Any, engine: int) -> str:
    """Why an engine may not be bought: the Express comes first, and each costs 20,000 (RB-5.4, RB-5.6)."""
    owned = int(v["players"][int(v["mover"])]["engine"])
    if engine <= owned:
        return f"you have the {ENGINES[owned]} already"
    if engine > owned + 1:
        return f"the {ENGINES[engine]} is bought after the {ENGINES[engine - 1]}"
    return f"the {ENGINES[engine]} costs {money(ENGINE_PRICE)}: {_missing(ENGINE_PRICE, int(v['scores'][v['mover']]))}"


def _purchase(display: "RailBaronDisplay", v: Any, i: int) -> str:
    """Why a railroad may not be bought: it is not the bank's, or costs more than the cash (RB-4.6)."""
    owner, price = int(v["owner"][i]), display.board.railroads[i].price
    if owner >= 0:
        return "you own it already" if owner == v["mover"] else f"{display.words.owners[owner]} owns it, not the bank"
    return f"it costs {money(price)}: {_missing(price, int(v['scores'][v['mover']]))}"


def _sale(display: "RailBaronDisplay", v: Any, i: int) -> str:
    """Why a railroad may not be sold or auctioned: it is not the player's own, or no other player can bid (RB-R8.1)."""
    owner = int(v["owner"][i])
    if owner != v["mover"]:
        return f"{display.words.owners[owner] if owner >= 0 else 'the bank'} owns it, not you"
    return f"no other player has the {money(display.board.railroads[i].price // 2)} of the least bid"


def _ride(v: Any, routes: Any, kind: int, n: int) -> str:
    """Why a ride is not offered: it is longer than the roll (RB-4.1) or than the route (RB-R5.2), or the same as a ride
    on another route."""
    dots, length = n + 1, int(routes[kind]["length"])
    if dots > v["pips"]:
        return f"the roll leaves {count(v['pips'], 'dot')} to ride"
    if dots > length:
        return f"the {ROUTES[kind]} route arrives after {count(length, 'dot')}"
    sections = [route["sections"][:dots].tolist() if route["length"] >= dots else [] for route in routes]
    earlier = sections.index(sections[kind])
    return f"so far it is the same as the {ROUTES[earlier]} route"


def _step(display: "RailBaronDisplay", v: Any, section: int) -> str:
    """Why a section may not be ridden: it is not at the train (RB-4.1), was ridden in this run (RB-R5.4,
    RB-R5.5), or leaves no way to the destination (RB-R5.6)."""
    seat, there = v["players"][int(v["mover"])], display.board.sections[section]
    if not v["mode"][int(v["mover"])]:
        return "this seat rides along routes, not section by section"
    if int(seat["dot"]) not in (there.a, there.b):
        return f"the train is at {display.words.dot(seat['dot'])}, at neither end of it"
    pieces = [int(piece) for piece in display.params[0]["section_piece"][section] if piece >= 0]
    if any(int(seat["ridden"][piece >> 6]) >> (piece & 63) & 1 for piece in pieces):
        return "it was ridden in this run, or track of its fork was, and no track is ridden twice in a run"
    return "the destination could not be reached after it, because no track is ridden twice in a run"
