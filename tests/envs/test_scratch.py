"""Kernels do not depend on earlier calls: their results are the same with scratch memory and output arrays of zeros and
of random bytes. Only ``decide`` may rely on the scratch memory that ``legal`` has written for the view."""

import ast
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playing import NAMES, TABLES, pick
from toy_game.game import NightMail

from railgym.agents.scripted import ScriptedAgent, scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch
from railgym.envs.core.events import Event, read_events
from railgym.envs.core.game import Array, Game
from railgym.envs.core.simulate import CALLER

RAILWAYS = ("railways_of_the_world_v0", {"num_players": 3, "map": "south_sweden", "actions": "full"})
GAMES: dict[str, Callable[[], Game]] = {
    "toy": NightMail,
    "railways": lambda: make_game(RAILWAYS[0], **RAILWAYS[1]),
    **{
        name: lambda id=id, options=options: make_game(id, **options)  # type: ignore[misc]
        for name, (id, options) in zip(NAMES, TABLES, strict=True)
    },
}
POSITIONS = 24
NUM_ENVS, STEPS = 8, 40


def dirty(room: Array, seed: int) -> Array:
    """Room of the same shape and type, full of random bytes."""
    junk = np.random.default_rng(seed).integers(0, 256, room.nbytes, np.uint8)
    return np.frombuffer(junk.tobytes(), room.dtype).reshape(room.shape).copy()


def positions(game: Game, seed: int) -> list[Array]:
    """Positions of random games: the first of every phase, and then some from all over."""
    rng, firsts, others = np.random.default_rng(seed), dict[int, Array](), list[Array]()
    state = game.rules.new_state(seed)
    for ply in range(800):
        if state["terminated"][0]:
            state = game.rules.new_state(seed + ply)
        phase = int(state["phase"][0])
        if phase not in firsts:
            firsts[phase] = state.copy()
        elif ply % 40 == 0:
            others.append(state.copy())
        game.rules.apply(state, pick(game.rules.legal(state), rng))
    return [*firsts.values(), *others][:POSITIONS]


def written(game: Game, call: Callable[[Array], Any]) -> Array:
    """The position that a call writes, which is the same whatever was in its room before."""
    rooms = [np.zeros(1, game.state_dtype) for _ in range(3)]
    rooms[1:] = [dirty(room, seed) for seed, room in enumerate(rooms[1:])]
    for room in rooms:
        call(room)
    assert rooms[0].tobytes() == rooms[1].tobytes() == rooms[2].tobytes()
    return rooms[0]


def check_scratch(game: Game, call: Callable[[Array], Any]) -> None:
    """A call gives the same with any scratch."""
    blank = np.zeros(1, game.scratch_dtype)
    assert call(blank) == call(dirty(blank, 1)) == call(dirty(blank, 2))


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def test_reset__writes_the_whole_position(game: Game) -> None:
    for seed in range(3):
        written(game, lambda room, seed=seed: game.rules._reset(game.params, room, seed))


def test_rules__need_no_clean_scratch(game: Game) -> None:
    """``legal`` and ``apply``, also where no ``legal`` came before."""
    rng = np.random.default_rng(5)
    for state in positions(game, 3):
        check_scratch(game, partial(mask_of, game, state))
        for action in rng.permutation(np.flatnonzero(game.rules.legal(state)))[:6].tolist():
            check_scratch(game, partial(played, game, state, action))


def mask_of(game: Game, state: Array, scratch: Array) -> bytes:
    mask = dirty(np.zeros(len(game.actions), np.int8), 7)
    game.rules._legal(game.params, state, scratch, mask)
    return mask.tobytes()


def played(game: Game, state: Array, action: int, scratch: Array) -> tuple[bytes, list[Event]]:
    after, events = state.copy(), dirty(game.rules._events, 7)
    game.rules._apply(game.params, after, scratch, action, events)
    return after.tobytes(), read_events(events, game.event_kinds)


