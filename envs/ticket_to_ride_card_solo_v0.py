"""
# Ticket to Ride: The Card Game, solo

| Import | `from railgym.envs import ticket_to_ride_card_solo_v0` |
| --- | --- |
| PettingZoo | `pettingzoo.make("aec", "railgym/ticket_to_ride_card_solo-v0")` |
| Gymnasium | `gymnasium.make("railgym/TicketToRideCardSolo-v0")`, one learning seat |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents= ['player_0']` |
| Number of Agents | 1 |
| Action Shape | `(1,)` |
| Action Values | `Discrete(136)` |
| Observation Shape | `(605,)` |
| Observation Values | `[-6, 7]` |

The solo variant of the card game: sixteen turns against the station clock, which throws cards out of the draw area,
and against the draw area itself, which robs the railyard of every colour it shows more of. At the end the tickets of
a hidden opponent are revealed, who is taken to have completed all of them.

### Observation Space

The same dictionary, vector and pieces as in `ticket_to_ride_card_v0`, so that one network can read both games; the
pieces of other seats are zeros. `python -m railgym.envs.spec_card ticket_to_ride_card_solo_v0` prints the table.

#### Legal Actions Mask

`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. An illegal action loses the game in `env()` (-1, terminated). In `raw_env()` it raises
`IllegalActionError`, which says why, and changes nothing.

### Action Space

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

### Rewards

+1 at the end for a total above the hidden opponent's, -1 otherwise. With `reward="margin"` every step pays by how much
the lead over the opponent grew, in hundreds of points; the opponent's total counts from the last step on.
`reward="shaped"` pays the result and, as potential-based shaping, that growth, which the last step takes back.

### Starting State

The player holds a locomotive, seven random train cards and six tickets, of which one of the highest value must be
kept; four train cards and the first card of the station clock lie face up. `reset(seed=s)` deals the game of seed `s`.

### Episode End

After the turn in which the last of the clock's sixteen cards was turned up. `max_cycles` truncates.

### Arguments

`env(...)` and `raw_env(...)` take the options of the game:

| Option | Default | Meaning |
| --- | --- | --- |
| `num_players` | `1` | Always 1. |
| `edition` | `'manual'` | manual: nine colours, 106 cards. published: eight, 96. |
| `memory` | `'perfect'` | Whether the player remembers the on-the-track stack. |

and those of every environment, which are listed in `ticket_to_ride_card_v0`.

### Usage

```python
import gymnasium
import railgym

env = gymnasium.make("railgym/TicketToRideCardSolo-v0")
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
    return make_env("ticket_to_ride_card_solo_v0", **options)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers; ``options`` as under Arguments above."""
    return make_raw_env("ticket_to_ride_card_solo_v0", **options)
