"""
# Railways of the World

| Import | `from railgym.envs import railways_of_the_world_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/railways_of_the_world-v0")` |
| Gymnasium | `gymnasium.make("railgym/RailwaysOfTheWorld-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0', 'player_1']` |
| Number of Agents | 2-6 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(392)` |
| Observation Shape | `(1717,)` |
| Observation Values | `[-3, 4]` |

A game of building railways on a map of hexes. Players lay track between cities and deliver goods cubes over the links;
every link that a cube passes pays its owner a point, and points pay income. Everything is bought on credit: bonds cost
interest every turn and a point each at the end. When enough cities have run out of cubes one more turn is played, and
most points win.

### Observation Space

An observation is a dictionary: `"observation"` is a float32 vector, `"action_mask"` the legal actions. Hidden are the
order of the cards, what is in the bag of cubes next, and the barons of others; the vector is what the observing seat
knows, its own facts first and the others in turn order; seats that do not play are zeros, so that one network serves
every number of players.

The vector is made of named pieces (seats, cities with their cubes and links, near pairs of cities with the price of a
link, operations cards, major lines, ...), scaled to lie in [-3, 4], most of them in [0, 1]. The table of all pieces is
printed by `python -m railgym.envs.spec_card railways_of_the_world_v0`;
`make_game(...).observation_layout.split(vector)` cuts a vector into them. `encoder="plans"` adds what every plan looks
worth by rules of thumb, and what each cube would bring: slower to make, and easier to learn from. `encoder="nodes"`
adds a row for every hex of the map to the vector; their fixed structure is in `make_game(...).graph`. The sizes depend
on the map.

#### Legal Actions Mask

`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. It is all zero for an agent that is not to act. An illegal action loses the game in `env()`: that
agent is paid -1, the others 0, and all are terminated. In `raw_env()` it raises `IllegalActionError`, which says why,
and changes nothing.

### Action Space

A turn of the game is an auction for the first place, three rounds in which everybody takes one action, and income. An
action is one of six; those of track and cubes are plans: `link` builds the cheapest link between two near cities, four
tiles in an action (a longer one is finished by the same plan later in the turn, or its tiles are lost), `deliver`
brings a cube home along the path that pays best. With `actions="full"` a seat may also build tile by tile and deliver
link by link, which is every move there is; the ids of these steps follow those below.

| Ids | Block | In words |
| --- | --- | --- |
| 0 | pass | pass |
| 1..2 | keep | keep baron 1 .. keep baron 2 |
| 3..32 | bid | bid 1 .. bid 30 |
| 33 | upgrade | upgrade the engine |
| 34..59 | take | take card 1, land grant .. take card 26, service bounty in Nuevo Laredo |
| 60 | grant | use a land grant |
| 61..94 | urbanize | urbanize Mexico City .. urbanize Tapachula |
| 95..98 | color | make it blue .. make it black |
| 99..132 | grow | add cubes in Mexico City .. add cubes in Tapachula |
| 133..221 | link | link Mexico City - Veracruz .. link Campeche - Tapachula |
| 222..391 | deliver | deliver the red cube of Mexico City .. deliver the black cube of Tapachula |

### Rewards

| Rank | Two players | Three | Four | Five | Six |
| --- | --- | --- | --- | --- | --- |
| first | +1 | +1 | +1 | +1 | +1 |
| second | -1 | 0 | +1/3 | +1/2 | +3/5 |
| third | | -1 | -1/3 | 0 | +1/5 |
| fourth | | | -1 | -1/2 | -1/5 |
| fifth | | | | -1 | -3/5 |
| last | | | | | -1 |

All agents are paid and terminated in the step that ends the game; before that rewards are 0. Ties go to fewer bonds,
then to more cash; what is still tied gets the mean of its ranks, and rewards sum to zero. With `reward="margin"` every
step pays by how much an agent's lead in points less bonds over the mean of the others grew, in units of 10 points.
`reward="shaped"` pays the ranks and, as potential-based shaping, the same growth, which the last step takes back.

### Starting State

Everyone has an engine of level 1, no money, no track, and two barons, of whom one is kept. Cubes are drawn into the
cities of the map, and operations cards lie on display. Who opens the first auction is drawn by lot. `reset(seed=s)`
deals the game of seed `s`, whatever the global random generators do; further resets without a seed go through the
succession of deals that the seed began.

### Episode End

After the turn that follows the one in which the last Empty City Marker was placed, or after `max_turns`. `max_cycles`
truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `2` | How many seats play: 2 to 6. |
| `map` | `None` | A map's name, or a folder with your own; unset: Mexico for 2 or 3 seats, else the Eastern US. |
| `barons` | `True` | Everybody keeps one of two Universal Rail Barons in secret. |
| `markers` | `None` | Empty City Markers that bring the end; unset: by the map. |
| `max_turns` | `40` | The game ends after so many turns. |
| `actions` | `'plans'` | plans: whole links and deliveries. full: by tiles and links, too. One word, or one a seat. |

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

env = pettingzoo.make("aec", "railgym/railways_of_the_world-v0", num_players=3, map="south_sweden", max_turns=4)
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```

Before PettingZoo 1.27 write `railways_of_the_world_v0.env(num_players=3)`. `env.clone()`, `copy.deepcopy` and pickles
keep the position. To train a single seat use `gymnasium.make("railgym/RailwaysOfTheWorld-v0", opponents=["planner"])`,
or `gymnasium.make_vec(...)` for thousands of games at once.

### Version History

* v0: first version
"""

from typing import Any

from pettingzoo import AECEnv

from railgym.envs.aec import GameEnv, make_env, make_raw_env

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; ``options`` as under Arguments above."""
    return make_env("railways_of_the_world_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("railways_of_the_world_v0", **options)
