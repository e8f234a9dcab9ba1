"""Public callables refuse invalid arguments with a one-line error and change nothing."""

import inspect
from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import NAMES, TABLES, RandomAgent, pick
from refusals import NUMBERS, refused
from toy_game.game import NightMail

from railgym.agents.registry import make_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.aec import GameEnv, make_env, make_raw_env
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ArgumentError, IllegalActionError, RailgymError, UnknownNameError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position, View
from railgym.envs.episodes import NotReadyError
from railgym.envs.single_seat import SingleSeatEnv
from railgym.envs.vector import VectorGameEnv

ACTIONS = [1.5, 14.9, "3", None, True, [1], np.array([1.0]), np.array([1, 2]), np.array([], int), {}, object()]


@cache
def played(number: int) -> tuple[Game, Position]:
    """A game of ``TABLES`` and a position of it in which the last seat has had a turn."""
    id, options = TABLES[number]
    game = make_game(id, **options)
    rng, position = np.random.default_rng(3), game.new_position(3)
    for _ in range(40):
        position.play(pick(position.action_mask, rng))
    return game, position


def wrong_records(game: Game, record: Array) -> list[Any]:
    """Values that are not records of this game: other types, shapes and dtypes, and records of other games."""
    damaged = [record.copy() for _ in range(2)]
    damaged[0]["current_player"], damaged[1]["phase"] = 100, -5
    blank, sibling = np.zeros(1, game.state_dtype), record.copy()
    sibling["game"] += 1  # as dealt by the same game with other options
    shapes = [record[0], record.reshape(1, 1), np.concatenate([record, record]), record[:0], record.tobytes()]
    return [None, 3, "state", np.zeros(1), NightMail().new_position(1).record, *shapes, *damaged, blank, sibling]


SEEDS = [1.5, "7", None, 2**63, -(2**63) - 1, True, np.array([1, 2])]
WRONG: dict[str, Callable[[Game], list[Any]]] = {
    "seed": lambda game: SEEDS,
    "action": lambda game: [action for action in ACTIONS if not isinstance(action, str)],
    "known": lambda game: [-1, len(game.actions), 10**6, 2**70, *ACTIONS],
    "words": lambda game: [None, 3, b"pass", ["pass"]],
    "player": lambda game: [-1, game.num_players, *(wrong for wrong in NUMBERS if wrong is not None)],
    "viewer": lambda game: [-2, game.num_players, *(wrong for wrong in NUMBERS if wrong is not None)],
    "player or none": lambda game: [-1, game.num_players, *(wrong for wrong in NUMBERS if wrong is not None)],
    "width": lambda game: [0, -5, 1.5, "80", None],
}
READING = {
    "is_legal": "action",
    "action_words": "known",
    "action_id": "words",
    "why_illegal": "known",
    "chart": "width",
    "standing_words": "player",
}
POSITION = READING | {"play": "action", "view": "viewer", "observe": "player or none", "event_words": "viewer"}
VIEW = READING | {"sample": "seed"}
UNCHECKED = {
    "refuse",  # makes the error for an action that was refused, whatever it is
    *("play_id", "deal_again", "observation_and_mask"),  # for environments, which have checked
}


def _read_only(array: Array) -> Array:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


# --- positions and views ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "table"), [(Position, POSITION), (View, VIEW)])
def test_every_public_method_with_an_argument__is_tried(kind: type, table: dict[str, str]) -> None:
    methods = {name for name in dir(kind) if not name.startswith("_") and inspect.isfunction(getattr(kind, name))}
    takes_arguments = {name for name in methods if len(signature(getattr(kind, name)).parameters) > 1}
    assert takes_arguments - UNCHECKED == set(table)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_position__refuses_each_wrong_argument_and_stays_as_it_was(number: int) -> None:
    game, position = played(number)
    before, mask = position.record.tobytes(), position.action_mask.tobytes()
    for read, table in ((position, POSITION), (position.view(), VIEW)):
        for name, kind in table.items():
            for wrong in WRONG[kind](game):
                refused(getattr(read, name), wrong, kinds=ArgumentError)
    for action in (-1, -(10**9), len(game.actions), 10**6, 2**70, int(np.flatnonzero(position.action_mask == 0)[0])):
        refused(position.play, action, kinds=IllegalActionError)
    refused(position.play, "no such words", kinds=UnknownNameError)
    assert (position.record.tobytes(), position.action_mask.tobytes()) == (before, mask)
    for wrong in SEEDS:
        refused(game.new_position, wrong, kinds=ArgumentError)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_records__are_checked_where_they_become_objects(number: int) -> None:
    game, position = played(number)
    view = position.view()
    for wrong in wrong_records(game, position.record.copy()):
        refused(Position, game, wrong, kinds=ArgumentError)
    for wrong in wrong_records(game, view.record.copy()):
        refused(View, game, wrong, kinds=ArgumentError)
    assert "of a view" in refused(Position, game, view.record, kinds=ArgumentError)
    assert "hidden information" in refused(View, game, position.record, kinds=ArgumentError)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_records__that_cannot_be_written_are_copied(number: int) -> None:
    game, position = played(number)
    record = position.record
    assert not record.flags.writeable and not position.action_mask.flags.writeable
    strided = np.concatenate([record, record, record])[::2][1:]
    for odd in (record, np.frombuffer(record.tobytes(), game.state_dtype), strided):
        twin = Position(game, odd)
        assert twin == position and twin.action_mask.tobytes() == position.action_mask.tobytes()
        assert View(game, position.view(0).record) == position.view(0)


