"""The action table: the plans, which are all that a seat needs, and the steps that they are made of.

Blocks, with their lengths on a map of n cities, m near pairs of cities, and a operations cards:

::

    pass         1        no action in this round; out of the auction
    keep         2        one of the barons dealt
    bid          30       so many thousands
    upgrade      1        the engine
    take         a        an operations card on display
    grant        1        use a land grant for what is built next
    western      w        the western link of one of the w cities that may have one, where there are such
    urbanize     n        a gray city
    color        4        of the new city
    grow         n        a city that gets cubes
    link         m        build the cheapest link between two cities, as far as the tiles of an action go
    deliver      5 n      a cube in a city, along its best path
    -- against the Railbot
    insure       2        a card of the row
    duel         12       a Duel Baron
    slot         3        which card of the row is resolved
    cube         5        the color of the cube that it takes
    city         n        where a cube is exhausted, or its track goes on
    line         l        the major line that it claims
    way          3        through the hex that its track has come to
    side         6        out of the city that its track has come to
    -- steps
    start        6 n      a run of track in a city, at one of the sides of its hex
    continue     6        one of the seat's open runs
    lay          3        a tile to the left, straight on, to the right
    stop         1        leave the run open
    load         5 n      a cube in a city
    go           n        bring it to the next city
    over         7        over whose link
"""

from functools import cache

from railgym.envs.core.actions import ActionTable
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import COLORS, Map, OperationsCard
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.state import ROW, RUNS_OF_A_SEAT, SEATS

__all__ = ["MOST_BID", "PASS", "SIDE_NAMES", "table"]

PASS = 0
MOST_BID = 30
SIDE_NAMES = ("north-east", "east", "south-east", "south-west", "west", "north-west")
_WAYS = ("left", "straight on", "right")


def _card(board: Map, card: OperationsCard) -> str:
    """ "hotel in Puebla", "land grant"."""
    return card.kind.replace("_", " ") + (f" in {board.cities[card.city].name}" if card.city >= 0 else "")


def _railbot_blocks(board: Map) -> list[tuple[str, list[str]]]:
    """What only the game against the Railbot has."""
    cities = [city.name for city in board.cities]
    lines = [f"{cities[line.a]} - {cities[line.b]}" for line in board.lines]
    return [
        ("insure", [f"insure against card {i + 1} of the row" for i in range(ROW - 1)]),
        ("duel", [f"claim {name}" for name in DUEL_BARONS]),
        ("slot", [f"resolve card {i + 1} of the row" for i in range(ROW)]),
        ("cube", [f"take a {color} cube" for color in COLORS[:-1]]),
        ("city", [f"choose {city}" for city in cities]),
        ("line", [f"claim {line}" for line in lines]),
        ("way", [f"the track goes {way}" for way in _WAYS]),
        ("side", [f"the track leaves to the {side}" for side in SIDE_NAMES]),
    ]


def _steps(board: Map) -> list[tuple[str, list[str]]]:
    cities = [city.name for city in board.cities]
    return [
        ("start", [f"build from {city} to the {side}" for city in cities for side in SIDE_NAMES]),
        ("continue", [f"continue open run {i + 1}" for i in range(RUNS_OF_A_SEAT)]),
        ("lay", [f"lay {way}" for way in _WAYS]),
        ("stop", ["leave the run open"]),
        ("load", [f"load a {color} cube in {city}" for city in cities for color in COLORS[:-1]]),
        ("go", [f"go to {city}" for city in cities]),
        ("over", [*(f"over a link of seat {p}" for p in range(SEATS)), "over a link of the Railbot"]),
    ]


@cache
def table(board: Map, solo: bool, full: bool) -> ActionTable:
    """The actions on a map, ``solo`` against the Railbot: the plan blocks, and with ``full`` the steps."""
    cities = [city.name for city in board.cities]
    western = [city.name for city in board.cities if city.western]
    plans = [
        ("pass", ["pass"]),
        ("keep", [f"keep baron {i + 1}" for i in range(2)]),
        ("bid", [f"bid {i + 1}" for i in range(MOST_BID)]),
        ("upgrade", ["upgrade the engine"]),
        ("take", [f"take card {i + 1}, {_card(board, card)}" for i, card in enumerate(board.operations)]),
        ("grant", ["use a land grant"]),
        *([("western", [f"build the western link of {city}" for city in western])] if western else []),
        ("urbanize", [f"urbanize {city}" for city in cities]),
        ("color", [f"make it {color}" for color in COLORS[1:-1]]),
        ("grow", [f"add cubes in {city}" for city in cities]),
        ("link", [f"link {cities[a]} - {cities[b]}" for a, b in near_pairs(board)]),
        ("deliver", [f"deliver the {color} cube of {city}" for city in cities for color in COLORS[:-1]]),
        *(_railbot_blocks(board) if solo else []),
    ]
    return ActionTable([*plans, *(_steps(board) if full else [])], len(plans))
