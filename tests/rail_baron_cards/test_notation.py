"""The notation of positions of Rail Baron: names, defaults, and what is refused."""

from typing import Any

import pytest
from given import given

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"players": [{}, {"hand": ["Chicgo"]}]}, r"players\[1\]\.hand\[0\]: no city 'Chicgo'; did you mean 'Chicago'"),
        ({"players": [{"run": ["Chicago #9"]}]}, r"players\[0\]\.run\[0\]: no city 'Chicago #9'; did you mean"),
        ({"players": [{"hand": ["Wausau"] * 3}]}, r"players\[0\]\.hand\[2\]: no card 'Wausau' is left: all 2 of them"),
        ({"players": [{"hand": ["Wausau #2"]}], "deck": ["Wausau #2"]}, r"deck\[0\]: no card 'Wausau #2' is left"),
        ({"players": [{"railroads": ["GLP"]}, {"railroads": ["GLP"]}]}, r"players\[1\].*: GLP is owned by player_0"),
        ({"players": [{"at": "D99"}]}, r"players\[0\]\.at: no dot 'D99'"),
        (
            {"players": [{"ridden": ["GLP: Chicago - D27"]}]},
            r"players\[0\]\.ridden\[0\]: GLP has no section Chicago - ",
        ),
        ({"players": [{"ridden": ["Chicago"]}]}, r"players\[0\]\.ridden\[0\]: expected a way such as \"GLP: "),
        ({"players": [{"hand_drawn": [-1]}]}, r"players\[0\]\.hand_drawn\[0\]: expected a number"),
        ({"players": [{"run": ["Chicago", "Duluth", "Wausau"]}]}, r"players\[0\]\.run: expected a list of at most 2"),
        ({"order": ["player_0", "player_0"]}, "order: expected each of the 2 players once"),
        ({"auction": {"railroad": "PA"}}, "auction.railroad: no railroad 'PA'"),
        ({"scores": [1, 2]}, "no key 'scores'"),
        ({"deck": []} | {"players": [{}]} | {"pile": 3}, "pile: expected a list"),
    ],
)
def test_wrong_position__is_refused_with_its_path(small: Game, position: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        given(small, **position)


def test_card__without_a_number_is_the_first_copy_that_is_left(small: Game) -> None:
    position = given(small, players=[{"hand": ["Duluth", "Chicago", "Duluth"]}], deck=["Chicago", "..."])
    found = position.to_dict()
    assert found["players"][0]["hand"] == ["Duluth", "Duluth #2", "Chicago"]
    assert found["deck"][0] == "Chicago #2"


def test_player__without_a_run_is_on_one_between_regions(small: Game) -> None:
    found = given(small, pips=3).to_dict()
    for player in found["players"]:
        start, destination = (city.partition(" #")[0] for city in player["run"])
        regions = {city.name: city.region for city in small.board.cities}  # type: ignore[attr-defined]
        assert regions[start] != regions[destination]
    assert len(found["deck"]) == 40 - 4
    assert len(given(small, deck=["Duluth"], pips=3).to_dict()["deck"]) == 1  # their cards are in the box


def test_deck__holds_reshuffle_cards_once_all_have_started() -> None:
    game = make_game("rail_baron_cards_v0", board="small", reshuffle_cards=2)
    assert [card for card in given(game).to_dict()["deck"] if "reshuffle" in card] == ["reshuffle", "reshuffle #2"]
    dealt = given(game, phase="choose the start", players=[{"hand": ["Duluth"]}] * 2)
    assert "reshuffle" not in dealt.to_dict()["deck"]


def test_dot__goes_by_its_name_or_by_that_of_a_city(small: Game) -> None:
    for name in ("MSP", "St. Paul", "Minneapolis", "Minneapolis/St. Paul"):
        [player, _] = given(small, players=[{"run": ["Chicago", "Duluth"], "at": name}]).to_dict()["players"]
        assert player["at"] == "Minneapolis/St. Paul"


def test_ridden_track__is_written_as_ways_from_the_start_of_the_run(small: Game) -> None:
    ways = ["GLP: Chicago - D26 - D27", "BLS: D27 - D26", "BLS: Wausau - D15"]
    [player, _] = given(small, players=[{"run": ["Chicago", "Duluth"], "ridden": ways}]).to_dict()["players"]
    assert player["ridden"] == ways


def test_track_over_a_fork__comes_back_with_all_its_stubs(full: Game) -> None:
    for ways in (["ACL: D402 - D408", "ACL: D414 - D416"], ["ACL: D402 - D408 - D414"], ["ACL: D408 - D402 - D416"]):
        position = given(full, players=[{"ridden": ways}])
        assert Position.from_dict(full, position.to_dict()) == position
