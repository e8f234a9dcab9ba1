"""Sequential halving at the root of a search: who is tried how often, and who wins."""

from itertools import count

import numpy as np
import pytest

from railgym.agents.search.budget import Budget
from railgym.agents.search.leaves import WIDTH
from railgym.agents.search.nodes import NODE
from railgym.agents.search.race import Race
from railgym.agents.spec import AgentSpec


def run(
    priors: list[float], values: list[float], iterations: int = 0, seconds: float = 0.0
) -> tuple[list[int], list[int]]:
    """The order in which children with such priors and values (without noise) come in, as positions in the lists, and
    how often each was tried."""
    nodes = np.zeros(1 + len(priors), NODE)
    nodes["prior"][1:] = priors
    race = Race(nodes, list(range(1, len(nodes))))
    spec = AgentSpec(code="mcts", kind="mcts", iterations=iterations, seconds=seconds)
    for batch, tried in race.batches(Budget(spec)):
        assert 0 < len(batch) == len(tried) <= WIDTH
        for child in tried:
            nodes["visits"][child] += 1
            nodes["total"][child] += values[child - 1]
    return [child - 1 for child in race.order], nodes["visits"][1:].tolist()


def test_race__is_won_by_the_value_where_priors_are_alike() -> None:
    order, visits = run([0.4, 0.35, 0.25], [-0.5, 0.0, 0.5], iterations=60)
    assert order[0] == 2
    assert visits[2] == visits[1] > visits[0], "the worst runs the first lap only"


def test_race__is_won_by_the_prior_where_values_are_alike() -> None:
    assert run([0.1, 0.7, 0.2], [0.3, 0.3, 0.3], iterations=60)[0] == [1, 2, 0]


def test_race__lets_a_value_outweigh_a_prior() -> None:
    """At a weight of 60, 0.1 more in value is worth more than 99 times the prior, and 0.05 more is not."""
    assert run([0.99, 0.01], [0.0, 0.1], iterations=40)[0] == [1, 0]
    assert run([0.99, 0.01], [0.0, 0.05], iterations=40)[0] == [0, 1]


@pytest.mark.parametrize("iterations", [1, 2, 7, 50, 200, 800])
@pytest.mark.parametrize("entrants", [2, 3, 5, 16])
def test_race__spends_its_budget_and_no_more(entrants: int, iterations: int) -> None:
    """What can be shared out evenly among those that still run is spent; who wins was tried."""
    order, visits = run([1 / entrants] * entrants, [0.0] * entrants, iterations=iterations)
    assert iterations - entrants < sum(visits) <= iterations
    assert visits[order[0]] == max(visits) > 0


def test_race__leaves_out_what_is_hardly_ever_played() -> None:
    """An action with a prior below 0.002 is not tried, and one that is alone is tried once."""
    assert run([0.9989, 0.0011], [-1.0, 1.0], iterations=100) == ([0], [1, 0])
    assert run([0.0011, 0.0012, 0.0011], [0.0, 0.0, 0.0], iterations=100) == ([1], [0, 1, 0]), "the likeliest of many"


def test_race__starts_anew_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that lost a short race run in the longer one that follows. By this clock, each batch takes a millisecond:
    the first race has 8 batches."""
    milliseconds = count()
    monkeypatch.setattr("railgym.agents.search.budget.time.perf_counter", lambda: next(milliseconds) / 1000)
    priors, values = [0.5, 0.3, 0.1, 0.1], [0.0, 0.0, 0.0, 0.1]
    assert min(run(priors, values, seconds=0.005)[1]) <= 64 // 2 // 4, "the first lap of the first race"
    assert min(run(priors, values, seconds=0.05)[1]) > 64 // 2 // 4
