"""The values in positions of the crayon-rail games: names of mileposts and cards, loads, hands and events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.errors import plain
from railgym.envs.core.notation_kinds import REST, Json, Kind, ListOf, find_name, index_of, items, refuse, whole
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.state import NO_CARD

if TYPE_CHECKING:
    from railgym.envs.crayon_rails.game import CrayonRails

__all__ = [
    "BETWEEN",
    "TO_DRAW",
    "Events",
    "Hand",
    "Loads",
    "Locks",
    "Milepost",
    "Names",
    "Place",
    "Pool",
    "Seating",
    "card_names",
    "entries",
    "milepost_names",
]

TO_DRAW = NO_CARD - 1  # a card of a hand that is still to be drawn
BETWEEN = " - "


class Names(tuple[str, ...]):
    """Names, each once, and aliases for some of them."""

    aliases: dict[str, int]

    @classmethod
    def of(cls, names: Iterable[str], aliases: Mapping[str, int]) -> "Names":
        found = cls(names)
        found.aliases = {**aliases, **{name: i for i, name in enumerate(found)}}
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.aliases

    def index(self, name: Any, *_: Any) -> int:
        return self.aliases[name]


def milepost_names(board: Map) -> Names:
    """The names of the mileposts. A milepost is named after its city, with its part if it is one of the six around the
    middle of a major city ("Chicago 3"), and elsewhere by row and column ("9.3"), which is an alias of all."""
    places = [f"{post.row}.{post.col}" for post in board.mileposts]
    names = list(places)
    for i, post in enumerate(board.mileposts):
        if post.city >= 0:
            city = board.cities[post.city].name
            names[i] = f"{city} {post.part}" if post.part else city
    clear = [BETWEEN not in name and names.count(name) == 1 and name not in places for name in names]
    return Names.of(
        (name if good else place for name, place, good in zip(names, places, clear, strict=True)),
        {place: i for i, place in enumerate(places)},
    )


def card_names(game: "CrayonRails") -> Names:
    """The names of the cards. A demand card is named by its demands ("Coal to Denver for 23; ..."), an event by its
    title. A single demand ("Coal to Denver") is an alias of the first card that has it."""
    board, payouts = game.board, game.params[0]["card_payout"]
    events = board.events[: int(game.params[0]["num_events"])]
    demands: list[str] = []
    aliases: dict[str, int] = {}
    for i, card in enumerate(board.cards):
        lines = [f"{board.goods[line.good].name} to {board.cities[line.city].name}" for line in card.demands]
        demands.append("; ".join(f"{line} for {payouts[i, j]}" for j, line in enumerate(lines)))
        for line in lines:
            aliases.setdefault(line, i)
    return Names.of(numbered([*demands, *(event.title for event in events)]), aliases)


def numbered(names: Sequence[str]) -> list[str]:
    """The names, where repeated ones get a number: "Snow", "Snow (2)"."""
    counts = [names[:i].count(name) for i, name in enumerate(names)]
    return [f"{name} ({count + 1})" if count else name for name, count in zip(names, counts, strict=True)]


@dataclass(frozen=True)
class Milepost(Kind):
    """A milepost; null if there is none."""

    name: str
    posts: Names

    def dump(self, record: Any) -> Json:
        return self.posts[record[self.name]] if record[self.name] >= 0 else None

    def load(self, record: Any, value: Json, where: str) -> None:
        record[self.name] = index_of(where, "milepost", value, self.posts, {-1: None})

    def schema(self) -> dict[str, Json]:
        return {"type": ["string", "null"]}


@dataclass(frozen=True)
class Loads(ListOf):
    """The goods on board, in any order."""

    def load(self, record: Any, value: Json, where: str) -> None:
        super().load(record, value, where)
        found = record[self.name]
        found[:] = sorted(found, key=lambda good: (good < 0, good))


@dataclass(frozen=True)
class Hand(ListOf):
    """Demand cards, the oldest first. ``"..."`` at the end: cards are drawn from the bottom of the deck, when it is
    known, until the hand has ``size_of_hand``."""

    size_of_hand: int = 3

    def load(self, record: Any, value: Json, where: str) -> None:
        open_ended = isinstance(value, list | tuple) and len(value) > 0 and value[-1] == REST
        super().load(record, value[:-1] if open_ended else value, where)
        if open_ended:
            record[self.name][int(record[self.size]) : self.size_of_hand] = TO_DRAW

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": [*self.names, REST]}}


@dataclass(frozen=True)
class Pool(Kind):
    """The demand cards of the pool. They are loaded as the hand of the first seat; the others get them at the end."""

    hand: Hand

    def dump(self, record: Any) -> Json:
        return self.hand.dump(record["players"][0])

    def load(self, record: Any, value: Json, where: str) -> None:
        record["players"]["cards"] = NO_CARD
        self.hand.load(record["players"][0], value, where)

    def schema(self) -> dict[str, Json]:
        return self.hand.schema()


@dataclass(frozen=True)
class Locks(Kind):
    """Who has locked the demands of each good that a train carries."""

    goods: Sequence[str]
    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return {
            good: name
            for i, good in enumerate(self.goods)
            for name, seat in zip(self.names, record["players"], strict=False)
            if i in seat["loads"] and not int(seat["closed_goods"]) >> i & 1
        }

    def load(self, record: Any, value: Json, where: str) -> None:
        closed = record["players"]["closed_goods"][: len(self.names)]
        for good, name in {**self.first_carriers(record), **dict(entries(where, value))}.items():
            i, there = find_name(where, "good", good, self.goods), f"{where}.{good}"
            player = find_name(there, "player", name, self.names)
            if i not in record["players"]["loads"][player]:
                raise refuse(there, f"{name} carries no {good}: name a player who carries it")
            closed |= 1 << i
            closed[player] &= ~(1 << i)

    def first_carriers(self, record: Any) -> dict[str, str]:
        """The first player who carries each good, from the one whose turn it is, in the order of play."""
        order = np.roll(record["order"][: len(self.names)], -int(record["order_index"])).tolist()
        carried = {i: p for p in reversed(order) for i in record["players"]["loads"][p].tolist() if i >= 0}
        return {good: self.names[carried[i]] for i, good in enumerate(self.goods) if i in carried}

    def schema(self) -> dict[str, Json]:
        player = {"enum": list(self.names)}
        return {"type": "object", "properties": dict.fromkeys(self.goods, player), "additionalProperties": False}


@dataclass(frozen=True)
class Seating(Kind):
    """The players in order of play."""

    name: str
    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return [self.names[p] for p in record[self.name][: len(self.names)]]

    def load(self, record: Any, value: Json, where: str) -> None:
        values = items(where, value, len(self.names))
        found = [find_name(f"{where}[{i}]", "player", name, self.names) for i, name in enumerate(values)]
        if len(set(found)) < len(self.names):
            raise refuse(where, f"expected every player once, got {plain(value)}")
        record[self.name][: len(found)] = found

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": list(self.names)}}


@dataclass(frozen=True)
class Place(Kind):
    """A place in the order of play, written as the name of the player."""

    name: str
    names: Sequence[str]

    def dump(self, record: Any) -> Json:
        return self.names[record["order"][record[self.name]]]

    def load(self, record: Any, value: Json, where: str) -> None:
        player = find_name(where, "player", value, self.names)
        record[self.name] = record["order"].tolist().index(player)

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.names)}


@dataclass(frozen=True)
class Events(Kind):
    """The events that were drawn: the player who drew each, and how many turns of that player end before it is over."""

    titles: Sequence[str]
    names: Sequence[str]
    turns: int = 2  # as when it was drawn
    most: int = 100

    def dump(self, record: Any) -> Json:
        found = {}
        for i, title in enumerate(self.titles):
            player, turns = int(record["event_seat"][i]), int(record["event_turns_left"][i])
            if player or turns:
                found[title] = {"drawn_by": self.names[player]} | ({"turns": turns} if turns != self.turns else {})
        return found

    def load(self, record: Any, value: Json, where: str) -> None:
        for title, event in entries(where, value):
            i, here = find_name(where, "event", title, self.titles), f"{where}.{title}"
            if not isinstance(event, Mapping) or not {"drawn_by"} <= set(event) <= {"drawn_by", "turns"}:
                raise refuse(here, f'expected {{"drawn_by": ..., "turns": ...}}, got {plain(event)}')
            record["event_seat"][i] = find_name(f"{here}.drawn_by", "player", event["drawn_by"], self.names)
            record["event_turns_left"][i] = whole(f"{here}.turns", event.get("turns", self.turns), 0, self.most)

    def schema(self) -> dict[str, Json]:
        turns = {"type": "integer", "minimum": 0, "maximum": self.most}
        event = {
            "type": "object",
            "properties": {"drawn_by": {"enum": list(self.names)}, "turns": turns},
            "required": ["drawn_by"],
            "additionalProperties": False,
        }
        return {"type": "object", "properties": dict.fromkeys(self.titles, event), "additionalProperties": False}


def entries(where: str, value: Json) -> Iterable[tuple[str, Json]]:
    """The entries of an object."""
    if not isinstance(value, Mapping):
        raise refuse(where, f"expected an object, got {plain(value)}")
    return value.items()
