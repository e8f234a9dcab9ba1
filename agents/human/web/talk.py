"""What is said over a table's web socket, as JSON objects.

From the browser, ``do`` with:

========== ======================= =====================================================================================
do         other keys              what is asked
========== ======================= =====================================================================================
play       ply, action             play this action in the position after ``ply`` moves
decide     ply, actions            play these actions, one after another
say        ply, words              play what these words, or the number of a move, name
undo       whole                   take back the last choice, or all of them that can be
see        ply                     the position after ``ply`` moves as a picture
preview    ply, action             what the action would lead to
why                                what cannot be done now, and why
hint       agent                   what an agent would play
seat       seat, agent             have a bot play for an absent person; agent empty: the person again
review     agent, seat             the finished game, or the choices of a seat in it, through the eyes of an agent
name       name                    be called by this name
chat       text                    send a text to all who are at the table
ready                              let the clocks run
resign                             have the best bot play to the end
propose    what                    ask the others to agree to it: ``takeback``, of one's last choice and all
                                   since; ``rematch``
answer     yes                     agree to what is proposed, or not
========== ======================= =====================================================================================

To the browser, ``type`` with what belongs to it: ``table`` (the game, and who is there), ``moves`` (what happened,
``from`` a ply on), ``undone`` (``to`` a ply), ``turn`` (the player; the legal ``moves`` of who decides, also early, and
how many they have chosen ``early``; the decisions that can be taken in one ``joint`` choice; in a guided game the
``guide``: what to look for), ``over`` (the score sheet), ``chat`` (its ``lines``, ``all`` or new ones), ``proposal``
(``what``, of which ``seat``, and who has not agreed: ``missing``), ``rematch`` (its ``path`` for the viewer; ``now``:
it was just made), ``note`` (a sentence); and in answer to what was asked, with its ``n`` if it had one: ``picture``,
``preview``, ``why``, ``hint``, ``review``, ``done``, or ``refused`` with the ``reason``. A ``picture`` and a
``preview`` hold the ``headline``, the ``board`` (SVG), its ``legend`` and the ``sheets`` (see
:func:`railgym.envs.core.sheets.sheets_to_json`); a preview of what is not known beforehand has ``board`` None instead.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from railgym.agents.human.web.origin import is_loopback
from railgym.agents.human.web.proposals import What
from railgym.agents.human.web.room import Message, Room, Session
from railgym.agents.human.web.table import WebGame
from railgym.agents.human.web.threads import reason_of, rules
from railgym.envs.core.errors import RailgymError

__all__ = ["LONGEST", "talk"]

LONGEST = 4_096  # characters of a message
PATIENCE = 0.5  # seconds after which the next message is heard, although an agent still thinks about this one
UNREAD = 100  # messages that may wait for a slow reader who goes on asking
MOST_AT_ONCE = 20  # actions of one choice
Ply = Annotated[int, Field(ge=0, le=10**6)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    n: int | None = None


class _Play(_Asked):
    do: Literal["play"]
    ply: Ply
    action: Ply


class _Decide(_Asked):
    do: Literal["decide"]
    ply: Ply
    actions: Annotated[list[Ply], Field(min_length=1, max_length=MOST_AT_ONCE)]


class _Say(_Asked):
    do: Literal["say"]
    ply: Ply
    words: str


class _Undo(_Asked):
    do: Literal["undo"]
    whole: bool = False


class _See(_Asked):
    do: Literal["see"]
    ply: Ply


class _Preview(_Asked):
    do: Literal["preview"]
    ply: Ply
    action: Ply


class _Why(_Asked):
    do: Literal["why"]


class _Hint(_Asked):
    do: Literal["hint"]
    agent: str = ""


class _Seat(_Asked):
    do: Literal["seat"]
    seat: int
    agent: str = ""


class _Review(_Asked):
    do: Literal["review"]
    agent: str
    seat: int | None = None


class _Name(_Asked):
    do: Literal["name"]
    name: str


class _Chat(_Asked):
    do: Literal["chat"]
    text: str


class _Ready(_Asked):
    do: Literal["ready"]


class _Resign(_Asked):
    do: Literal["resign"]


class _Propose(_Asked):
    do: Literal["propose"]
    what: What


class _Answer(_Asked):
    do: Literal["answer"]
    yes: bool


_ASKED: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        _Play
        | _Decide
        | _Say
        | _Undo
        | _See
        | _Preview
        | _Why
        | _Hint
        | _Seat
        | _Review
        | _Name
        | _Chat
        | _Ready
        | _Resign
        | _Propose
        | _Answer,
        Field(discriminator="do"),
    ]
)


async def talk(socket: WebSocket, room: Room, viewer: int) -> None:
    """Answer the requests of a person, until the connection ends."""
    queue: asyncio.Queue[Message] = asyncio.Queue()
    session = Session(viewer, queue.put, is_local=bool(socket.client and is_loopback(socket.client.host)))
    sending = asyncio.create_task(_send(socket, queue, room.table))
    answering = set[asyncio.Task[None]]()

    async def answer(text: str) -> None:
        await queue.put(await _answer(room, session, text))

    try:
        await room.enter(session)
        async for text in _heard(socket):
            answering.add(asyncio.create_task(answer(text)))
            _, answering = await asyncio.wait(answering, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            while queue.qsize() > UNREAD and not sending.done():  # who does not read is not heard either
                await asyncio.sleep(PATIENCE)
    finally:
        for task in (sending, *answering):
            task.cancel()
        await room.leave(session)


async def _heard(socket: WebSocket) -> AsyncIterator[str]:
    """Every message, until the connection ends; empty for one that is no text."""
    while True:
        try:
            message = await socket.receive()
        except RuntimeError:  # a message could not be sent before
            return
        if message["type"] == "websocket.disconnect":
            return
        yield message.get("text") or ""


async def _send(socket: WebSocket, queue: asyncio.Queue[Message], table: WebGame) -> None:
    """Send one message after the other, in order, so that other people do not wait for a slow connection. Players have
    their names in all of them but the chat, which people wrote."""
    while True:
        message = await queue.get()
        if message["type"] != "chat":
            message = table.names.in_message(message)
        try:
            await socket.send_text(json.dumps(message, ensure_ascii=False))
        except (RuntimeError, WebSocketDisconnect):
            return


async def _answer(room: Room, session: Session, text: str) -> Message:
    number = None
    try:
        if len(text) > LONGEST:
            raise RailgymError(f"a message has {LONGEST} characters at most")
        asked = _read(text)
        number = asked.n
        answer = await _do(room, session, asked)
    except Exception as error:  # whatever it is: who asks waits for an answer
        answer = {"type": "refused", "reason": reason_of(error)}
    return answer if number is None else answer | {"n": number}


def _read(text: str) -> Any:
    try:
        return _ASKED.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RailgymError(f"not understood: {where + ': ' if where else ''}{first['msg']}") from None


async def _do(room: Room, session: Session, asked: Any) -> Message:
    table, viewer = room.table, session.viewer
    match asked:
        case _Play():
            await _to_its_end(room.play(session, asked.ply, [asked.action]))
        case _Decide():
            await _to_its_end(room.play(session, asked.ply, asked.actions))
        case _Say():
            await _to_its_end(room.say(session, asked.ply, asked.words))
        case _Undo():
            await _to_its_end(room.undo(session, asked.whole))
        case _Seat():
            await _to_its_end(room.seat_bot(session, asked.seat, asked.agent))
        case _Name():
            await _to_its_end(room.rename(session, asked.name))
        case _Chat():
            await _to_its_end(room.chat(session, asked.text))
        case _Ready():
            await _to_its_end(room.ready(session))
        case _Resign():
            await _to_its_end(room.resign(session))
        case _Propose():
            await _to_its_end(room.proposals.make(session, asked.what))
        case _Answer():
            await _to_its_end(room.proposals.answer(session, asked.yes))
        case _See():
            return {"type": "picture", "ply": asked.ply, **await rules(table.picture, viewer, asked.ply)}
        case _Preview():
            preview = await rules(table.preview, viewer, asked.ply, asked.action)
            return {"type": "preview", "ply": asked.ply, "action": asked.action, **preview}
        case _Why():
            return {"type": "why", "ply": table.ply, "reasons": await rules(table.likely_illegal, viewer)}
        case _Hint():
            return await room.hint(session, asked.agent)
        case _Review():
            return await room.review(session, asked.agent, asked.seat)
    return {"type": "done"}


_CHANGES = set[asyncio.Task[None]]()  # that are under way, for the loop itself keeps no task alive


async def _to_its_end(change: Coroutine[Any, Any, None]) -> None:
    """Wait for a change at the table. It is completed even if the person who asked for it leaves, because all others
    have to see it."""
    task = asyncio.create_task(change)
    _CHANGES.add(task)
    task.add_done_callback(_CHANGES.discard)
    await asyncio.shield(task)
