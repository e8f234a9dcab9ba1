"""The position of a crayon-rail game as one record.

Mileposts, edges, cities, goods, cards and events are numbered by their rows in the map's files; cards of the deck from
``params.num_cards`` on are events. Sets of cities, goods and rivers are int64 bit masks, sets of seats bits of a byte.
Money is in millions; a seat's cash is ``scores``. Letters in shapes: P = 6 seats, M = 2304 mileposts, E = 6656 edges,
C = 64 cities, G = 32 goods, V = 32 events, H = 5 cards, L = 3 loads, N = 128 components.

Seats (``players``):

================ ===== ====================================================================================
field            shape meaning
================ ===== ====================================================================================
train            ()    the milepost where the train stands; -1 before it is placed
came_from        ()    the milepost from which the train came there; -1 where it was placed
engine           ()    an index into ``ENGINES``
loads            (L,)  the goods on board, ascending, then NO_LOAD
cards            (H,)  demand cards, the oldest first, then NO_CARD; with a pool its cards, the same for all seats
num_cards        ()    how many cards these are
closed_goods     ()    goods whose demands another player has locked; none without a pool. Of the players who carry a
                       good, it is open for the one who has locked its demands, and closed for all others
turns_lost       ()    turns that the seat still loses
goal_met         ()    1 once the goal was met at the end of a turn, until a tie raises it
debt             ()    money owed to the bank
home_milepost    ()    a milepost of the network that plans build on; -1 before the network is begun. The train moves it
                       when it comes to track of the seat outside of that network; it is chosen again if track is lost
one_network      ()    1 if all the seat's track belongs to that network
linked_cities    ()    cities that the network reaches
closed_cities    ()    cities at which the seat may lay no further segment
join_cost        (C,)  the least cost of track that joins each city to the network, without other players' track
join_from        (C,)  the milepost of the network where that track begins
spent_on_track   ()    money spent on track so far
deliveries       ()    loads delivered so far
================ ===== ====================================================================================

The table:

================ ===== ====================================================================================
track            (E,)  the seat that owns the track on each edge, or NOBODY
track_seats      (M,)  seats with track at each milepost
in_network       (M,)  seats whose network (see above) contains each milepost; major cities count as a whole
component        (M,)  the connected component of all track that contains each milepost; 0: none
component_cities (N,)  the cities of each component
component_seats  (N,)  the seats with track in it
region           (M,)  mileposts with the same number are joined by edges on which any seat may build now, cities
                       excluded; NO_REGION: no such edge
num_regions      ()    how many region numbers were given
weather          (M,)  effects of events: NO_BUILDING, NO_MOVING, SLOW
flooded_rivers   ()    rivers that no track may cross now
struck_cities    ()    cities where a strike forbids picking up and delivering
striking_crews   ()    seats whose train crews are on strike
track_closed     ()    1 while snow or a strike closes some track to trains
event_seat       (V,)  the seat that drew an event
event_turns_left (V,)  how many turns of that seat must end before the event is over; 0: it is not in force. Cards of
                       events in force are in no deck
chips            (G,)  loads of each good left in the supply
order            (P,)  seats in order of play
order_index      ()    the seat whose turn it is, as an index into ``order``
mover            ()    the seat whose turn it is
round            ()    rounds begun, opening rounds excluded
opening_rounds_done () opening rounds finished
movement_left    ()    movement left in this turn: points, of which a step takes ``params.step_points``. Where that is
                       two, an odd number means that the train moves at half rate for the rest of the turn
picked_up        ()    goods picked up in this visit to a city, which ends with the next step or with the turn
dropped          ()    goods dropped in this visit
fee_paid         ()    seats whose track the mover has paid for in this turn
acted            ()    1 once the mover has done something in this turn
turn_ends        ()    1 if the turn ends as soon as the mover's hand is full
spent_in_turn    ()    money spent on track in this turn
exits_in_turn    ()    segments built out of major cities in this turn
segment_start    ()    the milepost from which the single segment being built leads; -1: none
goal             ()    the cash to win
must_lose_load   ()    seats that still have to choose the load they lose
deck             deck  demand cards and events, hidden
pile             deck  used and discarded cards, open
================ ===== ====================================================================================
"""

