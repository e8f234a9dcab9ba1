"""Fits the numbers on the cards of a board to the payoff of every run between two of its regions, and writes cards.csv.

A run pays the start's number for the region of the destination plus the destination's number for the region of the
start. Two numbers cannot match every payoff. So the script finds the whole numbers with the least sum of misses in
thousands and, among these, with the least sum of squares. Each run pays a thousand or more, and no number is negative.
The numbers of a pair of regions depend on no others. Adding to one side of a pair what is subtracted from the other
changes no payoff: the smallest numbers of both sides are made equal, or the first region's is one higher. Known numbers
(printed.csv) are kept (RB-R2).

The payoffs are those in payoffs.csv, if the board has that file; otherwise a run pays a thousand for each dot of the
shortest way. Copies are kept as they are in cards.csv; a card that is not there yet is put in once.
"""

import csv
import sys
from collections import deque
from dataclasses import dataclass
from io import StringIO
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from typing import Annotated

from railgym.envs.core.command_line import Positional, read_command_line
from railgym.envs.core.data_files import Faults, read_table, reference, whole
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.graphs import steps_between
from railgym.envs.rail_baron_cards.board import (
    CARDS,
    CITIES,
    DATA,
    MAX_NUMBER,
    REGIONS,
    THING,
    Board,
    board_names,
    read_board,
)
from railgym.envs.rail_baron_cards.board_odds import PAYOFFS, Pair, note_once

PRINTED = "printed.csv"

TENTHS = 10  # payoffs are read to a tenth of a thousand, and misses counted in tenths
FIRST = 1_000_000_000  # the weight of a miss over its square
NEVER = 100_000_000 * FIRST  # the weight of an illegal number: an unpaid run, a negative or not the printed number


@dataclass(frozen=True)
class Misses:
    """The differences between the payouts of the cards and the payoffs they were fitted to, in thousands."""

    runs: int
    mean: float
    rmse: float
    within_1: float
    within_2: float
    worst: Pair


