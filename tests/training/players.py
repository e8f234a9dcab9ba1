"""Agents of a user's own, as ``py:players:Class`` finds them when this folder is on the path."""

import sys
from collections import Counter
from contextlib import suppress
from time import sleep
from typing import Any

import numpy as np

from railgym.agents.scripted import ScriptedAgent
from railgym.envs.core.game import Game
from railgym.envs.core.position import View

asked: Counter[int] = Counter()  # how many games LowestTogether was asked for at once


class Planner(ScriptedAgent):
    """The planner, moved from Python; it makes no random choice, so it plays as the compiled one does."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "planner")


class Lowest:
    """Takes the legal action with the lowest id, game by game."""

    code = "lowest"

    def __init__(self, game: Game) -> None:
        self.seat = -1

    def reset(self, seat: int, seed: int) -> None:
        self.seat = seat

    def act(self, view: View) -> int:
        assert view.player == view.current_player == self.seat
        assert view.record["key"][0] == 0
        return view.legal_actions[0]


class LowestTogether(Lowest):
    """The same, for many games at once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def act_batch(self, views: Any, masks: Any, observations: Any, seats: Any) -> Any:
        asked[len(views)] += 1
        assert masks.shape == (len(views), len(self.game.actions)) and masks.dtype == np.int8
        assert observations.shape == (len(views), self.game.observation_layout.size)
        assert (views["viewer"] == seats).all() and (views["current_player"] == seats).all() and not views["key"].any()
        assert (observations[0] == self.game.rules.encode(views[:1], int(seats[0]))).all()
        return masks.argmax(1)


class Cheat(Lowest):
    """Takes the highest action id, legal or not."""

    code = "cheat"

    def act(self, view: View) -> int:
        last = len(view.action_mask) - 1
        return -1 if view.is_legal(last) else last


class Crashes(Lowest):
    """Raises an error at its tenth decision of a game."""

    code = "crashes"

    def reset(self, seat: int, seed: int) -> None:
        super().reset(seat, seed)
        self.decisions = 0

    def act(self, view: View) -> int:
        self.decisions += 1
        if self.decisions == 10:
            raise KeyError("no such city")
        return view.legal_actions[0]


class CannotBegin(Lowest):
    """Raises an error when it sits down."""

    code = "cannot-begin"

    def reset(self, seat: int, seed: int) -> None:
        raise RuntimeError("no chair")


class Sleeps(Lowest):
    """Takes a minute for a decision, and swallows whatever is said to it meanwhile."""

    code = "sleeps"

    def act(self, view: View) -> int:
        for _ in range(60):
            with suppress(Exception):
                sleep(1)
        return view.legal_actions[0]


class Meddles(Lowest):
    """Writes into what it is shown."""

    code = "meddles"

    def act(self, view: View) -> int:
        action = view.legal_actions[0]
        view._record["scores"] += 1000
        view._mask[:] = 1
        return action


class AllWrong(LowestTogether):
    """Asked for many games at once, it answers for one."""

    code = "all-wrong"

    def act_batch(self, views: Any, masks: Any, observations: Any, seats: Any) -> Any:
        return masks[:1].argmax(1)


class MeddlesTogether(LowestTogether):
    """Asked for many games at once, it makes everything legal, and answers so."""

    code = "meddles-together"

    def act_batch(self, views: Any, masks: Any, observations: Any, seats: Any) -> Any:
        lowest = masks.argmin(1)
        masks[:] = 1
        return lowest


class Quits(Lowest):
    """Ends the process."""

    code = "quits"

    def act(self, view: View) -> int:
        sys.exit("I have had enough")
