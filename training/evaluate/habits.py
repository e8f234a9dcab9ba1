"""How the style of a character shows: its habit in many games, beside that of the planner in the same seat."""

from dataclasses import dataclass
from importlib import import_module

import numpy as np

from railgym.agents.characters import Character
from railgym.agents.habits import Habit
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import best_bot
from railgym.envs.core.game import Array, Game
from railgym.training.evaluate.matches import paired_seeds
from railgym.training.evaluate.stats import logged_games

__all__ = ["Comparison", "compare", "habit_of", "measure_habit"]

LEAST_ERROR = 1e-9  # of a habit that is the same in all games


@dataclass(frozen=True)
class Comparison:
    """A habit in ``words``: its means over the games of the character and of the planner, and the difference in
    standard errors."""

    words: str
    character: float
    planner: float
    errors: float

    def __str__(self) -> str:
        """For example ``9.1 links a game, the planner 7.2``."""
        return f"{self.character:,.1f} {self.words}, the planner {self.planner:,.1f}"


def habit_of(game: Game, character: Character) -> Habit:
    """The habit by which the style of a character shows."""
    module = f"railgym.agents.scripted.{game.package.rpartition('.')[2]}.habits"
    habits: dict[str, Habit] = import_module(module).HABITS
    return habits[character.habit]


def measure_habit(game: Game, bot: str, habit: Habit, games: int, seed: int) -> Array:
    """The habit of a scripted bot in the first seat, against planners, in each of some games: float64 (games,)."""
    bots = scripted_bots(game)
    seats = bots.in_seats(game.roles, best_bot(game))
    seats[0] = bots.number(bot)
    played = logged_games(game, seats, paired_seeds(seed, games))
    return np.array([habit.measure(events, state[0], 0) for state, events in played])


def compare(game: Game, character: Character, games: int, seed: int) -> Comparison:
    """The habit of a character that a scripted bot plays, and that of the planner, on the same seeds."""
    habit = habit_of(game, character)
    own, planner = (measure_habit(game, bot, habit, games, seed) for bot in (character.agent, best_bot(game)))
    error = max(float(np.sqrt((own.var() + planner.var()) / games)), LEAST_ERROR)
    return Comparison(habit.words, own.mean(), planner.mean(), float(own.mean() - planner.mean()) / error)
