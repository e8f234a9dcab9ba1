"""Event cards: their effects, and how long they last."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.decks import discard
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.event_kinds import DERAILED, PASSED, STRUCK, TAXED, WASHED_AWAY
from railgym.envs.crayon_rails.maps.model import EVENT_KINDS
from railgym.envs.crayon_rails.rules.cargo import num_loads, take_off
from railgym.envs.crayon_rails.rules.networks import derive_from_track
from railgym.envs.crayon_rails.rules.regions import label_regions
from railgym.envs.crayon_rails.state import NO_BUILDING, NO_LOAD, NO_MOVING, NOBODY, SEATS, SLOW

__all__ = ["apply_effects", "draw_event", "end_events", "lose_load", "next_loser", "tax_due"]

FLOOD, DERAILMENT, STRIKE, SNOW, STORM, TAX = range(len(EVENT_KINDS))
_TURNS = 2  # whose ends the drawer has to come to: of this turn, and of the next


@kernel
def draw_event(params, state, scratch, event, events):
    """Put a drawn event into effect at once (EB-5.37). Floods, strikes, snow and storms last, and their cards stay on
    the table meanwhile (EB-R4.2). Derailments and taxes are over at once."""
    drawer = np.int64(state.mover)
    kind = params.event_kind[event]
    emit(events, EVERYONE, STRUCK, drawer, event)
    if kind in (DERAILMENT, TAX):
        discard(state.pile, params.num_cards + event)
    if kind == DERAILMENT:
        _derail(params, state, event, events)
    elif kind == TAX:
        _take_tax(params, state, events)
    else:
        state.event_seat[event] = drawer
        state.event_turns_left[event] = _TURNS
        apply_effects(params, state)
        if kind == FLOOD:
            _wash_away(params, state, bit(params.event_river[event]), events)
            derive_from_track(params, state, scratch)
        else:
            label_regions(params, state, scratch)


@kernel
def end_events(params, state, scratch, player, events):
    """End events whose time is over, at the end of a turn of the player who drew them (EB-5.38, EB-R4.2); their cards
    are discarded."""
    ended = False
    for event in range(params.num_events):
        if state.event_turns_left[event] > 0 and state.event_seat[event] == player:
            state.event_turns_left[event] -= 1
            if state.event_turns_left[event] == 0:
                discard(state.pile, params.num_cards + event)
                emit(events, EVERYONE, PASSED, player, event)
                ended = True
    if ended:
        apply_effects(params, state)
        label_regions(params, state, scratch)


@kernel
def apply_effects(params, state):
    """Write what the events in force do: the flooded rivers (EB-R13.1), the cities without loading (EB-5.44, EB-R13.4),
    the striking crews (EB-R13.5), and the weather."""
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
            _apply_weather(params, state, event, kind)


@kernel
def _apply_weather(params, state, event, kind):
    """Write the weather of snow or a storm (EB-R4.4, EB-R4.5): both slow trains. A storm forbids building; snow forbids
    building and moving in the mountains."""
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
    """Remove all track on the edges of a river (EB-5.40, EB-R13.1)."""
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
    """Derail every train in the zone (EB-R13.2): it loses a load (EB-5.42) and the next turn (EB-5.43), that of the
    drawer also the rest of this turn (EB-R13.3). A player with different loads chooses."""
    for player in range(params.num_players):
        seat = state.players[player]
        if seat.train < 0 or params.event_zone[event, seat.train] == 0:
            continue
        seat.turns_lost = 1
        if player == state.mover:
            state.turn_ends = 1
        if num_loads(seat) == 0:
            emit(events, EVERYONE, DERAILED, player, NO_LOAD)
        elif _has_equal_loads(seat):
            lose_load(params, state, player, np.int64(seat.loads[0]), events)
        else:
            state.must_lose_load |= 1 << player


@kernel
def _has_equal_loads(seat):
    """Whether all loads on board are of one good."""
    for i in range(1, num_loads(seat)):
        if seat.loads[i] != seat.loads[0]:
            return False
    return True


@kernel
def lose_load(params, state, player, good, events):
    """Take a load off a derailed train."""
    take_off(params, state, player, good)
    state.must_lose_load &= ~(1 << player)
    emit(events, EVERYONE, DERAILED, player, good)


@kernel
def next_loser(params, state):
    """The next player who chooses a load to lose, in the order of play from the drawer on; -1: none."""
    for i in range(params.num_players):
        player = np.int64(state.order[(np.int64(state.order_index) + i) % params.num_players])
        if state.must_lose_load >> player & 1:
            return player
    return -1


@kernel
def tax_due(cash):
    """The tax on a cash (EB-5.46, EB-R13.6): 10, 15, 20 or 25 from 51, 101, 151 or 201 on."""
    if cash <= 50:
        return 0
    return min(25, 10 + 5 * ((cash - 51) // 50))


@kernel
def _take_tax(params, state, events):
    """Tax all players, and show their cash (EB-5.45)."""
    for player in range(params.num_players):
        cash = np.int64(state.scores[player])
        state.scores[player] -= tax_due(cash)
        emit(events, EVERYONE, TAXED, player, tax_due(cash), cash)
