"""Against the Railbot: Insurance, and the end of the game."""

import pytest
from railways_of_the_world.tables import Table, first_slot, of, railbot

from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.rules.phases import END_REASONS
from railgym.envs.railways_of_the_world.state import NO_CARD

RED = 0


# --- Insurance ----------------------------------------------------------------------------------------------------


def insured(name: str, top: str = "C07", **options: object) -> list:
    """What happens when the first card is insured and comes up."""
    table = first_slot(name, top, **options)
    happened = table.play("insure against card 1 of the row")
    assert int(table["insured"]) == NO_CARD and int(table["phase"]) == phases.ACTION
    assert table["row"].tolist() == [table.bot_card(card) for card in ("C03", "C06", top)]
    return happened


def test_insured_card__has_no_effect_of_any_kind() -> None:
    """RS-4.8, RS-4.9, RS-5.4, RS-7.10, RS-8.6: nor have its icons; it goes, and the others slide as ever."""
    links = {event_kinds.LINKED, event_kinds.TOOK_CUBE, event_kinds.BOT_LINE}
    assert not links & {event.kind for event in insured("Malmö/Halmstad/Göteborg")}
    assert not {event_kinds.TAXED, event_kinds.BOT_DUEL} & {event.kind for event in insured("C08", duel_barons=True)}
    assert not {event_kinds.EXHAUSTED, event_kinds.DEADHEAD} & {event.kind for event in insured("C04")}


def test_token__is_one_and_lies_until_its_card_comes() -> None:
    """RS-4.5, RS-4.6, RS-4.9, RS-4.10, RS-1.4: against the first or second card, for the first two actions."""
    table = Table(railbot())
    table.lay_row("C04", "C09", "C03", top="C10")
    assert {words for words in table.legal if words.startswith("insure")} == {
        "insure against card 1 of the row",
        "insure against card 2 of the row",
    }
    table.play("insure against card 2 of the row")
    table.choose(phases.EXHAUST)
    assert int(table["part"]) == 1 and int(table.seat(0)["actions"]) == 1
    assert not any(words.startswith("insure") for words in table.legal)
    table.play("pass")
    assert int(table["insured"]) == table.bot_card("C09")
    assert not any(words.startswith("insure") for words in table.legal)
    table["row"] = [table.bot_card(name) for name in ("C09", "C04", "C02")]
    table["bots"]["cards"][int(table["bots"]["size"]) - 1] = table.bot_card("C07")
    happened = table.resolve()
    assert not of(happened, event_kinds.DEADHEAD) and int(table["insured"]) == NO_CARD
    table.play("pass")
    assert "insure against card 1 of the row" in table.legal


def test_insurance__in_the_last_turn_does_nothing() -> None:
    """RS-4.11: it may be taken, and the third action is left."""
    table = first_slot("C04")
    table["last_year"] = table["year"]
    happened = table.play("insure against card 1 of the row")
    assert (
        of(happened, event_kinds.INSURED)
        and not of(happened, event_kinds.FLIPPED)
        and not of(happened, event_kinds.RESOLVED)
    )
    assert int(table["part"]) == 1 and int(table.seat(0)["actions"]) == 1


def test_insurance__is_out_once_railroad_executive_is_taken() -> None:
    """RS-4.12: though three actions are left then."""
    table = first_slot("C04")
    [executive] = table.show("railroad executive")
    assert "insure against card 1 of the row" in table.legal
    table.play(executive)
    assert int(table.seat(0)["actions"]) == 3 and "insure against card 1 of the row" not in table.legal


def test_insurance__is_for_the_first_two_actions_only() -> None:
    """RS-4.7"""
    table = Table(railbot())
    table.play("upgrade the engine")
    assert not any(words.startswith("insure") for words in table.legal)


# --- the end ------------------------------------------------------------------------------------------------------


def test_final_evaluation__brings_one_more_turn_without_the_railbot() -> None:
    """RS-5.5, RS-5.6, RS-10.2, RS-10.3, RS-10.4: no card is resolved; the last turn has three actions and income."""
    table = Table(railbot())
    table.lay_row("C09", "C02", "C04", top="C01")
    year, happened = int(table["year"]), table.resolve()
    assert of(happened, event_kinds.LAST_TURN) == [(-1, year + 1, 0, 0, 0)] and not of(happened, event_kinds.RESOLVED)
    assert int(table.seat(0)["actions"]) == 1
    happened = table.play("pass")
    assert int(table["year"]) == year + 1 and len(of(happened, event_kinds.INCOME)) == 1 and not table["terminated"]
    row = table["row"].tolist()
    assert not table.play("pass", "pass")[2:]  # nothing but that the player passed twice
    assert int(table["year"]) == year + 1 and int(table.seat(0)["actions"]) == 1
    happened = table.play("pass")
    assert table["terminated"] and len(of(happened, event_kinds.INCOME)) == 1 and table["row"].tolist() == row
    assert END_REASONS[int(table["end_reason"])] == "the Final Evaluation was drawn"


@pytest.mark.parametrize(("points", "bonds", "payoff"), [(125, 0, 1), (124, 0, -1), (130, 5, 1), (130, 6, -1)])
def test_game__is_won_with_125_points_after_bonds(points: int, bonds: int, payoff: int) -> None:
    """RS-10.5, RS-2.15, RS-10.6: with Duel Barons it takes 140. The agent of the Railbot has the opposite (RW-R4)."""
    for options, more in (({}, 0), ({"duel_barons": True}, 15), ({"railbot": "agent"}, 0)):
        table = Table(railbot(**options))
        table["last_year"], table["last_why"], table["part"] = int(table["year"]), 3, 1
        table["scores"][0], table.seat(0)["bonds"], table.seat(0)["cash"] = points + more, bonds, 100
        table["duel_owner"] = 0
        table.act()
        table.play("pass")
        assert table["terminated"] and int(table["scores"][0]) == points + more - bonds
        assert table["payoff"][:2].tolist() == [payoff, -payoff if options.get("railbot") else 0]


@pytest.mark.parametrize(("points", "payoff"), [(124, -1), (125, 1)])
def test_turn_limit__brings_the_final_scoring(points: int, payoff: int) -> None:
    """RW-R8: after the income of that turn, though neither markers nor the Final Evaluation have brought the end."""
    assert int(railbot().params["max_years"][0]) == 40
    table = Table(railbot(max_turns=2))
    for year in (1, 2):
        assert int(table["year"]) == year and not table["terminated"]
        table.lay_row("C09", "C10", "C02", top="C07")
        table["scores"][0] = points
        happened = [*table.resolve(), *table.play("pass")]
        assert len(of(happened, event_kinds.INCOME)) == 1
    assert table["terminated"] and int(table["payoff"][0]) == payoff and int(table["last_year"]) == 0
    assert END_REASONS[int(table["end_reason"])] == "the last turn was played"
