"""What one person at a table proposes, and what happens once the others agree."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from railgym.agents.human.web.threads import rules
from railgym.envs.core.errors import IllegalActionError, UnknownNameError

if TYPE_CHECKING:
    from railgym.agents.human.web.room import Message, Room, Session

__all__ = ["Proposals", "What"]

What = Literal["takeback"]


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
        await rules(room.table.takeback_floor, seat)
        if self.current is not None:
            raise UnknownNameError("something is proposed already; it has to be answered first")
        others = {number for number, other in enumerate(room.table.seats) if not other.bot and number != seat}
        away = [room.table.game.seat_names[number] for number in sorted(others) if not room.is_here(number)]
        if away:
            raise UnknownNameError(f"{' and '.join(away)} cannot agree: not at the table")
        self._open = Proposal(what, seat, room.table.ply, others)
        await self._settle()

    async def answer(self, session: "Session", yes: bool) -> None:
        """Agree or not; raises UnknownNameError for those who are not asked."""
        proposal = self.current
        if proposal is None or session.viewer not in proposal.missing | {proposal.seat}:
            raise UnknownNameError("nothing is proposed that you could answer")
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
        """Drop what a person proposed, or has to answer, who has left."""
        if self._open and not self._room.is_here(seat) and seat in self._open.missing | {self._open.seat}:
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

    async def _settle(self) -> None:
        """Do what all have agreed to, or tell who has not."""
        proposal = self._open
        if proposal and not proposal.missing:
            self._open = None
            try:
                await self._room.take_back(proposal.seat, proposal.ply)
            except IllegalActionError as error:
                await self._room.broadcast({"type": "note", "text": str(error)})
        await self._room.broadcast(self.message)
