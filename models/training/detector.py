"""Trains the table detector (card, back, die) with Ultralytics on a YOLO-OBB folder.

The folder is what `datasets.pool` writes: `data.yaml`, `images/{train,val}`, `labels/{train,val}`.
On a CPU with bfloat16 units the forward pass runs in bfloat16 with channels-last weights, which is
three times as fast as Ultralytics' own float32 there; on a GPU the trainer's own AMP is used.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset
from ultralytics.data.build import build_dataloader
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.utils.ops import xyxyxyxy2xywhr

from vision.frames import Image

MIN_INSIDE = 0.25
"""Things of which less than this share lies inside the picture are not taught."""


class TableScenes(Dataset):  # type: ignore[misc]  # torch is not seen by the type checker
    """Pictures with quads, turned, scaled and moved at random; `length` of them make an epoch.

    `folders`: one or more in the YOLO-OBB layout.

    `__getitem__` gives `img` (3, size, size) uint8 RGB, `cls` (N, 1), `bboxes` (N, 5) as centre,
    size (shares of the picture) and angle in radians, `batch_idx` (N,).
    """

    def __init__(self, folders: Sequence[Path], size: int, length: int) -> None:
        self.folders, self.size, self.length = folders, size, length
        self.calls = 0
        self.images = self.listed()

    def listed(self) -> list[Path]:
        """The pictures that have a label file; a pool may grow while it is trained on."""
        found: list[Path] = []
        for folder in self.folders:
            labels = sorted((folder / "labels" / "train").glob("*.txt"))
            if not labels:
                raise FileNotFoundError(f"no scenes in {folder}/labels/train: write a pool first")
            found += [folder / "images" / "train" / f"{label.stem}.jpg" for label in labels]
        return found

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        self.calls += 1
        if self.calls % 2000 == 0:
            self.images = self.listed()
        rng = np.random.default_rng(int(torch.randint(2**31, ()).item()))
        path = self.images[int(rng.integers(len(self.images)))]
        image, classes, quads = load_scene(path)
        image, quads = random_affine(rng, image, quads, self.size)
        classes, quads = keep_inside(classes, quads, self.size)
        image = photometric(rng, image)
        boxes = xyxyxyxy2xywhr(quads.reshape(-1, 8)) if len(quads) else np.zeros((0, 5))
        boxes[:, :4] /= self.size
        rgb = np.ascontiguousarray(image[:, :, ::-1].transpose(2, 0, 1))
        return {
            "img": torch.from_numpy(rgb),
            "cls": torch.from_numpy(classes.reshape(-1, 1).astype(np.float32)),
            "bboxes": torch.from_numpy(boxes.astype(np.float32)),
            "batch_idx": torch.zeros(len(boxes)),
        }

    @staticmethod
    def collate_fn(samples: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
        for number, sample in enumerate(samples):
            sample["batch_idx"] = sample["batch_idx"] + number
        batch = {
            key: torch.cat([s[key] for s in samples]) for key in ("cls", "bboxes", "batch_idx")
        }
        batch["img"] = torch.stack([s["img"] for s in samples])
        return batch


def load_scene(path: Path) -> tuple[Image, npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The picture, its classes (N,) and quads (N, 4, 2) in pixels, from the YOLO-OBB layout."""
    image = cv2.imread(str(path))
    if image is None:
        raise OSError(f"{path} cannot be read as a picture")
    height, width = image.shape[:2]
    label = path.parent.parent.parent / "labels" / path.parent.name / f"{path.stem}.txt"
    rows = [line.split() for line in label.read_text().splitlines()] if label.exists() else []
    size = np.array([width, height], dtype=np.float32)
    quads = [rectangle(np.array(row[1:], dtype=np.float32).reshape(-1, 2) * size) for row in rows]
    classes = np.array([int(row[0]) for row in rows], dtype=np.int64)
    picture = np.asarray(image, dtype=np.uint8)
    return picture, classes, np.array(quads, dtype=np.float32).reshape(-1, 4, 2)


def rectangle(polygon: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The polygon itself where it has four corners, else its smallest turned rectangle (4, 2)."""
    if len(polygon) == 4:
        return polygon
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(polygon)), dtype=np.float32)


def random_affine(
    rng: np.random.Generator, image: Image, quads: npt.NDArray[np.float32], size: int
) -> tuple[Image, npt.NDArray[np.float32]]:
    """A view of `size` x `size`: quarter turns, a few degrees, scale and shift; never mirrored.

    Dice boxes are upright, so turns stay within a few degrees of quarter turns; the scenes
    themselves hold cards and dice at every angle.
    """
    height, width = image.shape[:2]
    fit = size / max(height, width)
    low, high = (0.72, 1.35) if max(height, width) < 500 else (0.7, 2.4)
    scale = fit * float(np.exp(rng.uniform(np.log(low), np.log(high))))
    angle = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 3))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    matrix = np.asarray(turn, dtype=np.float64)
    slack = 0.15 * size + max(0.0, scale * max(height, width) - size) / 2
    matrix[:, 2] += size / 2 - np.array([width, height]) / 2 + rng.uniform(-slack, slack, 2)
    border = tuple(int(v) for v in rng.integers(0, 255, 3))
    method = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    view = cv2.warpAffine(image, matrix, (size, size), flags=method, borderValue=border)
    moved = quads @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    return np.asarray(view, dtype=np.uint8), moved.astype(np.float32)


def keep_inside(
    classes: npt.NDArray[np.int64], quads: npt.NDArray[np.float32], size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Quads clipped to the picture; dice stay upright boxes; what is mostly outside is dropped."""
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32)
    kept: list[tuple[int, npt.NDArray[np.float32]]] = []
    for label, quad in zip(classes, quads, strict=True):
        if label == 2:
            low, high = quad.min(0), quad.max(0)
            quad = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], dtype=np.float32)
        area, polygon = cv2.intersectConvexConvex(quad, frame)
        if polygon is None or area < MIN_INSIDE * abs(cv2.contourArea(quad)) or area < 30:
            continue
        kept.append((int(label), cv2.boxPoints(cv2.minAreaRect(polygon)).astype(np.float32)))
    return (
        np.array([label for label, _ in kept], dtype=np.int64),
        np.array([quad for _, quad in kept], dtype=np.float32).reshape(-1, 4, 2),
    )


