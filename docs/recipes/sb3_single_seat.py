"""Train one seat of the card game from random weights with MaskablePPO of stable-baselines3.

pip install 'railgym[train]'
python docs/recipes/sb3_single_seat.py

"""

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO

import railgym
from railgym.training.sb3 import SB3VecEnv

GAME, ENV = "ticket_to_ride_card_v0", "railgym/TicketToRideCard-v0"
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=2_000_000, help="decisions to learn from")
args = parser.parse_args()
torch.set_num_threads(2)

# One call steps all games. `shaped` pays for every change of the lead, which random play can learn from.
env = SB3VecEnv(gymnasium.make_vec(ENV, 256, opponents=["random"], reward="shaped"))
model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=4096, n_epochs=2, learning_rate=5e-4, gamma=0.999, seed=1)


def play(observations, masks):
    """The best move in each of N games."""
    return model.predict(observations, action_masks=masks, deterministic=True)[0]


model.learn(args.steps)
for bot in ("random", "greedy"):
    print(f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7).text('.1%')}")
