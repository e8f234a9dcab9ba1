"""A board as its files have it, and orders of a hand, for the referee of checker.py."""

import csv
import heapq
import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from railgym.envs.rail_baron_cards.rules.phases import PHASES

Pieces = frozenset[Any]
NO_CARD = 255
MOST_PIPS = 12
ENGINE_PRICE = 20_000
STEP = 500
BANK = -1
DISCARD, START, FIRST_GOAL, BID, DICE, MOVE, PURCHASE, GOAL, SELL, AUCTION, EXCHANGE, TURN_GOAL = PHASES

# --- the board ----------------------------------------------------------------------------------------------------


def rows(folder: Path, file: str) -> list[dict[str, str]]:
    """The rows of a table; of a board like another one, those of that board with the changes."""
    like = json.loads((folder / "board.json").read_text(encoding="utf-8")).get("like")
    if (folder / file).exists() or not like:
        return read(folder / file)
    stem = file.removesuffix(".csv")
    removed, added = read(folder / f"{stem}.removed.csv"), read(folder / f"{stem}.added.csv")
    return [
        row for row in rows(folder.parent / like, file) if not any(old.items() <= row.items() for old in removed)
    ] + added


def read(file: Path) -> list[dict[str, str]]:
    """The rows of a file; none if there is no such file."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


class Map:
    """A board as its files have it; everything is numbered by its row."""

    def __init__(self, folder: Path) -> None:
        self.regions = [row["abbreviation"] for row in rows(folder, "regions.csv")]
        dots = {row["dot"]: i for i, row in enumerate(rows(folder, "dots.csv"))}
        railroads = rows(folder, "railroads.csv")
        lines = {row["abbreviation"]: i for i, row in enumerate(railroads)}
        self.prices = [int(row["price"]) for row in railroads]
        cities = rows(folder, "cities.csv")
        self.names = [row["city"] for row in cities]
        self.codes = [row["abbreviation"] for row in cities]
        chart = rows(folder, "payoffs.csv")
        self.payoffs = {frozenset((row["city_a"], row["city_b"])): row["thousands"] for row in chart}
        self.region = [self.regions.index(row["region"]) for row in cities]
        self.dot = [dots[row["dot"]] for row in cities]
        self.numbers = {row["city"]: row for row in rows(folder, "cards.csv")}
        self.copies = [int(self.numbers[name]["copies"]) for name in self.names]
        self.city_of_card = [city for city, copies in enumerate(self.copies) for _ in range(copies)]
        self.sections = [
            (dots[row["dot_a"]], dots[row["dot_b"]], lines[row["railroad"]]) for row in rows(folder, "sections.csv")
        ]
        # What riding a section uses up: the section itself, or over a fork the stubs at its two ends.
        self.pieces: list[Pieces] = [
            frozenset({(row["fork"], row["dot_a"]), (row["fork"], row["dot_b"])}) if row["fork"] else frozenset({i})
            for i, row in enumerate(rows(folder, "sections.csv"))
        ]
        self.at: list[list[int]] = [[] for _ in dots]
        for i, (a, b, _) in enumerate(self.sections):
            self.at[a].append(i)
            self.at[b].append(i)
        self.served = [{self.sections[i][2] for i in at} for at in self.at]

    def payout(self, start: int, goal: int) -> int:
        """The number of each card against the other's region, in dollars."""
        one, other = self.numbers[self.names[start]], self.numbers[self.names[goal]]
        return 1000 * (int(one[self.regions[self.region[goal]]]) + int(other[self.regions[self.region[start]]]))

    def payoff(self, start: int, goal: int) -> int:
        """By dice: the payoff of two cities in the chart, or else a thousand for each dot, in dollars."""
        chart = self.payoffs.get(frozenset((self.codes[start], self.codes[goal])))
        if chart is not None:
            return round(1000 * float(chart))
        return 1000 * (self.fewest_dots(self.dot[start], self.dot[goal], set()) or 0)

    def beyond(self, section: int, dot: int) -> int:
        a, b, _ = self.sections[section]
        assert dot in (a, b)
        return b if dot == a else a

    def ways(self, dot: int, used: set[Any]) -> Iterator[tuple[int, int]]:
        """The sections that may be ridden from a dot, and where they lead."""
        for section in self.at[dot]:
            if not self.pieces[section] & used:
                yield section, self.beyond(section, dot)

    def fewest_dots(self, start: int, goal: int, used: set[Any]) -> int | None:
        """The length of the shortest way over track that is left, which is looked at once it is found: nothing on it
        is ridden twice. None: there is no way."""
        came: dict[int, int] = {start: -1}
        queue = deque([start])
        while queue and goal not in came:
            dot = queue.popleft()
            for section, other in self.ways(dot, used):
                if other not in came:
                    came[other] = section
                    queue.append(other)
        if goal not in came:
            return None
        dot, length, ridden = goal, 0, set(used)
        while dot != start:
            assert not self.pieces[came[dot]] & ridden
            ridden |= self.pieces[came[dot]]
            dot = self.beyond(came[dot], dot)
            length += 1
        return length

    def least_cost(self, start: int, goal: int, used: set[Any], cost: Sequence[int]) -> int:
        """What the cheapest way costs, with so much a dot on each railroad."""
        heap, done = [(0, start)], set()
        while heap:
            sum_, dot = heapq.heappop(heap)
            if dot == goal:
                return sum_
            if dot not in done:
                done.add(dot)
                for section, other in self.ways(dot, used):
                    if other not in done:
                        heapq.heappush(heap, (sum_ + cost[self.sections[section][2]], other))
        raise AssertionError("no way to the destination is left")


def can_be_used(here: int, regions: Iterable[int]) -> bool:
    """Whether cards of these regions can be used in some order, beginning ``here``, without a run inside a region."""
    return _can_be_used(here, tuple(sorted(regions)))


@cache
def _can_be_used(here: int, regions: tuple[int, ...]) -> bool:
    return any(all(a != b for a, b in zip((here, *order), order, strict=False)) for order in permutations(regions))
