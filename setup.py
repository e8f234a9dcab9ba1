"""Maps the top-level folders of the repository to packages under ``railgym``, and builds the compiled rules into them.

All other settings are in pyproject.toml.
"""

import os
import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import ClassVar

from setuptools import Command, find_namespace_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.dist import Distribution

FOLDERS = {"railgym": "src/railgym"} | {f"railgym.{name}": name for name in ("envs", "agents", "training", "configs")}
NOT_PACKAGES = ["__pycache__", "*.__pycache__", "built", "*.built"]

packages = list(FOLDERS)
for package, folder in FOLDERS.items():
    packages += [f"{package}.{name}" for name in find_namespace_packages(folder, exclude=NOT_PACKAGES)]


class BuildLibraries(Command):
    """Builds the libraries of all games beside their sources. In an editable install, each library is built when it is
    first used. ``RAILGYM_WITHOUT_LIBRARIES=1`` skips the build."""

    description = "build the compiled rules"
    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self):
        self.build_lib, self.editable_mode = None, False

    def finalize_options(self):
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self):
        if self.editable_mode or os.environ.get("RAILGYM_WITHOUT_LIBRARIES"):
            return
        where = Path(self.build_lib).absolute()
        environment = os.environ | {"PYTHONPATH": str(where)}
        subprocess.run([sys.executable, "-m", "railgym.build"], cwd=where, env=environment, check=True)
        if list(where.rglob("built/*.o")):
            raise SystemExit("railgym: a wheel needs a linker: install gcc or clang")


class Build(build):
    """Builds the libraries after the Python files are in place."""

    sub_commands: ClassVar = [*build.sub_commands, ("build_libraries", None)]


class Wheel(bdist_wheel):
    """Names the wheel for its platform and any Python 3: libraries are called through ctypes."""

    def get_tag(self):
        _, _, tag = super().get_tag()
        if sys.platform == "linux" and platform.libc_ver()[0] == "glibc":
            tag = f"manylinux_2_17_{platform.machine()}"
        return "py3", "none", tag


class HasLibraries(Distribution):
    """A distribution for one platform."""

    def has_ext_modules(self):
        return True


def readme() -> str:
    """The README with absolute links to the files of this version, for the package index."""
    root = Path(__file__).parent
    source = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    version = re.search(r'__version__ = "(.+)"', (root / "src/railgym/__init__.py").read_text(encoding="utf-8"))[1]
    text = (root / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"\]\((?!\w+:|#)", f"]({source}/blob/v{version}/", text)
    return re.sub(r'src="(?!\w+:)', f'src="{source}/raw/v{version}/', text)


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    packages=packages,
    package_dir=FOLDERS,
    distclass=HasLibraries,
    cmdclass={"build": Build, "build_libraries": BuildLibraries, "bdist_wheel": Wheel},
)
