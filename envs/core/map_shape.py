"""Observations and actions in one shape for all maps of a game, so that one network serves them all.

Maps of a game differ in their numbers of cities, of links and so on: the rows of its tables (``Game.rows``). A shape
has room for a fixed number of rows of each table. Rows that a map does not have are zeros::

    observation   pieces in no table | facts by action of the blocks outside of tables | tables, one after the other
    a table       room x (facts of a row, 1 if the map has this row, and for rows that join two others: their numbers)
    actions       the blocks outside of tables | tables, one after the other: room x the actions of a row
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.rows import BY_ACTION, Rows

__all__ = ["MAPS", "MapReader", "MapShape", "Network", "Table", "shape_of"]

MAPS = frozenset({"map", "board"})  # the options that name the map of a game
Network = Callable[[Array], tuple[Array, Array]]


class Table(NamedTuple):
    """Room for ``room`` rows of a kind, each with a number of ``facts`` and ``actions``. ``joins``: the kind of the two
    rows that each row joins, or ""."""

    kind: str
    room: int
    facts: int
    actions: int
    joins: str

    @property
    def columns(self) -> list[int]:
        """The numbers of columns of a row: its facts, the flag that the row exists, and each of its two ends."""
        return [self.facts, 1, *[1, 1] * bool(self.joins)]

    @property
    def width(self) -> int:
        """The size of a row in the observation."""
        return sum(self.columns)


class MapShape(NamedTuple):
    """The shape of observations and actions. ``rest``: the size of the pieces in no table; ``others``: the blocks of
    actions outside of tables and the room for each; ``by_action``: the number of facts about every action."""

    rest: int
    others: tuple[tuple[str, int], ...]
    by_action: int
    tables: tuple[Table, ...]

    @property
    def num_others(self) -> int:
        """The number of actions outside of tables."""
        return sum(room for _, room in self.others)

    @property
    def context(self) -> int:
        """The size of the part of an observation outside of tables."""
        return self.rest + self.by_action * self.num_others

    @property
    def size(self) -> int:
        """The size of an observation."""
        return self.context + sum(table.room * table.width for table in self.tables)

    @property
    def num_actions(self) -> int:
        return self.num_others + sum(table.room * table.actions for table in self.tables)

    @property
    def room(self) -> dict[str, int]:
        """What :func:`shape_of` needs to make this shape for other maps."""
        return {table.kind: table.room for table in self.tables} | dict(self.others)

    @property
    def hash(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


def shape_of(game: Game, room: Mapping[str, int] | None = None) -> MapShape:
    """The shape for a game. ``room``: the numbers of rows of some kinds, or of actions of some blocks outside of
    tables; for all others, as many as the game has. Raises OptionsError if the game has no tables, or too many rows."""
    given = dict(room or {})
    tables = [_table(game, kind, rows, given.pop(kind, None)) for kind, rows in _tables_of(game).items()]
    if not tables:
        raise OptionsError(f"network: tables: {game.id} has no tables in this observation; write network: plain")
    there = {name: block.stop - block.start for name, block in _others_of(game).items()}
    others = {name: given.pop(name, size) for name, size in there.items()} | given
    for name, size in there.items():
        _check_room(game, name, size, others[name])
    in_tables = {piece for table in game.rows.values() for piece in table.pieces}
    layout = game.observation_layout
    rest = sum(layout[name].size for name in layout.pieces if name not in in_tables)
    return MapShape(rest, tuple(sorted(others.items())), len(_by_action(game)), tuple(tables))


def _table(game: Game, kind: str, rows: Rows, room: int | None) -> Table:
    there = len(_columns(game, rows))
    _check_room(game, kind, there, there if room is None else room)
    actions = sum(ids.shape[1] for ids in _ids(game, rows))
    return Table(kind, room or there, _columns(game, rows).shape[1], actions, rows.ends[0] if rows.ends else "")


def _check_room(game: Game, name: str, there: int, room: int) -> None:
    if there > room:
        found = f"{game.id} with these options has {there} {name}, and there is room for {room}"
        raise OptionsError(f"room: {found}: raise room.{name} to {there} to train for this map")


def _tables_of(game: Game) -> dict[str, Rows]:
    """The kinds of rows that the observation contains: kind -> rows."""
    shown = game.observation_layout.pieces
    return {
        kind: rows for kind, rows in game.rows.items() if kind != BY_ACTION and any(p in shown for p in rows.pieces)
    }


def _others_of(game: Game) -> dict[str, slice]:
    """The blocks of actions that belong to no row that is shown."""
    owned = {name for rows in _tables_of(game).values() for name in rows.blocks}
    return {name: slice(b.start, b.stop) for name, b in game.actions.blocks.items() if name not in owned}


def _by_action(game: Game) -> list[int]:
    """The positions in the observation where the facts about all actions begin."""
    layout = game.observation_layout
    pieces = game.rows[BY_ACTION].pieces if BY_ACTION in game.rows else ()
    return [layout[name].start for name in pieces if name in layout.pieces]


def _ids(game: Game, rows: Rows) -> list[Array]:
    """The actions of each row, block by block: int (rows, actions)."""
    layout, blocks = game.observation_layout, game.actions.blocks
    n = next(layout[name].shape[0] for name in rows.pieces if name in layout.pieces)
    return [np.arange(blocks[b].start, blocks[b].stop).reshape(n, -1) for b in rows.blocks if b in blocks]


def _columns(game: Game, rows: Rows) -> Array:
    """The positions of the facts of each row in the observation: int (rows, facts)."""
    layout = game.observation_layout
    pieces = [layout[name] for name in rows.pieces if name in layout.pieces]
    columns = [np.arange(piece.start, piece.stop).reshape(piece.shape[0], -1) for piece in pieces]
    return np.concatenate([*columns, *(start + ids for start in _by_action(game) for ids in _ids(game, rows))], 1)


class MapReader:
    """Converts observations, masks and actions of a game to those of a shape, and back."""

    def __init__(self, game: Game, shape: MapShape) -> None:
        self.shape = shape
        columns, constants = np.full(shape.size, -1), np.zeros(shape.size, np.float32)
        self.places = np.full(len(game.actions), -1)
        """The place of each action of the game in the shape, int64 (A,)."""
        in_tables = {piece for table in game.rows.values() for piece in table.pieces}
        layout = game.observation_layout
        shown = [np.arange(layout[p].start, layout[p].stop) for p in layout.pieces if p not in in_tables]
        columns[: shape.rest] = np.concatenate([*shown, np.zeros(0, int)])
        self._place_others(game, columns)
        at, first = shape.context, shape.num_others
        for table in shape.tables:
            rows = game.rows[table.kind]
            cells = slice(at, at + table.room * table.width)
            self._place_rows(game, rows, table, columns[cells], constants[cells], first)
            at, first = cells.stop, first + table.room * table.actions
        self._columns, self._constants, self._shown = np.maximum(columns, 0), constants, columns >= 0
        self.own = np.zeros(shape.num_actions, np.int64)
        """The action of the game at each place of the shape; 0 where there is none, int64 (A',)."""
        self.own[self.places] = np.arange(len(game.actions))

    def _place_others(self, game: Game, columns: Array) -> None:
        shape, first = self.shape, 0
        blocks, facts = _others_of(game), _by_action(game)
        for name, room in shape.others:
            ids = np.arange(blocks[name].start, blocks[name].stop) if name in blocks else np.zeros(0, int)
            self.places[ids] = first + np.arange(len(ids))
            for number, start in enumerate(facts):
                columns[shape.rest + number * shape.num_others + first :][: len(ids)] = start + ids
            first += room

    def _place_rows(self, game: Game, rows: Rows, table: Table, columns: Array, constants: Array, first: int) -> None:
        found = _columns(game, rows)
        there = len(found)
        ids = np.concatenate([*_ids(game, rows), np.zeros((there, 0), int)], 1)
        columns.reshape(table.room, -1)[:there, : table.facts] = found
        constant = constants.reshape(table.room, -1)[:there, table.facts :]
        constant[:, 0] = 1
        if rows.ends:
            constant[:, 1:] = rows.ends[1]
        self.places[ids] = first + np.arange(ids.size).reshape(ids.shape)

    def of_network(self, network: Network) -> Network:
        """A network over the shape as a network of the game: observations (N, F) -> logits (N, A), values (N,)."""

        def answer(observations: Array) -> tuple[Array, Array]:
            logits, values = network(self.observe(observations))
            return logits[:, self.places], values

        return answer

    def observe(self, observations: Array) -> Array:
        """Observations of the game (N, F), as those of the shape: float32 (N, F')."""
        seen: Array = np.where(self._shown, observations[:, self._columns], self._constants)
        return seen

    def mask(self, masks: Array) -> Array:
        """Masks of the game (N, A), as those of the shape: int8 (N, A')."""
        found = np.zeros((len(masks), self.shape.num_actions), masks.dtype)
        found[:, self.places] = masks
        return found
