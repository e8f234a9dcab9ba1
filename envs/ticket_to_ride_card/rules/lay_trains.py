"""The action "play train cards to the railyard", and robbing the others by it.

Three colours are one decision. One colour is up to three: the colour, how many of its cards, how many locomotives;
a decision with one answer is skipped.
"""

import numpy as np

from railgym.envs.core.choices import allow
from railgym.envs.core.events import EVERYONE, emit
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.actions import LAY, LOCOMOTIVES, NATURALS, THREE, TRIPLE_NUMBER, TRIPLES
from railgym.envs.ticket_to_ride_card.event_kinds import LAID, LOST
from railgym.envs.ticket_to_ride_card.rules.cards import display_count
from railgym.envs.ticket_to_ride_card.rules.phases import LAY_NATURAL, LAY_WILD
from railgym.envs.ticket_to_ride_card.state import LOCO

__all__ = [
    "apply_lay_colour",
    "apply_lay_natural",
    "apply_lay_three",
    "apply_lay_wild",
    "cards_needed",
    "discard_group",
    "legal_lay",
    "legal_lay_natural",
    "legal_lay_wild",
]


@kernel
def cards_needed(params, state, player, colour):
    """TC-4.10: more cards of the colour than any other player shows (TC-R8); solo, than the draw area shows (TC-5.6,
    TC-7.2). In the standard game the draw area plays no part (TC-7.1, TC-R10)."""
    if params.solo == 1:
        return display_count(state, colour) + 1
    most = 0
    for other in range(params.num_players):
        if other != player:
            most = max(most, state.players[other].yard[colour] + state.players[other].wild[colour])
    return most + 1


@kernel
def legal_lay(params, state, scratch, mask):
    """TC-4.12: no colour that is in the own railyard (TC-5.5); TC-4.13: three different colours, no locomotives;
    TC-4.14: two or more of one colour, locomotives allowed, one card of the colour at least (TC-R9)."""
    player = np.int64(state.current_player)
    seat = state.players[player]
    wilds = np.int64(seat.hand[LOCO])
    singles = scratch.singles
    n = 0
    for colour in range(params.colours):
        held = np.int64(seat.hand[colour])
        if held == 0 or seat.yard[colour] + seat.wild[colour] > 0:
            continue
        needed = cards_needed(params, state, player, colour)
        if needed == 1:
            singles[n] = colour
            n += 1
        if held + wilds >= max(2, needed):
            allow(scratch, mask, LAY + colour)
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                allow(scratch, mask, THREE + TRIPLE_NUMBER[singles[i], singles[j], singles[k]])


@kernel
def least(params, state):
    """The fewest cards, locomotives included, with which the chosen colour may be laid."""
    return max(2, cards_needed(params, state, np.int64(state.current_player), np.int64(state.lay_colour)))


@kernel
def fewest_naturals(params, state):
    return max(1, least(params, state) - state.players[state.current_player].hand[LOCO])


@kernel
def fewest_wilds(params, state):
    return max(0, least(params, state) - state.lay_natural)


@kernel
def legal_lay_natural(params, state, scratch, mask):
    for n in range(fewest_naturals(params, state), state.players[state.current_player].hand[state.lay_colour] + 1):
        allow(scratch, mask, NATURALS + n - 1)


@kernel
def legal_lay_wild(params, state, scratch, mask):
    for n in range(fewest_wilds(params, state), state.players[state.current_player].hand[LOCO] + 1):
        allow(scratch, mask, LOCOMOTIVES + n)


@kernel
def apply_lay_colour(params, state, action, events):
    """Choose the colour; returns whether the lay is over."""
    state.lay_colour = action - LAY
    held = np.int64(state.players[state.current_player].hand[state.lay_colour])
    if fewest_naturals(params, state) == held:
        return choose_naturals(params, state, held, events)
    state.phase = LAY_NATURAL
    return False


@kernel
def apply_lay_natural(params, state, action, events):
    return choose_naturals(params, state, action - NATURALS + 1, events)


@kernel
def choose_naturals(params, state, naturals, events):
    state.lay_natural = naturals
    wilds = np.int64(state.players[state.current_player].hand[LOCO])
    if fewest_wilds(params, state) == wilds:
        return lay_group(params, state, wilds, events)
    state.phase = LAY_WILD
    return False


@kernel
def apply_lay_wild(params, state, action, events):
    return lay_group(params, state, action - LOCOMOTIVES, events)


@kernel
def lay_group(params, state, wilds, events):
    lay(params, state, np.int64(state.lay_colour), np.int64(state.lay_natural), wilds, events)
    state.lay_colour = -1
    state.lay_natural = 0
    return True


@kernel
def apply_lay_three(params, state, action, events):
    for i in range(3):
        lay(params, state, TRIPLES[action - THREE, i], 1, 0, events)
    return True


@kernel
def lay(params, state, colour, naturals, wilds, events):
    """Cards leave the hand for the railyard (TC-5.1); every other player who shows the colour discards all of it
    (TC-4.11, TC-R8)."""
    player = np.int64(state.current_player)
    seat = state.players[player]
    spend(seat, colour, naturals)
    spend(seat, LOCO, wilds)
    if wilds > 0:
        seat.first_loco = 0
    seat.yard[colour] = naturals
    seat.wild[colour] = wilds
    state.moved_cards = 1
    emit(events, EVERYONE, LAID, player, colour, naturals, wilds)
    for other in range(params.num_players):
        if other != player:
            discard_group(state, other, colour, player, events)


@kernel
def spend(seat, kind, cards):
    """Cards leave the hand; those that the others know of go first (they are all alike)."""
    seat.hand[kind] -= cards
    seat.hand_size -= cards
    seat.seen[kind] = max(0, seat.seen[kind] - cards)


@kernel
def discard_group(state, player, colour, robber, events):
    """TC-5.3: all cards of a colour in a railyard are discarded; a locomotive counts as the colour it was laid as
    (TC-7.5, TC-R9)."""
    seat = state.players[player]
    naturals = np.int64(seat.yard[colour])
    wilds = np.int64(seat.wild[colour])
    if naturals + wilds == 0:
        return
    seat.yard[colour] = 0
    seat.wild[colour] = 0
    state.discard[colour] += naturals
    state.discard[LOCO] += wilds
    emit(events, EVERYONE, LOST, player, colour, naturals, wilds, robber)
