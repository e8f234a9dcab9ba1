"""The command ``python -m railgym.build``: builds the libraries that are missing or older than their sources."""

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import LibraryError, RailgymError
from railgym.envs.core.host import terminable, usable_cores
from railgym.envs.core.library import fault_of, folder_of

PACKAGES = tuple(dict.fromkeys(entry.package for entry in reversed(GAMES.values())))  # largest games come last there
MISSING = "the builder needs Numba: pip install 'railgym[build]'"


class Builds:
    """Builds several packages, as many at a time as there are cores."""

    def __init__(self, packages: list[str], force: bool, quiet: bool) -> None:
        self._packages, self._force, self._quiet = packages, force, quiet
        self._done, self._began = dict.fromkeys(packages, 0.0), time.monotonic()
        self._running: list[subprocess.Popen[str]] = []

    def run(self) -> None:
        """Build all packages; raises LibraryError for the first one that failed."""
        with ThreadPoolExecutor(usable_cores()) as pool:
            try:
                jobs = [pool.submit(self._build, package) for package in self._packages]
                while not all(job.done() for job in jobs):
                    self._tell()
                    time.sleep(0.2)
                for job in jobs:
                    job.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in self._running:
                    process.terminate()
                raise
        self._say(f"built {', '.join(map(_short, self._packages))} in {time.monotonic() - self._began:.0f} s", True)

    def _build(self, package: str) -> None:
        command = [sys.executable, "-m", "railgym.build.worker", package, *(["force"] if self._force else [])]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._running.append(worker)
        for line in worker.stdout or ():
            ready, _, of = line.partition(" ")
            self._done[package] = int(ready) / int(of)
        _, words = worker.communicate()
        self._running.remove(worker)
        if worker.returncode:
            raise LibraryError((words.strip().splitlines() or [f"{package}: the builder was stopped"])[-1])
        self._done[package] = 1.0
        self._say(f"built {_short(package)}", True)

    def _tell(self) -> None:
        share, spent = sum(self._done.values()) / len(self._done), time.monotonic() - self._began
        left = f"about {spent / share - spent:.0f} s left" if share > 0.05 else "up to a minute or two for each of them"
        self._say(f"building the rules of {', '.join(map(_short, self._packages))}: {share:.0%}, {left}")

    def _say(self, words: str, last: bool = False) -> None:
        """Show a line of progress, which replaces the previous one on a terminal. Other outputs get the first
        line and the ``last`` ones, which stay."""
        if self._quiet:
            return
        if sys.stderr.isatty():
            print(f"\r\033[Krailgym: {words}", end="\n" if last else "", file=sys.stderr, flush=True)
        elif last or not hasattr(self, "_told"):
            self._told = True
            print(f"railgym: {words}", file=sys.stderr, flush=True)


def _short(package: str) -> str:
    return package.rpartition(".")[2]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m railgym.build", description=__doc__)
    parser.add_argument("package", nargs="*", help="a game package such as crayon_rails; default: all")
    parser.add_argument("--force", action="store_true", help="also build libraries that are up to date")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    given = parser.parse_args(words)
    try:
        with terminable():
            packages = [_dotted(name) for name in given.package] or list(PACKAGES)
            stale = [package for package in packages if given.force or fault_of(package)]
            if stale and find_spec("numba") is None:
                raise LibraryError(MISSING)
            if stale:
                Builds(stale, given.force, given.quiet).run()
            elif not given.quiet:
                print("railgym: the compiled rules are up to date", file=sys.stderr)
    except RailgymError as error:
        print(f"railgym: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("railgym: stopped; libraries that were built before are kept", file=sys.stderr)
        return 130
    return 0


def _dotted(name: str) -> str:
    package = name if "." in name or find_spec(name) else f"railgym.envs.{name}"
    folder_of(package)
    return package


if __name__ == "__main__":
    sys.exit(main())
