"""Destinations by dice, a variant: starts and destinations are rolled on tables, and no player has cards (RB-R15.1).

The starts and destinations in the records are then numbers of cities, one card for each.
"""

import numpy as np

from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from railgym.envs.rail_baron_cards.event_kinds import CHOSE_REGION, LOST_TURN, ROLLED_REGION, ROLLED_START
from railgym.envs.rail_baron_cards.rules.hand import card_region
from railgym.envs.rail_baron_cards.state import DICE

__all__ = ["BY_DICE", "DESTINATIONS", "choose_region", "roll_destination", "roll_starts"]

DESTINATIONS = ("cards", "dice")
BY_DICE = 1


@kernel
def roll_starts(params, state, events):
    """Roll the start of each player, all different (RB-R15.1). A start that is taken would be rolled again, region and
    city; drawing only from the free cities gives the same probabilities."""
    for player in range(params.num_players):
        total = 0
        for city in range(params.num_cities):
            total += chance_to_start(params, state, player, city)
        left = below(state, DICE + player, total)
        city = 0
        while left >= chance_to_start(params, state, player, city):
            left -= chance_to_start(params, state, player, city)
            city += 1
        state.players[player].start = city
        state.players[player].dot = params.city_dot[city]
        emit(events, EVERYONE, ROLLED_START, player, city)


@kernel
def chance_to_start(params, state, player, city):
    """The chance in millionths that a city is rolled as the start; 0 if an earlier player has it (RB-R15.1)."""
    for p in range(player):
        if state.players[p].start == city:
            return np.int64(0)
    return np.int64(params.city_copies[city])


@kernel
def roll_destination(params, state, told_as, events):
    """Roll the region and the city of the mover's next run (RB-R15.2). Returns False if the region is that of the start
    and the player has to choose one first (RB-R15.3)."""
    region = roll_region(params, state)
    emit(events, EVERYONE, ROLLED_REGION, state.mover, region)
    if region == card_region(params, state.players[state.mover].start):
        return False
    roll_city(params, state, region, told_as, events)
    return True


@kernel
def choose_region(params, state, region, told_as, events):
    """Roll a city of the region that the mover chose (RB-R15.3); return whether it is a destination."""
    emit(events, EVERYONE, CHOSE_REGION, state.mover, region)
    return roll_city(params, state, region, told_as, events)


@kernel
def roll_region(params, state):
    """Roll a region by its odds (RB-R15.2)."""
    total = 0
    for region in range(params.num_regions):
        total += params.region_odds[region]
    left = below(state, DICE + state.mover, total)
    region = np.int64(0)
    while left >= params.region_odds[region]:
        left -= params.region_odds[region]
        region += 1
    return region


@kernel
def roll_city(params, state, region, told_as, events):
    """Roll a city of a region by its odds (RB-R15.2). It becomes the destination, unless the train is there already and
    the turn is lost: then return False (RB-R15.4). ``told_as`` is the kind of the event."""
    total = 0
    for city in range(params.num_cities):
        total += odds_in(params, region, city)
    left = below(state, DICE + state.mover, total)
    city = 0
    while left >= odds_in(params, region, city):
        left -= odds_in(params, region, city)
        city += 1
    seat = state.players[state.mover]
    if params.city_dot[city] == seat.dot:
        emit(events, EVERYONE, LOST_TURN, state.mover, city)
        return False
    seat.goal = city
    emit(events, EVERYONE, told_as, state.mover, seat.start, city)
    return True


@kernel
def odds_in(params, region, city):
    """The odds of a city in a region; 0 if it is of another region."""
    return params.city_odds[city] if params.city_region[city] == region else 0
