"""The part of the referee (``checker.py``) for fees, debt, auctions and the end."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rail_baron_cards.checker_map import AUCTION, BANK, SELL, STEP


class Accounts:
    """Fees, sales and the end of a game; the class ``Follower`` builds on it."""

    # --- fees -----------------------------------------------------------------------------------------------------

    def fee(self, player: int, railroad: int, owner: Sequence[int], kept: bool = True) -> int:
        """What a turn on a railroad costs with these owners, to a train that has ``kept`` its old rates or not."""
        if owner[railroad] == player:
            return 1_000 if self.options.own_track_fee else 0
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

    def leave_bank(self, railroad: int, owner: int) -> None:
        """A railroad of the bank gets an owner; trains keep the fees that rise where they stand."""
        old = self.fees_of_standing()
        self.owner[railroad] = owner
        for player, line, fee in old:
            if self.fee(player, line, self.owner) > fee:
                self.seats[player].kept[line] = fee

    def take_by_chance(self) -> None:
        """The extra owner takes any railroad of the bank, if there is one."""
        if BANK in self.owner:
            railroad, owner, *_ = self.take("taken", -1)
            assert self.owner[railroad] == BANK and owner == self.n
            self.leave_bank(railroad, owner)

    def share_extra_fee(self) -> None:
        """The fee of the extra owner: half of a phantom's goes to the other player, the rest to the bank."""
        fee = self.owed.pop(self.n, 0)
        if fee:
            self.expect("owed", self.mover, fee, self.n)
            share = fee // 2 if self.options.extra_owner == "phantom" else 0
            if share:
                self.owed[1 - self.mover] += share
            self.owed[BANK] += fee - share

    def charge(self, railroad: int) -> None:
        """The mover rides a railroad: the fee and its creditor, by the ownership before the purchases."""
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

    def fees_along(self, railroads: Iterable[int]) -> list[int]:
        """What the mover would owe in all for this turn after each dot of a way."""
        kept, owed, totals = self.seats[self.mover].kept, self.owed.copy(), []
        for railroad in railroads:
            kept = {line: rate for line, rate in kept.items() if line == railroad}
            full = self.fee(self.mover, railroad, self.before, kept=False)
            rate = min(full, kept.get(railroad, full))
            creditor = BANK if rate == 1_000 else self.before[railroad]
            owed[creditor] = max(owed[creditor], rate)
            totals.append(owed.total())
        return totals

    def settle(self) -> None:
        """Fees, and what it takes to pay them."""
        if self.has_winner():
            return
        seat = self.seats[self.mover]
        self.share_extra_fee()
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
        if not self.by_dice:
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
            self.notes["no player bids"] += 1
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
