"""Train one seat of the card game from random weights with MaskablePPO of stable-baselines3.

pip install 'railgym[train]'
python docs/recipes/sb3_single_seat.py

The opponents are the random and the greedy bot. After half a minute the agent wins half of its games against greedy,
and after 1.3 minutes 90.8% [87.8%, 93.5%] against greedy and 99.8% [99.2%, 100.0%] against random.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import railgym
from railgym.training.sb3 import SB3VecEnv

GAME, ENV = "ticket_to_ride_card_v0", "railgym/TicketToRideCard-v0"
GAMES = {"random": 128, "greedy": 384}  # how many of the games are played against each bot

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--steps", type=int, default=1_500_000, help="decisions to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.set_num_threads(1)  # more threads help little with small networks, and much less on a busy machine

# Each part steps all of its games in one compiled call. `margin` rewards the lead in points: a learner that loses all
# games learns nothing from the result alone, but with `margin` it learns to lose by less.
parts = [gymnasium.make_vec(ENV, n, opponents=[bot], reward="margin") for bot, n in GAMES.items()]
env = SB3VecEnv(*parts)
model = MaskablePPO(
    "MlpPolicy",
    env,
    n_steps=64,  # x 512 games: large rollouts, because few of the decisions of a game have a reward
    batch_size=2048,
    n_epochs=2,
    learning_rate=lambda left: 7e-4 * left,
    gamma=1.0,
    gae_lambda=0.97,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
    seed=1,
)


class Progress(BaseCallback):
    """Prints the share of games that were won against each bot since the last line."""

    def _on_training_start(self) -> None:
        self.start, self.bots, self.wins = time.time(), np.repeat(list(GAMES), list(GAMES.values())), []

    def _on_step(self) -> bool:
        ended = [(bot, info["is_success"]) for bot, info in zip(self.bots, self.locals["infos"]) if info]
        self.wins += ended
        return True

    def _on_rollout_end(self) -> None:
        if self.num_timesteps // env.num_envs // self.model.n_steps % 4 == 0:
            rates = [f"{bot} {np.mean([win for b, win in self.wins if b == bot]):.0%}" for bot in GAMES]
            print(f"{self.num_timesteps:>9,} decisions  {time.time() - self.start:4.0f} s  wins: {', '.join(rates)}")
            self.wins.clear()


def play(observations, masks):
    """An action in each of N games, for the evaluation. The policy was trained to be sampled from: its most probable
    actions alone, `deterministic=True`, play worse."""
    return model.predict(observations, action_masks=masks)[0]


model.learn(args.steps, callback=Progress())
for bot in GAMES:
    print(f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7).text('.1%')}")
