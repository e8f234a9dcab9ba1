"""The sequence of a game: whose decision it is, what is legal, and what an action leads to.

=========== ================= ================== ==============================================
phase       legal             apply              chapter
=========== ================= ================== ==============================================
KEEP_BARON  legal_barons      keep_baron         1 Setup (``years.py``)
AUCTION     legal_bids        bid                2 The turn (``auction.py``)
ACTION      _legal_actions    take_action        2 The turn (``acting.py``, ``solo.py``)
LAY         legal_lay         go_on_building     3 Building track (``building.py``)
GO          legal_go          go                 6 Deliveries (``delivery.py``)
OVER        legal_over        go_over            6 Deliveries (``delivery.py``)
URBANIZE    legal_urbanize    choose_city        4 New Cities and western links (``cities.py``)
COLOR       legal_colors      urbanize           4 New Cities and western links (``cities.py``)
GROW        legal_growth      grow               7 Operations cards (``cities.py``)
PICK_SLOT   legal_for_railbot choose_for_railbot 5 The Railbot's card (``railbot.py``)
PATH        legal_for_railbot choose_for_railbot 6 Cards of links (``railbot_building.py``)
TAKE_CUBE   legal_for_railbot choose_for_railbot 6 Cards of links (``railbot.py``)
EXHAUST     legal_for_railbot choose_for_railbot 7 Other cards (``railbot.py``)
CLAIM_LINE  legal_for_railbot choose_for_railbot 7 Other cards (``railbot.py``)
CLAIM_BARON legal_for_railbot choose_for_railbot 8 Duel Barons (``duel.py``)
=========== ================= ================== ==============================================

The phases up to GROW name chapters of ``RULES_RAILWAYS.md``, the others chapters of ``RULES_RAILBOT.md``. ``*`` is any
number of times, ``[]`` is only where it applies::

    set-up:                [KEEP_BARON] of each player
    a turn:                [AUCTION*], then three rounds of one action per player, then income
    against the Railbot:   two actions, the Railbot's card, a third action, then income
    an action:             ACTION -> [LAY*] | [GO*, OVER*] | [URBANIZE -> COLOR] | [GROW]
    the Railbot's card:    [PICK_SLOT] -> [PATH* | TAKE_CUBE]* | EXHAUST* -> [CLAIM_LINE] | [CLAIM_BARON]
"""

import numpy as np

from railgym.envs.core.choices import clear_choices
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.actions import PASS
from railgym.envs.railways_of_the_world.params import BLUE
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.acting import deliver, go_on_building, legal_actions, take_action
from railgym.envs.railways_of_the_world.rules.auction import bid, legal_bids
from railgym.envs.railways_of_the_world.rules.building import legal_lay
from railgym.envs.railways_of_the_world.rules.cities import (
    choose_city,
    grow,
    legal_colors,
    legal_growth,
    legal_urbanize,
    urbanize,
)
from railgym.envs.railways_of_the_world.rules.delivery import go, go_over, legal_go, legal_over
from railgym.envs.railways_of_the_world.rules.duel import claim, legal_claims
from railgym.envs.railways_of_the_world.rules.near_links import refresh_near_links
from railgym.envs.railways_of_the_world.rules.railbot import choose_for_railbot, legal_for_railbot
from railgym.envs.railways_of_the_world.rules.solo import end_part, insure, legal_insurance, legal_last_claims, resume
from railgym.envs.railways_of_the_world.rules.years import begin_rounds, keep_baron, legal_barons, next_seat

__all__ = ["apply", "legal"]


@kernel
def legal(params, state, scratch, mask):
    """Write the legal actions of the current player into ``mask`` and the choices of ``scratch``."""
    clear_choices(scratch, mask)
    player = np.int64(state.current_player)
    if state.phase >= phases.PICK_SLOT:
        legal_for_railbot(params, state, scratch, mask)
    elif state.phase == phases.KEEP_BARON:
        legal_barons(params, scratch, mask)
    elif state.phase == phases.AUCTION:
        legal_bids(params, state, scratch, mask)
    elif state.phase == phases.ACTION:
        _legal_actions(params, state, scratch, mask, player)
    elif state.phase == phases.LAY:
        legal_lay(params, state, scratch, mask, player)
    elif state.phase == phases.GO:
        legal_go(params, state, scratch, mask, player)
    elif state.phase == phases.OVER:
        legal_over(params, state, scratch, mask, player)
    elif state.phase == phases.URBANIZE:
        legal_urbanize(params, state, scratch, mask)
    elif state.phase == phases.COLOR:
        legal_colors(params, state, scratch, mask)
    else:
        legal_growth(params, state, scratch, mask)


