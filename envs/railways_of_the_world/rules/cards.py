"""Operations cards: on display, taken, and scored."""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import (
    ADDED,
    FOR_BOUNTY,
    FOR_ENGINE,
    FOR_FIRST,
    FOR_SPEED,
    PUSHED,
    TOOK,
)
from railgym.envs.railways_of_the_world.params import (
    CITY_GROWTH,
    ENGINEERING,
    EXECUTIVE,
    FIRST_DELIVERY,
    HOTEL,
    INDUSTRY,
    LAND_GRANT,
    NEW_TRAIN,
    SERVICE,
    SPEED,
)
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cities import any_to_grow, any_to_urbanize
from railgym.envs.railways_of_the_world.rules.money import score

__all__ = [
    "add_card",
    "legal_cards",
    "remove_bounties",
    "remove_card",
    "reward_delivery",
    "reward_engine",
    "show",
    "take_card",
]

FAST_LINKS = 3
GOOD_ENGINE = 4


@kernel
def add_card(params, state, events):
    """Put a card on display at the end of a turn; an empty deck adds none (RW-7.13, RW-R8). Against the Railbot the
    number on display is limited (RS-3.6, RS-7.3), and the oldest is discarded (RS-3.7)."""
    if state.deck.size > 0:
        card = draw(state.deck)
        show(state, card)
        emit(events, EVERYONE, ADDED, -1, card)
        if params.solo == 1 and state.num_displayed > state.display_capacity:
            emit(events, EVERYONE, PUSHED, -1, state.display[0])
            remove_card(state, 0)


@kernel
def show(state, card):
    """Put a card on display."""
    state.display[state.num_displayed] = card
    state.card_seen[card] = 1
    state.num_displayed += 1


@kernel
def remove_card(state, place):
    """Remove a card from the display; those after it move up."""
    state.num_displayed -= 1
    for i in range(place, np.int64(state.num_displayed)):
        state.display[i] = state.display[i + 1]


@kernel
def remove_bounties(params, state, city, events):
    """Remove Service Bounties for a city from which the Railbot takes a cube (RS-9.4)."""
    place = 0
    while place < state.num_displayed:
        card = np.int64(state.display[place])
        if params.card_kind[card] == SERVICE and params.card_city[card] == city:
            emit(events, EVERYONE, PUSHED, -1, card)
            remove_card(state, place)
        else:
            place += 1


@kernel
def _may_take(params, state, player, kind):
    """Whether a card can be taken and used (RW-7.1). Achievements are scored, not taken (RW-7.2)."""
    if kind in (LAND_GRANT, EXECUTIVE, HOTEL):
        return True
    if kind == INDUSTRY:
        return any_to_urbanize(params, state)
    if kind == ENGINEERING:
        return state.players[player].perfect_engineering == 0
    return kind == CITY_GROWTH and any_to_grow(params, state)


@kernel
def legal_cards(params, state, scratch, mask, player):
    """Allow the cards on display that the seat can take. A damaged record may count more cards than it names."""
    for place in range(np.int64(state.num_displayed)):
        card = np.int64(state.display[place])
        if card < params.num_operations and _may_take(params, state, player, params.card_kind[card]):
            allow(scratch, mask, params.act_take + card)


@kernel
def take_card(params, state, player, card, events):
    """Keep a card (RW-7.7, RW-7.8, RW-7.9) or use it at once (RW-7.10, RW-7.11, RW-7.12). If the use needs a choice,
    ``phase`` is not ACTION afterwards. The rules are the same against the Railbot, which takes no cards (RS-9.6)."""
    kind = params.card_kind[card]
    place = 0
    while state.display[place] != card:
        place += 1
    remove_card(state, place)
    emit(events, EVERYONE, TOOK, player, card)
    seat = state.players[player]
    if kind == LAND_GRANT:
        seat.land_grants += 1
    elif kind == EXECUTIVE:
        seat.actions_left += 2
    elif kind == HOTEL:
        state.hotel[params.card_city[card]] = player
    elif kind == ENGINEERING:
        seat.perfect_engineering = 1
    elif kind == INDUSTRY:
        state.new_city_is_free = 1
        state.phase = phases.URBANIZE
    elif kind == CITY_GROWTH:
        state.phase = phases.GROW


@kernel
def _score_achievement(params, state, player, kind, city, why, events):
    """Score a card on display for the first seat that does what it asks for, and remove the card (RW-7.2)."""
    place = 0
    while place < state.num_displayed:
        card = np.int64(state.display[place])
        if params.card_kind[card] == kind and (city < 0 or params.card_city[card] == city):
            remove_card(state, place)
            score(state, player, np.int64(params.card_points[card]), why, events)
        else:
            place += 1


@kernel
def reward_delivery(params, state, player, events):
    """Score the cards of a delivery: the first of the game (RW-7.3), over three links (RW-7.4), to a city with a bounty
    (RW-7.6, RS-9.3)."""
    _score_achievement(params, state, player, FIRST_DELIVERY, -1, FOR_FIRST, events)
    if state.links_passed >= FAST_LINKS:
        _score_achievement(params, state, player, SPEED, -1, FOR_SPEED, events)
    _score_achievement(params, state, player, SERVICE, np.int64(state.current_place), FOR_BOUNTY, events)


@kernel
def reward_engine(params, state, player, events):
    """Score the card for the first engine of level 4 (RW-7.5)."""
    if state.players[player].engine == GOOD_ENGINE:
        _score_achievement(params, state, player, NEW_TRAIN, -1, FOR_ENGINE, events)
