"""Questions about plain graphs, asked while boards and maps are read."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

__all__ = ["parts"]

Node = TypeVar("Node", bound=Hashable)


def parts(pairs: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The connected parts of the graph with these edges, in the order in which they appear."""
    part_of: dict[Node, list[Node]] = {}
    for a, b in pairs:
        joined, other = part_of.setdefault(a, [a]), part_of.setdefault(b, [b])
        if joined is not other:
            joined += other
            part_of.update(dict.fromkeys(other, joined))
    return list({id(part): part for part in part_of.values()}.values())
