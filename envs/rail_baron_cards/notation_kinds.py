"""How cards, track and railroads of Rail Baron are written in the notation of positions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from railgym.envs.core.errors import plain
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Each, Json, Kind, Row, find_name, items, refuse
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE
from railgym.envs.rail_baron_cards.state import HAND, NO_CARD
from railgym.envs.rail_baron_cards.track import track_of

__all__ = [
    "CardDeck",
    "Cards",
    "Dot",
    "Dots",
    "Hand",
    "Order",
    "Railroads",
    "Ridden",
    "Run",
    "Seats",
    "TakenRailroads",
    "numbered",
]

RESHUFFLE, REST = "reshuffle", "..."


def numbered(names: Iterable[str]) -> list[str]:
    """The names, made unique: the second "Chicago" is "Chicago #2"."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return found


class Cards:
    """The cards of a game by their cities. The first copy is "Chicago", the second "Chicago #2".

    Where "Chicago" is read, it is the first copy that is not placed yet, so that people need no numbers.
    """

    def __init__(self, board: Board, params: Any) -> None:
        self.board, self._params = board, params
        self.count = int(params["cards"])
        self._kinds = [board.cities[city].name for city in params["card_city"][: self.count]]
        self._kinds += [RESHUFFLE] * int(params["reshuffle_cards"])
        self.names = numbered(self._kinds)

    def region(self, card: int) -> int:
        """The region of a card's city."""
        return int(self._params["city_region"][self._params["card_city"][card]])

    def dot(self, card: int) -> int:
        """The dot of a card's city."""
        return int(self._params["city_dot"][self._params["card_city"][card]])

    def placed(self, table: Any) -> set[int]:
        """The cards that a record places somewhere; none by dice, where any number of runs lead to a city."""
        if self._params["destinations"] == BY_DICE:
            return set()
        players = table["players"]
        found = {*players["start"].tolist(), *players["goal"].tolist(), *players["hand"].ravel().tolist()}
        for deck in (table["deck"], table["pile"]):
            found.update(deck["cards"][: deck["size"]].tolist())
        return found - {NO_CARD}

    def left(self, table: Any) -> list[int]:
        """The cards that a record does not place, ascending. Reshuffle cards come into the deck after all players have
        shown their starts."""
        count = self.count if table["phase"] < phases.BID else len(self.names)
        return sorted(set(range(count)) - self.placed(table))

    def take(self, where: str, name: Json, placed: set[int]) -> int:
        """The card of a name, or NO_CARD for null; it is added to ``placed``. Raises ArgumentError if no card of this
        name is left."""
        if name is None:
            return NO_CARD
        numbers = isinstance(name, str) and "#" in name
        first = find_name(where, "city", name, self.names if numbers else list(dict.fromkeys(self._kinds)))
        if numbers:
            copies = [first]
        else:
            copies = [card for card, kind in enumerate(self._kinds) if kind == name]
        free = [card for card in copies if card not in placed]
        if not free:
            raise refuse(where, f"no card {plain(name)} is left: all {len(copies)} of them are placed elsewhere")
        placed.add(free[0])
        return free[0]

    def spare(self, table: Any, fits: Callable[[int], bool]) -> int:
        """A card for a player without a run: one that is not placed, or else the lowest one of the deck or of the pile,
        which is taken from there."""
        for card in self.left(table):
            if card < self.count and fits(card):
                return card
        for deck in (table["deck"], table["pile"]):
            for place, card in enumerate(deck["cards"][: deck["size"]].tolist()):
                if card < self.count and fits(card):
                    for array in (deck["cards"], deck["known"]):
                        array[:-1][place:] = array[1:][place:].copy()
                        array[-1] = 0
                    deck["size"] -= 1
                    return int(card)
        raise refuse("players", "no card is left for the run of a player who has none")


@dataclass(frozen=True)
class Run(Kind):
    """The cards of a run: its start and, unless it is still to be chosen, its destination."""

    cards: Cards

    def dump(self, record: Row) -> Json:
        found = [None if card == NO_CARD else self.cards.names[card] for card in (record["start"], record["goal"])]
        return found if found[1] else found[:1] if found[0] else []

    def load(self, record: Row, value: Json, where: str) -> None:
        placed = self.cards.placed(record.table)
        for i, (field, city) in enumerate(zip(("start", "goal"), items(where, value, 2))):
            record[field] = self.cards.take(f"{where}[{i}]", city, placed)

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": [*self.cards.names, None]}, "maxItems": 2}


