"""The notebook runs from top to bottom, and shows what it ran."""

import os
from pathlib import Path

import pytest
from shell_lines import ROOT

nbformat = pytest.importorskip("nbformat", reason="needs the extra dev")
nbclient = pytest.importorskip("nbclient", reason="needs the extra dev")

TOUR = ROOT / "docs" / "notebooks" / "tour.ipynb"
BUDGET = "STEPS, MEASUREMENTS = 1_000_000, 5"


def test_tour__runs_with_a_small_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = nbformat.read(TOUR, 4)
    assert sum(BUDGET in cell.source for cell in book.cells) == 1
    for cell in book.cells:
        cell.source = cell.source.replace(BUDGET, "STEPS, MEASUREMENTS = 1, 1")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    written = [output.get("text", "") for cell in book.cells for output in cell.get("outputs", ())]
    assert any("trained" in text and "planner" in text and "95 % interval" in text for text in written)


def test_tour__shows_a_board_a_curve_and_no_paths_of_a_machine() -> None:
    outputs = [output for cell in nbformat.read(TOUR, 4).cells for output in cell.get("outputs", ())]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds
    text = TOUR.read_text(encoding="utf-8")
    assert not any(word in text for word in (os.path.expanduser("~"), str(ROOT), "/tmp/", "Traceback"))
