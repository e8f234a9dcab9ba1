"""The actions of a seat: each is one step, or the first of several.

::

    ACTION -> [LAY*] | [GO*, OVER*] | [URBANIZE -> COLOR] | [GROW]
"""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.event_kinds import PASSED, UPGRADED
from railgym.envs.railways_of_the_world.params import ENGINE_PRICE
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.best_path import deliver_along
from railgym.envs.railways_of_the_world.rules.building import (
    FINISHED,
    GOES_ON,
    continue_run,
    lay,
    legal_starts,
    start_run,
    stop,
)
from railgym.envs.railways_of_the_world.rules.cards import legal_cards, reward_delivery, reward_engine, take_card
from railgym.envs.railways_of_the_world.rules.cities import (
    build_western,
    choose_city,
    grow_from_the_west,
    legal_urbanize,
    legal_western,
)
from railgym.envs.railways_of_the_world.rules.delivery import finish_delivery, legal_loads, load_cube, score_links
from railgym.envs.railways_of_the_world.rules.lines import score_lines
from railgym.envs.railways_of_the_world.rules.money import pay
from railgym.envs.railways_of_the_world.rules.near_links import build_link, legal_links
from railgym.envs.railways_of_the_world.state import COLORS, NOBODY, SIDES

__all__ = ["BEST_ENGINE", "deliver", "go_on_building", "legal_actions", "take_action"]

BEST_ENGINE = 8


@kernel
def legal_actions(params, state, scratch, mask, player):
    """Allow the six kinds of actions and to pass (RW-2.7, RS-1.6, RS-4.1). The engine ends at level 8 (RW-5.1). After a
    land grant is used, only track can be built (RW-7.8)."""
    if state.grant_in_use == 0:
        allow(scratch, mask, PASS)
        if state.players[player].engine < BEST_ENGINE:
            allow(scratch, mask, params.act_upgrade)
        legal_cards(params, state, scratch, mask, player)
        legal_urbanize(params, state, scratch, mask)
        legal_western(params, state, scratch, mask, player)
        legal_loads(params, state, scratch, mask, player)
    others = scratch.num_choices
    legal_links(params, state, scratch, mask, player)
    if state.mode[player] == 1:
        legal_starts(params, state, scratch, mask, player)
    if state.grant_in_use == 0 and state.players[player].land_grants > 0 and scratch.num_choices > others:
        allow(scratch, mask, params.act_grant)


@kernel
def take_action(params, state, scratch, player, action, events):
    """Begin an action; returns whether it is finished. A land grant that is used leaves the game (RW-7.8)."""
    if action == params.act_grant:
        state.players[player].land_grants -= 1
        state.grant_in_use = 1
        return False
    if action >= params.act_load:
        city, color = divmod(action - params.act_load, COLORS)
        load_cube(state, city, color, events)
        return False
    if action >= params.act_continue:
        continue_run(params, state, player, action - params.act_continue)
        return False
    if action >= params.act_start:
        city, side = divmod(action - params.act_start, SIDES)
        start_run(params, state, city, side)
        return False
    if action >= params.act_deliver:
        city, color = divmod(action - params.act_deliver, COLORS)
        deliver_along(params, state, scratch, player, city, color, events)
        deliver(params, state, player, events)
        state.phase = phases.ACTION
        return True
    if action >= params.act_link:
        if build_link(params, state, scratch, player, action - params.act_link, events) == FINISHED:
            score_lines(params, state, player, events)
        return True
    if action >= params.act_urbanize:
        choose_city(state, action - params.act_urbanize)
        return False
    if action == PASS:
        emit(events, EVERYONE, PASSED, player)
    elif action == params.act_upgrade:
        _upgrade(params, state, player, events)
    elif action >= params.act_western:
        build_western(params, state, player, np.int64(params.western_cities[action - params.act_western]), events)
    else:
        take_card(params, state, player, action - params.act_take, events)
    return state.phase == phases.ACTION


@kernel
def _upgrade(params, state, player, events):
    """Raise the engine by one level (RW-5.1), at its price (RW-5.2)."""
    seat = state.players[player]
    seat.engine += 1
    price = ENGINE_PRICE[seat.engine]
    pay(state, player, price, events)
    emit(events, EVERYONE, UPGRADED, player, seat.engine, price)
    if seat.engine == BEST_ENGINE and state.first_with_level_8 == NOBODY:
        state.first_with_level_8 = player
    reward_engine(params, state, player, events)


@kernel
def go_on_building(params, state, player, action, events):
    """Lay one more tile, or stop; returns whether the action is finished. A finished link may join a major line."""
    if action == params.act_stop:
        stop(state, player)
        return True
    outcome = lay(params, state, player, action - params.act_lay, events)
    if outcome == FINISHED:
        score_lines(params, state, player, events)
    return outcome != GOES_ON


@kernel
def deliver(params, state, player, events):
    """Pay for a cube that has arrived: hotel, first deliveries, links, and new cubes from the west."""
    finish_delivery(params, state, player, events)
    reward_delivery(params, state, player, events)
    score_links(params, state, player, events)
    grow_from_the_west(params, state, events)
