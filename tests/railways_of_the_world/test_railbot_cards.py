"""The Railbot's cards: links and cubes, Deadhead and Taxation, exhaust, major lines."""

import numpy as np
import pytest
from railways_of_the_world.tables import Table, first_slot, of, railbot

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.pieces import ENDS
from railgym.envs.railways_of_the_world.state import NO_PIECE, RAILBOT

RED, PURPLE, BLACK = 0, 3, 4
KALMAR = "Kalmar/Alvesta/Malmö"


def paid(events: list) -> dict[int, int]:
    """Points by reason."""
    return {why: points for _, points, why, *_ in of(events, event_kinds.POINTS)}


# --- which card it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "place"), [("C07", 0), ("C08", 1), ("C10", 2)])
def test_slot__of_the_revealed_card_picks_the_one_that_is_resolved(top: str, place: int) -> None:
    """RS-5.1, RS-5.2, RS-5.3: which goes; those after it slide to the left, the revealed one closes the row, and all
    this is done before the third action."""
    table = Table(railbot())
    row = ["C02", "C04", "C03"]
    table.lay_row(*row, top=top)
    size = int(table["bots"]["size"])
    happened = table.play("pass")
    assert not of(happened, event_kinds.FLIPPED) and int(table["bots"]["size"]) == size
    happened = table.play("pass") + table.choose(phases.EXHAUST)
    assert of(happened, event_kinds.RESOLVED) == [(-1, table.bot_card(row[place]), place, 0, 0)]
    left = [table.bot_card(name) for i, name in enumerate(row) if i != place]
    assert table["row"].tolist() == [*left, table.bot_card(top)]
    assert int(table["bots"]["size"]) == size - 1 and int(table.seat(0)["actions"]) == 1


def test_turn__is_two_actions_the_railbot_s_card_a_third_and_income() -> None:
    """RS-3.1, RS-3.2, RS-3.3: without an auction."""
    table = Table(railbot())
    for _ in range(3):
        table.lay_row("C04", "C03", "C02", top="C07")
        year, kinds = int(table["year"]), []
        assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 2
        for words in ("pass", "pass"):
            kinds += [event.kind for event in table.play(words)]
        assert event_kinds.RESOLVED in kinds and event_kinds.INCOME not in kinds
        table.choose(phases.EXHAUST)
        assert int(table["year"]) == year and int(table.seat(0)["actions"]) == 1
        kinds = [event.kind for event in table.play("pass")]
        assert [kinds.count(kind) for kind in (event_kinds.INCOME, event_kinds.ADDED, event_kinds.FLIPPED)] == [1, 1, 0]
        assert int(table["year"]) == year + 1


def test_display__holds_five_cards_and_the_oldest_is_pushed_off() -> None:
    """RS-3.6, RS-3.7"""
    table = Table(railbot())
    table.show("hotel in Oslo", "hotel in Göteborg", "land grant", "new industry")
    table.lay_row("C07", "C03", "C02", top="C04")
    pushed = []
    for _ in range(2):
        oldest = int(table["display"][0])
        table["part"], table["year"], table["last_year"] = 1, 1, 0
        table.act()
        top = int(table["deck"]["cards"][int(table["deck"]["size"]) - 1])
        pushed.append(of(table.play("pass"), event_kinds.PUSHED))
        assert int(table["shown"]) == 5 and int(table["display"][4]) == top
    assert pushed == [[], [(-1, oldest, 0, 0, 0)]]


# --- links --------------------------------------------------------------------------------------------------------


