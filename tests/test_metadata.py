"""What the package index shows: links that lead somewhere, the versions of Python, and the addresses of the project."""

import os
import re
import sys
import tomllib
from email.message import Message
from email.parser import Parser
from pathlib import Path

import processes
import pytest

import railgym

ROOT = Path(__file__).parents[1]
BUILD = "import setuptools.build_meta as backend, sys; backend.prepare_metadata_for_build_wheel(sys.argv[1])"
LINK = re.compile(r"""\]\(([^)\s]+)\)|src="([^"]+)\"""")


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """The metadata of the wheel, made in a copy of what setuptools reads for it."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("out")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "src/railgym/__init__.py"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    for folder in ("envs", "agents", "training", "configs"):
        (copy / folder).mkdir()
    done = processes.run([sys.executable, "-c", BUILD, str(out)], cwd=copy, capture_output=True, text=True,
                         env=os.environ | {"RAILGYM_WITHOUT_LIBRARIES": "1"})  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Parser().parsestr(next(out.glob("*.dist-info/METADATA")).read_text(encoding="utf-8"))


def test_long_description__has_absolute_links_to_files_of_this_version(metadata: Message) -> None:
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL"))
    links = [link for pair in LINK.findall(metadata.get_payload()) for link in pair if link]
    assert len(links) >= 25
    for link in links:
        found = re.fullmatch(rf"{urls['Source']}/(?:blob|raw)/v{re.escape(railgym.__version__)}/([^#]+)(?:#.*)?", link)
        assert found and (ROOT / found[1]).exists(), link


def test_metadata__names_the_project_and_its_addresses(metadata: Message) -> None:
    assert metadata["Description-Content-Type"].startswith("text/markdown")
    assert metadata["Version"] == railgym.__version__
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL"))
    assert {"Documentation", "Source", "Issues", "Changelog"} <= urls.keys()
    assert urls["Issues"].startswith(urls["Source"]) and urls["Changelog"].startswith(urls["Source"])


def test_classifiers__name_the_pythons_that_the_workflow_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [name.rpartition(" ")[2] for name in project["classifiers"] if "Python :: 3." in name]
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    tested = re.findall(r"'(3\.\d+)'", re.search(r"python: \[(.*)\]", workflow)[1])
    assert named == tested
    assert project["requires-python"] == f">={named[0]}"
