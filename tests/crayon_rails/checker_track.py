"""Track, as the referee of checker.py knows it: who owns what, what hangs together, what may be built at what price."""

import heapq
from collections.abc import Iterable, Iterator

from crayon_rails.checker_map import EXITS, FAR, MOST_SEGMENTS, Ground

Segment = tuple[int, int, int]  # from milepost, to milepost, edge


class Track:
    """All track on a map, and what events forbid there."""

    def __init__(self, ground: Ground, reverses: bool) -> None:
        self.ground, self.reverses = ground, reverses
        self.owner: dict[int, int] = {}
        self.home: list[int] = [-1] * ground.n
        self.flooded: set[int] = set()
        self.closed_to_builders: set[int] = set()
        self.closed_to_trains: set[int] = set()
        self.slow: set[int] = set()
        self.slow_for_turn = False
        self.barred: set[int] = set()

    # --- what hangs together --------------------------------------------------------------------------------------

    def own(self, seat: int) -> set[int]:
        return {edge for edge, owner in self.owner.items() if owner == seat}

    def touched(self, seat: int) -> set[int]:
        """The mileposts at which a seat has track."""
        return {end for edge in self.own(seat) for end in self.ground.ends(edge)}

    def part(self, start: int, edges: set[int]) -> set[int]:
        """The mileposts that these edges and the inside of major cities join to one."""
        found, todo = {start}, [start]
        while todo:
            for edge, other in self.ground.beside[todo.pop()].values():
                if other not in found and (edge in edges or self.ground.public[edge]):
                    found.add(other)
                    todo.append(other)
        return found

    def parts(self, edges: set[int]) -> list[set[int]]:
        """All that hangs together by these edges and the inside of major cities; what has no such edge is left out."""
        rest = {end for edge in edges for end in self.ground.ends(edge)}
        found = []
        while rest:
            found.append(self.part(min(rest), edges))
            rest -= found[-1]
        return found

    def network(self, seat: int) -> set[int]:
        """The mileposts that plans build on: what hangs together with the seat's home."""
        return self.part(self.home[seat], self.own(seat)) if self.home[seat] >= 0 else set()

    def cities_at(self, posts: Iterable[int]) -> set[int]:
        return {self.ground.city[post] for post in posts} - {-1}

    def majors_joined(self, seat: int) -> int:
        """The most major cities that one line of a seat's track joins (EB-6.1)."""
        majors = set(self.ground.board.majors)
        return max((len(self.cities_at(part) & majors) for part in self.parts(self.own(seat))), default=0)

    # --- what may be built ----------------------------------------------------------------------------------------

    def city_allows(self, seat: int, city: int) -> bool:
        """Whether one more segment of a seat leaves enough ways into a city for the others (EB-R8.4)."""
        ground = self.ground
        segments = [edge for edge in ground.entries[city] if edge in self.owner]
        inside = {self.owner[edge] for edge in segments}
        major = ground.board.cities[city].size == "major"
        most = ground.n if major else ground.limit[city]
        if seat not in inside and len(inside) >= most:
            return False
        if not major and sum(self.owner[edge] == seat for edge in segments) >= MOST_SEGMENTS:
            return False
        free = len(ground.ways[city].difference(segments)) - 1
        return free >= most - len(inside | {seat})

    def may_lie(self, seat: int, edge: int) -> bool:
        """Whether a seat may lay track there now, apart from where it begins, money, and the turn's limits."""
        if self.ground.public[edge] or edge in self.owner or seat in self.barred:
            return False
        if self.flooded & set(self.ground.board.edges[edge].rivers):
            return False
        ends = self.ground.ends(edge)
        return not self.closed_to_builders & set(ends) and all(
            self.city_allows(seat, city) for city in self.cities_at(ends)
        )

    def segments_from(self, seat: int, post: int, money: int, exits: int) -> Iterator[tuple[int, Segment]]:
        """The segments that may be built from a milepost of a major city or of own track, by their directions, with so
        much to spend and so many built out of major cities before."""
        ground = self.ground
        if ground.major[post] and exits >= EXITS:
            return
        for way, (edge, other) in ground.beside[post].items():
            if self.may_lie(seat, edge) and ground.cost(post, other, edge) <= money:
                yield way, (post, other, edge)

    # --- plans to build -------------------------------------------------------------------------------------------

    def plan_segment(self, a: int, b: int, edge: int, exits: int) -> Segment:
        """A segment of a plan on its way from a to b: into a major city it is built out of it while that is allowed."""
        into = self.ground.major[b] and not self.ground.major[a]
        return (b, a, edge) if into and exits < EXITS else (a, b, edge)

    def segments_out(self, seat: int, posts: set[int], avoid: set[int]) -> list[Segment]:
        """The segments that may lead out of some mileposts, as (in there, beyond, edge)."""
        return [
            (a, b, edge)
            for a in posts
            for edge, b in self.ground.beside[a].values()
            if b not in avoid and self.may_lie(seat, edge)
        ]

    def can_lay(self, segment: Segment, money: int, exits: int) -> bool:
        """Whether a segment of a plan can be built now."""
        start, end, edge = self.plan_segment(*segment, exits)
        return self.ground.cost(start, end, edge) <= money and (exits < EXITS or not self.ground.major[start])

    def way_costs(self, seat: int, first: Iterable[Segment]) -> dict[int, int]:
        """What the cheapest way costs to each milepost that can be joined to a seat's network, over ways that begin
        with one of these segments, do not come back to it, and go on where track may lie. Own track costs nothing."""
        ground, found, network = self.ground, dict[int, int](), self.network(seat)
        heap = [(ground.lowest_cost(a, b, edge), b) for a, b, edge in first]
        heapq.heapify(heap)
        while heap:
            cost, a = heapq.heappop(heap)
            if a in found:
                continue
            found[a] = cost
            for edge, b in ground.beside[a].values():
                if b in found or b in network:
                    continue
                if ground.public[edge] or self.owner.get(edge) == seat:
                    heapq.heappush(heap, (cost, b))
                elif self.may_lie(seat, edge):
                    heapq.heappush(heap, (cost + ground.lowest_cost(a, b, edge), b))
        return found

    def joining_cost(self, seat: int, goal: Iterable[int], money: int, exits: int) -> int:
        """What the cheapest track costs that joins one of ``goal`` to the seat's network in this turn, segment by
        segment at what each costs then; FAR if none does."""
        ground, own, goal = self.ground, self.own(seat), set(goal)
        heap = [(0, exits, post) for post in self.network(seat)]
        seen: set[tuple[int, int]] = set()
        while heap:
            cost, out, a = heapq.heappop(heap)
            if a in goal:
                return cost
            if (out, a) in seen or cost > money:
                continue
            seen.add((out, a))
            for edge, b in ground.beside[a].values():
                if ground.public[edge] or edge in own:
                    heapq.heappush(heap, (cost, out, b))
                elif self.may_lie(seat, edge):
                    for start, end in ((a, b), (b, a))[: 1 + (ground.major[b] and not ground.major[a])]:
                        if not ground.major[start] or out < EXITS:
                            more = cost + ground.cost(start, end, edge)
                            if more <= money:
                                heapq.heappush(heap, (more, out + ground.major[start], b))
        return FAR

    def cheapest_segments(self, chain: Iterable[Segment], exits: int) -> list[Segment]:
        """Segments of a chain as they are built for least: into a major city out of it, as far as the turn's allowance
        goes beyond those that lead out in any case."""
        chain = list(chain)
        spare = EXITS - exits - sum(self.ground.major[a] for a, _, _ in chain)
        into = [part for part in chain if self.ground.major[part[1]] and not self.ground.major[part[0]]]
        turned = set(sorted(into, key=lambda part: self.ground.price[part[0]])[: max(0, spare)])
        return [(part[1], part[0], part[2]) if part in turned else part for part in chain]

    def nearest(self, posts: Iterable[int], costs: dict[int, int]) -> int:
        return min((costs.get(post, FAR) for post in posts), default=FAR)