def photometric(rng: np.random.Generator, image: Image) -> Image:
    """Cheap changes of gain, offset and colour balance on top of what the scene already has."""
    if rng.random() < 0.4:
        return image
    gain = np.exp(rng.normal(0, 0.18)) * np.exp(rng.normal(0, 0.06, 3))
    table = np.arange(256)[:, None] * gain[None] + rng.normal(0, 10)
    table = np.clip(table, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, table), dtype=np.uint8)


class TableTrainer(OBBTrainer):  # type: ignore[misc]  # nor is Ultralytics
    """Ultralytics' OBB trainer on `TableScenes`, with bfloat16 on CPUs that have it."""

    epoch_length = 4800
    threads = 0
    folders: Sequence[Path] = ()

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> Any:
        """Our scenes for training; Ultralytics' own loader for its validation."""
        if mode != "train":
            return super().get_dataloader(dataset_path, batch_size, rank, mode)
        scenes = TableScenes(self.folders, self.args.imgsz, self.epoch_length)
        return build_dataloader(
            scenes, batch_size, self.args.workers, rank=rank, device=self.device
        )

    def _setup_train(self) -> None:
        super()._setup_train()
        # Ultralytics leaves one core to the system, which is half of a small machine.
        torch.set_num_threads(self.threads or os.cpu_count() or 1)
        if self.device.type == "cpu" and torch.ops.mkldnn._is_mkldnn_bf16_supported():
            use_bfloat16(self.model)


def use_bfloat16(model: Any) -> None:
    """Runs the network in bfloat16 and gives float32 predictions to the loss."""
    model.to(memory_format=torch.channels_last)
    predict = model.predict

    def in_bfloat16(x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = predict(x.contiguous(memory_format=torch.channels_last), *args, **kwargs)
        return to_float(out)

    model.predict = in_bfloat16


def to_float(value: Any) -> Any:
    """The same nest of tensors in float32."""
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: to_float(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(to_float(part) for part in value)
    return value


def train(
    folders: Sequence[Path],
    out: Path,
    *,
    weights: Path | None = None,
    epochs: int = 25,
    size: int = 320,
    batch: int = 8,
    device: str = "cpu",
    lr: float = 1.5e-3,
    seed: int = 0,
    threads: int = 0,
) -> Path:
    """Trains, going on from `out/weights/last.pt` if it is an unfinished run; gives that file.

    `folders`: all are learned from, the first one's `data.yaml` names the classes. `weights`
    continues from given weights instead of random ones. ValueError where either is missing.
    """
    if not (folders[0] / "data.yaml").is_file():
        raise ValueError(f"no scenes in {folders[0]}: make them with symposiarch dataset scenes")
    if weights is not None and not weights.is_file():
        raise ValueError(f"there are no weights {weights}")
    TableTrainer.threads, TableTrainer.folders = threads, folders
    last = out / "weights" / "last.pt"
    if last.exists() and not finished(last):
        trainer = TableTrainer(overrides={"resume": str(last)})
    else:
        trainer = TableTrainer(
            overrides={
                "model": str(weights) if weights else "yolo11n-obb.yaml",
                "data": str(folders[0] / "data.yaml"),
                "project": str(out.parent.resolve()),
                "name": out.name,
                "exist_ok": True,
                "epochs": epochs,
                "imgsz": size,
                "batch": batch,
                "nbs": batch,
                "device": device,
                "amp": device != "cpu",
                "optimizer": "AdamW",
                "lr0": lr,
                "lrf": 0.02,
                "cos_lr": True,
                "warmup_epochs": 0.5,
                "warmup_bias_lr": 0.0,
                "weight_decay": 0.01,
                "val": False,
                "plots": False,
                "seed": seed,
                "deterministic": False,
                "pretrained": weights is not None,
                "close_mosaic": 0,
            }
        )
    trainer.train()
    return last


def finished(checkpoint: Path) -> bool:
    """Whether a checkpoint is of a run that came to its end (Ultralytics strips its optimiser)."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=False)
    return state.get("optimizer") is None
