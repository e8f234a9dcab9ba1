"""Laws that every game keeps: what a view hides, worlds that agree with it, and batches that play as games alone do."""

import numpy as np

from railgym.envs.core.batch import Batch
from railgym.envs.core.game import Array, Game

__all__ = ["broken_law", "play_batch_and_alone", "viewers"]


def viewers(game: Game) -> range:
    """The public and all seats."""
    return range(-1, game.num_players)


def broken_law(game: Game, state: Array, player: int, seed: int) -> str:
    """The law of hidden information that a position breaks for a viewer; empty if none."""
    view = game.view(state, player)
    if view["key"][0]:
        return "the view keeps the key"
    if game.view(view, player).tobytes() != view.tobytes():
        return "a view of the view differs"
    if player == state["current"][0] and game.legal(view).tobytes() != game.legal(state).tobytes():
        return "the mask of the view differs from that of the state"
    world = game.determinize(view, player, seed)
    if game.view(world, player).tobytes() != view.tobytes():
        return "hide, determinize, hide does not give the same bytes"
    if not state["terminated"][0] and not game.legal(world).any():
        return "a world that agrees with the view allows no action"
    return ""


def play_batch_and_alone(game: Game, threads: int, plies: int) -> int:
    """Play at random in six lanes, and each game alone beside it: same bytes, masks, observations and results. Returns
    how many games came to their end."""
    batch = Batch(game, 6, seed=11, threads=threads)
    batch.start()
    rng = np.random.default_rng(11)
    alone = [game.new_state(int(seed)) for seed in batch.lanes["seed"]]
    finished = 0
    for _ in range(plies):
        for lane, state in enumerate(alone):
            assert state.tobytes() == batch.states[lane : lane + 1].tobytes()
        seats = [int(state["current"][0]) for state in alone]
        seen = [game.observe(state, seat) for state, seat in zip(alone, seats, strict=True)]
        np.testing.assert_array_equal(batch.observations, [observation for observation, _ in seen])
        np.testing.assert_array_equal(batch.masks, [mask for _, mask in seen])
        actions = np.array([rng.choice(np.flatnonzero(mask)) for _, mask in seen])
        batch.step(actions)
        for lane, state in enumerate(alone):
            game.apply(state, int(actions[lane]))
            assert state["terminated"][0] == batch.lanes["done"][lane]
            if state["terminated"][0]:
                finished += 1
                result = batch.lanes["result"][lane]
                assert result["payoff"].tobytes() == state["payoff"][0].tobytes()
                assert result["scores"].tobytes() == state["scores"][0].tobytes()
                alone[lane] = game.new_state(int(batch.lanes["seed"][lane]))
    return finished
