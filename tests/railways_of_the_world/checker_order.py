"""Whose decision it is, and who pays in auctions, in plain Python: from bids, and from the standing after each turn."""

from collections import deque
from collections.abc import Callable, Generator
from itertools import count
from typing import TypeAlias

__all__ = ["OrderReferee", "Standing"]

Standing: TypeAlias = Callable[[int], tuple[int, int, int]]
"""The points, bonds and cash of a seat now."""
Decisions: TypeAlias = Generator[tuple[str, int], int, list[int]]
"""Each decision as ("bid" or "act", seat); what is sent back is the bid, 0 for a pass; an order is returned."""


class OrderReferee:
    """The decisions of a game for ``seats`` players by one of the ways of ``bidding``; the first bidder is given."""

    def __init__(self, seats: int, bidding: str, opener: int, standing: Standing) -> None:
        self.seats, self.bidding, self.standing = seats, bidding, standing
        self.paid = [0] * seats  # in all auctions
        self._decisions, self._begun = self._turns(opener), False

    def next_decision(self, bid: int) -> tuple[str, int]:
        """The next decision; ``bid`` is the answer to the one before, if it was one in an auction."""
        begun, self._begun = self._begun, True
        return self._decisions.send(bid) if begun else next(self._decisions)

    def _turns(self, opener: int) -> Decisions:
        order = self._clockwise(opener)
        for turn in count(1):
            if turn == 1 or self.bidding != "worst_is_first":
                order = yield from self._auction(order[0])
            else:
                order = sorted(order, key=self._from_the_worst)
            for _ in range(3):
                for seat in order:
                    yield "act", seat

    def _auction(self, opener: int) -> Decisions:
        bidders, passed, bids = deque(self._clockwise(opener)), list[int](), [0] * self.seats
        while bidders and (bids[bidders[0]] < max(bids) or not any(bids)):
            seat = bidders.popleft()
            bid = yield "bid", seat
            if bid:
                bids[seat] = bid
                bidders.append(seat)
                continue
            passed.append(seat)
            if self.bidding == "first_to_pass":
                self.paid[seat] += -(-bids[seat] // 2)
        for winner in bidders:
            self.paid[winner] += bids[winner]
        if self.bidding == "first_to_pass":
            return [*bidders, *reversed(passed)]
        return self._clockwise(bidders[0] if bidders else opener + 1)

    def _clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.seats for i in range(self.seats)]

    def _from_the_worst(self, seat: int) -> tuple[int, int, int]:
        points, bonds, cash = self.standing(seat)
        return points, -bonds, cash
