"""The sheets: cards and stock of the table, the Railbot, and every player."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count, listed
from railgym.envs.core.picture import ClickTargets
from railgym.envs.core.sheets import Item, Row, Sheet, row
from railgym.envs.railways_of_the_world.display.picture_parts import colour_of
from railgym.envs.railways_of_the_world.display.words import Words, money, open_runs
from railgym.envs.railways_of_the_world.display.words_names import ORDINALS
from railgym.envs.railways_of_the_world.display.words_railbot import (
    DUEL_EFFECTS,
    DUEL_GOALS,
    LASTING,
    bot_deed,
    unseen_cards,
)
from railgym.envs.railways_of_the_world.maps.drawing import FILLS
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import BLUE, GRAY
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD, NOBODY, RAILBOT

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["all_sheets"]

FEW = 5  # operations cards on display that are listed with their effects


def all_sheets(display: Any, view: "Reading") -> tuple[Sheet, ...]:
    """The table's sheet, the Railbot's, and the players'."""
    v, words, targets = view.record[0], display.words, ClickTargets(view)
    players = [_company(display, view, p, targets.of(p)) for p in range(len(words.companies))]
    table = Sheet("Table", value=_end(words, v), rows=tuple(_table(words, v, targets)))
    if not words.solo:
        return (table, *players)
    rows = tuple(_railbot(display, v, targets))
    if len(words.names) > len(words.companies):
        return (table, *players, display.player_sheet(view, len(players), "", rows))
    return (table, Sheet("Railbot", rows=rows), *players)


def _end(words: Words, v: Any) -> str:
    """How near the end is; against the Railbot also the points to be reached."""
    near = f"Empty City Markers {int(v['num_empty_markers'])} of {int(words.params['markers_to_end'])}"
    if v["last_year"]:
        near = f"the game ends with turn {int(v['last_year'])}"
    return near + (f", target {int(words.params['target'])}" if words.solo else "")


def _cubes(numbers: Iterable[Any]) -> Iterator[Item]:
    """Cubes by color."""
    for color, n in zip(COLORS, numbers, strict=False):
        if n:
            yield Item(f"{int(n)} {color}", color=FILLS[color])


# --- the table --------------------------------------------------------------------------------------------------------


def _table(words: Words, v: Any, targets: ClickTargets) -> Iterator[Row]:
    """What wins, the order of play, the operations cards, the major lines, and the stock."""
    aim = f"{int(words.params['target'])} points" if words.solo else "the most points"
    yield row("to win", f"{aim} at the end, one less for each bond")
    if v["last_year"]:
        yield row("reason of the end", phases.END_REASONS[int(v["last_year_reason"])])
    if v["phase"] == phases.AUCTION:
        yield row("highest bid", f"{money(v['bid'])} by {words.names[int(v['bidder'])]}" if v["bid"] else "none")
    if not words.solo and v["year"]:
        yield from _order(words, v)
    places = f", {int(v['num_displayed'])} of {int(v['display_capacity'])}" if words.solo else ""
    yield row(f"operations cards, the oldest first{places}", *_operations(words, v, targets))
    yield row("operations deck", count(v["deck"]["size"], "card"))
    yield row("major lines", *_major_lines(words, v, targets))
    yield row("bag", *_cubes(v["bag"]))
    tiles = enumerate(zip(COLORS[BLUE:GRAY], v["new_city_tiles"][BLUE:GRAY], strict=True))
    yield row(
        "New City tiles",
        *(Item(f"{int(n)} {c}", "", FILLS[c], targets.legal(targets.ids(i, "color"))) for i, (c, n) in tiles),
    )


def _order(words: Words, v: Any) -> Iterator[Row]:
    """The row of the first player; with the variants of ``bidding`` also the known places of all players."""
    auction, bidding = v["phase"] == phases.AUCTION, int(words.params["bidding"])
    if auction or bidding == phases.TRADITIONAL:
        yield row(f"first in {'the last' if auction else 'this'} turn", words.names[int(v["first_seat"])])
    order = words.order(v)
    if bidding != phases.TRADITIONAL and order[-1] != NOBODY:
        names = ["open" if seat == NOBODY else words.names[seat] for seat in order]
        yield row("order of this turn", *(f"{place}. {name}" for place, name in enumerate(names, 1)))


def _operations(words: Words, v: Any, targets: ClickTargets) -> Iterator[Item]:
    """The operations cards on display, with their effects: in notes if there are many."""
    cards = words.shown(v)
    few = len(cards) <= FEW
    for card in cards:
        there = words.board.operations[card]
        points = f", {count(there.points, 'point')}" if there.points and there.kind != "hotel" else ""
        label, effect = words.card(card) + points, words.card_effect(card, v)
        actions = targets.legal(targets.ids(card, "take"))
        yield Item(f"{label}: {effect}" if few else label, "" if few else effect, actions=actions)


def _major_lines(words: Words, v: Any, targets: ClickTargets) -> Iterator[Item]:
    """The major lines with their points, and the colour of the player that has one."""
    for i, line in enumerate(words.board.lines):
        if line.in_play:
            owner = words.line_owner(v, i)
            whose, colour = ("open", "") if owner == NOBODY else (f"of {words.owner(owner)}", colour_of(owner)[0])
            actions = targets.legal(targets.ids(i, "line"))
            yield Item(f"{words.line(i)} for {line.points}", whose, colour, actions)


# --- the players ------------------------------------------------------------------------------------------------------


def _company(display: Any, view: "Reading", p: int, targets: ClickTargets) -> Sheet:
    """The sheet of a player that builds and delivers."""
    v = view.record[0]
    points, rows = count(v["scores"][p], "point"), _holdings(display.words, v, p, targets)
    sheet: Sheet = display.player_sheet(view, p, points, rows, _status(display.words, v, p))
    return sheet


