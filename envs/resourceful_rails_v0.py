"""
# Resourceful Rails

| Import | `from railgym.envs import resourceful_rails_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/resourceful_rails-v0")` |
| Gymnasium | `gymnasium.make("railgym/ResourcefulRails-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0', 'player_1']` |
| Number of Agents | 2-6 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(279)` |
| Observation Shape | `(2168,)` |
| Observation Values | `[-3, 3]` |

A game of track drawn over a map of the Pacific Northwest, played by nearly the rules of Empire Builder, without events.
Players lay track from milepost to milepost, fetch goods where they are made, fill the orders on their cards, and put
the money into more track and better trains. Who has linked six of the seven major cities and holds 250 millions at the
end of his turn has won at once.

### Observation Space

An observation is a dictionary: `"observation"` is a float32 vector, `"action_mask"` the legal actions. Only the order
of the deck is hidden, so the vector is what every seat knows, told from the observing seat: its own facts first and the
others in turn order; seats that do not play are zeros, so that one network serves every number of players. It is made
of named pieces (seats, orders in hand and what the errands for them ask, cities and what it costs to join them, goods,
...), scaled to lie in [-3, 3], most of them in [-1, 1]. The table of all pieces is printed by `python -m
railgym.envs.spec_card resourceful_rails_v0`; `make_game(...).observation_layout.split(vector)` cuts a vector into them.
`encoder="plans"` tells instead of all errands what a search for the best order of up to three deliveries finds, city by
city: smaller, slower to make, and easier to learn from. `encoder="nodes"` adds a row for every milepost and every edge
of the map to the vector; their fixed structure is in `make_game(...).graph`. The sizes depend on the map.

#### Legal Actions Mask

`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. It is all zero for an agent that is not to act. An illegal action loses the game in `env()`: that
agent is paid -1, the others 0, and all are terminated. In `raw_env()` it raises `IllegalActionError`, which says why,
and changes nothing.

### Action Space

A turn is a number of actions, ended by `done` once for running and once for building. Running and building are plans
towards a city: `run` follows the shortest way without further fees as far as the movement lasts, `pay` the shortest way
on anyone's track, `build` lays the cheapest track to the city as far as the money lasts. With `actions="full"` a seat
may also run milepost by milepost and lay single segments, which is every move there is; the ids of these steps follow
those below.

| Ids | Block | In words |
| --- | --- | --- |
| 0 | done | done |
| 1 | discard | discard the hand |
| 2 | borrow | borrow |
| 3..5 | upgrade | upgrade to fast train .. upgrade to advanced train |
| 6..10 | give | give up card 1 .. give up card 5 |
| 11..19 | deliver | deliver card 1, line 1 .. deliver card 3, line 3 |
| 20..26 | open | open in Seattle .. open in Portland |
| 27..56 | pick up | pick up Aircraft Parts .. pick up Wool |
| 57..86 | drop | drop Aircraft Parts .. drop Wool |
| 87..134 | place | place the train in Seattle .. place the train in Logan |
| 135..182 | run | run towards Seattle .. run towards Logan |
| 183..230 | pay | run towards Seattle, paying fees .. run towards Logan, paying fees |
| 231..278 | build | build towards Seattle .. build towards Logan |

A network is begun by `open`, which costs nothing and says where the plans to build lead from; `place` puts the train on
the map. `give` is needed with `extra_starting_cards`, `borrow` with `borrow`.

### Rewards

| Rank | Two players | Three | Four | Five | Six |
| --- | --- | --- | --- | --- | --- |
| first | +1 | +1 | +1 | +1 | +1 |
| second | -1 | 0 | +1/3 | +1/2 | +3/5 |
| third | | -1 | -1/3 | 0 | +1/5 |
| fourth | | | -1 | -1/2 | -1/5 |
| fifth | | | | -1 | -3/5 |
| last | | | | | -1 |

The winner is first, the others follow by cash. What is owed to the bank counts against cash. All agents are paid and
terminated in the step that ends the game; before that rewards are 0. Ties get the mean of their ranks, and rewards sum
to zero. With `reward="margin"` every step pays by how much an agent's lead in cash over the mean of the others grew, in
units of 100 millions. `reward="shaped"` pays the ranks and, as potential-based shaping, the same growth, which the last
step takes back.

### Starting State

Everyone has 50 millions, a modest train, three order cards that all can see, and no track; the train is not on the map
yet. The order of play is drawn by lot. Two rounds are for building only, the second in reverse order; after them normal
turns begin, each player's first with the placing of the train in a city that his track reaches. `reset(seed=s)` deals
the game of seed `s`, whatever the global random generators do; further resets without a seed go through the succession
of deals that the seed began.

### Episode End

At the end of his turn a player has linked the major cities and has the money to win; or the last round was played.
`max_cycles` truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `2` | How many seats play: 2 to 6. |
| `map` | `'pacific_northwest'` | The name of a map, or the path of a folder with one of your own. |
| `order` | `'random'` | Who begins: the highest payout in hand, then clockwise; or all by lot; or as seated. |
| `cash` | `None` | Money to begin with, in millions; unset: by the rules. |
| `goal` | `250` | The cash that wins, in millions. |
| `raised_goal` | `300` | The cash that wins after a tie. |
| `majors` | `None` | Major cities to link; unset: all but one. |
| `equal_turns` | `False` | The round is finished when someone has met the goal. |
| `events` | `False` | The map's event cards are in the deck. |
| `orders` | `'distance'` | What demands pay: as on the map's cards, or by the older formula of 15 to 50. |
| `extra_build_turn` | `False` | Three opening turns of building, not two, and 60 in cash. |
| `extra_starting_cards` | `False` | Five cards are dealt, two given up in the first turn. |
| `fast_trains` | `False` | Trains move 12 and 16 mileposts instead of 9 and 12. |
| `train_start` | `'own'` | Where the train begins: in any city, or in one that its owner's track reaches. |
| `reverse_at_dead_ends` | `True` | A train may turn round at a dead end; if not, it waits for new track there. |
| `upgrade_in_opening` | `False` | An engine may be bought in an opening turn. |
| `discard_hand` | `True` | The whole hand may be discarded instead of a turn. |
| `borrow` | `False` | 20 may be borrowed against 40, paid back by 10 of every delivery. |
| `max_rounds` | `150` | The game ends after so many rounds. |
| `actions` | `'plans'` | plans: run and build towards cities. full: by mileposts, too. One word, or one a seat. |

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
| `eliminated` | `'leave'` | `leave` or `stay`; nobody is out of this game before its end |

### Usage

```python
import pettingzoo
import railgym

env = pettingzoo.make("aec", "railgym/resourceful_rails-v0", num_players=3, map="test", goal=60, max_rounds=20)
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```

Before PettingZoo 1.27 write `resourceful_rails_v0.env(num_players=3)`. `env.clone()`, `copy.deepcopy` and pickles keep
the position. To train a single seat use `gymnasium.make("railgym/ResourcefulRails-v0", opponents=["planner"])`, or
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
    return make_env("resourceful_rails_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("resourceful_rails_v0", **options)