class Fit:
    """The numbers of a board: ``numbers[city, region]`` in thousands, ``targets[city, city]`` in tenths of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board = read_board(folder, cards=False)
        faults = Faults(folder, THING)
        self.targets = _payoffs(self.board, faults) if self.board.payoffs else _ways(self.board)
        self.printed = _printed(self.board, faults) if (folder / PRINTED).exists() else {}
        self.copies = _copies(self.board, faults) if (folder / CARDS).exists() else {}
        faults.stop()
        self.numbers: dict[Pair, int] = {}  # by city and region
        for a, b in combinations(range(len(self.board.regions)), 2):
            self._fit_regions(a, b)

    def _fit_regions(self, a: int, b: int) -> None:
        here, there = ([i for i, city in enumerate(self.board.cities) if city.region == r] for r in (a, b))
        keys = [*((i, b) for i in here), *((j, a) for j in there)]
        printed = [self.printed.get(key) for key in keys]
        targets = [[self.targets[min(i, j), max(i, j)] for j in there] for i in here]
        fitted = Additive(targets, printed).solve()
        if printed == [None] * len(keys):
            ours, theirs = fitted[: len(here)], fitted[len(here) :]
            shift = (min(ours) - min(theirs)) // 2
            fitted = [*(number - shift for number in ours), *(number + shift for number in theirs)]
        self.numbers.update(zip(keys, fitted, strict=True))

    def payout(self, i: int, j: int) -> int:
        """The payout of a run by the fitted numbers, in thousands."""
        cities = self.board.cities
        return self.numbers[i, cities[j].region] + self.numbers[j, cities[i].region]

    def misses(self) -> Misses:
        miss = {pair: abs(TENTHS * self.payout(*pair) - target) / TENTHS for pair, target in self.targets.items()}
        runs = len(miss)
        return Misses(
            runs=runs,
            mean=sum(miss.values()) / runs,
            rmse=sqrt(sum(value * value for value in miss.values()) / runs),
            within_1=sum(value <= 1 for value in miss.values()) / runs,
            within_2=sum(value <= 2 for value in miss.values()) / runs,
            worst=max(miss, key=miss.__getitem__),
        )

    def report(self) -> str:
        """The misses in words."""
        misses, cities = self.misses(), self.board.cities
        i, j = misses.worst
        source = PAYOFFS if self.board.payoffs else "a thousand a dot"
        return (
            f"{self.board.name}: {misses.runs} runs between regions, fitted to {source}\n"
            f"misses in thousands: mean {misses.mean:.2f}, root mean square {misses.rmse:.2f}\n"
            f"within 1: {misses.within_1:.1%}, within 2: {misses.within_2:.1%}\n"
            f"worst: {cities[i].name} - {cities[j].name} pays {self.payout(i, j)}"
            f" for {self.targets[i, j] / TENTHS:g}"
        )

    def table(self) -> str:
        """The text of cards.csv."""
        regions = range(len(self.board.regions))
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["city", "copies", *(region.abbreviation for region in self.board.regions)])
        for i, city in enumerate(self.board.cities):
            writer.writerow([city.name, self.copies.get(i, 1), *(self.numbers.get((i, r), "") for r in regions)])
        return text.getvalue()


class Additive:
    """The best ``row[i] + column[j]`` for a table of targets.

    With the signs of the columns reversed, the cost is a sum of convex functions of single unknowns and of differences
    of two. Such a function has its minimum where no set of unknowns can be moved up or down by one to make it smaller.
    The best set to move is a minimum cut (Murota, Discrete Convex Analysis, 2003, chapter 10: steepest descent).
    """

    def __init__(self, targets: list[list[int]], printed: list[int | None]) -> None:
        self.targets, self.printed = targets, printed
        self.rows, self.columns = len(targets), len(targets[0])
        start = [round(sorted(column)[self.rows // 2] / TENTHS) for column in zip(*targets, strict=True)]
        self.at: list[int] = [0] * self.rows + [-number for number in start]

    def solve(self) -> list[int]:
        """The numbers of the rows, then those of the columns."""
        while any(self._move(step) for step in (1, -1)):
            pass
        return [*self.at[: self.rows], *(-value for value in self.at[self.rows :])]

    def _move(self, step: int) -> bool:
        """Move the best set of unknowns by one step; False if there is none."""
        size = self.rows + self.columns
        weight = [self._own(v, step) - self._own(v, 0) for v in range(size)]
        capacity = [[0] * (size + 2) for _ in range(size + 2)]
        for i, row in enumerate(self.targets):
            for j, target in enumerate(row, self.rows):
                difference = self.at[i] - self.at[j]
                now = _cost(difference, target)
                alone_i, alone_j = _cost(difference + step, target) - now, _cost(difference - step, target) - now
                weight[i] -= alone_j
                weight[j] += alone_j
                capacity[i][j] = alone_i + alone_j  # paid if i moves and j does not
        for v, value in enumerate(weight):
            capacity[size][v], capacity[v][size + 1] = max(-value, 0), max(value, 0)
        moved = _cut(capacity, size, size + 1)
        for v in moved:
            self.at[v] += step
        return bool(moved)

    def _own(self, v: int, step: int) -> int:
        """The cost of one unknown alone after a step."""
        number = self.at[v] + step if v < self.rows else -self.at[v] - step
        printed = self.printed[v]
        return NEVER * (max(0, -number) if printed is None else abs(number - printed))


def _cost(pays: int, target: int) -> int:
    """The cost of a run that pays so many thousands, for a target in tenths of them."""
    miss = abs(TENTHS * pays - target)
    return NEVER * max(0, 1 - pays) + FIRST * miss + miss * miss


def _cut(capacity: list[list[int]], source: int, sink: int) -> list[int]:
    """The smallest set on the source's side of a minimum cut, without the source. Changes ``capacity``."""
    while True:
        came = {source: source}
        queue = deque([source])
        while queue and sink not in came:
            v = queue.popleft()
            for w, left in enumerate(capacity[v]):
                if left and w not in came:
                    came[w] = v
                    queue.append(w)
        if sink not in came:
            return [v for v in came if v != source]
        path = [sink]
        while path[-1] != source:
            path.append(came[path[-1]])
        steps = [(v, w) for w, v in pairwise(path)]
        flow = min(capacity[v][w] for v, w in steps)
        for v, w in steps:
            capacity[v][w] -= flow
            capacity[w][v] += flow


