"""``railgym suite report``: what came out of a suite, as one HTML page that needs nothing else, and as Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from railgym.envs.core.command_line import Option, Positional
from railgym.training.arguments import command_line
from railgym.training.evaluate.ledger import USAGE, usage_words
from railgym.training.evaluate.statistics import Interval
from railgym.training.evaluate.suite.folder import ResultsError, ResultsFolder
from railgym.training.evaluate.suite.gap import map_gaps
from railgym.training.evaluate.suite.referee import fault_to_string
from railgym.training.evaluate.suite.summary import Games, games_of, summarize_table, worst_words
from railgym.training.reports import provenance

__all__ = ["SuiteReportArgs", "main"]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
td { white-space: nowrap } .prose td { white-space: normal; text-align: left }
code, pre { background: #f4f4f4; padding: .1rem .3rem } svg { max-width: 100%; height: auto }
"""


@dataclass(frozen=True)
class SuiteReportArgs:
    """Write report.html and report.md from the results folder of a suite, whole or not.

    For example:

      railgym suite report runs/suite-standard-1
      railgym suite report runs/suite-standard-1 --out reports/mine --runs runs/card-1 runs/card-2
    """

    folder: Annotated[Path, Positional("FOLDER")]
    """the results folder of railgym suite run"""
    out: Annotated[Path | None, Option("FOLDER", default="the results folder")] = None
    """where the two files go"""
    runs: Annotated[tuple[Path, ...], Option("FOLDER")] = ()
    """result folders of training runs, whose learning curves are shown"""


@dataclass(frozen=True)
class Part:
    """A heading, sentences, tables (columns and rows) and pictures (SVG)."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[tuple[tuple[str, ...], list[tuple[str, ...]]], ...] = ()
    pictures: tuple[str, ...] = ()


def main(args: SuiteReportArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError and OSError."""
    folder = ResultsFolder(args.folder)
    suite, run = folder.suite(), folder.run()
    games = games_of(suite, folder)
    if not games:
        raise ResultsError(f"{args.folder} holds no games yet; play some with: {run['command']}")
    pictures = import_module("railgym.training.evaluate.suite.pictures")
    out = args.out or args.folder
    out.mkdir(parents=True, exist_ok=True)
    title = f"railgym suite {suite.name}, version {suite.version}"
    parts = [_origin(run, args), *_gap(games), *(_part(table, pictures) for table in games)]
    if args.runs:
        parts.append(Part("Learning curves", pictures=(_curves(args.runs, pictures),)))
    (out / "report.html").write_text(_html(title, parts), encoding="utf-8")
    (out / "report.md").write_text(_markdown(title, parts), encoding="utf-8")
    print(f"{out / 'report.html'}\n{out / 'report.md'}")
    return 0


def _curves(runs: Sequence[Path], pictures: Any) -> str:
    try:
        curves: str = pictures.draw_curves(list(runs))
    except FileNotFoundError as error:
        raise ResultsError(f"--runs: {error.filename} is missing; name a run, or one of its steps") from None
    except (OSError, ValueError, KeyError) as error:
        raise ResultsError(f"--runs: no metrics of a training run: {error}") from None
    return curves


def _origin(run: dict[str, Any], args: SuiteReportArgs) -> Part:
    now = provenance(command_line("suite report", args, ("out",), "folder"))
    rows: list[tuple[str, ...]] = [
        ("played by", f"{run['command']} (railgym {run['railgym']}, commit {run['commit']})"),
        ("reported by", f"{now['command']} (railgym {now['railgym']}, commit {now['commit']})"),
        ("on", ", ".join(f"{name} {value}" for name, value in run["system"].items())),
    ]
    return Part(
        "Origin",
        (
            "Games are paired: each seed is played once in every rotation of the seats. Intervals are 95 % bootstrap "
            "intervals over paired seeds. Elo is from the Bradley-Terry model, openskill from the Plackett-Luce model. "
            "The lead is the interquartile mean of the score minus the mean score of the others (in games for one: of "
            "the score). In games for one, agents are compared by their scores on the same seeds. The worst case is "
            "the lowest win rate against another agent, only for tables of two. Row against column: the share of "
            "comparisons that the row won, minus the share that it lost. Milliseconds per decision are "
            "measured for agents in Python; trained agents decide in many games at once.",
        ),
        ((("", ""), rows),),
    )


