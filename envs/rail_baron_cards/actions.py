"""The action table. Its first blocks are the plans, with which every game can be played. Players with the option
``actions="full"`` may also ride section by section. Ids for the standard board:

::

      0         stop               leave the remaining pips unused
      1 ..   2  dice               Express: two dice first, one die first; keep or exchange the ends of the first run
      3 ..   6  hand               a card of the hand: discard it, start there, go there
      7 ..  47  bid                0, 500 .. 20,000: a sealed bid, or how much more than the least bid at an auction
     48         pass               bid no more for this railroad
     49         done               purchase nothing more
     50 ..  51  engine             buy the Express, the Superchief
     52 ..  79  buy                each railroad
     80 .. 107  sell               each railroad, to the bank
    108 .. 135  auction            each railroad, among the others
    136 .. 183  ride               12 dots along each of 4 routes: shortest, balanced, cheapest, own track
    184 .. 932  step               each section, from the dot of the train to its other end

With destinations by dice, a block ``region`` of the regions is between rides and steps.
"""

from functools import cache

from railgym.envs.core.actions import ActionTable
from railgym.envs.rail_baron_cards.board import Board
from railgym.envs.rail_baron_cards.state import HAND, MOST_PIPS

__all__ = [
    "BID",
    "BID_STEP",
    "BUY",
    "DICE",
    "DONE",
    "ENGINE",
    "ENGINES",
    "HAND_CARD",
    "HIGHEST_BID",
    "PASS",
    "ROUTES",
    "STOP",
    "table",
]

BID_STEP = 500
HIGHEST_BID = 20_000
ROUTES = ("shortest", "balanced", "cheapest", "own track")
ENGINES = ("Freight", "Express", "Superchief")

STOP = 0
DICE = 1
HAND_CARD = DICE + 2
BID = HAND_CARD + HAND
PASS = BID + HIGHEST_BID // BID_STEP + 1
DONE = PASS + 1
ENGINE = DONE + 1
BUY = ENGINE + 2


@cache
def table(board: Board, full: bool, by_dice: bool = False) -> ActionTable:
    """The actions on a board: the plan blocks, with ``by_dice`` the regions of destinations, and with ``full`` the
    steps."""
    lines = [railroad.abbreviation for railroad in board.railroads]
    amounts = range(0, HIGHEST_BID + 1, BID_STEP)
    plans = [
        ("stop", ["stop here"]),
        ("dice", ["roll two dice first", "roll one die first"]),
        ("hand", [f"card {i + 1}" for i in range(HAND)]),
        ("bid", [f"bid {amount}" for amount in amounts]),
        ("pass", ["bid no more"]),
        ("done", ["buy nothing more"]),
        ("engine", [f"buy the {engine}" for engine in ENGINES[1:]]),
        ("buy", [f"buy {line}" for line in lines]),
        ("sell", [f"sell {line} to the bank" for line in lines]),
        ("auction", [f"auction {line}" for line in lines]),
        ("ride", [f"ride {_dots(n + 1)}, {route} route" for route in ROUTES for n in range(MOST_PIPS)]),
    ]
    if by_dice:
        plans.append(("region", [f"choose {region.abbreviation}" for region in board.regions]))
    names = [dot.city or dot.name for dot in board.dots]
    sections = [f"ride {lines[s.railroad]}, {names[s.a]} - {names[s.b]}" for s in board.sections]
    steps = [("step", sections)] if full else []
    return ActionTable(plans + steps, plans=len(plans))


def _dots(n: int) -> str:
    return f"{n} dot{'' if n == 1 else 's'}"
