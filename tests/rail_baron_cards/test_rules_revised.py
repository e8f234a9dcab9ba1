"""Variant: the board of the publisher's revision of 2022, which states its changes to the standard one."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from given import given, play, written
from rail_baron_cards.checker import pick
from rail_baron_cards.moves import ride

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.board import DATA, Board, load_board, read_board

Track = set[tuple[str, frozenset[str]]]


@pytest.fixture(scope="module")
def revised() -> Game:
    return make_game("rail_baron_cards_v0", board="revised", actions="full")


def track(board: Board) -> Track:
    """The sections: the railroad and the two dots."""
    ends = [frozenset((board.dots[s.a].name, board.dots[s.b].name)) for s in board.sections]
    return {(board.railroads[s.railroad].abbreviation, dots) for s, dots in zip(board.sections, ends, strict=True)}


def way(line: str, *dots: str) -> Track:
    return {(line, frozenset(pair)) for pair in pairwise(dots)}


def test_revised_board__differs_in_three_places_only() -> None:
    """RB-R16: the B&O reaches New York, the RF&P has a dot, and the C&O runs by the B&O's dot south of Toledo."""
    old, new = load_board("standard"), load_board("revised")
    assert track(new) - track(old) == (
        way("B&O", "PHL", "D459", "NYK") | way("RF&P", "WAS", "D465", "RIC") | way("C&O", "D368", "D375", "COL")
    )
    assert track(old) - track(new) == way("RF&P", "WAS", "RIC") | way("C&O", "D368", "D373", "COL")
    assert {dot.name for dot in old.dots} ^ {dot.name for dot in new.dots} == {"D373", "D465"}
    assert (old.railroads, old.regions, old.forks, old.payoffs) == (new.railroads, new.regions, new.forks, new.payoffs)
    places = [[(c.name, c.copies, c.values, board.dots[c.dot].name) for c in board.cities] for board in (old, new)]
    assert places[0] == places[1]


def test_revised_board__lets_the_b_and_o_ride_to_new_york(revised: Game) -> None:
    """RB-R16: beside the track of the Pennsylvania, which another player owns."""
    rider = {"run": ["Philadelphia", "Chicago"], "railroads": ["B&O"]}
    position = given(revised, players=[rider, {"run": ["Miami", "Denver"], "railroads": ["PA"]}], pips=2)
    ride(position, "B&O: Philadelphia - D459 - New York")
    assert written(position)["players"][0]["at"] == "New York" and position.scores == (20_000, 20_000)


def test_revised_board__has_two_dots_from_washington_to_richmond(revised: Game) -> None:
    """RB-R16"""
    position = given(revised, players=[{"run": ["Washington DC", "Richmond"]}, {"run": ["Miami", "Denver"]}], pips=2)
    assert any("arrives in Richmond" in told for told in play(position, "ride 2 dots, shortest route"))


def test_revised_board__is_played_to_the_end(revised: Game) -> None:
    """RB-R16"""
    state, rng = revised.rules.new_state(1), np.random.default_rng(1)
    while not state["terminated"][0]:
        revised.rules.apply(state, pick(revised, revised.rules.legal(state), rng, "eager"))
    assert state["payoff"][0, :2].max() == 1


# --- boards that state their changes -------------------------------------------------------------------------------


def changed(folder: Path, **files: str) -> Path:
    """A board like the small one; the files of changes have _ for the dot in their names."""
    (folder / "board.json").write_text('{"title": "Mine", "like": "small"}', encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name.replace('_', '.')}.csv").write_text(text, encoding="utf-8")
    return folder


def test_board_like_another__has_all_that_it_does_not_change(tmp_path: Path) -> None:
    """RB-R16: without changes it is the same board; a whole file takes the place of the other board's."""
    small = load_board("small")
    assert load_board(str(changed(tmp_path))).digest == small.digest
    prices = (DATA / "small" / "railroads.csv").read_text(encoding="utf-8").replace("16000", "20000")
    own = read_board(changed(tmp_path, railroads=prices, sections_added="dot_a,dot_b,railroad,fork\nMSP,CED,GLP,\n"))
    assert own.title == "Mine" and own.railroads[0].price == 20_000
    assert track(own) - track(small) == way("GLP", "MSP", "CED") and len(own.sections) == len(small.sections) + 1


HEADER = "dot_a,dot_b,railroad,fork\n"
FAULTS: dict[str, tuple[dict[str, str], str]] = {
    "unknown dot": ({"sections_added": f"{HEADER}DUL,D0B,GLP,\n"}, "sections.added.csv:2: unknown dot_b 'D0B'"),
    "there already": (
        {"sections_added": f"{HEADER}MSP,D05,GLP,\n"},
        "sections.added.csv:2: GLP joins MSP and D05 in line 2 already",
    ),
    "twice": (
        {"sections_added": f"{HEADER}DUL,GRB,GLP,\nDUL,GRB,GLP,\n"},
        "sections.added.csv:3: GLP joins DUL and GRB in added line 2 already",
    ),
    "column": ({"sections_added": "dot_a,dot_b,railroad\nDUL,GRB,GLP\n"}, "sections.added.csv:1: column 'fork' is"),
    "not there": (
        {"sections_removed": "dot_a,dot_b,railroad\nDUL,CHI,GLP\n"},
        "sections.removed.csv:2: DUL, CHI, GLP is not in sections.csv of the board 'small': remove the row",
    ),
    "apart": (
        {"sections_removed": "dot_a,dot_b,railroad\nD10,D12,MV\n"},
        "railroads.csv:3: a row of the board 'small': MV is in 2 parts",
    ),
    "no table": (
        {"section_added": HEADER},
        "section.added.csv:1: there is no section.csv to change: did you mean sections.csv",
    ),
    "whole table": (
        {"dots": "dot,latitude,longitude\n", "dots_added": "dot,latitude,longitude\n"},
        "dots.added.csv:1: dots.csv is there as a whole: remove one of the two files",
    ),
    "no city": ({"cities_removed": "city\nDuluth\n"}, "a row of the board 'small': unknown city 'Duluth'"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_fault_in_changes__is_named_with_its_file_and_line(tmp_path: Path, case: str) -> None:
    """RB-R16"""
    files, fault = FAULTS[case]
    with pytest.raises(OptionsError) as error:
        load_board(str(changed(tmp_path, **files)))
    assert fault in str(error.value)


@pytest.mark.parametrize("like", ['"smal"', "3", '["small"]'])
def test_board__is_like_one_that_comes_with_the_game(tmp_path: Path, like: str) -> None:
    """RB-R16"""
    (tmp_path / "board.json").write_text(f'{{"title": "Mine", "like": {like}}}', encoding="utf-8")
    with pytest.raises(
        OptionsError, match=r"board.json:1: like is .*: write the name of another board that comes with"
    ):
        load_board(str(tmp_path))


def test_changes__need_another_board(tmp_path: Path) -> None:
    """RB-R16: a board of its own has no files of changes."""
    (changed(tmp_path, sections_added=HEADER) / "board.json").write_text('{"title": "Mine"}', encoding="utf-8")
    with pytest.raises(OptionsError, match=r'sections.added.csv:1: changes to no board: name one as "like"'):
        load_board(str(tmp_path))
