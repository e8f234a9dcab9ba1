"""Chance events with all their outcomes."""

import math
import random

import pytest

from railgym.envs.catalog import make_game
from railgym.envs.core.chance import ManyOutcomesError, action_outcomes, deal_outcomes
from railgym.envs.core.game import Array, Game


@pytest.fixture(scope="module")
def tiny() -> Game:
    """A game with a second deck, which is shuffled in play."""
    return make_game("ticket_to_ride_card_v0", edition="tiny", decks=2)


def hands(state: Array) -> tuple[tuple[int, ...], ...]:
    """The coloured cards of both hands, of the draw area and of the deck."""
    players = state["players"][0]["hand"][:2, :3].tolist()
    deck = int(state["deck"][0]["cards"][0])
    return (*map(tuple, players), tuple(state["display"][0][:3].tolist()), (deck,))


def test_deals__are_all_different_with_their_probabilities(tiny: Game) -> None:
    """Every order of six cards, and of three tickets, is equally likely: a deal counts the orders that give it."""
    deals = deal_outcomes(tiny, 10_000)
    assert len({deal.state.tobytes() for deal in deals}) == len(deals) == 198
    assert math.fsum(deal.probability for deal in deals) == pytest.approx(1)
    pairs = [deal for deal in deals if hands(deal.state) == ((2, 0, 0), (0, 2, 0), (0, 0, 1), (2,))]
    assert len(pairs) == 6  # orders of the tickets
    assert [deal.probability for deal in pairs] == pytest.approx([2 * 2 * 2 / 720 / 6] * 6)


def test_deals__are_those_of_seeds(tiny: Game) -> None:
    """Deals from seeds are among the listed deals, except for the random key."""

    def without_key(state: Array) -> bytes:
        blank = state.copy()
        blank["key"] = 0
        blank["random_counts"] = 0
        return blank.tobytes()

    listed = {without_key(deal.state) for deal in deal_outcomes(tiny, 10_000)}
    assert {without_key(tiny.rules.new_state(seed)) for seed in range(2000)} == listed


def test_action__has_an_outcome_for_every_shuffle(tiny: Game) -> None:
    """Most actions have one outcome; the one that ends the first deck has one for each different second deck."""
    several = 0
    for seed in range(5):
        rng = random.Random(seed)
        state = rng.choice(deal_outcomes(tiny, 10_000)).state
        while not state["terminated"][0]:
            action = rng.choice(tiny.rules.legal(state).nonzero()[0].tolist())
            outcomes = action_outcomes(tiny, state, action, 50_000)
            assert math.fsum(outcome.probability for outcome in outcomes) == pytest.approx(1)
            several += len(outcomes) > 1
            state = rng.choice(outcomes).state
    assert several


def test_many_outcomes__are_refused() -> None:
    """A deck of 106 cards has too many orders to list."""
    with pytest.raises(ManyOutcomesError, match="the deal has more than 1,000 possible draws, too many to list"):
        deal_outcomes(make_game("ticket_to_ride_card_v0"), 1_000)
