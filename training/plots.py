"""Pictures of results, drawn without a display."""

from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.errors import MissingExtraError

try:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
except ImportError:
    raise MissingExtraError("eval", "matplotlib") from None

__all__ = ["plot_tournament"]


def plot_tournament(report: dict[str, Any], file: Path) -> None:
    """Ratings with their intervals beside the payoff matrix; the line below says where they come from."""
    names = [r["agent"] for r in report["ratings"]]
    size = 2.2 + 0.55 * len(names)
    figure = Figure(figsize=(max(9.0, 2 * size), size + 0.8), layout="constrained")
    FigureCanvasAgg(figure)
    ratings, payoffs = figure.subplots(1, 2)
    elo = np.array([r["elo"] for r in report["ratings"]])
    low, high = np.array([r["elo_ci95"] for r in report["ratings"]]).T
    places = range(len(names))
    # The bootstrap's interval need not hold the estimate where an agent wins nearly all its games.
    errors = [np.maximum(elo - low, 0), np.maximum(high - elo, 0)]
    ratings.errorbar(elo, places, xerr=errors, fmt="o", capsize=3)
    ratings.set_yticks(places, names)
    ratings.invert_yaxis()
    ratings.grid(axis="x", alpha=0.3)
    ratings.set_xlabel("Bradley-Terry rating in Elo points, 95 % intervals")
    grid = np.array([[np.nan if value is None else value for value in row] for row in report["payoffs"]])
    payoffs.imshow(grid, cmap="RdBu", vmin=-1, vmax=1)
    payoffs.set_xticks(places, names, rotation=45, ha="right")
    payoffs.set_yticks(places, names)
    payoffs.set_xlabel("payoff of the row against the column")
    for i, j in zip(*np.nonzero(~np.isnan(grid)), strict=True):
        shade = "white" if abs(grid[i, j]) > 0.6 else "black"
        payoffs.text(j, i, f"{grid[i, j]:+.2f}", ha="center", va="center", color=shade, fontsize=8)
    figure.suptitle(f"{report['game']}, {report['seats']} seats: {report['games']:,} games, seed {report['seed']}")
    commit = f", commit {report['commit']}" if report["commit"] else ""
    figure.supxlabel(f"{report['command']}\nrailgym {report['railgym']}{commit}", fontsize=7)
    figure.savefig(file, dpi=120)
