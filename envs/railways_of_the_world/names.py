"""The names of the barons: those of the Duel Barons, and the universal ones, which are called by their goals."""

__all__ = ["DUEL_BARONS", "UNIVERSAL_BARONS"]

DUEL_BARONS = (
    "Benjamin P. Kranz",
    "Caleb V. Kranz",
    "Christopher L Tychoon",
    "Dávid Turczi",
    "J. S. Albertson",
    "J. T. Howard",
    "John Berny",
    "Jon Eric Olsen",
    "Lars Toft",
    "Mark Dainty",
    "P. Andrew Sellers",
    "Rosie Rosenfeld",
)
UNIVERSAL_BARONS = (
    "most links",
    "most own links in one delivery",
    "fewest bonds",
    "most money",
    "most hotels",
    "most major lines",
    "most red cubes delivered",
    "most blue cubes delivered",
    "most yellow cubes delivered",
    "most purple cubes delivered",
    "most black cubes delivered",
    "most cities joined by own links",
    "most tiles in hills",
    "most ridges crossed",
    "first engine of level 8",
    "three cities of each of two colors joined by own links",
    "cities of all five colors joined by own links",
    "two red cities joined by own links",
    "own links at six gray cities",
    "two New Cities joined by own links",
    "a link of six tiles",
    "own links over 60 % of the map from north to south",
    "own links over 60 % of the map from east to west",
    "deliveries to eight cities",
)
