"""``railgym serve``: play in the browser, on this machine or over the local network."""

import errno
import os
import socket
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from railgym.agents.adaptive.profile import data_folder
from railgym.agents.human.web.store import Store
from railgym.envs.core.command_line import Option
from railgym.envs.core.errors import MissingExtraError, OptionsError
from railgym.envs.core.limits import Limits

__all__ = ["ServeArgs", "main"]

ADDRESSES = "give --host an address of this machine, as 127.0.0.1 or 0.0.0.0"
LARGEST_MESSAGE = 2**20  # bytes; a connection that sends more is closed with a reason
SILENCE = 90  # seconds until a connection that answers no ping is closed


@dataclass(frozen=True)
class ServeArgs:
    """Open a lobby in the browser: choose a game and who plays, send others the links of their seats, go on with saved
    games, look at replays.

    Only this machine can reach it, unless --host says otherwise. Games are kept, and are there again after a restart.
    For example:

      railgym serve
      railgym serve --host 0.0.0.0 --port 8000 --agents file:runs/mine/agent
    """

    host: Annotated[str, Option("ADDRESS")] = "127.0.0.1"
    """who can reach it: 127.0.0.1 is this machine alone, 0.0.0.0 the whole network"""
    port: Annotated[int, Option("N"), Limits(0, 65_535)] = 8642
    """where it listens"""
    games: Annotated[Path | None, Option("FOLDER", default="in your data folder")] = None
    """where the games are kept"""
    agents: Annotated[tuple[str, ...], Option("CODE")] = ()
    """agents of your own that may sit down, as file:FOLDER or py:module:Class"""
    maps: Annotated[Path | None, Option("FOLDER")] = None
    """a map, or a folder of maps, to edit at /maps from this machine"""


def main(args: ServeArgs) -> int:
    """Serve until Ctrl-C; returns the exit code. Raises RailgymError, OSError."""
    try:
        import uvicorn

        from railgym.agents.human.web.app import make_app
        from railgym.agents.human.web.lobby import Lobby
        from railgym.agents.human.web.map_files import MapFolder
    except ImportError as error:
        raise MissingExtraError("play", error.name) from None
    maps = MapFolder(args.maps) if args.maps else None
    with closing(Store(args.games or data_folder() / "games")) as store, _listen(args.host, args.port) as listener:
        lobby = Lobby(store, args.agents)
        _ = lobby.games  # so that the first page is there at once
        addresses = _addresses(*listener.getsockname()[:2])
        greeting = f"railgym plays at {' and '.join(addresses)} (Ctrl-C ends it; games are kept in {store.folder})"
        if maps:
            greeting += f"\nedit maps at {addresses[0]}maps"
        config = uvicorn.Config(
            make_app(lobby, addresses[-1].rstrip("/") if len(addresses) > 1 else "", maps),
            log_level="warning",
            ws_max_size=LARGEST_MESSAGE,
            ws_ping_timeout=SILENCE,
            lifespan="off",
        )

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                """Listen, and only then say where: from here on the server answers, and ends quietly on a signal."""
                await super().startup(sockets)
                print(greeting, flush=True)

        Server(config).run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OptionsError where there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host or None, port, family)
        return socket.create_server((host, port), family=family)
    except (socket.gaierror, UnicodeError):
        fault = f"there is no such address; {ADDRESSES}"
    except OSError as error:
        advice = ADDRESSES if error.errno == errno.EADDRNOTAVAIL else "choose another port"
        fault = f"{os.strerror(error.errno or 0)}; {advice}"
    raise OptionsError(f"--host {host} --port {port}: cannot listen there: {fault}")


def _addresses(host: str, port: int) -> list[str]:
    """Where people find the server; if it listens everywhere, on this machine and in its network."""
    hosts = {"0.0.0.0": ["127.0.0.1", *_own_address()], "::": ["::1", *_own_address()]}.get(host, [host])
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}/" for name in hosts]


def _own_address() -> list[str]:
    """This machine's address in its network, if it is in one: asking for the way to another sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [asked.getsockname()[0]]
