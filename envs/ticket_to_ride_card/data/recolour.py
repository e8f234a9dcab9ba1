"""Makes `tickets_manual.csv` (nine colours) from `tickets_published.csv` (eight): grey takes over 14 of 132 circles.

One circle at a time, until grey is asked for as often as nine equal shares allow. The circle that turns grey

1. has a colour that is asked for most often at that moment (so every colour ends at 14 or 15, with the fewest changes),
2. is on a ticket without grey, and is not the last circle in the colour of a big city that the ticket names,
3. is, among those, preferably on a ticket to an inland city, then where the big cities of the ticket have the fewest
   grey tickets so far (of two, the one with more counts), then a circle of which the ticket has two, then the one with
   the lowest id (on one ticket: the first in the order of the columns).

Cities, values and the number of circles of a ticket stay as they are. Run

    python -m railgym.envs.ticket_to_ride_card.data.recolour            # print the table
    python -m railgym.envs.ticket_to_ride_card.data.recolour --check    # compare it with tickets_manual.csv
"""

import csv
import sys
from pathlib import Path

PUBLISHED = Path(__file__).with_name("tickets_published.csv")
MANUAL = Path(__file__).with_name("tickets_manual.csv")

COLOURS = ("black", "white", "green", "yellow", "red", "blue", "purple", "orange")
GREY = "grey"
BIG_CITY_COLOUR = {
    "Chicago": "yellow",
    "Dallas": "green",
    "Los Angeles": "white",
    "Miami": "red",
    "New York": "blue",
    "Seattle": "black",
}
INLAND = {
    "Atlanta",
    "Calgary",
    "Denver",
    "Duluth",
    "El Paso",
    "Helena",
    "Kansas City",
    "Las Vegas",
    "Nashville",
    "Omaha",
    "Phoenix",
    "Pittsburgh",
    "Saint Louis",
    "Salt Lake City",
    "Santa Fe",
    "Toronto",
    "Winnipeg",
}

Ticket = dict[str, str]


def recolour(published: list[Ticket]) -> list[Ticket]:
    """The nine-colour table, in the order of the published one."""
    tickets = [{**ticket, GREY: "0"} for ticket in published]
    asked = {colour: sum(int(ticket[colour]) for ticket in tickets) for colour in COLOURS}
    grey_at = dict.fromkeys(BIG_CITY_COLOUR, 0)

    def preference(circle: tuple[Ticket, str]) -> tuple[bool, int, int, int]:
        ticket, colour = circle
        inland = not INLAND.isdisjoint(_cities(ticket))
        greys = max(grey_at[city] for city in _big_cities(ticket))
        return not inland, greys, -int(ticket[colour]), int(ticket["id"])

    for _ in range(sum(asked.values()) // (len(COLOURS) + 1)):
        most = max(asked.values())
        spare = [(ticket, colour) for ticket in tickets for colour in _spare(ticket) if asked[colour] == most]
        ticket, colour = min(spare, key=preference)
        ticket[colour] = str(int(ticket[colour]) - 1)
        ticket[GREY] = "1"
        asked[colour] -= 1
        for city in _big_cities(ticket):
            grey_at[city] += 1
    return tickets


def _cities(ticket: Ticket) -> tuple[str, str]:
    return ticket["city_a"], ticket["city_b"]


def _big_cities(ticket: Ticket) -> list[str]:
    return [city for city in _cities(ticket) if city in BIG_CITY_COLOUR]


def _spare(ticket: Ticket) -> list[str]:
    """The colours of the ticket that can give a circle to grey."""
    if ticket[GREY] != "0":
        return []
    kept = {BIG_CITY_COLOUR[city] for city in _big_cities(ticket)}
    return [colour for colour in COLOURS if int(ticket[colour]) > (colour in kept)]


def table() -> str:
    """The text of `tickets_manual.csv`."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        tickets = recolour(list(csv.DictReader(file)))
    lines = [",".join(tickets[0]), *(",".join(ticket.values()) for ticket in tickets)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print the table; with `--check`, compare it with the file instead."""
    if arguments == ["--check"]:
        same = MANUAL.read_text(encoding="utf-8") == table()
        print(f"{MANUAL.name} {'is' if same else 'is NOT'} what {PUBLISHED.name} makes")
        return 0 if same else 1
    if arguments:
        print("usage: recolour [--check]", file=sys.stderr)
        return 2
    print(table(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
