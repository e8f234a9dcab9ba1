"""Facts of the observation that are worked out for an agent, in written positions on the small board."""

from itertools import pairwise, permutations

import numpy as np

from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.observation import CARD_FACTS, MAX_REGIONS, ORDER_FACTS
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import SEATS
from tests.rail_baron_cards.positions import Seat, Table

ALONE, NEEDED = SEATS + 5, SEATS + 6


def observed(table: Table, player: int, piece: str) -> Array:
    """A piece of the observation of a seat."""
    game = table.game
    return game.observation_layout.split(game.encode(game.view(table.state, player), player))[piece]


def lines_with(table: Table, player: int, fact: int) -> dict[str, float]:
    column = observed(table, player, "railroads")[:, fact]
    return {
        line.abbreviation: round(float(x), 3) for line, x in zip(table.board.railroads, column, strict=True) if x > 0
    }


def test_railroad__that_would_be_the_only_way_but_own_track_to_a_rivals_destination(small_three: Game) -> None:
    """Only BLS serves Wausau; BLS, GLP and GBS serve Milwaukee, of which the observer has two."""
    seats = Seat(owns="GLP, GBS"), Seat("Chicago - Milwaukee"), Seat("Peoria - Wausau")
    table = Table(small_three, *seats)
    assert lines_with(table, 0, ALONE) == {"BLS": 0.4}
    assert lines_with(table, 1, ALONE) == {"BLS": 0.2}


def test_railroad__that_alone_leads_to_a_city_in_hand_without_a_rivals_track(small: Game) -> None:
    """MV and IM serve Peoria, GLP and MV Cedar Rapids, IM alone Champaign: the rival has MV."""
    table = Table(small, Seat(hand="Peoria, Cedar Rapids, Champaign"), Seat(owns="MV"))
    assert lines_with(table, 0, NEEDED) == {"GLP": 0.25, "IM": 0.5}
    assert lines_with(table, 1, NEEDED) == {}


def test_hand__tells_payout_and_dots_from_each_card_to_each_other(small: Game) -> None:
    table = Table(small, Seat("Madison", hand="Duluth, Peoria, Chicago"), phase=phases.NEXT_GOAL)
    cities = {city.name: i for i, city in enumerate(table.board.cities)}
    hand, params = table.hand(0), small.params[0]
    pairs = observed(table, 0, "hand")[:, CARD_FACTS + MAX_REGIONS :].reshape(4, 4, 2)
    for i, here in enumerate(hand):
        for k, there in enumerate(hand):
            a, b = cities[here], cities[there]
            expected = params["payout"][a, b] / 40_000, params["away"][b, table.board.cities[a].dot] / 40
            np.testing.assert_allclose(pairs[i, k], expected, rtol=1e-6)
            assert (pairs[i, k, 1] == 0) == (here == there)
    assert not pairs[3:].any() and not pairs[:, 3:].any()


def test_hand__compares_the_best_order_beginning_with_each_card_to_the_best_of_all(small: Game) -> None:
    """Checked against all orders by itertools; an order with a run inside a region does not count."""
    table = Table(small, Seat("Madison", hand="Duluth, Peoria, Minneapolis"), phase=phases.NEXT_GOAL)
    cities = {city.name: i for i, city in enumerate(table.board.cities)}
    region = [city.region for city in table.board.cities]
    hand, params = table.hand(0), small.params[0]
    found: dict[int, tuple[float, int, int]] = {}
    for order in permutations(range(3)):
        runs = list(pairwise(cities[name] for name in ("Madison", *(hand[k] for k in order))))
        if all(region[a] != region[b] for a, b in runs):
            pay = sum(int(params["payout"][a, b]) for a, b in runs)
            dots = sum(int(params["away"][b, table.board.cities[a].dot]) for a, b in runs)
            found[order[0]] = max(found.get(order[0], (0.0, 0, 0)), (pay / dots, pay, dots))
    assert len(found) == 2  # Duluth and Minneapolis lie in one region, so Peoria cannot come first
    top = max(found.values())
    told = observed(table, 0, "hand")[:, CARD_FACTS - ORDER_FACTS : CARD_FACTS]
    for i in range(4):
        if i in found:
            rate, pay, dots = found[i]
            expected = [found[i] == top, rate / 2_000, (top[0] - rate) / 100]
            expected += [(pay - top[1]) / 10_000, (dots - top[2]) / 10]
        else:
            expected = [0] * ORDER_FACTS
        np.testing.assert_allclose(told[i], expected, rtol=1e-5)
