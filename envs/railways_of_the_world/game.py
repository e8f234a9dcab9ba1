"""Railways of the World and the game against the Railbot as games of the core."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from railgym.envs.core.advice import Advised, with_advice
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.ranges import Range
from railgym.envs.core.rows import BY_ACTION, Rows
from railgym.envs.railways_of_the_world.actions import table
from railgym.envs.railways_of_the_world.event_kinds import EVENT_KINDS
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.observation import encode, layout
from railgym.envs.railways_of_the_world.observation_nodes import encode_nodes, graph, nodes_layout
from railgym.envs.railways_of_the_world.observation_plans import encode_plans, plans_layout
from railgym.envs.railways_of_the_world.options import RailbotOptions, RailwaysOptions
from railgym.envs.railways_of_the_world.params import PARAMS, build_params, build_solo_params
from railgym.envs.railways_of_the_world.ranges import railways_ranges, railways_ranges_in_phase
from railgym.envs.railways_of_the_world.rules.first_links import find_near_links
from railgym.envs.railways_of_the_world.rules.phases import END_REASONS, FIRST_TO_PASS, PHASES
from railgym.envs.railways_of_the_world.rules.setup import reset
from railgym.envs.railways_of_the_world.rules.turn import apply, legal
from railgym.envs.railways_of_the_world.state import NO_PIECE, SCRATCH, SEATS, STATE
from railgym.envs.railways_of_the_world.views import determinize, redact

__all__ = ["RailbotGame", "RailwaysOfTheWorld"]

_NEAR_LINKS = ("near_tiles", "near_price", "near_way", "near_hexes")
_known: dict[str, tuple[Array, ...]] = {}  # the cheapest links of empty maps, by digest


class HexRailways(Game):
    """A game of links between cities on a hex map."""

    package = "railgym.envs.railways_of_the_world"
    display_type = "railgym.envs.railways_of_the_world.display:RailwaysDisplay"
    notation_maker = "railgym.envs.railways_of_the_world.notation:railways_notation"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    margin_unit = 10
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
    board: Map
    solo: ClassVar[bool]

    @property
    def ranges(self) -> Mapping[str, Range]:
        return railways_ranges(self.params[0])

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return railways_ranges_in_phase(self.params[0], phase)

    @property
    def bids_are_paid(self) -> bool:
        """Whether players who pass in the auction pay a part of their bids (RW-R10.2)."""
        return bool(self.params["bidding"][0] == FIRST_TO_PASS)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        rules = self.board, self.solo, self.bids_are_paid
        return {
            "vector": layout(*rules),
            "plans": plans_layout(*rules),
            "nodes": nodes_layout(*rules),
            "advised": with_advice(plans_layout(*rules), len(self.actions)),
        }

    @property
    def graph(self) -> dict[str, Array]:
        return graph(self.params)

    def _learn_near_links(self) -> None:
        """Search the cheapest links of the empty map, once in a process."""
        if self.board.digest not in _known:
            state = np.zeros(1, self.state_dtype)
            state["track"] = NO_PIECE
            self.bind(find_near_links)(self.params, state, np.zeros(1, self.scratch_dtype))
            _known[self.board.digest] = tuple(state[name][0].copy() for name in _NEAR_LINKS)
        for name, values in zip(_NEAR_LINKS, _known[self.board.digest], strict=True):
            self.params[name][0] = values
        self.params["near_unknown"] = 0

    @property
    def rows(self) -> dict[str, Rows]:
        return {
            "cities": Rows(("cities", "cubes"), ("urbanize", "grow", "deliver", "city", "start", "load", "go")),
            "pairs": Rows(("pairs", "gains"), ("link",), ("cities", np.array(near_pairs(self.board)))),
            "cards": Rows(("cards",), ("take",)),
            "lines": Rows(("lines",), ("line",)),
            BY_ACTION: Rows(("estimates", "best_plan", "advice")),
        }

    def standings(self, states: Array) -> Array:
        """Points less bonds, which the end subtracts; against the Railbot the other seat has the target."""
        running = (states["terminated"] == 0)[:, None]
        worth: Array = states["scores"] - states["players"]["bonds"] * running
        if self.solo:
            worth[:, 1] = self.params["target"][0]
        return worth


class RailwaysOfTheWorld(HexRailways):
    """Railways of the World for 2 to 6 players."""

    id = "railways_of_the_world_v0"
    title = "Railways of the World"
    solo = False
    options_type = RailwaysOptions

    def __init__(self, **options: Any) -> None:
        self.options: RailwaysOptions = self.options_type.parse(**options)
        self.board = self.options.board
        self.params = build_params(self.options)
        self.actions = table(self.board, self.solo, any(self.options.full))
        self.params["num_actions"] = len(self.actions)
        self.observation_layout = layout(self.board, self.solo, self.bids_are_paid)
        self._learn_near_links()


class RailbotGame(HexRailways):
    """Railways of the World for one player against the Railbot, whose choices an agent may make."""

    id = "railbot_v0"
    title = "Railways of the World against the Railbot"
    display_type = "railgym.envs.railways_of_the_world.display:RailbotDisplay"
    solo = True
    public_actions = True
    optional_roles: ClassVar = {"railbot": "railbot=agent"}
    options_type = RailbotOptions

    def __init__(self, **options: Any) -> None:
        self.options: RailbotOptions = self.options_type.parse(**options)
        self.board = self.options.board
        self.params = build_solo_params(self.options)
        self.actions = table(self.board, self.solo, self.options.full[0])
        self.params["num_actions"] = len(self.actions)
        self.observation_layout = layout(self.board, self.solo, self.bids_are_paid)
        self._learn_near_links()

    @property
    def roles(self) -> tuple[str, ...]:
        return ("player", "railbot")[: self.num_players]

    def without_optional_roles(self) -> "RailbotGame":
        """The game in which the cards make the Railbot's choices."""
        return RailbotGame(**self.options.model_dump(exclude={"num_players", "railbot", "railbot_power"}))
