"""The Railbot: the worked examples of the manual, and what its cards do."""

import numpy as np
import pytest
from given import given, play, written
from railways_of_the_world.games import (
    ALVESTA,
    about,
    against,
    changed,
    choices,
    choose,
    have,
    links,
    player,
    railbot,
    the_railbot,
)

from railgym.envs.core.errors import OptionsError
from railgym.envs.railways_of_the_world.options import RailbotOptions

KALMAR, STOCKHOLM = "NO02", "NO01"  # Kalmar - Alvesta - Malmö, Stockholm - Norrköping - Kalmar
TO_MALMO = ("load a black cube in Alvesta", "go to Hässleholm", "go to Malmö")
PASS_TWICE = ("pass", "pass")  # then comes the Railbot's card


def test_kalmar_alvesta_malmo__is_resolved_as_in_the_manual() -> None:
    """RS-6.2, RS-6.3, RS-6.6, RS-6.7: it builds Kalmar - Alvesta; Alvesta and Malmö are joined by two links of the
    player: a black cube is removed, and the player gains a point."""
    own, cubes = links("Alvesta", "Hässleholm", "Malmö"), {"Alvesta": {"black": 1, "red": 1}}
    position = given(railbot(), **against(KALMAR, STOCKHOLM, "C02", top="C04"), links=own, cubes=cubes)
    told = play(position, *PASS_TWICE) + choose(position, "choose the way of the Railbot's track")
    assert {sentence.split(",")[0] for sentence in about(told, "finishes")} <= {
        "the Railbot finishes the link Kalmar - Alvesta",
        "the Railbot finishes the link Alvesta - Kalmar",
    }
    assert written(position)["links"][-1]["owner"] == "railbot"
    assert about(told, "takes a", "cube") == ["the Railbot takes a black cube of Alvesta"]
    assert position.scores[0] == 1
    assert position.phase == "take an action" and written(position)["actions"] == 1


def test_exhaust_purple__activates_the_middle_slot() -> None:
    """RS-5.2, RS-5.3: the card in the middle is resolved and gone, the others slide to the left, and the revealed one
    comes last."""
    position = given(railbot(), **against("C02", STOCKHOLM, "C04", top="C05"))
    told = play(position, *PASS_TWICE)
    assert about(told, "reveals") == ["the Railbot reveals a card: exhaust 2 purple cubes"]
    assert about(told, "resolves") == [
        "the Railbot resolves card 2 of the row: links Stockholm - Norrköping - Kalmar",
    ]
    assert the_railbot(position)["row"] == ["C02", "C04", "C05"]


def test_second_deadhead__leaves_three_places_on_display() -> None:
    """RS-7.1, RS-7.2, RS-7.3: the fifth place is blocked; the card in the fourth goes, and the second Deadhead takes
    its place."""
    cards = ["land grant", "new industry", "city growth", "hotel in Oslo"]
    four = {"railbot": {"display_holds": 4}, "display": cards}
    position = given(railbot(), **against("C09", "C02", "C04", **four))
    told = play(position, *PASS_TWICE)
    assert about(told, "pushed off") == ["a card is pushed off the display: land grant"]
    assert the_railbot(position)["display_holds"] == 3 and written(position)["display"] == cards[1:]


def test_insurance__negates_a_card_and_comes_back() -> None:
    """RS-4.5, RS-4.6, RS-4.8, RS-4.9, RS-5.4"""
    position = given(railbot(), **against("C09", "C02", "C04"))
    assert {words for words in choices(position) if words.startswith("insure")} == {
        "insure against card 1 of the row",
        "insure against card 2 of the row",
    }
    told = play(position, "insure against card 1 of the row")
    assert about(told, "resolv") == ["Insurance keeps the Railbot from resolving card 1 of the row: deadhead"]
    assert not about(told, "display") and the_railbot(position)["insured"] is None
    assert the_railbot(position)["part_of_turn"] == "after its card" and written(position)["actions"] == 1


def test_insurance__takes_the_first_two_actions() -> None:
    """RS-4.5, RS-4.7"""
    position = given(railbot(), **against("C09", "C02", "C04"))
    play(position, "pass")
    assert not any(words.startswith("insure") for words in choices(position))


def test_token__travels_with_its_card() -> None:
    """RS-4.9"""
    position = given(railbot(), **against("C02", "C09", "C04"), cubes={"Oslo": {"red": 2}, "Malmö": {"red": 1}})
    play(position, "insure against card 2 of the row")
    choose(position, "choose where a cube is exhausted")
    assert the_railbot(position)["insured"] == "C09" == the_railbot(position)["row"][0]


