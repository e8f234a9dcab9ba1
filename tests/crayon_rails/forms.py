"""The crayon-rail games in the forms that their properties are tested in, and positions of them."""

from collections import Counter
from functools import cache, partial
from typing import Any

import laws
import numpy as np
import sampling
from crayon_rails import eager_play
from hypothesis import settings

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails.game import CrayonRails

EMPIRE, ORDERS = "empire_builder_v0", "resourceful_rails_v0"
SMALL = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 40}
FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "America, two": (EMPIRE, {"max_rounds": 60}),
    "America, six, steps": (EMPIRE, {"num_players": 6, "actions": "full", "borrow": True, "max_rounds": 20}),
    "Northwest, four": (ORDERS, {"num_players": 4, "extra_starting_cards": True, "max_rounds": 30}),
    "small, two": (EMPIRE, SMALL),
    "small, three, steps": (EMPIRE, {**SMALL, "num_players": 3, "actions": ("full", "plans", "full"), "borrow": True}),
    "small, six": (EMPIRE, {**SMALL, "num_players": 6, "order": "random", "max_rounds": 15}),
    "small, three, variants": (
        EMPIRE,
        {**SMALL, "num_players": 3, "cash": 20, "late_payment": True, "half_rate": "turn", "event_reach": 2}
        | {"actions": "full"},
    ),
    "small, four, pool": (
        EMPIRE,
        {**SMALL, "num_players": 4, "demands": "pool", "late_payment": True, "actions": "full", "max_rounds": 20},
    ),
    "small, two, orders": (
        ORDERS,
        {**SMALL, "extra_build_turn": True, "extra_starting_cards": True, "actions": "full"},
    ),
    "small, four, orders": (ORDERS, {**SMALL, "num_players": 4, "events": True, "fast_trains": True, "max_rounds": 15}),
}
QUICK = settings(max_examples=30, deadline=None)


@cache
def game_of(form: str) -> CrayonRails:
    id, options = FORMS[form]
    game = make_game(id, **options)
    assert isinstance(game, CrayonRails)
    return game


play_on = partial(sampling.play_on, eager=eager_play.pick)
positions = partial(sampling.positions, FORMS, game_of, eager_play.pick)


def broken_law(game: CrayonRails, state: Array, player: int, seed: int) -> str:
    """The law of hidden information that a position breaks for a viewer; empty if none."""
    world = game.rules.determinize(game.rules.view(state, player), player, seed)
    broken = laws.broken_law(game, state, player, seed)
    number = game.params["num_cards"][0] + game.params["num_events"][0]
    if not broken and cards_of(game, world) != Counter(range(number)):
        return "a card of a world is missing, or there twice"
    return broken


def cards_of(game: CrayonRails, state: Array) -> Counter[int]:
    """All cards: in hands, in the deck, on the pile, and events in force on the table."""
    heaps = [state[heap]["cards"][0, : int(state[heap]["size"][0])] for heap in ("deck", "pile")]
    seats = state["players"][0, : 1 if game.options.pool else game.num_players]
    hands = [seat["cards"][: int(seat["num_cards"])] for seat in seats]
    first = int(game.params["num_cards"][0])
    table = [first + event for event in np.flatnonzero(state["event_turns_left"][0])]
    return Counter(int(card) for cards in [*heaps, *hands, table] for card in cards)
