"""A map of the crayon-rail games as the referee of checker.py sees it: mileposts beside each other, prices, cities,
and where events strike."""

import heapq
from functools import cache, cached_property

from railgym.envs.core.geo.hexagons import STEPS, direction, distance
from railgym.envs.crayon_rails.maps.model import LIMITS, Event, Map
from railgym.envs.crayon_rails.rules.phases import PHASES

GIVE, PLACE, RUN, BUILD, LEAD, LOSE = PHASES
BUDGET = 20
EXITS = 2
FEE = 4
DEAREST = 7  # of all segments but ferries: into a major city, over water
MOST_SEGMENTS = 3  # of one player at a small or medium city
FAR = 30_000


@cache
def ground_of(board: Map, num_players: int) -> "Ground":
    return Ground(board, num_players)


class Ground:
    """What never changes in a game: everything is numbered as in the map's tables."""

    def __init__(self, board: Map, num_players: int) -> None:
        self.board, self.n = board, num_players
        self.posts = range(len(board.mileposts))
        self.cities = range(len(board.cities))
        self.city = [post.city for post in board.mileposts]
        self.major = [city >= 0 and board.cities[city].size == "major" for city in self.city]
        self.public = [edge.city >= 0 for edge in board.edges]
        self.water = [2 * bool(edge.rivers or edge.lakes) for edge in board.edges]
        self.ferries = {ferry.edge for ferry in board.ferries}
        for ferry in board.ferries:
            self.water[ferry.edge] = ferry.price
        self.dearest = max([DEAREST, *(3 + ferry.price for ferry in board.ferries)])
        self.price = [self.price_of(post) for post in self.posts]
        self.limit = [min(LIMITS[city.size], num_players) for city in board.cities]
        self.beside: list[dict[int, tuple[int, int]]] = [{} for _ in self.posts]
        """From each milepost by direction: the edge, and the milepost beyond it."""
        for i, edge in enumerate(board.edges):
            if i not in self.ferries:
                a, b = board.mileposts[edge.a].hex, board.mileposts[edge.b].hex
                self.beside[edge.a][direction(a, b)] = (i, edge.b)
                self.beside[edge.b][direction(b, a)] = (i, edge.a)
        for ferry in board.ferries:  # in directions that no track takes
            ports = self.ends(ferry.edge)
            for way, port, other in zip((ferry.way, (ferry.way + 3) % 6), ports, reversed(ports), strict=True):
                assert way not in self.beside[port]
                self.beside[port][way] = (ferry.edge, other)
        assert all(0 <= way < len(STEPS) for ways in self.beside for way in ways)

    def price_of(self, post: int) -> int:
        """EB-5.3 to EB-5.6."""
        here = self.board.mileposts[post]
        if here.city >= 0:
            return 5 if self.major[post] else 3
        return 2 if here.mountain else 1

    @cached_property
    def entries(self) -> list[list[int]]:
        """The edges into each city."""
        found: list[list[int]] = [[] for _ in self.cities]
        for i, edge in enumerate(self.board.edges):
            if not self.public[i]:
                for end in (edge.a, edge.b):
                    if self.city[end] >= 0:
                        found[self.city[end]].append(i)
        return found

    @cached_property
    def ways(self) -> list[set[int]]:
        """Those of the entries of each city that are no blind alleys: other cities can be reached from outside."""
        found: list[set[int]] = []
        for city, entries in enumerate(self.entries):
            afar = {post for post in self.posts if self.city[post] not in (-1, city)}
            todo = list(afar)
            while todo:
                for _, other in self.beside[todo.pop()].values():
                    if other not in afar and self.city[other] != city:
                        afar.add(other)
                        todo.append(other)
            found.append({edge for edge in entries if afar & set(self.ends(edge))})
        return found

    def ends(self, edge: int) -> tuple[int, int]:
        return self.board.edges[edge].a, self.board.edges[edge].b

    def way(self, a: int, b: int) -> int:
        """The direction from a milepost to one beside it."""
        return next(way for way, (_, beyond) in self.beside[a].items() if beyond == b)

    def cost(self, a: int, b: int, edge: int) -> int:
        """What a segment costs that is built from a to b."""
        return self.price[b] + self.water[edge]

    def lowest_cost(self, a: int, b: int, edge: int) -> int:
        """What a segment costs that leads from a to b: into a major city as built out of it."""
        into = self.major[b] and not self.major[a]
        return self.cost(b, a, edge) if into else self.cost(a, b, edge)

    @cached_property
    def bare_costs(self) -> list[dict[int, int]]:
        """What it costs to join each city to each milepost, were there no track at all."""
        return [self.costs_to(city) for city in self.cities]

    def costs_to(self, city: int) -> dict[int, int]:
        found = dict[int, int]()
        heap = [(0, post) for post in self.board.cities[city].mileposts]
        while heap:
            cost, b = heapq.heappop(heap)
            if b not in found:
                found[b] = cost
                for edge, a in self.beside[b].values():
                    if a not in found:
                        more = 0 if self.public[edge] else self.lowest_cost(a, b, edge)
                        heapq.heappush(heap, (cost + more, a))
        return found

    def zone(self, event: Event) -> set[int]:
        """The mileposts within an event's radius of its cities, or of the coast or frontier that it names."""
        posts = self.board.mileposts
        centres = [m for city in event.cities for m in self.board.cities[city].mileposts]
        if event.border in ("coast", "border"):
            centres += [m for m in self.posts if posts[m].coast]
        if event.border in ("frontier", "border"):
            centres += [m for m in self.posts if posts[m].frontier]
        hexes = [posts[m].hex for m in centres]
        return {m for m in self.posts if any(distance(posts[m].hex, centre) <= event.radius for centre in hexes)}

    @cached_property
    def zones(self) -> list[set[int]]:
        return [self.zone(event) for event in self.board.events]

    @cached_property
    def struck_cities(self) -> list[set[int]]:
        """The cities of each event's zone, every milepost of a city standing for all of it."""
        return [{self.city[m] for m in zone} - {-1} for zone in self.zones]
