"""The environment for self-play: its rows are those of positions played one by one."""

from typing import Any

import numpy as np
import pytest

import railgym
from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import ArgumentError, IllegalActionError, OptionsError
from railgym.envs.core.position import Position
from railgym.envs.episodes import NotReadyError
from railgym.envs.rewards import REWARDS, RewardTracker
from railgym.envs.selfplay import SelfPlayEnv

CARD = "ticket_to_ride_card_v0"
SHORT: dict[str, dict[str, Any]] = {
    CARD: {"decks": 1, "num_players": 3},
    "rail_baron_cards_v0": {"board": "small", "max_rounds": 6, "num_players": 3},
    "empire_builder_v0": {"map": "test", "max_rounds": 3, "num_players": 3},
    "resourceful_rails_v0": {"max_rounds": 2},
    "railways_of_the_world_v0": {"max_turns": 2, "num_players": 3},
    "railbot_v0": {"max_turns": 2},
}


def any_legal(rng: np.random.Generator, masks: Any) -> Any:
    """A random legal action in every row."""
    return (rng.random(masks.shape) * masks).argmax(1)


def same_rows(a: Any, b: Any) -> bool:
    return all(np.array_equal(a[name], b[name]) for name in ("observation", "action_mask"))


class Alone:
    """The game of one environment, played by :class:`Position` and paid by :class:`RewardTracker`."""

    def __init__(self, env: SelfPlayEnv, index: int) -> None:
        self.env, self.index = env, index
        self.rewards = RewardTracker(env.game, env.reward)
        self.deal()

    def deal(self) -> None:
        self.position = Position.deal(self.env.game, int(self.env.batch.envs["seed"][self.index]))
        self.rewards.restart()

    def play(self, action: int) -> Any:
        """The rewards of an action."""
        position = self.position
        position.play(action)
        ended = (1 << self.env.num_players) - 1 if position.is_over else 0
        return self.rewards.collect(position, ended) or [0.0] * self.env.num_players


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("game", GAMES)
def test_rows__are_those_of_games_played_one_by_one(game: str, reward: str) -> None:
    """Observation, mask, seat, reward and result, over several games of each environment."""
    env = railgym.make_selfplay(game, 3, reward=reward, **SHORT.get(game, {}))
    rng, ended = np.random.default_rng(0), 0
    observations, infos = env.reset(seed=1)
    games = [Alone(env, i) for i in range(3)]
    for _ in range(600):
        for i, alone in enumerate(games):
            seat = alone.position.current_player
            assert infos["seat"][i] == seat
            assert np.array_equal(observations["observation"][i], alone.position.view(seat).observation)
            assert np.array_equal(observations["action_mask"][i], alone.position.action_mask)
        actions = any_legal(rng, observations["action_mask"])
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for i, alone in enumerate(games):
            expected = alone.play(int(actions[i]))
            position = alone.position
            assert terminations[i] == position.is_over
            if position.is_over:
                ended += 1
                assert tuple(infos["payoffs"][i]) == pytest.approx(position.payoffs)
                assert tuple(infos["scores"][i]) == position.scores
                assert infos["end_reason"][i] == position.end_reason
                alone.deal()
            assert rewards[i] == pytest.approx(expected, abs=1e-6)
    assert ended >= 3


def test_bots__act_inside_the_step_and_move_on_with_rotate() -> None:
    env = railgym.make_selfplay(CARD, 4, bots=[None, "greedy", "random"], rotate=True, decks=1)
    assert env.num_players == 3
    rng, games = np.random.default_rng(0), np.zeros(4, int)
    observations, infos = env.reset(seed=1)
    while games.min() < 4:
        assert (infos["seat"] == games % 3).all()
        observations, _, terminations, _, infos = env.step(any_legal(rng, observations["action_mask"]))
        games += terminations


def test_equal_seeds__give_equal_games_on_any_number_of_threads() -> None:
    envs = [railgym.make_selfplay(CARD, 64, threads=threads) for threads in (1, 2)]
    rows = [env.reset(seed=5)[0] for env in envs]
    rng = np.random.default_rng(0)
    for _ in range(50):
        assert same_rows(*rows)
        actions = any_legal(rng, rows[0]["action_mask"])
        rows = [env.step(actions)[0] for env in envs]


def test_copy__keeps_what_was_returned() -> None:
    for copy in (True, False):
        env = railgym.make_selfplay(CARD, 2, copy=copy)
        first, _ = env.reset(seed=1)
        before = first["observation"].copy()
        env.step(any_legal(np.random.default_rng(0), first["action_mask"]))
        assert np.array_equal(first["observation"], before) == copy


def test_illegal_action__is_refused_and_changes_nothing() -> None:
    env = railgym.make_selfplay(CARD, 3)
    observations, _ = env.reset(seed=1)
    actions = observations["action_mask"].argmax(1)
    illegal = actions.copy()
    illegal[1] = observations["action_mask"][1].argmin()
    before = env.batch.snapshot()
    for bad, words in (
        (illegal, "environment 1: .* is not legal now"),
        (actions + 10_000, "environment 0: .* outside"),
    ):
        with pytest.raises(IllegalActionError, match=words):
            env.step(bad)
    with pytest.raises(ArgumentError, match=r"SelfPlayEnv\.step"):
        env.step(actions[:2])
    assert all(np.array_equal(before[name], now) for name, now in env.batch.snapshot().items())
    env.step(actions)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"bots": ["greedy", "greedy"]}, "leave at least one seat to the caller"),
        ({"bots": "greedy"}, "give 2 entries, for each seat"),
        ({"bots": [None, "greedy"], "num_players": 3}, "give 3 entries"),
        ({"bots": [None, "wizard"]}, "bots='wizard': choose None or"),
        ({"opponents": "greedy"}, "give bots="),
        ({"render_mode": "ansi"}, "render_mode"),
        ({"rotate": "yes"}, "rotate='yes': give True or False"),
        ({"reward": "money"}, "reward='money'"),
    ],
)
def test_arguments__are_refused_with_a_reason(given: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionsError, match=words.replace("(", r"\(")):
        railgym.make_selfplay(CARD, 2, **given)


def test_seats_with_roles__are_not_rotated() -> None:
    with pytest.raises(OptionsError, match="roles"):
        railgym.make_selfplay("railbot_v0", 2, bots=[None, "railbot:heuristic"], rotate=True, railbot="agent")


def test_calls_before_reset_and_after_close__are_refused() -> None:
    env = railgym.make_selfplay(CARD, 2)
    with pytest.raises(NotReadyError, match="reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(NotReadyError, match="reset"):
        env.position(0)
    env.reset(seed=1)
    assert env.position(0).ply == 0
    env.close()
    for call in (env.reset, env.action_masks, lambda: env.position(0)):
        with pytest.raises(NotReadyError, match="closed"):
            call()