def test_views_and_worlds__are_written_whole(game: Game) -> None:
    for state in positions(game, 4):
        for player in range(-1, game.num_players):
            view = written(game, lambda room, s=state, p=player: game.rules._redact(game.params, s, room, p))
            written(game, lambda room, v=view, p=player: game.rules._determinize(game.params, v, room, p, 9))


def test_observations__need_no_clean_scratch(game: Game) -> None:
    """Every encoder, also where no ``legal`` came before, for every seat."""
    for name in game.encoders:
        seen_by = game.encoded_by(name)
        for state in positions(game, 5):
            for player in range(game.num_players):
                check_scratch(game, partial(encoded, seen_by, game.rules.view(state, player), player))
                if seen_by is game:
                    check_scratch(game, partial(observed, game, state, player))


def encoded(game: Game, view: Array, player: int, scratch: Array) -> bytes:
    out = dirty(np.zeros(game.observation_layout.size, np.float32), 7)
    game.rules._encode(game.params, view, scratch, player, out)
    return out.tobytes()


def observed(game: Game, state: Array, player: int, scratch: Array) -> tuple[bytes, bytes]:
    out = dirty(np.zeros(game.observation_layout.size, np.float32), 7)
    mask, view = dirty(np.zeros(len(game.actions), np.int8), 7), dirty(state, 7)
    game.rules._observe(game.params, state, view, scratch, player, out, mask)
    return out.tobytes(), mask.tobytes()


def test_bots__need_no_clean_scratch(game: Game) -> None:
    """Every bot in the seats of its role. ``legal`` fills the scratch before ``decide``, as it always does."""
    bots = scripted_bots(game)
    for state in positions(game, 6):
        player = int(state["current_player"][0])
        for name in bots.playing_as(game.roles[player]):
            agent = ScriptedAgent(game, name, game.roles[player])
            check_scratch(game, partial(decided, agent, game, game.rules.view(state, player), player))


def decided(agent: ScriptedAgent, game: Game, view: Array, player: int, scratch: Array) -> int:
    mask = dirty(np.zeros(len(game.actions), np.int8), 7)
    return int(agent._decide(game.params, view, scratch, mask, player, agent._number, np.uint64(9)))


def test_batches__give_the_same_on_any_number_of_threads_with_any_scratch(game: Game) -> None:
    """Environments in which bots play beside the caller share scratch memory."""
    bots, found = scripted_bots(game), []
    for threads, seed in ((1, None), (1, 1), (2, 2)):
        batch, rng, seen = Batch(game, NUM_ENVS, 3, threads, bots), np.random.default_rng(3), list[bytes]()
        seats = np.where(np.arange(game.num_players) % 2, bots.in_seats(game.roles, bots.names[-1]), CALLER)
        batch.seat_next(np.arange(NUM_ENVS), np.zeros(NUM_ENVS, np.int64), np.tile(seats, (NUM_ENVS, 1)))
        if seed is not None:
            for name in ("views", "scratches", "masks"):
                room = getattr(batch._scratch, name)
                room[...] = dirty(room, seed)
        batch.start()
        for _ in range(STEPS):
            batch.step(np.array([pick(mask, rng) for mask in batch.masks]))
            seen += [batch.observations.tobytes(), batch.masks.tobytes(), batch.states.tobytes()]
        found.append(seen)
    assert found[0] == found[1] == found[2]


def test_kernels__allocate_no_memory_that_is_not_initialised() -> None:
    """An array of ``np.empty`` holds what other code left there; reading one element too many must not depend on it."""
    root = Path(__file__).parents[2]
    files = [
        file for folder in ("envs", "agents", "training", "tests/toy_game") for file in (root / folder).rglob("*.py")
    ]
    compiled, found = 0, []
    for file in files:
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(map(is_kernel_mark, function.decorator_list)):
                compiled += 1
                names = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
                found += [f"{file.name}: {function.name}"] if names & {"empty", "empty_like"} else []
    assert compiled > 500
    assert found == []


def is_kernel_mark(decorator: ast.expr) -> bool:
    """Whether a decorator is ``@kernel`` or ``@entry_point(...)``."""
    return "kernel" in ast.dump(decorator) or "entry_point" in ast.dump(decorator)
