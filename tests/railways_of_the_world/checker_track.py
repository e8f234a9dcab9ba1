"""Track as the manual has it, in plain Python: what may be laid, what it costs, what is cheapest.

It reads a position's pieces and nothing that the rules work out of them. A way is the hexes that a run comes through,
each with the sides at which it enters and leaves.
"""

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["ANY", "PIECES", "Ground", "Way", "turns"]

# The nine pieces by number: the sides that each joins, counted clockwise from the north-east.
PIECES = ((0, 3), (1, 4), (2, 5), (0, 2), (1, 3), (2, 4), (3, 5), (4, 0), (5, 1))
TERRAIN = {"open": 2, "water": 3, "hill": 4}  # RW-3.9
RIDGE, CROSSING = 4, 2  # RW-3.10, RW-3.11
TILES = 4  # of an action, RW-3.1

Way = tuple[tuple[int, int, int], ...]  # hex, side it is entered at, side it is left through
Node = tuple[str, int, int]  # ("city" or "hex", number, side it is entered at; ANY: over a link, or not at all)
ANY = -1


def turns(enter: int) -> list[int]:
    """The sides through which a run may leave: no sharp curve (RW-3.12)."""
    return [(enter + n) % 6 for n in (2, 3, 4)]


class Ground:
    """The map and the track of a position."""

    def __init__(self, game: HexRailways, state: Array) -> None:
        self.board, s = game.board, state[0]
        self.pieces: dict[int, list[tuple[tuple[int, int], int, int]]] = {}  # by hex: sides, owner, link
        for hex in range(len(self.board.hexes)):
            found = [(PIECES[piece], slot) for slot, piece in enumerate(s["track"][hex].tolist()) if piece >= 0]
            if found:
                self.pieces[hex] = [(sides, int(s["owner"][hex, i]), int(s["link"][hex, i])) for sides, i in found]
        self.joined: dict[int, set[int]] = {}
        for i in range(int(s["num_links"])):
            a, b = int(s["link_a"][i]), int(s["link_b"][i])
            self.joined.setdefault(a, set()).add(b)
            self.joined.setdefault(b, set()).add(a)

    def sides_used(self, hex: int) -> set[int]:
        return {side for sides, *_ in self.pieces.get(hex, ()) for side in sides}

    def number(self, hex: int) -> int:
        return len(self.pieces.get(hex, ()))

    # --- what a way costs -----------------------------------------------------------------------------------------

    def price(self, way: Way) -> int:
        """Terrain, crossings of what lies there and of itself, and every ridge that it crosses."""
        price, seen = 0, Counter[int]()
        for i, (hex, enter, leave) in enumerate(way):
            price += TERRAIN[self.board.hexes[hex].terrain]
            price += CROSSING * (self.number(hex) + seen[hex] > 0)
            price += RIDGE * self.board.ridges[hex][enter]
            if i == len(way) - 1:
                price += RIDGE * self.board.ridges[hex][leave]
            seen[hex] += 1
        return price

    def can_be_built(self, way: Way) -> bool:
        """Two pieces a hex, on four different sides (RW-3.13); a city at each end, and nowhere else (RW-3.5)."""
        taken = {hex: self.sides_used(hex) for hex, *_ in way}
        number = {hex: self.number(hex) for hex in taken}
        for hex, enter, leave in way:
            sides = {enter, leave}
            if self.board.hexes[hex].city >= 0 or number[hex] == 2 or taken[hex] & sides or leave not in turns(enter):
                return False
            taken[hex] |= sides
            number[hex] += 1
        hops = pairwise(way)
        if any(self.board.beside[a[0]][a[2]] != b[0] or b[1] != (a[2] + 3) % 6 for a, b in hops):
            return False
        return all(self.board.hexes[end].city >= 0 for end in self.ends(way))

    def ends(self, way: Way) -> tuple[int, int]:
        (first, enter, _), (last, _, leave) = way[0], way[-1]
        return self.board.beside[first][enter], self.board.beside[last][leave]

    # --- the cheapest path of the Railbot ---------------------------------------------------------------------------

    def steps(self, node: Node) -> Iterator[tuple[int, Node]]:
        """Where a path goes on from a city, or from a hex that it enters, and what that costs (RS-6.2)."""
        kind, place, enter = node
        if kind == "city":
            yield from ((0, ("city", other, ANY)) for other in self.joined.get(place, ()))
            hex = self.board.cities[place].hex
            sides = [side for side in range(6) if side != enter and self.board.beside[hex][side] >= 0]
            yield from (self._into(hex, side, 0) for side in sides)
            return
        used = self.sides_used(place)
        if self.number(place) == 2 or enter in used:
            return
        price = TERRAIN[self.board.hexes[place].terrain] + CROSSING * (self.number(place) > 0)
        for leave in set(turns(enter)) - used:
            beyond = self.board.beside[place][leave]
            city = self.board.hexes[beyond].city if beyond >= 0 else -1
            if beyond >= 0 and (city < 0 or self.board.cities[city].in_play):  # RS-4.3
                yield self._into(place, leave, price)

    def _into(self, hex: int, side: int, price: int) -> tuple[int, Node]:
        """Out of a hex through a side, over the ridge there."""
        beyond = self.board.beside[hex][side]
        price += RIDGE * self.board.ridges[hex][side]
        city = self.board.hexes[beyond].city
        return price, (("city", city) if city >= 0 else ("hex", beyond)) + ((side + 3) % 6,)

    def cheapest(self, start: Node, goal: int) -> tuple[int, list[Node]]:
        """The lowest cost from a place to a city, and a path that costs that; -1: there is none."""
        best, came, todo = {start: 0}, dict[Node, Node](), [(0, start)]
        while todo:
            cost, node = heapq.heappop(todo)
            if node[:2] == ("city", goal):
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return cost, path[::-1]
            if cost > best[node]:
                continue
            for price, other in self.steps(node):
                if cost + price < best.get(other, 1 << 30):
                    best[other], came[other] = cost + price, node
                    heapq.heappush(todo, (cost + price, other))
        return -1, []

    # --- the cheapest link ------------------------------------------------------------------------------------------

    def cheapest_link(self, a: int, b: int) -> tuple[int, int]:
        """Tiles and price of the link that takes fewest actions, two at most, then costs least, then has fewest tiles;
        every way is tried. (0, 0): there is none."""
        for actions in (1, 2):
            found = [(self.price(way), len(way)) for way in self.ways(a, b, actions * TILES)]
            if found:
                return min(found)[::-1]
        return 0, 0

    def ways(self, a: int, b: int, most: int) -> Iterator[Way]:
        """Every link of so many tiles at most that can be built between two cities."""
        hex = self.board.cities[a].hex
        for side in range(6):
            if self.board.beside[hex][side] >= 0:
                yield from self._on((), self.board.beside[hex][side], (side + 3) % 6, b, most)

    def _on(self, way: Way, hex: int, enter: int, goal: int, most: int) -> Iterator[Way]:
        if len(way) == most or self.board.hexes[hex].city >= 0 or self.far(hex, goal) > most - len(way):
            return
        for leave in turns(enter):
            longer, beyond = (*way, (hex, enter, leave)), self.board.beside[hex][leave]
            if beyond < 0:
                continue
            if beyond == self.board.cities[goal].hex:
                if self.can_be_built(longer):
                    yield longer
            elif leave not in self.sides_used(hex) | {s for h, *sides in way if h == hex for s in sides}:
                yield from self._on(longer, beyond, (leave + 3) % 6, goal, most)

    def far(self, hex: int, city: int) -> int:
        """Hexes from a hex to a city's, as the crow flies."""
        a, b = self.board.hexes[hex], self.board.hexes[self.board.cities[city].hex]
        dx, dy = (2 * a.col + a.row % 2) - (2 * b.col + b.row % 2), abs(a.row - b.row)
        return dy + max(0, (abs(dx) - dy) // 2)
