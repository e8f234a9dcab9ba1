"""Games of Railways of the World and against the Railbot for the tests of their rules, and tables that are laid out by
hand."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways, RailbotGame, RailwaysOfTheWorld
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.rules import phases


@cache
def railways(**options: Any) -> RailwaysOfTheWorld:
    return RailwaysOfTheWorld(**{"map": "nordic", "actions": "full", "barons": False, **options})


@cache
def railbot(**options: Any) -> RailbotGame:
    return RailbotGame(**{"actions": "full", **options})


class Table:
    """A game at the first action of a turn, without any track, in which seat 0 decides."""

    def __init__(self, game: HexRailways, seed: int = 1) -> None:
        self.game, self.state = game, game.rules.new_state(seed)
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
        position = Position._of(self.game, self.state)  # which plays in the same record
        return [event for label in words for event in position.play(self.game.actions.ids[label])]

    @property
    def legal(self) -> set[str]:
        return {self.game.actions.labels[a] for a in np.flatnonzero(self.game.rules.legal(self.state))}

    def link(self, owner: int, *names: str) -> None:
        """Links from city to city, of one tile each, without track."""
        for a, b in pairwise(self.city(name) for name in names):
            number = int(self["num_links"])
            self["link_a"][number], self["link_b"][number] = a, b
            self["link_owner"][number], self["link_tiles"][number] = owner, 1
            self["joined"][owner, a] |= 1 << b
            self["joined"][owner, b] |= 1 << a
            self["num_links"] = number + 1

    def show(self, *words: str) -> list[str]:
        """Put just these operations cards on display, the oldest first; returns what it is called to take them."""
        taking = self.game.actions.labels
        first = self.game.actions.blocks["take"].start
        cards = []
        for word in words:
            names = [label.split(", ")[1] for label in taking[first : first + len(self.board.operations)]]
            cards.append(next(i for i, name in enumerate(names) if name == word and i not in cards))
        self["display"][: len(cards)], self["shown"] = cards, len(cards)
        return [taking[first + i] for i in cards]

    def act(self, player: int = 0, actions: int = 1) -> None:
        """Let a player act now."""
        self["current"], self["phase"] = player, phases.ACTION
        self.seat(player)["actions"] = actions

    def build(self, a: str, b: str) -> list[Event]:
        """The current seat builds a link, by the first way that there is. Returns what happened."""
        found = self._build(self.state, self.city(a), self.city(b))
        assert found is not None, f"no link joins {a} and {b}"
        self.state[:], happened = found
        return happened

    def bot_card(self, name: str) -> int:
        """A Railbot card: by its id, or its cities."""
        for i, there in enumerate(self.board.railbot):
            if name in (there.id, "/".join(self.board.cities[city].name for city in there.cities)):
                return i
        raise LookupError(name)

    def lay_row(self, *names: str, top: str) -> None:
        """The row from left to right, and the card on top of the Railbot's deck."""
        self["row"] = [self.bot_card(name) for name in names]
        self["bots"]["cards"][int(self["bots"]["size"]) - 1] = self.bot_card(top)

    def resolve(self) -> list[Event]:
        """Pass twice, so that the Railbot's card comes."""
        return self.play("pass", "pass")

    def choose(self, phase: int) -> list[Event]:
        """The first choice there is, as long as the phase is this."""
        happened = []
        while int(self["phase"]) == phase:
            happened += self.play(min(self.legal))
        return happened

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
        legal = np.flatnonzero(self.game.rules.legal(state))
        starts = self.game.actions.blocks["start"].start + 6 * a
        ways = [x for x in legal if starts <= x < starts + 6 or self.game.actions.labels[x].startswith("lay ")]
        for action in ways:
            after = state.copy()
            events = self.game.rules.apply(after, int(action))
            ends = [event.data[:2] for event in events if event.kind == event_kinds.LINKED]
            if ends and set(ends[0]) == {a, b}:
                return after, events
            if not ends and int(after["phase"][0]) == phases.LAY:
                further = self._build(after, a, b)
                if further is not None:
                    return further[0], events + further[1]
        return None


def of(events: list[Event], kind: int) -> list[tuple[int, ...]]:
    """The player and the data of all events of a kind."""
    return [(event.player, *event.data) for event in events if event.kind == kind]


def first_slot(name: str, top: str = "C07", **options: object) -> Table:
    """A card in the first place of the row, and one on the deck that picks that place."""
    table = Table(railbot(**options))
    table.lay_row(name, "C03", "C06", top=top)
    return table
