"""
# Railways of the World against the Railbot

| Import | `from railgym.envs import railbot_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/railbot-v0")` |
| Gymnasium | `gymnasium.make("railgym/Railbot-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0']` |
| Number of Agents | 1-2 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(481)` |
| Observation Shape | `(1903,)` |
| Observation Values | `[-3, 4]` |

Railways of the World for one. An automaton, the Railbot, plays by a deck of cards: it links cities, takes cubes from
the map, taxes, and claims major lines, while the player builds and delivers for a target of points before its deck or
the cubes run out. By the option `railbot` the choices that its cards leave open are made by the player, as printed, or
by a second agent, `railbot_0`, who is paid for the opposite.

### Observation Space

An observation is a dictionary: `"observation"` is a float32 vector, `"action_mask"` the legal actions. Hidden are the
order of the cards, the Railbot cards that were removed, and what is in the bag of cubes next. `railbot_0` sees the
player's facts as its own, and is told that it chooses for the Railbot.

The vector is made of named pieces (seats, cities with their cubes and links, near pairs of cities with the price of a
link, operations cards, major lines, ...), scaled to lie in [-3, 4], most of them in [0, 1]. The table of all pieces is
printed by `python -m railgym.envs.spec_card railbot_v0`;
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

A turn is two actions, the Railbot's card, a third action, and income. An action is one of six; those of track and cubes
are plans: `link` builds the cheapest link between two near cities, four tiles in an action (a longer one is finished by
the same plan later in the turn, or its tiles are lost), `deliver` brings a cube home along the path that pays best.
`insure` takes both first actions; Duel Barons are claimed by `duel` at any time. The blocks from `slot` on are the
choices for the Railbot. With `actions="full"` the player may also build tile by tile and deliver link by link, which is
every move there is; the ids of these steps follow those below.

| Ids | Block | In words |
| --- | --- | --- |
| 0 | pass | pass |
| 1..2 | keep | keep baron 1 .. keep baron 2 |
| 3..32 | bid | bid 1 .. bid 30 |
| 33 | upgrade | upgrade the engine |
| 34..59 | take | take card 1, land grant .. take card 26, service bounty in Aalborg |
| 60 | grant | use a land grant |
| 61..94 | urbanize | urbanize Stockholm .. urbanize Fredrikstad |
| 95..98 | color | make it blue .. make it black |
| 99..132 | grow | add cubes in Stockholm .. add cubes in Fredrikstad |
| 133..237 | link | link Stockholm - Gävle .. link Åndalsnes - Røros |
| 238..407 | deliver | deliver the red cube of Stockholm .. deliver the black cube of Fredrikstad |
| 408..409 | insure | insure against card 1 of the row .. insure against card 2 of the row |
| 410..421 | duel | claim Benjamin P. Kranz .. claim Rosie Rosenfeld |
| 422..424 | slot | resolve card 1 of the row .. resolve card 3 of the row |
| 425..429 | cube | take a red cube .. take a black cube |
| 430..463 | city | choose Stockholm .. choose Fredrikstad |
| 464..471 | line | claim Stockholm - Malmö .. claim Aalborg - Odense |
| 472..474 | way | the track goes left .. the track goes right |
| 475..480 | side | the track leaves to the north-east .. the track leaves to the north-west |

### Rewards

+1 at the end for the target, bonds paid for, -1 otherwise; `railbot_0` is paid the opposite. With `reward="margin"`
every step pays by how much points less bonds grew, in units of 10 points; before the first step they stand as far below
0 as the target is high. `reward="shaped"` pays the result and, as potential-based shaping, that growth, which the last
step takes back.

### Starting State

The player has an engine of level 1, no money and no track. Cubes are drawn into the cities of the map, three operations
cards are on display, and three Railbot cards lie in a row. `reset(seed=s)` deals the game of seed `s`.

### Episode End

After the turn that follows the one in which the last Empty City Marker was placed, or in which the Final Evaluation was
drawn, or after `max_turns`. `max_cycles` truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `1` | 1, and 2 with an agent for the Railbot; unset: as `railbot` says. |
| `map` | `'nordic'` | The name of a map, or the path of a folder with one of your own. |
| `railbot` | `'deck'` | Who makes the Railbot's choices: the player, as printed, or an agent of its own, railbot_0. |
| `railbot_power` | `'cards'` | cards: the revealed card says which one is resolved. slot: that is chosen, too. |
| `duel_barons` | `False` | Four Duel Barons are on offer, and the target is 15 points higher. |
| `target` | `125` | Points to win: 110 is easier, 135 harder. |
| `cash` | `0` | Thousands to begin with: 5 is easier. |
| `exhaust` | `0` | Added to the map's Base Exhaust: -1 is easier, 1 harder. |
| `fewer_cards` | `0` | Cards removed from the Railbot's deck: 1 or 2 is harder. |
| `display` | `5` | Operations cards that the display holds: 3 or 4 is harder. |
| `fewer_markers` | `0` | Empty City Markers less that bring the end: 1 or 2 is harder. |
| `max_turns` | `40` | The game ends after so many turns. |
| `actions` | `'plans'` | plans: whole links and deliveries. full: tile by tile and link by link, too. |

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
import gymnasium
import railgym

env = gymnasium.make("railgym/Railbot-v0", map="south_sweden", max_turns=4)
observation, info = env.reset(seed=0)
terminated = False
while not terminated:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
```

### Version History

* v0: first version
"""

from typing import Any

from pettingzoo import AECEnv

from railgym.envs.aec import GameEnv, make_env, make_raw_env

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; ``options`` as under Arguments above."""
    return make_env("railbot_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("railbot_v0", **options)
