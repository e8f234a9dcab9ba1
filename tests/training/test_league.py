"""The league: whom the learner meets how often, and what counts as a win."""

import numpy as np
import pytest
import torch

pytest.importorskip("sb3_contrib")

from railgym.envs.catalog import make_game
from railgym.training.learn.config import League, TrainConfig
from railgym.training.learn.league import EXPLOITER, PAST, PRIOR_GAMES, LeagueTable, Opponent
from railgym.training.learn.vec_env import LeagueVecEnv


def test_league__meets_the_harder_ones_more_often() -> None:
    """Past selves and exploiters share what their kind is given by (1 - win rate) squared; bots have theirs."""
    table = LeagueTable(League(size=2, past=1.0, exploiters={"weight": 1.0, "size": 1}), 2, [Opponent("random", 1.0)])
    assert table.chances().tolist() == [1.0]
    for kind in (PAST, PAST, EXPLOITER):
        table.add(kind, torch.nn.Identity(), kind)
    table.opponents[1].wins = 0.9 * table.opponents[1].games
    bot, easy, even, exploiter = table.chances()
    assert [bot, easy + even, exploiter] == pytest.approx([1 / 3] * 3)
    assert easy / even == pytest.approx(0.02 / 0.26)
    table.add("another", torch.nn.Identity(), PAST)
    assert [o.name for o in table.opponents if o.kind == PAST] == ["past", "another"]
    assert table.of_kind(PAST)[0].win_rate == 0.5, "the one that is beaten most easily has gone"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_win_rate__counts_wins_and_no_other_ranks(seats: int) -> None:
    """With as many alike at the table, the learner wins one game in so many: also what a new opponent begins with."""
    game = make_game("rail_baron_cards_v0", num_players=seats, board="small", max_rounds=5)
    config = TrainConfig(game=game.id, timesteps=1, league=League(scripted={"random": 1.0}))
    table = LeagueTable.of(config, game)
    bot = table.opponents[0]
    assert bot.win_rate == pytest.approx(1 / seats)
    env = LeagueVecEnv(game, 64, 1, table, config.reward, 1, None)
    rng = np.random.default_rng(1)
    env.reset()
    wins: list[float] = []
    while len(wins) < 1000:
        chances = rng.random(env.batch.masks.shape) * env.batch.masks
        env.step_async(chances.argmax(1))
        wins += [info["win"] for info in env.step_wait()[3] if info]
    assert np.mean(wins) == pytest.approx(1 / seats, abs=4 * np.sqrt(0.25 / 1000))
    assert bot.win_rate == pytest.approx(1 / seats, abs=0.2) and bot.games > PRIOR_GAMES


class Asked(torch.nn.Module):
    """A network that prefers no action, and notes how many positions it was asked about at once."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.actions, self.sizes = actions, list[int]()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        self.sizes.append(len(observations))
        return torch.zeros(len(observations), self.actions)


def test_networks__are_asked_once_for_all_games_that_wait() -> None:
    """One of two past selves sits in every game: each gets all its positions in one batch."""
    game = make_game("ticket_to_ride_card_v0")
    networks = [Asked(len(game.actions)) for _ in range(2)]
    table = LeagueTable(
        League(past=1.0), 2, [Opponent(f"past-{n}", 1.0, network) for n, network in enumerate(networks)]
    )
    env = LeagueVecEnv(game, 64, 1, table, TrainConfig(game=game.id, timesteps=1).reward, 1, None)
    env.reset()
    assert 64 > (env.batch.envs["learner"] == 1).sum() == sum(network.sizes[0] for network in networks)
    rng = np.random.default_rng(1)
    for _ in range(40):
        env.step_async((rng.random(env.batch.masks.shape) * env.batch.masks).argmax(1))
        env.step_wait()
    asked = [size for network in networks for size in network.sizes]
    assert len(asked) > 20 and np.mean(asked) > 4


@pytest.mark.parametrize("scale", [1.0, 500.0])
def test_progress__adds_up_to_the_margin_at_the_end(scale: float) -> None:
    """The changes of the score margin in a game sum to its last one, unless one of them is limited."""
    game = make_game("ticket_to_ride_card_v0")
    config = TrainConfig(
        game=game.id,
        timesteps=1,
        league=League(scripted={"greedy": 1.0}),
        reward={"result": 0, "progress": 1, "margin_scale": scale},
    )
    env = LeagueVecEnv(game, 16, 1, LeagueTable.of(config, game), config.reward, 1, None)
    rng, sums, steps = np.random.default_rng(1), np.zeros(16), 0
    env.reset()
    paid: list[float] = []
    margins: list[float] = []
    while len(paid) < 30:
        env.step_async((rng.random(env.batch.masks.shape) * env.batch.masks).argmax(1))
        _, rewards, done, infos = env.step_wait()
        sums += rewards
        steps += int((rewards != 0).sum())
        paid += sums[done].tolist()
        margins += [info["margin"] for info in infos if info]
        sums[done] = 0
    assert steps > 2 * len(paid), "it is paid in the course of the game"
    if scale == 500.0:
        assert paid == pytest.approx([margin / scale for margin in margins], abs=1e-4)
