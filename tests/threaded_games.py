"""Plays games on several threads, in a module that child processes can import."""

from multiprocessing.connection import Connection

import numpy as np
from toy_game.bots import BOTS
from toy_game.game import NightMail

from railgym.envs.core.batch import run_matches

__all__ = ["play", "send"]


def play(threads: int) -> bytes:
    """The results of 64 games of bots."""
    return run_matches(NightMail(), BOTS, np.arange(64), np.ones((64, 2), np.int64), threads).tobytes()


def send(pipe: Connection) -> None:
    """Play on two threads, and send the results."""
    pipe.send_bytes(play(2))
