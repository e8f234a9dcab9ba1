"""PPO in one file, with action masks and no framework but torch, on the vector environment of the card game.

pip install 'railgym[train]'
python docs/recipes/ppo_one_file.py

The opponents are the random and the greedy bot. After 1.2 minutes the agent wins 91.2% [88.2%, 93.8%] against greedy
and 100.0% [100.0%, 100.0%] against random.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn

import railgym

GAME, ENV = "ticket_to_ride_card_v0", "railgym/TicketToRideCard-v0"
GAMES = {"random": 128, "greedy": 384}  # how many of the games are played against each bot
KEYS = ("observation", "action_mask")
NUM_ENVS, NUM_STEPS = 512, 64  # a rollout has NUM_ENVS * NUM_STEPS decisions
EPOCHS, BATCH_SIZE, LEARNING_RATE = 2, 2048, 7e-4
GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.97, 0.2, 0.01, 0.5


class Network(nn.Module):
    """Observations (N, F) and masks (N, A) -> logits (N, A) and values (N,)."""

    def __init__(self, inputs, actions, hidden=128):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # the first policy is nearly uniform

    def forward(self, observations, masks):
        features = self.trunk(observations)
        # A large negative number instead of -inf keeps the entropy free of NaN.
        return self.policy(features).masked_fill(masks == 0, -1e8), self.value(features).squeeze(-1)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--steps", type=int, default=2_000_000, help="decisions to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.manual_seed(1)
torch.set_num_threads(1)  # more threads help little with small networks, and much less on a busy machine

# Each part steps all of its games in one compiled call. `margin` rewards the lead in points: a learner that loses all
# games learns nothing from the result alone, but with `margin` it learns to lose by less.
parts = [gymnasium.make_vec(ENV, n, opponents=[bot], reward="margin") for bot, n in GAMES.items()]


def tensors(observations):
    """The observations and masks of the games of all parts."""
    return [torch.from_numpy(np.concatenate([part[key] for part in observations])) for key in KEYS]


observation, mask = tensors([part.reset(seed=seed)[0] for seed, part in enumerate(parts)])
inputs, num_actions = observation.shape[1], mask.shape[1]
network = Network(inputs, num_actions)
optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)


def play(observations, masks):
    """An action in each of N games, for the evaluation. Sampled as in training: argmax would play worse."""
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(observations), torch.from_numpy(masks))
        return torch.distributions.Categorical(logits=logits).sample().numpy()


shape = (NUM_STEPS, NUM_ENVS)
seen, masks = torch.zeros(*shape, inputs), torch.zeros(*shape, num_actions, dtype=torch.int8)
chosen, (log_probs, rewards, values, dones) = torch.zeros(shape, dtype=torch.int64), torch.zeros(4, *shape)

start, updates = time.time(), max(1, args.steps // (NUM_ENVS * NUM_STEPS))
for update in range(updates):
    optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - update / updates)
    with torch.no_grad():
        for t in range(NUM_STEPS):
            seen[t], masks[t] = observation, mask
            logits, values[t] = network(observation, mask)
            policy = torch.distributions.Categorical(logits=logits)
            chosen[t] = policy.sample()
            log_probs[t] = policy.log_prob(chosen[t])
            by_part = np.split(chosen[t].numpy(), [parts[0].num_envs])
            observations, reward, ended, _, _ = zip(*[part.step(own) for part, own in zip(parts, by_part)])
            rewards[t], dones[t] = (torch.from_numpy(np.concatenate(found)) for found in (reward, ended))
            observation, mask = tensors(observations)
        # Generalised advantage estimation. A game that ended has no further value: the next row is another game.
        last = network(observation, mask)[1]
        advantages, carried = torch.zeros(shape), torch.zeros(NUM_ENVS)
        for t in reversed(range(NUM_STEPS)):
            goes_on = 1 - dones[t]
            carried = rewards[t] + GAMMA * goes_on * last - values[t] + GAMMA * GAE_LAMBDA * goes_on * carried
            advantages[t], last = carried, values[t]
        returns = advantages + values

    flat = [part.flatten(0, 1) for part in (seen, masks, chosen, log_probs, advantages, returns)]
    for rows in torch.cat([torch.randperm(NUM_ENVS * NUM_STEPS) for _ in range(EPOCHS)]).split(BATCH_SIZE):
        row_seen, row_masks, row_chosen, row_log_probs, row_advantages, row_returns = (part[rows] for part in flat)
        logits, row_values = network(row_seen, row_masks)
        policy = torch.distributions.Categorical(logits=logits)
        ratio = (policy.log_prob(row_chosen) - row_log_probs).exp()
        row_advantages = (row_advantages - row_advantages.mean()) / (row_advantages.std() + 1e-8)
        gain = torch.min(ratio * row_advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * row_advantages).mean()
        loss = VALUE * (row_values - row_returns).square().mean() - gain - ENTROPY * policy.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()

    if update % 10 == 9:
        rates = [f"{bot} {railgym.win_rate(play, GAME, bot, seed=99).value:.1%}" for bot in GAMES]
        decisions = (update + 1) * NUM_ENVS * NUM_STEPS
        print(f"{decisions:>9,} decisions  {time.time() - start:4.0f} s  wins: {', '.join(rates)}", flush=True)

for bot in GAMES:
    print(f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7).text('.1%')}")
