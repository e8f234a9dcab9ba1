"""Recordings of random games."""

import numpy as np

from railgym.envs.core.recording import Recording

__all__ = ["PLAYERS", "play_on"]

PLAYERS = ("random", "random")


def play_on(recording: Recording, moves: int = 10_000) -> Recording:
    """Play that many random legal moves, or to the end; the choice depends only on the ply."""
    for _ in range(moves):
        if not recording.position.is_over:
            ply = len(recording.moves)
            recording.play(
                int(
                    np.random.default_rng(ply).choice(
                        np.flatnonzero(recording.game.rules.legal(recording.position.record))
                    )
                )
            )
    return recording
