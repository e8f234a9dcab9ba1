"""OpenSpiel's exact algorithms on a small game with all chance outcomes."""

from typing import Any

import pytest

from railgym.agents.registry import make_agent
from railgym.envs.core.chance import ManyOutcomesError
from railgym.envs.core.errors import OptionsError

pyspiel = pytest.importorskip("pyspiel")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
policies = pytest.importorskip("open_spiel.python.policy")
pytestmark = [pytest.mark.interop, pytest.mark.xdist_group("railgym.envs.ticket_to_ride_card.game")]

UNIFORM = 11 / 60  # the exploitability of the uniform random policy


@pytest.fixture(scope="module")
def tiny() -> Any:
    from railgym.envs.open_spiel_tree import open_spiel_tree

    return open_spiel_tree("ticket_to_ride_card_v0", edition="tiny")


def test_tree__passes_the_simulation_test(tiny: Any) -> None:
    """OpenSpiel's own checks of a game: clones, chance outcomes, information states, returns."""
    pyspiel.random_sim_test(tiny, num_sims=3, serialize=False, verbose=False)


def test_uniform_policy__has_its_exploitability(tiny: Any) -> None:
    """The number is exact: all chance outcomes are listed, and OpenSpiel finds the best responses."""
    assert exploitability.nash_conv(tiny, policies.UniformRandomPolicy(tiny)) / 2 == pytest.approx(UNIFORM)


def test_agent__is_a_policy_of_its_view(tiny: Any) -> None:
    """It gives its action probability 1 in every node of an information state."""
    from railgym.envs.open_spiel_tree import TreePolicy

    policy, chosen = TreePolicy(tiny, make_agent("planner", tiny.game)), {}
    for deal in range(0, 198, 9):
        state = tiny.new_initial_state().child(deal)
        while not state.is_terminal():
            probabilities = policy.action_probabilities(state)
            assert list(probabilities) == state.legal_actions() and sum(probabilities.values()) == 1
            assert chosen.setdefault(state.information_state_string(), probabilities) == probabilities
            state.apply_action(max(probabilities, key=probabilities.__getitem__))


def test_command__prints_exploitabilities(capsys: pytest.CaptureFixture[str]) -> None:
    """The compiled tree gives the same number for the uniform policy; CFR+ comes close to an equilibrium."""
    from railgym.training.evaluate.exploitability import main

    assert main(["ticket_to_ride_card_v0", "--option", "edition=tiny", "--agents", "", "--iterations", "30"]) == 0
    lines = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert list(lines) == ["uniform random", "CFR+, 3 iterations", "CFR+, 30 iterations"]
    numbers = [float(number) for number in lines.values()]
    assert numbers[0] == pytest.approx(UNIFORM, abs=1e-4) and numbers[2] < numbers[1] < numbers[0] and numbers[2] < 0.02


def test_large_games__are_refused() -> None:
    from railgym.envs.open_spiel_tree import open_spiel_tree
    from railgym.training.evaluate.exploitability import main

    with pytest.raises(ManyOutcomesError, match="the deal has more than 1,000,000 possible draws"):
        open_spiel_tree("ticket_to_ride_card_v0")
    with pytest.raises(OptionsError, match="a game for 2 players; ticket_to_ride_card_solo_v0 has 1 player"):
        main(["ticket_to_ride_card_solo_v0"])
