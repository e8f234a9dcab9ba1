"""How the referee of checker.py follows a game: turns, hands, trains, cargo, and track."""

from collections.abc import Sequence

from crayon_rails.checker_map import BUDGET, BUILD, EXITS, FEE, GIVE, LEAD, LOSE, PLACE, RUN
from crayon_rails.checker_table import KEPT, Table
from crayon_rails.checker_track import Segment
from crayon_rails.checker_train import Train

from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails

UPGRADES = {0: (1, 2), 1: (3,), 2: (3,), 3: ()}
ENGINE_PRICE = 20
LOAN, OWED, INSTALMENT = 20, 40, 10


class Follower(Table):
    """Follows one game from its first position; what the rules say against it fails."""

    def __init__(self, game: CrayonRails, state: Array) -> None:
        super().__init__(game, state)
        self.opening_rounds = 3 if self.options.extra_build_turn else 2
        self.begin_turn()

    # --- turns ----------------------------------------------------------------------------------------------------

    @property
    def speed(self) -> int:
        slow, fast = (12, 16) if self.options.fast_trains else (9, 12)
        return fast if self.me.engine in (1, 3) else slow

    def begin_turn(self) -> None:
        self.turn += 1
        self.mover = self.current = self.order[self.place]
        self.left = self.speed
        self.picked: set[int] = set()
        self.dropped: set[int] = set()
        self.paid: frozenset[int] = frozenset()
        self.acted = self.over = self.slowed = False
        self.cost = self.exits = 0
        self.builder = -1
        if not self.round:
            self.begin_building()
        elif self.me.lost:
            self.me.lost -= 1
            self.note("lost_turn", self.mover)
            self.end_turn()
        elif len(self.me.hand) > KEPT:
            self.phase = GIVE
        else:
            self.begin_operations()

    def begin_operations(self) -> None:
        self.phase = PLACE if self.me.train < 0 and self.starts() else RUN
        self.notes["a train that cannot be placed"] += self.phase == RUN and self.me.train < 0

    def starts(self) -> set[int]:
        """The cities in which the mover's train may be placed (EB-R6.2, RR-R5)."""
        if self.options.train_start == "own":
            return self.cities_at(self.touched(self.mover))
        return set(self.ground.cities)

    @property
    def money(self) -> int:
        """What may be spent on track now."""
        return max(0, min(self.me.cash, BUDGET - self.cost))

    def begin_building(self) -> None:
        """Without money there is nothing to decide."""
        self.phase = BUILD
        if self.money == 0:
            self.end_turn()

    def end_turn(self) -> None:
        self.test_goal()
        self.let_events_pass()
        if self.payoff is not None:
            return
        step = -1 if not self.round and self.opening % 2 else 1
        if 0 <= self.place + step < self.n:
            self.place += step
        else:
            self.end_round()
        if self.payoff is None:
            self.begin_turn()

    def end_round(self) -> None:
        if any(seat.met for seat in self.seats):
            self.settle()
            if self.payoff is not None:
                return
        if not self.round:
            self.opening += 1
            if self.opening < self.opening_rounds:
                self.place = self.n - 1 if self.opening % 2 else 0
                return
        if self.round == self.options.max_rounds:
            self.finish(2, [self.worth(player) for player in range(self.n)])
            return
        self.round += 1
        self.place = 0

    # --- the hand -------------------------------------------------------------------------------------------------

    def on_give(self, i: int) -> None:
        card = self.me.hand.pop(i)
        self.pile.append(card)
        self.note("gave", self.mover, card)
        if len(self.me.hand) == KEPT:
            self.begin_operations()

    def on_discard(self, _: int) -> None:
        gone = [card for card in self.me.hand if not self.is_locked(card)]
        self.note("discarded", self.mover, len(gone))
        self.pile += gone
        for card in gone:
            self.me.hand.remove(card)
        self.notes["a card of the pool stays"] += bool(self.me.hand)
        self.over = True
        self.fill_hand()

    def fill_hand(self) -> None:
        """Draw until three demand cards are held, events in between (EB-5.29, EB-5.30)."""
        while len(self.me.hand) < KEPT:
            card = self.draw()
            if card < self.num_cards:
                self.me.hand.append(card)
                self.note("drew", self.mover, card)
                continue
            self.strike(card - self.num_cards)
            if self.losing:
                self.choose_loads()
                return
        if self.over:
            self.end_turn()
        else:
            self.phase, self.current = RUN, self.mover

    # --- the train ------------------------------------------------------------------------------------------------

    @property
    def train(self) -> Train:
        return Train(self.me.train, self.me.came, self.left, self.slowed, self.me.cash + self.credit, self.paid)

    @property
    def points(self) -> int:
        """The movement left as positions keep it (EB-R16.3)."""
        return 2 * self.left - self.slowed if self.slow_for_turn else self.left

    def rate_of(self, points: int) -> tuple[int, bool]:
        """The movement left and whether the train is slowed, of what positions keep."""
        return (-(-points // 2), points % 2 == 1) if self.slow_for_turn else (points, False)

    @property
    def credit(self) -> int:
        """What fees may cost beyond the cash (EB-R16.2)."""
        if not self.options.late_payment:
            return 0
        lines = [(card, line) for card in self.me.hand for line in range(3)]
        goods = {at: self.board.cards[at[0]].demands[at[1]].good for at in lines}
        return max((self.payout(*at) for at in lines if self.may_deliver(self.mover, goods[at])), default=0)

    @property
    def here(self) -> int:
        """The city where the mover's train stands, or -1."""
        return self.ground.city[self.me.train] if self.me.train >= 0 else -1

    def on_place(self, city: int) -> None:
        self.me.train = self.board.cities[city].mileposts[0]
        self.me.came = -1
        self.note("placed", self.mover, city)
        self.follow_train()
        self.phase, self.acted = RUN, True

    def travel(self, ways: Sequence[int]) -> None:
        """Legal steps of the mover's train."""
        begin = self.me.train
        for way in ways:
            before = self.train
            after = dict(self.steps_now(self.mover, before))[way]
            for creditor in after.paid - before.paid:
                self.seats[creditor].cash += FEE
                self.note("paid", self.mover, creditor, FEE)
            self.notes["a slow step"] += before.left - after.left == 2
            self.notes["a train turns round where no track leads on"] += self.turns_round(after.post)
            self.me.train, self.me.came, self.left, self.slowed, money, self.paid = after
            self.me.cash = money - self.credit
            self.notes["a fee is paid late"] += after.cash < before.cash and self.me.cash < 0
            self.follow_train()
        self.note("ran", self.mover, len(ways), begin, self.me.train)
        self.picked, self.dropped, self.acted = set(), set(), True

    def turns_round(self, to: int) -> bool:
        return to == self.me.came and self.here < 0

    def follow_train(self) -> None:
        """Plans build on the network that the train has come to, or that was built to where it stands; a major city
        belongs to one as a whole."""
        part = self.part(self.me.train, self.own(self.mover))
        if part & self.touched(self.mover) and self.home[self.mover] not in part:
            self.home[self.mover] = self.me.train
            self.notes["a train comes to another network"] += 1

    # --- cargo ----------------------------------------------------------------------------------------------------

    def on_pick_up(self, good: int) -> None:
        self.chips[good] -= 1
        self.me.loads = sorted([*self.me.loads, good])
        self.picked.add(good)
        if self.pool:
            self.locks.setdefault(good, self.mover)
        self.acted = True
        self.note("picked_up", self.mover, good)

    def on_drop(self, good: int) -> None:
        if self.phase == LOSE:
            self.lose(self.current, good)
            self.losing.remove(self.current)
            if self.losing:
                self.choose_loads()
            else:
                self.fill_hand()
            self.notes["a load to lose is chosen"] += 1
            return
        self.unload(self.mover, good)
        self.dropped.add(good)
        self.acted = True
        self.note("dropped", self.mover, good)

    def on_deliver(self, i: int) -> None:
        card, line = self.me.hand[i // 3], i % 3
        demand, payout = self.board.cards[card].demands[line], self.payout(card, line)
        assert (self.here, self.may_deliver(self.mover, demand.good)) == (demand.city, True)
        self.unload(self.mover, demand.good)
        self.me.cash += payout
        self.me.carried += 1
        self.acted = True
        self.note("delivered", self.mover, demand.city, demand.good, payout)
        if self.me.debt:
            share = min(INSTALMENT, self.me.debt, payout)
            self.me.cash -= share
            self.me.debt -= share
            self.note("repaid", self.mover, share, self.me.debt)
        self.me.hand.remove(card)
        self.pile.append(card)
        self.fill_hand()

    def on_borrow(self, _: int) -> None:
        self.me.cash += LOAN
        self.me.debt += OWED
        self.acted = True
        self.note("borrowed", self.mover, LOAN, self.me.debt)

    # --- building -------------------------------------------------------------------------------------------------

    def on_done(self, _: int) -> None:
        if self.phase == RUN:
            self.begin_building()
        else:
            self.end_turn()

    def on_upgrade(self, i: int) -> None:
        assert i + 1 in UPGRADES[self.me.engine]
        self.me.engine = i + 1
        self.me.cash -= ENGINE_PRICE
        self.note("upgraded", self.mover, i + 1, ENGINE_PRICE)
        self.end_turn()

    def on_open(self, i: int) -> None:
        city = self.board.majors[i]
        self.home[self.mover] = self.board.cities[city].mileposts[0]
        self.note("opened", self.mover, city)

    def on_from(self, post: int) -> None:
        self.builder, self.phase = post, LEAD

    def lay(self, segments: Sequence[Segment], begin: int, end: int) -> None:
        """Legal segments of the mover, one after another, each as it is priced, along a way from here to there."""
        total = 0
        for a, b, edge in segments:
            major = self.ground.major[a]
            assert major or a in self.touched(self.mover), "track begins nowhere"
            assert not major or self.exits < EXITS, "a third segment out of major cities"
            assert self.may_lie(self.mover, edge), "track may not lie there"
            cost = self.ground.cost(a, b, edge)
            assert cost <= self.money, "there is no money for the segment"
            self.owner[edge] = self.mover
            self.me.cash -= cost
            self.me.spent += cost
            self.cost += cost
            self.exits += major
            total += cost
            self.notes[f"a segment for {cost}"] += 1
            if self.home[self.mover] < 0:
                self.home[self.mover] = a
            if self.me.train >= 0:
                self.follow_train()
        self.note("built", self.mover, len(segments), total, begin, end)
        self.builder, self.phase = -1, BUILD
        if self.money == 0:
            self.end_turn()
