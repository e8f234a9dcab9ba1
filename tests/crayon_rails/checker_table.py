"""The table of the referee of checker.py: what players have, the cards, what events do, and how a game ends."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from crayon_rails.checker_map import BUILD, LOSE, ground_of
from crayon_rails.checker_train import Trains

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.actions import table
from railgym.envs.crayon_rails.game import CrayonRails
from railgym.envs.crayon_rails.maps.model import SIZES

TAXES = ((201, 25), (151, 20), (101, 15), (51, 10))
KEPT = 3  # cards
CREWS = "drawer"  # the strike of the drawer's train crews


@dataclass
class Seat:
    """What a player has."""

    hand: list[int]
    cash: int
    engine: int = 0
    train: int = -1
    came: int = -1
    loads: list[int] = field(default_factory=list)
    lost: int = 0
    met: bool = False
    debt: int = 0
    spent: int = 0
    carried: int = 0

    @property
    def room(self) -> int:
        return (2, 2, 3, 3)[self.engine] - len(self.loads)


@dataclass
class InForce:
    """An event, the seat that drew it, and how many turns of that seat must end before it is over."""

    event: int
    seat: int
    turns: int


class Table(Trains):
    """A position, from the first one on. Turns are those of the class that builds on this."""

    def __init__(self, game: CrayonRails, state: Array) -> None:
        options: Any = game.options
        self.game, self.options, self.n = game, options, options.num_players
        super().__init__(ground_of(options.board, self.n), options.reverse_at_dead_ends)
        self.board = self.ground.board
        self.slow_for_turn = options.half_rate == "turn"
        self.full_table = table(self.board, game.engines, True).blocks
        self.num_cards = len(self.board.cards)
        cash = options.cash if options.cash is not None else 60 if options.extra_build_turn else 50
        s = state[0]
        self.pool = options.demands == "pool"
        hands = [self.cards(s["players"][p]["cards"]) for p in range(self.n)]
        self.seats = [Seat(hands[0] if self.pool else hand, cash) for hand in hands]  # a pool is one list of all seats
        self.locks: dict[int, int] = {}  # who has locked the demands for a good
        self.deck: list[int] = s["deck"]["cards"][: int(s["deck"]["size"])].tolist()
        self.pile: list[int] = []
        self.shuffled = False  # in this ply
        self.drawn: list[int] = []  # in this ply, as the game tells it
        self.chips = [good.chips for good in self.board.goods]
        self.order: list[int] = s["order"][: self.n].tolist()
        self.need = options.majors or len(self.board.majors) - 1
        self.goal = options.goal
        self.in_force: list[InForce] = []
        self.no_cargo: set[int] = set()
        self.losing: set[int] = set()
        self.washed = False  # in this ply
        self.opening = self.round = self.turn = self.place = 0
        self.mover = self.current = self.order[0]
        self.phase = BUILD
        self.over = False
        self.payoff: list[float] | None = None
        self.reason = 0
        self.log: list[tuple[str, int, tuple[int, ...]]] = []
        self.notes: Counter[str] = Counter()
        """How often this and that has come up, for tests that want all of it to."""
        self.check_deal()
        if options.orders == "classic":
            self.check_payouts()

    @property
    def me(self) -> Seat:
        return self.seats[self.mover]

    # --- the deal -------------------------------------------------------------------------------------------------

    def cards(self, cards: Iterable[int]) -> list[int]:
        return [int(card) for card in cards if card != 255]

    def check_deal(self) -> None:
        """EB-3.6 to EB-3.10, and who begins (EB-R6.1, RR-R1.2)."""
        dealt = [card for seat in self.seats[: 1 if self.pool else self.n] for card in seat.hand]
        number = 5 if self.options.extra_starting_cards else 4 if self.options.four_card_start else KEPT
        assert all(len(seat.hand) == number for seat in self.seats)
        assert all(card < self.num_cards for card in dealt), "an event was dealt"
        events = len(self.board.events) if self.options.events else 0
        assert sorted(dealt + self.deck) == list(range(self.num_cards + events))
        assert sorted(self.order) == list(range(self.n))
        seats = list(range(self.n))
        if self.options.order == "seats":
            assert self.order == seats
        elif self.options.order == "payout" and not self.pool:
            payouts = [self.payouts(seat.hand) for seat in self.seats]
            first = min(seats, key=lambda p: (-payouts[p][0], -payouts[p][1], p))
            assert self.order == seats[first:] + seats[:first], "another player has the highest payouts"
            tied = [seat[0] for seat in payouts].count(payouts[first][0]) > 1
            self.notes["the second highest payout decides who begins"] += tied

    def payouts(self, hand: Sequence[int]) -> list[int]:
        return sorted((self.payout(card, line) for card in hand for line in range(3)), reverse=True)

    def payout(self, card: int, line: int) -> int:
        """What a demand pays; by the older formula part of it is chance, and taken from the game."""
        if self.options.orders == "classic":
            return int(self.game.params["card_payout"][0, card, line])
        return self.board.cards[card].demands[line].payout

    def check_payouts(self) -> None:
        """RR-R4, all but the lot. The width is that of the map's columns."""
        columns = {post.col for post in self.board.mileposts}
        width = 1.5 * (max(columns) - min(columns) + 1)
        for i, card in enumerate(self.board.cards):
            for line, demand in enumerate(card.demands):
                miles = min(self.board.distance(demand.city, city) for city in self.board.sources[demand.good])
                base = int(miles / width * 35 * 1.5) + 5 * SIZES.index(self.board.cities[demand.city].size)
                assert self.payout(i, line) in {min(50, max(15, base + lot)) for lot in range(5)}

    # --- cards ----------------------------------------------------------------------------------------------------

    def draw(self) -> int:
        """The top card. After a shuffle the game tells which it was, and the next position how the others lie."""
        if not self.deck:
            assert self.pile
            self.notes["the deck is made anew while an event is in force"] += bool(self.in_force)
            self.note("reshuffled", self.mover, len(self.pile))
            self.deck, self.pile, self.shuffled = self.pile, [], True
        if self.shuffled:
            card = self.drawn.pop(0)
            self.deck.remove(card)
            return card
        card = self.deck.pop()
        assert self.drawn.pop(0) == card, "another card was on top"
        return card

    # --- events ---------------------------------------------------------------------------------------------------

    def strike(self, number: int) -> None:
        """An event is drawn (EB-R4.2)."""
        event = self.board.events[number]
        self.note("struck", self.mover, number)
        self.notes[event.kind if event.border != CREWS else "strike of the crews"] += 1
        if event.kind in ("tax", "derailment"):
            self.pile.append(self.num_cards + number)
        if event.kind == "tax":
            self.tax()
        elif event.kind == "derailment":
            self.derail(number)
        else:
            assert number not in [other.event for other in self.in_force], "a card that lies on the table was drawn"
            self.in_force.append(InForce(number, self.mover, 2))
            if event.kind == "flood":
                self.wash_away(event.river)
        self.see_events()

    def tax(self) -> None:
        for player, seat in enumerate(self.seats):
            amount = next((amount for least, amount in TAXES if seat.cash >= least), 0)
            self.note("taxed", player, amount, seat.cash)
            self.notes["a tax is paid"] += amount > 0
            seat.cash -= amount

    def wash_away(self, river: int) -> None:
        self.washed = True
        for player in range(self.n):
            gone = [edge for edge in self.own(player) if river in self.board.edges[edge].rivers]
            if gone:
                self.note("washed_away", player, len(gone))
            for edge in gone:
                del self.owner[edge]

    def derail(self, number: int) -> None:
        for player, seat in enumerate(self.seats):
            if seat.train in self.ground.zones[number]:
                self.notes["a derailed train loses a second turn only if it has lost the first"] += seat.lost
                seat.lost = 1
                if player == self.mover:
                    self.over = True
                    self.notes["the drawer is derailed"] += 1
                if len(set(seat.loads)) > 1:
                    self.losing.add(player)
                else:
                    self.lose(player, seat.loads[0] if seat.loads else -1)

    def lose(self, player: int, good: int) -> None:
        self.note("derailed", player, good)
        if good >= 0:
            self.unload(player, good)

    def unload(self, player: int, good: int) -> None:
        """A load goes back to the supply; the lock of a pool passes on with the last one (EB-R16.7)."""
        self.seats[player].loads.remove(good)
        self.chips[good] += 1
        if self.locks.get(good) == player and good not in self.seats[player].loads:
            del self.locks[good]
            after = self.order.index(player) + 1
            for other in self.order[after:] + self.order[:after]:
                if good in self.seats[other].loads:
                    self.locks.setdefault(good, other)
                    self.notes["a lock is passed on"] += 1

    def may_deliver(self, player: int, good: int) -> bool:
        """Whether a load on board may be delivered, for no other player has locked its demands (EB-R16.7)."""
        return good in self.seats[player].loads and self.locks.get(good, player) == player

    def is_locked(self, card: int) -> bool:
        """Whether another player than the mover has locked a demand of a card (EB-R16.8)."""
        goods = {demand.good for demand in self.board.cards[card].demands}
        return any(self.locks.get(good, self.mover) != self.mover for good in goods)

    def choose_loads(self) -> None:
        """Those who are hit choose in the order of play, the drawer first."""
        self.phase = LOSE
        self.current = next(player for player in self.order[self.place :] + self.order if player in self.losing)

    def see_events(self) -> None:
        """What the events in force forbid (EB-R4.5, EB-R13.1, EB-R13.4, EB-R13.5)."""
        self.flooded, self.barred, self.no_cargo = set(), set(), set()
        self.slow, self.closed_to_builders, self.closed_to_trains = set(), set(), set()
        for there in self.in_force:
            event, zone = self.board.events[there.event], self.ground.zones[there.event]
            mountains = {post for post in zone if self.board.mileposts[post].mountain}
            if event.kind == "flood":
                self.flooded.add(event.river)
            elif event.kind == "strike" and event.border == CREWS:
                self.barred.add(there.seat)
            elif event.kind == "strike":
                self.no_cargo |= self.ground.struck_cities[there.event]
            else:
                self.slow |= zone
                self.closed_to_builders |= mountains if event.kind == "snow" else zone
                self.closed_to_trains |= mountains if event.kind == "snow" else set()

    def let_events_pass(self) -> None:
        """The mover has ended a turn (EB-5.38). Cards go to the pile in the order of their numbers."""
        for there in sorted(self.in_force, key=lambda there: there.event):
            if there.seat == self.mover:
                there.turns -= 1
                if there.turns == 0:
                    self.in_force.remove(there)
                    self.pile.append(self.num_cards + there.event)
                    self.note("passed", self.mover, there.event)
        self.see_events()

    # --- the end --------------------------------------------------------------------------------------------------

    def worth(self, player: int) -> int:
        return self.seats[player].cash - self.seats[player].debt

    def test_goal(self) -> None:
        """EB-6.1, EB-6.2, RR-1.1, RR-1.2: at the end of a player's own turn, once the trains run."""
        joined = self.majors_joined(self.mover) if self.round and not self.me.met else 0
        if joined < self.need or self.worth(self.mover) < self.goal:
            return
        self.me.met = True
        self.note("met", self.mover, self.worth(self.mover))
        if not self.options.equal_turns:
            self.settle()

    def settle(self) -> None:
        """EB-6.4, EB-6.5: of those who have met the test the richest wins, a tie raises the goal."""
        met = [p for p in range(self.n) if self.seats[p].met]
        most = max(map(self.worth, met))
        self.notes["several have met the goal"] += len(met) > 1
        if [self.worth(p) for p in met].count(most) > 1:
            self.goal = self.options.raised_goal
            self.note("raised", -1, self.goal)
            for seat in self.seats:
                seat.met = False
            return
        self.finish(1, [self.worth(p) + 100_000 * (p in met) for p in range(self.n)])

    def finish(self, reason: int, keys: Sequence[int]) -> None:
        """Each seat is paid by its rank in ``keys``, equal ranks equally, and settles with the bank."""
        self.reason = reason
        self.payoff = []
        for player in range(self.n):
            ahead = sum(key > keys[player] for key in keys)
            behind = sum(key < keys[player] for key in keys)
            self.payoff.append((behind - ahead) / (self.n - 1))
            if ahead == 0:
                self.note("won", player, self.worth(player))
        for seat in self.seats:  # debts are paid off
            seat.cash, seat.debt = seat.cash - seat.debt, 0

    # --- what is told ---------------------------------------------------------------------------------------------

    def note(self, kind: str, seat: int, *data: int) -> None:
        """An event that the rules call for."""
        self.log.append((kind, seat, (*data, *[0] * (4 - len(data)))))

    def read(self, events: Sequence[Event]) -> list[tuple[str, int, tuple[int, ...]]]:
        """What happened, by the game."""
        told = [(self.game.event_kinds[event.kind], event.player, event.data) for event in events]
        assert all(event.visible_to == 255 for event in events)
        first = {"drew": 0, "struck": self.num_cards}
        self.drawn = [data[0] + first[kind] for kind, _, data in told if kind in first]
        self.log, self.washed = [], False
        return told
