"""The ids: registered lazily by importing railgym, made by Gymnasium and PettingZoo with all options in their place."""

import sys
from typing import Any

import gymnasium
import pettingzoo
import processes
import pytest
from playing import RandomAgent

import railgym  # noqa: F401 (registers the ids)
from railgym.agents.scripted import ScriptedAgent
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.envs.single_seat import SingleSeatEnv


def made(**arguments: Any) -> SingleSeatEnv:
    env = gymnasium.make("railgym/TicketToRideCard-v0", **arguments).unwrapped
    assert isinstance(env, SingleSeatEnv)
    return env


def codes(env: SingleSeatEnv) -> list[str]:
    return [opponent.code for opponent in env.opponents]


def test_import__loads_neither_compiler_nor_games() -> None:
    """``import railgym`` stays fast: it registers names, and loads nothing that the first environment would."""
    heavy = ("numba", "pydantic", "torch", "stable_baselines3", "PIL", "railgym.envs.aec", "railgym.envs.core.game")
    code = f"import sys, railgym; print(*[m for m in {heavy!r} if m in sys.modules])"
    done = processes.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == ""
    assert done.stderr == ""


@pytest.mark.parametrize("id", GAMES)
def test_gymnasium__knows_every_game(id: str) -> None:
    env = gymnasium.make(GAMES[id].gym_id)
    observation, info = env.reset(seed=0)
    assert observation in env.observation_space
    assert env.unwrapped.game.id == id  # type: ignore[attr-defined]
    assert info["action_mask"].any()


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_pettingzoo__knows_every_game() -> None:
    """Ids as in ``pettingzoo.make("aec", "railgym/ticket_to_ride_card-v0")``; arguments arrive, ``max_cycles`` too."""
    for id in GAMES:
        env = pettingzoo.make("aec", f"railgym/{'-v'.join(id.rsplit('_v', 1))}")
        env.reset(seed=0)
        assert str(env) == id and env.agents
    env = pettingzoo.make("aec", "railgym/ticket_to_ride_card-v0", num_players=3, max_cycles=5, edition="published")
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.unwrapped.max_cycles == 5
    assert env.unwrapped.game.options.edition == "published"


def test_opponents__are_made_from_codes() -> None:
    """One code fills all other seats, several say how many seats there are, none means random."""
    assert codes(made()) == ["random"]
    assert codes(made(opponents="greedy", num_players=4)) == ["greedy"] * 3
    env = made(opponents=["greedy", "random"])
    assert codes(env) == ["greedy", "random"] and env.game.num_players == 3
    assert all(isinstance(opponent, ScriptedAgent) for opponent in env.opponents)


def test_opponents__may_be_agents() -> None:
    mine = RandomAgent()
    env = made(opponents=[mine, "random"])
    assert env.opponents[0] is mine and codes(env) == ["test", "random"]


def test_options__other_than_the_environments_go_to_the_game() -> None:
    env = made(edition="published", memory="human", seat=1, reward="margin")
    assert (env.game.options.edition, env.fixed_seat) == ("published", 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", ["railgym/TicketToRideCard-v0", "railgym/ticket_to_ride_card-v0"])
def test_id__of_another_library_is_answered_with_the_one_of_the_game(id: str) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean ticket_to_ride_card_v0\?$"):
        make_game(id)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"opponents": ["gredy"]}, UnknownNameError, "greedy"),
        ({"opponents": ["random"] * 2, "num_players": 2}, OptionsError, "2 seats, one is yours: give 1, not 2"),
        ({"opponents": ["greedy"] * 5}, OptionsError, "5 opponents: ticket_to_ride_card_v0 has at most 4 seats"),
        ({"opponents": [RandomAgent()], "num_players": 3}, OptionsError, "3 seats, one is yours: give 2, not 1"),
        ({"editon": "published"}, OptionsError, "edition"),
        ({"opponent": ["random"]}, OptionsError, "unknown option 'opponent': did you mean opponents"),
        ({"colour": "red"}, OptionsError, "there are: num_players, .*, seat, .*, opponents"),
    ],
)
def test_mistakes__are_refused_in_words(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        made(**arguments)
