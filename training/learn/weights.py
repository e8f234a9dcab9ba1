"""The weights of trained agents, read from what :mod:`railgym.training.learn.export` wrote, to train on from them."""

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import torch

from railgym.agents.learned import shipped_for
from railgym.agents.learned.artifact import folder_of, read_card, shipped_folder, version_of
from railgym.envs.core.errors import ArtifactError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.training.learn.export import TRANSPOSED
from railgym.training.learn.networks import PolicyNetwork

__all__ = ["Folder", "agent_folder", "load_weights"]

NARROW, SCALE = ".narrow", ".scale"  # what the exporter adds to the names of weights that it keeps in fewer bits
Folder = Path | Traversable


def agent_folder(code: str, game: Game, role: str) -> Folder:
    """Where the trained agent ``code`` lies; ``trained`` and ``former:N`` are those that come with railgym for ``role``
    in a game. Raises UnknownNameError, RoleError or ArtifactError if there is none, or one of another game."""
    if (version := version_of(code)) is not None:
        return shipped_folder(shipped_for(game, role, version), version)
    folder = folder_of(code)
    if folder is None:
        raise UnknownNameError(f"{code}: no trained agent; write trained, former:N, or file:FOLDER")
    if (theirs := read_card(folder).game) != game.id:
        raise ArtifactError(f"{folder}: an agent of {theirs}, and this is {game.id}; name one of this game")
    return folder


def load_weights(network: PolicyNetwork, folder: Folder) -> None:
    """Give a network, in place, the weights of the agent in ``folder``, as exactly as that keeps them. Raises
    ArtifactError if it has other layers."""
    found, own = _read_weights(folder), network.state_dict()
    for name in sorted(own.keys() | found.keys()):
        there = found[name].shape if name in found else "missing"
        here = tuple(own[name].shape) if name in own else "missing"
        if there != here:
            raise ArtifactError(f"start_from: {folder}: its network does not fit: {name} is {there}, here it is {here}")
    network.load_state_dict({name: torch.from_numpy(array) for name, array in found.items()})


def _read_weights(folder: Folder) -> dict[str, np.ndarray[Any, Any]]:
    """The weights in ``policy.onnx``, float32, by their names in :class:`PolicyNetwork`."""
    try:
        graph = onnx.load_from_string((folder / "policy.onnx").read_bytes()).graph
    except Exception:  # protobuf's own error classes are not public
        raise ArtifactError(f"start_from: {folder}/policy.onnx: damaged, it cannot be read; copy it again") from None
    arrays = {part.name: onnx.numpy_helper.to_array(part) for part in graph.initializer}
    if not arrays:
        raise ArtifactError(f"start_from: {folder}/policy.onnx: damaged, no network is in it; copy it again")
    found = {}
    for name, array in arrays.items():
        weights = name.removesuffix(NARROW)
        if weights.partition(".")[0] in ("trunk", "head", "value", "value_trunk") and not name.endswith(SCALE):
            array = array.astype(np.float32) * arrays.get(weights + SCALE, np.float32(1))
            transposed = weights.endswith(TRANSPOSED)
            found[weights.removesuffix(TRANSPOSED)] = array.T if transposed else array
    return found
