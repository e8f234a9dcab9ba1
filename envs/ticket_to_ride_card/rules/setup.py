"""Setting up a game."""

from railgym.envs.core.bits import bit
from railgym.envs.core.decks import draw, shuffle_deck, stack
from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.rules.cards import take, take_open
from railgym.envs.ticket_to_ride_card.rules.draw_tickets import offer
from railgym.envs.ticket_to_ride_card.rules.phases import SETUP_TICKETS
from railgym.envs.ticket_to_ride_card.state import (
    CLOCK_CARDS,
    LOCO,
    SHUFFLE_TICKETS,
    SHUFFLE_TRAINS,
)

__all__ = ["reset"]


@kernel
def reset(params, state):
    """Deal a game. Seat 0 begins, since seats have no age (TC-3.6). The big-city bonuses are awarded at the end
    (TC-3.5)."""
    state.deck_number = 1
    state.final_turns = -1
    state.lay_colour = -1
    state.clock = -1
    deal_trains(params, state)
    deal_tickets(params, state)


@kernel
def deal_trains(params, state):
    """Deal the train cards: to each player a locomotive, out of the sixteen (TC-3.1, TC-2.5, TC-R3), and seven cards
    (TC-3.2); five cards face up (TC-3.4). The tiny edition deals fewer (TC-R18).

    Solo: the same hand (TC-3.7); sixteen cards for the station clock (TC-3.8); the others are the deck (TC-3.9), with
    four of them face up, and one card of the clock (TC-3.10).
    """
    stack(state.deck, params.cards_of)
    state.deck.size -= params.num_players  # locomotives lie on top before the shuffle
    for i in range(params.num_players):
        state.deck.cards[state.deck.size + i] = 0
    shuffle_deck(state, SHUFFLE_TRAINS, state.deck)
    for player in range(params.num_players):
        take_open(state, player, LOCO)
        state.players[player].first_loco = 1
        for _ in range(params.first_cards):
            take(state, player, draw(state.deck))
    if params.solo == 1:
        for i in range(CLOCK_CARDS - 1, -1, -1):
            state.clock_deck.cards[i] = draw(state.deck)
        state.clock_deck.size = CLOCK_CARDS
        state.clock = draw(state.clock_deck)
    for _ in range(params.display_size):
        state.display[draw(state.deck)] += 1


@kernel
def deal_tickets(params, state):
    """Deal six tickets to each player to choose from, unseen by the others (TC-3.3, TC-R3).

    Solo: six more for the hidden opponent (TC-3.12); the others are the ticket deck (TC-3.13). The tiny edition deals
    one to each player, and the other stays in the box, unseen (TC-R18).
    """
    for ticket in range(params.num_tickets):
        state.ticket_deck.cards[ticket] = ticket
    state.ticket_deck.size = params.num_tickets
    shuffle_deck(state, SHUFFLE_TICKETS, state.ticket_deck)
    for player in range(params.num_players):
        offer(state, player, params.first_tickets)
    if params.solo == 1:
        for _ in range(6):
            state.opponent_tickets |= bit(draw(state.ticket_deck))
    while params.tickets_per_draw == 0 and state.ticket_deck.size > 0:
        draw(state.ticket_deck)
    state.drawn = params.first_tickets
    state.undecided = params.first_tickets
    state.phase = SETUP_TICKETS