@dataclass(frozen=True)
class Hand(Kind):
    """The cards in a hand; null for those that the viewer does not know."""

    cards: Cards

    def dump(self, record: Row) -> Json:
        hand = record["hand"][: record["hand_size"]].tolist()
        return [None if card == NO_CARD else self.cards.names[card] for card in hand]

    def load(self, record: Row, value: Json, where: str) -> None:
        names, placed = items(where, value, HAND), self.cards.placed(record.table)
        hand = sorted(self.cards.take(f"{where}[{i}]", name, placed) for i, name in enumerate(names))
        record["hand"][: len(hand)], record["hand_size"] = hand, len(hand)

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": [*self.cards.names, None]}, "maxItems": HAND}


@dataclass(frozen=True)
class CardDeck(Kind):
    """The deck or the pile, with the cards written by their cities; ``deck`` does the rest."""

    cards: Cards
    deck: Deck

    def dump(self, record: Any) -> Json:
        return self.deck.dump(record)

    def load(self, record: Any, value: Json, where: str) -> None:
        known = dict(value) if isinstance(value, Mapping) else {}
        names, placed = known.get("cards", []) if known else value, self.cards.placed(record)
        if isinstance(names, list | tuple):
            found = [
                name if name in (None, REST) else self.cards.names[self.cards.take(f"{where}[{i}]", name, placed)]
                for i, name in enumerate(names)
            ]
            value = {**known, "cards": found} if known else found
        self.deck.load(record, value, where)

    def check_view(self, view: Any, where: str) -> None:
        self.deck.check_view(view, where)

    def schema(self) -> dict[str, Json]:
        return self.deck.schema()


class Dots:
    """The dots of a board by the names of their cities, or else by their own names. Both are read."""

    def __init__(self, board: Board) -> None:
        self.names = numbered(dot.city or dot.name for dot in board.dots)
        self._index = {dot.name: i for i, dot in enumerate(board.dots)}
        self._index |= {city.name: city.dot for city in board.cities}
        self._index |= {name: i for i, name in enumerate(self.names)}

    def find(self, where: str, name: Json) -> int:
        """The dot of a name; raises ArgumentError."""
        names = list(self._index)
        return self._index[names[find_name(where, "dot", name, names)]]


@dataclass(frozen=True)
class Dot(Kind):
    """Where a train stands; null where it is not on the board."""

    dots: Dots

    def dump(self, record: Row) -> Json:
        return None if record["dot"] < 0 else self.dots.names[record["dot"]]

    def load(self, record: Row, value: Json, where: str) -> None:
        record["dot"] = -1 if value is None else self.dots.find(where, value)

    def schema(self) -> dict[str, Json]:
        return {"type": ["string", "null"]}


