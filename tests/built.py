"""Compares the library of a game package with the same rules compiled in this process, byte by byte in random games."""

from copy import copy
from functools import partial

import numpy as np
from jit import jitted

from railgym.agents.scripted import scripted_bots
from railgym.envs.core.batch import Batch
from railgym.envs.core.game import Array, Game
from railgym.envs.core.simulate import CALLER
from railgym.training.kernels import determinize_views

__all__ = ["check_library"]

LANES = 32
FIELDS = ("states", "lanes", "observations", "masks", "final_observations")


def check_library(game: Game, steps: int) -> int:
    """Step a batch both ways through every encoder, bots in all seats but the first, and draw worlds from its views;
    returns how many plies were compared. The library's batch uses two threads."""
    plies = 0
    for name in game.encoders:
        seen_by = game.encoded_by(name)
        here = copy(seen_by)
        vars(here)["bind"] = partial(jitted, here)
        batches = [Batch(one, LANES, 7, threads, scripted_bots(game)) for one, threads in ((seen_by, 2), (here, 1))]
        for batch in batches:
            seat_bots(game, batch)
            batch.start()
        rng = np.random.default_rng(3)
        for step in range(steps):
            for field in FIELDS:
                one, two = (getattr(batch, field) for batch in batches)
                assert one.tobytes() == two.tobytes(), f"{name}, step {step}: {field} differ"
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batches[0].masks])
            for batch in batches:
                batch.step(actions)
        assert batches[0].lanes["episode"].any(), "no game came to its end"
        plies += int(batches[0].states["ply"].sum())
        views = batches[0].views(np.arange(LANES))
        assert worlds(seen_by, views).tobytes() == worlds(here, views).tobytes()
    return plies


def seat_bots(game: Game, batch: Batch) -> None:
    """The first lanes are the caller's alone; in the others bots play, each of them somewhere."""
    bots = scripted_bots(game)
    seats = np.full((LANES, game.num_players), CALLER)
    for lane in range(LANES // 4, LANES):
        for seat in range(1, game.num_players):
            able = bots.playing_as(game.roles[seat])
            seats[lane, seat] = bots.number(able[lane % len(able)])
    batch.seat_next(np.arange(LANES), np.arange(LANES) % game.num_players, seats)


def worlds(game: Game, views: Array) -> Array:
    """A world from each view."""
    found = views.copy()
    game.bind(determinize_views)(game.params, views, found, len(views), 5)
    return found
