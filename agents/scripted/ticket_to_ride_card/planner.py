"""The planner bot: it estimates the points of every action of a turn and takes the best."""

import numpy as np

from railgym.agents.scripted.ticket_to_ride_card.keeping import draw_tickets_worth, fill_chances, keep_worth
from railgym.agents.scripted.ticket_to_ride_card.laying import best_group, single_worth
from railgym.agents.scripted.ticket_to_ride_card.survey import (
    GAIN,
    HAND,
    NEED,
    PRICE,
    ROWS,
    SHARE,
    TRACK,
    later_moves,
    moves_left,
    survey,
    waiting_lead,
)
from railgym.envs.core.bits import lowest
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import (
    DRAW_BLIND,
    DRAW_CLOCK,
    DRAW_TICKETS,
    FACE_UP,
    KEEP,
    LAY,
    LOCOMOTIVES,
    NATURALS,
    RETURN,
    THREE,
    TRIPLE_NUMBER,
)
from railgym.envs.ticket_to_ride_card.rules.lay_trains import cards_needed
from railgym.envs.ticket_to_ride_card.rules.phases import (
    ACTION,
    LAY_NATURAL,
    LAY_WILD,
    SECOND_CARD,
)
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO

__all__ = ["planner"]

# Cards of a hand that can be laid per turn.
LAID_A_TURN = 1.5
# Turns after which all cards of a hand are counted for tickets.
HAND_TURNS = 5.0
# Turns before the end at which ``rush`` counts half.
RUSH_TURNS = 10.0
NOTHING = -1e9


@kernel
def planner(params, view, scratch, mask, player, w):
    """The action that the planner chooses for ``player``, the seat that decides, with weights ``w``."""
    table = np.zeros((ROWS, KINDS))
    moves = moves_left(params, view, w.per_turn)
    last = view.deck_number == params.decks
    survey(params, view, player, moves, w.lurking, table)
    later = later_moves(params, view, w)
    turns = moves + later
    spare = w.spare if view.ticket_deck.size > 0 else w.useless
    fade = max(min(1.0, moves / w.fade), w.carry * min(1.0, later / w.fade))
    price_cards(table, spare, fade, w)
    phase = view.phase
    if phase == ACTION:
        return best_action(params, view, mask, player, table, moves, turns, spare, fade, last, w)
    if phase == SECOND_CARD:
        return best_card(params, view, mask, player, table, spare, fade, w)[1]
    if phase in (LAY_NATURAL, LAY_WILD):
        return next_lay_step(params, view, scratch, player, table, moves, spare, w)
    return keep_or_return(params, view, mask, player, table, turns, last, w)


@kernel
def price_cards(table, spare, fade, w):
    """Fill PRICE: the value of a card of each kind while it stays in hand."""
    for colour in range(COLOURS):
        needed = table[TRACK, colour] < table[NEED, colour]
        table[PRICE, colour] = w.hold * fade * (w.needed if needed else spare)
    table[PRICE, LOCO] = w.hold_wild * fade * w.wild


@kernel
def best_action(params, view, mask, player, table, moves, turns, spare, fade, last, w):
    """The best action of a turn."""
    best, action = best_draw(params, view, mask, player, table, moves, spare, fade, w)
    if mask[DRAW_TICKETS] == 1:
        worth = draw_tickets_worth(params, view, player, table, turns, min(1.0, turns / HAND_TURNS), last, w)
        if worth > best:
            best, action = worth, np.int64(DRAW_TICKETS)
    for colour in range(COLOURS):
        if mask[LAY + colour] == 1:
            held = np.int64(view.players[player].hand[colour])
            fewest = fewest_naturals(params, view, player, colour)
            worth, _, _ = best_group(params, view, player, table, colour, fewest, held, moves, spare, w)
            if worth + w.lay > best:
                best, action = worth + w.lay, np.int64(LAY + colour)
    worth, triple = best_three(params, view, player, table, moves, spare, w)
    if worth + w.lay > best:
        action = triple
    return action


@kernel
def fewest_naturals(params, view, player, colour):
    """The fewest cards of a colour, at least one, that can be laid with all locomotives in hand."""
    least = max(2, cards_needed(params, view, player, colour))
    return max(1, least - view.players[player].hand[LOCO])


@kernel
def best_three(params, view, player, table, moves, spare, w):
    """The best lay of three different colours, as (worth less price, action)."""
    seat = view.players[player]
    worths = table[GAIN]
    for colour in range(COLOURS):
        worths[colour] = NOTHING
        if seat.hand[colour] == 0 or seat.yard[colour] + seat.wild[colour] > 0:
            continue
        if cards_needed(params, view, player, colour) == 1:
            worths[colour] = single_worth(params, player, table, colour, moves, spare, w)
            worths[colour] -= table[PRICE, colour]
    total = 0.0
    chosen = 0
    for _ in range(3):
        top = -1
        for colour in range(COLOURS):
            if chosen >> colour & 1 == 0 and (top < 0 or worths[colour] > worths[top]):
                top = colour
        total += worths[top]
        chosen |= 1 << top
    if total < NOTHING / 2:
        return NOTHING, np.int64(0)
    a = lowest(chosen)
    b = lowest(chosen & (chosen - 1))
    c = lowest(chosen & ~(1 << a) & ~(1 << b))
    return total, np.int64(THREE + TRIPLE_NUMBER[a, b, c])


