"""Positions, actions and events of Rail Baron in words."""

from typing import Any

from railgym.envs.core.display import count
from railgym.envs.core.events import Event
from railgym.envs.core.header import FULL
from railgym.envs.rail_baron_cards import event_kinds
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, BUY, ENGINE, ENGINES, HAND_CARD, PASS
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.purchase import ENGINE_PRICE
from railgym.envs.rail_baron_cards.state import HAND, MOST_PIPS, NO_CARD

__all__ = [
    "Words",
    "action_words",
    "decision",
    "describe",
    "event_sentence",
    "headline",
    "least_bid",
    "money",
    "standing",
]


def money(amount: Any) -> str:
    return f"${int(amount):,}"


class Words:
    """The names of a board's things, for one display.game."""

    def __init__(self, board: Board, params: Any, names: tuple[str, ...]) -> None:
        self.board, self.params, self.names = board, params, names

    def city(self, card: Any) -> str:
        return self.board.cities[int(self.params["card_city"][int(card)])].name

    def region(self, card: Any) -> str:
        return self.board.regions[self.board.cities[int(self.params["card_city"][int(card)])].region].name

    def card(self, card: Any) -> str:
        """A city with its region, which decides where it may be used."""
        return f"{self.city(card)} ({self.region(card)})"

    def copies(self, card: Any) -> str:
        """How many cards of its city there are (RB-2.5)."""
        n = self.board.cities[int(self.params["card_city"][int(card)])].copies
        return f"{n} {'copy' if n == 1 else 'copies'}"

    def payout(self, start: Any, goal: Any) -> str:
        cities = self.params["card_city"]
        return money(self.params["payout"][int(cities[int(start)]), int(cities[int(goal)])])

    def dots(self, start: Any, goal: Any) -> str:
        """The shortest way from one card's city to another's."""
        a, b = (int(self.params["card_city"][int(card)]) for card in (start, goal))
        return count(self.params["away"][b, self.board.cities[a].dot], "dot")

    def line(self, railroad: Any) -> str:
        return self.board.railroads[int(railroad)].abbreviation

    def lines(self, owner: Any, seat: int) -> str:
        """The railroads of a seat (-1: the bank's) with their prices."""
        owned = [i for i in range(len(self.board.railroads)) if int(owner[i]) == seat]
        return ", ".join(f"{self.line(i)} {money(self.board.railroads[i].price)}" for i in owned) or "none"

    def dot(self, dot: Any) -> str:
        """A city by its name, another dot by its own and the nearest city's."""
        here = self.board.dots[int(dot)]
        if here.city:
            return here.city
        away = self.params["away"][: len(self.board.cities), int(dot)]
        return f"{here.name} near {self.board.cities[int(away.argmin())].name}"


