"""railgym's vector environments as those of stable-baselines3."""

from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import railgym
from railgym.envs.core.errors import ArgumentError, OptionsError
from railgym.envs.episodes import NotReadyError
from railgym.training.sb3 import SB3VecEnv


def make(num_envs: int, *opponents: str, **given: Any) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec("railgym/TicketToRideCard-v0", num_envs, opponents=list(opponents), **given)


def random_actions(rng: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    return (rng.random(masks.shape) * masks).argmax(1)


def test_sb3__plays_the_games_of_its_environments() -> None:
    """Two environments side by side play as each of them does alone."""
    alone = [make(3, "random", reward="shaped"), make(2, "greedy", reward="shaped")]
    env = SB3VecEnv(make(3, "random", reward="shaped"), make(2, "greedy", reward="shaped"))
    env.seed(5)
    seen = env.reset()
    expected = [one.reset(seed=seed)[0] for one, seed in zip(alone, (5, 8))]
    assert is_masking_supported(env)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(500):
        assert (seen == np.concatenate([found["observation"] for found in expected])).all()
        masks = get_action_masks(env)
        assert (masks == np.concatenate([found["action_mask"] for found in expected])).all()
        actions = random_actions(rng, masks)
        seen, rewards, dones, infos = env.step(actions)
        steps = [alone[0].step(actions[:3]), alone[1].step(actions[3:])]
        expected = [step[0] for step in steps]
        assert rewards == pytest.approx(np.concatenate([step[1] for step in steps]))
        assert (dones == np.concatenate([step[2] for step in steps])).all()
        last = [row for step in steps if "final_obs" in step[4] for row in step[4]["final_obs"] if row is not None]
        found = [info["terminal_observation"] for info in infos if info]
        assert len(found) == dones.sum() == len(last)
        assert all((a == b["observation"]).all() for a, b in zip(found, last))
        ended += len(found)
    assert ended >= 5


def test_sb3__reports_lengths_returns_and_wins() -> None:
    """Paid by the result alone, the learner of a game for two gets 1 for a win and -1 for a loss."""
    env = SB3VecEnv(make(16, "random"))
    env.reset()
    rng, lengths, wins = np.random.default_rng(1), np.zeros(16, int), []
    for _ in range(600):
        _, rewards, dones, infos = env.step(random_actions(rng, env.action_masks()))
        lengths += 1
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["l"] == lengths[i] and infos[i]["episode"]["r"] == rewards[i]
            assert infos[i]["is_success"] == {1: 1.0, -1: 0.0, 0: 0.5}[rewards[i]]
            wins.append(infos[i]["is_success"])
        lengths[dones] = 0
    assert 0.2 < np.mean(wins) < 0.8 and len(wins) > 30


def test_sb3__refuses_other_environments() -> None:
    with pytest.raises(ArgumentError, match="make_vec"):
        SB3VecEnv(gymnasium.make("railgym/TicketToRideCard-v0"))
    with pytest.raises(OptionsError, match="autoreset_mode"):
        SB3VecEnv(make(2, "random", autoreset_mode="NextStep"))
    with pytest.raises(OptionsError, match="the same environment is given twice"):
        SB3VecEnv(*[make(2, "random")] * 2)
    with pytest.raises(OptionsError, match="different"):
        SB3VecEnv(make(2, "random"), gymnasium.make_vec("railgym/RailBaronCards-v0", 2))


def test_win_rate__is_that_of_the_command() -> None:
    """The policy that plays the highest legal action is measured as the same bot is."""
    found = railgym.win_rate(highest, "ticket_to_ride_card_v0", "greedy", games=20, seed=3)
    from railgym.training.evaluate.command import evaluate

    report = evaluate(railgym.make_game("ticket_to_ride_card_v0"), ("one", "greedy"), 10, 3, given={"one": Highest()})
    assert [found.value, found.low, found.high] == [report["agents"][0]["win_rate"], *report["agents"][0]["ci95"]]


def test_sb3__refuses_calls_once_it_is_closed() -> None:
    env = SB3VecEnv(make(2, "random"))
    env.close()
    with pytest.raises(NotReadyError, match="closed"):
        env.reset()


@pytest.mark.parametrize("wrong", [{"policy": "planner"}, {"opponent": ["greedy"]}, {"seed": "x"}, {"seed": -1}])
def test_win_rate__refuses_other_arguments(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=r"^win_rate: "):
        railgym.win_rate(**{"policy": highest, "id": "ticket_to_ride_card_v0"} | wrong)


def test_win_rate__refuses_a_person_as_the_opponent() -> None:
    with pytest.raises(OptionsError, match="'human' cannot play a benchmark"):
        railgym.win_rate(highest, "ticket_to_ride_card_v0", "human")


def test_win_rate__takes_options_encoders_and_trained_agents() -> None:
    one = railgym.win_rate(highest, "ticket_to_ride_card_solo_v0", games=8)
    four = railgym.win_rate(highest, "rail_baron_cards_v0", "greedy", games=8, num_players=4, max_rounds=3)
    assert 0 <= one.value <= 1 and 0 <= four.value <= 1
    assert railgym.win_rate(highest, "ticket_to_ride_card_v0", "trained", games=2).value == 0


def test_win_rate__names_what_is_wrong_with_a_policy() -> None:
    with pytest.raises(ArgumentError, match="actions of the policy"):
        railgym.win_rate(lambda observations, masks: 0, "ticket_to_ride_card_v0", games=2)


def highest(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


class Highest:
    code = "highest"

    def reset(self, seat: int, seed: int) -> None: ...

    def act(self, view: railgym.View) -> int:
        return view.legal_actions[-1]
