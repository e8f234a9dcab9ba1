"""The spec card of a game, generated from its tables: ``python -m railgym.envs.spec_card ID`` prints it as Markdown."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.observation import ObservationLayout

__all__ = [
    "action_table",
    "facts_table",
    "make_table",
    "observation_table",
    "observation_tables",
    "options_table",
    "spec_card",
]


def facts_table(game: Game) -> str:
    """How to make the environment, and its shapes, as PettingZoo's environment pages begin."""
    low, high = game.observation_layout.bounds()
    agents = ", ".join(f"'{name}'" for name in game.seat_names)
    return make_table(
        ("Import", f"`from railgym.envs import {game.id}`"),
        [
            ("PettingZoo", f'`pettingzoo.make("aec", "railgym/{"-v".join(game.id.rsplit("_v", 1))}")`'),
            ("Gymnasium", f'`gymnasium.make("{GAMES[game.id].gym_id}")`, one learning seat'),
            ("Actions", "Discrete"),
            ("Parallel API", "No"),
            ("Manual Control", "No"),
            ("Agents", f"`agents= [{agents}]`"),
            ("Number of Agents", GAMES[game.id].seats),
            ("Action Shape", "`(1,)`"),
            ("Action Values", f"`Discrete({len(game.actions)})`"),
            ("Observation Shape", f"`({game.observation_layout.size},)`"),
            ("Observation Values", f"`[{low.min():g}, {high.max():g}]`"),
        ],
    )


def action_table(game: Game) -> str:
    """The blocks of action ids, one row each."""
    rows = []
    for block in game.actions:
        first, last = block.labels[0], block.labels[-1]
        ids = f"{block.start}" if block.start + 1 == block.stop else f"{block.start}..{block.stop - 1}"
        rows.append((ids, block.name, first if first == last else f"{first} .. {last}"))
    return make_table(("Ids", "Block", "In words"), rows)


def observation_tables(game: Game) -> list[tuple[ObservationLayout, str]]:
    """The encoders of a game, each with the table of its observation."""
    layouts = list(game.encoders.values())
    return [(layout, observation_table(layout, layouts[:number])) for number, layout in enumerate(layouts)]


def observation_table(layout: ObservationLayout, above: Sequence[ObservationLayout] = ()) -> str:
    """The pieces of an encoder's observation, one row each, without the meanings that the tables ``above`` have."""
    told = {p.name: p.meaning for one in above for p in one}
    return make_table(
        ("Entries", "Piece", "Shape", "Values", "Meaning"),
        [
            (
                f"{p.start}..{p.stop - 1}" if p.size > 1 else f"{p.start}",
                p.name,
                " x ".join(map(str, p.shape)),
                f"{p.low:g}..{p.high:g}",
                "as above" if told.get(p.name) == p.meaning else p.meaning,
            )
            for p in layout
        ],
    )


def options_table(game: Game) -> str:
    """The game's options, one row each; last its presets."""
    kind = type(game.options)
    rows = [(f"`{name}`", f"`{f.default!r}`", f.description or "") for name, f in kind.model_fields.items()]
    if kind.presets:
        groups = (f"{name}: {_group(values)}" for name, values in kind.presets.items())
        rows.append(
            ("`preset`", "`None`", f"Several options at once; explicit options override it. {'; '.join(groups)}.")
        )
    return make_table(("Option", "Default", "Meaning"), rows)


def _group(values: Mapping[str, Any]) -> str:
    """The options that a preset sets."""
    return ", ".join(f"`{option}={value}`" for option, value in values.items())


def spec_card(game: Game) -> str:
    """All tables of a game under their headings."""
    parts = [
        f"# {game.title}",
        facts_table(game),
        "## Options",
        options_table(game),
        f"## Actions (table {game.actions.hash})",
        action_table(game),
    ]
    for layout, table in observation_tables(game):
        parts += [f"## Observation ({layout.encoder}, {layout.hash})", table]
    return "\n\n".join(parts)


def make_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> int:
    """Print the spec cards of the games named on the command line, by default of all."""
    try:
        print("\n\n".join(spec_card(make_game(id)) for id in sys.argv[1:] or GAMES))
    except RailgymError as error:
        print(f"railgym: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