import numpy as np

from railgym.envs.core.choices import choice_fields
from railgym.envs.core.decks import UNKNOWN, deck_dtype
from railgym.envs.core.header import header_fields
from railgym.envs.crayon_rails.maps.model import (
    MAX_CARDS,
    MAX_CITIES,
    MAX_EDGES,
    MAX_EVENTS,
    MAX_GOODS,
    MAX_MILEPOSTS,
)

__all__ = [
    "BUCKETS",
    "COMPONENTS",
    "DIRECTIONS",
    "HAND",
    "LABELS",
    "LOADS",
    "NOBODY",
    "NODES",
    "NO_BUILDING",
    "NO_CARD",
    "NO_LOAD",
    "NO_MOVING",
    "NO_REGION",
    "PLAN",
    "PLANS",
    "PLAYER",
    "REGIONS",
    "SCRATCH",
    "SEATING",
    "SEATS",
    "SHUFFLES",
    "SLOW",
    "STATE",
    "STOPS",
]

SEATS = 6
HAND = 5
LOADS = 3
DIRECTIONS = 6
COMPONENTS = 128
REGIONS = 63  # numbers from 0 on that fit into a bit mask
NOBODY = -1
NO_LOAD = -1
NO_CARD = UNKNOWN
NO_REGION = 255
NO_BUILDING, NO_MOVING, SLOW = 1, 2, 4
BUCKETS = 16  # of the search for track to build, more than any segment costs
NODES = 54  # of the search for plans: where to fetch and where to deliver, for each demand from two sources
STOPS = 6  # of a plan
LABELS = 8192  # of the search for runs: more than it needs but where hundreds of equally short ways cross snow

SHUFFLES, SEATING = 0, 1  # streams of chance

PLAYER = np.dtype(
    [
        ("linked_cities", "i8"),
        ("closed_cities", "i8"),
        ("closed_goods", "i8"),
        ("spent_on_track", "i4"),
        ("deliveries", "i4"),
        ("join_cost", "i2", (MAX_CITIES,)),
        ("join_from", "i2", (MAX_CITIES,)),
        ("train", "i2"),
        ("came_from", "i2"),
        ("home_milepost", "i2"),
        ("debt", "i2"),
        ("engine", "i1"),
        ("loads", "i1", (LOADS,)),
        ("cards", "u1", (HAND,)),
        ("num_cards", "i1"),
        ("turns_lost", "i1"),
        ("goal_met", "i1"),
        ("one_network", "i1"),
    ]
)

STATE = np.dtype(
    [
        *header_fields(SEATS, streams=2),
        ("flooded_rivers", "i8"),
        ("struck_cities", "i8"),
        ("picked_up", "i8"),
        ("dropped", "i8"),
        ("component_cities", "i8", (COMPONENTS,)),
        ("goal", "i4"),
        ("round", "i2"),
        ("segment_start", "i2"),
        ("track", "i1", (MAX_EDGES,)),
        ("track_seats", "u1", (MAX_MILEPOSTS,)),
        ("in_network", "u1", (MAX_MILEPOSTS,)),
        ("component", "u1", (MAX_MILEPOSTS,)),
        ("component_seats", "u1", (COMPONENTS,)),
        ("region", "u1", (MAX_MILEPOSTS,)),
        ("weather", "u1", (MAX_MILEPOSTS,)),
        ("num_regions", "i2"),
        ("event_seat", "i1", (MAX_EVENTS,)),
        ("event_turns_left", "i1", (MAX_EVENTS,)),
        ("chips", "i1", (MAX_GOODS,)),
        ("order", "i1", (SEATS,)),
        ("order_index", "i1"),
        ("mover", "i1"),
        ("opening_rounds_done", "i1"),
        ("movement_left", "i1"),
        ("fee_paid", "u1"),
        ("acted", "i1"),
        ("turn_ends", "i1"),
        ("spent_in_turn", "i1"),
        ("exits_in_turn", "i1"),
        ("striking_crews", "u1"),
        ("track_closed", "i1"),
        ("must_lose_load", "u1"),
        ("players", PLAYER, (SEATS,)),
        ("deck", deck_dtype(MAX_CARDS + MAX_EVENTS)),
        ("pile", deck_dtype(MAX_CARDS + MAX_EVENTS)),
    ]
)

