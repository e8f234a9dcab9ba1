"""Links between documents lead to files of the repository."""

import re
from pathlib import Path

from test_packaging import ROOT, repository

LINK = re.compile(r"\]\((?!\w+:|#)([^)\s#]+)")


def test_links__lead_to_files_that_git_keeps() -> None:
    """A build product that git ignores is in no other checkout."""
    kept = {ROOT / path for path in repository()}
    folders = {parent for path in kept for parent in path.parents}
    links = [
        (document, target)
        for document in kept
        if document.suffix == ".md"
        for target in LINK.findall(document.read_text(encoding="utf-8"))
    ]
    assert len(links) > 20
    there = {(document, target): Path(document.parent, target).resolve() for document, target in links}
    wrong = [f"{a.relative_to(ROOT)}: {b}" for (a, b), path in there.items() if path not in kept | folders]
    assert wrong == []
