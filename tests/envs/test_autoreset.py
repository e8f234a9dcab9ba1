"""Both autoreset modes of the vector environment, and Gymnasium's vector environments and wrappers around it."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, VectorObservationWrapper
from gymnasium.wrappers import vector as wrappers
from playing import no_warnings
from small_games import small_tables

import railgym  # noqa: F401 (registers the ids)
from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import OptionsError
from railgym.envs.vector import VectorGameEnv

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
ID = "railgym/TicketToRideCard-v0"
PREFIXED = f"railgym:{ID}"


def vector_env(mode: AutoresetMode | str, num_envs: int = 4, **arguments: Any) -> VectorGameEnv:
    env = gymnasium.make_vec(ID, num_envs=num_envs, autoreset_mode=mode, **arguments)
    assert isinstance(env, VectorGameEnv)
    return env


def chosen(observation: Any) -> int:
    """A legal action that depends only on the observation."""
    legal = np.flatnonzero(observation["action_mask"])
    return int(legal[int(abs(observation["observation"]).sum() * 1000) % len(legal)])


def row(batch: Any, i: int) -> Any:
    return {key: value[i] for key, value in batch.items()}


def episodes(env: VectorGameEnv, i: int, games: int) -> list[Any]:
    """The first games of environment ``i``: every observation with the reward that came with it, and the outcome at the
    end."""
    observations, infos = env.reset(seed=11)
    same = env.metadata["autoreset_mode"] is SAME_STEP
    seen: list[Any] = [(observations["observation"][i].tobytes(), 0.0, int(infos["seat"][i]))]
    while games:
        actions = np.array([chosen(row(observations, i)) for i in range(env.num_envs)])
        observations, rewards, ended, _, infos = env.step(actions)
        if ended[i]:
            games -= 1
            last = infos["final_obs"][i] if same else row(observations, i)
            outcome = infos["final_info"] if same else infos
            assert outcome["_scores"][i]
            end = outcome["scores"][i].tolist(), outcome["end_reason"][i]
            seen.append((last["observation"].tobytes(), rewards[i], end))
            if same:
                seen.append((observations["observation"][i].tobytes(), 0.0, int(infos["seat"][i])))
        else:
            seen.append((observations["observation"][i].tobytes(), rewards[i], int(infos["seat"][i])))
    return seen[:-1] if same else seen


@pytest.mark.parametrize("reward", ["result", "margin", "shaped"])
def test_next_step__plays_the_same_games_as_same_step(reward: Any) -> None:
    """In each environment: observations, rewards, seats and outcomes; the reset step pays nothing."""
    for i in range(2):
        modes = [
            episodes(vector_env(mode, 2, reward=reward, opponents=["greedy"]), i, 3) for mode in (SAME_STEP, NEXT_STEP)
        ]
        assert modes[0] == modes[1]


def test_next_step__ends_a_game_with_a_mask_of_action_0_and_ignores_the_action_after_it() -> None:
    """The mask of a last observation is never empty: a sampler that wants a legal action finds one. The reset step
    takes whatever integer is given, pays 0 and ends nothing."""
    env = vector_env(NEXT_STEP, opponents=["random"], on_illegal="raise")
    observations, infos = env.reset(seed=3)
    rng, resets = np.random.default_rng(3), 0
    waiting = np.zeros(4, bool)
    while resets < 3:
        assert observations in env.observation_space and observations["action_mask"].any(1).all()
        assert infos["action_mask"] is observations["action_mask"]
        assert (env.action_masks() == observations["action_mask"].astype(bool)).all()
        assert (observations["action_mask"][waiting].sum(1) == 1).all() and observations["action_mask"][
            waiting, 0
        ].all()
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
        actions[waiting] = 99
        before = observations
        observations, rewards, ended, truncated, infos = env.step(actions)
        assert not ended[waiting].any() and not rewards[waiting].any() and not truncated.any()
        assert (before["observation"][waiting] != observations["observation"][waiting]).any(1).all()
        assert "final_obs" not in infos and ("scores" in infos) == ended.any()
        resets, waiting = resets + int(waiting.sum()), ended
    env.step(np.where(waiting, 0, env.action_masks().argmax(1)))
    assert env.reset(seed=3)[0]["action_mask"].any(1).all()


def test_next_step__shows_the_position_that_an_illegal_action_lost() -> None:
    env = vector_env(NEXT_STEP, opponents=["random"])
    observations, _ = env.reset(seed=1)
    actions = env.action_masks().argmax(1)
    actions[1] = 99
    lost, rewards, ended, _, infos = env.step(actions)
    assert rewards.tolist() == [0, -1, 0, 0] and ended.tolist() == [False, True, False, False]
    assert (lost["observation"][1] == observations["observation"][1]).all()
    assert "not legal" in infos["illegal_action"][1] and infos["_illegal_action"].tolist() == ended.tolist()
    dealt, rewards, ended, _, infos = env.step(env.action_masks().argmax(1))
    assert not rewards.any() and not ended.any()
    assert dealt["action_mask"][1].sum() > 1 and "illegal_action" not in infos


def test_next_step__does_not_write_into_the_arrays_of_the_batch() -> None:
    """With ``copy=False`` the next game of a waiting environment must survive the step that shows the last
    observation."""
    env, copied = (vector_env(NEXT_STEP, 2, opponents=["greedy"], copy=copy) for copy in (False, True))
    shared, _ = env.reset(seed=5)
    own, _ = copied.reset(seed=5)
    for _ in range(150):
        assert (shared["observation"] == own["observation"]).all()
        assert (shared["action_mask"] == own["action_mask"]).all()
        actions = np.array([chosen(row(own, i)) for i in range(2)])
        shared, own = env.step(actions)[0], copied.step(actions)[0]


@pytest.mark.parametrize("mode", ["Disabled", AutoresetMode.DISABLED, "next", None])
def test_autoreset_mode__is_one_of_two(mode: Any) -> None:
    with pytest.raises(OptionsError, match=r"option autoreset_mode=.*: choose 'SameStep' or 'NextStep'"):
        vector_env(mode)


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_autoreset_mode__is_taken_as_a_word(mode: str) -> None:
    assert vector_env(mode).metadata["autoreset_mode"] is AutoresetMode(mode)


# --- Gymnasium's wrappers -------------------------------------------------------------------------------------------

VECTOR = wrappers.FilterObservation, {"filter_keys": ["observation"]}
FLAT = wrappers.FlattenObservation, {}
WRAPPERS: dict[str, list[tuple[Any, dict[str, Any]]]] = {
    "flatten": [FLAT],
    "filter": [VECTOR],
    "normalize": [VECTOR, FLAT, (wrappers.NormalizeObservation, {})],
    "statistics": [(wrappers.RecordEpisodeStatistics, {})],
    "normalize reward": [(wrappers.NormalizeReward, {})],
}


@pytest.mark.parametrize("mode", [SAME_STEP, NEXT_STEP])
@pytest.mark.parametrize("stack", WRAPPERS.values(), ids=WRAPPERS)
def test_gymnasium_wrappers__play_whole_games(stack: list[Any], mode: AutoresetMode) -> None:
    """Masks come from ``infos``, which no wrapper changes. In SAME_STEP Gymnasium transforms no observations."""
    env: Any = vector_env(mode, opponents=["random"])
    with no_warnings():
        if mode is SAME_STEP and issubclass(stack[0][0], VectorObservationWrapper):
            with pytest.raises(ValueError, match="NEXT_STEP"):
                stack[0][0](env, **stack[0][1])
            return
        for wrapper, arguments in stack:
            env = wrapper(env, **arguments)
        observations, infos = env.reset(seed=0)
        rng, games, lengths = np.random.default_rng(0), 0, []
        while games < 6:
            assert observations in env.observation_space
            actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
            observations, _, ended, _, infos = env.step(actions)
            games += int(ended.sum())
            if "episode" in infos:
                lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    if stack[0][0] is wrappers.RecordEpisodeStatistics:
        assert len(lengths) == games and min(lengths) > 10


@pytest.mark.parametrize("mode", [SAME_STEP, NEXT_STEP])
@pytest.mark.parametrize("vectorization_mode", ["sync", "async"])
def test_gymnasium_vector__plays_whole_games_of_single_environments(
    vectorization_mode: str, mode: AutoresetMode
) -> None:
    """``gymnasium.make_vec`` with its own vector environments, in this process and in children."""
    num_envs, context = (1, {"context": "spawn"}) if vectorization_mode == "async" else (2, {})
    with no_warnings():
        env = gymnasium.make_vec(
            ID,
            num_envs=num_envs,
            vectorization_mode=vectorization_mode,
            vector_kwargs={"autoreset_mode": mode, **context},
            opponents=["random"],
        )
        observations, infos = env.reset(seed=0)
        rng, games = np.random.default_rng(0), 0
        while games < 2:
            assert observations in env.observation_space
            actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
            observations, _, ended, _, infos = env.step(actions)
            games += int(ended.sum())
        env.close()


# --- children that know nothing of railgym --------------------------------------------------------------------------


def test_id_with_module__is_found_by_spawned_children() -> None:
    """A spawned process has not imported railgym: the part before the colon does it."""
    env = AsyncVectorEnv([partial(gymnasium.make, PREFIXED, opponents=["random"])], context="spawn")
    observations, _ = env.reset(seed=1)
    assert observations["action_mask"].any()
    env.close()


def test_id_with_module__makes_vector_environments_too() -> None:
    assert isinstance(gymnasium.make_vec(PREFIXED, 2), VectorGameEnv)


@pytest.mark.long
@pytest.mark.parametrize("mode", [SAME_STEP, NEXT_STEP])
@small_tables
def test_vector__plays_whole_games_of_every_environment(id: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    """Statistics count every game once, also games that a learner is out of before their end."""
    env: Any = wrappers.RecordEpisodeStatistics(gymnasium.make_vec(GAMES[id].gym_id, 4, autoreset_mode=mode, **options))
    if mode is NEXT_STEP:
        env = wrappers.FlattenObservation(wrappers.FilterObservation(env, filter_keys=["observation"]))
    observations, infos = env.reset(seed=0)
    rng, returns = np.random.default_rng(0), []
    while len(returns) < 12:
        assert observations in env.observation_space and infos["action_mask"].any(1).all()
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(1)
        observations, _, _, _, infos = env.step(actions)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert all(-1 <= total <= 1 for total in returns) and any(returns)
