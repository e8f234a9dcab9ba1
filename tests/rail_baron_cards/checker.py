"""The rules of Rail Baron a second time: slow, in plain Python, and read from the board's files, to be compared with
the compiled ones.

A :class:`Referee` follows a game by its decisions and events. Only chance is taken from the events (dice, cards drawn,
the order of equal bids); every other event has to be the one that the rules call for. After each ply it knows who is
to decide, what is legal, and where all money, railroads and cards are, and compares that with the state.
"""

import csv
import heapq
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.board import DATA
from railgym.envs.rail_baron_cards.rules.phases import PHASES
from railgym.envs.rail_baron_cards.rules.routes import WEIGHTS

__all__ = ["Map", "Referee", "can_be_used", "decision_of", "pick", "referee_game"]

Pieces = frozenset[Any]

NO_CARD = 255
MOST_PIPS = 12
ENGINE_PRICE = 20_000
STEP = 500
BANK = -1
DISCARD, START, FIRST_GOAL, BID, DICE, MOVE, PURCHASE, GOAL, SELL, AUCTION = PHASES


# --- the board ----------------------------------------------------------------------------------------------------


def rows(folder: Path, file: str) -> list[dict[str, str]]:
    with (folder / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


class Map:
    """A board as its files have it; everything is numbered by its row."""

    def __init__(self, folder: Path) -> None:
        self.regions = [row["abbreviation"] for row in rows(folder, "regions.csv")]
        dots = {row["dot"]: i for i, row in enumerate(rows(folder, "dots.csv"))}
        railroads = rows(folder, "railroads.csv")
        lines = {row["abbreviation"]: i for i, row in enumerate(railroads)}
        self.prices = [int(row["price"]) for row in railroads]
        cities = rows(folder, "cities.csv")
        self.names = [row["city"] for row in cities]
        self.region = [self.regions.index(row["region"]) for row in cities]
        self.dot = [dots[row["dot"]] for row in cities]
        self.numbers = {row["city"]: row for row in rows(folder, "cards.csv")}
        self.copies = [int(self.numbers[name]["copies"]) for name in self.names]
        self.city_of_card = [city for city, copies in enumerate(self.copies) for _ in range(copies)]
        self.sections = [
            (dots[row["dot_a"]], dots[row["dot_b"]], lines[row["railroad"]]) for row in rows(folder, "sections.csv")
        ]
        # What riding a section uses up: the section itself, or over a fork the stubs at its two ends.
        self.pieces: list[Pieces] = [
            frozenset({(row["fork"], row["dot_a"]), (row["fork"], row["dot_b"])}) if row["fork"] else frozenset({i})
            for i, row in enumerate(rows(folder, "sections.csv"))
        ]
        self.at: list[list[int]] = [[] for _ in dots]
        for i, (a, b, _) in enumerate(self.sections):
            self.at[a].append(i)
            self.at[b].append(i)
        self.served = [{self.sections[i][2] for i in at} for at in self.at]

    def payout(self, start: int, goal: int) -> int:
        """The number of each card against the other's region, in dollars."""
        one, other = self.numbers[self.names[start]], self.numbers[self.names[goal]]
        return 1000 * (int(one[self.regions[self.region[goal]]]) + int(other[self.regions[self.region[start]]]))

    def beyond(self, section: int, dot: int) -> int:
        a, b, _ = self.sections[section]
        assert dot in (a, b)
        return b if dot == a else a

    def ways(self, dot: int, used: set[Any]) -> Iterator[tuple[int, int]]:
        """The sections that may be ridden from a dot, and where they lead."""
        for section in self.at[dot]:
            if not self.pieces[section] & used:
                yield section, self.beyond(section, dot)

    def fewest_dots(self, start: int, goal: int, used: set[Any]) -> int | None:
        """The length of the shortest way over track that is left, which is looked at once it is found: nothing on it
        is ridden twice. None: there is no way."""
        came: dict[int, int] = {start: -1}
        queue = deque([start])
        while queue and goal not in came:
            dot = queue.popleft()
            for section, other in self.ways(dot, used):
                if other not in came:
                    came[other] = section
                    queue.append(other)
        if goal not in came:
            return None
        dot, length, ridden = goal, 0, set(used)
        while dot != start:
            assert not self.pieces[came[dot]] & ridden
            ridden |= self.pieces[came[dot]]
            dot = self.beyond(came[dot], dot)
            length += 1
        return length

    def least_cost(self, start: int, goal: int, used: set[Any], cost: Sequence[int]) -> int:
        """What the cheapest way costs, with so much a dot on each railroad."""
        heap, done = [(0, start)], set()
        while heap:
            sum_, dot = heapq.heappop(heap)
            if dot == goal:
                return sum_
            if dot not in done:
                done.add(dot)
                for section, other in self.ways(dot, used):
                    if other not in done:
                        heapq.heappush(heap, (sum_ + cost[self.sections[section][2]], other))
        raise AssertionError("no way to the destination is left")


def can_be_used(here: int, regions: Iterable[int]) -> bool:
    """Whether cards of these regions can be used in some order, beginning ``here``, without a run inside a region."""
    return _can_be_used(here, tuple(sorted(regions)))


@cache
def _can_be_used(here: int, regions: tuple[int, ...]) -> bool:
    return any(all(a != b for a, b in zip((here, *order), order, strict=False)) for order in permutations(regions))


# --- the table ----------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """What a player has; cities stand for cards."""

    hand: list[int]
    cash: int = 20_000
    engine: int = 0
    bid: int = -1
    dot: int = -1
    start: int = -1
    goal: int = -1
    out: bool = False
    loose: bool = False
    used: set[Any] = field(default_factory=set)
    kept: dict[int, int] = field(default_factory=dict)
    """Railroads on which the train keeps an old rate, and the rate."""


class Referee:
    """Follows one game from its first position; ``play`` fails with what the rules say against it."""

    def __init__(self, game: Game, state: Array) -> None:
        options: Any = game.options
        folder = DATA / options.board if (DATA / options.board).is_dir() else Path(options.board)
        self.game, self.options, self.map = game, options, Map(folder)
        self.n = options.num_players
        hands = state["players"]["hand"][0, : self.n].tolist()
        self.seats = [Seat(self.cities(hand)) for hand in hands]
        assert all(len(seat.hand) == 4 for seat in self.seats)
        self.deck = Counter(self.map.city_of_card)
        for seat in self.seats:
            self.deck -= Counter(seat.hand)
        self.pile: Counter[int] = Counter()
        self.shuffles = 0
        self.owner = [BANK] * len(self.map.prices)
        self.before = list(self.owner)
        self.order = list(range(self.n))
        self.owed: Counter[int] = Counter()
        self.pips = self.place = self.round = self.purchases = 0
        self.mover, self.next_dice = -1, 0
        self.lot: int | None = None
        self.highest = (0, -1)  # bid and bidder
        self.passed: set[int] = set()
        self.places_out: list[int] = []
        self.payoff: list[float] | None = None
        self.reason = 0
        self.current, self.phase = 0, ""
        self.feed: deque[tuple[str, int, tuple[int, ...]]] = deque()
        self.notes: Counter[str] = Counter()
        """How often this and that has come up, for tests that want all of it to."""
        self.begin_hand()

    def cities(self, cards: Iterable[int]) -> list[int]:
        return [self.map.city_of_card[card] for card in cards if card != NO_CARD]

    def region(self, city: int) -> int:
        return self.map.region[city]

    # --- events ---------------------------------------------------------------------------------------------------

    def play(self, decision: tuple[Any, ...], events: Sequence[Event]) -> None:
        """One ply: what was decided, as :func:`decision_of` has it, and what happened."""
        self.feed = deque((self.game.event_kinds[e.kind], e.player, e.data) for e in events)
        for event in events:
            secret = self.game.event_kinds[event.kind] == "drew"
            assert event.visible_to == (1 << event.player if secret else 255)
        kind, *arguments = decision
        getattr(self, f"on_{kind}")(*arguments)
        assert not self.feed, f"too many events: {self.feed}"

    def take(self, kind: str, player: int) -> tuple[int, ...]:
        """The next event, which has to be of this kind and player."""
        assert self.feed, f"{kind} is missing"
        found, who, data = self.feed.popleft()
        assert (found, who) == (kind, player), f"{found} {who} {data} instead of {kind} {player}"
        return data

    def expect(self, kind: str, player: int, *data: int) -> None:
        found = self.take(kind, player)
        assert found == (*data, *[0] * (4 - len(data))), f"{kind} {found}, not {data}"

    # --- cards ----------------------------------------------------------------------------------------------------

    def draw(self, player: int, number: int, kind: str = "drew") -> list[int]:
        """Cards drawn, and the shuffling that this called for."""
        emptied: Counter[int] = Counter()
        while self.feed and self.feed[0][0] == "reshuffled":
            (size, *_) = self.take("reshuffled", -1)
            self.shuffles += 1
            used = self.pile.total()
            if self.options.reshuffle_cards:
                assert size in (used, used + 1)
            else:
                assert size == used
                emptied = self.deck
                assert emptied.total() < number
            self.deck = self.deck + self.pile
            self.pile = Counter()
        cities = [city for city in self.take(kind, player)[:3] if city >= 0][:number]
        drawn = Counter(cities)
        assert len(cities) == number
        assert emptied <= drawn, "the deck was shuffled before it was empty"
        assert drawn <= self.deck, "a card was drawn that is not in the deck"
        self.deck -= drawn
        return cities

    def crowd(self, seat: Seat) -> int:
        """The region of which a hand has three or more cards, or -1."""
        counts = Counter(map(self.region, seat.hand))
        return next((region for region, count in counts.items() if count >= 3), -1)

    def prepare(self, player: int) -> None:
        """Draw three when none are left, and skip cards to which there can be no run, until one can be chosen."""
        seat = self.seats[player]
        while True:
            if not seat.hand:
                self.draw_three(player)
            if self.goals(seat, seat.start):
                return
            assert seat.loose, "a hand that cannot be used up was not marked"
            self.notes["a card is skipped"] += 1
            city = seat.hand.pop(0)
            self.expect("skipped", player, city)
            self.pile[city] += 1

    def draw_three(self, player: int) -> None:
        seat = self.seats[player]
        seat.loose = False
        for redraws in range(20):
            ahead = [kind for kind, *_ in self.feed if kind in ("drew", "redrew")]
            assert ahead, "three cards were to be drawn"
            seat.hand = sorted(self.draw(player, 3, ahead[0]))
            usable = can_be_used(self.region(seat.start), [self.region(city) for city in seat.hand])
            assert usable or ahead[0] == "redrew" or redraws == 19, "cards that cannot be used were kept"
            assert not usable or ahead[0] == "drew", "cards that can be used were discarded"
            if ahead[0] == "drew":
                seat.loose = not usable
                return
            self.pile += Counter(seat.hand)

    def goals(self, seat: Seat, start: int) -> set[int]:
        """The cities of the hand that may be the next destination."""
        found = set()
        for city in seat.hand:
            rest = list(seat.hand)
            rest.remove(city)
            regions = [self.region(other) for other in rest]
            if self.region(city) != self.region(start) and (seat.loose or can_be_used(self.region(city), regions)):
                found.add(city)
        return found

    # --- set-up ---------------------------------------------------------------------------------------------------

    def begin_hand(self) -> None:
        seat = self.seats[self.current]
        crowd = self.crowd(seat)
        others = {self.region(city) for city in self.deck + self.pile} - {crowd}
        seat.loose = crowd >= 0 and not others
        self.phase = DISCARD if crowd >= 0 and others else START

    def on_card(self, city: int) -> None:
        player, seat = self.current, self.seats[self.current]
        seat.hand.remove(city)
        if self.phase == DISCARD:
            self.pile[city] += 1
            self.expect("discarded", player, city)
            if self.crowd(seat) < 0:
                seat.hand = sorted([*seat.hand, *self.draw(player, 4 - len(seat.hand))])
            self.begin_hand()
        elif self.phase == START:
            seat.start = city
            self.prepare(player)
            self.phase = FIRST_GOAL
        elif self.phase == FIRST_GOAL:
            seat.goal = city
            self.next_hand()
        else:
            self.set_goal(city)

    def next_hand(self) -> None:
        if self.current + 1 < self.n:
            self.current += 1
            self.begin_hand()
            return
        for player, seat in enumerate(self.seats):
            self.expect("set_out", player, seat.start, seat.goal)
            seat.dot = self.map.dot[seat.start]
        self.current, self.phase = 0, BID
        if self.options.bids == "none":
            self.begin_round()

    def on_bid(self, amount: int) -> None:
        if self.phase == AUCTION:
            self.auction_bid(amount)
            return
        self.seats[self.current].bid = amount
        if self.current + 1 < self.n:
            self.current += 1
            return
        assert all(event[0] == "bid" for event in list(self.feed)[: self.n])
        self.order = [event[1] for event in list(self.feed)[: self.n]]
        bids = [self.seats[player].bid for player in self.order]
        assert sorted(self.order) == list(range(self.n))
        assert bids == sorted(bids, reverse=True), "the order of play is not that of the bids"
        for place, player in enumerate(self.order):
            pays = self.options.bids == "each" or place == 0
            self.expect("bid", player, self.seats[player].bid, int(pays))
            self.seats[player].cash -= self.seats[player].bid if pays else 0
        self.begin_round()

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        if self.round == self.options.max_rounds:
            self.finish("the last round was played")
            return
        self.round += 1
        self.place = next(i for i, player in enumerate(self.order) if not self.seats[player].out)
        self.begin_turn()

    def begin_turn(self) -> None:
        self.mover = self.current = self.order[self.place]
        self.before = list(self.owner)
        self.owed.clear()
        engine = self.seats[self.mover].engine
        if engine == 1:
            self.phase = DICE
            return
        self.next_dice = 2 if engine == 2 else 0
        if self.roll(2, 0) == (6, 6) and engine == 0 and self.options.bonus_on_double_six:
            self.next_dice = 1

    def roll(self, dice: int, second: int) -> tuple[int, int]:
        a, b, total, flag = self.take("rolled", self.mover)
        assert 1 <= a <= 6 and (1 <= b <= 6 if dice == 2 else b == 0)
        assert (total, flag) == (a + b, second)
        self.pips, self.phase = total, MOVE
        return a, b

    def on_dice(self, choice: int) -> None:
        first = (2, 1)[choice]
        self.next_dice = 3 - first
        self.roll(first, 0)

    def on_stop(self) -> None:
        self.expect("stopped", self.mover, self.pips)
        self.pips = 0
        self.end_move()

    def on_ride(self, sections: Sequence[int], plan: bool) -> None:
        """Ride these sections; a plan ends the move, a step only if no pips are left."""
        seat, ridden = self.seats[self.mover], []
        for section in sections:
            assert not self.map.pieces[section] & seat.used, "track was ridden twice in a run"
            assert self.pips > 0 and not (ridden and seat.dot == self.map.dot[seat.goal])
            seat.used |= self.map.pieces[section]
            railroad = self.map.sections[section][2]
            if not ridden or ridden[-1][0] != railroad:
                ridden.append([railroad, 0, seat.dot, -1])
            seat.dot = self.map.beyond(section, seat.dot)
            ridden[-1][1] += 1
            ridden[-1][3] = seat.dot
            self.pips -= 1
            self.charge(railroad)
        for stretch in ridden:
            self.expect("rode", self.mover, *stretch)
        if seat.dot == self.map.dot[seat.goal]:
            self.arrive()
            return
        if plan and self.pips > 0:
            self.expect("stopped", self.mover, self.pips)
            self.pips = 0
        if self.pips == 0:
            self.end_move()

    def arrive(self) -> None:
        seat = self.seats[self.mover]
        payout = self.map.payout(seat.start, seat.goal)
        self.expect("arrived", self.mover, seat.goal, payout)
        seat.cash += payout
        self.pips = 0
        seat.used = set()
        self.purchases = 0
        if not self.has_winner():
            self.offer_purchase()

    def end_move(self) -> None:
        if self.next_dice:
            dice, self.next_dice = self.next_dice, 0
            self.roll(dice, 1)
        else:
            self.settle()

    def offer_purchase(self) -> None:
        most = self.options.purchases_per_arrival
        if (most is None or self.purchases < most) and self.wares():
            self.phase = PURCHASE
        else:
            self.begin_run()

    def wares(self) -> set[tuple[Any, ...]]:
        """What the mover can buy and pay."""
        seat = self.seats[self.mover]
        lines = {("buy", r) for r, price in enumerate(self.map.prices) if self.owner[r] == BANK and price <= seat.cash}
        engines = {("engine", seat.engine + 1)} if seat.engine < 2 and seat.cash >= ENGINE_PRICE else set()
        return lines | engines

    def on_done(self) -> None:
        self.begin_run()

    def on_engine(self, engine: int) -> None:
        seat = self.seats[self.mover]
        assert engine == seat.engine + 1
        seat.engine = engine
        self.bought("bought_engine", engine, ENGINE_PRICE)
        self.offer_purchase()

    def on_buy(self, railroad: int) -> None:
        assert self.owner[railroad] == BANK
        price = self.map.prices[railroad]
        old = self.fees_of_standing()
        self.owner[railroad] = self.mover
        for player, line, fee in old:
            if self.fee(player, line, self.owner) > fee:
                self.seats[player].kept[line] = fee
        self.bought("bought", railroad, price)
        self.offer_purchase()

    def bought(self, kind: str, what: int, price: int) -> None:
        self.expect(kind, self.mover, what, price)
        self.seats[self.mover].cash -= price
        assert self.seats[self.mover].cash >= 0
        self.purchases += 1

    def begin_run(self) -> None:
        seat = self.seats[self.mover]
        self.pile[seat.start] += 1
        seat.start, seat.goal = seat.goal, -1
        self.prepare(self.mover)
        if len(seat.hand) == 1:
            self.set_goal(seat.hand.pop())
        else:
            self.phase = GOAL

    def set_goal(self, city: int) -> None:
        seat = self.seats[self.mover]
        seat.goal = city
        self.expect("next_run", self.mover, seat.start, city)
        self.end_move()

    # --- fees -----------------------------------------------------------------------------------------------------

    def fee(self, player: int, railroad: int, owner: Sequence[int], kept: bool = True) -> int:
        """What a turn on a railroad costs with these owners, to a train that has ``kept`` its old rates or not."""
        if owner[railroad] == player:
            return 0
        if owner[railroad] == BANK:
            return 1_000
        full = 5_000 if BANK in owner else 10_000
        return min(full, self.seats[player].kept.get(railroad, full)) if kept else full

    def fees_of_standing(self) -> list[tuple[int, int, int]]:
        """Every train with every railroad that it stands on, and what that costs it now."""
        return [
            (player, railroad, self.fee(player, railroad, self.owner))
            for player, seat in enumerate(self.seats)
            if not seat.out
            for railroad in sorted(self.map.served[seat.dot])
        ]

    def charge(self, railroad: int) -> None:
        """The mover rides a railroad: whom he owes how much by the ownership before his purchases."""
        seat = self.seats[self.mover]
        seat.kept = {line: rate for line, rate in seat.kept.items() if line == railroad}
        rate = self.fee(self.mover, railroad, self.before)
        self.notes[f"a fee of {rate:,}"] += 1
        full = self.fee(self.mover, railroad, self.before, kept=False)
        self.notes[f"an old rate of {rate:,}"] += rate < full
        self.notes["a fee for own track, bought in this turn"] += rate > 0 and self.owner[railroad] == self.mover
        creditor = BANK if rate == 1_000 else self.before[railroad]
        if rate:
            self.owed[creditor] = max(self.owed[creditor], rate)

    def settle(self) -> None:
        """Fees, and what it takes to pay them."""
        if self.has_winner():
            return
        seat = self.seats[self.mover]
        if self.owed.total() <= seat.cash:
            for creditor in sorted(self.owed):
                self.pay(creditor, self.owed[creditor])
        elif self.mover in self.owner:
            self.current, self.phase = self.mover, SELL
            return
        else:
            self.go_bankrupt()
        self.owed.clear()
        if not self.has_winner():
            self.next_turn()

    def pay(self, creditor: int, amount: int) -> None:
        seat = self.seats[self.mover]
        seat.cash -= amount
        assert seat.cash >= 0
        if creditor == BANK:
            self.expect("paid_bank", self.mover, amount)
        else:
            self.expect("paid", self.mover, creditor, amount)
            self.seats[creditor].cash += amount

    def go_bankrupt(self) -> None:
        seat, total = self.seats[self.mover], self.owed.total()
        self.expect("bankrupt", self.mover, total)
        cash = seat.cash
        for creditor in sorted(self.owed):
            share = cash * self.owed[creditor] // total // STEP * STEP
            if creditor != BANK and share:
                self.pay(creditor, share)
                self.notes["a share of what a bankrupt had"] += 1
        self.pile += Counter([*seat.hand, seat.start, seat.goal])
        seat.hand, seat.start, seat.goal, seat.cash, seat.dot, seat.kept = [], -1, -1, 0, -1, {}
        seat.out = True
        self.places_out.append(self.mover)

    def next_turn(self) -> None:
        if len(self.places_out) == self.n - 1:
            self.finish("all other players are bankrupt")
            return
        later = [i for i in range(self.place + 1, self.n) if not self.seats[self.order[i]].out]
        if later:
            self.place = later[0]
            self.begin_turn()
        else:
            self.begin_round()

    # --- sales ----------------------------------------------------------------------------------------------------

    def half(self, railroad: int) -> int:
        return self.map.prices[railroad] // 2

    def on_sell(self, railroad: int) -> None:
        assert self.owner[railroad] == self.mover
        amount = self.half(railroad)
        self.expect("sold", self.mover, railroad, amount)
        self.seats[self.mover].cash += amount
        self.owner[railroad] = BANK
        for seat in self.seats:  # fees fall: to the bank's for this railroad, to the lower one for all others
            seat.kept = {line: rate for line, rate in seat.kept.items() if line != railroad and rate == 1_000}
        self.settle()

    def on_auction(self, railroad: int) -> None:
        assert self.owner[railroad] == self.mover
        self.expect("put_up", self.mover, railroad, self.half(railroad))
        self.lot, self.highest, self.passed = railroad, (0, -1), set()
        self.ask(self.mover)

    def least_bid(self) -> int:
        assert self.lot is not None
        return self.highest[0] + STEP if self.highest[0] else self.half(self.lot)

    def ask(self, last: int) -> None:
        """The next in the order of play who may bid; when there is none the lot is sold."""
        assert self.lot is not None
        begin = self.order.index(last)
        for player in self.order[begin + 1 :] + self.order[: begin + 1]:
            seat = self.seats[player]
            barred = seat.out or player == self.mover or player == self.highest[1] or player in self.passed
            if not barred and seat.cash >= self.least_bid():
                self.current, self.phase = player, AUCTION
                return
        railroad, (bid, buyer), self.lot = self.lot, self.highest, None
        self.highest, self.passed = (0, -1), set()
        if buyer < 0:
            self.notes["nobody bids"] += 1
            self.on_sell(railroad)
            return
        self.expect("knocked_down", buyer, railroad, bid, self.mover)
        self.owner[railroad] = buyer
        self.seats[buyer].cash -= bid
        self.seats[self.mover].cash += bid
        assert self.seats[buyer].cash >= 0
        self.settle()

    def auction_bid(self, amount: int) -> None:
        self.expect("bid_for", self.current, self.lot or 0, amount)
        assert amount >= self.least_bid() and amount <= self.seats[self.current].cash
        self.highest = (amount, self.current)
        self.ask(self.current)

    def on_pass(self) -> None:
        self.expect("passed", self.current, self.lot or 0)
        self.passed.add(self.current)
        self.ask(self.current)

    # --- the end --------------------------------------------------------------------------------------------------

    def has_winner(self) -> bool:
        """After every whole payment the first with the cash wins; of several the richest, then the first in order."""
        rich = [player for player in self.order if self.seats[player].cash >= self.options.goal]
        if rich:
            best = max(rich, key=lambda player: (self.seats[player].cash, -self.order.index(player)))
            self.notes["a win on another's turn"] += best != self.mover
            self.finish("a player has the money to win", best)
        return bool(rich)

    def worth(self, player: int) -> int:
        own = [railroad for railroad, owner in enumerate(self.owner) if owner == player]
        return self.seats[player].cash + sum(map(self.half, own))

    def finish(self, reason: str, winner: int = -1) -> None:
        """Ranks: the winner, then by worth, then those who left, the last of them first; ties share."""
        self.reason = self.game.end_reasons.index(reason)
        ranked = {player: (1, self.worth(player)) for player in range(self.n)}
        ranked |= {player: (0, i) for i, player in enumerate(self.places_out)}
        if winner >= 0:
            ranked[winner] = (2, 0)
        self.payoff = []
        for player in range(self.n):
            ahead = sum(rank > ranked[player] for rank in ranked.values())
            behind = sum(rank < ranked[player] for rank in ranked.values())
            self.payoff.append((behind - ahead) / (self.n - 1))
            if ahead == 0:
                self.expect("won", player, self.seats[player].cash)

    # --- what is legal --------------------------------------------------------------------------------------------

    def choices(self) -> set[tuple[Any, ...]]:
        """All that is legal now, plans apart."""
        seat = self.seats[self.current]
        match self.phase:
            case str(phase) if phase == DISCARD:
                return {("card", city) for city in seat.hand if self.region(city) == self.crowd(seat)}
            case str(phase) if phase == START:
                return {("card", city) for city in seat.hand if self.may_start(seat, city)}
            case str(phase) if phase in (FIRST_GOAL, GOAL):
                return {("card", city) for city in self.goals(seat, seat.start)}
            case str(phase) if phase == BID:
                return {("bid", amount) for amount in range(0, seat.cash + 1, STEP)}
            case str(phase) if phase == DICE:
                return {("dice", 0), ("dice", 1)}
            case str(phase) if phase == MOVE:
                return {("stop",)} | {("ride", (section,), False) for section in self.steps()}
            case str(phase) if phase == PURCHASE:
                return {("done",)} | self.wares()
            case str(phase) if phase == SELL:
                own = [railroad for railroad, owner in enumerate(self.owner) if owner == self.mover]
                others = [s.cash for player, s in enumerate(self.seats) if player != self.mover and not s.out]
                sold = {("sell", railroad) for railroad in own}
                return sold | {("auction", railroad) for railroad in own if max(others) >= self.half(railroad)}
        most = min(seat.cash, self.least_bid() + 20_000)
        return {("pass",)} | {("bid", amount) for amount in range(self.least_bid(), most + 1, STEP)}

    def may_start(self, seat: Seat, city: int) -> bool:
        rest = list(seat.hand)
        rest.remove(city)
        return seat.loose or can_be_used(self.region(city), [self.region(other) for other in rest])

    def steps(self) -> Iterator[int]:
        """The sections that the mover may ride: track that is left, from which the destination can be reached."""
        seat = self.seats[self.mover]
        goal = self.map.dot[seat.goal]
        for section in self.map.at[seat.dot]:
            shared = self.map.pieces[section] & seat.used
            self.notes["a stub of a fork is used up"] += 0 < len(shared) < len(self.map.pieces[section])
            if not shared:
                after = seat.used | self.map.pieces[section]
                if self.map.fewest_dots(self.map.beyond(section, seat.dot), goal, after) is not None:
                    yield section
                else:
                    self.notes["a step would leave no way"] += 1

    # --- comparison with the game ---------------------------------------------------------------------------------

    def compare(self, state: Array) -> None:
        """Fails where the state differs."""
        s = state[0]
        assert self.reason == int(s["end_reason"])
        assert (self.payoff is not None) == bool(s["terminated"])
        if self.payoff is not None:
            np.testing.assert_allclose(s["payoff"][: self.n], self.payoff, atol=1e-6)
        else:
            assert (self.current, self.phase) == (int(s["current"]), PHASES[int(s["phase"])])
            assert self.pips == int(s["pips"])
            assert (self.mover, self.place, self.round) == (int(s["mover"]), int(s["place"]), int(s["round"]))
        assert [seat.cash for seat in self.seats] == s["scores"][: self.n].tolist()
        assert self.owner == s["owner"][: len(self.owner)].tolist()
        assert self.order == s["order"][: self.n].tolist()
        due = {p: int(amount) for p, amount in enumerate(s["due"][: self.n]) if amount}
        assert dict(self.owed) == due | ({BANK: int(s["due_bank"])} if s["due_bank"] else {})
        assert (-1 if self.lot is None else self.lot) == int(s["lot"])
        assert self.highest == (int(s["lot_bid"]), int(s["lot_bidder"]))
        self.compare_seats(s)
        self.compare_cards(s)

    def compare_seats(self, s: Any) -> None:
        players = s["players"]
        for player, seat in enumerate(self.seats):
            there = players[player]
            assert seat.out == bool(s["out"][player])
            assert (seat.dot, seat.engine) == (int(there["dot"]), int(there["engine"]))
            assert sorted(seat.hand) == self.cities(there["hand"].tolist())
            assert len(seat.hand) == int(there["hand_size"])
            for city, card in ((seat.start, there["start"]), (seat.goal, there["goal"])):
                assert [city] * (city >= 0) == self.cities([int(card)])
            for railroad, owner in enumerate(self.owner):
                fee = self.fee(player, railroad, self.owner)
                assert fee == rate_in(there, owner, player, railroad, BANK in self.owner), (
                    f"{player} owes {fee} on {railroad}"
                )

    def compare_cards(self, s: Any) -> None:
        """Every card is in one place, and in the one where the referee has it."""
        places: list[int] = []
        for name, cities in (("deck", self.deck), ("pile", self.pile)):
            size = int(s[name]["size"])
            cards = s[name]["cards"].tolist()
            assert not any(cards[size:])
            assert Counter(self.cities(card for card in cards[:size] if card < len(self.map.city_of_card))) == cities
            places += cards[:size]
        players = s["players"][: self.n]
        places += [*players["hand"].ravel().tolist(), *players["start"].tolist(), *players["goal"].tolist()]
        total, setting_up = len(self.map.city_of_card), self.seats[-1].dot < 0 and not self.round
        found = sorted(card for card in places if card != NO_CARD)
        assert found == list(range(total + self.options.reshuffle_cards)) or (
            setting_up and found == list(range(total))
        )

    def compare_mask(self, state: Array, mask: Array) -> None:
        """What is legal, routes included."""
        offered = np.flatnonzero(mask).tolist()
        routes = self.game._work["routes"][0]
        decisions = [decision_of(self.game, state, action, routes) for action in offered]
        assert len(set(decisions)) == len(decisions), "two actions do the same"
        plans = {decision for decision in decisions if decision[0] == "ride" and decision[2]}
        others = set(decisions) - plans
        expected = self.choices()
        if not state["mode"][0, self.current]:
            expected = {decision for decision in expected if decision[0] != "ride"}
        assert others == expected, f"{others - expected} too many, {expected - others} missing"
        assert (self.phase == MOVE) == bool(plans)
        if plans:
            self.compare_routes(routes, {decision[1] for decision in plans})

    def compare_routes(self, routes: Any, plans: set[tuple[int, ...]]) -> None:
        """The routes are legal trails, the best by their weights, and all their beginnings are offered."""
        seat = self.seats[self.mover]
        goal = self.map.dot[seat.goal]
        classes = [0 if not fee else 1 if fee == 1_000 else 2 for fee in self.fees_now()]
        beginnings = set()
        for route, weights in zip(routes, WEIGHTS.tolist(), strict=True):
            length, counts = int(route["length"]), [int(route[name]) for name in ("own", "bank", "foreign")]
            sections = route["sections"].tolist()[: min(length, MOST_PIPS)]
            dot, used, ridden = seat.dot, set(seat.used), [0, 0, 0]
            for section, to in zip(sections, route["dots"].tolist(), strict=False):
                assert dot != goal
                assert not self.map.pieces[section] & used, "a route rides track twice"
                used |= self.map.pieces[section]
                dot = self.map.beyond(section, dot)
                assert dot == to
                ridden[classes[self.map.sections[section][2]]] += 1
            assert sum(counts) == length and all(a <= b for a, b in zip(ridden, counts, strict=True))
            assert (dot == goal) == (length <= MOST_PIPS)
            cost = [weights[kind] for kind in classes]
            self.notes["a route of more than 12 dots"] += length > MOST_PIPS
            total = sum(n * w for n, w in zip(counts, weights, strict=True))
            begun = sum(n * w for n, w in zip(ridden, weights, strict=True))
            assert total == self.map.least_cost(seat.dot, goal, seat.used, cost), "there is a better route"
            assert total == begun + self.map.least_cost(dot, goal, used, cost), "a route does not end as it says"
            beginnings |= {tuple(sections[:n]) for n in range(1, min(length, self.pips) + 1)}
        assert int(routes[0]["length"]) == self.map.fewest_dots(seat.dot, goal, seat.used)
        assert plans == beginnings

    def fees_now(self) -> list[int]:
        return [self.fee(self.mover, railroad, self.before) for railroad in range(len(self.owner))]


def rate_in(seat: Any, owner: int, player: int, railroad: int, some_at_bank: bool) -> int:
    """The fee that a seat's record speaks of."""
    if owner == player:
        return 0
    if owner == BANK or int(seat["old_bank"]) >> railroad & 1:
        return 1_000
    return 5_000 if some_at_bank or int(seat["old_five"]) >> railroad & 1 else 10_000


# --- playing ------------------------------------------------------------------------------------------------------


def decision_of(game: Game, state: Array, action: int, routes: Any) -> tuple[Any, ...]:
    """An action as what is done, apart from ids."""
    s = state[0]
    block = game.actions.block_of(action)
    i = action - block.start
    match block.name:
        case "hand":
            return ("card", int(game.params["card_city"][0, s["players"][s["current"]]["hand"][i]]))
        case "bid" if PHASES[int(s["phase"])] == AUCTION:
            half = int(game.params["price"][0, s["lot"]]) // 2
            return ("bid", (int(s["lot_bid"]) + STEP if s["lot_bid"] else half) + i * STEP)
        case "bid":
            return ("bid", i * STEP)
        case "engine":
            return ("engine", i + 1)
        case "ride":
            kind, dots = divmod(i, MOST_PIPS)
            return ("ride", tuple(routes[kind]["sections"].tolist()[: dots + 1]), True)
        case "step":
            return ("ride", (i,), False)
        case "stop" | "pass" | "done":
            return (block.name,)
    return (block.name, i)


def pick(game: Game, mask: Array, rng: np.random.Generator, style: str) -> int:
    """A legal action: ``random``, or ``eager``, which bids low, rides far and seldom stops."""
    legal = np.flatnonzero(mask)
    if style == "random" or rng.random() < 0.1:
        return int(rng.choice(legal))
    low = {"stop": 0.01, "bid": 0.02, "step": 0.3}
    weights = np.array([low.get(game.actions.block_of(int(action)).name, 1.0) for action in legal])
    ride = game.actions.blocks["ride"]
    weights *= np.where((legal >= ride.start) & (legal < ride.stop), 2.0 ** ((legal - ride.start) % MOST_PIPS), 1)
    weights[legal == game.actions.blocks["bid"].start] = 1
    return int(rng.choice(legal, p=weights / weights.sum()))


def referee_game(game: Game, seed: int, style: str = "random", masks: float = 1.0) -> Counter[str]:
    """Play a whole game under a referee, who looks at a share ``masks`` of all masks; returns what happened how
    often."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    referee = Referee(game, state)
    seen: Counter[str] = Counter()
    try:
        while True:
            referee.compare(state)
            if state["terminated"][0]:
                break
            mask = game.legal(state)
            if rng.random() < masks:
                referee.compare_mask(state, mask)
            action = pick(game, mask, rng, style)
            decision = decision_of(game, state, action, game._work["routes"][0])
            events = game.apply_unchecked(state, action)
            seen.update(game.event_kinds[event.kind] for event in events)
            seen["plies"] += 1
            referee.play(decision, events)
    except AssertionError as error:
        where = f"seed {seed}, {style}, ply {int(state['ply'][0])}, {game.options!r}"
        raise AssertionError(f"{error}\n{where}") from error
    seen[game.end_reasons[int(state["end_reason"][0])]] += 1
    return seen + referee.notes
