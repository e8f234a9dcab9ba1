"""Duel Barons: the goals of all twelve, tier by tier, and what each does when the Railbot claims it."""

from typing import Any

import pytest
from given import given, play, written
from railways_of_the_world.games import about, against, changed, choices, choose, have, player, railbot, the_railbot
from railways_of_the_world.games import links as made

from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world.names import DUEL_BARONS

BERNY, TYCHOON, OLSEN = "John Berny", "Christopher L Tychoon", "Jon Eric Olsen"
COLORS = ("red", "blue", "yellow", "purple", "black")
LINES = ("Stockholm - Malmö", "Oslo - Göteborg", "Oslo - Bergen", "Stockholm - Göteborg")
PASS_TWICE = ("pass", "pass")  # then comes the Railbot's card
EXHAUST = "choose where a cube is exhausted"
INSURE = "insure against card 1 of the row"
Entries = dict[str, Any]


def on_offer(*names: str, **owners: str) -> Entries:
    """The Railbot's part of a position: these barons, and who claimed some of them."""
    return {"duel_barons": [{"name": name, "owner": owners.get(name.split()[-1].lower())} for name in names]}


def duel(*names: str, row: tuple[str, ...] = ("C02", "C03", "C04"), top: str = "C07", **position: Any) -> Position:
    """The first of two actions with these barons on offer, or with the ``railbot`` that is given."""
    bot = position.pop("railbot", on_offer(*names))
    return given(railbot(duel_barons=True), **against(*row, top=top, railbot=bot, **position))


def hotels(number: int) -> Entries:
    return {"hotels": {city.name: "player_0" for city in railbot().board.cities[:number]}}


def seat(**entries: Any) -> Entries:
    return {"players": [entries]}


def delivered(*numbers: int) -> Entries:
    return seat(delivered=dict(zip(COLORS, numbers, strict=True)))


def links(*networks: tuple[str, ...], owner: str = "player_0") -> Entries:
    return {"links": [link for cities in networks for link in made(*cities, owner=owner)]}