@kernel
def card_gain(params, view, player, table, kind, spare, fade, w):
    """The value of one more card of a kind in hand."""
    if kind == LOCO:
        return fade * w.wild
    seat = view.players[player]
    held = table[HAND, kind]
    needed = table[TRACK, kind] + held < table[NEED, kind]
    gain = (w.needed if needed else spare) + w.same * min(3.0, held)
    gain -= w.queue * (seat.yard[kind] + seat.wild[kind])
    if params.solo == 0:
        required = cards_needed(params, view, player, kind)
        if required > 1 and held + 1.0 >= required:
            gain += w.reach
    return fade * gain


@kernel
def best_card(params, view, mask, player, table, spare, fade, w):
    """The best single card to draw, as (gain, action). Fills the gains in the last row of ``table``."""
    gains = table[GAIN]
    blind = 0.0
    for kind in range(KINDS):
        gains[kind] = card_gain(params, view, player, table, kind, spare, fade, w)
        blind += table[SHARE, kind] * gains[kind]
    best = NOTHING
    action = np.int64(-1)
    if mask[DRAW_BLIND] == 1:
        best, action = w.blind * blind, np.int64(DRAW_BLIND)
    for kind in range(COLOURS):
        if mask[FACE_UP + kind] == 1 and gains[kind] > best:
            best, action = gains[kind], np.int64(FACE_UP + kind)
    if mask[DRAW_CLOCK] == 1 and gains[view.clock] > best and view.clock != LOCO:
        best, action = gains[view.clock], np.int64(DRAW_CLOCK)
    return best, action


@kernel
def best_draw(params, view, mask, player, table, moves, spare, fade, w):
    """The best draw of train cards, as (worth, action): a face-up locomotive, or the best card and a second one."""
    best, action = best_card(params, view, mask, player, table, spare, fade, w)
    gains = table[GAIN]
    if action >= 0:
        second = NOTHING
        for kind in range(COLOURS):
            left = view.display[kind] - (1 if action == FACE_UP + kind else 0)
            if left > 0:
                second = max(second, gains[kind])
        if view.deck.size > (1 if action == DRAW_BLIND else 0):
            blind = 0.0
            for kind in range(KINDS):
                blind += table[SHARE, kind] * gains[kind]
            second = max(second, w.blind * blind)
        best += max(0.0, second)
    if gains[LOCO] > best:
        if mask[FACE_UP + LOCO] == 1:
            best, action = gains[LOCO], np.int64(FACE_UP + LOCO)
        elif mask[DRAW_CLOCK] == 1 and view.clock == LOCO:
            best, action = gains[LOCO], np.int64(DRAW_CLOCK)
    if action < 0:
        return NOTHING, first_legal(mask)
    excess = max(0.0, view.players[player].hand_size - LAID_A_TURN * moves)
    if params.solo == 0:
        best += w.rush * waiting_lead(params, view, player) / (RUSH_TURNS + moves)
    return best + w.draw - w.glut * excess, action


@kernel
def first_legal(mask):
    """The first legal action."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return np.int64(action)
    return np.int64(0)


@kernel
def next_lay_step(params, view, scratch, player, table, moves, spare, w):
    """The number of cards, or of locomotives, of the best group that can still be laid, as an action."""
    colour = np.int64(view.lay_colour)
    if view.phase == LAY_NATURAL:
        held = np.int64(view.players[player].hand[colour])
        fewest = fewest_naturals(params, view, player, colour)
        _, naturals, _ = best_group(params, view, player, table, colour, fewest, held, moves, spare, w)
        return NATURALS + naturals - 1
    naturals = np.int64(view.lay_natural)
    _, _, wilds = best_group(params, view, player, table, colour, naturals, naturals, moves, spare, w)
    return LOCOMOTIVES + wilds


@kernel
def keep_or_return(params, view, mask, player, table, turns, last, w):
    """KEEP if the offered ticket is worth keeping or must be kept, else RETURN."""
    if mask[RETURN] == 0:
        return np.int64(KEEP)
    share = min(1.0, turns / HAND_TURNS)
    ticket = lowest(np.int64(view.players[player].offered))
    fill_chances(table, turns, share, w)
    worth = keep_worth(params, table, ticket, last, w)
    return np.int64(KEEP) if worth > 0.0 else np.int64(RETURN)
