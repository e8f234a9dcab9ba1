"""Makes the demand cards of a map and prints their figures, by the rules of ``maps/cards.py`` (EB-R3, RR-R4).

``railgym map build`` and ``railgym map cards`` make the same cards.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Annotated

from railgym.envs.core.command_line import Positional, read_command_line
from railgym.envs.core.data_files import csv_text
from railgym.envs.core.errors import RailgymError
from railgym.envs.crayon_rails.maps.cards import card_table, cards_of_folder
from railgym.envs.crayon_rails.maps.loading import MAPS
from railgym.envs.crayon_rails.maps.model import SIZES, Card, Map
from railgym.envs.crayon_rails.maps.tables import CARDS, COLUMNS

__all__ = ["MakeCardsArgs", "main", "report"]


def report(board: Map, cards: Sequence[Card]) -> str:
    """The figures of a deck in words."""
    demands = [demand for card in cards for demand in card.demands]
    asked, wanted = Counter(demand.city for demand in demands), Counter(demand.good for demand in demands)
    lines = [f"{board.name}: {len(cards)} cards, {len(demands)} demands"]
    for size in reversed(SIZES):
        numbers = [asked[i] for i, city in enumerate(board.cities) if city.size == size]
        lines.append(f"demands of a {size} city: {_span(numbers)}")
    lines.append(f"demands for a good: {_span([wanted[good] for good in range(len(board.goods))])}")
    payouts = [demand.payout for demand in demands]
    best = mean(max(demand.payout for demand in card.demands) for card in cards)
    lines.append(f"payouts: {_span(payouts)}, median {median(payouts):g}, best of a card {best:.1f} in the mean")
    return "\n".join(lines)


def _span(numbers: Sequence[int]) -> str:
    """A range of numbers in words."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    return str(low) if low == high else f"{low} to {high}"


@dataclass(frozen=True)
class MakeCardsArgs:
    """Make the demand cards of a map from its cities, goods and distances, write them to cards.csv, and print their
    figures. The seed, the number of cards and the least distance are those in map.json.

        python -m railgym.envs.crayon_rails.data.make_cards north_america --check
    """

    map: Annotated[str, Positional("MAP")]
    """a folder, or the name of a map that comes with railgym"""
    check: bool = False
    """write nothing, and compare the cards with those in cards.csv: the exit code is 1 if they differ"""


def main(args: MakeCardsArgs) -> int:
    """Do what the arguments say; returns the exit code. Raises RailgymError if the map has faults."""
    folder = MAPS.data / args.map if args.map in MAPS.names else Path(args.map)
    board, cards = cards_of_folder(folder)
    print(report(board, cards))
    file, text = folder / CARDS, csv_text(card_table(board, cards), COLUMNS[CARDS])
    if args.check:
        same = file.exists() and file.read_text(encoding="utf-8") == text
        print(f"{CARDS} {'is' if same else 'is NOT'} what the script makes")
        return 0 if same else 1
    file.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    try:
        command = "python -m railgym.envs.crayon_rails.data.make_cards"
        sys.exit(main(read_command_line(MakeCardsArgs, command, sys.argv[1:])))
    except RailgymError as error:
        print(f"railgym: {error}", file=sys.stderr)
        sys.exit(2)
