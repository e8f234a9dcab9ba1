"""Set-up against the Railbot, how hard it is made, who chooses for it, and what is not in play."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from railways_of_the_world.tables import Table, of, railbot, railways

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.maps.loading import DATA, load_map
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import NO_CARD, RAILBOT

SEEDS = range(200)


def deck(s: np.ndarray, name: str) -> list[int]:
    """The cards of a deck, from the bottom."""
    return [int(c) for c in s[name]["cards"][: int(s[name]["size"])]]


def test_map__is_chosen_and_is_nordic_unless_another_is() -> None:
    """RS-1.6, RS-2.1, RW-R2: every map has a Railbot's deck."""
    assert railbot().board.name == "nordic"
    for name in ("mexico", "eastern_us", "south_sweden"):
        game = railbot(map=name)
        assert game.board is load_map(name)
        assert int(game.params["base_exhaust"][0]) == game.board.base_exhaust
        table = Table(game)
        assert {"pass", "upgrade the engine", "insure against card 1 of the row"} <= table.legal
        assert ("western" in game.actions.blocks) == (name == "eastern_us")


def test_first_cards__are_removed_unseen_and_dealt_by_lot() -> None:
    """RS-2.7, RS-2.8, RW-R3: any card of slot 1 may be among the three removed; the row has none that are refused,
    which may come later."""
    game, removed, dealt, later = railbot(), Counter(), Counter(), Counter()
    cards = game.board.railbot
    first = {i for i, card in enumerate(cards) if card.slot == 1}
    for seed in SEEDS:
        state = game.rules.new_state(seed)
        s = state[0]
        assert deck(game.rules.view(state, 0)[0], "removed") == [UNKNOWN] * 3
        removed.update(deck(s, "removed"))
        dealt.update(s["row"].tolist())
        later.update(deck(s, "bots"))
    hard = {i for i in first if cards[i].kind in ("taxation", "deadhead")}
    assert set(removed) == first and set(dealt) == first - hard and hard <= set(later)


def test_deck__is_shuffled_with_the_final_evaluation_among_the_last_three() -> None:
    """RS-2.9, RS-2.10"""
    game = railbot()
    final = next(i for i, card in enumerate(game.board.railbot) if card.kind == "final_evaluation")
    places, tops = Counter(), set()
    for seed in SEEDS:
        cards = deck(game.rules.new_state(seed)[0], "bots")
        places[cards.index(final)] += 1
        tops.add(cards[-1])
    assert set(places) == {0, 1, 2} and min(places.values()) > 40
    assert len(tops) > 15


def test_operations__are_two_bounties_and_one_of_the_rest() -> None:
    """RS-2.11, RS-2.12, RS-2.13: the other bounties and the start cards are not in the game."""
    game, bounties, third = railbot(), set(), set()
    kinds = [card.kind for card in game.board.operations]
    for seed in SEEDS:
        s = game.rules.new_state(seed)[0]
        there = s["display"][: int(s["shown"])].tolist()
        bounties |= set(there[:2])
        third.add(kinds[there[2]])
        left = deck(s, "deck")
        out = ("service_bounty", "railroad_era_begins", "speed_record", "new_train")
        assert sorted([*left, there[2]]) == [i for i, kind in enumerate(kinds) if kind not in out]
    assert bounties == {i for i, kind in enumerate(kinds) if kind == "service_bounty"}
    assert third == {"land_grant", "new_industry", "railroad_executive", "perfect_engineering", "city_growth", "hotel"}


def test_duel_barons__are_four_of_twelve() -> None:
    """RS-1.2, RS-2.14: face up, and nobody's; the others are not in the game."""
    game, seen = railbot(duel_barons=True), set()
    for seed in SEEDS:
        s = game.rules.new_state(seed)[0]
        assert len(set(s["duel"].tolist())) == 4 and (s["duel_owner"] == -1).all()
        seen |= set(s["duel"].tolist())
        assert (game.rules.view(game.rules.new_state(seed), 0)["duel"][0] == s["duel"]).all()
    assert seen == set(range(12))


def test_universal_barons__are_not_used() -> None:
    """RS-2.17"""
    for options in ({}, {"duel_barons": True}, {"railbot": "agent"}):
        s = railbot(**options).rules.new_state(1)[0]
        assert (s["players"]["barons"] == NO_CARD).all() and int(s["phase"]) == phases.ACTION


def test_railbot__has_links_and_nothing_else() -> None:
    """RS-2.16, RS-3.4, RS-3.5: in games to their end it has no money, no bonds and no points."""
    for options in ({}, {"railbot": "agent", "duel_barons": True}):
        game, rng = railbot(**options), np.random.default_rng(6)
        for seed in range(3):
            state = game.rules.new_state(seed)
            while not state["terminated"][0]:
                game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
            s = state[0]
            assert (s["link_owner"][: int(s["num_links"])] == RAILBOT).any()
            assert s["scores"][1:].tolist() == [game.options.goal, 0, 0, 0, 0]  # at the end the target stands second
            for field in ("cash", "bonds", "engine", "delivered"):
                assert not s["players"][field][1:].any()


