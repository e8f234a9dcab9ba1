"""The tables of boards for the map editor (``railgym serve --maps``)."""

from pathlib import Path

from railgym.envs.core.data_files import DataTable, Faults, read_table
from railgym.envs.core.geo.editing import CardMaker, Dots, Editing, Form, FormField
from railgym.envs.core.geo.worlds.making import table_of
from railgym.envs.core.graphs import steps_between
from railgym.envs.rail_baron_cards.board import (
    CARDS,
    CITIES,
    DOTS,
    MAX_CARDS,
    MAX_NUMBER,
    MAX_PRICE,
    RAILROADS,
    REGIONS,
    SECTIONS,
    THING,
    read_board,
)
from railgym.envs.rail_baron_cards.board_drawing import describe_board, draw_board_alone
from railgym.envs.rail_baron_cards.ground import WATER, ground_in
from railgym.envs.rail_baron_cards.random_cards import card_numbers

__all__ = ["KIND"]

FORMS = (
    Form(
        CITIES,
        "Cities",
        (
            FormField("city"),
            FormField("abbreviation"),
            FormField("region", names=REGIONS),
            FormField("dot", names=DOTS),
        ),
        label=("city",),
        new={"city": "New city", "abbreviation": "NEW"},
        others=FormField("", optional=True),  # the odds, on boards that have them
    ),
    Form(
        CARDS,
        "Cards",
        (FormField("city", names=CITIES), FormField("copies", low=1, high=MAX_CARDS)),
        label=("city",),
        new={"copies": "1"},
        others=FormField("", high=MAX_NUMBER, optional=True),
    ),
    Form(
        RAILROADS,
        "Railroads",
        (
            FormField("abbreviation"),
            FormField("name"),
            FormField("price", low=1000, high=MAX_PRICE),
            FormField("colour", pattern="#[0-9a-fA-F]{6}", example="#2b2b2b"),
            FormField("dashes", pattern=r"\d+( \d+)*", example="4 2", optional=True),
        ),
        label=("abbreviation", "name"),
        new={"abbreviation": "NEW", "name": "New railroad", "price": "10000", "colour": "#2b2b2b"},
    ),
    Form(
        SECTIONS,
        "Sections",
        (
            FormField("dot_a", names=DOTS),
            FormField("dot_b", names=DOTS),
            FormField("railroad", names=RAILROADS),
            FormField("fork", optional=True),
        ),
        label=("dot_a", "dot_b", "railroad"),
    ),
    Form(
        DOTS,
        "Dots",
        (FormField("dot"), FormField("latitude", degrees=90), FormField("longitude", degrees=180)),
        label=("dot",),
    ),
    Form(
        REGIONS,
        "Regions",
        (FormField("abbreviation", fixed=True), FormField("name")),  # the cards have a column for each abbreviation
        label=("abbreviation", "name"),
        others=FormField("", optional=True),  # the odds, on boards that have them
    ),
)


def _new_cards(folder: Path) -> dict[str, DataTable]:
    """A card for each city of the board in a folder, with the numbers of random boards. A city that has a card keeps
    its number of copies, a new one gets one."""
    board = read_board(folder, cards=False)
    old = read_table(CARDS, ("city", "copies"), Faults(folder, THING))
    copies = {row.cells.get("city"): row.cells.get("copies", "") for row in old.rows}
    sections = ((section.a, section.b) for section in board.sections)
    steps = steps_between(sections, [city.dot for city in board.cities])
    numbers = card_numbers(steps, [city.region for city in board.cities], len(board.regions))
    columns = ("city", "copies", *(region.abbreviation for region in board.regions))
    rows = [(city.name, copies.get(city.name, "1"), *values) for city, values in zip(board.cities, numbers)]
    return {CARDS: table_of(CARDS, columns, rows)}


class Boards:
    """The boards of Rail Baron in folders, for ``railgym map`` and the map editor."""

    editing = Editing(
        FORMS,
        CardMaker("destination cards", _new_cards),
        dots=Dots(DOTS, SECTIONS, "railroad", RAILROADS, ground_in, WATER),
    )

    def check(self, path: Path) -> str:
        """A summary of the board in a folder, in one line; raises DataError with all faults."""
        return describe_board(read_board(path))

    def draw(self, path: Path) -> str:
        """The picture of the board in a folder, as an SVG document; raises DataError with all faults."""
        return draw_board_alone(read_board(path))


KIND = Boards()
