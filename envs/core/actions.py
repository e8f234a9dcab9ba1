"""The action table: blocks of ids in a fixed order, and words for every id."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from railgym.envs.core.errors import UnknownNameError

__all__ = ["ActionTable", "Block"]


@dataclass(frozen=True)
class Block:
    """Consecutive ids of one kind of action: ``start .. start + len(labels) - 1``."""

    name: str
    start: int
    labels: tuple[str, ...]

    @property
    def stop(self) -> int:
        return self.start + len(self.labels)


class ActionTable:
    """All actions of a game. Ids are dense from 0; blocks are append-only, so that old ids never move.

    ``labels`` are unique over the table: they are the words of an action apart from any position. The first ``plans``
    blocks (default: all) are the plans, which are enough to play; blocks after them play the same moves in small steps.
    """

    def __init__(self, blocks: Iterable[tuple[str, Iterable[str]]], plans: int | None = None) -> None:
        self.blocks: dict[str, Block] = {}
        start = 0
        for name, labels in blocks:
            self.blocks[name] = Block(name, start, tuple(labels))
            start = self.blocks[name].stop
        self.labels: tuple[str, ...] = tuple(label for block in self.blocks.values() for label in block.labels)
        twice = [label for label, number in Counter(self.labels).items() if number > 1]
        if twice:
            raise ValueError(f"two actions have the same label {twice[0]!r}")
        planned = list(self)[:plans]
        self.num_plans = planned[-1].stop if planned else 0

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks.values())

    def block_of(self, action: int) -> Block:
        """The block that holds ``action``; raises UnknownNameError outside the table."""
        for block in self:
            if block.start <= action < block.stop:
                return block
        raise UnknownNameError(f"action {action} is outside 0..{len(self) - 1}")

    @cached_property
    def ids(self) -> dict[str, int]:
        """Label -> id."""
        return {label: i for i, label in enumerate(self.labels)}

    @cached_property
    def hash(self) -> str:
        """Stored in replays; equal hashes mean equal ids."""
        return self._hash(list(self))

    @cached_property
    def plans_hash(self) -> str:
        """Stored in trained agents, which play by plans; equal hashes mean equal ids of plans."""
        return self._hash([block for block in self if block.stop <= self.num_plans])

    @staticmethod
    def _hash(blocks: list[Block]) -> str:
        text = "\n".join(f"{block.name}:{label}" for block in blocks for label in block.labels)
        return hashlib.sha256(text.encode()).hexdigest()[:12]
