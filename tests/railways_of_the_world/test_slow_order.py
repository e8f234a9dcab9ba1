"""Whole games against plain Python: whose decision it is, and what players pay in auctions, by every way of bidding."""

from collections import Counter

import pytest
from railways_of_the_world import eager_play
from railways_of_the_world.checker_order import OrderReferee
from railways_of_the_world.games import railways

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases

MAPS = ("south_sweden", "random:3:size=small")


class Follower:
    """Compares a game with its referee, decision by decision."""

    def __init__(self, game: HexRailways, bidding: str, opener: int) -> None:
        self.bids, self.seats = game.actions.blocks["bid"], range(game.num_players)
        self.referee = OrderReferee(game.num_players, bidding, opener, self.standing)
        self.turn, self.bid, self.spent = 0, 0, [0] * game.num_players
        self.seen = Counter[str]()

    def standing(self, seat: int) -> tuple[int, int, int]:
        player = self.s["players"][seat]
        return int(self.s["scores"][seat]), int(player["bonds"]), int(player["cash"])

    def check(self, before: Array, action: int, after: Array) -> None:
        """Compare a decision, if it is a bid, or the first one of a seat's action."""
        self.s, in_auction = before[0], bool(before["phase"][0] == phases.AUCTION)
        if not in_auction and self.s["turn"] == self.turn:
            return
        due = self.referee.next_decision(self.bid)
        assert due == ("bid" if in_auction else "act", int(self.s["current_player"])), f"ply {self.s['ply']}"
        assert self.spent == self.referee.paid, f"ply {self.s['ply']}"
        self.turn = int(self.s["turn"])
        if in_auction:
            self.bid = 0 if action == PASS else action - self.bids.start + 1
            self._take_payments(before[0], after[0])
        else:
            self.seen["by points"] += not self.s["passed_auction"]

    def _take_payments(self, before: Array, after: Array) -> None:
        """What each seat has spent by a bid or a pass: cash, and what new bonds have brought."""
        for seat in self.seats:
            left = [s["players"][seat]["cash"] - 5 * s["players"][seat]["bonds"] for s in (before, after)]
            spent = int(left[0] - left[1])
            self.spent[seat] += spent
            self.seen["paid for a pass"] += bool(spent) and not self.bid and seat == before["current_player"]


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("bidding", phases.BIDDINGS)
def test_order__is_that_of_the_referee_in_whole_games(bidding: str, seats: int, map: str) -> None:
    """RW-2.2, RW-2.3, RW-2.4, RW-2.5, RW-2.6, RW-R10.1, RW-R10.2, RW-R10.3"""
    game, seen = railways(map=map, num_players=seats, bidding=bidding, max_turns=12), Counter[str]()
    for seed in range(6):
        opener = int(game.rules.new_state(seed)["current_player"][0])
        follower, last = Follower(game, bidding, opener), None
        for before, action, _ in eager_play.play(game, seed):
            if last is not None:
                follower.check(*last, before)
            last = before, action
        seen += follower.seen
    assert bool(seen["paid for a pass"]) == (bidding == "first_to_pass")
    assert bool(seen["by points"]) == (bidding == "worst_is_first")
