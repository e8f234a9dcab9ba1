"""The data files of Ticket to Ride: The Card Game: both ticket tables and the big-city bonuses."""

import csv
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from math import ceil
from pathlib import Path

import pytest

from railgym.envs.ticket_to_ride_card.data import recolour

EIGHT = ("black", "white", "green", "yellow", "red", "blue", "purple", "orange")
NINE = (*EIGHT, "grey")
COLOURS = {"published": EIGHT, "manual": NINE}
BRACKETS = {1: (2, 5, 5), 2: (17, 6, 10), 3: (14, 11, 15), 4: (11, 16, 20), 5: (2, 21, 22)}  # cards: tickets, values
BONUS = {"New York": 15, "Chicago": 12, "Los Angeles": 12, "Dallas": 10, "Miami": 8, "Seattle": 8}
NUM_TICKETS = {"New York": 11, "Chicago": 11, "Los Angeles": 10, "Dallas": 10, "Miami": 10, "Seattle": 10}


@dataclass(frozen=True)
class Ticket:
    id: int
    cities: tuple[str, str]
    value: int
    circles: dict[str, int]

    @property
    def num_cards(self) -> int:
        return sum(self.circles.values())


def read(name: str) -> list[dict[str, str]]:
    text = files("railgym.envs.ticket_to_ride_card.data").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def read_tickets(edition: str) -> list[Ticket]:
    return [
        Ticket(
            id=int(row["id"]),
            cities=(row["city_a"], row["city_b"]),
            value=int(row["value"]),
            circles={colour: int(row[colour]) for colour in COLOURS[edition]},
        )
        for row in read(f"tickets_{edition}.csv")
    ]


def demand(tickets: list[Ticket]) -> Counter[str]:
    total: Counter[str] = Counter()
    for ticket in tickets:
        total.update(ticket.circles)
    return total


@pytest.fixture(params=COLOURS)
def edition(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def tickets(edition: str) -> list[Ticket]:
    return read_tickets(edition)


def test_tickets__have_the_documented_columns(edition: str) -> None:
    """TC-2.3"""
    assert tuple(read(f"tickets_{edition}.csv")[0]) == ("id", "city_a", "city_b", "value", *COLOURS[edition])


def test_tickets__are_46_numbered_by_ascending_value(tickets: list[Ticket]) -> None:
    """TC-2.3"""
    assert [ticket.id for ticket in tickets] == list(range(1, 47))
    values = [ticket.value for ticket in tickets]
    assert values == sorted(values)
    assert sum(values) == 581


@pytest.mark.parametrize("num_cards", BRACKETS)
def test_tickets__fall_into_the_brackets(tickets: list[Ticket], num_cards: int) -> None:
    """TC-2.3: 2 / 17 / 14 / 11 / 2 tickets of one to five cards, each with its range of values."""
    count, lowest, highest = BRACKETS[num_cards]
    values = [ticket.value for ticket in tickets if ticket.num_cards == num_cards]
    assert len(values) == count
    assert (min(values), max(values)) == (lowest, highest)


def test_tickets__ask_for_a_card_per_five_points(tickets: list[Ticket]) -> None:
    """TC-2.3"""
    assert [ticket.num_cards for ticket in tickets] == [ceil(ticket.value / 5) for ticket in tickets]


def test_tickets__ask_for_a_colour_at_most_twice(tickets: list[Ticket]) -> None:
    """TC-2.3"""
    assert {n for ticket in tickets for n in ticket.circles.values()} == {0, 1, 2}


def test_tickets__are_all_different(tickets: list[Ticket]) -> None:
    """TC-2.3: Chicago-New York exists twice, in two colours; every other pair once."""
    pairs = Counter(frozenset(ticket.cities) for ticket in tickets)
    assert all(len(pair) == 2 for pair in pairs)
    assert [set(pair) for pair, count in pairs.items() if count > 1] == [{"Chicago", "New York"}]
    assert tickets[0].circles != tickets[1].circles


def test_tickets__name_a_big_city(tickets: list[Ticket]) -> None:
    """TC-2.4"""
    named = Counter(city for ticket in tickets for city in ticket.cities if city in BONUS)
    assert named == NUM_TICKETS
    assert all(not BONUS.keys().isdisjoint(ticket.cities) for ticket in tickets)


def test_tickets__carry_the_colour_of_their_big_cities(tickets: list[Ticket]) -> None:
    """TC-2.3: the two one-card tickets between Chicago and New York carry one of the two colours."""
    for ticket in tickets:
        wanted = {recolour.BIG_CITY_COLOUR[city] for city in ticket.cities if city in BONUS}
        carried = {colour for colour in wanted if ticket.circles[colour]}
        assert carried == wanted or (ticket.num_cards == 1 and len(carried) == 1), ticket


def test_published_tickets__ask_for_the_known_number_of_each_colour() -> None:
    """TC-2.3"""
    assert demand(read_tickets("published")) == dict(zip(EIGHT, (16, 17, 16, 17, 16, 18, 16, 16), strict=True))


def test_manual_tickets__ask_for_nine_colours_nearly_equally() -> None:
    """TC-2.3"""
    asked = demand(read_tickets("manual"))
    assert sum(asked.values()) == 132
    assert set(asked) == set(NINE)
    assert set(asked.values()) == {14, 15}


def test_manual_tickets__keep_cities_and_values_of_the_published_ones() -> None:
    """TC-2.3"""
    published, manual = read_tickets("published"), read_tickets("manual")
    assert [(t.id, t.cities, t.value) for t in manual] == [(t.id, t.cities, t.value) for t in published]


def test_manual_tickets__differ_only_where_a_circle_turned_grey() -> None:
    """TC-2.3"""
    for old, new in zip(read_tickets("published"), read_tickets("manual"), strict=True):
        lost = sum(old.circles[colour] - new.circles[colour] for colour in EIGHT)
        assert all(old.circles[colour] >= new.circles[colour] for colour in EIGHT)
        assert lost == new.circles["grey"] <= 1


def test_manual_tickets__spread_grey_over_the_big_cities() -> None:
    """TC-2.3"""
    grey = Counter(city for ticket in read_tickets("manual") for city in ticket.cities if ticket.circles["grey"])
    assert {grey[city] for city in BONUS} == {2, 3}


def test_big_cities__have_the_bonuses_of_the_cards() -> None:
    """TC-2.4"""
    assert {row["city"]: int(row["bonus"]) for row in read("big_cities.csv")} == BONUS


def test_recolour__makes_the_manual_table() -> None:
    """TC-2.3"""
    data = files("railgym.envs.ticket_to_ride_card.data")
    assert recolour.table() == data.joinpath("tickets_manual.csv").read_text(encoding="utf-8")


def test_recolour__knows_the_big_cities() -> None:
    """TC-2.4"""
    assert set(recolour.BIG_CITY_COLOUR) == {row["city"] for row in read("big_cities.csv")}


def test_recolour__check_reports_a_changed_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TC-2.3"""
    assert recolour.main(["--check"]) == 0
    changed = tmp_path / "tickets_manual.csv"
    changed.write_text(recolour.table().replace("Helena", "Butte"), encoding="utf-8")
    monkeypatch.setattr(recolour, "MANUAL", changed)
    assert recolour.main(["--check"]) == 1
    assert "is NOT" in capsys.readouterr().out
