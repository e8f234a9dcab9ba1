"""Replays: a game as a file of JSON lines, which serves as saved game, bug report and test.

========= ======================================================================================================
line      keys
========= ======================================================================================================
the first format, game, railgym (version), options, options_hash (of the rule options), actions_hash, seed,
          players (one agent code per seat), created_by (a command), position (optional: what the game begins with
          instead of a deal, in the notation of the game), names (optional: what the players are called, per seat)
a move    ply, seat, words (the action), events (optional): kind, player, data, and visible_to unless all may see it
the last  scores and payoffs by seat (solo: then the hidden opponent's), end_reason, digest (SHA-256 of the final state)
========= ======================================================================================================

A file without its last line is an unfinished game; so is one whose final line was cut off in the middle.
:class:`railgym.envs.core.recording.Recording` writes replays.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

import railgym
from railgym.envs.core.errors import RailgymError, ReplayError
from railgym.envs.core.events import EVERYONE, Event
from railgym.envs.core.game import Game
from railgym.envs.core.header import FULL, PUBLIC, position_bytes
from railgym.envs.core.map_shape import MAPS
from railgym.envs.core.position import Position
from railgym.envs.core.ranges import fields

__all__ = [
    "FORMAT",
    "Header",
    "Move",
    "RecordedEvent",
    "RecordedResult",
    "Replay",
    "load_replay",
    "parse_replay",
    "write_whole",
]

FORMAT: Final = 1


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def line(self) -> str:
        return self.model_dump_json(exclude_defaults=True) + "\n"


class Header(_Line):
    """The first line: the game, its options, players and seed."""

    format: Literal[1]
    game: str
    railgym: str
    options: dict[str, Any]
    options_hash: str
    actions_hash: str
    seed: int = Field(ge=-(2**63), lt=2**63)
    players: tuple[str, ...]
    created_by: str = ""
    position: dict[str, Any] | None = None
    names: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        seed: int,
        players: tuple[str, ...],
        created_by: str = "",
        position: dict[str, Any] | None = None,
    ) -> Self:
        return cls(
            format=FORMAT,
            game=game.id,
            railgym=railgym.__version__,
            options=game.options.model_dump(mode="json"),
            options_hash=game.options.rules_hash,
            actions_hash=game.actions.hash,
            seed=seed,
            players=players,
            created_by=created_by,
            position=position,
        )

    def first_position(self, game: Game) -> Position:
        """The first position: ``position``, or the one dealt from ``seed``. Raises ArgumentError for a position that
        the game does not have."""
        return game.new_position(self.seed) if self.position is None else Position.from_dict(game, self.position)


class RecordedEvent(_Line):
    """An :class:`railgym.envs.core.events.Event` with its kind by name."""

    kind: str
    player: int
    visible_to: int = EVERYONE
    data: tuple[int, int, int, int]

    @classmethod
    def of(cls, game: Game, event: Event) -> Self:
        data = (event.data[0], event.data[1], event.data[2], event.data[3])
        return cls(kind=event.name, player=event.player, visible_to=event.visible_to, data=data)

    def event(self, game: Game) -> Event:
        """The event as the game knows it; raises ReplayError for an unknown kind."""
        if self.kind not in game.event_kinds:
            raise ReplayError(f"{game.id} has no event {self.kind!r}")
        return Event(game.event_kinds.index(self.kind), self.player, self.visible_to, self.data, self.kind)


class Move(_Line):
    """One action, and what happened."""

    ply: int
    seat: int
    words: str
    events: tuple[RecordedEvent, ...] | None = None

    def sentences(self, game: Game, viewer: int) -> list[str]:
        """What happened, as ``viewer`` (a seat, PUBLIC, or FULL: nothing is hidden) may know it."""
        events = [recorded.event(game) for recorded in self.events or ()]
        if viewer == FULL:
            return [game.display.event_words(replace(event, visible_to=EVERYONE), PUBLIC) for event in events]
        return [game.display.event_words(event, viewer) for event in events]


class RecordedResult(_Line):
    """How a game ended. ``digest`` is of the last position, whose fields ``record`` stands for: where a later version
    keeps other fields, digests cannot be compared, and the rest is."""

    scores: tuple[int, ...]
    payoff: tuple[float, ...]
    end_reason: str
    digest: str
    record: str = ""

    @classmethod
    def of(cls, position: Position) -> Self:
        game, record = position.game, position.record
        seats = max(2, game.num_players)
        return cls(
            scores=tuple(record["scores"][0][:seats].tolist()),
            payoff=tuple(record["payoff"][0][:seats].tolist()),
            end_reason=str(position.end_reason),
            digest=hashlib.sha256(position_bytes(record)).hexdigest(),
            record=layout_hash(game.state_dtype),
        )


@dataclass(frozen=True)
class Replay:
    """A game as it was recorded. ``file`` names it in errors; ``cut``: its last line was incomplete and left out."""

    file: str
    header: Header
    moves: tuple[Move, ...]
    result: RecordedResult | None = None
    cut: bool = False

    def text(self) -> str:
        """The whole file."""
        lines = [self.header.line(), *(move.line() for move in self.moves)]
        return "".join([*lines, self.result.line() if self.result else ""])

    def redacted(self, game: Game, viewer: int) -> str:
        """What seat ``viewer`` (-1: the public) may download while the game runs, as JSON lines: no seed; where
        choices are secret, only the words of their own actions; the events as sentences with what they may know. It
        cannot be played again."""
        header = self.header.model_dump(mode="json", exclude={"seed", "created_by", "position"}) | {"viewer": viewer}
        lines = [json.dumps(header)]
        for move in self.moves:
            words = {"words": move.words} if game.public_actions or move.seat == viewer else {}
            log = {"ply": move.ply, "seat": move.seat, **words, "log": move.sentences(game, viewer)}
            lines.append(json.dumps(log, ensure_ascii=False))
        return "\n".join(lines) + "\n"

    def check(self, game: Game) -> None:
        """Raise ReplayError, naming the field that differs, unless the replay was made for this game and options."""
        head, rules = self.header, game.options.rules()
        if head.game != game.id:
            raise self._error(1, f"this is a replay of {head.game}, not of {game.id}")
        recorded = game.options.completed(head.options)
        for name in sorted(rules.keys() | head.options.keys() - game.options.cosmetic_options):
            there, here = recorded.get(name, "missing"), rules.get(name, "missing")
            if there != here:
                raise self._error(1, f"option {name} is {there!r} in the file and {here!r} here")
        if head.options_hash != game.options.rules_hash_of(head.options):
            name = next(iter(MAPS & rules.keys()), "")
            what = f"the {name} {rules[name]} has" if name else "the rules for these options have"
            raise self._error(1, f"{what} changed since this game was recorded; use the files and railgym of that time")
        for name, there, here in (
            ("actions_hash", head.actions_hash, game.actions.hash),
            ("players", len(head.players), game.num_players),
        ):
            if there != here:
                raise self._error(1, f"{name} is {there} in the file and {here} here")

    def positions(self, game: Game) -> Iterator[tuple[Position, int]]:
        """Play the game again. Yields the position before every move, always the same object, and the action. Actions,
        events and result are compared on the way; raises ReplayError.
        """
        return self._play(self._first(game))

    def position(self, game: Game, moves: int) -> Position:
        """The position after ``moves`` moves; raises ReplayError if the game does not play as recorded until there."""
        position = self._first(game)
        for ply, _ in enumerate(self._play(position)):
            if ply == moves:
                break
        return position

    def verify(self, game: Game) -> Position:
        """Play the game again and compare it with the record; returns the last position. Raises ReplayError."""
        return self.position(game, len(self.moves))

    def _first(self, game: Game) -> Position:
        try:
            return self.header.first_position(game)
        except RailgymError as error:
            raise self._error(1, f"position: {error}") from None

    def _play(self, position: Position) -> Iterator[tuple[Position, int]]:
        game = position.game
        self.check(game)
        for line, move in enumerate(self.moves, 2):
            if position.is_over:
                raise self._error(line, "a move after the end of the game")
            if move.seat != position.current_player:
                raise self._error(line, f"seat {move.seat} moves, but it is the turn of seat {position.current_player}")
            try:
                action = position.action_id(move.words)
            except RailgymError as error:
                raise self._error(line, str(error)) from None
            yield position, action
            events = tuple(RecordedEvent.of(game, event) for event in position.play(action))
            if move.events is not None and move.events != events:
                raise self._error(line, _first_difference(move.events, events))
        if self.result:
            self._compare(self.result, position)

    def _compare(self, result: RecordedResult, position: Position) -> None:
        line = len(self.moves) + 2
        if not position.is_over:
            raise self._error(line, "a result, but the game is not over")
        there, here = result.model_dump(), RecordedResult.of(position).model_dump()
        incomparable = ("record", "digest") if result.record != here["record"] else ()
        for name in here:
            if name not in incomparable and there[name] != here[name]:
                raise self._error(line, f"{name} is {there[name]} in the file and {here[name]} when played again")

    def _error(self, line: int, message: str) -> ReplayError:
        made = self.header.railgym
        note = "" if made == railgym.__version__ else f" (made with railgym {made}, this is {railgym.__version__})"
        return ReplayError(f"{self.file}:{line}: {message}{note}")


def layout_hash(dtype: np.dtype[Any]) -> str:
    """Equal for two versions of a record exactly when their bytes mean the same: the names of fields do not matter."""
    parts = [(field.dtype.str, field.offset, field.size) for field in fields(dtype)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _first_difference(there: tuple[RecordedEvent, ...], here: tuple[RecordedEvent, ...]) -> str:
    for number, (a, b) in enumerate(zip(there, here), 1):
        if a != b:
            return f"event {number} is {a.line().strip()} in the file and {b.line().strip()} when played again"
    return f"{len(there)} events in the file and {len(here)} when played again"


def load_replay(path: str | Path) -> Replay:
    """Read a replay; raises ReplayError naming file and line for anything that is not one."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ReplayError(f"{path}: {error.strerror}") from None
    return parse_replay(data, str(path))


