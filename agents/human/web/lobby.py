"""What can be played here, and how a wish becomes a game."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from railgym.agents.characters import Character, playable
from railgym.agents.human.guided import guided_recording
from railgym.agents.human.position_file import game_in, is_position, parse_position
from railgym.agents.human.web.seat import PERSON
from railgym.agents.human.web.store import Store
from railgym.agents.human.web.table import WebGame
from railgym.agents.learned import shipped_for
from railgym.agents.learned.artifact import folder_of, read_card
from railgym.agents.registry import AGENTS, build_agent, parse_agent
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import game_for_seats, parse_options, usual_players
from railgym.agents.visitors import SEEDS, check_agent, check_options
from railgym.envs.catalog import GAMES, Entry, game_of, make_game
from railgym.envs.core.errors import ArtifactError, OptionsError, RailgymError, ReplayError
from railgym.envs.core.game import Game
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import Replay, parse_replay
from railgym.envs.guided_game import guided_game

__all__ = ["Guided", "Lobby", "NewGame", "TakenUp", "read_wish"]

STRENGTHS = ("trained:0.6", "trained:0.3")


class _Wish(BaseModel):
    model_config = ConfigDict(extra="forbid")


_Kind = TypeVar("_Kind", bound=BaseModel)


class NewGame(_Wish):
    """A game to be dealt: options as ``key=value``, an agent code per seat, and for each person minutes, and seconds
    that every turn adds, if any."""

    game: str
    options: list[str] = Field(default=[], max_length=50)
    seats: list[str] = Field(min_length=1, max_length=8)
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    minutes: float | None = Field(default=None, gt=0, le=1440)
    increment: float = Field(default=0.0, ge=0, le=3600)


class Guided(_Wish):
    """The guided first game of a game."""

    game: str


class TakenUp(_Wish):
    """A saved game to go on with, or a replay to look at, as the text of its file; who plays, if others do. ``ply``: go
    on from the position after so many moves."""

    file: str
    seats: list[str] | None = Field(default=None, max_length=8)
    ply: int | None = Field(default=None, ge=0)


def read_wish(kind: type[_Kind], text: bytes) -> _Kind:
    """A wish from JSON; raises OptionsError with one line."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise OptionsError(f"{'.'.join(map(str, first['loc'])) or 'request'}: {first['msg']}") from None


