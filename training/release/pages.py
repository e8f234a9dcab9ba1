"""For maintainers: write tables into the pages of the documentation: measured results, and the fields of views.

    python -m railgym.training.release.pages

replaces the tables between ``<!-- table: NAME -->`` and ``<!-- end of table -->``. Nothing is measured here.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from railgym.agents.learned.artifact import AgentCard, shipped_agents
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, RailgymError
from railgym.envs.core.game import PLAYER, Game
from railgym.envs.core.nonsense import NONSENSE
from railgym.envs.text.fields import fields_of, members_of_view

__all__ = ["PAGES", "main", "written"]

PAGES = ("docs/results.md", "docs/adaptive.md", "docs/tutorials/bots_by_models.md")
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
Row = tuple[str, ...]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(ci95: list[float]) -> str:
    return f"{100 * ci95[0]:.1f}-{100 * ci95[1]:.1f} %"


def robustness_rows(cards: dict[str, AgentCard]) -> Iterator[Row]:
    """The worst case of each agent, its lowest rate against nonsense, its rating and that of the planner, and its match
    against its predecessor."""
    yield (
        "agent",
        "worst case",
        "95 % interval",
        "nonsense",
        "Elo",
        "planner's Elo",
        "against its predecessor",
        "command",
    )
    for name, card in cards.items():
        found = card.robustness
        if not found:
            continue
        worst, ratings = found["worst"], found.get("ratings", {})
        odd = [row["win_rate"] for row in found["against"] if row["opponent"] in ("random", *NONSENSE)]
        before = [match for rival, match in card.strength.items() if rival.startswith("former:")]
        yield (
            f"`{name}`",
            f"{percent(worst['win_rate'])} against `{worst['opponent']}`",
            interval(worst["ci95"]),
            percent(min(odd)) if odd else "",
            f"{found['elo']:.0f}" if found["elo"] is not None else "",
            f"{ratings['planner']:.0f}" if "planner" in ratings else "",
            f"{percent(before[-1]['win_rate'])} ({interval(before[-1]['ci95'])})" if before else "",
            f"`{found['command']}`",
        )


def strength_rows(cards: dict[str, AgentCard]) -> Iterator[Row]:
    """The win rate of each agent against each scripted bot and its predecessor."""
    yield "agent", "rivals", "wins", "95 % interval", "par", "command"
    for name, card in cards.items():
        game = make_game(card.game, **card.options)
        par = f"{100 / game.num_players:.0f} %" if game.symmetric_seats and game.num_players > 1 else ""
        for rival, found in list(card.strength.items())[: 1 if game.num_players == 1 else None]:
            rate, between = percent(found["win_rate"]), interval(found["ci95"])
            yield f"`{name}`", opposite(game, rival), rate, between, par, f"`{found['command']}`"


def opposite(game: Game, rival: str) -> str:
    """Who sits opposite an agent that is measured against a rival."""
    if game.num_players == 1:
        return "none: alone"
    count = NUMBERS[game.num_players - 1] + " " if game.num_players > 2 else ""
    return f"{count}`{rival}`"


def skill_level_rows(cards: dict[str, AgentCard]) -> Iterator[Row]:
    """The win rates of the agents at each of their skill levels, and the rating of the highest one."""
    players = {name: card for name, card in cards.items() if card.role == PLAYER and card.skill_levels}
    skills = [f"{level.skill:g}" for level in next(iter(players.values())).skill_levels[0].levels]
    yield "agent", "rivals", "games each", *skills, "rating of 1"
    for name, card in players.items():
        measured, game = card.skill_levels[0], make_game(card.game, **card.options)
        last, several = measured.levels[-1], game.num_players > 2
        rivals = ", ".join(last.against) or "none: alone"
        yield (
            f"`{name}`",
            f"{NUMBERS[game.num_players - 1]} {rivals}" if several else rivals,
            str(measured.games),
            *(percent(level.win_rate) for level in measured.levels),
            "" if last.rating is None else f"{last.rating:.2f}",
        )


def view_rows(cards: dict[str, AgentCard]) -> Iterator[Row]:
    """The attributes and methods of a view."""
    yield "attribute or method", "value"
    yield from ((f"`{name}`", words) for name, words in members_of_view())


def field_rows(id: str, cards: dict[str, AgentCard]) -> Iterator[Row]:
    """The keys of the dictionary of a view in a game."""
    yield "key", "value", "meaning"
    yield from ((f"`{key}`", kind, meaning) for key, kind, meaning in fields_of(make_game(id)))


TABLES: dict[str, Callable[[dict[str, AgentCard]], Iterator[Row]]] = {
    "view": view_rows,
    **{f"fields of {id}": partial(field_rows, id) for id in GAMES},
    "robustness": robustness_rows,
    "strength": strength_rows,
    "skill levels": skill_level_rows,
}


def written(page: str, cards: dict[str, AgentCard]) -> str:
    """A page with its marked tables as the cards have them; raises KeyError for a table that is not known."""

    def table(found: re.Match[str]) -> str:
        head, *rows = TABLES[found[1]](cards)
        lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in (head, ("---",) * len(head), *rows)]
        return "\n".join([f"<!-- table: {found[1]} -->", *lines, "<!-- end of table -->"])

    return re.sub(r"<!-- table: (.+?) -->.*?<!-- end of table -->", table, page, flags=re.DOTALL)


def main(root: Path = Path()) -> int:
    """Write all pages of the checkout at ``root``; raises OptionsError if there is none."""
    cards = shipped_agents()
    for name in PAGES:
        file = root / name
        if not file.is_file():
            raise OptionsError(f"{file}: not there; run this in a checkout of railgym")
        file.write_text(written(file.read_text(encoding="utf-8"), cards), encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RailgymError as error:
        sys.exit(f"railgym: {error}")
