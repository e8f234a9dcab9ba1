"""``railgym serve``: play in the browser, on this machine or over the local network."""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import arg

from railgym.agents.adaptive.profile import data_folder
from railgym.agents.human.web.store import Store
from railgym.envs.core.errors import MissingExtraError, OptionsError

__all__ = ["ServeArgs", "main"]

LARGEST_MESSAGE = 2**20  # bytes; the connection of whoever sends more is closed with a reason
SILENCE = 600  # seconds until a silent connection is given up: the first compilation of a game lets nothing through


@dataclass(frozen=True)
class ServeArgs:
    """Open a lobby in the browser: choose a game and who plays, send others the links of their seats, go on with saved
    games, look at replays.

    Only this machine can reach it, unless --host says otherwise. Games are kept, and are there again after a restart.
    For example:

      railgym serve
      railgym serve --host 0.0.0.0 --port 8000 --agents file:runs/mine/agent
    """

    host: Annotated[str, arg(metavar="ADDRESS")] = "127.0.0.1"
    """who can reach it: 127.0.0.1 is this machine alone, 0.0.0.0 the whole network"""
    port: Annotated[int, arg(metavar="N")] = 8642
    """where it listens"""
    games: Annotated[Path | None, arg(metavar="FOLDER", help_behavior_hint="(default: in your data folder)")] = None
    """where the games are kept"""
    agents: Annotated[tuple[str, ...], arg(metavar="CODE ...", help_behavior_hint="")] = ()
    """agents of your own that may sit down, as file:FOLDER or py:module:Class"""


def main(args: ServeArgs) -> int:
    """Serve until Ctrl-C; returns the exit code. Raises RailgymError, OSError."""
    try:
        import uvicorn

        from railgym.agents.human.web.app import make_app
        from railgym.agents.human.web.lobby import Lobby
    except ImportError as error:
        raise MissingExtraError("play", error.name) from None
    store = Store(args.games or data_folder() / "games")
    lobby = Lobby(store, args.agents)
    with _listen(args.host, args.port) as listener:
        _ = lobby.games  # so that the first page is there at once
        host, port = listener.getsockname()[:2]
        shown = "127.0.0.1" if host == "0.0.0.0" else host
        print(f"railgym plays at http://{shown}:{port}/ (Ctrl-C ends it; games are kept in {store.folder})", flush=True)
        config = uvicorn.Config(
            make_app(lobby),
            log_level="warning",
            ws_max_size=LARGEST_MESSAGE,
            ws_ping_timeout=SILENCE,
            lifespan="off",
        )
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OptionsError where there can be none."""
    try:
        return socket.create_server((host, port))
    except (OSError, OverflowError) as error:
        raise OptionsError(f"--host {host} --port {port}: cannot listen there: {error}; choose another port") from None
