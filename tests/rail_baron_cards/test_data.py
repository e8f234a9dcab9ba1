"""The boards of Rail Baron and the numbers on their cards."""

import csv
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest

from railgym.envs.core.command_line import UsageError, read_command_line
from railgym.envs.core.errors import DataError
from railgym.envs.rail_baron_cards.board import DATA, Board, board_names, load_board
from railgym.envs.rail_baron_cards.data import fit_cards

SMALL = DATA / "small"

# The base game's odds in 72: of each region, then of its cities in alphabetical order.
ODDS = {
    "NE": (15, (4, 9, 10, 6, 14, 10, 7, 4, 8)),
    "SE": (9, (15, 4, 3, 3, 6, 6, 10, 6, 7, 5, 7)),
    "NC": (11, (16, 8, 10, 5, 11, 5, 8, 9)),
    "SC": (9, (6, 8, 6, 9, 4, 7, 7, 7, 9, 6, 3)),
    "PL": (8, (12, 5, 3, 18, 8, 8, 7, 5, 6)),
    "NW": (8, (5, 5, 4, 4, 17, 5, 9, 18, 5)),
    "SW": (12, (4, 6, 17, 9, 8, 3, 5, 7, 10, 3)),
}
# Cities at each railroad, twins counted once.
SERVED = {
    "SP": 12, "AT&SF": 11, "UP": 9, "PA": 13, "CRI&P": 10, "NYC": 9, "B&O": 7, "MP": 7, "C&O": 8, "CB&Q": 9,
    "SOU": 8, "SLSF": 7, "CMStP&P": 6, "L&N": 10, "GN": 6, "C&NW": 6, "IC": 6, "NP": 7, "SAL": 8, "ACL": 6,
    "GM&O": 4, "N&W": 3, "T&P": 5, "WP": 4, "D&RGW": 3, "B&M": 3, "NYNH&H": 2, "RF&P": 2,
}  # fmt: skip


