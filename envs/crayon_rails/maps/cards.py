"""Demand cards made for a map (EB-R3, RR-R4).

- **Cities** have demands in proportion to their size: 12 for a major city to 8.5 for a medium and 5 for a small one,
rounded by largest remainders so that the deck is full. Seven major, fourteen medium and forty-one small cities make
exactly 136 cards of three demands. - **Goods** have equally many demands, give or take one. - No demand is for a good
that its city supplies, and the nearest source is at least the deck's ``nearest`` mileposts away. No demand is there
twice, unless the map is too small. No card names a city or a good twice. - A demand **pays** 2.2 + 0.97 millions per
step of the grid from the nearest source, 6 % more for a good with a single source, and at random up to 8 % more or
less.

The rest is drawn at random: demands are shuffled, and those that break a rule are exchanged until none does.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from railgym.envs.core.data_files import DataTable, Faults, Row
from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.draws import Lot, draw
from railgym.envs.core.geo.map_files import HEAD, THING, read_head
from railgym.envs.crayon_rails.maps.loading import KIND, Deck, Head, read_map
from railgym.envs.crayon_rails.maps.model import Card, Demand, Map
from railgym.envs.crayon_rails.maps.tables import CARDS, COLUMNS

__all__ = ["WEIGHTS", "card_table", "cards_of_folder", "make_cards", "mean_payout"]

WEIGHTS = {"major": Fraction(12), "medium": Fraction(17, 2), "small": Fraction(5)}
BASE, STEP, SINGLE, SPREAD = 2.2, 0.97, 1.06, 0.08
TRIES = 5  # before a deck is given up

T = TypeVar("T")
Ask = tuple[int, int]  # a city and a good


def make_cards(board: Map, deck: Deck, seed: int) -> tuple[Card, ...] | None:
    """The demand cards of a map; None if none were found that keep the rules."""
    for trial in range(TRIES):
        lot = Lot(seed, "cards", trial)
        asks = _asks(board, deck, trial, lot)
        if asks and _group(asks, lot):
            demands = [_demand(board, ask, seed) for ask in asks]
            return tuple(Card((one, two, three)) for one, two, three in zip(*[iter(demands)] * 3, strict=True))
    return None


def cards_of_folder(folder: Path) -> tuple[Map, tuple[Card, ...]]:
    """The map in a folder without its demand cards, and new ones by the seed and the deck in its head. Raises DataError
    with all faults of the other tables."""
    board = read_map(folder, cards=False)
    head = read_head(Head, KIND, Faults(folder, THING))
    cards = make_cards(board, head.deck, head.seed)
    if not cards:
        raise DataError(f"{HEAD}: no deck was found that keeps its rules: lower nearest or number, or add goods")
    return board, cards


def _shares(weights: Sequence[Fraction], total: int, lot: Lot) -> list[int]:
    """The numbers, each as often as its weight says, by largest remainders; ties are broken at random."""
    every = sum(weights)
    exact = [total * weight / every for weight in weights]
    given = [int(share) for share in exact]
    numbers = lot.shuffled(range(len(weights)))
    for i in sorted(numbers, key=lambda i: given[i] - exact[i])[: total - sum(given)]:
        given[i] += 1
    return [i for i, share in enumerate(given) for _ in range(share)]


def _asks(board: Map, deck: Deck, more: int, lot: Lot) -> list[Ask]:
    """All demands in random order, none more often than necessary, or ``more``; None if no way was found."""
    cities = lot.shuffled(_shares([WEIGHTS[city.size] for city in board.cities], 3 * deck.number, lot))
    goods = lot.shuffled(_shares([Fraction(1)] * len(board.goods), 3 * deck.number, lot))
    allowed = {
        (city, good)
        for city in set(cities)
        for good in set(goods)
        if good not in board.cities[city].goods and board.supply_distances[city][good] >= deck.nearest
    }
    often = -(-len(goods) // max(len(allowed), 1)) + more
    of_city = {city: [k for k, there in enumerate(cities) if there == city] for city in set(cities)}

    def broken(k: int) -> bool:
        city, good = cities[k], goods[k]
        return (city, good) not in allowed or [goods[j] for j in of_city[city]].count(good) > often

    return lot.shuffled(zip(cities, goods)) if _mend(goods, broken, lot) else []


def _group(asks: list[Ask], lot: Lot) -> bool:
    """Order the demands so that no card, three demands in a row, names a city or a good twice; returns whether that was
    possible."""

    def broken(k: int) -> bool:
        card = range(k - k % 3, k - k % 3 + 3)
        return any(asks[k][i] == asks[j][i] for j in card if j != k for i in (0, 1))

    return _mend(asks, broken, lot)


def _mend(items: list[T], broken: Callable[[int], bool], lot: Lot) -> bool:
    """Exchange items until no place is broken; returns whether that was possible."""
    before = len(items) + 1
    while wrong := [k for k in range(len(items)) if broken(k)]:
        if len(wrong) >= before:
            return False
        before = len(wrong)
        for k in wrong:
            _exchange(items, k, broken, lot)
    return True


def _exchange(items: list[T], k: int, broken: Callable[[int], bool], lot: Lot) -> None:
    """Exchange the item of a broken place with the first one that leaves neither place broken, if there is one."""
    if not broken(k):
        return
    for j in lot.shuffled(range(len(items))):
        items[k], items[j] = items[j], items[k]
        if not broken(k) and not broken(j):
            return
        items[k], items[j] = items[j], items[k]


def mean_payout(board: Map, city: int, good: int) -> float:
    """The payout of a demand before its random part, in millions."""
    single = SINGLE if len(board.sources[good]) == 1 else 1.0
    return single * (BASE + STEP * board.supply_distances[city][good])


def _demand(board: Map, ask: Ask, seed: int) -> Demand:
    """A demand with its payout."""
    luck = 2 * draw(seed, "payout", *ask) - 1
    return Demand(*ask, int(mean_payout(board, *ask) * (1 + SPREAD * luck) + 0.5))


def card_table(board: Map, cards: Iterable[Card]) -> DataTable:
    """The demand cards as a table."""
    rows = []
    for line, card in enumerate(cards, 2):
        cells = [
            (board.cities[demand.city].name, board.goods[demand.good].name, str(demand.payout))
            for demand in card.demands
        ]
        rows.append(Row(line, dict(zip(COLUMNS[CARDS], [cell for three in cells for cell in three], strict=True))))
    return DataTable(CARDS, tuple(rows))
