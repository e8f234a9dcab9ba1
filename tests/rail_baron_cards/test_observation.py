"""Facts of the observation that are worked out for an agent, in written positions on the small board."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
from given import given, play

from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position
from railgym.envs.rail_baron_cards.observation import CARD_FACTS, MAX_REGIONS, ORDER_FACTS
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.state import NO_CARD, SEATS
from tests.rail_baron_cards.forms import game_of, play_on
from tests.rail_baron_cards.moves import ARRIVING, DONE, hand_of

KEPT, ALONE, NEEDED = SEATS + 3, SEATS + 5, SEATS + 6
TURNS, PAYOUT, BIDS = 10, 11, 14  # of a seat
OWN, RIVALS = 6, 7  # of a city


def observed(position: Position, player: int, piece: str) -> Array:
    """A piece of the observation of a seat."""
    return position.game.observation_layout.split(position.view(player).observation)[piece]


def choosing(game: Game, hand: list[str]) -> Position:
    """In Madison, the next destination is to be chosen."""
    return given(game, players=[{"run": ["Madison"], "hand": hand}], phase="choose the next destination")


def lines_with(position: Position, player: int, fact: int) -> dict[str, float]:
    column = observed(position, player, "railroads")[:, fact]
    return {
        line.abbreviation: round(float(x), 3)
        for line, x in zip(position.game.board.railroads, column, strict=True)
        if x > 0
    }


# --- who is out, where the next run begins, who owns what ----------------------------------------------------------


def expected_seat(game: Game, state: Array, p: int) -> tuple[float, float, float]:
    """Of a seat: turns until its own, over those who are in the game; the payout to come; whether it still bids."""
    s, seat = state[0], state["players"][0, p]
    later = [int(q) for q in np.roll(s["order"][: game.num_players], -int(s["place"]))]
    ahead = [q for k, q in enumerate(later[: later.index(p)]) if k == 0 or not s["out"][q]]
    turns = 0 if s["out"][p] or not s["round"] else len(ahead)
    a, b = (int(game.params["card_city"][0, card]) if card != NO_CARD else -1 for card in (seat["start"], seat["goal"]))
    under_way = b >= 0 and seat["dot"] not in (-1, game.board.cities[b].dot)
    payout = min(int(game.params["payout"][0, a, b]) / 40_000, 2) if under_way else 0
    least, bidder = int(s["lot_bid"]) + 500, p == s["lot_bidder"]
    if s["lot"] >= 0 and not s["lot_bid"]:
        least = game.board.railroads[int(s["lot"])].price // 2
    barred = s["out"][p] or p == s["mover"] or int(s["lot_passed"]) >> p & 1 or s["scores"][p] < least
    return turns / SEATS, payout, s["lot"] >= 0 and (bidder or not barred)


def check_facts(game: Game, state: Array, player: int) -> None:
    """Compare the facts that depend on who is out, on where a run begins and on ownership."""
    told = game.observation_layout.split(game.rules.encode(game.rules.view(state, player), player))
    s, cities, lines = state[0], game.board.cities, range(len(game.board.railroads))
    shown = game.rules.view(state, player)
    for i in range(game.num_players):
        facts = told["seats"][i][[TURNS, PAYOUT, BIDS]]
        np.testing.assert_allclose(facts, expected_seat(game, shown, (player + i) % game.num_players), rtol=1e-6)
    for line in lines:
        old = int(s["players"][player]["old_bank_rate"] | s["players"][player]["old_owner_rate"]) >> line & 1
        assert told["railroads"][line, KEPT] == (old and s["owner"][line] != player)
    for i, city in enumerate(cities):
        owners = {int(s["owner"][k]) for k in lines if int(game.params["dot_railroads"][0, city.dot]) >> k & 1}
        assert told["cities"][i, OWN] == (player in owners)
        assert told["cities"][i, RIVALS] == (not owners & {player, -1})
    seat = s["players"][player]
    here = seat["start"] if seat["goal"] == NO_CARD else seat["goal"]
    for i, card in enumerate(seat["hand"]):
        expected = (0.0, 0.0)
        if card != NO_CARD and seat["start"] != NO_CARD:
            a, b = (int(game.params["card_city"][0, c]) for c in (here, card))
            expected = game.params["payout"][0, a, b] / 40_000, game.params["away"][0, b, cities[a].dot] / 40
        np.testing.assert_allclose(told["hand"][i, 2:4], np.minimum(expected, 3), rtol=1e-6)


def test_observation__has_the_facts_worked_out_from_the_position() -> None:
    """In positions of random games, for every seat: bankruptcies, auctions, arrivals and old rates among them."""
    seen = Counter[str]()
    for form in ("small, four, short", "small, six, reshuffle", "small, three"):
        game = game_of(form)
        for seed in range(5):
            state, rng = game.rules.new_state(seed), np.random.default_rng(seed)
            while not state["terminated"][0]:
                play_on(game, state, 4, rng, "eager")
                for player in range(game.num_players):
                    check_facts(game, state, player)
                seen["out"] += bool(state["num_out"][0])
                seen["auction"] += bool(state["lot"][0] >= 0)
                seen["old rate"] += bool(state["players"]["old_bank_rate"].any())
                seen["arrived"] += int(state["phase"][0]) == phases.PURCHASE
    assert min(seen.values()) > 10 and len(seen) == 4, seen


def test_turns__skip_players_who_are_out(small_four: Game) -> None:
    """The seat after the bankrupt one is the next."""
    players = [{"run": ["Madison", "Chicago"]}, {"out": 1, "cash": 0}, {"run": ["Peoria", "Duluth"]}]
    position = given(small_four, players=players, pips=5)
    assert (observed(position, 2, "seats")[:4, TURNS] * SEATS).round().tolist() == [1, 2, 0, 0]


def test_hand__counts_from_the_city_reached_on_arrival(small: Game) -> None:
    """With the purchases still to be made, and when the next destination is chosen: from Chicago, not from Madison."""
    mover = {**ARRIVING, "hand": ["Duluth", "Des Moines"], "cash": 30_000}
    position = given(small, players=[mover, {"run": ["Wausau", "Peoria"]}], pips=5)
    cities = {city.name: i for i, city in enumerate(small.board.cities)}
    for action in ("", "ride 1 dot, shortest route", DONE):
        if action:
            play(position, action)
        for i, name in enumerate(hand_of(position)):
            a, b = cities["Chicago"], cities[name]
            dots = small.params[0]["away"][b, small.board.cities[a].dot]
            expected = small.params[0]["payout"][a, b] / 40_000, dots / 40
            np.testing.assert_allclose(observed(position, 0, "hand")[i, 2:4], expected, rtol=1e-6)


# --- last ways -----------------------------------------------------------------------------------------------------


def test_railroads__count_rivals_destinations_that_they_alone_serve_beside_own_track(small_three: Game) -> None:
    """Only BLS serves Wausau; BLS, GLP and GBS serve Milwaukee, of which the observer has two."""
    owner = {"run": ["Duluth", "Springfield"], "railroads": ["GLP", "GBS"]}
    seats = owner, {"run": ["Chicago", "Milwaukee"]}, {"run": ["Peoria", "Wausau"]}
    position = given(small_three, players=seats, pips=5)
    assert lines_with(position, 0, ALONE) == {"BLS": 0.4}
    assert lines_with(position, 1, ALONE) == {"BLS": 0.2}


def test_railroads__count_cards_in_hand_that_they_alone_serve_beside_rivals_track(small: Game) -> None:
    """MV and IM serve Peoria, GLP and MV Cedar Rapids, IM alone Champaign: the rival has MV."""
    position = given(small, players=[{"hand": ["Peoria", "Cedar Rapids", "Champaign"]}, {"railroads": ["MV"]}], pips=5)
    assert lines_with(position, 0, NEEDED) == {"GLP": 0.25, "IM": 0.5}
    assert lines_with(position, 1, NEEDED) == {}


def test_hand__has_payout_and_dots_between_its_cards(small: Game) -> None:
    position = choosing(small, ["Duluth", "Peoria", "Chicago"])
    cities = {city.name: i for i, city in enumerate(small.board.cities)}
    hand, params = hand_of(position), small.params[0]
    pairs = observed(position, 0, "hand")[:, CARD_FACTS + MAX_REGIONS :].reshape(4, 4, 2)
    for i, here in enumerate(hand):
        for k, there in enumerate(hand):
            a, b = cities[here], cities[there]
            expected = params["payout"][a, b] / 40_000, params["away"][b, small.board.cities[a].dot] / 40
            np.testing.assert_allclose(pairs[i, k], expected, rtol=1e-6)
            assert (pairs[i, k, 1] == 0) == (here == there)
    assert not pairs[3:].any() and not pairs[:, 3:].any()


def test_hand__compares_the_best_orders_that_begin_with_each_card(small: Game) -> None:
    """Checked against all orders by itertools; an order with a run inside a region does not count."""
    position = choosing(small, ["Duluth", "Peoria", "Minneapolis"])
    cities = {city.name: i for i, city in enumerate(small.board.cities)}
    region = [city.region for city in small.board.cities]
    hand, params = hand_of(position), small.params[0]
    found: dict[int, tuple[float, int, int]] = {}
    for order in permutations(range(3)):
        runs = list(pairwise(cities[name] for name in ("Madison", *(hand[k] for k in order))))
        if all(region[a] != region[b] for a, b in runs):
            pay = sum(int(params["payout"][a, b]) for a, b in runs)
            dots = sum(int(params["away"][b, small.board.cities[a].dot]) for a, b in runs)
            found[order[0]] = max(found.get(order[0], (0.0, 0, 0)), (pay / dots, pay, dots))
    assert len(found) == 2  # Duluth and Minneapolis lie in one region, so Peoria cannot come first
    top = max(found.values())
    told = observed(position, 0, "hand")[:, CARD_FACTS - ORDER_FACTS : CARD_FACTS]
    for i in range(4):
        if i in found:
            rate, pay, dots = found[i]
            expected = [found[i] == top, rate / 2_000, (top[0] - rate) / 100]
            expected += [(pay - top[1]) / 10_000, (dots - top[2]) / 10]
        else:
            expected = [0] * ORDER_FACTS
        np.testing.assert_allclose(told[i], expected, rtol=1e-5)
