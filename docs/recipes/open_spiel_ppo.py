"""Train a player of Rail Baron on its small board from random weights with OpenSpiel's PPO.

pip install 'railgym[interop]'
python docs/recipes/open_spiel_ppo.py

OpenSpiel's PPO learns for one player, and masks illegal actions by itself. The other player is OpenSpiel's random
agent. In 0.8 minutes the win rate rises from 30.5% [26.2%, 35.0%] to 99.5% [98.8%, 100.0%] against random. Against
greedy the agent then wins 53.5% [48.5%, 58.5%].
"""

import argparse

import numpy as np
import torch
from open_spiel.python.algorithms.random_agent import RandomAgent
from open_spiel.python.pytorch.ppo import PPO, PPOAgent
from open_spiel.python.rl_environment import Environment

import railgym
from railgym.envs.open_spiel import open_spiel_game

GAME, LEARNER, OPPONENT, NUM_ENVS, ROLLOUT = "rail_baron_cards_v0", 0, 1, 16, 128
OPTIONS = {"board": "small", "goal": 60_000, "max_rounds": 60}  # short games
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--steps", type=int, default=80_000, help="decisions to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.set_num_threads(1)
torch.manual_seed(1)
np.random.seed(1)  # noqa: NPY002 (OpenSpiel draws from NumPy's global generator)

game = open_spiel_game(GAME, **OPTIONS)
learner = PPO(
    input_shape=tuple(game.observation_tensor_shape()),
    num_actions=game.num_distinct_actions(),
    num_players=game.num_players(),
    player_id=LEARNER,
    num_envs=NUM_ENVS,
    steps_per_batch=ROLLOUT,
    learning_rate=5e-4,
    gamma=0.999,
    agent_fn=PPOAgent,
)
opponent = RandomAgent(OPPONENT, game.num_distinct_actions())
envs = [Environment(game) for _ in range(NUM_ENVS)]
for number, env in enumerate(envs):
    env.seed(number)


def to_learner(env, step):
    """Let the opponent play until it is the learner's turn or the game is over."""
    while not step.last() and step.current_player() == OPPONENT:
        step = env.step([opponent.step(step).action])
    return step


@torch.no_grad()
def play(observations, masks):
    """The best move in each of N games."""
    *_, chances = learner.get_action_and_value(torch.from_numpy(observations), torch.from_numpy(masks))
    return chances.argmax(1).numpy()


def measured(bot):
    return f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7, **OPTIONS).text('.1%')}"


print(f"before training: {measured('random')}")
steps = [to_learner(env, env.reset()) for env in envs]
for _ in range(max(1, args.steps // (NUM_ENVS * ROLLOUT))):
    for _ in range(ROLLOUT):
        choices = learner.step(steps)
        steps = [to_learner(env, env.step([choice.action])) for env, choice in zip(envs, choices)]
        learner.post_step([step.rewards[LEARNER] for step in steps], [step.last() for step in steps])
        steps = [to_learner(env, env.reset()) if step.last() else step for env, step in zip(envs, steps)]
    learner.learn(steps)
for bot in ("random", "greedy"):
    print(measured(bot))
