"""How trains may move, as the referee of checker.py knows it."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from crayon_rails.checker_map import FEE
from crayon_rails.checker_track import Track


class Train(NamedTuple):
    """Where a train stands, the direction it came from (-1: it was placed there), the movement left, whether it is
    slowed for the rest of the turn, the money for fees that its owner has left, and the seats that the owner has
    paid."""

    post: int
    came: int
    left: int
    slowed: bool
    cash: int
    paid: frozenset[int]


class Journey(NamedTuple):
    """What a way to a city takes, the best first: its steps, whether some fee of this turn is beyond the cash, all fees
    until it is there, and when it is there: in how many turns from this one, and the movement left then, negative."""

    steps: int
    beyond_cash: bool
    fees: int
    turns: int
    less_left: int


class Trains(Track):
    """Steps of trains over the track, and the shortest ways."""

    # --- one step -------------------------------------------------------------------------------------------------

    def ways_on(self, seat: int, post: int, came: int) -> Iterator[tuple[int, int, int]]:
        """The track of any owner on which a train may leave a milepost: direction, edge, milepost beyond (EB-R7)."""
        ways = [
            (way, edge, other)
            for way, (edge, other) in self.ground.beside[post].items()
            if self.ground.public[edge] or edge in self.owner
        ]
        ahead = [way for way in ways if way[2] != came]
        turns = self.ground.city[post] >= 0 or (self.reverses and not ahead)
        for way, edge, other in ways if turns else ahead:
            if not self.is_shut(post, other, edge):
                yield way, edge, other

    def is_shut(self, a: int, b: int, edge: int) -> bool:
        """Whether an event keeps all trains from a step."""
        if self.flooded & set(self.ground.board.edges[edge].rivers) or self.closed_to_trains & {a, b}:
            return True
        return self.owner.get(edge, -1) in self.barred

    def creditor(self, seat: int, edge: int) -> int:
        """Whom a train has to pay for this track, or -1."""
        owner = self.owner.get(edge, -1)
        return -1 if owner == seat else owner

    def moved(self, seat: int, train: Train, edge: int, other: int) -> Train | None:
        """A train after one step, or None if it cannot be made now."""
        creditor = self.creditor(seat, edge)
        fee = FEE if creditor >= 0 and creditor not in train.paid else 0
        if train.left < 1 or (fee and train.cash < fee):
            return None
        paid = train.paid | {creditor} if fee else train.paid
        return Train(other, train.post, *self.movement_after(train, edge, other), train.cash - fee, paid)

    def movement_after(self, train: Train, edge: int, other: int) -> tuple[int, bool]:
        """The movement left after a step, and whether the train is slowed (EB-R4.4, EB-R16.3, EB-R16.5)."""
        if edge in self.ground.ferries:
            return 0, False
        slow = bool({train.post, other} & self.slow)
        if not self.slow_for_turn:
            return max(0, train.left - 1 - slow), False
        halved = slow and not train.slowed
        left = (-(-train.left // 2) if halved else train.left) - 1
        return left, left > 0 and (slow or train.slowed)

    def steps_now(self, seat: int, train: Train) -> Iterator[tuple[int, Train]]:
        """What a train can do next: directions, and how it stands then."""
        for way, edge, other in self.ways_on(seat, train.post, train.came):
            after = self.moved(seat, train, edge, other)
            if after:
                yield way, after

    # --- ways -----------------------------------------------------------------------------------------------------

    def distances(self, seat: int, train: Train, paying: bool) -> dict[int, int]:
        """The steps to each milepost, by ways whose first step can be made now: over own track and that of seats that
        are paid, or with ``paying`` over all track. Movement and money count for no other step."""
        found: dict[int, int] = {}
        begun = (after for _, after in self.steps_now(seat, train) if paying or after.paid == train.paid)
        steps = {(after.post, after.came): 1 for after in begun}
        queue = deque(steps)
        while queue:
            post, came = queue.popleft()
            found.setdefault(post, steps[post, came])
            for _, edge, other in self.ways_on(seat, post, came):
                creditor = self.creditor(seat, edge)
                if (other, post) not in steps and (paying or creditor < 0 or creditor in train.paid):
                    steps[other, post] = steps[post, came] + 1
                    queue.append((other, post))
        return found

    def best_journey(self, seat: int, train: Train, goal: set[int], paying: bool, speed: int) -> Journey:
        """The best of all ways to a milepost of ``goal``, by trying every step; a train without movement left begins
        with the next turn. Fails if there is none."""
        nearest: dict[tuple[int, int], int] = {}  # steps to a milepost by the one before it
        now = {(train._replace(cash=0), 0): (False, 0)}
        steps = 0
        while now:
            steps += 1
            then: dict[tuple[Train, int], tuple[bool, int]] = {}
            for (here, turns), (beyond, fees) in now.items():
                new = here.left == 0
                paid, turn = (frozenset[int](), turns + 1) if new else (here.paid, turns)
                at = here._replace(left=speed, slowed=False) if new else here
                for _, edge, other in self.ways_on(seat, here.post, here.came):
                    creditor = self.creditor(seat, edge)
                    if creditor >= 0 and not paying and creditor not in train.paid:
                        continue
                    if nearest.setdefault((other, here.post), steps) < steps:
                        continue
                    owes = creditor >= 0 and creditor not in paid
                    total = fees + FEE * owes
                    paid_then = paid | {creditor} if owes else paid
                    after = Train(other, here.post, *self.movement_after(at, edge, other), 0, paid_then)
                    cost = (beyond or (turn == 0 and total > train.cash), total)
                    then[after, turn] = min(cost, then.get((after, turn), cost))
            there = [
                Journey(steps, beyond, fees, turns, -after.left)
                for (after, turns), (beyond, fees) in then.items()
                if after.post in goal
            ]
            if there:
                return min(there)
            now = then
        raise AssertionError("no way leads there")

    def way_between(self, seat: int, start: Train, end: Train, paying: bool, network: set[int]) -> list[int]:
        """Legal steps from here to there, one at least and as few as can be, as directions, after which plans build on
        ``network``; fails if there are none."""
        parts = self.parts(self.own(seat))
        came_to = {post: part for part in parts for post in part}
        reached: dict[tuple[Train, int], list[int]] = {(start, min(self.network(seat), default=-1)): []}
        while reached:
            further: dict[tuple[Train, int], list[int]] = {}
            for (train, least), path in reached.items():
                for way, after in self.steps_now(seat, train):
                    if paying or after.paid == train.paid:
                        part = came_to.get(after.post)
                        further.setdefault((after, min(part) if part else least), [*path, way])
            if (end, min(network, default=-1)) in further:
                return further[end, min(network, default=-1)]
            reached = further
        raise AssertionError(f"no legal steps lead from {start} to {end}")
