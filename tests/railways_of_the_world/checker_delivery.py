"""Deliveries as the manual has them, in plain Python: every path of a cube, and what each brings."""

from collections.abc import Iterator

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.state import RAILBOT

__all__ = ["Deliveries", "Path"]

Path = tuple[tuple[int, int], ...]  # of every link: the city that it leads to, and whose it is
# What the Railbot's barons take from deliveries to cities of these colors: RS-13.9, RS-13.10, RS-13.12.
WORTH_LESS = {
    "Lars Toft": (("blue", "yellow"), 1),
    "Mark Dainty": (("red",), 2),
    "Rosie Rosenfeld": (("black", "purple"), 1),
}


class Deliveries:
    """What the cubes of a position can do for the seat that decides."""

    def __init__(self, game: HexRailways, state: Array) -> None:
        self.board, s = game.board, state[0]
        self.player, self.seats = int(s["current_player"]), int(game.params["num_companies"][0])
        self.color = [COLORS[int(color)] for color in s["color"][: len(self.board.cities)]]
        self.cubes = s["cubes"][: len(self.board.cities)].tolist()
        self.owners: dict[tuple[int, int], set[int]] = {}
        for i in range(int(s["num_links"])):
            a, b = int(s["link_a"][i]), int(s["link_b"][i])
            for ends in ((a, b), (b, a)):
                self.owners.setdefault(ends, set()).add(int(s["link_owner"][i]))
        taken = {
            DUEL_BARONS[baron]
            for baron, owner in zip(s["duel_barons"], s["duel_owner"], strict=True)
            if owner == RAILBOT
        }
        self.railbots = taken if game.params["duel_barons"][0] else set[str]()
        self.level = int(s["players"]["engine"][self.player]) - ("Christopher L Tychoon" in self.railbots)
        self.display = [self.board.operations[card] for card in s["display"][: int(s["num_displayed"])]]
        self.hotel = s["hotel"].tolist()

    def loads(self) -> set[tuple[int, int]]:
        """City and color of the cubes that can be brought anywhere."""
        there = ((city, color) for city, row in enumerate(self.cubes) for color, number in enumerate(row) if number)
        return {(city, color) for city, color in there if next(self.paths(city, color), None)}

    def paths(self, city: int, color: int) -> Iterator[Path]:
        """Every path of a cube: the first link is own (RW-6.2), no city comes twice (RW-6.3), the first city of its
        color is the last (RW-6.4), but where it lies does not count (RW-6.5); as many links as the engine has levels
        (RW-6.1), each over any of its owners (RW-6.7)."""
        if self.level > 0:
            yield from self._on((), city, {city}, COLORS[color])

    def _on(self, path: Path, here: int, passed: set[int], color: str) -> Iterator[Path]:
        for (a, b), owners in self.owners.items():
            if a != here or b in passed:
                continue
            for owner in owners if path else owners & {self.player}:
                longer = (*path, (b, owner))
                if self.color[b] == color:
                    yield longer
                elif len(longer) < self.level:
                    yield from self._on(longer, b, passed | {b}, color)

    def brings(self, path: Path) -> tuple[list[int], list[int]]:
        """The points that every seat has for the links of a path, and those that come after: hotels (RW-7.7), and
        what lies on display (RW-7.3, RW-7.4, RW-7.6)."""
        goal, links, more = path[-1][0], [0] * self.seats, [0] * self.seats
        for _, owner in path:
            if owner == RAILBOT:
                links[self.player] -= 1  # RS-4.2
            else:
                links[owner] += 1  # RW-6.6
        for baron in self.railbots & set(WORTH_LESS):
            colors, less = WORTH_LESS[baron]
            links[self.player] -= less * (self.color[goal] in colors)
        if self.hotel[goal] >= 0 and "P. Andrew Sellers" not in self.railbots:
            more[self.hotel[goal]] += 1
        for card in self.display:
            first = card.kind == "railroad_era_begins" or (card.kind == "speed_record" and len(path) >= 3)
            if first or (card.kind == "service_bounty" and card.city == goal):
                more[self.player] += card.points
        return links, more

    def value(self, path: Path) -> int:
        """What a path is chosen by: the seat's points less the mean of the others', times their number."""
        mine, *rest = (links + more for links, more in zip(*self.brings(path), strict=True))
        if self.player:
            points = [mine, *rest]
            mine, rest = points[self.player], points[: self.player] + points[self.player + 1 :]
        return max(1, len(rest)) * mine - sum(rest)
