"""Rail Baron with destination cards, as a subclass of ``Game``."""

from collections.abc import Mapping
from typing import Any

from railgym.envs.core.advice import Advised, with_advice
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.ranges import Range
from railgym.envs.core.rows import BY_ACTION, Rows
from railgym.envs.rail_baron_cards.actions import table
from railgym.envs.rail_baron_cards.board import load_board
from railgym.envs.rail_baron_cards.event_kinds import EVENT_KINDS
from railgym.envs.rail_baron_cards.observation import encode, layout
from railgym.envs.rail_baron_cards.observation_nodes import encode_nodes, graph, nodes_layout
from railgym.envs.rail_baron_cards.observation_plans import encode_plans, plans_layout
from railgym.envs.rail_baron_cards.options import RailBaronOptions
from railgym.envs.rail_baron_cards.params import PARAMS, build_params
from railgym.envs.rail_baron_cards.ranges import rail_baron_ranges, rail_baron_ranges_in_phase
from railgym.envs.rail_baron_cards.rules.phases import END_REASONS, PHASES
from railgym.envs.rail_baron_cards.rules.setup import reset
from railgym.envs.rail_baron_cards.rules.turn import apply, legal
from railgym.envs.rail_baron_cards.state import SCRATCH, SEATS, STATE
from railgym.envs.rail_baron_cards.views import determinize, redact

__all__ = ["RailBaron"]


class RailBaron(Game):
    """Rail Baron for 2 to 6 players."""

    id = "rail_baron_cards_v0"
    title = "Rail Baron with destination cards"
    package = "railgym.envs.rail_baron_cards"
    display_type = "railgym.envs.rail_baron_cards.display:RailBaronDisplay"
    notation_maker = "railgym.envs.rail_baron_cards.notation:rail_baron_notation"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    margin_unit = 50_000
    state_dtype = STATE
    scratch_dtype = SCRATCH
    params_dtype = PARAMS
    kernels = Kernels(
        reset,
        legal,
        apply,
        redact,
        determinize,
        {"vector": encode, "plans": encode_plans, "nodes": encode_nodes, "advised": Advised(encode_plans)},
    )
    options_type = RailBaronOptions

    def __init__(self, **options: Any) -> None:
        self.options: RailBaronOptions = self.options_type.parse(**options)
        self.params = build_params(self.options)
        self.board = load_board(self.options.board)
        self.actions = table(self.board, any(self.options.full), self.options.by_dice)
        self.params["num_actions"] = len(self.actions)
        self.observation_layout = layout(self.board)

    @property
    def owner_names(self) -> tuple[str, ...]:
        """The names of all who may own railroads: the players, and the extra owner after them."""
        extra = self.options.extra_owner
        return self.seat_names if extra == "none" else (*self.seat_names, extra)

    @property
    def ranges(self) -> Mapping[str, Range]:
        return rail_baron_ranges(self.params[0])

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return rail_baron_ranges_in_phase(self.params[0], phase)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        return {
            "vector": layout(self.board),
            "plans": plans_layout(self.board),
            "nodes": nodes_layout(self.board),
            "advised": with_advice(plans_layout(self.board), len(self.actions)),
        }

    @property
    def graph(self) -> dict[str, Array]:
        return graph(self.board)

    @property
    def rows(self) -> dict[str, Rows]:
        return {
            "cities": Rows(("cities",)),
            "railroads": Rows(("railroads", "worth"), ("buy", "sell", "auction")),
            "hand": Rows(("hand",), ("hand",)),
            BY_ACTION: Rows(("advice",)),
        }
