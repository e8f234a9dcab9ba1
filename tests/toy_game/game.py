"""Night Mail, wired into the core's contract."""

from collections.abc import Mapping
from typing import Any

from railgym.envs.core.game import Game, Kernels
from railgym.envs.core.ranges import Range
from toy_game.actions import TABLE
from toy_game.event_kinds import EVENT_KINDS
from toy_game.observation import LAYOUT, encode
from toy_game.options import PARAMS, NightMailOptions, build_params
from toy_game.rules.phases import END_REASONS, PHASES
from toy_game.rules.setup import reset
from toy_game.rules.turn import apply, legal
from toy_game.state import RANGES, SCRATCH, SEATS, STATE
from toy_game.views import determinize, redact

__all__ = ["NightMail"]


class NightMail(Game):
    """A card game of the night express for 2 or 3 players."""

    id = "night_mail_v0"
    title = "Night Mail"
    package = "toy_game"
    display_type = "toy_game.display:NightMailDisplay"
    notation_maker = "toy_game.notation:night_mail_notation"
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
    options_type = NightMailOptions

    def __init__(self, **options: Any) -> None:
        self.options: NightMailOptions = self.options_type.parse(**options)
        self.params = build_params(self.options)

    @property
    def ranges(self) -> Mapping[str, Range]:
        return RANGES
