"""Track in positions of the crayon-rail games: lines from milepost to milepost, and the numbers of networks, which
depend on the history of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.errors import plain
from railgym.envs.core.notation_kinds import Each, Json, Kind, Row, find_name, items, refuse
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.notation_kinds import BETWEEN, Names, entries
from railgym.envs.crayon_rails.params import FAR
from railgym.envs.crayon_rails.state import COMPONENTS, NO_CARD, NO_LOAD, NO_REGION, NOBODY, REGIONS

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.game import CrayonRails

__all__ = ["History", "Players", "Track", "restore_history"]

EMPTY_SEAT = {
    **{"train": -1, "came_from": -1, "home_milepost": -1, "loads": NO_LOAD, "cards": NO_CARD},
    **{"join_cost": FAR, "join_from": -1, "one_network": 1},
}


@dataclass(frozen=True)
class Players(Each):
    """The data of each player. All track belongs to players, and other seats are empty."""

    def load(self, record: Any, value: Json, where: str) -> None:
        record["track"] = NOBODY
        for name, empty in EMPTY_SEAT.items():
            record["players"][name][self.count :] = empty
        super().load(record, value, where)


@dataclass(frozen=True)
class Track(Kind):
    """A player's track in lines from milepost to milepost: "Chicago 4 - 20.30 - 21.31"."""

    board: Map
    posts: Names
    players: Sequence[str]

    def dump(self, record: Row) -> Json:
        return self._lines(np.flatnonzero(record.table["track"] == record.index).tolist())

    def load(self, record: Row, value: Json, where: str) -> None:
        for i, line in enumerate(items(where, value, len(self.board.edges))):
            self._lay(record.table["track"], record.index, line, f"{where}[{i}]")

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"type": "string"}}

    def _lines(self, edges: Sequence[int]) -> list[str]:
        """Edges as lines that are as long as possible: from ends and junctions first, then the remaining circles."""
        beside: dict[int, set[int]] = {}
        for i in edges:
            a, b = self.board.edges[i].a, self.board.edges[i].b
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
        odd = [post for post in sorted(beside) if len(beside[post]) % 2]
        lines = []
        for post in (*odd, *sorted(beside)):
            while beside[post]:
                line = [post]
                while beside[line[-1]]:
                    beyond = min(beside[line[-1]])
                    beside[line[-1]].remove(beyond)
                    beside[beyond].remove(line[-1])
                    line.append(beyond)
                lines.append(BETWEEN.join(self.posts[there] for there in line))
        return lines

    def _lay(self, track: Any, player: int, line: Json, where: str) -> None:
        """Lay the track of one line."""
        if not isinstance(line, str) or BETWEEN not in line:
            raise refuse(where, f"expected mileposts with {BETWEEN!r} between them, got {plain(line)}")
        posts = [find_name(where, "milepost", name, self.posts) for name in line.split(BETWEEN)]
        for a, b in pairwise(posts):
            way = self.board.way(a, b)
            edge = self.board.beside[a][way] if way >= 0 else -1
            pair = f"from {self.posts[a]} to {self.posts[b]}"
            if edge < 0 or self.board.edges[edge].city >= 0:
                raise refuse(where, f"no track can be laid {pair}")
            if track[edge] not in (NOBODY, player):
                raise refuse(where, f"the track {pair} belongs to {self.players[track[edge]]}")
            track[edge] = player


