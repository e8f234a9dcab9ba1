"""Questions about plain graphs, asked while boards and maps are read."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

__all__ = ["parts", "steps_between"]

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


def steps_between(pairs: Iterable[tuple[Node, Node]], nodes: Sequence[Node]) -> list[list[int]]:
    """The edges of the shortest way between any two of some nodes of a connected graph."""
    beside: dict[Node, dict[Node, None]] = {}
    for a, b in pairs:
        beside.setdefault(a, {})[b] = None
        beside.setdefault(b, {})[a] = None
    return [[away[node] for node in nodes] for away in (_steps_from(node, beside) for node in nodes)]


def _steps_from(start: Node, beside: dict[Node, dict[Node, None]]) -> dict[Node, int]:
    """The edges of the shortest way from a node to every other."""
    away, queue = {start: 0}, [start]
    for node in queue:
        for other in beside[node]:
            if other not in away:
                away[other] = away[node] + 1
                queue.append(other)
    return away
