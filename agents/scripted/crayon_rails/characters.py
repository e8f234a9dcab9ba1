"""The characters of Empire Builder and Resourceful Rails, from the weakest to the strongest."""

from railgym.agents.characters import Character

__all__ = ["CHARACTERS"]

CHARACTERS = (
    Character(
        key="bert",
        name="Bert Swensen",
        level="beginner",
        style="short-sighted",
        sentence="carries one load at a time and makes no plans",
        agent="greedy",
        habit="deliveries",
        more=False,
    ),
    Character(
        key="hana",
        name="Hana Kovacs",
        level="casual",
        style="builder",
        sentence="lays track long before it pays",
        agent="planner:builder",
        habit="track",
    ),
    Character(
        key="abel",
        name="Abel Thornton",
        level="casual",
        style="frugal",
        sentence="stays with the first train and buys no engine",
        agent="planner:walker",
        habit="engines",
        more=False,
    ),
    Character(
        key="lena",
        name="Lena Fairchild",
        level="solid",
        style="guest",
        sentence="runs on the track of the others and pays them fees",
        agent="planner:guest",
        habit="fees",
    ),
    Character(
        key="walt",
        name="Walt Jorgensen",
        level="strong",
        style="all-round",
        sentence="weighs every delivery against its time and its track",
        agent="planner",
    ),
    Character(
        key="iris",
        name="Iris Delacroix",
        level="expert",
        style="all-round",
        sentence="has learned the game by playing against itself",
        agent="trained",
    ),
)
