"""
# Rail Baron with destination cards

| Import | `from railgym.envs import rail_baron_cards_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/rail_baron_cards-v0")` |
| Gymnasium | `gymnasium.make("railgym/RailBaronCards-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0', 'player_1']` |
| Number of Agents | 2-6 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(184)` |
| Observation Shape | `(1268,)` |
| Observation Values | `[-3, 3]` |

A game of routes and investment on the American railroads. Players ride from city to city as the cards in their hands
say, are paid for every run, buy faster engines and railroads, and charge the others for the use of them. Whoever has
the cash that wins (200,000 dollars) has won, on anyone's turn.

### Observation Space

An observation is a dictionary: `"observation"` is a float32 vector, `"action_mask"` the legal actions. The vector is
what the observing seat knows, never more, its own seat first and the others in turn order; seats that do not play are
zeros, so that one network serves every number of players. It is made of named pieces (seats, railroads and their
owners, cities, the hand, routes and the fees along them, ...), scaled so that most numbers lie in [-1, 1] and all in
[-3, 3]. The table of all pieces is printed by `python -m railgym.envs.spec_card rail_baron_cards_v0`;
`make_game(...).observation_layout.split(vector)` cuts a vector into them. `encoder="plans"` adds what railroads,
engines and rides look worth by rules of thumb: slower to make, and easier to learn from. `encoder="nodes"` adds a row
for every dot and section of the map to the vector; their fixed structure is in `make_game(...).graph`. The sizes depend
on the board.

#### Legal Actions Mask

`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. It is all zero for an agent that is not to act. An illegal action loses the game in `env()`: that
agent is paid -1, the others 0, and all are terminated. In `raw_env()` it raises `IllegalActionError`, which says why,
and changes nothing.

### Action Space

A move is one action: how many dots along which of up to four routes to the destination (the shortest, the cheapest,
...). Where two routes begin alike only the first offers that beginning. With `actions="full"` a seat may also ride
section by section, each railroad a choice, which is every move there is; the sections' ids follow those below.

| Ids | Block | In words |
| --- | --- | --- |
| 0 | stop | stop here |
| 1..2 | dice | roll two dice first .. roll one die first |
| 3..6 | hand | card 1 .. card 4 |
| 7..47 | bid | bid 0 .. bid 20000 |
| 48 | pass | bid no more |
| 49 | done | buy nothing more |
| 50..51 | engine | buy the Express .. buy the Superchief |
| 52..79 | buy | buy SP .. buy RF&P |
| 80..107 | sell | sell SP to the bank .. sell RF&P to the bank |
| 108..135 | auction | auction SP .. auction RF&P |
| 136..183 | ride | ride 1 dot, shortest route .. ride 12 dots, own track route |

A bid of the `bid` block is an amount before the first turn, and the raise over the least bid at an auction.

### Rewards

| Rank | Two players | Three | Four | Five | Six |
| --- | --- | --- | --- | --- | --- |
| first | +1 | +1 | +1 | +1 | +1 |
| second | -1 | 0 | +1/3 | +1/2 | +3/5 |
| third | | -1 | -1/3 | 0 | +1/5 |
| fourth | | | -1 | -1/2 | -1/5 |
| fifth | | | | -1 | -3/5 |
| last | | | | | -1 |

The winner is first; the others rank by their cash and half the price of their railroads, behind them those who went
bankrupt, the latest first. A bankrupt agent is paid and terminated at once, all others in the step that ends the game;
before that rewards are 0. With `eliminated="stay"` a bankrupt agent stays in `agents`, is never selected again, and is
paid and terminated with the others. Ties get the mean of their ranks, and rewards sum to zero. With `reward="margin"`
every step pays by how much an agent's lead in cash over the mean of the others grew, in units of 50,000 dollars.
`reward="shaped"` pays the ranks and, as potential-based shaping, the same growth, which the last step takes back.

### Starting State

Everyone has 20,000 dollars and four destination cards, and chooses in seat order, unseen, where to start and the first
destination; then all bid for the order of play. `reset(seed=s)` deals the game of seed `s`, whatever the global random
generators do; further resets without a seed go through the succession of deals that the seed began.

### Episode End

A player has the cash to win, all others are bankrupt, or the last round was played. `max_cycles` truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `2` | How many seats play: 2 to 6. |
| `board` | `'standard'` | standard, small, or the path of a folder with a board of your own. |
| `goal` | `200000` | The cash that wins, in dollars. |
| `bids` | `'each'` | Who pays the bid for the order of play: each, only the first; none: no bids, seat order. |
| `purchases_per_arrival` | `None` | Railroads and engines that may be bought on an arrival; unset: any number. |
| `bonus_on_double_six` | `False` | A Freight that rolls a double six rolls one more die. |
| `reshuffle_cards` | `0` | Cards in the deck that have it shuffled anew. |
| `max_rounds` | `200` | The game ends after so many rounds. |
| `actions` | `'plans'` | plans: ride along routes. full: section by section, too. One word for all, or one a seat. |

and those of every environment:

| Option | Default | Meaning |
| --- | --- | --- |
| `render_mode` | `None` | `human` prints, `ansi` returns text, `rgb_array` a picture as uint8 (height, width, 3) |
| `render_seat` | `None` | through whose eyes to render: a seat, -1 for the public; unset: whoever decides |
| `render_scale` | `1.0` | how many times larger the picture of `rgb_array` is than usual, up to 8 |
| `max_cycles` | `None` | truncate the game after so many actions of all agents together |
| `reward` | `'result'` | `result`, `margin` or `shaped`, see Rewards |
| `encoder` | `'vector'` | which encoder writes observations: `vector`, `plans` or `nodes` |
| `text` | `False` | put the position and the legal actions in words into `info["text"]` |
| `eliminated` | `'leave'` | what a bankrupt agent does: `leave` or `stay`, see Rewards |

### Usage

```python
import pettingzoo
import railgym

env = pettingzoo.make("aec", "railgym/rail_baron_cards-v0", num_players=3, board="small", goal=50_000)
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```

Before PettingZoo 1.27 write `rail_baron_cards_v0.env(num_players=3)`. `env.clone()`, `copy.deepcopy` and pickles keep
the position. To train a single seat use `gymnasium.make("railgym/RailBaronCards-v0", opponents=["planner"])`, or
`gymnasium.make_vec(...)` for thousands of games at once.

### Version History

* v0: first version
"""

from typing import Any

from pettingzoo import AECEnv

from railgym.envs.aec import GameEnv, make_env, make_raw_env

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; ``options`` as under Arguments above."""
    return make_env("rail_baron_cards_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("rail_baron_cards_v0", **options)
