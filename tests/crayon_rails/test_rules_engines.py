"""Engines: what they cost, in which order they come, and when they may be bought."""

import pytest
from crayon_rails.positions import DONE, LONG, Seat, Table, of

from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.rules import phases

FAST, HEAVY, SUPER = (f"upgrade to {name}" for name in EmpireBuilder.engines[1:])


def buyer(game: CrayonRails, engine: int = 0, cash: int = 50, cost: int = 0) -> Table:
    """Seat 0 may build or buy."""
    return Table(game, Seat("Alder", engine=engine, cash=cash), Seat("Alder"), phase=phases.BUILD, cost=cost)


@pytest.mark.parametrize(
    ("engine", "offers"), [(0, {FAST, HEAVY}), (1, {SUPER}), (2, {SUPER}), (3, set())], ids=EmpireBuilder.engines
)
def test_upgrades__lead_by_either_of_two_paths_to_the_best(two: CrayonRails, engine: int, offers: set[str]) -> None:
    """EB-5.32, EB-5.33, EB-5.34, EB-5.35, RR-11.6, RR-11.7: no step is skipped, none leads sideways or back."""
    assert buyer(two, engine).offers("upgrade") == offers


@pytest.mark.parametrize(("engine", "name", "number"), [(0, FAST, 1), (0, HEAVY, 2), (1, SUPER, 3), (2, SUPER, 3)])
def test_upgrade__costs_20(two: CrayonRails, engine: int, name: str, number: int) -> None:
    """EB-5.32, EB-5.33, RR-11.6, RR-11.7, RR-R1: paid to the bank."""
    table = buyer(two, engine, cash=20)
    told = table.play(name)
    assert (table.cash, table.seat(0)["engine"]) == ([0, 50], number)
    assert of(told, event_kinds.UPGRADED) == [(0, number, 20, 0, 0)]
    assert not buyer(two, engine, cash=19).offers("upgrade")


def test_engines__are_four_kinds() -> None:
    """EB-2.7, RR-11.1, RR-11.2, RR-11.3, RR-11.4"""
    assert EmpireBuilder.engines == ("Freight", "Fast Freight", "Heavy Freight", "Super Freight")
    assert len(set(ResourcefulRails.engines)) == 4
    assert EmpireBuilder(map="test").params["speed"][0].tolist() == [9, 12, 9, 12]
    assert ResourcefulRails(map="test").params["speed"][0].tolist() == [9, 12, 9, 12]


def test_engine__is_never_sold_out(six: CrayonRails) -> None:
    """EB-2.7: when five have it the sixth may buy it still."""
    for engine, name in ((0, FAST), (0, HEAVY), (1, SUPER)):
        number = {FAST: 1, HEAVY: 2, SUPER: 3}[name]
        others = [Seat("Alder", engine=number)] * 5
        assert Table(six, Seat("Alder", engine=engine), *others, phase=phases.BUILD).can(name)


def test_upgrade__takes_the_place_of_building(two: CrayonRails) -> None:
    """EB-4.8, EB-5.31, EB-R11, RR-5.5: it ends the turn, and after the first segment none is offered any more."""
    table = buyer(two, cash=100)
    table.play(FAST)
    assert table["mover"] == 1
    table = buyer(two, cash=100)
    assert table.offers("upgrade")
    table.lay("Alder 5 - 7.1")
    assert not table.offers("upgrade")


def test_upgrade__comes_after_the_operations(two: CrayonRails) -> None:
    """EB-5.31, RR-5.5: and serves from the next turn on."""
    table = Table(two, Seat("Dogwood", track=LONG), Seat("Elm"))
    assert not table.offers("upgrade")
    table.play("run towards Fir", DONE, FAST)
    assert table.at(0) == "Cedar 1"
    table.end_turn()
    assert table["left"] == 12


def test_upgrade__never_costs_a_load(two: CrayonRails) -> None:
    """EB-R11: capacities only rise: two, two, three, three."""
    for engine, name in ((0, FAST), (0, HEAVY), (1, SUPER), (2, SUPER)):
        carried = "Coal, Fish, Iron" if engine == 2 else "Coal, Fish"
        table = Table(two, Seat("Alder", engine=engine, carried=carried), phase=phases.BUILD)
        table.play(name)
        assert ", ".join(table.loads(0)) == carried


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_upgrade__in_the_opening_is_an_option(game: type[CrayonRails]) -> None:
    """EB-R11, RR-R1, RR-3.2: option upgrade_in_opening, on in Empire Builder and off in Resourceful Rails."""
    assert game().options.upgrade_in_opening == (game is EmpireBuilder)
    for allowed in (False, True):
        table = Table(game(map="test", upgrade_in_opening=allowed), opening=0, phase=phases.BUILD)
        assert bool(table.offers("upgrade")) == allowed
        table = Table(table.game, Seat("Alder"), phase=phases.BUILD)
        assert table.offers("upgrade")
