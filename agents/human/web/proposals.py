"""What one person at a table proposes, and what happens once the others agree."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from railgym.agents.human.web.takeback import takeback_floor
from railgym.agents.human.web.threads import making, reason_of, rules
from railgym.envs.core.errors import RailgymError, UnknownNameError

if TYPE_CHECKING:
    from railgym.agents.human.web.room import Message, Room, Session

__all__ = ["Proposals", "What"]

What = Literal["takeback", "rematch"]


@dataclass
class Proposal:
    """``what`` the person in ``seat`` proposed after ``ply`` moves; ``missing``: the seats that have not agreed."""

    what: What
    seat: int
    ply: int
    missing: set[int]


class Proposals:
    """The proposal of a table; there is one at a time, and the next move ends it."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._open: Proposal | None = None

    async def make(self, session: "Session", what: What) -> None:
        """Ask all other people; raises RailgymError for what cannot be."""
        room, seat = self._room, session.viewer
        room.check_plays(session)
        asked = await (self._asked_to_take_back if what == "takeback" else self._asked_for_rematch)(seat)
        if self.current is not None:
            raise UnknownNameError("there is a proposal already; it has to be answered first")
        self._open = Proposal(what, seat, room.table.ply, asked)
        await self._settle()

    async def _asked_to_take_back(self, seat: int) -> set[int]:
        """The people who have to agree; raises RailgymError if moves cannot be taken back now."""
        room = self._room
        await rules(takeback_floor, room.table, seat)
        others = {number for number, other in enumerate(room.table.seats) if not other.bot and number != seat}
        away = [room.table.game.seat_names[number] for number in sorted(others) if not room.is_here(number)]
        if away:
            raise UnknownNameError(f"{' and '.join(away)} cannot agree: not at the table")
        return others

    async def _asked_for_rematch(self, seat: int) -> set[int]:
        """The people who have to agree: those who are still here. Raises UnknownNameError."""
        room = self._room
        if not room.table.over:
            raise UnknownNameError("there can be a rematch once the game is over")
        if room.table.is_guided:
            raise UnknownNameError("a guided game has no rematch; begin it again in the lobby")
        if room.table.rematch:
            raise UnknownNameError("there is a rematch already")
        return {number for number in range(len(room.table.seats)) if room.is_here(number) and number != seat}

    async def answer(self, session: "Session", yes: bool) -> None:
        """Agree or not; raises UnknownNameError for those who are not asked."""
        proposal = self.current
        if proposal is None or session.viewer not in proposal.missing | {proposal.seat}:
            raise UnknownNameError("there is no proposal for you to answer")
        if yes:
            proposal.missing.discard(session.viewer)
            await self._settle()
            return
        self._open = None
        names = self._room.table.game.seat_names
        text = "took the proposal back" if session.viewer == proposal.seat else "did not agree"
        await self._room.broadcast({"type": "note", "text": f"{names[session.viewer]} {text}"})
        await self._room.broadcast(self.message)

    async def left(self, seat: int) -> None:
        """A person has left. A proposal that needed them is dropped; a rematch does not need those who are asked."""
        proposal = self.current
        if proposal is None or self._room.is_here(seat) or seat not in proposal.missing | {proposal.seat}:
            return
        if proposal.what == "rematch" and seat != proposal.seat:
            proposal.missing.discard(seat)
            await self._settle()
            return
        self._open = None
        await self._room.broadcast(self.message)

    @property
    def current(self) -> Proposal | None:
        """What is proposed in the present position."""
        if self._open and self._open.ply != self._room.table.ply:
            self._open = None
        return self._open

    @property
    def message(self) -> "Message":
        """What is proposed, by which seat, and who has not agreed; ``what`` is None if nothing is."""
        proposal = self.current
        if proposal is None:
            return {"type": "proposal", "what": None, "seat": -1, "missing": []}
        return {"type": "proposal", "what": proposal.what, "seat": proposal.seat, "missing": sorted(proposal.missing)}

    def rematch_for(self, session: "Session", now: bool) -> "Message":
        """Where the rematch is for a person, or for those who watch; ``now``: it was just made."""
        return {"type": "rematch", "path": self._room.table.rematch[session.viewer], "now": now}

    async def _settle(self) -> None:
        """Do what all have agreed to, or tell who has not."""
        proposal = self._open
        if proposal and not proposal.missing:
            self._open = None
            try:
                if proposal.what == "takeback":
                    await self._room.take_back(proposal.seat, proposal.ply)
                else:
                    await self._rematch()
            except (RailgymError, OSError) as error:
                await self._room.broadcast({"type": "note", "text": reason_of(error)})
        await self._room.broadcast(self.message)

    async def _rematch(self) -> None:
        """Make the rematch, and take all people there."""
        if self._room.table.rematch:
            return
        await making(self._room.lobby.rematch, self._room.table)
        for session in list(self._room.sessions):
            await session.send(self.rematch_for(session, now=True))
