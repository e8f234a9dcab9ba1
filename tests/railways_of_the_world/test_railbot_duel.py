"""Duel Barons: the goals of all twelve, tier by tier, and what each does when the Railbot claims it."""

from collections.abc import Callable

import pytest
from railways_of_the_world.tables import Table, of, railbot

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.names import DUEL_BARONS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.duel import OLSEN
from railgym.envs.railways_of_the_world.state import NO_CARD, NOBODY, RAILBOT

Setting = Callable[[Table], None]
BERNY, TYCHOON = "John Berny", "Christopher L Tychoon"


def duel(*names: str, **options: object) -> Table:
    """A game with these barons on offer."""
    table = Table(railbot(duel_barons=True, **options))
    table["duel"], table["duel_owner"] = -1, NOBODY
    for i, name in enumerate(names):
        table["duel"][i] = DUEL_BARONS.index(name)
    return table


def hotels(number: int) -> Setting:
    def change(table: Table) -> None:
        table["hotel"][:number] = 0

    return change


def seat(field: str, value: object) -> Setting:
    def change(table: Table) -> None:
        table.seat(0)[field] = value

    return change


def links(*networks: tuple[str, ...], owner: int = 0) -> Setting:
    def change(table: Table) -> None:
        for names in networks:
            table.link(owner, *names)

    return change


