"""Operations cards: on display, taken, kept and fulfilled."""

import shutil
from pathlib import Path

import pytest
from given import given, play, written
from railways_of_the_world.games import about, against, changed, choices, have, links, player, railbot, railways

from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import RailwaysOfTheWorld
from railgym.envs.railways_of_the_world.maps.loading import DATA

LOAD, WAY = "load a black cube in Alvesta", ("go to Hässleholm", "go to Malmö")
COLORS = ("blue", "yellow", "purple", "black")


def coast(*cards: str, engine: int = 2) -> Position:
    """Alvesta - Hässleholm - Malmö of player 0, one black cube in Alvesta, and just these cards on display."""
    coast = {"links": links("Alvesta", "Hässleholm", "Malmö"), "cubes": {"Alvesta": {"black": 1}}}
    return given(railways(), **coast, players=[{"engine": engine}], display=list(cards))


def takes(position: Position) -> dict[str, str]:
    """The actions that take cards, by the cards."""
    actions = [words for words in choices(position) if words.startswith("take card")]
    return {words.split(", ")[1]: words for words in actions}


def take(position: Position, card: str) -> list[str]:
    return play(position, takes(position)[card])


def points(told: list[str]) -> list[str]:
    return about(told, "gains")


def test_achievements__are_fulfilled_and_not_taken() -> None:
    """RW-7.1, RW-7.2: of a display with a card of each kind."""
    taken = ["land grant", "new industry", "railroad executive", "perfect engineering", "city growth", "hotel in Oslo"]
    fulfilled = ["railroad era begins", "speed record", "new train", "service bounty in Malmö"]
    position = given(railways(), display=[*taken, *fulfilled])
    assert set(takes(position)) == set(taken)
    take(position, "land grant")
    assert position.current_player == 1 and written(position)["display"] == [*taken[1:], *fulfilled]


def test_card__that_is_not_on_display_cannot_be_taken() -> None:
    """RW-7.1"""
    assert set(takes(given(railways(), display=["hotel in Oslo"]))) == {"hotel in Oslo"}


def test_railroad_era__begins_with_the_first_delivery() -> None:
    """RW-7.3, RW-7.2"""
    position = coast("railroad era begins")
    assert points(play(position, LOAD, *WAY)) == [
        "player_0 gains 1 point for the first delivery of the game",
        "player_0 gains 2 points for links of the delivery",
    ]
    assert written(position)["display"] == []


def test_speed_record__is_for_three_links() -> None:
    """RW-7.4"""
    position = coast("speed record", engine=3)
    play(position, LOAD, *WAY)
    assert written(position)["display"] == ["speed record"]
    further = links("Kalmar", "Alvesta", "Hässleholm", "Malmö")
    position = given(
        railways(),
        links=further,
        cubes={"Kalmar": {"black": 1}},
        players=[{"engine": 3}],
        display=["speed record"],
    )
    told = play(position, "load a black cube in Kalmar", "go to Alvesta", *WAY)
    assert "player_0 gains 3 points for the first delivery over three links" in told
    assert written(position)["display"] == []


def test_new_train__is_for_the_first_engine_of_level_4() -> None:
    """RW-7.5"""
    position = coast("new train")
    assert not points(play(position, "upgrade the engine"))
    position = changed(position, current_player="player_0")
    assert points(play(position, "upgrade the engine")) == ["player_0 gains 4 points for the first engine of level 4"]
    position = have(position, 1, engine=3)
    assert position.current_player == 1 and not points(play(position, "upgrade the engine"))


def test_service_bounty__is_for_the_first_delivery_to_its_city() -> None:
    """RW-7.6, RW-7.2"""
    position, for_links = (
        coast("service bounty in Malmö", "service bounty in Bergen"),
        "2 points for links of the delivery",
    )
    assert points(play(position, LOAD, *WAY)) == [
        "player_0 gains 2 points for a service bounty",
        f"player_0 gains {for_links}",
    ]
    assert written(position)["display"] == ["service bounty in Bergen"]
    position = changed(position, current_player="player_0", cubes={"Alvesta": {"black": 1}})
    assert points(play(position, LOAD, *WAY)) == [f"player_0 gains {for_links}"]


def test_hotel__belongs_to_whoever_takes_it() -> None:
    """RW-7.7"""
    position = given(railways(), display=["hotel in Göteborg"])
    take(position, "hotel in Göteborg")
    assert written(position)["hotels"] == {"Göteborg": "player_0"} and written(position)["display"] == []


