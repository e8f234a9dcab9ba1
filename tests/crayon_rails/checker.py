"""The rules of the crayon-rail games a second time: slow, in plain Python, and read from the rule tables, to be
compared with the compiled ones.

A :class:`Referee` follows a game action by action from the first deal. Only what chance decides is taken from the game:
the deal, the order of the deck, and after a shuffle the cards that are drawn; and of a plan which of several equally
good ways it took, where its steps are found again from the change of the position and have to be legal, one by one, and
the best. After each ply the referee knows whose decision is due, what is legal, and where all money, track, trains,
loads and cards are, and compares that with the state and with what is derived in it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from crayon_rails.checker_derived import Derived
from crayon_rails.checker_map import BUILD, EXITS, FAR, FEE, GIVE, LEAD, LOSE, PLACE, RUN
from crayon_rails.checker_play import ENGINE_PRICE, UPGRADES
from crayon_rails.checker_track import Segment
from crayon_rails.checker_train import Journey, Train

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array

__all__ = ["Referee"]

RICH = 10_000  # more cash than a plan can need


class Referee(Derived):
    """Follows a game and compares: ``play`` fails with what the rules say against it, ``compare`` with what differs."""

    # --- what is legal --------------------------------------------------------------------------------------------

    def compare_mask(self, mask: Array) -> None:
        """What is legal."""
        offered, expected = set(np.flatnonzero(mask).tolist()), self.choices()
        must, may = self.plans()
        labels = self.game.actions.labels
        more = [labels[i] for i in sorted(offered - expected - may)]
        less = [labels[i] for i in sorted((expected | must) - offered)]
        assert not more and not less, f"{more} too many, {less} missing"

    def ids(self, block: str, numbers: Iterable[int] = (0,)) -> set[int]:
        return {self.game.actions.blocks[block].start + i for i in numbers}

    def choices(self) -> set[int]:
        """All that is legal now, but for plans to build."""
        full = self.options.full[self.current]
        match self.phase:
            case str(phase) if phase == GIVE:
                return self.ids("give", range(len(self.me.hand)))
            case str(phase) if phase == PLACE:
                return self.ids("place", self.starts()) | self.hand_choices()
            case str(phase) if phase == RUN:
                found = self.ids("done") | self.hand_choices() | self.bank_choices()
                return found | self.cargo_choices() | self.train_choices(full)
            case str(phase) if phase == BUILD:
                found = self.ids("done") | self.ids("upgrade", self.upgrades()) | self.ids("open", self.openings())
                return found | self.ids("from", self.builders()) if full else found
            case str(phase) if phase == LEAD:
                return self.ids("step", (way for way, _ in self.leads(self.builder)))
        assert self.phase == LOSE
        return self.ids("drop", self.seats[self.current].loads)

    def hand_choices(self) -> set[int]:
        """EB-R12.1, EB-R16.8."""
        some = any(not self.is_locked(card) for card in self.me.hand)
        return self.ids("discard") if self.options.discard_hand and not self.acted and some else set()

    def bank_choices(self) -> set[int]:
        """EB-R15.1."""
        return self.ids("borrow") if self.options.borrow and not self.me.debt else set()

    def cargo_choices(self) -> set[int]:
        """EB-4.3, EB-R11.1."""
        if self.here < 0:
            return set()
        found = self.ids("drop", (good for good in self.me.loads if good not in self.picked))
        if self.here in self.no_cargo:
            return found
        if self.me.room:
            supply = self.board.cities[self.here].goods
            found |= self.ids("pick up", (good for good in supply if self.chips[good] and good not in self.dropped))
        for i, card in enumerate(self.me.hand):
            for line, demand in enumerate(self.board.cards[card].demands):
                self.notes["a load whose demands are locked"] += self.locks.get(demand.good, self.mover) != self.mover
                if demand.city == self.here and self.may_deliver(self.mover, demand.good):
                    found |= self.ids("deliver", [3 * i + line])
        return found

    def train_choices(self, full: bool) -> set[int]:
        if self.me.train < 0:
            return set()
        found = self.ids("step", (way for way, _ in self.steps_now(self.mover, self.train))) if full else set()
        run, pay = (self.distances(self.mover, self.train, paying) for paying in (False, True))
        for city in self.cities_at(pay) - {self.here}:
            goal = self.board.cities[city].mileposts
            if set(goal) & set(run):
                found |= self.ids("run", [city])
            if self.fees_ahead():
                found |= self.ids("pay", [city])
        return found

    def fees_ahead(self) -> bool:
        """Whether track of a seat that has not been paid hangs together with where the train stands."""
        part = self.part(self.me.train, set(self.owner))
        if self.train.cash < FEE:
            return False
        others = {self.owner[edge] for edge in self.owner if self.ground.ends(edge)[0] in part}
        return bool(others - self.paid - {self.mover})

    def upgrades(self) -> list[int]:
        """EB-4.8, EB-5.32, EB-5.33."""
        allowed = self.options.upgrade_in_opening or self.round > 0
        return [
            engine - 1
            for engine in UPGRADES[self.me.engine]
            if allowed and self.me.cash >= ENGINE_PRICE and not self.cost
        ]

    def openings(self) -> Iterator[int]:
        """The major cities, by their order, in which a network can be begun: those that track can lead out of now."""
        if self.home[self.mover] < 0:
            for i, city in enumerate(self.board.majors):
                if any(any(self.leads(post)) for post in self.board.cities[city].mileposts):
                    yield i

    def is_short(self) -> bool:
        """Whether some segment could not be laid now for want of money, or because it leads out of a major city."""
        return self.money < self.ground.dearest or self.exits >= EXITS

    def plans(self) -> tuple[set[int], set[int]]:
        """The plans to build that have to be legal, and those that may be.

        A way has to lead to the city whose first segment can be laid now. If that is not so of every segment, it is for
        the game to say which way it takes, and a plan has to be legal only if the money pays for the cheapest way, and
        all ways that cost so much can be begun.
        """
        if self.phase != BUILD or self.home[self.mover] < 0:
            return set(), set()
        network = self.network(self.mover)
        first = self.segments_out(self.mover, network, network)
        now = [segment for segment in first if self.can_lay(segment, self.money, self.exits)]
        later = [segment for segment in first if segment not in now]
        costs_now, costs_later = self.way_costs(self.mover, now), self.way_costs(self.mover, later)
        may, must = self.cities_at(costs_now), set()
        for city in may:
            goal = self.board.cities[city].mileposts
            cost = self.nearest(goal, costs_now)
            begins = cost <= self.money and cost < self.nearest(goal, costs_later)
            joined = self.joining_cost(self.mover, goal, self.money, self.exits) <= self.money
            if not self.is_short() or begins or joined:
                must.add(city)
        return self.ids("build", must), self.ids("build", may)

    def builders(self) -> Iterator[int]:
        touched = self.touched(self.mover)
        for post in self.ground.posts:
            if (self.ground.major[post] or post in touched) and any(self.leads(post)):
                yield post

    def leads(self, post: int) -> Iterator[tuple[int, Segment]]:
        return self.segments_from(self.mover, post, self.money, self.exits)

    def fork(self) -> "Referee":
        """A referee of the same position, who goes on alone."""
        shared = (self.game, self.ground, self.board, self.options, self.full_table)
        return deepcopy(self, {id(thing): thing for thing in shared})

    # --- what is played -------------------------------------------------------------------------------------------

    def play(self, action: int, events: Sequence[Event], after: Array) -> list[int]:
        """One ply. Returns it as single actions: itself, or what a plan consists of."""
        told = self.read(events)
        block = self.game.actions.block_of(action)
        i = action - block.start
        match block.name:
            case "run" | "pay":
                actions = self.on_travel(i, block.name == "pay", after)
            case "build":
                actions = self.on_plan(i, after)
            case "step":
                actions = [action]
                self.on_step(i)
            case name:
                actions = [action]
                getattr(self, f"on_{name.replace(' ', '_')}")(i)
        self.compare_log(told)
        self.notes[block.name] += 1
        self.notes.update(kind for kind, *_ in told)
        if self.shuffled:
            self.learn_deck(after)
        return actions

    def compare_log(self, told: list[Any]) -> None:
        """All that has happened is told, and nothing else. The way of a plan to build may have led further than to the
        end of its last segment, where no more track is needed."""
        for i, (kind, player, data) in enumerate(told):
            if kind == "built":
                end = self.part(data[3], self.own(player))
                ours = [entry for entry in self.log if entry[0] == kind and entry[2][3] in end]
                told[i] = (kind, player, (*data[:3], ours[0][2][3] if ours else -1))
        assert Counter(self.log) == Counter(told), f"{told} is told, not {self.log}"

    def learn_deck(self, after: Array) -> None:
        deck = after["deck"][0]
        order = deck["cards"][: int(deck["size"])].tolist()
        assert sorted(order) == sorted(self.deck)
        self.deck, self.shuffled = order, False

    def on_step(self, way: int) -> None:
        if self.phase == RUN:
            self.travel([way])
        else:
            segment = dict(self.leads(self.builder))[way]
            self.lay([segment], *segment[:2])

    def on_travel(self, city: int, paying: bool, after: Array) -> list[int]:
        """Legal steps, one at least, that begin a shortest way, as far as it goes."""
        goal = self.board.cities[city].mileposts
        before, speed = self.train, self.speed
        whole = self.nearest(goal, self.distances(self.mover, before, paying))
        best_way = self.best_journey(self.mover, before, set(goal), paying, speed)
        seat = after["players"][0, self.mover]
        paid = frozenset(p for p in range(self.n) if int(after["fee_paid"][0]) >> p & 1)
        left, slowed = self.rate_of(int(after["movement_left"][0]))
        money = int(after["scores"][0, self.mover]) + self.credit
        end = before._replace(
            post=int(seat["train"]),
            came=int(seat["came_from"]),
            left=left,
            slowed=slowed,
            cash=money,
            paid=paid,
        )
        network = {post for post in self.ground.posts if int(after["in_network"][0, post]) >> self.mover & 1}
        ways = self.way_between(self.mover, before, end, paying, network)
        self.travel(ways)
        if self.here == city:
            assert len(ways) == whole, "there is a shorter way"
            took = Journey(whole, False, before.cash - self.train.cash, 0, -self.left)
            assert took == best_way, f"{took} is not the best way: {best_way}"
        else:
            if self.left == 0:
                here = self.train._replace(paid=before.paid)
                on = self.best_journey(self.mover, here, set(goal), paying, speed)
                fees = before.cash - self.train.cash + on.fees
                took = Journey(len(ways) + on.steps, False, fees, on.turns, on.less_left)
                assert took == best_way or best_way.beyond_cash, f"{took} is not the best way: {best_way}"
            else:
                assert best_way.beyond_cash, f"the money is too little on this way, not on the best one: {best_way}"
                self.notes["a run that the money ends"] += 1
            self.notes["a run of more than a turn"] += 1
            free = self.train._replace(left=self.speed, cash=RICH)
            rest = self.distances(self.mover, free, paying)
            assert len(ways) + self.nearest(goal, rest) == whole, "there is a shorter way"
            now = dict(self.steps_now(self.mover, self.train))
            best = [
                way
                for way, step in self.steps_now(self.mover, free)
                if paying or step.paid == free.paid
                if 1 + self.nearest(goal, self.further(step, paying)) == self.nearest(goal, rest)
            ]
            assert any(way not in now for way in best), "the train could have gone on"
        return [self.full_table["step"].start + way for way in ways]

    def further(self, train: Train, paying: bool) -> dict[int, int]:
        return {**self.distances(self.mover, train._replace(left=self.speed, cash=RICH), paying), train.post: 0}

    def on_plan(self, city: int, after: Array) -> list[int]:
        """Legal segments, one at least, that begin a cheapest way, as far as the money and the turn's limits go. Where
        track may lie on the way is looked at before the first of them is laid."""
        goal, seat, exits, turn = self.board.cities[city].mileposts, self.mover, self.exits, self.turn
        before = self.network(seat)
        joining = self.joining_cost(seat, goal, self.money, exits)
        whole = self.nearest(goal, self.way_costs(seat, self.segments_out(seat, before, before)))
        loose = self.is_short() and not self.touched(seat) <= before  # track elsewhere may be left out of account
        most = max(whole, self.bare_cost(before, city)) if loose else whole
        now = {edge for edge in range(len(self.board.edges)) if int(after["track"][0, edge]) == seat}
        chain = self.in_order(now - self.own(seat))
        assert chain
        segments: list[Segment] = []
        for a, b, edge in chain:
            out = sum(self.ground.major[start] for start, _, _ in segments)
            segments.append(self.plan_segment(a, b, edge, exits + out))
        if joining < FAR:
            segments = self.cheapest_segments(chain, exits)
        begun = sum(self.ground.lowest_cost(a, b, edge) for a, b, edge in chain)
        end = self.part(chain[-1][1], self.own(seat)) - before
        further = [] if set(goal) & end else self.segments_out(seat, end, before | end)
        costs = {segment: self.nearest(goal, self.way_costs(seat, [segment])) for segment in further}
        rest = min(costs.values()) if costs else 0
        paid = sum(self.ground.cost(*segment) for segment in segments)
        if joining == FAR:
            assert whole <= begun + rest <= most, f"there is a cheaper way for {whole}, not {begun} and {rest}"
        elif set(goal) & end:
            assert paid == joining, f"the city can be joined for {joining}, not {paid}"
            self.notes["a city is joined at once"] += 1
        else:
            passed = {self.ground.city[b] for _, b, _ in chain} - {-1, city}
            assert passed - set(self.board.majors), f"the city can be joined at once, for {joining}"
        self.lay(segments, chain[0][0], chain[-1][1])
        if rest and joining == FAR:
            self.notes["a way to build of more than a turn"] += 1
            free = {
                part for part in further if self.may_lie(seat, part[2]) and self.can_lay(part, self.money, self.exits)
            }
            assert self.turn != turn or loose or any(costs[part] == rest for part in set(further) - free), (
                "the plan could have gone on"
            )
        start, step = (self.full_table[name].start for name in ("from", "step"))
        return [action for a, b, _ in segments for action in (start + a, step + self.ground.way(a, b))]

    def in_order(self, edges: set[int]) -> list[Segment]:
        """New segments as a chain that begins at the mover's network."""
        reached, own = self.network(self.mover), self.own(self.mover)
        chain = []
        rest = set(edges)
        while rest:
            found = [(a, b, edge) for edge in rest for a, b in self.both(edge) if a in reached and b not in reached]
            assert len(found) == 1, "the segments are no chain"
            chain += found
            rest.remove(found[0][2])
            own.add(found[0][2])
            reached |= self.part(found[0][1], own)
        return chain

    def both(self, edge: int) -> list[tuple[int, int]]:
        a, b = self.ground.ends(edge)
        return [(a, b), (b, a)]
