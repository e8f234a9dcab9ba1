"""The end of a game as the manual has it, in plain Python: what bonds cost, what barons give, and who is ahead."""

from collections import Counter
from itertools import combinations

from railways_of_the_world.checker_track import PIECES

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS

__all__ = ["End"]

LEADS = UNIVERSAL_BARONS[:14]
POINTS = dict(
    zip(
        UNIVERSAL_BARONS,
        [5, 5, 6, 4, 5, 5, 5, 5, 5, 5, 5, 6, 4, 5, 6, 6, 4, 5, 4, 4, 4, 6, 6, 5],
        strict=True,
    )
)


class End:
    """A finished game, seat by seat."""

    def __init__(self, game: HexRailways, state: Array) -> None:
        self.game, self.board, self.s = game, game.board, state[0]
        self.seats = range(int(game.params["num_companies"][0]))

    def baron(self, player: int, number: int) -> int:
        """What a baron gives: the whole for a sole leader, half for a shared lead (RW-11.2); or a goal (RW-11.3)."""
        name = UNIVERSAL_BARONS[number]
        if name not in LEADS:
            return POINTS[name] * self.reaches(player, name)
        measures = [self.measure(p, name) for p in self.seats]
        own = measures[player]
        if own < max(measures) or (own == 0 and name != "fewest bonds"):
            return 0
        return POINTS[name] // 2 if measures.count(own) > 1 else POINTS[name]

    def measure(self, player: int, name: str) -> int:
        seat = self.s["players"][player]
        if name == "most tiles in hills":
            return sum(self.board.hexes[hex].terrain == "hill" for hex, _ in self.pieces(player))
        if name == "most ridges crossed":
            return len(self.ridges(player))
        if name.endswith("cubes delivered"):
            return int(seat["delivered"][COLORS.index(name.split()[1])])
        return {
            "most links": lambda: len(self.links(player)),
            "most own links in one delivery": lambda: int(seat["most_own_links"]),
            "fewest bonds": lambda: -int(seat["bonds"]),
            "most money": lambda: int(seat["cash"]),
            "most hotels": lambda: self.s["hotel"].tolist().count(player),
            "most major lines": lambda: int(seat["major_lines"]).bit_count(),
            "most cities joined by own links": lambda: max(map(len, self.networks(player)), default=0),
        }[name]()

    def reaches(self, player: int, name: str) -> bool:
        seat, color = self.s["players"][player], [COLORS[int(c)] for c in self.s["color"][: len(self.board.cities)]]
        if name == "first engine of level 8":
            return bool(self.s["first_with_level_8"] == player)
        if name == "a link of six tiles":
            return any(self.s["link_tiles"][i] >= 6 for i in self.links(player))
        if name == "own links at six gray cities":
            return sum(color[city] == "gray" for cities in self.networks(player) for city in cities) >= 6
        if name == "deliveries to eight cities":
            return int(seat["delivered_to"]).bit_count() >= 8
        return any(self.network_reaches(cities, color, name) for cities in self.networks(player))

    def network_reaches(self, cities: set[int], color: list[str], name: str) -> bool:
        """The goals that cities joined by own links meet (RW-R8)."""
        number = Counter(color[city] for city in cities if color[city] != "gray")
        if name.startswith("own links over 60 %"):
            return self.spans(cities, name.endswith("south"))
        if name.startswith("two New Cities"):
            return sum(color[city] != self.board.cities[city].color for city in cities) >= 2
        return {
            "three cities of each of two colors joined by own links": sum(n >= 3 for n in number.values()) >= 2,
            "cities of all five colors joined by own links": len(number) == 5,
            "two red cities joined by own links": number["red"] >= 2,
        }[name]

    def spans(self, cities: set[int], south: bool) -> bool:
        """Whether two of the cities lie three fifths of the map apart."""

        def place(hex: int) -> int:
            there = self.board.hexes[hex]
            return there.row if south else 2 * there.col + there.row % 2

        places = [place(hex) for hex in range(len(self.board.hexes))]
        apart = [
            abs(place(self.board.cities[a].hex) - place(self.board.cities[b].hex)) for a, b in combinations(cities, 2)
        ]
        return bool(apart) and max(apart) * 5 >= (max(places) - min(places)) * 3

    # --- track ------------------------------------------------------------------------------------------------------

    def links(self, player: int) -> list[int]:
        return [i for i in range(int(self.s["num_links"])) if self.s["link_owner"][i] == player]

    def networks(self, player: int) -> list[set[int]]:
        """The networks of cities that a seat's links join."""
        parts: list[set[int]] = []
        for i in self.links(player):
            ends = {int(self.s["link_a"][i]), int(self.s["link_b"][i])}
            joined = [part for part in parts if part & ends]
            parts = [part for part in parts if not part & ends] + [ends.union(*joined)]
        return parts

    def pieces(self, player: int) -> list[tuple[int, tuple[int, int]]]:
        found = []
        for hex in range(len(self.board.hexes)):
            for slot in range(2):
                if self.s["track"][hex, slot] >= 0 and self.s["owner"][hex, slot] == player:
                    found.append((hex, PIECES[int(self.s["track"][hex, slot])]))
        return found

    def ridges(self, player: int) -> set[tuple[int, int]]:
        """The ridges that track of a seat crosses, as pairs of hexes."""
        sides = ((hex, side) for hex, ends in self.pieces(player) for side in ends if self.board.ridges[hex][side])
        return {(min(hex, other), max(hex, other)) for hex, side in sides for other in [self.board.beside[hex][side]]}

    # --- the result -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        """By points, then fewer bonds, then more cash (RW-10.4, RW-R9); evenly from +1 to -1, ties shared."""
        seats = self.s["players"]
        keys = [(int(self.s["scores"][p]), -int(seats[p]["bonds"]), int(seats[p]["cash"])) for p in self.seats]
        order = sorted(keys, reverse=True)
        ranks = [order.index(key) + (order.count(key) - 1) / 2 for key in keys]
        return [1 - 2 * rank / (len(keys) - 1) for rank in ranks]
