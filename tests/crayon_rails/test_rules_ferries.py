"""Ferries: a feature of maps, which no map that ships has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crayon_rails.checker_games import referee_game
from crayon_rails.moves import DONE, end_turn, left, may_lay, offers, post, train
from given import given, play
from map_edits import copy_tables, faults_of_map

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.maps.drawing import draw_map
from railgym.envs.crayon_rails.maps.loading import DATA, load_map, read_map

HEAD = "row_a,col_a,row_b,col_b,name,price"
LAKE, SOUND = "5,5,11,5,Lake Ferry,4", "9,9,11,9,Sound Ferry,10"  # over a lake, and over an inlet
TRACK = ["3.5 - 5.5 - 11.5 - 12.4"]
SMALL = {"map": "test", "goal": 60, "raised_goal": 80, "majors": 2, "max_rounds": 12, "actions": "full"}


def with_ferries(folder: Path, *rows: str) -> Path:
    """A copy of the small map with ferries."""
    copy = copy_tables(DATA / "test", folder)
    (copy / "ferries.csv").write_text("\n".join([HEAD, *rows, ""]), encoding="utf-8")
    return copy


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The small map with two ferries."""
    yield str(with_ferries(tmp_path_factory.mktemp("islands"), LAKE, SOUND))


@pytest.fixture
def two_ports(islands: str) -> CrayonRails:
    return EmpireBuilder(map=islands, actions="full")


def test_ferry__joins_two_ports(two_ports: CrayonRails) -> None:
    """EB-R16.5: its edge follows all others, in a direction that no other edge takes."""
    board, usual = two_ports.board, load_map("test")
    assert board.edges[: len(usual.edges)] == usual.edges and board.digest != usual.digest
    position = two_ports.new_position(1)
    for ferry, ports in zip(board.ferries, (("5.5", "11.5"), ("9.9", "11.9")), strict=True):
        a, b = (post(position, name) for name in ports)
        assert board.ports(ferry) == (a, b)
        assert board.beside[a][board.way(a, b)] == board.beside[b][board.way(b, a)] == ferry.edge
    assert not usual.ferries


@pytest.mark.parametrize(("cash", "may"), [(5, True), (4, False)])
def test_ferry__costs_its_price_more(two_ports: CrayonRails, cash: int, may: bool) -> None:
    """EB-R16.5: 4 and 1 for the clear milepost beyond."""
    player = {"train": "Elm", "cash": cash, "track": ["3.5 - 5.5"]}
    position = given(two_ports, players=[player, {"train": "Elm"}], phase="build")
    assert ferry_may_be_laid(position) == may
    if may:
        play(position, "build from row 5, column 5", "go south")
        assert position.scores[0] == 0


def ferry_may_be_laid(position: Position) -> bool:
    """Whether the ferry over the lake can be built from its northern port."""
    after = position.copy()
    play(after, "build from row 5, column 5")
    return "south" in offers(after, "step")


def test_ferry__has_one_owner(two_ports: CrayonRails) -> None:
    """EB-R16.5, EB-R8.1, EB-R10.1: who comes later pays the fee."""
    rider = {"train": "5.5", "came_from": "3.5", "track": ["3.5 - 5.5"]}
    position = given(two_ports, players=[rider, {"train": "Elm", "track": ["5.5 - 11.5 - 12.4"]}])
    play(position, "go south")
    assert position.scores == (46, 54)
    play(position, DONE)
    assert may_lay(position, "5.5 - 6.4") and not ferry_may_be_laid(position)


def test_ferry__ends_the_movement_of_the_turn(two_ports: CrayonRails) -> None:
    """EB-R16.5: the train stops at the other port, and goes on in the next turn with all its movement."""
    position = given(two_ports, players=[{"train": "5.5", "came_from": "3.5", "track": TRACK}, {"train": "Elm"}])
    play(position, "go south")
    assert (train(position), left(position)) == ("11.5", 0) and not offers(position, "step")
    end_turn(position, 2)
    assert left(position) == 9 and offers(position, "step")


def test_ferry__stops_plans_to_run(two_ports: CrayonRails) -> None:
    """EB-R16.5, EB-R10.2"""
    track = ["Juniper - 3.5 - 5.5 - 11.5 - 12.4 - Cedar 1"]
    position = given(two_ports, players=[{"train": "Juniper", "track": track}, {"train": "Elm"}])
    play(position, "run towards Cedar")
    assert (train(position), left(position)) == ("11.5", 0)
    end_turn(position, 2)
    play(position, "run towards Cedar")
    assert train(position) == "Cedar 1"


FAULTS = {
    "place": ("5,5,99,5,X,4", "no milepost at row 99, column 5: add it to mileposts.csv"),
    "major": ("5,5,13,5,X,4", "Cedar is a major city: let the ferry land beside it"),
    "same": ("5,5,5,5,X,4", "both ports are the same: a ferry joins two"),
    "edge": ("3,5,5,5,X,4", "track can join the two already: remove this row, or add an inlet"),
    "facing": ("3,5,11,5,X,4", "the ports do not face each other"),
    "price": ("5,5,11,5,X,11", "price is '11': write a whole number from 1 to 10"),
    "name": ("5,5,11,5,,4", "no name: fill in that column"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_ferry__that_cannot_be_is_a_fault(tmp_path: Path, case: str) -> None:
    """EB-R16.5"""
    row, fault = FAULTS[case]
    lines = faults_of_map(read_map, with_ferries(tmp_path, row))
    assert any(line.startswith(f"ferries.csv:2: {fault}") for line in lines), lines


def test_ferry__is_drawn_and_explained(islands: str) -> None:
    """EB-R16.5: a line from port to port, and an entry of the legend that other maps do not have."""
    drawn = draw_map(load_map(islands))
    assert "Lake Ferry, a ferry: 4 more" in drawn and "and movement ends" in drawn
    assert "movement ends" not in draw_map(load_map("test"))


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
@pytest.mark.parametrize("more", [{}, {"half_rate": "turn", "late_payment": True, "events": True}])
def test_ferry__is_used_by_the_rules_of_the_referee(
    islands: str, kind: type[CrayonRails], more: dict[str, Any]
) -> None:
    """EB-R16.5: games with ferries are those of a referee who knows them, by plans and by steps."""
    game = kind(**(SMALL | {"map": islands, "num_players": 3} | more))
    assert referee_game(game, 2, "eager", game, masks=0.4)["won"]
