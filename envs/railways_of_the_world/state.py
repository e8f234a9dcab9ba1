"""The position of a game of Railways of the World, or against the Railbot, as one record.

Hexes, cities, major lines, operations cards and Railbot cards are numbered by their rows in the map's files. Money is
in thousands, points are ``scores``. Seats are 0 to 5. RAILBOT is the owner of the Railbot's links; it is not a seat.
Sets are int64 bit masks. Letters in shapes: P = 6 seats, H = 1024 hexes, C = 64 cities, K = 5 colors, L = 512 links,
A = 64 operations cards, X = 36 runs, N = 256 near pairs of cities.

Seats (``players``):

=================== ===== =================================================================================
field               shape meaning
=================== ===== =================================================================================
cash                ()    money
bonds               ()    bonds taken, which are never paid back
engine              ()    level of the engine, 1 to 8
actions_left        ()    actions to take before it is the next seat's turn
land_grants         ()    land grants held
perfect_engineering ()    1 with Perfect Engineering
delivered           (K,)  cubes delivered, by color
longest_delivery    ()    links of the longest delivery
major_lines         ()    major lines scored
most_own_links      ()    the most links of the seat in one delivery
delivered_to        ()    cities that a cube was delivered to
barons              (2,)  Universal Rail Barons dealt, the kept one first; NO_CARD: none; HIDDEN: unknown to the viewer
=================== ===== =================================================================================

The map:

=================== ======= ===============================================================================
track               (H, 2)  up to two pieces a hex: an index into ``ENDS`` of rules/pieces.py, or NO_PIECE
owner               (H, 2)  the owner of each piece
link                (H, 2)  the link that each piece belongs to; OPEN_RUN
link_a, link_b      (L,)    the cities at the ends of a link
link_owner          (L,)    the owner of a link
link_tiles          (L,)    the tiles of a link
num_links           ()      how many links there are
joined              (7, C)  by owner and city: the cities at the other ends of its links
num_runs            ()      how many runs are open; the oldest is the first
run_hex             (X,)    the hex that each open run would enter next
run_side            (X,)    the side at which it would enter that hex
run_owner           (X,)    the owner of the run
cubes               (C, K)  cubes in each city
color               (C,)    the color of each city; New City tiles change gray ones
empty_marker        (C,)    1 with an Empty City Marker
hotel               (C,)    the seat that owns the hotel; NOBODY
western_built       (C,)    1 once the western link of the city is built
near_tiles          (N,)    the known link between each near pair of cities (maps/links.py): its tiles; 0: no link
near_price          (N,)    its price
near_way            (N,)    its way (rules/cheapest_link.py)
near_hexes          (N,)    the hexes that it passes through, a bit for each hex number modulo 64
near_stale          (N,)    whether another link may be better now (rules/near_links.py)
track_changed       ()      the hexes where track has changed since the links were searched, bits likewise
=================== ======= ===============================================================================

The table:

=================== ====== ================================================================================
bag                 (K,)   cubes in the bag
new_city_tiles      (K,)   New City tiles left
num_empty_markers   ()     Empty City Markers on the map
claimed_lines       ()     major lines that were scored or claimed
deck                deck   operations cards, hidden
display             (A,)   operations cards on display, the oldest first
num_displayed       ()     how many cards are on display
card_seen           (A,)   1 for a card that is not in the deck
year                ()     turns of the game begun, each of an auction, three rounds and income
round               ()     0 to 2
first_seat          ()     the seat that opens the auction, then the seat that won it
last_year           ()     the turn with which the game ends; 0: not known yet
last_year_reason    ()     why it ends then, an index into ``END_REASONS``
first_with_level_8  ()     the first seat with an engine of level 8; NOBODY
bid                 ()     the highest bid
bidder              ()     the seat that made it; NOBODY
passed_auction      ()     seats that have passed
order               (P,)   the seats in the order of the turn, if the option ``bidding`` names it; during an auction
                           the seats that have passed, at the end; NOBODY: clockwise from ``first_seat``
bids                (P,)   the highest bid of each seat, if ``bidding`` is ``first_to_pass``
=================== ====== ================================================================================

Against the Railbot:

=================== ====== ================================================================================
railbot_row         (3,)   the row of Railbot cards, from the left; NO_CARD
insured_card        ()     the card with the Insurance token; NO_CARD
railbot_deck        deck   the draw deck of the Railbot, hidden
removed_cards       deck   Railbot cards removed from the game unseen
railbot_seen        (25,)  1 for a Railbot card that all players have seen; PUT_BACK for one that was seen and went back
                           into the deck
display_capacity    ()     how many operations cards the display holds
duel_barons         (4,)   Duel Barons of this game
duel_owner          (4,)   the owner of each: 0 the player, RAILBOT, NOBODY
baron_effects       ()     Duel Barons whose lasting effects apply
turn_part           ()     0: before the Railbot's card; 1: after it
turn_untouched      ()     1 until an action is taken in a turn, then 0; -1: Insurance took all three actions
resolving_card      ()     the Railbot card that is being resolved; NO_CARD
resolving_pair      ()     the next pair of its cities; -1: none
railbot_goal        ()     the city to which the Railbot is building; -1: none
cubes_to_exhaust    (K,)   cubes still to be exhausted
lines_to_claim      ()     major lines that the Railbot still claims
barons_to_claim     ()     Duel Barons that it still claims
third_card_due      ()     1 while the third card of the row is still to be resolved
=================== ====== ================================================================================

An action of several steps:

=================== ====== ================================================================================
current_place       ()     building: the hex of the next tile; delivering: the city that the cube has reached;
                           urbanizing: the city
enter_side          ()     building: the side at which the run enters that hex
origin_city         ()     building: the city where the run begins; delivering: the city of the cube
tiles_laid          ()     tiles laid in this action
grant_in_use        ()     1 while a land grant is used
new_city_is_free    ()     urbanizing: 1 if a card pays for it
cube_color          ()     the color of the cube
cities_passed       ()     delivering: cities that the cube has passed
links_passed        ()     delivering: links that it has passed
links_by_owner      (7,)   delivering: how many of them belong to each owner
next_city           ()     delivering: the next city, while the owner of the link is chosen
=================== ====== ================================================================================
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
        ("major_lines", "i8"),
        ("delivered_to", "i8"),
        ("cash", "i4"),
        ("bonds", "i4"),
        ("engine", "i1"),
        ("actions_left", "i1"),
        ("land_grants", "i1"),
        ("perfect_engineering", "i1"),
        ("longest_delivery", "i1"),
        ("most_own_links", "i1"),
        ("delivered", "u1", (COLORS,)),
        ("barons", "u1", (2,)),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=3),
        ("joined", "i8", (OWNERS, CITIES)),
        ("cities_passed", "i8"),
        ("claimed_lines", "i8"),
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
        ("empty_marker", "i1", (CITIES,)),
        ("hotel", "i1", (CITIES,)),
        ("western_built", "i1", (CITIES,)),
        ("near_hexes", "i8", (PAIRS,)),
        ("track_changed", "i8"),
        ("near_tiles", "i1", (PAIRS,)),
        ("near_price", "i2", (PAIRS,)),
        ("near_way", "i4", (PAIRS,)),
        ("near_stale", "u1", (PAIRS,)),
        ("bag", "u1", (COLORS,)),
        ("new_city_tiles", "u1", (COLORS,)),
        ("num_empty_markers", "i2"),
        ("display", "u1", (OPERATIONS,)),
        ("num_displayed", "i1"),
        ("card_seen", "u1", (OPERATIONS,)),
        ("year", "i2"),
        ("round", "i1"),
        ("first_seat", "i1"),
        ("last_year", "i2"),
        ("last_year_reason", "i1"),
        ("first_with_level_8", "i1"),
        ("bid", "i2"),
        ("bidder", "i1"),
        ("passed_auction", "u1"),
        ("order", "i1", (SEATS,)),
        ("bids", "i1", (SEATS,)),
        ("num_runs", "i1"),
        ("run_hex", "i2", (RUNS,)),
        ("run_side", "i1", (RUNS,)),
        ("run_owner", "i1", (RUNS,)),
        ("railbot_row", "u1", (ROW,)),
        ("insured_card", "u1"),
        ("railbot_seen", "u1", (MAX_RAILBOT,)),
        ("display_capacity", "i1"),
        ("duel_barons", "i1", (DUELS,)),
        ("duel_owner", "i1", (DUELS,)),
        ("baron_effects", "i2"),
        ("turn_part", "i1"),
        ("turn_untouched", "i1"),
        ("resolving_card", "u1"),
        ("resolving_pair", "i1"),
        ("railbot_goal", "i1"),
        ("cubes_to_exhaust", "u1", (COLORS,)),
        ("lines_to_claim", "i1"),
        ("barons_to_claim", "i1"),
        ("third_card_due", "i1"),
        ("current_place", "i2"),
        ("enter_side", "i1"),
        ("origin_city", "i1"),
        ("tiles_laid", "i1"),
        ("grant_in_use", "i1"),
        ("new_city_is_free", "i1"),
        ("cube_color", "i1"),
        ("links_passed", "i1"),
        ("links_by_owner", "i1", (OWNERS,)),
        ("next_city", "i1"),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(OPERATIONS)),
        ("railbot_deck", deck_dtype(MAX_RAILBOT)),
        ("removed_cards", deck_dtype(MAX_RAILBOT)),
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
        ("bucket_entry", "i4", (BUCKETS,)),
        ("num_entries", "i8"),
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
        ("rival_neighbors", "i8", (CITIES,)),  # of the observation: cities at the other ends of rivals' links, bits
        ("own_neighbors", "i8", (CITIES,)),
        ("other_neighbors", "i8", (CITIES,)),
        ("links_to_goal", "i2", (CITIES,)),
        ("try_left", "i8", (MOST_LINKS + 1,)),
        ("try_city", "i1", (MOST_LINKS + 1,)),
        ("try_owner", "i1", (MOST_LINKS + 1,)),
        ("try_mine", "i2", (MOST_LINKS + 1,)),
        ("try_theirs", "i2", (MOST_LINKS + 1,)),
        ("path_city", "i1", (MOST_LINKS,)),
        ("path_owner", "i1", (MOST_LINKS,)),
        ("prize", "f4", (CITIES,)),  # of prospects.py, from here on
        ("cube_value", "f4", (CITIES, COLORS)),
        ("next_cube_value", "f4", (CITIES, COLORS)),
        ("link_gain", "f4", (PAIRS,)),
        ("engine_gain", "f4"),
        ("action_value", "f4", (MOST_ACTIONS,)),
        ("color_value", "f4", (COLORS,)),
        ("network", "i8", (CITIES,)),
        ("with_pair", "f4", (PAIRS, COLORS)),
        ("touched", "i2", (PAIRS,)),
        ("touched_slot", "i2", (PAIRS,)),
        ("num_touched", "i2"),
        ("stack_own", "i8", (MOST_LINKS + 1,)),
        ("stack_others", "i8", (MOST_LINKS + 1,)),
        ("stack_value", "f4", (MOST_LINKS + 1,)),
        ("stack_city", "i2", (MOST_LINKS + 1,)),
        ("stack_pair", "i2", (MOST_LINKS + 1,)),
        ("stack_next", "i2", (MOST_LINKS + 1,)),
        ("stack_stop", "i2", (MOST_LINKS + 1,)),
        ("stack_alive", "i2", (MOST_LINKS + 1,)),
    ]
)
