"""Records in which one number was changed by hand, and every use of such a position or view.

``python tests/damage.py FIRST STEP TABLE...`` tries each STEP-th case of the tables from the FIRST on, and prints what
fails. It runs in its own process, because a wrong number may crash compiled code. The last line then has the number of
the case and the call."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from playing import GAMES_TRIED, NAMES_TRIED, pick

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch
from railgym.envs.core.errors import IllegalActionError, RailgymError, UnknownNameError
from railgym.envs.core.events import new_events
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position, View, unpickle_position
from railgym.envs.core.ranges import Field, fields

SECONDS = 30  # that a call may take, on a busy machine
PLIES = (0, 7, 40, 90, 250)  # after which a position is taken
SEARCHED = ("ticket_to_ride_card_v0",)  # games that are also searched and played in batches

Case = tuple[Field, int, int]  # the field, which of its elements, and the number that is put there


def positions(game: Game, plies: tuple[int, ...] = PLIES) -> Iterator[Array]:
    """Positions of a random game, after so many plies."""
    rng, state = np.random.default_rng(5), game.rules.new_state(5)
    for ply in range(max(plies) + 1):
        if ply in plies:
            yield state.copy()
        if state["terminated"][0]:
            return
        game.rules.apply(state, pick(game.rules.legal(state), rng))


def cases(game: Game) -> list[Case]:
    """Each field of integers, in one of its elements, set to its extremes and to those of its range."""
    rng = np.random.default_rng(5)
    by_path: dict[str, list[Field]] = {}
    for field in fields(game.state_dtype):
        if field.dtype.kind in "iu":
            by_path.setdefault(field.path, []).append(field)
    found = []
    for path, alike in by_path.items():
        field = alike[int(rng.integers(min(len(alike), game.num_players)))]
        limits, allowed = np.iinfo(field.dtype), game.range_checker.ranges[path]
        numbers = {-1, 100, allowed.low, allowed.high, allowed.high + 1, int(limits.min), int(limits.max)}
        place = int(rng.integers(field.size))
        found += [(field, place, number) for number in sorted(numbers) if limits.min <= number <= limits.max]
    return found


def damaged(state: Array, case: Case) -> Array:
    """A copy with the number of a case."""
    field, place, number = case
    changed = state.copy()
    at = field.offset + place * field.dtype.itemsize
    changed.view(np.uint8)[at : at + field.dtype.itemsize] = np.frombuffer(
        np.array([number], field.dtype).tobytes(), np.uint8
    )
    return changed


def calls(game: Game, state: Array, view: Array, player: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every use of a position or view, by name. Where the record is not refused, nothing may crash."""
    actions = np.unique(np.linspace(0, len(game.actions) - 1, 8).astype(int)).tolist()
    for kind, record in ((Position, state), (View, view)):
        read = partial(kind, game, record)
        name = kind.__name__
        yield f"{name}.text", lambda r=read: r().text()
        yield f"{name}.svg", lambda r=read: r().svg()
        yield f"{name}.chart", lambda r=read: r().chart(80)
        yield f"{name}.question", lambda r=read: r().question()
        yield f"{name}.result", lambda r=read: r().result
        yield f"{name}.standing_words", lambda r=read: r().standing_words(player)
        yield f"{name}.likely_illegal", lambda r=read: r().likely_illegal()
        yield f"{name}.action_id", lambda r=read: r().action_id("no such words")
        for action in actions:
            yield f"{name}.why_illegal {action}", lambda r=read, a=action: r().why_illegal(a)
            yield f"{name}.action_words {action}", lambda r=read, a=action: r().action_words(a)
    for seat in range(-1, game.num_players):
        yield f"view {seat}", lambda s=seat: Position(game, state).view(s)
    for seat in range(game.num_players):
        yield f"observe {seat}", lambda s=seat: Position(game, state).observe(s)
    yield "standings", lambda: game.standings(Position(game, state).record)
    yield "observation", lambda: View(game, view).observation
    yield "sample", lambda: played_on(View(game, view).sample(1))
    yield "sample, public", lambda: Position(game, state).view(-1).sample(1)
    yield "play", lambda: played_on(Position(game, state))
    yield "planner", lambda: decided(game, "planner", view, player)
    yield "unpickling", lambda: unpickle_position(game, state, True, new_events())
    if game.id in SEARCHED:
        yield "batch", lambda: restored(game, state)
        yield "search", lambda: decided(game, "mc:8", view, player)


def played_on(position: Position, plies: int = 12) -> None:
    """Play random actions, each legal where it is played."""
    rng = np.random.default_rng(1)
    for _ in range(plies):
        if not position.action_mask.any():
            return
        position.play(pick(position.action_mask, rng))


def decided(game: Game, code: str, view: Array, player: int) -> int:
    agent = make_agent(code, game)
    agent.reset(player, 1)
    return int(agent.act(View(game, view)))


def restored(game: Game, state: Array) -> None:
    """A batch that goes on from the position."""
    batch = Batch(game, 1, 1)
    batch.start()
    mask = Position(game, state).action_mask
    batch.restore(batch.snapshot() | {"states": state, "masks": mask[None].copy()})
    for _ in range(5):
        batch.step(batch.masks.argmax(1))


def call_once(call: Callable[[], Any]) -> None:
    """A call with a sound position, which may refuse an action or words, and nothing else."""
    with suppress(IllegalActionError, UnknownNameError):
        call()


def attempt(call: Callable[[], Any]) -> str:
    """What goes wrong in a call; empty if it returns, or refuses with one line."""
    signal.alarm(SECONDS)  # ends the process, because compiled code cannot be interrupted
    try:
        call()
    except Exception as error:
        if not isinstance(error, RailgymError) or "\n" in str(error) or not str(error):
            tail = error.__traceback__
            while tail and tail.tb_next:
                tail = tail.tb_next
            place = f"{tail.tb_frame.f_code.co_filename}:{tail.tb_lineno}" if tail else ""
            return f"{type(error).__name__}: {' '.join(str(error).split())[:200]} at {place}"
    finally:
        signal.alarm(0)
    return ""


def main(first: int, step: int, tables: list[int]) -> None:
    number = 0
    for table in tables:
        id, options = GAMES_TRIED[table]
        game = make_game(id, **options)
        all_cases = cases(game)
        for n, state in enumerate(positions(game)):
            player = int(state["current_player"][0])
            view = game.rules.view(state, player)
            for name, call in calls(game, state, view, player) if n == 0 else ():
                print(f"at 0 {NAMES_TRIED[table]}: {name}", flush=True)
                call_once(call)  # loads the library and fills caches
            for case in all_cases:
                number += 1
                if number < first or (number - first) % step:
                    continue
                field, place, value = case
                for name, call in calls(game, damaged(state, case), damaged(view, case), player):
                    what = f"{number} {NAMES_TRIED[table]}: {field.place}[{place}] = {value}, {name}"
                    print(f"at {what}", flush=True)
                    fault = attempt(call)
                    if fault:
                        print(f"fault {what}: {fault}", flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), [int(table) for table in sys.argv[3:]])
