"""The page of every environment, in the form of PettingZoo's: made from the text of the game
(``<game>/pages/ID.md``), the tables of the game, and the keywords of environments."""

import re
import sys
from fractions import Fraction
from importlib.resources import files
from types import ModuleType

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.config import AEC, keywords
from railgym.envs.core.game import Game
from railgym.envs.spec_card import action_table, facts_table, make_table, options_table

__all__ = ["page", "show_page"]

MASK = """`observation["action_mask"]` is an int8 vector with a 1 for every legal action; the same array is in
`info["action_mask"]`. It is all zero for an agent that is not to act. An illegal action loses the game in `env()`: that
agent gets -1, the others 0, all are terminated, and `infos[agent]["illegal_action"]` says why it is illegal. In
`raw_env()` it raises `IllegalActionError`, which says the same, and changes nothing."""
COPIES = """`env.clone()`, `copy.deepcopy` and pickles keep the position. To train a single seat use
`gymnasium.make("{gym_id}", opponents=["planner"])`, or `gymnasium.make_vec(...)`
for thousands of games at once."""
SEVERAL = """import pettingzoo
import railgym

env = pettingzoo.make("aec", "railgym/{id}"{options})
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))"""
ALONE = """import gymnasium
import railgym

env = gymnasium.make("{gym_id}"{options})
observation, info = env.reset(seed=0)
terminated = False
while not terminated:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)"""
RANKS = ("first", "second", "third", "fourth", "fifth")
SIZES = ("Two players", "Three", "Four", "Five", "Six")


def page(id: str) -> str:
    """The page of the environment with this id, as Markdown."""
    game = make_game(id)
    text = files(game.package).joinpath("pages", f"{id}.md").read_text(encoding="utf-8")
    parts = {head: body.strip() for head, body in re.findall(r"^## ([^\n]*)\n\n(.*?)(?=^## |\Z)", text, re.M | re.S)}
    sections = {
        "### Observation Space": parts["Observation Space"],
        "#### Legal Actions Mask": MASK,
        "### Action Space": _joined(parts["Action Space"], action_table(game), parts.get("Below the Actions", "")),
        "### Rewards": _joined(rank_table(GAMES[id].most), parts["Rewards"]),
        "### Starting State": parts["Starting State"],
        "### Episode End": parts["Episode End"],
        "### Arguments": _arguments(game),
        "### Usage": _usage(game, parts.get("Example Options", "")),
        "### Version History": parts["Version History"],
    }
    head = f"# {game.title}\n\n{facts_table(game)}\n\n{parts['About']}"
    return "\n\n".join([head, *(f"{head}\n\n{body}" for head, body in sections.items())]) + "\n"


def rank_table(most: int) -> str:
    """The payoff of every rank, by the number of players; empty for a game for one or two with ranks of its own."""
    if most <= 2:
        return ""
    sizes = range(2, most + 1)
    rows = []
    for rank in range(most):
        cells = [_payoff(rank, size) if rank < size else "" for size in sizes]
        rows.append(("last" if rank == most - 1 else RANKS[rank], *cells))
    return make_table(("Rank", *SIZES[: most - 1]), rows)


def _payoff(rank: int, size: int) -> str:
    payoff = 1 - Fraction(2 * rank, size - 1)
    return f"{payoff}" if payoff <= 0 else f"+{payoff}"


def _arguments(game: Game) -> str:
    own = "`env(...)` and `raw_env(...)` take the options of the game:"
    notes = {"encoder": ": " + " or ".join(f"`{name}`" for name in game.encoders)}
    rows = [
        (f"`{name}`", f"`{keyword.default!r}`", keyword.metadata["meaning"] + notes.get(name, ""))
        for name, keyword in keywords(AEC).items()
    ]
    table = make_table(("Option", "Default", "Meaning"), rows)
    return _joined(own, options_table(game), "and those of every environment:", table)


def _usage(game: Game, options: str) -> str:
    entry, several = GAMES[game.id], GAMES[game.id].fewest > 1
    named = {"id": "-v".join(game.id.rsplit("_v", 1)), "gym_id": entry.gym_id}
    names = named | {"options": f", {options}" if options else ""}
    code = (SEVERAL if several else ALONE).format(**names)
    return _joined(f"```python\n{code}\n```", COPIES.format(**names) if several else "")


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


class _PageModule(ModuleType):
    __doc__ = property(lambda self: page(self.__name__.rpartition(".")[2]))


def show_page(module: str) -> None:
    """Let ``help()`` of an environment's module show its page, which is made when it is asked for."""
    sys.modules[module].__class__ = _PageModule
