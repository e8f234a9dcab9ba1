"""Positions, actions and events of Rail Baron in words."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import atan2, cos, pi, radians
from typing import Any

from railgym.envs.core.display import count, listed
from railgym.envs.rail_baron_cards.actions import BID, BID_STEP, BUY, DICE, ENGINE, ENGINES, HAND_CARD, PASS
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.rules.extra_owner import EXTRA_OWNERS
from railgym.envs.rail_baron_cards.rules.purchase import ENGINE_PRICE
from railgym.envs.rail_baron_cards.state import HAND, MOST_PIPS, NO_CARD

__all__ = [
    "ONE_DIE",
    "SENTENCES",
    "Words",
    "action_words",
    "decision",
    "least_bid",
    "money",
    "standing",
    "terms",
]

ROLL_STARTS = "roll all starts"
BY_DICE_QUESTIONS = {
    phases.SETUP_START: ROLL_STARTS,
    phases.NEXT_GOAL: "choose the region of the next destination",
    phases.TURN_GOAL: "choose the region of the next destination",
}
_COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
_BY_NUMBER = re.compile(r"(\w+) near ")


def money(amount: Any) -> str:
    """An amount of dollars, such as "$12,000"."""
    return f"${int(amount):,}"


class Words:
    """The names of cards, cities, dots and railroads of one game."""

    def __init__(self, board: Board, params: Any, names: tuple[str, ...]) -> None:
        self.board, self.params, self.names = board, params, names
        self.by_dice = params["destinations"] == BY_DICE
        extra = int(params["extra_owner"])
        self.owners = (*names, f"the {EXTRA_OWNERS[extra]}") if extra else names

    def city(self, card: Any) -> str:
        """The city of a card."""
        return self.board.cities[int(self.params["card_city"][int(card)])].name

    def region(self, card: Any) -> str:
        """The region of the city of a card."""
        return self.board.regions[self.board.cities[int(self.params["card_city"][int(card)])].region].name

    def card(self, card: Any) -> str:
        """The city of a card with its region, which decides when the card may be used."""
        return f"{self.city(card)} ({self.region(card)})"

    def copies(self, card: Any) -> str:
        """How many cards of the same city there are (RB-2.5), or how often it is rolled (RB-R15.2)."""
        if self.by_dice:
            return f"{int(self.params['city_copies'][int(card)]) / int(self.params['total_copies']):.1%} of the rolls"
        n = self.board.cities[int(self.params["card_city"][int(card)])].copies
        return f"{n} {'copy' if n == 1 else 'copies'}"

    def payout(self, start: Any, goal: Any) -> str:
        """The payout of a run from one card's city to another's."""
        cities = self.params["card_city"]
        return money(self.params["payout"][int(cities[int(start)]), int(cities[int(goal)])])

    def dots(self, start: Any, goal: Any) -> str:
        """The length of the shortest way from one card's city to another's."""
        a, b = (int(self.params["card_city"][int(card)]) for card in (start, goal))
        return count(self.params["away"][b, self.board.cities[a].dot], "dot")

    def region_note(self, region: int, start: Any) -> str:
        """How often a region is rolled, and the mean payout of runs from the start to its cities (RB-R15.2)."""
        odds = self.params["region_odds"]
        rolled = odds[region] / odds.sum()
        chances = self.params["city_odds"] * (self.params["city_region"] == region)
        mean = (chances * self.params["payout"][int(start)]).sum() / chances.sum()
        return f"{rolled:.1%} of the rolls, pays {money(mean)} on average"

    def line(self, railroad: Any) -> str:
        """The abbreviation of a railroad."""
        return self.board.railroads[int(railroad)].abbreviation

    def pile(self, view: Any) -> str:
        """The cards of the pile by city."""
        cards = (int(card) for card in sorted(view["pile"]["cards"][: int(view["pile"]["size"])]))
        counts = Counter(self.city(card) if card < int(self.params["cards"]) else "reshuffle" for card in cards)
        return listed(f"{name} x{n}" if n > 1 else name for name, n in counts.items())

    def dot(self, dot: Any) -> str:
        """The name of a city, or where another dot lies, such as "2 dots south-west of Chicago"."""
        return self._dots[int(dot)]

    def renamed(self, words: str) -> str:
        """Words with these names instead of the numbers of dots that older recordings have."""
        for number in _BY_NUMBER.findall(words):
            dot = self._numbers.get(number)
            if dot is not None:
                words = words.replace(f"{number} near {self._city_near(dot).name}", self.dot(dot))
        return words

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {dot.name: number for number, dot in enumerate(self.board.dots)}

    @cached_property
    def _dots(self) -> list[str]:
        """All dots. Those that lie alike from a city have their railroads behind, and where that is not enough, too,
        their numbers."""
        names = [dot.city or self._bearing(number) for number, dot in enumerate(self.board.dots)]
        lines = self._lines_of_dots()
        for notes in (lines, [dot.name for dot in self.board.dots]):
            alike = Counter(names)
            names = [f"{name} ({note})" if alike[name] > 1 else name for name, note in zip(names, notes)]
        return names

    def _lines_of_dots(self) -> list[str]:
        """The railroads at every dot: "on PA, NYC"."""
        lines: list[list[str]] = [[] for _ in self.board.dots]
        for section in self.board.sections:
            for dot in (section.a, section.b):
                lines[dot].append(self.line(section.railroad))
        return [f"on {listed(dict.fromkeys(found))}" for found in lines]

    def _city_near(self, dot: int) -> Any:
        away = self.params["away"][: len(self.board.cities), dot]
        return self.board.cities[int(away.argmin())]

    def _bearing(self, dot: int) -> str:
        """How many dots away, and where from, the nearest city is."""
        near, here = self._city_near(dot), self.board.dots[dot]
        there = self.board.dots[near.dot]
        east, north = (here.longitude - there.longitude) * cos(radians(38)), here.latitude - there.latitude
        away = self.params["away"][self.board.cities.index(near), dot]
        return f"{count(away, 'dot')} {_COMPASS[round(atan2(north, east) / (pi / 4)) % 8]} of {near.name}"


def action_words(words: Words, state: Any, label: str, action: int, routes: Any) -> str:
    """The words of an action in this position; in a move, ``routes`` are those of the route search.

    A note in brackets at the end may be left out: replays from before a note was added still play.
    """
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
    if DICE <= action < HAND_CARD:
        return _dice_words(words, state, label, action)
    if BID <= action < PASS and phase == phases.AUCTION:
        return f"bid {least_bid(words, state) + (action - BID) * BID_STEP} for {words.line(state['lot'])}"
    if ENGINE <= action < BUY:
        return f"{label} ({money(ENGINE_PRICE)})"
    ride, region, step = (int(words.params[name]) for name in ("ride", "region", "step"))
    if BUY <= action < ride:
        return f"{label} ({_railroad_note(words, action)})"
    if region <= action < step:
        return f"{label} ({words.board.regions[action - region].name})"
    if ride <= action < region and phase == phases.MOVE:
        n = (action - ride) % MOST_PIPS + 1
        return _ride_words(words, routes[(action - ride) // MOST_PIPS], n, int(state["pips"]), label)
    if action >= step and phase == phases.MOVE:
        return _step_words(words, action - step, int(seat["dot"]), label)
    return label


def _dice_words(words: Words, state: Any, label: str, action: int) -> str:
    """ "roll one die first (3 dots, then 9)", where all dice are rolled, the run that an exchange leads to, or the roll
    of all starts."""
    seat, phase = state["players"][int(state["current_player"])], int(state["phase"])
    if phase == phases.SETUP_START and action == DICE and words.by_dice:
        return ROLL_STARTS
    if phase == phases.EXCHANGE:
        ends = [words.card(seat["start"]), words.card(seat["goal"])]
        if action == DICE:
            return f"keep the run from {ends[0]} to {ends[1]}"
        return f"exchange the ends: run from {ends[1]} to {ends[0]}"
    if phase == phases.DICE_ORDER and words.params["dice_at_once"]:
        dots = [int(state["pips"]), int(state["second_dice"])]
        first, second = dots if action == DICE else dots[::-1]
        return f"{label} ({count(first, 'dot')}, then {second})"
    return label


def _railroad_note(words: Words, action: int) -> str:
    """The name of a railroad, and the price for which an action buys or sells it."""
    sell, auction = int(words.params["sell"]), int(words.params["auction"])
    first = BUY if action < sell else sell if action < auction else auction
    railroad = words.board.railroads[action - first]
    price = money(railroad.price if first == BUY else railroad.price // 2)
    return f"{railroad.name}, {'from ' if first == auction else ''}{price}"


def least_bid(words: Words, state: Any) -> int:
    """The least bid for the railroad up for auction (RB-R8.2)."""
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
    """The cash and the worth of a player, by which players are ranked: worth is cash and half the price of the
    railroads (RB-R9.2)."""
    if state["out"][player]:
        return "bankrupt"
    cash = int(state["scores"][player])
    owned = (line.price // 2 for line, owner in zip(words.board.railroads, state["owner"]) if owner == player)
    return f"{money(cash)} (worth {money(cash + sum(owned))})"


def decision(view: Any, by_dice: bool = False) -> str:
    """The decision that is due, with the dots left or the money for it."""
    if by_dice and int(view["phase"]) in BY_DICE_QUESTIONS:
        return BY_DICE_QUESTIONS[int(view["phase"])]
    phase, cash = int(view["phase"]), f"{money(view['scores'][int(view['current_player'])])} in cash"
    notes = {phases.MOVE: f"{count(view['pips'], 'dot')} left", phases.SELL: f"{cash}, {money(_due(view))} due"}
    notes |= dict.fromkeys((phases.BID, phases.PURCHASE, phases.AUCTION), cash)
    return phases.PHASES[phase] + (f" ({notes[phase]})" if phase in notes else "")


def _due(view: Any) -> int:
    """The dollars that the mover owes in all."""
    return int(view["due_bank"]) + int(view["due"].sum())


# --- events -------------------------------------------------------------------------------------------------------

ONE_DIE = "{who} rolls {c:dots} with one die"
SENTENCES: dict[str, str | tuple[str, str]] = {
    "discarded": "{who} discards {a:city}, one too many of its region",
    "drew": ("{who} draws {a:city}{b:next_city}{c:next_city}", "{who} draws cards"),
    "set_out": "{who} starts in {a:city} and goes to {b:city}",
    "bid": "{who} has bid {a:money}{b:unpaid}",
    "rolled": "{who} rolls {a} and {b}: {c:dots}",
    "rode": "{who} rides {a:line}, {b:dots}, from {c:dot} to {d:dot}",
    "stopped": "{who} stops, {a:dots} left unused",
    "arrived": "{who} arrives in {a:city} and is paid {b:money}",
    "bought": "{who} buys {a:railroad} for {b:money}",
    "bought_engine": "{who} buys the {a:engine} for {b:money}",
    "next_run": "{who} goes on from {a:city} to {b:city}",
    "redrew": "{who} draws {a:city}, {b:city}, {c:city}, too many of a region, and discards them",
    "skipped": "{who} discards {a:city}, to which there can be no run",
    "reshuffled": "{a:used_cards} shuffled into the deck",
    "paid_bank": "{who} pays {a:money} to the bank",
    "paid": "{who} pays {b:money} to {a:player}",
    "sold": "{who} sells {a:railroad} to the bank for {b:money}",
    "put_up": "{who} puts {a:railroad} up for auction from {b:money}",
    "bid_for": "{who} bids {b:money} for {a:line}",
    "passed": "{who} bids no more for {a:line}",
    "knocked_down": "{who} buys {a:railroad} from {c:player} for {b:money}",
    "bankrupt": "{who} owes {a:money}, cannot pay, and is out of the game: the players to be paid share the cash in "
    "proportion, rounded down to $500, and the rest goes to the bank",
    "won": "{who} wins with {a:money}",
    "taken": "{b:owner} takes {a:railroad} from the bank",
    "exchanged": "{who} exchanges the ends of the run: from {a:city} to {b:city}",
    "owed": "{who} owes {a:money} for track of {b:owner}",
    "rolled_start": "{who} rolls the start: {a:city}",
    "rolled_region": "{who} rolls the region of a destination: {a:region}",
    "chose_region": "{who} may choose the region, and chooses {a:region}",
    "lost_turn": "{who} rolls {a:city}, where the train is, and loses the turn",
}
"""A sentence for each kind of event, for :class:`railgym.envs.core.display.Display`."""


def terms(words: Words) -> dict[str, Callable[[int], str]]:
    """How the sentences write numbers."""
    board = words.board
    return {
        "city": lambda city: board.cities[city].name,
        "next_city": lambda city: f", {board.cities[city].name}" if city >= 0 else "",
        "dot": words.dot,
        "dots": lambda n: count(n, "dot"),
        "engine": ENGINES.__getitem__,
        "line": words.line,
        "money": money,
        "owner": words.owners.__getitem__,
        "player": words.names.__getitem__,
        "region": lambda region: board.regions[region].name,
        "railroad": lambda railroad: board.railroads[railroad].name,
        "unpaid": lambda paid: "" if paid else ", which is not paid",
        "used_cards": lambda n: f"{count(n, 'used card')} {'is' if n == 1 else 'are'}",
    }
