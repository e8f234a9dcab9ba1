"""Railways of the World and the game against the Railbot, wired into the core's contract."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from railgym.envs.core.chart import Line
from railgym.envs.core.events import Event, read_events
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.core.ranges import Range
from railgym.envs.core.rows import BY_ACTION, Rows
from railgym.envs.railways_of_the_world.actions import table
from railgym.envs.railways_of_the_world.chart import draw_chart
from railgym.envs.railways_of_the_world.event_kinds import EVENT_KINDS
from railgym.envs.railways_of_the_world.illegal_reasons import likely_illegal, why_illegal
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import Map
from railgym.envs.railways_of_the_world.observation import encode, layout
from railgym.envs.railways_of_the_world.observation_nodes import encode_nodes, graph, nodes_layout
from railgym.envs.railways_of_the_world.observation_plans import encode_plans, plans_layout
from railgym.envs.railways_of_the_world.options import RailbotOptions, RailwaysOptions
from railgym.envs.railways_of_the_world.params import PARAMS, build_params, build_solo_params
from railgym.envs.railways_of_the_world.ranges import railways_ranges, railways_ranges_in_phase
from railgym.envs.railways_of_the_world.render import draw_svg
from railgym.envs.railways_of_the_world.rules.first_links import find_first_links
from railgym.envs.railways_of_the_world.rules.phases import END_REASONS, PHASES
from railgym.envs.railways_of_the_world.rules.setup import reset
from railgym.envs.railways_of_the_world.rules.turn import apply, legal
from railgym.envs.railways_of_the_world.state import SCRATCH, SEATS, STATE
from railgym.envs.railways_of_the_world.statistics import RailwaysStatistics
from railgym.envs.railways_of_the_world.views import determinize, redact
from railgym.envs.railways_of_the_world.words import Words, action_words, decision, describe, event_sentence

__all__ = ["RailbotGame", "RailwaysOfTheWorld"]

_NEAR_LINKS = ("near_tiles", "near_price", "near_way", "near_hexes")
_known: dict[str, tuple[Array, ...]] = {}  # the cheapest links of empty maps, by digest


class HexRailways(Game):
    """A game of links between cities on a hex map."""

    package = "railgym.envs.railways_of_the_world"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = EVENT_KINDS
    max_players = SEATS
    margin_unit = 10
    state_dtype = STATE
    scratch_dtype = SCRATCH
    params_dtype = PARAMS
    kernels = Kernels(
        reset, legal, apply, redact, determinize, {"vector": encode, "plans": encode_plans, "nodes": encode_nodes}
    )
    board: Map
    words: Words
    solo: ClassVar[bool]

    @property
    def ranges(self) -> Mapping[str, Range]:
        return railways_ranges(self.params[0])

    def ranges_in_phase(self, phase: int) -> Mapping[str, Range]:
        return railways_ranges_in_phase(self.params[0], phase)

    @property
    def encoders(self) -> dict[str, ObservationLayout]:
        return {
            "vector": layout(self.board, self.solo),
            "plans": plans_layout(self.board, self.solo),
            "nodes": nodes_layout(self.board, self.solo),
        }

    @property
    def graph(self) -> dict[str, Array]:
        return graph(self.params)

    def _learn_near_links(self) -> None:
        """Work out the cheapest links of the empty map, once in a process."""
        if self.board.digest not in _known:
            state = np.zeros(1, self.state_dtype)
            self.bind(find_first_links)(self.params, state, np.zeros(1, self.scratch_dtype))
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
            BY_ACTION: Rows(("estimates", "best_plan")),
        }

    def play_beside(self, params: Array, state: Array, action: int) -> list[Event]:
        """As ``_apply_unchecked``, with other parameters: what a card of another kind would do."""
        self._apply(params, state, self._scratch, action, self._events)
        return read_events(self._events)

    def choices_beside(self, params: Array, state: Array) -> list[int]:
        """The legal actions, with other parameters."""
        mask = np.zeros(len(self.actions), np.int8)
        self._legal(params, state, self._scratch, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def action_to_string(self, state: Array, action: int) -> str:
        return action_words(self, state, action)

    def decision_to_string(self, view: Array) -> str:
        return decision(self.words, view[0])

    def likely_illegal(self, view: Array) -> dict[int, str]:
        return likely_illegal(self, view[0], self.legal(view))

    def why_illegal(self, view: Array, action: int) -> str:
        return why_illegal(self, view[0], action)

    def describe(self, view: Array) -> str:
        return describe(self, view[0])

    def event_to_string(self, event: Event, viewer: int = PUBLIC) -> str:
        return event_sentence(self.words, event, viewer)

    def standings(self, states: Array) -> Array:
        """Points less bonds, which the end takes off; against the Railbot the others' are the target."""
        running = (states["terminated"] == 0)[:, None]
        worth: Array = states["scores"] - states["players"]["bonds"] * running
        if self.solo:
            worth[:, 1] = self.params["target"][0]
        return worth

    def standing_to_string(self, state: Array, player: int) -> str:
        """The points at the end of a game, and what bonds have taken of them."""
        points, bonds = int(state["scores"][0][player]), int(state["players"]["bonds"][0][player])
        return f"{points} ({points + bonds} less {bonds} for bonds)" if bonds else str(points)

    def chart(self, view: Array, width: int) -> list[Line]:
        return draw_chart(self, view[0], width)

    def svg(self, view: Array) -> str:
        return draw_svg(self, view)

    def new_statistics(self) -> RailwaysStatistics:
        return RailwaysStatistics(self)


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
        self.observation_layout = layout(self.board, self.solo)
        self._learn_near_links()
        self.words = Words(self.board, self.params[0], self.seat_names)


class RailbotGame(HexRailways):
    """Railways of the World for one, against the Railbot, whose choices an agent may make."""

    id = "railbot_v0"
    title = "Railways of the World against the Railbot"
    solo = True
    public_actions = True
    optional_roles: ClassVar = {"railbot": "railbot=agent"}
    options_type = RailbotOptions

    def __init__(self, **options: Any) -> None:
        self.options: RailbotOptions = self.options_type.parse(**options)
        self.board = self.options.board
        self.params = build_solo_params(self.options)
        self.actions = table(self.board, self.solo, self.options.full[0])
        self.observation_layout = layout(self.board, self.solo)
        self._learn_near_links()
        self.words = Words(self.board, self.params[0], self.seat_names)

    @property
    def roles(self) -> tuple[str, ...]:
        return ("player", "railbot")[: self.num_players]

    def standing_to_string(self, state: Array, player: int) -> str:
        """The player's points, and those that he was to reach."""
        return f"target {self.options.goal}" if player else super().standing_to_string(state, player)
