"""The position of a game of Railways of the World, or against the Railbot, as one record.

Hexes, cities, major lines, operations cards and Railbot cards are numbered by their rows in the map's files. Money is
in thousands, points are ``scores``. Seats are 0 to 5; ``RAILBOT`` owns links, but is no seat. Letters in shapes: P = 6
seats, H = 1024 hexes, C = 64 cities, K = 5 colors, L = 512 links, A = 64 operations cards, X = 36
runs, N = 256 near pairs of cities.

Seats (``players``):

========= ===== ==========================================================================================
field     shape meaning
========= ===== ==========================================================================================
cash      ()
bonds     ()    certificates, which are never paid back
engine    ()    its level, 1 to 8
actions   ()    still to be taken before the next seat's
grants    ()    land grants held
engineers ()    1 with Perfect Engineering
delivered (K,)  cubes by color
longest   ()    links of the longest delivery
lines     ()    major lines scored, bits
most_own  ()    own links in one delivery, at most
served    ()    cities that a cube was delivered to, bits
barons    (2,)  Universal Rail Barons dealt, the kept one first; NO_CARD: none; HIDDEN: unknown to the viewer
========= ===== ==========================================================================================

The map:

============ ======= ======================================================================================
track        (H, 2)  up to two pieces a hex: which of the nine, or NO_PIECE
owner        (H, 2)  whose they are
link         (H, 2)  the link that they belong to; OPEN_RUN
link_a       (L,)    the cities at the ends of a link
link_b       (L,)
link_owner   (L,)
link_tiles   (L,)
num_links    ()
joined       (7, C)  by owner and city: the cities at the other ends of its links, bits
num_runs     ()      ends of open runs, the oldest first
run_hex      (X,)    the hex that each would enter next
run_side     (X,)    and at which side
run_owner    (X,)
cubes        (C, K)  in each city
color        (C,)    of each city: New City tiles color gray ones
marker       (C,)    1 with an Empty City Marker
hotel        (C,)    the seat that owns the hotel; NOBODY
western      (C,)    1 once its western link is built
near_tiles   (N,)    a link that can be built between each near pair of cities (maps/links.py): its tiles, 0: none
near_price   (N,)    what it costs
near_way     (N,)    how it goes (rules/cheapest_link.py)
near_hexes   (N,)    the hexes that it comes through, bits by their numbers modulo 64
near_stale   (N,)    whether another may be better now (rules/near_links.py)
track_changed ()     the hexes where track has changed since, bits likewise
============ ======= ======================================================================================

The table:

========== ====== ==========================================================================================
bag        (K,)   cubes in the bag
tiles      (K,)   New City tiles left
markers    ()     Empty City Markers on the map
claimed    ()     major lines that nobody can score any more, bits
deck       deck   operations cards, hidden
display    (A,)   operations cards to be had, the oldest first
shown      ()     how many they are
seen       (A,)   1 for a card that is not in the deck any more
year       ()     turns of the game begun, each of an auction, three rounds and income
round      ()     0 to 2
first      ()     who opens the auction, and then who won it
last_year  ()     the turn with which the game ends; 0: not known yet
last_why   ()     why, an index into ``END_REASONS``
first_8    ()     the seat that first had one of level 8; NOBODY
bid        ()     the highest bid
bidder     ()     whose it is; NOBODY
passed     ()     seats that have passed, bits
========== ====== ==========================================================================================

Against the Railbot:

========== ====== ==========================================================================================
row        (3,)   Railbot cards, the first to the left; NO_CARD
insured    ()     the card with the Insurance token; NO_CARD
bots       deck   the draw deck of the Railbot, hidden
removed    deck   Railbot cards removed from the game unseen
spent      (25,)  1 for a Railbot card that everybody has seen, PUT_BACK for one seen to go back into its deck
capacity   ()     operations cards that the display holds
duel       (4,)   Duel Barons on offer, by number
duel_owner (4,)   0: the player; RAILBOT; NOBODY
effects    ()     lasting effects of Duel Barons, bits by baron
part       ()     0: before the Railbot's card; 1: after it
fresh      ()     1 until something is done in a turn
card       ()     the Railbot card that is being resolved; NO_CARD
pair       ()     the pair of its cities that comes next; -1: none
path_to    ()     the city to which the Railbot is building; -1: none
exhaust    (K,)   cubes still to be exhausted
lines_due  ()     major lines that the Railbot is to claim
barons_due ()     Duel Barons that it is to claim
third_due  ()     1 while the third card of the row is to be resolved
========== ====== ==========================================================================================

What is being done, step by step:

========== ====== ==========================================================================================
at         ()     build: the hex in which the next tile will lie; deliver: the city that the cube has come to
enter      ()     build: the side at which the run enters it
origin     ()     build: the city from which the run comes; deliver: the cube's
laid       ()     tiles of this action
grant      ()     1 while a land grant is used
free       ()     urbanize: 1 where a card pays for it
cube       ()     the color of the cube
path       ()     deliver: cities that it has passed, bits
length     ()     deliver: links that it has passed
over       (7,)   deliver: and whose they were
next_city  ()     deliver: the city to go to, while it is chosen over whose link
========== ====== ==========================================================================================
"""

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import deck_dtype
from railgym.envs.core.header import header_fields
from railgym.envs.railways_of_the_world.maps.links import AT_ONCE, MAX_PAIRS
from railgym.envs.railways_of_the_world.maps.model import MAX_CITIES, MAX_HEXES, MAX_OPERATIONS, MAX_RAILBOT

