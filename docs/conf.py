"""Settings of Sphinx for the site. ``make docs`` writes its source first, see ``docs/site_builder``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from docutils.nodes import Element
from site_builder.places import SOURCE, repository_address
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import railgym

project = "railgym"
author = "The railgym contributors"
copyright = "The railgym contributors"
version = release = railgym.__version__

NOT_FOR_USERS = (  # classes that signatures mention, and that the reference leaves out
    *("BoardDrawing", "Cluster", "EntryPoint", "Field", "GameStatistics", "GamesVecEnv"),
    *("Glossary", "OneGame", "PositionChecker", "Range", "Section"),
)

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["extra"]
myst_heading_anchors = 4
nitpick_ignore_regex = [
    ("py:.*", r"(?!railgym\.).*"),  # names of other libraries: no inventory is fetched
    ("py:class", rf"railgym\..*\.({'|'.join(NOT_FOR_USERS)})"),
]

autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": True}
autodoc_preserve_defaults = True


def resolve_short_name(
    app: Sphinx, environment: BuildEnvironment, node: pending_xref, content: Element
) -> Element | None:
    """The link to a function that the reference documents as ``railgym.NAME``, by its full name."""
    module, _, name = node.get("reftarget", "").rpartition(".")
    if railgym.PLACES.get(name) != module:
        return None
    domain = environment.get_domain("py")
    return domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", f"railgym.{name}", node, content)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("missing-reference", resolve_short_name)


html_theme = "furo"
html_title = f"railgym {release}"
html_static_path = ["static"]
html_extra_path = [str(SOURCE / "extra")]
html_css_files = ["site.css"]
html_js_files = [("versions.js", {"defer": "defer"})]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "footer_icons": [{"name": "Repository", "url": repository_address(), "html": "Repository", "class": ""}]
}
