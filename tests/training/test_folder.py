"""The result folder: of one run at a time, and as it was before if a run is refused."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import processes
import pytest

pytest.importorskip("sb3_contrib")

from railgym.training.learn.config import TrainConfig
from railgym.training.learn.folder import RunError, held
from railgym.training.learn.train import run

SMALL: dict[str, Any] = {
    "game": "ticket_to_ride_card_v0",
    "timesteps": 256,
    "num_envs": 16,
    "threads": 1,
    "hidden": [16],
}
HOLD = """
import sys, time
from pathlib import Path
from railgym.training.learn.folder import held
with held(Path(sys.argv[1]), resume=False):
    print("held", flush=True)
    time.sleep(600)
"""


def test_folder__is_of_one_run_until_its_process_is_gone(tmp_path: Path) -> None:
    """Killed, too: nothing but the kernel knows of it."""
    with processes.started([sys.executable, "-c", HOLD, str(tmp_path / "run")], stdout=subprocess.PIPE) as first:
        assert first.stdout and first.stdout.readline() == b"held\n"
        with pytest.raises(RunError, match="run: another run is writing there; let it end, or choose another --out"):
            run(TrainConfig(**SMALL), tmp_path / "run", quiet=True)
        (tmp_path / "run" / "checkpoint.pt").touch()
        with pytest.raises(RunError, match="another run is writing there"):
            run(TrainConfig(**SMALL), tmp_path / "run", resume=True, quiet=True)
        first.kill()
    with held(tmp_path / "run", resume=True):
        pass


def test_folder__goes_again_if_nothing_was_written(tmp_path: Path) -> None:
    """With those above it that were made for it; one that was there stays, empty as it was."""
    (tmp_path / "there").mkdir()
    for out in (tmp_path / "runs" / "one", tmp_path / "there"):
        with pytest.raises(ZeroDivisionError), held(out, resume=False):
            raise ZeroDivisionError
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_folder__stays_with_what_was_written(tmp_path: Path) -> None:
    out = tmp_path / "runs" / "one"
    with pytest.raises(ZeroDivisionError), held(out, resume=False):
        (out / "config.yaml").touch()
        raise ZeroDivisionError
    assert (out / "config.yaml").exists()


def test_folder__of_a_run_that_stopped_early_is_not_touched_by_one_that_is_refused(tmp_path: Path) -> None:
    """The network over tables is refused for a game without any only when it is built."""
    (tmp_path / "run.json").write_text("{}")
    (tmp_path / "config.yaml").write_text("of the first")
    with pytest.raises(ValueError, match=r"network: tables: .* has no tables"):
        run(TrainConfig(**SMALL | {"network": "tables"}), tmp_path, quiet=True)
    assert (tmp_path / "config.yaml").read_text() == "of the first"
    assert {path.name for path in tmp_path.iterdir()} == {"config.yaml", "run.json"}


@pytest.mark.parametrize("others", [["config.yaml"], ["run.json", "dataset.json"], ["my.yaml"]])
def test_folder__of_something_else_is_not_written_to(others: list[str], tmp_path: Path) -> None:
    """A config of the user's own, a dataset: they stay what they are."""
    for name in others:
        (tmp_path / name).write_text("mine")
    with pytest.raises(RunError, match=rf"holds other files \({others[-1]}\); choose another folder with --out"):
        run(TrainConfig(**SMALL), tmp_path, quiet=True)
    assert [(tmp_path / name).read_text() for name in others] == ["mine"] * len(others)


def test_folder__of_a_run_that_never_came_to_a_checkpoint_is_taken_again(tmp_path: Path) -> None:
    for name in ("run.json", "config.yaml", "metrics.jsonl", "eval.csv", "checkpoint.pt.new"):
        (tmp_path / name).touch()
    (tmp_path / "tensorboard").mkdir()
    with held(tmp_path, resume=False):
        pass
