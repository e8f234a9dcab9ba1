"""Sites of several versions lie side by side, and the front page leads to the newest release."""

import json
from pathlib import Path

import pytest
from site_builder.publish import publish


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("a page")
    return folder


def test_versions__are_listed_from_the_newest_release_to_dev(site: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    publish(site, pages, "dev")
    assert "url=dev/" in (pages / "index.html").read_text()
    for version in ("v0.9.0", "v0.10.0", "v0.2.0"):
        publish(site, pages, version)
    assert json.loads((pages / "versions.json").read_text()) == ["v0.10.0", "v0.9.0", "v0.2.0", "dev"]
    assert "url=v0.10.0/" in (pages / "index.html").read_text()
    assert (pages / "v0.2.0" / "index.html").read_text() == "a page"


def test_version__replaces_its_former_site(site: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    (pages / "dev").mkdir(parents=True)
    (pages / "dev" / "old.html").touch()
    publish(site, pages, "dev")
    assert [file.name for file in (pages / "dev").iterdir()] == ["index.html"]


@pytest.mark.parametrize("version", ["", "main", "../dev", "v1/2"])
def test_version__that_is_no_name_of_a_folder_is_refused(site: Path, tmp_path: Path, version: str) -> None:
    with pytest.raises(ValueError, match="a version is dev or a tag"):
        publish(site, tmp_path, version)
