"""The characters of the card game, from the weakest to the strongest."""

from railgym.agents.characters import Character

__all__ = ["CHARACTERS"]

CHARACTERS = (
    Character(
        key="ida",
        name="Ida Marsh",
        level="beginner",
        style="impulsive",
        sentence="takes the cards that lie open and lays them at once",
        agent="greedy",
        habit="open",
    ),
    Character(
        key="ruth",
        name="Ruth Sandoval",
        level="casual",
        style="cautious",
        sentence="keeps only tickets that are as good as done",
        agent="planner:careful",
        habit="tickets",
        more=False,
    ),
    Character(
        key="gus",
        name="Gus Lindqvist",
        level="solid",
        style="gambler",
        sentence="draws from the deck and hardly ever takes an open card",
        agent="planner:gambler",
        habit="open",
        more=False,
    ),
    Character(
        key="cole",
        name="Cole Whitaker",
        level="solid",
        style="collector",
        sentence="keeps most tickets and takes the risk of missing some",
        agent="planner:collector",
        habit="tickets",
    ),
    Character(
        key="nell",
        name="Nell Barrow",
        level="solid",
        style="blocker",
        sentence="lays large groups to rob the railyards of the others",
        agent="planner:robber",
        habit="robbed",
        games=("ticket_to_ride_card_v0",),
    ),
    Character(
        key="vera",
        name="Vera Castellan",
        level="expert",
        style="all-round",
        sentence="has learned the game by playing against itself",
        agent="trained",
    ),
)
