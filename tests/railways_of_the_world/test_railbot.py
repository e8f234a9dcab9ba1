"""The Railbot: the worked examples of the manual, and what its cards do."""

import numpy as np
import pytest
from railways_of_the_world.tables import Table, of, railbot

from railgym.envs.core.errors import OptionsError
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.options import RailbotOptions
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.duel import TYCHOON
from railgym.envs.railways_of_the_world.state import NO_CARD, RAILBOT


def test_kalmar_alvesta_malmo__is_resolved_as_in_the_manual() -> None:
    """RS-6.2, RS-6.3, RS-6.6, RS-6.7: it builds Kalmar - Alvesta; Alvesta and Malmö hang together over two links of the
    player's: a black cube goes, and the player gains a point."""
    table = Table(railbot())
    table.join(0, "Alvesta", "Hässleholm")
    table.join(0, "Hässleholm", "Malmö")
    table.cubes("Alvesta", black=1, red=1)
    table.lay_row("Kalmar/Alvesta/Malmö", "Stockholm/Norrköping/Kalmar", "C02", top="C04")
    before = int(table["scores"][0])
    happened = table.resolve()
    while int(table["phase"]) == phases.PATH:
        happened += table.play(sorted(table.legal)[0])
    kalmar, alvesta = table.city("Kalmar"), table.city("Alvesta")
    assert {(a, b) for _, a, b, *_ in of(happened, event_kinds.LINKED)} <= {(kalmar, alvesta), (alvesta, kalmar)}
    assert table["link_owner"][int(table["num_links"]) - 1] == RAILBOT
    black = 4
    assert of(happened, event_kinds.TOOK_CUBE) == [(-1, alvesta, black, 0, 0)]
    assert int(table["scores"][0]) == before + 1
    assert int(table["phase"]) == phases.ACTION and int(table.seat(0)["actions"]) == 1


def test_exhaust_purple__activates_the_middle_slot() -> None:
    """RS-5.2, RS-5.3: the card in the middle is resolved and gone, the others slide to the left, and the revealed one
    comes last."""
    table = Table(railbot())
    table.lay_row("C02", "Stockholm/Norrköping/Kalmar", "C04", top="C05")
    happened = table.resolve()
    middle = table.bot_card("Stockholm/Norrköping/Kalmar")
    assert of(happened, event_kinds.FLIPPED) == [(-1, table.bot_card("C05"), 0, 0, 0)]
    assert of(happened, event_kinds.RESOLVED) == [(-1, middle, 1, 0, 0)]
    assert table["row"].tolist() == [table.bot_card(name) for name in ("C02", "C04", "C05")]


def test_second_deadhead__leaves_three_places_on_display() -> None:
    """RS-7.1, RS-7.2, RS-7.3: the fifth place is blocked; the card in the fourth goes, and the second Deadhead takes
    its place."""
    table = Table(railbot())
    table["capacity"] = 4
    while int(table["shown"]) < 4:
        top = int(table["deck"]["cards"][int(table["deck"]["size"]) - 1])
        table["deck"]["size"] -= 1
        table["display"][int(table["shown"])] = top
        table["shown"] += 1
    oldest, rest = int(table["display"][0]), table["display"][1:4].tolist()
    table.lay_row("C09", "C02", "C04", top="C07")
    happened = table.resolve()
    assert of(happened, event_kinds.PUSHED) == [(-1, oldest, 0, 0, 0)]
    assert int(table["capacity"]) == 3 and table["display"][:3].tolist() == rest


def test_insurance__negates_a_card_and_comes_back() -> None:
    """RS-4.5, RS-4.6, RS-4.8, RS-4.9, RS-5.4"""
    table = Table(railbot())
    table.lay_row("C09", "C02", "C04", top="C07")
    assert {"insure against card 1 of the row", "insure against card 2 of the row"} <= table.legal
    assert "insure against card 3 of the row" not in table.legal
    happened = table.play("insure against card 1 of the row")
    assert of(happened, event_kinds.RESOLVED) == [(-1, table.bot_card("C09"), 0, 1, 0)]
    assert not of(happened, event_kinds.DEADHEAD) and int(table["insured"]) == NO_CARD
    assert int(table["part"]) == 1 and int(table.seat(0)["actions"]) == 1


def test_insurance__takes_the_first_two_actions() -> None:
    """RS-4.5, RS-4.7"""
    table = Table(railbot())
    table.play("pass")
    assert not any(words.startswith("insure") for words in table.legal)


def test_token__travels_with_its_card() -> None:
    """RS-4.9"""
    table = Table(railbot())
    table.lay_row("C02", "C09", "C04", top="C07")
    table.play("insure against card 2 of the row")
    while int(table["phase"]) == phases.EXHAUST:
        table.play(sorted(table.legal)[0])
    assert int(table["insured"]) == table.bot_card("C09") == int(table["row"][0])


def test_taxation__takes_twice_the_income_with_bonds() -> None:
    """RS-7.4"""
    table = Table(railbot())
    table["scores"][0] = 41
    table.lay_row("C07", "C02", "C04", top="C09")
    happened = table.resolve()
    assert of(happened, event_kinds.TAXED) == [(0, 50, 0, 0, 0)] and of(happened, event_kinds.BONDS) == [
        (0, 10, 0, 0, 0)
    ]


