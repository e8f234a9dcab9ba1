"""How much a language model has to read: counted with the vocabulary o200k, which is public."""

from functools import cache
from statistics import median
from typing import Any

import pytest
from bpe_openai import get_encoding
from text_games import TABLES, bot_positions, game_of_table, table_name

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.text import TextSeat, rules_card

MEDIAN, MOST = 1_500, 3_000  # tokens of an observation
CARD = 1_200  # tokens of a card, which is sent once
POSITIONS = 24


@cache
def encoding() -> Any:
    return get_encoding("o200k_base")


def tokens(text: str) -> int:
    return len(encoding().encode(text))


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_observations__are_short_at_every_table(table: tuple[str, int]) -> None:
    """The median and the longest of games of bots, with what has happened since the last decision."""
    game = game_of_table(table)
    seats = [TextSeat(game) for _ in game.roles]
    sizes = [tokens(seats[p.current_player].observe(p.view())) for p in bot_positions(game, 3, POSITIONS)]
    assert median(sizes) <= MEDIAN
    assert max(sizes) <= MOST


@pytest.mark.parametrize("id", [id for id in GAMES if "actions" in make_game(id).options.model_dump()])
def test_observations__are_short_with_primitive_actions(id: str) -> None:
    game = make_game(id, actions="full")
    sizes = [tokens(TextSeat(game).observe(p.view())) for p in bot_positions(game, 5, POSITIONS)]
    assert max(sizes) <= MOST


@pytest.mark.parametrize("id", GAMES)
def test_details__are_short(id: str) -> None:
    """A page of a detail is as long as an observation may be."""
    game = make_game(id)
    for position in bot_positions(game, 4, 5):
        for topic in ("actions", "map", "position", "actions 2"):
            assert tokens(TextSeat(game).detail(position.view(), topic)) <= MOST, topic


@pytest.mark.parametrize("id", GAMES)
def test_rules_card__is_short(id: str) -> None:
    assert tokens(rules_card(make_game(id))) <= CARD