__all__ = [
    "BAG",
    "BUCKETS",
    "CITIES",
    "COLORS",
    "DECKS",
    "DUELS",
    "FAR",
    "HEXES",
    "HIDDEN",
    "LINKS",
    "MOST_TILES",
    "NOBODY",
    "NO_CARD",
    "NO_PIECE",
    "OPEN_RUN",
    "OPERATIONS",
    "OWNERS",
    "PAIRS",
    "PLAN_ACTIONS",
    "PUT_BACK",
    "RAILBOT",
    "ROW",
    "RUNS",
    "RUNS_OF_A_SEAT",
    "SCRATCH",
    "SEATING",
    "SEATS",
    "SIDES",
    "STATE",
]

SEATS = 6
OWNERS = SEATS + 1
RAILBOT = SEATS
HEXES, CITIES, OPERATIONS = MAX_HEXES, MAX_CITIES, MAX_OPERATIONS
COLORS, LINKS = 5, 512
ROW, DUELS = 3, 4
RUNS = 36
PAIRS = MAX_PAIRS
PLAN_ACTIONS = 2  # of a link that is planned, at most
MOST_TILES = PLAN_ACTIONS * (AT_ONCE + 1)  # of such a link, with Perfect Engineering
RUNS_OF_A_SEAT = 6  # three rounds, and railroad executives
SIDES = 6
MOST_ACTIONS = 2048
MOST_LINKS = 8  # of a delivery, with the best engine
FAR = 30_000  # more than any path costs
BUCKETS = 32  # of the search for paths, more than any tile costs
DECKS, BAG, SEATING = range(3)  # streams of chance
NOBODY = -1
NO_PIECE = -1
OPEN_RUN = -1
NO_CARD, HIDDEN = 255, 254
PUT_BACK = 2  # of a Railbot card that was turned up at set-up and went back into the deck

PLAYER = np.dtype(
    [
        ("lines", "i8"),
        ("served", "i8"),
        ("cash", "i4"),
        ("bonds", "i4"),
        ("engine", "i1"),
        ("actions", "i1"),
        ("grants", "i1"),
        ("engineers", "i1"),
        ("longest", "i1"),
        ("most_own", "i1"),
        ("delivered", "u1", (COLORS,)),
        ("barons", "u1", (2,)),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=3),
        ("joined", "i8", (OWNERS, CITIES)),
        ("path", "i8"),
        ("claimed", "i8"),
        ("track", "i1", (HEXES, 2)),
        ("owner", "i1", (HEXES, 2)),
        ("link", "i2", (HEXES, 2)),
        ("link_a", "i1", (LINKS,)),
        ("link_b", "i1", (LINKS,)),
        ("link_owner", "i1", (LINKS,)),
        ("link_tiles", "u1", (LINKS,)),
        ("num_links", "i2"),
        ("cubes", "u1", (CITIES, COLORS)),
        ("color", "i1", (CITIES,)),
        ("marker", "i1", (CITIES,)),
        ("hotel", "i1", (CITIES,)),
        ("western", "i1", (CITIES,)),
        ("near_hexes", "i8", (PAIRS,)),
        ("track_changed", "i8"),
        ("near_tiles", "i1", (PAIRS,)),
        ("near_price", "i2", (PAIRS,)),
        ("near_way", "i4", (PAIRS,)),
        ("near_stale", "u1", (PAIRS,)),
        ("bag", "u1", (COLORS,)),
        ("tiles", "u1", (COLORS,)),
        ("markers", "i2"),
        ("display", "u1", (OPERATIONS,)),
        ("shown", "i1"),
        ("seen", "u1", (OPERATIONS,)),
        ("year", "i2"),
        ("round", "i1"),
        ("first", "i1"),
        ("last_year", "i2"),
        ("last_why", "i1"),
        ("first_8", "i1"),
        ("bid", "i2"),
        ("bidder", "i1"),
        ("passed", "u1"),
        ("num_runs", "i1"),
        ("run_hex", "i2", (RUNS,)),
        ("run_side", "i1", (RUNS,)),
        ("run_owner", "i1", (RUNS,)),
        ("row", "u1", (ROW,)),
        ("insured", "u1"),
        ("spent", "u1", (MAX_RAILBOT,)),
        ("capacity", "i1"),
        ("duel", "i1", (DUELS,)),
        ("duel_owner", "i1", (DUELS,)),
        ("effects", "i2"),
        ("part", "i1"),
        ("fresh", "i1"),
        ("card", "u1"),
        ("pair", "i1"),
        ("path_to", "i1"),
        ("exhaust", "u1", (COLORS,)),
        ("lines_due", "i1"),
        ("barons_due", "i1"),
        ("third_due", "i1"),
        ("at", "i2"),
        ("enter", "i1"),
        ("origin", "i1"),
        ("laid", "i1"),
        ("grant", "i1"),
        ("free", "i1"),
        ("cube", "i1"),
        ("length", "i1"),
        ("over", "i1", (OWNERS,)),
        ("next_city", "i1"),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(OPERATIONS)),
        ("bots", deck_dtype(MAX_RAILBOT)),
        ("removed", deck_dtype(MAX_RAILBOT)),
    ]
)

