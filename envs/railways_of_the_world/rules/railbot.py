"""The Railbot's cards: which one is resolved, and its effects, choice by choice.

::

    reveal -> [PICK_SLOT] -> the card of the slot:
        links:    for each pair of its cities: [PATH*] a path is built, or [TAKE_CUBE] a cube is removed
        exhaust:  [EXHAUST] once for each cube
        icons:    [CLAIM_LINE], [CLAIM_BARON], whose effect may add more of these
"""

import numpy as np

from railgym.envs.core.bits import bit
from railgym.envs.core.choices import allow
from railgym.envs.core.decks import draw
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.railways_of_the_world.event_kinds import (
    BOT_LINE,
    DEADHEAD,
    EXHAUSTED,
    FLIPPED,
    FOR_BOT,
    FOR_HOTEL,
    LAST_TURN,
    PUSHED,
    RESOLVED,
    TAXED,
    TOOK_CUBE,
)
from railgym.envs.railways_of_the_world.params import (
    BOT_DEADHEAD,
    BOT_DEADHEAD_TAXATION,
    BOT_EXHAUST,
    BOT_FINAL,
    BOT_LINKS,
    BOT_TAXATION,
    GRAY,
    PURPLE,
)
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.cards import remove_bounties, remove_card
from railgym.envs.railways_of_the_world.rules.cubes import cubes_in, return_cube, take_cube
from railgym.envs.railways_of_the_world.rules.duel import (
    ALBERTSON,
    BERNY,
    HOWARD,
    KRANZ_B,
    KRANZ_C,
    TURCZI,
    claim_for_railbot,
    legal_railbot_barons,
)
from railgym.envs.railways_of_the_world.rules.links import joined_by_others
from railgym.envs.railways_of_the_world.rules.money import income_of, pay, score
from railgym.envs.railways_of_the_world.rules.phases import EVALUATED
from railgym.envs.railways_of_the_world.rules.railbot_building import build_on, build_step, legal_ways
from railgym.envs.railways_of_the_world.rules.railbot_path import measure_path
from railgym.envs.railways_of_the_world.state import (
    COLORS,
    DUELS,
    NO_CARD,
    NOBODY,
    ROW,
)

__all__ = ["carry_on", "choose_for_railbot", "legal_for_railbot", "next_exhaust", "reveal"]

PLAYER = 0


@kernel
def reveal(params, state, scratch, events):
    """Reveal the top card (RS-5.1) and resolve the card of its slot (RS-5.2), or of a chosen slot (RW-R4.2). Returns
    whether no choice is left to make."""
    if state.railbot_deck.size == 0:
        return True
    card = _flip(params, state, events)
    if card == NO_CARD:
        return True
    if params.slot_power == 1:
        state.resolving_card = card
        state.phase = phases.PICK_SLOT
        return False
    resolve_slot(params, state, np.int64(params.bot_slot[card]) - 1, card, events)
    return carry_on(params, state, scratch, events)


@kernel
def _flip(params, state, events):
    """Take the top card of the deck; returns it, or NO_CARD if it is the Final Evaluation. Then no card is resolved,
    this turn is finished, and one more follows (RS-5.5, RS-10.2)."""
    card = draw(state.railbot_deck)
    state.railbot_seen[card] = 1
    emit(events, EVERYONE, FLIPPED, -1, card)
    if params.bot_kind[card] != BOT_FINAL:
        return card
    if state.last_year == 0:
        state.last_year = state.year + 1
        state.last_year_reason = EVALUATED
        emit(events, EVERYONE, LAST_TURN, -1, state.last_year)
    return np.int64(NO_CARD)


@kernel
def resolve_slot(params, state, place, revealed, events):
    """Resolve a card of the row and discard it; the others slide to the left, and the revealed card takes the last slot
    (RS-5.3). An insured card has no effect, and the token returns (RS-4.8, RS-4.9, RS-5.4)."""
    card = np.int64(state.railbot_row[place])
    for i in range(place, ROW - 1):
        state.railbot_row[i] = state.railbot_row[i + 1]
    state.railbot_row[ROW - 1] = revealed
    state.resolving_card = NO_CARD
    if card == NO_CARD:
        return
    insured = state.insured_card == card
    emit(events, EVERYONE, RESOLVED, -1, card, place, insured)
    if insured:
        state.insured_card = NO_CARD
        return
    _begin_card(params, state, card, events)


@kernel
def _begin_card(params, state, card, events):
    """Carry out the immediate effect of a card and note the rest, which ``carry_on`` does. An exhaust removes as many
    cubes as the map says (RS-7.5). Icons come last (RS-7.8, RS-8.4), but not for an insured card, which never begins
    (RS-7.10, RS-8.6)."""
    kind = params.bot_kind[card]
    state.resolving_card = card
    state.resolving_pair = 0 if kind == BOT_LINKS else -1
    if kind == BOT_EXHAUST:
        state.cubes_to_exhaust[params.bot_color[card]] += params.base_exhaust
    if kind in (BOT_DEADHEAD, BOT_DEADHEAD_TAXATION):
        deadhead(state, events)
    if kind in (BOT_TAXATION, BOT_DEADHEAD_TAXATION):
        tax(params, state, events)
    state.lines_to_claim += params.bot_line[card]
    state.barons_to_claim += params.bot_baron[card]


