"""The vector environment: the same games as single environments, automatic resets, seats, illegal actions."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from playing import no_warnings

import railgym  # noqa: F401 (registers the ids)
from railgym.agents.scripted import ScriptedAgent
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArgumentError, IllegalActionError, OptionsError
from railgym.envs.single_seat import SingleSeatEnv
from railgym.envs.vector import VectorGameEnv

BOT_STREAM = 0xD1B54A32D192ED03  # what core/simulate.py mixes into the seed of a game for its bots


def vector_env(num_envs: int = 4, id: str = "railgym/TicketToRideCard-v0", **arguments: Any) -> VectorGameEnv:
    env = gymnasium.make_vec(id, num_envs=num_envs, **arguments)
    assert isinstance(env, VectorGameEnv)
    return env


def pick_all(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action a row."""
    return (rng.random(masks.shape) * (masks > 0)).argmax(1)


class BatchBot(ScriptedAgent):
    """A scripted agent that draws its random numbers as the bots of a batch do."""

    deal = 0

    def reset(self, seat: int, seed: int) -> None:
        super().reset(seat, self.deal ^ BOT_STREAM)


def single(game: Any, bots: list[str], one: Any, reward: Any) -> tuple[SingleSeatEnv, Any, Any]:
    """The single environment with the current game of a batch's environment, and what its reset returned."""
    opponents = [BatchBot(game, name) for name in bots]
    for opponent in opponents:
        opponent.deal = int(one["seed"])
    env = SingleSeatEnv(game, opponents, seat=int(one["learner"]), reward=reward)
    return env, *env.reset(seed=int(one["seed"]))


@pytest.mark.parametrize("reward", ["result", "margin", "shaped"])
@pytest.mark.parametrize("bots", [["random"], ["greedy", "random"]], ids=["two", "three"])
def test_vector__plays_the_same_games_as_single_environments(bots: list[str], reward: str) -> None:
    """In each environment the same seeds, bots and actions give the same observations, masks, rewards and ends."""
    game = make_game("ticket_to_ride_card_v0", num_players=len(bots) + 1)
    env = vector_env(3, opponents=bots, reward=reward)
    observations, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    singles = [single(game, bots, one, reward)[0] for one in env.batch.envs]
    games = 0
    while games < 5:
        actions = pick_all(observations["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        for i in range(3):
            seen, paid, over, _, info = singles[i].step(actions[i])
            assert (paid, over, False) == (pytest.approx(rewards[i]), terminations[i], truncations[i])
            if over:
                games += 1
                final = infos["final_obs"][i]
                assert final["observation"].tobytes() == seen["observation"].tobytes()
                assert final["action_mask"].tobytes() == seen["action_mask"].tobytes()
                assert infos["final_info"]["scores"][i].tolist() == info["scores"].tolist()
                assert infos["final_info"]["end_reason"][i] == info["end_reason"]
                singles[i], seen, info = single(game, bots, env.batch.envs[i], reward)
            assert observations["observation"][i].tobytes() == seen["observation"].tobytes()
            assert observations["action_mask"][i].tobytes() == seen["action_mask"].tobytes()
            assert infos["seat"][i] == info["seat"]


def test_vector__follows_gymnasiums_conventions() -> None:
    """Spaces, dtypes, ``SAME_STEP`` and the keys of ``infos`` are those that wrappers and trainers rely on."""
    env = vector_env(5, opponents=["random"])
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=3)
    rng = np.random.default_rng(3)
    ends = 0
    while ends < 3:
        assert observations in env.observation_space
        assert infos["action_mask"] is observations["action_mask"] and infos["_action_mask"].all()
        assert (env.action_masks() == observations["action_mask"].astype(bool)).all()
        observations, rewards, terminations, truncations, infos = env.step(pick_all(env.action_masks(), rng))
        assert (rewards.dtype, rewards.shape) == (np.float64, (5,))
        assert (terminations.dtype, truncations.dtype) == (bool, bool) and not truncations.any()
        assert ((rewards != 0) <= terminations).all()
        assert ("final_obs" in infos) == terminations.any()
        if terminations.any():
            ends += int(terminations.sum())
            assert (infos["_final_obs"] == terminations).all()
            for i, final in enumerate(infos["final_obs"]):
                assert (final in env.single_observation_space) if terminations[i] else (final is None)


def test_vector__works_under_gymnasiums_statistics() -> None:
    """``RecordEpisodeStatistics`` counts every game once."""
    with no_warnings():
        env = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector_env(4, opponents=["random"]))
        observations, _ = env.reset(seed=0)
        rng, returns = np.random.default_rng(0), []
        while len(returns) < 4:
            observations, _, ended, _, infos = env.step(pick_all(observations["action_mask"], rng))
            if ended.any():
                returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) <= {-1.0, 0.0, 1.0}


