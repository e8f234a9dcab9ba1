"""The routes of the map editor (``railgym serve --maps``).

======================== =================================================================
path                     what
======================== =================================================================
``/maps``, ``/maps/NAME`` the page of the editor
``/api/maps``            the names of the maps
``/api/maps/NAME``       POST: a map after some edits, with its faults (``map_files.Edits``)
``/api/maps/NAME/save``  POST: write the edited map, and return it
``/api/maps/NAME/zip``   POST: the edited map, as a ZIP file
======================== =================================================================

They answer only requests from this machine, for every value of ``--host``.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from railgym.agents.human.web.lobby import read_wish
from railgym.agents.human.web.map_files import Edits, MapFolder
from railgym.agents.human.web.origin import is_loopback
from railgym.envs.core.errors import OptionsError

__all__ = ["MapRoutes"]

Answer = Callable[[Request], Awaitable[Response]]


class MapRoutes:
    """Answers requests about maps. ``read_body`` reads the body of a request, up to a limit."""

    def __init__(self, maps: MapFolder, read_body: Callable[[Request], Awaitable[bytes]]) -> None:
        self._maps, self._read_body = maps, read_body

    def all(self) -> list[tuple[str, str, Answer]]:
        """The paths, their methods and their handlers."""
        return [
            ("/api/maps", "GET", self.names),
            ("/api/maps/{name}", "POST", self._edits(self._maps.look, JSONResponse)),
            ("/api/maps/{name}/save", "POST", self._edits(self._maps.save, JSONResponse)),
            ("/api/maps/{name}/zip", "POST", self._edits(self._maps.archive, _zip)),
        ]

    async def names(self, request: Request) -> Response:
        """The names of the maps."""
        _check_local(request)
        return JSONResponse({"maps": await asyncio.to_thread(self._maps.names)})

    def _edits(self, do: Callable[[str, Edits], Any], answer: Callable[[Any], Response]) -> Answer:
        async def answering(request: Request) -> Response:
            _check_local(request)
            wish = read_wish(Edits, await self._read_body(request))
            return answer(await asyncio.to_thread(do, request.path_params["name"], wish))

        return answering


def _check_local(request: Request) -> None:
    """Raise OptionsError unless the request comes from this machine."""
    if not (request.client and is_loopback(request.client.host)):
        raise OptionsError("maps can be edited only on the server's own machine: open this page in a browser there")


def _zip(content: bytes) -> Response:
    return Response(content, media_type="application/zip")
