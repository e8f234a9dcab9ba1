"""The people and bots at one table: connections, moves of bots, the clock, and messages."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict

from railgym.agents.human.hints import value_to_string
from railgym.agents.human.web.bots import Bots
from railgym.agents.human.web.clock import Clock
from railgym.agents.human.web.lobby import Lobby
from railgym.agents.human.web.messages import Message, moves_message, turn_message
from railgym.agents.human.web.proposals import Proposals
from railgym.agents.human.web.seat import PERSON
from railgym.agents.human.web.table import WebGame
from railgym.agents.human.web.threads import reason_of, rules, thinking
from railgym.envs.core.errors import IllegalActionError, UnknownNameError
from railgym.envs.core.header import PUBLIC

__all__ = ["Message", "Room", "Session"]

BUSY = 3  # agents that may be thinking for one connection
GRACE = 20.0  # seconds that a person may be away before others can have a bot play for them


class Session:
    """The connection of a person: ``viewer`` is their seat, or PUBLIC; ``is_local``: they are at the server's
    machine."""

    def __init__(self, viewer: int, send: Callable[[Message], Awaitable[None]], is_local: bool = True) -> None:
        self.viewer, self.send, self.is_local = viewer, send, is_local
        self._asking = 0  # agents that think for them

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While an agent thinks for the person; raises UnknownNameError if too many do."""
        if self._asking >= BUSY:
            raise UnknownNameError("your earlier requests to agents are not answered yet; wait for the answers")
        self._asking += 1
        try:
            yield
        finally:
            self._asking -= 1


