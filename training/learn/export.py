"""From a learner to a trained agent on disk."""

import logging
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import torch

import railgym
from railgym.agents.learned.artifact import AgentCard, card_for
from railgym.envs.core.game import Game
from railgym.training.learn.config import TrainConfig
from railgym.training.learn.folder import replace_file, write_json
from railgym.training.learn.networks import PolicyNetwork, shape_for, spaces_of
from railgym.training.reports import commit_of_checkout
from railgym.training.system import describe_system

__all__ = ["TRANSPOSED", "export_agent", "in_eight_bits", "narrowed"]

MANY = 1024  # weights that are worth it
TRANSPOSED = ".transposed"  # ends the name of a weight that the file keeps transposed


def export_agent(
    folder: Path,
    game: Game,
    config: TrainConfig,
    network: PolicyNetwork,
    timesteps: int,
    command: str,
    seconds: float,
) -> None:
    """Write ``agent.json`` and ``policy.onnx`` (observation (N, F) -> logits (N, A), value (N,)) into ``folder``;
    ``network`` is a frozen learner with its value. The card comes last: it says whether the network is the newest."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = shape_for(config, game)
    example = torch.zeros(2, *spaces_of(game, shape)[0].shape)
    batch = torch.export.Dim("batch")
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it reports optional packages that are not needed here
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            network,
            (example,),
            dynamo=True,
            input_names=["observation"],
            output_names=["logits", "value"],
            dynamic_shapes=({0: batch},),
            external_data=False,
            verbose=False,
        )
    assert program is not None
    model = with_all_names(without_traces(program.model_proto), network)
    replace_file(folder / "policy.onnx", narrowed(model).SerializeToString())
    card = AgentCard(
        **card_for(game, shape),
        role=config.role,
        name=config.name,
        railgym=railgym.__version__,
        command=command,
        commit=commit_of_checkout(),
        seed=config.seed,
        timesteps=timesteps,
        seconds=round(seconds),
        machine=describe_machine(config),
        sharpness=config.play_sharpness,
        config=config.model_dump(mode="json"),
    )
    write_json(folder / "agent.json", card.model_dump(mode="json"))


def describe_machine(config: TrainConfig) -> str:
    """What a run learned on, in words."""
    system = describe_system()
    cores = "1 core" if system["cores"] == 1 else f"{system['cores']} cores"
    machine = f"{cores} of {system['cpu']}, threads: {config.threads}"
    return machine if config.device == "cpu" else f"{torch.cuda.get_device_name()}, {machine}"


def without_traces(model: Any) -> Any:
    """The model without the exporter's notes on where in the source code every node comes from."""
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    return model


def with_all_names(model: Any, network: PolicyNetwork) -> Any:
    """The model with names for the weights that the exporter transposes and leaves without one, so that they can be
    read back."""
    unnamed = {part.name: onnx.numpy_helper.to_array(part) for part in model.graph.initializer}
    weights = {name: part.numpy() for name, part in network.state_dict().items() if name not in unnamed}
    names = {
        there: f"{name}{TRANSPOSED}"
        for name, array in weights.items()
        for there, other in unnamed.items()
        if array.ndim == 2 and np.array_equal(array.T, other)
    }
    for part in model.graph.initializer:
        part.name = names.get(part.name, part.name)
    for node in model.graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
    return model


def narrowed(model: Any) -> Any:
    """The model with its weights in half precision, and weights used only by the value head in 8 bits. They are
    converted back when it is loaded. The file has at most half its size, and decisions are the same except for ties."""
    return _with_narrow_weights(model, lambda name: name.startswith("value_trunk."))


def in_eight_bits(policy: bytes) -> bytes:
    """A ``policy.onnx`` with all large weights in 8 bits, a scale for each row. Decisions differ now and then."""
    model = onnx.load_from_string(policy)
    _widen(model)
    narrow: bytes = _with_narrow_weights(model, lambda name: True).SerializeToString()
    return narrow


def _widen(model: Any) -> None:
    """Undo :func:`narrowed`: weights become float32 constants again."""
    graph = model.graph
    arrays = {part.name: onnx.numpy_helper.to_array(part) for part in graph.initializer}
    kept = [node for node in graph.node if not any(i.endswith((".narrow", ".steps")) for i in node.input)]
    for weights in [part for part in graph.initializer if part.name.endswith(".narrow")]:
        name = weights.name.removesuffix(".narrow")
        array = arrays[weights.name].astype(np.float32) * arrays.get(f"{name}.scale", np.float32(1))
        weights.CopyFrom(onnx.numpy_helper.from_array(array, name))
    parts = [part for part in graph.initializer if not part.name.endswith(".scale")]
    for field, values in ((graph.node, kept), (graph.initializer, parts)):
        copies = [type(value).FromString(value.SerializeToString()) for value in values]
        del field[:]
        field.extend(copies)


def _with_narrow_weights(model: Any, eight_bits: Callable[[str], bool]) -> Any:
    """Store large weights in half precision, or in 8 bits where ``eight_bits(name)``."""
    graph, nodes, scales = model.graph, [], []
    for weights in graph.initializer:
        array = onnx.numpy_helper.to_array(weights)
        if weights.data_type != onnx.TensorProto.FLOAT or array.size < MANY:
            continue
        name, cast = weights.name, onnx.TensorProto.FLOAT
        if eight_bits(name):
            scale = np.maximum(np.abs(array).max(1, keepdims=True) / np.float32(127), np.float32(1e-12))
            narrow = np.round(array / scale).astype(np.int8)
            scales.append(onnx.numpy_helper.from_array(scale, f"{name}.scale"))
            nodes.append(onnx.helper.make_node("Cast", [f"{name}.narrow"], [f"{name}.steps"], to=cast))
            nodes.append(onnx.helper.make_node("Mul", [f"{name}.steps", f"{name}.scale"], [name]))
        else:
            narrow = array.astype(np.float16)
            nodes.append(onnx.helper.make_node("Cast", [f"{name}.narrow"], [name], to=cast))
        weights.CopyFrom(onnx.numpy_helper.from_array(narrow, f"{name}.narrow"))
    graph.initializer.extend(scales)
    nodes += graph.node
    del graph.node[:]
    graph.node.extend(nodes)
    return model