PLAN = np.dtype([("value", "f8"), ("length", "i8"), ("stop", "i8", (STOPS,))])  # nodes in their order

# Scratch of the search for plans (plans.py). Nodes 2 e and 2 e + 1 are where errand e fetches its load and delivers it;
# NODES stands for the train.
PLANS = np.dtype(
    [
        ("invested", "f8"),  # of what track costs, what counts now
        ("cash", "f8"),
        ("speed", "f8"),
        ("num_errands", "i8"),  # how many
        ("card", "i8", (NODES,)),  # as a place in the hand
        ("city", "i8", (NODES,)),  # ABOARD: nothing to fetch
        ("good", "i8", (NODES,)),
        ("payout", "i8", (NODES,)),  # 0 where a load is fetched
        ("join_cost", "f8", (NODES,)),  # of joining the city to the network
        ("payable", "i1", (NODES,)),  # others' track leads there
        ("steps", "f8", (NODES + 1, NODES)),
        ("link_cost", "f8", (NODES, NODES)),  # what it costs to join a city once another is joined
        ("value", "f8", (NODES,)),  # of errand e alone
        ("first_value", "f8", (NODES,)),  # of the best plan that goes to a node first
        ("build_value", "f8", (NODES,)),  # of the best plan that builds towards a node first
        ("trial", PLAN),
        ("best", PLAN),
        ("found", PLAN),  # the best of those tried last
        ("pairs", PLAN, (2,)),  # the best of two errands
    ]
)

# Scratch of the search for the best run (rules/best_run.py): how a train comes to a milepost.
LABEL = np.dtype(
    [
        ("post", "i2"),
        ("way", "i1"),  # the direction of the last step
        ("turns", "i1"),  # after this one
        ("movement_left", "i1"),  # in that turn
        ("fee_paid", "u1"),  # seats whose fee was paid in that turn
        ("before", "i2"),  # label of a step before
        ("fees", "i4"),
    ]
)

# Scratch of the searches: of runs (rules/routes.py), of track to build (rules/paths.py), of what hangs together
# (rules/networks.py). ``seen`` holds the number of the search that was there last.
SCRATCH = np.dtype(
    [
        *choice_fields(num_actions=2816),
        ("search_number", "i8"),
        ("seen", "i8", (3 * MAX_MILEPOSTS,)),
        ("queue", "i2", (2 * MAX_MILEPOSTS,)),
        ("came_by", "i1", (2 * MAX_MILEPOSTS,)),
        ("steps", "i2", (2 * MAX_MILEPOSTS,)),
        ("reach_state", "i1", (MAX_MILEPOSTS,)),
        ("reached_cities", "i8"),
        ("cost", "i4", (3 * MAX_MILEPOSTS,)),  # also by segments out of major cities (rules/joining.py)
        ("next_direction", "i1", (3 * MAX_MILEPOSTS,)),
        ("bucket_entry", "i4", (BUCKETS,)),
        ("entry_post", "i2", (6 * DIRECTIONS * MAX_MILEPOSTS,)),
        ("entry_next", "i4", (6 * DIRECTIONS * MAX_MILEPOSTS,)),
        ("path", "i1", (2 * MAX_MILEPOSTS,)),
        ("path_length", "i8"),  # of the path
        (
            "steps_left",
            "i2",
            (MAX_MILEPOSTS, DIRECTIONS),
        ),  # how far it is, by the direction in which a milepost is entered
        ("to_visit", "i2", (DIRECTIONS * MAX_MILEPOSTS,)),  # milepost * DIRECTIONS + direction
        ("labels", LABEL, (LABELS,)),
        ("plans", PLANS),
    ]
)
