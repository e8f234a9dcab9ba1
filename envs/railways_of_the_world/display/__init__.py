"""Railways of the World and the Railbot in words and pictures."""

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

from railgym.envs.core.chart import Line
from railgym.envs.core.display import Display
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.panels import BoardDrawing
from railgym.envs.core.reading import Reading
from railgym.envs.core.rules import Rules
from railgym.envs.core.sheets import Sheet
from railgym.envs.railways_of_the_world.display import brief, illegal_reasons, words
from railgym.envs.railways_of_the_world.display.chart import draw_chart
from railgym.envs.railways_of_the_world.display.picture import draw_board
from railgym.envs.railways_of_the_world.display.sheets import all_sheets
from railgym.envs.railways_of_the_world.display.statistics import RailwaysStatistics
from railgym.envs.railways_of_the_world.rules.phases import KEEP_BARON

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["RailbotDisplay", "RailwaysDisplay"]


class RailwaysDisplay(Display):
    """The display of Railways of the World."""

    simultaneous_phases = (KEEP_BARON,)

    def __init__(self, game: "HexRailways") -> None:
        super().__init__(game)
        self.board = game.board
        self.words = words.Words(game.board, game.params[0], self.names)

    def sheets(self, view: Reading) -> tuple[Sheet, ...]:
        return all_sheets(self, view)

    def when(self, view: Reading) -> str:
        return words.when(view.record[0])

    def describe_board(self, view: Reading) -> list[str]:
        return [words.city_words(self.words, view.record[0], city) for city in range(len(self.board.cities))]

    def describe_board_briefly(self, view: Reading) -> list[str]:
        return brief.board_lines(self.words, view)

    def rank_actions(self, view: Reading) -> list[int]:
        return brief.rank_actions(self.words, view)

    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        return words.event_sentence(self.words, event, viewer)

    def action_words(self, view: Reading, action: int) -> str:
        return words.action_words(self, view, action)

    def question(self, view: Reading) -> str:
        return words.decision(self.words, view.record[0])

    def likely_illegal(self, view: Reading) -> dict[int, str]:
        return illegal_reasons.likely_illegal(self, view.record[0], view.action_mask)

    def why_illegal(self, view: Reading, action: int) -> str:
        return illegal_reasons.why_illegal(self, view.record[0], action)

    def standing_words(self, view: Reading, player: int) -> str:
        """The points at the end of a game, and what bonds have taken of them."""
        points, bonds = view.scores[player], int(view.record["players"]["bonds"][0][player])
        return f"{points} ({points + bonds} less {bonds} for bonds)" if bonds else str(points)

    def chart(self, view: Reading, width: int) -> list[Line]:
        return draw_chart(self, view.record[0], width)

    def draw_board(self, view: Reading) -> BoardDrawing:
        return draw_board(self, view)

    def statistics(self) -> RailwaysStatistics:
        return RailwaysStatistics(self.game)

    def rules_with(self, params: "Array") -> Rules:
        """The rules with other parameters, to try what a card of another kind would do."""
        self._variant.params = params
        return self._variant.rules

    @cached_property
    def _variant(self) -> "HexRailways":
        game: HexRailways = copy(self.game)
        game.__dict__.pop("rules", None)
        return game


class RailbotDisplay(RailwaysDisplay):
    """The display of the game against the Railbot."""

    opponent = "the Railbot"

    def standing_words(self, view: Reading, player: int) -> str:
        """The player's points, and those that they were to reach."""
        return f"target {self.game.options.goal}" if player else super().standing_words(view, player)
