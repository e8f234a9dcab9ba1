"""Night Mail in words."""

from typing import ClassVar

from railgym.envs.core.display import Display, counts_in_words
from railgym.envs.core.reading import Reading
from toy_game.tables import EVENTS, WAGON_NAMES

__all__ = ["NightMailDisplay"]


class NightMailDisplay(Display):
    """The words of Night Mail, which has no board."""

    sentences = EVENTS
    terms: ClassVar = {"wagon": WAGON_NAMES.__getitem__, "time": ("", "first", "second").__getitem__}

    def describe(self, view: Reading) -> str:
        v = view.record[0]
        lines = [f"Turn {view.turn}, {self.names[v['current_player']]} to decide: {view.phase}."]
        lines.append(f"{v['deck']['size']} wagons in the deck, {v['pile']['size']} discarded.")
        for player, (name, seat) in enumerate(zip(self.names, v["players"])):
            hand = f" ({counts_in_words(seat['hand'], WAGON_NAMES)})" if player == view.viewer or view.is_over else ""
            train = counts_in_words(seat["train"], WAGON_NAMES)
            lines.append(f"{name}: {seat['hand_size']} wagons in hand{hand}; train: {train}")
        return "\n".join(lines)
