"""Rail Baron in the forms that its properties are tested in, and positions of them."""

from collections import Counter
from functools import cache, partial
from typing import Any

import laws
import numpy as np
import sampling
from hypothesis import settings
from rail_baron_cards.checker import NO_CARD, can_be_used, pick

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.rail_baron_cards.rules.phases import BID, MOVE, NEXT_GOAL, PURCHASE, SETUP_DISCARD

FORMS: dict[str, dict[str, Any]] = {
    "two": {},
    "four, two of them full": {"num_players": 4, "actions": ("full", "plans", "full", "plans")},
    "six": {"num_players": 6, "bids": "none"},
    "small, two, full": {"board": "small", "actions": "full", "bonus_on_double_six": True, "goal": 60_000},
    "two, phantom": {"extra_owner": "phantom"},
    "small, five, government": {"board": "small", "num_players": 5, "extra_owner": "government"},
    "small, three, tournament": {
        "board": "small",
        "num_players": 3,
        "home_swap": True,
        "dice_at_once": True,
        "own_track_fee": True,
    },
    "three, dice": {"num_players": 3, "destinations": "dice", "actions": "full"},
    "small, four, dice": {"board": "small", "num_players": 4, "preset": "base_game", "home_swap": True},
    "small, three": {"board": "small", "num_players": 3, "bids": "none", "goal": 1_000_000},
    "small, six, reshuffle": {"board": "small", "num_players": 6, "actions": "full", "reshuffle_cards": 10},
    "small, four, short": {"board": "small", "num_players": 4, "bids": "first", "max_rounds": 12},
}
QUICK = settings(max_examples=30, deadline=None)
MOVES = (MOVE, PURCHASE, NEXT_GOAL)


@cache
def game_of(form: str) -> Game:
    return make_game("rail_baron_cards_v0", **FORMS[form])


def eager_pick(game: Game, state: Array, rng: np.random.Generator) -> int:
    return pick(game, game.rules.legal(state), rng, "eager")


play_on = partial(sampling.play_on, eager=eager_pick)
positions = partial(sampling.positions, FORMS, game_of, eager_pick)


def broken_law(game: Game, state: Array, player: int, seed: int) -> str:
    """The law of hidden information that a position breaks for a viewer; empty if none."""
    world = game.rules.determinize(game.rules.view(state, player), player, seed)
    return laws.broken_law(game, state, player, seed) or broken_hand(game, world, player)


def broken_hand(game: Game, world: Array, player: int) -> str:
    """What a rival's hand in a world of ``player`` cannot be, for all know it otherwise; empty if nothing."""
    if game.options.by_dice:
        return ""
    phase, current = int(world["phase"][0]), int(world["current_player"][0])
    for p, seat in enumerate(world["players"][0, : game.num_players]):
        if p == player or world["out"][0, p] or world["terminated"][0] or seat["not_usable"]:
            continue
        hand, kept = regions_of(game, seat["hand"]), int(seat["kept_region"])
        all_ = hand + regions_of(game, [seat["start"], seat["goal"]])
        if phase < BID and p == current:
            if (max(Counter(all_).values()) >= 3) != (phase == SETUP_DISCARD):
                return "a hand is crowded, or not, as all can see"
            if kept >= 0 and all_.count(kept) < 2:
                return "cards that were kept are gone"
        if phase >= BID or p < current:
            [here] = regions_of(game, [seat["start"] if seat["goal"] == NO_CARD else seat["goal"]])
            if not can_be_used(here, hand):
                return "a hand cannot be used up"
            if kept >= 0 and hand.count(kept) != int(seat["kept_cards"]):
                return "there are not as many cards that were kept as all know"
    return ""


def regions_of(game: Game, cards: Any) -> list[int]:
    params = game.params[0]
    return [int(params["city_region"][params["card_city"][card]]) for card in cards if card != NO_CARD]
