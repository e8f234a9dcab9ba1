"""The library of a game package against the same rules compiled otherwise: the same bytes in random games."""

import json
import os
import sys
from collections.abc import Callable
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import processes
from jit import jitted

from railgym.agents.scripted import scripted_bots
from railgym.build.back_end import compile_module, link
from railgym.build.worker import KEEP, bitcode_of
from railgym.envs.core.batch import Batch
from railgym.envs.core.game import Array, Game
from railgym.envs.core.library import Library, manifest_of
from railgym.envs.core.simulate import CALLER
from railgym.training.kernels import determinize_views

__all__ = ["check_library", "compiled_here", "unoptimised"]

NUM_ENVS = 32
FIELDS = ("states", "envs", "observations", "masks", "final_observations")
Bind = Callable[[Any], Any]  # of a template


def compiled_here(game: Game) -> Bind:
    """The rules compiled by Numba in this process, with Numba's own runtime."""
    return partial(jitted, game)


def unoptimised(game: Game, folder: Path) -> Bind:
    """The rules as the builder gave them to LLVM, without the passes that make them fast: no pruning of reference
    counts, no vectorisation. ``folder``: where to compile them."""
    about = json.loads(manifest_of(game.package).read_text(encoding="utf-8"))
    code = bitcode_of(manifest_of(game.package).parent / about["file"])
    if not code.exists():
        command = [sys.executable, "-m", "railgym.build", "--force", "--quiet", game.package]
        processes.run(command, check=True, env=os.environ | {KEEP: "1"})
    compile_module(llvm.parse_bitcode(code.read_bytes()), about["cpu"], folder / "plain.o", optimise=False)
    (folder / "plain.json").write_text(json.dumps(about | {"file": link(folder / "plain.o").name}), encoding="utf-8")
    return partial(Library(folder / "plain.json").entry_point, dtypes=game.record_types())


def check_library(game: Game, steps: int, otherwise: Callable[[Game], Bind]) -> int:
    """Step a batch both ways through every encoder, bots in all seats but the first, and draw worlds from its views;
    returns how many plies were compared. The library's batch uses two threads."""
    plies, bind = 0, otherwise(game)
    for name in game.encoders:
        seen_by = game.encoded_by(name)
        here = copy(seen_by)
        here.__dict__.pop("rules", None)
        vars(here)["bind"] = bind
        batches = [Batch(one, NUM_ENVS, 7, threads, scripted_bots(game)) for one, threads in ((seen_by, 2), (here, 1))]
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
        assert batches[0].envs["episode"].any(), "no game came to its end"
        plies += int(batches[0].states["ply"].sum())
        views = batches[0].views(np.arange(NUM_ENVS))
        assert worlds(seen_by, views).tobytes() == worlds(here, views).tobytes()
    return plies


def seat_bots(game: Game, batch: Batch) -> None:
    """In the first environments, the caller plays all seats; in the others bots play, each of them somewhere."""
    bots = scripted_bots(game)
    seats = np.full((NUM_ENVS, game.num_players), CALLER)
    for i in range(NUM_ENVS // 4, NUM_ENVS):
        for seat in range(1, game.num_players):
            able = bots.playing_as(game.roles[seat])
            seats[i, seat] = bots.number(able[i % len(able)])
    batch.seat_next(np.arange(NUM_ENVS), np.arange(NUM_ENVS) % game.num_players, seats)


def worlds(game: Game, views: Array) -> Array:
    """A world from each view."""
    found = views.copy()
    game.bind(determinize_views)(game.params, views, found, len(views), 5)
    return found
