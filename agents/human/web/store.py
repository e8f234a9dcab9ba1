"""The games of a server as files: a replay each, which holds every move as soon as it is played, and who sits there."""

import json
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from railgym.agents.characters import agent_name
from railgym.agents.human.web.chat import Chat, ChatLine
from railgym.agents.human.web.seat import PERSON, Seat
from railgym.agents.human.web.table import WebGame
from railgym.envs.catalog import GAMES, game_of
from railgym.envs.core.errors import OptionsError, RailgymError, ReplayError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.host import lock
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import Replay, parse_replay, write_whole

__all__ = ["Store"]

MOST = 10_000  # games in a folder


class Store:
    """A folder of games, which are read when they are opened. ``ID.jsonl`` is the replay. ``ID.json`` has the seats
    with their secrets, the chat, and the rematch; other users of the machine cannot read it.

    Creating or opening a game may take a minute if its library has to be built first. Raises OptionsError if another
    server uses the folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = (folder / ".lock").open("wb")  # the kernel's: killed servers leave none
        try:
            lock(self._lock)
        except BlockingIOError:
            self._lock.close()
            raise OptionsError(f"{folder}: another server keeps its games there; end it, or choose --games") from None
        self._open: dict[str, WebGame] = {}
        self._rows: dict[str, tuple[int, dict[str, Any]]] = {}  # by name of a game, of when its file was, for the lobby

    def add(self, recording: Recording, clock: float | None = None, increment: float = 0.0) -> WebGame:
        """Keep a game from now on; ``clock``: the seconds that each person has, ``increment``: those that each of their
        turns adds. Raises OptionsError if it is one too
        many."""
        if len(self._ids()) >= MOST:
            raise OptionsError(f"{MOST:,} games are kept here; move some of them to another folder")
        table = WebGame(_new_id(recording.game), recording)
        for seat in table.seats:
            if seat.code == PERSON:
                seat.clock, seat.left, seat.increment = clock, clock, increment
        table.warm_up()
        self.save_seats(table)
        recording.keep_in(self._path(table.id))  # last: it makes the game one that is there
        self._open[table.id] = table
        return table

    def save_seats(self, table: WebGame) -> None:
        """Keep who sits there, the clocks, the chat, and the rematch."""
        people = {
            "seats": [asdict(seat) for seat in table.seats],
            "chat": [asdict(line) for line in table.chat.lines],
            "rematch": table.rematch,
        }
        write_whole(self.folder / f"{table.id}.json", json.dumps(people), 0o600)

    def find(self, id: str) -> WebGame | None:
        """The game of that name, if it is open."""
        return self._open.get(id)

    def close(self) -> None:
        """Let another server have the folder."""
        self._lock.close()

    def put_away(self, id: str) -> None:
        """Close a game; it stays in its file until it is opened again."""
        self._open.pop(id, None)

    def delete(self, id: str) -> None:
        """Remove a game and its files; raises OSError."""
        self.put_away(id)
        self._path(id).unlink(missing_ok=True)  # first: it makes the game one that is there
        (self.folder / f"{id}.json").unlink(missing_ok=True)

    def open(self, id: str) -> WebGame:
        """The game of that name; raises UnknownNameError if there is none, ReplayError if its file is damaged."""
        if id not in self._ids():
            raise UnknownNameError(f"there is no game {id!r} here")
        if id not in self._open:  # another request may have opened it meanwhile
            self._open[id] = self._load(id)
        return self._open[id]

    def _load(self, id: str) -> WebGame:
        replay = self._replay(id)
        recording = Recording.resume(game_of(replay), replay)
        try:
            people = json.loads((self.folder / f"{id}.json").read_text(encoding="utf-8"))
            if isinstance(people, list):  # files of older servers have the seats alone
                people = {"seats": people}
            seats = [Seat(**seat) for seat in people["seats"]]
            chat = Chat([ChatLine(**line) for line in people.get("chat", [])])
            rematch = list(people.get("rematch", []))
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            reason = getattr(error, "strerror", None) or error  # without the path, which is private
            raise ReplayError(f"{id}.json: the players of this game cannot be read: {reason}") from None
        if len(seats) != recording.game.num_players:
            raise ReplayError(f"{id}.json: the game has {recording.game.num_players} seats, not {len(seats)}")
        if not replay.result:
            recording.keep_in(self._path(id))  # without a line that was cut off when the server was stopped
        table = WebGame(id, recording, seats, chat)
        table.rematch = rematch
        table.warm_up()
        return table

    def _seats_of(self, id: str) -> list[dict[str, Any]]:
        """Who sat at a table, as in its file; empty if that cannot be read."""
        try:
            people = json.loads((self.folder / f"{id}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        seats: list[dict[str, Any]] = people if isinstance(people, list) else people.get("seats", [])
        return seats

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}.jsonl"

    def _replay(self, id: str) -> Replay:
        """The file of a game; raises ReplayError. Errors do not name the folder, because all visitors see them."""
        path = self._path(id)
        try:
            return parse_replay(path.read_bytes(), path.name)
        except OSError as error:
            raise ReplayError(f"{path.name}: {error.strerror}") from None

    def _ids(self) -> dict[str, int]:
        """All games, the latest first, with the time of their files in nanoseconds."""
        times = {file.stem: file.stat().st_mtime_ns for file in self.folder.glob("*.jsonl")}
        return dict(sorted(times.items(), key=lambda pair: -pair[1]))

    def overview(self, only: Collection[str] = (), most: int = 50) -> Iterator[dict[str, Any]]:
        """The public description of the latest games, or of those that are named in ``only``."""
        times = self._ids()
        latest = [id for id in times if not only or id in only][:most]
        self._rows = {id: known for id, known in list(self._rows.items()) if id in times}
        for id in latest:
            time, row = self._rows.get(id, (0, {}))
            if time != times[id]:
                row = self._row(id)
                self._rows[id] = times[id], row
            yield row

    def finished(self) -> Iterator[dict[str, Any]]:
        """The games that are over, the latest first, as in the overview, with who was a person until the end
        (``people``), the ``date`` of the last move, and each seat's share of the win (``won``)."""
        times = self._ids()
        for row in self.overview(most=MOST):
            if row.get("over"):
                seats = self._seats_of(row["id"])
                people = [seat.get("code") == PERSON and not seat.get("stand_in") for seat in seats]
                gave_up = [bool(seat.get("resigned")) for seat in seats]
                yield row | {
                    "people": [person or left for person, left in zip(people, gave_up)],
                    "won": [0.0 if left else share for share, left in zip(row["shares"], gave_up)],
                    "date": datetime.fromtimestamp(times[row["id"]] / 1e9).astimezone().isoformat(timespec="seconds"),
                }

    def _row(self, id: str) -> dict[str, Any]:
        try:
            replay = self._replay(id)
            game = GAMES[replay.header.game]
        except (RailgymError, KeyError) as error:
            return {"id": id, "fault": str(error)}
        players = replay.header.players
        return {
            "id": id,
            "game": game.id,
            "title": game.title,
            "players": players,
            "names": replay.header.names or [agent_name(code, game.id) for code in players],
            "plies": len(replay.moves),
            "over": replay.result is not None,
            "shares": _shares(replay.result.payoff[: len(players)]) if replay.result else [],
        }


def _new_id(game: Game) -> str:
    """A public name for a new game."""
    return f"{game.id.rpartition('_v')[0]}-{secrets.token_hex(4)}"


def _shares(payoff: Sequence[float]) -> list[float]:
    """Each seat's share of the win: k winners get 1/k each. Alone, a positive payoff is a win."""
    best = [value == max(payoff) for value in payoff] if len(payoff) > 1 else [payoff[0] > 0]
    return [won / max(1, sum(best)) for won in best]