@kernel
def deadhead(state, events):
    """Reduce the display by one card for the rest of the game (RS-7.1); the oldest card is discarded if the display is
    full (RS-7.2)."""
    if state.display_capacity == 0:
        return
    state.display_capacity -= 1
    if state.num_displayed > state.display_capacity:
        emit(events, EVERYONE, PUSHED, -1, state.display[0])
        remove_card(state, 0)
    emit(events, EVERYONE, DEADHEAD, -1, state.display_capacity)


@kernel
def tax(params, state, events):
    """Take twice the income from the player, who takes bonds if needed (RS-7.4)."""
    amount = 2 * income_of(params, state, PLAYER)
    emit(events, EVERYONE, TAXED, PLAYER, amount)
    pay(state, PLAYER, amount, events)


@kernel
def carry_on(params, state, scratch, events):
    """Carry out noted effects until there is a choice to make; returns whether all are done. An effect without options
    is dropped (RS-8.4). The third card of the row comes last (RS-13.2, RW-R7)."""
    while True:
        if state.railbot_goal >= 0:
            if not build_on(params, state, scratch, events):
                return False
        elif state.resolving_pair >= 0:
            if not _next_pair(params, state, scratch, events):
                return False
        elif next_exhaust(params, state) >= 0:
            state.phase = phases.EXHAUST
            return False
        elif state.lines_to_claim > 0:
            state.phase = phases.CLAIM_LINE
            if _lines_left(params, state) > 0:
                return False
            state.lines_to_claim = 0
        elif state.barons_to_claim > 0:
            state.phase = phases.CLAIM_BARON
            if _barons_left(state) > 0:
                return False
            state.barons_to_claim = 0
        elif state.third_card_due == 1:
            state.third_card_due = 0
            if state.railbot_row[ROW - 1] != NO_CARD:
                revealed = _flip(params, state, events) if state.railbot_deck.size > 0 else np.int64(NO_CARD)
                resolve_slot(params, state, ROW - 1, revealed, events)
        else:
            state.cubes_to_exhaust[:] = 0
            state.resolving_card = NO_CARD
            return True


# --- links ---------------------------------------------------------------------------------------------------------


@kernel
def _next_pair(params, state, scratch, events):
    """Treat the next two cities of the card (RS-6.1); returns whether that is done without a choice. If links of any
    owner join them (RS-6.4), a cube is removed from the first (RS-6.5), else a path is built (RS-6.2). Nothing happens
    if one is not in play (RS-6.10)."""
    a = np.int64(params.bot_city[state.resolving_card, state.resolving_pair])
    b = (
        np.int64(params.bot_city[state.resolving_card, state.resolving_pair + 1])
        if state.resolving_pair + 1 < 4
        else np.int64(-1)
    )
    if b < 0:
        state.resolving_pair = -1
        return True
    if params.in_play[a] == 0 or params.in_play[b] == 0:
        state.resolving_pair += 1
        return True
    if joined_by_others(state, a, NOBODY) & bit(b):
        return _take_from(params, state, a, b, events)
    state.resolving_pair += 1
    state.railbot_goal = b
    state.next_city = -1
    state.origin_city = a
    state.current_place = params.city_hex[a]
    return True


@kernel
def _take_from(params, state, a, b, events):
    """Remove a cube of the second city's color from the first city if there is one (RS-6.6), else any (RS-6.5). Returns
    whether that is done without a choice."""
    if cubes_in(state, a) == 0:
        state.resolving_pair += 1
        return True
    color = np.int64(state.color[b])
    if color != GRAY and state.cubes[a, color] > 0:
        _take(params, state, a, b, color, events)
        return True
    only = np.int64(-1)
    for color in range(COLORS):
        if state.cubes[a, color] > 0:
            if only >= 0:
                state.phase = phases.TAKE_CUBE
                return False
            only = np.int64(color)
    _take(params, state, a, b, only, events)
    return True


@kernel
def _take(params, state, a, b, color, events):
    """Remove a cube for a pair. The player gains a point if only their links join the cities (RS-6.7, RW-R5)."""
    state.resolving_pair += 1
    emit(events, EVERYONE, TOOK_CUBE, -1, a, color)
    remove_cube(params, state, a, color, events)
    if not joined_by_others(state, a, PLAYER) & bit(b):
        score(state, PLAYER, 1, FOR_BOT, events)


