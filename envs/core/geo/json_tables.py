"""What edits change in the JSON files of a map, as tables: the seed of its cards, and the names of the rivers drawn."""

import json
from pathlib import Path
from typing import Any

from railgym.envs.core.data_files import DataTable, Faults, Row, read_json
from railgym.envs.core.geo.geography import DEFAULT_SEED
from railgym.envs.core.geo.map_files import HEAD
from railgym.envs.core.geo.outlines import OUTLINES, outline_text, read_outlines

__all__ = ["JSON_COLUMNS", "json_text", "read_json_table"]

JSON_COLUMNS = {HEAD: ("seed",), OUTLINES: ("river", "number")}  # the number of a river in the file


def read_json_table(file: str, faults: Faults) -> DataTable:
    """The table of a JSON file, which is there; faults are noted."""
    if file == OUTLINES:
        rivers = read_outlines(faults).rivers
        return _table(file, [(river, i) for i, river in enumerate(rivers)])
    head = read_json(file, "write the head of a map", faults)
    return _table(file, [(head.get("seed", DEFAULT_SEED) if isinstance(head, dict) else "",)])


def _table(file: str, rows: list[tuple[Any, ...]]) -> DataTable:
    cells = [dict(zip(JSON_COLUMNS[file], map(str, row), strict=True)) for row in rows]
    return DataTable(file, tuple(Row(0, row) for row in cells))


def json_text(table: DataTable, folder: Path) -> str:
    """The text of a JSON file of a folder with the changed cells of its table."""
    faults = Faults(folder, "the map")
    if table.file == OUTLINES:
        drawn = read_outlines(faults)
        lines = list(drawn.rivers.values())
        rivers = {row["river"]: lines[int(row["number"])] for row in table.rows}
        return outline_text(drawn.model_copy(update={"rivers": rivers}))
    head = read_json(table.file, "write the head of a map", faults)
    return json.dumps(head | {"seed": int(table.rows[0]["seed"])}, indent=2, ensure_ascii=False) + "\n"