def _payoffs(board: Board, faults: Faults) -> dict[Pair, int]:
    """The payoff of each run in tenths of thousands, from ``payoffs.csv``."""
    runs = _runs(board)
    for i, j in runs:
        if (i, j) not in board.payoffs:
            faults.add(PAYOFFS, 0, f"no payoff for {board.cities[i].name} - {board.cities[j].name}: add a row")
    return {pair: TENTHS * board.payoffs.get(pair, 0) // 1000 for pair in runs}


def _ways(board: Board) -> dict[Pair, int]:
    """The payoff of each run in tenths of thousands: a thousand for each dot of the shortest way."""
    sections = ((section.a, section.b) for section in board.sections)
    steps = steps_between(sections, [city.dot for city in board.cities])
    return {(i, j): TENTHS * steps[i][j] for i, j in _runs(board)}


def _runs(board: Board) -> list[Pair]:
    """All pairs of cities in different regions."""
    region = [city.region for city in board.cities]
    return [(i, j) for i, j in combinations(range(len(region)), 2) if region[i] != region[j]]


def _printed(board: Board, faults: Faults) -> dict[Pair, int]:
    """The numbers that are known, with those of the example in the manual (RB-5.3)."""
    table = read_table(PRINTED, ("city", "region", "thousands"), faults)
    if faults.are_in(PRINTED):
        return {}
    region_of = {region.abbreviation: i for i, region in enumerate(board.regions)}
    found: dict[Pair, int] = {}
    lines: dict[Pair, int] = {}
    for row in table.rows:
        i = reference(table, row, "city", _cities(board), CITIES, faults)
        region = reference(table, row, "region", region_of, REGIONS, faults)
        thousands = whole(table, row, "thousands", 0, MAX_NUMBER, faults)
        if i < 0 or region < 0:
            continue
        if board.cities[i].region == region:
            faults.add(
                PRINTED,
                row.line,
                f"{row['city']} lies in {row['region']}, and no run stays in a region: remove the row",
            )
        note_once((i, region), row, lines, PRINTED, faults)
        found[i, region] = thousands
    return found


def _copies(board: Board, faults: Faults) -> dict[int, int]:
    """The copies of each card, from ``cards.csv``."""
    table = read_table(CARDS, ("city", "copies"), faults)
    if faults.are_in(CARDS):
        return {}
    rows = [(reference(table, row, "city", _cities(board), CITIES, faults), row) for row in table.rows]
    return {i: whole(table, row, "copies", 1, MAX_NUMBER, faults) for i, row in rows}


def _cities(board: Board) -> dict[str, int]:
    """The cities by name."""
    return {city.name: i for i, city in enumerate(board.cities)}


@dataclass(frozen=True)
class FitCardsArgs:
    """Fit the numbers on the cards of a board to the payoffs in payoffs.csv, or without that file to a thousand for
    each dot of the shortest way; write them to cards.csv, and print how far they miss.

        python -m railgym.envs.rail_baron_cards.data.fit_cards standard --check
    """

    board: Annotated[str, Positional("BOARD")]
    """a folder, or the name of a board that comes with railgym"""
    check: bool = False
    """write nothing, and compare the cards with those in cards.csv: the exit code is 1 if they differ"""


def main(args: FitCardsArgs) -> int:
    """Do what the arguments say; returns the exit code. Raises RailgymError if the board has faults."""
    folder = DATA / args.board if args.board in board_names() else Path(args.board)
    fit = Fit(folder)
    print(fit.report())
    file = folder / CARDS
    if args.check:
        same = file.exists() and file.read_text(encoding="utf-8") == fit.table()
        print(f"{CARDS} {'is' if same else 'is NOT'} what the fit makes")
        return 0 if same else 1
    file.write_text(fit.table(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    try:
        command = "python -m railgym.envs.rail_baron_cards.data.fit_cards"
        sys.exit(main(read_command_line(FitCardsArgs, command, sys.argv[1:])))
    except RailgymError as error:
        print(f"railgym: {error}", file=sys.stderr)
        sys.exit(2)
