"""The page of each game, made from its metadata, its texts and the committed results; and the page that lists them."""

import re
from importlib.resources import files
from pathlib import Path

from railgym.envs.catalog import GAMES, Entry, make_game
from railgym.envs.guide import guide_of
from railgym.envs.pages import page
from railgym.envs.spec_card import facts_table, make_table, observation_tables
from site_builder.links import link_to, rewritten
from site_builder.pictures import figure, still_link
from site_builder.places import ROOT
from site_builder.strength import ladders, shipped_table, win_rates

__all__ = ["gallery", "game_page", "index_page"]

HEADING = re.compile(r"^(#+) ([^\n]*)\n\n(.*?)(?=^#+ |\Z)", re.M | re.S)
INTERVALS = (
    "The ratings are Elo points of the [standard suite](../benchmark/report.md), with 95 % intervals over paired "
    "seeds; *lead* is the margin over the mean of the other players."
)
RATES = "Win rates with default options, as the [results](../results.md) list them. The command prints the row again."


def sections(text: str) -> dict[str, str]:
    """The sections of a Markdown text by their headings, at whatever level they are."""
    return {head: body.strip() for _, head, body in HEADING.findall(text)}


def game_page(id: str) -> str:
    """The page of a game."""
    entry, parts = GAMES[id], sections(page(id))
    game, own = make_game(id), sections(_text(entry, f"pages/{id}.md"))
    body = {
        "How to play": _how_to_play(entry),
        "Play and measure it": _commands(entry),
        "Use it in Python": parts["Usage"],
        "Specification": facts_table(game),
        "Options and keywords": parts["Arguments"],
        "Actions": _joined(parts["Action Space"], "### Action mask", parts["Legal Actions Mask"]),
        "Observations": _joined(parts["Observation Space"], *_pieces(id)),
        "Rewards": parts["Rewards"],
        "Start of a game": parts["Starting State"],
        "End of a game": parts["Episode End"],
        "Strength of the agents": _strength(id),
        "Rules and sources": _more(entry),
        "Version history": parts["Version History"],
    }
    head = _joined(f"# {game.title}", entry.sentence, figure(id), own["About"])
    return _joined(head, *(f"## {title}\n\n{text}" for title, text in body.items() if text)) + "\n"


def _text(entry: Entry, path: str) -> str:
    return files(entry.package).joinpath(path).read_text(encoding="utf-8")


def _folder(entry: Entry) -> Path:
    return Path("envs") / entry.package.rpartition(".")[2]


def _how_to_play(entry: Entry) -> str:
    """How to play, with the sections of the game's README that players read."""
    guide = guide_of(entry.id)
    _, _, text = guide.how_to_play.partition("\n")
    more = [f"### {heading}\n\n{body}" for heading, body in guide.more.items()]
    parts = _joined(re.sub(r"^##", "###", text.strip(), flags=re.M), *more)
    return rewritten(parts, _folder(entry) / "README.md", f"games/{entry.id}")


def _commands(entry: Entry) -> str:
    seats = "trained,planner" if entry.fewest > 1 else "trained,planner,greedy"
    return f"""```sh
railgym play {entry.id}                                    # in the terminal
railgym serve                                              # in the browser
railgym evaluate {entry.id} --seats {seats} --games 200
railgym bench {entry.id}                                   # how fast it runs
```

[Playing](../playing.md), [training](../training.md) and [measuring](../benchmark.md) describe these commands."""


def _pieces(id: str) -> list[str]:
    """A folded table of the pieces of every encoder's observation."""
    return [
        f"<details><summary>The {layout.size:,} numbers of the encoder <code>{layout.encoder}</code></summary>\n\n"
        f"{table}\n\n</details>"
        for layout, table in observation_tables(make_game(id))
    ]


def _strength(id: str) -> str:
    rated = [f"{told}.\n\n{table}" for told, table in ladders(id)]
    measured = [str(table) for table in win_rates(id)]
    parts = [INTERVALS, *rated] if rated else []
    parts += [RATES, *measured] if measured else []
    return _joined(*parts, shipped_table(id))


def _more(entry: Entry) -> str:
    """Links to what the repository has about the game."""
    folder, name = _folder(entry), f"games/{entry.id}"
    lines = [f"- [Notes on the game and its code]({link_to(folder / 'README.md', name)})"]
    for file in sorted((ROOT / folder).glob("RULES*.md")) + sorted((ROOT / folder / "data").glob("*.md")):
        heading = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{heading}]({link_to(file.relative_to(ROOT), name)})")
    return "\n".join(lines)


def index_page() -> str:
    """The list of all games."""
    rows = [
        (f"[{entry.title}]({entry.id}.md)", entry.seats, f"`{entry.id}`", entry.sentence) for entry in GAMES.values()
    ]
    table = make_table(("Game", "Seats", "Id", "What it is about"), rows)
    return _joined("# Games", gallery("games/index"), table, "[Ids of the games](ids.md) lists every spelling.") + "\n"


def gallery(name: str) -> str:
    """A still picture of every game, which leads to its page."""
    tiles = [
        f'<a href="{still_link(name, f"games/{id}.html")}"><img src="{still_link(name, f"pictures/{id}-still.webp")}" '
        f'alt="" loading="lazy"><span>{entry.title}</span></a>'
        for id, entry in GAMES.items()
    ]
    return '<div class="gallery">\n' + "\n".join(tiles) + "\n</div>"


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))
