"""Engines: what they cost, in which order they come, and when they may be bought."""

import pytest
from crayon_rails.moves import DONE, LONG, end_turn, lay, left, loads, offers, player, train
from given import given, play

from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails

FREIGHT, FAST, HEAVY, SUPER = EmpireBuilder.engines


def buyer(game: CrayonRails, engine: str = FREIGHT, cash: int = 50, cost: int = 0) -> Position:
    """Seat 0 may build or buy."""
    return given(
        game,
        players=[{"train": "Alder", "engine": engine, "cash": cash}, {"train": "Alder"}],
        phase="build",
        spent=cost,
    )


@pytest.mark.parametrize(
    ("engine", "better"), [(FREIGHT, {FAST, HEAVY}), (FAST, {SUPER}), (HEAVY, {SUPER}), (SUPER, set())]
)
def test_upgrades__lead_by_either_of_two_paths_to_the_best(two: CrayonRails, engine: str, better: set[str]) -> None:
    """EB-5.32, EB-5.33, EB-5.34, EB-5.35, RR-11.6, RR-11.7: no step is skipped, none leads sideways or back."""
    assert offers(buyer(two, engine), "upgrade") == better


@pytest.mark.parametrize(("engine", "name"), [(FREIGHT, FAST), (FREIGHT, HEAVY), (FAST, SUPER), (HEAVY, SUPER)])
def test_upgrade__costs_20(two: CrayonRails, engine: str, name: str) -> None:
    """EB-5.32, EB-5.33, RR-11.6, RR-11.7, RR-R1.3: paid to the bank."""
    position = buyer(two, engine, cash=20)
    told = play(position, f"upgrade to {name}")
    assert (position.scores, player(position, 0)["engine"]) == ((0, 50), name)
    assert told == [f"player_0 buys the {name} for 20"]
    assert not offers(buyer(two, engine, cash=19), "upgrade")


def test_engines__are_four_kinds() -> None:
    """EB-2.7, RR-11.1, RR-11.2, RR-11.3, RR-11.4"""
    assert EmpireBuilder.engines == ("Freight", "Fast Freight", "Heavy Freight", "Super Freight")
    assert len(set(ResourcefulRails.engines)) == 4
    assert EmpireBuilder(map="test").params["speed"][0].tolist() == [9, 12, 9, 12]
    assert ResourcefulRails(map="test").params["speed"][0].tolist() == [9, 12, 9, 12]


def test_engine__is_never_sold_out(six: CrayonRails) -> None:
    """EB-2.7: when five have it the sixth may buy it still."""
    for engine, name in ((FREIGHT, FAST), (FREIGHT, HEAVY), (FAST, SUPER)):
        others = [{"train": "Alder", "engine": name}] * 5
        assert name in offers(
            given(six, players=[{"train": "Alder", "engine": engine}, *others], phase="build"), "upgrade"
        )


def test_upgrade__takes_the_place_of_building(two: CrayonRails) -> None:
    """EB-4.8, EB-5.31, EB-R11.3, RR-5.5: it ends the turn, and after the first segment none is offered any more."""
    position = buyer(two, cash=100)
    play(position, f"upgrade to {FAST}")
    assert position.current_player == 1
    position = buyer(two, cash=100)
    assert offers(position, "upgrade")
    lay(position, "Alder 5 - 7.1")
    assert not offers(position, "upgrade")


def test_upgrade__comes_after_the_operations(two: CrayonRails) -> None:
    """EB-5.31, RR-5.5: and serves from the next turn on."""
    position = given(two, players=[{"train": "Dogwood", "track": LONG}, {"train": "Elm"}])
    assert not offers(position, "upgrade")
    play(position, "run towards Fir", DONE, f"upgrade to {FAST}")
    assert train(position) == "Cedar 1"
    end_turn(position)
    assert left(position) == 12


def test_upgrade__never_costs_a_load(two: CrayonRails) -> None:
    """EB-R11.2: capacities only rise: two, two, three, three."""
    for engine, name in ((FREIGHT, FAST), (FREIGHT, HEAVY), (FAST, SUPER), (HEAVY, SUPER)):
        carried = ["Coal", "Fish", "Iron"] if engine == HEAVY else ["Coal", "Fish"]
        position = given(two, players=[{"train": "Alder", "engine": engine, "loads": carried}], phase="build")
        play(position, f"upgrade to {name}")
        assert loads(position) == carried


@pytest.mark.parametrize("game", [EmpireBuilder, ResourcefulRails])
def test_upgrade__in_the_opening_is_an_option(game: type[CrayonRails]) -> None:
    """EB-R11.3, RR-R1.3, RR-3.2: option upgrade_in_opening, on in Empire Builder and off in Resourceful Rails."""
    assert game().options.upgrade_in_opening == (game is EmpireBuilder)
    for allowed in (False, True):
        position = given(game(map="test", upgrade_in_opening=allowed), opening_rounds=0, phase="build")
        assert bool(offers(position, "upgrade")) == allowed
        position = given(position.game, players=[{"train": "Alder"}], phase="build")
        assert offers(position, "upgrade")
