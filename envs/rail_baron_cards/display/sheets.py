"""The sheets: the bank, the cards and the auction on the table, and what every player has."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count
from railgym.envs.core.picture import ClickTargets
from railgym.envs.core.sheets import Item, Row, Sheet, row
from railgym.envs.rail_baron_cards.actions import BUY, DICE, ENGINE, ENGINES, HAND_CARD
from railgym.envs.rail_baron_cards.display.words import Words, least_bid, money
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.rail_baron_cards.display import RailBaronDisplay

__all__ = ["DEEDS", "all_sheets", "owned_by"]

DEEDS = ("buy", "sell", "auction")  # blocks of actions on railroads


def all_sheets(display: "RailBaronDisplay", view: "Reading") -> tuple[Sheet, ...]:
    """The sheets of the table and of all players."""
    v, words, targets = view.record[0], display.words, ClickTargets(view)
    goal = f"goal {money(words.params['goal'])}"
    sheets = [Sheet("Table", value=goal, rows=tuple(_table(words, v, targets)))]
    for p in range(len(words.names)):
        out = bool(v["out"][p])
        rows = () if out else _player(words, v, p, targets.of(p))
        worth = "" if out else money(v["scores"][p])
        sheets.append(display.player_sheet(view, p, worth, rows, "bankrupt" if out else ""))
    return tuple(sheets)


def owned_by(words: Words, v: Any, seat: int) -> list[int]:
    """The railroads of a player; -1: the bank's."""
    return [i for i in range(len(words.board.railroads)) if int(v["owner"][i]) == seat]


def _railroads(words: Words, railroads: list[int], targets: ClickTargets) -> list[Item]:
    """Railroads by abbreviation and price, with their names and colours."""
    found = []
    for i in railroads:
        line, actions = words.board.railroads[i], targets.legal(targets.ids(i, *DEEDS))
        found.append(Item(f"{line.abbreviation} ${line.price // 1000}k", line.name, line.colour, actions))
    return found


def _table(words: Words, v: Any, targets: ClickTargets) -> Iterator[Row]:
    """The roll or the auction, the fees that are due, the cards, and the bank's railroads."""
    if v["lot"] >= 0:
        yield from _auction(words, v, targets)
    elif v["phase"] == phases.MOVE:
        yield row("roll", f"{count(v['pips'], 'dot')} left", *_second_roll(words, v))
    else:
        yield row("roll", Item("no move under way", actions=targets.legal((DICE, DICE + 1))))
    due = [("the bank", v["due_bank"]), *zip(words.owners, v["due"])]
    yield row("due", *(f"{money(amount)} to {who}" for who, amount in due if amount))
    if not words.by_dice:
        used = Item(f"{int(v['pile']['size'])} used or discarded", words.pile(v))
        yield row("cards", f"{int(v['deck']['size'])} in the deck", used)
    elif v["phase"] in (phases.NEXT_GOAL, phases.TURN_GOAL):
        yield row("region", *_regions(words, v, targets))
    for owner in (-1, *range(len(words.names), len(words.owners))):
        name = words.owners[owner] if owner >= 0 else "the bank"
        yield row(f"railroads of {name}", *_railroads(words, owned_by(words, v, owner), targets))


def _regions(words: Words, v: Any, targets: ClickTargets) -> Iterator[Item]:
    """The regions that the mover may choose, with their odds and mean payouts."""
    start = v["players"][int(v["mover"])]["start"]
    for i, region in enumerate(words.board.regions):
        yield Item(region.name, words.region_note(i, start), actions=targets.legal(targets.ids(i, "region")))


def _second_roll(words: Words, v: Any) -> list[str]:
    """The second roll of this turn, if there is one: its dice, or its dots where all dice are rolled at once."""
    second = int(v["second_dice"])
    if not second:
        return []
    if words.params["dice_at_once"]:
        return [f"then {count(second, 'dot')}"]
    return ["then one more die" if second == 1 else "then two more dice"]


