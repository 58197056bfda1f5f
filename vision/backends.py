"""Runs networks: ONNX Runtime, OpenVINO where installed, Ultralytics for a `.pt` of one's own."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Tensor = npt.NDArray[np.float32]

BACKENDS = ("auto", "onnxruntime", "openvino", "ultralytics")
"""Names that `load_network` takes."""


class BackendError(Exception):
    """A network cannot be run as asked; the text says what to do."""


class Network(Protocol):
    """A trained network: a batch (N, 3, H, W) of RGB 0..1 in, its output tensors out.

    Readers have two: logits (N, classes) and the features (N, D) that they follow from.
    """

    def run(self, batch: Tensor) -> Tensor: ...

    def run_all(self, batch: Tensor) -> list[Tensor]: ...


def load_network(path: Path, backend: str = "auto", threads: int = 0) -> Network:
    """The network in `path`, ready to run on `threads` threads (0: as many as the machine has).

    `auto` takes OpenVINO where it is installed, else ONNX Runtime; `ultralytics` is for `.pt`
    files and is chosen for them by itself. Raises `BackendError`.
    """
    backend = chosen(path, backend)
    makers: dict[str, Callable[[Path, int], Network]] = {
        "onnxruntime": _OnnxRuntime,
        "openvino": _OpenVino,
        "ultralytics": _Ultralytics,
    }
    try:
        return makers[backend](path, threads)
    except BackendError:
        raise
    except Exception as error:  # each library raises errors of its own making for a bad file
        raise BackendError(f"{backend} cannot open the network {path}: {_brief(error)}") from error


def chosen(path: Path, backend: str) -> str:
    """The backend that `load_network` takes for the file; raises `BackendError`."""
    if backend not in BACKENDS:
        raise BackendError(f"There is no backend {backend!r}: choose one of {', '.join(BACKENDS)}.")
    if path.suffix == ".pt":
        return "ultralytics"
    if backend in ("auto", "ultralytics"):
        return "openvino" if find_spec("openvino") else "onnxruntime"
    return backend


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


class _OnnxRuntime:
    def __init__(self, path: Path, threads: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Shapes differ from call to call: plans and arenas kept for each would only pile up.
        options.enable_mem_pattern = False
        options.enable_cpu_mem_arena = False
        # Waiting threads that spin would take the core from the camera's and the app's threads.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name

        self._first = [self._session.get_outputs()[0].name]

    def run(self, batch: Tensor) -> Tensor:
        output: Tensor = self._session.run(self._first, {self._input: batch})[0]
        return output

    def run_all(self, batch: Tensor) -> list[Tensor]:
        outputs: list[Tensor] = self._session.run(None, {self._input: batch})
        return outputs


class _OpenVino:
    def __init__(self, path: Path, threads: int) -> None:
        if find_spec("openvino") is None:
            raise BackendError("OpenVINO is not installed: pip install 'symposiarch[openvino]'.")
        import openvino

        settings: dict[str, Any] = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
        }
        if threads:
            settings["INFERENCE_NUM_THREADS"] = threads
        self._model = openvino.Core().compile_model(str(path), "CPU", settings)

    def run(self, batch: Tensor) -> Tensor:
        return self.run_all(batch)[0]

    def run_all(self, batch: Tensor) -> list[Tensor]:
        # Copies: OpenVINO reuses its output buffers at the next call.
        outputs = self._model([batch])
        return [np.array(outputs[i], dtype=np.float32) for i in range(len(outputs))]


class _Ultralytics:
    """A user's own `.pt` with the raw output of the exported network."""

    def __init__(self, path: Path, threads: int) -> None:
        if find_spec("ultralytics") is None:
            raise BackendError(
                f"{path.name} needs Ultralytics, which is not installed: "
                "pip install 'symposiarch[train]'."
            )
        from ultralytics import YOLO

        model = YOLO(str(path))
        if model.task != "obb" or len(model.names) != 3:
            raise BackendError(
                f"{path.name} does not fit: it must be an oriented-box network (task obb) "
                "with the three classes card, back, die."
            )
        self._model = model.model.float().eval().requires_grad_(False)
        self._like = next(self._model.parameters())

    def run(self, batch: Tensor) -> Tensor:
        output = self._model(self._like.new_tensor(batch))
        first = output[0] if isinstance(output, tuple | list) else output
        return np.array(first.cpu().numpy(), dtype=np.float32)

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]