# Scratch of the searches for the Railbot's paths (rules/railbot_path.py), whose places are cities, or CITIES + 6 x hex
# + side; for the cheapest link (rules/cheapest_link.py), whose places are 6 x hex + side; for the best path of a cube.
SCRATCH = np.dtype(
    [
        *choice_fields(MOST_ACTIONS),
        ("city_cost", "i2", (CITIES,)),
        ("city_exit", "i1", (CITIES,)),
        ("other_cost", "i2", (CITIES,)),
        ("side_cost", "i2", (HEXES, SIDES)),
        ("bucket", "i4", (BUCKETS,)),
        ("entries", "i8"),
        ("entry_place", "i4", (4 * HEXES * SIDES,)),
        ("entry_next", "i4", (4 * HEXES * SIDES,)),
        ("layer_size", "i4", (MOST_TILES,)),
        ("layer_place", "i2", (MOST_TILES, HEXES * SIDES)),
        ("layer_slot", "i2", (MOST_TILES, HEXES * SIDES)),
        ("layer_price", "i2", (MOST_TILES, HEXES * SIDES)),
        ("layer_turn", "i1", (MOST_TILES, HEXES * SIDES)),
        ("way_hex", "i2", (MOST_TILES,)),
        ("way_enter", "i1", (MOST_TILES,)),
        ("way_leave", "i1", (MOST_TILES,)),
        ("way_turn", "i1", (MOST_TILES,)),
        ("way_price", "i2", (MOST_TILES,)),
        ("rivals", "i8", (CITIES,)),  # of the observation: cities at the other ends of rivals' links, bits
        ("own", "i8", (CITIES,)),
        ("others", "i8", (CITIES,)),
        ("to_goal", "i2", (CITIES,)),
        ("try_left", "i8", (MOST_LINKS + 1,)),
        ("try_city", "i1", (MOST_LINKS + 1,)),
        ("try_owner", "i1", (MOST_LINKS + 1,)),
        ("try_mine", "i2", (MOST_LINKS + 1,)),
        ("try_theirs", "i2", (MOST_LINKS + 1,)),
        ("path_city", "i1", (MOST_LINKS,)),
        ("path_owner", "i1", (MOST_LINKS,)),
        ("prize", "f4", (CITIES,)),  # of prospects.py, from here on
        ("now", "f4", (CITIES, COLORS)),
        ("more", "f4", (CITIES, COLORS)),
        ("gain", "f4", (PAIRS,)),
        ("engine_gain", "f4"),
        ("value", "f4", (MOST_ACTIONS,)),
        ("color_value", "f4", (COLORS,)),
        ("network", "i8", (CITIES,)),
        ("with_pair", "f4", (PAIRS, COLORS)),
        ("touched", "i2", (PAIRS,)),
        ("touched_slot", "i2", (PAIRS,)),
        ("num_touched", "i2"),
        ("stand_own", "i8", (MOST_LINKS + 1,)),
        ("stand_others", "i8", (MOST_LINKS + 1,)),
        ("stand_value", "f4", (MOST_LINKS + 1,)),
        ("stand_city", "i2", (MOST_LINKS + 1,)),
        ("stand_pair", "i2", (MOST_LINKS + 1,)),
        ("stand_next", "i2", (MOST_LINKS + 1,)),
        ("stand_stop", "i2", (MOST_LINKS + 1,)),
        ("stand_alive", "i2", (MOST_LINKS + 1,)),
    ]
)
