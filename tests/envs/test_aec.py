"""The AEC environment: observations of all agents, rewards, illegal actions, copies, determinism."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playing import pick, play_on

from railgym.envs import ticket_to_ride_card_solo_v0, ticket_to_ride_card_v0
from railgym.envs.core.errors import ArgumentError, IllegalActionError, OptionsError
from railgym.envs.core.position import ACTION


def raw(**options: Any) -> Any:
    return ticket_to_ride_card_v0.raw_env(**options)


def wrapped(**options: Any) -> Any:
    return ticket_to_ride_card_v0.env(**options)


def started(make: Callable[..., Any] = raw, plies: int = 40, **options: Any) -> Any:
    """An environment in the middle of a game."""
    env = make(**options)
    env.reset(seed=7)
    play_on(env, np.random.default_rng(7), plies)
    return env


def position(env: Any) -> bytes:
    state: bytes = env.unwrapped.position.record.tobytes()
    return state


# --- observations ---------------------------------------------------------------------------------------------------


def test_observe__agrees_with_the_game_for_every_agent_at_any_time() -> None:
    """Waiting agents see their own view and an all-zero mask; looking changes nothing."""
    env = raw(num_players=3)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(60):
        before = position(env)
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            view = env.game.rules.view(np.frombuffer(before, env.game.state_dtype), seat)
            assert seen["observation"].tobytes() == env.game.rules.encode(view, seat).tobytes()
            if agent == env.agent_selection:
                assert seen["action_mask"].tobytes() == env.game.rules.legal(view).tobytes()
            else:
                assert not seen["action_mask"].any()
            assert env.infos[agent]["action_mask"] is seen["action_mask"]
        assert position(env) == before
        env.step(pick(env.last()[0]["action_mask"], rng))


def test_observe__works_for_agents_that_are_done() -> None:
    """Libraries look at all agents after the end, too."""
    env = started(plies=10**6)
    assert env.agents == []
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()


def test_observations__may_be_kept() -> None:
    """Every ply makes new arrays, so a replay buffer can hold them without copying."""
    env = raw()
    env.reset(seed=1)
    kept = []
    for _ in range(30):
        observation = env.last()[0]
        kept.append((observation, observation["observation"].copy(), observation["action_mask"].copy()))
        env.step(pick(observation["action_mask"], np.random.default_rng(1)))
    for observation, vector, mask in kept:
        assert (observation["observation"] == vector).all()
        assert (observation["action_mask"] == mask).all()


def test_mask__written_to_by_the_caller_allows_nothing() -> None:
    env = raw()
    env.reset(seed=1)
    env.last()[0]["action_mask"][:] = 1
    with pytest.raises(IllegalActionError):
        env.step(0)


def test_text__tells_every_agent_its_own_view() -> None:
    """``infos["text"]`` is there on request, with the legal actions of the one that decides."""
    env = started(text=True)
    active = env.agent_selection
    waiting = next(agent for agent in env.agents if agent != active)
    assert "Legal actions:" in env.infos[active]["text"]
    assert "Legal actions:" not in env.infos[waiting]["text"]
    assert f"{waiting} (you)" in env.infos[waiting]["text"]
    assert "text" not in started().infos[active]


def test_human_memory__hides_the_own_track_and_what_others_were_seen_to_take() -> None:
    """TC-R13: the option ``memory`` reaches the observations, seat by seat."""
    env = started(plies=120, memory=("human", "perfect"))
    layout = env.game.observation_layout
    forgetful, perfect = (layout.split(env.observe(agent)["observation"]) for agent in env.possible_agents)
    assert forgetful["track_size"][0] > 0 and perfect["track_size"][0] > 0
    assert not forgetful["track"].any() and not forgetful["their_hand"].any()
    assert perfect["track"].any()


# --- rewards and ends -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards__come_to_all_agents_in_the_last_step(players: int) -> None:
    """The result is zero-sum by rank and every agent, the loser too, reads it from ``last``."""
    env = wrapped(num_players=players)
    env.reset(seed=11)
    seen = play_on(env, np.random.default_rng(11))
    state = env.unwrapped.position.record[0]
    last = {agent: reward for agent, _, _, reward, terminated, _ in seen if terminated}
    assert last == {f"player_{p}": state["payoff"][p] for p in range(players)}
    assert sum(last.values()) == 0 and max(last.values()) == 1
    best = max(range(players), key=lambda p: state["scores"][p])
    assert last[f"player_{best}"] == 1
    assert all(reward == 0 for *_, reward, terminated, _ in seen if not terminated)


def test_margin_reward__adds_up_to_the_final_lead() -> None:
    """``reward="margin"`` pays increments of the lead over the mean of the others, in hundreds of points."""
    env = wrapped(num_players=3, reward="margin")
    env.reset(seed=5)
    total = dict.fromkeys(env.agents, 0.0)
    for agent, _, _, reward, _, _ in play_on(env, np.random.default_rng(5)):
        total[agent] += reward
    scores = env.unwrapped.position.record["scores"][0][:3].tolist()
    leads = [(score - (sum(scores) - score) / 2) / 100 for score in scores]
    assert list(total.values()) == pytest.approx(leads)


def test_shaped_reward__adds_up_to_the_payoff() -> None:
    """``reward="shaped"`` pays leads as they grow and takes them all back at the end, where the payoff is paid."""
    env = wrapped(num_players=3, reward="shaped")
    env.reset(seed=5)
    total, before_the_end = dict.fromkeys(env.agents, 0.0), []
    for agent, _, _, reward, terminated, _ in play_on(env, np.random.default_rng(5)):
        total[agent] += reward
        before_the_end += [] if terminated else [reward]
    assert list(total.values()) == pytest.approx(env.unwrapped.position.record["payoff"][0][:3].tolist())
    assert any(before_the_end)


def test_margin_reward__solo_is_the_lead_over_the_hidden_opponent() -> None:
    env = ticket_to_ride_card_solo_v0.raw_env(reward="margin")
    env.reset(seed=5)
    total = sum(reward for *_, reward, _, _ in play_on(env, np.random.default_rng(5)))
    mine, rival = env.position.record["scores"][0][:2].tolist()
    assert total == pytest.approx((mine - rival) / 100)


def test_max_cycles__truncates_all_agents_without_a_result() -> None:
    env = wrapped(max_cycles=30)
    env.reset(seed=2)
    seen = play_on(env, np.random.default_rng(2))
    assert len(seen) == 30 + 2
    assert [(reward, terminated, truncated) for *_, reward, terminated, truncated in seen[-2:]] == [
        (0, False, True)
    ] * 2
    assert env.agents == []


@pytest.mark.parametrize("cycles", ["a", 0, 2.5])
def test_max_cycles__is_a_number_of_cycles(cycles: object) -> None:
    with pytest.raises(OptionsError, match=f"option max_cycles={cycles!r}: give a whole number of at least 1"):
        wrapped(max_cycles=cycles)


def test_arguments__are_suggested_for_an_unknown_option() -> None:
    with pytest.raises(OptionsError, match="unknown option 'max_cycle': did you mean max_cycles"):
        wrapped(max_cycle=5)
    with pytest.raises(OptionsError, match="unknown option 'target': it is an option of railbot_v0; there are: num_pl"):
        wrapped(target=120)


def test_infos__tell_how_the_game_ended() -> None:
    env = raw()
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while not any(env.terminations.values()):
        env.step(pick(env.last()[0]["action_mask"], rng))
    for agent in env.agents:
        assert env.infos[agent]["scores"].tolist() == env.position.record["scores"][0][:2].tolist()
        assert env.infos[agent]["end_reason"] == "the last deck was exhausted"


def test_elimination__pays_and_removes_an_agent_while_the_others_play_on() -> None:
    """Games that throw players out set their ``out`` and ``payoff``; the environment must end their part at once."""
    env = raw(num_players=3)
    env.reset(seed=6)
    (call, observation, mask), rng = env.position._call, np.random.default_rng(6)
    thrown_out: list[bool] = []

    class CallOfAGameThatThrowsOut:
        """The true call, but from ply 60 on seat 1 is out of the game and its moves belong to no seat."""

        words = call.words

        def __call__(self) -> int:
            code = call()
            if env.position.ply < 60:
                return code
            while (code & 511) == 1:
                call.words[ACTION] = pick(mask, rng)
                code = call()
            env.position._record["payoff"][0][1] = -1
            thrown_out.append(True)
            return code | 1 << 17

    env.position.__dict__["_call"] = CallOfAGameThatThrowsOut(), observation, mask
    while not thrown_out:
        env.step(pick(env.last()[0]["action_mask"], rng))
    assert env.agent_selection == "player_1"
    assert env.terminations == {"player_0": False, "player_1": True, "player_2": False}
    assert env.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    env.step(None)
    assert env.agents == ["player_0", "player_2"]
    seen = play_on(env, rng)
    assert {agent for agent, *_ in seen} == {"player_0", "player_2"}
    assert env.agents == []


# --- illegal actions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [16, 99, 136, -1, None, 1.5, "pass"])
def test_illegal_action__raises_in_words_and_changes_nothing(action: Any) -> None:
    """``raw_env``: the error names the action or what is wrong with it; the game goes on."""
    env = raw()
    env.reset(seed=1)
    before, agent, observation = position(env), env.agent_selection, env.last()[0]
    kind = IllegalActionError if isinstance(action, int) else ArgumentError
    with pytest.raises(kind, match=r"action|lay"):
        env.step(action)
    assert position(env) == before
    assert env.agent_selection == agent
    assert env.last()[0]["observation"] is observation["observation"]
    env.step(pick(observation["action_mask"], np.random.default_rng(0)))
    assert position(env) != before


def test_illegal_action__loses_the_game_in_the_wrapped_environment() -> None:
    """PettingZoo's convention: -1 for the offender, 0 for the others, all terminated."""
    env = started(wrapped, num_players=3)
    before, offender = position(env), env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
    assert position(env) == before
    play_on(env, np.random.default_rng(0))
    assert env.agents == []


