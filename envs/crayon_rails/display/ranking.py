"""Which actions are told first where there is no room for all of them."""

from typing import TYPE_CHECKING

from railgym.envs.crayon_rails.display.words import Words

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["rank_actions"]

TOWARDS = ("place", "run", "pay", "build")  # blocks with an action for every city
LAST = ("from",)  # single mileposts


def rank_actions(words: Words, view: "Reading") -> list[int]:
    """The legal actions: those that lead to no city first, then those to cities of the player's demands, where a load
    is aboard before all others, then to major cities, then to the rest."""
    seat = view.record[0]["players"][int(view.record["mover"][0])]
    aboard, asked = set[int](), set[int]()
    for city, good, _ in words.open_demands(seat):
        asked |= {city, *words.board.sources[good]}
        aboard |= {city} if good in seat["loads"] else set()
    majors, table = set(words.board.majors), view.game.actions

    def rank(action: int) -> int:
        block = table.block_of(action)
        if block.name not in TOWARDS:
            return 5 if block.name in LAST else 0
        city = action - block.start
        return 1 if city in aboard else 2 if city in asked else 3 if city in majors else 4

    return sorted(view.legal_actions, key=rank)
