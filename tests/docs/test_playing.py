"""The page about playing quotes what the terminal and the browser show."""

import re

import pytest
from test_packaging import ROOT

from railgym.agents.human.terminal import COMMANDS
from railgym.envs.catalog import GAMES, make_game

PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
STATIC = ROOT / "agents" / "human" / "web" / "static"
LABEL = re.compile(r"`([A-Z][a-z]+(?: [\w ]+)?)`")


def test_playing_page__lists_the_commands_of_the_terminal() -> None:
    """All of them, by the same names and in the same order; `quit  q` is one command with two names."""
    table = PAGE.partition("| command | effect |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| `([^`]+)` \|", table, re.M)
    assert told == [names.partition("  ")[0] for names, _ in COMMANDS[1:]]


def test_playing_page__quotes_a_move_in_its_words() -> None:
    quoted = re.search(r"the words of a move, such as `([^`]+)`", PAGE)
    assert quoted and any(quoted[1] in make_game(id).actions.ids for id in GAMES)


@pytest.mark.parametrize("label", sorted(set(LABEL.findall(PAGE)) - {"Keep"}))  # a verb of the game, in capitals
def test_playing_page__quotes_labels_that_the_browser_shows(label: str) -> None:
    """A label that ends with words of the game begins with those of the page."""
    files = "".join(file.read_text(encoding="utf-8") for kind in ("*.html", "*.js") for file in STATIC.glob(kind))
    begun = [begin for begin in re.findall(r"`([A-Z][\w ]+)\$\{", files) if label.startswith(begin)]
    assert begun or re.search(rf"[>\"'`]{label}\b", files)
