"""The extra owner, a variant for few players: an owner without a train, who takes railroads of the bank by chance.

Its number is the one after the last player. It owes nothing, sells nothing and bids for nothing, so all that the other
rules see of it are the railroads in its name and the fees that are due to it.
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import below
from railgym.envs.rail_baron_cards.event_kinds import OWED, TAKEN
from railgym.envs.rail_baron_cards.rules.fees import keep_old_rates
from railgym.envs.rail_baron_cards.state import DICE

__all__ = ["EXTRA_OWNERS", "GOVERNMENT", "PHANTOM", "assign_fees", "take_for_government", "take_for_phantom"]

EXTRA_OWNERS = ("none", "phantom", "government")
PHANTOM, GOVERNMENT = 1, 2


@kernel
def take_for_phantom(params, state, events):
    """Let the phantom take a railroad if it is behind: it gets the first after four railroads that players own, and
    one more for every two after these (RB-R13.2)."""
    if params.extra_owner != PHANTOM:
        return
    taken, owned = 0, 0
    for railroad in range(params.num_railroads):
        taken += state.owner[railroad] == params.num_players
        owned += 0 <= state.owner[railroad] < params.num_players
    if taken < owned // 2 - 1:
        take_by_chance(params, state, events)


@kernel
def take_for_government(params, state, events):
    """Let the government take a railroad when the last player in the order of play has arrived (RB-R13.4)."""
    if params.extra_owner != GOVERNMENT:
        return
    for place in range(state.place + 1, params.num_players):
        if state.out[state.order[place]] == 0:
            return
    take_by_chance(params, state, events)


@kernel
def take_by_chance(params, state, events):
    """Give the extra owner one of the bank's railroads, each as likely as the others (RB-R13.1). As after a purchase,
    it still counts as the bank's for this turn's fees, and trains on it keep the bank's rate (RB-R13.6)."""
    left = 0
    for railroad in range(params.num_railroads):
        left += state.owner[railroad] < 0
    if left == 0:
        return
    left = below(state, DICE + params.num_players, left)  # the stream of a seat without a player
    taken = 0
    while state.owner[taken] >= 0 or left > 0:
        left -= state.owner[taken] < 0
        taken += 1
    state.owner[taken] = params.num_players
    state.bought |= bit(taken)
    emit(events, EVERYONE, TAKEN, -1, taken, params.num_players)
    keep_old_rates(params, state, taken)


@kernel
def assign_fees(params, state, events):
    """Make what is due to the extra owner due to those who get it: half of a phantom's fee goes to the other player
    (RB-R13.3); the rest, and all of a government's, to the bank (RB-R13.5)."""
    if params.extra_owner == 0 or state.due[params.num_players] == 0:
        return
    fee = np.int64(state.due[params.num_players])
    emit(events, EVERYONE, OWED, state.mover, fee, params.num_players)
    state.due[params.num_players] = 0
    if params.extra_owner == PHANTOM:
        state.due[1 - state.mover] += fee // 2
        fee -= fee // 2
    state.due_bank += fee