@pytest.fixture(params=["standard", "small"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture
def standard() -> Board:
    return load_board("standard")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the small board, to be broken."""
    return Path(shutil.copytree(SMALL, tmp_path / "copy"))


def city(board: Board, name: str) -> int:
    return [city.name for city in board.cities].index(name)


def reached(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """How far every dot is from the first one, as far as these sections go."""
    pairs = list(pairs)
    away = {pairs[0][0]: 0}
    queue = [pairs[0][0]]
    for dot in queue:
        for a, b in [*pairs, *((b, a) for a, b in pairs)]:
            if a == dot and b not in away:
                away[b] = away[a] + 1
                queue.append(b)
    return away


def shares(total: int, odds: tuple[int, ...]) -> list[int]:
    """Largest remainders; the earlier of two equal ones first."""
    exact = [Fraction(total * chance, sum(odds)) for chance in odds]
    given = [int(share) for share in exact]
    for i in sorted(range(len(odds)), key=lambda i: given[i] - exact[i])[: total - sum(given)]:
        given[i] += 1
    return given


def lab(colour: str) -> tuple[float, float, float]:
    """A colour in CIELAB, where distances are about those that are seen."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_boards__are_three() -> None:
    assert board_names() == ("revised", "small", "standard")


def test_standard__has_the_size_of_the_game(standard: Board) -> None:
    assert (len(standard.railroads), len(standard.regions), len(standard.cities)) == (28, 7, 67)
    assert (len(standard.dots), len(standard.sections), len(standard.forks)) == (529, 749, 11)
    assert sum(dot.city is not None for dot in standard.dots) == 65


def test_standard__has_two_pairs_of_twins(standard: Board) -> None:
    twins = {dot.city for dot in standard.dots if dot.city and "/" in dot.city}
    assert twins == {"Minneapolis/St. Paul", "Oakland/San Francisco"}


def test_standard__has_dead_ends_at_cities_only(standard: Board) -> None:
    beside = defaultdict(set)
    for section in standard.sections:
        beside[section.a].add(section.b)
        beside[section.b].add(section.a)
    ends = {standard.dots[dot].city for dot, others in beside.items() if len(others) == 1}
    assert ends == {"Tampa", "San Diego", "Miami", "Norfolk", "Portland ME"}


def test_prices__are_those_of_the_variant(standard: Board) -> None:
    prices = {railroad.abbreviation: railroad.price for railroad in standard.railroads}
    assert prices["PA"] == prices["UP"] == 35_000
    assert prices["SP"] == 42_000
    assert sum(prices.values()) == 514_000


def test_railroads__serve_the_known_numbers_of_cities(standard: Board) -> None:
    served = defaultdict(set)
    for section in standard.sections:
        name = standard.railroads[section.railroad].abbreviation
        served[name] |= {dot for dot in (section.a, section.b) if standard.dots[dot].city}
    assert {name: len(dots) for name, dots in served.items()} == SERVED


def test_copies__follow_the_odds_of_the_base_game(standard: Board) -> None:
    regions = shares(150, tuple(odds for odds, _ in ODDS.values()))
    wanted = [n for total, (_, odds) in zip(regions, ODDS.values(), strict=True) for n in shares(total, odds)]
    assert [city.copies for city in standard.cities] == wanted
    assert sum(wanted) == 150


def test_odds__are_those_of_the_base_game(standard: Board) -> None:
    assert [region.odds for region in standard.regions] == [odds for odds, _ in ODDS.values()]
    assert [city.odds for city in standard.cities] == [n for _, odds in ODDS.values() for n in odds]
    assert len(standard.payoffs) == 2_211


def test_payout__of_the_printed_example(standard: Board) -> None:
    boston, knoxville = standard.cities[city(standard, "Boston")], standard.cities[city(standard, "Knoxville")]
    assert (boston.values[knoxville.region], knoxville.values[boston.region]) == (4, 6)
    assert standard.payout(city(standard, "Boston"), city(standard, "Knoxville")) == 10_000


def test_small__is_small_and_has_one_of_everything() -> None:
    small = load_board("small")
    assert (len(small.dots), len(small.railroads), len(small.regions), len(small.cities)) == (43, 6, 4, 16)
    assert sum(city.copies for city in small.cities) == 40
    assert [dot.city for dot in small.dots if dot.city and "/" in dot.city] == ["Minneapolis/St. Paul"]
    assert len(small.forks) == 2
    ends = Counter(dot for section in small.sections for dot in (section.a, section.b))
    assert [small.dots[dot].city for dot, number in ends.items() if number == 1] == ["Green Bay"]
    sides = Counter(frozenset((section.a, section.b)) for section in small.sections)
    assert max(sides.values()) == 2
    prices = [railroad.price for railroad in small.railroads]
    assert (min(prices), max(prices)) == (4_000, 16_000)


def test_small__has_runs_of_3_to_12_dots() -> None:
    small = load_board("small")
    pairs = [(section.a, section.b) for section in small.sections]
    lengths = [
        reached([(one.dot, one.dot), *pairs])[other.dot]
        for one, other in combinations(small.cities, 2)
        if one.region != other.region
    ]
    assert (min(lengths), max(lengths)) == (3, 12)
    assert sum(length >= 4 for length in lengths) >= 90


def test_map__is_connected_and_has_every_dot(board: Board) -> None:
    assert set(reached((section.a, section.b) for section in board.sections)) == set(range(len(board.dots)))


def test_railroads__are_each_connected(board: Board) -> None:
    for number in range(len(board.railroads)):
        own = [(section.a, section.b) for section in board.sections if section.railroad == number]
        assert set(reached(own)) == {dot for pair in own for dot in pair}


def test_railroads__can_be_told_apart(board: Board) -> None:
    """Those with the same dashes have clearly different colours, and no two look quite alike."""
    for one, other in combinations(board.railroads, 2):
        assert dist(lab(one.colour), lab(other.colour)) >= (20 if one.dashes == other.dashes else 5), (one, other)


def test_cities__are_sorted_by_region_and_name(board: Board) -> None:
    assert list(board.cities) == sorted(board.cities, key=lambda city: (city.region, city.name))


def test_dots__lie_in_the_states(board: Board) -> None:
    assert all(24.5 <= dot.latitude <= 49 and -125 <= dot.longitude <= -66.9 for dot in board.dots)
    assert len({(dot.latitude, dot.longitude) for dot in board.dots}) == len(board.dots)


def test_payout__is_symmetric_and_at_least_a_thousand_between_regions(board: Board) -> None:
    for a, b in product(range(len(board.cities)), repeat=2):
        assert board.payout(a, b) == board.payout(b, a)
        if board.cities[a].region == board.cities[b].region:
            assert board.payout(a, b) == 0
        else:
            assert board.payout(a, b) >= 1000
            assert board.payout(a, b) % 1000 == 0


def fit(*words: str) -> int:
    """The exit code of the script."""
    return fit_cards.main(read_command_line(fit_cards.FitCardsArgs, "fit_cards", words))


@pytest.mark.parametrize("name", ["standard", "small"])
def test_fit__reproduces_the_shipped_cards(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit(name, "--check") == 0
    report = capsys.readouterr().out.removesuffix("cards.csv is what the fit makes\n")
    assert report.startswith(f"{name}: ")
    assert f"```\n{report}```" in (DATA / "SOURCES.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["standard", "small"])
def test_fit__is_close_to_the_payoffs(name: str) -> None:
    misses = fit_cards.Fit(DATA / name).misses()
    assert misses.mean <= 0.7
    assert misses.within_2 >= 0.95


def test_fit__reports_the_misses_counted_from_the_files(standard: Board) -> None:
    """Counted from the files alone, without the script."""
    city_of = {city.abbreviation: i for i, city in enumerate(standard.cities)}
    with (DATA / "standard" / "payoffs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({frozenset((row["city_a"], row["city_b"])) for row in rows}) == len(rows) == 67 * 66 // 2
    runs = [(city_of[row["city_a"]], city_of[row["city_b"]], 1000 * float(row["thousands"])) for row in rows]
    misses = [abs(pay - chart) for a, b, chart in runs if (pay := standard.payout(a, b))]
    assert len(misses) == 1920
    assert sum(misses) / 1920 == pytest.approx(595.8, abs=0.1)


@pytest.mark.parametrize(
    ("targets", "printed"),
    [
        ([[5, 42], [31, 9]], [None] * 4),
        ([[25, 13], [40, 8]], [1, None, None, 0]),
        ([[12, 12, 30]], [None] * 4),
        ([[5, 5], [5, 35]], [None, 2, None, None]),
    ],
)
def test_fit__finds_the_best_numbers(targets: list[list[int]], printed: list[int | None]) -> None:
    def cost(numbers: tuple[int, ...]) -> tuple[int, int]:
        """The misses in tenths, and their squares."""
        pays = [(numbers[i] + numbers[len(targets) + j], t) for i, row in enumerate(targets) for j, t in enumerate(row)]
        if min(pay for pay, _ in pays) < 1 or any(p not in (None, n) for p, n in zip(printed, numbers, strict=True)):
            return 10**9, 0
        misses = [abs(10 * pay - target) for pay, target in pays]
        return sum(misses), sum(miss * miss for miss in misses)

    best = min(cost(numbers) for numbers in product(range(6), repeat=4))
    assert cost(tuple(fit_cards.Additive(targets, printed).solve())) == best


def test_fit__check_reports_other_cards(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = copy / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("Chicago,4,4", "Chicago,4,5"), encoding="utf-8")
    assert fit(str(copy), "--check") == 1
    assert "is NOT" in capsys.readouterr().out
    assert fit(str(copy)) == 0
    assert cards.read_bytes() == (SMALL / "cards.csv").read_bytes()


def test_fit__puts_a_new_card_in_once(copy: Path) -> None:
    (copy / "cards.csv").unlink()
    assert fit(str(copy)) == 0
    assert {city.copies for city in load_board(str(copy)).cities} == {1}


def test_fit__asks_for_payoffs_that_are_missing(copy: Path) -> None:
    (copy / "payoffs.csv").write_text("city_a,city_b,thousands\nDUL,GRB,7\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"payoffs\.csv: no payoff for Duluth - Madison: add a row"):
        fit(str(copy))


def test_fit__explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fit("--help")
    said = capsys.readouterr().out
    assert "Fit the numbers on the cards of a board" in said and "fit_cards standard --check" in said
    with pytest.raises(UsageError, match="missing: BOARD; see fit_cards --help"):
        fit()
