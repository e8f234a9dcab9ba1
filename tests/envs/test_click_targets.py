"""What pictures say of the things in them: which legal actions are about each; nothing to those who do not decide."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from reading import reading, view_of

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.rendering import pixels

SMALL_MAP = {"map": "test", "majors": 2, "goal": 60, "raised_goal": 80, "max_rounds": 12, "actions": "full"}
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("ticket_to_ride_card_v0", {"num_players": 2}),
    "four": ("ticket_to_ride_card_v0", {"num_players": 4, "memory": "human"}),
    "solo": ("ticket_to_ride_card_solo_v0", {}),
    "barons on the small board": ("rail_baron_cards_v0", {"num_players": 3, "board": "small", "goal": 50_000}),
    "six barons in steps": ("rail_baron_cards_v0", {"num_players": 6, "actions": "full"}),
    "builders in steps": ("empire_builder_v0", {"num_players": 3, "borrow": True, **SMALL_MAP}),
    "six builders": ("empire_builder_v0", {"num_players": 6}),
    "two with orders": ("resourceful_rails_v0", {"num_players": 2, "events": True, "extra_starting_cards": True}),
    "companies in steps": ("railways_of_the_world_v0", {"num_players": 3, "actions": "full"}),
    "six companies": ("railways_of_the_world_v0", {"num_players": 6, "map": "eastern_us"}),
    "Railbot in steps": (
        "railbot_v0",
        {"map": "south_sweden", "actions": "full", "railbot": "agent", "railbot_power": "slot", "duel_barons": True},
    ),
    "alone": ("railbot_v0", {"map": "nordic", "actions": "full"}),
}
IN_WORDS = {"pass", "stop", "done", "bid", "discard", "borrow"}  # blocks of actions that are about nothing to be seen
SEEN = 3  # positions in which a block is looked at


def actions_by_block(game: Game, state: Array) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for action in np.flatnonzero(game.rules.legal(state)).tolist():
        found.setdefault(game.actions.block_of(action).name, []).append(action)
    return found


def play(game: Game, seed: int, plies: int) -> Iterator[Array]:
    """The positions of a game in which kinds of actions are chosen at random, rare kinds as often as others."""
    rng, state = np.random.default_rng(seed), game.rules.new_state(seed)
    for _ in range(plies):
        yield state.copy()
        if state["terminated"][0]:
            return
        blocks = actions_by_block(game, state)
        lively = [name for name in blocks if name not in IN_WORDS]
        names = lively if lively and rng.random() < 0.9 else list(blocks)
        game.rules.apply(state, int(rng.choice(blocks[str(rng.choice(names))])))


def scenes(game: Game, plies: int = 700) -> Iterator[Array]:
    """Positions in which every kind of action that comes up can be taken."""
    seen = Counter[str]()
    for seed in range(3):
        for state in play(game, seed, plies):
            new = {name for name in actions_by_block(game, state) if seen[name] < SEEN}
            seen.update(new)
            if new:
                yield state


def said(picture: str) -> set[int]:
    """The actions that some part of a picture is about."""
    return {int(action) for do in re.findall(r"data-actions='([^']*)'", picture) for action in do.split(" ")}


@pytest.fixture(scope="module", params=TABLES)
def game(request: pytest.FixtureRequest) -> Game:
    name, options = TABLES[request.param]
    return make_game(name, **options)


def test_pictures__say_where_all_is_done_that_is_not_done_in_words(game: Game) -> None:
    for state in scenes(game):
        about = said(view_of(game, state, int(state["current_player"][0])).svg())
        legal = actions_by_block(game, state)
        assert about <= {action for actions in legal.values() for action in actions}
        for name, actions in legal.items():
            if name not in IN_WORDS:
                assert about.issuperset(actions), f"{name}: {sorted({*actions} - about)}"


def test_pictures__say_nothing_to_those_who_do_not_decide(game: Game) -> None:
    for state in scenes(game, 60):
        for viewer in {PUBLIC, *range(game.num_players)} - {int(state["current_player"][0])}:
            assert "data-actions" not in view_of(game, state, viewer).svg()
        assert "data-actions" not in reading(game, state).svg() and state["viewer"][0] == FULL


def test_pictures__say_nothing_once_the_game_is_over(game: Game) -> None:
    state = game.rules.new_state(1)
    state["terminated"] = 1
    for viewer in range(game.num_players):
        assert "data-actions" not in view_of(game, state, viewer).svg()


def test_pictures__look_the_same_without_what_can_only_be_hit(game: Game) -> None:
    """Areas are not seen, whichever way they are cut out."""
    state = max(play(game, 3, 40), key=lambda state: game.rules.legal(state).sum())
    picture = view_of(game, state, int(state["current_player"][0])).svg()
    bare = re.sub(r"<(circle|path|rect)[^>]* pointer-events='\w+'/>", "", picture)
    assert len(bare) < len(picture) or not re.search("class='spot'", picture)
    assert np.array_equal(pixels(bare), pixels(picture))


def test_areas__are_large_enough_to_be_hit(game: Game) -> None:
    """Discs are 14 pixels wide at least where the picture is 1280 wide."""
    for state in scenes(game, 200):
        picture = ElementTree.fromstring(view_of(game, state, int(state["current_player"][0])).svg())
        scale = 1280 / float(picture.get("width", "1280"))
        for disc in picture.iterfind(".//*[@class='spot'][@r]"):
            assert 2 * scale * float(disc.get("r", "0")) >= 14