class Room:
    """A table and its people. Requests of a person raise RailgymError if they cannot be fulfilled."""

    def __init__(self, table: WebGame, lobby: Lobby) -> None:
        self.table, self.lobby, self.sessions = table, lobby, set[Session]()
        self.clock = Clock(table.seats, self._time_is_up)
        self.bots = Bots(table, lobby)
        self.proposals = Proposals(self)
        self._moving: asyncio.Task[None] | None = None
        self._arrived = set[int]()  # seats whose person has come
        self._left: dict[int, float] = {}  # by seat, when its person went away

    # --- who is there ---------------------------------------------------------------------------------------------

    async def enter(self, session: Session) -> None:
        """Send the game to a newcomer, and continue if the table was empty."""
        self.sessions.add(session)
        self._arrived.add(session.viewer)
        await self._tell_seats()
        await session.send(await rules(moves_message, self.table, session.viewer, 0))
        await self._tell_turn([session])
        await session.send({"type": "chat", "all": True, "lines": [asdict(line) for line in self.table.chat.lines]})
        await session.send(self.proposals.message)
        if self.table.rematch:
            await session.send(self.proposals.rematch_for(session, now=False))
        self._go_on()
        if self.clock.running >= 0:  # since now
            await self._tell_seats()

    async def leave(self, session: Session) -> None:
        self.sessions.discard(session)
        self._left[session.viewer] = time.monotonic()
        self._go_on()
        if any(seat.left is not None for seat in self.table.seats):
            await self._keep_seats()
        await self._tell_seats()
        await self.proposals.left(session.viewer)

    @property
    def is_empty(self) -> bool:
        """Whether no person is connected and nothing moves."""
        return not self.sessions and (self._moving is None or self._moving.done())

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return any(session.viewer == seat for session in self.sessions)

    @property
    def _people(self) -> list[int]:
        """The seats that people play now."""
        return [number for number, seat in enumerate(self.table.seats) if not seat.bot]

    @property
    def _all_are_ready(self) -> bool:
        """Whether every person has been at the table and is ready; no clock runs before that. Who plays alone against
        bots is ready when they come."""
        people = self._people
        ready = len(people) == 1 or all(self.table.seats[number].ready for number in people)
        return ready and all(number in self._arrived for number in people)

    async def ready(self, session: Session) -> None:
        """A person is ready for the clocks to run."""
        self.check_plays(session)
        self.table.seats[session.viewer].ready = True
        self._go_on()
        await self._keep_seats()
        await self._tell_seats()

    async def resign(self, session: Session) -> None:
        """The best bot plays to the end for a person who gives up."""
        self.check_plays(session)
        code = await rules(self.table.resign, session.viewer)
        name = self.table.game.seat_names[session.viewer]
        await self.broadcast({"type": "note", "text": f"{name} has resigned; {code} plays on"})
        await self._seats_changed()

    async def seat_bot(self, session: Session, seat: int, code: str) -> None:
        """Let a bot play for an absent person; without a code, the person again."""
        if session.viewer == PUBLIC or not 0 <= seat < len(self.table.seats):
            raise UnknownNameError("only a player can have a bot play, in a seat of the table")
        if not code and seat != session.viewer:
            raise UnknownNameError(f"only {self.table.game.seat_names[seat]} can take the seat back")
        if not code and self.clock.left(seat) == 0:
            raise UnknownNameError("your time is up: the bot plays for you to the end")
        if self.table.seats[seat].resigned:
            raise UnknownNameError("after a resignation, the bot plays the seat to the end")
        if code:
            self._check_absence(session, seat)
            await thinking(self.bots.call, seat, code, self._owner)
            self._check_absence(session, seat)  # they may have come by now
        await rules(self.table.stand_in, seat, code)
        await self._seats_changed()

    def _check_absence(self, session: Session, seat: int) -> None:
        """Raise UnknownNameError if a bot may not take the seat of another person."""
        if seat == session.viewer:
            return
        name, away = self.table.game.seat_names[seat], time.monotonic() - self._left.get(seat, -GRACE)
        if self.is_here(seat):
            raise UnknownNameError(f"{name} is here")
        if away < GRACE:
            raise UnknownNameError(f"{name} was here just now; wait {GRACE - away:.0f} seconds for them to come back")

    async def _time_is_up(self, seat: int) -> None:
        code = self.table.best_bot(seat)
        await rules(self.table.stand_in, seat, code)
        await self.broadcast(
            {"type": "note", "text": f"the time of {self.table.game.seat_names[seat]} is up; {code} plays on"}
        )
        await self._seats_changed()

    async def _seats_changed(self) -> None:
        self._go_on()
        await self._keep_seats()
        await self._tell_seats()
        await self._tell_turn(self.sessions)

    async def _keep_seats(self) -> None:
        """Save who sits here, and the clocks; the game goes on without that."""
        try:
            await rules(self.lobby.store.save_seats, self.table)
        except OSError as error:
            await self.broadcast({"type": "note", "text": reason_of(error)})

    # --- names and chat -------------------------------------------------------------------------------------------

    async def rename(self, session: Session, name: str) -> None:
        """Call a person by a name, in all that was told, too."""
        self.check_plays(session)
        await rules(self.table.rename, session.viewer, name)
        await self._keep_seats()
        await self._tell_seats()
        for other in list(self.sessions):
            await other.send(await rules(moves_message, self.table, other.viewer, 0))
        await self._tell_turn(self.sessions)

    async def chat(self, session: Session, text: str) -> None:
        """Send what a person writes to all who are here."""
        self.check_plays(session)
        line = self.table.chat.add(session.viewer, text)
        await self.broadcast({"type": "chat", "all": False, "lines": [asdict(line)]})
        await self._keep_seats()

    def check_plays(self, session: Session) -> None:
        """Raise UnknownNameError for those who watch."""
        if session.viewer == PUBLIC:
            raise UnknownNameError("only players can do that")

    # --- moves ----------------------------------------------------------------------------------------------------

    async def play(self, session: Session, ply: int, actions: list[int]) -> None:
        """Play actions of a person, one after another; before their turn, keep them for it."""
        turn = self._turn_number
        is_played = await rules(self.table.play, session.viewer, ply, *actions)
        self.table.seats[session.viewer].ready = True  # or they could play without a clock
        if not is_played:
            await self._chose_early(session.viewer)
            return
        if self._turn_number != turn:
            self.clock.reward(session.viewer)
        await self._moved(ply)

    async def _chose_early(self, seat: int) -> None:
        """A person has chosen before their turn, or has thought better of it: only they learn of it."""
        await self._keep_seats()
        await self._tell_turn([session for session in self.sessions if session.viewer == seat])

    @property
    def _turn_number(self) -> tuple[int, int]:
        """Differs once another turn has begun, or another player decides."""
        record = self.table.recording.position.record
        return int(record["turn"][0]), int(record["current_player"][0])

    async def say(self, session: Session, ply: int, words: str) -> None:
        """Play what a person has typed."""
        await self.play(session, ply, [await rules(self.table.named, session.viewer, ply, words)])

    async def undo(self, session: Session, whole: bool) -> None:
        """Take back a person's last choice, or all of them that can be. If others have moved since, ask the
        other people instead."""
        before = self.table.ply
        try:
            to = await rules(self.table.undo, session.viewer, whole)
        except IllegalActionError:
            if whole or session.viewer == PUBLIC or self._moved_last(session.viewer):
                raise
            await self.proposals.make(session, "takeback")
            return
        await (self._went_back(to) if to < before else self._chose_early(session.viewer))

    def _moved_last(self, seat: int) -> bool:
        """Whether a seat made the last move and is to decide again: no other player has moved since."""
        recording = self.table.recording
        return bool(recording.moves) and recording.moves[-1].seat == seat == recording.position.current_player

    async def take_back(self, seat: int, ply: int) -> None:
        """Take back the last choice of a seat and all moves since, in the position after ``ply`` moves."""
        await self._went_back(await rules(self.table.take_back, seat, ply))
        self._go_on()
        await self._tell_seats()  # whose clock runs

    async def _went_back(self, to: int) -> None:
        await self.broadcast({"type": "undone", "to": to})
        await self._tell_turn(self.sessions)

    async def _moved(self, ply: int) -> None:
        """Tell of the moves from ``ply`` on, and at the end of all, for now nothing is secret; and go on."""
        first = 0 if self.table.over else ply
        for session in list(self.sessions):
            await session.send(await rules(moves_message, self.table, session.viewer, first))
        if self.table.over:
            await thinking(self.bots.count)
            await self._tell_news()
        self._go_on()
        if any(seat.left is not None or seat.by_bot for seat in self.table.seats):
            await self._keep_seats()
            await self._tell_seats()
        await self._tell_turn(self.sessions)

    def _go_on(self) -> None:
        """Let the bots move, or the clock of a person run; both wait while no person is connected, and the
        clock until all are ready."""
        awake = bool(self.sessions) and not self.table.over
        timed = awake and not self.table.bot and self._all_are_ready
        self.clock.run_for(self.table.recording.position.current_player if timed else -1)
        if awake and self.table.bot and (self._moving is None or self._moving.done()):
            self._moving = asyncio.create_task(self._move_bots())

    async def _move_bots(self) -> None:
        while self.sessions and (asked := await rules(self.table.asked_of_bot)):
            ply, seat, code, view = asked
            try:
                action = await thinking(self.bots.decide, seat, code, self._owner, view)
            except Exception as error:  # a user's agent may raise anything
                await self._bot_failed(seat, code, error)
                return
            self.table.seats[seat].failed = False  # by now it can, as after a restart with its code
            if self.bots.take_changed_levels():
                await self._tell_seats()
            await self._tell_news()
            try:
                move = await rules(self.table.play_bot, ply, code, action)
            except Exception as error:
                await self.broadcast({"type": "note", "text": f"the move of {code} is lost: {reason_of(error)}"})
                return
            if move:
                await self._moved(move.ply)

    async def _bot_failed(self, seat: int, code: str, error: Exception) -> None:
        """Say so; those who play can have another bot sit down there."""
        self.table.seats[seat].failed = True
        await self.broadcast({"type": "note", "text": f"{code} cannot play on: {reason_of(error)}"})
        await self._tell_seats()

    # --- agents ---------------------------------------------------------------------------------------------------

    async def hint(self, session: Session, code: str) -> Message:
        """What an agent would play for the person who has to decide, with its estimates."""
        seat = session.viewer
        ply, choices, view = await rules(self.table.asked_of, seat)
        if not choices:
            raise UnknownNameError("there is nothing to decide for you now")
        code = code or self._codes(seat)[0]
        with session.asking():
            moves, value = await thinking(self.bots.best, seat, code, view)
        words = {choice.id: choice.words for choice in choices}
        told = [{"words": words[move.action], **move._asdict()} for move in moves]
        expects = "" if value is None else value_to_string(self.table.game, value)
        return {"type": "hint", "ply": ply, "agent": code, "moves": told, "value": value, "expects": expects}

    async def review(self, session: Session, code: str, seat: int | None) -> Message:
        """The finished game, or the choices of a seat in it, through the eyes of an agent."""
        if not self.table.over:
            raise UnknownNameError("a game can be reviewed only when it is over")
        found: Message | None = None
        with session.asking():
            looks = await thinking(self.bots.review, code, seat)
            while found is None:  # one move after the other, so that others can think in between
                found = await thinking(next, looks)
        return found | {"agent": code}

    def _codes(self, seat: int) -> list[str]:
        """The agents that can play for a seat, the best first."""
        return self.bots.offered[self.bots.game.roles[seat]]

    @property
    def _owner(self) -> int | None:
        """The seat of the person at the server's machine, to whom its profile belongs."""
        seats = (session.viewer for session in self.sessions if session.is_local and session.viewer != PUBLIC)
        return next(seats, None)

    async def _tell_news(self) -> None:
        """Send the person at this machine the message about their profile."""
        if self._owner is None:
            return
        news, self.bots.news = self.bots.news, []
        for session in [session for session in self.sessions if session.viewer == self._owner]:
            for text in news:
                await session.send({"type": "note", "text": text})

    # --- what is sent ---------------------------------------------------------------------------------------------

    async def _tell_turn(self, sessions: Iterable[Session]) -> None:
        for session in list(sessions):
            await session.send(await rules(turn_message, self.table, session.viewer))

    async def _tell_seats(self) -> None:
        for session in list(self.sessions):
            await session.send(self._table(session.viewer))

    def _table(self, viewer: int) -> Message:
        """The game and who plays it, without secrets. ``agents``: those that a seat can ask, and those that all can."""
        table, game = self.table, self.table.game
        seats = [
            {
                "name": game.seat_names[number],
                "code": seat.code,
                "person": seat.code == PERSON,
                "named": bool(seat.name),
                "ready": seat.ready or len(self._people) == 1,
                "resigned": seat.resigned,
                "increment": seat.increment,
                "here": self.is_here(number),
                "stand_in": seat.stand_in,
                "failed": seat.failed,
                "left": self.clock.left(number),
                **self.bots.told(number, seat.bot),
                "agents": self._codes(number),
            }
            for number, seat in enumerate(table.seats)
        ]
        versatile = [code for code in self._codes(0) if all(code in others for others in self.bots.offered.values())]
        return {
            "type": "table",
            "id": table.id,
            "game": game.id,
            "title": game.title,
            "viewer": viewer,
            "over": table.over,
            "seats": seats,
            "running": self.clock.running,
            "options": game.options.model_dump(mode="json"),
            "agents": versatile,
        }

    async def broadcast(self, message: Message) -> None:
        for session in list(self.sessions):
            await session.send(message)
