"""Rail Baron in words and pictures."""

from typing import TYPE_CHECKING

from railgym.envs.core.chart import Line
from railgym.envs.core.display import Display
from railgym.envs.core.events import Event
from railgym.envs.core.panels import BoardDrawing
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Sheet
from railgym.envs.rail_baron_cards.display import illegal_reasons, words
from railgym.envs.rail_baron_cards.display.chart import draw_chart
from railgym.envs.rail_baron_cards.display.picture import draw_board
from railgym.envs.rail_baron_cards.display.sheets import all_sheets
from railgym.envs.rail_baron_cards.display.statistics import RailBaronStatistics
from railgym.envs.rail_baron_cards.event_kinds import ROLLED
from railgym.envs.rail_baron_cards.rules import phases

if TYPE_CHECKING:
    from railgym.envs.core.game import Array
    from railgym.envs.rail_baron_cards.game import RailBaron

__all__ = ["RailBaronDisplay"]


class RailBaronDisplay(Display):
    """The display of Rail Baron."""

    simultaneous_phases = (phases.BID,)
    sentences = words.SENTENCES

    def __init__(self, game: "RailBaron") -> None:
        super().__init__(game)
        self.board = game.board
        self.words = words.Words(game.board, game.params[0], self.names)
        self.terms = words.terms(self.words)

    def sheets(self, view: Reading) -> tuple[Sheet, ...]:
        return all_sheets(self, view)

    def when(self, view: Reading) -> str:
        v = view.record[0]
        return "Set-up" if v["phase"] <= phases.BID else f"Round {int(v['round'])}"

    def sentence(self, event: Event, viewer: int) -> str:
        one_die = event.kind == ROLLED and event.data[1] == 0
        return words.ONE_DIE if one_die else super().sentence(event, viewer)

    def action_words(self, view: Reading, action: int) -> str:
        routes, label = self.find_routes(view), self.game.actions.labels[action]
        return words.action_words(self.words, view.record[0], label, action, routes)

    def action_id(self, view: Reading, words: str) -> int:
        return super().action_id(view, self.words.renamed(words))

    def question(self, view: Reading) -> str:
        return words.decision(view.record[0], self.words.by_dice)

    def likely_illegal(self, view: Reading) -> dict[int, str]:
        self.find_routes(view)
        return illegal_reasons.likely_illegal(self, view.record[0], view.action_mask)

    def why_illegal(self, view: Reading, action: int) -> str:
        self.find_routes(view)
        return illegal_reasons.why_illegal(self, view.record[0], view.action_mask, action)

    def standing_words(self, view: Reading, player: int) -> str:
        return words.standing(self.words, view.record[0], player)

    def chart(self, view: Reading, width: int) -> list[Line]:
        return draw_chart(self, view.record[0], width)

    def draw_board(self, view: Reading) -> BoardDrawing:
        self.find_routes(view)
        return draw_board(self, view)

    def statistics(self) -> RailBaronStatistics:
        return RailBaronStatistics(self.game)

    def find_routes(self, view: Reading) -> "Array":
        """The routes of the mover's rides, which ``legal`` leaves in its scratch memory."""
        self.game.rules.legal(view.record)
        routes: Array = self.game.rules.scratch["routes"][0]
        return routes