def _status(words: Words, v: Any, p: int) -> str:
    """The actions that a player has left, or their part in the auction."""
    if v["terminated"]:
        return ""
    if v["phase"] == phases.AUCTION:
        return _part_in_auction(words, v, p)
    acts = p == v["current_player"] and phases.ACTION <= v["phase"] < phases.PICK_SLOT
    return f"{count(v['players'][p]['actions_left'], 'action')} left" if acts else ""


def _part_in_auction(words: Words, v: Any, p: int) -> str:
    """The bid of a player in the auction; after they passed, their place in the turn."""
    if int(v["passed_auction"]) >> p & 1:
        order = words.order(v)
        return "out of the auction" + (f", {ORDINALS[order.index(p)]} in the turn" if p in order else "")
    own_bid = v["bid"] if v["bidder"] == p else v["bids"][p]
    return f"bids {money(own_bid)}" if own_bid else ""


def _holdings(words: Words, v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """What a player has."""
    seat = v["players"][p]
    income = f"income {money(words.income(v, p))}"
    yield row("money", money(seat["cash"]), count(seat["bonds"], "bond"), income)
    yield row("engine", Item(f"level {int(seat['engine'])}", actions=targets.legal(targets.all_of("upgrade"))))
    runs = open_runs(words, v, p)
    open_run = [Item(count(len(runs), "open run"), "; ".join(runs))] * bool(runs)
    longest = f"longest delivery {count(seat['longest_delivery'], 'link')}"
    yield row("links", _links(words, v, p), *open_run, longest)
    yield row("holds", *_things(words, v, p, targets))
    served = words.members(seat["delivered_to"])
    where = [Item(f"to {len(served)} {'city' if len(served) == 1 else 'cities'}", words.cities(served))] * bool(served)
    yield row("delivered", *_cubes(seat["delivered"]), *where)
    yield from _barons(words, v, p, targets)


def _links(words: Words, v: Any, owner: int) -> Item:
    """The links of a player or the Railbot."""
    links = words.links(v, owner)
    return Item(str(len(links)), ", ".join(f"{words.pair(a, b)} of {count(n, 'tile')}" for a, b, n in links))


def _things(words: Words, v: Any, p: int, targets: ClickTargets) -> Iterator[Item]:
    """Hotels, land grants, Perfect Engineering, and major lines."""
    seat, hotels = v["players"][p], [city for city, owner in enumerate(v["hotel"]) if owner == p]
    if hotels:
        yield Item(count(len(hotels), "hotel"), words.cities(hotels))
    if seat["land_grants"]:
        yield Item(count(seat["land_grants"], "land grant"), actions=targets.legal(targets.all_of("grant")))
    if seat["perfect_engineering"]:
        yield Item("Perfect Engineering", "five tiles in an action")
    lines = words.members(seat["major_lines"])
    if lines:
        yield Item(count(len(lines), "major line"), listed(map(words.line, lines)))


def _barons(words: Words, v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """The barons of a player, as far as the viewer may know them."""
    first, second = v["players"][p]["barons"]
    if first == HIDDEN:
        yield row("baron", "hidden")
    elif first != NO_CARD:
        kept = v["year"] > 0 or (v["phase"] == phases.KEEP_BARON and p < v["current_player"])
        dealt = [
            Item(words.baron(baron), actions=targets.legal(targets.ids(i, "keep")))
            for i, baron in enumerate((first, second))
        ]
        yield row("baron", dealt[0]) if kept else row("barons dealt, one to be kept", *dealt)
        if kept:
            yield row("baron not kept", dealt[1])


# --- the Railbot ------------------------------------------------------------------------------------------------------


def _railbot(display: Any, v: Any, targets: ClickTargets) -> Iterator[Row]:
    """The row, Insurance, the cards to come, and the Duel Barons."""
    words: Words = display.words
    for place, card in enumerate(map(int, v["railbot_row"])):
        yield row(
            f"card {place + 1}", *_row_card(display, v, card, targets.legal(targets.ids(place, "insure", "slot")))
        )
    if v["resolving_card"] != NO_CARD and v["phase"] >= phases.PICK_SLOT and not v["terminated"]:
        doing = "revealed" if v["phase"] == phases.PICK_SLOT else "being resolved"
        yield row(doing, words.bot_card(v["resolving_card"]))
    insured = v["insured_card"]
    yield row("Insurance token", "to be had" if insured == NO_CARD else f"on {words.bot_card(insured)}")
    left = Item(f"{count(v['railbot_deck']['size'], 'card')} left", f"not seen yet: {unseen_cards(words, v)}")
    yield row("deck", left)
    yield row("links", _links(words, v, RAILBOT))
    for baron, owner in zip(v["duel_barons"], v["duel_owner"], strict=True):
        if baron >= 0:
            whose = "on offer" if owner == NOBODY else f"claimed by {words.owner(owner)}"
            goal = Item(DUEL_GOALS[baron], actions=targets.legal(targets.ids(int(baron), "duel")))
            yield row(f"Duel Baron {words.duel(baron)}", goal, f"of the Railbot: {DUEL_EFFECTS[baron]}", whose)
    if words.params["duel_barons"]:
        yield row("effects in force", *(DUEL_EFFECTS[b] for b in LASTING if int(v["baron_effects"]) >> b & 1))


def _row_card(display: Any, v: Any, card: int, actions: tuple[int, ...]) -> Iterator[Item]:
    """A card of the row, and what it would do now."""
    if card != NO_CARD:
        yield Item(display.words.bot_card(card), actions=actions)
        deed = bot_deed(display, v, card)
        if card == v["insured_card"]:
            yield Item("insured: it will do nothing")
        elif deed:
            yield Item(f"now: {deed}")
