"""How decks are written in the notation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.errors import plain
from railgym.envs.core.notation_kinds import REST, Json, Kind, find_name, index_of, items, name_of, refuse, whole

__all__ = ["Deck"]


@dataclass(frozen=True)
class Deck(Kind):
    """A deck (``core/decks.py``): its cards from the top, null where the viewer does not know one. ``"..."`` at the end
    means all other cards, which ``rest`` lists from the record as loaded so far. ``known`` lists, by the place from the
    top, the players who know a card, if it is not none of them (in an ``open`` deck: all of them). ``players`` are
    their names. ``capacity`` is that of the record (``core/records.py``). ``hidden`` counts the cards in other places
    of a view that its viewer does not know."""

    name: str
    what: str
    names: Sequence[str]
    players: Sequence[str]
    open: bool = False
    rest: Callable[[Any], Sequence[int]] | None = None
    capacity: int = 0
    hidden: Callable[[Any], int] = lambda view: 0

    def dump(self, record: Any) -> Json:
        deck = record[self.name]
        size = int(deck["size"])
        cards = [name_of(int(card), self.names, {UNKNOWN: None}) for card in deck["cards"][:size][::-1]]
        everyone = 255 if self.open else 0
        known = {
            str(place): [name for p, name in enumerate(self.players) if int(bits) >> p & 1] if bits != 255 else "all"
            for place, bits in enumerate(deck["known"][:size][::-1].tolist())
            if bits != everyone
        }
        return {"cards": cards, "known": known} if known else cards

    def takes_rest(self, value: Json) -> bool:
        cards = value.get("cards") if isinstance(value, Mapping) else value
        return bool(self.rest) and isinstance(cards, list | tuple) and list(cards[-1:]) == [REST]

    def load(self, record: Any, value: Json, where: str) -> None:
        deck = record[self.name]
        cards, known = (value.get("cards"), value.get("known", {})) if isinstance(value, Mapping) else (value, {})
        if not isinstance(known, Mapping):
            raise refuse(f"{where}.known", f"expected an object, got {plain(known)}")
        rest = self.rest if self.takes_rest(value) else None
        values = items(where, cards, len(deck["cards"]) + bool(rest))
        self._lay(deck, values[:-1] if rest else values, where)
        if rest:
            below = [self.names[card] for card in rest(record)]
            self._lay(deck, [*values[:-1], *below], where)
        for i, players in known.items():
            place = (
                int(deck["size"]) - 1 - whole(f"{where}.known", int(i) if i.isdigit() else i, 0, int(deck["size"]) - 1)
            )
            here = f"{where}.known.{i}"
            deck["known"][place] = (
                255
                if players == "all"
                else sum(1 << find_name(here, "player", player, self.players) for player in items(here, players, 8))
            )

    def check_view(self, view: Any, where: str) -> None:
        deck = view[self.name]
        unknown = int((deck["cards"][: deck["size"]] == UNKNOWN).sum()) + self.hidden(view)
        if self.rest and unknown > (left := len(self.rest(view))):
            raise refuse(where, f"{unknown} cards are unknown, here and in other places, and only {left} are left")

    def _lay(self, deck: Any, cards: list[Json], where: str) -> None:
        items(where, cards, len(deck["cards"]))
        deck["size"], deck["cards"], deck["known"] = len(cards), 0, 0
        for i, card in enumerate(cards):
            place = len(cards) - 1 - i
            deck["cards"][place] = index_of(f"{where}[{i}]", self.what, card, self.names, {UNKNOWN: None})
            deck["known"][place] = 255 if self.open else 0

    def schema(self) -> dict[str, Json]:
        cards = {"type": "array", "items": {"enum": [*self.names, None]}}
        known = {"type": "object", "additionalProperties": {"anyOf": [{"const": "all"}, {"type": "array"}]}}
        return {"anyOf": [cards, {"type": "object", "properties": {"cards": cards, "known": known}}]}
