"""The view of a player (``redact``), and worlds that agree with a view (``determinize``).

A view hides the order of the deck, the hands of the other players and sealed bids. During set-up it also hides the
starts and destinations that others have chosen, until all are shown. Three things are known of a hidden hand:

- Every card of it was in the deck when it was drawn (``drawn``, ``shuffled_in``).
- All its cards can be used without a run inside a region, unless it is marked ``not_usable``.
- A player who discarded cards of a region in set-up has kept two cards of it.

A world is found by dealing the cards that the viewer cannot place, again and again, until the hands agree with this. So
all worlds that agree with the view are equally likely, with two rare exceptions. If thousands of deals do not agree,
because much is known of many hands, each hand is dealt separately, which is not quite uniform. If that finds no world
either, or the deck was shuffled during the game, the last deal is used. It may disagree with the last two points.
"""

import numpy as np

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.decks import UNKNOWN, fill_unknown
from railgym.envs.core.header import begin_view, begin_world
from railgym.envs.core.kernel import kernel
from railgym.envs.core.rng import mix, scramble
from railgym.envs.rail_baron_cards.actions import BID_STEP, HIGHEST_BID
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.rules.hand import card_region, insert_card, usable
from railgym.envs.rail_baron_cards.state import CARDS, HAND, NO_CARD, SEATS

__all__ = ["determinize", "redact"]

_MOST_DEALS = 20_000
_DEALS_OF_ONE = 2_000


@kernel
def redact(params, state, player):
    """Turn a copy of the state into the view of ``player`` (-1: the public).

    Money is public (RB-3.7). Sealed bids are hidden and, until all players have chosen, starts and destinations
    (RB-R3.2, RB-R3.3). A finished game hides only its key.
    """
    if not begin_view(state, player):
        return
    for i in range(np.int64(state.deck.size)):
        state.deck.cards[i] = UNKNOWN
    for p in range(params.num_players):
        if p != player:
            seat = state.players[p]
            if state.phase < phases.BID:
                hide_choices(state, seat)
            elif state.phase == phases.BID:
                seat.bid = -1
            for i in range(HAND):
                seat.hand[i] = NO_CARD
            sort_drawn(seat)
    if state.phase == phases.SETUP_GOAL and state.current_player != player:
        state.phase = phases.SETUP_START


@kernel
def hide_choices(state, seat):
    """Put the start and the destination of another player back into their hidden hand (RB-R3.2)."""
    if seat.start != NO_CARD and seat.kept_region >= 0:
        seat.kept_cards = 2
    for card in (seat.start, seat.goal):
        if card != NO_CARD and seat.hand_size < HAND:
            seat.drawn[seat.hand_size] = state.shuffles
            seat.hand_size += 1
    seat.start = NO_CARD
    seat.goal = NO_CARD


@kernel
def sort_drawn(seat):
    """Sort ``drawn`` of a hidden hand: the places of its cards would tell something about their cities."""
    for i in range(1, np.int64(seat.hand_size)):
        drawn = seat.drawn[i]
        j = i
        while j > 0 and seat.drawn[j - 1] > drawn:
            seat.drawn[j] = seat.drawn[j - 1]
            j -= 1
        seat.drawn[j] = drawn


@kernel
def determinize(params, view, player, seed):
    """Fill the view of ``player`` with one world, uniform over those that agree with it (see the module)."""
    if not begin_world(view, seed):
        return
    pool = np.zeros(CARDS, np.uint8)
    size = pool_cards(params, view, player, pool)
    hands = np.full((SEATS, HAND), NO_CARD, np.uint8)
    sorted_pool = pool.copy()
    key = mix(view.key)
    agreed = False
    for _ in range(_MOST_DEALS):
        key = mix(key + np.uint64(1))
        if view.shuffles > 0:
            copy_array(pool, sorted_pool, size)
        dealt = deal_hands(params, view, player, pool, size, hands, key)
        agreed = agree(params, view, player, hands)
        if agreed:
            break
    for _ in range(_MOST_DEALS):
        if agreed or view.shuffles > 0:
            break
        key = mix(key + np.uint64(1))
        agreed = deal_one_by_one(params, view, player, pool, size, hands, key)
    if not agreed:
        copy_array(pool, sorted_pool, size)
        dealt = deal_hands(params, view, player, pool, size, hands, key)
    for p in range(params.num_players):
        if p != player:
            fill_seat(params, view, p, hands, key)
    if view.phase >= phases.BID:  # they are in the deck from then on, and never on the pile
        for card in range(params.cards, params.cards + params.reshuffle_cards):
            pool[size] = card
            size += 1
    rest = pool[dealt : max(size, dealt)]
    scramble(key, rest, size - dealt)
    fill_unknown(view.deck, rest, 0)


@kernel
def pool_cards(params, view, player, pool):
    """Write the city cards that the viewer cannot place into ``pool``, those that came into the deck first in front;
    return how many they are."""
    placed = np.zeros(256, np.uint8)
    for i in range(np.int64(view.pile.size)):
        placed[view.pile.cards[i]] = 1
    for p in range(params.num_players):
        seat = view.players[p]
        placed[seat.start] = 1
        placed[seat.goal] = 1
        for i in range(HAND):
            placed[seat.hand[i]] = 1
    size = 0
    for card in range(params.cards):
        if placed[card] == 0:
            i = size
            while i > 0 and view.shuffled_in[pool[i - 1]] > view.shuffled_in[card]:
                pool[i] = pool[i - 1]
                i -= 1
            pool[i] = card
            size += 1
    return size


