"""A program that answers JSON lines: started, asked within a time limit, and killed."""

import json
import selectors
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any
from weakref import finalize

from railgym.envs.core.errors import RailgymError, plain
from railgym.envs.core.host import kill_program, start_program

__all__ = ["Program", "ProgramError"]

LONGEST = 1_000_000  # bytes of an answer
LAST_WORDS = 200  # characters of what the program wrote to its standard error, in messages


class ProgramError(RailgymError, RuntimeError):
    """A program that cannot be started, has ended, is too slow, or answers anything but a JSON object."""


class Program:
    """A running program. It is killed by :meth:`kill`, on every error, and when the object is deleted."""

    def __init__(self, command: Sequence[str]) -> None:
        errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 - it is open as long as the program runs
        try:
            process = start_program(command, errors)
        except OSError as error:
            errors.close()
            raise ProgramError(f"cannot start {command[0]}: {error.strerror or error}") from None
        self._process, self._errors, self._rest = process, errors, b""
        self._end = finalize(self, _end, process, errors)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End the program and all processes that it has started."""
        self._end()

    def close(self, seconds: float) -> bool:
        """Close the program's standard input, and kill it if it does not end by itself; returns whether it did."""
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.kill()
        return True

    def tell(self, request: dict[str, Any], seconds: float) -> None:
        """Send a request that has no answer. Raises ProgramError."""
        self._guarded(lambda: self._write(request, monotonic() + seconds, seconds))

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request. Raises ProgramError, after which the program is dead."""
        end = monotonic() + seconds

        def answer() -> dict[str, Any]:
            self._write(request, end, seconds)
            return self._object(self._line(end, seconds))

        found: dict[str, Any] = self._guarded(answer)
        return found

    def _guarded(self, act: Any) -> Any:
        """Kill the program on every error and interruption: an answer that comes late would be taken for the next."""
        try:
            return act()
        except BaseException:
            self.kill()
            raise

    def _write(self, request: dict[str, Any], end: float, seconds: float) -> None:
        data = memoryview(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        stream = self._process.stdin
        assert stream
        try:
            while data:
                _wait(stream, selectors.EVENT_WRITE, end, seconds)
                data = data[stream.write(data) or 0 :]
        except (BrokenPipeError, ValueError):  # ValueError: the pipe is closed
            raise self._ended() from None

    def _line(self, end: float, seconds: float) -> bytes:
        stream = self._process.stdout
        assert stream
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST:
                raise ProgramError(f"it wrote more than {LONGEST:,} bytes without the end of a line")
            _wait(stream, selectors.EVENT_READ, end, seconds)
            data = stream.read(65_536)
            if not data:
                raise self._ended()
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _object(self, line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            text = line.decode(errors="replace")
            raise ProgramError(f"it wrote {plain(text, 80)}, which is not a JSON object")
        return found

    def _ended(self) -> ProgramError:
        """The error for a program that has ended: its exit code, and the end of what it wrote to standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._errors.seek(0)
        words = " ".join(self._errors.read()[-10_000:].decode(errors="replace").split())
        code = self._process.poll()
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return ProgramError(f"it {how}{f': {words[-LAST_WORDS:]}' if words else ''}")


def _wait(stream: IO[bytes], event: int, end: float, seconds: float) -> None:
    """Wait until a pipe can be read or written; raises ProgramError at the ``end`` of the time."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, event)
        if not selector.select(max(0.0, end - monotonic())):
            raise ProgramError(f"it took more than {seconds:g} s")


def _end(process: "subprocess.Popen[bytes]", errors: IO[bytes]) -> None:
    kill_program(process)
    errors.close()