COLORED = ("Stockholm", "Oslo", "Göteborg", "Bergen", "Örebro", "Malmö", "Kalmar")
PAIRS = ("Stockholm", "Oslo", "Göteborg", "Gävle", "Bergen", "Kalmar")
GOALS: dict[str, list[tuple[int, Setting]]] = {
    "Benjamin P. Kranz": [(0, hotels(1)), (3, hotels(2)), (4, hotels(3)), (5, hotels(4)), (5, hotels(5))],
    "Caleb V. Kranz": [(0, seat("engine", 5)), *((n, seat("engine", e)) for n, e in ((1, 6), (3, 7), (6, 8)))],
    TYCHOON: [(0, seat("longest", 4)), (3, seat("longest", 5)), (5, seat("longest", 6)), (5, seat("longest", 7))],
    "Dávid Turczi": [
        (7, links(COLORED)),
        (0, links((*COLORED[:6], "Alvesta"))),
        (0, links(COLORED[:4], COLORED[4:])),
        (0, links(COLORED, owner=RAILBOT)),
    ],
    "J. S. Albertson": [
        (6, links(PAIRS)),
        (6, links(PAIRS[:2], PAIRS[2:4], PAIRS[4:])),
        (0, links(PAIRS[:5])),
        (0, links(PAIRS[:2], PAIRS[2:5], PAIRS[5:])),
    ],
    "J. T. Howard": [(0, seat("lines", 1)), (4, seat("lines", 5)), (7, seat("lines", 7)), (7, seat("lines", 15))],
    BERNY: [
        (0, links(("Oslo", "Örebro", "Malmö", "Falun"))),
        (2, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle"))),
        (4, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle", "Odense", "Aarhus"))),
        (6, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle", "Odense", "Aarhus", "Kristiansand", "Oslo"))),
        (0, links(("Örebro", "Falun", "Kristiansand", "Odense"))),  # a link between two purple cities counts once
        (2, links(("Örebro", "Falun", "Kristiansand", "Odense", "Örebro"))),
    ],
    "Jon Eric Olsen": [(0, seat("delivered", (9, 9, 0, 9, 9))), (5, seat("delivered", (1, 2, 1, 9, 1))),
                       (10, seat("delivered", (2, 2, 2, 2, 2))), (10, seat("delivered", (3, 3, 3, 3, 3)))],
    "Lars Toft": [(0, seat("delivered", (9, 9, 9, 0, 1))), (1, seat("delivered", (0, 0, 0, 1, 9))),
                  (2, seat("delivered", (0, 0, 0, 9, 2))), (4, seat("delivered", (0, 0, 0, 3, 4)))],
    "Mark Dainty": [
        (5, links(("Oslo", "Karlstad", "Stockholm"))),
        (0, links(("Oslo", "Karlstad"), ("Stockholm", "Uppsala"))),
    ],
    "P. Andrew Sellers": [
        (0, links(("Oslo", "Hamar", "Røros"))),
        (4, links(("Oslo", "Hamar"), ("Hamar", "Oslo"))),
        (4, links(("Oslo", "Hamar"), ("Oslo", "Hamar"))),
        (0, links(("Oslo", "Hamar"), ("Hamar", "Oslo"), owner=RAILBOT)),
    ],
    "Rosie Rosenfeld": [(0, seat("delivered", (9, 0, 1, 9, 9))), (1, seat("delivered", (0, 1, 9, 0, 0))),
                        (2, seat("delivered", (0, 9, 2, 0, 0))), (4, seat("delivered", (0, 3, 3, 0, 0)))],
}  # fmt: skip


@pytest.mark.parametrize("name", GOALS)
def test_goal__is_met_tier_by_tier(name: str) -> None:
    """RS-13.1, RS-13.2, RS-13.3, RS-13.4, RS-13.5, RS-13.6, RS-13.7, RS-13.8, RS-13.9, RS-13.10, RS-13.11, RS-13.12,
    RS-8.1, RS-8.3, RW-R8: over own links."""
    for points, setting in GOALS[name]:
        table = duel(name)
        setting(table)
        assert (f"claim {name}" in table.legal) == (points > 0)
        if points > 0:
            happened = table.play(f"claim {name}")
            assert of(happened, event_kinds.DUEL) == [(0, DUEL_BARONS.index(name), points, 0, 0)]
            assert int(table["scores"][0]) == points and f"claim {name}" not in table.legal


def test_goals__are_of_all_twelve_barons() -> None:
    """RS-1.2"""
    assert list(GOALS) == list(DUEL_BARONS) and len(DUEL_BARONS) == 12


@pytest.mark.parametrize(("far", "points"), [(4, 0), (5, 3), (6, 5)])
def test_tychoon__asks_for_a_delivery_over_so_many_links(far: int, points: int) -> None:
    """RS-13.3: one of them is the Railbot's; shorter deliveries before and after it change nothing."""
    table, claim = duel(TYCHOON), f"claim {TYCHOON}"
    way = ["Västerås", "Uppsala", "Jönköping", "Alvesta", "Hässleholm", "Halmstad", "Malmö"][6 - far :]
    table.link(0, *way[:2])
    table.link(RAILBOT, *way[1:3])
    table.link(0, *way[2:])
    table.seat(0)["engine"] = far
    for start in (2, 0, 3):
        assert (claim in table.legal) == (points > 0 and start == 3)
        table.cubes(way[start], black=1)
        table.act(0, 2)
        table.play(f"load a black cube in {way[start]}", *(f"go to {city}" for city in way[start + 1 :]))
    assert (claim in table.legal) == (points > 0)
    if points > 0:
        assert of(table.play(claim), event_kinds.DUEL) == [(0, DUEL_BARONS.index(TYCHOON), points, 0, 0)]


@pytest.mark.parametrize(
    ("name", "networks", "color"),
    [
        ("Dávid Turczi", [(*COLORED[:6], "Alvesta")], "blue"),
        ("J. S. Albertson", [(*PAIRS[:5], "Alvesta")], "yellow"),
        (BERNY, [("Oslo", "Örebro", "Malmö", "Falun"), ("Alvesta", "Oslo")], "purple"),
    ],
)
def test_new_city__is_of_its_color_for_the_goals(name: str, networks: list[tuple[str, ...]], color: str) -> None:
    """RS-13.4, RS-13.5, RS-13.7: as a city that is printed in it, from when the tile lies there."""
    table = duel(name)
    links(*networks)(table)
    assert f"claim {name}" not in table.legal
    table.play("urbanize Alvesta", f"make it {color}")
    assert f"claim {name}" in table.legal


def test_dainty__goes_by_the_color_that_a_city_has() -> None:
    """RS-13.10: no New City tile is red, but if one were, it would count; one of another color does not."""
    table = duel("Mark Dainty")
    table.link(0, "Oslo", "Hamar")
    for color in range(6):
        table["color"][table.city("Hamar")] = color
        assert ("claim Mark Dainty" in table.legal) == (color == 0)


@pytest.mark.parametrize(("a", "b"), [("Alvesta", "Hässleholm"), ("Hässleholm", "Alvesta")])
def test_sellers__asks_for_two_own_links_whichever_way_each_was_built(a: str, b: str) -> None:
    """RS-13.11: one of the Railbot's is none of them."""
    table, claim = duel("P. Andrew Sellers"), "claim P. Andrew Sellers"
    table.join(0, "Alvesta", "Hässleholm")
    table.link(RAILBOT, a, b)
    table.link(RAILBOT, b, a)
    assert claim not in table.legal
    table.join(0, a, b)
    ends = [(int(table["link_a"][i]), int(table["link_b"][i])) for i in (0, 3)]
    assert ends == [(table.city("Alvesta"), table.city("Hässleholm")), (table.city(a), table.city(b))]
    assert claim in table.legal


def test_barons__are_claimed_at_any_time_of_the_turn_and_cost_no_action() -> None:
    """RS-8.2, RS-8.5, RW-R7: before and after each action, any number, each once; Insurance stays possible."""
    names = ("Benjamin P. Kranz", "Caleb V. Kranz", "J. T. Howard")
    table = duel(*names)
    table.lay_row("C09", "C02", "C04", top="C07")
    hotels(2)(table)
    seat("engine", 6)(table)
    table.play("claim Benjamin P. Kranz")
    assert int(table.seat(0)["actions"]) == 2 and "insure against card 1 of the row" in table.legal
    table.play("pass", "pass")
    assert table.legal == {"pass", "claim Caleb V. Kranz"} and int(table["part"]) == 0
    happened = table.play("claim Caleb V. Kranz")
    assert of(happened, event_kinds.RESOLVED) and int(table["part"]) == 1
    seat("lines", 7)(table)
    assert {"claim J. T. Howard", "upgrade the engine"} <= table.legal
    table.play("pass")
    assert table.legal == {"pass", "claim J. T. Howard"} and int(table["part"]) == 1
    year = int(table["year"])
    assert of(table.play("claim J. T. Howard"), event_kinds.INCOME) and int(table["year"]) == year + 1
    assert table["duel_owner"][:3].tolist() == [0, 0, 0]
    assert not any(words.startswith("claim") for words in table.legal)


def test_claims__need_not_be_made() -> None:
    """RS-8.2: whoever passes goes on."""
    table = duel("Benjamin P. Kranz")
    table.lay_row("C09", "C02", "C04", top="C07")
    hotels(2)(table)
    table.play("pass", "pass")
    assert of(table.play("pass"), event_kinds.RESOLVED) and int(table["duel_owner"][0]) == NOBODY


# --- the Railbot's ------------------------------------------------------------------------------------------------


def claimed(name: str, *others: str, bonds: int = 0, **options: object) -> tuple[Table, list]:
    """The Railbot claims a baron: a card of exhaust with a baron's icon comes up, on a map without black cubes."""
    table = duel(name, *others, **options)
    table["scores"][0], table.seat(0)["bonds"] = 20, bonds
    table["cubes"][:, 4] = 0
    table.lay_row("C06", "C03", "C10", top="C07")
    table.resolve()
    assert int(table["phase"]) == phases.CLAIM_BARON and f"claim {name}" in table.legal
    return table, table.play(f"claim {name}")


def test_railbot__claims_a_baron_that_nobody_has() -> None:
    """RS-8.4, RS-8.5, RW-R4: whose goal need not be met; where there is none, nothing happens."""
    table = duel("Mark Dainty", "Lars Toft", "Rosie Rosenfeld")
    table["duel_owner"][0] = 0
    table["cubes"][:, 4] = 0
    table.lay_row("C06", "C03", "C10", top="C07")
    table.resolve()
    assert table.legal == {"claim Lars Toft", "claim Rosie Rosenfeld"}
    happened = table.play("claim Lars Toft")
    assert table["duel_owner"].tolist() == [0, RAILBOT, NOBODY, NOBODY]
    assert of(happened, event_kinds.BOT_DUEL) == [(-1, DUEL_BARONS.index("Lars Toft"), 0, 0, 0)]
    assert not of(happened, event_kinds.POINTS)
    seat("delivered", (0, 0, 0, 5, 5))(table)
    assert "claim Lars Toft" not in table.legal
    table = duel()
    table["cubes"][:, 4] = 0
    table.lay_row("C06", "C03", "C10", top="C07")
    table.resolve()
    assert int(table["phase"]) == phases.ACTION


def test_barons__are_nobody_s_without_the_variant() -> None:
    """RS-2.14, RS-8.4"""
    table = Table(railbot())
    assert (table["duel"] == -1).all()
    table["cubes"][:, 4] = 0
    table.lay_row("C06", "C03", "C10", top="C07")
    table.resolve()
    assert int(table["phase"]) == phases.ACTION


@pytest.mark.parametrize("bonds", [0, 7])
def test_benjamin_kranz__is_a_taxation(bonds: int) -> None:
    """RS-13.1: of the income by points, whatever bonds cost."""
    _, happened = claimed("Benjamin P. Kranz", bonds=bonds)
    assert of(happened, event_kinds.TAXED) == [(0, 36, 0, 0, 0)]


def test_caleb_kranz__resolves_the_third_card() -> None:
    """RS-13.2, RW-R7: the one that is third after the revealed card came; a new one takes its place unresolved."""
    table, happened = claimed("Caleb V. Kranz")
    third, new = table.bot_card("C07"), int(of(happened, event_kinds.FLIPPED)[0][1])
    assert of(happened, event_kinds.RESOLVED) == [(-1, third, 2, 0, 0)] and of(happened, event_kinds.TAXED) == [
        (0, 36, 0, 0, 0)
    ]
    assert table["row"].tolist() == [table.bot_card("C03"), table.bot_card("C10"), new]
    assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 1


def test_caleb_kranz__may_draw_the_final_evaluation() -> None:
    """RS-13.2, RW-R8: then the end is near, as ever, and the row has two cards."""
    table = duel("Caleb V. Kranz")
    table["cubes"][:, 4] = 0
    table.lay_row("C06", "C03", "C10", top="C07")
    table["bots"]["cards"][int(table["bots"]["size"]) - 2] = table.bot_card("C01")
    table.resolve()
    happened = table.play("claim Caleb V. Kranz")
    assert of(happened, event_kinds.LAST_TURN) == [(-1, int(table["year"]) + 1, 0, 0, 0)]
    assert len(of(happened, event_kinds.TAXED)) == 1 and int(table["row"][2]) == NO_CARD


def test_tychoon__weakens_the_engine_but_not_the_price_of_the_next() -> None:
    """RS-13.3, RW-R7: deliveries, and the goals of others."""
    table, _ = claimed(TYCHOON, "Caleb V. Kranz")
    table.link(0, "Alvesta", "Hässleholm", "Malmö")
    table.cubes("Alvesta", black=1)
    for engine, far in ((2, False), (3, True)):
        table.seat(0)["engine"] = engine
        assert ("load a black cube in Alvesta" in table.legal) == far
    table.seat(0)["engine"] = 6
    assert "claim Caleb V. Kranz" not in table.legal
    table.seat(0)["engine"] = 7
    assert of(table.play("claim Caleb V. Kranz"), event_kinds.DUEL)[0][2] == 1
    (upgraded,) = of(table.play("upgrade the engine"), event_kinds.UPGRADED)
    assert upgraded[1:3] == (8, 20)


def test_turczi__exhausts_one_cube_of_each_color() -> None:
    """RS-13.4: of those that there are."""
    table, _ = claimed("Dávid Turczi")
    before = table["cubes"].sum(0).astype(int)
    table.choose(phases.EXHAUST)
    assert (before - table["cubes"].sum(0)).tolist() == [1, 1, 1, 1, 0]


def test_albertson__is_a_deadhead() -> None:
    """RS-13.5"""
    table, happened = claimed("J. S. Albertson")
    assert of(happened, event_kinds.DEADHEAD) == [(-1, 4, 0, 0, 0)] and int(table["capacity"]) == 4


def test_howard__claims_a_major_line() -> None:
    """RS-13.6"""
    table, _ = claimed("J. T. Howard")
    assert int(table["phase"]) == phases.CLAIM_LINE and len(table.legal) == len(table.board.lines)
    table.play("claim Stockholm - Malmö")
    assert int(table["claimed"]) == 1 and int(table.seat(0)["lines"]) == 0


def test_berny__removes_the_purple_new_cities() -> None:
    """RS-13.7"""
    table, _ = claimed(BERNY)
    table.play("urbanize Alvesta")
    assert table.legal == {"make it blue", "make it yellow", "make it black"}


def test_olsen__makes_insurance_cost_the_whole_turn() -> None:
    """RS-13.8, RW-R7: all three actions; what is insured stays so."""
    table = duel("Jon Eric Olsen")
    table["effects"] = 1 << OLSEN
    table.lay_row("C09", "C02", "C04", top="C07")
    year = int(table["year"])
    happened = table.play("insure against card 1 of the row")
    assert not of(happened, event_kinds.DEADHEAD) and len(of(happened, event_kinds.INCOME)) == 1
    assert int(table["year"]) == year + 1 and int(table.seat(0)["actions"]) == 2
    table["row"] = [table.bot_card(name) for name in ("C04", "C02", "C09")]
    table["bots"]["cards"][int(table["bots"]["size"]) - 1] = table.bot_card("C10")
    table.play("pass", "pass")
    assert int(table["year"]) == year + 1 and int(table.seat(0)["actions"]) == 1


@pytest.mark.parametrize("last", ["claim Benjamin P. Kranz", "pass"])
def test_olsen__leaves_barons_to_be_claimed_after_insurance(last: str) -> None:
    """RS-13.8, RS-8.2, RW-R7: before the Railbot's card, and after it, without an action, before income."""
    table = duel("Benjamin P. Kranz", "Jon Eric Olsen")
    table["duel_owner"][1], table["effects"] = RAILBOT, 1 << OLSEN
    table.lay_row("C09", "C02", "C04", top="C07")
    hotels(2)(table)
    choices, year = {"claim Benjamin P. Kranz", "pass"}, int(table["year"])
    assert not of(table.play("insure against card 1 of the row"), event_kinds.RESOLVED) and table.legal == choices
    happened = table.play("pass")
    assert of(happened, event_kinds.RESOLVED) and not of(happened, event_kinds.INCOME) and int(table["year"]) == year
    assert table.legal == choices and int(table.seat(0)["actions"]) == 0
    kinds = [event.kind for event in table.play(last) if event.kind in (event_kinds.DUEL, event_kinds.INCOME)]
    assert kinds == ([event_kinds.INCOME] if last == "pass" else [event_kinds.DUEL, event_kinds.INCOME])
    assert int(table["year"]) == year + 1 and int(table.seat(0)["actions"]) == 2


@pytest.mark.parametrize(
    ("name", "less"),
    [
        ("Lars Toft", {"blue": 1, "yellow": 1}),
        ("Mark Dainty", {"red": 2}),
        ("Rosie Rosenfeld", {"black": 1, "purple": 1}),
    ],
)
def test_deliveries__to_some_colors_are_worth_less(name: str, less: dict[str, int]) -> None:
    """RS-13.9, RS-13.10, RS-13.12: by the color of the city, a New City's included."""
    table, _ = claimed(name)
    table.link(0, "Skien", "Oslo", "Hamar", "Røros")
    table.seat(0)["engine"], table["shown"] = 8, 0
    for i, color in enumerate(("red", "blue", "yellow", "purple", "black")):
        table["color"][table.city("Oslo")] = table["color"][table.city("Hamar")] = 5
        table["color"][table.city("Røros")] = i
        table.cubes("Skien", **{color: 2})
        table["scores"][0] = 50
        table.act(0, 9)
        table.play(f"load a {color} cube in Skien", "go to Oslo", "go to Hamar", "go to Røros")
        assert int(table["scores"][0]) == 53 - less.get(color, 0)


def test_sellers__ends_the_hotels_points_for_deliveries() -> None:
    """RS-13.11: what the Railbot removes still gives one."""
    table, _ = claimed("P. Andrew Sellers")
    table.link(0, "Alvesta", "Malmö")
    table["hotel"][table.city("Malmö")] = table["hotel"][table.city("Alvesta")] = 0
    table.cubes("Alvesta", black=3)
    table["shown"] = 0
    before = int(table["scores"][0])
    table.act(0, 2)
    table.play("load a black cube in Alvesta", "go to Malmö")
    assert int(table["scores"][0]) == before + 1
    table["part"], table["fresh"] = 0, 1
    table.act(0, 2)
    table.cubes("Kalmar", red=1)
    table.link(0, "Kalmar", "Alvesta")
    table.lay_row("Kalmar/Alvesta/Malmö", "C03", "C10", top="C07")
    happened = table.resolve()
    assert (0, 1, event_kinds.FOR_HOTEL, 0, 0) in of(happened, event_kinds.POINTS)
