"""The action "play train cards to the railyard", which robs other players.

Laying three colours is one decision. Laying one colour takes up to three: the colour, the number of its cards (the
"naturals"), the number of locomotives ("wilds"). A decision with one possible answer is skipped.
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
    """The fewest cards of a colour with which ``player`` outnumbers what must be outnumbered.

    That is what any other player has of the colour in their railyard (TC-4.10, TC-R8); solo, what the draw area shows
    of it (TC-5.6, TC-7.2). In the standard game the draw area plays no part (TC-7.1, TC-R10).
    """
    if params.solo == 1:
        return display_count(state, colour) + 1
    most = 0
    for other in range(params.num_players):
        if other != player:
            most = max(most, state.players[other].yard[colour] + state.players[other].wild[colour])
    return most + 1


@kernel
def legal_lay(params, state, scratch, mask):
    """Allow to lay colours that are not in the player's own railyard (TC-4.12, TC-5.5).

    TC-4.13: one card each of three colours, no locomotives. TC-4.14: two or more cards of one colour, locomotives
    allowed, at least one card of the colour (TC-R9).
    """
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
    """The fewest cards, locomotives included, with which the chosen colour may be laid (TC-4.10, TC-4.14)."""
    return max(2, cards_needed(params, state, np.int64(state.current_player), np.int64(state.lay_colour)))


@kernel
def fewest_naturals(params, state):
    """The fewest cards of the chosen colour, at least one (TC-R9), that suffice with all locomotives in hand."""
    return max(1, least(params, state) - state.players[state.current_player].hand[LOCO])


@kernel
def fewest_wilds(params, state):
    """The fewest locomotives that suffice with the chosen number of cards of the colour."""
    return max(0, least(params, state) - state.lay_natural)


@kernel
def legal_lay_natural(params, state, scratch, mask):
    """Allow the numbers of cards of the chosen colour that can be laid (TC-4.14)."""
    for n in range(fewest_naturals(params, state), state.players[state.current_player].hand[state.lay_colour] + 1):
        allow(scratch, mask, NATURALS + n - 1)


@kernel
def legal_lay_wild(params, state, scratch, mask):
    """Allow the numbers of locomotives that can be laid with the chosen cards (TC-4.14)."""
    for n in range(fewest_wilds(params, state), state.players[state.current_player].hand[LOCO] + 1):
        allow(scratch, mask, LOCOMOTIVES + n)


@kernel
def apply_lay_colour(params, state, action, events):
    """Choose the colour to lay; returns whether the action is over."""
    state.lay_colour = action - LAY
    held = np.int64(state.players[state.current_player].hand[state.lay_colour])
    if fewest_naturals(params, state) == held:
        return choose_naturals(params, state, held, events)
    state.phase = LAY_NATURAL
    return False


@kernel
def apply_lay_natural(params, state, action, events):
    """Choose the number of cards of the colour; returns whether the action is over."""
    return choose_naturals(params, state, action - NATURALS + 1, events)


@kernel
def choose_naturals(params, state, naturals, events):
    """Set the number of cards of the colour, and lay them if only one number of locomotives is possible; returns
    whether the action is over."""
    state.lay_natural = naturals
    wilds = np.int64(state.players[state.current_player].hand[LOCO])
    if fewest_wilds(params, state) == wilds:
        return lay_group(params, state, wilds, events)
    state.phase = LAY_WILD
    return False


@kernel
def apply_lay_wild(params, state, action, events):
    """Choose the number of locomotives and lay the cards; returns that the action is over."""
    return lay_group(params, state, action - LOCOMOTIVES, events)


@kernel
def lay_group(params, state, wilds, events):
    """Lay the chosen cards with ``wilds`` locomotives (TC-4.14); returns that the action is over."""
    lay(params, state, np.int64(state.lay_colour), np.int64(state.lay_natural), wilds, events)
    state.lay_colour = -1
    state.lay_natural = 0
    return True


@kernel
def apply_lay_three(params, state, action, events):
    """Lay one card each of three colours (TC-4.13); returns that the action is over."""
    for i in range(3):
        lay(params, state, TRIPLES[action - THREE, i], 1, 0, events)
    return True


@kernel
def lay(params, state, colour, naturals, wilds, events):
    """Move cards of one colour from the hand to the railyard (TC-5.1); every other player with that colour in their
    railyard discards all of it (TC-4.11, TC-R8)."""
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
    """Take cards of one kind out of the hand; the cards that the others know of are taken first (TC-R13)."""
    seat.hand[kind] -= cards
    seat.hand_size -= cards
    seat.seen[kind] = max(0, seat.seen[kind] - cards)


@kernel
def discard_group(state, player, colour, robber, events):
    """Discard all cards of a colour in the railyard of ``player`` (TC-5.3); a locomotive counts as the colour it was
    laid as (TC-7.5, TC-R9). ``robber``: the player who robs them; -1: the draw area."""
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
