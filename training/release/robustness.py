"""For maintainers: measure the robustness of agents that ship already, and write it into their cards.

python -m railgym.training.release.robustness rail_baron_cards rail_baron_cards_four
"""

import json
import sys
from collections.abc import Sequence
from importlib.resources import as_file

from railgym.agents.learned.artifact import shipped_agents, shipped_folder
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RailgymError, UnknownNameError, meant
from railgym.training.learn.folder import write_json
from railgym.training.release.ship import REPORT_SEED, robustness

__all__ = ["main"]


def main(names: Sequence[str], games: int = 1000) -> int:
    """Play each agent against its zoo; raises UnknownNameError for one that does not ship."""
    for name in names:
        if name not in shipped_agents():
            raise UnknownNameError(f"no shipped agent {name!r}; {meant(name, shipped_agents())}")
    for name in names:
        card = shipped_agents()[name]
        found = robustness(make_game(card.game, **card.options), "trained", card.role, games, REPORT_SEED)
        with as_file(shipped_folder(name)) as folder:
            file = folder / "agent.json"
            write_json(file, json.loads(file.read_text(encoding="utf-8")) | {"robustness": found})
        if found:
            print(
                f"{name}: worst case {found['worst']['win_rate']:.1%} against {found['worst']['opponent']}", flush=True
            )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
