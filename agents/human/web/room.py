"""Everybody at one table: who is connected, the bots that move, the clock, and what is sent to whom."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from railgym.agents.adaptive.sitting import Sitting
from railgym.agents.human.hints import top_moves, value_to_string
from railgym.agents.human.play import agent_seed
from railgym.agents.human.web.clock import Clock
from railgym.agents.human.web.lobby import Lobby
from railgym.agents.human.web.review import review
from railgym.agents.human.web.table import PERSON, Table
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import RailgymError, UnknownNameError
from railgym.envs.core.game import Array
from railgym.envs.core.header import PUBLIC

__all__ = ["Message", "Room", "Session", "rules", "thinking"]

Message = dict[str, Any]
HINTS = 3
BUSY = 3  # agents that may be thinking for one connection
IDLE = 12  # agents that are kept at a table though they move for nobody
LOG = logging.getLogger(__name__)

# Compiled rules hold the interpreter while they run, and search uses all cores: one thread each is as fast as many, and
# no table is ever touched by two. Bots think in a thread of their own, on games of their own, so that nobody waits.
_RULES = ThreadPoolExecutor(1, "rules")
_THINKING = ThreadPoolExecutor(1, "thinking")


async def rules(call: Callable[..., Any], *arguments: Any) -> Any:
    """Run what reads or changes a table in the thread of the tables."""
    return await asyncio.get_running_loop().run_in_executor(_RULES, call, *arguments)


async def thinking(call: Callable[..., Any], *arguments: Any) -> Any:
    """Run an agent in the thread of the agents."""
    return await asyncio.get_running_loop().run_in_executor(_THINKING, call, *arguments)


def reason_of(error: Exception) -> str:
    """What people are told of an error: theirs, or else that the log of the server says more, without its paths."""
    if isinstance(error, RailgymError):
        return str(error)
    LOG.error("could not be done", exc_info=error)
    if isinstance(error, OSError) and error.strerror:
        return f"the server cannot keep its files: {error.strerror}"
    return f"{type(error).__name__} on the server, whose log says more"


class Session:
    """Somebody's connection: ``viewer`` is his seat, or PUBLIC."""

    def __init__(self, viewer: int, send: Callable[[Message], Awaitable[None]]) -> None:
        self.viewer, self.send = viewer, send
        self._asking = 0  # agents that think for him

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While an agent thinks for him; raises UnknownNameError if so many do that others would wait."""
        if self._asking >= BUSY:
            raise UnknownNameError("agents still think about what you asked before; wait for their answers")
        self._asking += 1
        try:
            yield
        finally:
            self._asking -= 1


class Room:
    """A table and everybody there. What a person asks for raises RailgymError if it cannot be done."""

    def __init__(self, table: Table, lobby: Lobby) -> None:
        self.table, self.lobby, self.sessions = table, lobby, set[Session]()
        self.clock = Clock(table.seats, self._time_is_up)
        self.game = type(table.game)(**table.game.options.model_dump())  # the agents' own
        self._codes = {role: [row["code"] for row in lobby.codes(self.game, role)] for role in set(self.game.roles)}
        self._agents: dict[tuple[int, str, bool], Agent] = {}
        self._moving: asyncio.Task[None] | None = None
        self._resumed = table.ply > 0
        self._sitting: Sitting | None = None

    # --- who is there ---------------------------------------------------------------------------------------------

    async def enter(self, session: Session) -> None:
        """Send all that a newcomer has to know, and go on where nobody was there to see it."""
        self.sessions.add(session)
        await self._tell_seats()
        await session.send(await rules(self._moves, session.viewer, 0))
        await self._tell_turn([session])
        self._go_on()
        if self.clock.running >= 0:  # since now
            await self._tell_seats()

    async def leave(self, session: Session) -> None:
        self.sessions.discard(session)
        self._go_on()
        await self._tell_seats()

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return any(session.viewer == seat for session in self.sessions)

    async def seat_bot(self, session: Session, seat: int, code: str) -> None:
        """Let a bot play for an absent person; without a code, the person again."""
        if session.viewer == PUBLIC or not 0 <= seat < len(self.table.seats):
            raise UnknownNameError("only somebody who plays can have a bot sit down, in a seat of the table")
        if code and seat != session.viewer and self.is_here(seat):
            raise UnknownNameError(f"{self.table.game.seat_names[seat]} is here, and plays himself")
        if not code and seat != session.viewer:
            raise UnknownNameError(f"only {self.table.game.seat_names[seat]} himself can take the seat back")
        if code:
            await thinking(self._agent, seat, code)
            if seat != session.viewer and self.is_here(seat):  # by now
                raise UnknownNameError(f"{self.table.game.seat_names[seat]} has come back, and plays himself")
        await rules(self.table.stand_in, seat, code)
        await self._seats_changed()

    async def _time_is_up(self, seat: int) -> None:
        code = self.table.best_bot(seat)
        await rules(self.table.stand_in, seat, code)
        await self._broadcast(
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
            await self._broadcast({"type": "note", "text": reason_of(error)})

    # --- moves ----------------------------------------------------------------------------------------------------

    async def play(self, session: Session, ply: int, action: int) -> None:
        """Play an action of a person."""
        move = await rules(self.table.play, session.viewer, ply, action)
        await self._moved(move.ply)

    async def say(self, session: Session, ply: int, words: str) -> None:
        """Play what a person has typed."""
        await self.play(session, ply, await rules(self.table.named, session.viewer, ply, words))

    async def undo(self, session: Session, whole: bool) -> None:
        """Take back a person's last choice, or all of them that can be."""
        left = await rules(self.table.undo, session.viewer, whole)
        await self._broadcast({"type": "undone", "to": left})
        await self._tell_turn(self.sessions)

    async def _moved(self, ply: int) -> None:
        """Tell of the moves from ``ply`` on, and at the end of all, for now nothing is secret; and go on."""
        first = 0 if self.table.over else ply
        for session in list(self.sessions):
            await session.send(await rules(self._moves, session.viewer, first))
        if self.table.over and self._sitting and not any(seat.stand_in for seat in self.table.seats):
            sitting, self._sitting = self._sitting, None  # a game counts once
            payoffs, seed = self.table.recording.state["payoff"][0], self.table.recording.header.seed
            line = await rules(sitting.close, payoffs, seed, self._resumed)
            for session in [session for session in self.sessions if session.viewer != PUBLIC]:
                await session.send({"type": "note", "text": line})
        self._go_on()
        if any(seat.left is not None for seat in self.table.seats):
            await self._keep_seats()
            await self._tell_seats()
        await self._tell_turn(self.sessions)

    def _go_on(self) -> None:
        """Let the bots move, or the clock of a person run; both wait while nobody is there."""
        awake = bool(self.sessions) and not self.table.over
        self.clock.run_for(self.table.recording.seat if awake and not self.table.bot else -1)
        if awake and self.table.bot and (self._moving is None or self._moving.done()):
            self._moving = asyncio.create_task(self._move_bots())

    async def _move_bots(self) -> None:
        while self.table.bot and self.sessions:
            code = self.table.bot
            try:
                if asked := await rules(self.table.asked_of_bot):
                    ply, seat, code, view = asked
                    action = await thinking(self._decide, seat, code, view)
                    if move := await rules(self.table.play_bot, ply, code, action):
                        await self._moved(move.ply)
            except Exception as error:  # whatever an agent of somebody's own raises
                await self._broadcast({"type": "note", "text": f"{code} cannot play on: {reason_of(error)}"})
                return

    # --- agents ---------------------------------------------------------------------------------------------------

    def _decide(self, seat: int, code: str, view: Array) -> int:
        return self._agent(seat, code).act(view.copy(), self.game.legal(view))

    def _agent(self, seat: int, code: str, asked: bool = False) -> Agent:
        """The agent of that code in a seat, or one that is only ``asked`` for hints."""
        if (seat, code, asked) not in self._agents:
            agent: Agent = self.lobby.make(code, self.game, self.game.roles[seat])
            agent.reset(seat, agent_seed(self.table.recording.header.seed, seat))
            self._dismiss_agents()
            self._agents[seat, code, asked] = agent
            if asked:
                return agent
            people = [number for number, chair in enumerate(self.table.seats) if chair.code == PERSON]
            playing = [other for (chair, _, _), other in self._agents.items() if chair not in people]
            self._sitting = Sitting.of(self.game, playing, people)
        return self._agents[seat, code, asked]

    def _dismiss_agents(self) -> None:
        """Keep only the latest of those that move for nobody: networks are large, and codes are without number."""
        seats = self.table.seats
        idle = [key for key in self._agents if key[2] or seats[key[0]].bot != key[1]]
        for key in idle[:-IDLE]:
            del self._agents[key]

    async def hint(self, session: Session, code: str) -> Message:
        """What an agent would play for the person who has to decide, with its estimates."""
        seat = session.viewer
        ply, choices, view = await rules(self.table.asked_of, seat)
        if not choices:
            raise UnknownNameError("there is nothing to decide for you now")
        code = code or self._codes[self.game.roles[seat]][0]
        with session.asking():
            moves, value = await thinking(self._best, seat, code, view)
        words = {choice.id: choice.words for choice in choices}
        told = [{"words": words[move.action], **move._asdict()} for move in moves]
        expects = "" if value is None else value_to_string(self.table.game, value)
        return {"type": "hint", "ply": ply, "agent": code, "moves": told, "value": value, "expects": expects}

    def _best(self, seat: int, code: str, view: Array) -> Any:
        return top_moves(self._agent(seat, code, asked=True), view, self.game.legal(view), HINTS)

    async def review(self, session: Session, code: str) -> Message:
        """The finished game through the eyes of an agent."""
        if not self.table.over:
            raise UnknownNameError("a game is looked at again when it is over")
        found: Message | None = None
        with session.asking():
            looks = await thinking(self._review, code)
            while found is None:  # one move after the other, so that others can think in between
                found = await thinking(next, looks)
        return found | {"agent": code}

    def _review(self, code: str) -> Iterator[Message | None]:
        agents = [self._agent(seat, code, asked=True) for seat in range(len(self.table.seats))]
        return review(self.table, agents, self.game)

    # --- what is sent ---------------------------------------------------------------------------------------------

    def _moves(self, viewer: int, first: int) -> Message:
        moves = self.table.recording.moves[first:]
        return {"type": "moves", "from": first, "moves": [self.table.told(move, viewer) for move in moves]}

    def _turn(self, viewer: int) -> Message:
        """What is to be decided, and by the seat that decides its legal actions; at the end, the score sheet."""
        table = self.table
        if table.over:
            return {"type": "over", "ply": table.ply, **table.ending()}
        choices = [asdict(choice) for choice in table.choices(viewer)]
        seat = table.recording.seat
        return {"type": "turn", "ply": table.ply, "seat": seat, "title": table.decision(viewer), "moves": choices}

    async def _tell_turn(self, sessions: Iterable[Session]) -> None:
        for session in list(sessions):
            await session.send(await rules(self._turn, session.viewer))

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
                "here": self.is_here(number),
                "stand_in": seat.stand_in,
                "left": self.clock.left(number),
                "agents": self._codes[game.roles[number]],
            }
            for number, seat in enumerate(table.seats)
        ]
        codes = self._codes.values()
        versatile = [code for code in self._codes[game.roles[0]] if all(code in others for others in codes)]
        return {
            "type": "table",
            "id": table.id,
            "game": game.id,
            "title": game.title,
            "viewer": viewer,
            "seats": seats,
            "running": self.clock.running,
            "options": game.options.model_dump(mode="json"),
            "agents": versatile,
        }

    async def _broadcast(self, message: Message) -> None:
        for session in list(self.sessions):
            await session.send(message)