def test_cities__apart_are_joined_pair_by_pair_by_the_cheapest_way_for_nothing() -> None:
    """RS-6.1, RS-6.2, RS-6.3, RS-2.16, RS-3.4: the three pairs of a card of four cities."""
    table = Table(railbot())
    card = table.bot_card("Oslo/Karlstad/Örebro/Falun")
    table.lay_row("Oslo/Karlstad/Örebro/Falun", "C03", "C06", top="C07")
    happened = table.resolve() + table.choose(phases.PATH)
    cities = table.board.railbot[card].cities
    assert (
        not of(happened, event_kinds.TOOK_CUBE)
        and not of(happened, event_kinds.POINTS)
        and not of(happened, event_kinds.BONDS)
    )
    assert len(of(happened, event_kinds.LINKED)) >= 3
    assert (table["link_owner"][: int(table["num_links"])] == RAILBOT).all()
    reached = {cities[0]}
    for _ in range(10):
        reached |= {b for a in reached for b in range(34) if int(table["joined"][RAILBOT, a]) >> b & 1}
    assert set(cities) <= reached and not table["players"]["cash"].any()


def cheapest(table: Table, a: int, b: int) -> int:
    """The least that track from one city to another costs on a map without any, counted in another way: forwards, over
    hexes entered at sides, until nothing gets cheaper."""
    board, price = table.board, {"open": 2, "water": 3, "hill": 4}
    cost = {}
    at_city = {a: 0}
    while True:
        before = dict(cost), dict(at_city)
        ends = [(board.cities[c].hex, side, paid) for c, paid in at_city.items() if c != b for side in range(6)]
        for (hex, enter), paid in list(cost.items()):
            ends += [(hex, (enter + turn) % 6, paid) for turn in (2, 3, 4)]
        for hex, leave, paid in ends:
            there = board.beside[hex][leave]
            if there < 0:
                continue
            ridge = 4 * board.ridges[hex][leave]
            city = board.hexes[there].city
            if city >= 0:
                at_city[city] = min(at_city.get(city, 9999), paid + ridge * (board.hexes[hex].city < 0))
            else:
                key, total = (there, (leave + 3) % 6), paid + ridge + price[board.hexes[there].terrain]
                cost[key] = min(cost.get(key, 9999), total)
        if before == (cost, at_city):
            return at_city[b]


@pytest.mark.parametrize("name", ["Bergen/Oslo/Skien", "Oslo/Hamar/Trondheim", "Stockholm/Uppsala/Gävle"])
def test_path__costs_as_little_as_can_be(name: str) -> None:
    """RS-6.2: terrain and ridges count, as they do for players."""
    table = first_slot(name)
    board = table.board
    a, b, _ = board.railbot[table.bot_card(name)].cities
    table.resolve()
    while int(table["path_to"]) == b and int(table["phase"]) == phases.PATH:
        table.play(min(table.legal))
    price, spent, reached = {"open": 2, "water": 3, "hill": 4}, 0.0, set()
    for i in range(int(table["num_links"])):  # those of the first pair end with the one that comes to its second city
        for hex, slot in np.argwhere((table["link"] == i) & (table["track"] != NO_PIECE)):
            spent += price[board.hexes[hex].terrain]
            for side in ENDS[int(table["track"][hex, slot])]:
                at_city = board.hexes[board.beside[hex][side]].city >= 0
                spent += (4 if at_city else 2) * board.ridges[hex][side]
        reached |= {int(table["link_a"][i]), int(table["link_b"][i])}
        if b in reached:
            break
    assert b in reached and spent == cheapest(table, a, b)


def test_pair__that_is_connected_over_anybody_s_links_loses_a_cube() -> None:
    """RS-6.4, RS-6.5, RS-6.7, RW-R5: the way that does not need the player's links keeps the point away."""
    table = first_slot(KALMAR)
    table.link(RAILBOT, "Kalmar", "Karlskrona")
    table.link(0, "Karlskrona", "Alvesta", "Hässleholm", "Malmö")
    table.link(RAILBOT, "Alvesta", "Halmstad", "Malmö")
    table.cubes("Kalmar", blue=2)
    table.cubes("Alvesta", black=2)
    happened = table.resolve()
    kalmar, alvesta = table.city("Kalmar"), table.city("Alvesta")
    assert of(happened, event_kinds.TOOK_CUBE) == [(-1, kalmar, 1, 0, 0), (-1, alvesta, BLACK, 0, 0)]
    assert not of(happened, event_kinds.LINKED) and of(happened, event_kinds.POINTS) == [
        (0, 1, event_kinds.FOR_BOT, 0, 0)
    ]


