"""The rules of a game on one card: the first message to a player that reads text."""

import re

from railgym.envs.core.game import Game
from railgym.envs.guide import changed_options, guide_of

__all__ = ["HOW_TO_REPLY", "MOST_LINES", "rules_card"]

MOST_LINES = 90
HOW_TO_REPLY = (
    "Every message shows what you know and your legal actions as number=words.",
    "You may think first. The last line of your reply is one of",
    "ACTION n           the action with that number; the words of an action are accepted too",
    "DETAIL topic       more about a city, a player or another name; or actions, map, position, or the tag of a rule",
)


def rules_card(game: Game) -> str:
    """How the game is played, its options that differ from the defaults, and the form of a reply: at most 90 lines.

    The text is that of the page "How to play", so that it has one source. Raises UnknownNameError for a game that is
    not in the catalog.
    """
    paragraphs = guide_of(game).how_to_play.strip().split("\n\n")
    text = "\n\n".join(map(_unwrapped, paragraphs)).replace("**", "")
    options = ", ".join(f"{name}={value}" for name, value in changed_options(game).items())
    table = [f"Players: {', '.join(game.seat_names)}.", f"Options: {options or 'the usual ones'}."]
    return "\n".join([*text.splitlines(), "", *table, "", "## Your replies", "", *HOW_TO_REPLY])


def _unwrapped(paragraph: str) -> str:
    """A paragraph with its lines joined; items of lists and rows of tables keep theirs."""
    return re.sub(r"\n(?! *(?:[-|#]|\d+\. ))\s*", " ", paragraph)