def parse_replay(data: bytes, name: str) -> Replay:
    """Parse a replay from bytes; raises as :func:`load_replay`. ``name`` is the file in errors."""
    *whole, rest = data.split(b"\n")
    lines = [_read(name, number, line) for number, line in enumerate(whole, 1)]
    if rest:
        try:
            lines.append(_read(name, len(lines) + 1, rest))
            rest = b""
        except ReplayError:
            pass  # the writer was interrupted in the middle of the line
    if not lines:
        raise ReplayError(f"{name}:1: this is no replay: it has no complete first line")
    header = _read_header(name, lines[0])
    ended = len(lines) > 1 and "digest" in lines[-1]
    played = lines[1:-1] if ended else lines[1:]
    moves = tuple(_line(Move, name, number, values) for number, values in enumerate(played, 2))
    for number, move in enumerate(moves):
        if move.ply != number:
            why = "lines are missing" if move.ply > number else "that move is there twice"
            raise ReplayError(f"{name}:{number + 2}: ply {number} expected, but it is {move.ply}: {why}")
    result = _line(RecordedResult, name, len(lines), lines[-1]) if ended else None
    return Replay(name, header, moves, result, bool(rest))


def _read_header(file: str, values: dict[str, Any]) -> Header:
    if "viewer" in values:
        why = "it lacks the seed and cannot be played again; the server that ran the game has the whole replay"
        raise ReplayError(f"{file}:1: this is the log of one viewer: {why}")
    if "format" not in values:
        raise ReplayError(f"{file}:1: this is no replay of railgym: its first line has no key format")
    if values["format"] != FORMAT:
        raise ReplayError(f"{file}:1: this is no replay of format {FORMAT}: format is {values['format']!r}")
    return _line(Header, file, 1, values)


def _read(file: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        values = json.loads(line.decode())
    except UnicodeDecodeError:
        raise ReplayError(f"{file}:{number}: damaged line: not text in UTF-8; give a game that railgym saved") from None
    except (ValueError, RecursionError):
        raise ReplayError(f"{file}:{number}: damaged line: not JSON; give a game that railgym saved") from None
    if not isinstance(values, dict):
        raise ReplayError(f"{file}:{number}: damaged line: not a JSON object")
    return values


_Kind = TypeVar("_Kind", bound=_Line)


def _line(kind: type[_Kind], file: str, number: int, values: dict[str, Any]) -> _Kind:
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ReplayError(f"{file}:{number}: {where}: {first['msg']}") from None


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Replace the contents of a file by ``text``, all or nothing: after a failure it has its former contents. Raises
    OSError. ``mode``: its permissions, before the umask."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")

    def create(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    try:
        with open(draft, "w", encoding="utf-8", newline="\n", opener=create) as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        draft.unlink(missing_ok=True)