def test_cube__is_of_the_second_city_s_color_or_of_the_player_s_choice() -> None:
    """RS-6.5, RS-6.6, RW-R4: Malmö is black, Alvesta gray."""
    table = first_slot(KALMAR)
    table.link(0, "Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar", red=1, purple=2)
    table.cubes("Alvesta", black=1, red=3)
    table.resolve()
    assert int(table["phase"]) == phases.TAKE_CUBE
    assert table.legal == {"take a red cube", "take a purple cube"}
    happened = table.play("take a purple cube")
    assert of(happened, event_kinds.TOOK_CUBE)[-1] == (-1, table.city("Alvesta"), BLACK, 0, 0)
    assert table["cubes"][table.city("Alvesta")].tolist() == [3, 0, 0, 0, 0]
    table = first_slot(KALMAR)
    table.link(0, "Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar")
    table.cubes("Alvesta", red=1, blue=1)
    happened = table.resolve()
    assert table.legal == {"take a red cube", "take a blue cube"} and not of(happened, event_kinds.POINTS)


def test_last_cube__that_the_railbot_takes_leaves_a_marker() -> None:
    """RS-6.8, RS-7.7, RS-10.1, RS-10.3: and may bring the end."""
    table = first_slot(KALMAR)
    table.link(0, "Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar")
    table.cubes("Alvesta", black=1)
    table["markers"] = table.board.empty_limit - 1
    happened = table.resolve()
    assert of(happened, event_kinds.EMPTIED) == [(-1, table.city("Alvesta"), 0, 0, 0)]
    year = int(table["year"])
    assert int(table["last_year"]) == year + 1 and not table["terminated"]
    happened = [*table.play("pass"), *table.play("pass", "pass", "pass")]
    assert table["terminated"] and int(table["year"]) == year + 1 and not of(happened, event_kinds.FLIPPED)


def test_hotel_and_bounty__lose_and_gain_by_what_the_railbot_takes() -> None:
    """RS-9.2, RS-9.4: in the city that the cube leaves, by a card of links or of exhaust."""
    for name, colors in ((KALMAR, {"black": 1}), ("C02", {"red": 1})):
        table = first_slot(name)
        table.link(0, "Kalmar", "Alvesta", "Malmö")
        for city in table.board.cities:
            table.cubes(city.name)
        table.cubes("Alvesta", **colors)
        table["hotel"][table.city("Alvesta")], table["hotel"][table.city("Malmö")] = 0, 0
        table.show("service bounty in Kalmar", "service bounty in Malmö")
        bounty = int(table["display"][0])
        assert table.board.operations[bounty].city == table.city("Kalmar")
        happened = table.resolve() + table.choose(phases.EXHAUST)
        assert paid(happened).get(event_kinds.FOR_HOTEL) == 1 and int(table["shown"]) == 2
    table = first_slot(KALMAR)
    table.link(0, "Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar", red=1)
    table.cubes("Alvesta")
    table.show("service bounty in Malmö", "service bounty in Kalmar", "land grant")
    kalmar = int(table["display"][1])
    happened = table.resolve()
    assert of(happened, event_kinds.PUSHED) == [(-1, kalmar, 0, 0, 0)] and int(table["shown"]) == 2


def test_bounty_and_hotel__of_the_player_s_delivery_are_as_usual() -> None:
    """RS-9.1, RS-9.3, RS-4.1"""
    table = Table(railbot())
    table.link(0, "Alvesta", "Malmö")
    table.cubes("Alvesta", black=2)
    table["hotel"][table.city("Malmö")] = 0
    table.show("service bounty in Malmö")
    happened = table.play("load a black cube in Alvesta", "go to Malmö")
    assert (
        paid(happened) == {event_kinds.FOR_LINKS: 1, event_kinds.FOR_HOTEL: 1, event_kinds.FOR_BOUNTY: 2}
        and int(table["shown"]) == 0
    )