def action_words(words: Words, state: Any, label: str, action: int, routes: Any) -> str:
    """An action as it reads in this position; ``routes`` are those of the search, in a move. What was not in the words
    from the beginning is a note in brackets at their end, without which replays have them."""
    seat, phase = state["players"][int(state["current_player"])], int(state["phase"])
    if HAND_CARD <= action < HAND_CARD + HAND:
        card = seat["hand"][action - HAND_CARD]
        if card == NO_CARD:
            return label
        if phase == phases.SETUP_DISCARD:
            return f"discard {words.card(card)}"
        if phase == phases.SETUP_START:
            return f"start in {words.card(card)}"
        return f"go to {words.city(card)} for {words.payout(seat['start'], card)} ({words.region(card)})"
    if BID <= action < PASS and phase == phases.AUCTION:
        return f"bid {least_bid(words, state) + (action - BID) * BID_STEP} for {words.line(state['lot'])}"
    if ENGINE <= action < BUY:
        return f"{label} ({money(ENGINE_PRICE)})"
    ride, step = int(words.params["ride"]), int(words.params["step"])
    if BUY <= action < ride:
        return f"{label} ({_railroad_note(words, action)})"
    if ride <= action < step and phase == phases.MOVE:
        n = (action - ride) % MOST_PIPS + 1
        return _ride_words(words, routes[(action - ride) // MOST_PIPS], n, int(state["pips"]), label)
    if action >= step and phase == phases.MOVE:
        return _step_words(words, action - step, int(seat["dot"]), label)
    return label


def _railroad_note(words: Words, action: int) -> str:
    """What a railroad is called, and for how much it is bought or sold."""
    sell, auction = int(words.params["sell"]), int(words.params["auction"])
    first = BUY if action < sell else sell if action < auction else auction
    railroad = words.board.railroads[action - first]
    price = money(railroad.price if first == BUY else railroad.price // 2)
    return f"{railroad.name}, {'from ' if first == auction else ''}{price}"


def least_bid(words: Words, state: Any) -> int:
    """The least that may be bid for the railroad up for auction."""
    if state["lot_bid"]:
        return int(state["lot_bid"]) + BID_STEP
    return words.board.railroads[int(state["lot"])].price // 2


def _ride_words(words: Words, route: Any, dots: int, pips: int, label: str) -> str:
    """ "ride 7 dots, cheapest route: PA 4, NYC 3, to Toledo (2 unused)"."""
    if dots > int(route["length"]):
        return label
    stretches: list[list[Any]] = []
    for section in route["sections"][:dots]:
        line = words.line(words.params["section_railroad"][section])
        if stretches and stretches[-1][0] == line:
            stretches[-1][1] += 1
        else:
            stretches.append([line, 1])
    by = ", ".join(f"{line} {n}" for line, n in stretches)
    unused = f" ({pips - dots} unused)" if pips > dots else ""
    return f"{label}: {by}, to {words.dot(route['dots'][dots - 1])}{unused}"


def _step_words(words: Words, section: int, dot: int, label: str) -> str:
    """ "ride PA to D405 near Buffalo", from where the train is."""
    there = words.board.sections[section]
    if dot not in (there.a, there.b):
        return label
    return f"ride {words.line(there.railroad)} to {words.dot(there.b if dot == there.a else there.a)}"


def standing(words: Words, state: Any, player: int) -> str:
    """What ranks a seat: cash, and worth, which is cash and half the price of the railroads (RB-R9)."""
    if state["out"][player]:
        return "bankrupt"
    cash = int(state["scores"][player])
    owned = (line.price // 2 for line, owner in zip(words.board.railroads, state["owner"]) if owner == player)
    return f"{money(cash)} (worth {money(cash + sum(owned))})"


def decision(view: Any) -> str:
    """What is to be decided, and what it hangs on: dots left, or money."""
    phase, cash = int(view["phase"]), f"{money(view['scores'][int(view['current_player'])])} in cash"
    notes = {phases.MOVE: f"{count(view['pips'], 'dot')} left", phases.SELL: f"{cash}, {money(_due(view))} due"}
    notes |= dict.fromkeys((phases.BID, phases.PURCHASE, phases.AUCTION), cash)
    return phases.PHASES[phase] + (f" ({notes[phase]})" if phase in notes else "")


def _due(view: Any) -> int:
    return int(view["due_bank"]) + int(view["due"].sum())


def headline(view: Any, names: tuple[str, ...]) -> str:
    """The position in one line: whose decision is due and which, or who won and how the game ended."""
    if view["terminated"]:
        best = max(float(view["payoff"][p]) for p in range(len(names)))
        winners = [names[p] for p in range(len(names)) if float(view["payoff"][p]) == best]
        verdict = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
        return f"Game over, {verdict}: {phases.END_REASONS[int(view['end_reason'])]}"
    phase = int(view["phase"])
    when = "Set-up" if phase <= phases.BID else f"Round {int(view['round'])}"
    return f"{when}, {names[int(view['current_player'])]} to decide: {decision(view)}"


def describe(words: Words, view: Any) -> str:
    """The whole position, a line a fact; ``view`` is one record."""
    lines = [f"{headline(view, words.names)}."]
    for p in range(len(words.names)):
        lines += _describe_seat(words, view, p)
    lines.append(f"The bank's railroads: {words.lines(view['owner'], -1)}.")
    if view["lot"] >= 0:
        bidder = words.names[int(view["lot_bidder"])] if view["lot_bidder"] >= 0 else "nobody yet"
        lines.append(f"Up for auction: {words.line(view['lot'])}; least bid {money(least_bid(words, view))}, "
                     f"highest bidder {bidder}.")  # fmt: skip
    due = [("the bank", int(view["due_bank"]))] + [(name, int(view["due"][p])) for p, name in enumerate(words.names)]
    if any(amount for _, amount in due):
        lines.append(f"Due this turn: {', '.join(f'{money(amount)} to {who}' for who, amount in due if amount)}.")
    deck = f"{count(view['deck']['size'], 'card')} in the deck, {int(view['pile']['size'])} used or discarded"
    lines.append(f"{deck}: {_pile(words, view)}.")
    return "\n".join(lines)


def _pile(words: Words, view: Any) -> str:
    """The open cards of the pile by city."""
    counts: dict[str, int] = {}
    for card in sorted(int(card) for card in view["pile"]["cards"][: int(view["pile"]["size"])]):
        name = words.city(card) if card < int(words.params["cards"]) else "reshuffle"
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{name} x{n}" if n > 1 else name for name, n in counts.items()) or "none"


def _describe_seat(words: Words, view: Any, p: int) -> list[str]:
    seat, viewer = view["players"][p], int(view["viewer"])
    you = " (you)" if p == viewer else ""
    if view["out"][p]:
        return [f"{words.names[p]}{you}: bankrupt"]
    place = f", at {words.dot(seat['dot'])}" if seat["dot"] >= 0 else ""
    lines = [f"{words.names[p]}{you}: {money(view['scores'][p])}, {ENGINES[int(seat['engine'])]}{place}"]
    if seat["start"] != NO_CARD:
        lines.append(f"  run: from {_run(words, seat)}")
    known = [_card_in_hand(words, seat, card) for card in seat["hand"] if card != NO_CARD]
    if p == viewer or viewer == FULL or view["terminated"]:
        lines.append(f"  hand: {', '.join(known) or 'none'}")
    else:
        lines.append(f"  hand: {count(seat['hand_size'], 'card')}")
    lines.append(f"  railroads: {words.lines(view['owner'], p)}")
    for field, rate in (("old_bank", 1_000), ("old_five", 5_000)):
        others = [i for i in range(len(words.board.railroads)) if view["owner"][i] != p]
        kept = [words.line(i) for i in others if int(seat[field]) >> i & 1]
        if kept:
            lines.append(f"  keeps the old rate of {money(rate)}, where it is lower, on {', '.join(kept)}")
    return lines


def _card_in_hand(words: Words, seat: Any, card: Any) -> str:
    """A card with its region and copies, and with what the next run pays if it goes there, and its dots."""
    note = f"{words.region(card)}, {words.copies(card)}"
    if seat["start"] != NO_CARD:
        here = seat["start"] if seat["goal"] == NO_CARD else seat["goal"]
        if words.region(here) == words.region(card):
            note += f"; no run from {words.city(here)}"
        else:
            note += f"; {words.payout(here, card)} and {words.dots(here, card)} from {words.city(here)}"
    return f"{words.city(card)} ({note})"


def _run(words: Words, seat: Any) -> str:
    start, goal = seat["start"], seat["goal"]
    if goal == NO_CARD:
        return f"{words.city(start)} ({words.region(start)}, {words.copies(start)})"
    run = f"{words.city(start)} ({words.copies(start)}) to {words.city(goal)} ({words.copies(goal)})"
    run = f"{run} for {words.payout(start, goal)}"
    if seat["dot"] < 0:
        return run
    city = int(words.params["card_city"][int(goal)])
    away = int(words.params["away"][city, int(seat["dot"])])
    return f"{run}, {count(away, 'dot')} away" if away else f"{run}, arrived"


def event_sentence(words: Words, event: Event, viewer: int) -> str:
    """One event as the viewer may know it."""
    who = words.names[event.player] if event.player >= 0 else ""
    a, b, c, d = event.data
    city = [words.board.cities[i].name for i in (a, b, c) if 0 <= i < len(words.board.cities)]
    match event.kind:
        case event_kinds.DREW if not event.seen_by(viewer):
            return f"{who} draws cards"
        case event_kinds.DREW:
            return f"{who} draws {', '.join(city)}"
        case event_kinds.DISCARDED:
            return f"{who} discards {city[0]}, one too many of its region"
        case event_kinds.REDREW:
            return f"{who} draws {', '.join(city)}, too many of a region, and discards them"
        case event_kinds.SET_OUT:
            return f"{who} starts in {city[0]} and goes to {city[1]}"
        case event_kinds.BID:
            return f"{who} has bid {money(a)}{'' if b else ', which is not paid'}"
        case event_kinds.ROLLED:
            return f"{who} rolls {a} and {b}: {count(c, 'dot')}" if b else f"{who} rolls {count(c, 'dot')} with one die"
        case event_kinds.RODE:
            return f"{who} rides {words.line(a)}, {count(b, 'dot')}, from {words.dot(c)} to {words.dot(d)}"
        case event_kinds.STOPPED:
            return f"{who} stops, {count(a, 'dot')} left unused"
        case event_kinds.ARRIVED:
            return f"{who} arrives in {city[0]} and is paid {money(b)}"
        case event_kinds.BOUGHT:
            return f"{who} buys {words.board.railroads[a].name} for {money(b)}"
        case event_kinds.BOUGHT_ENGINE:
            return f"{who} buys the {ENGINES[a]} for {money(b)}"
        case event_kinds.NEXT_RUN:
            return f"{who} goes on from {city[0]} to {city[1]}"
        case event_kinds.SKIPPED:
            return f"{who} discards {city[0]}, to which there can be no run"
        case event_kinds.RESHUFFLED:
            return f"{count(a, 'used card')} {'is' if a == 1 else 'are'} shuffled into the deck"
        case event_kinds.PAID_BANK:
            return f"{who} pays {money(a)} to the bank"
        case event_kinds.PAID:
            return f"{who} pays {money(b)} to {words.names[a]}"
        case event_kinds.SOLD:
            return f"{who} sells {words.board.railroads[a].name} to the bank for {money(b)}"
        case event_kinds.PUT_UP:
            return f"{who} puts {words.board.railroads[a].name} up for auction from {money(b)}"
        case event_kinds.BID_FOR:
            return f"{who} bids {money(b)} for {words.line(a)}"
        case event_kinds.PASSED:
            return f"{who} bids no more for {words.line(a)}"
        case event_kinds.KNOCKED_DOWN:
            return f"{who} buys {words.board.railroads[a].name} from {words.names[c]} for {money(b)}"
        case event_kinds.BANKRUPT:
            return (
                f"{who} owes {money(a)}, cannot pay, and is out of the game: the players to be paid share the cash in "
                "proportion, rounded down to $500, and the rest goes to the bank"
            )
        case event_kinds.WON:
            return f"{who} wins with {money(a)}"
    raise ValueError(f"no words for event kind {event.kind}")
