"""The page that lists the ids of the games."""

from railgym.envs.catalog import GAMES
from railgym.envs.spec_card import make_table

__all__ = ["ids_page"]

HEAD = """# Ids of the games

Each game has one name, and each library its own way to write it:

"""
FOOT = """
The id in Python is that of `railgym.make_game`, of the command line, of configs, suites, replays and agent cards. The
Gymnasium and the PettingZoo id need `import railgym` first, which registers them: neither library finds them otherwise,
because neither has plugins. Gymnasium imports railgym itself if the id begins with the name of the module, as processes
that begin afresh need it: `gymnasium.make("railgym:railgym/RailBaronCards-v0")`. Without a registry, import the module
of the game: `from railgym.envs import rail_baron_cards_v0`.
"""


def ids_page() -> str:
    """The page."""
    rows = [
        (entry.title, f"`{id}`", f"`{entry.gym_id}`", f'`"aec", "{entry.pettingzoo_id}"`', f"`railgym.envs.{id}`")
        for id, entry in GAMES.items()
    ]
    return (
        HEAD + make_table(("Game", "Python, commands, files", "Gymnasium", "PettingZoo", "Module"), rows) + "\n" + FOOT
    )