@pytest.mark.parametrize(("points", "left"), [(0, 0), (1, 0), (2, 1), (9, 8)])
def test_delivery__over_two_links_of_the_railbot_is_netted_first(points: int, left: int) -> None:
    """RS-4.2, RS-3.5, RW-8.6, RW-R6: one for the own link, two less; never below 0."""
    table = Table(railbot())
    table.link(0, "Alvesta", "Hässleholm")
    table.link(RAILBOT, "Hässleholm", "Halmstad", "Malmö")
    table.cubes("Alvesta", black=2)
    table.seat(0)["engine"], table["scores"][0], table["shown"] = 3, points, 0
    table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Halmstad", "go to Malmö")
    assert table["scores"].tolist() == [left, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("hotel", "bounty", "left"), [(False, False, 0), (True, False, 0), (False, True, 1)])
def test_delivery__pays_one_sum_before_the_track_ends_at_0(hotel: bool, bounty: bool, left: int) -> None:
    """RS-4.2, RS-9.1, RS-9.3, RW-R6: from no points, two links of the Railbot's and an own one cost 1, which the hotel
    or the bounty is in one sum with."""
    table = Table(railbot())
    table.link(0, "Alvesta", "Hässleholm")
    table.link(RAILBOT, "Hässleholm", "Halmstad", "Malmö")
    table.cubes("Alvesta", black=1)
    table.seat(0)["engine"], table["shown"] = 3, 0
    if hotel:
        table["hotel"][table.city("Malmö")] = 0
    if bounty:
        card = next(i for i, card in enumerate(table.board.operations) if card.kind == "service_bounty")
        table["display"][0], table["shown"] = card, 1
        table.game.params["card_city"][0, card], kept = table.city("Malmö"), table.board.operations[card].city
        table.game.params["card_points"][0, card], points = 2, table.board.operations[card].points
    happened = table.play("deliver the black cube of Alvesta")
    assert int(table["scores"][0]) == left == sum(paid(happened).values())
    if bounty:
        table.game.params["card_city"][0, card], table.game.params["card_points"][0, card] = kept, points


# --- other cards --------------------------------------------------------------------------------------------------


def test_deadhead__blocks_a_place_that_is_free_without_pushing() -> None:
    """RS-7.1, RS-7.2, RS-7.3: it is never pushed off; in the end nothing is on display any more."""
    table = first_slot("C09")
    table.show("hotel in Oslo", "land grant")
    happened = table.resolve()
    assert not of(happened, event_kinds.PUSHED) and int(table["capacity"]) == 4
    table["capacity"] = 2
    table["part"] = 1
    table.act()
    oldest = int(table["display"][0])
    assert of(table.play("pass"), event_kinds.PUSHED) == [(-1, oldest, 0, 0, 0)] and int(table["shown"]) == 2
    table["capacity"] = 1
    table["shown"] = 1
    table.lay_row("C09", "C03", "C06", top="C07")
    table.resolve()
    happened = table.play("pass")
    assert len(of(happened, event_kinds.PUSHED)) == 1 and int(table["shown"]) == 0 == int(table["capacity"])


def test_card_of_both__is_a_deadhead_and_a_taxation() -> None:
    """RS-7.1, RS-7.4, RW-R3"""
    table = first_slot("C11")
    table["scores"][0], table.seat(0)["cash"] = 12, 30
    happened = table.resolve()
    assert of(happened, event_kinds.TAXED) == [(0, 28, 0, 0, 0)] and int(table.seat(0)["cash"]) == 2
    assert int(table["capacity"]) == 4 and not of(happened, event_kinds.BONDS)


