"""The map as the rules search it: pieces of track, links and distances, computed once from a board.

A *piece* may be ridden once in a run. A section is one piece; a section over a fork is two stubs, which it shares with
the other sections over that fork (RB-R5.5)::

    A ---o--- B      sections A-B, A-C, B-C over the fork o; stubs Ao, Bo, Co:
         |           after A-B only Co is left, so no section over o can be ridden any more
         C

A *link* is a chain of sections of one railroad through dots at which nothing branches off, from one *station* (a city
or any other dot) to the next. Routes are searched from station to station.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from railgym.envs.rail_baron_cards.board import Board

__all__ = ["Link", "Track", "track_of"]


@dataclass(frozen=True)
class Link:
    """Sections in riding order from dot ``a`` to dot ``b``; ``dots`` are the dots between them."""

    a: int
    b: int
    railroad: int
    sections: tuple[int, ...]
    dots: tuple[int, ...]


class Track:
    """The searchable form of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sections_at: list[list[int]] = [[] for _ in board.dots]
        for i, section in enumerate(board.sections):
            self.sections_at[section.a].append(i)
            self.sections_at[section.b].append(i)

    def other_end(self, section: int, dot: int) -> int:
        ends = self.board.sections[section]
        return ends.b if ends.a == dot else ends.a

    @cached_property
    def stations(self) -> frozenset[int]:
        """The dots where routes can part: all except plain dots in the middle of one railroad."""
        return frozenset(dot for dot in range(len(self.board.dots)) if not self._is_between(dot))

    def _is_between(self, dot: int) -> bool:
        around = [self.board.sections[i] for i in self.sections_at[dot]]
        plain = self.board.dots[dot].city is None and all(section.fork < 0 for section in around)
        return plain and len(around) == 2 and around[0].railroad == around[1].railroad

    @cached_property
    def links(self) -> tuple[Link, ...]:
        links: list[Link] = []
        done: set[int] = set()
        for station in sorted(self.stations):
            for section in self.sections_at[station]:
                if section not in done:
                    link = self._follow(station, section)
                    links.append(link)
                    done.update(link.sections)
        return tuple(links)

    def _follow(self, station: int, section: int) -> Link:
        sections, dots = [section], []
        dot = self.other_end(section, station)
        while dot not in self.stations:
            dots.append(dot)
            section = next(i for i in self.sections_at[dot] if i != section)
            sections.append(section)
            dot = self.other_end(section, dot)
        return Link(station, dot, self.board.sections[section].railroad, tuple(sections), tuple(dots))

    @cached_property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """The one or two pieces of every section; -1 for none."""
        stubs: dict[tuple[int, int], int] = {}
        pieces, count = [], 0
        for section in self.board.sections:
            keys: Iterable[tuple[int, int]] = ((section.fork, dot) for dot in (section.a, section.b))
            if section.fork < 0:
                pieces.append((count, -1))
                count += 1
                continue
            own = []
            for key in keys:
                if key not in stubs:
                    stubs[key] = count
                    count += 1
                own.append(stubs[key])
            pieces.append((own[0], own[1]))
        return tuple(pieces)

    def distances(self, start: int) -> Sequence[int]:
        """The distance of every dot from ``start`` in dots."""
        away = [-1] * len(self.board.dots)
        away[start] = 0
        queue = [start]
        for dot in queue:
            for section in self.sections_at[dot]:
                other = self.other_end(section, dot)
                if away[other] < 0:
                    away[other] = away[dot] + 1
                    queue.append(other)
        return away

    @cached_property
    def from_cities(self) -> tuple[Sequence[int], ...]:
        """For each city, the distance of every dot in dots."""
        return tuple(self.distances(city.dot) for city in self.board.cities)

    @cached_property
    def traffic(self) -> tuple[float, ...]:
        """The share of each railroad in the dots of all shortest runs between regions, weighted by the odds of their
        cards. Ways of equal length share the dots."""
        ridden = [0.0] * len(self.board.railroads)
        for goal, away in zip(self.board.cities, self.from_cities, strict=True):
            flow = [0.0] * len(self.board.dots)
            for start in self.board.cities:
                if start.region != goal.region:
                    flow[start.dot] += start.copies * goal.copies
            for dot in sorted(range(len(flow)), key=lambda dot: -away[dot]):
                nearer = [i for i in self.sections_at[dot] if away[self.other_end(i, dot)] < away[dot]]
                for section in nearer:
                    share = flow[dot] / len(nearer)
                    flow[self.other_end(section, dot)] += share
                    ridden[self.board.sections[section].railroad] += share
        return tuple(dots / sum(ridden) for dots in ridden)


@cache
def track_of(board: Board) -> Track:
    """The track of a board, computed once per process."""
    return Track(board)
