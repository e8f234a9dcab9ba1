"""Against the Railbot: Insurance, and the end of the game."""

from typing import Any

import pytest
from given import given, play, written
from railways_of_the_world.games import about, against, changed, choices, choose, railbot, the_railbot

from railgym.envs.core.position import Position

PASS_TWICE = ("pass", "pass")  # then comes the Railbot's card
FIRST, SECOND = "insure against card 1 of the row", "insure against card 2 of the row"
EVALUATED = "the Final Evaluation was drawn"


def insurances(position: Position) -> set[str]:
    return {words for words in choices(position) if words.startswith("insure")}


# --- Insurance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "effects"),
    [
        ("NO03", ["finishes", "the Railbot takes", "claims the major line"]),
        ("C08", ["has to pay", "the Railbot claims"]),
        ("C04", ["exhausts", "the display holds"]),
    ],
)
def test_insured_card__has_no_effect_of_any_kind(card: str, effects: list[str]) -> None:
    """RS-4.8, RS-4.9, RS-5.4, RS-7.10, RS-8.6: nor have its icons; it is discarded, and the others slide as usual."""
    duel = {"duel_barons": [{"name": "Lars Toft"}]}
    cubes = {"Oslo": {"yellow": 3}}
    position = given(
        railbot(duel_barons=True), **against(card, "C03", "C06", railbot=duel), cubes=cubes, scores=[12, 0]
    )
    told = play(position, FIRST)
    assert not any(about(told, effect) for effect in effects)
    assert the_railbot(position)["insured"] is None and position.phase == "take an action"
    assert the_railbot(position)["row"] == ["C03", "C06", "C07"]


def test_token__is_one_and_lies_until_its_card_comes() -> None:
    """RS-4.5, RS-4.6, RS-4.9, RS-4.10, RS-1.4: against the first or second card, for the first two actions."""
    deck = {"deck": ["C10", "C07", "..."]}
    position = given(railbot(), **against("C04", "C09", "C03", railbot=deck), cubes={"Oslo": {"blue": 3, "yellow": 3}})
    assert insurances(position) == {FIRST, SECOND}
    play(position, SECOND)
    choose(position, "choose where a cube is exhausted")
    assert the_railbot(position)["part_of_turn"] == "after its card" and not insurances(position)
    play(position, "pass")
    assert the_railbot(position)["insured"] == "C09" and not insurances(position)
    row = {"row": ["C09", "C04", "C02"]}
    position = changed(position, railbot=the_railbot(position) | row)
    told = play(position, *PASS_TWICE)
    assert not about(told, "the display holds") and the_railbot(position)["insured"] is None
    play(position, "pass")
    assert FIRST in choices(position)


def test_insurance__in_the_last_turn_does_nothing() -> None:
    """RS-4.11: it may be taken, and the third action is left."""
    position = given(railbot(), **against("C04", "C03", "C06"), last_year=1)
    told = play(position, FIRST)
    assert about(told, "Insurance token") and not about(told, "reveals") and not about(told, "resolv")
    assert the_railbot(position)["part_of_turn"] == "after its card" and written(position)["actions"] == 1


def test_insurance__is_out_once_railroad_executive_is_taken() -> None:
    """RS-4.12: though three actions are left then."""
    position = given(railbot(), **against("C04", "C03", "C06"), display=["railroad executive"])
    assert FIRST in choices(position)
    (executive,) = [words for words in choices(position) if words.startswith("take card")]
    play(position, executive)
    assert written(position)["actions"] == 3 and not insurances(position)


def test_insurance__is_for_the_first_two_actions_only() -> None:
    """RS-4.7"""
    position = given(railbot(), **against("C04", "C03", "C06"))
    play(position, "upgrade the engine")
    assert written(position)["actions"] == 1 and not insurances(position)


# --- the end ------------------------------------------------------------------------------------------------------


def test_final_evaluation__brings_one_more_turn_without_the_railbot() -> None:
    """RS-5.5, RS-5.6, RS-10.2, RS-10.3, RS-10.4: no card is resolved; the last turn has three actions and income."""
    position = given(railbot(), **against("C09", "C02", "C04", top="C01"))
    told = play(position, *PASS_TWICE)
    assert about(told, "the game will end") == ["the game will end with turn 2"] and not about(told, "resolv")
    assert written(position)["actions"] == 1
    told = play(position, "pass")
    assert written(position)["year"] == 2 and len(about(told, "income")) == 1 and not position.is_over
    row = the_railbot(position)["row"]
    assert play(position, *PASS_TWICE) == ["player_0 passes"] * 2
    assert written(position)["year"] == 2 and written(position)["actions"] == 1
    told = play(position, "pass")
    assert position.is_over and len(about(told, "income")) == 1 and the_railbot(position)["row"] == row
    assert position.end_reason == EVALUATED


@pytest.mark.parametrize("options", [{}, {"duel_barons": True}, {"railbot": "agent"}], ids=str)
@pytest.mark.parametrize(("points", "bonds", "payoff"), [(125, 0, 1), (124, 0, -1), (130, 5, 1), (130, 6, -1)])
def test_game__is_won_with_125_points_after_bonds(
    options: dict[str, Any], points: int, bonds: int, payoff: int
) -> None:
    """RS-10.5, RS-2.15, RS-10.6: with Duel Barons it takes 140. The agent of the Railbot has the opposite (RW-R4.2)."""
    points += 15 * (options.get("duel_barons", False))
    last = {"last_year": 1, "ends_because": EVALUATED, "railbot": {"part_of_turn": "after its card"}}
    rich = {"scores": [points, 0], "players": [{"bonds": bonds, "cash": 100}]}
    position = given(railbot(**options), **last, **rich)
    play(position, "pass")
    assert position.is_over and position.scores[0] == points - bonds
    assert written(position)["payoffs"] == [payoff, -payoff if "railbot" in options else 0]


@pytest.mark.parametrize(("points", "payoff"), [(124, -1), (125, 1)])
def test_turn_limit__brings_the_final_scoring(points: int, payoff: int) -> None:
    """RW-R8: after the income of that turn, though neither markers nor the Final Evaluation have brought the end."""
    assert int(railbot().params["max_years"][0]) == 40
    deck = {"deck": ["C07", "C11", "..."]}
    position = given(railbot(max_turns=2), **against("C09", "C10", "C02", railbot=deck), scores=[points, 0])
    for year in (1, 2):
        assert written(position)["year"] == year and not position.is_over
        told = play(position, *PASS_TWICE, "pass")
        assert len(about(told, "income")) == 1
    assert position.is_over and position.payoffs[0] == payoff and written(position)["last_year"] is None
    assert position.end_reason == "the last turn was played"
