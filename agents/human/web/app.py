"""The server: pages, the lobby's requests, and a web socket for each person at a table.

============================ ===========================================================================================
path                         what
============================ ===========================================================================================
``/``                        the lobby's page
``/rules/GAME``              the rules page of a game; ``?table=``: with the options of this table
``/t/ID``, ``/t/ID/SECRET``  a table's page, for those who watch, and for the person of a seat
``/t/.../file``              the game as a file: a replay once it is over, before that what the viewer may know
``/api/origin``              the ``origin`` of links for others in the network; empty if it cannot reach this server
``/profile``                 the profile page of a player
``/api/profile``             ``?name=``: the finished games of a player; to the person at this machine also what
                             adaptive agents know of them
``/api/games``               the games, their options and agents
``/api/guide/GAME``          how to play, and terms, with ``?words=`` what is said about these; ``?table=``: with the
                             options of this table
``/api/guided``              POST: a guided first game (``lobby.Guided``)
``/api/tables``              GET: the latest games, with ``?ids=`` those alone; POST: a new one (``lobby.NewGame``)
``/api/tables/ID/SECRET``    DELETE: a game, by the person of a seat
``/api/files``               POST: a saved game or a replay (``lobby.TakenUp``)
``/api/files/look``          POST: what such a file holds
``/ws/ID``, ``/ws/ID/SECRET`` messages, see ``talk.py``
``/maps``, ``/api/maps``, ... the map editor, see ``map_routes.py``
============================ ===========================================================================================
"""

import asyncio
from collections.abc import Awaitable, Callable
from html import escape
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from railgym.agents.human.names import LONGEST_NAME
from railgym.agents.human.web.lobby import Guided, Lobby, NewGame, TakenUp, read_wish
from railgym.agents.human.web.map_files import MapFolder
from railgym.agents.human.web.map_routes import MapRoutes
from railgym.agents.human.web.origin import check_origin, is_loopback
from railgym.agents.human.web.profile import adaptive_record, games_of_player
from railgym.agents.human.web.room import Room
from railgym.agents.human.web.rules_page import guide_as_json, rules_page
from railgym.agents.human.web.table import WebGame
from railgym.agents.human.web.talk import talk
from railgym.agents.human.web.threads import making, reason_of, rules
from railgym.envs.core.errors import OptionsError, RailgymError, UnknownNameError
from railgym.envs.core.header import PUBLIC
from railgym.envs.guide import Guide, guide_of

__all__ = ["LARGEST", "make_app"]

LARGEST = 4 * 2**20  # bytes of an uploaded file
LONGEST_TERM = 100  # characters that are looked up
KEPT = 50  # empty rooms that stay open; others are opened again from their files
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # a secret in the address must not travel on to other pages
}
MISSING = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Not found - railgym</title>
  <link rel="icon" href="/static/icon.svg">
  <link rel="stylesheet" href="/static/style.css">
</head>
<body>
  <main><h1>Not found</h1><p>{words}.</p><p><a href="/">To the lobby</a></p></main>
