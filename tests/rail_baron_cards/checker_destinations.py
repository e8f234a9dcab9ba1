"""The part of the referee (``checker.py``) for destinations by dice."""

from typing import Any

from rail_baron_cards.checker_dice import Rolls
from rail_baron_cards.checker_map import BID, GOAL, START, TURN_GOAL


class RolledDestinations(Rolls):
    """Rolls of starts and destinations; the class ``Follower`` builds on it."""

    def destination_choices(self) -> set[tuple[Any, ...]]:
        """What may be decided about starts and destinations."""
        if self.phase == START:
            return {("starts", 0)}
        return {("region", region) for region in range(len(self.map.regions))}

    def on_starts(self, choice: int) -> None:
        assert choice == 0
        for player, seat in enumerate(self.seats):
            (city, *_) = self.take("rolled_start", player)
            assert city not in [other.start for other in self.seats], "two players start in one city"
            seat.start, seat.dot = city, self.map.dot[city]
        self.phase = BID
        if self.options.bids == "none":
            self.begin_round()

    def roll_destination(self, phase: str) -> None:
        """Roll a region and a city, and go on; or ask for a region in this phase."""
        seat = self.seats[self.mover]
        assert seat.goal < 0
        (region, *_) = self.take("rolled_region", self.mover)
        if region == self.region(seat.start):
            self.notes["a region is chosen"] += 1
            self.phase = phase
        else:
            assert self.roll_city(region, phase), "the city of another region is where the train is"
            self.go_on(phase)

    def on_region(self, region: int) -> None:
        phase = self.phase
        self.expect("chose_region", self.mover, region)
        if self.roll_city(region, phase):
            self.go_on(phase)
        else:
            self.next_dice = self.next_pips = 0
            self.settle()

    def roll_city(self, region: int, phase: str) -> bool:
        """A city of the region, which is the destination unless the train is there."""
        seat = self.seats[self.mover]
        if self.feed and self.feed[0][0] == "lost_turn":
            (city, *_) = self.take("lost_turn", self.mover)
            assert self.map.dot[city] == seat.dot
        else:
            start, city, *_ = self.take("next_run" if phase == GOAL else "set_out", self.mover)
            assert start == seat.start and self.map.dot[city] != seat.dot
            seat.goal = city
        assert self.region(city) == region
        return seat.goal >= 0

    def go_on(self, phase: str) -> None:
        """After an arrival with the turn, or before the moves with these."""
        if phase == TURN_GOAL:
            self.begin_moves()
        else:
            self.end_move()
