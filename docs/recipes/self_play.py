"""Self-play in one file: one policy plays all seats of the card game and learns by PPO in all of them.

pip install 'railgym[train]'
python docs/recipes/self_play.py

The agent does not play against bots in training. After 0.7 minutes it wins 100.0% [100.0%, 100.0%] against random and
35.2% [30.5%, 40.0%] against greedy. On the way its win rate against greedy rises above 50 % and falls again: a policy
that only plays against itself learns what works against itself. `sb3_league.py` adds bots and past versions as
opponents.
"""

import argparse
import time

import torch
from torch import nn

import railgym

GAME = "ticket_to_ride_card_v0"
NUM_ENVS, NUM_STEPS = 512, 128  # a rollout has NUM_ENVS * NUM_STEPS decisions of all seats
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
parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of all seats to learn from")
args = parser.parse_args()
if args.steps < 1:
    parser.error(f"--steps {args.steps}: write a number above 0")
torch.manual_seed(1)
torch.set_num_threads(1)  # more threads help little with small networks, and much less on a busy machine

env = railgym.make_selfplay(GAME, NUM_ENVS, num_players=2, reward="margin")
observations, infos = env.reset(seed=1)
seats, rows = env.num_players, torch.arange(NUM_ENVS)
inputs, num_actions = observations["observation"].shape[1], int(env.single_action_space.n)
network = Network(inputs, num_actions)
optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)


def play(observations, masks):
    """An action in each of N games, for the evaluation. Sampled as in training: argmax would play worse."""
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(observations), torch.from_numpy(masks))
        return torch.distributions.Categorical(logits=logits).sample().numpy()


def advantages_by_seat(seat, values, rewards, dones, next_seat, next_value):
    """Generalised advantage estimation (T, N) for games in which the acting seat changes.

    The loop goes backwards in time. For each seat it keeps the rewards before the next action of the seat, the value of
    the position there, and the advantage of that action. An action is ``known`` if the rollout contains the next action
    of its seat or the end of the game; other actions are left out of the loss.
    """
    found, known = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    reward, value, carried = (torch.zeros(NUM_ENVS, seats) for _ in range(3))
    seen = torch.zeros(NUM_ENVS, seats, dtype=torch.bool)
    value[rows, next_seat], seen[rows, next_seat] = next_value, True
    for t in reversed(range(NUM_STEPS)):
        over = dones[t].bool()
        reward[over], value[over], carried[over], seen[over] = 0, 0, 0, True  # nothing follows the end of a game
        reward += rewards[t]
        me = (rows, seat[t])
        advantage = reward[me] + GAMMA * value[me] - values[t] + GAMMA * GAE_LAMBDA * carried[me]
        known[t] = seen[me]
        found[t] = carried[me] = torch.where(known[t], advantage, 0.0)  # unknown: earlier actions use its value
        reward[me], value[me], seen[me] = 0, values[t], True
    return found, known


shape = (NUM_STEPS, NUM_ENVS)
seen, masks = torch.zeros(*shape, inputs), torch.zeros(*shape, num_actions, dtype=torch.int8)
seat, chosen = torch.zeros(2, *shape, dtype=torch.int64)
log_probs, values, dones = torch.zeros(3, *shape)
rewards = torch.zeros(*shape, seats)

start, updates = time.time(), max(1, args.steps // (NUM_ENVS * NUM_STEPS))
for update in range(updates):
    optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - update / updates)
    with torch.no_grad():
        for t in range(NUM_STEPS):
            seen[t], masks[t] = (torch.from_numpy(observations[name]) for name in ("observation", "action_mask"))
            seat[t] = torch.from_numpy(infos["seat"])
            logits, values[t] = network(seen[t], masks[t])
            policy = torch.distributions.Categorical(logits=logits)
            chosen[t] = policy.sample()
            log_probs[t] = policy.log_prob(chosen[t])
            observations, reward, ended, _, infos = env.step(chosen[t].numpy())
            rewards[t], dones[t] = torch.from_numpy(reward), torch.from_numpy(ended)
        last = network(*(torch.from_numpy(observations[name]) for name in ("observation", "action_mask")))[1]
        advantages, known = advantages_by_seat(seat, values, rewards, dones, torch.from_numpy(infos["seat"]), last)

    flat = [part.flatten(0, 1) for part in (seen, masks, chosen, log_probs, advantages, advantages + values)]
    learned_from = known.flatten().nonzero().squeeze(1)
    for _ in range(EPOCHS):
        for batch in learned_from[torch.randperm(len(learned_from))].split(BATCH_SIZE):
            b_seen, b_masks, b_chosen, b_log_probs, b_advantages, b_returns = (part[batch] for part in flat)
            logits, b_values = network(b_seen, b_masks)
            policy = torch.distributions.Categorical(logits=logits)
            ratio = (policy.log_prob(b_chosen) - b_log_probs).exp()
            b_advantages = (b_advantages - b_advantages.mean()) / (b_advantages.std() + 1e-8)
            gain = torch.min(ratio * b_advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * b_advantages).mean()
            loss = VALUE * (b_values - b_returns).square().mean() - gain - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()

    if update % 5 == 4:
        rates = [f"{bot} {railgym.win_rate(play, GAME, bot, seed=99).value:.1%}" for bot in ("random", "greedy")]
        decisions = (update + 1) * NUM_ENVS * NUM_STEPS
        print(f"{decisions:>9,} decisions  {time.time() - start:4.0f} s  wins: {', '.join(rates)}", flush=True)

for bot in ("random", "greedy"):
    print(f"win rate against {bot}: {railgym.win_rate(play, GAME, bot, games=400, seed=7).text('.1%')}")
