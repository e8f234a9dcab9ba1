"""The single-seat environment: opponents inside ``step``, the learner's own reward, illegal actions, seats, copies."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from playing import RandomAgent, pick

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError, OptionsError
from railgym.envs.single_seat import SingleSeatEnv

TWO = make_game("ticket_to_ride_card_v0")
THREE = make_game("ticket_to_ride_card_v0", num_players=3)


def table(game: Any = TWO, **arguments: Any) -> SingleSeatEnv:
    return SingleSeatEnv(game, [RandomAgent() for _ in range(game.num_players - 1)], **arguments)


def play_out(env: SingleSeatEnv, rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """Play the running game randomly to its end; returns all that ``step`` returned."""
    steps: list[tuple[Any, ...]] = []
    while not (steps and steps[-1][2]):
        steps.append(env.step(pick(env.action_masks(), rng)))
    return steps


def test_reward__of_a_lost_game_reaches_the_learner() -> None:
    """A game that an opponent's move ends to the learner's harm still pays the learner -1 (the well-known tutorial
    wrapper pays the mover and loses it)."""
    env = table(seat=0)
    opponent: Any = env.opponents[0]
    lost_by_their_move = 0
    for seed in range(30):
        env.reset(seed=seed)
        steps = play_out(env, np.random.default_rng(seed))
        *_, (_, reward, terminated, truncated, info) = steps
        mine, theirs = info["scores"]
        if mine != theirs:
            assert reward == (1 if mine > theirs else -1)
        assert terminated and not truncated
        assert all(step[1] == 0 for step in steps[:-1])
        lost_by_their_move += reward == -1 and opponent.last_ply == env.position.record["ply"][0] - 1
    assert lost_by_their_move > 0


def test_margin_reward__adds_up_to_the_learners_final_lead() -> None:
    env = table(THREE, seat=1, reward="margin")
    env.reset(seed=3)
    steps = play_out(env, np.random.default_rng(3))
    scores = steps[-1][4]["scores"].tolist()
    assert sum(step[1] for step in steps) == pytest.approx((scores[1] - (scores[0] + scores[2]) / 2) / 100)


def test_opponents__sit_in_turn_order_and_see_their_own_views() -> None:
    """The first opponent sits to the learner's left; each is reset with its seat and a seed of its own."""
    env = table(THREE, seat=2)
    env.reset(seed=1)
    first, second = env.opponents
    play_out(env, np.random.default_rng(1))
    assert isinstance(first, RandomAgent) and isinstance(second, RandomAgent)
    assert (first.seat, second.seat) == (0, 1)
    assert first.seed != second.seed
    assert first.masks and second.masks


def test_learner__always_decides_when_step_returns() -> None:
    env = table(THREE)
    env.reset(seed=2)
    for observation, _, terminated, _, info in play_out(env, np.random.default_rng(2)):
        assert observation in env.observation_space
        assert info["action_mask"] is observation["action_mask"]
        assert observation["action_mask"].any() != terminated
        pieces = env.game.observation_layout.split(observation["observation"])
        assert terminated or pieces["my_decision"][0] == 1


def test_seat__is_fixed_or_drawn_by_the_seed_or_named_at_reset() -> None:
    env = table(THREE)
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(drawn) == {0, 1, 2}
    assert drawn == [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert env.reset(options={"seat": 1})[1]["seat"] == 1
    assert {table(THREE, seat=2).reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_seed__decides_deal_seat_and_opponents() -> None:
    """Equal seeds and actions give equal games, and the deal is the game's own of that seed."""
    records = []
    for _ in range(2):
        env = table(THREE)
        games = []
        for seed in (5, None):
            env.reset(seed=seed)
            steps = play_out(env, np.random.default_rng(5))
            games.append([(step[0]["observation"].tobytes(), step[1]) for step in steps])
        records.append(games)
    assert records[0] == records[1]
    assert records[0][0] != records[0][1]


def test_illegal_action__loses_by_default_and_leaves_the_position() -> None:
    """Reward -1, terminated, and the reason in words; after that only ``reset`` goes on."""
    env = table()
    observation, _ = env.reset(seed=1)
    before = env.position.record.tobytes()
    after, reward, terminated, truncated, info = env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "is not legal now" in info["illegal_action"]
    assert env.position.record.tobytes() == before
    assert (after["observation"] == observation["observation"]).all()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    env.step(pick(env.action_masks(), np.random.default_rng(0)))


def test_illegal_action__raises_on_request() -> None:
    env = table(on_illegal="raise")
    observation, _ = env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="legal:"):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    env.step(pick(observation["action_mask"], np.random.default_rng(0)))


def test_illegal_action__of_an_opponent_names_the_opponent() -> None:
    class Cheat(RandomAgent):
        code = "cheat"

        def act(self, view: Any) -> int:
            return int(np.flatnonzero(view.action_mask == 0)[0])

    env = SingleSeatEnv(TWO, [Cheat()], seat=1)
    with pytest.raises(IllegalActionError, match="opponent 'cheat' at seat 0"):
        env.reset(seed=1)


@pytest.mark.parametrize(
    "duplicate",
    [lambda env: env.clone(), copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["clone", "deepcopy", "pickle"],
)
def test_copy__keeps_position_opponents_and_generator(duplicate: Any) -> None:
    env = table(THREE)
    env.reset(seed=8)
    for _ in range(10):
        env.step(pick(env.action_masks(), np.random.default_rng(8)))
    twin = duplicate(env)
    for _ in range(2):
        ahead = play_out(twin, np.random.default_rng(9))
        behind = play_out(env, np.random.default_rng(9))
        assert [step[0]["observation"].tobytes() for step in ahead] == [
            step[0]["observation"].tobytes() for step in behind
        ]
        assert ahead[-1][1] == behind[-1][1]
        twin.reset()
        env.reset()


def test_text__is_the_learners_view_in_words() -> None:
    env = table(seat=1, text=True)
    _, info = env.reset(seed=1)
    assert "player_1 (you)" in info["text"] and "Legal actions:" in info["text"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"seat": 3}, "seat"), ({"on_illegal": "pass"}, "lose"), ({"render_mode": "window"}, "ansi")],
)
def test_arguments__that_are_wrong_are_refused_by_name(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionsError, match=words):
        table(**arguments)


def test_opponents__must_fill_the_table() -> None:
    with pytest.raises(OptionsError, match="3 seats, one is yours: give 2, not 1"):
        SingleSeatEnv(THREE, [RandomAgent()])