def test_position__of_a_sibling_is_refused() -> None:
    """The same records, dealt by another game of the family, another number of seats, another table of actions."""
    for ours, theirs in [
        (("empire_builder_v0", {}), ("resourceful_rails_v0", {})),
        (("ticket_to_ride_card_v0", {}), ("ticket_to_ride_card_solo_v0", {})),
        (("ticket_to_ride_card_v0", {}), ("ticket_to_ride_card_v0", {"num_players": 3})),
        (("rail_baron_cards_v0", {}), ("rail_baron_cards_v0", {"actions": "full"})),
        (("railways_of_the_world_v0", {}), ("railways_of_the_world_v0", {"map": "nordic"})),
    ]:
        game, other = make_game(ours[0], **ours[1]), make_game(theirs[0], **theirs[1])
        assert "of another game" in refused(Position, game, other.new_position(1).record, kinds=ArgumentError)
        assert Position(game, make_game(ours[0], **ours[1]).new_position(1).record).legal_actions


# --- environments -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_aec__refuses_wrong_actions_agents_and_moments(number: int) -> None:
    game, _ = played(number)
    env, name = GameEnv(game, render_mode="ansi"), game.seat_names[0]
    calls = [lambda: env.step(0), lambda: env.observe(name), env.last, env.render, lambda: env.agent_selection]
    for call in calls:
        assert "reset()" in refused(call, kinds=NotReadyError)
    env.reset(seed=1)
    before = env.position.record.tobytes()
    for wrong in ACTIONS:
        refused(env.step, wrong, kinds=ArgumentError)
    for wrong in (-1, len(game.actions), 10**6, 2**70):
        refused(env.step, wrong, kinds=IllegalActionError)
    for call in (env.observe, env.action_space, env.observation_space):
        for agent in ("player_9", 0, None):
            refused(call, agent)
    for seed in (1.5, "1", [1, 2]):
        refused(env.reset, seed, kinds=ArgumentError)
    for options in (5, "seat", [1]):
        refused(env.reset, 1, options, kinds=ArgumentError)
    assert env.position.record.tobytes() == before
    env.step(np.array([env.position.action_mask.argmax()]))
    env.close()
    for call in (*calls, env.reset):
        assert "closed" in refused(call, kinds=NotReadyError)


@pytest.mark.parametrize("make", [make_env, make_raw_env])
def test_aec__refuses_to_go_on_after_the_end(make: Any) -> None:
    """Once all agents are done there is no last observation, and the line says so; a new game can begin."""
    env = make("ticket_to_ride_card_v0", max_cycles=2)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    assert "the game is over; call reset()" in refused(env.last, kinds=NotReadyError)
    if make is make_raw_env:  # PettingZoo's wrapper warns instead
        for action in (None, 0):
            assert "the game is over; call reset()" in refused(env.step, action, kinds=NotReadyError)
    env.reset(seed=2)
    assert env.last()[0]["action_mask"].any()


def test_wrapped_aec__refuses_what_is_no_action() -> None:
    env = make_env("ticket_to_ride_card_v0")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render):
        refused(call, kinds=AssertionError)  # by PettingZoo's wrapper, which checks the order of calls
    env.reset(seed=1)
    for wrong in (action for action in ACTIONS if action is not None):
        refused(env.step, wrong, kinds=ArgumentError)
    last = env.action_space("player_0").n - 1
    for wrong in (last + 1, -1, None):
        said = f"step: expected an action from 0 to {last}, got {wrong}"
        assert said in refused(env.step, wrong, kinds=AssertionError)
    env.close()
    refused(env.step, 0, kinds=NotReadyError)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