@kernel
def random_below(key, count, n):
    """Number ``count`` of the random stream of a key, in 0..n-1."""
    bits = mix(key ^ mix(np.uint64(count) + np.uint64(0x9E3779B97F4A7C15)))
    return np.int64(((bits >> np.uint64(32)) * np.uint64(max(n, 0))) >> np.uint64(32))


@kernel
def deal_hands(params, view, player, pool, size, hands, key):
    """Deal from ``pool`` into the hidden hands, the cards drawn first in front; return how many were dealt.

    Cards are swapped to the front of the pool. A hand gets only cards that were in the deck when its cards were drawn.
    """
    dealt = 0
    within = 0
    for shuffles in range(np.int64(view.shuffles) + 1):
        while within < size and view.shuffled_in[pool[within]] <= shuffles:
            within += 1
        for p in range(params.num_players):
            seat = view.players[p]
            if p == player:
                continue
            for i in range(np.int64(seat.hand_size)):
                if seat.drawn[i] == shuffles:
                    j = dealt + random_below(key, dealt, within - dealt)
                    pool[dealt], pool[j] = pool[j], pool[dealt]
                    hands[p, i] = pool[dealt]
                    dealt += 1
    return dealt


@kernel
def deal_one_by_one(params, view, player, pool, size, hands, key):
    """Deal each hidden hand separately until it agrees; return whether all hands do. For a deck that was never shuffled
    again, and views with which hardly any deal agrees; these worlds are not quite equally likely."""
    dealt = 0
    for p in range(params.num_players):
        n = np.int64(view.players[p].hand_size)
        if p == player or n == 0:
            continue
        agreed = False
        tries = 0
        while not agreed and tries < _DEALS_OF_ONE:
            tries += 1
            for i in range(n):
                j = dealt + i + random_below(key, CARDS * tries + dealt + i, size - dealt - i)
                pool[dealt + i], pool[j] = pool[j], pool[dealt + i]
                hands[p, i] = pool[dealt + i]
            agreed = agrees(params, view, p, hands[p])
        if not agreed:
            return False
        dealt += n
    return True


@kernel
def agree(params, view, player, hands):
    """Whether all dealt hands agree with what is known of them."""
    for p in range(params.num_players):
        if p != player and not agrees(params, view, p, hands[p]):
            return False
    return True


@kernel
def agrees(params, view, p, hand):
    """Whether a dealt hand of player ``p`` agrees with what is known of it."""
    seat = view.players[p]
    if seat.hand_size == 0:
        return True
    if view.phase < phases.BID:
        return agrees_at_setup(params, view, p, hand)
    if seat.not_usable == 1:
        return True
    if count_kept(params, seat, hand, 0, seat.hand_size) != seat.kept_cards:
        return False
    card = seat.start if seat.goal == NO_CARD else seat.goal
    return can_use_up(params, card_region(params, card), hand, np.int64(seat.hand_size))


@kernel
def can_use_up(params, region, hand, n):
    """Whether all ``n`` cards of a dealt hand can be used in some order from a region (RB-4.15)."""
    return usable(params, region, np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), n)


@kernel
def count_kept(params, seat, hand, first, end):
    """How many of the cards ``hand[first:end]`` are of the region of which two cards were kept in set-up."""
    count = 0
    for i in range(first, end):
        count += card_region(params, hand[i]) == seat.kept_region
    return count


@kernel
def agrees_at_setup(params, view, p, hand):
    """Whether a dealt hand of player ``p`` agrees with what is known during set-up (RB-3.3, RB-R3.2).

    Players after the current one hold what they were dealt. The current player has three cards of a region exactly if
    they are asked to discard. Players before have chosen the start (card 2 of four) and the destination (card 3).
    """
    seat = view.players[p]
    if p > view.current_player:
        return True
    n = np.int64(seat.hand_size)
    if p == view.current_player:
        crowd = most_of_a_region(params, hand, n) >= 3
        if view.phase == phases.SETUP_DISCARD:
            count = count_kept(params, seat, hand, 0, n)
            return crowd and (seat.kept_region < 0 or 3 <= count <= max(np.int64(seat.kept_cards), 3))
        if seat.not_usable == 1:
            return True
        return not crowd and (seat.kept_region < 0 or count_kept(params, seat, hand, 0, n) == 2)
    if card_region(params, hand[2]) == card_region(params, hand[3]):
        return False
    if seat.not_usable == 1:
        return True
    if seat.kept_region >= 0 and count_kept(params, seat, hand, 0, n) != 2:
        return False
    return can_use_up(params, card_region(params, hand[3]), hand, 2)


@kernel
def most_of_a_region(params, hand, n):
    """The greatest number of cards of one region among the first ``n`` of a hand."""
    most = 0
    for i in range(n):
        count = 0
        for j in range(n):
            count += card_region(params, hand[i]) == card_region(params, hand[j])
        most = max(most, count)
    return most


@kernel
def fill_seat(params, view, p, hands, key):
    """Give player ``p`` the dealt cards and a random bid, where they are hidden."""
    seat = view.players[p]
    n = np.int64(seat.hand_size)
    if view.phase < phases.BID and p < view.current_player:
        n = 2
        seat.start = hands[p, 2]
        seat.goal = hands[p, 3]
        if seat.kept_region >= 0:
            seat.kept_cards = count_kept(params, seat, hands[p], 0, 2)
    seat.hand_size = 0
    drawn = seat.drawn.copy()
    seat.drawn[:] = 0
    for i in range(n):
        insert_card(seat, np.int64(hands[p, i]), drawn[i])
    if view.phase == phases.BID and p < view.current_player:
        most = min(HIGHEST_BID, np.int64(view.scores[p])) // BID_STEP
        seat.bid = BID_STEP * random_below(key, CARDS + p, most + 1)
