"""Train against a league with stable-baselines3: scripted bots, and past versions of the learner itself.

pip install 'railgym[train]'
python docs/recipes/sb3_league.py

After 1.4 minutes the agent wins 68.4% [63.7%, 73.0%] against greedy and 100.0% [100.0%, 100.0%] against random. That is
less than in `sb3_single_seat.py`, where three quarters of the games are against greedy, and not half of them.
"""

import argparse
import copy
import time

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import railgym
from railgym.training.learn.config import League, RewardWeights
from railgym.training.learn.league import LeagueTable, Opponent
from railgym.training.learn.vec_env import LeagueVecEnv

GAME, SEATS = "ticket_to_ride_card_v0", 2
SNAPSHOT_EVERY = 8  # rollouts

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--steps", type=int, default=1_500_000, help="decisions to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.set_num_threads(1)  # more threads help little with small networks, and much less on a busy machine

# An opponent is drawn for every game: a bot by its weight, a past version more often if it wins more of its games.
bots = [Opponent.fresh(name, weight, SEATS) for name, weight in {"random": 0.5, "greedy": 1.0}.items()]
table = LeagueTable(League(past=0.5, size=4), SEATS, bots)
env = LeagueVecEnv(railgym.make_game(GAME), 512, 1, table, RewardWeights(result=0.0, margin=1.0), 1, None)
model = MaskablePPO(
    "MlpPolicy",
    env,
    n_steps=64,
    batch_size=2048,
    n_epochs=2,
    learning_rate=lambda left: 7e-4 * left,
    gamma=1.0,
    gae_lambda=0.97,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
    seed=1,
)


def play(observations, masks):
    """An action in each of N games, for the evaluation. Sampled as in training: `deterministic=True` plays worse."""
    return model.predict(observations, action_masks=masks)[0]


class PastVersion(torch.nn.Module):
    """A copy of the policy that no longer learns: observations (N, F) -> logits (N, A)."""

    def __init__(self, policy):
        super().__init__()
        self.policy = copy.deepcopy(policy)

    def forward(self, observations):
        return self.policy.get_distribution(observations).distribution.logits


class Snapshots(BaseCallback):
    """Adds a copy of the policy to the league after every few rollouts."""

    rollouts, start = 0, time.time()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.rollouts += 1
        if self.rollouts % SNAPSHOT_EVERY == 0:
            env.add_opponent(f"past {self.rollouts}", PastVersion(self.model.policy))
            met = ", ".join(f"{opponent.name} {opponent.win_rate:.0%}" for opponent in table.opponents)
            print(f"{self.num_timesteps:>9,} decisions  {time.time() - self.start:4.0f} s  wins: {met}", flush=True)


model.learn(args.steps, callback=Snapshots())
for bot in ("random", "greedy"):
    print(f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7).text('.1%')}")