def _gap(games: Sequence[Games]) -> list[Part]:
    """The gap between known and unknown maps; nothing for a suite without such tables."""
    gaps = map_gaps(games)
    rows = [(agent, *map(_percent, rates), _percent(gap, "+")) for agent, (*rates, gap) in gaps.items()]
    sentence = (
        "Shares of games won on maps that agents may have trained on, and on maps that no agent trains on. Intervals "
        "are over the paired seeds of these maps."
    )
    columns = ("agent", "known maps", "unknown maps", "gap")
    return [Part("Known and unknown maps", (sentence,), ((columns, rows),))] if gaps else []


def _percent(found: Interval, sign: str = "") -> str:
    return f"{found.value:{sign}.1%} [{found.low:{sign}.1%}, {found.high:{sign}.1%}]"


def _part(games: Games, pictures: Any) -> Part:
    table = summarize_table(games)
    names = [rating["agent"] for rating in table["ratings"]]
    options = ", ".join(f"{name}={value}" for name, value in table["options"].items()) or "default options"
    seats = ", ".join(f"{value:.1%} [{low:.1%}, {high:.1%}]" for value, low, high in table["seats_win"])
    many = table["seats"] > 1
    sentences = [
        f"{table['game']}, {table['seats']} {'seats' if many else 'seat'}, {options}: {table['games']:,} of "
        f"{table['planned']:,} games, seed {table['seed']}; {table['plies']:.0f} decisions per game, "
        f"{table['games_per_second']:,.1f} games/s on one core.",
    ]
    if many:
        sentences.append(f"Wins by seat, over all agents: {seats}.")
    for cycle in table["cycles"]:
        first, second, third = cycle["agents"]
        sentences.append(
            f"Not transitive: {first} beats {second}, which beats {third}, which beats {first} (in "
            f"{cycle['support']:.0%} of bootstrap samples)."
        )
    sentences += [f"{fault_to_string(fault)}." for fault in table["faults"][:10]]
    rates = ("Elo", "95 %", "openskill", "worst case", "wins", "95 %", "lead", "95 %")
    columns = ("agent", *rates, "ms/decision", "forfeits")
    ratings = [_rating(rating) for rating in table["ratings"] if rating["games"]]
    cross = [
        (name, *("" if value is None else f"{value:+.2f}" for value in row))
        for name, row in zip(names, table["payoffs"], strict=True)
    ]
    used = [rating for rating in table["ratings"] if "usage" in rating]
    usage = [(USAGE, [(rating["agent"], *usage_words(rating["usage"])) for rating in used])] if used else []
    drawn = (pictures.draw_ratings(table), pictures.draw_games(games))
    against = ("row against column", *names)
    return Part(table["name"], tuple(sentences), ((columns, ratings), *usage, (against, cross)), drawn)


def _rating(rating: dict[str, Any]) -> tuple[str, ...]:
    lead, took = rating["lead_iqm"], rating["ms_per_decision"]
    return (
        rating["agent"],
        f"{rating['elo']:+.0f}",
        "{:+.0f} to {:+.0f}".format(*rating["elo_ci95"]),
        f"{rating['mu']:.1f} ± {rating['sigma']:.1f}",
        worst_words(rating),
        f"{rating['win_rate']:.1%}",
        "{:.1%} to {:.1%}".format(*rating["win_rate_ci95"]),
        f"{lead[0]:+,.1f}",
        f"{lead[1]:+,.1f} to {lead[2]:+,.1f}",
        f"{took:.3f}" if took is not None else "compiled",
        str(rating["forfeits"]),
    )


def _markdown(title: str, parts: Iterable[Part]) -> str:
    lines = [f"# {title}", ""]
    for part in parts:
        lines += [f"## {part.title}", "", *(line for sentence in part.sentences for line in (sentence, ""))]
        for columns, rows in part.tables:
            lines += [_md_row(columns), _md_row(["---"] * len(columns)), *(_md_row(row) for row in rows), ""]
    return "\n".join(lines)


def _md_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _html(title: str, parts: Iterable[Part]) -> str:
    body = [f"<h1>{escape(title)}</h1>"]
    for part in parts:
        body += [f"<h2>{escape(part.title)}</h2>", *(f"<p>{escape(sentence)}</p>" for sentence in part.sentences)]
        for columns, rows in part.tables:
            cells = [_html_row(columns, "th"), *(_html_row(row, "td") for row in rows)]
            kind = "" if any(columns) else " class='prose'"
            body.append(f"<table{kind}>{''.join(cells)}</table>")
        body += part.pictures
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>\n' + "\n".join(body) + "\n</body></html>\n"


def _html_row(cells: Iterable[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