</body>
</html>
"""
STATIC = Path(str(files("railgym.agents.human.web") / "static"))


def make_app(lobby: Lobby, origin: str = "", maps: MapFolder | None = None) -> Starlette:
    """The application that serves a lobby. ``origin``: how others in the network reach it, as http://192.0.2.7:8642,
    if they can. ``maps``: the maps to edit."""
    routes = _Routes(lobby, origin)
    all_routes = [*routes.all(), *(routes.of_maps(maps) if maps else [])]
    return Starlette(routes=all_routes, exception_handlers={404: _no_such_address})


class _Routes:
    """What answers requests. Everything that is wrong with one is told in a line of JSON: ``{"error": "..."}``."""

    def __init__(self, lobby: Lobby, origin: str) -> None:
        self.lobby, self.shared_origin = lobby, origin
        self.rooms: dict[str, Room] = {}

    def all(self) -> list[Route | WebSocketRoute | Mount]:
        return [
            Route("/", _page("lobby.html")),
            Mount("/static", _Static(directory=STATIC)),
            Route("/rules/{game}", self._answering(self.rules)),
            Route("/profile", _page("profile.html")),
            Route("/api/profile", self._answering(self.profile)),
            Route("/api/guide/{game}", self._answering(self.guide)),
            Route("/api/guided", self._answering(self.guided), methods=["POST"]),
            Route("/api/origin", self._answering(self.origin)),
            Route("/api/games", self._answering(self.games)),
            Route("/api/tables", self._answering(self.tables)),
            Route("/api/tables", self._answering(self.deal), methods=["POST"]),
            Route("/api/tables/{id}/{token}", self._answering(self.delete), methods=["DELETE"]),
            Route("/api/files", self._answering(self.take_up), methods=["POST"]),
            Route("/api/files/look", self._answering(self.look), methods=["POST"]),
            Route("/t/{id}", _page("table.html")),
            Route("/t/{id}/file", self._answering(self.file)),
            Route("/t/{id}/{token}", _page("table.html")),
            Route("/t/{id}/{token}/file", self._answering(self.file)),
            WebSocketRoute("/ws/{id}", self.socket),
            WebSocketRoute("/ws/{id}/{token}", self.socket),
        ]

    def of_maps(self, maps: MapFolder) -> list[Route]:
        """The pages and requests of the map editor (``map_routes.py``)."""
        pages = [Route(path, _page("map_editor.html")) for path in ("/maps", "/maps/{name}")]
        asked = MapRoutes(maps, _body).all()
        return pages + [Route(path, self._answering(answer), methods=[method]) for path, method, answer in asked]

    def _answering(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def answering(request: Request) -> Response:
            try:
                check_origin(request.headers.get("origin"), request.headers.get("host"))
                return await answer(request)
            except UnknownNameError as error:
                return (
                    _missing(request, str(error))
                    if request.method == "GET"
                    else JSONResponse({"error": str(error)}, 400)
                )
            except RailgymError as error:
                return JSONResponse({"error": str(error)}, 400)
            except Exception as error:
                return JSONResponse({"error": reason_of(error)}, 500)

        return answering

    async def origin(self, request: Request) -> Response:
        """Where links lead that are sent to others."""
        return JSONResponse({"origin": self.shared_origin})

    async def games(self, request: Request) -> Response:
        """What can be played."""
        return JSONResponse(await asyncio.to_thread(lambda: self.lobby.games))

    async def rules(self, request: Request) -> Response:
        """The rules page of a game, or of the game of a table with its options."""
        page = await asyncio.to_thread(rules_page, await self._guide(request))
        return HTMLResponse(page, headers=HEADERS)

    async def profile(self, request: Request) -> Response:
        """The finished games of a player, and to the person at this machine what adaptive agents know of them."""
        name = request.query_params.get("name", "")[:LONGEST_NAME]
        games = await asyncio.to_thread(games_of_player, self.lobby.store, name) if name else []
        is_local = bool(request.client and is_loopback(request.client.host))
        adaptive = await asyncio.to_thread(adaptive_record) if is_local else None
        return JSONResponse({"games": games, "adaptive": adaptive})

    async def guide(self, request: Request) -> Response:
        """How to play and the terms of a game, or what they and the rules say about words."""
        table, words = request.query_params.get("table", ""), request.query_params.get("words", "")
        guide, query = await self._guide(request), f"?table={table}" if table else ""
        return JSONResponse(_looked_up(guide, words[:LONGEST_TERM]) if words else guide_as_json(guide, query))

    async def _guide(self, request: Request) -> Guide:
        table = request.query_params.get("table", "")
        return guide_of((await self._table(table)).game if table else request.path_params["game"])

    async def guided(self, request: Request) -> Response:
        """A guided first game, and the link of its player's seat."""
        table = await making(self.lobby.guide, read_wish(Guided, await _body(request)))
        return _links(table)

    async def tables(self, request: Request) -> Response:
        """The latest games, or those that are named."""
        ids = request.query_params.get("ids", "")
        return JSONResponse(await asyncio.to_thread(list, self.lobby.store.overview(ids.split(",") if ids else ())))

    async def delete(self, request: Request) -> Response:
        """Delete a game for the person of a seat."""
        table = await self._table(request.path_params["id"])
        table.check_deletable(table.viewer(request.path_params["token"]))
        if table.id in self.rooms and not self.rooms[table.id].is_empty:
            raise OptionsError("people are at this table; it can be deleted when all have left")
        self.lobby.store.delete(table.id)  # in this thread: no person can sit down meanwhile
        self.rooms.pop(table.id, None)
        return JSONResponse({"deleted": table.id})

    async def deal(self, request: Request) -> Response:
        """A new game, and the links of its seats."""
        table = await making(self.lobby.deal, read_wish(NewGame, await _body(request)))
        return _links(table)

    async def take_up(self, request: Request) -> Response:
        """A game from a file, and the links of its seats."""
        table = await making(self.lobby.take_up, read_wish(TakenUp, await _body(request)))
        return _links(table)

    async def look(self, request: Request) -> Response:
        """What a file holds, before a game is made of it."""
        return JSONResponse(await making(self.lobby.look, read_wish(TakenUp, await _body(request))))

    async def file(self, request: Request) -> Response:
        """The game as a file, with what its reader may know."""
        table = await self._table(request.path_params["id"])
        viewer = table.viewer(request.path_params.get("token", ""))
        text = await rules(table.text, viewer)
        name = f"attachment; filename={table.id}{'' if table.over else '-log'}.jsonl"
        return PlainTextResponse(text, headers={"Content-Disposition": name})

    async def _table(self, id: str) -> WebGame:
        store = self.lobby.store
        table: WebGame = store.find(id) or await making(store.open, id)
        return table

    async def socket(self, socket: WebSocket) -> None:
        """The connection of one person at a table."""
        await socket.accept()
        try:
            check_origin(socket.headers.get("origin"), socket.headers.get("host"))
            table = await self._table(socket.path_params["id"])
            viewer = table.viewer(socket.path_params.get("token", ""))
        except Exception as error:
            await socket.send_json({"type": "refused", "reason": reason_of(error)})
            await socket.close(4404, "no such table")
            return
        await talk(socket, self._room(table), viewer)

    def _room(self, table: WebGame) -> Room:
        """The room of a table, from now on the last to be closed."""
        room = self.rooms.pop(table.id) if table.id in self.rooms else Room(table, self.lobby)
        self.rooms[table.id] = room
        empty = [other for other in self.rooms.values() if other is not room and other.is_empty]
        for other in empty[:-KEPT]:
            del self.rooms[other.table.id]
            self.lobby.store.put_away(other.table.id)
        return room