# --- how hard it is -----------------------------------------------------------------------------------------------


def test_cash__to_begin_with_makes_it_easier() -> None:
    """RS-11.1: 5, and still no bonds."""
    assert [int(Table(railbot(cash=cash)).seat(0)["cash"]) for cash in (0, 5)] == [0, 5]
    assert int(Table(railbot(cash=5)).seat(0)["bonds"]) == 0


def test_target__is_110_125_or_135_and_15_more_with_duel_barons() -> None:
    """RS-11.2, RS-11.7, RS-2.15, RS-10.6"""
    goals = [(t, d, int(railbot(target=t, duel_barons=d).params["target"][0])) for t in (110, 125, 135) for d in (0, 1)]
    assert goals == [(110, 0, 110), (110, 1, 125), (125, 0, 125), (125, 1, 140), (135, 0, 135), (135, 1, 150)]
    for target in (110, 135):
        for points, payoff in ((target - 1, -1), (target, 1)):
            table = Table(railbot(target=target))
            table["last_year"], table["part"], table["scores"][0] = int(table["year"]), 1, points
            table.act()
            table.play("pass")
            assert int(table["payoff"][0]) == payoff


@pytest.mark.parametrize(("change", "cubes"), [(-1, 1), (0, 2), (1, 3)])
def test_exhaust__is_by_one_less_or_more(change: int, cubes: int) -> None:
    """RS-11.3, RS-11.6, RW-R6"""
    table = Table(railbot(exhaust=change))
    table.lay_row("C02", "C03", "C06", top="C07")
    assert len(of(table.resolve() + table.choose(phases.EXHAUST), event_kinds.EXHAUSTED)) == cubes


@pytest.mark.parametrize("fewer", [1, 2])
def test_cards__are_removed_before_the_final_evaluation_comes_in(fewer: int) -> None:
    """RS-11.4, RW-R6: out of the draw deck, unseen."""
    game, removed = railbot(fewer_cards=fewer), Counter()
    final = next(i for i, card in enumerate(game.board.railbot) if card.kind == "final_evaluation")
    for seed in SEEDS:
        state = game.rules.new_state(seed)
        cards = deck(state[0], "removed")
        assert len(cards) == 3 + fewer and final in deck(state[0], "bots")[:3]
        assert len(deck(state[0], "bots")) == 19 - fewer
        assert deck(game.rules.view(state, 0)[0], "removed") == [UNKNOWN] * (3 + fewer)
        removed.update(cards[3:])
    assert {game.board.railbot[card].slot for card in removed} == {1, 2, 3}


@pytest.mark.parametrize("display", [3, 4, 5])
def test_display__holds_fewer_cards(display: int) -> None:
    """RS-11.5"""
    table = Table(railbot(display=display))
    for _ in range(4):
        table["part"], table["fresh"] = 1, 0
        table.act()
        table.play("pass")
    assert int(table["shown"]) == display


@pytest.mark.parametrize("fewer", [0, 1, 2])
def test_markers__that_bring_the_end_are_fewer(fewer: int) -> None:
    """RS-11.8, RS-10.1"""
    table = Table(railbot(fewer_markers=fewer))
    table.link(0, "Alvesta", "Malmö")
    table["markers"] = table.board.empty_limit - fewer - 2
    near = []
    for _ in range(2):
        table.cubes("Alvesta", black=1)
        table.play("load a black cube in Alvesta", "go to Malmö")
        near.append(int(table["last_year"]) > 0)
        table.act(0, 2)
    assert near == [False, True]


# --- who chooses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("railbot_is", "chooser"), [("deck", 0), ("agent", 1)])
def test_choices__of_the_railbot_are_the_player_s_or_its_agent_s(railbot_is: str, chooser: int) -> None:
    """RW-R4: cubes, and then the player goes on."""
    table = Table(railbot(railbot=railbot_is))
    table.lay_row("C02", "C03", "C06", top="C07")
    table.resolve()
    assert int(table["phase"]) == phases.EXHAUST and int(table["current"]) == chooser
    table.choose(phases.EXHAUST)
    assert int(table["phase"]) == phases.ACTION and int(table["current"]) == 0


