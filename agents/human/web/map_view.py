"""A map as JSON, as the page of the map editor needs it."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from railgym.envs.core.data_files import Faults, Row, read_table
from railgym.envs.core.geo.editing import Dots, Editing, Form, FormField, Grid, Links, Place, Sides, Tables
from railgym.envs.core.geo.map_edits import cities_at, ends_of, places_of

__all__ = ["fault_on_board", "map_as_json", "title_of"]

MARGIN = 2  # rows and columns around a map in which places can be added
DEGREES = re.compile(r"-?\d+(\.\d*)?")
LINE = re.compile(r"([\w.]+):(\d+): ")
PLACES = (("row", "col"), ("row_a", "col_a"))  # columns of a table that name a place
CITIES = ("city", "city_a", "city_1", "where")  # columns that name a city


def map_as_json(tables: Tables, editing: Editing, folder: Path) -> dict[str, Any]:
    """The contents of the board, and the rows of the forms; ``folder`` is that of the map."""
    board: dict[str, Any] = {}
    if editing.grid:
        board |= {"grid": _grid_as_json(tables, editing, editing.grid)}
    if editing.dots and editing.dots.file in tables:
        board |= {"dots": _dots_as_json(tables, editing, editing.dots, folder)}
    shown = [form for form in editing.forms if form.file in tables and not form.hidden]
    return board | {
        "names": {form.file: _names(form, tables) for form in shown},
        "forms": [_form(form, tables) for form in shown],
        "cards": {"words": editing.cards.words, "seed": _seed(tables, editing.cards.seed_file)},
    }


def _seed(tables: Tables, file: str) -> str | None:
    """The seed of the cards; None if they have none."""
    return tables[file].rows[0]["seed"] if file else None


def _grid_as_json(tables: Tables, editing: Editing, grid: Grid) -> dict[str, Any]:
    """The places of a map, the places around it that can be added, and the features and links between places."""
    return {
        "terrains": grid.terrains,
        "marks": grid.marks,
        "corners": grid.corners,
        "places": list(_places(tables, grid)),
        "sides": _sides(tables, grid.sides),
        "links": {
            "title": grid.links.title,
            "rows": list(_links(tables, grid.links, cities_at(tables, editing))),
        },
    }


def _dots_as_json(tables: Tables, editing: Editing, dots: Dots, folder: Path) -> dict[str, Any]:
    """The dots of a board, with the cities there, the lines between them, and what is drawn under them."""
    cities = [(row["city"], row["dot"]) for row in _rows(tables, editing.cities.file)]
    colours = {row["abbreviation"]: row["colour"] for row in _rows(tables, dots.owners)}
    places, spots = [], []
    for row in _rows(tables, dots.file):
        if DEGREES.fullmatch(row["latitude"]) and DEGREES.fullmatch(row["longitude"]):
            city = "/".join(city for city, dot in cities if dot == row["dot"])
            latitude, longitude = float(row["latitude"]), float(row["longitude"])
            places.append({"dot": row["dot"], "city": city, "latitude": latitude, "longitude": longitude})
            spots.append((latitude, longitude))
    lines = [
        {"ends": [row["dot_a"], row["dot_b"]], "owner": row[dots.owner], "colour": colours.get(row[dots.owner], "")}
        for row in _rows(tables, dots.lines)
    ]
    ground = [layer._asdict() for layer in dots.ground(folder, spots)]
    return asdict(dots) | {"places": places, "rows": lines, "ground": ground}


def _rows(tables: Tables, file: str) -> Sequence[Row]:
    """The rows of a table; none if it cannot be read."""
    return tables[file].rows if file in tables else ()


def _places(tables: Tables, grid: Grid) -> Iterator[dict[str, Any]]:
    """The places with the centres of their hexagons."""
    rows = places_of(tables[grid.file])
    low, high = ([pick(place[i] for place in rows) for i in (0, 1)] for pick in (min, max))
    for row in range(max(0, low[0] - MARGIN), high[0] + MARGIN + 1):
        for col in range(max(0, low[1] - MARGIN), high[1] + MARGIN + 1):
            if grid.is_place((row, col)) or (row, col) in rows:
                yield _place((row, col), rows.get((row, col)), grid)


def _place(place: Place, row: Row | None, grid: Grid) -> dict[str, Any]:
    x, y = grid.centre(place)
    shown = ("terrain", "city", "part", *grid.marks)
    here = {name: row.cells.get(name, "") for name in shown} if row else {}
    return {"row": place[0], "col": place[1], "x": round(x, 4), "y": round(y, 4), **here}


def _sides(tables: Tables, sides: Sides) -> dict[str, Any]:
    """The features between neighbours, and the names of each kind."""
    rows = tables[sides.file].rows if sides.file in tables else ()
    kinds = {}
    for kind, file in sides.kinds.items():
        named = [next(iter(row.cells.values())) for row in tables[file].rows] if file in tables else []
        kinds[kind] = list(dict.fromkeys([*named, *(row["name"] for row in rows if row["kind"] == kind)]))
    drawn = []
    for row in rows:
        if ends := ends_of(row):
            drawn.append({"ends": ends, "kind": row.cells.get("kind", ""), "name": row.cells.get("name", "")})
    return {"title": sides.title, "kinds": kinds, "rows": drawn}


def _links(tables: Tables, links: Links, cities: dict[str, Place]) -> Iterator[dict[str, Any]]:
    """The links between two places, each with a description."""
    for row in tables[links.file].rows if links.file in tables else ():
        if links.cities:
            names = row["city_a"], row["city_b"]
            ends = (cities[names[0]], cities[names[1]]) if all(name in cities for name in names) else None
            words = f"{links.title} {' - '.join(names)}"
        else:
            ends, words = ends_of(row), f"{links.title} {row['name']}"
        if ends:
            yield {"ends": ends, "words": words}


def _form(form: Form, tables: Tables) -> dict[str, Any]:
    rows = tables[form.file].rows
    fields = list(form.fields)
    if form.others and rows:
        known = {field.column for field in fields}
        fields += [replace(form.others, column=column) for column in rows[0].cells if column not in known]
    return {
        "file": form.file,
        "title": form.title,
        "label": form.label,
        "can_add": bool(form.new),
        "fields": [_field(field) for field in fields],
        "rows": [{field.column: row[field.column] for field in fields} for row in rows],
    }


def _names(form: Form, tables: Tables) -> list[str]:
    """The names of the rows of a table."""
    return [row[form.fields[0].column] for row in tables[form.file].rows]


def _field(field: FormField) -> dict[str, Any]:
    return {name: getattr(field, name) for name in FormField.__dataclass_fields__}


def fault_on_board(text: str, folder: Path, cities: dict[str, Place]) -> dict[str, Any]:
    """A fault, with the row of the table that it names, and its place on the board if that row names one, or a city."""
    found = LINE.match(text)
    if not found or not found[1].endswith(".csv"):
        return {"text": text}
    rows = read_table(found[1], (), Faults(folder, "the map")).rows
    index = next((i for i, row in enumerate(rows) if row.line == int(found[2])), None)
    if index is None:
        return {"text": text}
    return {"text": text, "file": found[1], "index": index} | _place_named(rows[index], cities)


def _place_named(row: Row, cities: dict[str, Place]) -> dict[str, int]:
    """The place that a row names, by its numbers or by a city."""
    for names in PLACES:
        place = [row.cells.get(name, "") for name in names]
        if all(number.isdecimal() for number in place):
            return {"row": int(place[0]), "col": int(place[1])}
    for column in CITIES:
        if row.cells.get(column) in cities:
            there = cities[row[column]]
            return {"row": there[0], "col": there[1]}
    return {}


def title_of(head: Path) -> str:
    """The title in the head of a map; the name of its folder if that cannot be read."""
    try:
        content = json.loads(head.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return head.parent.name
    title = content.get("title") if isinstance(content, dict) else None
    return title if isinstance(title, str) else head.parent.name
