"""The notation of positions: a dictionary in the names of the game, which gives the same bytes back."""

import json
from typing import Any

import laws
import numpy as np
import pytest
from playing import GAMES_TRIED, NAMES_TRIED
from refusals import refused
from toy_game.game import NightMail

from railgym.envs.catalog import make_game
from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.game import Game
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.position import Position, View

TABLES = [("night_mail_v0", {"num_players": 3}), *GAMES_TRIED]
NAMES = ["night mail", *NAMES_TRIED]


def game_of(id: str, options: dict[str, Any]) -> Game:
    return NightMail(**options) if id == "night_mail_v0" else make_game(id, **options)


@pytest.mark.parametrize(("id", "options"), TABLES, ids=NAMES)
def test_position__comes_back_from_its_dictionary_to_the_byte(id: str, options: dict[str, Any]) -> None:
    """At every ply of a random game and now and then in others, as JSON text; the twin plays on alike."""
    game, rng = game_of(id, options), np.random.default_rng(11)
    for seed, every in enumerate((1, 7, 7)):
        position = game.new_position(seed)
        while not position.is_over and position.ply < 400:
            if position.ply % every:
                position.play(int(rng.choice(position.legal_actions)))
                continue
            twin = Position.from_dict(game, json.loads(json.dumps(position.to_dict())))
            assert twin == position, different(twin, position)
            action = int(rng.choice(position.legal_actions))
            position.play(action)
            twin.play(action)
            assert twin == position
        assert Position.from_dict(game, json.loads(json.dumps(position.to_dict()))) == position


@pytest.mark.parametrize(("id", "options"), TABLES, ids=NAMES)
def test_view__comes_back_and_holds_nothing_hidden(id: str, options: dict[str, Any]) -> None:
    """A view gives itself back, and the dictionaries of two worlds that agree with it are the same for its player."""
    game, rng = game_of(id, options), np.random.default_rng(12)
    position = game.new_position(5)
    while not position.is_over and position.ply < 200:
        laws.check_notation(position)
        for player in laws.viewers(game):
            view = position.view(player)
            assert view.sample(position.ply).view(player).to_dict() == view.to_dict()
        for _ in range(7):
            if not position.is_over:
                position.play(int(rng.choice(position.legal_actions)))


@pytest.mark.parametrize(("id", "options"), TABLES, ids=NAMES)
def test_view__with_more_unknown_cards_than_are_left_is_refused(id: str, options: dict[str, Any]) -> None:
    """In each deck, with one line that names the deck. With a card less it is read again."""
    game, rng = game_of(id, options), np.random.default_rng(3)
    position = game.new_position(3)
    for _ in range(10):
        position.play(int(rng.choice(position.legal_actions)))
    view, refusals = position.view(), 0
    for field in game.notation.fields:
        deck = getattr(field.kind, "deck", field.kind)
        if isinstance(deck, Deck) and deck.rest:
            now = view.record[0][deck.name]
            known = int((now["cards"][: now["size"]] != UNKNOWN).sum())
            most = len(deck.rest(view.record[0])) - deck.hidden(view.record[0]) + known
            written = view.to_dict() | {field.key: [None] * (most + 1)}
            assert f"{field.key}: " in refused(View.from_dict, game, written)
            assert View.from_dict(game, written | {field.key: [None] * most}).sample(1)
            refusals += 1
    assert bool(refusals) == (options.get("preset") != "base_game")  # which has no cards


@pytest.mark.parametrize(("id", "options"), TABLES, ids=NAMES)
def test_schema__describes_every_key_and_takes_every_position(id: str, options: dict[str, Any]) -> None:
    game = game_of(id, options)
    schema, found = game.notation.schema(), game.new_position(1).to_dict()
    assert set(found) <= set(schema["properties"])
    assert all(part.get("description") for key, part in schema["properties"].items() if key != "game")
    json.dumps(schema)


def test_wrong_dictionary__is_refused_with_its_path_and_the_nearest_name() -> None:
    game = make_game("ticket_to_ride_card_v0")
    for data, message in (
        (
            {"players": [{}, {"tickets": ["Chicgo - Boston"]}]},
            r"players\[1\]\.tickets\[0\]: no ticket 'Chicgo - Boston'",
        ),
        ({"plyers": []}, "no key 'plyers'; did you mean 'players'"),
        ({"players": [{}, {}, {}]}, "players: expected a list of at most 2"),
        ({"players": [{"hand": {"red": -1}}]}, r"players\[0\]\.hand\.red: expected a whole number"),
        ({"players": [{"hand": {"pink": 1}}]}, r"players\[0\]\.hand: no card 'pink'"),
        ({"players": 3}, "players: expected a list"),
        ({"phase": "dance"}, "phase: no phase 'dance'"),
        ({"game": "chess"}, "game: this is a position of 'chess'"),
        ({"random": 3}, "random: expected"),
        ({"deck": ["red"] * 200}, "deck: expected a list of at most 106"),
        ({"deck": {}}, "deck: expected a list of at most 106, got None"),
        ({"deck": {"cards": [], "known": 3}}, r"deck\.known: expected an object"),
        ([], "position: expected an object"),
    ):
        with pytest.raises(ArgumentError, match=message) as caught:
            Position.from_dict(game, data)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)


def test_partial_dictionary__has_the_rest_of_the_box_in_the_decks() -> None:
    game = make_game("ticket_to_ride_card_v0")
    position = Position.from_dict(game, {"players": [{"hand": {"red": 3}}], "deck": ["white", "..."]})
    assert position.phase == "take one action" and position.current_player == 0
    record = position.record[0]
    assert record["players"]["hand_size"].tolist()[:2] == [3, 0]
    assert record["deck"]["size"] == game.params["cards_of"].sum() - 3
    assert record["ticket_deck"]["size"] == len(game.tickets)  # type: ignore[attr-defined]
    assert "draw a card from the deck" in map(position.action_words, position.legal_actions)


def test_rest__is_what_the_whole_dictionary_does_not_place() -> None:
    """Given the rest in the discard pile and two cards in the deck, which is read later: no card is there twice."""
    game = make_game("ticket_to_ride_card_v0")
    position = Position.from_dict(game, {"discard": "...", "deck": ["red", "grey"]})
    record, found = position.record[0], position.to_dict()
    assert found["deck"] == ["red", "grey"]
    assert record["discard"].sum() + 2 == game.params["cards_of"].sum()
    assert found["discard"]["red"] == found["discard"]["grey"] == 9


def different(one: Position, other: Position) -> str:
    """The first field in which two positions differ."""
    for name in one.record.dtype.names or ():
        if one.record[name].tobytes() != other.record[name].tobytes():
            return f"{name}: {one.record[name].tolist()} instead of {other.record[name].tolist()}"[:2000]
    return ""
