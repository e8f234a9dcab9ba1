"""Fingerprints of users' agents, to detect whether their files have changed."""

import hashlib
import importlib.util
import os
import sys
from pathlib import Path

from railgym.agents.registry import parse_agent
from railgym.training.evaluate.suite.definition import Suite

__all__ = ["prints"]


def prints(suite: Suite) -> dict[str, str]:
    """By the codes of agents that are files, a digest of these files: of a module ``py:...``, of a folder
    ``file:...``, of the files that a command names, also where a search asks it. Code that a module imports is not
    looked at."""
    codes = {code for table in suite.tables for code in table.agents}
    return {code: digest for code in sorted(codes) if (digest := _print(code))}


def _print(code: str) -> str:
    spec = parse_agent(code)
    spec = spec.policy or spec
    if not (spec.folder or spec.python_class[0] or spec.command):
        return ""
    files = _of_folder(spec.folder) if spec.folder else _of_module(spec.python_class[0])
    files += [Path(word) for word in map(os.path.expanduser, spec.command) if Path(word).is_file()]
    parts = (hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:16]


def _of_module(name: str) -> list[Path]:
    if not name:
        return []
    module = sys.modules.get(name)
    spec = module.__spec__ if module else importlib.util.find_spec(name)
    return [Path(spec.origin)] if spec and spec.origin and Path(spec.origin).is_file() else []


def _of_folder(folder: str) -> list[Path]:
    return sorted(file for file in Path(os.path.expanduser(folder)).iterdir() if file.is_file())
