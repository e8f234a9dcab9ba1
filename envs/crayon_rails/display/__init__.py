"""The crayon-rail games in words and pictures."""

from typing import TYPE_CHECKING

from railgym.envs.core.chart import Line
from railgym.envs.core.display import Display
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.panels import BoardDrawing
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Sheet
from railgym.envs.crayon_rails.display import illegal_reasons, words
from railgym.envs.crayon_rails.display.chart import draw_chart
from railgym.envs.crayon_rails.display.picture import draw_board
from railgym.envs.crayon_rails.display.ranking import rank_actions
from railgym.envs.crayon_rails.display.sheets import all_sheets
from railgym.envs.crayon_rails.display.statistics import CrayonStatistics

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.game import CrayonRails

__all__ = ["CrayonDisplay"]


class CrayonDisplay(Display):
    """The display of a crayon-rail game."""

    def __init__(self, game: "CrayonRails") -> None:
        super().__init__(game)
        self.board = game.board
        self.words = words.Words(game.board, game.params[0], self.names, game.engines)

    def sheets(self, view: Reading) -> tuple[Sheet, ...]:
        return all_sheets(self, view)

    def when(self, view: Reading) -> str:
        v = view.record[0]
        if v["round"]:
            return f"Round {int(v['round'])}"
        return f"Opening round {int(v['opening_rounds_done']) + 1} of {int(self.params['opening_rounds'][0])}"

    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        return words.event_sentence(self.words, event)

    def action_words(self, view: Reading, action: int) -> str:
        return words.action_words(self, view, action)

    def action_id(self, view: Reading, words: str) -> int:
        return super().action_id(view, self.words.places.renamed(words))

    def rank_actions(self, view: Reading) -> list[int]:
        return rank_actions(self.words, view)

    def question(self, view: Reading) -> str:
        return words.decision(self.words, view.record[0])

    def likely_illegal(self, view: Reading) -> dict[int, str]:
        return illegal_reasons.likely_illegal(self, view.record[0], view.action_mask)

    def why_illegal(self, view: Reading, action: int) -> str:
        return illegal_reasons.why_illegal(self, view.record[0], action)

    def standing_words(self, view: Reading, player: int) -> str:
        debt = int(view.record["players"]["debt"][0][player])
        return super().standing_words(view, player) + (f" (owes {debt})" if debt else "")

    def chart(self, view: Reading, width: int) -> list[Line]:
        return draw_chart(self, view.record[0], width)

    def draw_board(self, view: Reading) -> BoardDrawing:
        return draw_board(self, view)

    def statistics(self) -> CrayonStatistics:
        return CrayonStatistics(self)
