"""Turns checkpoints into the ONNX files that ship, with a manifest of checksums."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import torch
from torch import nn

from models.training.nets import CARD_INPUT, DIE_INPUT, Reader, card_reader, die_reader, load
from vision import weights

NAMES = {"card": "card_reader.onnx", "die": "die_reader.onnx"}


def export_detector(checkpoint: Path, folder: Path) -> Path:
    """`detector.onnx`: input `images` (1, 3, H, W), output (1, 8, N), sizes free."""
    from ultralytics import YOLO

    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "detector.pt"
    shutil.copyfile(checkpoint, copy)
    made = Path(YOLO(str(copy)).export(format="onnx", dynamic=True, simplify=True, opset=17))
    copy.unlink()
    if made.name != "detector.onnx":
        made = made.rename(folder / "detector.onnx")
    return made


def export_reader(checkpoint: Path, folder: Path, kind: str) -> Path:
    """`card_reader.onnx` or `die_reader.onnx`: input `crops` (N, 3, H, W), output `logits`.

    A second output, `features` (N, D), is what a deck is enrolled with.
    """
    net: Reader = card_reader() if kind == "card" else die_reader()
    load(net, checkpoint)
    net.eval()
    height, width = CARD_INPUT if kind == "card" else DIE_INPUT
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAMES[kind]
    torch.onnx.export(
        _WithFeatures(net),
        (torch.zeros(2, 3, height, width),),
        str(path),
        input_names=["crops"],
        output_names=["logits", "features"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "features": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    return path


class _WithFeatures(nn.Module):  # type: ignore[misc]  # torch is not seen by the type checker
    """A reader that gives its features besides its logits."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.reader.features(x)
        return self.reader.head(features), features


def complete(folder: Path) -> None:
    """Copies the networks in use now beside the exported ones, so that the folder is a whole set.

    What lies there already is left alone. Raises `vision.weights.WeightsError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("detector.onnx", *NAMES.values(), weights.deck_reader()):
        if not (folder / name).exists():
            shutil.copyfile(weights.find(name), folder / name)


def keep_checkpoint(checkpoint: Path, folder: Path, name: str) -> Path:
    """What a later training continues from (`--weights`): averaged weights, half precision."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.pt"
    if name == "detector":  # Ultralytics has halved and stripped it at the end of the run
        shutil.copyfile(checkpoint, path)
    else:
        state = torch.load(checkpoint, map_location="cpu", weights_only=False)
        halves = {key: v.half() if v.is_floating_point() else v for key, v in state["ema"].items()}
        torch.save({"ema": halves}, path)
    return path


def write_manifest(folder: Path) -> Path:
    """`manifest.json`: SHA-256 and size of every ONNX file in the folder."""
    entries = {
        path.name: {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
        }
        for path in sorted(folder.glob("*.onnx"))
    }
    manifest = folder / "manifest.json"
    manifest.write_text(json.dumps(entries, indent=1) + "\n")
    return manifest
