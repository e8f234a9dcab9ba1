"""``python publish.py SITE PAGES VERSION`` puts a built site into the folder of its version, beside those of others.

``VERSION`` is ``dev`` or the tag of a release. ``PAGES/versions.json`` lists all versions for the menu of the site, and
``PAGES/index.html`` leads to the newest release. Needs nothing but Python.
"""

import json
import re
import shutil
import sys
from pathlib import Path

__all__ = ["publish"]

RELEASE = re.compile(r"v\d+(\.\d+)*")
FRONT = """<!doctype html>
<meta charset="utf-8">
<title>railgym</title>
<meta http-equiv="refresh" content="0; url={version}/">
<a href="{version}/">railgym {version}</a>
"""


def publish(site: Path, pages: Path, version: str) -> None:
    """Replace the folder of a version, and write the list of versions and the front page. Raises ValueError."""
    if version != "dev" and not RELEASE.fullmatch(version):
        raise ValueError(f"a version is dev or a tag such as v1.2.0, not {version!r}")
    folder = pages / version
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(site, folder)
    found = sorted((path.name for path in pages.iterdir() if RELEASE.fullmatch(path.name)), key=_numbers, reverse=True)
    versions = found + ["dev"] * (pages / "dev").is_dir()
    (pages / "versions.json").write_text(json.dumps(versions), encoding="utf-8")
    (pages / "index.html").write_text(FRONT.format(version=versions[0]), encoding="utf-8")
    (pages / ".nojekyll").touch()  # else GitHub hides the folders that begin with an underscore


def _numbers(tag: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", tag)]


if __name__ == "__main__":
    publish(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
