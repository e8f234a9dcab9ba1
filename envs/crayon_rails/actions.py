"""The action table. Its first blocks, the plans, are all that a seat needs; a seat with full actions may also move and
build milepost by milepost. Ids for the map of North America:

::

      0         done               end the phase: of moving, of building
      1         discard            the whole hand for a new one, instead of the turn
      2         borrow             from the bank (option)
      3 ..   5  upgrade            to the second, third, fourth engine
      6 ..  10  give               a card of the first hand, where more are dealt than kept (option)
     11 ..  19  deliver            card 1 .. 3, line 1 .. 3
     20 ..  26  open               begin the network in a major city
     27 ..  55  pick up            each good
     56 ..  84  drop               each good, or lose it
     85 .. 146  place              the train in each city
    147 .. 208  run                towards each city without further fees, as far as the movement lasts
    209 .. 270  pay                towards each city on anyone's track, paying fees
    271 .. 332  build              towards each city, as far as the money lasts
    333 .. 338  step               one milepost in each direction: move there, or build there
    339 .. 2418 from               the milepost from which a single segment will lead
"""

from functools import cache

from railgym.envs.core.actions import ActionTable
from railgym.envs.crayon_rails.maps.model import Map
from railgym.envs.crayon_rails.state import HAND

__all__ = [
    "BORROW",
    "DELIVER",
    "DISCARD",
    "DONE",
    "GIVE",
    "LINES",
    "OPEN",
    "UPGRADE",
    "WAYS",
    "table",
]

WAYS = ("north", "north-east", "south-east", "south", "south-west", "north-west")  # as in core/geo/hexagons.py:STEPS
LINES = 3  # of a demand card

DONE = 0
DISCARD = 1
BORROW = 2
UPGRADE = 3  # to engine 1, 2, 3
GIVE = UPGRADE + 3
DELIVER = GIVE + HAND
OPEN = DELIVER + 3 * LINES


@cache
def table(board: Map, engines: tuple[str, ...], full: bool) -> ActionTable:
    """The table of actions on a map: the plan blocks, and with ``full`` the steps."""
    cities = [city.name for city in board.cities]
    goods = [good.name for good in board.goods]
    plans = [
        ("done", ["done"]),
        ("discard", ["discard the hand"]),
        ("borrow", ["borrow"]),
        ("upgrade", [f"upgrade to {engine}" for engine in engines[1:]]),
        ("give", [f"give up card {i + 1}" for i in range(HAND)]),
        ("deliver", [f"deliver card {i + 1}, line {j + 1}" for i in range(3) for j in range(LINES)]),
        ("open", [f"open in {cities[city]}" for city in board.majors]),
        ("pick up", [f"pick up {good}" for good in goods]),
        ("drop", [f"drop {good}" for good in goods]),
        ("place", [f"place the train in {city}" for city in cities]),
        ("run", [f"run towards {city}" for city in cities]),
        ("pay", [f"run towards {city}, paying fees" for city in cities]),
        ("build", [f"build towards {city}" for city in cities]),
    ]
    steps = [
        ("step", [f"go {way}" for way in WAYS]),
        ("from", [f"build from row {post.row}, column {post.col}" for post in board.mileposts]),
    ]
    return ActionTable(plans + (steps if full else []), plans=len(plans))
