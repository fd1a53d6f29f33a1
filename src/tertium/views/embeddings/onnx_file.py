"""An encoder that somebody else wrote as ONNX: cut after the layer that is wanted, so that no later one is computed.

Exporters name the nodes of a layer after it (``/encoder/layer.6/output/LayerNorm/Add_1``); what the last of them makes
is the layer's output. The graph is then what this output needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tertium.errors import FileError
from tertium.views.embeddings.protobuf import fields, nested, text

_LAYER = re.compile(r"layers?[._](\d+)(?=[/._])")
_GRAPH, _NODE, _CONSTANT, _INPUT, _OUTPUT = 7, 1, 5, 11, 12
_EXTERNAL = 14  # a tensor's numbers are in another file


@dataclass(frozen=True, eq=False)
class CutGraph:
    """The model up to one layer, the names of its inputs, and the name of the layer's output."""

    model: bytes
    inputs: tuple[str, ...]
    output: str


@dataclass(eq=False)
class _Node:
    raw: memoryview
    name: str = ""
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    has_graph: bool = False


def cut_after(data: bytes, layer: int) -> CutGraph:
    """The model's first layers; FileError if it is no ONNX, or no node is named after that layer."""
    rest: list[bytes] = []
    graph: memoryview | None = None
    for number, value in fields(memoryview(data)):
        if isinstance(value, int):
            rest.append(_again(number, value))
        elif number == _GRAPH:
            graph = value
        else:
            rest.append(nested(number, bytes(value)))
    if graph is None:
        raise FileError("expected a model in ONNX, got a file without a graph.")
    nodes, constants, inputs = _parts(graph)
    output = _layer_output(nodes, layer)
    needed = {output}
    kept: list[_Node] = []
    for node in reversed(nodes):
        if node.has_graph or needed.intersection(node.outputs):
            kept.append(node)
            needed.update(node.inputs)
    parts = [nested(_NODE, bytes(node.raw)) for node in reversed(kept)]
    parts += [nested(_CONSTANT, bytes(raw)) for name, raw in constants.items() if name in needed]
    given = {name: raw for name, raw in inputs.items() if name in needed and name not in constants}
    parts += [nested(_INPUT, bytes(raw)) for raw in given.values()]
    parts += [text(2, "cut"), nested(_OUTPUT, text(1, output))]
    return CutGraph(b"".join([*rest, nested(_GRAPH, *parts)]), tuple(given), output)


def _again(number: int, value: int) -> bytes:
    from tertium.views.embeddings.protobuf import whole

    return whole(number, value)


def _parts(graph: memoryview) -> tuple[list[_Node], dict[str, memoryview], dict[str, memoryview]]:
    nodes: list[_Node] = []
    constants: dict[str, memoryview] = {}
    inputs: dict[str, memoryview] = {}
    for number, value in fields(graph):
        if isinstance(value, int):
            continue
        if number == _NODE:
            nodes.append(_node(value))
        elif number == _CONSTANT:
            constants[_tensor_name(value)] = value
        elif number == _INPUT:
            inputs[_text(value, 1)] = value
    return nodes, constants, inputs


def _node(raw: memoryview) -> _Node:
    node = _Node(raw)
    for number, value in fields(raw):
        if isinstance(value, int):
            continue
        if number == 1:
            node.inputs.append(_name(value))
        elif number == 2:
            node.outputs.append(_name(value))
        elif number == 3:
            node.name = _name(value)
        elif number == 5:  # an attribute; 6 and 11 in it are graphs, whose nodes may use anything of this one
            node.has_graph = node.has_graph or any(inner in (6, 11) for inner, _ in fields(value))
    return node


def _name(raw: memoryview) -> str:
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError:
        raise FileError("expected a model in ONNX, got a name that is not UTF-8.") from None


def _tensor_name(raw: memoryview) -> str:
    name = ""
    for number, value in fields(raw):
        if number == 8 and not isinstance(value, int):
            name = _name(value)
        elif number == _EXTERNAL and value == 1:
            raise FileError("the model keeps its numbers in a second file; export it as one file, of less than 2 GB.")
    return name


def _text(raw: memoryview, wanted: int) -> str:
    return next((_name(value) for n, value in fields(raw) if n == wanted and not isinstance(value, int)), "")


def _layer_output(nodes: list[_Node], layer: int) -> str:
    found: dict[int, str] = {}
    for node in nodes:
        match = _LAYER.search(node.name)
        if match and node.outputs:
            found[int(match[1]) + 1] = node.outputs[0]  # layers are counted from 0 in names
    if layer not in found:
        there = f"those of layers 1 to {max(found)}" if found else "none that name a layer"
        raise FileError(
            f"the model has no nodes of layer {layer}, but {there}; export it without merging nodes, or give "
            "config.json and model.safetensors instead."
        )
    return found[layer]
