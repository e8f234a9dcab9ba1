"""Ticket to Ride: The Card Game, wired into the core's contract."""

from collections.abc import Mapping
from typing import Any, ClassVar

from railgym.envs.core.chart import Line
from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.ranges import Range
from railgym.envs.ticket_to_ride_card import illegal_reasons, words
from railgym.envs.ticket_to_ride_card.actions import KEEP, RETURN, TABLE
from railgym.envs.ticket_to_ride_card.chart import draw_chart
from railgym.envs.ticket_to_ride_card.event_kinds import EVENT_KINDS
from railgym.envs.ticket_to_ride_card.observation import LAYOUT, encode
from railgym.envs.ticket_to_ride_card.options import PARAMS, CardGameOptions, SoloOptions, build_params, tickets
from railgym.envs.ticket_to_ride_card.ranges import card_game_ranges, card_game_ranges_in_phase
from railgym.envs.ticket_to_ride_card.render import draw_svg
from railgym.envs.ticket_to_ride_card.rules.phases import END_REASONS, PHASES
from railgym.envs.ticket_to_ride_card.rules.setup import reset
from railgym.envs.ticket_to_ride_card.rules.turn import apply, legal
from railgym.envs.ticket_to_ride_card.state import SCRATCH, SEATS, STATE
from railgym.envs.ticket_to_ride_card.views import determinize, redact

__all__ = ["SoloCardGame", "TicketToRideCard"]


class TicketToRideCard(Game):
    """The standard game for 2 to 4 players."""

    id = "ticket_to_ride_card_v0"
    title = "Ticket to Ride: The Card Game"
    package = "railgym.envs.ticket_to_ride_card"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    actions = TABLE
    observation_layout = LAYOUT
    state_dtype = STATE
    scratch_dtype = SCRATCH
    params_dtype = PARAMS
    kernels = Kernels(reset, legal, apply, redact, determinize, {"vector": encode})
    options_type: ClassVar[type[CardGameOptions] | type[SoloOptions]] = CardGameOptions

    def __init__(self, **options: Any) -> None:
        self.options: CardGameOptions | SoloOptions = self.options_type.parse(**options)
        self.params = build_params(self.options)
        self.tickets = tickets(self.options.edition)

    @property
    def ranges(self) -> Mapping[str, Range]:
        return card_game_ranges(self.params[0], len(self.tickets))

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return card_game_ranges_in_phase(phase, len(self.tickets))

    def action_to_string(self, state: Array, action: int) -> str:
        offered = int(state["players"][0][int(state["current"][0])]["offered"])
        if action in (KEEP, RETURN) and offered:
            return f"{'keep' if action == KEEP else 'return'} {self.tickets[words.ticket_numbers(offered)[0]].name}"
        return super().action_to_string(state, action)

    def likely_illegal(self, view: Array) -> dict[int, str]:
        if view["terminated"][0]:
            return {}
        mask = self.legal(view)
        return {a: self.why_illegal(view, a) for a in illegal_reasons.likely(view[0]) if not mask[a]}

    def why_illegal(self, view: Array, action: int) -> str:
        return illegal_reasons.why_illegal(self.params[0], view[0], action)

    def describe(self, view: Array) -> str:
        viewer = int(view["viewer"][0])
        forgets = bool(viewer >= 0 and self.params["human_memory"][0][viewer])
        return words.describe(view[0], self.seat_names, self.tickets, forgets, bool(self.params["decks"][0] == 2))

    def event_to_string(self, event: Event, viewer: int = PUBLIC) -> str:
        return words.event_sentence(event, viewer, self.seat_names, self.tickets)

    def chart(self, view: Array, width: int) -> list[Line]:
        return draw_chart(self, view[0], width)

    def svg(self, view: Array) -> str:
        return draw_svg(self, view)


class SoloCardGame(TicketToRideCard):
    """The solo variant against the station clock: the same rules with their solo chapters switched on."""

    id = "ticket_to_ride_card_solo_v0"
    title = "Ticket to Ride: The Card Game, solo"
    options_type = SoloOptions

    def result_to_string(self, state: Array) -> str:
        verdict = "won" if state["payoff"][0][0] > 0 else "lost"
        mine, rival = int(state["scores"][0][0]), int(state["scores"][0][1])
        tickets = [self.tickets[ticket].name for ticket in words.ticket_numbers(int(state["rival"][0]))]
        reason = self.end_reasons[int(state["end_reason"][0])]
        return f"{reason}: {verdict}, {mine} against {rival}; the opponent's tickets: {', '.join(tickets)}"