@dataclass(frozen=True)
class History(Kind):
    """The part of a position that depends on the history of the game: the numbers of networks and regions, and which of
    several equally near mileposts joins a city. Values that follow from the track alone are left out. Loading leaves
    marks in the record, which :func:`restore_history` uses."""

    game: "CrayonRails"
    posts: Names

    def dump(self, record: Any) -> Json:
        anew = np.zeros(1, self.game.state_dtype)
        anew[0] = record
        self.game.rebuilder(self.game.params, anew, self.game.rules.scratch, 0)
        found: dict[str, Json] = {}
        if (record["component"] != anew[0]["component"]).any():
            found["networks"] = self._numbered(record["component"], int(record["component"].max()) + 1)[1:]
        regions = int(record["num_regions"])
        if regions != anew[0]["num_regions"] or (record["region"] != anew[0]["region"]).any():
            found["regions"] = self._numbered(record["region"], regions)
        nearest = self._nearest(record["players"]["join_from"], anew[0]["players"]["join_from"])
        return found | ({"nearest": nearest} if nearest else {})

    def _numbered(self, labels: Any, size: int) -> list[str | None]:
        """The first milepost of each part, by its number."""
        there, at = np.unique(labels[: len(self.posts)], return_index=True)
        first = dict(zip(there.tolist(), at.tolist(), strict=True))
        return [self.posts[first[label]] if label in first else None for label in range(size)]

    def _nearest(self, there: Any, anew: Any) -> dict[str, dict[str, str]]:
        found = {}
        for p, name in enumerate(self.game.seat_names):
            differ = np.flatnonzero(there[p] != anew[p]).tolist()
            if differ:
                found[name] = {self.game.board.cities[city].name: self.posts[there[p, city]] for city in differ}
        return found

    def load(self, record: Any, value: Json, where: str) -> None:
        for key, _ in entries(where, value):
            find_name(where, "key", key, ("networks", "regions", "nearest"))
        record["component"], record["region"], record["players"]["join_from"] = 0, NO_REGION, -1
        regions = items(f"{where}.regions", value.get("regions", []), REGIONS)
        record["num_regions"] = len(regions)
        self._mark(record["region"], regions, 0, f"{where}.regions")
        self._mark(
            record["component"],
            items(f"{where}.networks", value.get("networks", []), COMPONENTS - 1),
            1,
            f"{where}.networks",
        )
        cities = [city.name for city in self.game.board.cities]
        for name, found in entries(f"{where}.nearest", value.get("nearest", {})):
            near = record["players"][find_name(f"{where}.nearest", "player", name, self.game.seat_names)]["join_from"]
            for city, post in entries(f"{where}.nearest.{name}", found):
                here = f"{where}.nearest.{name}.{city}"
                near[find_name(here, "city", city, cities)] = find_name(here, "milepost", post, self.posts)

    def _mark(self, labels: Any, names: Sequence[Json], first: int, where: str) -> None:
        for i, name in enumerate(names):
            if name is not None:
                labels[find_name(f"{where}[{i}]", "milepost", name, self.posts)] = i + first

    def schema(self) -> dict[str, Json]:
        parts = {"type": "array", "items": {"type": ["string", "null"]}}
        nearest = {"type": "object", "additionalProperties": {"type": "object"}}
        return {
            "type": "object",
            "properties": {"networks": parts, "regions": parts, "nearest": nearest},
            "additionalProperties": False,
        }


def restore_history(game: "CrayonRails", state: Any) -> None:
    """Derive everything else from the track and the events of a state, with the numbers and mileposts that
    :class:`History` has marked in it."""
    record = state[0]
    networks, near = record["component"].copy(), record["players"]["join_from"][: game.num_players].copy()
    game.rebuilder(game.params, state, game.rules.scratch, int(record["num_regions"] > 0))
    _number_networks(record, networks)
    for p, city in np.argwhere(near >= 0).tolist():
        seat, post = record["players"][p], int(near[p, city])
        if (
            not record["in_network"][post] >> p & 1
            or game.params["build_cost"][0, post, city] != seat["join_cost"][city]
        ):
            where = f"history.nearest.{game.seat_names[p]}.{game.board.cities[city].name}"
            raise refuse(where, "this is none of the nearest mileposts of their network")
        seat["join_from"][city] = post


def _number_networks(record: Any, marks: Any) -> None:
    """Number the networks by the marks at one milepost of each."""
    at = np.flatnonzero(marks)
    if not len(at):
        return
    if sorted(record["component"][at].tolist()) != np.flatnonzero(record["component_seats"]).tolist():
        raise refuse("history.networks", "expected one milepost of each network of all track")
    new = np.zeros(len(record["component_seats"]), np.int64)
    new[record["component"][at]] = marks[at]
    for name in ("component_cities", "component_seats"):
        parts = record[name].copy()
        record[name] = 0
        record[name][new[new > 0]] = parts[new > 0]
    record["component"] = new[record["component"]]
