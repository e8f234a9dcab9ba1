"""Playing the units of a suite that are missing: on processes of this machine, or on a Ray cluster."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from functools import cache
from itertools import groupby
from typing import Any

from railgym.envs.core.errors import RailgymError
from railgym.envs.core.threads import limit_threads
from railgym.training.evaluate.matches import Progress
from railgym.training.evaluate.suite.definition import Suite
from railgym.training.evaluate.suite.folder import ResultsFolder
from railgym.training.evaluate.suite.sequential import is_settled
from railgym.training.evaluate.suite.units import Played, Unit, play_unit, units_of

__all__ = ["AGAIN", "WorkerError", "on_processes", "on_ray", "play_missing"]

AGAIN = "what was played is kept; give the same command to go on"
Play = Callable[[Suite, Sequence[Unit]], Iterator[tuple[Unit, Played]]]
"""Plays units in any order, and gives each as soon as it is over."""


class WorkerError(RailgymError, OSError):
    """A process or a machine that played games has died."""


def play_missing(
    suite: Suite, folder: ResultsFolder, play: Play, shard: tuple[int, int], until_significant: bool, progress: Progress
) -> None:
    """Play what is missing of shard ``(i, n)``: every n-th line-up, the i-th first, from 1 on. ``progress`` is told of
    units. With ``until_significant`` a line-up stops when it is clear who is ahead of whom."""
    found: dict[tuple[int, int], list[Played]] = {}
    units = [unit for unit in units_of(suite) if _in_shard(suite, unit, shard)]
    rounds = [list(part) for _, part in groupby(units, key=lambda unit: unit.part)] if until_significant else [units]
    for part in rounds:
        missing = []
        for unit in part:
            games = found.setdefault((unit.table, unit.lineup), [])
            if until_significant and is_settled(suite.tables[unit.table], unit.lineup, games):
                progress(1)
            elif (played := folder.load(suite, unit)) is None:
                missing.append(unit)
            else:
                games.append(played)
                progress(1)
        for unit, played in play(suite, missing):
            folder.save(suite, unit, played)
            found[unit.table, unit.lineup].append(played)
            progress(1)


def _in_shard(suite: Suite, unit: Unit, shard: tuple[int, int]) -> bool:
    """Whole line-ups belong together, so that each can stop by itself."""
    before = sum(len(table.lineups) for table in suite.tables[: unit.table])
    return (before + unit.lineup) % shard[1] == shard[0] - 1


def on_processes(workers: int) -> Play:
    """Units on so many processes of this machine."""

    def play(suite: Suite, units: Sequence[Unit]) -> Iterator[tuple[Unit, Played]]:
        if not units:
            return
        text = suite.model_dump_json()
        spawn = multiprocessing.get_context("spawn")  # a forked process dies of OpenMP
        with ProcessPoolExecutor(min(workers, len(units)), spawn, _begin) as pool:
            try:
                waiting = {pool.submit(_play, text, unit): unit for unit in units}
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            except BrokenProcessPool:
                raise WorkerError(f"a process that played games has died (out of memory?); {AGAIN}") from None
            except BaseException:  # do not wait for games whose results are not used
                pool.shutdown(wait=False, cancel_futures=True)
                for child in multiprocessing.active_children():
                    child.terminate()
                raise

    return play


def on_ray() -> Play:
    """Play units on the connected Ray cluster, one per core."""

    def play(suite: Suite, units: Sequence[Unit]) -> Iterator[tuple[Unit, Played]]:
        import ray
        from ray.exceptions import RayError, RayTaskError

        remote, text = ray.remote(_play), suite.model_dump_json()
        waiting = {remote.remote(text, unit): unit for unit in units}
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1)
            try:
                played = ray.get(done[0])
            except RayTaskError:  # what was raised there
                raise
            except RayError as error:
                raise WorkerError(f"a machine of the cluster failed ({type(error).__name__}); {AGAIN}") from None
            yield waiting.pop(done[0]), played

    return play


def _begin() -> None:
    """A process that plays hears no Ctrl-C, for the one that started it ends it; and goes if that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _play(text: str, unit: Unit) -> Played:
    """Play a unit in a process of its own; others play beside it, so one thread has to do."""
    limit_threads(1)
    with redirect_stdout(sys.stderr):  # agents may print; results go to stdout
        return play_unit(_suite(text), unit)


@cache
def _suite(text: str) -> Suite:
    return Suite.model_validate_json(text)