def _auction(words: Words, v: Any, targets: ClickTargets) -> Iterator[Row]:
    """The railroad up for auction, the highest and the least bid, and the players who still bid."""
    bidder, least = int(v["lot_bidder"]), least_bid(words, v)
    yield row(f"up for auction by {words.names[int(v['mover'])]}", *_railroads(words, [int(v["lot"])], targets))
    bid = f"{money(v['lot_bid'])} by {words.names[bidder]}" if bidder >= 0 else "none yet"
    yield row("highest bid", bid)
    yield row("least bid", money(least))
    gone = [v["out"][p] or p == v["mover"] or int(v["lot_passed"]) >> p & 1 for p in range(len(words.names))]
    able = [p == bidder or int(v["scores"][p]) >= least for p in range(len(words.names))]
    yield row("still bidding", *(name for p, name in enumerate(words.names) if able[p] and not gone[p]))


def _player(words: Words, v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """The run, the train, the hand as far as the viewer sees it, and the railroads."""
    seat = v["players"][p]
    if v["phase"] == phases.BID and seat["bid"] >= 0:
        yield row("bid", money(seat["bid"]))
    if seat["start"] != NO_CARD:
        yield row("run", *_run(words, seat))
    place = [f"at {words.dot(seat['dot'])}"] if seat["dot"] >= 0 else []
    yield row("train", Item(ENGINES[int(seat["engine"])], actions=targets.legal(range(ENGINE, BUY))), *place)
    if not words.by_dice:
        yield row("hand", *_hand(words, seat, targets))
    yield row("railroads", *_railroads(words, owned_by(words, v, p), targets))
    for field, rate in (("old_bank_rate", 1_000), ("old_owner_rate", 5_000)):
        others = [i for i in range(len(words.board.railroads)) if v["owner"][i] != p]
        kept = [words.line(i) for i in others if int(seat[field]) >> i & 1]
        if kept:
            yield row(f"old rate of {money(rate)}", Item(", ".join(kept), "where it is lower"))


def _run(words: Words, seat: Any) -> Iterator[Item]:
    """The run of a player with its payout, and the dots that are left."""
    start, goal = seat["start"], seat["goal"]
    if goal == NO_CARD:
        yield Item(f"from {words.city(start)}", f"{words.region(start)}, {words.copies(start)}")
        return
    copies = f"{words.city(start)}: {words.copies(start)}, {words.city(goal)}: {words.copies(goal)}"
    yield Item(f"{words.city(start)} to {words.city(goal)} for {words.payout(start, goal)}", copies)
    if seat["dot"] >= 0:
        city = int(words.params["card_city"][int(goal)])
        away = int(words.params["away"][city, int(seat["dot"])])
        yield Item(f"{count(away, 'dot')} to go" if away else "arrived")


def _hand(words: Words, seat: Any, targets: ClickTargets) -> list[Item]:
    """The known cards of a hand, each with the payout of a next run to it, and the number of hidden cards."""
    known = [(i, card) for i, card in enumerate(seat["hand"]) if card != NO_CARD]
    hidden = int(seat["hand_size"]) - len(known)
    cards = []
    for i, card in known:
        actions = targets.legal([HAND_CARD + i])
        cards.append(Item(words.city(card), _next_run(words, seat, card), actions=actions))
    return cards + [Item(count(hidden, "hidden card"))] * bool(hidden)


def _next_run(words: Words, seat: Any, card: Any) -> str:
    """The region and the copies of a card, and the payout and the dots of a next run to it."""
    note = f"{words.region(card)}, {words.copies(card)}"
    if seat["start"] == NO_CARD:
        return note
    here = seat["start"] if seat["goal"] == NO_CARD else seat["goal"]
    if words.region(here) == words.region(card):
        return f"{note}; no run from {words.city(here)}"
    return f"{note}; {words.payout(here, card)} and {words.dots(here, card)} from {words.city(here)}"
