"""What pictures say of the things in them: which legal actions are about each; nothing to those who do not decide."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from reading import reading, view_of
from scenes import IN_WORDS, TABLES, actions_by_block, play, scenes

from railgym.envs.catalog import make_game
from railgym.envs.core.game import Game
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.rendering import pixels


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
