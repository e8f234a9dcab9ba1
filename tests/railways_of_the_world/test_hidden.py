"""What is hidden, and the worlds that agree with what is seen."""

from collections import Counter

import laws
import numpy as np
import pytest
from railways_of_the_world.games import railbot, railways

from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.state import PUT_BACK

FORMS = [
    lambda: railways(barons=True),
    lambda: railways(num_players=4, barons=True),
    lambda: railbot(),
    lambda: railbot(railbot="agent", duel_barons=True, fewer_cards=2),
]


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_views_and_worlds__keep_the_laws(form: int) -> None:
    game, rng = FORMS[form](), np.random.default_rng(form)
    for seed in range(6):
        state = game.rules.new_state(seed)
        for _ in range(int(rng.integers(1, 150))):
            if state["terminated"][0]:
                break
            game.rules.apply(state, int(rng.choice(np.flatnonzero(game.rules.legal(state)))))
        for player in range(game.num_players):
            assert not laws.broken_law(game, state, player, seed)


def worlds(game: HexRailways, seed: int, number: int) -> list[np.ndarray]:
    view = game.rules.view(game.rules.new_state(seed), 0)
    return [game.rules.determinize(view, 0, i) for i in range(number)]


def test_worlds_of_the_railbot__are_decks_that_the_set_up_makes() -> None:
    game = railbot(fewer_cards=1)
    cards = game.board.railbot
    for world in worlds(game, 3, 200):
        s = world[0]
        deck = [int(c) for c in s["railbot_deck"]["cards"][: int(s["railbot_deck"]["size"])]]
        removed = [int(c) for c in s["removed_cards"]["cards"][: int(s["removed_cards"]["size"])]]
        assert sorted(deck + removed + s["railbot_row"].tolist()) == list(range(25))
        assert all(cards[c].slot == 1 for c in removed[:3]) and cards[removed[3]].kind != "final_evaluation"
        assert "final_evaluation" in [cards[c].kind for c in deck[:3]]


def test_worlds_of_the_railbot__keep_in_the_deck_what_went_back_into_it() -> None:
    """RS-2.8: a Taxation or Deadhead that was turned up when the row was dealt is none of the three removed."""
    game, put_back = railbot(), 0
    for seed in range(60):
        turned = (game.rules.new_state(seed)["railbot_seen"][0] == PUT_BACK).nonzero()[0].tolist()
        put_back += len(turned)
        for world in worlds(game, seed, 20) if turned else ():
            assert not {*turned} & {*world["removed_cards"]["cards"][0, :3].tolist()}
    assert put_back > 10


def test_worlds_of_the_railbot__are_as_likely_as_their_set_up() -> None:
    """Among all deals with the same row: how many Taxation and Deadhead cards are among the three that were removed."""
    game = railbot()
    hard = [i for i, card in enumerate(game.board.railbot) if card.slot == 1 and card.kind in ("taxation", "deadhead")]

    def count(s: np.ndarray) -> int:
        return sum(int(c) in hard for c in s["removed_cards"]["cards"][:3])

    dealt = Counter(count(game.rules.new_state(seed)[0]) for seed in range(4000))
    guessed = Counter(count(world[0]) for seed in range(40) for world in worlds(game, seed, 100))
    for number in range(3):
        assert dealt[number] / 4000 == pytest.approx(guessed[number] / 4000, abs=0.03)
