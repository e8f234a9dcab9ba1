"""Positions that were changed by hand are refused or played, and never crash the process."""

import sys
from pathlib import Path

import damage
import numpy as np
import processes
import pytest
from jit import compiled
from playing import GAMES_TRIED, NAMES_TRIED
from toy_game.game import NightMail

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core import boundary
from railgym.envs.core.batch import Batch
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Array
from railgym.envs.core.position import Position, View
from railgym.envs.core.ranges import Checker, Range, fields
from railgym.envs.core.within import first_outside

ALL_GAMES = {id: make_game(id) for id in GAMES} | {NightMail.id: NightMail()}
SAMPLE = 211  # each so-manieth case is tried in the default suite


def programs(first: int, step: int, tables: list[int]) -> list[str]:
    """What goes wrong with the cases from the first on, one a line. A process that ends is started again behind the
    case that ended it."""
    found: list[str] = []
    while True:
        command = [sys.executable, str(Path(damage.__file__)), *map(str, (first, step, *tables))]
        ended = processes.run(command, capture_output=True, text=True, timeout=20_000)
        lines = ended.stdout.splitlines()
        found += [line for line in lines if line.startswith("fault ")]
        if ended.returncode == 0:
            return found
        at = lines[-1] if lines else ""
        found.append(f"exit {ended.returncode} {at} {ended.stderr[-300:]}")
        number = int(at.split()[1]) if at.startswith("at ") else 0
        if number == 0 or len(found) > 20:
            return found
        first += ((number - first) // step + 1) * step


@pytest.mark.parametrize("id", ALL_GAMES)
def test_each_integer_of_a_position__has_a_range(id: str) -> None:
    game = ALL_GAMES[id]
    integers = {field.path for field in fields(game.state_dtype) if field.dtype.kind in "iu"}
    assert integers - set(game.range_checker.ranges) == set()


@pytest.mark.parametrize("id", ALL_GAMES)
def test_number_outside_its_range__is_refused_by_its_name(id: str) -> None:
    """In each field of integers, in a state and in a view."""
    game = ALL_GAMES[id]
    refused, start = 0, game.new_position(2)
    for position in (start.record, start.view().record):
        for case in damage.cases(game):
            changed, (field, place, number) = damage.damaged(position, case), case
            allowed = game.range_checker.ranges[field.path]
            if field.path == "game" or allowed.lowest(of_view=True) <= number <= allowed.high:
                continue
            if field.dtype.kind == "u" and number > np.iinfo(field.dtype).max + min(allowed.lowest(of_view=True), 0):
                continue  # stands for a negative number
            where = f"{field.place}[{place}]" if field.size > 1 else field.place
            with pytest.raises(ArgumentError) as caught:
                boundary.record("here", game, changed)
            assert str(caught.value).startswith(f"here: this record is damaged: {where} is {number}, and must be ")
            refused += 1
    assert refused > 50


def test_damaged_position__is_refused_in_words() -> None:
    game = ALL_GAMES["ticket_to_ride_card_v0"]
    state = game.rules.new_state(1)
    state["deck"]["size"] = 24_917
    with pytest.raises(ArgumentError, match=r"Position: .* damaged: deck\.size is 24917, and must be 0 to 106"):
        Position(game, state)
    view = game.new_position(1).view(0).record.copy()
    view["viewer"] = 100
    with pytest.raises(ArgumentError, match=r"View: .* damaged: viewer is 100, and must be -2 to 1"):
        View(game, view)


def test_range__of_unsigned_fields_begins_below_zero_at_their_highest_values() -> None:
    hand = [("cards", "u1", (3,)), ("size", "i2")]
    dtype = np.dtype([("kind", "i1"), ("hand", hand, (2,)), ("set", "i8"), ("x", "u4")])
    cards, size = Range(-1, 9, low_in_views=-2), Range(0, 300)
    ranges = {"hand.cards": cards, "hand.size": size, "set": Range(0, 7), "x": Range(2, 2)}
    checker, records = Checker(dtype, ranges, compiled(first_outside)), np.zeros(1, dtype)

    def fault(of_view: bool = False) -> str:
        return checker.fault(records, of_view)

    records["x"] = 2
    records["hand"]["cards"] = 255
    assert fault() == fault(of_view=True) == ""
    records["hand"]["cards"][0, 1, 0] = 254
    assert fault() == "hand[1].cards[0] is 254, and must be 0 to 9 or 255"
    assert fault(of_view=True) == ""
    records["hand"]["cards"][0, 1, 0] = 253
    assert fault(of_view=True) == "hand[1].cards[0] is 253, and must be 0 to 9 or 254 to 255"
    records["hand"]["cards"] = 9
    for number in (301, -1, -(2**15)):
        records["hand"]["size"][0, 0] = number
        assert fault() == f"hand[0].size is {number}, and must be 0 to 300"
    records["hand"]["size"] = 300
    records["set"] = -(2**63)
    assert fault() == f"set is {-(2**63)}, and must be 0 to 7"
    records["set"], records["x"] = 7, 2**32 - 1
    assert fault() == f"x is {2**32 - 1}, and must be 2"
    with pytest.raises(KeyError, match=r"hand\.crads"):
        Checker(dtype, {"hand.crads": Range(0, 1)}, compiled(first_outside))


def test_batch__does_not_go_on_from_a_damaged_snapshot() -> None:
    batch = Batch(NightMail(), 3, 1)
    batch.start()
    before, saved = batch.states.tobytes(), batch.snapshot()

    def refusal(name: str, change: Array) -> str:
        with pytest.raises(ArgumentError) as caught:
            batch.restore(saved | {name: change})
        return str(caught.value)

    states, envs, masks = (saved[name].copy() for name in ("states", "envs", "masks"))
    states["deck"]["size"][1] = 30_000
    assert "deck.size is 30000" in refusal("states", states)
    for name, number in (("seat", 3), ("learner", -1), ("next_learner", 100), ("bots", 1), ("next_bots", -100)):
        changed = envs.copy()
        changed[name][2] = number
        assert f"{name}" in refusal("envs", changed)
    envs["next_bots"] = 0
    assert "no seat to the caller" in refusal("envs", envs)
    masks[0] = 1 - masks[0]
    assert "masks" in refusal("masks", masks)
    assert batch.states.tobytes() == before
    batch.restore(saved)


def test_damaged_position__ends_no_process() -> None:
    """A sample of all tables, fields, numbers and calls: each call returns, or refuses with one line."""
    assert programs(1, SAMPLE, list(range(len(GAMES_TRIED)))) == []


@pytest.mark.long
@pytest.mark.parametrize("table", range(len(GAMES_TRIED)), ids=NAMES_TRIED)
def test_damaged_position_of_any_kind__ends_no_process(table: int) -> None:
    assert programs(1, 1, [table]) == []