@pytest.mark.parametrize("on_illegal", ["lose", "raise"])
def test_single_seat__refuses_wrong_actions_and_moments(number: int, on_illegal: Any) -> None:
    game, _ = played(number)
    rivals = [RandomAgent() for _ in range(game.num_players - 1)]
    env = SingleSeatEnv(game, rivals, on_illegal=on_illegal, render_mode="ansi")
    calls = [lambda: env.step(0), env.action_masks, env.render]
    for call in calls:
        assert "reset()" in refused(call, kinds=NotReadyError)
    env.reset(seed=1)
    before = env.position.record.tobytes()
    for wrong in ACTIONS:
        refused(env.step, wrong, kinds=ArgumentError)
    for arguments in ({"seed": 1.5}, {"seed": "1"}, {"options": "seat"}, {"options": 5}, {"options": {"seat": 99}}):
        refused(lambda arguments=arguments: env.reset(**arguments))
    assert env.position.record.tobytes() == before
    env.step(np.array([env.action_masks().argmax()]))
    env.close()
    for call in (*calls, env.reset):
        assert "closed" in refused(call, kinds=NotReadyError)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_vector__refuses_wrong_actions_and_moments(number: int) -> None:
    game, _ = played(number)
    bots = scripted_bots(game)

    def make(num_envs: Any = 3, threads: Any = 1) -> VectorGameEnv:
        return VectorGameEnv(game, num_envs, bots, ["random"] * (game.num_players - 1), threads=threads)

    for wrong in (0, -1, 2_000_000, *NUMBERS[:3], *NUMBERS[4:]):
        refused(make, wrong, kinds=ArgumentError)
        refused(make, 3, wrong, kinds=ArgumentError)
    env = make()
    calls = [lambda: env.step(np.zeros(3, int)), env.action_masks]
    for call in calls:
        assert "reset()" in refused(call, kinds=NotReadyError)
    env.reset(seed=1)
    before = env.batch.states.tobytes()
    good = env.action_masks().argmax(1)
    for wrong in (
        14,
        [14],
        np.array([14]),
        good[:2],
        good[:, None],
        good + 0.9,
        good.astype(object),
        "012",
        None,
        [0, [0], 0],
    ):
        assert "(3,)" in refused(env.step, wrong, kinds=ArgumentError)
    refused(lambda: env.reset(seed=1.5), kinds=ArgumentError)
    for options in (5, "seat", [1]):
        refused(lambda options=options: env.reset(options=options), kinds=ArgumentError)
    assert env.batch.states.tobytes() == before
    env.step(good.tolist())
    env.close()
    for call in (*calls, env.reset):
        assert "closed" in refused(call, kinds=NotReadyError)


@pytest.mark.parametrize("name", ["seat", "on_illegal", "reward", "render_mode"])
@pytest.mark.parametrize("wrong", [7, "x", 1.0, True, [0], np.array([0, 1]), {}], ids=repr)
def test_environment__refuses_wrong_choices_in_one_line(name: str, wrong: Any) -> None:
    refused(lambda: gymnasium.make("railgym/TicketToRideCard-v0", **{name: wrong}))


# --- agents -----------------------------------------------------------------------------------------------------------

AGENTS = [("ticket_to_ride_card_v0", code) for code in ("planner", "trained", "mc:8", "mcts:8", "adaptive")]
AGENTS += [(id, code) for id in ("rail_baron_cards_v0", "empire_builder_v0") for code in ("planner", "trained")]
AGENTS += [(id, code) for id in ("railways_of_the_world_v0", "railbot_v0") for code in ("planner", "trained")]


@pytest.mark.parametrize(("id", "code"), AGENTS)
def test_agent__refuses_wrong_views_and_seats(id: str, code: str) -> None:
    game = make_game(id)
    position, agent = game.new_position(4), make_agent(code, game)
    seat, view = position.current_player, position.view()
    agent.reset(seat, 5)
    over = view.record.copy()
    over["terminated"] = 1
    toy = NightMail().new_position(1).view()
    wrong_views = [None, 3, view.record, position, position.view(-1), View.unchecked(game, over), toy]
    if game.num_players > 1:
        other = 1 - seat
        wrong_views.append(position.view(other))
        agent.reset(other, 5)
        refused(agent.act, view, kinds=ArgumentError)
        agent.reset(seat, 5)
    for wrong in wrong_views:
        refused(agent.act, wrong, kinds=ArgumentError)
    for wrong in (-1, game.num_players, *NUMBERS):
        refused(agent.reset, wrong, 5, kinds=ArgumentError)
    for wrong in (1.5, "5", None):
        refused(agent.reset, seat, wrong, kinds=ArgumentError)
    assert view.is_legal(agent.act(view))


# --- anything at all --------------------------------------------------------------------------------------------------


@settings(max_examples=1_000, deadline=None)
@given(st.data())
def test_any_call__is_answered_or_refused_in_one_line(data: st.DataObject) -> None:
    game, position = played(data.draw(st.integers(0, len(TABLES) - 1)))
    position = position.copy()
    read, table = data.draw(st.sampled_from([(position, POSITION), (position.view(), VIEW)]))
    junk = [*NUMBERS, *ACTIONS, *SEEDS, *wrong_records(game, position.record.copy()), *position.legal_actions[:3]]
    name, before = data.draw(st.sampled_from(sorted(table))), position.record.tobytes()
    try:
        getattr(read, name)(junk[data.draw(st.integers(0, len(junk) - 1))])
    except RailgymError as error:
        assert "\n" not in str(error)
        assert position.record.tobytes() == before