@kernel
def _legal_actions(params, state, scratch, mask, player):
    """Allow the actions of a seat; against the Railbot also Insurance and the claim of Duel Barons."""
    if state.players[player].actions_left == 0:
        legal_last_claims(params, state, scratch, mask)
        return
    legal_actions(params, state, scratch, mask, player)
    if params.solo == 1 and state.grant_in_use == 0:
        legal_insurance(params, state, scratch, mask)
        legal_claims(params, state, scratch, mask, player)


@kernel
def apply(params, state, scratch, action, events):
    """Play one legal action. Known links are brought up to date when a seat is to take an action."""
    state.ply += 1
    _play(params, state, scratch, action, events)
    if state.phase == phases.ACTION and state.terminated == 0:
        refresh_near_links(params, state, scratch)


@kernel
def _play(params, state, scratch, action, events):
    """Carry out an action in the current phase."""
    player = np.int64(state.current_player)
    if state.phase >= phases.PICK_SLOT:
        if choose_for_railbot(params, state, scratch, action, events):
            resume(params, state, events)
    elif state.phase == phases.KEEP_BARON:
        keep_baron(params, state, player, action - params.act_keep, events)
    elif state.phase == phases.AUCTION:
        amount = np.int64(0) if action == PASS else action - params.act_bid + 1
        if bid(params, state, player, amount, events):
            begin_rounds(state)
    elif state.phase != phases.ACTION:
        if _continue_action(params, state, player, action, events):
            _end_action(params, state, scratch, player, events)
    elif params.solo == 1 and _is_extra(params, state, action):
        _do_extra(params, state, scratch, player, action, events)
    elif take_action(params, state, scratch, player, action, events):
        _end_action(params, state, scratch, player, events)


@kernel
def _continue_action(params, state, player, action, events):
    """Carry out a further step of an action; returns whether it was the last."""
    if state.phase == phases.LAY:
        return go_on_building(params, state, player, action, events)
    if state.phase in (phases.GO, phases.OVER):
        if state.phase == phases.GO:
            arrived = go(params, state, player, action - params.act_go)
        else:
            arrived = go_over(state, action - params.act_over)
        if arrived:
            deliver(params, state, player, events)
        return arrived
    if state.phase == phases.URBANIZE:
        choose_city(state, action - params.act_urbanize)
        return False
    if state.phase == phases.COLOR:
        urbanize(state, player, action - params.act_color + BLUE, events)
    else:
        grow(state, player, action - params.act_grow, events)
    return True


@kernel
def _is_extra(params, state, action):
    """Whether it is none of the six actions: Insurance, a Duel Baron, or the end of a part of the turn."""
    return state.players[0].actions_left == 0 or params.act_insure <= action < params.act_slot


@kernel
def _do_extra(params, state, scratch, player, action, events):
    """Carry out Insurance, the claim of a Duel Baron, or the end of a part of the turn."""
    if action == PASS:
        end_part(params, state, scratch, True, events)
    elif action < params.act_duel:
        insure(state, action - params.act_insure, events)
        end_part(params, state, scratch, False, events)
    else:
        claim(params, state, player, action - params.act_duel, events)
        if state.players[player].actions_left == 0:
            end_part(params, state, scratch, False, events)


@kernel
def _end_action(params, state, scratch, player, events):
    """End an action: the seat has another one, or the turn goes on."""
    state.grant_in_use = 0
    state.turn_untouched = min(0, np.int64(state.turn_untouched))
    state.phase = phases.ACTION
    state.players[player].actions_left -= 1
    if state.players[player].actions_left > 0:
        return
    if params.solo == 1:
        end_part(params, state, scratch, False, events)
    else:
        next_seat(params, state, player, events)
