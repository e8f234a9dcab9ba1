"""The part of the referee (``checker.py``) that follows a game by its decisions and events."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rail_baron_cards.checker_destinations import RolledDestinations
from rail_baron_cards.checker_map import (
    AUCTION,
    BANK,
    BID,
    DISCARD,
    ENGINE_PRICE,
    EXCHANGE,
    FIRST_GOAL,
    GOAL,
    NO_CARD,
    PURCHASE,
    START,
    TURN_GOAL,
    Map,
    can_be_used,
)

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.board import DATA

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


class Follower(RolledDestinations):
    """Follows one game from its first position; ``play`` fails with what the rules say against it."""

    def __init__(self, game: Game, state: Array) -> None:
        options: Any = game.options
        folder = DATA / options.board if (DATA / options.board).is_dir() else Path(options.board)
        self.game, self.options, self.map = game, options, Map(folder)
        self.n = options.num_players
        hands = state["players"]["hand"][0, : self.n].tolist()
        self.seats = [Seat(self.cities(hand)) for hand in hands]
        self.by_dice = options.destinations == "dice"
        assert all(len(seat.hand) == (0 if self.by_dice else 4) for seat in self.seats)
        if self.by_dice:
            self.map.city_of_card = list(range(len(self.map.names)))
        self.deck = Counter(() if self.by_dice else self.map.city_of_card)
        for seat in self.seats:
            self.deck -= Counter(seat.hand)
        self.pile: Counter[int] = Counter()
        self.shuffles = 0
        self.owner = [BANK] * len(self.map.prices)
        self.before = list(self.owner)
        self.order = list(range(self.n))
        self.owed: Counter[int] = Counter()
        self.pips = self.place = self.round = self.purchases = 0
        self.mover, self.next_dice, self.next_pips = -1, 0, 0
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
        if self.by_dice and self.seats[self.mover].goal < 0:
            self.roll_destination(TURN_GOAL)
        else:
            self.begin_moves()

    def begin_moves(self) -> None:
        if self.options.home_swap and self.round == 1:
            self.phase = EXCHANGE
        else:
            self.begin_movement()

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
        payout = (self.map.payoff if self.by_dice else self.map.payout)(seat.start, seat.goal)
        self.expect("arrived", self.mover, seat.goal, payout)
        seat.cash += payout
        self.pips = 0
        seat.used = set()
        self.purchases = 0
        if not self.has_winner():
            self.offer_purchase()

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
        self.leave_bank(railroad, self.mover)
        self.bought("bought", railroad, self.map.prices[railroad])
        owned = sum(0 <= owner < self.n for owner in self.owner)
        if self.options.extra_owner == "phantom" and owned >= 4 and self.owner.count(self.n) < (owned - 2) // 2:
            self.take_by_chance()
        self.offer_purchase()

    def bought(self, kind: str, what: int, price: int) -> None:
        self.expect(kind, self.mover, what, price)
        self.seats[self.mover].cash -= price
        assert self.seats[self.mover].cash >= 0
        self.purchases += 1

    def begin_run(self) -> None:
        seat = self.seats[self.mover]
        last = [player for player in self.order if not self.seats[player].out][-1]
        if self.options.extra_owner == "government" and self.mover == last:
            self.take_by_chance()
        if self.by_dice:
            seat.start, seat.goal = seat.goal, -1
            self.roll_destination(GOAL)
            return
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
