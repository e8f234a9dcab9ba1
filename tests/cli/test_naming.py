"""A line that is typed names a move: by its number, its words, or their beginning."""

import pytest

from railgym.agents.human.naming import find_move
from railgym.envs.core.errors import UnknownNameError

MOVES = [(4, "draw a card"), (7, "lay red"), (9, "lay red, blue, green"), (12, "Keep Duluth - Houston (8)")]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("1", 4),
        ("4", 12),
        ("lay red", 7),
        ("LAY  Red", 7),
        ("lay red,", 9),
        ("draw", 4),
        ("keep duluth - houston (8)", 12),
    ],
)
def test_move__is_found_by_number_words_or_beginning(line: str, action: int) -> None:
    """Case and spaces do not matter; whole words win over beginnings."""
    assert find_move(line, MOVES) == action


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0", "there is no move 0: they are numbered from 1 to 4"),
        ("5", "no move 5"),
        ("-1", "no move -1"),
        ("lay", "2 moves begin with 'lay': lay red; lay red, blue, green"),
        ("lay rod", "did you mean 'lay red'"),
        ("xyzzy", "no such move 'xyzzy'; type its number or words, or ? for help"),
        ("\u00b2", "no such move"),
    ],
)
def test_move__that_is_not_there_gets_one_clear_line(line: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=r"^[^\n]+$") as caught:
        find_move(line, MOVES)
    assert message in str(caught.value)


MONEY = [(1, "bid 7000"), (2, "bid 12000 for PA"), (3, "buy PA (Pennsylvania, $35,000)"), (4, "buy PAL"), (5, "pass")]


@pytest.mark.parametrize(
    ("line", "action"),
    [("bid 7,000", 1), ("bid $7,000", 1), ("bid $12000", 2), ("buy pa", 3), ("buy PA (Pennsylvania, $35,000", 3)],
)
def test_move__is_found_by_a_sum_of_money_however_it_is_written(line: str, action: int) -> None:
    """And by whole words sooner than by the beginning of one."""
    assert find_move(line, MONEY) == action


@pytest.mark.parametrize("line", ["bid 700", "bid 7", "bid 1", "bid 12,00", "buy PA (Pennsylvania, $35"])
def test_move__is_not_found_by_the_beginning_of_a_number(line: str) -> None:
    """Money is at stake: who types a digit too few is asked again."""
    with pytest.raises(UnknownNameError, match="no such move"):
        find_move(line, MONEY)
