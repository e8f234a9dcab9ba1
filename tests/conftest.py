"""What holds for all tests."""

import os
import signal
from collections.abc import Iterator

import pytest

from railgym.envs.core.game import Game

pytest.register_assert_rewrite("laws")  # they are checked outside the files of tests, and tell failures in full

if os.environ.get("NUMBA_BOUNDSCHECK"):  # libraries have no bounds checks: compile the rules in this process
    from jit import jitted

    Game.bind = jitted  # type: ignore[assignment, method-assign]

# Seconds that a test may take: the slowest takes a minute on an idle machine. Long tests measure and train.
LIMIT, LONG_LIMIT = 900, 7200


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test a time limit."""
    if config.pluginmanager.hasplugin("timeout"):
        for item in items:
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(LONG_LIMIT if item.get_closest_marker("long") else LIMIT))


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, also where the tests run in the background of a script, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _no_data_of_a_person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test, and no command that one starts, finds the profile of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
