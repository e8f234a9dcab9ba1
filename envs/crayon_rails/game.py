"""The crayon-rail games as games of the core."""

from collections.abc import Mapping
from typing import Any, ClassVar

from railgym.envs.core.advice import Advised, with_advice
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.library import EntryPoint
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.ranges import Range
from railgym.envs.core.rows import BY_ACTION, Rows
from railgym.envs.crayon_rails.actions import table
from railgym.envs.crayon_rails.event_kinds import EVENT_KINDS
from railgym.envs.crayon_rails.observation import encode, layout
from railgym.envs.crayon_rails.observation_nodes import encode_nodes, graph, nodes_layout
from railgym.envs.crayon_rails.observation_plans import encode_plans, plans_layout
from railgym.envs.crayon_rails.options import CrayonOptions, EmpireBuilderOptions, ResourcefulRailsOptions
from railgym.envs.crayon_rails.params import PARAMS, build_params
from railgym.envs.crayon_rails.ranges import crayon_ranges, crayon_ranges_in_phase
from railgym.envs.crayon_rails.rules.phases import END_REASONS, PHASES
from railgym.envs.crayon_rails.rules.rebuild import rebuild
from railgym.envs.crayon_rails.rules.setup import reset
from railgym.envs.crayon_rails.rules.turn import apply, legal
from railgym.envs.crayon_rails.state import SCRATCH, SEATS, STATE
from railgym.envs.crayon_rails.views import determinize, redact

__all__ = ["EmpireBuilder", "ResourcefulRails"]


class CrayonRails(Game):
    """A game of track drawn between mileposts; ``engines`` are the names of its trains."""

    package = "railgym.envs.crayon_rails"
    display_type = "railgym.envs.crayon_rails.display:CrayonDisplay"
    notation_maker = "railgym.envs.crayon_rails.notation:crayon_notation"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    margin_unit = 100
    public_actions = True
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
    engines: ClassVar[tuple[str, ...]]
    options_type: ClassVar[type[CrayonOptions]]

    def __init__(self, **options: Any) -> None:
        self.options: CrayonOptions = self.options_type.parse(**options)
        self.board = self.options.board
        self.params = build_params(self.options)
        self.actions = table(self.board, self.engines, any(self.options.full))
        self.params["num_actions"] = len(self.actions)
        self.observation_layout = layout(self.board, self.options.pool)

    @property
    def ranges(self) -> Mapping[str, Range]:
        return crayon_ranges(self.params[0])

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return crayon_ranges_in_phase(self.params[0], phase)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        pieces = (self.board, self.options.pool)
        return {
            "vector": layout(*pieces),
            "plans": plans_layout(*pieces),
            "nodes": nodes_layout(*pieces),
            "advised": with_advice(plans_layout(*pieces), len(self.actions)),
        }

    @property
    def graph(self) -> dict[str, Array]:
        return graph(self.params)

    @property
    def rows(self) -> dict[str, Rows]:
        return {
            "cities": Rows(("cities", "plan_cities"), ("place", "run", "pay", "build")),
            "goods": Rows(("goods", "plan_goods"), ("pick up", "drop")),
            "demands": Rows(("demands", *["locks"] * self.options.pool), ("deliver",)),
            BY_ACTION: Rows(("advice",)),
        }

    @property
    def rebuilder(self) -> EntryPoint:
        """The function that derives everything else from the track of a state: ``rules/rebuild.py``."""
        return self.bind(rebuild)

    def standings(self, states: Array) -> Array:
        worth: Array = states["scores"] - states["players"]["debt"]
        return worth


class EmpireBuilder(CrayonRails):
    """Empire Builder for 2 to 6 players."""

    id = "empire_builder_v0"
    title = "Empire Builder"
    engines = ("Freight", "Fast Freight", "Heavy Freight", "Super Freight")
    options_type = EmpireBuilderOptions


class ResourcefulRails(CrayonRails):
    """Resourceful Rails for 2 to 6 players."""

    id = "resourceful_rails_v0"
    title = "Resourceful Rails"
    engines = ("modest train", "fast train", "heavy train", "advanced train")
    options_type = ResourcefulRailsOptions
