"""Positions of Railways of the World and of the game against the Railbot as JSON: cubes and hotels by cities, links by
their ways, cards by their text, money in thousands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from railgym.envs.core.notation import Notation
from railgym.envs.core.notation_arrays import ByName, Flagged, Places
from railgym.envs.core.notation_kinds import (
    Counts,
    Each,
    Field,
    Flag,
    Json,
    Kind,
    ListOf,
    Members,
    Name,
    Number,
    Parts,
    index_of,
    name_of,
    refuse,
)
from railgym.envs.railways_of_the_world.actions import MOST_BID, SIDE_NAMES
from railgym.envs.railways_of_the_world.maps.model import COLORS as COLOR_NAMES
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.notation_map import Ground, track_fields
from railgym.envs.railways_of_the_world.notation_near import near_fields
from railgym.envs.railways_of_the_world.notation_table import card_fields, numbered, railbot_field
from railgym.envs.railways_of_the_world.params import CUBES_OF_A_COLOR, TILES_OF_A_COLOR
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.phases import FIRST_TO_PASS, TRADITIONAL, WORST_IS_FIRST
from railgym.envs.railways_of_the_world.state import (
    COLORS,
    HIDDEN,
    MOST_TILES,
    NO_CARD,
    NOBODY,
    RAILBOT,
)

if TYPE_CHECKING:
    from railgym.envs.railways_of_the_world.game import HexRailways

__all__ = ["railways_notation"]

CUBES = COLOR_NAMES[:COLORS]
AMOUNT, FEW = 2**31 - 1, 127
NONE = {NOBODY: None}
IN_A_CITY = (phases.GO, phases.OVER, phases.COLOR)  # where ``at`` is a city


def railways_notation(game: "HexRailways") -> Notation:
    """The notation of one game of the family."""
    companies = game.seat_names[: int(game.params["num_companies"][0])]
    owners = {name: p for p, name in enumerate(companies)} | ({"railbot": RAILBOT} if game.solo else {})
    ground = Ground(game, owners)
    return Notation(
        game,
        [
            *_turn_fields(companies),
            *_order_fields(game, companies),
            Field("players", Each("players", _player(game), len(companies)), "what each player has", []),
            *_city_fields(game, companies),
            *track_fields(ground),
            *near_fields(game, ground),
            *card_fields(game),
            *([railbot_field(game, ground)] if game.solo else []),
            Field(
                "step",
                _step(ground, owners),
                "where an action of several steps stands; else, what the last one left",
                {},
            ),
        ],
        complete=lambda state: _complete(game, state),
        phase=phases.PHASES[phases.ACTION],
    )


def _turn_fields(companies: Sequence[str]) -> list[Field]:
    """The keys of the order of play, and of the end of the game."""
    return [
        Field("year", Number("year", 0, FEW), "which turn of the game it is; 0: barons are being kept", 1),
        Field("rounds_played", Number("round", 0, phases.ROUNDS), "rounds of this turn that are over", 0),
        Field(
            "first",
            Name("first_seat", "player", companies),
            "the player who acts first in each round, or who opens the auction",
            companies[0],
        ),
        Field("actions", ActionsLeft(), "actions that the current player may still take", _one_if_acting),
        Field("bid", Number("bid", 0, MOST_BID), "the highest bid of the auction, in thousands", 0),
        Field("bidder", Name("bidder", "player", companies, NONE), "the player who made it"),
        Field("passed", Members("passed_auction", "player", companies), "players who are out of the auction", []),
        Field(
            "last_year", Number("last_year", 0, FEW, none=0), "the turn with which the game ends; null: not known yet"
        ),
        Field(
            "ends_because",
            Name("last_year_reason", "end", phases.END_REASONS),
            "why it ends then",
            phases.END_REASONS[0],
        ),
        Field(
            "first_level_8",
            Name("first_with_level_8", "player", companies, NONE),
            "the player who first had an engine of level 8",
        ),
    ]


def _order_fields(game: "HexRailways", companies: Sequence[str]) -> list[Field]:
    """The keys of the order of the turn and of all bids, in games whose option ``bidding`` asks for them."""
    order = Field(
        "order",
        TurnOrder("order", "player", companies, NOBODY),
        "the players in the order of the turn; in an auction null for open places; empty: clockwise from the first",
        [],
    )
    bids = Field("bids", Counts("bids", "player", companies, MOST_BID), "the highest bid of each player", {})
    return {TRADITIONAL: [], FIRST_TO_PASS: [order, bids], WORST_IS_FIRST: [order]}[int(game.params["bidding"][0])]


def _player(game: "HexRailways") -> Parts:
    """The keys of a player."""
    cities, lines = [city.name for city in game.board.cities], line_names(game)
    return Parts(
        [
            Field("cash", Number("cash", 0, AMOUNT), "money, in thousands", 0),
            Field("bonds", Number("bonds", 0, AMOUNT), "bonds issued", 0),
            Field("engine", Number("engine", 0, 8), "level of the engine", 1),
            Field("land_grants", Number("land_grants", 0, 100), "land grants held", 0),
            Field(
                "perfect_engineering", Flag("perfect_engineering"), "whether they lay five tiles in an action", False
            ),
            Field("delivered", Counts("delivered", "color", CUBES, 255), "cubes delivered, by color", {}),
            Field("delivered_to", Members("delivered_to", "city", cities), "cities that they delivered a cube to", []),
            Field("longest_delivery", Number("longest_delivery", 0, 100), "links of their longest delivery", 0),
            Field("most_own_links", Number("most_own_links", 0, 100), "most links of their own in one delivery", 0),
            Field("major_lines", Members("major_lines", "major line", lines), "major lines that they scored", []),
            Field(
                "barons",
                ListOf("barons", "baron", UNIVERSAL_BARONS, NO_CARD, others={HIDDEN: None}),
                "Universal Rail Barons dealt, the kept one first; null where hidden",
                [],
            ),
        ]
    )


def _city_fields(game: "HexRailways", companies: Sequence[str]) -> list[Field]:
    """The keys of the contents of the cities and of the bag."""
    cities = {city.name: i for i, city in enumerate(game.board.cities)}
    names, colors = list(cities), [city.color for city in game.board.cities]

    def by_city(element: Kind, blank: Sequence[Json]) -> ByName:
        return ByName("city", cities, element, blank)

    def bag(table: Any) -> Json:
        """25 cubes of each color less those in cities."""
        left = np.maximum(CUBES_OF_A_COLOR - table["cubes"].sum(0, dtype=np.int64), 0)
        return {color: int(n) for color, n in zip(CUBES, left) if n}

    def tiles(table: Any) -> Json:
        """Two New City tiles of each color but red, less those on the map."""
        new = [
            int(table["color"][i]) for i, color in enumerate(colors) if table["color"][i] != COLOR_NAMES.index(color)
        ]
        left = {color: TILES_OF_A_COLOR - new.count(i) for i, color in enumerate(CUBES)}
        return {color: n for color, n in left.items() if n > 0 and color != CUBES[0]}

    none: list[Json] = [None] * len(cities)
    return [
        Field(
            "cubes", by_city(Counts("cubes", "color", CUBES, 255), [{}] * len(cities)), "cubes in cities, by color", {}
        ),
        Field(
            "bag",
            Counts("bag", "color", CUBES, 255),
            "cubes in the bag; unless mentioned, all that are in no city",
            bag,
        ),
        Field("new_cities", by_city(Name("color", "color", COLOR_NAMES), colors), "the colors of New Cities", {}),
        Field(
            "new_city_tiles",
            Counts("new_city_tiles", "color", CUBES, 255),
            "New City tiles left; unless mentioned, all that are on no city",
            tiles,
        ),
        Field("empty_city_markers", Flagged("empty_marker", "city", names), "cities with an Empty City Marker", []),
        Field("hotels", by_city(Name("hotel", "player", companies, NONE), none), "the owners of hotels", {}),
        Field("western_links", Flagged("western_built", "city", names), "cities whose western link is built", []),
        Field(
            "claimed_lines",
            Members("claimed_lines", "major line", line_names(game)),
            "major lines that can no longer be scored; by default, those that players scored",
            lambda table: _scored(game, table),
        ),
    ]


def line_names(game: "HexRailways") -> list[str]:
    """The major lines: "Oslo - Bergen"."""
    cities = game.board.cities
    return numbered([f"{cities[line.a].name} - {cities[line.b].name}" for line in game.board.lines])


def _scored(game: "HexRailways", table: Any) -> Json:
    """The major lines that players have scored."""
    lines = np.bitwise_or.reduce(table["players"]["major_lines"])
    return [name for i, name in enumerate(line_names(game)) if lines >> i & 1]


def _step(ground: Ground, owners: dict[str, int]) -> Parts:
    """The keys of building, delivering and urbanizing, step by step."""
    cities = ground.cities
    over = ByName("owner", owners, Number("links_by_owner", 0, FEW), [0] * len(owners))
    at = Place(cities, ground.hexes)
    return Parts(
        [
            Field(
                "at",
                at,
                "the hex that comes next, the city that the cube has come to, or the city that is urbanized",
                at.first,
            ),
            Field(
                "enters_at",
                Name("enter_side", "side", SIDE_NAMES, NONE),
                "building: the side at which that hex is entered",
                SIDE_NAMES[0],
            ),
            Field(
                "origin",
                Name("origin_city", "city", cities, NONE),
                "the city that the run or the cube comes from",
                cities[0],
            ),
            Field("tiles_laid", Number("tiles_laid", 0, MOST_TILES), "tiles laid in this action", 0),
            Field("land_grant", Flag("grant_in_use"), "whether a land grant is used", False),
            Field("free", Flag("new_city_is_free"), "whether a card pays for the New City", False),
            Field("cube", Name("cube_color", "color", CUBES, NONE), "the color of the cube", CUBES[0]),
            Field("path", Members("cities_passed", "city", cities), "cities that the cube has passed", []),
            Field("links_passed", Number("links_passed", 0, FEW), "links that it has passed", 0),
            Field("over", over, "and whose they were", {}),
            Field(
                "next_city",
                Name("next_city", "city", cities, NONE),
                "the city to go to, while it is chosen over whose link",
                cities[0],
            ),
        ]
    )


class ActionsLeft(Kind):
    """The actions of the current player; all others have none."""

    def dump(self, record: Any) -> Json:
        return int(record["players"][int(record["current_player"])]["actions_left"])

    def load(self, record: Any, value: Json, where: str) -> None:
        Number("actions_left", 0, FEW).load(record["players"][int(record["current_player"])], value, where)

    def schema(self) -> dict[str, Json]:
        return Number("actions_left", 0, FEW).schema()


class TurnOrder(Places):
    """The seats in the order of the turn, each once: all of them, or in an auction those that have passed."""

    def load(self, record: Any, value: Json, where: str) -> None:
        super().load(record, value, where)
        seats = record[self.name][: len(self.names)].tolist()
        named = [seat for seat in seats if seat != NOBODY]
        if len(set(named)) < len(named):
            raise refuse(where, "expected each player once")
        if named != seats[len(seats) - len(named) :] or (0 < len(named) < len(seats) and not _in_auction(record)):
            raise refuse(
                where, "expected all players; in an auction, null for each open place, then those who have passed"
            )


def _in_auction(record: Any) -> bool:
    return bool(record["phase"] == phases.AUCTION)


def _one_if_acting(table: Any) -> int:
    return int(phases.ACTION <= table["phase"] < phases.PICK_SLOT)


class Place(Kind):
    """The field ``at``, a city in some phases and a hex in others."""

    def __init__(self, cities: Sequence[str], hexes: Sequence[str]) -> None:
        self.cities, self.hexes = cities, hexes

    def _names(self, record: Any) -> Sequence[str]:
        return self.cities if int(record["phase"]) in IN_A_CITY else self.hexes

    def first(self, record: Any) -> str:
        """The first name, for 0."""
        return self._names(record)[0]

    def dump(self, record: Any) -> Json:
        return name_of(int(record["current_place"]), self._names(record), NONE)

    def load(self, record: Any, value: Json, where: str) -> None:
        record["current_place"] = index_of(where, "place", value, self._names(record), NONE)

    def schema(self) -> dict[str, Json]:
        return {"enum": [*self.cities, *self.hexes, None]}


def _complete(game: "HexRailways", state: Any) -> None:
    """Derive the cities that links join, the number of markers, and everything that is not part of this game."""
    table, params = state[0], game.params[0]
    companies, cities = int(params["num_companies"]), len(game.board.cities)
    table["num_players"], table["mode"][companies:] = companies, 0
    table["players"]["barons"][companies:] = NO_CARD
    table["color"][cities:], table["hotel"][cities:] = params["city_color"][cities:], NOBODY
    table["num_empty_markers"] = table["empty_marker"].sum()
    for a, b, owner in zip(*(table[name][: int(table["num_links"])] for name in ("link_a", "link_b", "link_owner"))):
        table["joined"][owner, a] |= np.int64(1) << np.int64(b)
        table["joined"][owner, b] |= np.int64(1) << np.int64(a)
    if params["bidding"] == TRADITIONAL:
        table["order"] = NOBODY
    if not game.solo:
        table["railbot_row"], table["insured_card"], table["resolving_card"] = NO_CARD, NO_CARD, NO_CARD
        table["duel_barons"], table["duel_owner"], table["resolving_pair"], table["railbot_goal"] = -1, NOBODY, -1, -1