class _Static(StaticFiles):
    """Files that a browser asks for each time whether they have changed: old modules do not fit new ones."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = HEADERS["Cache-Control"]
        return response


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return FileResponse(STATIC / name, headers=HEADERS)

    return page


async def _no_such_address(request: Request, error: Exception) -> Response:
    return _missing(request, f"there is nothing at {request.url.path}")


def _missing(request: Request, words: str) -> Response:
    """What there is not: a page with a link to the lobby for a browser that shows pages, else a line of JSON."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(MISSING.format(words=escape(words[:1].upper() + words[1:])), 404, HEADERS)
    return JSONResponse({"error": words}, 404)


async def _body(request: Request) -> bytes:
    """What was sent; raises OptionsError if it is too much."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise OptionsError(f"that is more than {LARGEST // 2**20} MB: no saved game is so large")
    return body


def _looked_up(guide: Guide, words: str) -> dict[str, str]:
    """The ``text`` that explains words, or why there is ``nothing``."""
    try:
        return {"text": guide.look_up(words)}
    except UnknownNameError as error:
        return {"nothing": str(error)}


def _links(table: WebGame) -> Response:
    """Where the seats of a new game are."""
    seats = [table.link(seat) for seat in range(len(table.seats))]
    return JSONResponse({"id": table.id, "watch": table.link(PUBLIC), "seats": seats}, 201)
