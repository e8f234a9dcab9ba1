"""Operations cards: on display, taken, kept and fulfilled."""

import shutil
from pathlib import Path

import pytest
from railways_of_the_world.tables import Table, of, railbot, railways

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import RailwaysOfTheWorld
from railgym.envs.railways_of_the_world.maps.loading import DATA
from railgym.envs.railways_of_the_world.rules import phases

BLACK = 4


def coast(*cards: str, engine: int = 2) -> Table:
    """Alvesta - Hässleholm - Malmö of seat 0, one black cube in Alvesta, and just these cards on display."""
    table = Table(railways())
    table.link(0, "Alvesta", "Hässleholm", "Malmö")
    table.cubes("Alvesta", black=1)
    table.seat(0)["engine"] = engine
    table.show(*cards)
    return table


def deliver(table: Table) -> list[tuple[int, ...]]:
    """The points of the delivery from Alvesta to Malmö."""
    return of(table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö"), event_kinds.POINTS)


def test_achievements__are_fulfilled_and_not_taken() -> None:
    """RW-7.1, RW-7.2: of a display with a card of each kind."""
    table = Table(railways())
    taken = ("land grant", "new industry", "railroad executive", "perfect engineering", "city growth", "hotel in Oslo")
    fulfilled = ("railroad era begins", "speed record", "new train", "service bounty in Malmö")
    labels = table.show(*taken, *fulfilled)
    assert {words for words in table.legal if words.startswith("take card")} == set(labels[: len(taken)])
    table.play(labels[0])
    assert int(table["current"]) == 1 and int(table["shown"]) == len(taken) + len(fulfilled) - 1


def test_card__that_is_not_on_display_cannot_be_taken() -> None:
    """RW-7.1"""
    table = Table(railways())
    table.show("hotel in Oslo")
    assert {words.split(", ")[1] for words in table.legal if words.startswith("take card")} == {"hotel in Oslo"}


def test_railroad_era__begins_with_the_first_delivery() -> None:
    """RW-7.3, RW-7.2"""
    table = coast("railroad era begins")
    assert deliver(table) == [(0, 1, event_kinds.FOR_FIRST, 0, 0), (0, 2, event_kinds.FOR_LINKS, 0, 0)]
    assert int(table["shown"]) == 0


def test_speed_record__is_for_three_links() -> None:
    """RW-7.4"""
    table = coast("speed record", engine=3)
    deliver(table)
    assert int(table["shown"]) == 1
    table.link(0, "Kalmar", "Alvesta")
    table.cubes("Kalmar", black=1)
    table.act()
    happened = table.play("load a black cube in Kalmar", "go to Alvesta", "go to Hässleholm", "go to Malmö")
    assert (0, 3, event_kinds.FOR_SPEED, 0, 0) in of(happened, event_kinds.POINTS) and int(table["shown"]) == 0


def test_new_train__is_for_the_first_engine_of_level_4() -> None:
    """RW-7.5"""
    table = coast("new train")
    assert not of(table.play("upgrade the engine"), event_kinds.POINTS)
    table.act()
    assert of(table.play("upgrade the engine"), event_kinds.POINTS) == [(0, 4, event_kinds.FOR_ENGINE, 0, 0)]
    table.act(1)
    table.seat(1)["engine"] = 3
    assert not of(table.play("upgrade the engine"), event_kinds.POINTS)


def test_service_bounty__is_for_the_first_delivery_to_its_city() -> None:
    """RW-7.6, RW-7.2"""
    table = coast("service bounty in Malmö", "service bounty in Bergen")
    assert deliver(table) == [(0, 2, event_kinds.FOR_BOUNTY, 0, 0), (0, 2, event_kinds.FOR_LINKS, 0, 0)]
    assert int(table["shown"]) == 1
    table.cubes("Alvesta", black=1)
    table.act()
    assert deliver(table) == [(0, 2, event_kinds.FOR_LINKS, 0, 0)]


def test_hotel__belongs_to_whoever_takes_it() -> None:
    """RW-7.7"""
    table = Table(railways())
    (hotel,) = table.show("hotel in Göteborg")
    table.play(hotel)
    assert int(table["hotel"][table.city("Göteborg")]) == 0 and int(table["shown"]) == 0


def test_land_grant__makes_open_land_free_for_one_action() -> None:
    """RW-7.8: to use it is no action; then only building is left to choose; the price of other terrain stays."""
    table = Table(railways())
    (grant,) = table.show("land grant")
    table.play(grant)
    assert int(table.seat(0)["grants"]) == 1
    table.act()
    table.play("use a land grant")
    assert int(table["current"]) == 0 and int(table.seat(0)["grants"]) == 0
    assert all(words.startswith(("build from", "continue", "link ")) for words in table.legal)
    prices = {}
    for start in sorted(words for words in table.legal if words.startswith("build from")):
        trial = Table(railways())
        trial.state[:] = table.state
        trial.play(start)
        (laid,) = of(trial.play(min(trial.legal)), event_kinds.LAID)
        _, hex, _, _, price = laid
        prices.setdefault(table.board.hexes[hex].terrain, set()).add(price)
    assert min(prices["open"]) == 0 and 3 in prices["water"] and min(prices["hill"]) == 4
    table.build("Alvesta", "Hässleholm")
    table.act()
    assert "use a land grant" not in table.legal and int(table["grant"]) == 0


@pytest.mark.parametrize(("terrain", "price"), [("open", 2), ("water", 3), ("hill", 4)])
@pytest.mark.parametrize(
    ("ridges", "crossed", "more"),
    [
        ((), False, 0),
        (("8,5,9,4",), False, 4),  # where the tile is entered, on Alvesta's side
        (("9,4,10,4",), False, 4),  # where it is left, on Hässleholm's
        ((), True, 2),
        (("8,5,9,4", "9,4,10,4"), True, 10),
    ],
)
def test_land_grant__leaves_ridges_and_crossings_their_price(
    tmp_path: Path, terrain: str, price: int, ridges: tuple[str, ...], crossed: bool, more: int
) -> None:
    """RW-7.8: of the one tile of a link from Alvesta to Hässleholm; other terrain costs as ever, too."""
    folder = Path(shutil.copytree(DATA / "south_sweden", tmp_path / "map"))
    hexes = (folder / "hexes.csv").read_text(encoding="utf-8").replace("\n9,4,open", f"\n9,4,{terrain}")
    (folder / "hexes.csv").write_text(hexes, encoding="utf-8")
    lines = ["row_a,col_a,row_b,col_b", *ridges]
    (folder / "ridges.csv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for granted in (False, True):
        table = Table(RailwaysOfTheWorld(map=str(folder), actions="full", barons=False))
        if crossed:
            table.act(1)
            table.play("build from Halmstad to the east", *["lay straight on"] * 4)
        table.act()
        table.seat(0)["grants"] = 1
        if granted:
            table.play("use a land grant")
        happened = table.play("build from Alvesta to the south-west", "lay straight on")
        (laid,) = of(happened, event_kinds.LAID)
        assert laid[4] == (0 if granted and terrain == "open" else price) + more
        assert len(of(happened, event_kinds.LINKED)) == 1 and 5 * int(table.seat(0)["bonds"]) - laid[4] in range(5)


def test_new_industry__is_a_free_new_city() -> None:
    """RW-7.10: with its cubes, at once."""
    table = Table(railways())
    (industry,) = table.show("new industry")
    cubes = int(table["cubes"][table.city("Alvesta")].sum())
    table.play(industry)
    assert "urbanize Alvesta" in table.legal and not any(words.startswith("build") for words in table.legal)
    assert "urbanize Malmö" not in table.legal
    table.play("urbanize Alvesta", "make it black")
    assert int(table["color"][table.city("Alvesta")]) == BLACK
    assert int(table["cubes"][table.city("Alvesta")].sum()) == cubes + 2 and int(table["tiles"][BLACK]) == 1
    assert int(table.seat(0)["bonds"]) == 0 and int(table["current"]) == 1


def test_city_growth__brings_two_cubes_to_any_city() -> None:
    """RW-7.11, RW-4.2: also to one with an Empty City Marker, which goes."""
    table = Table(railways())
    (growth,) = table.show("city growth")
    table.cubes("Malmö")
    table["marker"][table.city("Malmö")], table["markers"] = 1, 1
    table.play(growth)
    assert table.legal == {f"add cubes in {city.name}" for city in table.board.cities}
    table.play("add cubes in Malmö")
    assert int(table["cubes"][table.city("Malmö")].sum()) == 2
    assert int(table["marker"][table.city("Malmö")]) == 0 == int(table["markers"])
    assert int(table["current"]) == 1


def test_railroad_executive__is_for_two_actions_at_once() -> None:
    """RW-7.12"""
    table = Table(railways())
    (executive,) = table.show("railroad executive")
    table.play(executive)
    assert int(table["current"]) == 0
    table.play("upgrade the engine")
    assert int(table["current"]) == 0
    table.play("upgrade the engine")
    assert int(table["current"]) == 1 and int(table.seat(0)["engine"]) == 3


def test_perfect_engineering__is_kept() -> None:
    """RW-7.9: and once is enough."""
    table = Table(railways())
    first, second = table.show("perfect engineering", "perfect engineering")
    table.play(first)
    table.act()
    assert int(table.seat(0)["engineers"]) == 1 and second not in table.legal
    table.act(1)
    assert second in table.legal


def close_turn(table: Table) -> list:
    """Pass until the turn is over; returns what its last action brought."""
    year, happened = int(table["year"]), []
    while int(table["year"]) == year and not table["terminated"]:
        happened = table.play("pass")
    return happened


def test_card__comes_on_display_at_the_end_of_a_turn() -> None:
    """RW-7.13, RW-2.8, RW-R8: as long as there are any; there is no limit to how many lie there."""
    table = Table(railways())
    for _ in range(10):
        shown, top = int(table["shown"]), int(table["deck"]["cards"][int(table["deck"]["size"]) - 1])
        assert of(close_turn(table), event_kinds.ADDED) == [(-1, top, 0, 0, 0)]
        assert int(table["shown"]) == shown + 1 and int(table["display"][shown]) == top
        while int(table["phase"]) == phases.AUCTION:
            table.play("pass")
    table["deck"]["size"] = 0
    shown = int(table["shown"])
    assert not of(close_turn(table), event_kinds.ADDED) and int(table["shown"]) == shown


@pytest.mark.parametrize("kind", ["railroad executive", "hotel in Oslo", "land grant", "perfect engineering"])
def test_cards__are_the_player_s_as_ever_against_the_railbot(kind: str) -> None:
    """RS-9.6: the Railbot never has one, whatever its card is."""
    table = Table(railbot())
    (label,) = table.show(kind)
    table.lay_row("C09", "C02", "C04", top="C07")
    assert label in table.legal
    before = int(table.seat(0)["actions"])
    table.play(label)
    assert int(table.seat(0)["actions"]) == before - 1 + 2 * (kind == "railroad executive")
    table.show(kind if kind != "hotel in Oslo" else "hotel in Göteborg")
    happened = table.play(*["pass"] * int(table.seat(0)["actions"]))
    assert not of(happened, event_kinds.TOOK) and int(table["shown"]) == 1