def test_exhaust__is_of_any_cities_and_of_what_there_is() -> None:
    """RS-7.5, RS-7.6, RS-7.7"""
    table = first_slot("C02")
    for city in table.board.cities:
        table.cubes(city.name)
    table.cubes("Oslo", red=1)
    table.cubes("Bergen", red=1, black=1)
    table.resolve()
    assert table.legal == {"choose Oslo", "choose Bergen"}
    happened = table.play("choose Bergen")
    assert table.legal == {"choose Oslo"} and not of(happened, event_kinds.EMPTIED)
    happened = table.play("choose Oslo")
    assert (
        of(happened, event_kinds.EMPTIED) == [(-1, table.city("Oslo"), 0, 0, 0)]
        and int(table["phase"]) == phases.ACTION
    )
    table = first_slot("C02")
    for city in table.board.cities:
        table.cubes(city.name)
    table.resolve()
    assert int(table["phase"]) == phases.ACTION


def test_major_line__that_the_railbot_claims_is_nobody_s_any_more() -> None:
    """RS-7.8, RS-7.9, RW-R4: one of the player's choice, whatever links there are; it gives the Railbot nothing."""
    table = first_slot("Malmö/Halmstad/Göteborg")
    table.link(RAILBOT, "Malmö", "Halmstad", "Göteborg")
    table.cubes("Malmö")
    table.cubes("Halmstad")
    table["claimed"] = 1
    table.resolve()
    lines = [f"{table.board.cities[x.a].name} - {table.board.cities[x.b].name}" for x in table.board.lines]
    assert table.legal == {f"claim {name}" for name in lines[1:]}
    happened = table.play("claim Oslo - Göteborg")
    assert of(happened, event_kinds.BOT_LINE) == [(-1, 3, 0, 0, 0)] and not table["scores"].any()
    table.link(0, "Oslo", "Karlskrona")
    table.link(0, "Jönköping", "Göteborg", "Alvesta")
    table.link(0, "Karlskrona", "Hässleholm")
    table.act()
    assert not of(table.build("Alvesta", "Hässleholm"), event_kinds.LINE) and int(table["scores"][0]) == 0
    table = first_slot("Malmö/Halmstad/Göteborg")
    table.link(RAILBOT, "Malmö", "Halmstad", "Göteborg")
    table.cubes("Malmö")
    table.cubes("Halmstad")
    table["claimed"] = 255
    table.resolve()
    assert int(table["phase"]) == phases.ACTION


def test_icons__come_after_the_card_s_own_effect() -> None:
    """RS-7.8, RS-8.4: after its last cube, its taxation, its last pair."""
    order = []
    for name in ("C06", "C08", "Stavanger/Kristiansand/Skien/Oslo", "Malmö/Halmstad/Göteborg"):
        table = first_slot(name, duel_barons=True)
        table["scores"][0] = 12
        table.link(0, "Stavanger", "Kristiansand", "Skien", "Oslo")
        table.link(0, "Malmö", "Halmstad", "Göteborg")
        for city in ("Stavanger", "Skien", "Malmö", "Halmstad"):
            table.cubes(city, yellow=1, purple=1)
        happened = table.resolve()
        while int(table["phase"]) != phases.ACTION:
            happened += table.play(min(table.legal))
        kinds = {
            event_kinds.EXHAUSTED,
            event_kinds.TAXED,
            event_kinds.TOOK_CUBE,
            event_kinds.BOT_DUEL,
            event_kinds.BOT_LINE,
        }
        order.append([event.kind for event in happened if event.kind in kinds])
    assert order[0] == [event_kinds.EXHAUSTED, event_kinds.EXHAUSTED, event_kinds.BOT_DUEL]
    assert order[1][:2] == [event_kinds.TAXED, event_kinds.BOT_DUEL]
    assert order[2][:4] == [event_kinds.TOOK_CUBE, event_kinds.TOOK_CUBE, event_kinds.TOOK_CUBE, event_kinds.BOT_DUEL]
    assert order[3] == [event_kinds.TOOK_CUBE, event_kinds.TOOK_CUBE, event_kinds.BOT_LINE]
