"""Whole games of every environment run through TextArena: prompts, observations, replies, errors and rewards."""

import re
from typing import Any

import pytest
from small_games import small_tables

from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import OptionsError

ta = pytest.importorskip("textarena")
pytestmark = pytest.mark.interop

NUMBERED = re.compile(r"(?:^ *|: |, |; )(\d+)=", re.M)
CARD = "ticket_to_ride_card_v0"


def made(id: str, **options: Any) -> Any:
    import railgym.envs.text_arena

    return ta.make(f"{railgym.envs.text_arena.PREFIX}{id}", **options)


def reply(text: str) -> str:
    """A reply with the first number that an observation lists, in brackets as TextArena has it."""
    listed = text[text.rindex("Legal actions, ") + len("Legal actions, as number=words") :]
    found = NUMBERED.search(listed)
    assert found, text
    return f"I take the first one: [{found[1]}]"


@small_tables
def test_text_arena__plays_whole_games(id: str, options: dict[str, Any]) -> None:
    """By the text alone; the rewards are the payoffs of the position."""
    env = made(id, **{name: value for name, value in options.items() if name != "num_players"})
    players = 2 if options.get("railbot") == "agent" else options.get("num_players", 1)
    env.reset(num_players=players, seed=3)
    done, steps = False, 0
    while not done and steps < 400:
        player, text = env.get_observation()
        assert player == env.position.current_player and text.startswith(f"You are player_{player}.")
        done, _ = env.step(reply(text))
        steps += 1
    assert steps > 5 and done == env.position.is_over
    if done:
        rewards, info = env.close()
        assert rewards == dict(enumerate(env.position.payoffs)) and set(info) == set(range(players))


def test_environments__are_registered_under_the_ids_of_the_games() -> None:
    made(CARD)
    assert {f"railgym/{id}" for id in GAMES} <= set(ta.envs.registration.ENV_REGISTRY)


def test_error__is_answered_with_the_rule_and_the_last_one_forfeits() -> None:
    env = made(CARD, error_allowance=1)
    env.reset(num_players=2, seed=1)
    done, _ = env.step("[lay black]")
    player, text = env.get_observation()
    assert not done and player == 0
    assert "the first turn begins when all first tickets are chosen" in text and "14=keep Dallas - New York" in text
    done, _ = env.step("I resign")
    rewards, info = env.close()
    assert done and rewards == {0: -1.0, 1: 1.0}
    assert info[0]["invalid_move"] and info[0]["reason"].startswith("player_0 forfeits: no legal action")


def test_details__are_shown_with_the_observation_and_limited() -> None:
    env = made(CARD, error_allowance=0)
    env.reset(num_players=2, seed=1)
    for _ in range(3):
        done, _ = env.step("DETAIL player_1")
        assert not done and "Legal actions, " in env.get_observation()[1]
    done, _ = env.step("DETAIL player_1")
    assert done and env.close()[0] == {0: -1.0, 1: 1.0}


def test_seed__deals_the_same_game_and_nothing_hidden_is_shown() -> None:
    env = made(CARD)
    env.reset(num_players=2, seed=1)
    first = env.get_observation()
    other = made(CARD)
    other.reset(num_players=2, seed=1)
    assert other.get_observation() == first and "7 unknown" in first[1]


def test_wrong_number_of_players__is_refused_in_words() -> None:
    with pytest.raises(OptionsError, match="has 1 seats, not 2"):
        made("ticket_to_ride_card_solo_v0").reset(num_players=2)
    with pytest.raises(OptionsError, match="num_players"):
        made(CARD).reset(num_players=9)
