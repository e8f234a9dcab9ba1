"""Worker threads: work is divided into ranges, all of it is done before a call returns, and a fork is safe."""

import multiprocessing
import threading
import time

import pytest
from threaded_games import play, send
from toy_game.game import NightMail

from railgym.agents.search.leaves import Rollouts
from railgym.envs.core import threads as threads_module
from railgym.envs.core.threads import available_threads, in_ranges, limit_threads, together


@pytest.mark.parametrize(("count", "threads"), [(0, 2), (1, 4), (7, 3), (8, 8), (100, 1), (5, 64)])
def test_ranges__cover_everything_once(count: int, threads: int) -> None:
    runs: list[tuple[int, range]] = []
    in_ranges(count, threads, lambda thread, part: runs.append((thread, range(part.start, part.stop))))
    assert sorted(i for _, run in runs for i in run) == list(range(count))
    assert {thread for thread, _ in runs} <= set(range(threads))


def test_calls__are_all_made_before_any_error_is_raised() -> None:
    """What threads write to may not change after the call: an error waits for the others."""
    ended: list[str] = []

    def late() -> None:
        time.sleep(0.05)
        ended.append("late")

    def fails() -> None:
        raise ValueError("of a thread")

    for calls in ([late, fails], [fails, late], [late, fails, late]):
        ended.clear()
        with pytest.raises(ValueError, match="of a thread"):
            together(calls)
        assert len(ended) == len(calls) - 1


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_child_processes__use_threads_of_their_own(context: str) -> None:
    """Also those that are forked after this process has used its own."""
    expected = play(2)
    there, here = multiprocessing.get_context(context).Pipe()
    child = multiprocessing.get_context(context).Process(target=send, args=(there,))
    child.start()
    assert here.poll(60), "the child hangs"
    assert here.recv_bytes() == expected
    child.join(timeout=60)


def test_python_threads__may_all_call_at_once() -> None:
    expected, found = play(1), list[bytes]()
    callers = [threading.Thread(target=lambda: found.append(play(3))) for _ in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(timeout=60)
    assert found == [expected] * 6


def test_idle_threads__use_no_processor_time() -> None:
    play(4)
    before = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - before < 0.1
    assert threading.active_count() > 1


def test_limit__holds_for_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that runs beside others sets one thread; without a limit a search uses all cores."""
    monkeypatch.setattr(threads_module, "usable_cores", lambda: 4)
    monkeypatch.setattr(threads_module, "_most", None)
    assert available_threads() == Rollouts(NightMail())._threads == 4
    limit_threads(1)
    assert available_threads() == Rollouts(NightMail())._threads == 1
    limit_threads(9)
    assert available_threads() == 4
