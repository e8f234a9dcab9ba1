"""The card game in words and pictures."""

from railgym.envs.core.chart import Line
from railgym.envs.core.display import Display, JointChoice
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.panels import BoardDrawing
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Sheet
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KEEP, LOCOMOTIVES, NATURALS, RETURN
from railgym.envs.ticket_to_ride_card.display import illegal_reasons, words
from railgym.envs.ticket_to_ride_card.display.chart import draw_chart
from railgym.envs.ticket_to_ride_card.display.picture import draw_board
from railgym.envs.ticket_to_ride_card.display.sheets import all_sheets
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS

__all__ = ["CardGameDisplay", "SoloDisplay"]


class CardGameDisplay(Display):
    """The display of the games for 2 to 4 players."""

    simultaneous_phases = (SETUP_TICKETS,)

    def sheets(self, view: Reading) -> tuple[Sheet, ...]:
        return all_sheets(self, view)

    def question(self, view: Reading) -> str:
        return words.question(view.record[0])

    def joint_choice(self, view: Reading) -> JointChoice | None:
        """Which of the offered tickets are kept."""
        v = view.record[0]
        offered = words.ticket_numbers(int(v["players"][int(v["current_player"])]["offered"]))
        if len(offered) < 2 or not view.is_legal(KEEP):
            return None
        tickets = [self.game.tickets[t] for t in offered]
        return JointChoice(tuple(f"{ticket.name}: {ticket.colours}" for ticket in tickets), KEEP, RETURN, "keep")

    def when(self, view: Reading) -> str:
        return "Set-up" if view.record["phase"][0] == SETUP_TICKETS else super().when(view)

    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        return words.event_sentence(event, viewer, self.names, self.game.tickets)

    def action_words(self, view: Reading, action: int) -> str:
        v = view.record[0]
        offered = int(v["players"][int(v["current_player"])]["offered"])
        if action in (KEEP, RETURN) and offered:
            ticket = self.game.tickets[words.ticket_numbers(offered)[0]].name
            return f"{'keep' if action == KEEP else 'return'} {ticket}"
        if v["lay_colour"] >= 0 and NATURALS <= action < LOCOMOTIVES:
            return f"with {action - NATURALS + 1} {COLOUR_NAMES[v['lay_colour']]}"
        return super().action_words(view, action)

    def action_id(self, view: Reading, words: str) -> int:
        colour = int(view.record[0]["lay_colour"])
        if colour >= 0:  # "with 9 red" is "with 9 of its colour" of the table, legal or not
            words = words.replace(f" {COLOUR_NAMES[colour]}", " of its colour")
        return super().action_id(view, words)

    def likely_illegal(self, view: Reading) -> dict[int, str]:
        likely = illegal_reasons.likely(view.record[0])
        return {action: self.why_illegal(view, action) for action in likely if not view.is_legal(action)}

    def why_illegal(self, view: Reading, action: int) -> str:
        return illegal_reasons.why_illegal(self.game.params[0], view.record[0], action)

    def chart(self, view: Reading, width: int) -> list[Line]:
        return draw_chart(self, view.record[0], width)

    def draw_board(self, view: Reading) -> BoardDrawing:
        return draw_board(self, view)


class SoloDisplay(CardGameDisplay):
    """The display of the game against the station clock."""

    opponent = "the hidden opponent"

    def result_words(self, view: Reading) -> str:
        record = view.record[0]
        verdict = "won" if view.payoffs[0] > 0 else "lost"
        tickets = ", ".join(self.game.tickets[t].name for t in words.ticket_numbers(int(record["opponent_tickets"])))
        own, opponent = record["scores"][:2]
        return f"{view.end_reason}: {verdict}, {own} against {opponent}; the opponent's tickets: {tickets}"
