"""A folder without a board or map, or with a faulty one, is refused in one line, in every game."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from railgym.cli import main
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError

GAMES = {
    "empire_builder_v0": ("map", "map.json"),
    "resourceful_rails_v0": ("map", "map.json"),
    "railways_of_the_world_v0": ("map", "map.json"),
    "railbot_v0": ("map", "map.json"),
    "rail_baron_cards_v0": ("board", "board.json"),
}

# What is in the folder, by the file that names the map or the board.
FOLDERS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda head: None,
    "other files": lambda head: head.with_name("cities.csv").write_text("city\nOslo\n"),
    "an empty file": lambda head: head.write_text(""),
    "no JSON": lambda head: head.write_text("{kind"),
    "a list": lambda head: head.write_text("[]"),
    "no kind": lambda head: head.write_text("{}"),
    "a kind that is no word": lambda head: head.write_text('{"kind": 3, "title": "x"}'),
    "another kind": lambda head: head.write_text('{"kind": "monorail", "title": "x"}'),
    "one kind alone": lambda head: head.write_text('{"kind": "crayon", "title": "x"}'),
    "the other alone": lambda head: head.write_text('{"kind": "railways", "title": "x"}'),
    "no UTF-8": lambda head: head.write_bytes(b"\xff\xfe\xfa"),
    "a folder in its place": lambda head: head.mkdir(),
    "a folder in another file's": lambda head: (
        head.write_text('{"kind": "crayon", "title": "x"}'),
        head.with_name("cities.csv").mkdir(),
    ),
}


def line_of(id: str, path: str) -> str:
    """What a game says to such a folder."""
    with pytest.raises(OptionsError) as caught:
        make_game(id, **{GAMES[id][0]: path})
    line = str(caught.value)
    assert "\n" not in line and GAMES[id][0] in line, line
    return line


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("what", FOLDERS)
def test_folder__that_holds_no_whole_map_is_refused_in_one_line(
    id: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If there are more faults the line says how many, and the command that it names prints exactly these."""
    FOLDERS[what](tmp_path / GAMES[id][1])
    line = line_of(id, str(tmp_path))
    more = re.search(r"and (\d+) more, (see: railgym map check|shown when this one is fixed)", line)
    if more and "map check" in more[2]:
        assert main(["map", "check", str(tmp_path)]) == 2
        assert capsys.readouterr().err.count("\n  ") == int(more[1]) + 1
    elif "see: " in line:
        assert main(["map", "check", str(tmp_path)]) == 2


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("path", ["", " ", ".", "no/such", "x" * 5_000, "a\0b", os.devnull])
def test_path__that_is_no_folder_of_a_map_is_refused_in_one_line(id: str, path: str) -> None:
    """The empty path is not the folder that one is in. The line names what comes with the game."""
    line = line_of(id, path)
    assert "there are " in line and f"Or give the path of a folder with a {GAMES[id][0]}" in line
