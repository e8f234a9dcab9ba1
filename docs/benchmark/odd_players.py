"""Players that play oddly. No agent of railgym has met these players in training.

Enter the command in this folder:

    railgym evaluate ticket_to_ride_card_v0 --seats trained,py:odd_players:FaceUp --games 400 --seed 41
"""

from collections.abc import Sequence
from typing import Any

import numpy as np


class OddPlayer:
    """A player for every game; ``code`` is its name in tables."""

    def __init__(self, game: Any) -> None:
        self.code = type(self).__name__

    def reset(self, seat: int, seed: int) -> None:
        self.choices = 0
        self.rng = np.random.default_rng(seed)

    def act(self, view: Any) -> int:
        self.choices += 1
        return int(self.choose(view, view.legal_actions))

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        raise NotImplementedError

    def one_of(self, view: Any, *words: str) -> int:
        """A random legal action whose description begins with one of ``words``; any legal action if there is none."""
        legal = view.legal_actions
        found = [action for action in legal if view.action_words(action).startswith(words)]
        return int(self.rng.choice(found or legal))

    def kinds(self, view: Any) -> dict[str, list[int]]:
        """The legal actions by the first words of their descriptions."""
        found: dict[str, list[int]] = {}
        for action in view.legal_actions:
            found.setdefault(view.action_words(action).split()[0], []).append(action)
        return found


class Alternate(OddPlayer):
    """The first and the last legal action by turns."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return legal[0 if self.choices % 2 else -1]


class Third(OddPlayer):
    """The third legal action."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return legal[min(2, len(legal) - 1)]


class TwoThirds(OddPlayer):
    """The legal action at two thirds of the list."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return legal[2 * len(legal) // 3]


class Half(OddPlayer):
    """The first legal action half the time, and otherwise a random one."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return legal[0] if self.rng.random() < 0.5 else int(self.rng.choice(legal))


class Rare(OddPlayer):
    """An action of the kind that has the fewest legal actions. The first word of its description is its kind."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return int(self.rng.choice(min(self.kinds(view).values(), key=len)))


class Kinds(OddPlayer):
    """An action of the first legal kind, in an order of kinds that they draw for each game."""

    def reset(self, seat: int, seed: int) -> None:
        super().reset(seat, seed)
        self.places: dict[str, float] = {}

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        kinds = self.kinds(view)
        for kind in kinds:
            self.places.setdefault(kind, self.rng.random())
        return int(self.rng.choice(kinds[min(kinds, key=self.places.__getitem__)]))


class FaceUp(OddPlayer):
    """In the card game: face-up cards, as long as there are any."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return self.one_of(view, "draw the face-up")


class Draws(OddPlayer):
    """In the card game: cards, from the deck and face-up."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return self.one_of(view, "draw the face-up", "draw a card")


class Locomotives(OddPlayer):
    """In the card game: face-up locomotives, then other face-up cards."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        has = any(view.action_words(action) == "draw the face-up locomotive" for action in legal)
        return self.one_of(view, "draw the face-up locomotive" if has else "draw the face-up")


class Late(OddPlayer):
    """In the card game: face-up cards in the first 50 choices, then trains on the track."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return self.one_of(view, "draw the face-up") if self.choices <= 50 else self.one_of(view, "lay", "with")
