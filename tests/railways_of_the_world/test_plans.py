"""Plans are steps: whole games by plans, played again tile by tile and link by link."""

from typing import Any

import numpy as np
import pytest
from railways_of_the_world.games import railbot, railways

from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import opposite


def tiles_laid(game: HexRailways, events: list[Any]) -> list[int]:
    """The steps of a plan to build, from what it tells."""
    blocks, board = game.actions.blocks, game.board
    laid = [event.data for event in events if event.kind == event_kinds.LAID]
    steps = [blocks["lay"].start + (leave - enter) % 6 - 2 for _, enter, leave, _ in laid]
    hex, enter, *_ = laid[0]
    before = board.hexes[board.beside[hex][enter]].city
    if before >= 0:
        return [blocks["start"].start + 6 * before + opposite(enter), *steps]
    return [-1, *steps]


def by_steps(game: HexRailways, beside: Array, action: int, events: list[Any], after: Array) -> None:
    """Play a plan step by step in ``beside``; where several steps are possible, all of them are tried."""
    block = game.actions.block_of(action)
    if block.name == "link":
        start, *ways = tiles_laid(game, events)
        starts = [start] if start >= 0 else list(range(*span(game, "continue")))
        assert any(ends_alike(game, beside, [first, *ways], after) for first in starts)
    elif block.name == "deliver":
        load = game.actions.blocks["load"].start + action - block.start
        assert try_paths(game, beside, load, after)
    else:
        game.rules.apply(beside, action)


def span(game: HexRailways, name: str) -> tuple[int, int]:
    return game.actions.blocks[name].start, game.actions.blocks[name].stop


def ends_alike(game: HexRailways, state: Array, steps: list[int], after: Array) -> bool:
    """Whether these steps lead to a position; then ``state`` is it."""
    found = state.copy()
    for step in steps:
        if not game.rules.legal(found)[step]:
            return False
        game.rules.apply(found, step)
    if not alike(found, after):
        return False
    state[:] = found
    return True


def try_paths(game: HexRailways, state: Array, step: int, after: Array) -> bool:
    """Look for a path of the cube that leads to a position; then ``state`` is it."""
    found = state.copy()
    game.rules.apply(found, step)
    if int(found["phase"][0]) not in (phases.GO, phases.OVER):
        if alike(found, after):
            state[:] = found
            return True
        return False
    if any(try_paths(game, found, int(other), after) for other in np.flatnonzero(game.rules.legal(found))):
        state[:] = found
        return True
    return False


def alike(one: Array, other: Array) -> bool:
    """Whether two positions are the same, but for the number of plies, and scratch of steps that are over."""
    names = set(one.dtype.names or ()) - {"ply", "mode", "origin_city", "current_place", "enter_side", "next_city"}
    return all(one[name].tobytes() == other[name].tobytes() for name in names)


@pytest.mark.parametrize("kind", ["railways", "railbot"])
def test_plans__are_steps(kind: str) -> None:
    """The same position comes from a plan and from the steps it is made of."""
    game = railways(map="nordic") if kind == "railways" else railbot(duel_barons=True)
    rng = np.random.default_rng(5)
    plans = {"link": 0, "deliver": 0}
    for seed in range(8):
        state, beside = game.rules.new_state(seed), game.rules.new_state(seed)
        for _ in range(150):
            if state["terminated"][0]:
                break
            legal = np.flatnonzero(game.rules.legal(state)[: game.actions.num_plans])
            names = [game.actions.block_of(int(action)).name for action in legal]
            weights = np.array([3.0 if name in plans else 0.2 if name == "bid" else 1.0 for name in names])
            action = int(rng.choice(legal, p=weights / weights.sum()))
            events = game.rules.apply(state, action)
            name = game.actions.block_of(action).name
            if name in plans:
                plans[name] += 1
            by_steps(game, beside, action, events, state)
    assert plans["link"] > 100 and plans["deliver"] > 20, plans
