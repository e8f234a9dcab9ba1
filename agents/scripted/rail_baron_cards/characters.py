"""The characters of Rail Baron, from the weakest to the strongest."""

from railgym.agents.characters import Character

__all__ = ["CHARACTERS"]

CHARACTERS = (
    Character(
        key="otto",
        name="Otto Brandt",
        level="beginner",
        style="collector",
        sentence="buys every railroad that the cash pays for",
        agent="greedy",
        habit="railroads",
    ),
    Character(
        key="mae",
        name="Mae Holloway",
        level="casual",
        style="cautious",
        sentence="keeps a thick purse and buys engines late",
        agent="planner:saver",
        habit="engines",
        more=False,
    ),
    Character(
        key="silas",
        name="Silas Crowe",
        level="casual",
        style="monopolist",
        sentence="buys railroads into cities that no other railroad serves",
        agent="planner:monopolist",
        habit="railroads",
    ),
    Character(
        key="dora",
        name="Dora Whitfield",
        level="solid",
        style="landlord",
        sentence="buys a few busy railroads for their fees",
        agent="planner:landlord",
        habit="railroads",
    ),
    Character(
        key="finn",
        name="Finn Gallagher",
        level="strong",
        style="bidder",
        sentence="pays well to be first in the order of play",
        agent="planner:bidder",
        habit="bid",
    ),
    Character(
        key="edith",
        name="Edith Marlow",
        level="expert",
        style="all-round",
        sentence="has learned the game by playing against itself",
        agent="trained",
    ),
)
