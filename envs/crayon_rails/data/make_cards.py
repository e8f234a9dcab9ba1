"""Makes the demand cards of a map and writes cards.csv, by the rules of ``maps/cards.py`` (EB-R3, RR-R4).

``railgym map build`` makes the same cards. This script is for maps whose tables were changed by hand. The seed, the
number of cards and the least distance are read from map.json. Run

python -m railgym.envs.crayon_rails.data.make_cards north_america # write cards.csv, print its figures python -m
railgym.envs.crayon_rails.data.make_cards north_america --check # compare it instead

with the name of a map or the path of its folder.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from railgym.envs.core.data_files import Faults, csv_text
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.geo.map_files import HEAD, THING, read_head
from railgym.envs.crayon_rails.maps.cards import card_table, make_cards
from railgym.envs.crayon_rails.maps.loading import KIND, MAPS, Head, read_map
from railgym.envs.crayon_rails.maps.model import SIZES, Card, Map
from railgym.envs.crayon_rails.maps.tables import CARDS, COLUMNS

__all__ = ["main", "report"]


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


def main(arguments: list[str]) -> int:
    """Write the cards of a map and print their figures; with `--check`, compare the file instead."""
    maps = [argument for argument in arguments if not argument.startswith("-")]
    flags = [argument for argument in arguments if argument.startswith("-")]
    if len(maps) != 1 or flags not in ([], ["--check"]):
        print("usage: make_cards MAP [--check]", file=sys.stderr)
        return 2
    folder = MAPS.data / maps[0] if maps[0] in MAPS.names else Path(maps[0])
    try:
        board = read_map(folder, cards=False)
        head = read_head(Head, KIND, Faults(folder, THING))
        cards = make_cards(board, head.deck, head.seed)
    except RailgymError as error:
        print(error, file=sys.stderr)
        return 2
    if not cards:
        print(f"no deck was found that keeps its rules: lower nearest or number in {HEAD}", file=sys.stderr)
        return 2
    print(report(board, cards))
    return _write_or_compare(folder / CARDS, csv_text(card_table(board, cards), COLUMNS[CARDS]), bool(flags))


def _write_or_compare(file: Path, text: str, compare: bool) -> int:
    """Write a file, or compare it."""
    if compare:
        same = file.exists() and file.read_text(encoding="utf-8") == text
        print(f"{CARDS} {'is' if same else 'is NOT'} what the script makes")
        return 0 if same else 1
    file.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
