"""The known links between near cities (rules/near_links.py) in the notation of positions."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.notation_kinds import Field, Json, Kind, find_name, items, refuse, whole
from railgym.envs.railways_of_the_world.actions import SIDE_NAMES
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.notation_map import WAY_SCHEMA, Ground, HexList, entry
from railgym.envs.railways_of_the_world.rules.first_links import find_near_links
from railgym.envs.railways_of_the_world.rules.pieces import WAYS, opposite, way_out
from railgym.envs.railways_of_the_world.state import FAR, MOST_TILES, NO_PIECE, SIDES

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["near_fields"]

_STATES = ("best", "dearer", "freed", "blocked")  # ``near_stale``, as in rules/near_links.py


def near_fields(game: "HexRailways", ground: Ground) -> list[Field]:
    """The keys of the known links, which depend on when they were searched."""
    return [
        Field(
            "near_links",
            NearLinks(game, ground),
            "known links between near cities, where they differ from those found by laying links and then open runs "
            'again, by "A - B": "way", "price" in thousands, "state" (whether another link may be better)',
            {},
        ),
        Field(
            "track_changed",
            TrackChanged(ground),
            "hexes in which track has changed since links were looked for; each stands for all with its number mod 64",
            [],
        ),
    ]


class TrackChanged(HexList):
    """Hexes as bits by their numbers modulo 64: one hex for each bit, with track if there is any."""

    def dump(self, record: Any) -> Json:
        count, bits = len(self.ground.hexes), int(record["track_changed"])
        order = sorted(range(count), key=lambda hex: (record["track"][hex, 0] == NO_PIECE, hex)) if bits else []
        first: dict[int, int] = {}
        for hex in order:
            if bits >> (hex & 63) & 1:
                first.setdefault(hex & 63, hex)
        return [self.ground.hexes[hex] for hex in sorted(first.values())]

    def load(self, record: Any, value: Json, where: str) -> None:
        changed = np.zeros(64, np.uint64)
        for hex in self.hexes(value, where):
            changed[hex & 63] = np.uint64(1) << np.uint64(hex & 63)
        record["track_changed"] = changed.sum(dtype=np.uint64).astype(np.int64)


class NearLinks(Kind):
    """The known links between near cities, except those that a new search on the track finds. Which way is known
    depends on when it was searched."""

    def __init__(self, game: "HexRailways", ground: Ground) -> None:
        self.game, self.ground, self.pairs = game, ground, near_pairs(game.board)
        self.names = [f"{ground.cities[a]} - {ground.cities[b]}" for a, b in self.pairs]

    def _found_anew(self, record: Any) -> Any:
        """The links that a new search finds."""
        state = np.zeros(1, self.game.state_dtype)
        for name in ("track", "link", "num_links", "num_runs"):
            state[name][0] = record[name]
        self.game.bind(find_near_links)(self.game.params, state, self.game.rules.scratch)
        return state[0]

    def dump(self, record: Any) -> Json:
        found, fields = self._found_anew(record), ("near_tiles", "near_price", "near_way", "near_stale")
        differ = np.any([record[name] != found[name] for name in fields], axis=0)
        return {self.names[pair]: self._dump(record, found, pair) for pair in np.flatnonzero(differ).tolist()}

    def _dump(self, record: Any, found: Any, pair: int) -> Json:
        here, known = (
            [int(of[name][pair]) for name in ("near_tiles", "near_way", "near_price", "near_stale")]
            for of in (record, found)
        )
        tiles, way, price, state = here
        link: dict[str, Json] = {}
        if [tiles, way] != known[:2]:
            turns = [WAYS[way // SIDES // 3**i % 3] for i in range(tiles)]
            link["way"] = [SIDE_NAMES[way % SIDES], *turns] if tiles else []
        if price != known[2]:
            link["price"] = price if price != FAR else None
        return link | ({"state": _STATES[state]} if state != known[3] else {})

    def load(self, record: Any, value: Json, where: str) -> None:
        found = self._found_anew(record)
        for name in ("near_tiles", "near_price", "near_way", "near_hexes", "near_stale"):
            record[name] = found[name]
        for name, link in entry(value, self.names, where).items():
            self._load(record, self.names.index(name), link, f"{where}.{name}")

    def _load(self, record: Any, pair: int, value: Json, where: str) -> None:
        link = entry(value, ("way", "price", "state"), where)
        if "way" in link:
            way = items(f"{where}.way", link["way"], MOST_TILES + 1)
            told = self._told(self.pairs[pair][0], way, f"{where}.way") if way else (0, 0, 0)
            record["near_tiles"][pair], record["near_way"][pair], record["near_hexes"][pair] = told
        if "price" in link:
            price = FAR if link["price"] is None else whole(f"{where}.price", link["price"], 0, FAR)
            record["near_price"][pair] = price
        if "state" in link:
            record["near_stale"][pair] = find_name(f"{where}.state", "state", link["state"], _STATES)

    def _told(self, city: int, way: list[Json], where: str) -> tuple[int, int, int]:
        """The tiles of a way, its number (``rules/cheapest_link.py``), and its hexes as bits."""
        side = find_name(f"{where}[0]", "side", way[0], SIDE_NAMES)
        turns = [find_name(f"{where}[{i}]", "turn", turn, WAYS) for i, turn in enumerate(way[1:], 1)]
        hex, enter, bits = self.ground.beside[self.ground.city_hex[city]][side], opposite(side), 0
        for i, turn in enumerate(turns):
            if hex < 0:
                raise refuse(f"{where}[{i}]", "the way leaves the land")
            bits |= 1 << (hex & 63)
            hex, enter = self.ground.beside[hex][way_out(enter, turn)], opposite(way_out(enter, turn))
        number = side + SIDES * sum(turn * 3**i for i, turn in enumerate(turns))
        return len(turns), number, bits - (bits >> 63 << 64)

    def schema(self) -> dict[str, Json]:
        parts = {"way": WAY_SCHEMA, "price": {"type": ["integer", "null"]}, "state": {"enum": list(_STATES)}}
        link = {"type": "object", "properties": parts, "additionalProperties": False}
        return {"type": "object", "propertyNames": {"enum": self.names}, "additionalProperties": link}
