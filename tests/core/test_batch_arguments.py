"""Batches refuse invalid arguments with a one-line error and change nothing."""

from typing import Any

import numpy as np
import pytest
from refusals import NUMBERS, refused
from toy_game.game import NightMail

from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import make_game
from railgym.envs.core.batch import Batch, run_matches, run_random_games
from railgym.envs.core.errors import ArgumentError


def fresh_batch(**arguments: Any) -> Batch:
    return Batch(NightMail(), **({"size": 4, "seed": 1} | arguments))


def test_batch__refuses_wrong_sizes_threads_and_seeds() -> None:
    for name in ("size", "threads"):
        for wrong in (0, -1, 2_000_000, *NUMBERS[:3], *NUMBERS[4:]):
            assert name in refused(lambda name=name, wrong=wrong: fresh_batch(**{name: wrong}), kinds=ArgumentError)
    for wrong in (-1, 1.5, "1", None):
        refused(lambda wrong=wrong: fresh_batch(seed=wrong), kinds=ArgumentError)


def test_batch__refuses_wrong_actions_and_indices_and_stays_as_it_was() -> None:
    batch = fresh_batch()
    good = np.array([0, 0, 0, 0])
    assert "start()" in refused(batch.step, good)
    assert "start()" in refused(batch.advise, "random")
    batch.start()
    good = batch.masks.argmax(1)
    before = batch.states.tobytes(), batch.envs.tobytes(), batch.observations.tobytes()
    illegal = good.copy()
    illegal[2] = int(np.flatnonzero(batch.masks[2] == 0)[0])
    shapes = [good[:3], good[:, None], good[0], [[1, 2], [3, 4]], good.astype(float), good.astype(object), "0123", None]
    shapes += [[0, [0], 0, 0], [[0], [0, 0]], [0, None, 0, 0], {}, object()]
    values = [illegal, good - 10, good + 10**6, np.full(4, 2**64 - 1, np.uint64), np.full(4, -2), good.astype(bool)]
    for wrong in (*shapes, *values):
        refused(batch.step, wrong, kinds=ArgumentError)
    for indices in ([0, 1, 2, 4], [0, 1, 2, -1], [0, 1, 2, 2], [0.0, 1, 2, 3], [[0, 1], [2, 3]], "0123", [0, 1]):
        refused(batch.step, good, indices, kinds=ArgumentError)
    seats = np.full((1, 2), -1)
    for call in (lambda w: batch.seat_next(w, [0], seats), lambda w: batch.place(w, [1], seats), batch.abandon):
        for which in ([4], [-1], [0.5], "0", None, [[0]], [0, [1]], np.array(0), {}, object()):
            refused(call, which, kinds=ArgumentError)
    for learners, bots in ([[2], seats], [[-1], seats], [[0], seats[:, :1]], [[0], seats + 99], [[0], seats - 1]):
        refused(batch.seat_next, [0], learners, bots, kinds=ArgumentError)
    assert "caller" in refused(batch.seat_next, [0], [0], seats + 1, kinds=ArgumentError)  # no seat is the caller's
    refused(batch.place, [0], [1.5], seats)
    for call in (batch.views, batch.abandon):
        refused(call, [0, 0], kinds=ArgumentError)
    refused(batch.start, [1, 2, 3, -4])
    assert refused(batch.advise, "hasty") == (
        "Batch.advise: no bot 'hasty'; choose 'random', or make the batch with bots="
    )
    for wrong in (None, 3, ["random"], np.array(["random"])):
        assert "no bot" in refused(batch.advise, wrong)
    saved = batch.snapshot()
    for wrong in (None, 3, [], {}, saved | {"states": batch.states[:2].copy()}, saved | {"masks": 3}):
        refused(batch.restore, wrong, kinds=ArgumentError)
    with pytest.raises(ValueError, match="read-only"):
        batch.envs["learner"] = 100
    assert before == (batch.states.tobytes(), batch.envs.tobytes(), batch.observations.tobytes())
    batch.step(good.astype(np.uint8)[::-1][::-1])
    assert batch.states["ply"].tolist() == [1, 1, 1, 1]


def test_whole_games_of_bots__refuse_wrong_seeds_and_seats() -> None:
    game = make_game("ticket_to_ride_card_v0")
    bots, seeds, seats = scripted_bots(game), np.arange(3), np.zeros((3, 2), int)
    for wrong in (seeds.astype(float), "abc", None, [[1], [2]], [1, [2]], object()):
        refused(run_matches, game, bots, wrong, seats, kinds=ArgumentError)
        refused(run_random_games, game, wrong, kinds=ArgumentError)
    for wrong in (seats[:2], seats[:, :1], seats - 1, seats + len(bots.names), seats + 0.5, None):
        refused(run_matches, game, bots, seeds, wrong, kinds=ArgumentError)
    for wrong in (None, "x", [game], object()):
        refused(run_matches, wrong, bots, seeds, seats, kinds=ArgumentError)
        refused(run_matches, game, wrong, seeds, seats, kinds=ArgumentError)
        refused(run_random_games, wrong, seeds, kinds=ArgumentError)
    for threads in (0, -1, 1.5, None):
        refused(run_matches, game, bots, seeds, seats, threads, kinds=ArgumentError)


def test_batch__seats_bots_by_their_roles() -> None:
    """A bot that makes the Railbot's choices is refused in a player's seat, and the other way round."""
    game = make_game("railbot_v0", map="south_sweden", railbot="agent")
    bots = scripted_bots(game)
    batch, kind, planner = Batch(game, 1, 1, bots=bots), bots.number("railbot:kind"), bots.number("planner")
    for seats in ([[kind, -1]], [[-1, planner]]):
        assert "seat" in refused(batch.seat_next, [0], [0], seats, kinds=ArgumentError)
        refused(run_matches, game, bots, [1], [[max(pair, kind) for pair in seats[0]]], kinds=ArgumentError)
    batch.seat_next([0], [0], [[-1, kind]])
