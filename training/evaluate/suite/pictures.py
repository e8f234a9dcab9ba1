"""Pictures of a suite's results as SVG, drawn without a display; the same results give the same picture."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from railgym.envs.core.errors import MissingExtraError
from railgym.envs.core.game import Array
from railgym.training.evaluate.suite.summary import Games

try:
    import matplotlib
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
except ImportError:
    raise MissingExtraError("eval", "matplotlib") from None

__all__ = ["draw_curves", "draw_games", "draw_ratings"]


def draw_ratings(table: dict[str, Any]) -> str:
    """Ratings with their intervals beside the heat map of the cross table."""
    names = [rating["agent"] for rating in table["ratings"]]
    height = 1.2 + 0.4 * len(names)
    figure = Figure(figsize=(10, height), layout="constrained")
    ratings, cross = figure.subplots(1, 2)
    elo = np.array([rating["elo"] for rating in table["ratings"]])
    low, high = np.array([rating["elo_ci95"] for rating in table["ratings"]]).T
    ratings.errorbar(elo, range(len(names)), xerr=np.maximum([elo - low, high - elo], 0), fmt="o", capsize=3)
    ratings.set_yticks(range(len(names)), names)
    ratings.set_ylim(len(names) - 0.5, -0.5)  # so that its rows are those of the cross table
    ratings.grid(axis="x", alpha=0.3)
    ratings.set_xlabel("Elo points, 95 % intervals")
    grid = np.array([[np.nan if value is None else value for value in row] for row in table["payoffs"]], float)
    cross.imshow(grid, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
    cross.set_xticks(range(len(names)), names, rotation=30, ha="right")
    cross.set_yticks([])
    cross.set_title("row against column", fontsize=9)
    for i, j in zip(*np.nonzero(~np.isnan(grid)), strict=True):
        shade = "white" if abs(grid[i, j]) > 0.6 else "black"
        cross.text(j, i, f"{grid[i, j]:+.2f}", ha="center", va="center", color=shade, fontsize=8)
    return _svg(figure)


def draw_games(games: Games) -> str:
    """The scores of all agents, and the lengths of the games."""
    figure = Figure(figsize=(10, 2.6), layout="constrained")
    scores, plies = figure.subplots(1, 2)
    found = games.results["scores"][:, : games.table.seats]
    for k, code in enumerate(games.table.agents):
        _density(scores, found[games.seating == k], code)
    scores.set_xlabel("score")
    scores.legend(fontsize=7)
    plies.hist(games.results["plies"], bins=40)
    plies.set_xlabel("decisions in a game")
    for axes in (scores, plies):
        axes.set_yticks([])
    return _svg(figure)


def draw_curves(runs: list[Path]) -> str:
    """How often the learner of each training run won against its bots while it learned. Raises OSError and ValueError
    for a folder that holds no run."""
    figure = Figure(figsize=(10, 3.2), layout="constrained")
    axes = figure.subplots()
    for run in runs:
        lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
        met = {name for line in lines for name in line["win_rate"]}
        bots = sorted(name for name in met if not name.startswith(("past", "exploiter")))
        for bot in bots:
            points = [(line["timesteps"] / 1e6, line["win_rate"][bot]) for line in lines if bot in line["win_rate"]]
            axes.plot(*zip(*points, strict=True), label=f"{run.name} against {bot}")
    axes.set_xlabel("million decisions")
    axes.set_ylabel("share of payoffs")
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)
    return _svg(figure)


def _density(axes: Axes, values: Array, label: str) -> None:
    heights, edges = np.histogram(values, bins=30, density=True)
    axes.stairs(heights, edges, label=label, fill=True, alpha=0.35)


def _svg(figure: Figure) -> str:
    FigureCanvasSVG(figure)
    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "railgym", "svg.fonttype": "none"}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]
