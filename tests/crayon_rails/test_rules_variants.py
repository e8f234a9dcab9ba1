"""Variants that players use beyond the manual: options that are off by default."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from crayon_rails.moves import COAL, DONE, LONG, end_turn, go, hand, left, offers, post, train
from given import given, legal, play, written

from railgym.envs.core.errors import IllegalActionError, OptionsError
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails
from railgym.envs.crayon_rails.state import SLOW

CARDS = ["Coal to Alder", "Iron to Birch", "Tools to Ivy"]  # coal earns 6, and no card asks for timber
RIDER = {"train": "Dogwood", "cash": 0, "loads": ["Coal"], "cards": CARDS}
RIVAL = {"train": "Elm", "track": LONG}


@cache
def variant(**options: Any) -> CrayonRails:
    """A game for two on the small map, milepost by milepost."""
    return EmpireBuilder(map="test", actions="full", **options)


def slow(game: CrayonRails, *names: str, **player: Any) -> Position:
    """A position with a train in Dogwood, on track of its owner, and slow mileposts."""
    position = given(game, players=[{"train": "Dogwood", "track": LONG, **player}, {"train": "Elm"}])
    record = position.record.copy()
    record["weather"][0, [post(position, name) for name in names]] = SLOW
    return Position(game, record)


def range_left(position: Position) -> str:
    """What the question says of the movement that is left."""
    return position.question().partition("(")[2].partition(",")[0]


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_variants__are_off(kind: type[EmpireBuilder]) -> None:
    """EB-R16.1, EB-R16.2, EB-R16.3, EB-R16.4"""
    options = kind().options
    assert not (options.four_card_start or options.late_payment or options.event_reach)
    assert options.half_rate == "area"


# --- best three of four -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_four_card_start__deals_four_and_keeps_three(kind: type[EmpireBuilder]) -> None:
    """EB-R16.1: the opening is played with all four cards; one is discarded before the train is placed."""
    position = kind(map="test", order="seats", train_start="any", four_card_start=True).new_position(3)
    for _ in range(4):
        assert position.phase == "build" and len(hand(position, position.current_player)) == 4
        play(position, DONE)
    cards = hand(position)
    assert position.phase == "give up a card" and len(legal(position)) == 4
    play(position, "give up card 2")
    assert hand(position) == [cards[0], *cards[2:]] and written(position)["used"] == [cards[1]]
    assert position.phase == "place the train" and offers(position, "place")


def test_four_card_start__begins_with_the_highest_of_all_payouts() -> None:
    """EB-R16.1, EB-3.9: the card that is given up later counts, too."""
    game = EmpireBuilder(num_players=4, four_card_start=True)
    for seed in range(20):
        position = game.new_position(seed)
        hands = position.record["players"]["cards"][0, :4, :4]
        highest = game.params["card_payout"][0][hands].max(axis=(1, 2))
        assert highest[position.current_player] == highest.max()


def test_four_card_start__excludes_five_cards() -> None:
    """EB-R16.1, RR-12.6"""
    with pytest.raises(OptionsError, match="four_card_start=True: extra_starting_cards deals five cards"):
        EmpireBuilder(four_card_start=True, extra_starting_cards=True)


# --- late payment -------------------------------------------------------------------------------------------------


def test_late_payment__is_out_of_the_payout_of_a_load() -> None:
    """EB-R16.2: the owner has the fee at once; the payout brings the cash back above 0."""
    position = given(variant(late_payment=True), players=[RIDER, RIVAL])
    assert "Alder" in offers(position, "pay")
    play(position, "run towards Alder, paying fees")
    assert (train(position), position.scores) == ("Alder 5", (-4, 54))
    play(position, "deliver Coal to Alder for 6")
    assert position.scores == (2, 54)


@pytest.mark.parametrize("loads", [["Timber"], []])
def test_late_payment__needs_a_load_that_a_card_asks_for(loads: list[str]) -> None:
    """EB-R16.2: neither a load without a demand counts nor a demand without its load."""
    position = given(variant(late_payment=True), players=[{**RIDER, "loads": loads}, RIVAL])
    assert not offers(position, "pay") and not offers(position, "step")


@pytest.mark.parametrize(("cash", "may"), [(-2, True), (-3, False)])
def test_late_payment__is_of_no_more_than_the_payout(cash: int, may: bool) -> None:
    """EB-R16.2: a payout of 6 pays the fee of 4 after 2 that are outstanding, and not after 3."""
    position = given(variant(late_payment=True), players=[{**RIDER, "cash": cash}, RIVAL])
    assert bool(offers(position, "pay")) == bool(offers(position, "step")) == may


def test_late_payment__is_an_option() -> None:
    """EB-R16.2, EB-R10.1: without it the cash pays."""
    position = given(variant(), players=[RIDER, RIVAL])
    assert not offers(position, "pay") and not offers(position, "step")


def test_late_payment__that_is_outstanding_stops_building() -> None:
    """EB-R16.2, EB-5.14: what was not earned in the turn stays below 0; nothing is built or bought, the turn ends with
    the operations, and the next payout counts against it."""
    position = given(variant(late_payment=True), players=[{**RIDER, "cash": 3}, RIVAL])
    go(position, "Dogwood - 9.1")
    assert position.scores == (-1, 54)
    play(position, DONE)
    assert position.current_player == 1
    end_turn(position)
    assert position.scores == (-1, 54)
    play(position, "run towards Alder, paying fees", "deliver Coal to Alder for 6")
    assert position.scores == (1, 58)


def test_late_payment__refuses_with_what_is_missing() -> None:
    """EB-R16.2: the words count the payout."""
    position = given(variant(late_payment=True), players=[{**RIDER, "cash": -5}, RIVAL])
    with pytest.raises(IllegalActionError, match="a fee is 4, 3 more than the 1 in cash and in payouts for loads on"):
        play(position, "run towards Alder, paying fees")


# --- half rate ----------------------------------------------------------------------------------------------------


def test_half_rate__holds_for_the_rest_of_the_turn() -> None:
    """EB-R16.3: a train that starts in a slow area makes half its steps, rounded up; without the variant only those
    that touch the area cost two points."""
    position = slow(variant(half_rate="turn"), "Dogwood")
    play(position, "run towards Fir")
    assert (train(position), left(position)) == ("7.3", 0)
    position = slow(variant(), "Dogwood")
    go(position, "Dogwood - 9.1 - 7.1")
    assert left(position) == 9 - 2 - 1


def test_half_rate__begins_with_the_step_into_the_area() -> None:
    """EB-R16.3: steps before it are at full speed; the train stays slow beyond the area."""
    position = slow(variant(half_rate="turn"), "7.1")
    go(position, "Dogwood - 9.1")
    assert range_left(position) == "8 mileposts left"
    go(position, "9.1 - 7.1")
    assert range_left(position) == "3 mileposts at half rate left"
    go(position, "7.1 - Alder 5 - Alder 4")
    assert range_left(position) == "1 milepost at half rate left"
    go(position, "Alder 4 - Alder 3")
    assert left(position) == 0


def test_half_rate__ends_with_the_turn() -> None:
    """EB-R16.3: the next turn is at full speed if it begins outside the area."""
    position = slow(variant(half_rate="turn"), "Dogwood")
    go(position, "Dogwood - 9.1")
    end_turn(position, 2)
    assert range_left(position) == "9 mileposts left"
    go(position, "9.1 - 7.1")
    assert range_left(position) == "8 mileposts left"


def test_half_rate__is_not_halved_again() -> None:
    """EB-R16.3: a train that leaves the area and comes into another one keeps its rate."""
    position = slow(variant(half_rate="turn"), "9.1", "Alder 4")
    go(position, "Dogwood - 9.1 - 7.1")
    assert range_left(position) == "3 mileposts at half rate left"
    go(position, "7.1 - Alder 5 - Alder 4")
    assert range_left(position) == "1 milepost at half rate left"


def test_half_rate__makes_plans_go_round_the_area() -> None:
    """EB-R16.3, EB-R10.2: of two equally short ways the train takes the one that does not slow it."""
    ways = ["Dogwood - 9.1 - 8.0 - 6.0 - Alder 5", "9.1 - 7.1 - 6.0"]
    for name in ("7.1", "8.0"):
        position = slow(variant(half_rate="turn"), name, track=ways)
        play(position, "run towards Alder")
        assert train(position) == "Alder 5" and range_left(position) == "5 mileposts left"


# --- reach of events ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [-3, -1, 2])
@pytest.mark.parametrize("name", ["test", "north_america", "random:7"])
def test_event_reach__is_added_to_every_radius(name: str, more: int) -> None:
    """EB-R16.4: of events that have one, down to 0; the others, and all else on the map, stay as they are."""
    game, usual = (EmpireBuilder(map=name, event_reach=reach) for reach in (more, 0))
    for event, card in zip(game.board.events, usual.board.events, strict=True):
        assert event.radius == (max(0, card.radius + more) if card.radius else 0)
        assert replace(event, radius=card.radius) == card
    for i, event in enumerate(game.board.events):
        zone = set(game.params["event_zone"][0, i].nonzero()[0].tolist())
        assert zone == set(game.board.zone(event))
    assert (game.board.mileposts, game.board.cards) == (usual.board.mileposts, usual.board.cards)


@pytest.mark.parametrize(("more", "derailed"), [(0, True), (-1, False)])
def test_event_reach__decides_who_is_derailed(more: int, derailed: bool) -> None:
    """EB-R16.4, EB-R13.2: a train three mileposts away from the cities of the card."""
    title = "Derailments around Birch and Gorse"
    position = given(variant(event_reach=more), players=[COAL, {"train": "9.7"}], deck=[title, "Iron to Fir", "..."])
    told = play(position, "deliver Coal to Alder for 6")
    assert ("player_1 is derailed and loses no load" in told) == derailed


def test_event_reach__is_told_with_the_event() -> None:
    """EB-R16.4: the words of a card name the radius in force."""
    title = "Derailments around Birch and Gorse"
    for more, words in ((-3, "trains in Birch or Gorse"), (1, "trains within 4 mileposts of Birch or Gorse")):
        game = variant(event_reach=more)
        position = given(game, players=[COAL, {"train": "Elm"}], deck=[title, "Iron to Fir", "..."])
        told = play(position, "deliver Coal to Alder for 6")
        assert any(f"{title}: {words} lose a load and a turn" in line for line in told)
