"""The tables of a view's fields, from which programs are written, agree with what views hold."""

import pytest
from text_games import bot_positions

import railgym
from railgym.envs.catalog import GAMES
from railgym.envs.core.position import View
from railgym.envs.text.fields import fields_of, members_of_view


@pytest.mark.parametrize("id", GAMES)
def test_fields__name_every_key_of_a_view(id: str) -> None:
    """In positions from all over a game, of each player; and no name of theirs is unknown to the schema."""
    game = railgym.make_game(id)
    known = {key for key, _, _ in fields_of(game)}
    for position in bot_positions(game, seed=3, number=8):
        for player in range(game.num_players):
            found = position.view(player).to_dict()
            assert {*found} <= known
            assert {f"players[].{key}" for each in found["players"] for key in each} <= known


@pytest.mark.parametrize(
    ("id", "sibling", "more"),
    [
        ("ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0", set()),
        ("empire_builder_v0", "resourceful_rails_v0", set()),
        ("railbot_v0", "railways_of_the_world_v0", {"railbot"}),
    ],
)
def test_siblings__have_the_same_fields(id: str, sibling: str, more: set[str]) -> None:
    """So that one table in the documentation serves both."""
    own, theirs = ({key for key, _, _ in fields_of(railgym.make_game(name))} for name in (id, sibling))
    assert own - theirs == more and theirs <= own


def test_fields__have_a_kind_and_a_meaning() -> None:
    rows = {key: (kind, meaning) for key, kind, meaning in fields_of(railgym.make_game("rail_baron_cards_v0"))}
    assert rows["players[].cash"] == ("number", "dollars; public")
    assert rows["players[].engine"][0] == '"Freight", "Express", "Superchief"'
    assert rows["bought"][0] == 'list of: "SP", "AT&SF", "UP", and 25 more'
    assert rows["due"][0] == "object, a number by name: player_0, player_1"
    assert all(kind for kind, _ in rows.values())


def test_members__are_those_of_a_view_each_with_a_sentence() -> None:
    members = dict(members_of_view())
    assert {"legal_actions", "action_words(action)", "sample(seed)", "to_dict()", "scores"} <= {*members}
    assert all(sentence.endswith(".") for sentence in members.values())
    assert all(hasattr(View, name.partition("(")[0]) for name in members)
