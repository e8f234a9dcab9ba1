"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from web_server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty folder of games."""
    server = Server(tmp_path / "games")
    yield server
    server.stop()