def test_slot__may_be_chosen_instead_of_the_revealed_one() -> None:
    """RW-R4"""
    table = Table(railbot(railbot="agent", railbot_power="slot"))
    table.lay_row("C02", "C09", "C06", top="C07")
    table.resolve()
    assert table.legal == {f"resolve card {i} of the row" for i in (1, 2, 3)} and int(table["current"]) == 1
    happened = table.play("resolve card 2 of the row")
    assert of(happened, event_kinds.RESOLVED) == [(-1, table.bot_card("C09"), 1, 0, 0)]
    assert table["row"].tolist() == [table.bot_card(name) for name in ("C02", "C06", "C07")]


def test_game_of_several__has_no_railbot() -> None:
    """RS-1.6"""
    table = Table(railways())
    assert not any(words.startswith(("insure", "claim", "resolve")) for words in table.legal)
    assert (table["row"] == NO_CARD).all() and not table["bots"]["size"]


# --- what is not in play ------------------------------------------------------------------------------------------


@pytest.fixture
def shore(tmp_path: Path) -> str:
    """The small map without Karlskrona, without the major line that ends there, and without another one."""
    for file in (DATA / "south_sweden").iterdir():
        if file.suffix in (".csv", ".json"):
            words = file.read_text(encoding="utf-8").replace("Karlskrona,gray,1,yes", "Karlskrona,gray,1,no")
            words = words.replace("Halmstad,Karlskrona,3,yes", "Halmstad,Karlskrona,3,no")
            words = words.replace("Göteborg,Kalmar,5,yes", "Göteborg,Kalmar,5,no")
            (tmp_path / file.name).write_text(words, encoding="utf-8")
    return str(tmp_path)


def test_city__out_of_play_has_no_cubes_and_gets_none(shore: str) -> None:
    """RS-1.3, RS-2.2, RS-2.5, RS-2.6, RS-9.5: it counts for nothing; the others have the printed number."""
    table = Table(railbot(map=shore))
    karlskrona = table.city("Karlskrona")
    assert [int(c) for c in table["cubes"].sum(1)[:10]] == [
        0 if city.name == "Karlskrona" else city.cubes for city in table.board.cities
    ]
    assert int(table["marker"][karlskrona]) == 0 == int(table["markers"])
    assert not any("Karlskrona" in words for words in table.legal)
    growth, industry = table.show("city growth", "new industry")
    table.play(growth)
    assert len(table.legal) == 9 and "add cubes in Karlskrona" not in table.legal
    table.act()
    table.play(industry)
    assert "urbanize Karlskrona" not in table.legal and "urbanize Alvesta" in table.legal


def test_city__out_of_play_is_passed_by_no_track(shore: str) -> None:
    """RS-4.3, RS-6.10, RW-R2: the player's runs do not enter it, nor does the Railbot; a card that names it does the
    rest."""
    game, rng = railbot(map=shore), np.random.default_rng(4)
    table = Table(game)
    karlskrona = table.city("Karlskrona")
    for seed in range(6):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
        links = int(state["num_links"][0])
        assert karlskrona not in {*state["link_a"][0][:links].tolist(), *state["link_b"][0][:links].tolist()}
    table.lay_row("Karlskrona/Alvesta/Jönköping", "C03", "C06", top="C07")
    happened = table.resolve() + table.choose(phases.PATH)
    ends = {city for _, a, b, *_ in of(happened, event_kinds.LINKED) for city in (a, b)}
    assert {table.city("Alvesta"), table.city("Jönköping")} <= ends


def test_pair__with_a_city_out_of_play_is_skipped(shore: str) -> None:
    """RS-6.10: whether it comes first or second; the other pairs of the card are as ever."""
    table = Table(railbot(map=shore))
    table.lay_row("Malmö/Hässleholm/Karlskrona/Kalmar", "C03", "C06", top="C07")
    table.link(0, "Malmö", "Hässleholm")
    for city in ("Malmö", "Hässleholm", "Kalmar"):
        table.cubes(city, red=1)
    happened = table.resolve()
    assert of(happened, event_kinds.TOOK_CUBE) == [(-1, table.city("Malmö"), 0, 0, 0)] and not of(
        happened, event_kinds.LINKED
    )
    assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 1


def test_major_line__out_of_play_is_nobody_s(shore: str) -> None:
    """RS-2.3, RS-4.4"""
    table = Table(railbot(map=shore))
    table.lay_row("Malmö/Halmstad/Göteborg", "C03", "C06", top="C07")
    table.link(RAILBOT, "Malmö", "Halmstad", "Göteborg")
    table.cubes("Malmö")
    table.cubes("Halmstad")
    table.resolve()
    assert table.legal == {"claim Stockholm - Malmö", "claim Stockholm - Göteborg"}
    table = Table(railbot(map=shore))
    table.link(0, "Göteborg", "Hässleholm")
    table.link(0, "Alvesta", "Kalmar")
    happened = table.build("Alvesta", "Hässleholm")
    assert len(of(happened, event_kinds.LINKED)) == 1 and not of(happened, event_kinds.LINE)
