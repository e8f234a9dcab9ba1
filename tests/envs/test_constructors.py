"""Public constructors refuse arguments of a wrong type at once, in one line. Arguments that they accept work later."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from playing import RandomAgent
from toy_game.game import NightMail

import railgym  # noqa: F401 (registers the ids)
from railgym.agents.gymnasium_entry import make_single_seat, make_vector
from railgym.agents.registry import make_agent
from railgym.agents.scripted import ScriptedAgent, scripted_bots
from railgym.envs import ticket_to_ride_card_v0
from railgym.envs.aec import GameEnv, make_env, make_raw_env
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import RANDOM_BOTS, Batch
from railgym.envs.core.errors import ArgumentError, RailgymError
from railgym.envs.single_seat import SingleSeatEnv
from railgym.envs.vector import VectorGameEnv

CARD, ID = "ticket_to_ride_card_v0", "railgym/TicketToRideCard-v0"
GAME = make_game(CARD)
BOTS = scripted_bots(GAME)

JUNK = [
    *(None, True, 3, -1, 1.5, float("nan"), 10**22, "x", "", b"x", object(), object, len),
    *([], [3], [None], ["x"], (), {}, {"x": 1}, {3}, np.zeros(2), np.array([[1, 2], [3, 4]]), np.array(None)),
]

OPTIONS = {"num_players": 2, "edition": "manual", "decks": None, "shuffle_returns": None, "memory": "perfect"}
REWARDED = {"reward": "result", "encoder": "vector"}
RENDERED = {"render_mode": None, "render_scale": 1.0, "text": False}
AEC = {**REWARDED, **RENDERED, "render_seat": None, "max_cycles": None, "eliminated": "leave"}
SEAT = {**REWARDED, **RENDERED, "seat": None, "on_illegal": "lose"}
VECTOR = {**REWARDED, "seat": None, "on_illegal": "lose", "threads": 1, "copy": True, "autoreset_mode": "SameStep"}

# Every public constructor, with arguments of all kinds that it takes.
CONSTRUCTORS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "make_game": (lambda id, **options: make_game(id, **options), {"id": CARD, **OPTIONS}),
    "Game": (type(GAME), OPTIONS),
    "Batch": (Batch, {"game": NightMail(), "size": 2, "seed": 1, "threads": 1, "bots": RANDOM_BOTS}),
    "GameEnv": (GameEnv, {"game": GAME, **AEC}),
    "make_raw_env": (make_raw_env, {"id": CARD, **AEC, **OPTIONS}),
    "make_env": (make_env, {"id": CARD, **AEC, **OPTIONS}),
    "env": (ticket_to_ride_card_v0.env, {**AEC, **OPTIONS}),
    "raw_env": (ticket_to_ride_card_v0.raw_env, {**AEC, **OPTIONS}),
    "SingleSeatEnv": (SingleSeatEnv, {"game": GAME, "opponents": [RandomAgent()], **SEAT}),
    "make_single_seat": (make_single_seat, {"game": CARD, "opponents": ["random"], **SEAT, **OPTIONS}),
    "gymnasium.make": (
        lambda **arguments: gymnasium.make(ID, **arguments),
        {"opponents": ["random"], **SEAT, **OPTIONS},
    ),
    "VectorGameEnv": (
        VectorGameEnv,
        {"game": GAME, "num_envs": 2, "bots": BOTS, "opponents": ["random"], **VECTOR},
    ),
    "make_vector": (make_vector, {"game": CARD, "num_envs": 2, "opponents": ["random"], **VECTOR, **OPTIONS}),
    "gymnasium.make_vec": (
        lambda **arguments: gymnasium.make_vec(ID, 2, **arguments),
        {"opponents": ["random"], **VECTOR, **OPTIONS},
    ),
    "scripted_bots": (scripted_bots, {"game": GAME}),
    "ScriptedAgent": (ScriptedAgent, {"game": GAME, "code": "greedy", "role": None}),
    **{
        f"make_agent {code}": (make_agent, {"code": code, "game": GAME, "role": None})
        for code in ("random", "greedy", "planner", "trained", "mc:8", "mcts:8", "adaptive", "human")
    },
}
PLACES = [(name, argument) for name, (_, arguments) in CONSTRUCTORS.items() for argument in arguments]


def used(made: Any) -> None:
    """Begin to use what a constructor has made."""
    if isinstance(made, Batch):
        made.start()
    elif hasattr(made, "act"):
        made.reset(0, 1)
    elif isinstance(made, gymnasium.Env | gymnasium.vector.VectorEnv) or hasattr(made, "agent_iter"):
        made.reset(seed=1)


@pytest.mark.parametrize(("name", "argument"), PLACES)
def test_constructor__refuses_each_wrong_kind_at_once(name: str, argument: str) -> None:
    """Given a value of any kind for an argument, the call raises one line, or makes something that begins."""
    make, right = CONSTRUCTORS[name]
    for wrong in JUNK:
        try:
            made = make(**right | {argument: wrong})
        except RailgymError as error:
            line = str(error)
            assert line and "\n" not in line and len(line) < 400, line
        else:
            used(made)


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_constructor__refuses_what_is_no_game_and_no_agent(name: str) -> None:
    """Of all arguments, those that are games, ids, codes and agents take no other kind."""
    make, right = CONSTRUCTORS[name]
    for argument in {"id", "game", "code", "opponents", "bots"} & right.keys():
        for wrong in (3, 1.5, object(), [3], [None], {"x": 1}):
            with pytest.raises(ArgumentError if argument in ("id", "code") or wrong == 3 else RailgymError):
                make(**right | {argument: wrong})


NO_CODES = [
    *(
        "",
        " ",
        ":",
        "x",
        "mc:0",
        "mc:0ms",
        f"mc:{10**22}",
        f"mcts:{'9' * 5_000}",
        "mcts:8:x",
        "file:",
        "file:~no_such_user/x",
    ),
    *("file:a\0b", f"file:{'x' * 5_000}", f"py:{'x' * 300}:Bot", "py:a\0b:Bot", "trained:nan", f"trained:{10**22}"),
    *("adaptive:inf", "adaptive:-1", "random:5", "railbot:nan", "a\nb", "human\n"),
]


@pytest.mark.parametrize("code", NO_CODES, ids=lambda code: repr(code[:20]))
def test_code__that_makes_no_agent_is_refused_in_one_line(code: str) -> None:
    """Given a code with a number, path or word that cannot be."""
    for make in (lambda: make_agent(code, GAME), lambda: gymnasium.make(ID, opponents=[code])):
        with pytest.raises(RailgymError) as caught:
            make()
        assert "\n" not in str(caught.value)


def test_vector__suggests_the_bot_that_was_meant() -> None:
    """A code that no agent has is corrected; an agent that is no bot needs other vector environments."""
    with pytest.raises(RailgymError, match=r"unknown agent 'gredy'; did you mean greedy\?"):
        gymnasium.make_vec(ID, 2, opponents=["gredy"])
    for agent in ("mc:8", RandomAgent()):
        with pytest.raises(RailgymError, match=r"is no scripted bot .* use vectorization_mode='sync'"):
            gymnasium.make_vec(ID, 2, opponents=[agent])
