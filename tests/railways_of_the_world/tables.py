"""Games of Railways of the World and against the Railbot for the tests of their rules, and tables that are laid out by
hand."""

from functools import cache
from typing import Any

import numpy as np

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array, Game, Kernels
from railgym.envs.core.kernel import kernel
from railgym.envs.core.observation import ObservationLayout
from railgym.envs.railways_of_the_world import log
from railgym.envs.railways_of_the_world.actions import table
from railgym.envs.railways_of_the_world.hidden import determinize, hide
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map
from railgym.envs.railways_of_the_world.options import RailbotOptions, RailwaysOptions
from railgym.envs.railways_of_the_world.params import build_params, build_solo_params
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.phases import END_REASONS, PHASES
from railgym.envs.railways_of_the_world.rules.setup import reset
from railgym.envs.railways_of_the_world.rules.turn import apply, legal
from railgym.envs.railways_of_the_world.state import SEATS, STATE, WORK

RULES = Kernels(reset, legal, apply, hide, determinize, None)


@kernel
def encode_nothing(params: Any, view: Any, work: Any, player: Any, out: Any) -> None:
    """The rules alone are tested here."""
    out[0] = 1


class RulesGame(Game):
    """The rules, without words and pictures."""

    package = "railgym.envs.railways_of_the_world"
    phases = PHASES
    end_reasons = END_REASONS
    event_kinds = log.EVENT_KINDS
    max_players = SEATS
    margin_unit = 10
    state_dtype = STATE
    work_dtype = WORK
    kernels = RULES._replace(encode=encode_nothing)
    observation_layout = ObservationLayout("vector", [("bias", (1,), 0, 1, "always 1")])
    board: Map

    def describe(self, view: Array) -> str:
        return ""

    def event_to_string(self, event: Event, viewer: int = -1) -> str:
        return f"{self.event_kinds[event.kind]} {event.player} {event.data}"

    def svg(self, view: Array) -> str:
        return ""


class Railways(RulesGame):
    id = "railways_of_the_world_v0"
    title = "Railways of the World"

    def __init__(self, **options: Any) -> None:
        self.options = RailwaysOptions.parse(**options)
        self.board = self.options.board
        self.params, self.actions = build_params(self.options), table(self.board)


class Railbot(RulesGame):
    id = "railbot_v0"
    title = "Railbot"

    def __init__(self, **options: Any) -> None:
        self.options = RailbotOptions.parse(**options)
        self.board = self.options.board
        self.params, self.actions = build_solo_params(self.options), table(self.board)


@cache
def railways(**options: Any) -> Railways:
    return Railways(**{"map": "nordic", "actions": "full", "barons": False, **options})


@cache
def railbot(**options: Any) -> Railbot:
    return Railbot(**{"actions": "full", **options})


class Table:
    """A game at the first action of a turn, without any track, in which seat 0 decides."""

    def __init__(self, game: RulesGame, seed: int = 1) -> None:
        self.game, self.state = game, game.new_state(seed)
        self.board = game.board
        while int(self["phase"]) != phases.ACTION:
            self.play("pass" if int(self["phase"]) == phases.AUCTION else "keep baron 1")
        self["current"], self["first"] = 0, 0
        self.seat(0)["actions"] = max(1, int(self.seat(0)["actions"]))

    def __getitem__(self, field: str) -> Any:
        return self.state[field][0]

    def __setitem__(self, field: str, value: Any) -> None:
        self.state[field][0] = value

    def seat(self, p: int) -> Any:
        return self["players"][p]

    def city(self, name: str) -> int:
        return self.board.city_of[name]

    def play(self, *words: str) -> list[Event]:
        """Play actions by their labels; returns what happened."""
        return [event for label in words for event in self.game.apply(self.state, self.game.actions.ids[label])]

    @property
    def legal(self) -> set[str]:
        return {self.game.actions.labels[a] for a in np.flatnonzero(self.game.legal(self.state))}

    def cubes(self, city: str, **colors: int) -> None:
        """Put just these cubes into a city; the others go to the bag."""
        row = self["cubes"][self.city(city)]
        for i, color in enumerate(COLORS[:-1]):
            self["bag"][i] = int(self["bag"][i]) + int(row[i]) - colors.get(color, 0)
            row[i] = colors.get(color, 0)
        self["marker"][self.city(city)] = 0

    def join(self, player: int, a: str, b: str) -> list[Event]:
        """Build a link for a player, by the first way that there is; nothing else changes. Returns what happened."""
        kept = {name: self[name].copy() for name in ("current", "phase", "turn", "round", "part", "fresh", "first")}
        seats = self["players"].copy()
        self["current"], self["phase"] = player, phases.ACTION
        self.seat(player)["actions"], self.seat(player)["engineers"] = 2, 1
        found = self._build(self.state, self.city(a), self.city(b))
        assert found is not None, f"no link of five tiles joins {a} and {b}"
        self.state[:], happened = found
        for name, value in kept.items():
            self[name] = value
        self["players"] = seats
        return happened

    def _build(self, state: Array, a: int, b: int) -> tuple[Array, list[Event]] | None:
        """The position after a link is built, depth first."""
        legal = np.flatnonzero(self.game.legal(state))
        starts = self.game.actions.blocks["start"].start + 6 * a
        ways = [x for x in legal if starts <= x < starts + 6 or self.game.actions.labels[x].startswith("lay ")]
        for action in ways:
            after = state.copy()
            events = self.game.apply(after, int(action))
            ends = [event.data[:2] for event in events if event.kind == log.LINKED]
            if ends and set(ends[0]) == {a, b}:
                return after, events
            if not ends and int(after["phase"][0]) == phases.LAY:
                further = self._build(after, a, b)
                if further is not None:
                    return further
        return None


def of(events: list[Event], kind: int) -> list[tuple[int, ...]]:
    """The player and the data of all events of a kind."""
    return [(event.player, *event.data) for event in events if event.kind == kind]