def test_land_grant__makes_open_land_free_for_one_action() -> None:
    """RW-7.8: to use it is no action; then only building is left to choose; the price of other terrain stays."""
    position = given(railways(), display=["land grant"])
    take(position, "land grant")
    assert player(position)["land_grants"] == 1
    position = changed(position, current_player="player_0")
    play(position, "use a land grant")
    assert position.current_player == 0 and player(position)["land_grants"] == 0
    assert all(words.startswith(("build from", "continue", "link ")) for words in choices(position))
    prices: dict[str, set[int]] = {}
    for start in sorted(words for words in choices(position) if words.startswith("build from")):
        trial = position.copy()
        trial.play(start)
        (laid,) = [event.data for event in trial.play(min(choices(trial))) if event.kind == event_kinds.LAID]
        prices.setdefault(railways().board.hexes[laid[0]].terrain, set()).add(laid[3])
    assert min(prices["open"]) == 0 and 3 in prices["water"] and min(prices["hill"]) == 4
    play(position, "link Alvesta - Hässleholm")
    position = changed(position, current_player="player_0")
    assert "use a land grant" not in choices(position) and not written(position)["step"]["land_grant"]


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
    """RW-7.8: of the one tile of a link from Alvesta to Hässleholm; other terrain costs as usual, too."""
    folder = Path(shutil.copytree(DATA / "south_sweden", tmp_path / "map"))
    hexes = (folder / "hexes.csv").read_text(encoding="utf-8").replace("\n9,4,open", f"\n9,4,{terrain}")
    (folder / "hexes.csv").write_text(hexes, encoding="utf-8")
    lines = ["row_a,col_a,row_b,col_b", *ridges]
    (folder / "ridges.csv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    game = RailwaysOfTheWorld(map=str(folder), actions="full", barons=False)
    way = ["east", *["straight on"] * 4]
    there = {"links": [{"cities": ["Halmstad", "Kalmar"], "owner": "player_1", "way": way}]}
    for granted in (False, True):
        position = given(game, players=[{"land_grants": 1}], **(there if crossed else {}))
        if granted:
            play(position, "use a land grant")
        paid = (0 if granted and terrain == "open" else price) + more
        told = play(position, "build from Alvesta to the south-west", "lay straight on")
        assert len(about(told, "lays a tile", f"for ${paid},000" if paid else "for $0")) == 1
        assert about(told, "finishes") and 5 * player(position)["bonds"] - paid == player(position)["cash"] < 5


def test_new_industry__is_a_free_new_city() -> None:
    """RW-7.10: with its cubes, at once."""
    position = given(railways(), display=["new industry"], cubes={"Alvesta": {"red": 1}})
    take(position, "new industry")
    assert "urbanize Alvesta" in choices(position)
    assert not any(words.startswith("build") for words in choices(position))
    assert "urbanize Malmö" not in choices(position)
    play(position, "urbanize Alvesta", "make it black")
    after = written(position)
    assert after["new_cities"] == {"Alvesta": "black"} and after["new_city_tiles"]["black"] == 1
    assert sum(after["cubes"]["Alvesta"].values()) == 1 + 2
    assert player(position)["bonds"] == 0 and position.current_player == 1


def test_city_growth__brings_two_cubes_to_any_city() -> None:
    """RW-7.11, RW-4.2: also to one with an Empty City Marker, which goes."""
    position = given(railways(), display=["city growth"], empty_city_markers=["Malmö"])
    take(position, "city growth")
    assert choices(position) == {f"add cubes in {city.name}" for city in railways().board.cities}
    play(position, "add cubes in Malmö")
    after = written(position)
    assert sum(after["cubes"]["Malmö"].values()) == 2 and after["empty_city_markers"] == []
    assert int(position.record["num_empty_markers"][0]) == 0 and position.current_player == 1


def test_railroad_executive__is_for_two_actions_at_once() -> None:
    """RW-7.12"""
    position = given(railways(), display=["railroad executive"])
    take(position, "railroad executive")
    assert position.current_player == 0
    play(position, "upgrade the engine")
    assert position.current_player == 0
    play(position, "upgrade the engine")
    assert position.current_player == 1 and player(position)["engine"] == 3


def test_perfect_engineering__is_kept() -> None:
    """RW-7.9: and once is enough."""
    position = given(railways(), display=["perfect engineering", "perfect engineering 2"])
    play(position, min(words for words in choices(position) if words.endswith("perfect engineering")))
    assert player(position)["perfect_engineering"] and takes(position)  # which player 1 may take
    assert not takes(changed(position, current_player="player_0"))


def close_turn(position: Position) -> list[str]:
    """Pass until the turn is over; returns what its last action brought."""
    year, told = written(position)["year"], list[str]()
    while written(position)["year"] == year and not position.is_over:
        told = play(position, "pass")
    return told


def test_card__comes_on_display_at_the_end_of_a_turn() -> None:
    """RW-7.13, RW-2.8, RW-R8: as long as there are any; there is no limit to how many lie there."""
    cards = ["land grant", "hotel in Oslo", "city growth", *(f"new industry{n}" for n in ("", " 2", " 3", " 4"))]
    position = given(railways(), deck=cards)
    for number in range(len(cards)):
        told = close_turn(position)
        assert about(told, "comes on display") == [f"a card comes on display: {cards[number].rstrip(' 234')}"]
        assert written(position)["display"] == cards[: number + 1]
        while position.phase == "bid for the first place":
            play(position, "pass")
    assert not about(close_turn(position), "comes on display") and written(position)["display"] == cards


@pytest.mark.parametrize("kind", ["railroad executive", "hotel in Oslo", "land grant", "perfect engineering"])
def test_cards__are_the_player_s_as_ever_against_the_railbot(kind: str) -> None:
    """RS-9.6: the Railbot never has one, whatever its card is."""
    other = "hotel in Göteborg"
    position = given(railbot(), **against("C09", "C02", "C04"), display=[kind, other])
    assert kind in takes(position)
    before = written(position)["actions"]
    take(position, kind)
    after = written(position)["actions"]
    assert after == before - 1 + 2 * (kind == "railroad executive")
    told = play(position, *["pass"] * after)
    assert about(told, "the Railbot resolves") and not about(told, "takes a card")
    assert written(position)["display"] == [other]
