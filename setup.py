"""Maps the folders at the top of the repository to packages under ``railgym``; all else stands in pyproject.toml."""

from setuptools import find_namespace_packages, setup

FOLDERS = {"railgym": "src/railgym"} | {f"railgym.{name}": name for name in ("envs", "agents", "training", "configs")}
NOT_PACKAGES = ["__pycache__", "*.__pycache__"]

packages = list(FOLDERS)
for package, folder in FOLDERS.items():
    packages += [f"{package}.{name}" for name in find_namespace_packages(folder, exclude=NOT_PACKAGES)]

setup(packages=packages, package_dir=FOLDERS)
