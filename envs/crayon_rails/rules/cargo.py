"""Loads: picking up, dropping and delivering, in cities."""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import DELIVER, LINES
from railgym.envs.crayon_rails.event_kinds import DELIVERED, DROPPED, PICKED_UP, REPAID
from railgym.envs.crayon_rails.rules.cards import INSTALMENT, give_away, is_open
from railgym.envs.crayon_rails.state import LOADS, NO_LOAD

__all__ = ["capacity", "carries", "deliver", "drop", "legal_cargo", "legal_loss", "num_loads", "pick_up", "take_off"]


@kernel
def capacity(engine):
    """How many loads an engine carries (EB-R11.2): the base train (EB-5.16, RR-11.1) and the fast one (RR-11.2) two,
    the heavy (RR-11.3) and the best (RR-11.4) three."""
    return LOADS if engine >= 2 else LOADS - 1


@kernel
def num_loads(seat):
    """The number of loads on board; a load of any good takes one place (RR-10.2)."""
    n = 0
    while n < LOADS and seat.loads[n] != NO_LOAD:
        n += 1
    return n


@kernel
def carries(seat, good):
    """Whether a load of a good is on board."""
    for i in range(LOADS):
        if seat.loads[i] == good:
            return True
    return False


@kernel
def legal_cargo(params, state, scratch, mask, player):
    """Allow what the mover may do with loads where the train stands (EB-4.3, RR-5.3). The goods of the city may be
    picked up (EB-5.23, RR-5.2) if chips are left (EB-7.3), and any load may be dropped (RR-R1.1). Between two steps no
    good is both picked up and dropped (EB-R11.1)."""
    seat = state.players[player]
    city = np.int64(params.post_city[seat.train])
    if city < 0:
        return
    struck = state.struck_cities & bit(city) != 0
    if not struck:
        _legal_deliveries(params, scratch, mask, seat, city)
    room = num_loads(seat) < capacity(seat.engine)
    for good in range(params.num_goods):
        here = params.city_goods[city] & bit(good)
        if here and room and not struck and state.chips[good] > 0 and not state.dropped & bit(good):
            allow(scratch, mask, params.act_pick + good)
        if carries(seat, good) and not state.picked_up & bit(good):
            allow(scratch, mask, params.act_drop + good)


@kernel
def _legal_deliveries(params, scratch, mask, seat, city):
    """Allow the demands that can be met in this city with a load on board (EB-5.25), unless another player has locked
    them (EB-R16.7)."""
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            card = np.int64(seat.cards[i])
            good = np.int64(params.card_good[card, line])
            if params.card_city[card, line] == city and carries(seat, good) and is_open(seat, good):
                allow(scratch, mask, DELIVER + i * LINES + line)


@kernel
def legal_loss(params, state, scratch, mask):
    """Allow the loads on a derailed train to be lost (EB-R13.3)."""
    for good in range(params.num_goods):
        if carries(state.players[state.current_player], good):
            allow(scratch, mask, params.act_drop + good)


@kernel
def pick_up(params, state, player, good, events):
    """Take one load from the supply. With a pool it locks the demands of its good, unless another player has locked
    them (EB-R16.7)."""
    seat = state.players[player]
    i = num_loads(seat)
    while i > 0 and seat.loads[i - 1] > good:
        seat.loads[i] = seat.loads[i - 1]
        i -= 1
    seat.loads[i] = good
    state.chips[good] -= 1
    state.picked_up |= bit(good)
    if is_open(seat, good):
        _lock(params, state, player, good)
    emit(events, EVERYONE, PICKED_UP, player, good)


@kernel
def _lock(params, state, player, good):
    """Close the demands of a good to all other players (EB-R16.7). Without a pool no demand is shared."""
    if params.pool == 1:
        for p in range(params.num_players):
            if p != player:
                state.players[p].closed_goods |= bit(good)


@kernel
def _pass_lock(params, state, player, good):
    """Open the demands of a good that a player has locked and carries no longer, or pass the lock to the next player in
    turn order who carries the good (EB-R16.7)."""
    for p in range(params.num_players):
        state.players[p].closed_goods &= ~bit(good)
    place = 0
    while state.order[place] != player:
        place += 1
    for i in range(1, params.num_players):
        other = np.int64(state.order[(place + i) % params.num_players])
        if carries(state.players[other], good):
            _lock(params, state, other, good)
            return


@kernel
def take_off(params, state, player, good):
    """Return a load to the supply (EB-5.26)."""
    seat = state.players[player]
    i = 0
    while seat.loads[i] != good:
        i += 1
    while i + 1 < LOADS:
        seat.loads[i] = seat.loads[i + 1]
        i += 1
    seat.loads[LOADS - 1] = NO_LOAD
    state.chips[good] += 1
    if params.pool == 1 and is_open(seat, good) and not carries(seat, good):
        _pass_lock(params, state, player, good)


@kernel
def drop(params, state, player, good, events):
    """Drop a load."""
    take_off(params, state, player, good)
    state.dropped |= bit(good)
    emit(events, EVERYONE, DROPPED, player, good)


@kernel
def deliver(params, state, player, number, events):
    """Deliver a load for one line of a card (EB-4.4). The bank pays for it (EB-3.2, EB-5.27) at once (RR-6.9), and the
    card is used up."""
    seat = state.players[player]
    i, line = number // LINES, number % LINES
    card = np.int64(seat.cards[i])
    city, good = np.int64(params.card_city[card, line]), np.int64(params.card_good[card, line])
    payout = np.int64(params.card_payout[card, line])
    take_off(params, state, player, good)
    state.scores[player] += payout
    seat.deliveries += 1
    emit(events, EVERYONE, DELIVERED, player, city, good, payout)
    _repay(state, player, payout, events)
    give_away(params, state, player, i)


@kernel
def _repay(state, player, payout, events):
    """Pay back part of the debt from a payout (EB-R15.1)."""
    seat = state.players[player]
    amount = min(INSTALMENT, payout, np.int64(seat.debt))
    if amount > 0:
        state.scores[player] -= amount
        seat.debt -= amount
        emit(events, EVERYONE, REPAID, player, amount, seat.debt)
