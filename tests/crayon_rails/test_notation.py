"""Positions written by hand: names, what is left out, and what is wrong with them."""

from typing import Any

import pytest
from given import given, play

from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder

PLANS = EmpireBuilder(map="test")


def test_blank_position__is_the_first_round_with_full_hands(two: CrayonRails) -> None:
    """Money and movement are those of the game, hands are drawn from the bottom of the deck."""
    position = given(two)
    assert position.phase == "run the train" and position.scores == (50, 50)
    state = position.record[0]
    assert state["round"] == 1 and state["movement_left"] == 9
    assert state["players"]["num_cards"].tolist()[:2] == [3, 3]
    assert state["deck"]["size"] == 36 - 6 + 8
    assert set(position.to_dict()) == {"game", "options", "players", "deck"}


def test_milepost__goes_by_its_city_or_its_place(two: CrayonRails) -> None:
    """Any may be written by row and column; it is read back by its city."""
    for written in ("Alder 5", "5.1"):
        found = given(two, players=[{"train": written, "track": ["7.1 - Alder 5", "7.1 - 9.1 - Dogwood"]}]).to_dict()
        assert found["players"][0]["train"] == "Alder 5"
        assert found["players"][0]["track"] == ["Alder 5 - 7.1 - 9.1 - Dogwood"]


def test_card__goes_by_all_its_demands_or_by_one(two: CrayonRails) -> None:
    """One demand stands for the first card of the map that has it."""
    for name in ("Coal to Alder", "Coal to Alder for 6; Grain to Ivy for 7; Tools to Gorse for 8"):
        cards = given(two, players=[{"cards": [name, "..."]}]).to_dict()["players"][0]["cards"]
        assert cards[0] == "Coal to Alder for 6; Grain to Ivy for 7; Tools to Gorse for 8" and len(cards) == 3


def test_deck__begins_with_the_cards_that_are_named(two: CrayonRails) -> None:
    deck = given(two, deck=["Rail tax", "Coal to Alder", "..."]).to_dict()["deck"]
    assert deck[:2] == ["Rail tax", "Coal to Alder for 6; Grain to Ivy for 7; Tools to Gorse for 8"]
    assert len(set(deck)) == len(deck) == 36 - 6 + 8


def test_track__is_written_in_long_lines_and_circles(two: CrayonRails) -> None:
    circle = ["Dogwood - 9.1 - 7.1 - 6.0 - 8.0 - Dogwood"]
    found = given(two, players=[{"track": circle}]).to_dict()["players"][0]["track"]
    assert len(found) == 1 and len(found[0].split(" - ")) == 6
    assert given(two, players=[{"track": found}]) == given(two, players=[{"track": circle}])


def test_events__in_force_work_on_the_country(two: CrayonRails) -> None:
    position = given(two, events={"The Heron rises": {"drawn_by": "player_1"}})
    assert position.record["flooded_rivers"][0] == 1 << two.board.rivers.index("Heron")
    assert "events in force: The Heron rises, until the end of player_1's next turn" in position.describe()
    assert "The Heron rises" not in position.to_dict()["deck"]


def test_supply__lacks_what_is_on_board(two: CrayonRails) -> None:
    position = given(two, players=[{"loads": ["Tools", "Coal"]}])
    coal, tools = ([good.name for good in two.board.goods].index(name) for name in ("Coal", "Tools"))
    assert position.record["chips"][0, [coal, tools]].tolist() == [two.board.goods[i].chips - 1 for i in (coal, tools)]
    assert "supply" not in position.to_dict()
    assert position.to_dict()["players"][0]["loads"] == [two.board.goods[i].name for i in sorted((coal, tools))]


def test_history__tells_apart_what_only_the_order_of_building_decided(two: CrayonRails) -> None:
    """Two networks, of which the northern one comes first if all is built at once."""
    lines = [{"track": ["Dogwood - 9.1"]}, {"track": ["Elm - 3.7"]}]
    for first, networks in ((["Elm", "Dogwood"], None), (["Dogwood", "Elm"], ["9.1", "3.7"])):
        position = given(two, players=lines, history={"networks": first})
        again = position.to_dict()
        assert again.get("history", {}).get("networks") == networks
        assert given(two, **{key: part for key, part in again.items() if key != "game"}) == position


def test_positions__of_full_and_plan_actions_are_written_alike() -> None:
    full = EmpireBuilder(map="test", actions="full")
    position = given(full, players=[{"train": "Alder"}])
    assert Position.from_dict(PLANS, position.to_dict()).to_dict() == position.to_dict()


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"players": [{"train": "Aldre"}]}, r"players\[0\]\.train: no milepost 'Aldre'; did you mean 'Alder'"),
        ({"players": [{"engine": "Heavy"}]}, r"players\[0\]\.engine: no engine 'Heavy'"),
        (
            {"players": [{"cards": ["Coal to Aldre"]}]},
            r"cards\[0\]: no card .Coal to Aldre.; did you mean .Coal",
        ),
        ({"players": [{"cards": ["The Heron rises"]}]}, r"players\[0\]\.cards\[0\]: no card 'The Heron rises'"),
        ({"players": [{"track": ["Dogwood - 9.1 - 3.7"]}]}, r"track\[0\]: no track can be laid from 9\.1 to 3\.7"),
        ({"players": [{"track": ["Alder 1 - Alder 2"]}]}, r"track\[0\]: no track can be laid from Alder 1 to Alder 2"),
        ({"players": [{"track": ["7.1"]}]}, r"players\[0\]\.track\[0\]: expected mileposts with ' - ' between them"),
        (
            {"players": [{"track": ["9.1 - 7.1"]}, {"track": ["7.1 - 9.1"]}]},
            r"players\[1\]\.track\[0\]: the track from 7\.1 to 9\.1 belongs to player_0",
        ),
        ({"players": [{"cards": ["Coal to Alder"]}], "used": ["Coal to Alder"]}, "cards: .* lies in two places"),
        ({"events": {"The Hern rises": {"drawn_by": "player_0"}}}, "events: no event 'The Hern rises'; did you mean"),
        ({"events": {"Rail tax": {"turns": 2}}}, "events.Rail tax: expected"),
        ({"order": ["player_0", "player_0"]}, "order: expected every player once"),
        ({"supply": {"Cola": 2}}, "supply: no good 'Cola'; did you mean 'Coal'"),
        ({"history": {"networks": ["Alder"]}}, "history.networks: expected one milepost of each network"),
        ({"history": {"nearest": {"player_0": {"Fir": "Alder"}}}}, "history.nearest.player_0.Fir: this is none of the"),
        ({"history": {"region": []}}, "history: no key 'region'; did you mean 'regions'"),
    ],
)
def test_mistake__is_named_with_its_place(two: CrayonRails, part: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        given(two, **part)


def test_view__has_no_cards_of_the_deck(two: CrayonRails) -> None:
    position = given(two, players=[{"train": "Dogwood", "track": ["Dogwood - 9.1"]}])
    play(position, "go north-east")
    assert set(position.view(1).to_dict()["deck"]) == {None}