COLORED = ("Stockholm", "Oslo", "Göteborg", "Bergen", "Örebro", "Malmö", "Kalmar")
PAIRS = ("Stockholm", "Oslo", "Göteborg", "Gävle", "Bergen", "Kalmar")
GOALS: dict[str, list[tuple[int, Entries]]] = {
    "Benjamin P. Kranz": [(0, hotels(1)), (3, hotels(2)), (4, hotels(3)), (5, hotels(4)), (5, hotels(5))],
    "Caleb V. Kranz": [(0, seat(engine=5)), *((n, seat(engine=e)) for n, e in ((1, 6), (3, 7), (6, 8)))],
    TYCHOON: [(n, seat(longest_delivery=far)) for n, far in ((0, 4), (3, 5), (5, 6), (5, 7))],
    "Dávid Turczi": [
        (7, links(COLORED)),
        (0, links((*COLORED[:6], "Alvesta"))),
        (0, links(COLORED[:4], COLORED[4:])),
        (0, links(COLORED, owner="railbot")),
    ],
    "J. S. Albertson": [
        (6, links(PAIRS)),
        (6, links(PAIRS[:2], PAIRS[2:4], PAIRS[4:])),
        (0, links(PAIRS[:5])),
        (0, links(PAIRS[:2], PAIRS[2:5], PAIRS[5:])),
    ],
    "J. T. Howard": [(n, seat(major_lines=LINES[:lines])) for n, lines in ((0, 1), (4, 2), (7, 3), (7, 4))],
    BERNY: [
        (0, links(("Oslo", "Örebro", "Malmö", "Falun"))),
        (2, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle"))),
        (4, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle", "Odense", "Aarhus"))),
        (6, links(("Oslo", "Örebro", "Malmö", "Falun", "Gävle", "Odense", "Aarhus", "Kristiansand", "Oslo"))),
        (0, links(("Örebro", "Falun", "Kristiansand", "Odense"))),  # a link between two purple cities counts once
        (2, links(("Örebro", "Falun", "Kristiansand", "Odense", "Örebro"))),
    ],
    "Jon Eric Olsen": [(0, delivered(9, 9, 0, 9, 9)), (5, delivered(1, 2, 1, 9, 1)),
                       (10, delivered(2, 2, 2, 2, 2)), (10, delivered(3, 3, 3, 3, 3))],
    "Lars Toft": [(0, delivered(9, 9, 9, 0, 1)), (1, delivered(0, 0, 0, 1, 9)),
                  (2, delivered(0, 0, 0, 9, 2)), (4, delivered(0, 0, 0, 3, 4))],
    "Mark Dainty": [
        (5, links(("Oslo", "Karlstad", "Stockholm"))),
        (0, links(("Oslo", "Karlstad"), ("Stockholm", "Uppsala"))),
    ],
    "P. Andrew Sellers": [
        (0, links(("Oslo", "Hamar", "Røros"))),
        (4, links(("Oslo", "Hamar"), ("Hamar", "Oslo"))),
        (4, links(("Oslo", "Hamar"), ("Oslo", "Hamar"))),
        (0, links(("Oslo", "Hamar"), ("Hamar", "Oslo"), owner="railbot")),
    ],
    "Rosie Rosenfeld": [(0, delivered(9, 0, 1, 9, 9)), (1, delivered(0, 1, 9, 0, 0)),
                        (2, delivered(0, 9, 2, 0, 0)), (4, delivered(0, 3, 3, 0, 0))],
}  # fmt: skip


@pytest.mark.parametrize("name", GOALS)
def test_goal__is_met_tier_by_tier(name: str) -> None:
    """RS-13.1, RS-13.2, RS-13.3, RS-13.4, RS-13.5, RS-13.6, RS-13.7, RS-13.8, RS-13.9, RS-13.10, RS-13.11, RS-13.12,
    RS-8.1, RS-8.3, RW-R8: over own links."""
    for points, entries in GOALS[name]:
        position = duel(name, **entries)
        assert (f"claim {name}" in choices(position)) == (points > 0)
        if points > 0:
            told = play(position, f"claim {name}")
            assert about(told, "claims") == [f"player_0 claims {name} for {points} point{'s' * (points > 1)}"]
            assert position.scores[0] == points and f"claim {name}" not in choices(position)


def test_goals__are_of_all_twelve_barons() -> None:
    """RS-1.2"""
    assert list(GOALS) == list(DUEL_BARONS) and len(DUEL_BARONS) == 12


@pytest.mark.parametrize(("far", "points"), [(4, 0), (5, 3), (6, 5)])
def test_tychoon__asks_for_a_delivery_over_so_many_links(far: int, points: int) -> None:
    """RS-13.3: one of them is the Railbot's; shorter deliveries before and after it change nothing."""
    claim = f"claim {TYCHOON}"
    way = ["Västerås", "Uppsala", "Jönköping", "Alvesta", "Hässleholm", "Halmstad", "Malmö"][6 - far :]
    track = made(*way[:2]) + made(*way[1:3], owner="railbot") + made(*way[2:])
    position = duel(TYCHOON, links=track, **seat(engine=far))
    for start in (2, 0, 3):
        assert (claim in choices(position)) == (points > 0 and start == 3)
        position = changed(position, cubes={way[start]: {"black": 1}}, actions=2)
        play(position, f"load a black cube in {way[start]}", *(f"go to {city}" for city in way[start + 1 :]))
    assert (claim in choices(position)) == (points > 0)
    if points > 0:
        assert about(play(position, claim), "claims") == [f"player_0 claims {TYCHOON} for {points} points"]


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
    position = duel(name, **links(*networks))
    assert f"claim {name}" not in choices(position)
    play(position, "urbanize Alvesta", f"make it {color}")
    assert f"claim {name}" in choices(position)


@pytest.mark.parametrize("color", [*COLORS, "gray"])
def test_dainty__goes_by_the_color_that_a_city_has(color: str) -> None:
    """RS-13.10: no New City tile is red, but if one were, it would count; one of another color does not."""
    position = duel("Mark Dainty", links=made("Oslo", "Hamar"), new_cities={"Hamar": color})
    assert ("claim Mark Dainty" in choices(position)) == (color == "red")


@pytest.mark.parametrize(("a", "b"), [("Alvesta", "Hässleholm"), ("Hässleholm", "Alvesta")])
def test_sellers__asks_for_two_own_links_whichever_way_each_was_built(a: str, b: str) -> None:
    """RS-13.11: one of the Railbot's is none of them."""
    claim, own = "claim P. Andrew Sellers", made("Alvesta", "Hässleholm")
    of_the_railbot = made(a, b, a, owner="railbot")
    assert claim not in choices(duel("P. Andrew Sellers", links=own + of_the_railbot))
    assert claim in choices(duel("P. Andrew Sellers", links=own + of_the_railbot + made(a, b)))


def test_barons__are_claimed_at_any_time_of_the_turn_and_cost_no_action() -> None:
    """RS-8.2, RS-8.5, RW-R7: before and after each action, any number, each once; Insurance stays possible."""
    names = ("Benjamin P. Kranz", "Caleb V. Kranz", "J. T. Howard")
    position = duel(*names, row=("C09", "C02", "C04"), **hotels(2), **seat(engine=6))
    play(position, "claim Benjamin P. Kranz")
    assert written(position)["actions"] == 2 and INSURE in choices(position)
    play(position, *PASS_TWICE)
    assert choices(position) == {"pass", "claim Caleb V. Kranz"}
    assert the_railbot(position)["part_of_turn"] == "before its card"
    told = play(position, "claim Caleb V. Kranz")
    assert about(told, "resolves") and the_railbot(position)["part_of_turn"] == "after its card"
    position = have(position, major_lines=LINES[:3])
    assert {"claim J. T. Howard", "upgrade the engine"} <= choices(position)
    play(position, "pass")
    assert choices(position) == {"pass", "claim J. T. Howard"}
    assert the_railbot(position)["part_of_turn"] == "after its card" and written(position)["year"] == 1
    assert about(play(position, "claim J. T. Howard"), "income") and written(position)["year"] == 2
    assert [baron["owner"] for baron in the_railbot(position)["duel_barons"]] == ["player_0"] * 3
    assert not any(words.startswith("claim") for words in choices(position))


def test_claims__need_not_be_made() -> None:
    """RS-8.2: a player who passes goes on."""
    position = duel("Benjamin P. Kranz", row=("C09", "C02", "C04"), **hotels(2))
    play(position, *PASS_TWICE)
    assert about(play(position, "pass"), "resolves")
    assert the_railbot(position)["duel_barons"] == [{"name": "Benjamin P. Kranz"}]


# --- the Railbot's ------------------------------------------------------------------------------------------------

ICON = {"row": ("C06", "C03", "C10")}  # black cubes are exhausted, of which there are none, and a baron is claimed


def claimed(name: str, *others: str, bonds: int = 0, **position: Any) -> tuple[Position, list[str]]:
    """The Railbot claims a baron: a card of exhaust with a baron's icon comes up, on a map without black cubes."""
    entries: Entries = {"scores": [20, 0], **seat(bonds=bonds), **position}
    first = duel(name, *others, **ICON, **entries)
    play(first, *PASS_TWICE)
    assert first.phase == "choose the baron that the Railbot claims" and f"claim {name}" in choices(first)
    return first, play(first, f"claim {name}")


def test_railbot__claims_a_baron_that_nobody_has() -> None:
    """RS-8.4, RS-8.5, RW-R4.1: whose goal need not be met; where there is none, nothing happens."""
    bot = on_offer("Mark Dainty", "Lars Toft", "Rosie Rosenfeld", dainty="player_0")
    position = duel(**ICON, railbot=bot)
    play(position, *PASS_TWICE)
    assert choices(position) == {"claim Lars Toft", "claim Rosie Rosenfeld"}
    told = play(position, "claim Lars Toft")
    assert [baron.get("owner") for baron in the_railbot(position)["duel_barons"]] == ["player_0", "railbot", None]
    assert about(told, "claims") == ["the Railbot claims Lars Toft"] and not about(told, "point")
    position = have(position, delivered={"purple": 5, "black": 5})
    assert "pass" in choices(position) and "claim Lars Toft" not in choices(position)
    position = duel(**ICON)
    play(position, *PASS_TWICE)
    assert position.phase == "take an action"


def test_barons__are_nobody_s_without_the_variant() -> None:
    """RS-2.14, RS-8.4"""
    assert the_railbot(railbot().new_position(1))["duel_barons"] == []
    position = given(railbot(), **against(*ICON["row"]))
    play(position, *PASS_TWICE)
    assert position.phase == "take an action"


@pytest.mark.parametrize("bonds", [0, 7])
def test_benjamin_kranz__is_a_taxation(bonds: int) -> None:
    """RS-13.1: of the income by points, whatever bonds cost."""
    _, told = claimed("Benjamin P. Kranz", bonds=bonds)
    assert about(told, "has to pay") == ["player_0 has to pay $36,000 in tax"]


def test_caleb_kranz__resolves_the_third_card() -> None:
    """RS-13.2, RW-R7: the one that is third after the revealed card came; a new one takes its place unresolved."""
    new = on_offer("Caleb V. Kranz") | {"deck": ["C07", "C09", "..."]}
    position = duel(**ICON, railbot=new, scores=[20, 0])
    play(position, *PASS_TWICE)
    told = play(position, "claim Caleb V. Kranz")
    assert about(told, "reveals") == ["the Railbot reveals a card: deadhead"]
    assert about(told, "resolves") == ["the Railbot resolves card 3 of the row: taxation"]
    assert about(told, "has to pay") == ["player_0 has to pay $36,000 in tax"]
    assert the_railbot(position)["row"] == ["C03", "C10", "C09"]
    assert position.phase == "take an action" and written(position)["actions"] == 1


def test_caleb_kranz__may_draw_the_final_evaluation() -> None:
    """RS-13.2, RW-R8: it triggers the end as usual, and the row has two cards."""
    final = on_offer("Caleb V. Kranz") | {"deck": ["C07", "C01", "..."]}
    position = duel(**ICON, railbot=final)
    play(position, *PASS_TWICE)
    told = play(position, "claim Caleb V. Kranz")
    assert about(told, "the game will end") == ["the game will end with turn 2"]
    assert len(about(told, "has to pay")) == 1 and the_railbot(position)["row"] == ["C03", "C10"]


def test_tychoon__weakens_the_engine_but_not_the_price_of_the_next() -> None:
    """RS-13.3, RW-R7: deliveries, and the goals of others."""
    position, _ = claimed(TYCHOON, "Caleb V. Kranz")
    position = changed(position, links=made("Alvesta", "Hässleholm", "Malmö"), cubes={"Alvesta": {"black": 1}})
    for engine, far in ((2, False), (3, True)):
        assert ("load a black cube in Alvesta" in choices(have(position, engine=engine))) == far
    assert "claim Caleb V. Kranz" not in choices(have(position, engine=6))
    position = have(position, engine=7)
    assert about(play(position, "claim Caleb V. Kranz"), "claims") == ["player_0 claims Caleb V. Kranz for 1 point"]
    told = play(position, "upgrade the engine")
    assert about(told, "upgrades") == ["player_0 upgrades the engine to level 8 for $20,000"]


def test_turczi__exhausts_one_cube_of_each_color() -> None:
    """RS-13.4: of those that there are."""
    position, _ = claimed("Dávid Turczi", cubes={"Oslo": dict.fromkeys(COLORS[:4], 2), "Malmö": {"red": 1}})
    choose(position, EXHAUST)
    left = written(position)["cubes"].values()
    assert [sum(there.get(color, 0) for there in left) for color in COLORS] == [2, 1, 1, 1, 0]


def test_albertson__is_a_deadhead() -> None:
    """RS-13.5"""
    position, told = claimed("J. S. Albertson")
    assert about(told, "display") == ["the display holds 4 cards from now on"]
    assert the_railbot(position)["display_holds"] == 4


def test_howard__claims_a_major_line() -> None:
    """RS-13.6"""
    position, _ = claimed("J. T. Howard")
    assert position.phase == "choose the major line that the Railbot claims"
    assert len(choices(position)) == len(railbot().board.lines)
    play(position, "claim Stockholm - Malmö")
    assert written(position)["claimed_lines"] == ["Stockholm - Malmö"] and player(position)["major_lines"] == []


def test_berny__removes_the_purple_new_cities() -> None:
    """RS-13.7"""
    position, _ = claimed(BERNY)
    play(position, "urbanize Alvesta")
    assert choices(position) == {"make it blue", "make it yellow", "make it black"}


def test_olsen__makes_insurance_cost_the_whole_turn() -> None:
    """RS-13.8, RW-R7: all three actions; what is insured stays so."""
    bot = on_offer(OLSEN) | {"effects": [OLSEN]}
    position = duel(row=("C09", "C02", "C04"), railbot=bot)
    told = play(position, INSURE)
    assert not about(told, "the display holds") and len(about(told, "income")) == 1
    assert written(position)["year"] == 2 and written(position)["actions"] == 2
    next_row = {"row": ["C04", "C02", "C09"], "deck": ["C10", "..."]}
    position = changed(position, railbot=the_railbot(position) | next_row)
    play(position, *PASS_TWICE)
    assert written(position)["year"] == 2 and written(position)["actions"] == 1


@pytest.mark.parametrize("last", ["claim Benjamin P. Kranz", "pass"])
def test_olsen__leaves_barons_to_be_claimed_after_insurance(last: str) -> None:
    """RS-13.8, RS-8.2, RW-R7: before the Railbot's card, and after it, without an action, before income."""
    bot = on_offer("Benjamin P. Kranz", OLSEN, olsen="railbot") | {"effects": [OLSEN]}
    position, both = duel(row=("C09", "C02", "C04"), railbot=bot, **hotels(2)), {"claim Benjamin P. Kranz", "pass"}
    assert not about(play(position, INSURE), "resolv") and choices(position) == both
    told = play(position, "pass")
    assert about(told, "resolv") and not about(told, "income") and written(position)["year"] == 1
    assert choices(position) == both and written(position)["actions"] == 0
    told = [sentence for sentence in play(position, last) if "income" in sentence or "claims" in sentence]
    assert ["claims" in sentence for sentence in told] == ([False] if last == "pass" else [True, False])
    assert written(position)["year"] == 2 and written(position)["actions"] == 2


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
    way, gray = ("Skien", "Oslo", "Hamar", "Røros"), {"Oslo": "gray", "Hamar": "gray"}
    position, _ = claimed(name, links=made(*way), **seat(engine=8))
    for color in COLORS:
        there = {"new_cities": {**gray, "Røros": color}, "cubes": {"Skien": {color: 2}}}
        delivering = changed(position, scores=[50, 0], **there)
        play(delivering, f"load a {color} cube in Skien", *(f"go to {city}" for city in way[1:]))
        assert delivering.scores[0] == 53 - less.get(color, 0)


def test_sellers__ends_the_hotels_points_for_deliveries() -> None:
    """RS-13.11: what the Railbot removes still gives one."""
    position, _ = claimed("P. Andrew Sellers")
    there = {"hotels": {"Malmö": "player_0", "Alvesta": "player_0"}, "cubes": {"Alvesta": {"black": 3}}}
    delivering = changed(position, links=made("Alvesta", "Malmö"), **there)
    play(delivering, "load a black cube in Alvesta", "go to Malmö")
    assert delivering.scores[0] == position.scores[0] + 1
    there["cubes"] |= {"Kalmar": {"red": 1}}
    bot = on_offer("P. Andrew Sellers", sellers="railbot") | {"effects": ["P. Andrew Sellers"]}
    position = duel(row=("NO02", "C03", "C10"), railbot=bot, links=made("Kalmar", "Alvesta", "Malmö"), **there)
    told = play(position, *PASS_TWICE)
    assert about(told, "the Railbot takes a black cube of Alvesta") and about(told, "1 point for a hotel")
