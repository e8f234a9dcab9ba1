"""Purchases of railroads and engines on arrival."""

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.rail_baron_cards.actions import BUY, DONE, ENGINE
from railgym.envs.rail_baron_cards.event_kinds import BOUGHT, BOUGHT_ENGINE
from railgym.envs.rail_baron_cards.rules.extra_owner import take_for_phantom
from railgym.envs.rail_baron_cards.rules.fees import keep_old_rates
from railgym.envs.rail_baron_cards.state import EXPRESS, FREIGHT, SUPERCHIEF

__all__ = ["ENGINE_PRICE", "apply_purchase", "can_purchase", "legal_purchase"]

ENGINE_PRICE = 20_000


@kernel
def next_engine(state):
    """The engine that the mover may buy next: the Express (RB-5.4), after it the Superchief (RB-5.6); 0: none."""
    engine = state.players[state.mover].engine
    return EXPRESS if engine == FREIGHT else SUPERCHIEF if engine == EXPRESS else 0


@kernel
def is_for_sale(params, state, railroad):
    """Whether the mover can buy a railroad from the bank now (RB-4.6)."""
    return state.owner[railroad] < 0 and state.scores[state.mover] >= params.price[railroad]


@kernel
def can_purchase(params, state):
    """Whether the mover may buy more on this arrival (RB-R6) and has the cash for something."""
    if state.purchases >= params.purchases:
        return False
    if next_engine(state) > 0 and state.scores[state.mover] >= ENGINE_PRICE:
        return True
    for railroad in range(params.num_railroads):
        if is_for_sale(params, state, railroad):
            return True
    return False


@kernel
def legal_purchase(params, state, scratch, mask):
    """Allow to buy nothing more, the next engine, and every railroad of the bank that the mover can pay (RB-4.6)."""
    allow(scratch, mask, DONE)
    if next_engine(state) > 0 and state.scores[state.mover] >= ENGINE_PRICE:
        allow(scratch, mask, ENGINE + next_engine(state) - EXPRESS)
    for railroad in range(params.num_railroads):
        if is_for_sale(params, state, railroad):
            allow(scratch, mask, BUY + railroad)


@kernel
def apply_purchase(params, state, action, events):
    """Buy a railroad or an engine, or nothing more; return whether the purchases are over (RB-R6)."""
    if action == DONE:
        return True
    state.purchases += 1
    if action < BUY:
        engine = EXPRESS + action - ENGINE
        state.players[state.mover].engine = engine
        state.scores[state.mover] -= ENGINE_PRICE
        emit(events, EVERYONE, BOUGHT_ENGINE, state.mover, engine, ENGINE_PRICE)
    else:
        buy_railroad(params, state, action - BUY, events)
    return not can_purchase(params, state)


@kernel
def buy_railroad(params, state, railroad, events):
    """Buy a railroad at the standard price (RB-4.6); it still counts as the bank's for this turn's fees (RB-R7.1)."""
    state.owner[railroad] = state.mover
    state.bought |= bit(railroad)
    state.scores[state.mover] -= params.price[railroad]
    emit(events, EVERYONE, BOUGHT, state.mover, railroad, params.price[railroad])
    keep_old_rates(params, state, railroad)
    take_for_phantom(params, state, events)
