"""Positions that games come to, drawn for tests of what holds in all of them; by play at random and by eager play."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
from hypothesis import strategies as st

from railgym.envs.core.game import Array, Game

__all__ = ["G", "Pick", "PlayOn", "play_on", "positions"]

G = TypeVar("G", bound=Game)
Pick = Callable[[G, Array, np.random.Generator], int]
PlayOn = Callable[..., list[int]]  # ``play_on`` with a game's eager pick

PLIES = st.one_of(st.integers(0, 30), st.integers(0, 400))  # the beginning of a game as often as the rest


def pick_any(game: Game, state: Array, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(game.rules.legal(state))))


def play_on(
    game: G, state: Array, plies: int, rng: np.random.Generator, style: str = "random", *, eager: Pick[G] | None = None
) -> list[int]:
    """Play up to ``plies`` plies in place, at random or as ``eager`` picks; returns the actions."""
    pick = {"random": pick_any, "eager": eager}[style]
    assert pick, "this game has no eager play"
    actions: list[int] = []
    while len(actions) < plies and not state["terminated"][0]:
        actions.append(pick(game, state, rng))
        game.rules.apply(state, actions[-1])
    return actions


@st.composite
def positions(
    draw: st.DrawFn,
    forms: Iterable[Any],
    game_of: Callable[[Any], G],
    eager: Pick[G] | None = None,
    plies: st.SearchStrategy[int] = PLIES,
) -> tuple[G, Array]:
    """A game in one of its forms, and a position of random play, or of eager play if there is any; some are finished
    games."""
    game = game_of(draw(st.sampled_from(sorted(forms))))
    state = game.rules.new_state(draw(st.integers(-(2**63), 2**63 - 1)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    number = draw(plies)
    play_on(game, state, number, rng, draw(st.sampled_from(["random", "eager"] if eager else ["random"])), eager=eager)
    return game, state
