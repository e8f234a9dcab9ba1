"""The names of things in Railways of the World. Money is told in dollars; positions count it in thousands."""

from collections.abc import Iterable
from typing import Any

from railgym.envs.core.display import count, listed
from railgym.envs.core.geo.offset import distance
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map
from railgym.envs.railways_of_the_world.names import DUEL_BARONS, UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.barons import POINTS
from railgym.envs.railways_of_the_world.rules.cities import NEW_CUBES
from railgym.envs.railways_of_the_world.rules.duel import SELLERS
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD, NOBODY, RAILBOT

__all__ = ["ORDINALS", "Words", "money"]

_CARDS = {
    "land_grant": "track in open country is free in one action",
    "new_industry": "a gray city becomes a New City for nothing",
    "railroad_executive": "two actions more",
    "perfect_engineering": "five tiles in an action from now on",
    "city_growth": "{cubes} to a city in play",
    "railroad_era_begins": "for the first delivery of the game",
    "speed_record": "for the first delivery over three links or more",
    "new_train": "for the first engine of level 4",
    "hotel": "a point for each cube that {deed} there",
    "service_bounty": "for the first delivery there",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_TERRAIN = {"open": "in open country", "water": "over water", "hill": "in the hills", "city": "in the city"}
_BOT_CARDS = {
    "final_evaluation": "final evaluation",
    "taxation": "taxation",
    "deadhead": "deadhead",
    "deadhead_taxation": "deadhead and taxation",
}


def money(thousands: Any) -> str:
    """ "$4,000"."""
    n = int(thousands)
    return f"{'-' * (n < 0)}${abs(n) * 1000:,}"


class Words:
    """The names of a map's things and of the seats, for one game; ``params`` is one record."""

    def __init__(self, board: Map, params: Any, names: tuple[str, ...]) -> None:
        self.board, self.params, self.names = board, params, names
        self.companies = names[: int(params["num_companies"])]
        self.solo = bool(params["solo"])

    # --- the map ------------------------------------------------------------------------------------------------------

    def city(self, city: Any) -> str:
        return self.board.cities[int(city)].name

    def cities(self, cities: Iterable[int]) -> str:
        return listed(map(self.city, cities))

    def color(self, color: Any) -> str:
        return COLORS[int(color)]

    def line(self, line: Any) -> str:
        """A major line: "Oslo - Bergen"."""
        return self.pair(self.board.lines[int(line)].a, self.board.lines[int(line)].b)

    def pair(self, a: Any, b: Any) -> str:
        return f"{self.city(a)} - {self.city(b)}"

    def terrain(self, hex: Any) -> str:
        """ "in open country", "over water", "in the hills"."""
        return _TERRAIN[self.board.hexes[int(hex)].terrain]

    def nearest(self, hex: int) -> int:
        """The city that is nearest to a hex."""
        here, hexes = self.board.hexes[hex].cell, self.board.hexes
        return min(range(len(self.board.cities)), key=lambda c: distance(here, hexes[self.board.cities[c].hex].cell))

    def cubes(self, numbers: Iterable[Any]) -> str:
        """Cubes by color: "2 red, 1 black"."""
        return listed(f"{int(n)} {COLORS[i]}" for i, n in enumerate(numbers) if n)

    @staticmethod
    def members(bits: Any) -> list[int]:
        """The numbers in a bit mask."""
        return [i for i in range(64) if int(bits) >> i & 1]

    # --- owners -------------------------------------------------------------------------------------------------------

    def owner(self, owner: Any) -> str:
        """Who owns a link, a hotel or a baron."""
        if owner == NOBODY:
            return "nobody"
        return "the Railbot" if owner == RAILBOT else self.names[int(owner)]

    @property
    def owners(self) -> list[int]:
        """The possible owners of links: the seats that build, and the Railbot."""
        return [*range(len(self.companies)), *[RAILBOT] * self.solo]

    def links(self, view: Any, owner: int) -> list[tuple[int, int, int]]:
        """The links of an owner, as two cities and the tiles."""
        fields = (view[name][: int(view["num_links"])] for name in ("link_owner", "link_a", "link_b", "link_tiles"))
        return [(int(a), int(b), int(tiles)) for whose, a, b, tiles in zip(*fields) if whose == owner]

    def joined(self, view: Any, city: int, owners: Iterable[int]) -> set[int]:
        """The cities that hang together with one over the links of some owners, itself among them."""
        found, edge, whose = {city}, {city}, tuple(owners)
        while edge:
            edge = {other for c in edge for o in whose for other in self.members(view["joined"][o, c])} - found
            found |= edge
        return found

    def line_owner(self, view: Any, line: int) -> int:
        """Who scored a major line, or claimed it; NOBODY: it is still to be had."""
        if not int(view["claimed_lines"]) >> line & 1:
            return NOBODY
        seats = [p for p in range(len(self.companies)) if int(view["players"][p]["major_lines"]) >> line & 1]
        return seats[0] if seats else RAILBOT

    def income(self, view: Any, p: int) -> int:
        """What a seat would get by its points at the end of the turn, in thousands, bonds not counted."""
        table = self.params["income"]
        return int(table[min(max(int(view["scores"][p]), 0), len(table) - 1)])

    # --- the order of the turn ----------------------------------------------------------------------------------------

    def order(self, view: Any) -> list[int]:
        """The seats in the order of the turn; NOBODY for each place that is still open in an auction."""
        seats = len(self.companies)
        named: list[int] = view["order"][:seats].tolist()
        if view["phase"] == phases.AUCTION:
            return named
        clockwise = [(int(view["first_seat"]) + place) % seats for place in range(seats)]
        return [seat if seat != NOBODY else other for seat, other in zip(named, clockwise, strict=True)]

    def pass_in_auction(self, view: Any, p: int) -> tuple[int, int] | None:
        """The price that a seat pays for passing and its place from 0; None if passing costs nothing (RW-R10.2)."""
        if self.params["bidding"] != phases.FIRST_TO_PASS:
            return None
        place = len(self.companies) - 1 - int(view["passed_auction"]).bit_count()
        return (int(view["bids"][p]) + 1) // 2, place

    # --- cards --------------------------------------------------------------------------------------------------------

    def card(self, card: Any) -> str:
        """An operations card: "land grant", "hotel in Oslo"."""
        there = self.board.operations[int(card)]
        return there.kind.replace("_", " ") + (f" in {self.city(there.city)}" if there.city >= 0 else "")

    def card_effect(self, card: Any, view: Any) -> str:
        """What an operations card does, or asks for, in this position."""
        there = self.board.operations[int(card)]
        cubes = count(min(NEW_CUBES, int(view["bag"].sum())), "cube")
        effect = _CARDS[there.kind].format(cubes=cubes, deed=self._hotel_deed(view))
        return f"{count(there.points, 'point')} {effect}" if effect.startswith("for ") else effect

    def _hotel_deed(self, view: Any) -> str:
        """The cubes that a hotel pays for: delivered ones, unless the Railbot has Sellers; cubes that it removes."""
        if not self.solo:
            return "is delivered"
        delivered = "" if int(view["baron_effects"]) >> SELLERS & 1 else "is delivered, or "
        return f"{delivered}the Railbot removes"

    def shown(self, view: Any) -> list[int]:
        """The operations cards on display, the oldest first."""
        return [int(card) for card in view["display"][: int(view["num_displayed"])]]

    def bot_card(self, card: Any) -> str:
        """A card of the Railbot: "links Oslo - Bergen - Voss, a major line"; barons only where some are on offer."""
        there = self.board.railbot[int(card)]
        if there.kind == "building_links":
            title = f"links {' - '.join(map(self.city, there.cities))}"
        elif there.kind == "exhaust":
            title = f"exhaust {count(self.params['base_exhaust'], f'{there.color} cube')}"
        else:
            title = _BOT_CARDS[there.kind]
        return title + ", a major line" * there.line + ", a baron" * (there.baron and bool(self.params["duel_barons"]))

    @staticmethod
    def baron(baron: Any) -> str:
        """A Universal Rail Baron, by what it asks for: "most links, 5 points"."""
        if baron in (HIDDEN, NO_CARD):
            return "hidden" if baron == HIDDEN else "none"
        return f"{UNIVERSAL_BARONS[int(baron)]}, {count(POINTS[int(baron)], 'point')}"

    @staticmethod
    def duel(baron: Any) -> str:
        """A Duel Baron."""
        return DUEL_BARONS[int(baron)]
