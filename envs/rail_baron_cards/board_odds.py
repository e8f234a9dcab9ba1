"""What a board says about rolled destinations: the odds of regions and cities, and the payoff of each pair of cities.

Both are optional. ``destination_tables.py`` completes what a board leaves out.
"""

from railgym.envs.core.data_files import DataTable, Faults, Row, decimal, reference, whole

__all__ = ["ODDS", "PAYOFFS", "PAYOFF_COLUMNS", "Pair", "note_once", "odds_of", "read_payoffs"]

ODDS = "odds"
PAYOFFS = "payoffs.csv"
PAYOFF_COLUMNS = ("city_a", "city_b", "thousands")
MAX_ODDS = 1000
MAX_PAYOFF = 99  # thousands

Pair = tuple[int, int]  # two cities, the lower number first


def odds_of(table: DataTable, faults: Faults) -> list[int]:
    """The odds of each row of a table, a whole number; 0 for all rows of a table without that column."""
    return [whole(table, row, ODDS, 1, MAX_ODDS, faults) if ODDS in row.cells else 0 for row in table.rows]


def read_payoffs(table: DataTable, city_of: dict[str, int], cities: str, faults: Faults) -> dict[Pair, int]:
    """The payoffs of pairs of cities in dollars. ``city_of``: the cities of the file ``cities`` by abbreviation."""
    found: dict[Pair, int] = {}
    lines: dict[Pair, int] = {}
    for row in table.rows:
        ends = [reference(table, row, column, city_of, cities, faults) for column in ("city_a", "city_b")]
        thousands = decimal(table, row, "thousands", MAX_PAYOFF, faults)
        if thousands < 0:
            faults.add(table.file, row.line, f"thousands is {row['thousands']!r}: write 0 or more")
        pair = min(ends), max(ends)
        if pair[0] >= 0:
            note_once(pair, row, lines, table.file, faults)
        found[pair] = 100 * round(10 * thousands)
    return found


def note_once(key: Pair, row: Row, lines: dict[Pair, int], file: str, faults: Faults) -> None:
    """Note the line of a row, or a fault if another row has the same key."""
    if key in lines:
        faults.add(file, row.line, f"that is in line {lines[key]} already: remove one of them")
    lines.setdefault(key, row.line)
