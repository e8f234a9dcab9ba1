"""Play that gets somewhere: runs of track that become links, deliveries over them, and better engines."""

from collections.abc import Iterator

import numpy as np

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases

__all__ = ["pick", "play", "positions"]

LUCK = 0.3  # how often an action is any at all
WISHES = ("duel", "deliver", "load", "link", "start", "continue")


def play(game: HexRailways, seed: int, plies: int = 100_000) -> Iterator[tuple[Array, int, list[Event]]]:
    """The positions of a game, each with the action played in it and what happened then."""
    rng, state = np.random.default_rng(seed), game.rules.new_state(seed)
    while not state["terminated"][0] and plies > 0:
        before, action, plies = state.copy(), pick(game, state, rng), plies - 1
        yield before, action, game.rules.apply(state, action)


def positions(game: HexRailways, seed: int, plies: int = 100_000) -> Iterator[Array]:
    """Every position of a game, the last one included."""
    state = game.rules.new_state(seed)
    yield state.copy()
    for _, action, _ in play(game, seed, plies):
        game.rules.apply(state, action)
        yield state.copy()


def pick(game: HexRailways, state: Array, rng: np.random.Generator) -> int:
    """An action that mostly gets somewhere."""
    legal, phase = np.flatnonzero(game.rules.legal(state)), int(state["phase"][0])
    if phase == phases.AUCTION and state["bid"][0] > 2 and rng.random() < 0.8:
        return int(legal[0])
    if phase == phases.LAY:
        return _lay(game, state, legal)
    if phase == phases.ACTION and rng.random() > LUCK:
        for name in WISHES:
            block = game.actions.blocks.get(name)
            found = [a for a in legal if block and block.start <= a < block.stop]
            if found:
                return int(rng.choice(found))
    if phase == phases.ACTION:  # not mostly one of the many ways to begin a run
        blocks: dict[str, list[int]] = {}
        for action in legal:
            blocks.setdefault(game.actions.block_of(int(action)).name, []).append(int(action))
        legal = blocks[rng.choice(list(blocks))]
    return int(rng.choice(legal))


def _lay(game: HexRailways, state: Array, legal: Array) -> int:
    """The tile after which the run ends in a city, or else comes nearest to one that it did not come from."""

    def _far(action: int) -> tuple[int, float]:
        after = state.copy()
        done = any(event.kind == event_kinds.LINKED for event in game.rules.apply(after, int(action)))
        here = game.board.hexes[int(after["current_place"][0])].cell
        goals = [city for i, city in enumerate(game.board.cities) if i != state["origin_city"][0]]
        cells = [game.board.hexes[goal.hex].cell for goal in goals]
        return not done, min(abs(here.row - cell.row) + abs(here.col - cell.col) for cell in cells)

    return int(min((a for a in legal if game.actions.labels[a].startswith("lay")), key=_far))