class Lobby:
    """The games and agents of this server. ``agents``: codes that may sit down besides those that come with railgym.
    Raises ArtifactError for a folder without an agent."""

    def __init__(self, store: Store, agents: tuple[str, ...] = ()) -> None:
        for folder in filter(None, map(folder_of, agents)):
            read_card(folder)
        self.store, self.agents = store, agents

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """Every game with its options, and who can sit there. The first time this takes seconds."""
        return [self._describe(entry) for entry in GAMES.values()]

    def _describe(self, entry: Entry) -> dict[str, Any]:
        game = make_game(entry.id)
        counts = range(entry.fewest, entry.most + 1)
        tables = {count: self._table(game, count) for count in counts}
        return {
            "id": entry.id,
            "title": entry.title,
            "sentence": entry.sentence,
            "count": game.num_players,
            "tables": {count: table for count, table in tables.items() if table},
            "options": _options(game),
        }

    def _table(self, usual: Game, count: int) -> dict[str, Any] | None:
        """A table of so many seats: the ``options`` that it needs, who sits there by default, and who may; None where
        no single option makes the game one for so many."""
        for needed in ({}, *_single_changes(usual)):
            try:
                game = make_game(usual.id, num_players=count, **needed)
            except OptionsError:
                continue
            return {
                "options": needed,
                "seats": list(usual_players(game)),
                **self._who_may_sit(game),
            }
        return None

    def codes(self, game: Game, role: str | None = None) -> list[dict[str, str]]:
        """The agents that can be chosen from for a seat of a role, by default the first seat's; the best first."""
        role = role or game.roles[0]
        codes = [*scripted_bots(game).playing_as(role)[::-1], "mcts:200", "mc:1000", *self.agents]
        try:
            shipped_for(game, role)
            codes = ["trained", *STRENGTHS, "adaptive", *codes]
        except RailgymError:
            pass  # no agent was trained for it
        return [{"code": code, "sentence": AGENTS[parse_agent(code).kind].sentence} for code in codes]

    def deal(self, wish: NewGame) -> WebGame:
        """Make the game; raises RailgymError."""
        options = parse_options(wish.options, wish.game)
        check_options(options)
        game = game_for_seats(wish.game, len(wish.seats), options)
        self.check_codes(game, wish.seats)
        seed = secrets.randbelow(SEEDS) if wish.seed is None else wish.seed
        if wish.increment and not wish.minutes:
            raise OptionsError("increment: seconds for each turn need minutes to begin with")
        clock = wish.minutes * 60 if wish.minutes else None
        return self.store.add(Recording(game, seed, tuple(wish.seats), "railgym serve"), clock, wish.increment)

    def guide(self, wish: Guided) -> WebGame:
        """Make a guided first game; raises UnknownNameError."""
        return self.store.add(guided_recording(guided_game(wish.game)))

    def take_up(self, wish: TakenUp) -> WebGame:
        """Make a game of a file, a position or a replay; raises RailgymError."""
        if is_position(wish.file):
            return self.store.add(self._set_up(wish))
        replay = _replay_in(wish.file)
        recording = _resume(replay if wish.ply is None else _cut(replay, wish.ply), wish.seats)
        if not recording.position.is_over:
            self.check_codes(recording.game, recording.header.players)
        return self.store.add(recording)

    def look(self, wish: TakenUp) -> dict[str, Any]:
        """What a file holds: the ``title`` of the game, how many ``moves`` were made, whether it is ``over``, who
        ``players`` are, and the ``agents`` and ``characters`` that may play, by seat. Raises RailgymError."""
        if is_position(wish.file):
            game = _game_of_position(wish.file)[1]
            players, moves, over = usual_players(game), 0, False
        else:
            replay = _replay_in(wish.file)
            game, players = game_of(replay), replay.header.players
            moves, over = len(replay.moves), replay.result is not None
        holds = {"title": game.title, "moves": moves, "over": over, "players": players}
        return holds | self._who_may_sit(game)

    def _who_may_sit(self, game: Game) -> dict[str, Any]:
        """The ``agents`` and the ``characters`` that may play, by seat."""
        return {
            "agents": [self.codes(game, role) for role in game.roles],
            "characters": [[_told(character) for character in playable(game, role)] for role in game.roles],
        }

    def rematch(self, table: WebGame) -> WebGame:
        """The same game again, with other cards; the seats move on by one if all have the same role. The links are in
        ``table.rematch``. Raises RailgymError."""
        old, game = table.recording.header, game_of(table.recording.replay)
        count = len(old.players)
        shift = 1 if game.symmetric_seats else 0
        order = [(seat + shift) % count for seat in range(count)]  # by new seat, the former one
        codes = tuple(old.players[seat] for seat in order)
        self.check_codes(game, codes)
        recording = Recording(game, secrets.randbelow(SEEDS), codes, "railgym serve", old.position)
        timed = next((seat for seat in table.seats if seat.clock), None)
        new = self.store.add(recording, *((timed.clock, timed.increment) if timed else ()))
        for seat, former in zip(new.seats, order, strict=True):
            seat.name = table.seats[former].name
        recording.name_players(new.names.shown)
        self.store.save_seats(new)
        table.rematch = [new.link(order.index(former)) for former in range(count)] + [new.link(PUBLIC)]
        self.store.save_seats(table)
        return new

    def _set_up(self, wish: TakenUp) -> Recording:
        """A game that begins with the position of a file."""
        position, game = _game_of_position(wish.file)
        codes = tuple(wish.seats or usual_players(game))
        if len(codes) != game.num_players:
            raise OptionsError(f"the game has {game.num_players} seats, not {len(codes)}")
        self.check_codes(game, codes)
        return Recording(game, secrets.randbelow(SEEDS), codes, "railgym serve", position)

    def check_codes(self, game: Game, codes: Sequence[str]) -> None:
        """Raise RailgymError unless every player may play in their seat."""
        for code, role in zip(codes, game.roles, strict=True):
            if code != PERSON:
                self.make(code, game, role)

    def make(self, code: str, game: Game, role: str) -> Any:
        """A bot; raises UnknownNameError for a code that visitors of the page must not start on the server."""
        spec = parse_agent(code)
        check_agent(spec, self.agents)
        try:
            return build_agent(spec, game, role)
        except ArtifactError as error:
            if str(error).startswith(f"{spec.kind}:"):
                raise
            # It begins with a path of this machine.
            raise ArtifactError(f"{code!r}: {str(error).rpartition('/')[2]}") from None


