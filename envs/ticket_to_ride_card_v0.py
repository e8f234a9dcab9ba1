"""
# Ticket to Ride: The Card Game

| Import | `from railgym.envs import ticket_to_ride_card_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/ticket_to_ride_card-v0")` |
| Gymnasium | `gymnasium.make("railgym/TicketToRideCard-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0', 'player_1']` |
| Number of Agents | 2-4 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(136)` |
| Observation Shape | `(605,)` |
| Observation Values | `[-6, 7]` |

A card game of set collection, tempo and robbery with hidden hands and tickets. Players draw train cards, lay them in
their railyards by colour, and hope that nobody lays more of that colour before the cards have moved, one of each
colour a turn, to the safety of the on-the-track stack. The stack pays for destination tickets at the end: completed
tickets score their value, the others cost it, and whoever completes the most tickets of a big city earns its bonus.

### Observation Space

An observation is a dictionary: `"observation"` is a float32 vector, `"action_mask"` the legal actions. The vector is
what the observing seat knows, never more, its own seat first and the others in turn order; seats that do not play are
zeros, so that one network serves every number of players. It is made of named pieces (hand, railyard, tickets and what
they still lack, what the others are known to hold, ...), scaled so that most numbers lie in [-1, 1]. The table of all
pieces is printed by `python -m railgym.envs.spec_card ticket_to_ride_card_v0`;
`make_game(...).observation_layout.split(vector)` cuts a vector into them.

#### Legal Actions Mask

`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. It is all zero for an agent that is not to act. An illegal action loses the game in `env()`: that
agent is paid -1, the others 0, and all are terminated. In `raw_env()` it raises `IllegalActionError`, which says why,
and changes nothing.

### Action Space

Wide decisions are split: laying a colour asks how many cards of the colour and how many locomotives wherever there is
a choice, and drawn tickets are kept or returned one by one, so an agent may act several times in a row.

| Ids | Block | In words |
| --- | --- | --- |
| 0 | pass | pass |
| 1 | draw_blind | draw a card from the deck |
| 2..11 | draw_face_up | draw the face-up black .. draw the face-up locomotive |
| 12 | draw_clock | draw the card beside the station clock |
| 13 | draw_tickets | draw tickets |
| 14..15 | decide | keep the ticket .. return the ticket |
| 16..24 | lay_colour | lay black .. lay grey |
| 25..34 | of_its_cards | with 1 of its colour .. with 10 of its colour |
| 35..51 | locomotives | with 0 locomotives .. with 16 locomotives |
| 52..135 | lay_three | lay black, white, green .. lay purple, orange, grey |

Passing is legal only when nothing else is. The station clock belongs to the solo game.

### Rewards

| Rank | Two players | Three | Four |
| --- | --- | --- | --- |
| first | +1 | +1 | +1 |
| second | -1 | 0 | +1/3 |
| third | | -1 | -1/3 |
| last | | | -1 |

All agents are paid in the step that ends the game; before that rewards are 0. Ties get the mean of their ranks, and
rewards sum to zero. With `reward="margin"` every step pays by how much an agent's lead over the mean of the others
grew, in hundreds of points, so that a whole game pays the final lead / 100. `reward="shaped"` pays the ranks and, as
potential-based shaping, the same growth, which the last step takes back.

### Starting State

Everyone holds a locomotive, seven random train cards and six tickets, of which at least one must be kept; five train
cards lie face up. `player_0` begins. `reset(seed=s)` deals the game of seed `s`, whatever the global random generators
do; further resets without a seed go through the succession of deals that the seed began.

### Episode End

When the last train deck is exhausted everyone has a final turn, tickets and bonuses are scored, and all agents are
terminated. Three rounds in which nobody draws or lays a train card end the deck as well. `max_cycles` truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `2` | How many seats play: 2, 3 or 4. |
| `edition` | `'manual'` | manual: nine colours, two decks. published: the published game. |
| `decks` | `None` | Train decks played; unset: the edition's rule. |
| `score_between` | `True` | Score completed tickets between the two decks and set them aside. |
| `shuffle_returns` | `None` | Shuffle tickets returned at set-up into the deck; unset: as the edition does. |
| `memory` | `'perfect'` | What seats remember of open cards: one word for all, or one a seat. |

and those of every environment:

| Option | Default | Meaning |
| --- | --- | --- |
| `render_mode` | `None` | `human` prints, `ansi` returns text, `rgb_array` a picture as uint8 (height, width, 3) |
| `render_seat` | `None` | through whose eyes to render: a seat, -1 for the public; unset: whoever decides |
| `render_scale` | `1.0` | how many times larger the picture of `rgb_array` is than usual, up to 8 |
| `max_cycles` | `None` | truncate the game after so many actions of all agents together |
| `reward` | `'result'` | `result`, `margin` or `shaped`, see Rewards |
| `encoder` | `'vector'` | which encoder writes observations; this game has one |
| `text` | `False` | put the position and the legal actions in words into `info["text"]` |
| `eliminated` | `'leave'` | `leave` or `stay`; nobody is out of this game before its end |

### Usage

```python
import pettingzoo
import railgym

env = pettingzoo.make("aec", "railgym/ticket_to_ride_card-v0", num_players=3)
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```

Before PettingZoo 1.27 write `ticket_to_ride_card_v0.env(num_players=3)`. `env.clone()`, `copy.deepcopy` and pickles
keep the position. To train a single seat use `gymnasium.make("railgym/TicketToRideCard-v0", opponents=["planner"])`,
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
    return make_env("ticket_to_ride_card_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("ticket_to_ride_card_v0", **options)
