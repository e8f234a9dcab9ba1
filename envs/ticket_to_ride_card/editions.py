"""The editions of the card game: the cards in the box, and how many of them are dealt and drawn."""

from dataclasses import dataclass

__all__ = ["EDITIONS", "Edition"]


@dataclass(frozen=True)
class Edition:
    """The numbers of an edition. The defaults are those of the manual."""

    colours: int = 9
    cards_of_colour: int = 10  # TC-2.1
    locomotives: int = 16  # TC-2.2
    first_cards: int = 7  # TC-3.2
    display_size: int = 5  # TC-3.4
    first_tickets: int = 6  # TC-3.3
    tickets_per_draw: int = 4  # TC-4.15; 0: tickets are dealt only at set-up, the others stay in the box
    one_deck_for: tuple[int, ...] = ()  # the numbers of players with whom the train deck is played once (TC-R4)
    shuffle_returns: bool = False  # TC-R5


EDITIONS = {
    "manual": Edition(),
    "published": Edition(colours=8, one_deck_for=(1, 2, 3), shuffle_returns=True),
    "tiny": Edition(
        colours=3,
        cards_of_colour=2,
        locomotives=2,
        first_cards=2,
        display_size=1,
        first_tickets=1,
        tickets_per_draw=0,
        one_deck_for=(2,),
    ),
}
"""Every edition by its name in the option ``edition`` (TC-R1, TC-R18)."""
