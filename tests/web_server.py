"""A server in a thread, and people at its tables."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from recordings import play_on
from websockets.sync.client import ClientConnection, connect

from railgym.agents.human.web import threads
from railgym.agents.human.web.app import make_app
from railgym.agents.human.web.command import LARGEST_MESSAGE
from railgym.agents.human.web.lobby import Lobby
from railgym.agents.human.web.map_files import MapFolder
from railgym.agents.human.web.store import Store
from railgym.agents.human.web.table import WebGame
from railgym.envs.catalog import make_game
from railgym.envs.core.recording import Recording

__all__ = ["Message", "Person", "Server", "finish"]

Message = dict[str, Any]
PATIENCE = 600.0  # seconds: a library may have to be built


class Person:
    """The connection of a person. ``seen`` is everything that was sent to them, as text."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[str] = []
        self.asked = 0
        self.seat = -1
        self.news: list[Message] = []  # the last turn of their own that was not read

    def ask(self, **wish: Any) -> Message:
        """Ask for something, and return the answer; whatever comes in between is seen, too."""
        self.asked += 1
        self.socket.send(json.dumps(wish | {"n": self.asked}))
        return self.wait(lambda message: message.get("n") == self.asked)

    def wait(self, wanted: Callable[[Message], Any]) -> Message:
        """The next message that is wanted."""
        while True:
            text = self.socket.recv(PATIENCE)
            assert isinstance(text, str)
            self.seen.append(text)
            message: Message = json.loads(text)
            self.seat = message["viewer"] if message["type"] == "table" else self.seat
            in_turn = message["type"] == "turn" and message["seat"] == self.seat and message["moves"]
            if message["type"] == "over" or in_turn:
                self.news = [message]
            if wanted(message):
                return message

    def turn(self) -> Message:
        """The next turn in which this person decides, or the end of the game. Messages that came during another request
        are not lost."""
        while not self.news:
            self.wait(lambda message: True)
        return self.news.pop()


class Server:
    """A running server: its address, and what can be asked of it by HTTP."""

    def __init__(
        self, folder: Path, agents: tuple[str, ...] = (), origin: str = "", maps: MapFolder | None = None
    ) -> None:
        self.lobby = Lobby(Store(folder), agents)
        config = uvicorn.Config(
            make_app(self.lobby, origin, maps), port=0, log_level="error", ws_max_size=LARGEST_MESSAGE, lifespan="off"
        )
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.host = f"127.0.0.1:{port}"
        self.open = ExitStack()
        self.http = self.open.enter_context(httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE))

    def deal(self, game: str, *seats: str, **wish: Any) -> Message:
        """A new game: its id, and its seats' addresses."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        links: Message = answer.json()
        return links

    def table(self, links: Message) -> WebGame:
        """The game that the server keeps."""
        table = self.lobby.store.find(links["id"])
        assert table
        return table

    def in_its_thread(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """Run the call in the thread of the tables, and return its result. The rules are not thread-safe."""
        return threads._RULES.submit(call, *arguments).result(PATIENCE)

    def play_to_end(self, table: WebGame) -> None:
        """Play the first legal action of the current player until the game is over."""

        def play() -> None:
            while not table.over:
                table.recording.play(table.recording.position.legal_actions[0])

        self.in_its_thread(play)

    def sit(self, link: str) -> Person:
        """A person who opens a link of a table."""
        address = f"ws://{self.host}/ws/{link.removeprefix('/t/')}"
        return Person(self.open.enter_context(connect(address, max_size=None)))

    def stop(self) -> None:
        self.open.close()
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        self.lobby.store.close()


def finish(server: Server, name: str, opponent: str = "random", seed: int = 5) -> WebGame:
    """A short card game of a person of that name, played to its end, which the server keeps."""
    game = make_game("ticket_to_ride_card_v0", decks=1)
    recording = Recording(game, seed, ("human", opponent), "test")
    table = WebGame("names", recording)
    table.rename(0, name)
    table = server.lobby.store.add(play_on(recording))
    table.seats[0].name = name
    server.lobby.store.save_seats(table)
    return table
