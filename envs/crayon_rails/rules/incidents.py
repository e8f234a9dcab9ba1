"""Event cards: what they do, and how long."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.event_kinds import DERAILED, PASSED, STRUCK, TAXED, WASHED_AWAY
from railgym.envs.crayon_rails.maps.model import EVENT_KINDS
from railgym.envs.crayon_rails.rules.cargo import num_loads, take_off
from railgym.envs.crayon_rails.rules.networks import survey
from railgym.envs.crayon_rails.rules.regions import label_regions
from railgym.envs.crayon_rails.state import NO_BUILDING, NO_LOAD, NO_MOVING, NOBODY, SEATS, SLOW

__all__ = ["impose", "lose_load", "next_loser", "pass_events", "strike", "tax_due"]

FLOOD, DERAILMENT, STRIKE, SNOW, STORM, TAX = range(len(EVENT_KINDS))
_TURNS = 2  # whose ends the drawer has to come to: of this turn, and of the next


@kernel
def strike(params, state, scratch, event, events):
    """An event card was drawn, and takes effect at once (EB-5.37). Floods, strikes, snow and storms last, and their
    cards lie on the table meanwhile (EB-R4); the others are over."""
    drawer = np.int64(state.mover)
    kind = params.event_kind[event]
    emit(events, EVERYONE, STRUCK, drawer, event)
    if kind in (DERAILMENT, TAX):
        discard(state.pile, params.num_cards + event)
    if kind == DERAILMENT:
        _derail(params, state, event, events)
    elif kind == TAX:
        _levy(params, state, events)
    else:
        state.event_seat[event] = drawer
        state.event_turns_left[event] = _TURNS
        impose(params, state)
        if kind == FLOOD:
            _wash_away(params, state, bit(params.event_river[event]), events)
            survey(params, state, scratch)
        else:
            label_regions(params, state, scratch)


@kernel
def pass_events(params, state, scratch, player, events):
    """EB-5.38, EB-R4: at the end of the next turn of who drew them, events come to their end, and their cards to the
    discarded ones."""
    ended = False
    for event in range(params.num_events):
        if state.event_turns_left[event] > 0 and state.event_seat[event] == player:
            state.event_turns_left[event] -= 1
            if state.event_turns_left[event] == 0:
                discard(state.pile, params.num_cards + event)
                emit(events, EVERYONE, PASSED, player, event)
                ended = True
    if ended:
        impose(params, state)
        label_regions(params, state, scratch)


@kernel
def impose(params, state):
    """What the events in force do to the country (EB-R13): which rivers are flooded, where nothing is loaded
    (EB-5.44)."""
    state.weather[:] = 0
    state.flooded_rivers = 0
    state.struck_cities = 0
    state.striking_crews = 0
    state.track_closed = 0
    for event in range(params.num_events):
        if state.event_turns_left[event] == 0:
            continue
        kind = params.event_kind[event]
        if kind == FLOOD:
            state.flooded_rivers |= bit(params.event_river[event])
        elif kind == STRIKE and params.event_drawer[event] == 1:
            state.striking_crews |= 1 << np.int64(state.event_seat[event])
            state.track_closed = 1
        elif kind == STRIKE:
            state.struck_cities |= params.event_cities[event]
        else:
            _blow(params, state, event, kind)


@kernel
def _blow(params, state, event, kind):
    """EB-R4: snow and storms slow trains; a storm forbids building, snow building and moving in the mountains."""
    for post in range(params.num_mileposts):
        if params.event_zone[event, post]:
            state.weather[post] |= SLOW
            if kind == STORM:
                state.weather[post] |= NO_BUILDING
            elif params.post_mountain[post]:
                state.weather[post] |= NO_BUILDING | NO_MOVING
                state.track_closed = 1


@kernel
def _wash_away(params, state, rivers, events):
    """EB-5.40, EB-R13: all track on the edges of a river is lost."""
    lost = np.zeros(SEATS, np.int64)
    for edge in range(params.num_edges):
        if params.edge_rivers[edge] & rivers and state.track[edge] != NOBODY:
            lost[state.track[edge]] += 1
            state.track[edge] = NOBODY
    for player in range(params.num_players):
        if lost[player] > 0:
            emit(events, EVERYONE, WASHED_AWAY, player, lost[player])


@kernel
def _derail(params, state, event, events):
    """EB-R13: every train in the zone loses a load (EB-5.42) and its next turn (EB-5.43), the drawer's the rest of this
    one, too. Whose loads are not all alike chooses."""
    for player in range(params.num_players):
        seat = state.players[player]
        if seat.train < 0 or params.event_zone[event, seat.train] == 0:
            continue
        seat.turns_lost = 1
        if player == state.mover:
            state.turn_ends = 1
        if num_loads(seat) == 0:
            emit(events, EVERYONE, DERAILED, player, NO_LOAD)
        elif _alike(seat):
            lose_load(state, player, np.int64(seat.loads[0]), events)
        else:
            state.must_lose_load |= 1 << player


@kernel
def _alike(seat):
    for i in range(1, num_loads(seat)):
        if seat.loads[i] != seat.loads[0]:
            return False
    return True


@kernel
def lose_load(state, player, good, events):
    take_off(state, player, good)
    state.must_lose_load &= ~(1 << player)
    emit(events, EVERYONE, DERAILED, player, good)


@kernel
def next_loser(params, state):
    """Who chooses next which load is lost: in the order of play, from the drawer on; -1: nobody is left."""
    for i in range(params.num_players):
        player = np.int64(state.order[(np.int64(state.order_index) + i) % params.num_players])
        if state.must_lose_load >> player & 1:
            return player
    return -1


@kernel
def tax_due(cash):
    """EB-5.46, EB-R13: 10, 15, 20 or 25 from 51, 101, 151 or 201 on."""
    if cash <= 50:
        return 0
    return min(25, 10 + 5 * ((cash - 51) // 50))


@kernel
def _levy(params, state, events):
    """Everyone's cash is seen (EB-5.45), and taxed."""
    for player in range(params.num_players):
        cash = np.int64(state.scores[player])
        state.scores[player] -= tax_due(cash)
        emit(events, EVERYONE, TAXED, player, tax_due(cash), cash)