def test_taxation__is_of_the_income_before_bonds_cost_anything() -> None:
    """RS-7.4: twice the 14 of twelve points, though six bonds would leave 8 of them."""
    table = Table(railbot())
    table["scores"][0], table.seat(0)["bonds"], table.seat(0)["cash"] = 12, 6, 30
    table.lay_row("C07", "C02", "C04", top="C09")
    happened = table.resolve()
    assert of(happened, event_kinds.TAXED) == [(0, 28, 0, 0, 0)] and not of(happened, event_kinds.BONDS)
    assert (int(table.seat(0)["cash"]), int(table.seat(0)["bonds"])) == (2, 6)


def test_exhaust__takes_as_many_cubes_as_the_map_says() -> None:
    """RS-7.5, RS-7.6"""
    table = Table(railbot())
    table.lay_row("C02", "C09", "C04", top="C07")
    happened = table.resolve()
    red = int(table["cubes"][:, 0].sum())
    for _ in range(table.board.base_exhaust):
        assert int(table["phase"]) == phases.EXHAUST
        assert all(int(table["cubes"][table.city(words.removeprefix("choose ")), 0]) for words in table.legal)
        happened += table.play(sorted(table.legal)[0])
    assert len(of(happened, event_kinds.EXHAUSTED)) == table.board.base_exhaust
    assert int(table["cubes"][:, 0].sum()) == red - table.board.base_exhaust


def test_link_of_the_railbot__costs_a_point_to_use() -> None:
    """RS-4.2"""
    table = Table(railbot())
    table.join(0, "Alvesta", "Hässleholm")
    table.join(0, "Hässleholm", "Malmö")
    joined, a, b = table["joined"], table.city("Hässleholm"), table.city("Malmö")
    joined[RAILBOT, a], joined[RAILBOT, b] = joined[0, a] & (1 << b), joined[0, b] & (1 << a)
    joined[0, a] &= ~(1 << b)
    joined[0, b] &= ~(1 << a)
    table.cubes("Alvesta", black=1)
    table.seat(0)["engine"] = 2
    table["scores"][0] = 10
    table.play("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")
    assert int(table["scores"][0]) == 10  # one for the own link, one less for the Railbot's


def test_tychoon__makes_an_engine_of_level_1_useless() -> None:
    """RS-13.3"""
    table = Table(railbot(duel_barons=True))
    table.join(0, "Alvesta", "Hässleholm")
    table["color"][table.city("Hässleholm")] = 4
    table.cubes("Alvesta", black=1)
    assert "load a black cube in Alvesta" in table.legal
    table["effects"] = 1 << TYCHOON
    assert "load a black cube in Alvesta" not in table.legal
    table.seat(0)["engine"] = 2
    assert "load a black cube in Alvesta" in table.legal


@pytest.mark.parametrize("seed", range(20))
def test_set_up__is_that_of_the_manual(seed: int) -> None:
    """RS-2.4, RS-2.7, RS-2.8, RS-2.10, RS-2.11, RW-R3"""
    game = railbot()
    state = game.rules.new_state(seed)
    s, cards = state[0], game.board.railbot
    deck = [int(c) for c in s["bots"]["cards"][: int(s["bots"]["size"])]]
    removed = [int(c) for c in s["removed"]["cards"][: int(s["removed"]["size"])]]
    row = s["row"].tolist()
    assert sorted(deck + removed + row) == list(range(25)) and len(removed) == len(row) == 3
    assert all(cards[c].slot == 1 for c in removed + row)
    assert not any("taxation" in cards[c].kind or "deadhead" in cards[c].kind for c in row)
    assert "final_evaluation" in [cards[c].kind for c in deck[:3]]
    assert [sum(cards[c].slot == slot for c in deck) for slot in (1, 2, 3)] == [6, 6, 6]
    kinds = [game.board.operations[int(c)].kind for c in s["display"][: int(s["shown"])]]
    assert kinds[:2] == ["service_bounty"] * 2 and len(kinds) == 3 and kinds[2] != "service_bounty"
    assert not s["players"]["bonds"].any() and int(s["scores"][0]) == 0


@pytest.mark.parametrize("options", [{}, {"duel_barons": True, "fewer_cards": 2}, {"railbot": "agent"}])
def test_games__last_eighteen_to_twenty_turns(options: dict) -> None:
    """RS-10.5: or fewer where cards were removed or the markers were used up; every cube is somewhere, and nobody is
    stuck."""
    game, rng = railbot(**options), np.random.default_rng(1)
    for seed in range(5):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            actions = np.flatnonzero(game.rules.legal(state))
            assert len(actions)
            assert state["bag"][0].sum() + state["cubes"][0].sum() == 125
            game.rules.apply(state, int(rng.choice(actions)))
        assert 14 <= state["year"][0] <= 20
        assert state["payoff"][0][0] == (1 if state["scores"][0][0] >= game.options.goal else -1)


def test_options__that_contradict_each_other_are_refused_by_name() -> None:
    """RS-10.6, RW-R4"""
    assert RailbotOptions.parse(railbot="agent").num_players == 2
    with pytest.raises(OptionsError, match="railbot"):
        RailbotOptions.parse(railbot="deck", num_players=2)
    assert RailbotOptions.parse(duel_barons=True).goal == 140
