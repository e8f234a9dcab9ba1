"""The part of the referee (``checker.py``) for rolls, and for what is decided before them."""

from rail_baron_cards.checker_map import DICE, MOVE
from rail_baron_cards.checker_money import Accounts


class Rolls(Accounts):
    """The rolls of a turn; the class ``Follower`` builds on it."""

    def begin_movement(self) -> None:
        engine = self.seats[self.mover].engine
        self.next_dice, self.next_pips = engine, 0  # a die more for the Express, two for the Superchief
        if engine == 1 and not self.options.dice_at_once:
            self.phase = DICE
            return
        if self.roll(2, 0) == (6, 6) and engine == 0 and self.options.bonus_on_double_six:
            self.next_dice = 1
        if self.options.dice_at_once and self.next_dice:
            first = self.pips
            self.roll(self.next_dice, 1)
            self.pips, self.next_pips, self.next_dice = first, self.pips, 0
        self.phase = DICE if engine == 1 else MOVE

    def on_exchange(self, choice: int) -> None:
        seat = self.seats[self.mover]
        if choice:
            seat.start, seat.goal = seat.goal, seat.start
            seat.dot = self.map.dot[seat.start]
            self.expect("exchanged", self.mover, seat.start, seat.goal)
        self.begin_movement()

    def roll(self, dice: int, second: int) -> tuple[int, int]:
        a, b, total, flag = self.take("rolled", self.mover)
        assert 1 <= a <= 6 and (1 <= b <= 6 if dice == 2 else b == 0)
        assert (total, flag) == (a + b, second)
        self.pips, self.phase = total, MOVE
        return a, b

    def on_dice(self, choice: int) -> None:
        if self.options.dice_at_once:
            self.pips, self.next_pips = (self.pips, self.next_pips)[:: -1 if choice else 1]
            self.phase = MOVE
            return
        first = (2, 1)[choice]
        self.next_dice = 3 - first
        self.roll(first, 0)

    def end_move(self) -> None:
        if self.next_dice:
            dice, self.next_dice = self.next_dice, 0
            self.roll(dice, 1)
        elif self.next_pips:
            self.pips, self.next_pips, self.phase = self.next_pips, 0, MOVE
        else:
            self.settle()
