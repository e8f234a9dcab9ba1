"""Night Mail: its options, and all its parts wired into the core's contract."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from railgym.envs.core.game import Game, Kernels
from railgym.envs.core.options import GameOptions
from toy_game.rules import apply, legal, reset
from toy_game.state import SCRATCH, SEATS, STATE
from toy_game.tables import ACTIONS, END_REASONS, EVENTS, PHASES
from toy_game.views import LAYOUT, determinize, encode, redact

__all__ = ["NightMail", "NightMailOptions"]


class NightMailOptions(GameOptions):
    """Night Mail for 2 or 3 players."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"remember"})
    presets: ClassVar[Mapping[str, Mapping[str, int]]] = {"short": {"wagons": 3, "rounds": 5}}

    num_players: int = Field(2, ge=2, le=3, description="How many seats play: 2 or 3.")
    wagons: int = Field(5, ge=2, le=6, description="The train that first has so many wagons arrives.")
    rounds: int = Field(10, ge=1, le=20, description="The game ends after this number of rounds.")
    remember: bool = Field(True, description="Whether seats remember the wagons they put under the deck.")


class NightMail(Game):
    """A card game of the night express for 2 or 3 players."""

    id = "night_mail_v0"
    title = "Night Mail"
    package = "toy_game"
    display_type = "toy_game.display:NightMailDisplay"
    notation_maker = "toy_game.state:notation"
    options_type = NightMailOptions
    params_dtype = NightMailOptions.params_dtype()
    state_dtype = STATE
    scratch_dtype = SCRATCH
    max_players = SEATS
    actions = ACTIONS
    phases = PHASES
    event_kinds = tuple(EVENTS)
    end_reasons = END_REASONS
    observation_layout = LAYOUT
    kernels = Kernels(reset, legal, apply, redact, determinize, {"vector": encode})
