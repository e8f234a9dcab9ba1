"""The choice of tickets against three slower methods that share nothing with it, nor with each other.

TC-R14, TC-6.9: highest value, then bonus points of the big cities touched, then more tickets, then lowest numbers; no
card serves two tickets, and locomotives serve for any colour.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jit import bound

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.ticket_to_ride_card.rules.ticket_assignment import best_tickets
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO, TICKETS

EDITIONS = ("manual", "published")
Track = Sequence[int]


def choose(params, tracks, tickets, scratches, chosen):
    """Which of its tickets each track completes."""
    for i in range(len(tickets)):
        chosen[i] = best_tickets(params[0], tracks[i], tickets[i], scratches[0])


@cache
def game_of(edition: str) -> Game:
    return make_game("ticket_to_ride_card_v0", edition=edition)


@cache
def compiled(edition: str) -> Any:
    return bound(game_of(edition), choose)


def chosen(edition: str, track: Track, held: Sequence[int], scratches: Array | None = None) -> list[int]:
    """The tickets of ``held`` that the rules choose."""
    game = game_of(edition)
    scratches = np.zeros(1, game.scratch_dtype) if scratches is None else scratches
    result = np.zeros(1, np.int64)
    mask = np.array([sum(1 << t for t in held)], np.int64)
    compiled(edition)(game.params, np.array([track], np.int8), mask, scratches, result)
    return [t for t in range(TICKETS) if int(result[0]) >> t & 1]


def deal(edition: str, rng: np.random.Generator, cards: int, tickets: int) -> tuple[list[int], list[int]]:
    """A track of that many cards out of the box, and that many tickets."""
    box = np.repeat(np.arange(LOCO + 1), game_of(edition).params["cards_of"][0])
    track = np.bincount(rng.choice(box, cards, replace=False), minlength=LOCO + 1)
    return track.tolist(), sorted(rng.choice(TICKETS, tickets, replace=False).tolist())


# --- trying all ---------------------------------------------------------------------------------------------------


def best_by_trying(edition: str, track: Track, held: Sequence[int]) -> list[int]:
    """All subsets, those with the lowest numbers first; a later one has to be better."""
    params = game_of(edition).params[0]
    best, best_key = [], (-1, 0, 0)
    for size in range(len(held) + 1):
        for subset in combinations(sorted(held), size):
            need = [sum(int(params["need"][t, c]) for t in subset) for c in range(COLOURS)]
            if sum(max(0, n - there) for n, there in zip(need, track, strict=False)) > track[LOCO]:
                continue
            cities = 0
            for t in subset:
                cities |= int(params["cities"][t])
            key = (sum(int(params["value"][t]) for t in subset), int(params["bonus_sum"][cities]), size)
            if key > best_key:
                best, best_key = list(subset), key
    return best


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(EDITIONS),
    st.lists(st.integers(0, 4), min_size=COLOURS, max_size=COLOURS),
    st.integers(0, 6),
    st.sets(st.integers(0, TICKETS - 1), max_size=9),
)
def test_best_tickets__of_few_are_the_best_of_all_subsets(
    edition: str, cards: list[int], locomotives: int, held: set[int]
) -> None:
    """TC-R14, TC-6.9, TC-7.7."""
    box = game_of(edition).params["cards_of"][0].tolist()
    track = [min(n, most) for n, most in zip((*cards, locomotives), box, strict=True)]
    assert chosen(edition, track, sorted(held)) == best_by_trying(edition, track, sorted(held))


# --- listing what can be left -------------------------------------------------------------------------------------


def best_by_leftovers(edition: str, track: Track, held: Sequence[int]) -> list[int]:
    """Ticket by ticket, all stacks of cards that can be left with all sets of cities, each with its best choice.

    Cards that no later ticket asks for do not distinguish stacks.
    """
    params = game_of(edition).params[0]
    needs = {t: params["need"][t].tolist() for t in held}
    reached = {((*track,), 0): (0, 0, 0)}
    for i, t in enumerate(held):
        wanted = [sum(needs[later][c] for later in held[i + 1 :]) for c in range(COLOURS)]
        grown: dict[tuple[tuple[int, ...], int], tuple[int, int, int]] = {}
        for (cards, cities), (value, number, chosen) in reached.items():
            after = [there - n for there, n in zip(cards, needs[t], strict=False)]
            options = [(cards[:LOCO], cards[LOCO], cities, (value, number, chosen << 1))]
            locomotives = cards[LOCO] + sum(min(0, there) for there in after)
            if locomotives >= 0:
                colours, touched = tuple(max(0, there) for there in after), cities | int(params["cities"][t])
                choice = (value + int(params["value"][t]), number + 1, chosen << 1 | 1)
                options.append((colours, locomotives, touched, choice))
            for colours, wild, touched, choice in options:
                useful = [min(there, n) for there, n in zip(colours, wanted, strict=True)]
                stack = (*useful, min(wild, sum(wanted) - sum(useful)))
                grown[stack, touched] = max(choice, grown.get((stack, touched), choice))
        reached = grown
    ranked = ((v, int(params["bonus_sum"][c]), n, chosen) for (_, c), (v, n, chosen) in reached.items())
    bits = max(ranked)[-1]
    return [t for t, bit in zip(held, f"{bits:0{len(held)}b}", strict=False) if bit == "1"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cards, tickets", [(10, 24), (16, 16), (24, 12), (32, 13), (40, 14), (55, 18)])
def test_best_tickets__are_the_best_of_all_ways_to_use_the_cards(edition: str, cards: int, tickets: int) -> None:
    """TC-R14, TC-6.9: the sizes that occur in play."""
    rng = np.random.default_rng(cards)
    for _ in range(4):
        track, held = deal(edition, rng, cards, tickets)
        assert chosen(edition, track, held) == best_by_leftovers(edition, track, held)


# --- integer programming ------------------------------------------------------------------------------------------


class Programme:
    """The choice as an integer programme, solved aim by aim: what was reached before becomes a constraint."""

    def __init__(self, edition: str, track: Track, held: Sequence[int]) -> None:
        params = game_of(edition).params[0]
        self.held = list(held)
        self.bonus = params["bonus"].astype(float)
        self.value = params["value"][self.held].astype(float)
        n, cities = len(held), len(self.bonus)
        # Variables: tickets completed, locomotives by the colour they serve, cities touched.
        self.highest = np.r_[np.ones(n), np.full(COLOURS, track[LOCO]), np.ones(cities)]
        touches = params["cities"][self.held] >> np.arange(cities)[:, None] & 1
        self.rows = np.block(
            [
                [params["need"][self.held].T, -np.eye(COLOURS), np.zeros((COLOURS, cities))],
                [np.zeros(n), np.ones(COLOURS), np.zeros(cities)],
                [-touches, np.zeros((cities, COLOURS)), np.eye(cities)],
            ]
        )
        self.upper = np.r_[track, np.zeros(cities)].astype(float)
        self.lower = np.full(len(self.upper), -np.inf)

    def maximise(self, tickets: Any = 0.0, cities: Any = 0.0) -> np.ndarray[Any, Any]:
        """Reach the most for an aim, given as weights; returns the values of all variables."""
        optimize = pytest.importorskip("scipy.optimize")
        aim = np.zeros(len(self.highest))
        aim[: len(self.held)], aim[-len(self.bonus) :] = tickets, cities
        limits = optimize.LinearConstraint(self.rows, self.lower, self.upper)
        bounds = optimize.Bounds(0, self.highest)
        result = optimize.milp(-aim, constraints=limits, integrality=1, bounds=bounds, options={"mip_rel_gap": 0})
        assert result.success, result.message
        self.rows = np.vstack([self.rows, aim])
        self.upper, self.lower = (np.r_[side, round(-result.fun)] for side in (self.upper, self.lower))
        return np.asarray(result.x)

    def solve(self) -> list[int]:
        self.maximise(tickets=self.value)
        self.maximise(cities=self.bonus)
        self.maximise(tickets=1.0)
        for start in range(0, len(self.held), 10):  # lowest numbers, ten at a time, as a binary number
            place = np.arange(len(self.held)) - start
            weights = np.where((place >= 0) & (place < 10), 2.0 ** (9 - place), 0)
            solution = self.maximise(tickets=weights)
        return [t for t, x in zip(self.held, solution, strict=False) if x > 0.5]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cards, tickets", [(14, 30), (35, 26), (45, 34), (60, 46), (90, 46)])
def test_best_tickets__of_many_solve_the_integer_programme(edition: str, cards: int, tickets: int) -> None:
    """TC-R14, TC-6.9: more tickets than a sensible player ever holds."""
    track, held = deal(edition, np.random.default_rng(tickets), cards, tickets)
    assert chosen(edition, track, held) == Programme(edition, track, held).solve()


# Found by hill climbing on the length of the search: its bounds are weak here, and it has to start again with new
# prices. Tracks, and the tickets that are not held.
HARD = [
    ("manual", [2, 2, 4, 0, 6, 4, 5, 7, 4, 5], {0, 1, 25, 33, 36, 37, 38, 39, 41, 42, 44}),
    ("manual", [9, 5, 9, 8, 9, 9, 8, 10, 9, 4], {0, 4, 11, 12, 15, 16, 25, 28, 37, 40}),
    ("published", [5, 1, 0, 0, 4, 4, 3, 4, 0, 8], {11, 12, 17, 23, 35, 36, 37, 38, 42, 44}),
    ("published", [8, 6, 5, 8, 6, 10, 9, 8, 0, 3], {0, 9, 10, 12, 14, 23, 25, 35, 42, 45}),
]


@pytest.mark.parametrize("edition, track, missing", HARD)
def test_best_tickets__where_the_search_is_long_solve_the_integer_programme(
    edition: str, track: list[int], missing: set[int]
) -> None:
    """TC-R14, TC-6.9."""
    held = [t for t in range(TICKETS) if t not in missing]
    assert chosen(edition, track, held) == Programme(edition, track, held).solve()


# --- and the scratch memory ---------------------------------------------------------------------------------------


def test_best_tickets__do_not_depend_on_what_was_searched_before() -> None:
    """Scratch memory may hold anything."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        track, held = deal("manual", rng, int(rng.integers(5, 60)), int(rng.integers(1, 47)))
        scratches = rng.integers(0, 256, game_of("manual").scratch_dtype.itemsize, np.uint8).view(
            game_of("manual").scratch_dtype
        )
        assert chosen("manual", track, held, scratches) == chosen("manual", track, held)