def test_taxation__takes_twice_the_income_with_bonds() -> None:
    """RS-7.4"""
    position = given(railbot(), **against("C07", "C02", "C04", top="C09"), scores=[41, 0])
    told = play(position, *PASS_TWICE)
    assert about(told, "tax") == [
        "the Railbot resolves card 1 of the row: taxation",
        "player_0 has to pay $50,000 in tax",
    ]
    assert about(told, "bonds") == ["player_0 takes 10 bonds for $50,000"]


def test_taxation__is_of_the_income_before_bonds_cost_anything() -> None:
    """RS-7.4: twice the 14 of twelve points, though six bonds would leave 8 of them."""
    rich = {"scores": [12, 0], "players": [{"bonds": 6, "cash": 30}]}
    position = given(railbot(), **against("C07", "C02", "C04", top="C09"), **rich)
    told = play(position, *PASS_TWICE)
    assert about(told, "has to pay") == ["player_0 has to pay $28,000 in tax"] and not about(told, "bond")
    assert (player(position)["cash"], player(position)["bonds"]) == (2, 6)


def test_exhaust__takes_as_many_cubes_as_the_map_says() -> None:
    """RS-7.5, RS-7.6"""
    cubes = {"Oslo": {"red": 2, "blue": 1}, "Malmö": {"red": 1}, "Bergen": {"black": 1}}
    position, told = given(railbot(), **against("C02", "C09", "C04"), cubes=cubes), list[str]()
    play(position, *PASS_TWICE)
    for _ in range(railbot().board.base_exhaust):
        assert position.phase == "choose where a cube is exhausted"
        assert choices(position) == {"choose Oslo", "choose Malmö"} - ({"choose Malmö"} if told else set())
        told += play(position, "choose Oslo" if told else "choose Malmö")
    assert about(told, "exhausts") == [f"the Railbot exhausts a red cube of {city}" for city in ("Malmö", "Oslo")]
    assert written(position)["cubes"] == {"Oslo": {"red": 1, "blue": 1}, "Bergen": {"black": 1}}


def test_link_of_the_railbot__costs_a_point_to_use() -> None:
    """RS-4.2"""
    tracks = links("Alvesta", "Hässleholm") + links("Hässleholm", "Malmö", owner="railbot")
    ready = {"links": tracks, "cubes": {"Alvesta": {"black": 1}}, "players": [{"engine": 2}], "scores": [10, 0]}
    position = given(railbot(), **ready)
    play(position, *TO_MALMO)
    assert position.scores[0] == 10  # one for the own link, one less for the Railbot's


def test_tychoon__makes_an_engine_of_level_1_useless() -> None:
    """RS-13.3"""
    load, cubes = TO_MALMO[0], {"Alvesta": {"black": 1}}
    position = given(railbot(duel_barons=True), links=[ALVESTA], cubes=cubes, new_cities={"Hässleholm": "black"})
    assert load in choices(position)
    position = changed(position, railbot={"effects": ["Christopher L Tychoon"]})
    assert load not in choices(position)
    assert load in choices(have(position, engine=2))


@pytest.mark.parametrize("seed", range(20))
def test_set_up__is_that_of_the_manual(seed: int) -> None:
    """RS-2.4, RS-2.7, RS-2.8, RS-2.10, RS-2.11, RW-R3"""
    dealt = railbot().new_position(seed)
    cards, bot = {card.id: card for card in railbot().board.railbot}, the_railbot(dealt)
    deck, removed, row = bot["deck"], bot["removed"], bot["row"]
    assert sorted([*deck, *removed, *row]) == sorted(cards) and len(removed) == len(row) == 3
    assert all(cards[card].slot == 1 for card in removed + row)
    assert not any("taxation" in cards[card].kind or "deadhead" in cards[card].kind for card in row)
    assert "final_evaluation" in [cards[card].kind for card in deck[-3:]]
    assert [sum(cards[card].slot == slot for card in deck) for slot in (1, 2, 3)] == [6, 6, 6]
    bounties = [card.startswith("service bounty") for card in written(dealt)["display"]]
    assert bounties == [True, True, False]
    assert player(dealt)["bonds"] == 0 == dealt.scores[0]


@pytest.mark.parametrize("options", [{}, {"duel_barons": True, "fewer_cards": 2}, {"railbot": "agent"}])
def test_games__last_eighteen_to_twenty_turns(options: dict) -> None:
    """RS-10.5: or fewer where cards were removed or the markers were used up; every cube is somewhere, and each
    player can always act."""
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
    """RS-10.6, RW-R4.2"""
    assert RailbotOptions.parse(railbot="agent").num_players == 2
    with pytest.raises(OptionsError, match="railbot"):
        RailbotOptions.parse(railbot="deck", num_players=2)
    assert RailbotOptions.parse(duel_barons=True).goal == 140