def _game_of_position(file: str) -> tuple[dict[str, Any], Game]:
    """The position that a file holds, and its game; raises RailgymError."""
    position = parse_position(file, "the file")
    check_options(position.get("options", {}))
    return position, game_in(position, "the file")


def _replay_in(file: str) -> Replay:
    """The replay that a file holds; raises ReplayError or OptionsError."""
    try:
        replay = parse_replay(file.encode(), "the file")
    except ReplayError as error:
        raise ReplayError(f"choose a file that railgym saved (.jsonl): {error}") from None
    check_options(replay.header.options)
    return replay


def _cut(replay: Replay, ply: int) -> Replay:
    """The first ``ply`` moves of a replay; raises ReplayError if it has no position after them to go on from."""
    most = len(replay.moves) - bool(replay.result)
    if ply > most:
        raise ReplayError(f"the game goes on from the position after 0 to {most} moves, not after {ply}")
    header = replay.header.model_copy(update={"created_by": "railgym serve"})  # a guided game has no other moves
    return replace(replay, header=header, moves=replay.moves[:ply], result=None)


def _resume(replay: Replay, codes: list[str] | None) -> Recording:
    """A recorded game, to go on with or to look at; ``codes``: who plays from now on. Raises ReplayError."""
    recording = Recording.resume(game_of(replay), replay)
    if codes is not None and not recording.position.is_over:
        if len(codes) != len(replay.header.players):
            raise ReplayError(f"the game has {len(replay.header.players)} seats, not {len(codes)}")
        others = {"players": tuple(codes), "names": ()}
        recording.header = recording.header.model_copy(update=others)
    return recording


def _told(character: Character) -> dict[str, str]:
    """A character as the page shows it."""
    return {name: getattr(character, name) for name in ("code", "name", "level", "style", "sentence", "agent")}


def _single_changes(game: Game) -> Iterator[dict[str, Any]]:
    """Every other value of every option that has few."""
    for option in _options(game):
        yield from ({option["name"]: value} for value in option["choices"] or () if value != option["default"])


def _options(game: Game) -> list[dict[str, Any]]:
    """Name, default, choices and meaning of the preset, and of every option but the number of seats, which the players
    chosen determine."""
    presets, meaning = list(type(game.options).presets), "Several options at once; explicit options override it."
    preset = {"name": "preset", "default": None, "choices": [None, *presets], "meaning": meaning}
    schema = game.options.model_json_schema()["properties"]
    defaults = game.options.model_dump(mode="json")
    own = [
        {
            "name": name,
            "default": defaults[name],
            "choices": _choices(schema[name]),
            "meaning": schema[name].get("description", ""),
        }
        for name in schema
        if name != "num_players"
    ]
    return [preset, *own] if presets else own


def _choices(schema: dict[str, Any]) -> list[Any] | None:
    """The values of an option that has few; None: others can be typed."""
    kinds = schema.get("anyOf", [schema])
    if any(kind.get("type") not in ("boolean", "null") and "enum" not in kind for kind in kinds):
        return None
    values: dict[str, list[Any]] = {"boolean": [True, False], "null": [None]}
    return [value for kind in kinds for value in kind.get("enum") or values[kind["type"]]]
