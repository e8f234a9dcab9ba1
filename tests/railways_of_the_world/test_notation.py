"""What the notation of positions leaves out, and how it refuses what cannot be."""

import pytest
from given import given, legal
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.errors import ArgumentError


def test_empty_dictionary__is_a_first_action_on_an_empty_map() -> None:
    """All cubes are in the bag, and all operations cards in the deck but those that never are."""
    position = given(railways())
    record = position.record[0]
    assert position.phase == "take an action" and "pass" in legal(position)
    assert record["bag"].tolist() == [25] * 5 and record["new_city_tiles"].tolist() == [0, 2, 2, 2, 2]
    start_cards = [i for i, card in enumerate(position.game.board.operations) if record["card_seen"][i]]  # type: ignore[attr-defined]
    assert len(start_cards) == 3 and record["deck"]["size"] + 3 == len(position.game.board.operations)  # type: ignore[attr-defined]


def test_cards_of_the_railbot__lie_in_its_deck_but_those_of_the_row() -> None:
    record = given(railbot(), railbot={"row": ["C03", "C06", "NO01"]}).record[0]
    assert record["railbot_deck"]["size"] == 25 - 3 and record["railbot_deck"]["cards"][0] == 0  # the Final Evaluation


def test_way__tells_where_the_tiles_of_a_link_lie() -> None:
    link = {"cities": ["Alvesta", "Hässleholm"], "owner": "player_1", "way": ["south-west", "straight on"]}
    position = given(railways(), links=[link])
    assert position.to_dict()["links"] == [link] and position.record["link_tiles"][0, 0] == 1


def test_wrong_track__is_refused_with_its_path() -> None:
    link = {"cities": ["Alvesta", "Hässleholm"], "way": ["south-west", "straight on"]}
    for data, message in (
        ({"links": [{"cities": ["Alvesta", "Hasleholm"]}]}, r"links\[0\]\.cities\[1\]: .*'Hässleholm'"),
        ({"links": [{**link, "way": ["south", "left"]}]}, r"links\[0\]\.way\[0\]: no side 'south'; did you mean 'sou"),
        ({"links": [{**link, "way": ["east", "left"]}]}, r"links\[0\]\.way: the way comes to .*, not to Hässleholm"),
        ({"links": [{**link, "owner": "railbot"}]}, r"links\[0\]\.owner: no owner 'railbot'"),
        ({"links": [link, link]}, r"links\[1\]\.way\[1\]: in the hex \d+,\d+ other track is in the way"),
        ({"open_runs": [{"from": "Oslo", "way": []}]}, r"open_runs\[0\]\.way: expected a way such as"),
        (
            {"open_runs": [{"from": "Alvesta", "way": link["way"]}]},
            r"way: the way comes to Hässleholm, so that it is a link",
        ),
        ({"near_links": {"Oslo - Kalmr": {}}}, r"near_links: no key 'Oslo - Kalmr'"),
        ({"cubes": {"Oslo": {"pink": 1}}}, r"cubes\.Oslo: no color 'pink'"),
        ({"hotels": {"Osl": "player_0"}}, "hotels: no city 'Osl'; did you mean 'Oslo'"),
        ({"deck": ["hotel in Olso"]}, r"deck\[0\]: no card 'hotel in Olso'; did you mean 'hotel in Oslo'"),
    ):
        with pytest.raises(ArgumentError, match=message):
            given(railways(), **data)  # type: ignore[arg-type]
