"""Variants that players use beyond the manual: options that are off by default."""

import pytest
from crayon_rails.moves import DONE, hand, offers
from given import legal, play, written

from railgym.envs.core.errors import OptionsError
from railgym.envs.crayon_rails.game import EmpireBuilder, ResourcefulRails

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