def test_seats__move_on_with_every_game_or_stay() -> None:
    for fixed in (None, 2):
        env = vector_env(3, opponents=["random", "random"], seat=fixed)
        _, infos = env.reset(seed=5)
        rng = np.random.default_rng(5)
        seats, ends = infos["seat"].copy(), 0
        while ends < 4:
            before = seats
            _, _, ended, _, infos = env.step(pick_all(env.action_masks(), rng))
            seats = infos["seat"].copy()
            expected = np.where(ended, (before + 1) % 3, before) if fixed is None else np.full(3, 2)
            assert seats.tolist() == expected.tolist()
            ends += int(ended.sum())


def test_seed__decides_all_lanes_for_any_number_of_threads() -> None:
    """Equal seeds give equal batches; environments differ from each other; a second reset begins new games."""
    seen = []
    for threads in (1, 2):
        env = vector_env(4, opponents=["random"], threads=threads)
        rng = np.random.default_rng(7)
        record = []
        for seed in (7, None):
            observations, _ = env.reset(seed=seed)
            record.append(observations["observation"].copy())
            for _ in range(30):
                observations, *_ = env.step(pick_all(observations["action_mask"], rng))
            record.append(observations["observation"])
        seen.append([array.tobytes() for array in record])
        assert len(np.unique(record[0], axis=0)) == 4
        assert (record[0] != record[2]).any()
    assert seen[0] == seen[1]


def test_observations__are_copies_unless_asked_otherwise() -> None:
    env = vector_env(2, opponents=["random"])
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    env.step(pick_all(first["action_mask"], np.random.default_rng(1)))
    assert (first["observation"] == kept).all()
    shared = vector_env(2, opponents=["random"], copy=False)
    assert shared.reset(seed=1)[0]["observation"] is shared.batch.observations


@pytest.mark.parametrize("action", [99, 136, -1])
def test_illegal_action__loses_its_game_alone(action: int) -> None:
    """The other games continue; a new game begins in the same step; the reason is in ``final_info``."""
    env = vector_env(3, opponents=["random"])
    observations, infos = env.reset(seed=1)
    twin = vector_env(3, opponents=["random"])
    twin.reset(seed=1)
    actions = pick_all(observations["action_mask"], np.random.default_rng(1))
    legal = twin.step(actions)[0]
    actions[1] = action
    before, deal = observations, env.batch.envs["seed"].copy()
    observations, rewards, terminations, _, infos = env.step(actions)
    assert rewards.tolist() == [0, -1, 0] and terminations.tolist() == [False, True, False]
    assert "action" in infos["final_info"]["illegal_action"][1] or "lay" in infos["final_info"]["illegal_action"][1]
    assert infos["final_info"]["_illegal_action"].tolist() == [False, True, False]
    assert (infos["final_obs"][1]["observation"] == before["observation"][1]).all()
    for i in (0, 2):
        assert (observations["observation"][i] == legal["observation"][i]).all()
    assert (env.batch.envs["seed"] != deal).tolist() == [False, True, False]
    assert observations["action_mask"].any(1).all()
    env.step(pick_all(observations["action_mask"], np.random.default_rng(2)))


def test_illegal_action__raises_on_request_and_changes_nothing() -> None:
    env = vector_env(3, opponents=["random"], on_illegal="raise")
    observations, _ = env.reset(seed=1)
    before = env.batch.states.tobytes()
    actions = pick_all(observations["action_mask"], np.random.default_rng(1))
    actions[2] = 99
    with pytest.raises(IllegalActionError, match=r"environment 2: .* is not legal now"):
        env.step(actions)
    assert env.batch.states.tobytes() == before


def test_solo__needs_no_opponents() -> None:
    env = vector_env(4, "railgym/TicketToRideCardSolo-v0")
    observations, _ = env.reset(seed=1)
    rng, results = np.random.default_rng(1), []
    while len(results) < 4:
        observations, rewards, ended, _, _ = env.step(pick_all(observations["action_mask"], rng))
        results += rewards[ended].tolist()
    assert set(results) <= {-1.0, 1.0}


def test_opponents__inside_a_batch_are_scripted_bots() -> None:
    with pytest.raises(OptionsError, match="'human' is no scripted bot"):
        vector_env(2, opponents=["human"])


def test_step__before_reset_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        vector_env(2, opponents=["random"]).step(np.zeros(2, np.int64))


def test_position__is_a_copy_of_one_game() -> None:
    env = vector_env(2, opponents=["random"])
    observations, _ = env.reset(seed=1)
    position = env.position(1)
    assert np.array_equal(position.view().observation, observations["observation"][1])
    before = env.batch.states.tobytes()
    position.play(int(position.legal_actions[0]))
    assert env.batch.states.tobytes() == before
    with pytest.raises(ArgumentError, match="index"):
        env.position(2)
