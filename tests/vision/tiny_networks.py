"""Tiny ONNX networks with the shapes of the trained ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

Floats = npt.NDArray[np.float32]


def save_linear(path: Path, weights: Floats, bias: Floats) -> None:
    """Logits = weights (outputs, 3) times the mean colour (RGB 0..1) of each crop, plus bias."""
    nodes = [
        helper.make_node("GlobalAveragePool", ["crops"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
        helper.make_node("Gemm", ["colour", "weights", "bias"], ["logits"], transB=1),
    ]
    stored = {"weights": weights, "bias": bias}
    _save(path, nodes, stored, "crops", ["n", 3, "h", "w"], "logits", ["n", len(bias)])


def save_detector(path: Path, columns: list[list[float]]) -> None:
    """A detector that answers every picture with the same candidates (cx cy w h, scores, angle)."""
    answer = np.array(columns or np.zeros((0, 8)), dtype=np.float32).T[None]
    nodes = [
        helper.make_node("ReduceMin", ["images"], ["darkest"], keepdims=0),
        helper.make_node("Mul", ["darkest", "zero"], ["nothing"]),
        helper.make_node("Add", ["answer", "nothing"], ["output"]),
    ]
    stored = {"answer": answer, "zero": np.zeros((), dtype=np.float32)}
    _save(path, nodes, stored, "images", [1, 3, "h", "w"], "output", list(answer.shape))


def save_manifest(folder: Path) -> None:
    """The manifest of all networks in the folder."""
    entries = {
        path.name: {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
        }
        for path in folder.glob("*.onnx")
    }
    (folder / "manifest.json").write_text(json.dumps(entries))


def save_eyes(folder: Path, columns: list[list[float]]) -> None:
    """A whole folder of weights: bright crops read as the king of hearts and a six."""
    save_detector(folder / "detector.onnx", columns)
    for name, outputs, best in (("card_reader.onnx", 55, 50), ("die_reader.onnx", 7, 5)):
        bias = np.zeros(outputs, dtype=np.float32)
        bias[best] = 9
        save_linear(folder / name, np.zeros((outputs, 3), dtype=np.float32), bias)
    save_manifest(folder)


def _save(
    path: Path,
    nodes: list[onnx.NodeProto],
    stored: dict[str, Floats],
    source: str,
    source_shape: Sequence[int | str],
    target: str,
    target_shape: Sequence[int | str],
) -> None:
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(source, TensorProto.FLOAT, source_shape)],
        [helper.make_tensor_value_info(target, TensorProto.FLOAT, target_shape)],
        [numpy_helper.from_array(array, name) for name, array in stored.items()],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))
