"""Night Mail in words."""

from typing import ClassVar

from railgym.envs.core.display import Display, count, counts_in_words
from railgym.envs.core.header import FULL
from railgym.envs.core.reading import Reading
from railgym.envs.core.sheets import Item, Sheet, row
from toy_game.tables import EVENTS, WAGON_NAMES

__all__ = ["NightMailDisplay"]


class NightMailDisplay(Display):
    """The words of Night Mail, which has no board."""

    sentences = EVENTS
    terms: ClassVar = {"wagon": WAGON_NAMES.__getitem__, "time": ("", "first", "second").__getitem__}

    def sheets(self, view: Reading) -> tuple[Sheet, ...]:
        v = view.record[0]
        deck, pile = (count(v[cards]["size"], "wagon") for cards in ("deck", "pile"))
        sheets = [Sheet("Table", rows=(row("deck", deck), row("discarded", pile)))]
        for player, seat in enumerate(v["players"][: len(self.names)]):
            known = counts_in_words(seat["hand"], WAGON_NAMES) if view.viewer in (player, FULL) or view.is_over else ""
            hand, train = Item(count(seat["hand_size"], "wagon"), known), counts_in_words(seat["train"], WAGON_NAMES)
            points = count(view.scores[player], "point")
            sheets.append(self.player_sheet(view, player, points, (row("hand", hand), row("train", train))))
        return tuple(sheets)
