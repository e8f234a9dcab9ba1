"""Facts about hidden cards that follow from the rules hold in every world that is sampled from a view, in every game.

The card game, which has two kinds of memory, has its own test: ``tests/ticket_to_ride_card/test_certainties.py``.
"""

from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from playing import GAMES_TRIED, NAMES_TRIED, sampled_positions

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.rail_baron_cards.rules import phases as baron_phases
from railgym.envs.rail_baron_cards.state import NO_CARD

WORLDS = 4  # of each view


def cards(deck: Any) -> list[int]:
    """The cards of a deck or pile, from the bottom."""
    return [int(card) for card in deck["cards"][: int(deck["size"])]]


def bits(*masks: Any) -> list[int]:
    return [i for mask in masks for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


# --- what lies where nobody, or not everybody, can see it: the same cards in every world --------------------------


def hidden_cards(game: Game, state: Any) -> dict[str, Counter[int]]:
    """By kind of card, those that lie in places that may be hidden from some seat."""
    return {kind: Counter(found) for kind, found in PLACES[game.package.rpartition(".")[2]](game, state).items()}


def _of_the_card_game(game: Game, s: Any) -> dict[str, list[int]]:
    seats = s["players"][: game.num_players]
    stacks = [kind for seat in seats for pile in ("hand", "track") for kind in np.repeat(np.arange(10), seat[pile])]
    held = [t for seat in seats for t in bits(seat["tickets"], seat["offered"], seat["returned"])]
    return {
        "train": [*map(int, stacks), *cards(s["deck"]), *cards(s["clock_deck"])],
        "ticket": held + bits(s["opponent_tickets"]) + cards(s["ticket_deck"]),
    }


def _of_rail_baron(game: Game, s: Any) -> dict[str, list[int]]:
    seats = s["players"][: game.num_players]
    held = [int(card) for seat in seats for card in (seat["start"], seat["goal"], *seat["hand"]) if card != NO_CARD]
    return {"destination": held + cards(s["deck"])}


def _of_crayon_rails(game: Game, s: Any) -> dict[str, list[int]]:
    return {"card": cards(s["deck"])}


def _of_railways(game: Game, s: Any) -> dict[str, list[int]]:
    return {"operation": cards(s["deck"]), "Railbot": cards(s["railbot_deck"]) + cards(s["removed_cards"])}


PLACES = {
    "ticket_to_ride_card": _of_the_card_game,
    "rail_baron_cards": _of_rail_baron,
    "crayon_rails": _of_crayon_rails,
    "railways_of_the_world": _of_railways,
}


@pytest.mark.parametrize(("id", "options"), GAMES_TRIED, ids=NAMES_TRIED)
def test_worlds__have_the_cards_that_are_there(id: str, options: dict[str, Any]) -> None:
    """Given a position, every world of every seat and the public has the same hidden cards, and what each can see of
    its own and in decks where it knows cards is in place."""
    game = make_game(id, **options)
    for ply, state in enumerate(sampled_positions(game, seed=6)):
        for viewer in range(-1, game.num_players):
            view = game.rules.view(state, viewer)
            for seed in range(WORLDS):
                world = game.rules.determinize(view, viewer, 100 * ply + seed)
                assert hidden_cards(game, world[0]) == hidden_cards(game, state[0])
                assert game.rules.view(world, viewer).tobytes() == view.tobytes()
                CERTAIN.get(game.package.rpartition(".")[2], lambda *_: None)(game, world[0], viewer)


# --- what else is certain -----------------------------------------------------------------------------------------


def _hands_can_be_used_up(game: Game, s: Any, viewer: int) -> None:
    """In play, a hand has an order without a run inside a region, and so many cards of a region as were kept."""
    params = game.params[0]
    if s["phase"] < baron_phases.BID:
        return
    for seat in s["players"][: game.num_players]:
        regions = [region(params, card) for card in seat["hand"][: int(seat["hand_size"])]]
        if regions and not seat["not_usable"]:
            here = region(params, seat["start"] if seat["goal"] == NO_CARD else seat["goal"])
            orders = ((here, *order) for order in permutations(regions))
            assert any(all(a != b for a, b in pairwise(order)) for order in orders)
            assert sum(found == seat["kept_region"] for found in regions) == seat["kept_cards"]


def region(params: Any, card: Any) -> int:
    return int(params["city_region"][params["card_city"][card]])


def _barons_are_two_each_and_the_railbot_ends_late(game: Game, s: Any, viewer: int) -> None:
    """No Rail Baron is dealt twice. The Final Evaluation is among the last three cards of the Railbot's deck, and the
    first three that were removed are of slot 1."""
    barons = [int(baron) for seat in s["players"][: game.num_players] for baron in seat["barons"] if baron < 24]
    assert len(barons) == len(set(barons))
    if game.id == "railbot_v0":
        kinds = [card.kind for card in game.board.railbot]  # type: ignore[attr-defined]
        deck, removed = cards(s["railbot_deck"]), cards(s["removed_cards"])
        final = kinds.index("final_evaluation")
        assert s["railbot_seen"][final] or final in deck[:3]
        assert all(game.board.railbot[card].slot == 1 for card in removed[:3])  # type: ignore[attr-defined]


CERTAIN = {
    "rail_baron_cards": _hands_can_be_used_up,
    "railways_of_the_world": _barons_are_two_each_and_the_railbot_ends_late,
}