class Ridden(Kind):
    """The track ridden in a run, as ways on one railroad each: "GLP: Chicago - D26 - D27"."""

    def __init__(self, cards: Cards, dots: Dots) -> None:
        board = cards.board
        self._cards, self._dots, self._sections = cards, dots, board.sections
        self._pieces = [{piece for piece in pieces if piece >= 0} for pieces in track_of(board).pieces]
        self._lines = [railroad.abbreviation for railroad in board.railroads]
        self._joining = {(frozenset((s.a, s.b)), s.railroad): i for i, s in enumerate(board.sections)}

    def dump(self, record: Row) -> Json:
        ridden = {64 * word + bit for word, bits in enumerate(record["ridden"].tolist()) for bit in _ones(bits)}
        at = self._cards.dot(record["start"]) if record["start"] != NO_CARD else 0
        return [self._words(way) for way in self._ways(self._covering(ridden), at)]

    def _covering(self, ridden: set[int]) -> list[int]:
        """Sections that use exactly these pieces. Sections over a fork share stubs; the list has few of them, not
        always the fewest."""
        whole = [i for i, pieces in enumerate(self._pieces) if pieces <= ridden]
        found, left = [], set(ridden)
        for least in (2, 1):
            for i in whole:
                if len(self._pieces[i] & left) >= min(least, len(self._pieces[i])):
                    found.append(i)
                    left -= self._pieces[i]
        return found

    def _ways(self, sections: list[int], at: int) -> Iterator[list[int]]:
        """Ways over the sections: the railroad and then the dots. The first begins at the dot ``at`` if possible."""
        left = [self._sections[i] for i in sections]
        way: list[int] = []
        while left:
            here = [s for s in left if at in (s.a, s.b)]
            straight = [s for s in here if way and s.railroad == way[0]]
            section = (straight or here or left)[0]
            if not straight:
                if way:
                    yield way
                way = [section.railroad, at if here else section.a]
            left.remove(section)
            at = section.a + section.b - way[-1]
            way.append(at)
        if way:
            yield way

    def _words(self, way: Sequence[int]) -> str:
        """A way in words."""
        return f"{self._lines[way[0]]}: {' - '.join(self._dots.names[dot] for dot in way[1:])}"

    def load(self, record: Row, value: Json, where: str) -> None:
        words = [0] * len(record["ridden"])
        for i, way in enumerate(items(where, value, len(self._sections))):
            for section in self.sections(f"{where}[{i}]", way):
                for piece in self._pieces[section]:
                    words[piece >> 6] |= 1 << (piece & 63)
        record["ridden"][:] = np.array(words, np.uint64).astype(np.int64)

    def sections(self, where: str, way: Json) -> list[int]:
        """The sections of a way in words; raises ArgumentError."""
        if not isinstance(way, str) or ": " not in way:
            raise refuse(where, f'expected a way such as "{self._words(self._example())}", got {plain(way)}')
        line, _, stops = way.partition(": ")
        railroad = find_name(where, "railroad", line, self._lines)
        dots = [self._dots.find(where, name) for name in stops.split(" - ")]
        found = []
        for pair in pairwise(dots):
            if (frozenset(pair), railroad) not in self._joining:
                a, b = (self._dots.names[dot] for dot in pair)
                raise refuse(where, f"{line} has no section {a} - {b}")
            found.append(self._joining[frozenset(pair), railroad])
        return found

    def _example(self) -> list[int]:
        """A way over the first section, for the message about a wrong one."""
        section = self._sections[0]
        return [section.railroad, section.a, section.b]

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"type": "string"}}


def _ones(bits: int) -> list[int]:
    """The places of the bits of an int64 that are 1."""
    return [i for i in range(64) if bits >> i & 1]


@dataclass(frozen=True)
class Railroads(Kind):
    """The railroads of a player. Those of no player are the bank's."""

    names: Sequence[str]
    players: Sequence[str]

    def dump(self, record: Row) -> Json:
        return [name for name, owner in zip(self.names, record.table["owner"]) if owner == record.index]

    def load(self, record: Row, value: Json, where: str) -> None:
        owner = record.table["owner"]
        for i, name in enumerate(items(where, value, len(self.names))):
            railroad = find_name(f"{where}[{i}]", "railroad", name, self.names)
            if owner[railroad] >= 0:
                raise refuse(f"{where}[{i}]", f"{name} is owned by {self.players[owner[railroad]]}")
            owner[railroad] = record.index

    def schema(self) -> dict[str, Json]:
        return {"type": "array", "items": {"enum": list(self.names)}}


@dataclass(frozen=True)
class TakenRailroads(Railroads):
    """The railroads of the extra owner, whose name is the last of ``players``."""

    def dump(self, record: Any) -> Json:
        return super().dump(self._row(record))

    def load(self, record: Any, value: Json, where: str) -> None:
        super().load(self._row(record), value, where)

    def _row(self, record: Any) -> Row:
        return Row(record, "players", len(self.players) - 1)


@dataclass(frozen=True)
class Order(Kind):
    """All players in an order."""

    name: str
    players: Sequence[str]

    def dump(self, record: Any) -> Json:
        return [self.players[player] for player in record[self.name][: len(self.players)]]

    def load(self, record: Any, value: Json, where: str) -> None:
        names = items(where, value, len(self.players))
        order = [find_name(f"{where}[{i}]", "player", name, self.players) for i, name in enumerate(names)]
        if len(set(order)) < len(self.players):
            raise refuse(where, f"expected each of the {len(self.players)} players once, got {plain(value)}")
        record[self.name][: len(order)] = order

    def schema(self) -> dict[str, Json]:
        count = len(self.players)
        return {"type": "array", "items": {"enum": list(self.players)}, "minItems": count, "maxItems": count}


@dataclass(frozen=True)
class Seats(Each):
    """What each player has. Before it is read, players have nothing and all railroads are the bank's."""

    def load(self, record: Any, value: Json, where: str) -> None:
        seats = record["players"]
        seats["dot"] = seats["bid"] = seats["kept_region"] = -1
        seats["start"] = seats["goal"] = seats["hand"] = NO_CARD
        record["owner"] = -1
        super().load(record, value, where)