@pytest.mark.parametrize("action", [np.int32(14), np.int64(14), np.array(14)])
def test_step__takes_numpy_integers(action: Any) -> None:
    env, same = raw(), raw()
    env.reset(seed=1)
    same.reset(seed=1)
    env.step(action)
    same.step(14)
    assert position(env) == position(same)


# --- copies, seeds, options -----------------------------------------------------------------------------------------

COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("make", [raw, wrapped], ids=["raw_env", "env"])
@pytest.mark.parametrize("duplicate", COPIES.values(), ids=COPIES)
def test_copy__keeps_the_position_and_goes_its_own_way(make: Any, duplicate: Callable[[Any], Any]) -> None:
    """PettingZoo's own classics lose the position; ours goes through the wrappers, future deals included."""
    env = started(make, num_players=3)
    twin = duplicate(env)
    assert type(twin) is type(env) and str(twin) == str(env)
    before = position(env)
    assert position(twin) == before
    ahead = play_on(twin, np.random.default_rng(9))
    assert position(env) == before
    assert play_on(env, np.random.default_rng(9)) == ahead
    env.reset()
    twin.reset()
    assert position(env) == position(twin)


def test_seed__alone_decides_the_deals() -> None:
    """Same seed, same games, whatever the global generators do; the first is the game's own deal of that seed."""
    games = []
    for noise in (0, 1):
        random.seed(noise)
        np.random.seed(noise)  # noqa: NPY002 (the global generator is the point)
        env = raw()
        env.reset(seed=123)
        deals = [position(env)]
        for _ in range(3):
            env.reset()
            deals.append(position(env))
        games.append(deals)
    assert games[0] == games[1]
    assert len(set(games[0])) == 4
    assert games[0][0] == env.game.rules.new_state(123).tobytes()


def test_seed__missing_gives_fresh_deals() -> None:
    first, second = raw(), raw()
    first.reset()
    second.reset()
    assert position(first) != position(second)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_player": 3}, "num_players"),
        ({"num_players": 5}, "num_players"),
        ({"render_mode": "window"}, "rgb_array"),
        ({"render_seat": 2}, "render_seat"),
        ({"reward": "money"}, "margin"),
        ({"encoder": "nodes"}, "vector"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_options__that_are_wrong_are_refused_by_name(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionsError, match=words):
        raw(**options)