@kernel
def remove_cube(params, state, city, color, events):
    """Put a cube of a city back into the bag. A hotel there gains a point (RS-9.2), and a Service Bounty for the city
    is discarded (RS-9.4)."""
    take_cube(params, state, city, color, events)
    return_cube(state, color)
    if state.hotel[city] != NOBODY:
        score(state, np.int64(state.hotel[city]), 1, FOR_HOTEL, events)
    remove_bounties(params, state, city, events)


# --- choices -------------------------------------------------------------------------------------------------------


@kernel
def next_exhaust(params, state):
    """The color of the next cube to be exhausted; -1 if there is none, or none on the map."""
    for color in range(COLORS):
        if state.cubes_to_exhaust[color] > 0:
            for city in range(params.num_cities):
                if state.cubes[city, color] > 0:
                    return color
    return -1


@kernel
def _lines_left(params, state):
    """The number of unclaimed major lines in play (RS-2.3, RS-7.8)."""
    lines = 0
    for line in range(params.num_lines):
        lines += params.line_in_play[line] == 1 and not state.claimed_lines & bit(line)
    return lines


@kernel
def _barons_left(state):
    """The number of unclaimed Duel Barons."""
    barons = 0
    for i in range(DUELS):
        barons += state.duel_barons[i] >= 0 and state.duel_owner[i] == NOBODY
    return barons


@kernel
def legal_for_railbot(params, state, scratch, mask):
    """Allow the choices for the Railbot (RW-R4.1): a cube (RS-6.5), the city of an exhausted cube (RS-7.6), a major
    line whether or not links join it (RS-7.8, RS-7.9), a baron (RS-8.4), one of several cheapest ways, or the card of
    the row."""
    if state.phase == phases.PICK_SLOT:
        for i in range(ROW):
            if state.railbot_row[i] != NO_CARD:
                allow(scratch, mask, params.act_slot + i)
    elif state.phase == phases.PATH:
        measure_path(params, state, scratch)
        legal_ways(params, state, scratch, mask)
    elif state.phase == phases.TAKE_CUBE:
        city = params.bot_city[state.resolving_card, state.resolving_pair]
        for color in range(COLORS):
            if state.cubes[city, color] > 0:
                allow(scratch, mask, params.act_cube + color)
    elif state.phase == phases.EXHAUST:
        color = next_exhaust(params, state)
        for city in range(params.num_cities):
            if state.cubes[city, color] > 0:
                allow(scratch, mask, params.act_city + city)
    elif state.phase == phases.CLAIM_LINE:
        for line in range(params.num_lines):
            if params.line_in_play[line] == 1 and not state.claimed_lines & bit(line):
                allow(scratch, mask, params.act_line + line)
    else:
        legal_railbot_barons(params, state, scratch, mask)


@kernel
def choose_for_railbot(params, state, scratch, action, events):
    """Carry out a choice and go on; returns whether the Railbot is done. A line that it claims gives it nothing and
    cannot be claimed again (RS-7.9)."""
    if state.phase == phases.PICK_SLOT:
        resolve_slot(params, state, action - params.act_slot, np.int64(state.resolving_card), events)
    elif state.phase == phases.PATH:
        build_step(params, state, action, events)
    elif state.phase == phases.TAKE_CUBE:
        a, b = (
            params.bot_city[state.resolving_card, state.resolving_pair],
            params.bot_city[state.resolving_card, state.resolving_pair + 1],
        )
        _take(params, state, np.int64(a), np.int64(b), action - params.act_cube, events)
    elif state.phase == phases.EXHAUST:
        color = next_exhaust(params, state)
        state.cubes_to_exhaust[color] -= 1
        emit(events, EVERYONE, EXHAUSTED, -1, action - params.act_city, color)
        remove_cube(params, state, action - params.act_city, color, events)
    elif state.phase == phases.CLAIM_LINE:
        state.lines_to_claim -= 1
        state.claimed_lines |= bit(action - params.act_line)
        emit(events, EVERYONE, BOT_LINE, -1, action - params.act_line)
    else:
        state.barons_to_claim -= 1
        _claim_baron(params, state, action - params.act_duel, events)
    return carry_on(params, state, scratch, events)


@kernel
def _claim_baron(params, state, baron, events):
    """Claim a baron for the Railbot (RS-8.4). An effect that does not last happens at once (RS-13.1, RS-13.2, RS-13.4,
    RS-13.5, RS-13.6, RS-13.7)."""
    claim_for_railbot(state, baron, events)
    if baron == KRANZ_B:
        tax(params, state, events)
    elif baron == KRANZ_C:
        state.third_card_due = 1
    elif baron == TURCZI:
        for color in range(COLORS):
            state.cubes_to_exhaust[color] += 1
    elif baron == ALBERTSON:
        deadhead(state, events)
    elif baron == HOWARD:
        state.lines_to_claim += 1
    elif baron == BERNY:
        state.new_city_tiles[PURPLE] = 0
