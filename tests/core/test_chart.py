"""Boards in characters: they fit 100 columns, are cut to the region that matters, and need no colour."""

from itertools import pairwise

from railgym.envs.core.chart import SEAT_STYLES, Chart
from railgym.envs.core.geo.hexagons import Point

A, B, FAR = Point(0, 0), Point(20, 0), Point(400, 90)


def text(chart: Chart, width: int = 60) -> list[str]:
    return ["".join(words for words, _ in line) for line in chart.lines(width)]


def test_chart__draws_track_by_the_number_of_its_seat() -> None:
    """Between the places that it joins, in the colour of the seat, which says nothing more than the number does."""
    chart = Chart(most=1)
    chart.path([(A, B)], "1", SEAT_STYLES[1])
    chart.place(A, "o", "")
    chart.place(B, "o", "")
    assert text(chart) == ["o1111111111111111111o"]
    assert ("1" * 19, SEAT_STYLES[1]) in chart.lines(60)[0]


def test_chart__is_cut_to_its_focus() -> None:
    """What matters fills the width; what lies far away is left out."""
    chart = Chart(most=4)
    for at, name in ((A, "Alpha"), (B, "Beta"), (FAR, "Omega")):
        chart.place(at, "o", "", name)
    assert "Omega" in "".join(text(chart))
    chart.focus(A, B)
    shown = text(chart)
    assert "Alpha" in "".join(shown) and "Beta" in "".join(shown) and "Omega" not in "".join(shown)
    assert shown[0].index("o") < 10 and shown[0].rindex("o") > 45


def test_chart__never_is_wider_or_higher_than_it_may() -> None:
    for width in (30, 60, 80, 100):
        chart = Chart(most=4, even=True)
        for col in range(0, 200, 3):
            chart.place(Point(col, col / 4), "o", "", f"Town{col}", f"T{col}")
        assert max(map(len, text(chart, width))) <= width
        assert len(text(chart, width)) <= 2 * width // 5


def test_names__touch_neither_each_other_nor_places() -> None:
    """Where there is no room a name is shortened, and then left out; those drawn first are whole."""
    chart = Chart(most=1)
    towns = [Point(3 * i, i % 3) for i in range(20)]
    for i, at in enumerate(towns):
        chart.place(at, "*", "", f"Name{chr(65 + i)}", chr(65 + i))
    shown = text(chart)
    assert sum(line.count("*") for line in shown) == 20
    assert "NameA" in "".join(shown)
    for line in shown:
        assert not any((a.isalpha() and b == "*") or (a == "*" and b.isalpha()) for a, b in pairwise(line))


def test_trains__of_two_seats_stand_in_one_place() -> None:
    chart = Chart(most=1)
    chart.place(A, "o", "", "Alpha")
    chart.place(B, "o", "")
    chart.train(A, 0)
    chart.train(A, 2)
    assert text(chart)[0].startswith("@02 Alpha")
