"""The games of this package: the subclasses of ``Game`` that tie the parts together."""

from collections.abc import Mapping
from typing import Any, ClassVar

from railgym.envs.core.advice import Advised, with_advice
from railgym.envs.core.game import Game, Kernels
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.ranges import Range
from railgym.envs.ticket_to_ride_card.actions import TABLE
from railgym.envs.ticket_to_ride_card.event_kinds import EVENT_KINDS
from railgym.envs.ticket_to_ride_card.observation import LAYOUT, encode
from railgym.envs.ticket_to_ride_card.options import CardGameOptions, SoloOptions
from railgym.envs.ticket_to_ride_card.params import PARAMS, build_params
from railgym.envs.ticket_to_ride_card.ranges import card_game_ranges, card_game_ranges_in_phase
from railgym.envs.ticket_to_ride_card.rules.phases import END_REASONS, PHASES
from railgym.envs.ticket_to_ride_card.rules.setup import reset
from railgym.envs.ticket_to_ride_card.rules.turn import apply, legal
from railgym.envs.ticket_to_ride_card.state import SCRATCH, SEATS, STATE
from railgym.envs.ticket_to_ride_card.tickets import tickets
from railgym.envs.ticket_to_ride_card.views import determinize, redact

__all__ = ["SoloCardGame", "TicketToRideCard"]


class TicketToRideCard(Game):
    """The standard game for 2 to 4 players."""

    id = "ticket_to_ride_card_v0"
    title = "Ticket to Ride: The Card Game"
    package = "railgym.envs.ticket_to_ride_card"
    display_type = "railgym.envs.ticket_to_ride_card.display:CardGameDisplay"
    notation_maker = "railgym.envs.ticket_to_ride_card.notation:card_game_notation"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    actions = TABLE
    observation_layout = LAYOUT
    state_dtype = STATE
    scratch_dtype = SCRATCH
    params_dtype = PARAMS
    kernels = Kernels(reset, legal, apply, redact, determinize, {"vector": encode, "advised": Advised(encode)})
    options_type: ClassVar[type[CardGameOptions] | type[SoloOptions]] = CardGameOptions

    def __init__(self, **options: Any) -> None:
        self.options: CardGameOptions | SoloOptions = self.options_type.parse(**options)
        self.params = build_params(self.options)
        self.params["num_actions"] = len(self.actions)
        self.tickets = tickets(self.options.edition)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        return {"vector": LAYOUT, "advised": with_advice(LAYOUT, len(TABLE))}

    @property
    def ranges(self) -> Mapping[str, Range]:
        return card_game_ranges(self.params[0], len(self.tickets))

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return card_game_ranges_in_phase(phase, len(self.tickets))


class SoloCardGame(TicketToRideCard):
    """The solo variant against the station clock: the same rules with their solo chapters switched on."""

    id = "ticket_to_ride_card_solo_v0"
    title = "Ticket to Ride: The Card Game, solo"
    display_type = "railgym.envs.ticket_to_ride_card.display:SoloDisplay"
    options_type = SoloOptions
