"""Train one seat of Rail Baron on its small board from random weights with DQN of Tianshou.

pip install 'railgym[interop]'
python docs/recipes/tianshou_dqn.py

Tianshou looks for the legal actions in ``obs.mask`` and for the observation in ``obs.obs``. With these names its DQN
masks exploration, the best action and the target. The opponent is the random bot. In 1.1 minutes the win rate rises
from 44.9% [39.9%, 49.5%] to 97.2% [95.5%, 98.8%] against random. Against greedy the agent then wins 54.8% [49.8%,
59.8%].
"""

import argparse

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import railgym

GAME, ENV, NUM_ENVS = "rail_baron_cards_v0", "railgym/RailBaronCards-v0", 16
OPTIONS = {"board": "small", "goal": 60_000, "max_rounds": 60}  # short games
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.set_num_threads(1)
torch.manual_seed(1)
np.random.seed(1)  # noqa: NPY002 (Tianshou explores with the global generator of NumPy)


class TianshouNames(gymnasium.Wrapper):
    """The observation and the mask under the names that Tianshou looks for. Infos are left out: Tianshou stores them in
    arrays, and those of a last step have other keys."""

    def __init__(self, env):
        super().__init__(env)
        space = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(obs=space["observation"], mask=space["action_mask"])

    def reset(self, **given):
        return self.renamed(self.env.reset(**given)[0]), {}

    def step(self, action):
        observation, *outcome, _ = self.env.step(action)
        return self.renamed(observation), *outcome, {}

    def renamed(self, observation):
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def make():
    return TianshouNames(gymnasium.make(ENV, opponents=["random"], reward="shaped", **OPTIONS))


env = make()
network = Net(state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=[128, 128])
policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space)
dqn = DQN(
    policy=policy,
    optim=AdamOptimizerFactory(lr=5e-4),
    gamma=0.99,
    n_step_return_horizon=5,  # rewards are rare: each target looks five decisions ahead
    target_update_freq=500,
    huber_loss_delta=1.0,
)


@torch.no_grad()
def play(observations, masks):
    """The best move in each of N games."""
    return policy(Batch(obs=Batch(obs=observations, mask=masks), info={})).act


def measured(bot):
    return f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=11, **OPTIONS).text('.1%')}"


def explore_less(epoch, step):
    """The share of random moves falls from 1 to 0.05 over two thirds of the run."""
    policy.set_eps_training(max(0.05, 1 - 1.5 * step / args.steps))


print(f"before training: {measured('random')}")
envs = DummyVectorEnv([make] * NUM_ENVS)
envs.seed(1)
collector = Collector(dqn, envs, VectorReplayBuffer(50_000, NUM_ENVS), exploration_noise=True)
collector.reset()
dqn.run_training(
    OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=args.steps,
        collection_step_num_env_steps=10 * NUM_ENVS,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=128,
        training_fn=explore_less,
        show_progress=False,
    )
)
for bot in ("random", "greedy"):
    print(measured(bot))
